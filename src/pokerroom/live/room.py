"""An open room: its record, the writer of it, and orders given from one event loop.

Every order is decided on the loop, made durable by the writer's thread, and takes effect back on the loop. Tables are
independent of one another; what they share, the books and the lists, handles one order at a time.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from datetime import date, datetime
from functools import partial
from itertools import count
from typing import Any

import structlog
from msgspec.structs import replace

from pokerroom.ledger import CloseDay, OpenDay, Shift, Signature, bank
from pokerroom.live.buying_in import BuyingIn, is_to_be_paid
from pokerroom.live.ports import Elsewhere, World
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.timekeeping import Step
from pokerroom.live.unrecorded import of_record
from pokerroom.room.answers import NOT_SAID
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, InBooks
from pokerroom.room.clock_steps import CLOCK_STEPS, ClockStepped
from pokerroom.room.commands import Command, Order
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.friends import FRIENDS
from pokerroom.room.link import LINK
from pokerroom.room.link.commands import OnLink
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.ports import ArchiveAway, Batch, EventStore, Fenced, Row, StoreAway, StoreError
from pokerroom.room.processes import Process
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.room.room import Done, Pending, Room, asked_again
from pokerroom.room.shards import DESK, shard_of
from pokerroom.room.tables import TABLES
from pokerroom.room.talk import TALK
from pokerroom.room.talk.commands import OnTalk, TakeNames
from pokerroom.room.talk.words import SALT, Name, names_in
from pokerroom.rules.staff import Official, Position
from pokerroom.store import Promised, Writer
from pokerroom.table.conduct import RequireToLeave

LOG = structlog.get_logger(__name__)

DEALER = Official("the room", Position.DEALER)
FLOOR = Official("the room", Position.FLOORPERSON)
CAGE = Signature("the room", "cage")

DEMONSTRATION = "demonstration"
"""The room behind the scenes, set apart from the house."""

BOT = "bot-"
"""The prefix of every bot's id."""

Make = Callable[[datetime], "Command | Refusal"]
"""Makes an order for the moment it is given, or says why not."""

AT_ONCE = 2000
"""More orders than can be under way at once."""

TRIES = 3
"""How often the books are brought up to date before an order that needs them is decided anyway."""

HAS_ENOUGH = Refusal(Code.HAS_ENOUGH)

TRY_AGAIN_EVERY = 0.1
"""Seconds between two looks at whether the room's own orders can be recorded again."""


class LiveRoom:
    """One room of the house: play-chip or licensed."""

    def __init__(
        self,
        room: Room,
        store: ProjectingStore,
        writer: Writer,
        world: World,
        *,
        play_chips: bool,
        delay: float,
        name: str = "",
    ) -> None:
        self.room, self.store, self.writer, self.world = room, store, writer, world
        self.play_chips, self.delay, self.name = play_chips, delay, name
        """Its name is that in an address: `play-chips`."""
        self.shards = store.shards
        self.acts_for = frozenset(range(self.shards))
        """The shards whose orders are decided here: all of them, unless other servers have some."""
        self.elsewhere: Elsewhere | None = None
        """The other servers, where the room is spread over several."""
        self.on_followed: list[Callable[[Done], None]] = []
        """Called with what other servers have recorded, once it has taken effect here."""
        self.names: dict[str, str] = {}
        self._to_name: dict[str, str] = {}
        """Names that are not in the record yet."""
        self._naming: asyncio.Task[None] | None = None
        self.recall_names()
        self.on_lists: list[Callable[[Done], None]] = []
        """Called with what has happened on the waiting lists."""
        self.on_conduct: list[Callable[[Done], None]] = []
        """Called with what an order about conduct has led to, at tables and on the lists too."""
        self.on_boxes: list[Callable[[Done], None]] = []
        """Called with what concerns the boxes of many tables: a distribution of decks, a new gaming day."""
        self.on_payouts: list[Callable[[Done], None]] = []
        """Called with what has happened to bad beat payouts, by an order or by the end of a round."""
        self.on_friends: list[Callable[[Done], None]] = []
        """Called with what has happened to tables among friends."""
        self.on_link: list[Callable[[Done], None]] = []
        """Called with what has happened on the link to a host."""
        self.heed: Callable[[], Awaitable[None]] | None = None
        """Of a room that is linked: has it recorded whether the host is still heard, before an order is decided."""
        self.closing: Callable[[], None] = writer.close
        """Closes the record."""
        self.reread: Callable[[], Room] | None = None
        """The room as its record has it; it may be called outside the loop."""
        self.keep_up: Callable[[], Awaitable[None]] | None = None
        """Where the room follows other servers: returns when all that they have recorded by now has taken effect."""
        self.read_again: Callable[[Callable[[], Room]], Awaitable[None]] | None = None
        """Where the room follows other servers: has it become what is read, and nothing of theirs stay untold."""
        self._ending, self._turnstile = asyncio.Event(), Turnstile()
        self.observe: Callable[[Command, Any, float], None] = lambda _command, _answer, _seconds: None
        """Called for each order with its answer and how many seconds it took."""
        self.listened: Callable[[], None] = lambda: None
        """Called before anybody's time is taken to be over: then the house says whether it has listened."""
        # Names orders that have no other name, uniquely over all restarts.
        self._opened, self._numbers = world.entropy.hex(8), count(1)
        self._locks: dict[str, asyncio.Lock] = {}
        self._followers: dict[str | None, list[Callable[[Done], None]]] = {
            LISTS.name: self.on_lists,
            CONDUCT.name: self.on_conduct,
            PAYOUTS.name: self.on_payouts,
            FRIENDS.name: self.on_friends,
            LINK.name: self.on_link,
        }
        self._from_bank = frozenset[type[Any]]().union(*(each.from_bank for each in room.declared.processes))
        """Commands that take money out of a bank, and so write to the books too."""
        self.buying = BuyingIn(self)
        self.latest = latest_in(store) or world.clock.now()
        """The last moment of the record, and then the last that an order was made for."""

    def moment(self) -> datetime:
        """Now, and never before what is recorded already, whatever the machine's clock does."""
        self.latest = max(self.latest, self.world.clock.now())
        if self.is_divided and (since := self.room.state(LEDGER).since) is not None:
            # By the clock of the server that has the desk.
            self.latest = max(self.latest, since)
        return self.latest

    async def record_step(self, step: Step) -> None:
        """The machine's clock has moved otherwise than time has passed."""
        if not self.has_desk:
            return
        async with self._lock(CLOCK_STEPS.name):
            noted = self.room.noted(CLOCK_STEPS, ClockStepped(at=step.at, wall=step.wall, seconds=step.seconds))
            await self._durable(self.room.record(self.own_id(), [noted], at=self.moment(), by=DEALER.name))

    def own_id(self) -> str:
        """For what nobody asked for under an id."""
        return f"room/{self._opened}/{next(self._numbers)}"

    @property
    def scope(self) -> str:
        """Of the positions that count here and nowhere else: its name where it is set apart, empty in the house.

        Rooms of one scope share whom they know and whom the floor has silenced; those of another scope share nothing.
        """
        return self.name if self.name == DEMONSTRATION else ""

    def name_of(self, player: str) -> str:
        return player.removeprefix(BOT) if is_bot(player) else self.names.get(player, player)

    def remember(self, player: str, name: str) -> None:
        """The name of a player, also after a restart while they are not connected. The desk records it, wherever they
        have come: it was asked who they are.
        """
        if not self.has_desk:
            self.names[player] = name
            return
        if self.names.get(player) != name:
            self.names[player] = self._to_name[player] = name
        if self._to_name and self._naming is None:
            self._naming = asyncio.create_task(self._record_names())

    async def _record_names(self) -> None:
        """Soon, and nobody waits for it: those who come in together share an event each of one commit."""
        try:
            while waiting := dict(self._to_name):
                names = tuple((player, Name(name=name, salt=self.salt())) for player, name in waiting.items())
                await self.submit(OnTalk(TakeNames(by="the room", at=self.moment(), names=names)))
                self._to_name = {who: name for who, name in self._to_name.items() if waiting.get(who) != name}
        except StoreError as error:
            # They stay, and are recorded with the next.
            LOG.warning("names are not recorded yet", names=len(self._to_name), error=str(error))
        finally:
            self._naming = None

    async def names_recorded(self) -> None:
        """Before the room closes; those that could not be recorded are tried once more."""
        await (self._naming or self._record_names())

    def recall_names(self) -> None:
        """What people are called, as far as it is what was recorded; `pokerroom audit` names the others."""
        self.names |= dict(names_in(self.store, self.room.state(TALK).names))

    def forget(self, player: str) -> None:
        """Their name was erased."""
        self.names.pop(player, None)

    def salt(self) -> bytes:
        return self.world.entropy.source(SALT)

    async def keep(self, kind: str, key: str, value: bytes) -> None:
        """Something kept beside the events, durable when this returns."""
        await asyncio.wrap_future(self.writer.submit(Batch((), (Row(kind, key, value),)), timeout=0))

    def note(self, kind: str, key: str, value: bytes) -> None:
        """Something stored with the events, durable soon; nobody waits for it, and play does not stop for it."""
        try:
            self.writer.submit(Batch((), (Row(kind, key, value),)), timeout=0)
        except StoreError as error:
            LOG.warning("not noted", kind=kind, error=str(error))

    # Several servers.

    @property
    def is_divided(self) -> bool:
        """Whether several servers may share the room: no commit spans two shards of it."""
        return self.shards > 1

    @property
    def has_desk(self) -> bool:
        """Whether books, lists and everything else that is not a table are kept here."""
        return DESK in self.acts_for

    @property
    def misses_desk(self) -> bool:
        """Whether nobody keeps the books at the moment, as far as is known here: another server will soon."""
        return not self.has_desk and (self.elsewhere is None or not self.elsewhere.desk())

    def holds(self, stream: str) -> bool:
        """Whether the orders of a stream are decided here."""
        return self.shards == 1 or shard_of(stream, self.shards) in self.acts_for

    def followed(self, done: Done) -> None:
        """What another server has recorded has taken effect here: tell whoever listens."""
        for stream in dict.fromkeys(stream for stream, _ in done.events):
            self._told(stream, done)
        for tell in self.on_followed:
            tell(done)

    async def _pass_on(self, command: Command, *, id: str, asked: bytes) -> Done | Refusal:  # noqa: A002
        """To the server that decides it."""
        if self.elsewhere is None:
            return Refusal(Code.CANNOT_RECORD)
        asking = asyncio.ensure_future(self.elsewhere.submit(self.name, command, id=id or self.own_id(), asked=asked))
        ending = asyncio.ensure_future(self._ending.wait())
        await asyncio.wait({asking, ending}, return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        if asking.done():
            return asking.result()
        asking.cancel()  # Whoever closes waits for nobody.
        return Refusal(Code.CANNOT_RECORD)

    # Orders.

    async def submit(self, order: Command | Make, *, id: str = "", asked: bytes = NOT_SAID) -> Done | Refusal:  # noqa: A002
        """The one way of an order: made for the gaming day in which it is booked, and durable when this returns.

        What somebody asks for has an id and a digest of what they asked; the room's own orders have neither.
        """
        if self.heed is not None and not isinstance(order, OnLink):
            await self.heed()
        if self.is_divided:
            command = self._made(order)
            if isinstance(command, Refusal):
                return command
            # Before the turnstile: an order elsewhere may need one of ours.
            if not self.holds(self.room.stream_of(command)):
                return await self._pass_on(command, id=id, asked=asked)
            asked_of = type(getattr(command, "command", None))
            if asked_of is RequireToLeave:
                return await self.send_away(order, id=id, asked=asked)
            if asked_of in self._from_bank and is_to_be_paid(command):
                return await self.buying.buy(command, order, id=id or self.own_id(), asked=asked)
        return await self.carry_out(order, id=id, asked=asked)

    async def carry_out(self, order: Command | Make, *, id: str = "", asked: bytes = NOT_SAID) -> Done | Refusal:  # noqa: A002
        """An order that is decided here, and needs nothing more from elsewhere."""
        await self._turnstile.enter()
        try:
            return await self._persist(order, id=id, asked=asked)
        finally:
            self._turnstile.leave()

    @property
    def cannot_record(self) -> Refusal | None:
        """Why no order is taken at the moment, where none is."""
        trouble = self.writer.trouble
        if trouble is None or not self.writer.refuses:
            return None
        return Refusal(Code.TAKEN_OVER if trouble.is_final else Code.CANNOT_RECORD)

    async def _persist(self, order: Command | Make, *, id: str, asked: bytes) -> Done | Refusal:  # noqa: A002
        """What somebody asks for is refused while nothing can be recorded; the room's own orders wait until it can."""
        while True:
            why = None if self.room.is_under_way(id) else self.cannot_record
            try:
                if why is None:
                    return await self._submit(order, id=id, asked=asked)
            except (StoreAway, Fenced) as error:
                why = of_record(error)
            if id or why.code is Code.TAKEN_OVER or await self.world.clock.wait(self._ending, TRY_AGAIN_EVERY):
                return why

    async def _submit(self, order: Command | Make, *, id: str = "", asked: bytes = NOT_SAID) -> Done | Refusal:  # noqa: A002
        """Among the many, or alone. What tables share takes one order at a time."""
        command = self._made(order)
        if isinstance(command, Refusal):
            return command
        given = Order(id or self.own_id(), command, asked)
        started, shared = self.world.clock.monotonic(), self._shared(command)
        if shared is None:
            answer = await self._durable(self.room.prepare(given))
        else:
            answer = await self._in_turn(shared, order, given)
        self.observe(command, answer, self.world.clock.monotonic() - started)
        self._told(shared, answer)
        return answer

    def _made(self, order: Command | Make) -> Command | Refusal:
        return order(self.moment()) if callable(order) else order

    async def _in_turn(self, shared: str, order: Command | Make, given: Order) -> Done | Refusal:
        """What was made before its turn came is made again: balances, limits and the time may be others by then."""
        async with self._lock(shared):
            if shared == LEDGER.name:
                await self._heard_of_all()
                await self._book()
            else:
                await self._follow(shared)
            command = self._made(order)
            if isinstance(command, Refusal):
                return command
            return await self._durable(self.room.prepare(replace(given, command=command)))

    async def _heard_of_all(self) -> None:
        """What tables of other servers have led to is known before something in the books is decided."""
        if self.keep_up is not None:
            await self.keep_up()

    async def _durable(self, decided: Pending | Done | Refusal) -> Done | Refusal:
        if not isinstance(decided, Pending):
            return decided
        # How it ended, `finish` says.
        assert isinstance(decided.recorded, Promised), "a live room is recorded by its loop"
        await decided.recorded.settled()
        return self.room.finish(decided)

    async def send_away(self, make: Command | Make, *, id: str = "", asked: bytes = NOT_SAID) -> Done | Refusal:  # noqa: A002
        """An order that a player leaves the game: it is one commit of conduct, tables and lists.

        No other order is in progress meanwhile, so nobody takes a seat between the decision and its effect. Tables of
        other shards than the desk's are sent theirs afterwards: `each_table.py`.
        """
        return await self.alone(make, id=id, asked=asked)

    async def alone(self, make: Command | Make, *, id: str = "", asked: bytes = NOT_SAID) -> Done | Refusal:  # noqa: A002
        """An order that may change several tables: no other is in progress meanwhile."""
        if (why := self.cannot_record) is not None:
            return why
        async with self._turnstile.alone():
            return await self._submit(make, id=id, asked=asked)

    async def distribute(self, make: Make, *, id: str = "", asked: bytes = NOT_SAID) -> Done | Refusal:  # noqa: A002
        """A distribution of decks: it is one commit of the boxes of every table that it names."""
        answer = await self.alone(make, id=id, asked=asked)
        if isinstance(answer, Done):
            for tell in self.on_boxes:
                tell(answer)
        return answer

    async def begin_day(
        self,
        date: date,
        by: Signature,
        *,
        id: str = "",  # noqa: A002
        asked: bytes = NOT_SAID,
    ) -> Done | Refusal:
        """Close the gaming day in progress, if one is, and open the next; rounds of play go on across it.

        No order is in progress meanwhile, so everything is booked in the day in which it was done.
        """
        if (why := self.cannot_record) is not None:
            return why
        async with self._turnstile.alone():
            before = await self._answer_from_record(LEDGER.name, id, asked) if id else None
            if before is not None:
                return before
            await self._heard_of_all()
            await self.book()
            day, at = self.room.state(LEDGER).open_day, self.moment()
            if day is not None:
                if date <= day.date:
                    return Refusal(Code.DAY_OPEN)
                closed = await self._submit(InBooks(CloseDay(date=day.date, at=at, by=by)))
                if not isinstance(closed, Done):
                    return closed
            opening = InBooks(OpenDay(date=date, shifts=(Shift("day", at),), at=at, by=by))
            begun = await self._submit(opening, id=id, asked=asked)
        if isinstance(begun, Done):
            for tell in self.on_boxes:
                tell(begun)
        return begun

    async def _answer_from_record(self, stream: str, id: str, asked: bytes) -> Done | Refusal | None:  # noqa: A002
        """What is answered where the id was ever used in a stream. An order of several steps asks before the first."""
        before = self.room.answer_before(id, asked, stream)
        if before is not None:
            return before
        led = await self.world.threads.run(self.store.caused, stream, id)
        return asked_again(id, asked, led[0].asked or NOT_SAID) if led else None

    async def close_day(self, day: CloseDay, *, id: str = "", asked: bytes = NOT_SAID) -> Done | Refusal:  # noqa: A002
        """End the last gaming day of a room whose tables are closed: while they play, a day only follows another."""
        if (why := self.cannot_record) is not None:
            return why
        async with self._turnstile.alone():
            if any(table.is_open for table in self.room.states(TABLES).values()):
                return Refusal(Code.DAY_OPEN)
            return await self._submit(InBooks(replace(day, at=self.moment())), id=id, asked=asked)

    async def book(self) -> None:
        """Bring the books up to what the tables have recorded."""
        async with self._lock(LEDGER.name):
            await self._book()

    def balance(self, player: str) -> int:
        return self.room.state(LEDGER).balance(bank(player))

    async def stake(self, player: str, *, least: int, up_to: int) -> None:
        """Give play chips to somebody who has fewer than they need. Nobody is ever given money."""
        if self.play_chips:
            await self.submit(partial(self._gift, player, least, max(up_to, least)))

    def _gift(self, player: str, least: int, up_to: int, at: datetime) -> Deposit | Refusal:
        held = self.balance(player)
        return Deposit(player=player, amount=up_to - held, by=CAGE, at=at) if held < least else HAS_ENOUGH

    def opening(self, table: str) -> asyncio.Lock:
        """Held while a table is opened that has no actor yet."""
        return self._lock(TABLES.named(table))

    async def reopen(self) -> None:
        """Read the room again: somebody else has written to its record, or what was to be written did not fit it.

        No order is in progress meanwhile.
        """
        assert self.reread is not None
        async with self._turnstile.alone(), self._lock(LEDGER.name):
            if self.read_again is not None:
                await self.read_again(self.reread)
            else:
                self.room.take_over(await self.world.threads.run(self.reread))
            for stream in self.writer.halted:
                self.writer.reopen(stream)

    def hurry(self) -> None:
        """The room closes: no fault is waited out for long."""
        self._ending.set()
        self.writer.hurry()

    def _lock(self, stream: str) -> asyncio.Lock:
        return self._locks.setdefault(stream, asyncio.Lock())

    async def _book(self) -> None:
        """What events lead to in other streams. Called in the turn of the books; other targets take turns, too."""
        for process in self.room.declared.processes:
            async with nullcontext() if process.target is LEDGER else self._lock(process.target.name):
                await self._post(process)

    async def follow_payouts(self) -> None:
        """Bring the payouts up to what the tables have recorded."""
        async with self._lock(PAYOUTS.name):
            await self._follow(PAYOUTS.name)

    async def _follow(self, stream: str) -> None:
        """What tables have led to in a stream other than the books, before an order there is decided."""
        for process in self.room.declared.processes:
            if process.target.name == stream:
                await self._post(process)

    async def _post(self, process: Process) -> None:
        for _ in range(TRIES):
            pending = self.room.prepare_post(process)
            if pending is None:
                return
            self._told(process.target.name, await self._durable(pending))

    def _told(self, stream: str | None, done: Done | Refusal) -> None:
        if isinstance(done, Done):
            for tell in self._followers.get(stream, ()):
                tell(done)

    def _shared(self, command: Command) -> str | None:
        """The shared stream that an order writes to; None if it concerns only its table."""
        from_bank = type(getattr(command, "command", None)) in self._from_bank
        if from_bank and not self.room.spans(self.room.stream_of(command), LEDGER.name):
            return LEDGER.name
        stream = self.room.declared.orders[type(command)][0]
        return None if stream.of_tables else stream.name

    def close(self) -> None:
        """Everything submitted is written first."""
        self.closing()


def latest_in(store: EventStore) -> datetime | None:
    """The last moment of a record. Orders under way at once may be committed in another order than they were made."""
    store.settle()  # What other servers have recorded just now counts, too.
    try:
        after = store.end() - AT_ONCE * store.shards
        return max((each.envelope.at for each in store.read_all(after=after)), default=None)
    except ArchiveAway as away:
        return max((each.envelope.at for each in store.read_all(after=away.up_to)), default=None)


class Turnstile:
    """Many pass at a time, or one alone: orders run side by side, and the gaming day changes between them.

    Whoever wants to be alone waits for those inside, and keeps others out meanwhile.
    """

    def __init__(self) -> None:
        self._inside = 0
        self._open, self._empty = asyncio.Event(), asyncio.Event()
        self._open.set()
        self._empty.set()
        self._one = asyncio.Lock()

    async def enter(self) -> None:
        """Enter together with others; leaves again whatever happens."""
        while not self._open.is_set():
            await self._open.wait()
        self._inside += 1
        self._empty.clear()

    def leave(self) -> None:
        self._inside -= 1
        if not self._inside:
            self._empty.set()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        async with self._one:
            self._open.clear()
            try:
                await self._empty.wait()
                yield
            finally:
                self._open.set()


def is_bot(player: str) -> bool:
    return player.startswith(BOT)
