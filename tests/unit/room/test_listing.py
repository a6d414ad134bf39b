"""The waiting lists follow the tables, by functions of both: asked again, they ask for nothing that has been done."""

from datetime import UTC, datetime, timedelta

from pokerroom.room import lists
from pokerroom.room.lists import Lists, Wanted, commands as on_lists
from pokerroom.room.processes.listing import (
    Listing,
    next_call,
    reconciled,
    seat_held,
    seat_released,
    table_listed,
)
from pokerroom.room.tables import TABLES
from pokerroom.rules.refusal import Refusal
from pokerroom.rules.staff import Official, Position
from pokerroom.table import seating
from pokerroom.table.seating import Table, commands as at_table
from tests.unit.room.house import staged

AT = datetime(2026, 3, 1, 20, tzinfo=UTC)
FLOOR = Official("Flo", Position.FLOORPERSON)
LOW, HIGH = Wanted("hold-em", "$2-$4 limit"), Wanted("hold-em", "$4-$8 limit")


def open_table(*players: str) -> Table:
    """An open table where these have seats, from the first on."""
    house = staged(players=0)
    house.seat("4", list(players))
    return house.room.state(TABLES, "4")


def listing() -> Listing:
    return Listing(Lists(), AT, FLOOR)


def done(now: Listing, commands: list[on_lists.Command]) -> Listing:
    """Every one of them is taken by the lists."""
    state = now.lists
    for command in commands:
        outcome = lists.perform(state, command)
        assert not isinstance(outcome, Refusal), outcome
        state = outcome[0]
    return now._replace(lists=state)


def test_an_open_table_is_listed_with_those_who_sit_there_and_then_there_is_nothing_to_do() -> None:
    table = open_table("ann", "ben")
    now = listing()
    commands = reconciled(now, {"4": table}, {"4": LOW})
    assert [type(each) for each in commands] == [on_lists.AddTable, on_lists.TakeSeat, on_lists.TakeSeat]
    now = done(now, commands)
    assert {player: seated.place.seat for player, seated in now.lists.seated.items()} == {"ann": 0, "ben": 1}
    assert reconciled(now, {"4": table}, {"4": LOW}) == []


def test_a_stop_after_the_lists_gave_a_seat_and_before_the_table_did_is_undone() -> None:
    table = open_table("ann", "ben")
    now = listing()
    now = done(now, reconciled(now, {"4": table}, {"4": LOW}))
    now = done(now, [seat_held("cat", "4", 3, AT)])
    (released,) = reconciled(now, {"4": table}, {"4": LOW})
    assert released == on_lists.LeaveSeat(at=AT, by="cat", player="cat", table="4")
    assert reconciled(done(now, [released]), {"4": table}, {"4": LOW}) == []


def test_whoever_sits_keeps_the_seat_when_the_limits_change_and_others_wait_for_the_new_ones() -> None:
    table = open_table("ann", "ben")
    now = listing()
    now = done(now, reconciled(now, {"4": table}, {"4": LOW}))
    now = done(now, [on_lists.OpenList(at=AT, by=FLOOR, wanted=HIGH)])
    now = done(now, [on_lists.Join(at=AT, by="wes", player="wes", name="Wes", wanted=HIGH)])
    commands = table_listed(now, table, HIGH)
    assert [type(each) for each in commands] == [on_lists.RelistTable], "in between, others could be called there"
    now = done(now, commands)
    assert {player: seated.place.seat for player, seated in now.lists.seated.items()} == {"ann": 0, "ben": 1}
    assert table_listed(now, table, HIGH) == []


def test_a_closed_table_leaves_the_lists() -> None:
    table = open_table()
    now = listing()
    now = done(now, table_listed(now, table, LOW))
    now = done(now, table_listed(now, table, None))
    assert "4" not in now.lists.tables
    assert table_listed(now, table, None) == []


def test_a_seat_that_was_never_given_is_not_released() -> None:
    assert seat_released(Lists(), "ann", "4", AT) == []


def test_whoever_waits_is_called_while_a_seat_is_free_and_not_to_a_table_left_out() -> None:
    table = open_table("ann", "ben")
    now = listing()
    now = done(now, reconciled(now, {"4": table}, {"4": LOW}))
    assert next_call(now) is None
    for player in ("wes", "xia"):
        now = done(now, [on_lists.Join(at=AT, by=player, player=player, name=player, wanted=LOW)])
    called = []
    while (call := next_call(now)) is not None:
        now = done(now, [call])
        called.append(call.table)
    assert called == ["4"] * len(now.lists.holds)
    assert next_call(now._replace(at=AT + timedelta(hours=1)), but={"4"}) is None


def test_a_table_takes_whom_the_lists_hold_a_seat_for() -> None:
    table = open_table("ann", "ben")
    now = listing()
    now = done(now, reconciled(now, {"4": table}, {"4": LOW}))
    now = done(now, [seat_held("cat", "4", 3, AT)])
    assert table.at is not None
    asked = at_table.TakeSeat(by="cat", at=table.at, player="cat", seat=3, amount=10_000)
    outcome = seating.perform(table, asked)
    assert not isinstance(outcome, Refusal)
    assert reconciled(now, {"4": outcome[0]}, {"4": LOW}) == []
