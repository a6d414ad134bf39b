"""What has happened at a mini-dice table: by whom, when, and the paragraph behind it."""

from datetime import datetime

import msgspec

from pokerroom.dice.commands import By, Ground, Promise, Proof, ShakenBy, Trouble
from pokerroom.dice.wagers import Bet
from pokerroom.rules.citation import Citation
from pokerroom.rules.staff import Official


class Fact(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    rule: Citation
    by: By
    at: datetime


class ShakerPlaced(Fact, frozen=True, tag=True, kw_only=True):
    shaker: str
    dice: str
    shaker_reference: str
    dice_reference: str


class ShakerRemoved(Fact, frozen=True, tag=True, kw_only=True):
    shaker: str


class ShakerInspected(Fact, frozen=True, tag=True, kw_only=True):
    shaker: str
    works: bool


class DiceTableOpened(Fact, frozen=True, tag=True, kw_only=True):
    least: int
    most: int
    unit: int
    seats: int
    shaken_by: ShakenBy
    odds: dict[str, str]


class DiceTableClosed(Fact, frozen=True, tag=True, kw_only=True):
    pass


class OddsTaken(Fact, frozen=True, tag=True, kw_only=True):
    odds: dict[str, str]


class DiceDealerOn(Fact, frozen=True, tag=True, kw_only=True):
    """The dealer who gave the order attends the shaker from now on."""


class DiceDealerOff(Fact, frozen=True, tag=True, kw_only=True):
    pass


class TroubleReported(Fact, frozen=True, tag=True, kw_only=True):
    trouble: Trouble
    note: str


class SatDown(Fact, frozen=True, tag=True, kw_only=True):
    seat: int
    player: str
    amount: int
    agreed: Official | str | None = None


class ChipsBought(Fact, frozen=True, tag=True, kw_only=True):
    seat: int
    player: str
    amount: int
    agreed: Official | str | None = None


class WillGetUp(Fact, frozen=True, tag=True, kw_only=True):
    """A player leaves when the round of play is over."""

    seat: int
    player: str


class GotUp(Fact, frozen=True, tag=True, kw_only=True):
    seat: int
    player: str
    returned: int
    """Wagers that stood undecided, and go back to the player."""
    amount: int
    """All that the player takes along, those wagers included."""


class WagerPlaced(Fact, frozen=True, tag=True, kw_only=True):
    seat: int
    player: str
    bet: Bet
    amount: int
    instrument: str


class WagerRemoved(Fact, frozen=True, tag=True, kw_only=True):
    seat: int
    player: str
    bet: Bet
    amount: int


class DicePromised(Fact, frozen=True, tag=True, kw_only=True):
    """What the electronic dice of a round are promised by, before anybody stakes on it."""

    number: int
    promise: Promise


class BetsClosed(Fact, frozen=True, tag=True, kw_only=True):
    """The dealer has announced "No more bets"."""

    number: int


class ShakerCovered(Fact, frozen=True, tag=True, kw_only=True):
    pass


class Shaken(Fact, frozen=True, tag=True, kw_only=True):
    times: int
    seat: int | None = None
    """None for the dealer."""
    added: bytes = b""


class ShakeInvalid(Fact, frozen=True, tag=True, kw_only=True):
    """A player has returned the shaker too early: it is void, and they shake again (reading AMB-154)."""

    seat: int
    times: int


class ShakerOffered(Fact, frozen=True, tag=True, kw_only=True):
    seat: int


class ShakerRefused(Fact, frozen=True, tag=True, kw_only=True):
    seat: int


class ShakerAccepted(Fact, frozen=True, tag=True, kw_only=True):
    """By a player for the first time, or by the one who has kept it."""

    seat: int


class ShakerTakenByDealer(Fact, frozen=True, tag=True, kw_only=True):
    """On behalf of the players, none of whom accepts it."""


class ShakerPassed(Fact, frozen=True, tag=True, kw_only=True):
    """A player gives up the right to shake: of their own will, after a seven, or ordered to."""

    seat: int
    ground: Ground | None = None


class ShakerAskedFor(Fact, frozen=True, tag=True, kw_only=True):
    seat: int


class DiceRead(Fact, frozen=True, tag=True, kw_only=True):
    number: int
    faces: tuple[int, ...]
    total: int
    proof: Proof | None = None


class WagerLost(Fact, frozen=True, tag=True, kw_only=True):
    seat: int
    player: str
    bet: Bet
    amount: int


class WagerWon(Fact, frozen=True, tag=True, kw_only=True):
    """Paid, and what was staked given back."""

    seat: int
    player: str
    bet: Bet
    amount: int
    won: int


class DiceRoundFinished(Fact, frozen=True, tag=True, kw_only=True):
    number: int
    total: int


Event = (
    ShakerPlaced
    | ShakerRemoved
    | ShakerInspected
    | DiceTableOpened
    | DiceTableClosed
    | OddsTaken
    | DiceDealerOn
    | DiceDealerOff
    | TroubleReported
    | SatDown
    | ChipsBought
    | WillGetUp
    | GotUp
    | WagerPlaced
    | WagerRemoved
    | DicePromised
    | BetsClosed
    | ShakerCovered
    | Shaken
    | ShakeInvalid
    | ShakerOffered
    | ShakerRefused
    | ShakerAccepted
    | ShakerTakenByDealer
    | ShakerPassed
    | ShakerAskedFor
    | DiceRead
    | WagerLost
    | WagerWon
    | DiceRoundFinished
)
