"""What this server does with orders that another passes on: it decides them, if they are its own to decide."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Protocol

import msgspec
import structlog
from msgspec.structs import replace

from pokerroom.live.banked.actor import BankedActor
from pokerroom.live.banked.keno.opening import place_of
from pokerroom.live.between.coding import ENCODER, HasMoved, OrderGiven, Unreadable, read_order, told
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom, Make
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.unrecorded import of_record
from pokerroom.room.commands import Command, asked_of
from pokerroom.room.dice.commands import AtDice
from pokerroom.room.keno.commands import AtKeno
from pokerroom.room.ports import StoreError
from pokerroom.room.room import Done
from pokerroom.room.shards import AT_TABLES
from pokerroom.room.streams import kind_of
from pokerroom.room.tables.commands import AtTable
from pokerroom.table.seating.commands import Play

LOG = structlog.get_logger(__name__)

ORDERS, FORGO = "/between/orders", "/between/forgo"

Forgo = Callable[[str, str], Awaitable[bool | None]]
"""Whether an order of a table was not recorded and never will be; None where the table is not decided here."""


class Decided(Protocol):
    """The house, as far as orders need it."""

    @property
    def rooms(self) -> Mapping[str, LiveRoom]: ...

    @property
    def actors(self) -> Mapping[str, TableActor]: ...

    @property
    def banked(self) -> Mapping[str, BankedActor]: ...

    async def keep_up(self, live: LiveRoom) -> None:
        """All that others have recorded by now has taken effect here when it returns."""

    def meet(self, live: LiveRoom, table: str) -> None:
        """A table that was perhaps opened just now runs like the others."""


class ForgoAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    order: str


class Forgone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`never`: it was not recorded and never will be. None where the table is not decided here."""

    never: bool | None


ASKED_TO_FORGO, FORGONE = msgspec.json.Decoder(ForgoAsked), msgspec.json.Decoder(Forgone)


def deciding(house: Decided, forgo: Forgo) -> dict[str, Callable[[bytes], Awaitable[bytes]]]:
    """What other servers may ask of this one about orders, by path."""

    async def orders(said: bytes) -> bytes:
        given = read_order(said)
        live = next((each for each in house.rooms.values() if each.name == given.room), None)
        if live is None:
            raise Unreadable(f"there is no room {given.room!r}")
        if not live.holds(live.room.stream_of(given.command)):
            return ENCODER.encode(HasMoved())
        return ENCODER.encode(told(await decide(house, live, given)))

    async def forgone(said: bytes) -> bytes:
        try:
            asked = ASKED_TO_FORGO.decode(said)
        except msgspec.DecodeError as error:
            raise Unreadable(f"nothing to forgo: {error}") from None
        return ENCODER.encode(Forgone(await forgo(asked.table, asked.order)))

    return {ORDERS: orders, FORGO: forgone}


async def decide(house: Decided, live: LiveRoom, given: OrderGiven) -> Done | Refusal:
    """By the table or the game in its turn, or by the room; for the moment at which that is."""
    command: Command = given.command

    def made(at: datetime) -> Command:
        return given_at(command, at)

    try:
        # Whoever asks may have seen what has not come here yet, and asks because of it.
        await house.keep_up(live)
        if kind_of(live.room.stream_of(command)) in AT_TABLES:
            return await at_table(house, live, given, made)
        game = house.banked.get(game_of(live, command))
        return await (live if game is None else game).submit(made, id=given.id, asked=given.asked)
    except StoreError as error:
        return of_record(error)
    except Exception as error:
        LOG.exception("an order of another server failed", order=type(command).__name__, error=repr(error))
        return Refusal(Code.FAILED)


async def at_table(house: Decided, live: LiveRoom, given: OrderGiven, made: Make) -> Done | Refusal:
    table = given.command.table
    actor = house.actors.get(table)
    if actor is not None:
        return await actor.ask(
            lambda _table, at: Refusal(Code.STALE) if is_stale(given, actor) else made(at),
            id=given.id,
            asked=given.asked,
        )
    answer = await live.submit(made, id=given.id, asked=given.asked)
    if isinstance(answer, Done):
        house.meet(live, table)
    return answer


def is_stale(given: OrderGiven, actor: TableActor) -> bool:
    """Whether a move was made for another decision than the table waits for: its server had not heard of that yet."""
    is_move = isinstance(given.command, AtTable) and isinstance(given.command.command, Play)
    return is_move and given.known is not None and given.known < actor.decision


def game_of(live: LiveRoom, command: Command) -> str:
    """The place of the game that the house banks and the order is for; empty for any other."""
    if isinstance(command, AtDice):
        return command.table
    return place_of(live) if isinstance(command, AtKeno) else ""


def given_at(command: Command, at: datetime) -> Command:
    """The same order, given at another moment."""
    asked = asked_of(command)
    if asked.at is None:
        return command
    timely = replace(asked, at=at)
    return timely if asked is command else replace(command, command=timely)
