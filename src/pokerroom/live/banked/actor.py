"""The actor of a game that the house banks: its orders one after the other, its clock, and whoever watches it.

What a game is, its own actor says: which phase it is in, how long that lasts by itself, what is done when it is over,
and how it looks to somebody. Everything is told after it is durable.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable

import msgspec
import structlog

from pokerroom.live.connections import Connection
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import LiveRoom, Make
from pokerroom.room.answers import NOT_SAID
from pokerroom.room.commands import Command
from pokerroom.room.ports import StoreError
from pokerroom.room.room import Done
from pokerroom.wire.banked import LobbyGame
from pokerroom.wire.common import Message

LOG = structlog.get_logger(__name__)
ENCODER = msgspec.json.Encoder()

LOOK_AGAIN = 0.25
"""Seconds between two looks while nothing can be recorded: clocks stand still then."""


class BankedActor(ABC):
    def __init__(self, live: LiveRoom, place: str, *, changed: Callable[[], None]) -> None:
        self.live, self.place = live, place
        """`place` is where its page is, such as `dice/Dice 1`."""
        self.halted = False
        self._changed = changed
        self._watchers: dict[Connection, None] = {}
        self._turn = asyncio.Lock()
        self._stopping, self._news = asyncio.Event(), asyncio.Event()
        self._phase: object = None
        self._deadline: float | None = None
        """When its phase is over by itself, in the seconds of the clock."""

    # What a game says of itself.

    @abstractmethod
    def phase(self) -> object:
        """What it waits for, by a value that changes whenever a new wait begins."""

    @abstractmethod
    def lasts(self) -> float | None:
        """How many seconds its phase lasts by itself; None if it waits for somebody."""

    @abstractmethod
    async def go_on(self) -> None:
        """Its phase is over."""

    @abstractmethod
    def view(self, identity: Identity) -> Message:
        """How it looks to somebody."""

    @abstractmethod
    def listed(self, person: str) -> LobbyGame | None:
        """How the lobby lists it, for somebody; None while it is not offered."""

    @abstractmethod
    def remember(self, done: Done) -> None:
        """Called with what has happened, before anybody is told."""

    # Orders and the clock.

    @property
    def deadline(self) -> float | None:
        """When its phase is over by itself, as clients know the time."""
        clock = self.live.world.clock
        return None if self._deadline is None else clock.time() + self._deadline - clock.monotonic()

    async def submit(self, order: Command | Make, *, id: str = "", asked: bytes = NOT_SAID) -> Done | Refusal:  # noqa: A002
        """The one way of an order to this game."""
        async with self._turn:
            answer = await self.live.submit(order, id=id, asked=asked)
            if isinstance(answer, Done) and not answer.repeated:
                self.remember(answer)
                self.follow()
        return answer

    def follow(self) -> None:
        """Something has happened: its clock follows, and everybody is told."""
        phase = self.phase()
        if phase != self._phase:
            self._phase, seconds = phase, self.lasts()
            self._deadline = None if seconds is None else self.live.world.clock.monotonic() + seconds
        self._news.set()
        self._changed()
        self.tell()

    async def run(self) -> None:
        """Until the house closes: whenever a phase is over, the game goes on."""
        self.follow()
        while not self._stopping.is_set():
            await self._wait()
            if not self._stopping.is_set() and self._is_over() and not self.halted:
                await self._go_on()

    async def _wait(self) -> None:
        """Until its phase is over, or something has happened. While nothing can be recorded, no time passes."""
        clock, self._news = self.live.world.clock, asyncio.Event()
        if self.live.cannot_record is not None:
            await clock.wait(self._stopping, LOOK_AGAIN)
            self._put_off(LOOK_AGAIN)
        elif self._deadline is None or self.halted:
            await self._news.wait()
        else:
            await clock.wait(self._news, max(0.0, self._deadline - clock.monotonic()))

    def _is_over(self) -> bool:
        if self._deadline is not None:
            self.live.listened()
        return self._deadline is not None and self.live.world.clock.monotonic() >= self._deadline

    async def _go_on(self) -> None:
        try:
            await self.go_on()
            if self._is_over():
                self._put_off(LOOK_AGAIN)  # Nothing came of it, as when nothing could be recorded.
        except StoreError as error:
            LOG.warning("a game could not go on", game=self.place, error=repr(error))
            self._put_off(LOOK_AGAIN)
        except Exception as error:
            LOG.exception("a game has halted", game=self.place, error=repr(error))
            self.halted = True

    def _put_off(self, seconds: float) -> None:
        if self._deadline is not None:
            self._deadline += seconds

    def give_back(self, since: float, until: float) -> None:
        """In this time the house did not listen: it was not the players'."""
        self._put_off(until - since)
        self._news.set()

    async def reopen(self) -> None:
        """Go on after a failure, from what the record says."""
        self.halted, self._phase = False, None
        self.follow()

    def stop(self) -> None:
        self._stopping.set()
        self._news.set()

    # Whoever watches.

    def watch(self, connection: Connection) -> None:
        self._watchers[connection] = None
        connection.send(ENCODER.encode(self.view(connection.identity)))

    def unwatch(self, connection: Connection) -> None:
        self._watchers.pop(connection, None)

    def tell(self) -> None:
        """How it stands now, to everybody who watches."""
        for connection in tuple(self._watchers):
            connection.send(ENCODER.encode(self.view(connection.identity)))
