"""People at tables over real sockets, who come back when the server does and remember all that they were ever told.

A guest plays by the offers he is sent. A request without an answer he makes again after coming back, by the same id,
and now and then one that was answered. Whatever does not fit what he knows is a fault.
"""

import asyncio
import json
import urllib.request
from random import Random
from time import monotonic
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pokerroom.wire import messages as wire
from pokerroom.wire.cluster import Moved
from pokerroom.words import said
from tests.wire import SERVER, move_from

PATIENCE = 60.0
AGAIN = 0.08
"""How often somebody asks again for what he was granted already."""
NOT_NOW = frozenset({"too fast", "busy", "cannot record", "taken over", "closing"})
"""Refusals after which one asks again."""
A_WHILE = 0.2
LONGEST_THOUGHT = 0.04
"""Seconds: a record that grows too quickly makes every start of the server longer."""


def enter(address: str, name: str) -> str:
    """The cookie of a new guest."""
    asked = urllib.request.Request(
        f"http://{address}/api/accounts/guest",
        data=json.dumps({"name": name}).encode(),
        headers={"content-type": "application/json"},
    )
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310
        return str(answer.headers["set-cookie"]).partition(";")[0]


class Guest:
    """One person at one table; `seated` or only looking on."""

    def __init__(self, name: str, table: str, cookie: str, rng: Random, *, seated: bool) -> None:
        self.name, self.table, self.cookie, self.rng, self.seated = name, table, cookie, rng, seated
        self.id = ""
        self.seat: int | None = None
        self.last: int | None = None
        """The sequence of the last event he knows of."""
        self.told: list[wire.Told] = []
        self.hands: dict[int, wire.SeatView] = {}
        """By sequence: his own seat as it was then."""
        self.asked: wire.Act | wire.Sit | wire.Preferences | None = None
        self.every: list[str] = []
        """Ids of all that he ever asked."""
        self.granted: list[str] = []
        """Ids of requests to the table, each as often as it was accepted."""
        self.refused: dict[str, str] = {}
        self.repeated: set[str] = set()
        self.faults: list[str] = []
        self.heard = self.number = 0
        self.sees: wire.TableState | wire.Happened | None = None
        """The table as he knows it."""
        self.acted = -1
        """The sequence that his last move answered."""
        self.back = asyncio.Event()
        """He sees his table; in this life of the server."""
        self.thinks_for = LONGEST_THOUGHT
        self.moved_to = ""
        """Where his table is, if he was told so and is not there yet."""
        self.news_at = monotonic()
        self.longest = 0.0
        """The longest that he waited for the next event, in seconds, since somebody last looked."""

    async def live(self, address: str) -> None:
        """Until the server is gone."""
        self.back.clear()
        headers = {"Cookie": self.cookie}
        try:
            async with connect(
                f"ws://{address}/ws", additional_headers=headers, compression=None, open_timeout=PATIENCE
            ) as socket:
                resume = {} if self.last is None else {self.table: self.last}
                await self.send(socket, wire.Hello(version=wire.VERSION, resume=resume))
                if self.asked is not None:
                    await self.send(socket, self.asked)
                async for raw in socket:
                    await self.hear(socket, SERVER.decode(raw))
                    if self.moved_to:
                        return
        except (ConnectionClosed, ConnectionError, EOFError, TimeoutError):
            return

    async def send(self, socket: ClientConnection, message: wire.ClientMessage) -> None:
        await socket.send(msgspec.json.encode(message).decode())

    async def ask(self, socket: ClientConnection, kind: type[Any], **fields: Any) -> None:
        """A new request; there is one at a time."""
        self.number += 1
        self.asked = kind(id=f"{self.name}-{self.number}", **fields)
        assert self.asked is not None
        self.every.append(self.asked.id)
        await self.send(socket, self.asked)

    async def hear(self, socket: ClientConnection, message: wire.ServerMessage) -> None:
        self.heard += 1
        await self.take(socket, message)
        if self.asked is None and not self.moved_to:
            await self.play(socket)

    async def take(self, socket: ClientConnection, message: wire.ServerMessage) -> None:
        match message:
            case wire.Welcome(you=you):
                await self.welcomed(socket, you)
            case wire.Accepted(id=request):
                await self.answered(socket, request)
            case wire.Refused(id=request, code=code):
                await self.was_refused(socket, request, code, said(message.says))
            case wire.TableState() | wire.Happened() if message.table == self.table:
                self.follow(message)
                self.sees = message
                self.back.set()
            case Moved(table=table, address=there) if table == self.table:
                self.moved_to = there.partition("://")[2].rstrip("/")
            case wire.Goodbye(says=says, again=again) if not again:
                self.fault(f"sent away: {said(says)}")

    async def welcomed(self, socket: ClientConnection, you: wire.You) -> None:
        if self.id and self.id != you.id:
            self.fault(f"he is {you.id} now, and was {self.id}")
        self.id = you.id
        if self.last is not None or self.asked is not None:
            return
        if self.seated:
            await self.ask(socket, wire.Sit, table=self.table)
        else:
            await self.send(socket, wire.Watch(table=self.table))

    async def answered(self, socket: ClientConnection, request: str) -> None:
        if self.asked is None or self.asked.id != request:
            self.fault(f"an answer to {request}, which he did not ask")
            return
        before, self.asked = self.asked, None
        if not isinstance(before, wire.Preferences):
            self.granted.append(request)
        if isinstance(before, wire.Sit):
            # Nobody is to run out of chips before the last kill.
            await self.ask(socket, wire.Preferences, auto_top_up=True)
        elif isinstance(before, wire.Act) and request not in self.repeated and self.rng.random() < AGAIN:
            self.repeated.add(request)
            self.asked = before
            await self.send(socket, before)

    async def was_refused(self, socket: ClientConnection, request: str | None, code: str, words: str) -> None:
        if code in NOT_NOW and self.asked is not None:
            await asyncio.sleep(A_WHILE)
            await self.send(socket, self.asked)
            return
        if code != "too late" or request is None or self.asked is None or self.asked.id != request:
            self.fault(f"{self.asked} was refused: {code}: {words}")
        if request in self.granted:
            self.fault(f"{request} was accepted, and then refused: {words}")
        if request is not None:
            self.refused[request] = words
        self.asked = None

    def follow(self, message: wire.TableState | wire.Happened) -> None:
        """Every event once and in order, whatever became of the server in between."""
        known = self.last
        told = message.told if isinstance(message, wire.Happened) else ()
        expected = message.sequence - len(told)
        if known is not None and expected != known:
            self.fault(f"he knows {known} events, and is told {len(told)} up to {message.sequence}")
        if [each.sequence for each in told] != list(range(expected + 1, message.sequence + 1)):
            self.fault(f"told {[each.sequence for each in told]} up to {message.sequence}")
        if known is None or message.sequence > known:
            self.longest = max(self.longest, monotonic() - self.news_at)
            self.news_at = monotonic()
        self.told += told
        self.last = message.sequence
        self.look(message)

    def watch_clock(self) -> None:
        """From now on it counts how long he waits."""
        self.news_at, self.longest = monotonic(), 0.0

    def look(self, message: wire.TableState | wire.Happened) -> None:
        """His own seat and cards are the same as long as nothing has happened."""
        mine = next((seat for seat in message.state.seats if seat.me), None)
        if mine is None:
            if self.seat is not None:
                self.fault(f"he has no seat after event {message.sequence}")
            return
        if self.seat is None:
            self.seat = mine.seat
        if mine.seat != self.seat:
            self.fault(f"he sits at {mine.seat} after event {message.sequence}, and sat at {self.seat}")
        before = self.hands.setdefault(message.sequence, mine)
        if cards_of(before) != cards_of(mine):
            self.fault(f"after event {message.sequence} he holds {cards_of(mine)}, and held {cards_of(before)}")

    async def play(self, socket: ClientConnection) -> None:
        sees = self.sees
        if sees is not None and sees.state.offers and sees.sequence > self.acted:
            self.acted = sees.sequence
            await asyncio.sleep(self.rng.uniform(0, self.thinks_for))
            move = move_from(sees.state, self.rng)
            await self.ask(socket, wire.Act, table=self.table, move=move, seen=sees.sequence)

    def fault(self, words: str) -> None:
        self.faults.append(f"{self.name} at table {self.table}: {words}")


def cards_of(seat: wire.SeatView) -> tuple[tuple[str, ...], ...]:
    return seat.down, seat.up, seat.discards
