"""The other servers of a room, as `live/ports.py` has them: an order goes to whoever has its shard, wherever that is.

Shards change hands, and servers die. An order that finds nobody, or somebody who has it no more, is asked again for
some seconds, under the same id: whoever decides it decides it once.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

import msgspec
import structlog

from pokerroom.live.between.coding import ENCODER, HasMoved, Unreadable, WasDone, read_answer, written_order
from pokerroom.live.between.deciding import FORGO, FORGONE, ORDERS, ForgoAsked
from pokerroom.live.between.line import Line, NoAnswer
from pokerroom.live.ports import Clock, T
from pokerroom.live.refusals import Code, Refusal
from pokerroom.room.commands import Command
from pokerroom.room.ports import StoreError
from pokerroom.room.room import Done, Room
from pokerroom.room.shards import DESK, shard_of
from pokerroom.room.tables import TABLES

LOG = structlog.get_logger(__name__)

PATIENCE = 6.0
"""Seconds until an order that nobody decides is refused."""
EACH_CALL = 3.0
"""Seconds that one server has to answer."""
AGAIN_EVERY = 0.1
"""Seconds between two tries."""
SEEN_WITHIN = 3.0
"""Seconds in which the record shows what was done elsewhere. If it does not, it was done all the same."""
SEEN_AGAIN = 0.25
"""The same for an order that was repeated: it may have led to nothing."""

NOBODY_ANSWERS = Refusal(Code.NOBODY_ANSWERS)


class Owners(Protocol):
    """Who has which shard of one record, as far as is known here."""

    def owner(self, shard: int) -> str:
        """The address of the server that has it, this one's too; empty if nobody has."""

    async def look(self) -> object:
        """Ask again at once: what was known has turned out to be wrong."""


Seen = Callable[[str, str, float], Awaitable[Done | None]]
"""What an order led to in a stream, by its name and its cause, once that has taken effect here; None after so many
seconds."""


CatchUp = Callable[[], Awaitable[None]]
"""Returns when everything that others have recorded by now is in effect here; raises `StoreError`."""


class OtherServers:
    """Those of one room; `address` is this server's own."""

    def __init__(
        self,
        line: Line,
        owners: Owners,
        clock: Clock,
        *,
        address: str,
        shards: int,
        room: Room,
        seen: Seen,
        catch_up: CatchUp,
    ) -> None:
        self._line, self._owners, self._clock = line, owners, clock
        self._own, self._shards, self._room = address, shards, room
        self._seen, self._catch_up = seen, catch_up
        self._never = asyncio.Event()

    # Orders.

    async def submit(self, room: str, command: Command, *, id: str, asked: bytes) -> Done | Refusal:  # noqa: A002
        stream = self._room.stream_of(command)
        try:
            said = written_order(room, command, id=id, asked=asked, known=self._room.head(stream).sequence)
        except Unreadable:
            LOG.exception("an order cannot be passed on", order=type(command).__name__)
            return Refusal(Code.FAILED)
        answer = await self._asked(shard_of(stream, self._shards), ORDERS, said, read_answer)
        if answer is None or isinstance(answer, HasMoved):
            return NOBODY_ANSWERS
        if isinstance(answer, Refusal):
            # Whoever is refused sees here why, before they ask for something else.
            with suppress(StoreError):
                await self._catch_up()
            return answer
        return await self._followed(answer, stream)

    async def _followed(self, done: WasDone, stream: str) -> Done:
        """With what it led to, read from the record; whoever asked sees it here by then."""
        streams, within = ((stream,), SEEN_AGAIN) if done.repeated else (done.recorded, SEEN_WITHIN)
        found = [await self._seen_here(each, done.id, within) for each in streams]
        events = tuple(event for each in found if each is not None for event in each.events)
        return Done(done.id, events, done.repeated)

    async def _seen_here(self, stream: str, cause: str, within: float) -> Done | None:
        """None, too, where the record cannot be read here at the moment: it was done all the same."""
        with suppress(StoreError):
            return await self._seen(stream, cause, within)
        return None

    async def forgo(self, table: str, order: str) -> bool:
        """Raises `NoAnswer` where nobody has the table: then nothing is known."""
        said = ENCODER.encode(ForgoAsked(table, order))
        answer = await self._asked(self._shard_of_table(table), FORGO, said, never_in)
        if answer is None or isinstance(answer, HasMoved):
            raise NoAnswer(f"nobody says whether {order!r} was recorded at table {table!r}")
        return answer

    async def _asked(self, shard: int, path: str, said: bytes, read: Callable[[bytes], T]) -> T | None:
        """What whoever has a shard answers; the last answer where nobody has it for long, or None."""
        until = self._clock.monotonic() + PATIENCE
        answer, why = None, "nobody has the shard"
        while True:
            address = self._owners.owner(shard)
            try:
                if address:
                    answer, why = read(await self._line.say(address, path, said, patience=EACH_CALL)), "it has moved"
                    if not isinstance(answer, HasMoved):
                        return answer
            except (NoAnswer, Unreadable) as error:
                why = str(error)
            if self._clock.monotonic() > until:
                LOG.warning("no other server answers", shard=shard, address=address, path=path, why=why)
                return answer
            await self._clock.wait(self._never, AGAIN_EVERY)
            with suppress(StoreError):  # Whoever had it when somebody could look is asked again.
                await self._owners.look()

    # Where browsers go.

    def address(self, table: str) -> str:
        return self._elsewhere(self._shard_of_table(table))

    def desk(self) -> str:
        return self._elsewhere(DESK)

    def _elsewhere(self, shard: int) -> str:
        found = self._owners.owner(shard)
        return "" if found == self._own else found

    def _shard_of_table(self, table: str) -> int:
        return shard_of(TABLES.named(table), self._shards)


def never_in(said: bytes) -> bool | HasMoved:
    try:
        found = FORGONE.decode(said).never
    except msgspec.DecodeError as error:
        raise Unreadable(f"no answer: {error}") from None
    return HasMoved() if found is None else found
