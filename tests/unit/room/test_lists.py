"""Waiting lists: who is called, what becomes of an offer, and who may sit down."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from pokerroom.room.lists import Fate, How, ListLength, ListRules, Passed, PassedFor, Place, Queue, due, lengths
from pokerroom.room.lists.commands import (
    Accept,
    AddTable,
    Bar,
    CallNext,
    CancelChange,
    CloseList,
    Decline,
    Expire,
    Join,
    LeaveList,
    LeaveSeat,
    LockSeat,
    NoteNoShow,
    OpenInterest,
    OpenList,
    Reinstate,
    ReleaseSeat,
    RemoveTable,
    RequestChange,
    SetRules,
    TakeSeat,
)
from pokerroom.room.lists.events import (
    ListClosed,
    ListOpened,
    PlayerJoined,
    SatDown,
    SeatLetGo,
    SeatLocked,
    SeatOffered,
)
from pokerroom.room.refusals import Code
from pokerroom.rules.editions import NJAC_13_69F
from tests.unit.room.floor import BRUSH, CHIEF, FLOOR, HOLD_EM, NOON, OMAHA, Floor


def full_table(*waiting: str, **rules: Any) -> Floor:
    """Table T1 with Xan and Yves at its two seats, and these people on the list."""
    floor = Floor(**rules)
    floor.open("T1")
    floor.sit("T1", "xan", "yves")
    floor.join(*waiting)
    return floor


def one_seat(*waiting: str, **rules: Any) -> Floor:
    """The same, after Xan has left the seat numbered 0."""
    floor = full_table(*waiting, **rules)
    floor.leaves("xan")
    return floor


def test_whoever_joined_first_is_called_first() -> None:
    floor = one_seat("ada", "bob")
    assert floor.call("T1") == "ada"
    assert floor.called() == {"ada": ("T1", 0)}
    event = floor.last(SeatOffered)
    assert (event.queue, event.passed) == (Queue.LIST, ())
    assert event.until == NOON + timedelta(minutes=5)


def test_nobody_is_on_a_list_twice_but_may_be_on_two() -> None:
    floor = full_table("ada")
    floor.open("T2", OMAHA)
    refusal = floor.refused(Code.ALREADY_WAITING, Join, player="ada", name="Ada", wanted=HOLD_EM)
    assert str(refusal) == "ada is on the list for hold-em $2-$4 already"
    floor.join("ada", wanted=OMAHA)
    assert floor.line(OMAHA) == ("ada",)


def test_the_house_may_limit_how_many_lists_one_is_on() -> None:
    floor = full_table("ada", lists_most=1)
    floor.open("T2", OMAHA)
    floor.refused(Code.TOO_MANY_LISTS, Join, player="ada", name="Ada", wanted=OMAHA)


def test_joining_needs_a_name_to_call_and_a_list_and_no_seat_in_that_game() -> None:
    floor = full_table()
    floor.refused(Code.NO_NAME, Join, player="ada", name=" ", wanted=HOLD_EM)
    floor.refused(Code.NO_SUCH_LIST, Join, player="ada", name="Ada", wanted=OMAHA)
    floor.refused(Code.ALREADY_SEATED, Join, player="xan", name="Xan", wanted=HOLD_EM)


def test_the_record_keeps_name_and_phone() -> None:
    floor = full_table()
    floor.do(Join, player="ada", name="Ada L.", phone="555-0101", wanted=HOLD_EM)
    event = floor.last(PlayerJoined)
    assert (event.name, event.phone) == ("Ada L.", "555-0101")


def test_a_player_acts_for_himself_only_and_staff_for_anybody() -> None:
    floor = full_table()
    floor.refused(Code.NOT_FOR_ANOTHER, Join, by="bob", player="ada", name="Ada", wanted=HOLD_EM)
    floor.do(Join, by=BRUSH, player="ada", name="Ada", wanted=HOLD_EM)


def test_what_is_for_staff_is_refused_to_players_and_to_those_below_the_position() -> None:
    floor = one_seat("ada")
    floor.refused(Code.NO_AUTHORITY, CallNext, by="ada", table="T1")
    floor.refused(Code.NO_AUTHORITY, Bar, by=BRUSH, player="ada", reason="cheating")
    floor.refused(Code.NO_AUTHORITY, SetRules, by=FLOOR, rules=ListRules())
    until = floor.now + timedelta(minutes=5)
    lock = {"player": "ada", "table": "T1", "seat": 0, "until": until, "reason": "a regular"}
    floor.refused(Code.NO_AUTHORITY, LockSeat, by="ada", **lock)


def test_times_need_a_zone_and_only_go_forward() -> None:
    floor = one_seat("ada")
    floor.now = NOON - timedelta(minutes=1)
    floor.refused(Code.RECORDED_LATER, CallNext, by=BRUSH, table="T1")
    floor.now = datetime(2026, 3, 1, 13)  # noqa: DTZ001
    floor.refused(Code.NO_TIME_ZONE, CallNext, by=BRUSH, table="T1")


def test_a_call_needs_a_vacant_seat_and_somebody_to_call() -> None:
    floor = full_table("ada")
    floor.refused(Code.NO_VACANT_SEAT, CallNext, by=BRUSH, table="T1")
    floor.refused(Code.SEAT_TAKEN, CallNext, by=BRUSH, table="T1", seat=0)
    floor.refused(Code.NO_SUCH_SEAT, CallNext, by=BRUSH, table="T1", seat=2)
    floor.refused(Code.NO_SUCH_TABLE, CallNext, by=BRUSH, table="T9")
    floor.leaves("xan")
    floor.call("T1")
    floor.refused(Code.NO_VACANT_SEAT, CallNext, by=BRUSH, table="T1")
    floor.refused(Code.SEAT_HELD, CallNext, by=BRUSH, table="T1", seat=0)
    floor.leaves("yves")
    floor.refused(Code.NOBODY_WAITS, CallNext, by=BRUSH, table="T1")


def test_an_accepted_seat_is_kept_until_the_player_comes() -> None:
    floor = one_seat("ada", "bob")
    floor.call("T1")
    floor.minutes_go_by(4)
    floor.answer(Accept, "ada")
    assert due(floor.lists) == floor.now + timedelta(minutes=10)
    floor.refused(Code.ALREADY_ACCEPTED, Accept, player="ada", table="T1", seat=0)
    floor.refused(Code.SEAT_HELD, TakeSeat, player="bob", table="T1", seat=0)
    floor.minutes_go_by(9)
    floor.do(TakeSeat, player="ada", table="T1", seat=0)
    assert floor.last(SatDown).held
    assert floor.line() == ("bob",)
    assert floor.called() == {}


def test_only_the_one_who_was_called_can_answer_and_only_for_that_seat() -> None:
    floor = one_seat("ada", "bob")
    floor.call("T1")
    floor.refused(Code.NO_OFFER, Accept, player="bob", table="T1", seat=0)
    floor.refused(Code.NO_OFFER, Accept, player="ada", table="T1", seat=1)
    floor.refused(Code.NOT_FOR_ANOTHER, Decline, by="bob", player="ada", table="T1", seat=0)


@pytest.mark.parametrize(
    ("fate", "line"),
    [(Fate.KEEPS, ("ada", "bob", "cy")), (Fate.GOES_LAST, ("bob", "cy", "ada")), (Fate.LOSES, ("bob", "cy"))],
)
def test_a_declined_seat_passes_on_and_the_place_is_kept_as_the_house_has_it(fate: Fate, line: tuple[str, ...]) -> None:
    floor = one_seat("ada", "bob", "cy", declined=fate)
    floor.call("T1")
    floor.answer(Decline, "ada")
    assert floor.line() == line
    assert floor.called() == {"bob": ("T1", 0)}
    event = floor.last(SeatLetGo)
    assert (event.how, event.fate) == (How.DECLINED, fate)


@pytest.mark.parametrize("fate", Fate)
def test_an_offer_expires_at_its_time_and_passes_on(fate: Fate) -> None:
    floor = one_seat("ada", "bob", expired=fate)
    floor.call("T1")
    floor.minutes_go_by(4.99)
    assert floor.expire() == ()
    floor.minutes_go_by(0.01)
    let_go, offer = floor.expire()
    assert isinstance(let_go, SeatLetGo)
    assert (let_go.player, let_go.how, let_go.fate) == ("ada", How.EXPIRED, fate)
    assert isinstance(offer, SeatOffered)
    assert offer.player == "bob"
    assert offer.until == floor.now + timedelta(minutes=5)


def test_what_expired_is_recorded_with_the_next_command_whatever_it_is() -> None:
    floor = one_seat("ada", "bob")
    floor.call("T1")
    floor.minutes_go_by(8)
    events = floor.do(Join, player="cy", name="Cy", wanted=HOLD_EM)
    assert [type(event) for event in events] == [SeatLetGo, SeatOffered, PlayerJoined]
    assert [event.at - NOON for event in events] == [timedelta(minutes=each) for each in (5, 8, 8)]


def test_an_answer_that_comes_too_late_is_told_so_and_records_nothing() -> None:
    floor = one_seat("ada", "bob")
    floor.call("T1")
    floor.minutes_go_by(5)
    before = floor.lists
    refusal = floor.refused(Code.OFFER_EXPIRED, Accept, player="ada", table="T1", seat=0)
    assert "12:05" in str(refusal)
    assert floor.lists == before


@pytest.mark.parametrize(("fate", "line"), [(Fate.KEEPS, ("ada", "bob")), (Fate.LOSES, ("bob",))])
def test_somebody_who_accepted_and_does_not_come_is_a_no_show(fate: Fate, line: tuple[str, ...]) -> None:
    floor = one_seat("ada", "bob", no_show=fate)
    floor.call("T1")
    floor.answer(Accept, "ada")
    floor.minutes_go_by(10)
    floor.expire()
    assert floor.last(SeatLetGo).how is How.NO_SHOW
    assert floor.line() == line


def test_a_no_show_may_be_noted_before_the_time_is_up() -> None:
    floor = one_seat("ada", "bob")
    floor.call("T1")
    floor.refused(Code.NO_AUTHORITY, NoteNoShow, player="ada", table="T1", seat=0)
    floor.do(NoteNoShow, by=BRUSH, player="ada", table="T1", seat=0)
    assert floor.line() == ("bob",)
    assert floor.called() == {"bob": ("T1", 0)}


def test_a_seat_all_have_let_go_stays_vacant_until_it_is_called_afresh() -> None:
    floor = one_seat("ada", "bob")
    floor.call("T1")
    floor.answer(Decline, "ada")
    assert floor.last(SeatOffered).passed == (Passed("ada", Queue.LIST, PassedFor.LET_IT_GO),)
    floor.answer(Decline, "bob")
    assert floor.called() == {}
    assert floor.call("T1") == "ada"


def test_somebody_with_a_seat_held_is_passed_over_by_name() -> None:
    floor = one_seat("ada", "bob")
    floor.call("T1")
    floor.leaves("yves")
    assert floor.call("T1") == "bob"
    assert floor.last(SeatOffered).passed == (Passed("ada", Queue.LIST, PassedFor.HOLDS_ANOTHER),)


def test_leaving_the_list_gives_up_the_seat_offered_from_it() -> None:
    floor = one_seat("ada", "bob")
    floor.call("T1")
    floor.do(LeaveList, player="ada", wanted=HOLD_EM)
    assert floor.called() == {"bob": ("T1", 0)}
    floor.refused(Code.NOT_WAITING, LeaveList, player="ada", wanted=HOLD_EM)


def test_leaving_one_list_keeps_a_seat_offered_from_another() -> None:
    floor = one_seat("ada")
    floor.open("T2", OMAHA)
    floor.join("ada", wanted=OMAHA)
    floor.call("T1")
    floor.do(LeaveList, player="ada", wanted=OMAHA)
    assert floor.called() == {"ada": ("T1", 0)}


def test_nobody_sits_down_before_those_who_wait() -> None:
    floor = one_seat("ada", "bob")
    refusal = floor.refused(Code.OTHERS_WAIT, TakeSeat, player="zoe", table="T1", seat=0)
    assert "ada is to be called" in str(refusal)
    floor.refused(Code.OTHERS_WAIT, TakeSeat, player="bob", table="T1", seat=0)
    floor.do(TakeSeat, player="ada", table="T1", seat=0)
    assert floor.line() == ("bob",)


def test_a_walk_in_takes_a_seat_nobody_wants() -> None:
    floor = one_seat("ada")
    floor.leaves("yves")
    floor.call("T1")
    floor.do(TakeSeat, player="zoe", table="T1", seat=1)
    event = floor.last(SatDown)
    assert not event.held
    assert event.passed == (Passed("ada", Queue.LIST, PassedFor.HOLDS_ANOTHER),)


def test_one_person_has_one_seat() -> None:
    floor = one_seat()
    floor.refused(Code.ALREADY_SEATED, TakeSeat, player="yves", table="T1", seat=0)
    floor.open("T2", OMAHA)
    floor.refused(Code.ALREADY_SEATED, TakeSeat, player="yves", table="T2", seat=0)
    floor.refused(Code.SEAT_TAKEN, TakeSeat, player="zoe", table="T1", seat=1)
    floor.refused(Code.NOT_SEATED, LeaveSeat, player="xan", table="T1")


def test_somebody_waiting_elsewhere_is_seated_when_called_and_leaves_his_table() -> None:
    floor = one_seat("ada")
    floor.open("T2", OMAHA)
    floor.do(TakeSeat, player="ada", table="T2", seat=0)
    floor.call("T1")
    floor.answer(Accept, "ada")
    floor.do(TakeSeat, player="ada", table="T1", seat=0)
    assert floor.last(SatDown).left == "T2"
    assert Place("T2", 0) in floor.lists.vacant("T2")


def two_tables(*waiting: str, **rules: Any) -> Floor:
    """Xan and Yves at T1, Uma and Vic at T2, of the same game."""
    floor = full_table(**rules)
    floor.open("T2")
    floor.sit("T2", "uma", "vic")
    floor.join(*waiting)
    return floor


@pytest.mark.parametrize(
    ("order", "called"),
    [
        ((Queue.MUST_MOVE, Queue.TABLE_CHANGE, Queue.LIST), "uma"),
        ((Queue.MUST_MOVE, Queue.LIST, Queue.TABLE_CHANGE), "ada"),
    ],
)
def test_the_house_sets_whether_table_changes_come_before_new_players(order: tuple[Queue, ...], called: str) -> None:
    floor = two_tables("ada", order=order)
    floor.do(RequestChange, player="uma")
    floor.leaves("xan")
    assert floor.call("T1") == called


def test_a_table_change_frees_the_seat_left_behind() -> None:
    floor = two_tables("ada")
    floor.do(RequestChange, player="uma", to="T1")
    floor.leaves("xan")
    floor.call("T1")
    floor.do(TakeSeat, player="uma", table="T1", seat=0)
    assert floor.lists.changes == ()
    assert floor.lists.vacant("T2") == (Place("T2", 0),)
    assert floor.call("T2") == "ada"


def test_a_request_for_one_table_is_not_called_to_another() -> None:
    floor = two_tables("ada")
    floor.open("T3")
    floor.do(RequestChange, player="uma", to="T3")
    floor.leaves("xan")
    assert floor.call("T1") == "ada"


def test_what_table_change_can_be_asked_for() -> None:
    floor = two_tables()
    floor.open("T3", OMAHA)
    floor.open("T4", feeds="T1")
    floor.refused(Code.NOT_SEATED, RequestChange, player="ada")
    floor.refused(Code.NO_SUCH_TABLE, RequestChange, player="uma", to="T9")
    floor.refused(Code.ALREADY_SEATED, RequestChange, player="uma", to="T2")
    floor.refused(Code.OTHER_GAME, RequestChange, player="uma", to="T3")
    floor.refused(Code.MUST_MOVE_TABLE, RequestChange, player="uma", to="T4")
    floor.refused(Code.NO_CHANGE_REQUESTED, CancelChange, player="uma")
    floor.do(RequestChange, player="uma")
    floor.refused(Code.CHANGE_REQUESTED, RequestChange, player="uma", to="T1")


def test_a_canceled_change_passes_its_seat_on() -> None:
    floor = two_tables("ada")
    floor.do(RequestChange, player="uma")
    floor.leaves("xan")
    floor.call("T1")
    floor.do(CancelChange, player="uma")
    assert floor.called() == {"ada": ("T1", 0)}


@pytest.mark.parametrize(("fate", "left"), [(Fate.KEEPS, "uma vic"), (Fate.GOES_LAST, "vic uma"), (Fate.LOSES, "vic")])
def test_a_declined_change_keeps_its_place_as_the_house_has_it(fate: Fate, left: str) -> None:
    floor = two_tables(declined=fate)
    floor.do(RequestChange, player="uma")
    floor.do(RequestChange, player="vic")
    floor.leaves("xan")
    floor.call("T1")
    floor.answer(Decline, "uma")
    assert [request.player for request in floor.lists.changes] == left.split()
    assert floor.called() == {"vic": ("T1", 0)}


def fed_table(*waiting: str, **rules: Any) -> Floor:
    """A full main game T1, and a must-move table T2 with Uma, then Vic."""
    floor = full_table(**rules)
    floor.open("T2", feeds="T1")
    floor.sit("T2", "uma", "vic")
    floor.join(*waiting)
    return floor


def test_when_a_seat_opens_in_the_main_game_the_longest_seated_must_move_at_once() -> None:
    floor = fed_table("ada")
    floor.leaves("yves")
    assert floor.called() == {"uma": ("T1", 1)}
    assert floor.last(SeatOffered).queue is Queue.MUST_MOVE
    floor.leaves("xan")
    assert floor.called() == {"uma": ("T1", 1), "vic": ("T1", 0)}
    floor.do(TakeSeat, player="uma", table="T1", seat=1)
    assert floor.last(SatDown).left == "T2"
    assert floor.call("T2") == "ada"


def test_whoever_returns_to_a_must_move_table_is_last_there() -> None:
    floor = fed_table()
    floor.leaves("uma")
    floor.sit("T2", "uma")
    floor.leaves("xan")
    assert floor.called() == {"vic": ("T1", 0)}


def test_whoever_will_not_move_must_leave_and_the_next_moves() -> None:
    floor = fed_table()
    floor.leaves("xan")
    floor.answer(Decline, "uma")
    assert list(floor.lists.must_leave) == ["uma"]
    assert floor.called() == {"vic": ("T1", 0)}
    floor.leaves("uma")
    assert not floor.lists.must_leave


def test_the_house_may_let_whoever_will_not_move_go_last() -> None:
    floor = fed_table(move_refused=Fate.GOES_LAST)
    floor.leaves("xan")
    floor.answer(Decline, "uma")
    assert floor.called() == {"vic": ("T1", 0)}
    assert [each.player for each in floor.lists.seated if each.place.table == "T2"] == ["vic", "uma"]


def test_with_nobody_to_move_a_new_player_is_called_to_the_main_game() -> None:
    floor = fed_table("ada")
    floor.leaves("uma")
    floor.leaves("vic")
    floor.leaves("xan")
    assert floor.called() == {}
    assert floor.call("T1") == "ada"


def test_whoever_leaves_a_must_move_table_gives_up_the_seat_he_was_to_move_to() -> None:
    floor = fed_table()
    floor.leaves("xan")
    floor.leaves("uma")
    assert floor.called() == {"vic": ("T1", 0)}


def test_at_a_must_move_table_nobody_asks_for_another_table() -> None:
    floor = fed_table()
    floor.refused(Code.MUST_MOVE_TABLE, RequestChange, player="uma")


def test_must_move_tables_form_a_chain_that_closes_when_a_table_of_it_goes() -> None:
    floor = fed_table()
    floor.open("T3", feeds="T2")
    floor.sit("T3", "zoe")
    floor.leaves("uma")
    assert floor.called() == {"zoe": ("T2", 0)}
    floor.do(RemoveTable, table="T2")
    assert floor.called() == {}
    assert floor.lists.tables["T3"].feeds == "T1"
    floor.leaves("xan")
    assert floor.called() == {"zoe": ("T1", 0)}


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
    assert floor.lists.seated == ()
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


def test_a_house_that_calls_by_itself_offers_every_vacant_seat_in_order() -> None:
    floor = Floor(call_automatically=True)
    floor.do(OpenInterest, wanted=HOLD_EM)
    floor.join("ada", "bob", "cy")
    floor.open("T1")
    assert floor.called() == {"ada": ("T1", 0), "bob": ("T1", 1)}
    floor.answer(Decline, "ada")
    assert floor.called() == {"bob": ("T1", 1), "cy": ("T1", 0)}
    floor.open("T2")
    assert floor.called() == {"bob": ("T1", 1), "cy": ("T1", 0), "ada": ("T2", 0)}


def test_a_table_that_opens_again_is_offered_to_those_who_let_it_go_before() -> None:
    floor = Floor(call_automatically=True)
    floor.open("T1")
    floor.join("ada")
    floor.answer(Decline, "ada")
    assert floor.called() == {"ada": ("T1", 1)}
    floor.answer(Decline, "ada")
    assert floor.called() == {}
    floor.do(RemoveTable, table="T1")
    floor.open("T1")
    assert floor.called() == {"ada": ("T1", 0)}


def test_without_automatic_calls_nobody_is_called_unasked() -> None:
    floor = full_table("ada")
    floor.leaves("xan")
    assert floor.called() == {}


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


def test_looking_at_the_clock_is_for_anybody_and_records_nothing_when_nothing_is_due() -> None:
    floor = one_seat("ada")
    assert floor.do(Expire, by="the clock") == ()
