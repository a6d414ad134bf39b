"""What has happened at a table between and around its rounds of play: who, when, and the paragraph behind it.

The record of a table holds these and the events of its rounds. Seats here are numbered as at the table; within a round
they are the round's, and `RoundStarted.lineup` maps one to the other.
"""

from datetime import datetime
from enum import StrEnum

import msgspec
from msgspec import UNSET, UnsetType

from pokerroom.play import Ruling
from pokerroom.play.events import Event as PlayEvent
from pokerroom.rules.citation import Citation
from pokerroom.rules.house import KillOption
from pokerroom.rules.rulebook import Rulebook
from pokerroom.table.acts import Act, Heard
from pokerroom.table.ante_coin import AnteCoin
from pokerroom.table.conduct import HandInPlay
from pokerroom.table.ending import Ending
from pokerroom.table.seating.commands import By, DealtBy, DrawnCard, Method
from pokerroom.table.seating.posting import Rotation


class KillEnd(StrEnum):
    """Why the dealer collects the kill button, 14.11(i)."""

    SPLIT = "the pot was divided"
    TOO_SMALL = "the pot did not qualify in amount"
    UNCONTESTED = "the pot was not contested"
    ABSENT = "its holder is not dealt in"
    GAME_CHANGED = "another game is posted"


class Why(StrEnum):
    """Why a player who wants to play is not dealt in."""

    STAKES = "table stakes too small"
    OWES_TIME = "a time charge is owed"
    WAITS = "waits for the blind"


class LeftOut(msgspec.Struct, frozen=True, gc=False):
    seat: int
    player: str
    why: Why


class Charge(msgspec.Struct, frozen=True, gc=False):
    """What one player paid of a time charge, and what they could not pay."""

    seat: int
    player: str
    paid: int
    owed: int


class Fact(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Who did it, when, and by which paragraph."""

    rule: Citation
    by: By
    at: datetime


class OfPlayer(Fact, frozen=True, kw_only=True):
    seat: int
    player: str


class StakesMove(msgspec.Struct, frozen=True, gc=False):
    """Table stakes that a ruling between rounds moves from one player to another."""

    amount: int
    payer_seat: int
    payer: str
    payee_seat: int
    payee: str


class Remark(Fact, frozen=True, kw_only=True):
    """Told to everybody at the table, where nothing changes by it."""


class GamingOpened(Fact, frozen=True, tag=True, kw_only=True):
    table: str
    area: str
    rotation: Rotation
    settings: str = ""
    """The filed version of what is posted."""
    dealt_by: DealtBy = DealtBy.ROOM


class GamingClosed(Fact, frozen=True, tag=True, kw_only=True):
    pass


class ClosingAnnounced(Remark, frozen=True, tag=True, kw_only=True):
    minutes: int


class RulingWitnessed(Fact, frozen=True, tag=True, kw_only=True):
    """Somebody besides the poker shift supervisor saw a ruling, or its record. They decide nothing, 14.15(b)."""

    ruling: int
    """Its number among the rulings at this table, from 1."""


class RuledBetweenRounds(Fact, frozen=True, tag=True, kw_only=True):
    """A final decision while no round was in progress, and the stakes it moved to correct the record."""

    ruling: Ruling
    moves: tuple[StakesMove, ...]


class ChangePosted(Fact, frozen=True, tag=True, kw_only=True):
    """Takes effect when the round of play in progress is over."""

    rotation: Rotation
    notice: str
    settings: str = ""


class PostingChanged(Fact, frozen=True, tag=True, kw_only=True):
    rotation: Rotation


class GameChanged(Fact, frozen=True, tag=True, kw_only=True):
    """The next game of the rotation, by its number in it."""

    turn: int


class MinimumProposed(Fact, frozen=True, tag=True, kw_only=True):
    minimum: int


class MinimumAgreed(OfPlayer, frozen=True, tag=True, kw_only=True):
    pass


class ProposalFell(OfPlayer, frozen=True, tag=True, kw_only=True):
    """The proposal ended because this player did not agree."""


class IncreaseAgreed(Fact, frozen=True, tag=True, kw_only=True):
    """Everybody with a seat has agreed; it takes effect when the round of play in progress is over."""

    minimum: int


class MinimumRaised(Fact, frozen=True, tag=True, kw_only=True):
    minimum: int


class PlayerSeated(OfPlayer, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    amount: int
    agreed: By | None = None
    """Where staff did it: who agreed besides, the player themselves or another member of staff."""
    held: str | UnsetType = UNSET
    """The hold that it is paid from, where it is not paid from the bank in one commit."""


class StakesAdded(OfPlayer, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    amount: int
    next_round: bool
    """These stakes do not play in the round of play in progress."""
    agreed: By | None = None
    held: str | UnsetType = UNSET


class LeaveAsked(OfPlayer, frozen=True, tag=True, kw_only=True):
    """The player leaves when the round of play is over."""


class PlayerRemoved(OfPlayer, frozen=True, tag=True, kw_only=True):
    """The player was required to leave the game, 14.16(b); only the record of conduct says why."""

    hand: HandInPlay
    after_round: bool
    """The player is dealt in, and so leaves when the round of play is over."""


class SeatVacated(OfPlayer, frozen=True, tag=True, kw_only=True):
    amount: int
    """All the player's stakes, which are theirs to take again."""
    owed: int
    """A time charge the player has not paid."""


class SatOut(OfPlayer, frozen=True, tag=True, kw_only=True):
    pass


class SatIn(OfPlayer, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    waits: bool = False
    """Until the last blind comes round, rather than make missed blinds good before."""


class WentAway(OfPlayer, frozen=True, tag=True, kw_only=True):
    method: Method
    amount: int
    of_round: int = 0
    """The part of it that is among the player's stakes in a round of play that they are out of."""


class CameBack(OfPlayer, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    method: Method
    recorded: int
    """What was counted out or covered."""
    amount: int
    reason: str
    overdue: bool
    agreed: By | None = None
    held: str | UnsetType = UNSET

    @property
    def variance(self) -> int:
        return self.amount - self.recorded


class ButtonDrawn(Fact, frozen=True, tag=True, kw_only=True):
    cards: tuple[DrawnCard, ...]
    seat: int


class ButtonMoved(Fact, frozen=True, tag=True, kw_only=True):
    seat: int


class RoundStarted(Fact, frozen=True, tag=True, kw_only=True):
    """Who is dealt in, from the dealer's left: the place in `lineup` is the seat in the round."""

    number: int
    game: str
    edition: str
    settings: str
    software: str
    lineup: tuple[int, ...]
    players: tuple[str, ...]
    button: int | None
    blinds: tuple[int, ...]
    """The seat of each posted blind; a seat not in `lineup` is a dead one."""
    made_good: tuple[int, ...]
    """Who makes good missed blinds."""
    left_out: tuple[LeftOut, ...]
    rulebook: Rulebook = Rulebook.FIRST
    """The rulebook by which the round is played and checked; older records have none."""


class ContributionsStopped(Fact, frozen=True, tag=True, kw_only=True):
    """No pot of the round under way contributes to a bad beat payout: it was suspended during the round (R-73)."""


class RoundFinished(Fact, frozen=True, tag=True, kw_only=True):
    """Stakes by place in the line-up, and what is in the rake area by method, in the order of the sign."""

    number: int
    ending: Ending
    lineup: tuple[int, ...]
    stakes: tuple[int, ...]
    raked: tuple[int, ...]
    contributed: int = 0
    """What the pots contributed to a bad beat payout fund."""


class Understood(StrEnum):
    """What the dealer understood by something that a player said or did."""

    REMEMBERED = "not complete yet"
    BOUND = "an action"
    SETTLED = "chips that were due"
    OUT_OF_TURN = "out of turn"
    KEPT = "out of turn, held to it later"


class ActHeard(OfPlayer, frozen=True, tag=True, kw_only=True):
    """What a player said or did, as the dealer entered it, and what it came to."""

    act: Act
    """Its seat is the table's."""
    understood: Understood
    due: int
    """What the player still has to put in."""
    change: int
    """What goes back to the player."""
    then: Heard
    """What the dealer remembers from then on, by the seats of the round."""


class BillsLaid(OfPlayer, frozen=True, tag=True, kw_only=True):
    """Currency among a player's stakes, from the next round of play on."""

    bills: tuple[int, ...]


class AnteInCoin(OfPlayer, frozen=True, tag=True, kw_only=True):
    """An ante that was paid in coin, and how often coin in the pot was exchanged for a $1 chip because of it."""

    coins: tuple[int, ...]
    exchanged: int
    then: AnteCoin
    """What the antes have left in the pot."""


class RakeMoved(Fact, frozen=True, tag=True, kw_only=True):
    """From the rake area into the table inventory, at once when a round of play is over."""

    method: int
    kind: str
    amount: int


class KillStarted(OfPlayer, frozen=True, tag=True, kw_only=True):
    option: KillOption
    amount: int
    threshold: int


class KillPassed(OfPlayer, frozen=True, tag=True, kw_only=True):
    """The kill button goes to the winner of this pot, who may already have it."""

    amount: int
    threshold: int


class KillEnded(Fact, frozen=True, tag=True, kw_only=True):
    cause: KillEnd


class BlindsMissed(OfPlayer, frozen=True, tag=True, kw_only=True):
    """Bit i is set if blind number i passed this player, who was not dealt in."""

    missed: int


class TimeCollected(Fact, frozen=True, tag=True, kw_only=True):
    """Moved into the rake area, not yet verified."""

    charges: tuple[Charge, ...]
    until: datetime
    """The end of the time that is paid for."""

    @property
    def amount(self) -> int:
        return sum(charge.paid for charge in self.charges)


class TimePaid(OfPlayer, frozen=True, tag=True, kw_only=True):
    amount: int


class TimeVerified(Fact, frozen=True, tag=True, kw_only=True):
    """From the rake area into the table inventory."""

    amount: int


TableEvent = (
    GamingOpened
    | GamingClosed
    | ClosingAnnounced
    | RulingWitnessed
    | RuledBetweenRounds
    | ChangePosted
    | PostingChanged
    | GameChanged
    | MinimumProposed
    | MinimumAgreed
    | ProposalFell
    | IncreaseAgreed
    | MinimumRaised
    | PlayerSeated
    | StakesAdded
    | LeaveAsked
    | PlayerRemoved
    | SeatVacated
    | SatOut
    | SatIn
    | WentAway
    | CameBack
    | ButtonDrawn
    | ButtonMoved
    | RoundStarted
    | ContributionsStopped
    | RoundFinished
    | ActHeard
    | BillsLaid
    | AnteInCoin
    | RakeMoved
    | KillStarted
    | KillPassed
    | KillEnded
    | BlindsMissed
    | TimeCollected
    | TimePaid
    | TimeVerified
)
Event = TableEvent | PlayEvent
"""Everything in the record of a table."""
