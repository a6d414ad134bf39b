"""From a question to its answer: every deal counted where that is quick, otherwise deals drawn at random."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from itertools import chain, islice
from time import perf_counter

import msgspec
import numpy as np

from pokerroom.cards import cards_text
from pokerroom.odds import exact, sampling
from pokerroom.odds.answer import EQUITY, Answer, Course, Floats, player_odds
from pokerroom.odds.exact import Part
from pokerroom.odds.notation import QuestionError
from pokerroom.odds.question import Question, ask, cases
from pokerroom.odds.showdown import Tally
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import Edition

Progress = Callable[[float], None]
"""Called now and then with the part of the work that is done."""

PATIENCE = 3.0
"""The time limit in seconds for counting every deal; a question that would take longer is answered by a sample."""

ERROR = 0.0005
"""The standard error a sample aims for: a twentieth of a percent of the pot."""

MOST_SAMPLES = 1 << 26
"""Deals after which a sample ends in any case."""

FIRST_SAMPLE = 4 * sampling.ROUNDS
"""Deals drawn before estimating how many are needed."""

MOST_SECONDS = 7 * 86400
"""Nobody waits longer than a week for every deal."""


class Effort(msgspec.Struct, frozen=True, kw_only=True):
    """How the answer is computed; what is left open is chosen automatically."""

    every_deal: bool | None = None
    """Whether every deal is counted; by default, where that is quick."""
    samples: int | None = None
    """How many deals are drawn; by default, as many as the error needs."""
    error: float = ERROR
    """The standard error that every equity must reach."""
    seed: int = 0
    """A sample depends on it alone, whatever the number of workers."""
    workers: int | None = None
    """Threads; by default, one for each core."""

    def __post_init__(self) -> None:
        if self.every_deal and self.samples is not None:
            raise QuestionError("either every deal is counted or a number of samples is drawn, not both")
        if self.samples is not None and self.samples < 1:
            raise QuestionError(f"{self.samples} samples say nothing: draw one at least")
        if not 0 < self.error < 1:
            raise QuestionError(f"a standard error lies between 0 and 1, not at {self.error}")
        if not 0 <= self.seed < 1 << 64:
            raise QuestionError(f"a seed is a number from 0 to {2**64 - 1}, not {self.seed}")
        if self.workers is not None and self.workers < 1:
            raise QuestionError(f"{self.workers} workers do no work")


CHOSEN = Effort()


def equity(
    game: Game | str,
    hands: Sequence[str],
    *,
    board: str = "",
    dead: str = "",
    edition: Edition | None = None,
    effort: Effort = CHOSEN,
    progress: Progress | None = None,
) -> Answer:
    """How often each hand wins: `equity("hold-em", ["AsAh", "KdKc"])`."""
    return answer(ask(game, hands, board=board, dead=dead, edition=edition), effort=effort, progress=progress)


def answer(question: Question, *, effort: Effort = CHOSEN, progress: Progress | None = None) -> Answer:
    """The odds. An interrupt ends the work, and the answer then covers what was done."""
    started = perf_counter()
    threads = effort.workers or cores()
    course = Course(question)
    told = progress or (lambda _: None)
    way = way_to_count(question, effort, threads)
    if way:
        complete, errors = count(course, way, threads, told)
    else:
        complete, errors = draw(course, effort, threads, told)
    return Answer(
        game=question.game.key,
        edition=question.game.edition,
        board=cards_text(question.board),
        dead=cards_text(question.dead),
        method="exact" if way else "sampled",
        deals=course.deals,
        seed=None if way else effort.seed,
        complete=complete,
        seconds=perf_counter() - started,
        players=player_odds(question, course.values(), errors, course.deals),
    )


def way_to_count(question: Question, effort: Effort, threads: int) -> exact.Plan | None:
    """How every deal is counted, or None where a sample is drawn."""
    if effort.samples is not None or effort.every_deal is False:
        return None
    way = exact.plan(question)
    if effort.every_deal:
        if way is None and cases(question) > exact.MOST_CASES:
            raise QuestionError("the ranges have too many different weights to count every deal: let a sample be drawn")
        if way is None or way.seconds > MOST_SECONDS * threads:
            raise QuestionError(f"about {exact.deals(question):.1e} deals are too many to count: let a sample be drawn")
        return way
    return way if way and way.seconds <= PATIENCE * threads else None


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def count(course: Course, way: exact.Plan, threads: int, progress: Progress) -> tuple[bool, Floats]:
    """Count every deal; if interrupted, what the parts done say about the whole."""
    parts = way.parts()
    complete = work(course, parts.each, threads, lambda: progress(course.parts / parts.number))
    if not course.tally:
        raise QuestionError("no deal gives every player a hand of their range: the ranges need the same cards")
    if complete:
        return True, np.zeros_like(course.values())
    return False, course.errors_by_part(parts.number)


def draw(course: Course, effort: Effort, threads: int, progress: Progress) -> tuple[bool, Floats]:
    """Draw deals at random until their number, or the error of every equity, is reached."""
    most = effort.samples or MOST_SAMPLES
    wanted = effort.samples or FIRST_SAMPLE
    while True:
        complete = draw_until(course, wanted, effort.seed, threads, progress)
        errors = course.errors()
        worst = float(errors[:, EQUITY].max())
        if not complete or wanted >= most or (effort.samples is None and worst <= effort.error):
            return complete, errors
        # A little more than the square of the ratio, so that it is enough; at most four times as many at once.
        enough = int(wanted * 1.05 * (worst / effort.error) ** 2)
        wanted = min(most, 4 * wanted, max(wanted + sampling.ROUNDS, enough))


def draw_until(course: Course, wanted: int, seed: int, threads: int, progress: Progress) -> bool:
    question, drawn = course.question, course.deals
    parts = (
        Part(partial(sampling.sample, question, seed=seed, first=start, rounds=min(sampling.ROUNDS, wanted - start)))
        for start in range(drawn, wanted, sampling.ROUNDS)
    )
    return work(course, parts, threads, lambda: progress(course.deals / wanted))


def work(course: Course, parts: Iterable[Part], threads: int, progress: Callable[[], None]) -> bool:
    """Do the parts on this many threads and add them in order. False if interrupted after at least one part."""
    try:
        with closing(done(iter(parts), threads)) as tallies:
            for tally, weight in tallies:
                course.add(tally, weight)
                progress()
    except KeyboardInterrupt:
        if not course.parts:
            raise
        return False
    return True


def done(parts: Iterator[Part], threads: int) -> Generator[tuple[Tally, int]]:
    """The parts in order, with the weight of their deals.

    Only enough parts to keep the threads busy are in progress at a time, so that memory stays bounded.
    """
    first = [*islice(parts, 2)]
    if threads == 1 or len(first) < 2:
        yield from ((part(), part.weight) for part in chain(first, parts))
        return
    waiting: deque[tuple[Future[Tally], int]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for part in chain(first, parts):
                waiting.append((pool.submit(part.work), part.weight))
                if len(waiting) > 2 * threads:
                    counted, weight = waiting.popleft()
                    yield counted.result(), weight
            while waiting:
                counted, weight = waiting.popleft()
                yield counted.result(), weight
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
