"""What somebody asks of a mini-dice table: a member of staff, or the player concerned.

Seats are the table's, from 0 at the dealer's left, clockwise. Where the room shakes electronic dice for play chips, it
is its own dealer and floorperson; the rules are the same.
"""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from pokerroom.rules.staff import Official


class Promise(msgspec.Struct, frozen=True, gc=False):
    """What electronic dice are promised by before anybody stakes on them; `shuffle/draws.py` says how."""

    digest: bytes
    key: str
    nonce: bytes


class Proof(msgspec.Struct, frozen=True, gc=False):
    """What shows afterwards that the promise was kept: the secret, and what whoever shook has added."""

    secret: bytes
    added: bytes = b""


By = Official | str
"""A member of staff, or a player by their id."""

Seat = Annotated[int, Meta(ge=0, le=63)]
Times = Annotated[int, Meta(ge=1, le=99)]


class ShakenBy(StrEnum):
    """What lies in the shaker: two dice that a dealer reads, or the electronic dice of the room."""

    DEALER = "dealer"
    ROOM = "room"


class Ground(StrEnum):
    """The only grounds on which a floorperson may order the shaker passed, 13.7(a)1ii."""

    DELAY = "unreasonable delay"
    INVALID_SHAKES = "repeated invalid shakes"
    VIOLATION = "violation of the rules"


class Trouble(StrEnum):
    """What may happen to the shaker, 13.3(a)."""

    UNATTENDED = "left unattended"
    SEAL_BROKEN = "seal broken"
    DICE_HANDLED = "dice handled"


class Asked(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    by: By
    at: datetime


# The table and its shaker.


class PlaceShaker(Asked, frozen=True, tag=True, kw_only=True):
    """Bring a shaker with a set of dice sealed in it to the table; both meet the standards of 13:69E."""

    shaker: str
    dice: str
    shaker_reference: str
    """Where its compliance with 13:69E-1.13I is on file."""
    dice_reference: str
    """The same for the dice, 13:69E-1.15."""


class RemoveShaker(Asked, frozen=True, tag=True, kw_only=True):
    """Take the shaker from the table, as when its dice are changed."""


class InspectShaker(Asked, frozen=True, tag=True, kw_only=True):
    """The floorperson assigned to the table says whether the shaker works, 13.5(a)."""

    works: bool


class OpenDiceTable(Asked, frozen=True, tag=True, kw_only=True):
    least: Annotated[int, Meta(ge=1)]
    most: Annotated[int, Meta(ge=1)]
    unit: Annotated[int, Meta(ge=1)] = 100
    """The smallest chip in which winners are paid."""
    seats: Annotated[int, Meta(ge=1, le=16)] = 8
    shaken_by: ShakenBy = ShakenBy.DEALER
    odds: dict[str, str] | None = None
    """As printed; the house's where nothing is said. One table cannot have its own, 13.6(b)."""


class CloseDiceTable(Asked, frozen=True, tag=True, kw_only=True):
    """Between two rounds, once nobody is seated."""


class TakeOdds(Asked, frozen=True, tag=True, kw_only=True):
    """The odds that the house offers from now on, at every table."""

    odds: dict[str, str]


class TakeOver(Asked, frozen=True, tag=True, kw_only=True):
    """A dealer signs on, or relieves the one who is on: the shaker is theirs to attend from now on, 13.3(a)1."""


class SignOff(Asked, frozen=True, tag=True, kw_only=True):
    """The dealer goes; refused while a shaker is at the table and nobody relieves them."""


class ReportTrouble(Asked, frozen=True, tag=True, kw_only=True):
    trouble: Trouble
    note: str


# Players and their wagers.


class SitDown(Asked, frozen=True, tag=True, kw_only=True):
    """Take a seat with chips bought from one's bank."""

    player: str
    seat: Seat
    amount: Annotated[int, Meta(ge=1)]
    agreed: Official | str | None = None
    """Who agreed besides, where staff take it from a player's bank: the player, or another member of staff."""


class BuyChips(Asked, frozen=True, tag=True, kw_only=True):
    """More chips from one's bank."""

    player: str
    amount: Annotated[int, Meta(ge=1)]
    agreed: Official | str | None = None


class GetUp(Asked, frozen=True, tag=True, kw_only=True):
    """Leave the table: at once without a wager, and otherwise when the round of play is over, 13.4(b)."""

    player: str


class PlaceWager(Asked, frozen=True, tag=True, kw_only=True):
    player: str
    bet: str
    amount: Annotated[int, Meta(ge=1)]
    instrument: str = "chip"
    """A chip, plaque or coupon: nothing else is a wager, 13.4(a)."""
    spoken: bool = False
    """Said aloud, with cash: never accepted."""


class RemoveWager(Asked, frozen=True, tag=True, kw_only=True):
    """Take a wager back, all of it, before "No more bets"."""

    player: str
    bet: str


# A round of play.


class PromiseDice(Asked, frozen=True, tag=True, kw_only=True):
    """Before anybody stakes on a round of electronic dice; the room sees to it."""

    promise: Promise


class NoMoreBets(Asked, frozen=True, tag=True, kw_only=True):
    """The dealer announces it, immediately before shaking, 13.5(b)."""


class Cover(Asked, frozen=True, tag=True, kw_only=True):
    """The cover goes on the shaker, 13.5(c)."""


class Shake(Asked, frozen=True, tag=True, kw_only=True):
    """Shaken so many times: by the dealer, or by the player who holds it, who then returns it."""

    times: Times
    player: str | None = None
    """None for the dealer."""
    added: bytes = b""
    """What a player adds to electronic dice by shaking them."""


class OfferShaker(Asked, frozen=True, tag=True, kw_only=True):
    """The dealer offers it, or gives it to whoever has kept it, 13.5(d), 13.7."""


class AnswerShaker(Asked, frozen=True, tag=True, kw_only=True):
    player: str
    accept: bool


class PassShaker(Asked, frozen=True, tag=True, kw_only=True):
    """Whoever has the right to shake gives it up between two rounds, 13.7(a)1."""

    player: str


class AskForShaker(Asked, frozen=True, tag=True, kw_only=True):
    """A player who has refused would like to be offered it again (reading AMB-153)."""

    player: str


class OrderPassed(Asked, frozen=True, tag=True, kw_only=True):
    """A floorperson orders the shaker passed, on one of three grounds only, 13.7(a)1ii."""

    ground: Ground


class Uncover(Asked, frozen=True, tag=True, kw_only=True):
    """The dealer lifts the cover and calls what lies on top, one face for each die, 13.5(e)."""

    faces: tuple[int, ...]
    proof: Proof | None = None
    """Of electronic dice; the room adds it."""


class CollectLosing(Asked, frozen=True, tag=True, kw_only=True):
    """Every losing wager, before any winner is paid, 13.5(f)."""


class PayWinners(Asked, frozen=True, tag=True, kw_only=True):
    """One player's winning wagers, or all that are left."""

    player: str | None = None


Command = (
    PlaceShaker
    | RemoveShaker
    | InspectShaker
    | OpenDiceTable
    | CloseDiceTable
    | TakeOdds
    | TakeOver
    | SignOff
    | ReportTrouble
    | SitDown
    | BuyChips
    | GetUp
    | PlaceWager
    | RemoveWager
    | PromiseDice
    | NoMoreBets
    | Cover
    | Shake
    | OfferShaker
    | AnswerShaker
    | PassShaker
    | AskForShaker
    | OrderPassed
    | Uncover
    | CollectLosing
    | PayWinners
)
