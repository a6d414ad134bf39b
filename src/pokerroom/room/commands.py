"""What people ask of the room. Each order has an id: asked twice for the same, the room acts once."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from pokerroom.ledger import Signature
from pokerroom.ledger.commands import CloseDay, Correct, CountTable, OpenDay
from pokerroom.room import filing, lists
from pokerroom.room.streams import CONDUCT, FILING, LEDGER, LISTS, table_stream
from pokerroom.rules.staff import Official
from pokerroom.table import conduct
from pokerroom.table.seating import commands as at_table


class AtTable(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Something asked of a table; `subject` names the filed settings it opens or changes to."""

    table: str
    command: at_table.Command
    subject: str = ""


class DealRound(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Deal the next round from a deck that the room shuffles, commits to and cuts."""

    table: str
    by: Official
    at: datetime


class DealDrawForButton(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Deal one card to each player for the first button, from a shuffled deck."""

    table: str
    by: Official
    at: datetime


class ShuffleAgain(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Reshuffle what a short deck can take back, where the room deals."""

    table: str
    by: Official
    at: datetime


class Deposit(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Cash brought to the cage for a player's bank."""

    player: str
    amount: int
    by: Signature
    at: datetime


class Withdraw(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    player: str
    amount: int
    by: Signature
    at: datetime


class Fill(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Chips from the cage to a table's tray, or back where `credit` is set."""

    table: str
    amount: int
    credit: bool = False
    by: Signature
    at: datetime


class InBooks(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: OpenDay | CloseDay | CountTable | Correct


class InRegister(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: filing.Command


class OnLists(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: lists.Command


class OnConduct(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: conduct.Command


Command = (
    AtTable
    | DealRound
    | DealDrawForButton
    | ShuffleAgain
    | Deposit
    | Withdraw
    | Fill
    | InBooks
    | InRegister
    | OnLists
    | OnConduct
)


class Order(msgspec.Struct, frozen=True, gc=False):
    id: str
    command: Command


STREAMS: Mapping[type[Any], str] = {
    Deposit: LEDGER,
    Withdraw: LEDGER,
    Fill: LEDGER,
    InBooks: LEDGER,
    InRegister: FILING,
    OnLists: LISTS,
    OnConduct: CONDUCT,
}


def stream_of(command: Command) -> str:
    """The stream an order is answered in."""
    stream = STREAMS.get(type(command))
    return table_stream(command.table) if stream is None else stream  # type: ignore[union-attr]  # the rest name a table


def asked_of(command: Command) -> Any:
    """The command that says who asks and when."""
    return command.command if isinstance(command, AtTable | InBooks | InRegister | OnLists | OnConduct) else command


def closes_a_day(command: Command) -> bool:
    return isinstance(command, InBooks) and isinstance(command.command, CloseDay)


def moment_of(command: Command) -> datetime:
    asked = asked_of(command)
    if isinstance(asked, CountTable):
        return asked.count.at
    if isinstance(asked, Correct):
        return asked.transfers[0].at
    at: datetime = asked.at
    return at


def who_asks(command: Command) -> Any:
    asked = asked_of(command)
    if isinstance(asked, CountTable):
        return asked.count.by
    if isinstance(asked, Correct):
        return asked.transfers[0].by
    return asked.by
