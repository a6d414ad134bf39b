"""Changes of table and must-move tables: who goes first, what becomes of the seat left behind, who will not move."""

import pytest

from pokerroom.room.lists import Fate, Place, Queue
from pokerroom.room.lists.commands import CancelChange, Decline, RemoveTable, RequestChange, TakeSeat
from pokerroom.room.lists.events import SatDown, SeatOffered
from pokerroom.room.refusals import Code
from tests.unit.room.floor import OMAHA, fed_table, two_tables


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
    assert [each.player for each in floor.lists.seated.values() if each.place.table == "T2"] == ["vic", "uma"]


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
