"""What players ask at a mini-dice table for play chips. Where a dealer shakes, the dealer enters what players do."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pokerroom.dice import commands as asked
from pokerroom.dice.course import cite
from pokerroom.dice.refusals import Code as DiceCode
from pokerroom.live.banked.dice.actor import DiceActor
from pokerroom.live.connections import Connection
from pokerroom.live.house import House
from pokerroom.live.players.repeating import Answer, asked_in
from pokerroom.live.refusals import Code, Refusal
from pokerroom.wire import dice as wire, messages

ENTERED = Refusal(DiceCode.DEALER_ENTERS, cite("13.4(c)"))


def at_dice(handle: Callable[[House, Connection, Any, DiceActor], Awaitable[Answer]]) -> Any:
    """A handler for messages to a mini-dice table: it is given the table that the message names."""

    async def find(house: House, connection: Connection, message: wire.DiceRequest) -> Answer:
        actor = house.banked.get(message.game)
        if not isinstance(actor, DiceActor):
            return Refusal(Code.NO_SUCH_TABLE, facts={"table": repr(message.game)})
        return await handle(house, connection, message, actor) if actor.live.play_chips else ENTERED

    return find


async def sit(house: House, connection: Connection, message: wire.DiceSit, actor: DiceActor) -> Answer:
    """Whoever has too few play chips is given some, as at the poker tables."""
    player, live = connection.identity, actor.live
    why = house.seat_refusal(player, live)
    if why is not None:
        return why
    await live.stake(player.id, least=message.amount, up_to=house.settings.play_chips.bank)
    return await give(connection, message, actor, asked.SitDown, seat=message.seat, amount=message.amount)


async def buy(house: House, connection: Connection, message: wire.DiceBuy, actor: DiceActor) -> Answer:
    if actor.table.seat_of(connection.identity.id) is not None:
        player, bank = connection.identity.id, house.settings.play_chips.bank
        await actor.live.stake(player, least=min(message.amount, bank), up_to=bank)
    return await give(connection, message, actor, asked.BuyChips, amount=message.amount)


async def ready(_house: House, connection: Connection, message: wire.DiceReady, actor: DiceActor) -> Answer:
    actor.is_ready(connection.identity.id)
    return messages.Accepted(id=message.id)


async def give(
    connection: Connection, message: wire.DiceRequest, actor: DiceActor, command: type[Any], **values: Any
) -> Answer:
    player = connection.identity.id
    return await actor.give(
        command, by=player, id=connection.order_id(message.id), said=asked_in(message), player=player, **values
    )


def as_said(command: type[Any], *fields: str) -> Any:
    """The command of the table that says what the message says."""

    async def handle(_house: House, connection: Connection, message: Any, actor: DiceActor) -> Answer:
        return await give(connection, message, actor, command, **{each: getattr(message, each) for each in fields})

    return at_dice(handle)


async def shake(_house: House, connection: Connection, message: wire.DiceShake, actor: DiceActor) -> Answer:
    added = bytes.fromhex(message.added)
    return await give(connection, message, actor, asked.Shake, times=message.times, added=added)


HANDLERS: Mapping[type[Any], Any] = {
    wire.DiceSit: at_dice(sit),
    wire.DiceBuy: at_dice(buy),
    wire.DiceLeave: as_said(asked.GetUp),
    wire.DiceWager: as_said(asked.PlaceWager, "bet", "amount"),
    wire.DiceTakeBack: as_said(asked.RemoveWager, "bet"),
    wire.DiceReady: at_dice(ready),
    wire.DiceAnswer: as_said(asked.AnswerShaker, "accept"),
    wire.DiceShake: at_dice(shake),
    wire.DicePass: as_said(asked.PassShaker),
    wire.DiceAsk: as_said(asked.AskForShaker),
}
