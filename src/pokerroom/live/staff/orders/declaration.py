"""What is declared of an order of staff, and an order as somebody has asked for it.

A declaration is a value. Who may give the order, its JSON schema, the types of clients and docs/orders.md are derived
from it, and the gate (`floor.py`) carries every order out by what stands in it.
"""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

import msgspec

from pokerroom.jackpot.people import Person, StaffPosition
from pokerroom.ledger import Signature
from pokerroom.linked.people import Official as CasinoOfficial
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import House
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.room.answers import digest_of
from pokerroom.room.room import Done
from pokerroom.rules.citation import Citation
from pokerroom.rules.staff import Official, Position
from pokerroom.words import Saying, saying

SIGNED = ("by", "at", "second", "agreed", "held")
"""What the room itself says of an order: who gives it, when, who else signs it or agrees, and what pays for it."""


class Given(NamedTuple):
    """Around an order: where it is given, by whom and when, and who has countersigned it."""

    table: str
    subject: str
    by: Identity
    at: datetime
    second: Identity | None = None


def nothing() -> None:
    """Whoever gives the order has not said what they read."""


class Submission(NamedTuple):
    """An order on its way to the room: the house it is given in, who signs it, and the id it is carried out under."""

    house: House
    desk: Desk
    live: LiveRoom
    order: "Order"
    by: Identity
    second: Identity | None
    id: str
    unread: Callable[[], Refusal | None] = nothing
    """Why it would by now do something else than whoever gives it has read; asked when its turn has come."""

    def command(self, moment: datetime) -> Any:
        """As the room takes it at this moment."""
        return self.order.at(moment, self.by, self.second)

    @property
    def now(self) -> Any:
        """As the room would take it at this moment."""
        return self.command(self.live.moment())

    @property
    def asked(self) -> bytes:
        return self.order.asked


Wrap = Callable[[Any, Given], Any]
CarryOut = Callable[[Submission], Awaitable[Done | Refusal]]
Needed = Callable[[LiveRoom, "Order"], bool]
Unfit = Callable[[Submission], Awaitable[Refusal | None]]


def itself(command: Any, given: Given) -> Any:  # noqa: ARG001
    return command


async def submit(submission: Submission) -> Done | Refusal:
    """To the room as it is: what most orders need."""
    return await submission.live.submit(submission.command, id=submission.id, asked=submission.asked)


def fits(live: LiveRoom, order: "Order") -> Refusal | None:  # noqa: ARG001
    return None


class Counter(NamedTuple):
    """Where orders are given."""

    name: str
    wrap: Wrap = itself
    """Makes a command of the room of what is ordered here."""
    carry_out: CarryOut = submit
    names_table: bool = False
    """Whether an order given here is about a table, which the request names."""
    unfit: Callable[[LiveRoom, "Order"], Refusal | None] = fits
    """Why no order of this counter can be given where it is, whatever it says."""
    foretells: bool = False
    """Whether what an order given here would lead to can be told before it is given."""


def always(live: LiveRoom, order: "Order") -> bool:  # noqa: ARG001
    return True


async def fit(submission: Submission) -> Refusal | None:  # noqa: ARG001
    return None


class Second(NamedTuple):
    """Another person countersigns the order, and nothing has happened until then."""

    when: Saying = saying("orders.second always")
    needed: Needed = always
    unfit: Unfit = fit
    """Why nobody could sign it, as far as that can be said before."""
    who: frozenset[Role] = frozenset()
    """Who may sign it besides those who may give it."""
    or_player: bool = False
    """Whether it moves money of the player it names: then the player's own consent is a signature, too."""
    presence: bool = False
    """Whether the text has one do it in the presence of the other: both sign in one sitting, and nothing waits."""
    rule: Citation | None = None
    """The paragraph that has it signed by two people; without one it is a rule of the house."""


class Declaration(NamedTuple):
    """One order of staff: everything about it that is not the command itself."""

    counter: Counter
    command: type[Any]
    who: frozenset[Role]
    """Who may give it; where two sign, each must be one of these. The room asks once more for the authority."""
    unsaid: tuple[str, ...] = ()
    """Fields of the command that nobody says. Where the room deals, nobody names a card: one could ask for others'."""
    documents: Mapping[str, Callable[[Any], Any]] = MappingProxyType({})
    """Fields read as a document: its presets are applied, so that the record holds every setting as it is played."""
    becomes: type[Any] | None = None
    """The command it leads to, where the order says less and the room adds the rest."""
    made: Wrap = itself
    """Makes that command of it, before the counter takes it."""
    second: Second | None = None
    carry_out: CarryOut | None = None
    """How it is carried out, where that is not the way of its counter."""
    takes_seat: bool = False
    """Whether the player it names is to take a seat, which only players do."""

    @property
    def type(self) -> str:
        """By which a request names it, at its counter."""
        return self.command.__name__

    @property
    def name(self) -> str:
        """Of all orders: `cage.Deposit`."""
        return f"{self.counter.name}.{self.type}"

    @property
    def sentence(self) -> Saying:
        """What it does, for whoever gives it."""
        return saying(f"orders.{self.name}")

    @property
    def said(self) -> tuple[str, ...]:
        """The fields that whoever gives it says."""
        unsaid = {*SIGNED, *self.unsaid}
        return tuple(field for field in self.command.__struct_fields__ if field not in unsaid)

    def signed(self, fields: Mapping[str, Any], given: Given) -> Any:
        """The command with who and when, as far as it says so itself."""
        types = {each.name: each.type for each in msgspec.structs.fields(self.command)}
        added: dict[str, Any] = {"at": given.at} if "at" in types else {}
        if "by" in types:
            added["by"] = msgspec.to_builtins(signed_as(types["by"], given.by))
        if "second" in types and given.second is not None:
            added["second"] = msgspec.to_builtins(signed_as(types["second"], given.second))
        if "agreed" in types and given.second is not None:
            added["agreed"] = agreement(given.second, fields.get("player"), as_signature=types["by"] is Signature)
        documents = {name: read(fields[name]) for name, read in self.documents.items() if name in fields}
        return msgspec.convert({**fields, **documents, **added}, self.command)


class Order(NamedTuple):
    """What somebody has asked for, and read."""

    declaration: Declaration
    fields: Mapping[str, Any]
    table: str
    subject: str

    @property
    def counter(self) -> str:
        return self.declaration.counter.name

    @property
    def kind(self) -> type[Any]:
        return self.declaration.command

    @property
    def asked(self) -> bytes:
        """A digest of all of it, by which the room knows it again."""
        return digest_of("order", self.counter, self.kind.__name__, self.fields, self.table, self.subject)

    def at(self, moment: datetime, by: Identity, second: Identity | None = None) -> Any:
        """As the room takes it, given at this moment: a `Command` of the room, or one of the house's own.

        A value that is not fit raises `msgspec.ValidationError`.
        """
        given = Given(self.table, self.subject, by, moment, second)
        made = self.declaration.made(self.declaration.signed(self.fields, given), given)
        return self.declaration.counter.wrap(made, given)


def agreement(second: Identity, player: object, *, as_signature: bool) -> Any:
    """Who agreed to what is done with a player's money: the player, or another member of staff."""
    if second.id == player:
        return player
    return msgspec.to_builtins(signature(second) if as_signature else official(second))


def official(by: Identity) -> Official:
    return Official(by.name, Position(by.role.value))


def signature(by: Identity) -> Signature:
    return Signature(by.name, by.role.value)


def person(by: Identity) -> Person:
    """With every position they hold: a prohibition follows the person."""
    known = {each.value for each in StaffPosition}
    also = tuple(StaffPosition(each.value) for each in by.positions if each.value in known and each is not by.role)
    return Person(id=by.id, name=by.name, acts_as=StaffPosition(by.role.value), also=also)


def of_a_casino(by: Identity) -> CasinoOfficial:
    """As other casinos and the host of a system know somebody."""
    return CasinoOfficial(id=by.id, name=by.name)


SIGNERS: Mapping[Any, Callable[[Identity], Any]] = {
    Signature: signature,
    Person: person,
    Official: official,
    CasinoOfficial: of_a_casino,
}


def signed_as(kind: Any, by: Identity) -> Any:
    """Somebody who signs an order, as its command records them."""
    kinds = get_args(kind) or (kind,)
    return next(signs for each, signs in SIGNERS.items() if each in kinds)(by)
