"""Waiting lists: who is called, what becomes of an offer, and who may sit down."""

from datetime import datetime, timedelta

import pytest

from pokerroom.room.lists import Fate, How, ListRules, Passed, PassedFor, Place, Queue, due
from pokerroom.room.lists.commands import (
    Accept,
    Bar,
    CallNext,
    Decline,
    Expire,
    Join,
    LeaveList,
    LeaveSeat,
    LockSeat,
    NoteNoShow,
    OpenInterest,
    RemoveTable,
    SetRules,
    TakeSeat,
)
from pokerroom.room.lists.events import PlayerJoined, SatDown, SeatLetGo, SeatOffered
from pokerroom.room.refusals import Code
from tests.unit.room.floor import BRUSH, FLOOR, HOLD_EM, NOON, OMAHA, Floor, full_table, one_seat


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


def test_looking_at_the_clock_is_for_anybody_and_records_nothing_when_nothing_is_due() -> None:
    floor = one_seat("ada")
    assert floor.do(Expire, by="the clock") == ()
