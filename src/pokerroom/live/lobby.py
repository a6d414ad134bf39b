"""The lobby: tables, waiting lists, games and payouts as each person sees them, and telling those who are there.

Most of it is the same for everybody and is encoded once; what is a person's own stands around it.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from pokerroom.live import payouts
from pokerroom.live.banked.actor import BankedActor
from pokerroom.live.connections import Connection
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.posted import as_posted
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import DEMONSTRATION, LiveRoom, is_bot
from pokerroom.live.seating import is_demonstration
from pokerroom.live.tables.actor import TableActor
from pokerroom.room.friends import FRIENDS
from pokerroom.room.lists import minutes_expected
from pokerroom.room.lists.stream import LISTS
from pokerroom.wire import messages as wire
from pokerroom.wire.banked import LobbyGame
from pokerroom.wire.payouts import PayoutShown

ENCODER = msgspec.json.Encoder()
AT_TABLES = 5
"""Who watches a table is told of the lobby in one of so many looks."""


class Furnished(Protocol):
    """What of a house the lobby shows."""

    @property
    def rooms(self) -> Mapping[str, LiveRoom]: ...

    @property
    def actors(self) -> Mapping[str, TableActor]: ...

    @property
    def banked(self) -> Mapping[str, BankedActor]: ...

    @property
    def has_behind_the_scenes(self) -> bool: ...

    def rooms_for(self, identity: Identity | None) -> list[LiveRoom]: ...

    def may_sit(self, identity: Identity, live: LiveRoom) -> Refusal | None: ...


class Lobbies:
    def __init__(self, house: Furnished) -> None:
        self._house, self._looks, self._state = house, 0, 0
        self.changed = True
        self._told: tuple[wire.LobbyTable, ...] | None = None
        """The tables as they were last sent; `_state` counts how often the lobby has changed."""

    def seen_by(self, identity: Identity | None, *, latest: bool = True) -> wire.LobbyView:
        """The lobby as this person sees it: now, or as last sent, which is a few seconds old at most."""
        scope = "" if identity is None else identity.scope
        tables = self._told if not latest and not scope else None
        tables = self.tables(scope) if tables is None else tables
        if identity is None:
            lists = tuple(waiting for live in self._house.rooms_for(None) for waiting in waiting_lists(live, ""))
            return wire.LobbyView(
                tables=tables,
                lists=lists,
                bank=0,
                games=self._games_for(""),
                payouts=self.payouts_for(None),
                behind_the_scenes=self._house.has_behind_the_scenes,
            )
        seated = {name for name, actor in self._house.actors.items() if actor.table.seat_of(identity.id) is not None}
        return self._of(identity, tuple(replace(each, mine=True) if each.name in seated else each for each in tables))

    def _of(self, identity: Identity, tables: tuple[Any, ...]) -> wire.LobbyView:
        """Their own part around the tables, which may have been encoded already."""
        rooms = self._house.rooms_for(identity)
        lists = tuple(waiting for live in rooms for waiting in waiting_lists(live, identity.id))
        banks = {live: live.balance(identity.id) for live in rooms if self._house.may_sit(identity, live) is None}
        money = [held for live, held in banks.items() if not live.play_chips]
        return wire.LobbyView(
            tables=(*tables, *(() if identity.scope else self._own_tables(identity.id))),
            lists=lists,
            bank=sum(banks.values()),
            play_chips=sum(held for live, held in banks.items() if live.play_chips),
            money=sum(money) if money else None,
            games=self._games_for(identity.id),
            payouts=self.payouts_for(identity),
            behind_the_scenes=self._house.has_behind_the_scenes,
        )

    def payouts_for(self, identity: Identity | None) -> tuple[PayoutShown, ...]:
        return tuple(each for live in self._house.rooms_for(identity) for each in payouts.shown(live))

    def _games_for(self, person: str) -> tuple[LobbyGame, ...]:
        listed = (actor.listed(person) for actor in self._house.banked.values())
        return tuple(each for each in listed if each is not None)

    def tables(self, scope: str = "") -> tuple[wire.LobbyTable, ...]:
        """Those that everybody sees, or everybody who works in one room alone."""
        shown = (each for each in self._house.actors.values() if each.table.is_open and each.among_friends is None)
        return tuple(lobby_table(actor) for actor in shown if is_shown(actor.live, scope))

    def _own_tables(self, person: str) -> tuple[wire.LobbyTable, ...]:
        """Tables among friends that somebody sits at or made: nobody else sees them in the lobby."""
        found = (
            self._house.actors.get(own.table)
            for live in self._house.rooms.values()
            for own in live.room.state(FRIENDS).open_ones
        )
        return tuple(
            replace(lobby_table(actor), mine=actor.table.seat_of(person) is not None, private=True)
            for actor in found
            if actor is not None
            and actor.table.is_open
            and (actor.host == person or actor.table.seat_of(person) is not None)
        )

    async def push(self, connections: Iterable[Connection]) -> None:
        """Send it to those who have not seen the latest: at once in the lobby, less often at a table."""
        self._looks += 1
        if self.changed:
            self.changed, self._state = False, self._state + 1
        behind = [
            connection
            for number, connection in enumerate(connections)
            if connection.lobby != self._state and (not connection.watching or (number + self._looks) % AT_TABLES == 0)
        ]
        if behind:
            await self._send(behind)

    async def _send(self, behind: list[Connection]) -> None:
        state, tables = self._state, self.tables()
        self._told = tables
        # Each table is encoded at most twice, however many clients it is sent to.
        encoded = {each.name: msgspec.Raw(ENCODER.encode(each)) for each in tables}
        backstage, seated = self.tables(DEMONSTRATION), self._seated()
        for connection in behind:
            mine = seated.get(connection.identity.id, ())
            own = {each.name: replace(each, mine=True) for each in tables if each.name in mine} if mine else {}
            shown = backstage if connection.identity.scope else tuple((encoded | own).values())
            lobby = self._of(connection.identity, shown)
            connection.lobby = state
            connection.send(ENCODER.encode(wire.Lobby(lobby=lobby)))
            await asyncio.sleep(0)  # The tables go on in between.

    def _seated(self) -> dict[str, set[str]]:
        """By player: the tables at which they have a seat."""
        found: dict[str, set[str]] = {}
        for actor in self._house.actors.values():
            for _, place in actor.table.seated:
                found.setdefault(place.player, set()).add(actor.name)
        return found


def is_shown(live: LiveRoom, scope: str) -> bool:
    """Whether the tables of a room are in a lobby: those behind the scenes only for who is there."""
    return live.scope == scope


def lobby_table(actor: TableActor) -> wire.LobbyTable:
    table, live = actor.table, actor.live
    posting = table.posting
    posted = as_posted(posting)
    lists = live.room.state(LISTS)
    listed = lists.tables.get(table.name)
    waiting = lists.lists.get(listed.wanted) if listed is not None else None
    held = {hold.place.seat for hold in lists.holds if hold.place.table == table.name}
    return wire.LobbyTable(
        name=table.name,
        game=posting.game,
        family=posting.plan.game.family,
        title=posting.plan.game.name,
        limits=posted.limits,
        structure=posted.structure,
        minimum=posted.minimum,
        buy_in=posted.buy_in,
        places=len(table.places),
        seated=len(table.seated),
        bots=sum(is_bot(place.player) for _, place in table.seated),
        free=0 if is_demonstration(table) else sum(seat not in held for seat in table.vacant),
        waiting=0 if waiting is None else len(waiting.entries),
        average_pot=actor.recent.average_pot,
        rounds_per_hour=actor.recent.rounds_per_hour,
        playing=table.dealing is not None,
        play_chips=live.play_chips,
        mine=False,
        dealt_by=table.dealt_by.value,
        demonstration=is_demonstration(table),
    )


def waiting_lists(live: LiveRoom, player: str) -> Iterator[wire.WaitingList]:
    private, lists, now = live.room.state(FRIENDS).tables, live.room.state(LISTS), live.moment()
    called = {hold.player: lists.tables[hold.place.table].wanted for hold in lists.holds}
    for wanted in sorted(each for each in lists.lists if each.limits not in private):
        players = lists.lists[wanted].players
        yield wire.WaitingList(
            game=wanted.game,
            limits=wanted.limits,
            waiting=len(players),
            mine=players.index(player) + 1 if player in players else None,
            play_chips=live.play_chips,
            called=sum(called.get(each) == wanted for each in players) if called else 0,
            minutes=minutes_expected(lists, wanted, now),
        )
