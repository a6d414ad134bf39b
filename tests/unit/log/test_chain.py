import random
from datetime import UTC, datetime

from msgspec.structs import replace

from pokerroom.log import Envelope, Fault, Tampering, beginning, enclose, head_of, verify
from pokerroom.log.chain import WINDOW

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def stream(length: int) -> list[Envelope]:
    head, made = beginning("table/1"), []
    for number in range(length):
        made.append(enclose(head, at=NOON, by="ada", cause=f"c-{number}", tag="Paid", version=1, body=b"%d" % number))
        head = head_of(made[-1])
    return made


def found(envelopes: list[Envelope]) -> list[tuple[int, Tampering]]:
    return [(fault.sequence, fault.what) for fault in verify(envelopes)]


def moved(envelopes: list[Envelope], order: list[int]) -> list[Envelope]:
    """Each place holds the event of another, under its own number."""
    return [replace(envelopes[source], sequence=place) for place, source in enumerate(order, start=1)]


def test_a_stream_as_it_was_recorded_has_no_fault() -> None:
    assert found(stream(200)) == []
    assert found([]) == []


def test_a_changed_event_is_named_and_no_other() -> None:
    for place in (0, 4, 9):
        changed = stream(10)
        changed[place] = replace(changed[place], body=b"more")
        assert found(changed) == [(place + 1, Tampering.CHANGED)]


def test_a_changed_hash_is_named_and_no_other() -> None:
    changed = stream(10)
    changed[4] = replace(changed[4], hash=bytes(32))
    assert found(changed) == [(5, Tampering.CHANGED)]


def test_two_changed_neighbors_are_both_named() -> None:
    changed = stream(10)
    changed[4], changed[5] = replace(changed[4], by="eve"), replace(changed[5], by="eve")
    assert found(changed) == [(5, Tampering.CHANGED), (6, Tampering.CHANGED)]


def test_a_removed_event_is_named() -> None:
    events = stream(10)
    assert found(events[:3] + events[4:]) == [(4, Tampering.REMOVED)]
    assert found(events[1:]) == [(1, Tampering.REMOVED)]
    (fault,) = verify(events[:3] + events[6:])
    assert str(fault) == "table/1, event 4: removed: it and the 2 after it are not there"


def test_events_put_in_each_other_s_place_are_named() -> None:
    swapped = moved(stream(10), [0, 1, 2, 4, 3, 5, 6, 7, 8, 9])
    assert sorted(found(swapped)) == [(4, Tampering.REORDERED), (5, Tampering.REORDERED)]
    far = moved(stream(10), [0, 7, 2, 3, 4, 5, 6, 1, 8, 9])
    assert sorted(found(far)) == [(2, Tampering.REORDERED), (8, Tampering.REORDERED)]


def test_an_event_that_stands_twice_is_named() -> None:
    events = stream(5)
    assert (2, Tampering.REPEATED) in found([*events[:2], events[1], *events[2:]])


def test_an_event_removed_and_the_rest_renumbered_is_found() -> None:
    closed = moved(stream(4 * WINDOW), [0, 1, *range(3, 4 * WINDOW)])
    assert found(closed)[0] == (3, Tampering.CHANGED)


def test_whatever_is_done_to_a_stream_is_found() -> None:
    dice = random.Random(5)
    for _ in range(200):
        events = stream(30)
        place = dice.randrange(30)
        match dice.randrange(4):
            case 0:
                body = bytearray(events[place].body)
                body[dice.randrange(len(body))] ^= 1 << dice.randrange(8)
                events[place] = replace(events[place], body=bytes(body))
            case 1:
                # The last one's absence is for the signed heads to tell.
                del events[dice.randrange(29)]
            case 2:
                other = dice.choice([each for each in range(30) if each != place])
                order = list(range(30))
                order[place], order[other] = other, place
                events = moved(events, order)
            case _:
                events[place] = replace(events[place], hash=dice.randbytes(32))
        assert found(events)


def test_a_fault_says_where_it_is_and_what() -> None:
    assert str(Fault("table/1", 5, Tampering.CHANGED, "Paid is not what was recorded")) == (
        "table/1, event 5: changed: Paid is not what was recorded"
    )
