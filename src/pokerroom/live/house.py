"""The house: its rooms, a table's actor for every table, and everybody who is connected.

One process, one event loop. The play-chip room is for guests and bots; a licensed room, where one is configured, never
seats either: `may_sit` decides.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import structlog

from pokerroom.jackpot.rules import PayoutRules
from pokerroom.live import moving, payouts, records, seating
from pokerroom.live.among_friends import AmongFriends
from pokerroom.live.attention import Attention
from pokerroom.live.banked.actor import BankedActor
from pokerroom.live.banked.listed import GAMES
from pokerroom.live.board import Boards
from pokerroom.live.connections import Connection, Present, goodbye
from pokerroom.live.consenting import Consents, NoConsents
from pokerroom.live.each_table import see_off
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.founding import BEGUN, DONE, is_founded, note
from pokerroom.live.friends import FiledChoice, choices, put_in_order
from pokerroom.live.health import health_of
from pokerroom.live.kept import kept_in
from pokerroom.live.link.client import LinkClient
from pokerroom.live.link.settings import read_linked
from pokerroom.live.lobby import Lobbies, is_shown
from pokerroom.live.minding import MindedRecords
from pokerroom.live.moving import Destination, Moves
from pokerroom.live.news import News
from pokerroom.live.ports import World
from pokerroom.live.posted import as_posted
from pokerroom.live.readers import CardReader
from pokerroom.live.records import PLAY_CHIPS, keep_checkpoint, machine, open_room
from pokerroom.live.refusals import Code, Refusal, refused
from pokerroom.live.room import LiveRoom, is_bot
from pokerroom.live.seeding import DESK, file_for_friends, seed
from pokerroom.live.settings import Settings, readers
from pokerroom.live.shards_told import ShardsTold, shards_told
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.tables.people import Preferences
from pokerroom.live.talk import Talk, begin
from pokerroom.live.timekeeping import HouseClock
from pokerroom.live.together import recorded_together
from pokerroom.live.whereabouts import address_for
from pokerroom.room.answers import Answers
from pokerroom.room.books import LEDGER
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.friends import FRIENDS, FriendsTable
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.ports import EventStore, StoreAway
from pokerroom.room.processes.contributing import CONTRIBUTING
from pokerroom.room.tables import TABLES
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.store.faults import Trouble
from pokerroom.table import conduct
from pokerroom.table.seating import Table
from pokerroom.wire import messages as wire
from pokerroom.wire.cluster import Moved
from pokerroom.wire.payouts import PayoutShown
from pokerroom.words import saying

LOG = structlog.get_logger(__name__)
ENCODER = msgspec.json.Encoder()

LOBBY_EVERY = 1.0
"""Seconds between two pushes of the lobby."""
BOARD_EVERY = 0.25
"""Seconds between two looks at what has changed on the board of the floor."""
BOOKS_EVERY = 2.0
POINTS_EVERY = 60.0
FOLLOW_EVERY = 1.0
"""How far lists and reports are behind the record when nobody asks."""
LOOK_AT_CLOCK_EVERY = 1.0
VERIFY_EVERY = 0.5
"""Seconds between two steps of the verification beside play."""

LEASES_EVERY = 0.5
SEE_TO_RECORDS_EVERY = 0.25
READ_RECORDS_EVERY = 2.0
FRIENDS_EVERY = 5.0
PAYOUTS_EVERY = 0.25
CORRECT_LISTS_EVERY = 5.0
SETTLE_EVERY = 1.0
"""Seconds between two looks at what is open between the desk and the tables of a divided room."""

EVENTS_BETWEEN_POINTS = 20_000
"""Events that a killed room reads again when it opens: about half a second's work."""


PLAY_CHIPS_ONLY = Refusal(Code.PLAY_CHIPS_ONLY, NJAC_13_69F.cite("14.7(a)"))

PLAY, LICENSED = "play chips", "licensed"
BACKSTAGE_BOTS = 5
PREFERENCES = "preferences"


def wishes_in(store: EventStore) -> dict[str, Preferences]:
    """What people want their seats to do by themselves."""
    return dict(kept_in(store, PREFERENCES, msgspec.json.Decoder(Preferences).decode))


class House:
    """Opened with `await House.open(settings)`, in the loop it lives in."""

    link: LinkClient | None = None
    """To the host of a multi-casino system, where a room takes part in one."""

    def __init__(self, settings: Settings, world: World, *, pace: float = 1.0) -> None:
        self.settings, self.clock = settings, HouseClock(world.clock)
        self.world = world = world._replace(clock=self.clock)
        # One may open at any time: whoever waits between two of them goes through a copy.
        self.rooms: dict[str, LiveRoom] = {}
        self.actors: dict[str, TableActor] = {}
        self.banked: dict[str, BankedActor] = {}
        """The games beside poker, by where their pages are."""
        self.boards = Boards(self.rooms, self.actors)
        self.sockets = Present()
        """Every socket from its handshake on; `connections` are those that have said `Hello`."""
        self.connections = Present()
        self.preferences: dict[str, Preferences] = {}
        self.keep_wishes: Callable[[str, Preferences], Awaitable[None]] = self._note_wishes
        """Has them kept, so that they are known after a restart; where another server has the desk, there."""
        self.talk = Talk(self.clock)
        self.consents: Consents = NoConsents()
        self.moves = Moves(self._arrive)
        self.news = News(self.actors, self.connections, self.moves, self.clock, self.lobby_changed)
        self.friends = AmongFriends(self.actors, self.clock, self.forget_table)
        self.unrecorded = Answers()
        """The ids of requests that leave no event behind."""
        self.records = MindedRecords(self.rooms, self.actors, self.banked, self.talk, world)
        self.attention = Attention(self.clock, self.give_back)
        self.lost = 0.0
        """Seconds in which the house did not listen."""
        self.shards_told: Callable[[], Mapping[str, ShardsTold]] = partial(shards_told, self.rooms)
        """What is told of the shards of its rooms, where a record is divided."""
        self.troubles: dict[str, Trouble] = {}
        """Of what is done now and then: what failed the last time."""
        self.chores: list[tuple[float, Callable[[], Awaitable[None]]]] = [
            (LOBBY_EVERY, self._push_lobby),
            (BOARD_EVERY, self._push_boards),
            (BOOKS_EVERY, self._keep_books),
            (POINTS_EVERY, self._keep_points),
            (FOLLOW_EVERY, self._follow_records),
            (VERIFY_EVERY, self.records.verify),
            (LEASES_EVERY, self._mind_leases),
            (LOOK_AT_CLOCK_EVERY, self._record_steps),
            (SEE_TO_RECORDS_EVERY, self.records.see_to_records),
            (READ_RECORDS_EVERY, self.records.read_records),
            (FRIENDS_EVERY, self._keep_friends),
            (PAYOUTS_EVERY, self._keep_payouts),
            (SETTLE_EVERY, self._settle),
            (CORRECT_LISTS_EVERY, self._correct_lists),
        ]
        """What is done every so many seconds while the house is open."""
        self._pace = pace * settings.play_chips.pace
        self._tables: dict[str, asyncio.Task[None]] = {}
        self._at_chores: list[asyncio.Task[None]] = []
        self._lobbies = Lobbies(self)
        self._astray: dict[LiveRoom, frozenset[seating.Astray]] = {}
        """What the lists of a divided room had otherwise than its tables at the last look."""
        self._points: dict[LiveRoom, int] = {}
        """How many events each record had when its last checkpoint was written."""
        self._stopping = asyncio.Event()
        self._nobody_here = asyncio.Event()
        self._nobody_here.set()
        self.closing, self.opening = False, asyncio.Lock()
        """Held while a room is opened beside those that are open; `on_room` is called with such a room."""
        self.on_room: list[Callable[[LiveRoom], None]] = []

    @classmethod
    async def open(cls, settings: Settings, *, world: World | None = None, pace: float = 1.0) -> "House":
        """The rooms from their records; a new play-chip room is set up."""
        world = machine(settings) if world is None else world
        house = cls(settings, world, pace=pace)
        world = house.world
        linked = read_linked(Path(settings.link)) if settings.link else None
        chips, keys = settings.play_chips, world.records.keys()
        record = world.records.open(PLAY_CHIPS, settings.database)
        live = open_room(record, keys, world, play_chips=True, delay=chips.spectator_delay)
        house.rooms[PLAY] = live
        house.clock.not_before(live.latest)
        if live.has_desk:
            await house._set_up(live, None if linked is None else linked.agreement.rules)
        if settings.licensed_database:
            record = world.records.open(records.LICENSED, settings.licensed_database)
            delay = settings.licensed_spectator_delay
            house.rooms[LICENSED] = licensed = open_room(
                record, keys, world, play_chips=False, delay=delay, name=records.LICENSED
            )
            house.clock.not_before(licensed.latest)
        for name, room in house.rooms.items():
            await house._watch_over(name, room)
            for game in GAMES:
                for actor in await game.open(room, house.lobby_changed):
                    house.banked[actor.place] = actor
        if linked is not None and live.has_desk:
            house.link = LinkClient(house.rooms.get(LICENSED, live), linked)
        return house

    async def _set_up(self, live: LiveRoom, linked: PayoutRules | None) -> None:
        """The gaming day, and the tables of a play-chip room that is new, or was founded only in part."""
        chips = self.settings.play_chips
        async with recorded_together(live):
            await self.keep_day(live)
            if not is_founded(live.store):
                note(live.room.recorder, BEGUN)
                await seed(
                    live,
                    tables_each=chips.tables_each,
                    demonstrations=chips.demonstrations if chips.bots else 0,
                    payout=chips.payout,
                    linked=linked,
                    games=chips.games,
                )
                note(live.room.recorder, DONE)
            await file_for_friends(live)
            await put_in_order(live)

    @property
    def has_desk(self) -> bool:
        """Whether this server keeps the books, the lists and all that is not a table; one server alone always does."""
        return self.rooms[PLAY].has_desk

    async def _watch_over(self, name: str, live: LiveRoom) -> None:
        self.records.add_room(name, live)
        if live.has_desk:
            await begin(live)
        await self._open_tables(live)

    async def add_room(self, name: str, live: LiveRoom) -> None:
        """A room that opens while the house is open: its tables run like the others."""
        self.clock.not_before(live.latest)
        before = set(self.actors)
        await self._watch_over(name, live)
        self.rooms[name] = live
        for table in self.actors.keys() - before:
            self.set_going(table)
        for told in self.on_room:
            told(live)
        self.lobby_changed()

    @property
    def has_behind_the_scenes(self) -> bool:
        """Whether anybody may try a position of staff: never where there is a licensed room."""
        return self.settings.play_chips.behind_the_scenes and not self.settings.licensed_database

    def rooms_for(self, identity: Identity | None) -> list[LiveRoom]:
        """The rooms of somebody's lobby: whoever tries a position sees that room, and nobody else does."""
        scope = "" if identity is None else identity.scope
        return [live for live in self.rooms.values() if is_shown(live, scope)]

    async def _open_tables(self, live: LiveRoom) -> None:
        if live.has_desk:
            async with recorded_together(live):
                await seating.follow_tables(live)
        live.listened = self.attention.look
        self.news.follow(live)
        self.talk.recall(live)
        self.preferences |= wishes_in(live.store)
        over = {name for name, own in live.room.state(FRIENDS).tables.items() if not own.is_open}
        running = [name for name, table in live.room.states(TABLES).items() if table.is_open or name not in over]
        for name in running:
            if name in self.actors:
                raise ValueError(f"two rooms have a table {name}")
            self.actors[name] = self._actor(live, name)
        async with recorded_together(live):
            for name in running:
                if not self.actors[name].rests:
                    await self.actors[name].fill()

    def _actor(self, live: LiveRoom, name: str) -> TableActor:
        chips, own = self.settings.play_chips, live.room.state(FRIENDS).tables.get(name)
        actor = TableActor(
            live,
            name,
            self.settings.clock,
            preferences=self.preferences,
            changed=self.lobby_changed,
            bots=bots_at(live, own, chips.bots),
            always_dealing=live.play_chips and chips.always_dealing and own is None,
            pace=self._pace,
        )
        actor.rests = not live.holds(TABLES.named(name))
        return actor

    def start(self) -> None:
        """Start the tables."""
        if self.settings.play_chips.bots:
            self.world.threads.warm_bots()
        self.attention.start()
        for name, actor in self.actors.items():
            if not actor.rests:
                self.set_going(name)
        for banked in self.banked.values():
            self._run_banked(banked)
        self._at_chores = [asyncio.create_task(self._every(seconds, work)) for seconds, work in self.chores]
        if self.link is not None:
            self._at_chores.append(asyncio.create_task(self.link.run(self._stopping), name="the link"))
        for table, address in readers(self.settings.readers):
            reader = CardReader(table, self.world.lines(address), self.actors)
            self._at_chores.append(asyncio.create_task(reader.run(self._stopping, self.world.clock)))

    @property
    def _running(self) -> tuple[TableActor | BankedActor, ...]:
        return (*self.actors.values(), *self.banked.values())

    def give_back(self, since: float, until: float) -> None:
        """In this time the house did not listen, whatever the reason: it was not the players'."""
        self.lost += until - since
        LOG.warning("the house did not listen", seconds=round(until - since, 3))
        for actor in self._running:
            actor.give_back(since, until)

    def set_going(self, name: str) -> None:
        """From now on the table runs."""
        self._tables[name] = asyncio.create_task(self.actors[name].run(), name=f"table {name}")

    def add_table(self, live: LiveRoom, name: str) -> None:
        """A new table has been opened: from now on it runs like the others."""
        if name not in self.actors:
            self.actors[name] = actor = self._actor(live, name)
            if not actor.rests:
                self.set_going(name)
        self.lobby_changed()

    async def stop_tables(self, names: Iterable[str]) -> None:
        """They finish what they are doing."""
        names = [name for name in names if name in self._tables]
        for name in names:
            self.actors[name].stop()
        await asyncio.gather(*(self._tables.pop(name) for name in names), return_exceptions=True)

    def add_banked(self, actor: BankedActor) -> None:
        """A table of a game that the house banks has been opened."""
        if actor.place not in self.banked:
            self.banked[actor.place] = actor
            self._run_banked(actor)
        self.lobby_changed()

    def _run_banked(self, actor: BankedActor) -> None:
        """Where the desk is. Elsewhere it is in the lobby, and nothing more."""
        if not actor.live.has_desk:
            return
        self._tables[actor.place] = asyncio.create_task(actor.run(), name=actor.place)

    def forget_table(self, name: str) -> None:
        """A table among friends is closed, and nobody looks at it any more."""
        self.actors.pop(name).stop()

    async def close(self) -> None:
        """Tell everybody, let each table finish what it is doing, and write everything. Rounds continue from the
        record.
        """
        self.farewell()
        for live in self.rooms.values():
            live.hurry()
        for actor in self._running:
            actor.stop()
        self.attention.stop()
        self._stopping.set()
        await asyncio.gather(*self._tables.values(), *self._at_chores, return_exceptions=True)
        await self.moves.stop()
        for live in tuple(self.rooms.values()):
            try:
                if live.has_desk:
                    await live.names_recorded()
                    await live.book()
                    await self._keep_point(live)
            except Exception as error:  # noqa: BLE001  whatever it was, the room only opens the slower for it
                LOG.warning("not noted what the record has come to", error=repr(error))
            try:
                await self.world.threads.run(live.close)
            except Exception as error:
                LOG.exception("a record could not be closed in order", error=repr(error))

    def farewell(self) -> None:
        """Nobody can enter any more, and everybody is told."""
        self.closing = True
        last = goodbye(saying("goodbye.taken-over" if self.records.fenced else "goodbye.restarting"), again=True)
        for connection in self.sockets:
            connection.close(last)

    def send_on_all(self) -> None:
        """Everybody who is here comes again, and finds another server: this one lets nobody in for now."""
        for connection in tuple(self.sockets):
            connection.close(goodbye(saying("goodbye.taken-over"), again=True))

    async def empty(self, *, within: float) -> None:
        """Wait until everybody has been told and has gone, but not for those who do not listen."""
        await self.world.clock.wait(self._nobody_here, within)

    # Who may play where.

    def may_sit(self, identity: Identity, live: LiveRoom) -> Refusal | None:
        """Guests and bots sit at play-chip tables and nowhere else, behind the scenes bots alone."""
        if live.scope and not is_bot(identity.id):
            return Refusal(Code.DEMONSTRATION)
        if not live.play_chips and (identity.guest or is_bot(identity.id)):
            return PLAY_CHIPS_ONLY
        return None

    def seat_refusal(self, identity: Identity, live: LiveRoom) -> Refusal | None:
        """Why somebody may neither sit down nor wait for a seat; a player required to leave is told so, 14.16(b)."""
        return self.may_sit(identity, live) or conduct.seat_refusal(live.room.state(CONDUCT), identity.id)

    # Connections.

    def admit(self, connection: Connection) -> Refusal | None:
        """Count a socket from its handshake on, unless there are too many. Players go before onlookers."""
        if self.closing or self.lapsed:
            return Refusal(Code.CLOSING)
        who = connection.identity.id
        # Those that were told to come again may be back before their old line has ended.
        if sum(not each.closed for each in self.sockets.of(who)) >= self.settings.most_connections_each:
            return Refusal(Code.TOO_MANY_CONNECTIONS)
        if len(self.sockets) >= self.settings.most_connections and not (self.is_seated(who) and self._make_way()):
            return Refusal(Code.ROOM_FULL)
        self.sockets.add(connection)
        self._nobody_here.clear()
        return None

    def _make_way(self) -> bool:
        """Let one go who has no seat, best before they have said `Hello`; False if everybody plays."""
        onlookers = [each for each in self.sockets if not each.closed and not self.is_seated(each.identity.id)]
        leaving = min(onlookers, key=lambda each: each.greeted, default=None)
        if leaving is None:
            return False
        leaving.close(goodbye(Refusal(Code.ROOM_FULL).saying, again=True))
        self.sockets.discard(leaving)
        return True

    def is_seated(self, person: str) -> bool:
        return any(live.room.state(LISTS).seat_of(person) is not None for live in self.rooms.values())

    def join(self, connection: Connection) -> Refusal | None:
        """A socket has said `Hello`: from now on it is told things."""
        why = None if connection in self.sockets else self.admit(connection)
        if why is not None:
            return why
        self.connections.add(connection)
        for live in self.rooms_for(connection.identity):
            live.remember(connection.identity.id, connection.identity.name)
        return None

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.sockets.discard(connection)
        self.boards.leave(connection)
        if not self.sockets:
            self._nobody_here.set()
        for table in tuple(connection.watching):
            self.unwatch(connection, table)

    def watch(self, connection: Connection, table: str, after: int | None) -> None:
        """Show a table from now on, or where it is."""
        actor = self.actors[table]
        address = address_for(actor, connection.identity)
        if address:
            self.send_on(connection, table, address)
            return
        if actor.live.is_divided and after is not None and after > actor.sequence:
            # They know more of it than this server does yet, which follows it, or has lost it and not noticed so far.
            connection.close(goodbye(saying("goodbye.taken-over"), again=True))
            return
        connection.watching.add(table)
        actor.watch(connection, after)

    def send_on(self, connection: Connection, place: str, address: str) -> None:
        """To the server that has it."""
        connection.send(ENCODER.encode(Moved(table=place, address=address)))

    def unwatch(self, connection: Connection, table: str) -> None:
        connection.watching.discard(table)
        watched = self.actors.get(table) or self.banked.get(table)
        if watched is not None:
            watched.unwatch(connection)

    def watch_banked(self, connection: Connection, place: str) -> None:
        connection.watching.add(place)
        self.banked[place].watch(connection)

    # Tables among friends.

    def choices_for_friends(self) -> tuple[FiledChoice, ...]:
        """What a table among friends may be made of: nothing of a licensed room."""
        return choices(self.rooms[PLAY])

    async def _keep_friends(self) -> None:
        await self.friends.keep(self.rooms[PLAY])

    def close_session(self, session: str, why: str = "goodbye.logged-out") -> None:
        """A session has ended, or its console was locked: its sockets close."""
        last = goodbye(saying(why), again=False)
        for connection in self.sockets.in_session(session):
            connection.close(last)

    def sessions_here(self) -> frozenset[str]:
        """The sessions that have a socket."""
        return self.sockets.sessions

    def worked_in_by(self, identity: Identity) -> tuple[str, ...]:
        """Where their position counts, in an address; money comes before play."""
        shown = sorted(self.rooms_for(identity), key=lambda live: live.play_chips)
        return tuple(live.name for live in shown if identity.works_in(live.name))

    def you(self, identity: Identity) -> wire.You:
        wishes = self.preferences.get(identity.id, Preferences())
        return wire.You(
            id=identity.id,
            name=identity.name,
            role=identity.role.value,
            guest=identity.guest,
            positions=tuple(each.value for each in identity.positions),
            scope=identity.scope,
            rooms=self.worked_in_by(identity),
            muck_losers=wishes.muck_losers,
            auto_time_bank=wishes.auto_time_bank,
            auto_top_up=wishes.auto_top_up,
        )

    async def prefer(self, player: str, wishes: Preferences) -> None:
        await self.keep_wishes(player, wishes)
        self.preferences[player] = wishes

    async def _note_wishes(self, player: str, wishes: Preferences) -> None:
        self.rooms[PLAY].note(PREFERENCES, player, msgspec.json.encode(wishes))

    # The lobby.

    def lobby_changed(self) -> None:
        self._lobbies.changed = True

    def lobby(self, identity: Identity | None, *, latest: bool = True) -> wire.LobbyView:
        return self._lobbies.seen_by(identity, latest=latest)

    def lobby_payouts(self) -> tuple[PayoutShown, ...]:
        """As the wall displays them."""
        return self._lobbies.payouts_for(None)

    def lobby_tables(self, scope: str = "") -> tuple[wire.LobbyTable, ...]:
        return self._lobbies.tables(scope)

    def table(self, name: str) -> Table | None:
        actor = self.actors.get(name)
        return None if actor is None else actor.table

    def sign(self, name: str) -> tuple[str, ...]:
        """What a table posts at this moment, line by line."""
        actor = self.actors.get(name)
        if actor is None or not actor.table.is_open:
            return ()
        return as_posted(actor.table.posting, is_offered=actor.payout_offered).lines

    def name_of(self, player: str) -> str:
        for live in self.rooms.values():
            if player in live.names or is_bot(player):
                return live.name_of(player)
        return player

    def names_at(self, table: str) -> Callable[[str], str]:
        """The names of people at a table, or in the house if there is no such table."""
        actor = self.actors.get(table)
        return self.name_of if actor is None else actor.live.name_of

    @property
    def _with_desk(self) -> list[LiveRoom]:
        """The rooms whose desk is here."""
        return [live for live in self.rooms.values() if live.has_desk]

    async def _push_lobby(self) -> None:
        for live in self._with_desk:
            if live.cannot_record is None:
                await seating.expire(live)
        await self._lobbies.push(self.connections)

    async def _push_boards(self) -> None:
        self.boards.push()

    async def _keep_books(self) -> None:
        for live in self._with_desk:
            if live.cannot_record is not None:
                continue
            if any(live.room.due.values()):
                await live.book()
                self.lobby_changed()
            if live.play_chips:
                await self.keep_day(live)

    async def _follow_records(self) -> None:
        for live in self._with_desk:
            while not self._stopping.is_set() and await self.world.threads.run(live.store.projected.advance):
                pass

    async def _keep_points(self) -> None:
        for live in self._with_desk:
            if events_in(live) - self._points.get(live, 0) >= EVENTS_BETWEEN_POINTS:
                await self._keep_point(live)

    async def _keep_point(self, live: LiveRoom) -> None:
        self._points[live] = events_in(live)
        await keep_checkpoint(live)

    async def keep_day(self, live: LiveRoom) -> None:
        """Begin the gaming day that the clock says, if nobody has. Licensed rooms have staff for that."""
        day, today = live.room.state(LEDGER).open_day, self.settings.gaming_date(live.moment())
        if day is None or day.date < today:
            await payouts.count_all(live)
            await live.begin_day(today, DESK)

    async def _arrive(self, live: LiveRoom, player: str, move: Destination) -> None:
        """Somebody has got up to sit at another table; whoever cannot is told why, and the seat is free again."""
        actor, bank = self.actors[move.place.table], self.settings.play_chips.bank
        answer = await moving.arrive(live, actor, player, move, bank=bank)
        if isinstance(answer, Refusal):
            await moving.let_go(live, player)
            self.news.tell_person(player, refused(answer, self.names_at(actor.name), None))
        self.lobby_changed()

    async def _keep_payouts(self) -> None:
        """Payouts follow the tables; a room of play chips runs its own, in a licensed room staff do."""
        for live in self._with_desk:
            if live.cannot_record is not None:
                continue
            if live.room.due[CONTRIBUTING.name]:
                await live.follow_payouts()
            if live.play_chips:
                await payouts.keep(live)

    async def _settle(self) -> None:
        """The desk of a divided room: money held for tables, and players they were told to remove."""
        for live in tuple(self.rooms.values()):
            if live.is_divided and live.has_desk and live.cannot_record is None:
                await seating.settle_holds(live)
                await see_off(live, self.actors)

    async def _correct_lists(self) -> None:
        for live in self._with_desk:
            if live.is_divided and live.cannot_record is None:
                self._astray[live] = await seating.follow_for_long(live, self._astray.get(live, frozenset()))

    async def _record_steps(self) -> None:
        """Look at the clock, and record what it did otherwise than pass."""
        ahead = self.clock.ahead
        while self.clock.steps:
            step = self.clock.steps[0]
            LOG.warning("the wall clock stepped", seconds=step.seconds, wall=step.wall.isoformat(), ahead=ahead)
            for live in self._with_desk:
                await live.record_step(step)
            self.clock.steps.popleft()

    # Failures, and what comes after them.

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Repeat until the room closes; what was started is finished. What fails may succeed the next time."""
        while not await self.world.clock.wait(self._stopping, seconds):
            await self.attempt(work.__name__.strip("_"), work)

    async def attempt(self, what: str, work: Callable[[], Awaitable[None]]) -> bool:
        """Whether it succeeds. Whatever goes wrong is told by the health of the house until it does."""
        try:
            await work()
        except Exception as error:  # noqa: BLE001  whatever it was: it ends nothing else
            self._could_not(what, error)
            return False
        self.troubles.pop(what, None)
        return True

    def _could_not(self, what: str, error: Exception) -> None:
        known = self.troubles.get(what)
        if known is None:
            trace = None if isinstance(error, StoreAway) else error
            LOG.error("the house could not do its rounds", work=what, error=repr(error), exc_info=trace)
            known = Trouble("", self.world.clock.now(), 0)
        reason = getattr(error, "reason", "") or type(error).__name__
        self.troubles[what] = known._replace(reason=reason, tries=known.tries + 1)

    @property
    def lapsed(self) -> list[str]:
        """In a cluster, the records that another server may have by now: what is known here of them may be old."""
        return self.records.lapsed if self.settings.cluster.joins else []

    async def _mind_leases(self) -> None:
        if not self.closing and self.records.fenced:
            self.farewell()

    @property
    def clock_health(self) -> dict[str, float]:
        """How far the wall clock is ahead of recorded times, how often it stepped, and seconds nobody was heard."""
        lost = round(self.lost, 3)
        return {"ahead": round(self.clock.ahead, 3), "steps": self.clock.stepped, "not_listened": lost}

    @property
    def health(self) -> dict[str, Any]:
        return health_of(self)


def bots_at(live: LiveRoom, own: FriendsTable | None, usual: int) -> int:
    """How many simulated players a table has."""
    if live.scope:
        return BACKSTAGE_BOTS
    return usual if live.play_chips and (own is None or own.bots) else 0


def events_in(live: LiveRoom) -> int:
    return sum(head.sequence for head in live.room.heads.values())
