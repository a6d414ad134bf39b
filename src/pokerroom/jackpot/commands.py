"""What somebody asks of a payout: by whom and when come with every command, money in cents."""

from collections.abc import Iterable
from datetime import date, datetime
from enum import StrEnum

import msgspec

from pokerroom.jackpot.people import Person
from pokerroom.jackpot.qualifying import Showdown
from pokerroom.jackpot.rules import Level, PayoutRules


class Asking(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    payout: str
    by: Person
    at: datetime


class Chips(msgspec.Struct, frozen=True, gc=False):
    """So many chips of one value."""

    value: int
    count: int


class BoxContents(msgspec.Struct, frozen=True, gc=False):
    """What was found in the box of a table."""

    table: str
    chips: tuple[Chips, ...]


def total(chips: Iterable[Chips]) -> int:
    return sum(each.value * each.count for each in chips)


# What is offered.


class OfferPayout(Asking, frozen=True, tag=True, kw_only=True):
    """Offer a payout by rules that are on file, approved and posted."""

    rules: PayoutRules
    filing: str
    """Where the rules are filed: the appendix to the Rules of the Games Submission, 14.19(c), (l)."""


class PostNotice(Asking, frozen=True, tag=True, kw_only=True):
    """Post a notice of a change of the rules before it is made, 14.19(q)."""

    rules: PayoutRules
    filing: str


class ChangeRules(Asking, frozen=True, tag=True, kw_only=True):
    """Put into force what a posted notice announced."""


class StopCollecting(Asking, frozen=True, tag=True, kw_only=True):
    """Take no further contributions, as amended rules say, 14.19(c)."""

    filing: str


class Discontinue(Asking, frozen=True, tag=True, kw_only=True):
    """End a payout: what is in its fund goes to another payout, as the procedure submitted says, 14.19(l)."""

    to: str


# Contributions and counts.


class Contribute(Asking, frozen=True, tag=True, kw_only=True):
    """Pots of a round contributed: what went into the box for each level, in so many chips.

    It follows from a round of play that is over, so it is never refused: what keeps a pot from contributing is asked
    before the round is dealt (`gate.round_refusal`). A round that gave nothing is followed like any other, so that it
    is never looked at again under later rules.
    """

    table: str
    round: int
    event: int
    """The event of the table that it follows from, by its number."""
    primary: int
    secondary: int = 0
    chips: int = 1


class NoteDealtIn(Asking, frozen=True, tag=True, kw_only=True):
    """A round begins at a table: who is dealt in, where the room has a share of a payout (R-56).

    It follows from the round, as `Contribute` does, and is never refused.
    """

    table: str
    round: int
    event: int
    players: tuple[str, ...]


class CountAtTable(Asking, frozen=True, tag=True, kw_only=True):
    """The table's own dealer counts its container and returns the chips to the tray, 14.19(f).

    A poker supervisor is present and video records it, or a representative of a second department is present. Both
    people are in one sitting: this is one command with two people in it, never one now and another later.
    """

    table: str
    chips: tuple[Chips, ...]
    written: int
    """The total that the form says."""
    serial: int | None = None
    """The serial printed on the form, where paper forms are used; otherwise it is the next one."""
    second: Person | None = None
    """Who is present: a poker supervisor, or a representative of a second department."""
    recording: str = ""
    """The reference of the video recording, where a poker supervisor is present."""
    licensed: bool = False
    """Whether the witness holds the licence and the position on the floor that 14.19(f)2i asks for."""


class CountAtClosedTable(Asking, frozen=True, tag=True, kw_only=True):
    """A dealer counts boxes at a closed table in the presence of a poker supervisor, recorded, 14.19(d)1."""

    place: str
    closed: bool = False
    """That it is closed, where it is no table of this room: of these their own records say so."""
    boxes: tuple[BoxContents, ...]
    second: Person | None = None
    """The poker supervisor who is present."""
    recording: str


class AccountForBoxes(Asking, frozen=True, tag=True, kw_only=True):
    """A poker supervisor accounts for all locked boxes before security carries them to a cage, 14.19(d)2."""

    tables: tuple[str, ...]


class Carry(Asking, frozen=True, tag=True, kw_only=True):
    """Security carries a locked container, or the locked boxes, to a cage."""

    container: int


class CountInCage(Asking, frozen=True, tag=True, kw_only=True):
    """A cashier counts each box that was carried, or verifies the aggregate of a container, 14.19(e)."""

    container: int
    boxes: tuple[BoxContents, ...] = ()
    """What each locked box holds."""
    chips: tuple[Chips, ...] = ()
    """The aggregate of a container whose boxes were counted before."""


class VoidForm(Asking, frozen=True, tag=True, kw_only=True):
    """Record a form that was spoiled: its serial is never used again, and both its parts go the way of any other."""

    table: str
    reason: str
    serial: int | None = None
    """The serial printed on it; otherwise it is the next one."""
    second: Person | None = None
    """Who saw it: whoever may witness a count."""


class DropOriginal(Asking, frozen=True, tag=True, kw_only=True):
    """The dealer deposits the original of a form in the table's drop box, 14.19(g)."""

    serial: int


class BoxDuplicate(Asking, frozen=True, tag=True, kw_only=True):
    """Whoever verified the count places the duplicate in the locked accounting box, 14.19(g)."""

    serial: int


class MatchForms(Asking, frozen=True, tag=True, kw_only=True):
    """Accounting compares the duplicates collected with the originals that the count room received, 14.19(h)."""

    day: date
    duplicates: tuple[int, ...]
    originals: tuple[int, ...]


# The official record and the display.


class RecordDay(Asking, frozen=True, tag=True, kw_only=True):
    """Accounting enters a gaming day's contributions in the official record, 14.19(k), with the reset share (p)."""

    day: date


class AdjustDisplay(Asking, frozen=True, tag=True, kw_only=True):
    """Accounting sets the amounts displayed to the official record, in the presence of a poker supervisor, (k)1."""

    second: Person | None = None
    """The poker supervisor who is present."""


# Hits.


class ReportHit(Asking, frozen=True, tag=True, kw_only=True):
    """A showdown has a qualifying hand that lost: found by the engine, or declared by the dealer."""

    showdown: Showdown
    event: int = 0
    """The event of the table that it follows from, by its number; none where a dealer declares it."""
    began: datetime | None = None
    """When the round was dealt: it is for a payout that its table has left since, and for none offered later."""


class VerifyHit(Asking, frozen=True, tag=True, kw_only=True):
    """The poker shift supervisor verifies the hand; the display is pending adjustment from here on, 14.19(i)."""

    hit: int


class ResumePlay(Asking, frozen=True, tag=True, kw_only=True):
    """A poker supervisor lets play go on at a table that was kept as evidence of a hit (R-57)."""

    hit: int


class RejectHit(Asking, frozen=True, tag=True, kw_only=True):
    hit: int
    reason: str


class Instrument(StrEnum):
    """What a payout may be made in, 14.19(j)."""

    CASH = "cash"
    CASH_EQUIVALENT = "recognized cash equivalent"
    CHIPS = "gaming chips"


class PaidAt(StrEnum):
    TABLE = "table"
    CAGE = "cage"


class PreparePayout(Asking, frozen=True, tag=True, kw_only=True):
    """Accounting prepares the distribution, 14.19(j)."""

    hit: int
    instrument: Instrument
    paid_at: PaidAt
    second: Person | None = None
    """The cashier out of whose drawer it is taken to the table (R-75)."""


class PayAward(Asking, frozen=True, tag=True, kw_only=True):
    """Deliver one player's part: security or accounting at the table, a cashier at the cage."""

    hit: int
    player: str
    on_account: bool = False
    """Whether the player leaves it with the room, in their bank, and is handed nothing (R-75)."""


class AwardBonus(Asking, frozen=True, tag=True, kw_only=True):
    """Another award that the posted rules list, 14.19(a), (b)4: verified by the poker shift supervisor and prepared by
    accounting, in one sitting (R-81).
    """

    bonus: str
    player: str
    table: str
    round: int
    earned: str
    """What earned it in that round, as the posted terms ask: the hand, and when."""
    second: Person | None = None
    """The representative of accounting who prepares it."""
    level: Level = Level.PRIMARY


# A payout of several casinos: what the host's notices say, followed by the room itself.


class FollowSystem(Asking, frozen=True, tag=True, kw_only=True):
    """Show what the host says, and whether the payout is offered."""

    event: int
    """The event of the casino's record of the system that it follows from."""
    offered: bool
    why: str
    """Why it is not: a key of `words/en/detail-linked.toml`."""
    shown: tuple[int, int]
    pending: tuple[str, ...]
    """Claims that are pending somewhere."""
    won: bool = False
    """Whether this says that the primary payout has been won and paid."""


class SystemAward(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An award of a multi-casino payout: how the host calls the player, and who that is here."""

    called: str
    player: str
    """By name, or by number at the table of the hit: `#3`."""
    part: str
    amount: int


class TakeSystemAwards(Asking, frozen=True, tag=True, kw_only=True):
    """The host has confirmed a payout: what is paid here, what of it is this casino's part, and who owes the rest."""

    event: int
    claim: str
    casino: str
    """Where the hit was."""
    hit: int
    """Its number, where it was here."""
    level: Level
    awards: tuple[SystemAward, ...]
    part: int
    owed: tuple[tuple[str, int], ...]
    """By member: what it owes this casino for it; below zero, what this casino owes it."""


class NoteCovered(Asking, frozen=True, tag=True, kw_only=True):
    """Another member has paid patrons of this casino, which owes it that, 14.20(d)2."""

    event: int
    claim: str
    payer: str
    called: tuple[str, ...]
    """The players, as the host calls them."""


Command = (
    OfferPayout
    | PostNotice
    | ChangeRules
    | StopCollecting
    | Discontinue
    | Contribute
    | NoteDealtIn
    | CountAtTable
    | CountAtClosedTable
    | AccountForBoxes
    | Carry
    | CountInCage
    | VoidForm
    | DropOriginal
    | BoxDuplicate
    | MatchForms
    | RecordDay
    | AdjustDisplay
    | ReportHit
    | VerifyHit
    | RejectHit
    | ResumePlay
    | PreparePayout
    | PayAward
    | AwardBonus
    | FollowSystem
    | TakeSystemAwards
    | NoteCovered
)
