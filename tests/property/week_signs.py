"""What a room may post and file in a week drawn at random: single games and rotations, every rake, every charge.

Likely are the things that are rare: one game twice with other limits, two percentages on one sign, fees that differ
from game to game, a bad beat contribution with its notice and without. What cannot be posted is refused when
it is filed.
"""

from decimal import Decimal
from random import Random

from msgspec.structs import replace

from pokerroom.room import filing
from pokerroom.rules.house import (
    BadBeatContribution,
    Fixed,
    HouseRules,
    IncrementalRake,
    Limits,
    NoLimit,
    PercentageRake,
    PotLimit,
    RakeLevel,
    Spread,
    TimeCharge,
    letter,
)
from pokerroom.table.seating import Posting, Rotation, TableRules

TENTH = PercentageRake(percent=10, most=400)
TENTH_TO_THE_CENT = PercentageRake(percent=10, most=500, unit=25)
TWENTIETH = PercentageRake(percent=5, most=300, unit=25)
FRACTION = PercentageRake(percent=Decimal("7.5"), most=300, unit=25, antes_included=True)
LEVELS = IncrementalRake(levels=(RakeLevel(600, 100), RakeLevel(2000, 100)), most=200)
OF_EACH_POT = IncrementalRake(levels=(RakeLevel(1000, 100),), most=300, scope="per-pot")

TWO_PERCENTAGES = (TENTH_TO_THE_CENT, TWENTIETH)
RAKES = ((TENTH,), (LEVELS,), (TENTH, LEVELS), (OF_EACH_POT,), (FRACTION,), TWO_PERCENTAGES, TWO_PERCENTAGES)

CHARGES = (
    TimeCharge(1200, 20),
    TimeCharge(1800, 20),
    TimeCharge(1200, 30),
    TimeCharge(1800, 30),
    TimeCharge(6000, 20, per="table"),
    TimeCharge(6000, 30, per="table"),
)
CONTRIBUTION = BadBeatContribution(amount=50, least_pot=400)
GIVING = ("hold-em",)
"""The games of the payout that is offered in a week: of their signs most give what it prescribes, of others few."""
MOSTLY, SELDOM = 0.85, 0.1
NOTICE = "Aces full or better beaten at this table: every player dealt in is eligible."

SUBMISSIONS = (
    filing.RakeSubmission(
        methods=(TENTH, TENTH_TO_THE_CENT, TWENTIETH, FRACTION, LEVELS, OF_EACH_POT), time_charges=CHARGES, most=1000
    ),
    filing.RakeSubmission(methods=(TENTH, LEVELS, OF_EACH_POT), time_charges=CHARGES, most=1000),
)
"""What the house files: all of it, or less where it may not file two percentages."""

LIMITS: tuple[Limits, ...] = (Fixed(200, 400), Fixed(200, 600), Spread(200, 1000), PotLimit(200), NoLimit(200))
WITH_BLINDS = ("hold-em", "hold-em", "omaha-high", "triple-draw-deuce-to-seven", "five-card-draw-high")
WITH_FORCED_BET = ("seven-card-stud-high", "five-card-stud")


def rotation(rng: Random) -> Rotation:
    games = rng.choice((1, 1, 2, 2, 3))
    first = posting(rng)
    if games == 1:
        return (first,)
    same = rng.random() < 0.5
    others = [other_limits(rng, first) if same else posting(rng) for _ in range(games - 1)]
    charged = [replace(each, rounds=rng.choice((1, 1, 2))) for each in (first, *others)]
    return tuple(charged if rng.random() < 0.4 else [timed(rng, each) for each in charged])


def posting(rng: Random) -> Posting:
    blinds = rng.random() < 0.75
    game = rng.choice(WITH_BLINDS if blinds else WITH_FORCED_BET)
    bad_beat = rng.random() < (MOSTLY if game in GIVING else SELDOM)
    house = rng.choice((raked, raked, raked, charged))(rng, signed(rng, blinds=blinds))
    return Posting(
        game=game,
        house=replace(house, bad_beat=CONTRIBUTION if bad_beat else None),
        rules=TableRules(
            first_button=rng.choice(("dealers-right", "dealers-right", "dealers-right", "dealt-card")),
            short_return=rng.choice(("floor", "floor", "refuse")),
            leave_max_minutes=rng.choice((None, 30)),
            buy_in_most=rng.choice((None, None, 80_000)),
        ),
        bad_beat=rng.choice(("", NOTICE, NOTICE)) if bad_beat else "",
    )


def signed(rng: Random, *, blinds: bool) -> HouseRules:
    limits = rng.choice(LIMITS)
    if blinds:
        return letter(limits, max_raises=3, blinds=(100, 200))
    return letter(limits, max_raises=3, ante=50, forced_bet=100)


def raked(rng: Random, house: HouseRules) -> HouseRules:
    return replace(house, rake=rng.choice(RAKES), rake_most=rng.choice((None, None, 450)), time_charge=None)


def charged(rng: Random, house: HouseRules) -> HouseRules:
    return replace(house, rake=(), rake_most=None, time_charge=rng.choice(CHARGES))


def timed(rng: Random, each: Posting) -> Posting:
    return replace(each, house=charged(rng, each.house))


def other_limits(rng: Random, each: Posting) -> Posting:
    """The same game between other limits."""
    limits = rng.choice([limits for limits in LIMITS if limits != each.house.limits])
    return replace(each, house=replace(each.house, limits=limits))


def altered(rng: Random, games: Rotation) -> Rotation:
    """Another sign for the same table: other limits of one game, another rake, or something else altogether."""
    number = rng.randrange(len(games)) if rng.random() < 0.5 else 0
    each = games[number]
    changed = rng.choice((other_limits, other_limits, other_limits, other_rake, None))
    if changed is None:
        return rotation(rng)
    return (*games[:number], changed(rng, each), *games[number + 1 :])


def other_rake(rng: Random, each: Posting) -> Posting:
    return replace(each, house=rng.choice((raked, charged))(rng, each.house))


def rare(games: Rotation) -> list[str]:
    """What is seldom posted, and here on purpose."""
    limits = {(each.game, each.house.limits) for each in games}
    percentages = [sum(isinstance(method, PercentageRake) for method in each.house.rake) for each in games]
    charges = {each.house.time_charge for each in games}
    seen = {
        "two percentages on one sign": max(percentages) > 1,
        "the same game at other limits in a rotation": len(limits) > len({game for game, _ in limits}),
        "fees that differ in a rotation": len(charges) > 1,
        "a contribution without notice of eligibility": any(
            each.house.bad_beat is not None and not each.bad_beat for each in games
        ),
    }
    return [what for what, there in seen.items() if there]
