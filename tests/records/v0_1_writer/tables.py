"""The tables of the room: three where the day is ordinary, and one for each rule of play that was mended later."""

from typing import Any

import msgspec

from pokerroom.room import filing
from pokerroom.rules.house import (
    BadBeatContribution,
    Fixed,
    HouseRules,
    IncrementalRake,
    KillOption,
    NoLimit,
    PercentageRake,
    RakeLevel,
    TimeCharge,
    letter,
)
from pokerroom.table.seating import KillAmount, Posting, letter_table

STUD, HOLD_EM, OMAHA = "seven-card-stud-high", "hold-em", "omaha-high-low-eight"
TRIPLE_DRAW, BADUGI = "triple-draw-deuce-to-seven", "badugi"

PERCENT = PercentageRake(percent=10, most=400)
WITH_ANTES = PercentageRake(percent=10, most=400, unit=10, antes_included=True)
LEVELS = IncrementalRake(levels=(RakeLevel(1000, 100), RakeLevel(3000, 100)), most=200)
PER_POT = IncrementalRake(levels=(RakeLevel(500, 50), RakeLevel(2000, 50)), most=200, scope="per-pot")
HOURLY = TimeCharge(hourly=1200, every=30)
FILED = filing.RakeSubmission(methods=(PERCENT, WITH_ANTES, LEVELS, PER_POT), time_charges=(HOURLY,), most=600)
BAD_BEAT = BadBeatContribution(amount=50, least_pot=500)

SMALL: dict[str, Any] = {"limits": Fixed(200, 400), "max_raises": 3, "blinds": (100, 200)}
DEALT_IN_SHORT: dict[str, Any] = {"short_stack_dealt_in": True}
BLINDS_MADE_GOOD: dict[str, Any] = {"posts_may_differ": True, "antes_to_main_pot": True}


def posting(game: str, house: HouseRules, *, rounds: int = 0, **rules: Any) -> Posting:
    return Posting(game=game, house=house, rules=letter_table(**rules), rounds=rounds)


def four_eight(**posted: Any) -> HouseRules:
    return letter(Fixed(400, 800), max_raises=3, **DEALT_IN_SHORT, **posted)


TABLES: dict[str, tuple[Posting, ...]] = {
    "stud": (posting(STUD, letter(Fixed(200, 400), max_raises=3, ante=50, forced_bet=100, rake=(PERCENT,))),),
    "hold-em": (posting(HOLD_EM, letter(**SMALL, rake=(PERCENT, LEVELS), bad_beat=BAD_BEAT)),),
    "draw": (
        posting(TRIPLE_DRAW, letter(**SMALL, time_charge=HOURLY), rounds=2),
        posting(BADUGI, letter(**SMALL, rake=(PERCENT,), time_charge=HOURLY), rounds=2),
    ),
    "forced bet folded": (
        posting(STUD, letter(Fixed(1000, 2000), max_raises=3, ante=100, forced_bet=1000, rake=(PERCENT, LEVELS))),
    ),
    "bet thrown away": (
        posting(HOLD_EM, letter(NoLimit(200), blinds=(100, 200), rake=(PERCENT, LEVELS), bad_beat=BAD_BEAT)),
    ),
    "part of an ante, stud": (
        posting(
            STUD,
            letter(
                Fixed(1000, 2000),
                max_raises=3,
                ante=1000,
                forced_bet=500,
                rake=(WITH_ANTES,),
                bad_beat=BAD_BEAT,
                **DEALT_IN_SHORT,
            ),
        ),
    ),
    "part of an ante, hold-em": (
        posting(HOLD_EM, letter(**SMALL, ante=1000, rake=(WITH_ANTES, PER_POT), bad_beat=BAD_BEAT, **DEALT_IN_SHORT)),
    ),
    "half an ante": (
        posting(HOLD_EM, letter(**SMALL, ante=100, rake=(WITH_ANTES,), antes_to_main_pot=True, **DEALT_IN_SHORT)),
    ),
    "missed blinds": (
        posting(
            HOLD_EM,
            letter(**SMALL, rake=(PERCENT,), **BLINDS_MADE_GOOD, **DEALT_IN_SHORT),
            missed_blinds="post",
            button_rule="dead",
        ),
    ),
    "dead small blind": (
        posting(
            OMAHA,
            letter(**SMALL, rake=(PERCENT,), kill=KillOption.KILL, posts_may_differ=True),
            button_rule="dead",
            kill_at=KillAmount(500),
        ),
    ),
    "one burn": (posting(TRIPLE_DRAW, letter(**SMALL, rake=(PERCENT,), burn_each_draw=False)),),
    "short raise": (posting(HOLD_EM, four_eight(blinds=(100, 200), rake=(PERCENT,))),),
    "blinds each round": (
        posting(TRIPLE_DRAW, letter(**SMALL, rake=(PERCENT,), repost_blinds_each_round=True, **DEALT_IN_SHORT)),
    ),
    "short opening bet": (posting(HOLD_EM, four_eight(blinds=(200, 400), rake=(PERCENT,))),),
    "short all-in at stud": (posting(STUD, four_eight(ante=100, forced_bet=200, rake=(PERCENT,))),),
    "left open": (posting(HOLD_EM, four_eight(blinds=(100, 200), rake=(PERCENT,))),),
}

NAMED_CUSTOMARY = b"""{
    "type": "table",
    "rotation": [{
        "game": "hold-em",
        "house": {
            "preset": "customary",
            "limits": {"type": "fixed", "small": 200, "big": 400},
            "max_raises": 3,
            "blinds": [100, 200],
            "rake": [{"type": "percentage", "percent": 10, "most": 400}]
        },
        "rules": {"preset": "customary"}
    }]
}"""
"""As somebody writes it who takes the name of a preset for what it holds: every setting is still the letter's."""


def named_customary() -> tuple[Posting, ...]:
    return msgspec.json.decode(NAMED_CUSTOMARY, type=filing.TableSettings).rotation
