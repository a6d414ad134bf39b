"""What the running house needs from outside: time, randomness, work outside the loop, its records, and the network.

Nothing else in `live` gets these from the machine, so that a test can control all of them and repeat an evening
exactly. `machine.py` is the real world; the network itself is in `web`.
"""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar

from pokerroom.room.commands import Command
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.room.room import Done
from pokerroom.rules.refusal import Refusal
from pokerroom.shuffle import Generator, Source
from pokerroom.shuffle.seal import Keys
from pokerroom.store import HeadsFile, Writer

P = ParamSpec("P")
T = TypeVar("T")


class Clock(Protocol):
    def now(self) -> datetime:
        """The time of day, with its zone: what is recorded, and nothing that somebody waits for."""

    def time(self) -> float:
        """Seconds of the day, as clients get them: deadlines are in these. The house's own only pass
        (`timekeeping.py`).
        """

    def monotonic(self) -> float:
        """Seconds that only ever grow, for measuring; those in which the machine slept count."""

    def call_later(self, seconds: float, what: Callable[..., object], *args: Any) -> asyncio.TimerHandle:
        """Call something in the loop after this many seconds."""

    async def wait(self, event: asyncio.Event, seconds: float) -> bool:
        """Wait until the event is set, at most this long; returns whether it is set."""


class Entropy(NamedTuple):
    """The source of all ids and secrets that nobody may predict; decks are shuffled by a generator over it."""

    source: Source

    def hex(self, count: int) -> str:
        """Random bytes in hexadecimal digits."""
        return self.source(count).hex()

    def token(self, count: int) -> str:
        """Random bytes in a form usable in a URL."""
        return urlsafe_b64encode(self.source(count)).rstrip(b"=").decode()

    def generator(self) -> Generator:
        return Generator(self.source)


class Threads(Protocol):
    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs what takes too long for the loop, outside it."""

    def warm_bots(self) -> None:
        """Start preparing the bots' estimates in the background; called again, it does nothing."""

    def bots_are_warm(self) -> bool:
        """Whether bots can estimate; until then they play plainly."""


class Record(NamedTuple):
    """A store and its one writer; `heads` is None where nothing is kept."""

    store: ProjectingStore
    writer: Writer
    heads: HeadsFile | None = None

    def close(self) -> None:
        """All of it, even if what was written last cannot be signed."""
        with ExitStack() as closing:
            if self.heads is not None:
                closing.callback(self.heads.close)
            closing.callback(self.store.close)
            self.writer.close()


class Records(Protocol):
    def open(self, name: str, address: str = "") -> Record:
        """The record of this name: at the address of a database if one is given."""

    def keys(self) -> Keys:
        """The keys that decks are sealed under."""


class Lines(Protocol):
    """Text that comes line by line, from a device at a table for example."""

    def read(self) -> list[str]:
        """The lines that have come since the last look; it never waits."""

    def close(self) -> None:
        """No more is read."""


class Silence:
    """Where nothing can be listened to."""

    def read(self) -> list[str]:
        return []

    def close(self) -> None:
        """There is nothing to close."""


def silent(_address: str) -> Lines:
    return Silence()


class LinkLost(Exception):
    """The other end cannot be reached, or has gone; the message says why, for whoever runs this end."""


class Link(Protocol):
    """A connection to another house, by which whole messages go in order or not at all."""

    async def send(self, message: bytes) -> None:
        """Raises `LinkLost` where it cannot go."""

    async def receive(self) -> bytes:
        """The next message; raises `LinkLost` once there are no more."""

    async def close(self) -> None:
        """No more is sent or received."""


class Network(Protocol):
    async def connect(self, address: str, *, trusts: str = "") -> Link:
        """A link to an address such as `wss://host.example/link`; raises `LinkLost`.

        `trusts` is the file of the certificates that the other end may show; empty for those that the machine trusts.
        """


class NoNetwork:
    """Where nobody can be reached."""

    async def connect(self, address: str, *, trusts: str = "") -> Link:  # noqa: ARG002
        raise LinkLost(f"{address} cannot be reached: there is no network")


class Unanswered(Exception):
    """No other server has answered, so that nothing is known; the message says why."""


class Elsewhere(Protocol):
    """The other servers of a room that is spread over several."""

    async def submit(self, room: str, command: Command, *, id: str, asked: bytes) -> Done | Refusal:  # noqa: A002
        """Have an order decided by the server that has its shard; what it led to has taken effect here by then."""

    async def forgo(self, table: str, order: str) -> bool:
        """Whether an order of a table was not recorded, and never will be; raises `Unanswered` where nobody says."""

    def address(self, table: str) -> str:
        """Where a browser reaches the server that has a table; empty if it is this one, or nobody."""

    def desk(self) -> str:
        """Where a browser reaches the server that has the desk; empty if it is this one, or nobody."""


class World(NamedTuple):
    clock: Clock
    entropy: Entropy
    threads: Threads
    records: Records
    lines: Callable[[str], Lines] = silent
    """Opens a line by its address."""
    network: Network = NoNetwork()
