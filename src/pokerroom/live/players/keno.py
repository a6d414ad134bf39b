"""What players ask at keno, where it is played for play chips: to buy a ticket, to take it back, and to be paid.

In a licensed room a keno writer or a keno runner issues tickets, 15.1, and nobody buys one for themselves.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from pokerroom.keno.conditioning import read_conditioning
from pokerroom.keno.refusals import Code as KenoCode
from pokerroom.keno.requests import Form, Request, RequestKind
from pokerroom.keno.rules import TICKET
from pokerroom.live.banked.actor import ENCODER
from pokerroom.live.banked.keno.actor import ROOM, KenoActor
from pokerroom.live.connections import Connection
from pokerroom.live.house import House
from pokerroom.live.players.repeating import Answer, asked_in
from pokerroom.live.refusals import Code, Refusal
from pokerroom.room.keno.commands import AtKeno, Redeem, Sell, Void
from pokerroom.room.keno.proofs import ticket_of
from pokerroom.wire import keno as wire, messages

Handle = Callable[[House, Connection, Any, KenoActor], Awaitable[Answer]]


def at_keno(handle: Handle) -> Callable[[House, Connection, Any], Awaitable[Answer]]:
    """A handler for messages to keno: it is given the one that the message names."""

    async def find(house: House, connection: Connection, message: Any) -> Answer:
        actor = house.banked.get(message.game)
        if not isinstance(actor, KenoActor):
            return Refusal(Code.NO_SUCH_TABLE, facts={"table": repr(message.game)})
        return Refusal(Code.STOPPED) if actor.halted else await handle(house, connection, message, actor)

    return find


def for_oneself(handle: Handle) -> Callable[[House, Connection, Any], Awaitable[Answer]]:
    async def buy(house: House, connection: Connection, message: Any, actor: KenoActor) -> Answer:
        if not actor.live.play_chips:
            return Refusal(KenoCode.NOT_AN_ISSUER, TICKET, {"who": connection.identity.name})
        why = house.seat_refusal(connection.identity, actor.live)
        return why if why is not None else await handle(house, connection, message, actor)

    return at_keno(buy)


async def buy(house: House, connection: Connection, message: wire.BuyKeno, actor: KenoActor) -> Answer:
    request = Request(
        kind=RequestKind.WRITER,
        form=Form.ONE_PART,
        conditioning=message.conditioning,
        spots=message.spots,
        quick_pick=message.quick_pick,
        first=message.first,
        games=message.games,
    )
    player = connection.identity.id
    await stake(house, actor, player, request)

    def made(at: datetime) -> AtKeno:
        return AtKeno(Sell(by=ROOM, at=at, request=request, patron=player))

    return await actor.submit(made, id=connection.order_id(message.id), asked=asked_in(message))


async def stake(house: House, actor: KenoActor, player: str, request: Request) -> None:
    """Play chips for whoever has too few for this ticket. A request that is refused costs nothing."""
    card = actor.keno.card
    read = None if card is None else read_conditioning(request.conditioning, card)
    if card is not None and read is not None and not isinstance(read, Refusal) and 0 < request.games <= card.games:
        await actor.live.stake(player, least=read.rate * request.games, up_to=house.settings.play_chips.bank)


def of_own_ticket(kind: type[Redeem | Void]) -> Handle:
    """What a player asks about a ticket of their own."""

    async def ask(_house: House, connection: Connection, message: Any, actor: KenoActor) -> Answer:
        ticket = ticket_of(message.serial, actor.keno, actor.live.room.keys)
        if isinstance(ticket, Refusal):
            return ticket
        if ticket.patron != connection.identity.id:
            return Refusal(KenoCode.NO_SUCH_TICKET, TICKET)

        def made(at: datetime) -> AtKeno:
            return AtKeno(kind(by=ROOM, at=at, serial=message.serial))

        return await actor.submit(made, id=connection.order_id(message.id), asked=asked_in(message))

    return ask


async def ready(_house: House, connection: Connection, message: wire.ReadyForDraw, actor: KenoActor) -> Answer:
    await actor.be_ready(connection.identity.id, message.number)
    return messages.Accepted(id=message.id)


async def check(_house: House, connection: Connection, message: wire.CheckKeno, actor: KenoActor) -> Answer:
    found = actor.checked(message.serial)
    if isinstance(found, Refusal):
        return found
    connection.send(ENCODER.encode(found))
    return messages.Accepted(id=message.id)


HANDLERS: dict[type[Any], Callable[[House, Connection, Any], Awaitable[Answer]]] = {
    wire.BuyKeno: for_oneself(buy),
    wire.VoidKeno: for_oneself(of_own_ticket(Void)),
    wire.RedeemKeno: for_oneself(of_own_ticket(Redeem)),
    wire.ReadyForDraw: for_oneself(ready),
    wire.CheckKeno: at_keno(check),
}
