"""What is told: a hand has a name whenever it is whole, and people are called by their names."""

from datetime import UTC, datetime
from typing import Any

import pytest

from pokerroom.games import games_of
from pokerroom.live.tables.telling import Entry, named, told
from pokerroom.live.tables.views import hands_of, offer_of
from pokerroom.play import Seat, Stage, view
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.staff import Official, Position
from pokerroom.table.seating import events as at_table
from pokerroom.words import said, saying
from tests.sweep import LIMITS, SIGNS, Case, play

every_game = pytest.mark.parametrize("game", games_of(), ids=lambda game: game.key)


@every_game
def test_at_every_moment_a_live_hand_can_be_named_or_has_no_name_yet(game: Game) -> None:
    shown = 0
    for seed in range(3):
        case = Case(game.edition, game.key, next(iter(LIMITS)), game.seats.most, SIGNS[0], seed)
        for step in play(case):
            state = step.after
            for seat in map(Seat, range(state.seats)):
                if not state.is_live(seat):
                    continue
                names = hands_of(state, state.cards(seat))
                whole = state.stage is Stage.SHOWDOWN
                assert any(names) or not whole
                shown += any(names)
    assert shown


@every_game
def test_every_offer_of_a_round_goes_over_the_wire(game: Game) -> None:
    case = Case(game.edition, game.key, next(iter(LIMITS)), 3, SIGNS[0], 1)
    for step in play(case):
        state = step.after
        if state.turn is None:
            continue
        for offer in view(state, state.turn).offers:
            sent = offer_of(offer)
            assert sent.kind in type(offer).__name__.removeprefix("May").removeprefix("Must")
            assert sent.rule == offer.rule.paragraph


def test_people_are_called_by_their_names_and_whoever_has_none_by_the_seat() -> None:
    names = named(("a", "b"), {"a": "Ann", "b": "Seat 1"}.__getitem__)
    raised = saying("telling.raises", who=names(Seat(1)), to=400)
    assert said(raised) == "Seat 1 raises to $4."
    assert said(saying("telling.uncalled-returned", who=names(Seat(0)), amount=200)) == (
        "$2 that nobody called goes back to Ann."
    )
    assert said(saying("telling.checks", who=names(Seat(6)))) == "Seat 7 checks."


NAMES = {"a": "Ann", "b": "Ben", "c": "Cy"}


def words(kind: type[Any], **fields: Any) -> str:
    """What everybody is told of an event of the table that the dealer brought about, or whoever is named."""
    dealer = Official("the room", Position.DEALER)
    given = {"rule": NJAC_13_69F.cite("14.17"), "by": dealer, "at": datetime(2026, 1, 1, tzinfo=UTC)} | fields
    says = told(Entry(1, 0.0, kind(**given), 1, (), (), None), None, NAMES.__getitem__).says
    return "" if says is None else said(says)


def collected(*charges: tuple[str, int, int]) -> str:
    found = tuple(at_table.Charge(seat, *charge) for seat, charge in enumerate(charges))
    return words(at_table.TimeCollected, charges=found, until=datetime(2026, 1, 1, tzinfo=UTC))


def test_of_a_time_charge_it_is_said_who_paid_what_and_who_owes() -> None:
    alike = collected(("a", 300, 0), ("b", 300, 0), ("c", 300, 0))
    assert alike == "Time charges: $3 each paid by Ann, Ben and Cy."
    assert collected(("a", 400, 0), ("b", 300, 0), ("c", 0, 300)) == (
        "Time charges: $4 paid by Ann; $3 paid by Ben; $3 owed by Cy."
    )
    assert words(at_table.TimePaid, player="c", seat=2, amount=300) == "Cy pays time charges of $3."


def test_that_the_game_changes_is_said() -> None:
    assert words(at_table.GameChanged, turn=1) == "The next round of play is of the next game of the rotation."


def test_whoever_proposes_a_higher_minimum_is_named() -> None:
    assert words(at_table.MinimumProposed, by="b", minimum=300).startswith("Ben proposes a minimum wager of $3")
    assert words(at_table.MinimumProposed, minimum=300).startswith("the room proposes")
