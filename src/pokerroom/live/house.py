"""The house: its rooms, a table's actor for every table, and everybody who is connected.

One process, one event loop. The play-chip room is for guests and bots; a licensed room, where one is configured, never
seats either: `may_sit` decides.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import structlog

from pokerroom.live import moving, payouts, records, seating
from pokerroom.live.attention import Attention
from pokerroom.live.banked.actor import BankedActor
from pokerroom.live.banked.listed import GAMES
from pokerroom.live.board import Boards
from pokerroom.live.connections import Connection, Present, goodbye
from pokerroom.live.consenting import Consents, NoConsents
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.friends import FORGOTTEN_AFTER, FiledChoice, choices, end, invitation, put_in_order
from pokerroom.live.healing import Healing
from pokerroom.live.health import health_of
from pokerroom.live.kept import kept_in
from pokerroom.live.link.client import LinkClient
from pokerroom.live.link.settings import read_linked
from pokerroom.live.link.showing import news_of_link
from pokerroom.live.lobby import Lobbies, is_shown
from pokerroom.live.moving import Destination, Moves
from pokerroom.live.ports import Record, World
from pokerroom.live.readers import CardReader
from pokerroom.live.records import DEMONSTRATION, PLAY_CHIPS, fenced, keep_checkpoint, machine, open_room
from pokerroom.live.refusals import Code, Refusal, refused
from pokerroom.live.room import LiveRoom, is_bot
from pokerroom.live.seeding import DESK, file_for_friends, seed
from pokerroom.live.settings import Settings, readers
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.tables.people import Preferences
from pokerroom.live.talk import Talk, begin
from pokerroom.live.timekeeping import HouseClock
from pokerroom.live.together import recorded_together
from pokerroom.room.answers import Answers
from pokerroom.room.books import LEDGER
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.friends import FRIENDS, FriendsTable
from pokerroom.room.lists.events import (
    ChangeCanceled,
    ChangeRequested,
    GotUp,
    OfferAccepted,
    PlayerBarred,
    PlayerJoined,
    PlayerTakenOff,
    SeatLetGo,
    SeatLocked,
    SeatOffered,
)
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.ports import EventStore, StoreAway, StoreError
from pokerroom.room.processes.contributing import CONTRIBUTING
from pokerroom.room.room import Done
from pokerroom.room.streams import table_of
from pokerroom.room.tables import TABLES
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.store import Writer
from pokerroom.store.faults import Trouble
from pokerroom.store.verifying import Verifying
from pokerroom.table import conduct
from pokerroom.table.conduct import PlayerReinstated, PlayerRequiredToLeave
from pokerroom.table.seating import Table
from pokerroom.wire import messages as wire
from pokerroom.wire.payouts import PayoutNews, PayoutShown
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
VERIFY_EVERY, VERIFIED_AT_ONCE = 0.5, 500
"""Seconds between two steps of the verification beside play, and how many events one takes: some milliseconds."""

LEASES_EVERY = 0.5
SEE_TO_RECORDS_EVERY = 0.25
READ_RECORDS_EVERY = 2.0
FRIENDS_EVERY = 5.0
PAYOUTS_EVERY = 0.25

EVENTS_BETWEEN_POINTS = 20_000
"""Events that a killed room reads again when it opens: about half a second's work."""


PLAY_CHIPS_ONLY = Refusal(Code.PLAY_CHIPS_ONLY, NJAC_13_69F.cite("14.7(a)"))

PLAY, LICENSED = "play chips", "licensed"
BACKSTAGE_BOTS = 5
PREFERENCES = "preferences"

CHANGE_SHOWN = (ChangeRequested, ChangeCanceled, SeatLetGo, PlayerBarred, PlayerTakenOff)
"""Events after which somebody may start or stop waiting for another table."""


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
        self.rooms: dict[str, LiveRoom] = {}
        self.actors: dict[str, TableActor] = {}
        self.banked: dict[str, BankedActor] = {}
        """The games beside poker, by where their pages are."""
        self.boards = Boards(self.rooms, self.actors)
        self.sockets = Present()
        """Every socket from its handshake on; `connections` are those that have said `Hello`."""
        self.connections = Present()
        self.preferences: dict[str, Preferences] = {}
        self.talk = Talk(self.clock)
        self.consents: Consents = NoConsents()
        self.moves = Moves(self._arrive)
        self.invited: dict[str, set[str]] = {}
        """Who has come to a table among friends by its link."""
        self._deserted: dict[str, float] = {}
        """Since when nobody has been at such a table."""
        self.unrecorded = Answers()
        """The ids of requests that leave no event behind."""
        self.verifying: dict[str, Verifying] = {}
        """How far the record of each room has been verified since it opened."""
        self.attention = Attention(self.clock, self.give_back)
        self.lost = 0.0
        """Seconds in which the house did not listen."""
        self.watched: dict[str, EventStore] = {}
        """Every record: whether it can be read, and has not been taken over by another process, is looked at now and
        then.
        """
        self.writers: dict[str, Writer] = {}
        """Their writers."""
        self.healers: dict[str, Callable[[], Awaitable[None]]] = {}
        """Of records other than the rooms': reads one again after a failure."""
        self.troubles: dict[str, Trouble] = {}
        """Of what is done now and then: what failed the last time."""
        self.unread: dict[str, Trouble] = {}
        """Records that could not be read the last time."""
        self._healing = Healing(world.clock.monotonic)
        self.chores: list[tuple[float, Callable[[], Awaitable[None]]]] = [
            (LOBBY_EVERY, self._push_lobby),
            (BOARD_EVERY, self._push_boards),
            (BOOKS_EVERY, self._keep_books),
            (POINTS_EVERY, self._keep_points),
            (FOLLOW_EVERY, self._follow_records),
            (VERIFY_EVERY, self._verify),
            (LEASES_EVERY, self._mind_leases),
            (LOOK_AT_CLOCK_EVERY, self._record_steps),
            (SEE_TO_RECORDS_EVERY, self._see_to_records),
            (READ_RECORDS_EVERY, self._read_records),
            (FRIENDS_EVERY, self._keep_friends),
            (PAYOUTS_EVERY, self._keep_payouts),
        ]
        """What is done every so many seconds while the house is open."""
        self._pace = pace * settings.play_chips.pace
        self._tables: dict[str, asyncio.Task[None]] = {}
        self._at_chores: list[asyncio.Task[None]] = []
        self._lobbies = Lobbies(self)
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
        async with recorded_together(live):
            await house.keep_day(live)
            if not live.room.states(TABLES):
                shown = chips.demonstrations if chips.bots else 0
                rules = None if linked is None else linked.agreement.rules
                await seed(
                    live,
                    tables_each=chips.tables_each,
                    demonstrations=shown,
                    payout=chips.payout,
                    linked=rules,
                    games=chips.games,
                )
            await file_for_friends(live)
            await put_in_order(live)
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
        if linked is not None:
            house.link = LinkClient(house.rooms.get(LICENSED, live), linked)
        return house

    async def _watch_over(self, name: str, live: LiveRoom) -> None:
        self.writers[name], self.watched[name] = live.writer, live.store
        self.verifying[name] = Verifying(live.store)
        await begin(live)
        await self._open_tables(live)

    async def add_room(self, name: str, live: LiveRoom) -> None:
        """A room that opens while the house is open: its tables run like the others."""
        self.clock.not_before(live.latest)
        before = set(self.actors)
        await self._watch_over(name, live)
        self.rooms[name] = live
        for table in self.actors.keys() - before:
            self._set_going(table)
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
        async with recorded_together(live):
            await seating.follow_tables(live)
        live.listened = self.attention.look
        live.on_lists.append(lambda done: self._lists_changed(live, done))
        live.on_boxes.append(self._boxes_changed)
        live.on_conduct.append(lambda done: self._conduct_changed(live, done))
        live.on_payouts.append(lambda done: self._payouts_changed(live, done))
        live.on_link.append(lambda done: self._link_changed(live, done))
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
                await self.actors[name].fill()

    def _actor(self, live: LiveRoom, name: str) -> TableActor:
        chips, own = self.settings.play_chips, live.room.state(FRIENDS).tables.get(name)
        return TableActor(
            live,
            name,
            self.settings.clock,
            preferences=self.preferences,
            changed=self.lobby_changed,
            bots=bots_at(live, own, chips.bots),
            always_dealing=live.play_chips and chips.always_dealing and own is None,
            pace=self._pace,
        )

    def start(self) -> None:
        """Start the tables."""
        if self.settings.play_chips.bots:
            self.world.threads.warm_bots()
        self.attention.start()
        for name in self.actors:
            self._set_going(name)
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

    def _set_going(self, name: str) -> None:
        self._tables[name] = asyncio.create_task(self.actors[name].run(), name=f"table {name}")

    def add_table(self, live: LiveRoom, name: str) -> None:
        """A new table has been opened: from now on it runs like the others."""
        if name not in self.actors:
            self.actors[name] = self._actor(live, name)
            self._set_going(name)
        self.lobby_changed()

    def add_banked(self, actor: BankedActor) -> None:
        """A table of a game that the house banks has been opened."""
        if actor.place not in self.banked:
            self.banked[actor.place] = actor
            self._run_banked(actor)
        self.lobby_changed()

    def _run_banked(self, actor: BankedActor) -> None:
        self._tables[actor.place] = asyncio.create_task(actor.run(), name=actor.place)

    def forget_table(self, name: str) -> None:
        """A table among friends is closed, and nobody looks at it any more."""
        self.actors.pop(name).stop()
        self.invited.pop(name, None)
        self._deserted.pop(name, None)

    def watch_record(self, name: str, record: Record, heal: Callable[[], Awaitable[None]]) -> None:
        """A record beside the rooms', which the health of the house tells of; `heal` reads it again."""
        self.watched[name], self.writers[name], self.healers[name] = record.store, record.writer, heal

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
        for live in self.rooms.values():
            try:
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
        last = goodbye(saying("goodbye.taken-over" if self.fenced else "goodbye.restarting"), again=True)
        for connection in self.sockets:
            connection.close(last)

    async def empty(self, *, within: float) -> None:
        """Wait until everybody has been told and has gone, but not for those who do not listen."""
        await self.world.clock.wait(self._nobody_here, within)

    # Who may play where.

    def may_sit(self, identity: Identity, live: LiveRoom) -> Refusal | None:
        """Guests and bots sit at play-chip tables and nowhere else, behind the scenes bots alone."""
        if live.name == DEMONSTRATION and not is_bot(identity.id):
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
        if self.closing:
            return Refusal(Code.CLOSING)
        who = connection.identity.id
        if len(self.sockets.of(who)) >= self.settings.most_connections_each:
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
        for live in self.rooms.values():
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
        connection.watching.add(table)
        self.actors[table].watch(connection, after)

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

    def is_welcome(self, identity: Identity, actor: TableActor) -> bool:
        """Whether somebody may know of a table: of one among friends only by its link, or because they sit there."""
        own, person = actor.among_friends, identity.id
        if own is None or identity.works_in(actor.live.name):
            return True
        return (
            person == own.host or person in self.invited.get(own.table, ()) or actor.table.seat_of(person) is not None
        )

    def welcome(self, connection: Connection, own: FriendsTable) -> None:
        """Whoever has come by the link may watch the table and sit down there, and is told what they need for it."""
        self.invited.setdefault(own.table, set()).add(connection.identity.id)
        connection.send(ENCODER.encode(invitation(self.rooms[PLAY], own, connection.identity.id)))

    def tell_invitations(self, connection: Connection) -> None:
        """After a lost line or a restart: the tables among friends that somebody made, or sits at."""
        for own in self.rooms[PLAY].room.state(FRIENDS).open_ones:
            actor = self.actors.get(own.table)
            if (
                actor is not None
                and not connection.identity.works_in(actor.live.name)
                and self.is_welcome(connection.identity, actor)
            ):
                self.welcome(connection, own)

    async def _keep_friends(self) -> None:
        """Close tables among friends where nobody is any more, and let go of those that are closed."""
        live, now = self.rooms[PLAY], self.clock.monotonic()
        for own in tuple(live.room.state(FRIENDS).tables.values()):
            actor = self.actors.get(own.table)
            if actor is None:
                continue
            if not actor.is_deserted:
                self._deserted.pop(own.table, None)
            elif now - self._deserted.setdefault(own.table, now) >= FORGOTTEN_AFTER and own.is_open:
                await end(live, own.table)
                actor.look()
            if not actor.table.is_open and not actor.audience.connected:
                self.forget_table(own.table)

    def close_session(self, session: str) -> None:
        """A session has ended: its sockets close."""
        last = goodbye(saying("goodbye.logged-out"), again=False)
        for connection in self.sockets.in_session(session):
            connection.close(last)

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

    def prefer(self, player: str, wishes: Preferences) -> None:
        self.preferences[player] = wishes
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

    def name_of(self, player: str) -> str:
        for live in self.rooms.values():
            if player in live.names or is_bot(player):
                return live.name_of(player)
        return player

    def names_at(self, table: str) -> Callable[[str], str]:
        """The names of people at a table, or in the house if there is no such table."""
        actor = self.actors.get(table)
        return self.name_of if actor is None else actor.live.name_of

    async def _push_lobby(self) -> None:
        for live in self.rooms.values():
            if live.cannot_record is None:
                await seating.expire(live)
        await self._lobbies.push(self.connections)

    async def _push_boards(self) -> None:
        self.boards.push()

    async def _keep_books(self) -> None:
        for live in self.rooms.values():
            if live.cannot_record is not None:
                continue
            if any(live.room.due.values()):
                await live.book()
                self.lobby_changed()
            if live.play_chips:
                await self.keep_day(live)

    async def _follow_records(self) -> None:
        for live in self.rooms.values():
            while not self._stopping.is_set() and await self.world.threads.run(live.store.projected.advance):
                pass

    async def _keep_points(self) -> None:
        for live in self.rooms.values():
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

    def _lists_changed(self, live: LiveRoom, done: Done) -> None:
        self.lobby_changed()
        for _, event in done.events:
            if isinstance(event, PlayerJoined) and event.player not in live.names:
                live.remember(event.player, event.name)  # Put on by staff, and never here by the page.
            if isinstance(event, SeatOffered | OfferAccepted | SeatLocked):
                self.tell_offer(live, event.player)
            if isinstance(event, GotUp):
                self.moves.got_up(live, event.player)
            if isinstance(event, CHANGE_SHOWN):
                self._tell_change(live, event.player)

    async def _arrive(self, live: LiveRoom, player: str, move: Destination) -> None:
        """Somebody has got up to sit at another table; whoever cannot is told why, and the seat is free again."""
        actor, bank = self.actors[move.place.table], self.settings.play_chips.bank
        answer = await moving.arrive(live, actor, player, move, bank=bank)
        if isinstance(answer, Refusal):
            await moving.let_go(live, player)
            self.tell_person(player, refused(answer, self.names_at(actor.name), None))
        self.lobby_changed()

    def _conduct_changed(self, live: LiveRoom, done: Done) -> None:
        """The tables first: what the lists and the player are told must show tables that have followed."""
        for table in dict.fromkeys(table_of(stream) for stream, _ in done.events if TABLES.holds(stream)):
            self.actors[table].hear(done)
        self._lists_changed(live, done)
        for _, event in done.events:
            if isinstance(event, PlayerRequiredToLeave | PlayerReinstated):
                self.tell_person(event.player, self._standing(live, event.player))

    def _payouts_changed(self, live: LiveRoom, done: Done) -> None:
        self.lobby_changed()
        for table in payouts.concerned(live, done):
            if table in self.actors:
                self.actors[table].payout_changed()
        self._tell_all(payouts.news_of(live, done))

    def _tell_all(self, news: Iterable[PayoutNews]) -> None:
        for each in news:
            encoded = ENCODER.encode(each)
            for connection in self.connections:
                connection.send(encoded)

    def _link_changed(self, live: LiveRoom, done: Done) -> None:
        self.lobby_changed()
        self._tell_all(news_of_link(live, done, partial(payouts.as_shown, live)))

    async def _keep_payouts(self) -> None:
        """Payouts follow the tables; a room of play chips runs its own, in a licensed room staff do."""
        for live in self.rooms.values():
            if live.cannot_record is not None:
                continue
            if live.room.due[CONTRIBUTING.name]:
                await live.follow_payouts()
            if live.play_chips:
                await payouts.keep(live)

    def _boxes_changed(self, done: Done) -> None:
        for table in dict.fromkeys(table_of(stream) for stream, _ in done.events):
            if table in self.actors:
                self.actors[table].tell_consoles()

    def tell_removal(self, live: LiveRoom, connection: Connection) -> None:
        """Tell somebody who enters that they were required to leave, while that is in force."""
        standing = self._standing(live, connection.identity.id)
        if standing.required:
            connection.send(ENCODER.encode(standing))

    def _standing(self, live: LiveRoom, player: str) -> wire.Standing:
        refusal = conduct.seat_refusal(live.room.state(CONDUCT), player)
        if refusal is None:
            says = saying("table.reinstated")
            return wire.Standing(play_chips=live.play_chips, required=False, says=says, rule="")
        says = saying("table.required-to-leave", cause=refusal.facts["cause"])
        return wire.Standing(play_chips=live.play_chips, required=True, says=says, rule=refusal.paragraph)

    def tell_person(self, player: str, message: wire.ServerMessage) -> None:
        encoded = ENCODER.encode(message)
        for connection in self.connections.of(player):
            connection.send(encoded)

    def _tell_change(self, live: LiveRoom, player: str) -> None:
        """At their table a player sees whether they wait for another."""
        seated = live.room.state(LISTS).seat_of(player)
        actor = None if seated is None else self.actors.get(seated.place.table)
        if actor is not None:
            actor.audience.tell(())

    def tell_offer(self, live: LiveRoom, player: str) -> None:
        """Say which seat is held for somebody, if any."""
        hold = live.room.state(LISTS).hold_of(player)
        if hold is None:
            return
        wanted = live.room.state(LISTS).tables[hold.place.table].wanted
        offered = wire.Offered(
            table=hold.place.table,
            seat=hold.place.seat,
            game=wanted.game,
            limits=wanted.limits,
            until=self.clock.time() + (hold.until - live.moment()).total_seconds(),
            accepted=hold.accepted,
            play_chips=live.play_chips,
            leaving=self.moves.expects(player),
        )
        self.tell_person(player, offered)

    async def _record_steps(self) -> None:
        """Look at the clock, and record what it did otherwise than pass."""
        ahead = self.clock.ahead
        while self.clock.steps:
            step = self.clock.steps[0]
            LOG.warning("the wall clock stepped", seconds=step.seconds, wall=step.wall.isoformat(), ahead=ahead)
            for live in self.rooms.values():
                await live.record_step(step)
            self.clock.steps.popleft()

    async def _verify(self) -> None:
        """Some more of each record, beside play."""
        for name, verifying in self.verifying.items():
            if not verifying.is_done:
                await self.world.threads.run(verifying.step, VERIFIED_AT_ONCE)
                if verifying.fault:
                    LOG.error("the record is broken", room=name, fault=verifying.fault)

    # Failures, and what comes after them.

    async def _see_to_records(self) -> None:
        """Tables show whether anything can be recorded; what has halted is reopened."""
        for actor in self.actors.values():
            actor.follow_record()
        for name, live in self.rooms.items():
            if live.writer.trouble is None and name not in self.unread:
                await self._reopen_halted(name, live)
        for name, heal in self.healers.items():
            if self.writers[name].halted and self._healing.due([name]):
                LOG.warning("a record is read again after a failure", record=name)
                await heal()

    async def _reopen_halted(self, name: str, live: LiveRoom) -> None:
        """A room is read again if a stream of it has halted; a table that only failed goes on as the room has it."""
        halted = [each for each, actor in self.actors.items() if actor.live is live and actor.halted]
        stale = bool(live.writer.halted) and bool(self._healing.due([name]))
        if stale:
            LOG.warning("a room is read again after a failure", room=name, streams=sorted(live.writer.halted))
            await live.reopen()
            self.talk.recall(live)
        able = [each for each in halted if TABLES.named(each) not in live.writer.halted]
        due = self._healing.due(able)
        for each in able if stale else due:
            LOG.warning("a table is reopened after a failure", table=each)
            await self.actors[each].reopen()
        if (stale or due) and not live.writer.halted:
            await seating.follow_tables(live)
        await self._reopen_banked(live)

    async def _reopen_banked(self, live: LiveRoom) -> None:
        halted = [place for place, actor in self.banked.items() if actor.live is live and actor.halted]
        for place in self._healing.due(halted) if halted and not live.writer.halted else ():
            LOG.warning("a game is reopened after a failure", game=place)
            await self.banked[place].reopen()

    async def _read_records(self) -> None:
        """Whether each record can be read: nobody may have written for a while."""
        for name, store in self.watched.items():
            try:
                await self.world.threads.run(store.end)
            except StoreError as error:
                known = self.unread.get(name)
                reason = getattr(error, "reason", "the record cannot be read")
                self.unread[name] = Trouble(reason, self.world.clock.now()) if known is None else known
            else:
                self.unread.pop(name, None)

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Repeat until the room closes; what was started is finished. What fails may succeed the next time."""
        while not await self.world.clock.wait(self._stopping, seconds):
            try:
                await work()
            except Exception as error:  # noqa: BLE001  whatever it was, it is told by the health of the house
                self._could_not(work.__name__.strip("_"), error)
            else:
                self.troubles.pop(work.__name__.strip("_"), None)

    def _could_not(self, what: str, error: Exception) -> None:
        known = self.troubles.get(what)
        if known is None:
            trace = None if isinstance(error, StoreAway) else error
            LOG.error("the house could not do its rounds", work=what, error=repr(error), exc_info=trace)
            known = Trouble("", self.world.clock.now(), 0)
        reason = getattr(error, "reason", "") or type(error).__name__
        self.troubles[what] = known._replace(reason=reason, tries=known.tries + 1)

    @property
    def fenced(self) -> dict[str, str]:
        """The records that another process has taken over: whatever this one decides, nothing comes of it."""
        return {name: why for name, store in self.watched.items() if (why := fenced(store))}

    async def _mind_leases(self) -> None:
        if not self.closing and self.fenced:
            self.farewell()

    @property
    def clock_health(self) -> dict[str, float]:
        """How far the wall clock is ahead of recorded times, how often it stepped, and seconds nobody was heard."""
        lost = round(self.lost, 3)
        return {"ahead": round(self.clock.ahead, 3), "steps": self.clock.stepped, "not_listened": lost}

    @property
    def given_up(self) -> list[str]:
        """What has halted and is reopened no more."""
        halted = [name for name, actor in self.actors.items() if actor.halted]
        halted += [place for place, actor in self.banked.items() if actor.halted]
        halted += [name for name, writer in self.writers.items() if writer.halted]
        return self._healing.given_up(halted)

    @property
    def health(self) -> dict[str, Any]:
        return health_of(self)


def bots_at(live: LiveRoom, own: FriendsTable | None, usual: int) -> int:
    """How many simulated players a table has."""
    if live.name == DEMONSTRATION:
        return BACKSTAGE_BOTS
    return usual if live.play_chips and (own is None or own.bots) else 0


def events_in(live: LiveRoom) -> int:
    return sum(head.sequence for head in live.room.heads.values())
