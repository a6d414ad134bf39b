"""What the room asks of an order before a table or the books decide it, by whichever way it has come.

A table knows itself alone: the gaming day, the other tables and who may play here are the room's affair. The books know
accounts alone: which of them follow the tables is the room's affair too.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pokerroom.ledger import Account, Correct, CountTable, RecordId
from pokerroom.ledger.accounts import is_name
from pokerroom.log.envelope import is_fit
from pokerroom.room import lists
from pokerroom.room.books import OF_TABLES
from pokerroom.room.commands import Command, Order, asked_of, moment_of
from pokerroom.room.lists import commands as on_lists
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.streams import LEDGER, ROUNDS, TABLES
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.table import conduct
from pokerroom.table.seating import commands as at_table

if TYPE_CHECKING:
    from pokerroom.room.room import Room

ACROSS_DAYS = NJAC_13_69F.cite("14.14(b)1iii", reading="R-35")
ONE_SEAT = NJAC_13_69F.cite("14.7(a)", reading="R-36")
DAILY_DECKS = NJAC_13_69F.cite("14.2(c)", reading="R-35")


ENTRANCES = (
    at_table.TakeSeat,
    at_table.TopUp,
    at_table.SitIn,
    at_table.Return,
    on_lists.Join,
    on_lists.RequestChange,
    on_lists.Accept,
    on_lists.LockSeat,
    on_lists.TakeSeat,
)
"""Commands by which a player comes into the game or stays: none is for who was required to leave, 14.16(b)."""


def order_refusal(order: Order) -> Refusal | None:
    """Why an order could not be recorded at all: by its id, the time it is said to be given, or whom it names."""
    if not is_fit(order.id):
        return Refusal(Code.NOT_AN_ID, ACROSS_DAYS, {"id": repr(order.id)})
    asked = asked_of(order.command)
    # A correction of nothing has no time; the books refuse it.
    moment = None if isinstance(asked, Correct) and not asked.transfers else moment_of(order.command)
    if moment is not None and moment.utcoffset() is None:
        return Refusal(Code.NO_TIME_ZONE, ACROSS_DAYS, {"at": str(moment)})
    for name in named_in(order.command):
        if not is_name(name):
            return Refusal(Code.NOT_A_NAME, ACROSS_DAYS, {"name": repr(name)})
    return None


def named_in(command: Command) -> list[str]:
    """The table and the player that an order names, which the books will have accounts of."""
    asked = getattr(command, "command", None)
    names = [getattr(part, field, None) for part in (command, asked) for field in ("table", "player")]
    return [name for name in names if isinstance(name, str)]


def table_refusal(room: "Room", name: str, command: at_table.Command) -> Any | None:
    """Why an order is not put before the table."""
    refusal = day_refusal(room, command) or entrance_refusal(room, command)
    if refusal is None and isinstance(command, at_table.TakeSeat):
        refusal = elsewhere_refusal(room, name, command.player)
    return refusal


def day_refusal(room: "Room", command: at_table.Command) -> Refusal | None:
    """A round begins in a gaming day, and nothing happens at a table before the end of a day that is closed."""
    books = room.books
    if command.at.utcoffset() is None:
        return Refusal(Code.NO_TIME_ZONE, ACROSS_DAYS, {"at": str(command.at)})
    if books.since is not None and command.at < books.since:
        return Refusal(Code.DAY_CLOSED, ACROSS_DAYS, {"at": str(command.at), "closed": str(books.since)})
    if isinstance(command, at_table.StartRound) and books.open_day is None:
        return Refusal(Code.NO_GAMING_DAY, DAILY_DECKS, {})
    return None


def entrance_refusal(room: "Room", command: at_table.Command | lists.Command) -> Any | None:
    """Why a player cannot come into the game: barred, or required to leave and not reinstated."""
    if not isinstance(command, ENTRANCES):
        return None
    barred = room.lists.barred.get(command.player) if isinstance(command, at_table.TakeSeat) else None
    if barred is not None:
        return Refusal(Code.BARRED, barred.rule, {"player": command.player, "reason": barred.reason})
    return conduct.seat_refusal(room.conduct, command.player)


def elsewhere_refusal(room: "Room", name: str, player: str) -> Refusal | None:
    """Whoever sits at one table does not sit at another; the table itself answers for its own seats."""
    for other, table in room.tables.items():
        if other != name and table.seat_of(player) is not None:
            return Refusal(Code.ALREADY_SEATED, ONE_SEAT, {"player": player, "table": other})
    return None


def books_refusal(command: Any) -> Refusal | None:
    """The books follow the tables and the cage: nobody writes what follows from those by hand, nor under their ids."""
    match command:
        case CountTable(count=count):
            return name_refusal([count.id])
        case Correct(original=original, transfers=transfers):
            accounts = [account for each in (original, *transfers) for account in (each.debit, each.credit)]
            return of_a_table(original.id, accounts) or name_refusal([each.id for each in transfers])
    return None


def of_a_table(original: RecordId, accounts: Iterable[Account]) -> Refusal | None:
    """Why a correction of this record, between these accounts, is left to a table."""
    if original.stream.startswith(TABLES):
        return Refusal(Code.NOT_BY_HAND, ACROSS_DAYS, {"what": str(original)})
    for account in accounts:
        if account.kind in OF_TABLES:
            return Refusal(Code.NOT_BY_HAND, ACROSS_DAYS, {"what": str(account)})
    return None


def name_refusal(ids: Iterable[RecordId]) -> Refusal | None:
    """Ids of a stream only rise: one taken by hand would keep the table, or the cage, from booking its next."""
    for id_ in ids:
        if id_.stream == LEDGER or id_.stream.startswith((TABLES, ROUNDS)):
            return Refusal(Code.NOT_BY_HAND, ACROSS_DAYS, {"what": str(id_)})
    return None
