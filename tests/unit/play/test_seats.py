"""Seats in a command are found by their type."""

from datetime import UTC, datetime
from typing import get_args

import msgspec
import pytest

from pokerroom.play import Call, Deal, Fold, Move, PlayerCommand, RemoveFallenCard, Rule, Ruling, Seat, Uphold
from pokerroom.play.commands import Command, Exposed, Place
from pokerroom.play.seats import naming_of, renumbered, seats_named
from pokerroom.rules.staff import Official, Position

RULING = Ruling(
    Official("Sue", Position.SHIFT_SUPERVISOR), datetime(2026, 1, 1, tzinfo=UTC), "as seen", "13:69F-14.15(b)"
)


class Swapped(msgspec.Struct, frozen=True):
    places: tuple[Seat, ...]


class Swap(msgspec.Struct, frozen=True):
    """A command that nobody has written yet."""

    giver: Seat
    seat: int
    """How many seats apart: a number, whatever it is called."""
    witness: Seat | None = None
    swapped: Swapped | None = None


def moved(seat: Seat) -> Seat:
    return Seat(seat + 10)


def test_a_new_command_says_what_is_a_seat_by_the_type_of_its_field() -> None:
    swap = Swap(Seat(1), 1, swapped=Swapped((Seat(2), Seat(3))))
    assert list(seats_named(swap)) == [1, 2, 3]
    assert renumbered(swap, moved) == Swap(Seat(11), 1, swapped=Swapped((Seat(12), Seat(13))))
    assert renumbered(Swap(Seat(1), 1, Seat(4)), moved) == Swap(Seat(11), 1, Seat(14))


@pytest.mark.parametrize("kind", get_args(Command))
def test_no_command_has_a_seat_that_is_not_declared_one(kind: type[msgspec.Struct]) -> None:
    assert ("seat" in kind.__struct_fields__) == ("seat" in naming_of(kind).seats)


@pytest.mark.parametrize("kind", get_args(PlayerCommand))
def test_a_players_answer_names_their_own_seat_and_nothing_else(kind: type[msgspec.Struct]) -> None:
    assert naming_of(kind) == (("seat",), ())


def test_seats_within_a_command_get_other_numbers_too() -> None:
    deal = Deal((), (Exposed(Seat(3), 0), Exposed(Seat(1), 1)))
    assert renumbered(deal, moved) == Deal((), (Exposed(Seat(13), 0), Exposed(Seat(11), 1)))
    rule = Rule(RULING, (Move(500, Place(Seat(2), "pot"), Place(Seat(0), "stakes")),))
    assert list(seats_named(rule)) == [2, 0]
    assert renumbered(rule, moved) == Rule(RULING, (Move(500, Place(Seat(12), "pot"), Place(Seat(10), "stakes")),))
    assert renumbered(Uphold(Call(Seat(4)), RULING), moved) == Uphold(Call(Seat(14)), RULING)


def test_a_command_without_a_seat_stays_as_it_is() -> None:
    fallen = RemoveFallenCard()
    assert not list(seats_named(fallen))
    assert renumbered(fallen, moved) == fallen
    assert renumbered(Fold(Seat(0)), moved) == Fold(Seat(10))
