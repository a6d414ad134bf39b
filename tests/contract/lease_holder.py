"""Another process that writes to a record, and does what it is told through a pipe.

It takes the lease and says `holds`. For each stream that it is given it appends one event there and says the position.
If something is refused it says the error instead. Processes are forked by one that has imported everything already, so
that a test may have many.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from pokerroom.log import beginning
from pokerroom.room.ports import StoreError
from pokerroom.store import open_store
from pokerroom.store.lease import Terms
from tests.contract.recording import batch

NAME = "the house of tests"
PATIENCE = 30.0


def terms(lasts: float) -> Terms:
    """In the usual proportions."""
    return Terms(lasts, lasts / 3, lasts * 2 / 3)


def live(url: str, lasts: float, told: "Connection[str, str]") -> None:
    try:
        store = open_store(url, writing=True, owner=NAME, terms=terms(lasts))
    except StoreError as error:
        told.send(f"{type(error).__name__}: {error}")
        return
    told.send("holds")
    heads = dict(store.heads())
    while stream := told.recv():
        following = batch(heads.get(stream, beginning(stream)), f"of process {os.getpid()}", 1)
        try:
            told.send(str(store.append(following)[-1]))
            heads |= following.heads
        except StoreError as error:
            told.send(f"{type(error).__name__}: {error}")
    store.close()
    told.send("closed")


class Other:
    """The process, as a test sees it."""

    def __init__(self, process: BaseProcess, told: "Connection[str, str]") -> None:
        self._process, self._told = process, told

    @cached_property
    def said(self) -> str:
        """Whether it holds the lease."""
        return self.hear()

    def append(self, stream: str) -> str:
        assert self.said == "holds"
        self.ask(stream)
        return self.hear()

    def ask(self, stream: str) -> None:
        self._told.send(stream)

    def hear(self) -> str:
        assert self._told.poll(PATIENCE), "it says nothing"
        return self._told.recv()

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def wake(self) -> None:
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        self._process.kill()
        self._process.join(PATIENCE)

    def _signal(self, number: int) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, number)


@contextmanager
def another(url: str, *, lasts: float = 0.9) -> Iterator[Other]:
    processes = get_context("forkserver")
    processes.set_forkserver_preload([__name__])
    ours, theirs = processes.Pipe()
    process = processes.Process(target=live, args=(url, lasts, theirs))
    process.start()
    try:
        yield Other(process, ours)
    finally:
        process.kill()
        process.join(PATIENCE)
