"""What each message of a client leads to: one handler for each, and every message answered.

A message that cannot be read, comes too often, is of another version or is not the sender's to send is refused in a
sentence; it never ends anything but, at worst, the connection it came by.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog
from msgspec import UNSET

from pokerroom import play
from pokerroom.cards import Card, CardError, parse_cards
from pokerroom.play import PlayerCommand, Seat
from pokerroom.room.commands import AtTable, OnLists
from pokerroom.room.lists import Wanted, commands as on_lists
from pokerroom.room.room import Done
from pokerroom.room.streams import table_stream
from pokerroom.table.seating import commands as at_table
from pokerroom.web.connections import Connection
from pokerroom.web.entrance.permissions import may_send
from pokerroom.web.house import House
from pokerroom.web.live import LiveRoom, is_bot
from pokerroom.web.refusing import Nay, nay_of
from pokerroom.web.tables.actor import TableActor, moving
from pokerroom.web.tables.people import Preferences
from pokerroom.web.tables.telling import buy_in
from pokerroom.web.tables.tending import customary_amount
from pokerroom.wire import messages as wire

LOG = structlog.get_logger(__name__)
ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(wire.ClientMessage)

LONGEST_MESSAGE = 8192
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)

Answer = wire.Accepted | Nay | None
"""None where the answer has been sent already, or none is due."""


class Outline(msgspec.Struct):
    """As much of a message as its refusal needs."""

    type: Any = None
    id: Any = None


OUTLINE = msgspec.json.Decoder(Outline)


async def receive(house: House, connection: Connection, raw: str | bytes) -> None:
    """Take one message, and answer it."""
    data = raw.encode("utf-8", "replace") if isinstance(raw, str) else raw
    if len(data) > LONGEST_MESSAGE:
        refuse(connection, None, Nay("too long", f"A message has at most {LONGEST_MESSAGE} bytes, not {len(data)}."))
        return
    if not connection.may_speak():
        refuse(connection, outline(data).id, Nay("too fast", "You are sending messages too fast; wait a second."))
        return
    try:
        message = DECODER.decode(data)
    except UNREADABLE as error:
        seen = outline(data)
        refuse(connection, seen.id, Nay("unreadable", f"The room does not understand this message: {error}."))
        return
    await answer(house, connection, message)


def outline(data: bytes) -> Outline:
    try:
        found = OUTLINE.decode(data)
    except UNREADABLE:
        return Outline()
    return found if isinstance(found.id, str) and len(found.id) <= 64 else Outline(type=found.type)


async def answer(house: House, connection: Connection, message: wire.ClientMessage) -> None:
    request = getattr(message, "id", None)
    if isinstance(message, wire.Hello):
        hello(house, connection, message)
        return
    if not connection.greeted:
        refuse(connection, request, Nay("not greeted", "Say Hello first, with the version you speak."))
        return
    if not may_send(connection.identity, type(message)):
        refuse(connection, request, Nay("not permitted", f"A {connection.identity.role.value} may not do this."))
        return
    try:
        reply = await HANDLERS[type(message)](house, connection, message)
    except Exception as error:
        LOG.exception("a message failed", message=type(message).__name__, error=repr(error))
        reply = Nay("failed", "The room could not do this because of a failure of its own; nothing has happened.")
    if isinstance(reply, Nay):
        refuse(connection, request, reply)
    elif reply is not None:
        send(connection, reply)


def send(connection: Connection, message: wire.ServerMessage) -> None:
    connection.send(ENCODER.encode(message))


def refuse(connection: Connection, request: str | None, why: Nay) -> None:
    send(connection, why.to(request))


def hello(house: House, connection: Connection, message: wire.Hello) -> None:
    """The first message, and the only one whose refusal ends the connection."""
    if message.version != wire.VERSION:
        reason = f"This room speaks version {wire.VERSION}, not {message.version}: reload the page."
        connection.close(ENCODER.encode(wire.Goodbye(reason=reason, again=False)))
        return
    identity = connection.identity
    if not connection.greeted:
        why = house.join(connection)
        if why is not None:
            connection.close(ENCODER.encode(wire.Goodbye(reason=why.words, again=why.code == "closing")))
            return
        connection.greeted = True
    # Many may come at once, as after a restart. Who is told an older lobby here is told the latest within a second.
    lobby = house.lobby(identity, latest=False)
    send(connection, wire.Welcome(version=wire.VERSION, you=house.you(identity), now=time.time(), lobby=lobby))
    for table, after in message.resume.items():
        if table in house.actors:
            house.watch(connection, table, after)
    for table, actor in house.actors.items():
        if actor.table.seat_of(identity.id) is not None and table not in connection.watching:
            house.watch(connection, table, None)
    for live in house.rooms.values():
        house.tell_offer(live, identity.id)


def at(house: House, table: str) -> TableActor | Nay:
    return house.actors.get(table) or Nay("no such table", f"There is no table {table!r}.")


def order_id(connection: Connection, message: Any) -> str:
    """A client's ids are his own: nobody repeats another's order."""
    return f"{connection.identity.id}/{message.id}"


def accepted(message: Any, reply: Any, *, table: str = "", seat: int | None = None) -> Answer:
    return wire.Accepted(id=message.id, table=table, seat=seat) if isinstance(reply, Done) else reply


async def watch(house: House, connection: Connection, message: wire.Watch) -> Answer:
    actor = at(house, message.table)
    if isinstance(actor, Nay):
        return actor
    house.watch(connection, message.table, message.after)
    return None


async def unwatch(house: House, connection: Connection, message: wire.Unwatch) -> Answer:
    house.unwatch(connection, message.table)
    return None


async def ping(house: House, connection: Connection, message: wire.Ping) -> Answer:  # noqa: ARG001
    send(connection, wire.Pong(n=message.n, now=time.time()))
    return None


async def act(house: House, connection: Connection, message: wire.Act) -> Answer:
    actor = at(house, message.table)
    if isinstance(actor, Nay):
        return actor
    command = command_of(message.move)
    if isinstance(command, Nay):
        return command
    build = moving(connection.identity.id, command, actor.name, seen=message.seen, actor=actor)
    return accepted(message, await actor.ask(build, id=order_id(connection, message)))


NOWHERE = Seat(0)
"""Until its turn has come a move is for no seat in particular."""


def command_of(move: wire.AnyMove) -> PlayerCommand | Nay:
    """The move as a round of play knows it."""
    try:
        return COMMANDS[type(move)](move)
    except CardError as error:
        return Nay("not a card", f"{error}.")


def cards(texts: tuple[str, ...]) -> tuple[Card, ...]:
    return parse_cards("".join(texts))


COMMANDS: dict[type[Any], Callable[[Any], PlayerCommand]] = {
    wire.Fold: lambda _: play.Fold(NOWHERE),
    wire.Check: lambda _: play.Check(NOWHERE),
    wire.Call: lambda move: play.Call(NOWHERE, cards(move.discard)),
    wire.Bet: lambda move: play.Bet(NOWHERE, move.to, cards(move.discard)),
    wire.Raise: lambda move: play.Raise(NOWHERE, move.to, cards(move.discard)),
    wire.PostForcedBet: lambda move: play.PostForcedBet(NOWHERE, cards(move.discard)),
    wire.Draw: lambda move: play.Draw(NOWHERE, cards(move.discard)),
    wire.Discard: lambda move: play.Discard(NOWHERE, cards(move.cards)),
    wire.Show: lambda _: play.Show(NOWHERE),
    wire.Concede: lambda _: play.Concede(NOWHERE),
    wire.Freeze: lambda _: play.Freeze(NOWHERE),
    wire.PlayOn: lambda _: play.PlayOn(NOWHERE),
}


async def sit(house: House, connection: Connection, message: wire.Sit) -> Answer:
    actor = at(house, message.table)
    if isinstance(actor, Nay):
        return actor
    return await take_seat(house, connection, actor, message, seat=message.seat, amount=message.amount)


async def quick_seat(house: House, connection: Connection, message: wire.QuickSeat) -> Answer:
    player = connection.identity.id
    mine = next((actor for actor in house.actors.values() if actor.table.seat_of(player) is not None), None)
    if mine is not None:
        return wire.Accepted(id=message.id, table=mine.name, seat=mine.table.seat_of(player))
    choices = [actor for actor in house.actors.values() if is_choice(house, connection, actor, message.game)]
    if not choices:
        return Nay("no seat", "There is no seat free in this game; the waiting list is open.")
    actor = max(choices, key=appeal)
    return await take_seat(house, connection, actor, message)


def is_choice(house: House, connection: Connection, actor: TableActor, game: str | None) -> bool:
    table = actor.table
    fits = game is None or (table.is_open and table.posting.game == game)
    free = bool(actor.live.room.lists.vacant(actor.name)) if actor.name in actor.live.room.lists.tables else False
    return (
        table.is_open and fits and free and not actor.halted and house.may_sit(connection.identity, actor.live) is None
    )


def appeal(actor: TableActor) -> tuple[int, bool, int]:
    """People first, then the game most people know, then company."""
    people = sum(not is_bot(place.player) for _, place in actor.table.seated)
    return people, actor.table.posting.game == "hold-em", len(actor.table.seated)


async def take_seat(
    house: House,
    connection: Connection,
    actor: TableActor,
    message: Any,
    *,
    seat: int | None = None,
    amount: int | None = None,
) -> Answer:
    """The lists say whose seat it is, then the table takes him; he watches it from then on."""
    player, live = connection.identity.id, actor.live
    why = house.may_sit(connection.identity, live)
    if why is not None:
        return why
    if actor.halted:
        return Nay("halted", actor.halted)
    mine = actor.table.seat_of(player)
    if mine is not None:
        if order_id(connection, message) in live.room.answered.get(table_stream(actor.name), ()):
            return wire.Accepted(id=message.id, table=actor.name, seat=mine)
        return Nay("already seated", "You have a seat at this table.")
    least, most = buy_in(actor.table.posting)
    await live.stake(player, least=min(max(amount or 0, least), most), up_to=house.settings.play_chips.bank)
    place = await listed_at(live, actor, player, seat)
    if isinstance(place, Nay):
        return place
    chips = amount if amount is not None else usual_amount(live, actor, player)
    asked = at_table.TakeSeat(by=player, at=live.moment(), player=player, seat=place, amount=chips)
    reply = await actor.ask(
        lambda _table, moment: AtTable(actor.name, msgspec.structs.replace(asked, at=moment)),
        id=order_id(connection, message),
    )
    if not isinstance(reply, Done):
        await live.unlist_seat(player, actor.name)
        return accepted(message, reply)
    if actor.name not in connection.watching:
        house.watch(connection, actor.name, None)
    house.lobby_changed()
    return wire.Accepted(id=message.id, table=actor.name, seat=place)


async def listed_at(live: LiveRoom, actor: TableActor, player: str, seat: int | None) -> int | Nay:
    """The seat that the lists give him; where any will do and somebody else was quicker, the next."""
    while True:
        place = free_seat(live, actor, player) if seat is None else seat
        if place is None:
            return Nay("no seat", "There is no seat free at this table; the waiting list is open.")
        listed = await live.list_seat(player, actor.name, place)
        if isinstance(listed, Done):
            return place
        if seat is not None or free_seat(live, actor, player) == place:
            return nay_of(listed, live.name_of)


def free_seat(live: LiveRoom, actor: TableActor, player: str) -> int | None:
    """The seat held for him, or the first that is."""
    hold = live.room.lists.hold_of(player)
    if hold is not None and hold.place.table == actor.name:
        return hold.place.seat
    vacant = [place.seat for place in live.room.lists.vacant(actor.name)]
    return next((seat for seat in vacant if seat in actor.table.vacant), None)


def usual_amount(live: LiveRoom, actor: TableActor, player: str) -> int:
    return min(customary_amount(actor.table), live.balance(player))


async def top_up(house: House, connection: Connection, message: wire.TopUp) -> Answer:
    actor = at(house, message.table)
    if isinstance(actor, Nay):
        return actor
    player, live = connection.identity.id, actor.live
    if actor.table.seat_of(player) is not None and 0 < message.amount <= house.settings.play_chips.bank:
        await live.stake(player, least=message.amount, up_to=house.settings.play_chips.bank)
    return await for_himself(house, connection, message, at_table.TopUp, amount=message.amount)


async def for_himself(
    house: House, connection: Connection, message: Any, kind: Callable[..., at_table.Command], **more: Any
) -> Answer:
    """An order of a player about his own seat."""
    actor = at(house, message.table)
    if isinstance(actor, Nay):
        return actor
    player = connection.identity.id
    reply = await actor.ask(
        lambda _table, moment: AtTable(actor.name, kind(by=player, at=moment, player=player, **more)),
        id=order_id(connection, message),
    )
    return accepted(message, reply)


async def sit_out(house: House, connection: Connection, message: wire.SitOut) -> Answer:
    return await for_himself(house, connection, message, at_table.SitOut)


async def sit_in(house: House, connection: Connection, message: wire.SitIn) -> Answer:
    return await for_himself(house, connection, message, at_table.SitIn)


async def leave(house: House, connection: Connection, message: wire.Leave) -> Answer:
    return await for_himself(house, connection, message, at_table.LeaveSeat)


def offering(house: House, wanted: Wanted) -> LiveRoom | Nay:
    """The room that has such a list."""
    for live in house.rooms.values():
        if wanted in live.room.lists.lists:
            return live
    return Nay("no such list", f"There is no waiting list for {wanted}.")


async def join_list(house: House, connection: Connection, message: wire.JoinList) -> Answer:
    wanted, identity = Wanted(message.game, message.limits), connection.identity
    live = offering(house, wanted)
    if isinstance(live, Nay):
        return live
    why = house.may_sit(identity, live)
    if why is not None:
        return why
    asked = on_lists.Join(at=live.moment(), by=identity.id, player=identity.id, name=identity.name, wanted=wanted)
    reply = await on_the_lists(live, connection, message, asked)
    await live.call_waiting()
    return reply


async def leave_list(house: House, connection: Connection, message: wire.LeaveList) -> Answer:
    wanted, player = Wanted(message.game, message.limits), connection.identity.id
    live = offering(house, wanted)
    if isinstance(live, Nay):
        return live
    asked = on_lists.LeaveList(at=live.moment(), by=player, player=player, wanted=wanted)
    return await on_the_lists(live, connection, message, asked)


async def on_the_lists(live: LiveRoom, connection: Connection, message: Any, asked: on_lists.Command) -> Answer:
    reply = await live.give(OnLists(asked), id=order_id(connection, message))
    return accepted(message, reply if isinstance(reply, Done) else nay_of(reply, live.name_of))


async def answer_offer(house: House, connection: Connection, message: wire.AnswerOffer) -> Answer:
    actor = at(house, message.table)
    if isinstance(actor, Nay):
        return actor
    player, live = connection.identity.id, actor.live
    if not message.accept:
        asked = on_lists.Decline(at=live.moment(), by=player, player=player, table=message.table, seat=message.seat)
        return await on_the_lists(live, connection, message, asked)
    hold = live.room.lists.hold_of(player)
    if hold is None or (hold.place.table, hold.place.seat) != (message.table, message.seat):
        return Nay("no offer", "This seat is not held for you, or the time to take it is over.")
    return await take_seat(house, connection, actor, message, seat=message.seat)


async def use_time_bank(house: House, connection: Connection, message: wire.UseTimeBank) -> Answer:
    actor = at(house, message.table)
    if isinstance(actor, Nay):
        return actor
    why = actor.use_time_bank(connection.identity.id)
    return why if why is not None else wire.Accepted(id=message.id)


async def prefer(house: House, connection: Connection, message: wire.Preferences) -> Answer:
    player = connection.identity.id
    wishes = house.preferences.get(player, Preferences())
    said = {field: value for field in Preferences.__struct_fields__ if (value := getattr(message, field)) is not UNSET}
    house.prefer(player, msgspec.structs.replace(wishes, **said))
    return wire.Accepted(id=message.id)


async def chat(house: House, connection: Connection, message: wire.Chat) -> Answer:
    actor = at(house, message.table)
    if isinstance(actor, Nay):
        return actor
    if actor.name not in connection.watching:
        return Nay("not here", "You are not at this table.")
    why = await house.talk.say(actor, connection.identity, message.text)
    return why if why is not None else wire.Accepted(id=message.id)


Handler = Callable[[House, Connection, Any], Awaitable[Answer]]

HANDLERS: dict[type[Any], Handler] = {
    wire.Watch: watch,
    wire.Unwatch: unwatch,
    wire.Ping: ping,
    wire.Act: act,
    wire.Sit: sit,
    wire.QuickSeat: quick_seat,
    wire.TopUp: top_up,
    wire.SitOut: sit_out,
    wire.SitIn: sit_in,
    wire.Leave: leave,
    wire.JoinList: join_list,
    wire.LeaveList: leave_list,
    wire.AnswerOffer: answer_offer,
    wire.UseTimeBank: use_time_bank,
    wire.Preferences: prefer,
    wire.Chat: chat,
}
