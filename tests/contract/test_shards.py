"""A record in several shards: one order over all of them, whoever counts."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pokerroom.log import beginning
from pokerroom.room.ports import Batch, EventStore, Fenced, Row, ShardsMixed, StoreAway, StoreFailed
from pokerroom.room.shards import Layout, begun, divided, last_up_to, leaves_gap, settled_by, shard_of
from pokerroom.store import HeadsFile, SqlStore, Writer, audit_log, open_store, read_heads
from pokerroom.store.backup import back_up, restore
from pokerroom.store.dividing import divide, divide_new, is_new, shards_in
from pokerroom.store.lease import RecordHeld
from pokerroom.store.opening import join_database, open_database
from pokerroom.store.reading import open_to_read, to_read
from pokerroom.store.rolling_back import refuse_rolled_back
from pokerroom.store.verifying import Verifying, refuse_broken
from tests.contract.conftest import RawSql
from tests.contract.divided import SHARDS, shared
from tests.contract.recording import batch, record

__all__ = ["shared"]

KEY = Ed25519PrivateKey.generate()


def table_in(shard: int, number: int = 0) -> str:
    """The stream of a table that belongs to a shard."""
    return [each for each in map("table/{}".format, range(100)) if shard_of(each, SHARDS) == shard][number]


# Founding.


def test_a_record_in_which_nothing_stands_is_divided_once_and_any_other_stays_as_it_is(database_url: str) -> None:
    assert shards_in(database_url) == 1
    divide_new(database_url, 1)
    assert is_new(database_url)
    divide_new(database_url, SHARDS)
    divide_new(database_url, SHARDS + 1)
    assert shards_in(database_url) == SHARDS
    divide(database_url, 1)
    divide_new(database_url, SHARDS)
    assert shards_in(database_url) == 1, "somebody made it one again"


def test_a_record_that_was_begun_is_not_divided_behind_anybodys_back(database_url: str) -> None:
    with closing(open_store(database_url)) as store:
        store.append(batch(beginning("ledger"), "o1", 1))
    divide_new(database_url, SHARDS)
    assert shards_in(database_url) == 1


def test_several_servers_may_found_a_record_at_once(postgres_url: str) -> None:
    with ThreadPoolExecutor(3) as servers:
        list(servers.map(lambda _: divide_new(postgres_url, SHARDS), range(3)))
    assert shards_in(postgres_url) == SHARDS
    with closing(open_store(postgres_url)) as store:
        assert len(store.layouts()) == 1


# Which shard, and which position.


def test_a_table_its_box_and_its_promised_decks_are_of_one_shard_and_all_else_is_the_desks() -> None:
    for shards in (2, 3, 8, 64):
        of_tables = {shard_of(f"table/t{number}", shards) for number in range(2000)}
        assert of_tables == set(range(1, shards)), "every shard has tables, and the desk none"
        assert shard_of("table/t7", shards) == shard_of("box/t7", shards) == shard_of("deals/t7", shards)
        assert {shard_of(each, shards) for each in ("ledger", "lists", "filing", "dice/t7", "deck-openings", "")} == {0}
    assert {shard_of(each, 1) for each in ("table/t7", "box/t7", "ledger")} == {0}


def test_the_shard_of_a_table_is_the_same_in_every_version() -> None:
    assert [shard_of(f"table/{each}", 8) for each in ("hold-em-1", "omaha-2", "Zoë ♠")] == [1, 3, 3]


def test_shards_count_what_no_other_counts_and_all_of_it_beyond_what_was_there() -> None:
    for end, shards in ((0, 4), (7, 4), (8, 4), (1000, 7)):
        layout = divided(end, shards)
        counted = [last + shards * step for last in begun(layout) for step in range(1, 4)]
        assert len(set(counted)) == len(counted)
        assert min(counted) == layout.after + 1 > end
        assert min(begun(layout)) >= 0
        assert settled_by(begun(layout)) == layout.after
        assert all(last_up_to(each, shard, shards) == each for shard, each in enumerate(begun(layout)))


def test_a_gap_is_one_only_where_one_shard_counted() -> None:
    layouts = (Layout(10, 4), Layout(20, 1))
    assert not leaves_gap(3, 4, layouts)
    assert leaves_gap(3, 5, layouts)
    assert not leaves_gap(11, 17, layouts)
    assert not leaves_gap(17, 21, layouts), "the first after it was made one again"
    assert leaves_gap(17, 22, layouts)
    assert leaves_gap(21, 23, layouts)


# What every store promises.


def test_every_position_is_its_shards_and_no_other_has_it(shared: EventStore) -> None:
    for number in range(3):
        for stream in ("ledger", table_in(1), table_in(2), table_in(3)):
            record(shared, stream, (number,))
    shared.settle()
    read = list(shared.read_all())
    assert len({each.position for each in read}) == len(read) == 12
    assert all(each.position % SHARDS == shard_of(each.envelope.stream, SHARDS) for each in read)
    assert [each.position for each in read] == sorted(each.position for each in read)
    assert Counter(each.envelope.stream for each in read) == dict.fromkeys(
        ("ledger", table_in(1), table_in(2), table_in(3)), 3
    )
    assert shared.end() == read[-1].position
    assert shared.shards == SHARDS


def test_what_follows_stands_after_what_was_before_it_in_whichever_shard(shared: EventStore) -> None:
    streams = (table_in(3), "ledger", table_in(1), table_in(2), "ledger", table_in(3))
    positions = [shared.append(batch(stream, f"c-{place}", place))[0] for place, stream in enumerate(streams[:4])]
    assert positions == sorted(positions)
    shared.saw(5000)
    assert shared.append(batch(table_in(1, 1), "heard", 1))[0] > 5000


def test_one_commit_may_have_batches_of_several_shards_and_says_where_each_came_to(shared: EventStore) -> None:
    first, second, third = batch(table_in(2), "a", 1, 2), batch("ledger", "b", 3), batch(table_in(2, 1), "c", 4)
    ends = shared.append(first, second, third)
    shared.settle()
    by_stream = {each.envelope.stream: each.position for each in shared.read_all()}
    assert ends == (by_stream[table_in(2)], by_stream["ledger"], by_stream[table_in(2, 1)])
    assert ends[2] - ends[0] == SHARDS, "one after the other, where the shard is the same"


def test_a_batch_of_two_shards_is_refused_and_nothing_of_it_is_stored(shared: EventStore) -> None:
    mixed = Batch((*batch(table_in(1), "a", 1).envelopes, *batch("ledger", "a", 1).envelopes))
    with pytest.raises(ShardsMixed, match=r"ledger, table/.* belong to several shards: one order cannot change them"):
        shared.append(batch(table_in(2), "b", 1), mixed)
    assert shared.heads() == {}
    with Writer(shared) as writer:
        with pytest.raises(ShardsMixed):
            writer.append(mixed)
        assert writer.append(batch("ledger", "b", 1)) > 0, "nobody is wrong about the state of the streams"


def test_readers_end_where_a_shard_could_still_count_and_go_on_once_it_is_carried_along(shared: EventStore) -> None:
    shared.settle()
    record(shared, "ledger", (1, 2))
    (first, second) = shared.read("ledger")
    assert list(shared.read_all()) == [first], "a table could still come to stand before the second"
    assert shared.end() == first.position < second.position
    assert shared.settle(patience=5)
    assert [each.envelope.sequence for each in shared.read_all()] == [1, 2]
    before = shared.end()
    assert shared.append(batch(table_in(1), "c", 1))[0] > before, "what was passed over is never counted again"
    shared.settle()
    assert [each.envelope.stream for each in shared.read_all(after=before)] == [table_in(1)]


def test_rows_without_events_belong_to_the_shard_they_name(shared: EventStore) -> None:
    shared.append(Batch((), (Row("seats", "1", b"ada"),), of=table_in(2)), Batch((), (Row("names", "1", b"bo"),)))
    assert (shared.row("seats", "1"), shared.row("names", "1")) == (b"ada", b"bo")
    assert list(shared.read_all()) == []


def test_it_is_audited_signed_and_opened_like_any_record(shared: EventStore, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    path = tmp_path / "elsewhere" / "heads"
    with closing(HeadsFile(path, KEY)) as heads:
        with Writer(shared, heads=heads, heads_every=0) as writer:
            for number in range(3):
                for stream in ("ledger", table_in(3), table_in(1)):
                    writer.append(batch(shared.heads().get(stream, beginning(stream)), f"c-{number}", number))
        signed = read_heads(path, KEY.public_key())
        assert (
            signed.reaches[-1].reach.position == shared.end() == max(each.position for each in shared.read(table_in(1)))
        )
        audit = audit_log(shared, signed)
        assert (audit.events, audit.faults) == (9, ())
        refuse_rolled_back(shared, heads, "record")
        refuse_broken(shared, signed=0)


# Of databases.


def test_a_record_that_is_divided_and_made_one_again_is_one_order_without_faults(database_url: str) -> None:
    with closing(open_store(database_url)) as store:
        record(store, "ledger", (1, 2))
        record(store, table_in(1), (3,))
    assert divide(database_url, SHARDS) == Layout(3, SHARDS)
    with closing(open_store(database_url)) as store:
        positions = [store.append(batch(store.heads()["ledger"], "divided", 4))[0]]
        positions += store.append(batch(store.heads()[table_in(1)], "divided", 5))
        assert min(positions) > 3
    again = divide(database_url, 1)
    assert again.shards == 1
    with closing(open_store(database_url)) as store:
        assert store.append(batch(store.heads()["ledger"], "one again", 6)) == (again.after + 1,)
        assert [each.position for each in store.read_all()] == [1, 2, 3, *sorted(positions), again.after + 1]
        assert audit_log(store).faults == ()
        verifying = Verifying(store)
        verifying.step(100)
        assert (verifying.fault, verifying.is_done) == ("", True)


def test_it_is_divided_only_while_nobody_writes_it(database_url: str) -> None:
    with closing(open_database(database_url, writing=True)), pytest.raises(RecordHeld):
        divide(database_url, SHARDS)
    for shards in (0, 1025):
        with pytest.raises(StoreFailed, match=f"a record has from 1 to 1024 shards, not {shards}"):
            divide(database_url, shards)
    divide(database_url, SHARDS)
    with closing(open_store(database_url)) as store:
        assert store.layouts() == [Layout(SHARDS - 1, SHARDS)]
    divide(database_url, 7)
    with closing(open_store(database_url)) as store:
        assert store.layouts()[-1] == Layout(6, 7)
    divide(database_url, 2)
    with closing(open_store(database_url)) as store:
        assert store.layouts()[-2:] == [Layout(SHARDS - 1, SHARDS), Layout(6, 2)], "nobody had counted in seven"


def test_whoever_opens_it_as_a_whole_holds_every_shard(database_url: str) -> None:
    divide(database_url, SHARDS)
    with closing(open_database(database_url, writing=True)) as store:
        assert store.lease is not None
        assert store.lease.epochs.keys() == set(range(SHARDS))
        assert all(map(store.lease.holds, range(SHARDS)))


def test_a_process_that_joins_writes_what_it_has_taken_and_nothing_else(database_url: str) -> None:
    divide(database_url, SHARDS)
    with closing(join_database(database_url, owner="one of three", address="http://one")) as store:
        lease = store.lease
        assert lease is not None
        with pytest.raises(Fenced, match="this process does not hold the shard"):
            store.append(batch("ledger", "c", 1))
        assert lease.take(2)
        store.append(batch(table_in(2), "c", 1))
        with pytest.raises(Fenced) as refused:
            store.append(batch(table_in(2, 1), "c", 1), batch(table_in(3), "c", 1))
        assert refused.value.shards == {3}
        assert store.heads().keys() == {table_in(2)}
        held = lease.held()[2]
        assert (held.owner, held.address, held.shard) == ("one of three", "http://one", 2)


def test_how_many_shards_there_are_is_known_while_the_database_is_away(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    divide(database_url, SHARDS)
    with closing(join_database(database_url, owner="one")) as store:
        assert store.shards == SHARDS
        assert store.lease is not None
        assert store.lease.take(1)

        def away(*_: object, **__: object) -> None:
            raise StoreAway("it does not answer")

        monkeypatch.setattr(store, "_fetched", away)
        with pytest.raises(StoreAway):
            store.append(batch(beginning(table_in(1)), "o1", 1))
        assert store.shards == SHARDS


def test_the_writer_refuses_what_was_lost_and_goes_on_with_the_rest(database_url: str) -> None:
    divide(database_url, SHARDS)
    with closing(join_database(database_url)) as store:
        assert store.lease is not None
        for shard in (0, 1, 2):
            assert store.lease.take(shard)
        with Writer(store) as writer:
            lost, kept = batch(table_in(3), "c", 1), batch(table_in(2), "c", 1)
            answers = [writer.submit(each) for each in (lost, kept, batch("ledger", "c", 1))]
            with pytest.raises(Fenced):
                answers[0].result()
            assert all(answer.result() > 0 for answer in answers[1:])
            assert not writer.refuses
            assert writer.trouble is None


def test_a_copy_has_the_same_order_and_the_same_leases(database_url: str, tmp_path: Path) -> None:
    divide(database_url, SHARDS)
    with closing(open_store(database_url)) as store:
        for stream in (table_in(3), "ledger", table_in(1)):
            record(store, stream, (1, 2))
    with closing(open_store(database_url)) as store:
        record(store, "ledger", (3,))
        store.settle()
        whole = list(store.read_all())
    back_up(database_url, tmp_path / "copy.db")
    restore(tmp_path / "copy.db", f"sqlite:///{tmp_path}/again.db")
    with closing(open_store(f"sqlite:///{tmp_path}/again.db")) as again:
        assert list(again.read_all()) == whole
        assert again.shards == SHARDS
        assert record(again, "ledger", (4,)).sequence == 4
        assert audit_log(again).faults == ()


def test_whoever_reads_a_record_at_rest_reads_all_of_it(database_url: str) -> None:
    divide(database_url, SHARDS)
    with closing(open_store(database_url)) as store:
        record(store, "ledger", (1, 2))
        with to_read(database_url) as source, closing(open_to_read(source)) as reader:
            assert len(list(reader.read_all())) == 2
            assert reader.settle()
            assert audit_log(reader).faults == ()


def test_lists_and_reports_come_to_all_that_was_durable(database_url: str) -> None:
    divide(database_url, SHARDS)
    with closing(open_database(database_url)) as store:
        record(store, "ledger-of-tests", (1,))
        end = max(each.position for each in store.read("ledger-of-tests"))
        assert store.projected.caught_up().up_to().position == end


# What the record itself shows.


def told(store: EventStore) -> list[str]:
    return list(store.damage())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            "UPDATE event SET epoch = 1 WHERE position = 3",
            "the event at position 3 was committed under lease 1 of shard 0, after another was taken",
        ),
        (
            "UPDATE event SET epoch = 2 WHERE position = 2",
            "the event at position 2 was committed under lease 2 of shard 0, which was taken after it",
        ),
        (
            "UPDATE event SET epoch = 7 WHERE position = 2",
            "the event at position 2 was committed under lease 7 of shard 0, which nobody took",
        ),
    ],
)
def test_an_event_of_a_lease_that_was_over_or_not_yet_taken_is_named(
    database_url: str, raw_sql: RawSql, change: str, sentence: str
) -> None:
    for number in (1, 2):
        with closing(open_store(database_url)) as store:
            record(store, f"table/{number}", (1, 2))
    with closing(open_store(database_url)) as store:
        assert told(store) == []
        raw_sql(change)
        assert told(store) == [sentence]


def test_an_event_that_is_gone_is_missed_where_positions_may_have_gaps(database_url: str, raw_sql: RawSql) -> None:
    divide(database_url, SHARDS)
    with closing(open_store(database_url)) as store:
        record(store, table_in(1), (1, 2))
        record(store, "ledger", (1,))
        assert told(store) == []
        raw_sql("DELETE FROM event WHERE stream = %s AND sequence = 2", table_in(1))
        assert told(store) == ["the shards have counted 3 events, and 2 are there"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("UPDATE shard SET position = position + 1 WHERE shard = 2", "shard 2 says that it ends at position 3, "),
        ("DELETE FROM shard WHERE shard = 1", "the table shard has 3 rows instead of 4"),
        ("UPDATE shard SET position = shard", "the shards say that the log ends at position 3, and its last event is"),
    ],
)
def test_shards_that_would_go_on_elsewhere_are_named(
    database_url: str, raw_sql: RawSql, change: str, sentence: str
) -> None:
    divide(database_url, SHARDS)
    with closing(open_store(database_url)) as store:
        record(store, "ledger", (1,))
        raw_sql(change)
        assert told(store)[0].startswith(sentence)
        with pytest.raises(StoreFailed, match=sentence):
            refuse_broken(store, signed=0)


def test_a_store_of_one_shard_counts_as_it_always_did(database_url: str) -> None:
    with closing(open_database(database_url)) as store:
        assert isinstance(store, SqlStore)
        assert (store.shards, store.layouts()) == (1, [Layout(0, 1)])
        assert store.append(batch("ledger", "a", 1), batch(table_in(1), "a", 2, 3)) == (1, 3)
        assert store.end() == 3
