"""The keno of a room: its games one after the other.

For play chips a game is drawn some time after its first ticket is sold, or as soon as everybody in it is ready, and the
next is opened at once. In a licensed room a writer or a supervisor opens each game and has it drawn.
"""

from collections.abc import Callable

from pokerroom.keno import Keno
from pokerroom.keno.events import RateCardPosted, TicketIssued
from pokerroom.keno.requests import Attendant, KenoPosition
from pokerroom.live.banked.actor import ENCODER, BankedActor
from pokerroom.live.banked.keno.views import card_view, drawn_views, owned, ticket_view
from pokerroom.live.connections import Connection
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.room.keno import KENO
from pokerroom.room.keno.commands import AtKeno, DrawGame, OpenGame
from pokerroom.room.keno.proofs import ticket_of
from pokerroom.room.room import Done
from pokerroom.wire import keno as wire
from pokerroom.wire.banked import LobbyGame

ROOM = Attendant("the room", KenoPosition.WRITER, "screen")
"""Who issues tickets for play chips, and has the games drawn."""
SALE = 30.0
"""Seconds from the first ticket in a game to its draw, for play chips."""
ORDERS = 512
"""Orders whose tickets are remembered."""


class KenoActor(BankedActor):
    def __init__(self, live: LiveRoom, place: str, *, changed: Callable[[], None]) -> None:
        super().__init__(live, place, changed=changed)
        self._ready: tuple[int, frozenset[str]] = (0, frozenset())
        """The game, and who wants no more tickets in it."""
        self._orders: dict[str, str] = {}
        """The orders that tickets were issued on, by ticket."""
        self._stations: dict[str, str] = {}
        """The work station that each member of staff used last."""

    @property
    def keno(self) -> Keno:
        return self.live.room.state(KENO)

    # Its games.

    def phase(self) -> object:
        return self.keno.first_open, self.keno.on_sale is not None, bool(self.in_sale())

    def lasts(self) -> float | None:
        keno = self.keno
        if not self.live.play_chips or keno.card is None:
            return None
        if keno.on_sale is None:
            return 0.0
        return SALE if self.in_sale() else None

    async def go_on(self) -> None:
        kind = OpenGame if self.keno.on_sale is None else DrawGame
        await self.submit(lambda at: AtKeno(kind(by=ROOM, at=at)))

    def in_sale(self) -> frozenset[str]:
        """The patrons with a ticket in the game on sale."""
        keno = self.keno
        if keno.on_sale is None:
            return frozenset()
        return frozenset(held.ticket.patron for held in keno.in_game(keno.number))

    @property
    def ready(self) -> frozenset[str]:
        number, people = self._ready
        return people if number == self.keno.number else frozenset()

    async def be_ready(self, player: str, number: int) -> None:
        """Draw as soon as everybody with a ticket wants it; for a game that is over it is too late to matter."""
        if self.keno.on_sale is None or number != self.keno.number or player not in self.in_sale():
            return
        self._ready = (number, self.ready | {player})
        if self.in_sale() <= self.ready:
            await self.go_on()
        else:
            self.tell()

    def remember(self, done: Done) -> None:
        for _, event in done.events:
            if isinstance(event, TicketIssued):
                self._orders[event.ticket.id] = done.id.rpartition("/")[2]
                self._stations[event.by.name] = event.by.station
                # Whoever buys another ticket is not ready yet.
                self._ready = (self.keno.number, self.ready - {event.ticket.patron})
            if isinstance(event, RateCardPosted):
                self._tell_card()
        while len(self._orders) > ORDERS:
            del self._orders[next(iter(self._orders))]

    def use_station(self, name: str, station: str) -> None:
        self._stations[name] = station

    # How it looks.

    def listed(self, person: str) -> LobbyGame | None:
        card = self.keno.card
        if card is None:
            return None
        return LobbyGame(
            game=self.place,
            kind=KENO.name,
            title="Keno",
            least=card.least,
            most=card.most,
            playing=len(self.in_sale()),
            play_chips=self.live.play_chips,
            mine=person in self.in_sale(),
        )

    def view(self, identity: Identity) -> wire.KenoView:
        keno, on_sale, keys = self.keno, self.keno.on_sale, self.live.room.keys
        me = identity.id
        return wire.KenoView(
            game=self.place,
            play_chips=self.live.play_chips,
            next=keno.first_open,
            on_sale=on_sale is not None,
            closes=self.deadline,
            commitment="" if on_sale is None else on_sale.commitment.hex(),
            tickets=0 if on_sale is None else sum(1 for _ in keno.in_game(keno.number)),
            ready=me in self.ready,
            waiting=len(self.in_sale() - self.ready - {me}),
            drawn=drawn_views(keno, identity, self._stations.get(identity.name, "")),
            mine=tuple(ticket_view(keno, each, keys, self._order_of(each.ticket.id)) for each in owned(keno, identity)),
        )

    def _order_of(self, ticket: str) -> str:
        return self._orders.get(ticket, "")

    def checked(self, serial: str) -> wire.KenoChecked | Refusal:
        """The ticket with a whole serial number."""
        ticket = ticket_of(serial, self.keno, self.live.room.keys)
        if isinstance(ticket, Refusal):
            return ticket
        held = self.keno.tickets[ticket.id]
        return wire.KenoChecked(game=self.place, ticket=ticket_view(self.keno, held, self.live.room.keys))

    def watch(self, connection: Connection) -> None:
        self._send_card(connection)
        super().watch(connection)

    def _tell_card(self) -> None:
        for connection in tuple(self.watchers):
            self._send_card(connection)

    def _send_card(self, connection: Connection) -> None:
        card = self.keno.card
        if card is not None:
            connection.send(ENCODER.encode(card_view(card, self.place, self.keno.settings)))
