"""Rounds of every game in which something is about to go wrong, for the tests of 14.15."""

from collections.abc import Iterator

import pytest

from pokerroom.cards import UNKNOWN
from pokerroom.games import game
from pokerroom.play import Deal, MarkProtected, Stage, cards_due
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import SUPER_STUD_AMENDMENT, TRIPLE_DRAW_AMENDMENT
from pokerroom.rules.house import Fixed, HouseRules, NoLimit, letter
from tests.tables import Table, open_live_round, open_round, seat

STUD_KEYS = (
    "seven-card-stud-high",
    "seven-card-stud-low",
    "seven-card-stud-high-low",
    "seven-card-stud-high-low-eight",
    "five-card-stud",
    "mambo-stud",
)
SUPER_KEYS = tuple(f"super-seven-card-stud-{kind}" for kind in ("high", "low", "high-low", "high-low-eight"))
BUTTON_KEYS = (
    "hold-em",
    "omaha-high",
    "omaha-high-low-eight",
    "five-card-draw-high",
    "five-card-draw-low",
    "triple-draw-deuce-to-seven",
    "badugi",
)
STUD_GAMES = [game(key) for key in STUD_KEYS] + [game(key, SUPER_STUD_AMENDMENT) for key in SUPER_KEYS]
BUTTON_GAMES = [*(game(key) for key in BUTTON_KEYS), game("triple-draw-ace-to-five", TRIPLE_DRAW_AMENDMENT)]
DRAW_GAMES = BUTTON_GAMES[3:]
HOLD_EM, STUD = game("hold-em"), game("seven-card-stud-high")
FIVE_DRAW, FIVE_STUD = game("five-card-draw-high"), game("five-card-stud")

STUD_SIGN = letter(Fixed(500, 1000), ante=100, forced_bet=200)
BLINDS = letter(Fixed(200, 400), ante=100, blinds=(100, 200))
NO_LIMIT = letter(NoLimit(200), blinds=(100, 200))


def key(of: Game) -> str:
    return of.key


every_stud = pytest.mark.parametrize("each", STUD_GAMES, ids=key)
every_button_game = pytest.mark.parametrize("each", BUTTON_GAMES, ids=key)
every_draw_game = pytest.mark.parametrize("each", DRAW_GAMES, ids=key)
every_game = pytest.mark.parametrize("each", [*STUD_GAMES, *BUTTON_GAMES], ids=key)


def sign(of: Game) -> HouseRules:
    return BLINDS if of.has_button else STUD_SIGN


def whole_round(of: Game, players: int) -> Iterator[Table]:
    """A round in which everybody stays and draws what they can, stopped before each decision."""
    table = open_round(of, sign(of), players=players)
    while not table.state.over:
        yield table
        draws = table.state.stage is Stage.DRAWING
        table.play(f"{table.turn} draws 3") if draws else table.do(table.cheapest())


def most_players(of: Game) -> int:
    """So many that a deck which can run short does."""
    return min(of.seats.most, 8 if of.shortage else 6)


def put_in(table: Table) -> tuple[int, ...]:
    """How much less each player has than they sat down with."""
    return tuple(10000 - stack for stack in table.state.stacks)


def at_street(of: Game, street: str) -> Table:
    table = open_round(of, sign(of), players=3)
    table.stay(until=street)
    return table


def dealt_unseen(of: Game, players: int) -> Table:
    """Cards that nobody but their players has seen."""
    table = open_live_round(of, sign(of), players=players)
    table.do(Deal((UNKNOWN,) * cards_due(table.state)))
    return table


def with_thirty_each(**protect: str) -> Table:
    """Three hold 'em players with $30 each in the pot, on the flop."""
    table = open_round(HOLD_EM, NO_LIMIT, players=3)
    table.play("S3 raises to 30; S1 calls; S2 calls")
    for who, how in protect.items():
        table.do(MarkProtected(seat(who), how))  # type: ignore[arg-type]
    assert (table.street, table.pot) == ("flop", 90)
    return table
