"""What a floorperson does beside the order of the house: calls somebody in particular, and makes tables feed others."""

from datetime import timedelta

import pytest

from pokerroom.room.lists import Passed, PassedFor, Place, Queue, expected
from pokerroom.room.lists.commands import CallPlayer, NoteNoShow, RequestChange, SetMustMove, TakeSeat
from pokerroom.room.lists.events import MustMoveSet, SeatOffered
from pokerroom.room.refusals import Code
from tests.unit.room.floor import BRUSH, FLOOR, HOLD_EM, OMAHA, Floor, two_tables


def one_seat_for(*waiting: str) -> Floor:
    floor = two_tables(*waiting)
    floor.leaves("xan")
    return floor


def test_whoever_is_next_is_called_by_name_without_a_reason() -> None:
    floor = one_seat_for("ada", "bob")
    floor.do(CallPlayer, FLOOR, player="ada", table="T1", seat=0)
    offer = floor.last(SeatOffered)
    assert (offer.player, offer.passed, offer.reason) == ("ada", (), "")


def test_nobody_is_passed_over_without_a_reason_and_everybody_who_is_is_named() -> None:
    floor = one_seat_for("ada", "bob", "cy")
    refused = floor.refused(Code.OUT_OF_TURN, CallPlayer, FLOOR, player="cy", table="T1", seat=0)
    assert refused.facts["other"] == "ada"
    floor.do(CallPlayer, FLOOR, player="cy", table="T1", seat=0, reason="needs the seat by the aisle")
    offer = floor.last(SeatOffered)
    assert offer.reason == "needs the seat by the aisle"
    assert [(each.player, each.why) for each in offer.passed] == [
        ("ada", PassedFor.CALLED_LATER),
        ("bob", PassedFor.CALLED_LATER),
    ]


def test_somebody_who_holds_another_seat_is_not_passed_over() -> None:
    floor = one_seat_for("ada", "bob")
    floor.call("T1")
    floor.leaves("uma")
    floor.do(CallPlayer, FLOOR, player="bob", table="T2", seat=0)
    assert floor.last(SeatOffered).passed == (Passed("ada", Queue.LIST, PassedFor.HOLDS_ANOTHER),)


def test_one_of_two_who_call_at_once_gets_the_seat_or_the_name() -> None:
    floor = one_seat_for("ada", "bob")
    floor.do(CallPlayer, FLOOR, player="ada", table="T1", seat=0)
    floor.refused(Code.SEAT_HELD, CallPlayer, FLOOR, player="bob", table="T1", seat=0)
    floor.leaves("uma")
    floor.refused(Code.HOLDS_ANOTHER, CallPlayer, FLOOR, player="ada", table="T2", seat=0)


def test_only_those_who_wait_are_called_and_only_by_the_floor() -> None:
    floor = one_seat_for("ada")
    floor.refused(Code.NOT_WAITING, CallPlayer, FLOOR, player="zoe", table="T1", seat=0)
    floor.refused(Code.NO_AUTHORITY, CallPlayer, BRUSH, player="ada", table="T1", seat=0)
    floor.refused(Code.NO_SUCH_SEAT, CallPlayer, FLOOR, player="ada", table="T1", seat=99)


def test_a_no_show_passes_the_seat_on() -> None:
    floor = one_seat_for("ada", "bob")
    floor.do(CallPlayer, FLOOR, player="ada", table="T1", seat=0)
    floor.do(NoteNoShow, FLOOR, player="ada", table="T1", seat=0)
    assert floor.last(SeatOffered).player == "bob"
    assert not floor.lists.waits("ada", HOLD_EM)


def test_a_must_move_table_feeds_the_main_game_from_then_on() -> None:
    floor = two_tables("ada")
    floor.do(SetMustMove, FLOOR, table="T2", feeds="T1")
    floor.leaves("xan")
    assert floor.last(SeatOffered).player == "uma"
    assert floor.last(SeatOffered).queue is Queue.MUST_MOVE


def test_players_of_a_must_move_table_ask_for_no_other_and_keep_no_call_when_it_ends() -> None:
    floor = two_tables()
    floor.do(RequestChange, player="uma")
    floor.do(SetMustMove, FLOOR, table="T2", feeds="T1")
    assert floor.lists.changes == ()
    floor.leaves("xan")
    floor.do(SetMustMove, FLOOR, table="T2")
    assert floor.last(MustMoveSet).feeds is None
    assert floor.lists.holds == ()


def test_no_table_feeds_itself_another_game_or_what_it_feeds_already() -> None:
    floor = two_tables()
    floor.open("T3", OMAHA)
    floor.refused(Code.CANNOT_FEED, SetMustMove, FLOOR, table="T2", feeds="T2")
    floor.refused(Code.CANNOT_FEED, SetMustMove, FLOOR, table="T2", feeds="T3")
    floor.refused(Code.CANNOT_FEED, SetMustMove, FLOOR, table="T2", feeds="T9")
    floor.refused(Code.NO_SUCH_TABLE, SetMustMove, FLOOR, table="T9", feeds="T1")
    floor.refused(Code.FEEDS_ALREADY, SetMustMove, FLOOR, table="T2")
    floor.do(SetMustMove, FLOOR, table="T2", feeds="T1")
    floor.refused(Code.CANNOT_FEED, SetMustMove, FLOOR, table="T1", feeds="T2")


@pytest.mark.parametrize("seatings", [0, 1, 2])
def test_too_few_seatings_tell_no_wait(seatings: int) -> None:
    floor = two_tables(*"abcdef")
    seated_from_the_list(floor, seatings)
    assert expected(floor.lists, HOLD_EM, floor.now) is None


def test_the_expected_wait_is_the_pace_of_the_evening_times_those_ahead() -> None:
    floor = two_tables(*"abcdef")
    seated_from_the_list(floor, 3)
    assert len(floor.lists.lists[HOLD_EM].entries) == 3
    assert expected(floor.lists, HOLD_EM, floor.now) == 4 * timedelta(minutes=10)
    later = floor.now + timedelta(minutes=20)
    assert expected(floor.lists, HOLD_EM, later) == 4 * timedelta(minutes=20)
    assert expected(floor.lists, HOLD_EM, floor.now + timedelta(hours=4)) is None


def test_whoever_sat_down_without_waiting_says_nothing_about_the_wait() -> None:
    floor = two_tables()
    floor.leaves("xan")
    floor.do(TakeSeat, player="zoe", table="T1", seat=0)
    assert floor.lists.seatings == {}


def seated_from_the_list(floor: Floor, times: int) -> None:
    """Every ten minutes somebody leaves the first table, and the next comes from the list."""
    sits = "xan"
    for number in range(times):
        if number:
            floor.minutes_go_by(10)
        floor.leaves(sits)
        sits = floor.call("T1")
        place = Place("T1", floor.last(SeatOffered).seat)
        floor.do(TakeSeat, player=sits, table=place.table, seat=place.seat)
