"""The orders of staff: which there are, and how what somebody asks becomes a command of the room that he has signed.

Who asks and when is never taken from the request: the session says the one, the room's clock the other.
"""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

import msgspec

from pokerroom import play
from pokerroom.ledger import Signature
from pokerroom.ledger.commands import CloseDay
from pokerroom.room import filing
from pokerroom.room.commands import AtTable, Deposit, Fill, InRegister, OnConduct, OnLists, Withdraw
from pokerroom.room.lists import commands as on_lists
from pokerroom.rules.staff import Official, Position
from pokerroom.table import conduct
from pokerroom.table.seating import commands as at_table
from pokerroom.web.entrance.identity import Identity
from pokerroom.web.refusing import Nay

SIGNED = ("by", "at", "second")
"""What nobody says of himself: who, when, and who else. An approval is an order of its own."""

RULINGS = (play.DeclareMisdeal, play.DeclareDead)
"""What staff may do in a round of play whose cards the room deals."""


class BeginDay(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Close the gaming day in progress, if one is, and open the next."""

    date: date
    at: datetime
    by: Signature


class Silence(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Let somebody talk at no table until then; in the past, he may talk again."""

    player: str
    until: datetime
    at: datetime
    by: Official


Wrap = Callable[[Any, str, str], Any]


class Counter(NamedTuple):
    """Where orders of a kind are given: the commands there are, and how the room takes them."""

    commands: tuple[type[Any], ...]
    wrap: Wrap


COUNTERS: Mapping[str, Counter] = {
    "table": Counter(
        (
            at_table.OpenTable,
            at_table.CloseTable,
            at_table.PostChange,
            at_table.TakeSeat,
            at_table.TopUp,
            at_table.LeaveSeat,
            at_table.SitOut,
            at_table.SitIn,
            at_table.GoAway,
            at_table.Return,
            at_table.CollectTime,
            at_table.PayTime,
            at_table.VerifyTime,
            at_table.Play,
        ),
        lambda command, table, subject: AtTable(table, command, subject=subject),
    ),
    "lists": Counter(
        (
            on_lists.SetRules,
            on_lists.OpenInterest,
            on_lists.OpenList,
            on_lists.CloseList,
            on_lists.Join,
            on_lists.LeaveList,
            on_lists.CallNext,
            on_lists.NoteNoShow,
            on_lists.LockSeat,
            on_lists.ReleaseSeat,
            on_lists.Bar,
            on_lists.Reinstate,
        ),
        lambda command, _table, _subject: OnLists(command),
    ),
    "cage": Counter((Deposit, Withdraw, Fill), lambda command, _table, _subject: command),
    "books": Counter((BeginDay, CloseDay), lambda command, _table, _subject: command),
    "register": Counter(
        (filing.Propose, filing.Approve, filing.Withdraw), lambda command, _table, _subject: InRegister(command)
    ),
    "conduct": Counter(
        (conduct.Intervene, conduct.RequireToLeave, conduct.NotifyDivision),
        lambda command, _table, _subject: OnConduct(command),
    ),
    "chat": Counter((Silence,), lambda command, _table, _subject: command),
}


class Order(NamedTuple):
    """What somebody has asked for, read and signed."""

    kind: type[Any]
    fields: Mapping[str, Any]
    table: str
    subject: str
    wrap: Wrap

    def at(self, moment: datetime, by: Identity) -> Any:
        """As the room takes it, given at this moment: a `Command` of the room, or one of the house's own."""
        return self.wrap(signed(self.kind, self.fields, by, moment), self.table, self.subject)


def read(counter: str, order: Mapping[str, Any], *, table: str = "", subject: str = "") -> Order | Nay:
    """The order that a request asks for, whoever asks."""
    found = COUNTERS.get(counter)
    name = order.get("type")
    kind = None if found is None else next((each for each in found.commands if each.__name__ == name), None)
    if found is None or kind is None:
        return Nay("no such order", f"No order {name!r} is given at {counter!r}.")
    claimed = sorted(set(order) & set(SIGNED))
    if claimed:
        return Nay("not yours to say", f"The room itself says who gives an order and when: leave out {claimed[0]!r}.")
    unknown = sorted(set(order) - {"type"} - set(kind.__struct_fields__))
    if unknown:
        return Nay("unreadable", f"{name} says nothing of {unknown[0]!r}.")
    if counter == "table" and not table:
        return Nay("unreadable", "The order names no table.")
    return Order(kind, {field: value for field, value in order.items() if field != "type"}, table, subject, found.wrap)


def signed(kind: type[Any], fields: Mapping[str, Any], by: Identity, moment: datetime) -> Any:
    """The command with who and when. A value that is not fit raises `msgspec.ValidationError`."""
    signer = {each.name: each.type for each in msgspec.structs.fields(kind)}["by"]
    who = Signature(by.name, by.role.value) if signer is Signature else official(by)
    given = {**fields, "by": msgspec.to_builtins(who), "at": moment}
    if kind is at_table.Play and isinstance(fields.get("command"), dict):
        return ruling(given)
    return msgspec.convert(given, kind)


def ruling(given: Mapping[str, Any]) -> at_table.Play:
    command = msgspec.convert(given, at_table.Play)
    if not isinstance(command.command, RULINGS):
        raise msgspec.ValidationError(f"{type(command.command).__name__} is not for staff where the room deals")
    return command


def official(by: Identity) -> Official:
    return Official(by.name, Position(by.role.value))


def fields_of(kind: type[Any]) -> dict[str, Any]:
    """What an order says, as a JSON schema, without what the room says of itself."""
    (whole,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    named = parts.pop(kind.__name__, whole)
    told = {name: each for name, each in named.get("properties", {}).items() if name not in SIGNED}
    needed = [name for name in named.get("required", ()) if name not in SIGNED]
    return {"type": "object", "properties": told, "required": needed, "$defs": parts}
