"""What the room may rely on, whichever store it is given."""

from datetime import datetime, timedelta, timezone

import pytest
from msgspec.structs import replace

from pokerroom.log import beginning, enclose, head_of, verify
from pokerroom.room.ports import Batch, ChainBroken, CommandRepeated, EventStore, Row, StoreError, StreamConflict
from pokerroom.store import sql
from tests.contract.recording import NOON, batch, bodies, events, record


def test_an_empty_store_holds_nothing(store: EventStore) -> None:
    assert store.heads() == {}
    assert list(store.read("table/1")) == []
    assert list(store.read_all()) == []
    assert store.caused("table/1", "c") == ()
    assert store.row("seats", "1") is None
    assert list(store.rows("seats")) == []


def test_what_is_appended_is_read_back_as_it_was(store: EventStore) -> None:
    stored = batch("table/1", "c-1", 5, 7)
    assert store.append(stored) == (2,)
    assert [each.envelope for each in store.read("table/1")] == list(stored.envelopes)
    assert store.heads() == {"table/1": head_of(stored.envelopes[-1])}
    assert list(verify(each.envelope for each in store.read("table/1"))) == []


def test_every_byte_and_letter_survives(store: EventStore) -> None:
    elsewhere = timezone(timedelta(hours=-5))
    envelope = enclose(
        beginning("table/Zoë ♠"),
        at=datetime(2026, 3, 1, 7, 0, 0, 123457, tzinfo=elsewhere),
        by="Zoë 'ok' %s ?",
        cause="c:1",
        tag="Paid",
        version=3,
        body=bytes(range(256)),
    )
    store.append(Batch((envelope,), (Row("näme", "kéy", bytes(range(256))),)))
    assert [each.envelope for each in store.read("table/Zoë ♠")] == [envelope]
    assert store.row("näme", "kéy") == bytes(range(256))


@pytest.mark.parametrize("megabytes", [3, 24])
def test_a_row_of_many_megabytes_is_stored(store: EventStore, megabytes: int) -> None:
    """The checkpoint of a busy room is one."""
    value = bytes(megabytes << 20)
    store.append(Batch(batch("table/1", "c-1", 5).envelopes, (Row("checkpoint", "", value),)))
    store.append(Batch((), (Row("checkpoint", "", value[1:]),)))
    assert store.row("checkpoint", "") == value[1:]


def test_a_stream_is_read_from_any_place_in_it(store: EventStore) -> None:
    record(store, "table/1", (1, 2, 3), (4,))
    assert bodies(store, "table/1", after=2) == [b'{"amount":3}', b'{"amount":4}']
    assert bodies(store, "table/1", after=4) == []


def test_all_streams_are_read_in_the_order_of_their_commits(store: EventStore) -> None:
    record(store, "table/2", (1,))
    record(store, "table/1", (2, 3))
    record(store, "table/2", (4,))
    read = [(each.position, each.envelope.stream, each.envelope.sequence) for each in store.read_all()]
    assert read == [(1, "table/2", 1), (2, "table/1", 1), (3, "table/1", 2), (4, "table/2", 2)]
    assert [each.position for each in store.read_all(after=2)] == [3, 4]


def test_reading_goes_on_over_pages(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "PAGE", 3)
    record(store, "table/1", tuple(range(10)))
    record(store, "table/2", (1,))
    store.append(Batch((), tuple(Row("seats", f"{seat}", b"x") for seat in range(8))))
    assert [each.envelope.sequence for each in store.read("table/1")] == list(range(1, 11))
    assert [each.position for each in store.read_all()] == list(range(1, 12))
    assert [key for key, _ in store.rows("seats")] == [str(seat) for seat in range(8)]


def test_a_reader_that_stops_half_way_holds_nobody_up(store: EventStore) -> None:
    head = record(store, "table/1", (1, 2, 3))
    reading = store.read("table/1")
    next(reading)
    store.append(batch(head, "later", 4))
    assert [each.envelope.sequence for each in reading][:2] == [2, 3]


def test_heads_are_the_last_event_of_every_stream(store: EventStore) -> None:
    expected = {stream: record(store, stream, (1,), (2, 3)) for stream in ("ledger", "table/1", "table/10", "Åbo")}
    assert store.heads() == expected
    assert {head.sequence for head in store.heads().values()} == {3}


def test_a_place_in_a_stream_is_taken_once(store: EventStore) -> None:
    head = record(store, "table/1", (1,))
    store.append(batch(head, "ours", 2))
    with pytest.raises(StreamConflict) as conflict:
        store.append(batch(head, "theirs", 3))
    assert (conflict.value.stream, conflict.value.sequence) == ("table/1", 2)
    assert bodies(store, "table/1") == [b'{"amount":1}', b'{"amount":2}']


def test_no_event_is_stored_after_one_that_is_not_there(store: EventStore) -> None:
    first = events(beginning("table/1"), "lost", 1)
    with pytest.raises(StreamConflict):
        store.append(batch(head_of(first[0]), "c-2", 2))
    assert store.heads() == {}


def test_no_event_follows_another_past_than_the_stored_one(store: EventStore) -> None:
    record(store, "table/1", (1,))
    other = events(beginning("table/1"), "elsewhere", 99)
    with pytest.raises(StreamConflict):
        store.append(batch(head_of(other[-1]), "c-2", 2))
    assert bodies(store, "table/1") == [b'{"amount":1}']


def test_events_of_a_batch_that_do_not_follow_one_another_are_refused(store: EventStore) -> None:
    first, second = events(beginning("table/1"), "c-1", 1, 2)
    for broken in ((first, replace(second, body=b"{}")), (first, first), (second, first)):
        with pytest.raises((ChainBroken, StreamConflict)):
            store.append(Batch(broken))  # Most are no batch to begin with.
    with pytest.raises(StreamConflict):
        store.append(Batch((replace(first, body=b"{}"),)))
    assert list(store.read_all()) == []


def test_a_batch_is_stored_whole_or_not_at_all(store: EventStore) -> None:
    head = record(store, "table/1", (1,))
    stale = Batch(
        (*events(beginning("ledger"), "c-9", 5, 6), *events(beginning("table/1"), "c-9", 7)),
        (Row("seats", "1", b"ada"),),
    )
    with pytest.raises(StreamConflict):
        store.append(stale)
    assert store.heads() == {"table/1": head}
    assert store.row("seats", "1") is None
    # Nor does it leave a hole in the order of commits.
    record(store, "ledger", (8,))
    assert [each.position for each in store.read_all()] == [1, 2]


def test_batches_appended_together_stand_or_fall_together(store: EventStore) -> None:
    good, bad = batch("table/1", "c-1", 1), batch(head_of(events(beginning("table/2"), "x", 0)[0]), "c-2", 2)
    with pytest.raises(StreamConflict):
        store.append(good, bad)
    assert store.heads() == {}
    assert store.append(good, batch("table/2", "c-2", 2)) == (1, 2)


def test_a_command_stored_before_is_reported_and_not_applied_twice(store: EventStore) -> None:
    head = record(store, "table/1", (1,))
    stored = batch(head, "bet-7", 2, 3)
    store.append(stored)
    for retried in (stored, batch(store.heads()["table/1"], "bet-7", 2, 3)):
        with pytest.raises(CommandRepeated) as repeated:
            store.append(retried)
        assert (repeated.value.stream, repeated.value.cause) == ("table/1", "bet-7")
    assert len(bodies(store, "table/1")) == 3


def test_what_a_command_led_to_can_be_told_again(store: EventStore) -> None:
    head = record(store, "table/1", (1,))
    stored = batch(head, "bet-7", 2, 3)
    store.append(stored)
    record(store, "table/1", (4,))
    assert tuple(each.envelope for each in store.caused("table/1", "bet-7")) == stored.envelopes
    assert [each.position for each in store.caused("table/1", "bet-7")] == [2, 3]
    assert store.caused("table/2", "bet-7") == ()


def test_one_command_may_reach_several_streams(store: EventStore) -> None:
    both = Batch((*events(beginning("table/1"), "c-1", 1), *events(beginning("ledger"), "c-1", 2, 3)))
    assert store.append(both) == (3,)
    assert len(store.caused("table/1", "c-1")) == 1
    assert len(store.caused("ledger", "c-1")) == 2


def test_a_command_does_not_come_back_within_what_is_appended_together(store: EventStore) -> None:
    first = events(beginning("table/1"), "c-1", 1)
    second = events(head_of(first[0]), "c-2", 2)
    third = events(head_of(second[0]), "c-1", 3)
    for batches in ((Batch((*first, *second, *third)),), (Batch(first), Batch(second), Batch(third))):
        with pytest.raises(CommandRepeated):
            store.append(*batches)
    assert store.heads() == {}


def test_rows_are_written_with_their_events_replaced_and_removed(store: EventStore) -> None:
    head = record(store, "table/1", (1,))
    store.append(
        batch(head, "sit", 2, rows=(Row("seats", "2", b"bo"), Row("seats", "10", b"cy"), Row("seats", "", b"-")))
    )
    assert list(store.rows("seats")) == [("", b"-"), ("10", b"cy"), ("2", b"bo")]
    change = (Row("seats", "2", b"di"), Row("seats", "10", None), Row("stakes", "2", b"500"))
    store.append(batch(store.heads()["table/1"], "move", 3, rows=change))
    assert list(store.rows("seats")) == [("", b"-"), ("2", b"di")]
    assert store.row("seats", "10") is None
    assert store.row("stakes", "2") == b"500"


def test_of_rows_with_one_key_the_last_counts(store: EventStore) -> None:
    store.append(
        batch("table/1", "c-1", 1, rows=(Row("seats", "1", b"ada"), Row("seats", "1", None), Row("seats", "1", b"bo"))),
        batch("table/2", "c-2", 1, rows=(Row("seats", "1", b"cy"),)),
    )
    assert list(store.rows("seats")) == [("1", b"cy")]


def test_keys_sort_alike_everywhere(store: EventStore) -> None:
    keys = ["a", "B", "á", "Z", "_", "10", "2", "\U0001d538", "\uffee"]
    store.append(Batch((), tuple(Row("order", key, b"") for key in keys)))
    assert [key for key, _ in store.rows("order")] == sorted(keys)


def test_what_went_wrong_is_a_store_error_that_names_it(store: EventStore) -> None:
    head = record(store, "table/1", (1,))
    store.append(batch(head, "ours", 2))
    with pytest.raises(StoreError, match="event 2 of 'table/1'"):
        store.append(batch(head, "theirs", 3))
    with pytest.raises(StoreError, match="command 'ours' is stored in 'table/1' already"):
        store.append(batch(head, "ours", 2))


def test_a_stream_s_time_is_the_moment_not_the_zone(store: EventStore) -> None:
    local = enclose(
        beginning("table/1"),
        at=NOON.astimezone(timezone(timedelta(hours=9))),
        by="ada",
        cause="c",
        tag="Paid",
        version=1,
        body=b"",
    )
    store.append(Batch((local,)))
    (read,) = store.read("table/1")
    assert read.envelope.at == NOON
    assert read.envelope == local
