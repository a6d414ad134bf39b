"""What may be asked of the designer: a qualifier, what pots give, a ladder, and the traffic where no log says it."""

from typing import Annotated

import msgspec
from msgspec import Meta

from pokerroom.jackpot.replaying import Plan
from pokerroom.jackpot.rules import Step, asks_more
from pokerroom.ranking.bad_beats import HoleCards, Qualifier, QualifierError, qualifier

Cents = Annotated[int, Meta(ge=0, le=10**10)]
Percent = Annotated[int, Meta(ge=0, le=99)]
Share = Annotated[float, Meta(gt=0, le=1)]
Hand = Annotated[str, Meta(max_length=60)]


class StepAsked(msgspec.Struct, frozen=True, kw_only=True):
    """From this amount on, or so many days after the payout was last won, a lesser hand qualifies."""

    from_amount: Cents = 0
    after_days: Annotated[int, Meta(ge=0, le=3660)] = 0
    losing: Hand


class DesignAsked(msgspec.Struct, frozen=True, kw_only=True):
    """Amounts are cents."""

    losing: Hand
    both_hole_cards: bool = True
    pocket_pair: bool = True
    minimum_players: Annotated[int, Meta(ge=2, le=10)] = 2
    drop: Cents = 1_00
    least_pot: Cents = 20_00
    start: Cents = 10_000_00
    reset_percent: Percent = 20
    steps: Annotated[tuple[StepAsked, ...], Meta(max_length=8)] = ()
    rounds_a_day: Annotated[float, Meta(ge=0, le=1e6)] = 0.0
    """0: as many as the log of the room has."""
    players: Annotated[int, Meta(ge=2, le=10)] = 8
    """Dealt in at a table, where there is no log."""
    contributing: Annotated[int, Meta(ge=1, le=100)] = 90
    """Percent of the rounds whose pot is large enough, where there is no log."""
    staying: tuple[Share, Share, Share, Share] | None = None
    """Of those in a street, the share in the next, where there is no log; None: nobody folds."""
    days: Annotated[int, Meta(ge=1, le=3660)] = 90
    """How much of the log is read."""
    seed: int = 1

    def hand(self, losing: str) -> Qualifier:
        return qualifier(
            losing,
            hole_cards=HoleCards.PLAY if self.both_hole_cards else HoleCards.ANY,
            pocket_pair_for_quads=self.pocket_pair,
            minimum_players=self.minimum_players,
        )

    @property
    def plan(self) -> Plan:
        """Text that names no hand, and a ladder that asks for more, are refused as a `QualifierError`."""
        ladder = tuple(
            Step(from_amount=each.from_amount, after_days=each.after_days, qualifier=self.hand(each.losing))
            for each in self.steps
        )
        check_ladder(self.hand(self.losing), ladder)
        return Plan(
            qualifier=self.hand(self.losing),
            amount=self.drop,
            least_pot=self.least_pot,
            start=self.start,
            reset_percent=self.reset_percent,
            ladder=ladder,
        )


def check_ladder(first: Qualifier, ladder: tuple[Step, ...]) -> None:
    before, amount, days = first, 0, 0
    for step in ladder:
        if not step.from_amount and not step.after_days:
            raise QualifierError("a step of a ladder counts from an amount on, or after some days")
        if asks_more(step.qualifier, before):
            raise QualifierError("a later step asks for more than an earlier one: 14.19(q) lets it ask for less only")
        if 0 < step.from_amount <= amount or 0 < step.after_days <= days:
            raise QualifierError("the steps of a ladder are in the order of their amounts, and of their days")
        before, amount, days = step.qualifier, step.from_amount or amount, step.after_days or days
