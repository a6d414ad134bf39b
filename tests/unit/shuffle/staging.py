"""Random rounds of play with the decks behind them, for tests that prove or seal them."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pokerroom.cards import UNKNOWN, Card
from pokerroom.play import Event, Role, Seat, Viewer
from pokerroom.play.events import RoundOpened
from pokerroom.rules.clauses import Game
from pokerroom.shuffle import Context, Generator, Mode, Shuffle, lab_generator
from pokerroom.shuffle.openings import NEW_DECK
from tests.sweep import LIMITS, SIGNS, Case, Step, play

ROUNDS = 4

Playing = Callable[[Case], Iterator[Step]]


class Played(NamedTuple):
    case: Case
    log: tuple[Event, ...]
    decks: tuple[Shuffle, ...]

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        opened = self.log[0]
        assert isinstance(opened, RoundOpened)
        return (*map(Seat, range(len(opened.stacks))), *Role)


def generator(seed: object) -> Generator:
    return lab_generator(str(seed), otherwise=Mode.LAB)


def uncut(dealt: tuple[Card, ...], cut: int) -> tuple[Card, ...]:
    """The order before the cut that gave this one."""
    return dealt[len(dealt) - cut :] + dealt[: len(dealt) - cut]


def played(case: Case, *, by: Playing = play) -> Played | None:
    """The round with a cut and a secret for each deck; none where a dealer shuffled, and no order is known."""
    log = tuple(event for step in by(case) for event in step.events)
    chance = generator(case)
    decks: list[Shuffle] = []
    for event in log:
        if isinstance(event, NEW_DECK):
            if UNKNOWN in event.deck:
                return None
            cut = 0 if decks else chance.cut(10, 42)
            context = Context("table 7", case.seed, len(decks))
            decks.append(Shuffle(context, uncut(event.deck, cut), chance.randbytes(32), cut))
    return Played(case, log, tuple(decks))


def rounds(game: Game, *, by: Playing = play) -> Iterator[Played]:
    """Rounds at full tables and smaller ones, under every kind of limit; full tables run out of cards."""
    for seed in range(ROUNDS):
        seats = game.seats.most - seed * 2 % (game.seats.most - 1)
        limit = tuple(LIMITS)[seed % len(LIMITS)]
        found = played(Case(game.edition, game.key, limit, seats, SIGNS[seed % len(SIGNS)], seed), by=by)
        if found is not None:
            yield found
