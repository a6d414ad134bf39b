"""What the floor does with the lists: tables that open and go, seats locked up, players barred, rules of the house."""

from datetime import timedelta
from typing import Any

import pytest

from pokerroom.room.lists import Fate, ListLength, ListRules, Queue, lengths
from pokerroom.room.lists.commands import (
    Accept,
    AddTable,
    Bar,
    CallNext,
    CloseList,
    Decline,
    Join,
    LockSeat,
    OpenInterest,
    OpenList,
    Reinstate,
    ReleaseSeat,
    RemoveTable,
    RequestChange,
    SetRules,
    TakeSeat,
)
from pokerroom.room.lists.events import ListClosed, ListOpened, SatDown, SeatLocked
from pokerroom.room.refusals import Code
from pokerroom.rules.editions import NJAC_13_69F
from tests.unit.room.floor import BRUSH, CHIEF, FLOOR, HOLD_EM, OMAHA, Floor, fed_table, full_table, one_seat


def test_what_table_can_be_added_and_fed() -> None:
    floor = full_table()
    floor.refused(Code.TABLE_KNOWN, AddTable, table="T1", wanted=HOLD_EM, seats=9)
    floor.refused(Code.NO_SEATS, AddTable, table="T2", wanted=HOLD_EM, seats=1)
    floor.refused(Code.CANNOT_FEED, AddTable, table="T2", wanted=HOLD_EM, seats=9, feeds="T9")
    floor.refused(Code.CANNOT_FEED, AddTable, table="T2", wanted=HOLD_EM, seats=9, feeds="T2")
    floor.refused(Code.CANNOT_FEED, AddTable, table="T2", wanted=OMAHA, seats=9, feeds="T1")
    floor.refused(Code.NO_SUCH_TABLE, RemoveTable, table="T2")


def test_a_table_that_goes_takes_its_offers_along_and_nobodys_place() -> None:
    floor = one_seat("ada", "bob")
    floor.open("T2")
    floor.call("T1")
    floor.do(RemoveTable, table="T1")
    assert floor.called() == {}
    assert floor.line() == ("ada", "bob")
    assert floor.lists.seated == {}
    assert floor.call("T2") == "ada"


def test_an_interest_list_becomes_a_waiting_list_in_its_order_when_the_game_opens() -> None:
    floor = Floor()
    floor.do(OpenInterest, wanted=OMAHA)
    floor.refused(Code.LIST_OPEN, OpenInterest, wanted=OMAHA)
    floor.join("ada", "bob", wanted=OMAHA)
    assert not floor.lists.lists[OMAHA].is_open
    floor.open("T1", OMAHA)
    assert floor.last(ListOpened).interested == ("ada", "bob")
    assert floor.lists.lists[OMAHA].is_open
    assert [floor.call("T1"), floor.call("T1")] == ["ada", "bob"]


def test_a_list_may_open_before_its_table_and_closes_only_without_one() -> None:
    floor = Floor()
    floor.refused(Code.NO_SUCH_LIST, CloseList, wanted=OMAHA)
    floor.do(OpenList, wanted=OMAHA)
    floor.refused(Code.LIST_OPEN, OpenList, wanted=OMAHA)
    floor.join("ada", wanted=OMAHA)
    floor.open("T1", OMAHA)
    floor.refused(Code.LIST_IN_USE, CloseList, wanted=OMAHA)
    floor.do(RemoveTable, table="T1")
    floor.do(CloseList, wanted=OMAHA)
    assert floor.last(ListClosed).waiting == ("ada",)
    assert floor.lists.lists == {}


def lock(
    floor: Floor, player: str, *, minutes: float = 20, seat: int = 0, reason: str = "on the way"
) -> dict[str, Any]:
    until = floor.now + timedelta(minutes=minutes)
    return {"player": player, "table": "T1", "seat": seat, "until": until, "reason": reason, "by": FLOOR}


def test_a_locked_up_seat_is_for_one_person_until_its_time() -> None:
    floor = one_seat("ada")
    floor.do(LockSeat, **lock(floor, "zoe"))
    assert floor.last(SeatLocked).reason == "on the way"
    floor.refused(Code.NO_VACANT_SEAT, CallNext, by=BRUSH, table="T1")
    floor.refused(Code.SEAT_HELD, TakeSeat, player="ada", table="T1", seat=0)
    floor.minutes_go_by(20)
    floor.expire()
    assert floor.called() == {}
    assert floor.call("T1") == "ada"


def test_the_person_a_seat_is_locked_up_for_takes_it() -> None:
    floor = one_seat("ada")
    floor.do(LockSeat, **lock(floor, "zoe"))
    floor.do(TakeSeat, player="zoe", table="T1", seat=0)
    assert floor.last(SatDown).held
    assert floor.line() == ("ada",)


def test_a_lock_up_can_be_ended_and_an_offer_cannot_be_ended_as_one() -> None:
    floor = one_seat("ada")
    floor.refused(Code.SEAT_NOT_LOCKED, ReleaseSeat, table="T1", seat=0)
    floor.do(LockSeat, **lock(floor, "zoe"))
    floor.refused(Code.NO_OFFER, Accept, player="zoe", table="T1", seat=0)
    floor.do(ReleaseSeat, table="T1", seat=0)
    floor.call("T1")
    floor.refused(Code.SEAT_NOT_LOCKED, ReleaseSeat, table="T1", seat=0)


def test_what_seat_can_be_locked_up_and_how_long() -> None:
    floor = one_seat("ada")
    floor.refused(Code.NO_REASON, LockSeat, **lock(floor, "zoe", reason=" "))
    floor.refused(Code.SEAT_TAKEN, LockSeat, **lock(floor, "zoe", seat=1))
    floor.refused(Code.ALREADY_SEATED, LockSeat, **lock(floor, "yves"))
    floor.refused(Code.NOT_A_TIME_AHEAD, LockSeat, **lock(floor, "zoe", minutes=0))
    floor.refused(Code.HELD_TOO_LONG, LockSeat, **lock(floor, "zoe", minutes=60.1))
    floor.do(LockSeat, **lock(floor, "zoe", minutes=60))
    floor.leaves("yves")
    floor.refused(Code.HOLDS_ANOTHER, LockSeat, **lock(floor, "zoe", seat=1))
    floor.refused(Code.HOLDS_ANOTHER, TakeSeat, player="zoe", table="T1", seat=1)


def test_a_barred_player_is_off_every_list_and_gets_no_seat() -> None:
    floor = one_seat("ada", "bob")
    floor.call("T1")
    required = NJAC_13_69F.cite("14.16(b)")
    floor.refused(Code.NO_REASON, Bar, by=FLOOR, player="ada", reason="")
    floor.do(Bar, by=FLOOR, player="ada", reason="required to leave table 4", rule=required)
    assert floor.line() == ("bob",)
    assert floor.called() == {"bob": ("T1", 0)}
    refusal = floor.refused(Code.BARRED, Join, player="ada", name="Ada", wanted=HOLD_EM)
    assert str(refusal) == f"ada may not play here: required to leave table 4 ({required})"
    floor.leaves("yves")
    floor.refused(Code.BARRED, TakeSeat, player="ada", table="T1", seat=1)
    floor.refused(Code.BARRED, LockSeat, **lock(floor, "ada", seat=1))
    floor.do(Reinstate, by=FLOOR, player="ada")
    floor.refused(Code.NOT_BARRED, Reinstate, by=FLOOR, player="ada")
    floor.join("ada")


def test_a_barred_player_still_in_his_seat_does_not_move() -> None:
    floor = fed_table()
    floor.do(Bar, by=FLOOR, player="uma", reason="excluded")
    floor.refused(Code.BARRED, RequestChange, player="uma")
    floor.leaves("xan")
    assert floor.called() == {"vic": ("T1", 0)}


def test_the_board_says_which_lists_are_open_and_how_long() -> None:
    floor = full_table("ada")
    floor.do(OpenInterest, wanted=OMAHA)
    floor.minutes_go_by(7)
    floor.join("bob")
    assert lengths(floor.lists, floor.now) == (
        ListLength(HOLD_EM, is_open=True, waiting=2, longest=timedelta(minutes=7)),
        ListLength(OMAHA, is_open=False, waiting=0, longest=None),
    )


@pytest.mark.parametrize(
    "rules",
    [
        {"order": (Queue.LIST, Queue.TABLE_CHANGE)},
        {"order": (Queue.LIST, Queue.LIST, Queue.MUST_MOVE)},
        {"offer_minutes": 0},
        {"lists_most": 0},
        {"move_refused": Fate.KEEPS},
    ],
)
def test_rules_that_make_no_order_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        ListRules(**rules)


def test_new_rules_hold_for_offers_made_before() -> None:
    floor = one_seat("ada", "bob")
    floor.call("T1")
    floor.do(SetRules, by=CHIEF, rules=ListRules(declined=Fate.LOSES))
    floor.answer(Decline, "ada")
    assert floor.line() == ("bob",)
