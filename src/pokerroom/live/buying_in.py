"""A buy-in where table and books belong to two shards, so that no commit has both: held, then taken or given back.

    the desk holds the money  ->  the table takes it: its event names the hold  ->  the desk books it
                                  the table refuses                             ->  the desk releases it

Each attempt of an order makes a hold of its own, and only the process that made it may use it, under the lease that it
had of the table then. So whoever has the table can say of any other hold whether it was used: the record knows, and
nobody will use it later. The desk asks that of holds that stay open, and releases those that were not.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Protocol

import structlog
from msgspec.structs import replace

from pokerroom.ledger import Hold, Signature
from pokerroom.live.ports import Elsewhere, Unanswered, World
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.unrecorded import of_record
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import HoldMoney, ReleaseMoney
from pokerroom.room.commands import Command
from pokerroom.room.orders.tables import cost_at
from pokerroom.room.ports import EventStore, StoreAway, StoreError
from pokerroom.room.refusals import Code as RoomCode
from pokerroom.room.room import Done, Room
from pokerroom.room.shards import shard_of
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable

LOG = structlog.get_logger(__name__)

KEEPER = Signature("the room", "cage")
ATTEMPT = "#"
"""Between the id of an order and which attempt of it a hold belongs to."""
PATIENCE = timedelta(seconds=5)
"""How long a hold is left to whoever made it."""
HELD_WITHIN = 2.0
"""Seconds that a table waits for another server to hold money for it."""
NOBODY_ANSWERS = Refusal(Code.NOBODY_ANSWERS)
UNCERTAIN = frozenset({Code.CANNOT_RECORD, Code.TAKEN_OVER, Code.NOBODY_ANSWERS})
"""Refusals that leave open whether something was recorded: the desk finds out."""

Make = Callable[[datetime], Any]


class Buyer(Protocol):
    """What a buy-in needs of the room."""

    room: Room
    world: World
    elsewhere: Elsewhere | None

    @property
    def store(self) -> EventStore: ...

    @property
    def has_desk(self) -> bool: ...

    @property
    def misses_desk(self) -> bool: ...

    def moment(self) -> datetime: ...

    def own_id(self) -> str: ...

    def holds(self, stream: str) -> bool: ...

    async def submit(self, order: Any, *, id: str = "", asked: bytes = b"") -> Done | Refusal: ...  # noqa: A002

    async def carry_out(self, order: Any, *, id: str = "", asked: bytes = b"") -> Done | Refusal: ...  # noqa: A002

    async def book(self) -> None: ...


class Attempt:
    """Of an order to be paid from a hold, until it is over."""

    def __init__(self, tenure: int) -> None:
        self.tenure = tenure
        """The epoch of the lease that the table was held under when the money was asked for."""
        self.forgone = False
        self.over = asyncio.Event()


class BuyingIn:
    """The buy-ins of a room whose record is divided."""

    def __init__(self, live: Buyer) -> None:
        self._live = live
        self._attempts: dict[str, Attempt] = {}
        """By their holds."""
        self._before = frozenset(live.room.state(LEDGER).holds)
        """Holds of before we opened the room: nobody here waits for them."""

    async def buy(self, command: AtTable, order: Any, *, id: str, asked: bytes) -> Done | Refusal:  # noqa: A002
        """An order that may take money out of a bank; `command` is what is made of it now."""
        live = self._live
        make = order if callable(order) else lambda _at: order
        before = live.room.answer_before(id, asked, TABLES.named(command.table))
        if before is not None:
            return before
        cost = cost_at(live.room, command.table, command.command)
        if isinstance(cost, Refusal):
            return cost
        if not cost:
            return await live.carry_out(make, id=id, asked=asked)
        try:
            await self._end_earlier(id)
        except StoreAway as error:
            return of_record(error)
        hold = f"{id}{ATTEMPT}{live.own_id()}"
        attempt = self._attempts[hold] = Attempt(self._tenure(command.table))
        try:
            return await self._paid_from(hold, attempt, cost, command, make, id=id, asked=asked)
        finally:
            del self._attempts[hold]
            attempt.over.set()

    async def _end_earlier(self, order: str) -> None:
        """What an attempt of before has left held, whoever made it: the player may need that very money."""
        for hold, each in tuple(self._live.room.state(LEDGER).holds.items()):
            if order_of(hold) == order and hold not in self._attempts and await self.forgo(each.table, hold):
                await self._release(hold)

    async def _paid_from(
        self,
        hold: str,
        attempt: Attempt,
        cost: int,
        command: AtTable,
        make: Make,
        *,
        id: str,  # noqa: A002
        asked: bytes,
    ) -> Done | Refusal:
        of_player: Any = command.command
        player, table = of_player.player, command.table

        def set_aside(at: datetime) -> HoldMoney:
            return HoldMoney(hold=hold, player=player, table=table, amount=cost, by=KEEPER, at=at)

        def paid(at: datetime) -> Any:
            """Made in the table's turn, at once before it is decided."""
            made = make(at)
            if isinstance(made, Refusal):
                return made
            if attempt.forgone or attempt.tenure != self._tenure(table):
                return Refusal(RoomCode.HOLD_FORGONE)
            return replace(made, command=replace(made.command, held=hold))

        held = await self._held(set_aside, hold)
        if not isinstance(held, Done):
            return held
        answer = await self._live.carry_out(paid, id=id, asked=asked)
        is_taken = isinstance(answer, Done) and not answer.repeated
        if not is_taken and not (isinstance(answer, Refusal) and answer.code in UNCERTAIN):
            await self._release(hold)
        return answer

    async def _held(self, set_aside: Make, hold: str) -> Done | Refusal:
        """The table waits meanwhile, so not for long. A hold that is made all the same is one that nobody uses."""
        if self._live.has_desk:
            return await self._live.submit(set_aside, id=hold)
        if self._live.misses_desk:
            return NOBODY_ANSWERS
        asking = asyncio.ensure_future(self._live.submit(set_aside, id=hold))
        await asyncio.wait({asking}, timeout=HELD_WITHIN)
        if asking.done():
            return asking.result()
        asking.cancel()
        return NOBODY_ANSWERS

    async def forgo(self, table: str, hold: str) -> bool:
        """Asked of whoever has the table: whether a hold was not used there, and never will be."""
        live, stream = self._live, TABLES.named(table)
        attempt = self._attempts.get(hold)
        if attempt is not None:
            attempt.forgone = True
            await attempt.over.wait()
        led = await live.world.threads.run(live.store.caused, stream, order_of(hold))
        if not live.holds(stream) or self._has_lapsed(table):
            return False  # Another server may have the table by now, and only that one can say.
        return not any(getattr(TABLES.read(each.envelope), "held", None) == hold for each in led)

    async def settle(self) -> list[Hold]:
        """At the desk: release what was held for a table that has not taken it, and never will. Returns it."""
        await self._live.book()
        holds = self._live.room.state(LEDGER).holds
        left = {hold: each for hold, each in holds.items() if self._is_left_over(hold, each)}
        # Who has one table may be slow to answer: nobody else's money waits for that.
        over = await asyncio.gather(*(self._settled(hold, each) for hold, each in left.items()))
        return [each for each, is_over in zip(left.values(), over, strict=True) if is_over]

    async def _settled(self, hold: str, each: Hold) -> bool:
        """Whether a hold was not used, and is released."""
        try:
            if not await self._is_forgone(each.table, hold):
                return False
        except (Unanswered, StoreError) as error:
            LOG.warning("nobody says whether a hold was used", table=each.table, hold=hold, error=str(error))
            return False
        LOG.warning("a hold was not used and is released", table=each.table, hold=hold)
        return isinstance(await self._release(hold), Done)

    def _is_left_over(self, hold: str, each: Hold) -> bool:
        return hold in self._before or self._live.moment() - each.at > PATIENCE

    async def _is_forgone(self, table: str, hold: str) -> bool:
        live = self._live
        if live.holds(TABLES.named(table)):
            return await self.forgo(table, hold)
        return live.elsewhere is not None and await live.elsewhere.forgo(table, hold)

    async def _release(self, hold: str) -> Done | Refusal:
        def release(at: datetime) -> ReleaseMoney:
            return ReleaseMoney(hold=hold, by=KEEPER, at=at)

        return await self._live.submit(release, id=f"{hold}/release")

    def _tenure(self, table: str) -> int:
        """Which lease of the table's shard we have: another one after somebody else may have had it."""
        lease = self._lease
        epoch: int = 0 if lease is None else lease.epochs.get(self._shard_of(table), 0)
        return epoch

    def _has_lapsed(self, table: str) -> bool:
        """Whether that lease was not renewed lately, by our own clock."""
        return self._lease is not None and not self._lease.holds(self._shard_of(table))

    @property
    def _lease(self) -> Any:
        """Of the record; None where it is in memory."""
        return getattr(self._live.store, "lease", None)

    def _shard_of(self, table: str) -> int:
        return shard_of(TABLES.named(table), self._live.store.shards)


def order_of(hold: str) -> str:
    """The id of the order that a hold was made for."""
    return hold.rpartition(ATTEMPT)[0]


def is_to_be_paid(command: Command) -> bool:
    """Whether an order to a table has not been given what pays for it."""
    return isinstance(command, AtTable) and not getattr(command.command, "held", "")
