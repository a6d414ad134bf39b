"""Clients of a live room in the same process: everything but the network is the real thing.

A client sees what is sent to it as it would come over a socket, encoded, and a player plays from that alone.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from itertools import count
from random import Random
from typing import Any, NamedTuple

import msgspec

from pokerroom.live.connections import Connection
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import House
from pokerroom.live.players.answering import receive
from pokerroom.live.ports import Record, World
from pokerroom.live.records import machine
from pokerroom.live.settings import PlayChips, Settings
from pokerroom.live.tables.clock import ClockRules
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.shuffle.seal import Keys
from pokerroom.store import Writer
from pokerroom.wire import messages as wire
from pokerroom.words import said
from tests.owned import in_owned_world

SERVER = msgspec.json.Decoder(wire.ServerMessage)
QUICK = ClockRules(act=60, show=60, bank=0, bank_refill=0, round_pause=0, step_pause=0)
PATIENCE = 50.0
IDS = count(1)

CARDS = re.compile(rb"(?<![A-Za-z0-9])((?:[2-9TJQKA][cdhs])+)(?![A-Za-z0-9])")


def guest(name: str) -> Identity:
    return Identity(f"guest-{name.lower()}", name, Role.VISITOR, guest=True)


def settings(clock: ClockRules = QUICK, **chips: Any) -> Settings:
    """In memory, and onlookers see what happens as it does, unless `chips` say otherwise."""
    return Settings(
        store="memory:", clock=clock, play_chips=PlayChips(**{"spectator_delay": 0.0, "demonstrations": 0, **chips})
    )


class Kept(NamedTuple):
    """A record that outlives its house, and the keys of its decks."""

    store: ProjectingStore
    deck_keys: Keys

    def open(self, name: str, address: str = "") -> Record:  # noqa: ARG002  there is but one
        return Record(self.store, Writer(self.store))

    def keys(self) -> Keys:
        return self.deck_keys


def world_of(settings: Settings, store: ProjectingStore | None, keys: Keys | None) -> World:
    """The machine as it is, with the record of the play-chip room where a test has it."""
    real = machine(settings)
    if store is None:
        return real
    return real._replace(records=Kept(store, real.records.keys() if keys is None else keys))


async def opened(
    store: ProjectingStore | None = None,
    *,
    keys: Keys | None = None,
    clock: ClockRules = QUICK,
    world: World | None = None,
    **chips: Any,
) -> House:
    """A house whose bots take no time."""
    chosen = settings(clock, **chips)
    house = await House.open(chosen, world=world or world_of(chosen, store, keys), pace=0)
    house.start()
    return house


def in_house(test: Callable[[House], Awaitable[None]], **options: Any) -> None:
    """Run a test in a house of its own, and see that nothing has halted and no table has lost a chip."""

    async def run(world: World) -> None:
        house = await opened(world=world, **options)
        try:
            await test(house)
            assert not any(actor.halted for actor in house.actors.values())
            assert all(actor.table.is_balanced for actor in house.actors.values())
        finally:
            await house.close()

    in_owned_world(run, "in a house")


def table_of(house: House, game: str) -> str:
    return next(name for name, actor in house.actors.items() if actor.table.posting.game == game)


class Spy(Connection):
    """A connection that can be watched while something is sent."""

    def __init__(self, identity: Identity, seen: "Callable[[bytes], None] | None" = None) -> None:
        super().__init__(identity)
        self._seen = seen

    def send(self, encoded: bytes) -> None:
        if self._seen is not None and not self.closed:
            self._seen(encoded)
        super().send(encoded)

    def may_speak(self) -> bool:
        return True


class Client:
    """Says things to the house and keeps what it hears."""

    def __init__(self, house: House, who: Identity | str, *, seen: Callable[[bytes], None] | None = None) -> None:
        self.house = house
        self.identity = guest(who) if isinstance(who, str) else who
        self.connection = Spy(self.identity, seen)
        self.heard: list[wire.ServerMessage] = []

    async def say(self, message: wire.ClientMessage | bytes | str) -> None:
        raw = message if isinstance(message, bytes | str) else msgspec.json.encode(message)
        await receive(self.house, self.connection, raw)

    async def ask(self, kind: type[Any], **fields: Any) -> wire.Accepted | wire.Refused:
        """Make a request, and wait for its answer."""
        message = kind(id=f"r{next(IDS)}", **fields)
        await self.say(message)
        while True:
            answer = await self.next()
            if isinstance(answer, wire.Accepted | wire.Refused) and answer.id == message.id:
                return answer

    async def next(self) -> wire.ServerMessage:
        raw = await asyncio.wait_for(self.connection.out.get(), PATIENCE)
        assert raw is not None, "the room has closed the connection"
        self.heard.append(SERVER.decode(raw))
        return self.heard[-1]

    async def until(self, wanted: Callable[[Any], object]) -> Any:
        while not wanted(message := await self.next()):
            pass
        return message

    async def sees(self, wanted: Callable[[wire.TableView], object]) -> Any:
        """The next message that shows a table as wanted."""
        return await self.until(
            lambda message: isinstance(message, wire.TableState | wire.Happened) and wanted(message.state)
        )

    async def turn(self) -> Any:
        """The next message that lets the client's player do something."""
        return await self.sees(lambda state: state.offers)

    def so_far(self) -> list[wire.ServerMessage]:
        """What has come already, without waiting."""
        while not self.connection.out.empty():
            raw = self.connection.out.get_nowait()
            if raw is not None:
                self.heard.append(SERVER.decode(raw))
        return self.heard

    async def enter(self, *, resume: dict[str, int] | None = None) -> wire.Welcome:
        await self.say(wire.Hello(version=wire.VERSION, resume=resume or {}))
        welcome = await self.next()
        assert isinstance(welcome, wire.Welcome), welcome
        return welcome

    async def sit(self, table: str, **more: Any) -> None:
        answer = await self.ask(wire.Sit, table=table, **more)
        assert isinstance(answer, wire.Accepted), answer

    def hang_up(self) -> None:
        self.house.leave(self.connection)
        self.connection.close()


async def entered(house: House, who: Identity | str) -> Client:
    """A client that has been welcomed."""
    client = Client(house, who)
    await client.enter()
    return client


class Player(Client):
    """Plays by the offers in the state it is sent, at random, and by nothing else."""

    def __init__(self, house: House, who: Identity | str, rng: Random, **more: Any) -> None:
        super().__init__(house, who, **more)
        self.rng = rng

    async def play(self, table: str, *, rounds: int) -> None:
        """Until so many rounds have begun after those dealt so far, and the last is over."""
        last = self.house.actors[table].table.rounds + rounds
        asked = -1
        while True:
            message = await self.next()
            # What is offered is accepted, unless the table has gone on.
            assert not isinstance(message, wire.Refused) or message.code == "too late", message
            if not isinstance(message, wire.TableState | wire.Happened) or message.table != table:
                continue
            state = message.state
            if state.round >= last and not state.playing:
                return
            if state.offers and message.sequence > asked:
                asked = message.sequence
                move = move_from(state, self.rng)
                await self.say(wire.Act(id=f"m{next(IDS)}", table=table, move=move, seen=message.sequence))


def move_from(state: wire.TableView, rng: Random) -> wire.AnyMove:
    """One of the offers, taken up; folds are rare, so that rounds come to a showdown."""
    offers = [offer for offer in state.offers if offer.kind != "Fold"] if rng.random() < 0.85 else list(state.offers)
    offer = rng.choice(offers or state.offers)
    mine = next(seat for seat in state.seats if seat.me)
    kind: Callable[..., wire.AnyMove] = getattr(wire, offer.kind)
    down = rng.sample(mine.down, min(offer.discard, len(mine.down)))
    match offer.kind:
        case "Bet" | "Raise":
            return kind(to=rng.choice((offer.least, offer.least, offer.least, offer.most)), discard=tuple(down))
        case "Call" | "PostForcedBet":
            return kind(discard=tuple(down))
        case "Draw":
            return wire.Draw(discard=tuple(rng.sample(mine.down, rng.randint(0, min(3, offer.discard)))))
        case "Discard":
            return wire.Discard(cards=tuple(down))
    return kind()


def cards_in(encoded: bytes) -> set[str]:
    """Every card that the bytes of a message name, in whatever field or sentence."""
    return {run[place : place + 2].decode() for run in CARDS.findall(encoded) for place in range(0, len(run), 2)}


def texts(messages: Iterable[Any]) -> str:
    return " ".join(
        said(told.says)
        for message in messages
        if isinstance(message, wire.Happened)
        for told in message.told
        if told.says is not None
    )
