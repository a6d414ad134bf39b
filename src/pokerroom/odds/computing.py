"""From a question to its answer: every deal counted where that is soon done, deals drawn at random otherwise."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from time import perf_counter

import numpy as np

from pokerroom.cards import cards_text
from pokerroom.odds import exact, sampling
from pokerroom.odds.answer import EQUITY, Answer, Course, Floats, player_odds
from pokerroom.odds.exact import Part
from pokerroom.odds.notation import QuestionError
from pokerroom.odds.question import Question, ask
from pokerroom.odds.showdown import Tally
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import NJAC_13_69F, Edition

Progress = Callable[[float], None]
"""Told now and then which part of the work is done."""

PATIENCE = 4.0
"""Seconds within which every deal is counted; a question that would take longer is answered by a sample."""

ERROR = 0.0005
"""The standard error a sample is drawn for: a twentieth of a percent of the pot."""

MOST_SAMPLES = 1 << 26
"""Deals after which a sample ends even so."""

FIRST_SAMPLE = 4
"""Parts drawn before it is judged how many are needed."""

MOST_SECONDS = 7 * 86400
"""Beyond a week nobody waits for every deal."""


def equity(
    game: Game | str,
    hands: Sequence[str],
    board: str = "",
    dead: str = "",
    *,
    edition: Edition = NJAC_13_69F,
    every_deal: bool | None = None,
    samples: int | None = None,
    error: float = ERROR,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """How often each hand wins: `equity("hold-em", ["AsAh", "KdKc"])`. See `answer` for the choices."""
    question = ask(game, hands, board=board, dead=dead, edition=edition)
    return answer(
        question,
        every_deal=every_deal,
        samples=samples,
        error=error,
        seed=seed,
        workers=workers,
        progress=progress,
    )


def answer(
    question: Question,
    *,
    every_deal: bool | None = None,
    samples: int | None = None,
    error: float = ERROR,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """The odds, counted over every deal or over a sample, whichever `every_deal` says or else whichever is quick.

    A sample has `samples` deals, or as many as bring the standard error of every equity down to `error`; it depends on
    `seed` alone, whatever the number of `workers`. An interrupt ends the work, and what is done then is the answer.
    """
    check(every_deal=every_deal, samples=samples, error=error, seed=seed, workers=workers)
    started = perf_counter()
    way = None if samples is not None or every_deal is False else exact.plan(question)
    threads = workers or cores()
    if every_deal:
        way = feasible(question, way, threads)
    course = Course(question)
    told = progress or (lambda _: None)
    if way is not None and (every_deal or way.seconds <= PATIENCE * threads):
        complete, errors = count(course, way, threads, told)
        method, used_seed = "exact", None
    else:
        complete, errors = draw(course, samples, error, seed, threads, told)
        method, used_seed = "sampled", seed
    return Answer(
        game=question.game.key,
        edition=question.game.edition,
        board=cards_text(question.board),
        dead=cards_text(question.dead),
        method=method,
        deals=course.deals,
        seed=used_seed,
        complete=complete,
        seconds=perf_counter() - started,
        players=player_odds(question, course.values(), errors, course.deals),
    )


def check(*, every_deal: bool | None, samples: int | None, error: float, seed: int, workers: int | None) -> None:
    if every_deal and samples is not None:
        raise QuestionError("either every deal is counted or a number of samples is drawn, not both")
    if samples is not None and samples < 1:
        raise QuestionError(f"{samples} samples say nothing: draw one at least")
    if not 0 < error < 1:
        raise QuestionError(f"a standard error lies between 0 and 1, not at {error}")
    if not 0 <= seed < 1 << 64:
        raise QuestionError(f"a seed is a number from 0 to {2**64 - 1}, not {seed}")
    if workers is not None and workers < 1:
        raise QuestionError(f"{workers} workers do no work")


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def feasible(question: Question, way: exact.Plan | None, threads: int) -> exact.Plan:
    if way is None or way.seconds > MOST_SECONDS * threads:
        raise QuestionError(f"about {exact.deals(question):.1e} deals are too many to count: let a sample be drawn")
    return way


def count(course: Course, way: exact.Plan, threads: int, progress: Progress) -> tuple[bool, Floats]:
    """Every deal; if interrupted, what the parts done say of the whole."""
    parts = way.parts()
    complete = work(course, parts.each, threads, lambda: progress(course.parts / parts.count))
    if complete and not course.tally:
        raise QuestionError("no deal gives every player a hand of his range: the ranges want the same cards")
    if complete:
        return True, np.zeros_like(course.values())
    return False, course.errors_by_part(parts.count)


def draw(
    course: Course, samples: int | None, error: float, seed: int, threads: int, progress: Progress
) -> tuple[bool, Floats]:
    """Deals at random until their number or the error of every equity is reached."""
    most = MOST_SAMPLES if samples is None else samples
    wanted = min(most, FIRST_SAMPLE * sampling.ROUNDS) if samples is None else samples
    while True:
        drawn, goal = course.deals, wanted
        parts = sample_parts(course.question, seed, drawn, goal)
        complete = work(course, parts, threads, lambda: progress(course.deals / goal))
        errors = course.errors()
        worst = float(errors[:, EQUITY].max())
        if not complete or goal >= most or (samples is None and worst <= error):
            return complete, errors
        # A little more than the square of the ratio, lest it fall short by a hair; at most four times as many at once.
        wanted = min(most, 4 * goal, max(goal + sampling.ROUNDS, int(goal * 1.05 * (worst / error) ** 2)))


def sample_parts(question: Question, seed: int, first: int, end: int) -> Iterator[Part]:
    for start in range(first, end, sampling.ROUNDS):
        rounds = min(sampling.ROUNDS, end - start)
        yield lambda start=start, rounds=rounds: sampling.sample(question, seed=seed, first=start, rounds=rounds)


def work(course: Course, parts: Iterable[Part], threads: int, progress: Callable[[], None]) -> bool:
    """Do the parts on so many threads and add them in order. False if interrupted once anything was done."""
    try:
        for tally in done(iter(parts), threads):
            course.add(tally)
            progress()
    except KeyboardInterrupt:
        if not course.parts:
            raise
        return False
    return True


def done(parts: Iterator[Part], threads: int) -> Iterator[Tally]:
    """The parts in order. No more are under way than keep the threads busy, so that memory stays bounded."""
    first = [*islice(parts, 2)]
    if threads == 1 or len(first) < 2:
        yield from (part() for part in chain(first, parts))
        return
    waiting: deque[Future[Tally]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for part in chain(first, parts):
                waiting.append(pool.submit(part))
                if len(waiting) > 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
