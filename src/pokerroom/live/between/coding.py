"""What servers of one room say to each other, as JSON and back, exactly.

An order is one of the kinds that `room/registry.py` enters: its types say what may stand in it, and nothing else can be
made of what arrives. An answer says whether an order was done or why it was refused, and in which streams something was
recorded; never what, for events hold hidden cards. Those are read from the record, where they are sealed.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Union

import msgspec

from pokerroom.cards import UNKNOWN, Card
from pokerroom.live.entrance.refusals import AccountCode
from pokerroom.live.refusals import Code
from pokerroom.play.commands import Reshuffle
from pokerroom.room.commands import Command
from pokerroom.room.registry import REGISTRY
from pokerroom.room.room import Done
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.citation import Citation
from pokerroom.rules.refusal import Refusal, RefusalCode
from pokerroom.table.seating.commands import Play, StartRound
from pokerroom.words import Value

if TYPE_CHECKING:
    AnyOrder = Any
else:
    AnyOrder = Union[tuple(REGISTRY.orders)]  # noqa: UP007  of however many there are


class Unreadable(ValueError):
    """What another server says cannot be read, or may not be said."""


class OrderGiven(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An order for the server that decides it."""

    room: str
    """As `LiveRoom.name` has it."""
    id: str
    command: AnyOrder
    asked: bytes
    """A digest of what was asked."""
    known: int | None = None
    """How far whoever passes it on knew the stream that it is for; earlier versions did not say."""


class WasDone(msgspec.Struct, frozen=True, tag="done", kw_only=True, forbid_unknown_fields=True):
    id: str
    repeated: bool = False
    recorded: tuple[str, ...] = ()
    """The streams in which something was recorded: what it is, the record says."""


class WasRefused(msgspec.Struct, frozen=True, tag="refused", kw_only=True, forbid_unknown_fields=True):
    layer: str
    code: str
    rule: Citation | None = None
    facts: Mapping[str, Value] = {}


class HasMoved(msgspec.Struct, frozen=True, tag="moved", kw_only=True, forbid_unknown_fields=True):
    """It is not decided here; nothing was done."""


Answer = WasDone | WasRefused | HasMoved

CODES: tuple[type[RefusalCode], ...] = (Code, AccountCode, *RefusalCode.__subclasses__())
LAYERS = {each.layer: each for each in CODES}
"""The codes of refusals, by the layer that they belong to."""

ENCODER = msgspec.json.Encoder(order="deterministic")
ORDERS = msgspec.json.Decoder(OrderGiven)
ANSWERS: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)


def written_order(room: str, command: Command, *, id: str, asked: bytes, known: int | None = None) -> bytes:  # noqa: A002
    if type(command) not in REGISTRY.orders:
        raise Unreadable(f"{type(command).__name__} is no order of a room")
    refuse_deck(command)
    return ENCODER.encode(OrderGiven(room=room, id=id, command=command, asked=asked, known=known))


def read_order(said: bytes) -> OrderGiven:
    try:
        given = ORDERS.decode(said)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"no order: {error}") from None
    if is_lost(msgspec.json.decode(said), msgspec.json.decode(ENCODER.encode(given))):
        raise Unreadable("the order says what this version of the software does not know")
    refuse_deck(given.command)
    return given


def is_lost(said: Any, understood: Any) -> bool:
    """Whether something of what was said is not among what was understood: a server of another version may say more.

    What it did not say is as it was before anybody could.
    """
    if isinstance(said, dict) and isinstance(understood, dict):
        return any(name not in understood or is_lost(value, understood[name]) for name, value in said.items())
    if isinstance(said, list) and isinstance(understood, list):
        return len(said) != len(understood) or any(map(is_lost, said, understood))
    return bool(said != understood)


def refuse_deck(command: Command) -> None:
    """A deck is shuffled where it is dealt: no server tells another one the order of the cards."""
    if any(card != UNKNOWN for card in deck_in(command)):
        raise Unreadable("a deck does not travel between servers")


def deck_in(command: Command) -> tuple[Card, ...]:
    match command:
        case AtTable(command=StartRound(deck=deck)):
            return deck or ()
        case AtTable(command=Play(command=Reshuffle(cards=cards))):
            return cards
    return ()


def written_answer(answer: Done | Refusal) -> bytes:
    return ENCODER.encode(told(answer))


def told(answer: Done | Refusal) -> WasDone | WasRefused:
    """What another server is told of it."""
    if isinstance(answer, Refusal):
        return WasRefused(layer=answer.code.layer, code=answer.code.value, rule=answer.rule, facts=dict(answer.facts))
    recorded = tuple(dict.fromkeys(stream for stream, _ in answer.events))
    return WasDone(id=answer.id, repeated=answer.repeated, recorded=recorded)


def read_answer(said: bytes) -> WasDone | Refusal | HasMoved:
    try:
        answer = ANSWERS.decode(said)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"no answer: {error}") from None
    return refusal_in(answer) if isinstance(answer, WasRefused) else answer


def refusal_in(answer: WasRefused) -> Refusal:
    layer = LAYERS.get(answer.layer)
    if layer is None:
        raise Unreadable(f"no layer {answer.layer!r} refuses anything")
    try:
        return Refusal(layer(answer.code), answer.rule, answer.facts)
    except ValueError:
        raise Unreadable(f"nothing is refused as {answer.code!r} by {answer.layer!r}") from None
