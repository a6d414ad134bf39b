"""Processes that share a record: each takes shards, commits in them, and can be killed, frozen and woken by a test."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from typing import Any

from pokerroom.log import Head, beginning
from pokerroom.room.ports import StoreError, StreamConflict
from pokerroom.room.shards import shard_of
from pokerroom.store.opening import join_database
from tests.contract.lease_holder import PATIENCE, terms
from tests.contract.recording import batch

SHARDS = 4


def stream_in(shard: int) -> str:
    """A stream that belongs to a shard."""
    return next(each for each in ("ledger", *map("table/{}".format, range(100))) if shard_of(each, SHARDS) == shard)


class Member:
    """One of the processes, as it is inside."""

    def __init__(self, url: str, name: str, lasts: float) -> None:
        self.store = join_database(url, owner=name, address=f"http://{name}", terms=terms(lasts))
        assert self.store.lease is not None
        self.name, self.lease = name, self.store.lease
        self._heads: dict[str, Head] = {}
        self._made = 0

    def take(self, shard: int) -> bool:
        return self.lease.take(shard)

    def await_and_take(self, shard: int) -> bool:
        while not self.lease.take(shard):
            if not self.lease.await_free({shard}, timeout=PATIENCE):
                return False
        return True

    def release(self, *shards: int) -> None:
        self.lease.release(shards)

    def append(self, *shards: int) -> tuple[int, ...]:
        """One event in each, in one commit."""
        self._made += 1
        heads = self.store.heads()
        made = [
            batch(heads.get(stream, beginning(stream)), f"{self.name}/{os.getpid()}/{self._made}", 1)
            for stream in map(stream_in, shards)
        ]
        return self.store.append(*made)

    def held(self) -> list[int]:
        return sorted(self.lease.epochs)

    def roam(self, acknowledged: str, seed: int) -> None:
        """Take what is free and commit wherever it may, until somebody ends it; what was acknowledged is noted."""
        rng = Random(seed)
        with Path(acknowledged).open("ab", buffering=0) as noted:
            while True:
                try:
                    for shard in self.lease.await_free(range(SHARDS), timeout=0):
                        self.lease.take(shard)
                    ours = rng.sample(self.held(), k=rng.randint(0, len(self.held())))
                    if ours:
                        epochs = self.lease.epochs
                        ends = self.append(*ours)
                        for shard, end in zip(ours, ends, strict=True):
                            noted.write(f"{end} {epochs.get(shard)} {self.name}\n".encode())
                except StreamConflict as error:
                    raise SystemExit(f"somebody else wrote in our epoch: {error}") from error
                except StoreError:
                    continue  # Fenced, or cut off: the rest goes on.


def live(url: str, name: str, lasts: float, told: "Connection[Any, Any]") -> None:
    member = Member(url, name, lasts)
    told.send("joined")
    while asked := told.recv():
        verb, *values = asked
        try:
            told.send(getattr(member, verb)(*values))
        except StoreError as error:
            told.send(f"{type(error).__name__}: {error}")
    member.store.close()
    told.send("closed")


class Process:
    """One of the processes, as a test sees it."""

    def __init__(self, process: BaseProcess, told: "Connection[Any, Any]") -> None:
        self._process, self._told = process, told
        assert self.hear() == "joined"

    def ask(self, verb: str, *values: Any) -> None:
        self._told.send((verb, *values))

    def hear(self) -> Any:
        assert self._told.poll(PATIENCE), "it says nothing"
        return self._told.recv()

    def does(self, verb: str, *values: Any) -> Any:
        self.ask(verb, *values)
        return self.hear()

    def leave(self) -> None:
        self._told.send(())
        assert self.hear() == "closed"

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def wake(self) -> None:
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        self._process.kill()
        self._process.join(PATIENCE)

    @property
    def exit_code(self) -> int | None:
        return self._process.exitcode

    def _signal(self, number: int) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, number)


@contextmanager
def member(url: str, name: str, *, lasts: float = 60.0) -> Iterator[Process]:
    processes = get_context("forkserver")
    processes.set_forkserver_preload([__name__])
    ours, theirs = processes.Pipe()
    process = processes.Process(target=live, args=(url, name, lasts, theirs))
    process.start()
    try:
        yield Process(process, ours)
    finally:
        process.kill()
        process.join(PATIENCE)
