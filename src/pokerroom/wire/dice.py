"""Messages of mini-dice: what a player does at a table, and how the table looks to one viewer."""

from typing import Annotated

import msgspec
from msgspec import Meta

from pokerroom.wire.banked import Place
from pokerroom.wire.common import Cents, Id, Message, Seat, Seconds
from pokerroom.words import Saying

Chips = Annotated[int, Meta(ge=1, le=10**12)]
BetName = Annotated[str, Meta(max_length=16)]


class DiceRequest(Message, frozen=True, kw_only=True):
    id: Id
    game: Place


class DiceSit(DiceRequest, frozen=True, kw_only=True):
    """Take a seat with chips from my bank."""

    seat: Annotated[int, Meta(ge=0, le=63)]
    amount: Chips


class DiceBuy(DiceRequest, frozen=True, kw_only=True):
    """More chips from my bank."""

    amount: Chips


class DiceLeave(DiceRequest, frozen=True, kw_only=True):
    """Get up: at once, or when the round of play is over if I have a wager."""


class DiceWager(DiceRequest, frozen=True, kw_only=True):
    """Put chips on a betting area of the layout; on top of those that lie there already."""

    bet: BetName
    amount: Chips


class DiceTakeBack(DiceRequest, frozen=True, kw_only=True):
    bet: BetName


class DiceReady(DiceRequest, frozen=True, kw_only=True):
    """I place no more: once everybody with a wager says so, bets are closed."""


class DiceAnswer(DiceRequest, frozen=True, kw_only=True):
    """Whether I accept the shaker that is offered to me."""

    accept: bool


class DiceShake(DiceRequest, frozen=True, kw_only=True):
    """I have shaken it so many times and return it; what I add to electronic dice is in hexadecimal digits."""

    times: Annotated[int, Meta(ge=1, le=99)]
    added: Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{2})*$")] = ""


class DicePass(DiceRequest, frozen=True, kw_only=True):
    """I give up the right to shake."""


class DiceAsk(DiceRequest, frozen=True, kw_only=True):
    """I have refused the shaker, and would like to be offered it again."""


class DiceArea(msgspec.Struct, frozen=True, kw_only=True):
    """A betting area of the layout."""

    bet: str
    odds: str
    more: dict[str, str]
    """What it pays on some totals, where that is more."""
    wins: tuple[int, ...]
    step: Cents
    """Wagers there are multiples of it, so that they can be paid exactly."""
    edge: str
    """What the house keeps of each wager that is decided, as an exact fraction."""
    percent: str


class DicePlaceView(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    chips: Cents
    wagers: dict[str, Cents]
    refused: bool
    leaving: bool
    ready: bool


class DiceResult(msgspec.Struct, frozen=True, kw_only=True):
    """A shake that was read. Where the dice were electronic, what proves it."""

    number: int
    faces: tuple[int, ...]
    total: int
    promise: str = ""
    secret: str = ""
    added: str = ""


class DiceTold(msgspec.Struct, frozen=True, kw_only=True):
    sequence: int
    says: Saying
    rule: str
    reading: str | None


class DiceEquipment(msgspec.Struct, frozen=True, kw_only=True):
    """What staff see of the shaker."""

    shaker: str | None
    dice: str | None
    until: Seconds | None
    """The last moment at which its dice may be shaken."""
    works: bool | None
    dealer: str | None
    incidents: tuple[Saying, ...]
    players: tuple[str | None, ...]
    """Who has each seat, as orders name players."""
    queue: tuple[Seat, ...]
    """The seats to offer the shaker to, in turn."""
    losing: Cents
    winning: tuple[Seat, ...]
    """The seats with a winner to pay."""
    next: str | None
    """The order that the round waits for."""


class DiceState(Message, frozen=True, kw_only=True):
    """A table of mini-dice as I see it; sent whenever something has happened there."""

    game: str
    table: str
    sequence: int
    now: Seconds
    phase: str
    until: Seconds | None
    """When the phase is over by itself."""
    number: int
    shaken_by: str
    play_chips: bool
    least: Cents
    most: Cents
    areas: tuple[DiceArea, ...]
    places: tuple[DicePlaceView | None, ...]
    my_seat: Seat | None
    bank: Cents
    covered: bool
    shakes: int
    offered: Seat | None
    holder: Seat | None
    promise: str
    """The digest that the dice of this round are promised by; empty where a dealer shakes."""
    result: DiceResult | None
    """Of the last shake."""
    history: tuple[DiceResult, ...]
    """Those before it, the latest first."""
    told: tuple[DiceTold, ...]
    """What happened last, the latest last."""
    equipment: DiceEquipment | None = None
    """For staff."""


DiceClientMessage = (
    DiceSit | DiceBuy | DiceLeave | DiceWager | DiceTakeBack | DiceReady | DiceAnswer | DiceShake | DicePass | DiceAsk
)
