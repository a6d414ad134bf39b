"""What the tables of a simulated day post: every game of the current edition and some of older ones, every limit
structure, every method of rake, both presets, both ways to the first button.

The order matters: a day of a few tables takes the first ones, which differ most.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from pokerroom.games import CATALOGUE
from pokerroom.money import dollars
from pokerroom.room.filing import RakeSubmission
from pokerroom.room.lists import Wanted
from pokerroom.rules.editions import (
    BADUGI_PROPOSAL,
    NJAC_13_69F,
    NJAC_19_47_2006,
    SUPER_STUD_AMENDMENT,
    TRIPLE_DRAW_AMENDMENT,
)
from pokerroom.rules.house import (
    PRESETS,
    Fixed,
    IncrementalRake,
    KillOption,
    Limits,
    NoLimit,
    PercentageRake,
    PotLimit,
    RakeLevel,
    Spread,
    TimeCharge,
)
from pokerroom.table.seating import TABLE_PRESETS, KillAmount, KillMultiple, Posting, Rotation

CURRENT = NJAC_13_69F.key
LETTER, CUSTOMARY = "letter", "customary"

FIXED, SPREAD, POT, NO = Fixed(400, 800), Spread(200, 1000), PotLimit(200), NoLimit(200)

LEVELS = (RakeLevel(2000, 100), RakeLevel(5000, 100), RakeLevel(9000, 100))
PERCENTAGE = PercentageRake(10, 400)
INCREMENTAL = IncrementalRake(LEVELS, 300)
PER_POT = IncrementalRake(LEVELS, 500, scope="per-pot")
SMALL_PERCENTAGE = PercentageRake(5, 300)
PER_PLAYER = TimeCharge(1200, 30)
PER_TABLE = TimeCharge(6000, 20, per="table")

RAKES: Mapping[str, dict[str, Any]] = {
    "percentage": {"rake": (PERCENTAGE,)},
    "incremental": {"rake": (INCREMENTAL,)},
    "per-pot": {"rake": (PER_POT,)},
    "both": {"rake": (SMALL_PERCENTAGE, INCREMENTAL), "rake_most": 500},
    "time per player": {"time_charge": PER_PLAYER},
    "time per table": {"time_charge": PER_TABLE},
    "rake and time": {"rake": (SMALL_PERCENTAGE,), "time_charge": PER_PLAYER},
}
FILED_RAKE = RakeSubmission(
    methods=(PERCENTAGE, SMALL_PERCENTAGE, INCREMENTAL, PER_POT),
    time_charges=(PER_PLAYER, PER_TABLE),
    most=500,
)


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """One table: its games, and how they are posted."""

    games: tuple[str, ...]
    limits: Limits
    rake: str
    preset: str = LETTER
    edition: str = CURRENT
    drawn_button: bool = False
    kill: KillOption | None = None
    feeds: int | None = None
    """The index of the main game that its players must move to."""
    opens: float = 0.0
    closes: float = 1.0
    """When it is open, as parts of the day."""
    raises_minimum: bool = False
    """Its players will agree to a higher minimum wager."""
    dealt_by_hand: bool = False
    """A dealer deals, from decks on the table."""
    next_rake: str = ""
    """A change that will be posted: another rake and another raise cap."""


def table(game: str, limits: Limits, rake: str, **more: Any) -> Recipe:
    return Recipe(games=(game,), limits=limits, rake=rake, **more)


RECIPES: tuple[Recipe, ...] = (
    table("hold-em", NO, "percentage", raises_minimum=True),
    table("hold-em", NO, "percentage", feeds=0, opens=0.1, closes=0.8),
    table("omaha-high-low-eight", FIXED, "incremental", kill=KillOption.KILL, drawn_button=True),
    table("seven-card-stud-high", FIXED, "time per player", preset=CUSTOMARY, dealt_by_hand=True),
    table("hold-em", FIXED, "both", preset=CUSTOMARY, drawn_button=True, next_rake="per-pot"),
    table("five-card-draw-high", POT, "per-pot", closes=0.7),
    table("triple-draw-deuce-to-seven", FIXED, "percentage", preset=CUSTOMARY, dealt_by_hand=True),
    table("super-seven-card-stud-high-low", FIXED, "time per table", edition=SUPER_STUD_AMENDMENT.key),
    table("badugi", SPREAD, "incremental", opens=0.2),
    Recipe(
        games=("hold-em", "omaha-high-low-eight", "seven-card-stud-low", "seven-card-stud-high"),
        limits=FIXED,
        rake="rake and time",
    ),
    table("omaha-high", SPREAD, "per-pot", kill=KillOption.HALF_KILL, preset=CUSTOMARY),
    table("mambo-stud", SPREAD, "percentage"),
    table("five-card-stud", SPREAD, "time per player", raises_minimum=True),
    table("hold-em", FIXED, "both", preset=CUSTOMARY, drawn_button=True, dealt_by_hand=True),
    table("seven-card-stud-high-low", SPREAD, "both"),
    table("seven-card-stud-high-low-eight", FIXED, "percentage", preset=CUSTOMARY),
    table("seven-card-stud-low", FIXED, "incremental"),
    table("five-card-draw-low", NO, "time per table", preset=CUSTOMARY, drawn_button=True),
    table("super-seven-card-stud-high", FIXED, "percentage", edition=SUPER_STUD_AMENDMENT.key),
    table("triple-draw-ace-to-five", FIXED, "incremental", edition=TRIPLE_DRAW_AMENDMENT.key),
    table("hold-em", POT, "time per player", edition=NJAC_19_47_2006.key, drawn_button=True),
    table("badugi", POT, "percentage", edition=BADUGI_PROPOSAL.key, preset=CUSTOMARY),
    table("omaha-high", POT, "per-pot", opens=0.3),
    table("hold-em", SPREAD, "rake and time", preset=CUSTOMARY, closes=0.6),
    table("super-seven-card-stud-low", SPREAD, "both", edition=SUPER_STUD_AMENDMENT.key),
    table("super-seven-card-stud-high-low-eight", FIXED, "per-pot", edition=SUPER_STUD_AMENDMENT.key, preset=CUSTOMARY),
    table("omaha-high-low-eight", NO, "time per table"),
    table("seven-card-stud-high", SPREAD, "incremental", edition=NJAC_19_47_2006.key, closes=0.9),
    Recipe(games=("triple-draw-deuce-to-seven", "badugi"), limits=FIXED, rake="percentage", preset=CUSTOMARY),
    table("mambo-stud", NO, "incremental", preset=CUSTOMARY, opens=0.15),
    table("five-card-stud", FIXED, "percentage", preset=CUSTOMARY),
    table("omaha-high-low-eight", FIXED, "incremental", kill=KillOption.HALF_KILL),
    table("omaha-high", FIXED, "both", kill=KillOption.KILL, preset=CUSTOMARY, next_rake="percentage"),
    table("hold-em", NO, "percentage", drawn_button=True),
    table("five-card-draw-high", FIXED, "time per player"),
    table("seven-card-stud-high-low", FIXED, "rake and time", edition=NJAC_19_47_2006.key),
    table("seven-card-stud-high", NO, "per-pot", preset=CUSTOMARY),
    Recipe(games=("five-card-draw-high", "five-card-draw-low"), limits=POT, rake="time per table", opens=0.25),
    table("triple-draw-deuce-to-seven", SPREAD, "both", edition=TRIPLE_DRAW_AMENDMENT.key),
    table("hold-em", POT, "per-pot", preset=CUSTOMARY, closes=0.75),
)


def smallest(limits: Limits) -> int:
    return limits.small if isinstance(limits, Fixed) else limits.least


def rotation_of(recipe: Recipe, *, changed: bool = False) -> Rotation:
    """The games as the table posts them; `changed` as it will post them later."""
    rake, cap = (recipe.next_rake, 4) if changed else (recipe.rake, 3)
    return tuple(posting(recipe, game, RAKES[rake], cap) for game in recipe.games)


def posting(recipe: Recipe, game: str, rake: dict[str, Any], cap: int) -> Posting:
    minimum = smallest(recipe.limits)
    if CATALOGUE[recipe.edition, game].has_button:
        forced: dict[str, Any] = {"blinds": (minimum // 2, minimum)}
    else:
        forced = {"ante": minimum // 4, "forced_bet": minimum // 2}
    posted = {**rake, **forced, "max_raises": cap}
    if recipe.preset == CUSTOMARY:
        # A missed blind is made good into the main pot.
        posted["antes_to_main_pot"] = True
    if recipe.kill is not None and CATALOGUE[recipe.edition, game].kill is not None:
        posted["kill"] = recipe.kill
    rules = TABLE_PRESETS[recipe.preset](
        first_button="dealt-card" if recipe.drawn_button else "dealers-right",
        kill_at=KillMultiple(10) if recipe.preset == LETTER else KillAmount(5000),
        leave_max_minutes=30,
        buy_in_least=10 * minimum,
        buy_in_most=None if isinstance(recipe.limits, Fixed) else 200 * minimum,
    )
    return Posting(
        game=game,
        house=PRESETS[recipe.preset](recipe.limits, **posted),
        rules=rules,
        edition=recipe.edition,
        rounds=8 if len(recipe.games) > 1 else 0,
    )


def wanted(recipe: Recipe) -> Wanted:
    """What people who wait for the table ask for."""
    kill = f" with a {recipe.kill.value}" if recipe.kill else ""
    return Wanted(f"{'/'.join(recipe.games)}{AS_OF.get(recipe.edition, '')}", limits_text(recipe.limits) + kill)


AS_OF = {NJAC_19_47_2006.key: " of 2006", BADUGI_PROPOSAL.key: " as proposed"}


def limits_text(limits: Limits) -> str:
    match limits:
        case Fixed(small=small, big=big):
            return f"{dollars(small)}-{dollars(big)}"
        case Spread(least=least, most=most):
            return f"{dollars(least)} to {dollars(most)}"
        case PotLimit(least=least):
            return f"{dollars(least)} pot limit"
        case NoLimit(least=least):
            return f"{dollars(least)} no limit"
