"""What a tally of outcomes says about each player, and how certain it is."""

from collections.abc import Sequence
from math import isnan

import msgspec
import numpy as np
import numpy.typing as npt

from pokerroom.odds.question import Question
from pokerroom.odds.showdown import Tally, together

Floats = npt.NDArray[np.float64]


class Figure(msgspec.Struct, frozen=True):
    """A part of one, and its standard error: zero where every deal was counted, None where it is unknown."""

    value: float
    error: float | None

    @property
    def give_or_take(self) -> str:
        """The error as a person reads it."""
        return "±?" if self.error is None else f"±{self.error:.2%}"


class PlayerOdds(msgspec.Struct, frozen=True, kw_only=True):
    """How one player does, in parts of one."""

    hand: str
    equity: Figure
    """The player's part of the pot on average."""
    win: Figure
    """The player alone wins at least one share of the pot."""
    tie: Figure
    """The player is paid, but divides everything they are paid from."""
    scoop: Figure
    """The player alone wins the whole pot."""
    shares: dict[str, Figure]
    """The part of the pot that each share brings the player; the sum is their equity."""
    wins: int
    ties: int
    scoops: int
    """The number of deals; where hands have weights, the part of the deals by weight."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    edition: str
    board: str
    dead: str
    method: str
    """`exact`: every deal counted. `sampled`: deals drawn at random."""
    deals: int
    seed: int | None
    complete: bool
    """False where the work was interrupted; the figures then cover what was done."""
    seconds: float
    players: tuple[PlayerOdds, ...]


class Course:
    """How far the work has come: the tally, and how much its parts differ from one another."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.tally: Tally = {}
        """Deals by outcome, each multiplied by its weight."""
        self.deals = 0
        self.parts = 0
        self._squares: Floats | float = 0.0
        self._products: Floats | float = 0.0
        self._deals_squared = 0.0

    @property
    def weight(self) -> int:
        """The total weight of the deals; their number where each weighs one."""
        return sum(self.tally.values())

    def add(self, counted: Tally, weight: int = 1) -> None:
        """Add a part of the work; all its deals have the same weight."""
        part = counted if weight == 1 else {outcome: times * weight for outcome, times in counted.items()}
        totals, _ = self._sums(part)
        deals = float(sum(part.values()))
        squares, products = self._squares + totals * totals, self._products + deals * totals
        # All at once at the end: an interrupt may come at any moment and must not find half a part added.
        self.tally, self.deals, self._squares, self._products, self._deals_squared, self.parts = (
            together(self.tally, part),
            self.deals + sum(counted.values()),
            squares,
            products,
            self._deals_squared + deals * deals,
            self.parts + 1,
        )

    def _sums(self, tally: Tally) -> tuple[Floats, Floats]:
        """By player and figure, the sum over the deals and the sum of squares."""
        times = np.array([*tally.values()], np.float64)
        worth = worth_of([*tally], self.question.players, len(self.question.game.shares))
        return worth @ times, worth**2 @ times

    def values(self) -> Floats:
        """By player and figure, the average over the deals."""
        return self._sums(self.tally)[0] / self.weight

    def errors(self) -> Floats:
        """Standard errors of the averages, for deals drawn independently.

        One deal says nothing about its error. Several that all came out the same do not prove that every deal would:
        one in that many may be different.
        """
        totals, squares = self._sums(self.tally)
        deals = self.deals
        if deals < 2:
            return np.full_like(totals, np.nan)
        spread = squares / deals - (totals / deals) ** 2
        return np.where(spread < ALIKE, 1 / deals, np.sqrt(np.maximum(spread, 0.0) / (deals - 1)))

    def errors_by_part(self, parts: int) -> Floats:
        """Standard errors where some of the parts were done, in a shuffled order; one part says nothing about them."""
        values = self.values()
        if self.parts < 2:
            return np.full_like(values, np.nan)
        spread = self._squares - 2 * values * self._products + values**2 * self._deals_squared
        undone = 1 - self.parts / parts
        return np.sqrt(np.maximum(spread, 0.0) * undone * self.parts / (self.parts - 1)) / self.weight


ALIKE = 1e-12
"""What rounding leaves of the spread of deals that all came out the same."""

EQUITY, WIN, TIE, SCOOP, SHARES = range(5)
"""The figures of a player, in order; from the last on, one for each share of the pot."""


def worth_of(outcomes: Sequence[int], players: int, shares: int) -> Floats:
    """By player, figure and outcome: the parts of the pot the player wins, and whether they win, tie or scoop."""
    codes = np.array(outcomes, np.int64)
    bits = (codes[None, None, :] >> np.arange(shares * players).reshape(shares, players, 1)) & 1
    winners = bits.sum(axis=1, keepdims=True)
    # A share that nobody claims goes to the others: the claimed shares divide the pot equally (14.9(i)3, 14.9(j)).
    parts = bits / np.maximum(winners, 1) / (winners > 0).sum(axis=0)
    alone = bits & (winners == 1)
    worth = np.empty((players, SHARES + shares, len(codes)))
    worth[:, EQUITY] = parts.sum(axis=0)
    worth[:, WIN] = alone.any(axis=0)
    worth[:, TIE] = bits.any(axis=0) & ~alone.any(axis=0)
    worth[:, SCOOP] = (alone | (winners == 0)).all(axis=0)
    worth[:, SHARES:] = parts.transpose(1, 0, 2)
    return worth


def player_odds(question: Question, values: Floats, errors: Floats, deals: int) -> tuple[PlayerOdds, ...]:
    names = [share.name for share in question.game.shares]
    players = []
    for held, value, error in zip(question.holdings, values, errors, strict=True):
        known = [None if isnan(each) else each for each in error.tolist()]
        equity, win, tie, scoop, *shares = map(Figure, value.tolist(), known)
        players.append(
            PlayerOdds(
                hand=held.text,
                equity=equity,
                win=win,
                tie=tie,
                scoop=scoop,
                shares=dict(zip(names, shares, strict=True)),
                wins=round(win.value * deals),
                ties=round(tie.value * deals),
                scoops=round(scoop.value * deals),
            )
        )
    return tuple(players)
