"""How many hands ours and each peer rank in a second of CPU, repeat by repeat in turns, and in the same order."""

import gc
import statistics
import time
from importlib.util import find_spec
from itertools import groupby, pairwise
from typing import Any

import msgspec
import numpy as np

from bench.ranking_peers import DISTRIBUTIONS, Case, DisagreementError, Prepare, Run, loop
from pokerroom.ranking import AnyOf, Exactly, form, ranker
from pokerroom.ranking.bulk import deal, masks_of, planes_of, rank_many
from pokerroom.ranking.bulk.engines import cores
from pokerroom.ranking.strength import HAND_SIZE

ONE_BY_ONE = "pokerroom, one by one"
CARD_NUMBERS = "pokerroom, card numbers"
MASKS = "pokerroom, masks"
PLANES = "pokerroom, planes"
ALL_CORES = "pokerroom, card numbers, all cores"


class Result(msgspec.Struct, frozen=True):
    case: str
    ranking: str
    contestant: str
    hands_per_second: float
    """Of CPU; of the clock where all cores work. The median of the repeats."""
    best: float
    repeats: tuple[float, ...]


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
