"""Which way an answer is found, and what an interrupt leaves of it."""

import tracemalloc
from collections.abc import Callable

import pytest

from pokerroom.odds import Answer, Effort, QuestionError, equity, exact, sampling

Progress = Callable[[float], None]


def interrupting(after: int) -> Progress:
    told = 0

    def tell(_done: float) -> None:
        nonlocal told
        told += 1
        if told >= after:
            raise KeyboardInterrupt

    return tell


def check_near(partial: Answer, whole: Answer) -> None:
    for some, every in zip(partial.players, whole.players, strict=True):
        assert some.equity.error is not None
        assert 0 < some.equity.error < 0.2
        assert abs(some.equity.value - every.equity.value) < 5 * some.equity.error


@pytest.mark.parametrize(
    ("key", "hands", "board"),
    [("hold-em", ["AsKs", "QQ-88"], ""), ("hold-em", ["AsKs", "random"], "2c7d9h"), ("badugi", ["As2d", "3s4d"], "")],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_leaves_what_is_counted_with_its_error(
    monkeypatch: pytest.MonkeyPatch, key: str, hands: list[str], board: str, workers: int
) -> None:
    whole = equity(key, hands, board=board, effort=Effort(every_deal=True))
    monkeypatch.setattr(exact, "CLASSES_AT_ONCE", 1)
    monkeypatch.setattr(exact, "RANKED_AT_ONCE", 10_000)
    monkeypatch.setattr(exact, "JOINED_AT_ONCE", {"numba": 10_000})
    effort = Effort(every_deal=True, workers=workers)
    partial = equity(key, hands, board=board, effort=effort, progress=interrupting(6))
    assert (partial.method, partial.complete, whole.complete) == ("exact", False, True)
    assert 0 < partial.deals < whole.deals
    check_near(partial, whole)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_leaves_what_is_sampled_with_its_error(workers: int) -> None:
    effort = Effort(samples=10**9, workers=workers)
    partial = equity("hold-em", ["AsKs", "QQ"], effort=effort, progress=interrupting(3))
    assert (partial.method, partial.complete) == ("sampled", False)
    assert 0 < partial.deals < 10**9
    check_near(partial, equity("hold-em", ["AsKs", "QQ"]))


def test_an_interrupt_before_anything_is_done_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pokerroom.odds.sampling.sample", interrupted)
    with pytest.raises(KeyboardInterrupt):
        equity("hold-em", ["AsKs", "QQ"], effort=Effort(samples=10))


def test_progress_goes_from_nothing_to_all() -> None:
    told: list[float] = []
    equity("hold-em", ["AsKs", "QQ"], effort=Effort(samples=200_000), progress=told.append)
    assert told == sorted(told)
    assert (told[0] < 0.5, told[-1]) == (True, 1)
    told.clear()
    equity("hold-em", ["AsKs", "22+"], progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1


@pytest.mark.parametrize(
    ("key", "hands", "board", "method"),
    [
        ("hold-em", ["AsAh", "KdKc"], "", "exact"),
        ("hold-em", ["AsAh", "random"], "", "exact"),
        ("hold-em", ["QQ+", "random"], "2c7d9h", "exact"),
        ("hold-em", ["random", "random"], "", "sampled"),
        ("seven-card-stud-high", ["AsAd2c3c", "KsKdKh7s"], "", "exact"),
        ("seven-card-stud-high", ["AsAd2c", "random", "random"], "", "sampled"),
    ],
)
def test_every_deal_is_counted_where_that_is_soon_done(key: str, hands: list[str], board: str, method: str) -> None:
    assert equity(key, hands, board=board, effort=Effort(error=0.01)).method == method


@pytest.mark.parametrize(
    ("effort", "why"),
    [
        ({"every_deal": True, "samples": 5}, "not both"),
        ({"samples": 0}, "draw one at least"),
        ({"error": 0.0}, "between 0 and 1"),
        ({"seed": -1}, "a seed is a number"),
        ({"workers": 0}, "do no work"),
    ],
)
def test_an_effort_that_makes_no_sense_is_refused(effort: dict[str, float], why: str) -> None:
    with pytest.raises(QuestionError, match=why):
        Effort(**effort)  # type: ignore[arg-type]


def test_memory_does_not_grow_with_the_sample() -> None:
    def peak(samples: int) -> int:
        tracemalloc.start()
        equity("hold-em", ["QQ+", "random", "random"], effort=Effort(samples=samples, workers=1))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(1000)
    assert peak(40 * sampling.ROUNDS) < 1.5 * peak(2 * sampling.ROUNDS)


def test_an_answer_says_what_was_asked() -> None:
    answer = equity("hold-em", ["AsAh", "KdKc"], board="2c 3c4c", dead="5c")
    assert (answer.game, answer.edition) == ("hold-em", "13:69F-current")
    assert (answer.board, answer.dead) == ("2c 3c 4c", "5c")
    assert [player.hand for player in answer.players] == ["AsAh", "KdKc"]
    assert answer.seconds > 0
