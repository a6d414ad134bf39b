"""The house: its rooms, a table's actor for every table, and everybody who is connected.

One process, one event loop. The play-chip room is for guests and bots; a licensed room, where one is configured, never
seats either. `may_sit` is where that is decided.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec
import structlog

from pokerroom.room.handlers import HANDLERS
from pokerroom.room.lists.events import SeatOffered
from pokerroom.room.ports import EventStore
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Done, Room
from pokerroom.shuffle import os_generator
from pokerroom.shuffle.seal import Keys, create_keys, new_key, read_keys
from pokerroom.store import Writer, open_store
from pokerroom.table.seating import Table
from pokerroom.web.actor import Preferences, TableActor
from pokerroom.web.connections import Connection
from pokerroom.web.identity import Identity
from pokerroom.web.live import AtOnceOrNot, LiveRoom, is_bot
from pokerroom.web.refusing import Nay
from pokerroom.web.seeding import seed
from pokerroom.web.settings import Settings
from pokerroom.web.telling import as_posted, seconds
from pokerroom.wire import messages as wire

LOG = structlog.get_logger(__name__)
ENCODER = msgspec.json.Encoder()

LOBBY_EVERY = 1.0
"""Seconds between two pushes of the lobby."""
BOOKS_EVERY = 2.0

PLAY, LICENSED = "play chips", "licensed"
PREFERENCES = "preferences"


class House:
    """Opened with `await House.open(settings)`, in the loop it lives in."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.rooms: dict[str, LiveRoom] = {}
        self.actors: dict[str, TableActor] = {}
        self.connections: dict[Connection, None] = {}
        self.preferences: dict[str, Preferences] = {}
        self.started = time.time()
        self._tasks: list[asyncio.Task[None]] = []
        self._lobby_changed = True
        self.closing = False

    @classmethod
    async def open(
        cls, settings: Settings, *, store: EventStore | None = None, keys: Keys | None = None, pace: float = 1.0
    ) -> "House":
        """The rooms from their records; the play-chip room is furnished where it is new.

        `store` is its record and `keys` those of its decks, where they are not where the settings say.
        """
        house = cls(settings)
        chips = settings.play_chips
        keys = keys_of(settings) if keys is None else keys
        record = open_store(play_database(settings)) if store is None else store
        live = open_room(record, keys, play_chips=True, delay=chips.spectator_delay)
        house.rooms[PLAY] = live
        if not live.room.tables:
            await seed(live, tables_each=chips.tables_each)
        if settings.licensed_database:
            record = open_store(settings.licensed_database)
            house.rooms[LICENSED] = open_room(record, keys, play_chips=False, delay=settings.licensed_spectator_delay)
        for room in house.rooms.values():
            await house._open_tables(room, pace)
        return house

    async def _open_tables(self, live: LiveRoom, pace: float) -> None:
        await live.reconcile()
        live.on_lists.append(lambda done: self._lists_changed(live, done))
        for key, value in live.store.rows(PREFERENCES):
            self.preferences[key] = msgspec.json.decode(value, type=Preferences)
        chips = self.settings.play_chips
        for name in live.room.tables:
            if name in self.actors:
                raise ValueError(f"two rooms have a table {name}")
            actor = TableActor(
                live,
                name,
                self.settings.clock,
                preferences=self.preferences,
                changed=self.lobby_changed,
                bots=chips.bots if live.play_chips else 0,
                always_dealing=live.play_chips and chips.always_dealing,
                pace=pace,
            )
            await actor.fill()
            self.actors[name] = actor

    def start(self) -> None:
        """Set the tables going."""
        self._tasks = [asyncio.create_task(actor.run(), name=f"table {name}") for name, actor in self.actors.items()]
        self._tasks += [asyncio.create_task(self._push_lobby()), asyncio.create_task(self._keep_books())]

    async def close(self) -> None:
        """Tell everybody, let each table finish what it is at, and write it all down. Rounds go on from the record."""
        self.farewell()
        for actor in self.actors.values():
            actor.stop()
        tables = len(self.actors)
        for task in self._tasks[tables:]:
            task.cancel()
        await asyncio.gather(*self._tasks[:tables], return_exceptions=True)
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks[tables:], return_exceptions=True)
        for live in self.rooms.values():
            await live.book()
            await asyncio.to_thread(live.close)

    def farewell(self) -> None:
        """Nobody comes in any more, and everybody is told."""
        self.closing = True
        goodbye = ENCODER.encode(wire.Goodbye(reason="The room is restarting; your seat is kept.", again=True))
        for connection in tuple(self.connections):
            connection.close(goodbye)

    # Who may play where.

    def may_sit(self, identity: Identity, live: LiveRoom) -> Nay | None:
        """Guests and bots sit at play-chip tables and nowhere else."""
        if not live.play_chips and (identity.guest or is_bot(identity.id)):
            return Nay("play chips only", "Guests play for play chips only: this table is licensed.", "14.7(a)")
        return None

    # Connections.

    def join(self, connection: Connection) -> Nay | None:
        """Let a connection in, unless there are too many."""
        mine = sum(other.identity.id == connection.identity.id for other in self.connections)
        if self.closing:
            return Nay("closing", "The room is restarting.")
        if len(self.connections) >= self.settings.most_connections or mine >= self.settings.most_connections_each:
            return Nay("too many connections", "There are too many connections; close one and try again.")
        self.connections[connection] = None
        for live in self.rooms.values():
            live.remember(connection.identity.id, connection.identity.name)
        return None

    def leave(self, connection: Connection) -> None:
        self.connections.pop(connection, None)
        for table in tuple(connection.watching):
            self.unwatch(connection, table)

    def watch(self, connection: Connection, table: str, after: int | None) -> None:
        connection.watching.add(table)
        self.actors[table].watch(connection, after)

    def unwatch(self, connection: Connection, table: str) -> None:
        connection.watching.discard(table)
        if table in self.actors:
            self.actors[table].unwatch(connection)

    def close_session(self, session: str) -> None:
        """A session has ended: its sockets close."""
        goodbye = ENCODER.encode(wire.Goodbye(reason="You are logged out.", again=False))
        for connection in tuple(self.connections):
            if session and connection.session == session:
                connection.close(goodbye)

    def connections_of(self, player: str) -> Iterator[Connection]:
        return (each for each in tuple(self.connections) if each.identity.id == player)

    def you(self, identity: Identity) -> wire.You:
        wishes = self.preferences.get(identity.id, Preferences())
        return wire.You(
            id=identity.id,
            name=identity.name,
            role=identity.role.value,
            guest=identity.guest,
            muck_losers=wishes.muck_losers,
            auto_time_bank=wishes.auto_time_bank,
            auto_top_up=wishes.auto_top_up,
        )

    def prefer(self, player: str, wishes: Preferences) -> None:
        self.preferences[player] = wishes
        self.rooms[PLAY].note(PREFERENCES, player, msgspec.json.encode(wishes))

    # The lobby.

    def lobby_changed(self) -> None:
        self._lobby_changed = True

    def lobby(self, identity: Identity | None, *, tables: tuple[wire.LobbyTable, ...] | None = None) -> wire.LobbyView:
        """What there is to play, as this person sees it; `tables` where they have been looked at already."""
        tables = self.lobby_tables() if tables is None else tables
        if identity is None:
            lists = tuple(waiting for live in self.rooms.values() for waiting in waiting_lists(live, ""))
            return wire.LobbyView(tables=tables, lists=lists, bank=0)
        seated = {name for name, actor in self.actors.items() if actor.table.seat_of(identity.id) is not None}
        mine = tuple(msgspec.structs.replace(each, mine=True) if each.name in seated else each for each in tables)
        lists = tuple(waiting for live in self.rooms.values() for waiting in waiting_lists(live, identity.id))
        bank = sum(live.balance(identity.id) for live in self.rooms.values() if self.may_sit(identity, live) is None)
        return wire.LobbyView(tables=mine, lists=lists, bank=bank)

    def table(self, name: str) -> Table | None:
        actor = self.actors.get(name)
        return None if actor is None else actor.table

    def name_of(self, player: str) -> str:
        for live in self.rooms.values():
            if player in live.names or is_bot(player):
                return live.name_of(player)
        return player

    def lobby_tables(self) -> tuple[wire.LobbyTable, ...]:
        return tuple(lobby_table(actor) for actor in self.actors.values() if actor.table.is_open)

    async def _push_lobby(self) -> None:
        while True:
            await asyncio.sleep(LOBBY_EVERY)
            for live in self.rooms.values():
                await live.expire()
            if not self._lobby_changed:
                continue
            self._lobby_changed = False
            tables = self.lobby_tables()
            for connection in tuple(self.connections):
                lobby = self.lobby(connection.identity, tables=tables)
                connection.send(ENCODER.encode(wire.Lobby(lobby=lobby)))

    async def _keep_books(self) -> None:
        while True:
            await asyncio.sleep(BOOKS_EVERY)
            for live in self.rooms.values():
                if live.room.unposted:
                    await live.book()
                    self.lobby_changed()

    def _lists_changed(self, live: LiveRoom, done: Done) -> None:
        self.lobby_changed()
        for _, event in done.events:
            if isinstance(event, SeatOffered):
                self.tell_offer(live, event.player)

    def tell_offer(self, live: LiveRoom, player: str) -> None:
        """Say which seat is held for somebody, if one is."""
        hold = live.room.lists.hold_of(player)
        if hold is None:
            return
        wanted = live.room.lists.tables[hold.place.table].wanted
        offered = wire.Offered(
            table=hold.place.table,
            seat=hold.place.seat,
            game=wanted.game,
            limits=wanted.limits,
            until=seconds(hold.until),
        )
        for connection in self.connections_of(player):
            connection.send(ENCODER.encode(offered))

    @property
    def health(self) -> dict[str, object]:
        halted = sorted(name for name, actor in self.actors.items() if actor.halted)
        streams = sorted(stream for live in self.rooms.values() for stream in live.writer.halted)
        return {
            "status": "degraded" if halted or streams else "closing" if self.closing else "ok",
            "tables": len(self.actors),
            "connections": len(self.connections),
            "halted": halted,
            "halted_streams": streams,
        }


def open_room(store: EventStore, keys: Keys, *, play_chips: bool, delay: float) -> LiveRoom:
    writer = Writer(store)
    room = Room(AtOnceOrNot(writer), HANDLERS, keys=keys, chance=os_generator(), software=software())
    return LiveRoom(reopened(store, room), store, writer, play_chips=play_chips, delay=delay)


def software() -> str:
    try:
        return f"pokerroom {version('pokerroom')}"
    except PackageNotFoundError:
        return "pokerroom"


def play_database(settings: Settings) -> str:
    if settings.database:
        return settings.database
    folder = prepared(settings)
    return "memory:" if folder is None else f"sqlite:///{folder / 'play-chips.sqlite3'}"


def prepared(settings: Settings) -> Path | None:
    """The folder of the record, made where it is not there yet."""
    folder = settings.folder
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def keys_of(settings: Settings) -> Keys:
    """The keys that decks are sealed under: beside the record of play chips, never in it."""
    folder = prepared(settings)
    if folder is None:
        return Keys((new_key(),))
    path = folder / "deck-keys"
    return read_keys(path) if path.exists() else create_keys(path)


def lobby_table(actor: TableActor) -> wire.LobbyTable:
    table, live = actor.table, actor.live
    posting = table.posting
    posted = as_posted(posting)
    listed = live.room.lists.tables.get(table.name)
    waiting = live.room.lists.lists.get(listed.wanted) if listed is not None else None
    return wire.LobbyTable(
        name=table.name,
        game=posting.game,
        title=posting.plan.game.name,
        limits=posted.limits,
        structure=posted.structure,
        minimum=posted.minimum,
        buy_in=posted.buy_in,
        places=len(table.places),
        seated=len(table.seated),
        bots=sum(is_bot(place.player) for _, place in table.seated),
        free=len(table.vacant),
        waiting=0 if waiting is None else len(waiting.entries),
        average_pot=actor.average_pot,
        rounds_per_hour=actor.rounds_per_hour,
        playing=table.dealing is not None,
        play_chips=live.play_chips,
        mine=False,
    )


def waiting_lists(live: LiveRoom, player: str) -> Iterator[wire.WaitingList]:
    for wanted in sorted(live.room.lists.lists):
        players = live.room.lists.lists[wanted].players
        yield wire.WaitingList(
            game=wanted.game,
            limits=wanted.limits,
            waiting=len(players),
            mine=players.index(player) + 1 if player in players else None,
        )
