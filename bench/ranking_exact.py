"""Exact equities of two hands, every table of frequencies.json counted over all its hands, and the first call."""

import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from bench.ranking_peers import DisagreementError
from bench.ranking_speed import set_aside, significant
from pokerroom.ranking import Ranking, category, worst_qualifying
from pokerroom.ranking.bulk.frequencies import how_often

FREQUENCIES = Path(__file__).resolve().parent.parent / "tests/exhaustive/frequencies.json"


class Match(NamedTuple):
    """Two hands, and what is known of their odds."""

    key: str
    game: str
    hands: tuple[str, str]
    peers_name: str
    wins: int
    ties: int


MATCHES = (
    Match("hold 'em", "hold-em", ("AsAh", "KdKc"), "holdem", 1_388_072, 6_538),
    Match("omaha", "omaha-high", ("AsAhJsTh", "KdKcQdQc"), "omaha", 658_398, 52),
)


class Equity(msgspec.Struct, frozen=True):
    case: str
    contestant: str
    milliseconds: float
    """Of CPU, all threads together: the median of the repeats."""
    best: float
    wins: int
    ties: int


def equities(match: Match, *, seconds: float, repeats: int) -> list[Equity]:
    contestants: dict[str, Callable[[], tuple[int, int]]] = {}
    if find_spec("pokerroom.odds"):
        contestants["pokerroom"] = lambda: our_equity(match)
    if find_spec("poker_equity"):
        contestants["poker-equity"] = lambda: their_equity(match)
    answers = {name: answers_in(answer, match, name, seconds) for name, answer in contestants.items()}
    times: dict[str, list[float]] = {name: [] for name in contestants}
    set_aside()
    for _ in range(repeats):
        for name, answer in contestants.items():
            gc.collect()
            began = time.process_time()
            for _ in range(answers[name]):
                answer()
            times[name].append(1000 * (time.process_time() - began) / answers[name])
    return [
        Equity(match.key, name, significant(statistics.median(each)), significant(min(each)), match.wins, match.ties)
        for name, each in times.items()
    ]


def answers_in(answer: Callable[[], tuple[int, int]], match: Match, name: str, seconds: float) -> int:
    """How many answers fill a repeat; the first, in which ours compiles, is not asked how long it took."""
    if (counted := answer()) != (match.wins, match.ties):
        raise DisagreementError(f"{name} counts {counted} wins and ties in {match.key}")
    began = time.process_time()
    answer()
    return max(1, int(seconds / max(time.process_time() - began, 1e-9)))


def our_equity(match: Match) -> tuple[int, int]:
    first = import_module("pokerroom.odds").equity(match.game, match.hands).players[0]
    return first.wins, first.ties


def their_equity(match: Match) -> tuple[int, int]:
    counted = import_module("poker_equity").exact_from_text(match.peers_name, [*match.hands])
    return int(counted["win_count"][0]), int(counted["tie_count"][0])


TABLES = {
    "high_5": (Ranking.HIGH_FIVE, 5, None),
    "high_6": (Ranking.HIGH_FIVE, 6, None),
    "high_7": (Ranking.HIGH_FIVE, 7, None),
    "ace_to_five_low_5": (Ranking.LOW_ACE_TO_FIVE, 5, None),
    "ace_to_five_low_6": (Ranking.LOW_ACE_TO_FIVE, 6, None),
    "ace_to_five_low_7": (Ranking.LOW_ACE_TO_FIVE, 7, None),
    "eight_or_better_low_5": (Ranking.LOW_ACE_TO_FIVE, 5, "8"),
    "eight_or_better_low_6": (Ranking.LOW_ACE_TO_FIVE, 6, "8"),
    "eight_or_better_low_7": (Ranking.LOW_ACE_TO_FIVE, 7, "8"),
    "deuce_to_seven_low_5": (Ranking.LOW_DEUCE_TO_SEVEN, 5, None),
    "deuce_to_seven_low_6": (Ranking.LOW_DEUCE_TO_SEVEN, 6, None),
    "deuce_to_seven_low_7": (Ranking.LOW_DEUCE_TO_SEVEN, 7, None),
    "badugi_4": (Ranking.BADUGI, 4, None),
    "three_card_high_3": (Ranking.HIGH_THREE, 3, None),
    "mambo_high_best3of4": (Ranking.HIGH_THREE, 4, None),
    "three_card_six_or_better_low_3": (Ranking.LOW_THREE, 3, "6"),
    "mambo_low_best3of4": (Ranking.LOW_THREE, 4, "6"),
}
"""Each table of frequencies.json: ranking, number of cards, and the rank a low has to have or better."""


class Table(msgspec.Struct, frozen=True):
    name: str
    hands: int
    classes: int
    seconds: float
    """By the clock, on all cores."""
    agrees: bool


def tables(names: Sequence[str]) -> list[Table]:
    published = json.loads(FREQUENCIES.read_text(encoding="utf-8"))
    return [counted(name, published[name]) for name in names]


def counted(name: str, published: Mapping[str, Any]) -> Table:
    ranking, size, qualifier = TABLES[name]
    began = time.perf_counter()
    every = how_often(ranking, size)
    seconds = time.perf_counter() - began
    hands = sum(every.values())
    by_class: dict[str, int] = {}
    if qualifier:
        every = {
            strength: count for strength, count in every.items() if strength >= worst_qualifying(ranking, qualifier)
        }
        by_class = {"qualify": sum(every.values()), "do not": hands - sum(every.values())}
    else:
        for strength, count in every.items():
            named = category(ranking, strength).replace("royal", "straight")
            by_class[named] = by_class.get(named, 0) + count
    # The published names of the classes are spelled otherwise; no two classes have as many hands.
    agrees = (
        hands == published["total"]
        and len(every) == published["distinct_classes"]
        and sorted(by_class.values()) == sorted(count for count in published["categories"].values() if count)
    )
    return Table(name, hands, len(every), round(seconds, 3), agrees)


FIRST = """
import numpy as np
from pokerroom.ranking import Ranking
from pokerroom.ranking.bulk import rank_many
rank_many(Ranking.HIGH_FIVE, np.array([[0, 5, 10, 15, 20, 25, 30]]))
"""


class FirstCall(msgspec.Struct, frozen=True):
    name: str
    seconds: float
    """From the start of a new process to the first strengths, by the clock."""


def first_calls() -> list[FirstCall]:
    """How long a new process takes to the first strengths: with nothing kept, and with what the one before it kept."""
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, "NUMBA_CACHE_DIR": empty}
        calls = []
        for name in ("with nothing compiled", "with the loops kept on disk"):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", FIRST], check=True, env=environment)  # noqa: S603  our own code
            calls.append(FirstCall(name, round(time.perf_counter() - began, 2)))
    return calls
