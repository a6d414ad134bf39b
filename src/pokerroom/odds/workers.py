"""Who does the work: this process, other processes of this machine, or a Dask cluster, all as `concurrent.futures`."""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any, NamedTuple, ParamSpec, TypeVar

from pokerroom.odds.notation import QuestionError

P = ParamSpec("P")
T = TypeVar("T")
Piece = TypeVar("Piece", bound=tuple[Any, ...])


PATIENCE = 10
"""Seconds that a cluster has to answer."""


class InProcess(Executor):
    """Does each piece of work when it is submitted."""

    def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        future: Future[T] = Future()
        future.set_result(work(*args, **kwargs))
        return future


class Workers(NamedTuple):
    executor: Executor
    at_once: int
    """Pieces of work submitted and not yet collected, which limits the memory used."""


HERE = Workers(InProcess(), at_once=1)


@contextmanager
def processes(number: int) -> Iterator[Workers]:
    """Processes of this machine, each started fresh: compiled code and threads do not survive a fork."""
    with ProcessPoolExecutor(number, mp_context=get_context("spawn"), initializer=leave_interrupts_alone) as executor:
        yield Workers(executor, at_once=2 * number)


def leave_interrupts_alone() -> None:
    """Ctrl-C reaches every process of a terminal; the one that collects the results decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of the Dask cluster whose scheduler is at this address."""
    if not find_spec("distributed"):
        raise QuestionError("a cluster needs Dask's distributed (pip install 'pokerroom[cluster]')")
    client_of = import_module("distributed").Client
    try:
        client = client_of(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise QuestionError(f"no cluster answers at {address or repr(address)}: {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise QuestionError(f"the cluster at {address} has no workers")
        yield Workers(client.get_executor(pure=False), at_once=2 * threads)


def in_order(workers: Workers, work: Callable[..., T], pieces: Iterable[Piece]) -> Generator[tuple[T, Piece]]:
    """Each result with its piece, in the order of the pieces; pieces no longer waited for are cancelled."""
    waiting: deque[tuple[Future[T], Piece]] = deque()
    try:
        for piece in pieces:
            waiting.append((workers.executor.submit(work, *piece), piece))
            if len(waiting) == workers.at_once:
                yield gathered(waiting)
        while waiting:
            yield gathered(waiting)
    finally:
        for future, _ in waiting:
            future.cancel()


def gathered(waiting: deque[tuple["Future[T]", Piece]]) -> tuple[T, Piece]:
    future, piece = waiting[0]
    result = future.result()
    waiting.popleft()
    return result, piece


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
