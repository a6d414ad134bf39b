"""The designer's answer: how often a payout is hit, what it pays then, and what it would have done with real rounds."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import TypeVar

import msgspec

from pokerroom.jackpot.designing import (
    Design,
    Stage,
    amount_at,
    chance_a_day,
    days_between,
    days_to_fund,
    rounds_until,
)
from pokerroom.jackpot.replaying import Outcome, Plan, replay
from pokerroom.live.designing.asking import DesignAsked
from pokerroom.live.designing.designed import AtHit, AtHits, BySize, Designed, HitReplayed, PlanReplayed
from pokerroom.live.designing.log import Progress, SeenRound, street_rates
from pokerroom.odds.bad_beat_chances import Chance, chance, is_listed
from pokerroom.odds.folding import FoldModel
from pokerroom.ranking.bad_beats import Qualifier

USUAL = 8
"""Players at a table on whom folding is tried."""
SIZES = (10, 9, 8, 7, 6, 5, 4)
DRAWN, FOLDED = 20_000, 1_500
"""Rounds with a bad beat that are looked at: for the chance itself, and for who of them stays."""
DEALT = 400_000
"""Rounds dealt as they come, for hands that lose often."""
CURVE = tuple(step / 50 for step in range(1, 50))
QUANTILES = (0.10, 0.50, 0.90)

Piece = TypeVar("Piece")
Found = Mapping[tuple[Qualifier, int], Chance]
"""Chances by the hand and how many are dealt in."""


class Traffic(msgspec.Struct, frozen=True, kw_only=True):
    """How much is played here: by the log, or as it was asked."""

    rounds_a_day: float
    sizes: Mapping[int, float]
    contribution: float


def answered(
    asked: DesignAsked, log: Sequence[SeenRound], progress: Progress, *, posted: Mapping[str, Plan] | None = None
) -> Designed:
    """`posted` are the plans of payouts that are offered here: they are replayed beside the one asked about."""
    plan, traffic, rates = asked.plan, traffic_of(asked, log), street_rates(log) or asked.staying
    folds = None if rates is None else FoldModel(rates)
    hands = (plan.qualifier, *(step.qualifier for step in plan.ladder))
    needed = needed_of(hands, traffic)
    done = counting(len(hands) + len(needed), progress)
    stays = tuple(done(staying(hand, folds, asked.seed)) for hand in hands)
    found = {each: done(chances(*each, asked.seed)) for each in needed}
    design = design_of(plan, traffic, hands, stays, found)
    return Designed(
        stages=tuple(map(str, hands)),
        by_size=sizes_of(hands[0], folds, stays[0], log, found),
        rounds_a_day=traffic.rounds_a_day,
        contribution=traffic.contribution,
        folds=rates,
        log_rounds=len(log),
        log_days=days_of(log),
        hits=hits_of(design),
        replays=replays_of({"as asked": plan, **(posted or {})}, log),
    )


def needed_of(hands: Sequence[Qualifier], traffic: Traffic) -> tuple[tuple[Qualifier, int], ...]:
    """Each chance that the answer is made of, once: of every hand as tables are here, of the first as they may be."""
    here = [(hand, size) for hand in hands for size in traffic.sizes]
    return tuple(dict.fromkeys([*here, *((hands[0], size) for size in SIZES)]))


def counting(whole: int, progress: Progress) -> Callable[[Piece], Piece]:
    """Hands each piece of work on, and says which part of the whole is done by then."""
    finished = count(1)

    def done(piece: Piece) -> Piece:
        progress(next(finished) / whole)
        return piece

    return done


def design_of(plan: Plan, traffic: Traffic, hands: Sequence[Qualifier], stays: Sequence[float], found: Found) -> Design:
    begins = ((0, 0), *((step.from_amount, step.after_days) for step in plan.ladder))
    return Design(
        rounds_a_day=traffic.rounds_a_day,
        contribution=traffic.contribution,
        start=plan.start,
        reset_percent=plan.reset_percent,
        stages=tuple(
            Stage(from_amount=amount, after_days=days, chance=at_sizes(hand, traffic, found) * stay)
            for (amount, days), hand, stay in zip(begins, hands, stays, strict=True)
        ),
    )


def sizes_of(
    hand: Qualifier, folds: FoldModel | None, stay: float, log: Sequence[SeenRound], found: Found
) -> tuple[BySize, ...]:
    rounds = Counter(len(each.players) for each in log)
    return tuple(by_size(players, found[hand, players], folds, stay, rounds[players]) for players in SIZES)


def replays_of(plans: Mapping[str, Plan], log: Sequence[SeenRound]) -> tuple[PlanReplayed, ...]:
    rounds = [each.played for each in log]
    return tuple(replayed(name, replay(rounds, plan)) for name, plan in plans.items()) if rounds else ()


def hits_of(design: Design) -> AtHits | None:
    if not design.rounds_a_day or not all(stage.chance for stage in design.stages):
        return None
    return AtHits(
        days_between=days_between(design),
        chance_a_day=chance_a_day(design, design.stages[0]),
        quantiles=tuple(at_hit(design, share) for share in QUANTILES),
        curve=tuple(at_hit(design, share) for share in CURVE),
        days_to_fund=days_to_fund(design, design.start),
    )


def at_hit(design: Design, share: float) -> AtHit:
    days = rounds_until(design, share) / design.rounds_a_day
    return AtHit(share=share, amount=amount_at(design, share), days=days)


def chances(hand: Qualifier, players: int, seed: int) -> Chance:
    return chance(hand, players, rounds=DRAWN if is_listed(hand) else DEALT, seed=seed)


def at_sizes(hand: Qualifier, traffic: Traffic, found: Found) -> float:
    """The chance in a round of this room, where tables are of several sizes."""
    return sum(share * found[hand, size].rate for size, share in traffic.sizes.items())


def staying(hand: Qualifier, folds: FoldModel | None, seed: int) -> float:
    """Which part of the bad beats comes to a showdown; that hardly depends on how many are dealt in."""
    if folds is None:
        return 1.0
    rounds = FOLDED if is_listed(hand) else FOLDED * 20
    whole = chance(hand, USUAL, rounds=rounds, seed=seed).rate
    return chance(hand, USUAL, rounds=rounds, seed=seed, folds=folds).rate / whole if whole else 1.0


def by_size(players: int, found: Chance, folds: FoldModel | None, stay: float, rounds: int) -> BySize:
    return BySize(
        players=players,
        nobody_folds=found.rate,
        error=found.error,
        as_logged=None if folds is None else found.rate * stay,
        by_lot=None if folds is None else found.rate * folds.by_lot**2,
        rounds=rounds,
    )


def traffic_of(asked: DesignAsked, log: Sequence[SeenRound]) -> Traffic:
    if not log:
        return Traffic(
            rounds_a_day=asked.rounds_a_day,
            sizes={asked.players: 1.0},
            contribution=asked.drop * asked.contributing / 100,
        )
    sizes = Counter(min(len(each.players), SIZES[0]) for each in log)
    given = sum(asked.drop for each in log for pot in each.pots if pot >= asked.least_pot)
    return Traffic(
        rounds_a_day=asked.rounds_a_day or len(log) / days_of(log),
        sizes={size: count / len(log) for size, count in sizes.items()},
        contribution=given / len(log),
    )


def days_of(log: Sequence[SeenRound]) -> int:
    """Days on which something was played, the first and the last included."""
    return (log[-1].at.date() - log[0].at.date()).days + 1 if log else 0


def replayed(name: str, found: Outcome) -> PlanReplayed:
    return PlanReplayed(
        name=name,
        rounds=found.rounds,
        contributed=found.contributed,
        hits=tuple(
            HitReplayed(at=each.at.isoformat(), table=each.table, round=each.round, amount=each.amount)
            for each in found.hits
        ),
        amount=found.amount,
        reserve=found.reserve,
        by_day=found.by_day,
    )
