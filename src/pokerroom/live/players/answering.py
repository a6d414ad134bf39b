"""What each message of a client leads to: one handler for each, and every message is answered.

A message that cannot be read, comes too often, is of another version or may not be sent by this role is refused in a
sentence; at worst it ends the connection it came by, and nothing else.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
import structlog
from msgspec import UNSET

from pokerroom import play
from pokerroom.cards import Card, CardError, parse_cards
from pokerroom.live.connections import Connection, goodbye
from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.permissions import MESSAGES
from pokerroom.live.house import PLAY, House
from pokerroom.live.players import dice, friends, keno, seats
from pokerroom.live.players.repeating import Answer, answered_before, asked_in, remember
from pokerroom.live.ports import Unanswered
from pokerroom.live.refusals import Code, Refusal, refused
from pokerroom.live.tables.actor import TableActor, moving
from pokerroom.live.tables.people import Preferences
from pokerroom.live.unrecorded import of_record
from pokerroom.live.whereabouts import desk_of
from pokerroom.play import PlayerCommand, Seat
from pokerroom.room.ports import StoreError
from pokerroom.room.room import Done
from pokerroom.wire import banked, messages as wire
from pokerroom.words import saying, term

LOG = structlog.get_logger(__name__)
ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(wire.ClientMessage)

LONGEST_MESSAGE = 8192
BY_ITSELF = (
    wire.Ping,
    wire.Watch,
    wire.Unwatch,
    banked.WatchGame,
    banked.UnwatchGame,
    wire.WatchFloor,
    wire.UnwatchFloor,
)
"""What a page says without anybody doing something, as when its line comes back."""
THE_FLOOR = ""
"""How the board of the floor is named where it is at another server."""
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Outline(msgspec.Struct):
    """The part of a message that its refusal needs."""

    type: Any = None
    id: Any = None


OUTLINE = msgspec.json.Decoder(Outline)


async def receive(house: House, connection: Connection, raw: str | bytes) -> None:
    """Handle one message, and answer it."""
    data = raw.encode("utf-8", "replace") if isinstance(raw, str) else raw
    if len(data) > LONGEST_MESSAGE:
        refuse(house, connection, None, Refusal(Code.TOO_LONG, facts={"most": LONGEST_MESSAGE, "length": len(data)}))
        return
    if not connection.may_speak():
        refuse_haste(house, connection, data)
        return
    try:
        message = DECODER.decode(data)
    except UNREADABLE as error:
        refuse(house, connection, outline(data).id, Refusal(Code.UNREADABLE, facts={"error": str(error)}))
        return
    await answer(house, connection, message)


def refuse_haste(house: House, connection: Connection, data: bytes) -> None:
    """Each message that comes too soon is refused in words, and a flood of them ends the connection, in words too."""
    if connection.may_be_refused():
        refuse(house, connection, outline(data).id, Refusal(Code.TOO_FAST))
    else:
        connection.close(goodbye(saying("goodbye.flooding"), again=True))


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
        refuse(house, connection, request, Refusal(Code.NOT_GREETED))
        return
    if not isinstance(message, BY_ITSELF):
        connection.on_use()
    handle = PERMITTED[connection.identity.role].get(type(message))
    if handle is None:
        why = Refusal(Code.NOT_PERMITTED, facts={"role": term(connection.identity.role)})
        refuse(house, connection, request, why)
        return
    try:
        reply = answered_before(house, connection, message) or await handle(house, connection, message)
        remember(house, connection, message, reply)
    except StoreError as error:
        LOG.warning("a message failed", message=type(message).__name__, error=repr(error))
        reply = of_record(error)
    except Unanswered as why:
        LOG.warning("a message failed", message=type(message).__name__, error=str(why))
        reply = Refusal(Code.NOBODY_ANSWERS)
    except Exception as error:
        LOG.exception("a message failed", message=type(message).__name__, error=repr(error))
        reply = Refusal(Code.FAILED)
    if isinstance(reply, Refusal):
        refuse(house, connection, request, reply, table=getattr(message, "table", ""))
    elif reply is not None:
        send(connection, wire.Accepted(id=request or "") if isinstance(reply, Done) else reply)


def send(connection: Connection, message: wire.ServerMessage) -> None:
    connection.send(ENCODER.encode(message))


def refuse(house: House, connection: Connection, request: str | None, why: Refusal, *, table: str = "") -> None:
    send(connection, refused(why, house.names_at(table), request))


def hello(house: House, connection: Connection, message: wire.Hello) -> None:
    """The first message, and the only one whose refusal ends the connection."""
    if message.version != wire.VERSION:
        says = saying("goodbye.other-version", ours=wire.VERSION, theirs=message.version)
        connection.close(goodbye(says, again=False))
        return
    identity = connection.identity
    if not connection.greeted:
        why = house.join(connection)
        if why is not None:
            turn_away(connection, why)
            return
        connection.greeted = True
    # Many may come at once, as after a restart. A client that gets an older lobby here gets the latest within a second.
    lobby = house.lobby(identity, latest=False)
    now = house.world.clock.time()
    send(connection, wire.Welcome(version=wire.VERSION, you=house.you(identity), now=now, lobby=lobby))
    if identity.scope and (desk := desk_of(house.rooms.values())):
        # The room that they try a position in is open there and nowhere else.
        house.send_on(connection, THE_FLOOR, desk)
    for table, after in message.resume.items():
        if table in house.actors and house.friends.is_welcome(identity, house.actors[table]):
            house.watch(connection, table, after)
    for table, actor in house.actors.items():
        if actor.table.seat_of(identity.id) is not None and table not in connection.watching:
            house.watch(connection, table, None)
    for live in house.rooms.values():
        house.news.tell_offer(live, identity.id)
        house.news.tell_removal(live, connection)
    house.friends.tell_invitations(house.rooms[PLAY], connection)
    for wanted in house.consents.wanted_from(identity.id):
        send(connection, wanted)


def turn_away(connection: Connection, why: Refusal) -> None:
    """A person with too many connections closes one first; otherwise it is worth coming back."""
    connection.close(goodbye(why.saying, again=why.code is not Code.TOO_MANY_CONNECTIONS))


async def watch(house: House, connection: Connection, message: wire.Watch, actor: TableActor) -> Answer:
    house.watch(connection, actor.name, message.after)
    return None


async def unwatch(house: House, connection: Connection, message: wire.Unwatch) -> Answer:
    house.unwatch(connection, message.table)
    return None


async def watch_game(house: House, connection: Connection, message: banked.WatchGame) -> Answer:
    address = desk_of(house.rooms.values())
    if address:
        house.send_on(connection, message.game, address)
        return None
    if message.game not in house.banked:
        return Refusal(Code.NO_SUCH_TABLE, facts={"table": repr(message.game)})
    house.watch_banked(connection, message.game)
    return None


async def unwatch_game(house: House, connection: Connection, message: banked.UnwatchGame) -> Answer:
    house.unwatch(connection, message.game)
    return None


async def watch_floor(house: House, connection: Connection, message: wire.WatchFloor) -> Answer:
    address = desk_of(house.rooms.values())
    if address:
        house.send_on(connection, THE_FLOOR, address)
        return None
    return house.boards.follow(connection, message.room)


async def unwatch_floor(house: House, connection: Connection, message: wire.UnwatchFloor) -> Answer:  # noqa: ARG001
    house.boards.leave(connection)
    return None


async def ping(house: House, connection: Connection, message: wire.Ping) -> Answer:
    send(connection, wire.Pong(n=message.n, now=house.world.clock.time()))
    return None


async def act(_house: House, connection: Connection, message: wire.Act, actor: TableActor) -> Answer:
    command = command_of(message.move)
    if isinstance(command, Refusal):
        return command
    build = moving(connection.identity.id, command, actor.name, seen=message.seen, actor=actor)
    return await actor.ask(build, id=connection.order_id(message.id), asked=asked_in(message))


NOWHERE = Seat(0)
"""Until its turn has come a move has no particular seat."""


def command_of(move: wire.AnyMove) -> PlayerCommand | Refusal:
    """The move as a command of a round of play."""
    try:
        return COMMANDS[type(move)](move)
    except CardError as error:
        return Refusal(Code.NOT_A_CARD, facts={"error": str(error)})


def cards(texts: tuple[str, ...]) -> tuple[Card, ...]:
    return parse_cards("".join(texts)) if texts else ()


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


async def use_time_bank(_house: House, connection: Connection, message: wire.UseTimeBank, actor: TableActor) -> Answer:
    why = actor.use_time_bank(connection.identity.id)
    return why if why is not None else wire.Accepted(id=message.id)


async def consent(house: House, connection: Connection, message: wire.AnswerConsent) -> Answer:
    return await house.consents.answer(connection.identity, message.proposal, agrees=message.agrees)


async def prefer(house: House, connection: Connection, message: wire.Preferences) -> Answer:
    player = connection.identity.id
    wishes = house.preferences.get(player, Preferences())
    said = {field: value for field in Preferences.__struct_fields__ if (value := getattr(message, field)) is not UNSET}
    await house.prefer(player, msgspec.structs.replace(wishes, **said))
    return wire.Accepted(id=message.id)


async def chat(house: House, connection: Connection, message: wire.Chat, actor: TableActor) -> Answer:
    if actor.name not in connection.watching:
        return Refusal(Code.NOT_HERE)
    why = await house.talk.say(actor, connection.identity, message.text)
    return why if why is not None else wire.Accepted(id=message.id)


Handler = Callable[[House, Connection, Any], Awaitable[Answer]]
TableHandler = Callable[[House, Connection, Any, TableActor], Awaitable[Answer]]


def at_table(handle: TableHandler) -> Handler:
    """A handler for messages to a table: it is given the table that the message names."""

    async def find(house: House, connection: Connection, message: Any) -> Answer:
        actor = house.actors.get(message.table)
        if actor is None and isinstance(message, wire.Watch) and (desk := desk_of(house.rooms.values())):
            # Of a room that the server with the desk has in its memory alone.
            house.send_on(connection, message.table, desk)
            return None
        if actor is None or not house.friends.is_welcome(connection.identity, actor):
            return Refusal(Code.NO_SUCH_TABLE, facts={"table": repr(message.table)})
        return await handle(house, connection, message, actor)

    return find


HANDLERS: Mapping[type[Any], Handler] = {
    wire.Watch: at_table(watch),
    wire.Unwatch: unwatch,
    wire.WatchFloor: watch_floor,
    wire.UnwatchFloor: unwatch_floor,
    wire.Ping: ping,
    banked.WatchGame: watch_game,
    banked.UnwatchGame: unwatch_game,
    **keno.HANDLERS,
    wire.Act: at_table(act),
    wire.Sit: at_table(seats.sit),
    wire.QuickSeat: seats.quick_seat,
    wire.TopUp: at_table(seats.top_up),
    wire.SitOut: at_table(seats.sit_out),
    wire.SitIn: at_table(seats.sit_in),
    wire.Leave: at_table(seats.leave),
    wire.JoinList: seats.join_list,
    wire.LeaveList: seats.leave_list,
    wire.AnswerOffer: at_table(seats.answer_offer),
    wire.RequestChange: at_table(seats.request_change),
    wire.CancelChange: at_table(seats.cancel_change),
    wire.ProposeMinimum: at_table(seats.propose_minimum),
    wire.Agree: at_table(seats.agree),
    wire.UseTimeBank: at_table(use_time_bank),
    wire.AnswerConsent: consent,
    wire.Preferences: prefer,
    wire.Chat: at_table(chat),
    wire.MakeTable: friends.make,
    wire.OpenInvitation: friends.open_invitation,
    wire.HostTable: at_table(friends.host),
    **dice.HANDLERS,
}

PERMITTED: Mapping[Role, Mapping[type[Any], Handler]] = {
    role: {kind: handle for kind, handle in HANDLERS.items() if role in MESSAGES.get(kind, ())} for role in Role
}
"""For each role the messages that it may send, with their handlers."""
