"""The orders of staff: which there are, and how what somebody asks becomes a command of the room that he has signed.

Who asks and when is never taken from the request: the session says the one, the room's clock the other. Commands that
are no order of anybody stand in `NOT_ORDERS`, each with its reason.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, get_args

import msgspec

from pokerroom import play
from pokerroom.ledger import Signature, commands as in_books
from pokerroom.ledger.accounts import is_name
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.house_orders import BeginDay, Correct, CountTable, Rule, Silence, Uphold
from pokerroom.live.refusals import Code, Refusal
from pokerroom.room import filing
from pokerroom.room.answers import digest_of
from pokerroom.room.books.commands import Deposit, Fill, InBooks, Withdraw
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.lists import commands as on_lists
from pokerroom.room.lists.commands import OnLists
from pokerroom.room.tables.commands import AtTable, DealDrawForButton, DealRound, ShuffleAgain
from pokerroom.rules.staff import Official, Position
from pokerroom.table import conduct
from pokerroom.table.seating import commands as at_table, rotation_handed_in

SIGNED = ("by", "at", "second")
"""What nobody says of himself: who, when, and who else."""

UNSAID: Mapping[type[Any], tuple[str, ...]] = {
    play.RemoveFaceUpCard: ("card",),
    play.RemoveFallenCard: ("card", "seat", "replacement"),
    play.RemoveHand: ("cards",),
}
"""What a command could say besides: where the room deals nobody names a card, or he could ask for those of others."""


HANDED_IN: Mapping[type[Any], Mapping[str, Callable[[Any], Any]]] = {
    filing.Propose: {"settings": filing.handed_in},
    at_table.OpenTable: {"rotation": rotation_handed_in},
    at_table.PostChange: {"rotation": rotation_handed_in},
}
"""What is read as a document: its presets are applied, so that the record holds every setting as it will be played."""

BECOMES: Mapping[type[Any], type[Any]] = {
    BeginDay: in_books.OpenDay,
    CountTable: in_books.CountTable,
    Correct: in_books.Correct,
    Rule: play.Rule,
    Uphold: play.Uphold,
}
"""The orders that say less than the command they become: the room adds the rest."""


class Given(NamedTuple):
    """Around an order: where it is given, by whom and when, and who has countersigned it."""

    table: str
    subject: str
    by: Identity
    at: datetime
    second: Identity | None = None


Wrap = Callable[[Any, Given], Any]


class Counter(NamedTuple):
    """Where orders of a kind are given: the commands there are, and how the room takes them."""

    commands: tuple[type[Any], ...]
    wrap: Wrap


def to_table(command: Any, given: Given) -> AtTable:
    return AtTable(given.table, command, subject=given.subject)


def in_round(command: Any, given: Given) -> AtTable:
    return AtTable(given.table, at_table.Play(by=official(given.by), at=given.at, command=of_round(command)))


def of_round(order: Any) -> play.Command:
    match order:
        case Rule():
            return play.Rule(ruling_of(order), order.moves)
        case Uphold():
            if getattr(order.action, "discard", ()):
                raise msgspec.ValidationError("where the room deals, nobody but its player names a card")
            return play.Uphold(order.action, ruling_of(order))
    return order  # type: ignore[no-any-return]  # the rest are commands of a round as they are


def ruling_of(order: Rule | Uphold) -> play.Ruling:
    return play.Ruling(by=order.by, at=order.at, reason=order.reason, paragraph=order.paragraph)


def itself(command: Any, given: Given) -> Any:  # noqa: ARG001
    return command


COUNTERS: Mapping[str, Counter] = {
    "table": Counter(
        (
            at_table.OpenTable,
            at_table.CloseTable,
            at_table.PostChange,
            at_table.ProposeMinimum,
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
        ),
        to_table,
    ),
    "round": Counter(
        (
            play.DeclareMisdeal,
            play.DeclareDead,
            play.RemoveFaceUpCard,
            play.RemoveFallenCard,
            play.RemoveHand,
            play.MarkProtected,
            play.LeaveTable,
            Uphold,
            Rule,
        ),
        in_round,
    ),
    "lists": Counter(
        (
            on_lists.SetRules,
            on_lists.OpenInterest,
            on_lists.OpenList,
            on_lists.CloseList,
            on_lists.Join,
            on_lists.LeaveList,
            on_lists.RequestChange,
            on_lists.CancelChange,
            on_lists.CallNext,
            on_lists.Accept,
            on_lists.Decline,
            on_lists.NoteNoShow,
            on_lists.LockSeat,
            on_lists.ReleaseSeat,
            on_lists.Bar,
            on_lists.Reinstate,
        ),
        lambda command, _given: OnLists(command),
    ),
    "cage": Counter((Deposit, Withdraw, Fill), itself),
    "books": Counter((BeginDay, in_books.CloseDay, CountTable, Correct), itself),
    "register": Counter((filing.Propose, filing.Approve, filing.Withdraw), lambda command, _given: InRegister(command)),
    "conduct": Counter(
        (conduct.Intervene, conduct.RequireToLeave, conduct.Reinstate, conduct.NotifyDivision),
        lambda command, _given: OnConduct(command),
    ),
    "chat": Counter((Silence,), itself),
}

AT_A_TABLE = frozenset({"table", "round"})

ALWAYS, WHERE_APPROVED = "always", "where the version was approved"
OF_TWO: Mapping[type[Any], str] = {CountTable: ALWAYS, Correct: ALWAYS, filing.Withdraw: WHERE_APPROVED}
"""Orders that two people sign, and when they do: one gives it, and it waits for another to countersign."""

BY_PLAYERS = "a player does it for himself"
BY_THE_TABLE = "the room does it at its table"
BY_THE_LISTS = "the lists follow the tables"
BY_THE_BOOKS = "the books follow the tables"
BY_CONDUCT = "it follows from `RequireToLeave`"
NOT_ORDERS: Mapping[type[Any], str] = {
    **dict.fromkeys(get_args(play.PlayerCommand), BY_PLAYERS),
    at_table.Agree: BY_PLAYERS,
    **dict.fromkeys((play.Deal, play.Reshuffle), "the room deals, and nobody names a card"),
    play.DiscardMistakenCards: "the room deals to nobody by mistake; at a table with a dealer it is `RemoveHand`",
    **dict.fromkeys((at_table.DrawForButton, at_table.StartRound), BY_THE_TABLE),
    **dict.fromkeys((DealRound, DealDrawForButton, ShuffleAgain), BY_THE_TABLE),
    play.OpenRound: "a round is opened by the table that deals it",
    play.ReconstructHand: "the room knows the cards of every hand it has dealt",
    at_table.Play: "each ruling is an order of its own, at the counter `round`",
    at_table.RemoveStakes: "nobody may, 14.7(c)1",
    **dict.fromkeys((on_lists.AddTable, on_lists.RemoveTable), BY_THE_LISTS),
    **dict.fromkeys((on_lists.TakeSeat, on_lists.LeaveSeat), BY_THE_LISTS),
    **dict.fromkeys((at_table.RemovePlayer, on_lists.Remove), BY_CONDUCT),
    on_lists.Expire: "the clock does it",
    **dict.fromkeys((in_books.Post, in_books.NoteRounds), BY_THE_BOOKS),
    **dict.fromkeys((AtTable, InBooks, InRegister, OnLists, OnConduct), "it carries another command"),
}
"""Commands that are no order of staff, and why."""


class Order(NamedTuple):
    """What somebody has asked for, and read."""

    counter: str
    kind: type[Any]
    fields: Mapping[str, Any]
    table: str
    subject: str

    @property
    def asked(self) -> bytes:
        """A digest of all of it, by which the room knows it again."""
        return digest_of("order", self.counter, self.kind.__name__, self.fields, self.table, self.subject)

    def at(self, moment: datetime, by: Identity, second: Identity | None = None) -> Any:
        """As the room takes it, given at this moment: a `Command` of the room, or one of the house's own.

        A value that is not fit raises `msgspec.ValidationError`.
        """
        given = Given(self.table, self.subject, by, moment, second)
        return COUNTERS[self.counter].wrap(signed(self.kind, self.fields, given), given)


def read(counter: str, order: Mapping[str, Any], *, table: str = "", subject: str = "") -> Order | Refusal:
    """The order that a request asks for, whoever asks."""
    found = COUNTERS.get(counter)
    name = order.get("type")
    kind = None if found is None else next((each for each in found.commands if each.__name__ == name), None)
    if found is None or kind is None:
        return Refusal(Code.NO_SUCH_ORDER, facts={"order": repr(name), "counter": repr(counter)})
    claimed = sorted(set(order) & set(SIGNED))
    if claimed:
        return Refusal(Code.NOT_YOURS_TO_SAY, facts={"field": repr(claimed[0])})
    unknown = sorted(set(order) - {"type"} - set(said(kind)))
    if unknown:
        return Refusal(Code.UNKNOWN_FIELD, facts={"order": kind.__name__, "field": repr(unknown[0])})
    if counter in AT_A_TABLE and not is_name(table):
        return Refusal(Code.NOT_A_TABLE, facts={"table": repr(table)}) if table else Refusal(Code.NO_TABLE_NAMED)
    return Order(counter, kind, {field: value for field, value in order.items() if field != "type"}, table, subject)


def said(kind: type[Any]) -> tuple[str, ...]:
    """What is said of an order by whoever gives it."""
    unsaid = {*SIGNED, *UNSAID.get(kind, ())}
    return tuple(field for field in kind.__struct_fields__ if field not in unsaid)


def signed(kind: type[Any], fields: Mapping[str, Any], given: Given) -> Any:
    """The command with who and when, as far as it says so itself."""
    types = {each.name: each.type for each in msgspec.structs.fields(kind)}
    added: dict[str, Any] = {"at": given.at} if "at" in types else {}
    if "by" in types:
        who = signature(given.by) if types["by"] is Signature else official(given.by)
        added["by"] = msgspec.to_builtins(who)
    if "second" in types and given.second is not None:
        added["second"] = msgspec.to_builtins(signature(given.second))
    read_as = HANDED_IN.get(kind, {})
    documents = {name: read_as[name](value) for name, value in fields.items() if name in read_as}
    return msgspec.convert({**fields, **documents, **added}, kind)


def official(by: Identity) -> Official:
    return Official(by.name, Position(by.role.value))


def signature(by: Identity) -> Signature:
    return Signature(by.name, by.role.value)


def fields_of(kind: type[Any], *, where: str = "#") -> dict[str, Any]:
    """What an order says, as a JSON schema that stands at this place, without what the room says of itself."""
    parts_at = f"{where}/$defs/"
    (whole,), parts = msgspec.json.schema_components([kind], ref_template=f"{parts_at}{{name}}")
    named = parts.pop(kind.__name__, whole)
    spoken = said(kind)
    told = {name: each for name, each in named.get("properties", {}).items() if name in spoken}
    needed = [name for name in named.get("required", ()) if name in spoken]
    # What follows the first paragraph may be about something that is not said here.
    about = " ".join(named.get("description", "").partition("\n\n")[0].split())
    return {
        "description": about,
        "type": "object",
        "properties": told,
        "required": needed,
        "$defs": parts_of(told, parts, parts_at),
    }


def parts_of(schema: Any, parts: Mapping[str, Any], parts_at: str) -> dict[str, Any]:
    """The parts that a schema refers to, and those that they do."""
    found: dict[str, Any] = {}
    unread = [schema]
    while unread:
        value = unread.pop()
        if isinstance(value, list):
            unread += value
        elif isinstance(value, dict):
            unread += value.values()
            name = str(value.get("$ref", "")).removeprefix(parts_at)
            if name in parts and name not in found:
                found[name] = parts[name]
                unread.append(parts[name])
    return dict(sorted(found.items()))
