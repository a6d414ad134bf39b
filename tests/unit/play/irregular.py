"""What the tests of irregularities share: a ruling and its moves, every game and its sign, rounds to begin from."""

from datetime import UTC, datetime
from typing import Any

import pytest

from pokerroom.games import CATALOGUE, game
from pokerroom.play import Call, Check, Move, Place, Rule, Ruling, Seat, Stage
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, HouseRules, NoLimit, letter
from pokerroom.rules.staff import Official, Position
from tests.tables import LiveTable, open_live_round
from tests.unit.play.staging import BLINDS, HOLD_EM, S1, S2, S3, after, opened

SUPERVISOR = Official("Ann Lee", Position.SHIFT_SUPERVISOR)
RULING = Ruling(SUPERVISOR, datetime(2024, 5, 4, 21, 30, tzinfo=UTC), "the chip belonged to seat 1", "14.15(b)")
TWO = ("the dealer", "seat 1")

GAMES = {key: of for (_, key), of in reversed(CATALOGUE.items())}
"""Every game once, in the current text where that has it."""
every_game = pytest.mark.parametrize("each", GAMES.values(), ids=GAMES)

FLOP = after(opened(HOLD_EM), Call(S3), Call(S1), Check(S2))


def sign(of: Game) -> HouseRules:
    return letter(Fixed(200, 400), **(BLINDS if of.has_button else {"ante": 100, "forced_bet": 100}))


def choosing(players: int, exposed: str) -> LiveTable:
    """Seventh street of stud: these cards came face up, and their players are to choose."""
    house = letter(NoLimit(1000), posts_may_differ=True)
    table = open_live_round(game("seven-card-stud-high"), house, players=players, antes=(20,) * players)
    while not (table.street == "sixth" and table.state.stage is Stage.DEALING):
        table.do(table.cheapest())
    table.deal(exposed)
    assert table.turn == exposed[:2], "the first of them is to choose"
    return table


def moving(amount: Any, source: Place, target: Place) -> Rule:
    return Rule(RULING, (Move(amount, source, target),))


def stakes(who: Seat) -> Place:
    return Place(who, "stakes")


def pot(who: Seat) -> Place:
    return Place(who, "pot")


def bet(who: Seat) -> Place:
    return Place(who, "bet")
