"""Several processes write one record, each its shards: no two ever commit in one epoch, whatever becomes of them."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import psycopg
import pytest

from pokerroom.log import beginning
from pokerroom.room.ports import Committed, Fenced, StoreAway, StoreFailed
from pokerroom.store import Writer, audit_log, open_store
from pokerroom.store.dividing import divide
from pokerroom.store.lease import Lease, RecordHeld, Terms
from pokerroom.store.lease_postgresql import SessionHold
from pokerroom.store.opening import engine_for, join_database, open_database
from tests.contract.lease_holder import PATIENCE, terms
from tests.contract.recording import batch
from tests.contract.shard_holder import SHARDS, Process, member, stream_in
from tests.postgres import OwnServer, own_postgres

__all__ = ["own_postgres"]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED: signals and locks are those of POSIX")

LASTS = 1.2


@pytest.fixture
def url(postgres_url: str) -> Iterator[str]:
    divide(postgres_url, SHARDS)
    yield postgres_url
    with closing(open_store(postgres_url)) as store:
        assert audit_log(store).faults == ()


def test_a_process_that_was_killed_is_replaced_at_once_and_the_other_shards_do_not_notice(url: str) -> None:
    with member(url, "first") as first, member(url, "second") as second, member(url, "standby") as standby:
        assert first.does("take", 1)
        assert second.does("take", 2)
        (before,) = first.does("append", 1)
        standby.ask("await_and_take", 1)
        first.kill()
        assert standby.hear(), "its lease would have lasted for a minute"
        second.does("append", 2)
        (after,) = standby.does("append", 1)
        assert after > before
        assert second.does("held") == [2]


def test_a_frozen_process_is_replaced_and_refused_when_it_wakes_while_the_other_shards_go_on(url: str) -> None:
    with (
        member(url, "frozen", lasts=LASTS) as frozen,
        member(url, "other", lasts=LASTS) as other,
        member(url, "standby", lasts=LASTS) as standby,
    ):
        assert frozen.does("take", 1)
        assert frozen.does("take", 3)
        assert other.does("take", 2)
        frozen.does("append", 1, 3)
        frozen.freeze()
        standby.ask("await_and_take", 1)
        for _ in range(5):
            assert len(other.does("append", 2)) == 1
        assert standby.hear()
        assert standby.does("await_and_take", 3), "all that it held is free"
        standby.does("append", 1, 3)
        frozen.ask("append", 1)
        frozen.wake()
        assert frozen.hear().startswith("Fenced: the record has been taken over by standby, since ")
        assert frozen.does("append", 3).startswith("Fenced: ")
        assert other.does("held") == [2]
        assert frozen.does("held") == []


def test_a_commit_left_half_way_in_one_shard_keeps_nobody_waiting_in_another(url: str) -> None:
    with psycopg.connect(url) as frozen, member(url, "other") as other, member(url, "next") as following:
        assert other.does("take", 2)
        frozen.execute("UPDATE shard SET position = position + 4 WHERE shard = 1")
        other.does("append", 2)
        assert following.does("await_and_take", 1)
        other.does("append", 2)
        following.does("append", 1)
        with pytest.raises(psycopg.OperationalError):
            frozen.commit()


def test_a_shard_that_is_given_back_is_had_at_once_by_whoever_waits_and_the_rest_stays(url: str) -> None:
    with member(url, "first") as first, member(url, "second") as second:
        for shard in (1, 2):
            assert first.does("take", shard)
        second.ask("await_and_take", 1)
        first.does("release", 1)
        assert second.hear()
        assert first.does("append", 1).startswith("Fenced: this process does not hold the shard")
        assert len(first.does("append", 2)) == len(second.does("append", 1)) == 1
        first.leave()
        assert second.does("take", 2), "whoever leaves gives all of it back"


def test_a_process_that_no_longer_does_its_work_lets_its_shards_run_out(url: str) -> None:
    """A thread renews leases whatever the loop does: a loop that hangs would keep its tables for ever."""
    with closing(join_database(url, terms=terms(LASTS))) as hung, member(url, "next", lasts=LASTS) as following:
        assert hung.lease is not None
        assert hung.lease.take(1)
        assert hung.lease.take(2)
        assert not following.does("take", 1)
        listens = False
        hung.lease.renews_while = lambda: listens
        assert following.does("await_and_take", 1)
        assert not hung.lease.holds(2)
        listens = True
        give_up = time.monotonic() + PATIENCE
        while 1 not in hung.lease.lost:
            assert time.monotonic() < give_up
            time.sleep(0.02)
        assert hung.append(batch(stream_in(2), "it listens again", 1)), "nobody took the other"


def test_a_shard_that_was_taken_and_given_back_while_its_owner_was_away_is_free(url: str) -> None:
    slowly = Terms(lasts=120, renewed_every=60, lapses_after=90)
    with closing(join_database(url, owner="away", terms=slowly)) as away, closing(join_database(url)) as other:
        assert away.lease is not None
        assert other.lease is not None
        assert away.lease.take(1)
        away.lease._hold.close()
        assert other.lease.await_free({1}, timeout=PATIENCE), "its session has ended"
        assert other.lease.take(1)
        other.lease.release([1])
        away.lease.renew()
        assert 1 in away.lease.lost
        assert other.lease.held()[1].is_free, "nobody keeps its lock"
        assert other.lease.take(1)


def test_a_lease_that_is_closed_opens_no_session_to_look_with(url: str) -> None:
    with closing(join_database(url)) as store:
        lease = store.lease
        assert lease is not None
        assert len(lease.held()) == SHARDS
        lease.close()
        with pytest.raises(StoreFailed, match="is closed"):
            lease.held()


def test_a_shard_that_was_lost_concerns_its_streams_alone(url: str, postgres_url: str) -> None:
    with closing(join_database(url)) as store:
        lease = store.lease
        assert lease is not None
        assert lease.take(1)
        assert lease.take(2)
        with psycopg.connect(postgres_url, autocommit=True) as database:
            database.execute(
                "WITH taken AS (UPDATE shard SET epoch = epoch + 1, owner = 'somebody else' WHERE shard = 1 "
                "RETURNING *) INSERT INTO lease SELECT shard, epoch, position, owner, 0 FROM taken"
            )
        with pytest.raises(Fenced, match="taken over by somebody else") as refused:
            store.append(batch(stream_in(1), "c", 1), batch(stream_in(2), "c", 1))
        assert refused.value.shards == {1}
        assert (lease.fenced, set(lease.lost), set(lease.epochs)) == ("", {1}, {2})
        assert store.append(batch(stream_in(2), "c", 1))


def test_whoever_has_lost_or_given_back_all_that_it_had_writes_again_once_it_has_something(
    url: str, postgres_url: str
) -> None:
    with closing(join_database(url)) as store, Writer(store) as writer:
        lease = store.lease
        assert lease is not None
        assert lease.take(1)
        assert lease.take(2)
        assert writer.append(batch(stream_in(2), "before", 1))
        lease.release([2])
        with psycopg.connect(postgres_url, autocommit=True) as database:
            database.execute("UPDATE shard SET epoch = epoch + 1, owner = 'somebody else' WHERE shard = 1")
        lease.renew()
        assert lease.fenced
        for shard, why in ((1, "taken over by somebody else"), (2, "does not hold the shard")):
            with pytest.raises(Fenced, match=why):
                writer.append(batch(stream_in(shard), "meanwhile", 1))
        assert writer.trouble is None, "it is no end"
        assert lease.take(2)
        assert writer.append(batch(writer.reopen(stream_in(2)), "after", 1))
        with psycopg.connect(postgres_url, autocommit=True) as database:
            database.execute("UPDATE shard SET epoch = epoch - 1 WHERE shard = 1")


def test_of_many_who_take_a_shard_at_once_one_has_it_and_nobody_ends_the_session_of_another(url: str) -> None:
    with ExitStack() as stack:
        members = [stack.enter_context(member(url, f"m{number}")) for number in range(3)]
        for each in members:
            each.ask("take", 1)
        assert sorted(each.hear() for each in members) == [False, False, True]


def test_whoever_takes_a_shard_at_this_moment_is_not_taken_for_one_that_froze(url: str) -> None:
    """The lock is had before the lease is: whoever looks in between sees a lock whose lease is long over."""
    engine = engine_for(url)
    with closing(SessionHold(engine, Terms())) as taking, closing(SessionHold(engine, Terms())) as looking:
        assert taking._lock(1)
        assert looking.take(1, "looking", "") is None
        assert taking.take(1, "taking", "") is not None
    engine.dispose()


def test_whoever_writes_the_whole_record_is_refused_while_one_shard_is_held(url: str) -> None:
    with member(url, "holder", lasts=LASTS) as holder:
        assert holder.does("take", 3)
        with pytest.raises(RecordHeld, match="is written by holder, since "):
            open_database(url, writing=True)
        holder.leave()
        open_database(url, writing=True).close()


@pytest.mark.parametrize("how", ["started anew", "one of its processes crashed"])
def test_a_database_that_begins_anew_leaves_every_shard_with_its_owner(own_postgres: OwnServer, how: str) -> None:
    divide(own_postgres.url, SHARDS)
    with closing(join_database(own_postgres.url)) as owner, closing(join_database(own_postgres.url)) as standby:
        assert owner.lease is not None
        assert standby.lease is not None
        for shard in (1, 2):
            assert owner.lease.take(shard)
        epochs = owner.lease.epochs
        if how == "started anew":
            own_postgres.stop()
            own_postgres.start()
        else:
            # It ends all others as well: their memory may be broken.
            os.kill(own_postgres.processes[-1], signal.SIGKILL)
        taken = {shard for shard in free_within(standby.lease, {1, 2}, seconds=1.5) if standby.lease.take(shard)}
        assert taken == set(), "by then its owner has renewed it"
        with Writer(owner) as writer:
            assert writer.append(batch(stream_in(1), "after it", 1)) > 0
        assert owner.lease.epochs == epochs
        assert standby.lease.take(3), "what nobody held is free"


def free_within(lease: Lease, shards: set[int], *, seconds: float) -> frozenset[int]:
    """Looked for again while the server does not answer yet."""
    give_up = time.monotonic() + seconds
    while True:
        try:
            return lease.await_free(shards, timeout=max(0.0, give_up - time.monotonic()))
        except StoreAway:
            if time.monotonic() > give_up:
                return frozenset()


def test_a_shard_that_is_not_there_is_named(url: str) -> None:
    with closing(join_database(url)) as store:
        assert store.lease is not None
        with pytest.raises(StoreFailed, match="has no shard 9"):
            store.lease.take(9)


def test_commits_of_several_shards_and_renewals_never_wait_in_a_circle(url: str) -> None:
    hurried = Terms(3.0, 0.001, 2.0)
    with closing(join_database(url, terms=hurried)) as store:
        assert store.lease is not None
        for shard in range(SHARDS):
            assert store.lease.take(shard)
        heads = {shard: beginning(stream_in(shard)) for shard in range(SHARDS)}
        rng = Random(1)
        for number in range(150):
            made = {shard: batch(heads[shard], f"c-{number}", 1) for shard in rng.sample(range(SHARDS), k=3)}
            store.append(*made.values())
            heads |= {shard: each.heads[stream_in(shard)] for shard, each in made.items()}


def test_a_follower_reads_every_event_of_all_shards_once_and_in_order(url: str) -> None:
    """Positions become visible out of their order: a follower that went by the last one it saw would miss some."""
    commits, failed = 60, []

    def write(shard: int) -> None:
        try:
            with closing(join_database(url, terms=Terms(3.0, 0.02, 2.0))) as store:
                assert store.lease is not None
                assert store.lease.take(shard)
                head, rng = beginning(stream_in(shard)), Random(shard)
                for number in range(commits):
                    made = batch(head, f"c-{number}", *range(rng.randint(1, 3)))
                    store.append(made)
                    head = made.heads[stream_in(shard)]
                    time.sleep(rng.choice((0, 0, 0.01)))
        except BaseException as error:
            failed.append(error)
            raise

    threads = [threading.Thread(target=write, args=(shard,)) for shard in range(SHARDS)]
    for thread in threads:
        thread.start()
    read: list[tuple[int, str, int]] = []
    with closing(open_store(url)) as store:
        while True:
            is_over = not any(thread.is_alive() for thread in threads)
            if is_over:
                assert store.settle(patience=PATIENCE)
            after = read[-1][0] if read else 0
            read += map(place_of, store.read_all(after=after))
            if is_over:
                break
        everything = sorted(place_of(each) for shard in range(SHARDS) for each in store.read(stream_in(shard)))
    assert failed == []
    assert read == everything
    assert len({stream for _, stream, _ in read}) == SHARDS


def place_of(committed: Committed) -> tuple[int, str, int]:
    return committed.position, committed.envelope.stream, committed.envelope.sequence


def test_a_process_counts_beyond_what_it_has_read_of_another(url: str) -> None:
    with closing(join_database(url)) as desk, closing(join_database(url)) as floor:
        assert desk.lease is not None
        assert floor.lease is not None
        assert desk.lease.take(0)
        assert floor.lease.take(1)
        (end,) = desk.append(batch("ledger", "many", *range(20)))
        assert [each.position for each in floor.read("ledger")][-1] == end
        assert floor.append(batch(stream_in(1), "follows", 1))[0] > end


# The record itself shows it.


def test_no_two_processes_commit_in_one_epoch_however_they_are_killed_and_frozen(url: str, tmp_path: Path) -> None:
    in_disorder(url, tmp_path, faults=6, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_no_two_processes_commit_in_one_epoch_in_long_disorder(url: str, tmp_path: Path, seed: int) -> None:
    in_disorder(url, tmp_path, faults=60, seed=seed)


def in_disorder(url: str, folder: Path, *, faults: int, seed: int) -> None:
    """Three commit wherever they may, while one after the other is killed and replaced or frozen and woken."""
    rng, started = Random(seed), 0
    with ExitStack() as stack:

        def begin() -> Process:
            nonlocal started
            started += 1
            each = stack.enter_context(member(url, f"p{started}", lasts=0.6))
            each.ask("roam", str(folder / f"p{started}"), rng.randrange(1000))
            return each

        members = [begin() for _ in range(3)]
        for _ in range(faults):
            time.sleep(rng.uniform(0.05, 0.3))
            victim = rng.choice(members)
            if rng.random() < 0.5:
                victim.kill()
                members[members.index(victim)] = begin()
            else:
                victim.freeze()
                time.sleep(rng.uniform(0.1, 1.5))
                victim.wake()
        time.sleep(0.3)
        assert [each.exit_code for each in members] == [None] * 3
        for each in members:
            each.kill()
    assert_one_process_an_epoch(url, [line for path in folder.glob("p*") for line in path.read_text().splitlines()])


def assert_one_process_an_epoch(url: str, acknowledged: list[str]) -> None:
    with psycopg.connect(url) as database:
        rows = database.execute("SELECT position, epoch, cause FROM event ORDER BY position").fetchall()
        owners: dict[str, str] = dict(database.execute("SELECT (shard, epoch)::text, owner FROM lease").fetchall())
    wrote: dict[str, set[str]] = {}
    for position, epoch, cause in rows:
        wrote.setdefault(f"({position % SHARDS},{epoch})", set()).add(cause.split("/")[0])
    assert len(wrote) > SHARDS, "leases changed hands"
    assert wrote == {held: {owners[held]} for held in wrote}, "in each epoch its owner wrote, and nobody else"
    there = {position: (epoch, cause.split("/")[0]) for position, epoch, cause in rows}
    told = [line.split() for line in acknowledged]
    assert len(told) > SHARDS
    for position, _epoch, name in told:
        assert there[int(position)][1] == name, "what was acknowledged is there"
    assert len({position for position, _, _ in told}) == len(told)
