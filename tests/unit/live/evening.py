"""An evening of the play-chip house without HTTP: guests who play, talk, wait, leave and come back, and their floor."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from typing import Any, NamedTuple

import msgspec

from pokerroom.live.connections import Connection
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.sessions import Opened, key_of
from pokerroom.live.house import PLAY, House
from pokerroom.live.players.answering import receive
from pokerroom.live.ports import World
from pokerroom.live.records import ACCOUNTS
from pokerroom.live.room import LiveRoom
from pokerroom.live.settings import Settings
from pokerroom.live.staff import orders
from pokerroom.live.staff.floor import Floor
from pokerroom.wire import messages as wire
from tests.unit.web.officers import appointed
from tests.wire import SERVER, move_from

PASSWORD = "correct horse battery"  # noqa: S105  it opens nothing
Reply = wire.Accepted | wire.Refused | None
"""None where the line was lost before the answer came."""

SILENT = 0.03
"""How often somebody does not answer in time."""


class Premises(NamedTuple):
    """The house while it is open, with its front desk and the gate of its staff."""

    world: World
    house: House
    desk: Desk
    floor: Floor

    @property
    def room(self) -> LiveRoom:
        return self.house.rooms[PLAY]


@asynccontextmanager
async def premises(world: World, settings: Settings) -> AsyncIterator[Premises]:
    """From the records as they are; closed as a server that is stopped closes."""
    house = await House.open(settings, world=world)
    record = world.records.open(ACCOUNTS)
    desk = Desk.over(record, house.world)
    desk.ended.append(lambda ended: house.close_session(ended.key))
    house.start()
    yield Premises(world, house, desk, Floor(house, desk))
    await house.close()
    await world.threads.run(record.close)


class Guest:
    """Somebody with a browser: hears by one connection at a time, and answers what is offered when a while has gone."""

    def __init__(self, name: str, seed: str) -> None:
        self.name, self.chance = name, Random(f"{seed} {name}")
        self.heard: list[bytes] = []
        self.token, self.seen = "", dict[str, int]()
        self.table = "1"
        """Where this guest sat down last, or would look first."""
        self._ids = count(1)
        self._asked: dict[str, asyncio.Future[Reply]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def come_in(self, place: Premises) -> Identity:
        if not self.token:
            opened = await place.desk.admit_guest(self.name)
            assert isinstance(opened, Opened), opened
            self.token = opened.token
        return await self.connect(place)

    async def connect(self, place: Premises) -> Identity:
        who = place.desk.identify(self.token)
        assert who is not None, self.name
        self.place, self.who = place, who
        self.connection = Connection(who, session=key_of(self.token), seconds=place.world.clock.monotonic)
        self._asked = {}
        self._soon(self._listen(self.connection, self._asked))
        await self.say(wire.Hello(version=wire.VERSION, resume=self.seen))
        return who

    def hang_up(self) -> None:
        self.place.house.leave(self.connection)
        self.connection.close()

    async def say(self, message: wire.ClientMessage) -> None:
        await receive(self.place.house, self.connection, msgspec.json.encode(message))

    async def ask(self, kind: type[Any], **fields: Any) -> Reply:
        if self.connection.closed:
            return None
        id_ = f"{next(self._ids)}"
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._asked[id_] = answer
        await self.say(kind(id=id_, **fields))
        reply = await answer
        assert not isinstance(reply, wire.Refused) or reply.code != "failed", reply
        if isinstance(reply, wire.Accepted) and reply.table:
            self.table = reply.table
        return reply

    async def _listen(self, connection: Connection, asked: dict[str, asyncio.Future[Reply]]) -> None:
        while (raw := await connection.out.get()) is not None:
            connection.sent()
            self.heard.append(raw)
            message = SERVER.decode(raw)
            if isinstance(message, wire.Accepted | wire.Refused) and message.id in asked:
                asked.pop(message.id).set_result(message)
            elif isinstance(message, wire.TableState | wire.Happened):
                self._look(message)
            elif isinstance(message, wire.Offered):
                self._soon(self._take(message))
        for answer in asked.values():
            answer.set_result(None)

    def _look(self, message: wire.TableState | wire.Happened) -> None:
        self.seen[message.table] = message.sequence
        if message.state.offers and self.chance.random() > SILENT:
            self._soon(self._act(message))

    async def _act(self, message: wire.TableState | wire.Happened) -> None:
        await asyncio.sleep(self.chance.uniform(0.5, 6))
        if self.seen[message.table] == message.sequence and not self.connection.closed:
            move = move_from(message.state, self.chance)
            await self.ask(wire.Act, table=message.table, move=move, seen=message.sequence)

    async def _take(self, offer: wire.Offered) -> None:
        await asyncio.sleep(self.chance.uniform(1, 9))
        await self.ask(wire.AnswerOffer, table=offer.table, seat=offer.seat, accept=True)

    def _soon(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            raise AssertionError(self.name) from task.exception()


class Staff(NamedTuple):
    """Somebody with an account and a position."""

    name: str
    role: Role

    async def hired(self, place: Premises) -> Identity:
        opened = await place.desk.register(self.name, PASSWORD)
        assert isinstance(opened, Opened), opened
        return (await appointed(place.desk, self.name, self.role)).identity


async def order(place: Premises, by: Identity, counter: str, kind: str, **fields: Any) -> Any:
    asked = orders.read(counter, {"type": kind, **fields})
    assert isinstance(asked, orders.Order), asked
    return await place.floor.order(by, place.room, asked, id=f"{kind} {sorted(fields.items())}")


async def lost_line(guest: Guest) -> None:
    """And back when the page has noticed it."""
    guest.hang_up()
    await asyncio.sleep(guest.chance.uniform(0.5, 90))
    if not guest.place.house.closing:
        await guest.connect(guest.place)


Whim = Callable[[Guest], Awaitable[object]]

WHIMS: tuple[Whim, ...] = (
    lambda guest: guest.ask(wire.QuickSeat),
    lambda guest: guest.ask(wire.Sit, table=guest.chance.choice([*guest.place.house.actors])),
    lambda guest: guest.ask(wire.Chat, table=guest.table, text=f"{guest.name} says {guest.chance.randint(1, 99)}."),
    lambda guest: guest.ask(wire.TopUp, table=guest.table, amount=1_000),
    lambda guest: guest.ask(wire.SitOut, table=guest.table),
    lambda guest: guest.ask(wire.SitIn, table=guest.table),
    lambda guest: guest.ask(wire.SitIn, table=guest.table),
    lambda guest: guest.ask(wire.Leave, table=guest.table),
    lambda guest: guest.ask(wire.RequestChange, table=guest.table),
    lambda guest: guest.ask(wire.ProposeMinimum, table=guest.table, minimum=400),
    lambda guest: guest.ask(wire.Agree, table=guest.table),
    lambda guest: guest.ask(wire.UseTimeBank, table=guest.table),
    lambda guest: guest.ask(wire.Preferences, auto_top_up=guest.chance.random() < 0.5),
    lambda guest: guest.say(wire.Watch(table=guest.chance.choice([*guest.place.house.actors]))),
    lambda guest: guest.say(wire.Unwatch(table=guest.chance.choice([*guest.place.house.actors]))),
    lost_line,
)


async def linger(guest: Guest, *, until: float) -> None:
    """Do as the guest pleases until then, by the loop's time."""
    while (left := until - asyncio.get_running_loop().time()) > 0:
        await asyncio.sleep(min(left, guest.chance.uniform(5, 60)))
        if not guest.connection.closed:
            await guest.chance.choice(WHIMS)(guest)
