"""Rounds of seven-card stud for the tests of 14.9: the four variations, their boards, who opened."""

import pytest

from pokerroom.games import game
from pokerroom.play.events import BettingRoundOpened
from pokerroom.rules.clauses import Face, Game
from pokerroom.rules.editions import NJAC_19_47_2006
from pokerroom.rules.house import Fixed, letter
from tests.tables import Table, names, open_round, showing

DOWN, UP = Face.DOWN, Face.UP

HIGH = game("seven-card-stud-high")
LOW = game("seven-card-stud-low")
HIGH_LOW = game("seven-card-stud-high-low")
EIGHT = game("seven-card-stud-high-low-eight")
HIGH_2006 = game("seven-card-stud-high", NJAC_19_47_2006)
HIGH_LOW_2006 = game("seven-card-stud-high-low", NJAC_19_47_2006)
EIGHT_2006 = game("seven-card-stud-high-low-eight", NJAC_19_47_2006)

FIVE_TEN = letter(Fixed(500, 1000), ante=100, forced_bet=200)

FOUR_UP = ("7h", "2c", "2d", "Ks")
"""S2 opens in high: the two of clubs is under the two of diamonds."""

either_high = pytest.mark.parametrize("stud", [HIGH, HIGH_2006], ids=["current", "2006"])
either_split = pytest.mark.parametrize("stud", [HIGH_LOW, HIGH_LOW_2006], ids=["current", "2006"])


def third_street(stud: Game, *upcards: str, **settings: object) -> Table:
    house = letter(Fixed(500, 1000), ante=100, forced_bet=200, **settings)
    return open_round(stud, house, hands=showing(stud, *upcards))


def on_street(stud: Game, street: str, *boards: str, **settings: object) -> Table:
    """Everybody has stayed for the least it costs; these boards show."""
    table = third_street(stud, *boards, **settings)
    table.stay(until=street)
    return table


def opened_by(table: Table) -> tuple[str, str]:
    """Who opened the betting round, and under which paragraph."""
    event = table.last(BettingRoundOpened)
    return names(event.to_act)[0], event.rule.paragraph
