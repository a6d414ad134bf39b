"""What people are told when something has changed that is not a table's alone: lists, conduct, payouts, the link.

A table tells those who watch it by itself. Here is what reaches a person wherever they are, or everybody.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

import msgspec

from pokerroom.live import payouts
from pokerroom.live.connections import Connection, Present
from pokerroom.live.link.showing import news_of_link
from pokerroom.live.moving import Moves
from pokerroom.live.ports import Clock
from pokerroom.live.room import LiveRoom
from pokerroom.live.tables.actor import TableActor
from pokerroom.room.conduct import CONDUCT
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
from pokerroom.room.room import Done
from pokerroom.room.streams import table_of
from pokerroom.room.tables import TABLES
from pokerroom.table import conduct
from pokerroom.table.conduct import PlayerReinstated, PlayerRequiredToLeave
from pokerroom.wire import messages as wire
from pokerroom.wire.payouts import PayoutNews
from pokerroom.words import saying

ENCODER = msgspec.json.Encoder()

CHANGE_SHOWN = (ChangeRequested, ChangeCanceled, SeatLetGo, PlayerBarred, PlayerTakenOff)
"""Events after which somebody may start or stop waiting for another table."""


class News:
    """Of every room of a house, to everybody who is connected."""

    def __init__(
        self,
        actors: Mapping[str, TableActor],
        connections: Present,
        moves: Moves,
        clock: Clock,
        lobby_changed: Callable[[], None],
    ) -> None:
        self._actors, self._connections, self._moves, self._clock = actors, connections, moves, clock
        self._lobby_changed = lobby_changed

    def follow(self, live: LiveRoom) -> None:
        """From now on people hear what changes in this room."""
        live.on_lists.append(partial(self.lists_changed, live))
        live.on_boxes.append(partial(self._boxes_changed, live))
        live.on_conduct.append(partial(self._conduct_changed, live))
        live.on_payouts.append(partial(self._payouts_changed, live))
        live.on_friends.append(self._friends_changed)
        live.on_link.append(partial(self._link_changed, live))

    def lists_changed(self, live: LiveRoom, done: Done) -> None:
        self._lobby_changed()
        for _, event in done.events:
            if isinstance(event, PlayerJoined) and event.player not in live.names:
                live.remember(event.player, event.name)  # Put on by staff, and never here by the page.
            if isinstance(event, SeatOffered | OfferAccepted | SeatLocked):
                self.tell_offer(live, event.player)
            if isinstance(event, GotUp):
                self._moves.got_up(live, event.player)
            if isinstance(event, CHANGE_SHOWN):
                self._tell_change(live, event.player)

    def _conduct_changed(self, live: LiveRoom, done: Done) -> None:
        """The tables first: what the lists and the player are told must show tables that have followed."""
        for table in dict.fromkeys(table_of(stream) for stream, _ in done.events if TABLES.holds(stream)):
            self._actors[table].hear(done)
        self.lists_changed(live, done)
        for _, event in done.events:
            if isinstance(event, PlayerRequiredToLeave | PlayerReinstated):
                self.tell_person(event.player, self._standing(live, event.player))

    def _payouts_changed(self, live: LiveRoom, done: Done) -> None:
        self._lobby_changed()
        for table in payouts.concerned(live, done):
            if table in self._actors:
                self._actors[table].payout_changed()
        self._tell_all(payouts.news_of(live, done))

    def _tell_all(self, news: Iterable[PayoutNews]) -> None:
        for each in news:
            encoded = ENCODER.encode(each)
            for connection in self._connections:
                connection.send(encoded)

    def _link_changed(self, live: LiveRoom, done: Done) -> None:
        self._lobby_changed()
        self._tell_all(news_of_link(live, done, partial(payouts.as_shown, live)))

    def _friends_changed(self, done: Done) -> None:
        """The host has paused, resumed or ended: whoever has the table looks at what is due."""
        self._lobby_changed()
        for table in dict.fromkeys(event.table for _, event in done.events):
            if table in self._actors:
                self._actors[table].look()

    def _boxes_changed(self, live: LiveRoom, _done: Done) -> None:
        for actor in self._actors.values():
            if actor.live is live:
                actor.tell_consoles()

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
        for connection in self._connections.of(player):
            connection.send(encoded)

    def _tell_change(self, live: LiveRoom, player: str) -> None:
        """At their table a player sees whether they wait for another."""
        seated = live.room.state(LISTS).seat_of(player)
        actor = None if seated is None else self._actors.get(seated.place.table)
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
            until=self._clock.time() + (hold.until - live.moment()).total_seconds(),
            accepted=hold.accepted,
            play_chips=live.play_chips,
            leaving=self._moves.expects(player),
        )
        self.tell_person(player, offered)
