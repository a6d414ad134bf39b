"""What a payout would do in a room: days between hits, the amount when it is hit, and how long a reset takes to fund.

Each round of play hits with a small chance, whatever came before it: so the number of rounds until a hit is geometric.
A ladder changes that chance when the amount on display or the days reach a step, and nothing else.
"""

from collections.abc import Iterator
from math import expm1, inf, log1p

import msgspec

from pokerroom.jackpot.rules import WHOLE


class Stage(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """From this amount on display, or so many days after it was last won, a round hits with this chance; of several
    stages that have begun the last one counts. The first has neither: it begins at once.
    """

    from_amount: int = 0
    after_days: int = 0
    chance: float


class Design(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    rounds_a_day: float
    contribution: float
    """What a round contributes on average, in cents: pots that are too small contribute nothing."""
    start: int = 0
    """What the payout begins with, in cents."""
    reset_percent: int = 0
    stages: tuple[Stage, ...]

    @property
    def net(self) -> float:
        """What a round adds to the display."""
        return self.contribution * (WHOLE - self.reset_percent) / WHOLE

    @property
    def to_reset(self) -> float:
        return self.contribution * self.reset_percent / WHOLE


def walked(design: Design) -> Iterator[tuple[float, float]]:
    """For each stage: how many rounds it lasts where nobody wins, and the risk of a hit in a round of it."""
    begins = [0.0, *(begun_after(design, stage) for stage in design.stages[1:])]
    for place, stage in enumerate(design.stages):
        until = min(begins[place + 1 :], default=inf)
        yield max(0.0, until - begins[place]) if begins[place] < inf else 0.0, -log1p(-stage.chance)


def begun_after(design: Design, stage: Stage) -> float:
    """After how many rounds a step of the ladder counts, where nobody wins."""
    by_amount = by_days = inf
    if stage.from_amount and stage.from_amount <= design.start:
        by_amount = 0.0
    elif stage.from_amount and design.net > 0:
        by_amount = (stage.from_amount - design.start) / design.net
    if stage.after_days:
        by_days = stage.after_days * design.rounds_a_day
    return min(by_amount, by_days)


def rounds_until(design: Design, quantile: float) -> float:
    """After how many rounds a hit has come with this probability."""
    left, played = -log1p(-quantile), 0.0
    for lasts, risk in walked(design):
        if left <= lasts * risk:
            return played + left / risk
        left, played = left - lasts * risk, played + lasts
    raise AssertionError("the last stage that begins has no end")


def expected_rounds(design: Design) -> float:
    """The mean number of rounds until a hit."""
    mean, survives = 0.0, 1.0
    for lasts, risk in walked(design):
        ends = -expm1(-risk * lasts)
        mean += survives * ends / risk
        survives *= 1 - ends
    return mean


def days_between(design: Design) -> float:
    return expected_rounds(design) / design.rounds_a_day


def amount_at(design: Design, quantile: float) -> int:
    """The amount on display at a hit, in cents: below it with this probability."""
    return round(design.start + rounds_until(design, quantile) * design.net)


def days_to_fund(design: Design, amount: int) -> float | None:
    """How long the reset share takes to fund what the next payout begins with; None where there is none."""
    return amount / (design.to_reset * design.rounds_a_day) if design.to_reset else None


def chance_a_day(design: Design, stage: Stage) -> float:
    return -expm1(design.rounds_a_day * log1p(-stage.chance))
