"""What other rules would have done over rounds that a room has really played: each pot gives, each showdown is judged.

Nothing else is changed: the players play as they did, and a pot that gave more would have been as large before.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import NamedTuple

from pokerroom.jackpot.qualifying import Showdown, beaten
from pokerroom.jackpot.rules import WHOLE, Level, Step
from pokerroom.ranking.bad_beats import Qualifier

DAY = 86_400


class PlayedRound(NamedTuple):
    """A round that is over: what its pots held after the rake, and the hands that were tabled."""

    at: datetime
    pots: tuple[int, ...]
    showdown: Showdown | None


class Plan(NamedTuple):
    """The terms that money and hits depend on."""

    qualifier: Qualifier
    amount: int
    least_pot: int
    start: int = 0
    reset_percent: int = 0
    ladder: tuple[Step, ...] = ()

    def asks(self, shown: int, days: float) -> Qualifier:
        """What a hand must be with so much on display, so many days after it was last won."""
        found = self.qualifier
        for step in self.ladder:
            if (step.from_amount and shown >= step.from_amount) or (step.after_days and days >= step.after_days):
                found = step.qualifier
        return found


class ReplayedHit(NamedTuple):
    at: datetime
    table: str
    round: int
    amount: int


class Outcome(NamedTuple):
    rounds: int
    contributed: int
    hits: tuple[ReplayedHit, ...]
    amount: int
    """On display in the end."""
    reserve: int
    """For the next payout, in the end."""
    by_day: tuple[tuple[date, int], ...]
    """On display at the end of each day."""


def replay(rounds: Iterable[PlayedRound], plan: Plan) -> Outcome:
    """Walk through the rounds in the order in which they ended."""
    number, contributed, amount, reserve = 0, 0, plan.start, 0
    since: datetime | None = None
    hits: list[ReplayedHit] = []
    by_day: dict[date, int] = {}
    for each in rounds:
        since = since or each.at
        given = sum(gives(plan, each.pots))
        for_next = given * plan.reset_percent // WHOLE
        number, contributed = number + 1, contributed + given
        amount, reserve = amount + given - for_next, reserve + for_next
        if is_hit(plan, each, amount, (each.at - since).total_seconds() / DAY):
            assert each.showdown is not None
            hits.append(ReplayedHit(each.at, each.showdown.table, each.showdown.round, amount))
            amount, reserve, since = reserve, 0, each.at
        by_day[each.at.date()] = amount
    return Outcome(number, contributed, tuple(hits), amount, reserve, tuple(by_day.items()))


def gives(plan: Plan, pots: tuple[int, ...]) -> Iterator[int]:
    """Every pot is judged by itself (AMB-137)."""
    return (plan.amount if pot >= plan.least_pot else 0 for pot in pots)


def is_hit(plan: Plan, each: PlayedRound, amount: int, days: float) -> bool:
    if each.showdown is None:
        return False
    return bool(beaten(plan.asks(amount, days), each.showdown, Level.PRIMARY, None))
