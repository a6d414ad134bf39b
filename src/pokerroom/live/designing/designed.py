"""What the designer answers, apart from the code that finds it: that loads NumPy, this does not."""

from datetime import date

import msgspec


class BySize(msgspec.Struct, frozen=True, kw_only=True):
    """The chance of a hit in a round with so many dealt in: nobody folds, hands fold as the log says, or by lot."""

    players: int
    nobody_folds: float
    error: float
    as_logged: float | None
    by_lot: float | None
    rounds: int
    """Of the log, with so many dealt in."""


class AtHit(msgspec.Struct, frozen=True, kw_only=True):
    """Below this amount, and within these days, with this probability."""

    share: float
    amount: int
    days: float


class HitReplayed(msgspec.Struct, frozen=True, kw_only=True):
    at: str
    table: str
    round: int
    amount: int


class PlanReplayed(msgspec.Struct, frozen=True, kw_only=True):
    """What a plan would have done with the rounds of the log."""

    name: str
    rounds: int
    contributed: int
    hits: tuple[HitReplayed, ...]
    amount: int
    reserve: int
    by_day: tuple[tuple[date, int], ...]


class AtHits(msgspec.Struct, frozen=True, kw_only=True):
    """When it is hit, and what it holds then."""

    days_between: float
    chance_a_day: float
    quantiles: tuple[AtHit, ...]
    curve: tuple[AtHit, ...]
    days_to_fund: float | None


class Designed(msgspec.Struct, frozen=True, kw_only=True):
    stages: tuple[str, ...]
    """What a hand must be: to begin with, and from each step of the ladder on."""
    by_size: tuple[BySize, ...]
    rounds_a_day: float
    contribution: float
    """What a round contributes on average, in cents."""
    folds: tuple[float, ...] | None
    """Of those in a street, the share in the next, as the log has it."""
    log_rounds: int
    log_days: int
    hits: AtHits | None
    """None where no round ever hits, or none is played."""
    replays: tuple[PlanReplayed, ...]
