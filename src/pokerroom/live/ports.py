"""What the running house needs of the world: time, chance, work done beside the loop, and its records.

Nothing else in `live` asks the machine for any of them, so that a test can own all four and run an evening twice alike.
`machine.py` is the world as it is.
"""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar

from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.shuffle import Generator, Source
from pokerroom.shuffle.seal import Keys
from pokerroom.store import HeadsFile, Writer

P = ParamSpec("P")
T = TypeVar("T")


class Clock(Protocol):
    def now(self) -> datetime:
        """The time of day, with its zone."""

    def time(self) -> float:
        """The same in seconds, as clients are told it."""

    def monotonic(self) -> float:
        """Seconds that only ever grow, to measure by."""

    def call_later(self, seconds: float, what: Callable[..., object], *args: Any) -> asyncio.TimerHandle:
        """Call something in the loop after so many seconds."""

    async def wait(self, event: asyncio.Event, seconds: float) -> bool:
        """Until the event is set, but no longer than this: whether it is."""


class Entropy(NamedTuple):
    """Where all names and secrets come from that nobody may foresee; decks are shuffled by a generator over it."""

    source: Source

    def hex(self, count: int) -> str:
        """So many bytes, in hexadecimal digits."""
        return self.source(count).hex()

    def token(self, count: int) -> str:
        """So many bytes, fit for an address."""
        return urlsafe_b64encode(self.source(count)).rstrip(b"=").decode()

    def generator(self) -> Generator:
        return Generator(self.source)


class Threads(Protocol):
    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What takes too long for the loop, beside it."""

    def warm_bots(self) -> None:
        """Begin to get ready, beside everything else, what bots estimate with; asked again, nothing happens."""

    def bots_are_warm(self) -> bool:
        """Whether bots can estimate; until then they play plainly."""


class Record(NamedTuple):
    """A store and its one writer; `heads` is none where nothing is kept."""

    store: ProjectingStore
    writer: Writer
    heads: HeadsFile | None = None

    def close(self) -> None:
        self.writer.close()
        self.store.close()
        if self.heads is not None:
            self.heads.close()


class Records(Protocol):
    def open(self, name: str, address: str = "") -> Record:
        """The record of this name: at the address of a database where one is given."""

    def keys(self) -> Keys:
        """The keys that decks are sealed under."""


class World(NamedTuple):
    clock: Clock
    entropy: Entropy
    threads: Threads
    records: Records
