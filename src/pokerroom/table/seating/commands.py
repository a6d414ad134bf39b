"""What somebody asks of a table. Every command says when, and by whom: a member of staff, or the player concerned.

Seats are the table's, from 0 at the dealer's left, clockwise; a round of play numbers only those dealt in.
"""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from pokerroom import play
from pokerroom.cards import Card
from pokerroom.rules.staff import Official
from pokerroom.table.acts import Act
from pokerroom.table.conduct import HandInPlay
from pokerroom.table.seating.posting import Rotation

By = Official | str
"""A member of staff, or a player by their id."""


class Area(msgspec.Struct, frozen=True, gc=False):
    """A part of the floor, and whether it is approved for poker, 14.6(a)."""

    name: str
    approved: bool


class DealtBy(StrEnum):
    """Who deals at a table: the room from a deck it shuffles, or a dealer from cards on the felt."""

    ROOM = "room"
    DEALER = "dealer"


class Method(StrEnum):
    """What happens to the table stakes of a player who leaves for a while, 14.7(c)5."""

    COUNTED = "counted"
    COVERED = "covered"


class Asked(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Who asks, and when."""

    by: By
    at: datetime


class OpenTable(Asked, frozen=True, tag=True, kw_only=True):
    area: Area
    rotation: Rotation = ()
    """Left out where the table posts just what is filed under the subject that the order names."""
    settings: str = ""
    """The filed version of what is posted."""
    dealt_by: DealtBy = DealtBy.ROOM


class CloseTable(Asked, frozen=True, tag=True, kw_only=True):
    pass


class AnnounceClosing(Asked, frozen=True, tag=True, kw_only=True):
    """The table will close in so many minutes: everybody there is told, and plays on until it does."""

    minutes: Annotated[int, Meta(ge=1, le=240)]


class PostChange(Asked, frozen=True, tag=True, kw_only=True):
    """Post other games or house rules from the next round of play on; `notice` names the notice given of new limits."""

    rotation: Rotation
    notice: str = ""
    settings: str = ""


class ProposeMinimum(Asked, frozen=True, tag=True, kw_only=True):
    """Ask everybody with a seat to agree to a higher minimum wager, 14.17."""

    minimum: int


class Agree(Asked, frozen=True, tag=True, kw_only=True):
    player: str
    agrees: bool = True


class TakeSeat(Asked, frozen=True, tag=True, kw_only=True):
    player: str
    seat: int
    amount: int
    agreed: By | None = None
    """Where staff ask: who agreed besides, the player themselves or another member of staff."""
    held: str | UnsetType = UNSET
    """Where the books are kept by another server: the hold that it is paid from."""


class TopUp(Asked, frozen=True, tag=True, kw_only=True):
    """Add to one's table stakes; chips added during a round one is dealt into play from the next round on."""

    player: str
    amount: int
    agreed: By | None = None
    held: str | UnsetType = UNSET


class RemoveStakes(Asked, frozen=True, tag=True, kw_only=True):
    """Take chips off the table and stay, which is always refused, 14.7(c)1."""

    player: str
    amount: int


class LeaveSeat(Asked, frozen=True, tag=True, kw_only=True):
    """Give up the seat with all one's stakes; a player who is dealt in leaves when the round of play is over."""

    player: str


class RemovePlayer(Asked, frozen=True, tag=True, kw_only=True):
    """Make a player who is required to leave the game give up the seat with all their stakes, 14.16(b).

    A player who is dealt in leaves when the round of play is over; `hand` says what happens to their hand until then.
    """

    player: str
    hand: HandInPlay = HandInPlay.FINISH


class SitOut(Asked, frozen=True, tag=True, kw_only=True):
    player: str


class SitIn(Asked, frozen=True, tag=True, kw_only=True):
    """Come back, and make missed blinds good, or with `wait` be dealt in when the last blind comes round."""

    player: str
    wait: bool = False


class GoAway(Asked, frozen=True, tag=True, kw_only=True):
    """Leave for a while and keep the seat; the poker shift supervisor counts the stakes out, or covers them."""

    player: str
    method: Method


class Return(Asked, frozen=True, tag=True, kw_only=True):
    """Come back with these stakes; `reason` is the floor's reason for accepting less than went out (AMB-80)."""

    player: str
    amount: int
    reason: str = ""
    agreed: By | None = None
    held: str | UnsetType = UNSET


class DrawnCard(msgspec.Struct, frozen=True, gc=False):
    seat: int
    card: Card


class DrawForButton(Asked, frozen=True, tag=True, kw_only=True):
    """Deal one card to each player who plays; the highest gets the first button, 14.10(c)2ii."""

    cards: tuple[DrawnCard, ...]


class StartRound(Asked, frozen=True, tag=True, kw_only=True):
    """Deal the next round of play. Without `deck` a dealer at the table deals."""

    deck: tuple[Card, ...] | None = None
    settings: str = ""
    """The filed version of the settings in force, and the software version; the room fills both in."""
    software: str = ""
    collects: bool = True
    """Whether pots contribute to a bad beat payout as the sign says; not while a multi-casino one is suspended, which
    the room knows, 14.20(e)4i."""


class StopContributing(Asked, frozen=True, tag=True, kw_only=True):
    """No pot of the round under way contributes: a multi-casino payout was suspended during it, 14.20(e)4i (R-73)."""


class Play(Asked, frozen=True, tag=True, kw_only=True):
    """A command of a round of play, with seats numbered as at the table."""

    command: play.Command


class Hear(Asked, frozen=True, tag=True, kw_only=True):
    """What a player says or does at a table where a person deals; its seat is numbered as at the table."""

    act: Act


class LayBills(Asked, frozen=True, tag=True, kw_only=True):
    """Say which bills are among a player's stakes at a table where a person deals; none takes back what was said."""

    seat: int
    bills: tuple[int, ...]


class PayAnteInCoin(Asked, frozen=True, tag=True, kw_only=True):
    """A player's ante of this round was in coin, below a dollar, 14.7(c)."""

    seat: int
    coins: tuple[int, ...]


class CollectTime(Asked, frozen=True, tag=True, kw_only=True):
    """Collect the time charge that has fallen due, 14.14(b)3."""


class PayTime(Asked, frozen=True, tag=True, kw_only=True):
    """Pay a time charge that was owed."""

    player: str


class VerifyTime(Asked, frozen=True, tag=True, kw_only=True):
    """A floorperson has counted the time charges in the rake area, 14.14(b)3v."""

    amount: int


class WitnessRuling(Asked, frozen=True, tag=True, kw_only=True):
    """Sign as a witness of a ruling of another person; it is final without that, 14.15(b)."""

    ruling: int
    """Its number among the rulings at this table, from 1."""


Command = (
    OpenTable
    | CloseTable
    | AnnounceClosing
    | PostChange
    | ProposeMinimum
    | Agree
    | TakeSeat
    | TopUp
    | RemoveStakes
    | LeaveSeat
    | RemovePlayer
    | SitOut
    | SitIn
    | GoAway
    | Return
    | DrawForButton
    | StartRound
    | StopContributing
    | Play
    | Hear
    | LayBills
    | PayAnteInCoin
    | CollectTime
    | PayTime
    | VerifyTime
    | WitnessRuling
)
