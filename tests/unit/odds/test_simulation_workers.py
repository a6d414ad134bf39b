"""Work handed to executors, and a cluster of this machine."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from pokerroom.odds.notation import QuestionError
from pokerroom.odds.simulation import ask, run
from pokerroom.odds.workers import HERE, Workers, cluster, in_order


class Later(Executor):
    """Does nothing until it is asked for the result, and keeps what it was handed."""

    def __init__(self) -> None:
        self.handed: list[Future[Any]] = []

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = OnDemand(work, args, kwargs)
        self.handed.append(future)
        return future


class OnDemand(Future[Any]):
    def __init__(self, work: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        super().__init__()
        self.work, self.args, self.kwargs = work, args, kwargs

    def result(self, timeout: float | None = None) -> Any:
        if not self.done():
            self.set_result(self.work(*self.args, **self.kwargs))
        return super().result(timeout)


def square(number: int) -> int:
    return number * number


def test_results_come_in_the_order_of_the_pieces() -> None:
    pieces = [(number,) for number in range(7)]
    for workers in (HERE, Workers(Later(), at_once=3)):
        assert [*in_order(workers, square, pieces)] == [(number**2, (number,)) for number in range(7)]


def test_no_more_is_handed_over_than_may_wait() -> None:
    later = Later()
    for gathered, _ in enumerate(in_order(Workers(later, at_once=3), square, ((number,) for number in range(50)))):
        assert len(later.handed) <= gathered + 3


def test_work_that_is_no_longer_waited_for_is_cancelled() -> None:
    later = Later()
    results = in_order(Workers(later, at_once=4), square, ((number,) for number in range(50)))
    next(results)
    results.close()
    assert [future.cancelled() for future in later.handed] == [False, True, True, True]


needs_dask = pytest.mark.skipif(
    not find_spec("distributed"), reason="NOT TESTED: no cluster, for distributed is not installed"
)


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_counts_the_same() -> None:
    local_cluster = import_module("distributed").LocalCluster
    asked = ask("omaha-high-low-eight", 6, 100_000, 1)
    with (
        local_cluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        cluster(local.scheduler_address) as workers,
    ):
        assert run(asked, workers=workers) == run(asked)


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerroom.odds.workers.PATIENCE", 0.5)
    with (
        pytest.raises(QuestionError, match=r"no cluster answers at tcp://127\.0\.0\.1:9"),
        cluster("tcp://127.0.0.1:9"),
    ):
        pass
