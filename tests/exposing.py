"""Tables at which a dealer turns over cards due face down, for the tests of 14.15(k) to (o).

Only a dealer can turn a card over, so these rounds are dealt card by card at a table with a dealer of its own.
"""

from typing import Any

import pytest

from pokerroom.cards import cards_text
from pokerroom.games import game
from pokerroom.play import Stage
from pokerroom.rules.clauses import Extreme, ForcedBet, Game
from pokerroom.rules.editions import NJAC_19_47_2006, SUPER_STUD_AMENDMENT
from pokerroom.rules.house import Fixed, NoLimit, letter
from tests.tables import LiveTable, open_live_round

HIGH = game("seven-card-stud-high")
SEVEN_STUD = {
    "high": HIGH,
    "low": game("seven-card-stud-low"),
    "high-low": game("seven-card-stud-high-low"),
    "high-low eight": game("seven-card-stud-high-low-eight"),
    "high of 2006": game("seven-card-stud-high", NJAC_19_47_2006),
    "high-low of 2006": game("seven-card-stud-high-low", NJAC_19_47_2006),
}
SUPER_STUD = {
    key: game(f"super-seven-card-stud-{key}", SUPER_STUD_AMENDMENT)
    for key in ("high", "low", "high-low", "high-low-eight")
}
FIVE_STUD = game("five-card-stud")
MAMBO = game("mambo-stud")

STUD_SIGN = letter(Fixed(500, 1000), ante=100, forced_bet=200)
BLINDS = letter(Fixed(200, 400), blinds=(100, 200))

every_seven_stud = pytest.mark.parametrize("stud", SEVEN_STUD.values(), ids=SEVEN_STUD)
every_super_stud = pytest.mark.parametrize("stud", SUPER_STUD.values(), ids=SUPER_STUD)
every_last_card = pytest.mark.parametrize(
    "stud",
    [*SEVEN_STUD.values(), *SUPER_STUD.values()],
    ids=[*SEVEN_STUD, *(f"super {key}" for key in SUPER_STUD)],
)


def text(cards: tuple[Any, ...]) -> str:
    return cards_text(cards) if cards else ""


def opens_with(stud: Game) -> tuple[str, str]:
    """A card that makes its holder open, and one that never does."""
    clause = stud.streets[0].opens
    assert isinstance(clause, ForcedBet)
    return ("2c", "Kd") if clause.upcard is Extreme.LOWEST else ("Kd", "2c")


def before_the_last_card(
    stud: Game, *hands: str, paid: float = 20, stacks: tuple[float, ...] = (), **settings: Any
) -> LiveTable:
    """Everybody has put in as much and nobody has bet; the dealer is about to deal the last card, face down."""
    house = letter(NoLimit(1000), posts_may_differ=True, **settings)
    paid_each = tuple(min(paid, stack) for stack in stacks) or (paid,) * len(hands)
    table = open_live_round(stud, house, hands=hands, stacks=stacks or 100, antes=paid_each)
    last = next(at for at, street in enumerate(stud.streets) if street.exposed and at)
    while not (table.state.street == last - 1 and table.state.stage is Stage.DEALING):
        table.do(table.cheapest())
    return table


def seventh_street(stud: Game, exposed: str, *, players: int = 3, **settings: Any) -> LiveTable:
    table = before_the_last_card(stud, *("",) * players, **settings)
    table.deal(exposed)
    return table
