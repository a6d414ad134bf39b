"""Hands ranked per second of CPU: ours one by one and many at once, beside the evaluators others wrote.

One process for all, repeats alternating between the contestants so that a busy machine slows them alike; the median
repeat counts, the best is kept too. Everybody ranks the same random hands, put beforehand into the form he likes best,
and has to put them in the order in which we do. After that: exact equities of two hands, every table of
frequencies.json counted over all its hands, and how long the first call takes.
"""

import argparse
import gc
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module, metadata
from importlib.util import find_spec
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pokerroom.cards import card_text, parse_cards
from pokerroom.ranking import AnyOf, Exactly, Formation, Ranking, category, form, ranker, worst_qualifying
from pokerroom.ranking.bulk import deal, masks_of, planes_of, rank_many
from pokerroom.ranking.bulk.engines import cores
from pokerroom.ranking.bulk.frequencies import how_often
from pokerroom.ranking.strength import HAND_SIZE

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results/ranking.json"
PAGE = HERE / "RANKING.md"
FREQUENCIES = HERE.parent / "tests/exhaustive/frequencies.json"
MARK, END = "<!-- results -->\n", "<!-- end of results -->"

OMAHA = Exactly(own=2, board=3)
TEXT = [
    card_text(card) for card in parse_cards("".join(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"))
]

Rows = Sequence[Sequence[int]]
Run = Callable[[], Any]
"""Ranks all its hands; what it answers says which of two is the better, or which is the worse."""
Prepare = Callable[[Rows], Run]
"""From rows of card numbers, own cards first, to a run over these hands in the form the peer likes best."""


def loop(rank: Callable[[Any], Any], hands: Sequence[Any]) -> Run:
    return lambda: [rank(hand) for hand in hands]


def pkrbot(rows: Rows) -> Run:
    package = import_module("pkrbot")
    deck = [package.Card(text) for text in TEXT]
    return loop(package.evaluate, [[deck[card] for card in row] for row in rows])


def eval7(rows: Rows) -> Run:
    package = import_module("eval7")
    deck = [package.Card(text) for text in TEXT]
    return loop(package.evaluate, [[deck[card] for card in row] for row in rows])


def phevaluator(rows: Rows) -> Run:
    evaluate = import_module("phevaluator.evaluator").evaluate_cards
    return lambda: [evaluate(*row) for row in rows]


def phevaluator_omaha(rows: Rows) -> Run:
    evaluate = import_module("phevaluator.evaluator_omaha").evaluate_omaha_cards
    hands = [(*row[4:], *row[:4]) for row in rows]
    return lambda: [evaluate(*hand) for hand in hands]


def treys(rows: Rows) -> Run:
    package = import_module("treys")
    deck = [package.Card.new(text) for text in TEXT]
    evaluate = package.Evaluator().evaluate
    hands = [([deck[card] for card in row[:2]], [deck[card] for card in row[2:]]) for row in rows]
    return lambda: [evaluate(*hand) for hand in hands]


def poker_equity(kernel: str) -> Prepare:
    def prepare(rows: Rows) -> Run:
        score = import_module("poker_equity").score_batch
        hands = ["".join(TEXT[card] for card in row) for row in rows]
        return lambda: score(kernel, hands)

    return prepare


def pokerkit(name: str, *, own: int | None = None) -> Prepare:
    def prepare(rows: Rows) -> Run:
        package = import_module("pokerkit")
        # Without a low that qualifies it answers with nothing; it is asked for the hand, not for a string of it.
        rank = getattr(package, name).from_game_or_none
        deck = [next(iter(package.Card.parse(text))) for text in TEXT]
        hands = [[deck[card] for card in row] for row in rows]
        return lambda: [rank(hand[:own], hand[own:] if own else ()) for hand in hands]

    return prepare


class Case(NamedTuple):
    """A ranking, the cards a hand is formed of, and the peers that rank such hands."""

    key: str
    name: str
    ranking: Ranking
    cards: int
    peers: Mapping[str, Prepare]
    formation: Formation | None = None


DISTRIBUTIONS = {
    "pkrbot": "pkrbot",
    "phevaluator": "phevaluator",
    "eval7": "eval7",
    "poker-equity": "poker_equity",
    "treys": "treys",
    "PokerKit": "pokerkit",
}
"""The peers, and the module of each."""

HIGH: Mapping[str, Prepare] = {
    "pkrbot": pkrbot,
    "phevaluator": phevaluator,
    "eval7": eval7,
    "poker-equity": poker_equity("high"),
    "treys": treys,
    "PokerKit": pokerkit("StandardHighHand"),
}
LOW_FIVE: Mapping[str, Prepare] = {
    "poker-equity": poker_equity("low_a5"),
    "PokerKit": pokerkit("RegularLowHand"),
}

CASES = (
    Case("high-7", "high of seven cards", Ranking.HIGH_FIVE, 7, HIGH),
    Case("high-6", "high of six cards", Ranking.HIGH_FIVE, 6, HIGH),
    Case("high-5", "high of five cards", Ranking.HIGH_FIVE, 5, HIGH),
    Case(
        "omaha-high",
        "omaha high, of four own cards and five",
        Ranking.HIGH_FIVE,
        9,
        {
            "phevaluator": phevaluator_omaha,
            "poker-equity": poker_equity("omaha"),
            "PokerKit": pokerkit("OmahaHoldemHand", own=4),
        },
        OMAHA,
    ),
    Case(
        "omaha-low",
        "omaha ace-to-five low, of four own cards and five",
        Ranking.LOW_ACE_TO_FIVE,
        9,
        {"PokerKit": pokerkit("OmahaEightOrBetterLowHand", own=4)},
        OMAHA,
    ),
    Case("ace-to-five-7", "ace-to-five low of seven cards", Ranking.LOW_ACE_TO_FIVE, 7, LOW_FIVE),
    Case("ace-to-five-5", "ace-to-five low of five cards", Ranking.LOW_ACE_TO_FIVE, 5, LOW_FIVE),
    Case(
        "deuce-to-seven",
        "deuce-to-seven low of five cards",
        Ranking.LOW_DEUCE_TO_SEVEN,
        5,
        {"poker-equity": poker_equity("deuce_seven"), "PokerKit": pokerkit("StandardLowHand")},
    ),
    Case(
        "badugi",
        "badugi of four cards",
        Ranking.BADUGI,
        4,
        {"poker-equity": poker_equity("badugi"), "PokerKit": pokerkit("BadugiHand")},
    ),
    Case("three-card-high", "three-card high of four cards", Ranking.HIGH_THREE, 4, {}),
    Case("three-card-low", "three-card low of four cards", Ranking.LOW_THREE, 4, {}),
)

ONE_BY_ONE = "pokerroom, one by one"
CARD_NUMBERS = "pokerroom, card numbers"
MASKS = "pokerroom, masks"
PLANES = "pokerroom, planes"
ALL_CORES = "pokerroom, card numbers, all cores"

FASTEST = "the fastest peer"
GOALS = {
    ("high-7", PLANES, FASTEST): 100,
    ("high-7", CARD_NUMBERS, FASTEST): 30,
    ("high-7", ONE_BY_ONE, "phevaluator"): 0.5,
}
"""How many times as fast as a peer we mean to be."""


def ours(case: Case, hands: int) -> dict[str, tuple[int, Run]]:
    """Our contestants: how many hands each ranks in a run, and the run."""
    ids = np.tile(deal(min(hands, 1 << 16), case.cards, seed=1), (max(hands >> 16, 1), 1))
    few = ids[: hands // 16].tolist()
    own = 4 if isinstance(case.formation, Exactly) else case.cards
    formed = form(case.ranking, case.formation or AnyOf(HAND_SIZE[case.ranking]))
    one = ranker(case.ranking)
    apart = [(row[:own], row[own:]) for row in few]
    single = loop(one, few) if own == case.cards else lambda: [formed(*hand) for hand in apart]
    contestants: dict[str, tuple[int, Run]] = {ONE_BY_ONE: (len(few), single)}
    strengths = np.empty(hands, np.uint32)

    def bulk(cards: Any, *, threads: int = 1, **options: Any) -> tuple[int, Run]:
        return hands, lambda: rank_many(case.ranking, cards, threads=threads, out=strengths, **options)

    if own < case.cards:
        hole, board = np.ascontiguousarray(ids[:, :own]), np.ascontiguousarray(ids[:, own:])
        both: dict[str, Any] = {"board": board, "formation": case.formation}
        contestants[CARD_NUMBERS] = bulk(hole, **both)
        contestants[ALL_CORES] = bulk(hole, threads=cores(), **both)
    else:
        contestants[CARD_NUMBERS] = bulk(ids)
        contestants[MASKS] = bulk(masks_of(ids), size=case.cards)
        contestants[PLANES] = bulk(planes_of(ids), size=case.cards)
        contestants[ALL_CORES] = bulk(ids, threads=cores())
    return contestants


def theirs(case: Case, seconds: float) -> dict[str, tuple[int, Run]]:
    """The peers that are installed, each with as many hands as fill a repeat; the order they give is checked."""
    contestants = {}
    for name, prepare in case.peers.items():
        if not find_spec(DISTRIBUTIONS[name]):
            continue
        check_order(case, name, prepare)
        hands = hands_in(prepare, case, seconds)
        contestants[name] = (hands, prepare(deal(hands, case.cards, seed=1).tolist()))
    return contestants


def hands_in(prepare: Prepare, case: Case, seconds: float) -> int:
    hands = 50
    while True:
        run = prepare(deal(hands, case.cards, seed=1).tolist())
        began = time.process_time()
        run()
        taken = time.process_time() - began
        if taken >= seconds / 4 or hands >= 1 << 17:
            return max(50, min(1 << 17, int(hands * seconds / max(taken, 1e-9))))
        hands *= 4


class DisagreementError(AssertionError):
    """A peer puts hands in another order than we do."""


def check_order(case: Case, name: str, prepare: Prepare) -> None:
    rows = deal(1000, case.cards, seed=2)
    if isinstance(case.formation, Exactly):
        strengths = rank_many(case.ranking, rows[:, :4], board=rows[:, 4:], formation=case.formation)
    else:
        strengths = rank_many(case.ranking, rows)
    answers = prepare(rows.tolist())()
    ranked = sorted(zip(strengths.tolist(), answers, strict=True), key=lambda pair: pair[0])
    # PokerKit's omaha low is eight or better: below it has nothing to say.
    classes = [
        [answer for _, answer in same]
        for _, same in groupby((pair for pair in ranked if pair[1] is not None), key=lambda pair: pair[0])
    ]
    if any(answer != same[0] for same in classes for answer in same):
        raise DisagreementError(f"{name} parts hands that are equal in the {case.name} ranking")
    heads = [same[0] for same in classes]
    if not (all(a < b for a, b in pairwise(heads)) or all(a > b for a, b in pairwise(heads))):
        raise DisagreementError(f"{name} orders hands otherwise in the {case.name} ranking")


class Result(msgspec.Struct, frozen=True):
    case: str
    ranking: str
    contestant: str
    hands_per_second: float
    """Of CPU; of the clock where all cores work. The median of the repeats."""
    best: float
    repeats: tuple[float, ...]


class Equity(msgspec.Struct, frozen=True):
    case: str
    contestant: str
    milliseconds: float
    """Of CPU, all threads together: the median of the repeats."""
    best: float
    wins: int
    ties: int


class Table(msgspec.Struct, frozen=True):
    name: str
    hands: int
    classes: int
    seconds: float
    """By the clock, on all cores."""
    agrees: bool


class FirstCall(msgspec.Struct, frozen=True):
    name: str
    seconds: float
    """From the start of a new process to the first strengths, by the clock."""


class Report(msgspec.Struct, frozen=True):
    python: str
    machine: str
    cores: int
    versions: dict[str, str]
    not_measured: tuple[str, ...]
    results: tuple[Result, ...]
    equities: tuple[Equity, ...]
    tables: tuple[Table, ...]
    first_calls: tuple[FirstCall, ...]


def compare(case: Case, *, hands: int, seconds: float, repeats: int) -> list[Result]:
    contestants = {**ours(case, hands), **theirs(case, seconds)}
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _, run in contestants.values():
        run()
    set_aside()
    for _ in range(repeats):
        for name, (count, run) in contestants.items():
            clock = time.perf_counter if name == ALL_CORES else time.process_time
            # What the last contestant left behind is not to be cleared away on this one's time.
            gc.collect()
            began = clock()
            run()
            rates[name].append(count / max(clock() - began, 1e-9))
    return [
        Result(
            case.key,
            case.name,
            name,
            significant(statistics.median(each)),
            significant(max(each)),
            tuple(map(significant, each)),
        )
        for name, each in rates.items()
    ]


def set_aside() -> None:
    """What is there by now stays: looking through it before every repeat would empty the caches of the processor."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def significant(rate: float) -> float:
    return float(f"{rate:.4g}")


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
EQUITY_GOAL = 50


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


def fastest(case: str, results: Sequence[Result]) -> Result | None:
    peers = [result for result in results if result.case == case and result.contestant in DISTRIBUTIONS]
    return max(peers, key=lambda result: result.hands_per_second, default=None)


def factors(results: Sequence[Result]) -> dict[tuple[str, str, str], float]:
    """For each goal whose contestants were measured, how many times as fast we are."""
    rates = {(result.case, result.contestant): result.hands_per_second for result in results}
    found = {}
    for case, contestant, peer in GOALS:
        best = fastest(case, results)
        other = (best.hands_per_second if best else None) if peer == FASTEST else rates.get((case, peer))
        if other and (case, contestant) in rates:
            found[case, contestant, peer] = rates[case, contestant] / other
    return found


def missed(results: Sequence[Result], found: Sequence[Equity], counts: Sequence[Table]) -> list[str]:
    slow = [
        f"{case}: {contestant} is {factor:.3g} times {peer}, where {GOALS[case, contestant, peer]} are the goal"
        for (case, contestant, peer), factor in factors(results).items()
        if factor < GOALS[case, contestant, peer]
    ]
    wrong = [f"{table.name} does not come out as published" for table in counts if not table.agrees]
    slower = [
        f"{match.key}: our exact equity is {factor:.3g} times as fast as poker-equity, where {EQUITY_GOAL} are the goal"
        for match in MATCHES
        if (factor := equity_factor(match.key, found)) is not None and factor < EQUITY_GOAL
    ]
    return slow + slower + wrong


def equity_factor(key: str, found: Sequence[Equity]) -> float | None:
    times = {each.contestant: each.milliseconds for each in found if each.case == key}
    return times["poker-equity"] / times["pokerroom"] if {"poker-equity", "pokerroom"} <= times.keys() else None


def grid(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines) + "\n"


def times_text(factor: float) -> str:
    return f"{factor:,.0f} times" if factor >= 100 else f"{factor:.3g} times"


def ranking_text(case: str, results: Sequence[Result]) -> str:
    here = [result for result in results if result.case == case]
    peer = fastest(case, results)
    head = (
        "ranked by",
        "hands per second",
        "best repeat",
        f"beside {peer.contestant}" if peer else "no peer ranks these",
    )
    rows = [
        (
            result.contestant,
            f"{result.hands_per_second:,.0f}",
            f"{result.best:,.0f}",
            times_text(result.hands_per_second / peer.hands_per_second) if peer and result is not peer else "",
        )
        for result in here
    ]
    return f"### {here[0].ranking}\n\n{grid([head, *rows])}"


def report_text(report: Report) -> str:
    setting = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    parts = [f"Python {report.python}, {report.machine}, {report.cores} cores; {setting}.\n"]
    if report.not_measured:
        parts.append(f"Not measured, because not installed: {', '.join(report.not_measured)}.\n")
    parts += [ranking_text(case, report.results) for case in dict.fromkeys(result.case for result in report.results)]
    goals = [
        (f"{case}: {contestant}", peer, f"{factor:.3g} times", f"{GOALS[case, contestant, peer]} times")
        for (case, contestant, peer), factor in factors(report.results).items()
    ]
    goals += [
        (f"{match.key}: exact equity", "poker-equity", f"{factor:.3g} times", f"{EQUITY_GOAL} times")
        for match in MATCHES
        if (factor := equity_factor(match.key, report.equities)) is not None
    ]
    if goals:
        parts.append("### Goals\n\n" + grid([("ours", "beside", "as fast", "goal"), *goals]))
    if report.equities:
        rows = [
            (each.case, each.contestant, f"{each.milliseconds:g}", f"{each.best:g}", f"{each.wins:,}", f"{each.ties:,}")
            for each in report.equities
        ]
        head = ("exact equity of two hands", "by", "ms of CPU", "best repeat", "wins of the first", "ties")
        parts.append("### Exact equity\n\n" + grid([head, *rows]))
    if report.tables:
        found = [
            (each.name, f"{each.hands:,}", f"{each.classes:,}", f"{each.seconds:g}", "yes" if each.agrees else "NO")
            for each in report.tables
        ]
        head_of_tables = ("table", "hands", "strengths", "seconds", "as published")
        parts.append("### Every hand, ranked and counted\n\n" + grid([head_of_tables, *found]))
    if report.first_calls:
        calls = [(each.name, f"{each.seconds:g}") for each in report.first_calls]
        parts.append("### The first call\n\n" + grid([("seconds from the start of a new process", "s"), *calls]))
    return "\n".join(parts)


def page(text: str, report: Report) -> str:
    """The page with these results in it."""
    before, _, rest = text.partition(MARK)
    _, _, after = rest.partition(END)
    return f"{before}{MARK}\n{report_text(report)}\n{END}{after}"


def versions() -> dict[str, str]:
    present = [name for name, module in DISTRIBUTIONS.items() if find_spec(module)]
    return {name: metadata.version(name) for name in ("pokerroom", "numpy", "numba", *map(str.lower, present))}


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    keys = [case.key for case in CASES]
    parser = argparse.ArgumentParser(prog="bench/ranking.py", description="Hands ranked per second of CPU.")
    parser.add_argument("cases", nargs="*", metavar="case", help=f"{', '.join(keys)}; all of them unless named")
    parser.add_argument("--hands", type=int, default=1 << 20, help="hands in our arrays (default 1,048,576)")
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU seconds of a peer's repeat (default 0.2)")
    parser.add_argument("--repeats", type=int, default=9, help="repeats, of which the median counts (default 9)")
    parser.add_argument("--json", action="store_true", help="record the results, and show them in bench/RANKING.md")
    parser.add_argument("--quick", action="store_true", help="a little of everything, to see that it works")
    given = parser.parse_args(argv)
    if unknown := sorted(set(given.cases) - set(keys)):
        parser.error(f"no case is called {', '.join(unknown)}; there are {', '.join(keys)}")
    if given.repeats < 1 or given.seconds <= 0 or given.hands < 1 << 10:
        parser.error("--repeats must be at least 1, --seconds above 0 and --hands at least 1024")
    if given.json and (given.cases or given.quick):
        parser.error("--json records every case in full: name none, and not --quick")
    if given.quick:
        given.hands, given.seconds, given.repeats = 1 << 10, 0.001, 1
    return given


def measure(given: argparse.Namespace) -> Report:
    whole = not given.cases
    results: list[Result] = []
    for case in CASES:
        if whole or case.key in given.cases:
            measured = compare(case, hands=given.hands, seconds=given.seconds, repeats=given.repeats)
            print(ranking_text(case.key, measured), flush=True)
            results += measured
    small = [name for name, (_, size, _) in TABLES.items() if size < 5]
    return Report(
        python=platform.python_version(),
        machine=platform.machine(),
        cores=cores(),
        versions=versions(),
        not_measured=tuple(name for name, module in DISTRIBUTIONS.items() if not find_spec(module)),
        results=tuple(results),
        equities=tuple(
            each for match in MATCHES for each in equities(match, seconds=given.seconds, repeats=given.repeats)
        )
        if whole
        else (),
        tables=tuple(tables(small if given.quick else [*TABLES])) if whole else (),
        first_calls=tuple(first_calls()) if whole and not given.quick else (),
    )


def main(argv: Sequence[str]) -> int:
    given = arguments(argv)
    for name, module in DISTRIBUTIONS.items():
        if not find_spec(module):
            print(f"NOT MEASURED: {name} is not installed (`make bench` brings it)", file=sys.stderr)
    report = measure(given)
    if not given.cases:
        print(report_text(msgspec.structs.replace(report, results=())), flush=True)
    if given.json:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), report), encoding="utf-8")
    if given.quick:
        return 0
    short = missed(report.results, report.equities, report.tables)
    for miss in short:
        print(f"MISSED: {miss}", file=sys.stderr)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
