"""What has happened to a payout: who, when, and the paragraph it rests on."""

from datetime import date, datetime

import msgspec

from pokerroom.jackpot.census import TableCensus
from pokerroom.jackpot.commands import Chips, Instrument, PaidAt, SystemAward
from pokerroom.jackpot.people import Person
from pokerroom.jackpot.qualifying import BadBeat, Showdown
from pokerroom.jackpot.rules import Level, PayoutRules, Route
from pokerroom.jackpot.sharing import Award
from pokerroom.rules.citation import Citation


class PayoutFact(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    rule: Citation
    payout: str
    by: Person
    at: datetime


class PayoutOffered(PayoutFact, frozen=True, tag=True, kw_only=True):
    rules: PayoutRules
    filing: str


class ChangeAnnounced(PayoutFact, frozen=True, tag=True, kw_only=True):
    rules: PayoutRules
    filing: str


class RulesChanged(PayoutFact, frozen=True, tag=True, kw_only=True):
    rules: PayoutRules
    filing: str


class CollectionStopped(PayoutFact, frozen=True, tag=True, kw_only=True):
    filing: str


class PayoutDiscontinued(PayoutFact, frozen=True, tag=True, kw_only=True):
    to: str
    amounts: tuple[int, int]
    """What the primary and the secondary fund held, the reset amounts included."""
    made_up: tuple[int, int] = (0, 0)
    """What of it the house added, because more was displayed than they held."""


class FundsReceived(PayoutFact, frozen=True, tag=True, kw_only=True):
    left_by: str
    amounts: tuple[int, int]


class PotsContributed(PayoutFact, frozen=True, tag=True, kw_only=True):
    table: str
    round: int
    event: int
    primary: int
    secondary: int
    chips: int


class PlayersDealtIn(PayoutFact, frozen=True, tag=True, kw_only=True):
    """A round has begun at a participating table: they have a part in the room share of a hit elsewhere (R-56)."""

    table: str
    round: int
    event: int
    players: tuple[str, ...]


class FormCompleted(PayoutFact, frozen=True, tag=True, kw_only=True):
    """The Bad Beat Payout Contribution Form: `by` is the dealer who counted, 14.19(f)3."""

    serial: int
    table: str
    chips: tuple[Chips, ...]
    amount: int
    primary: int
    secondary: int
    variance: int
    """What was counted less what the record says the container holds."""
    witness: Person
    recording: str


class FormVoided(PayoutFact, frozen=True, tag=True, kw_only=True):
    """A form that was spoiled; `by` is the dealer. Its serial is used up."""

    serial: int
    table: str
    reason: str
    witness: Person


class BoxesCounted(PayoutFact, frozen=True, tag=True, kw_only=True):
    """Boxes counted at a closed table and locked in one container; `by` is the dealer, 14.19(d)1."""

    container: int
    place: str
    boxes: tuple[tuple[str, int], ...]
    supervisor: Person
    recording: str


class BoxesAccountedFor(PayoutFact, frozen=True, tag=True, kw_only=True):
    """Locked boxes of every participating table, to be carried to a cage uncounted, 14.19(d)2."""

    container: int
    tables: tuple[str, ...]
    route: Route


class ContainerCarried(PayoutFact, frozen=True, tag=True, kw_only=True):
    container: int


class ContainerCounted(PayoutFact, frozen=True, tag=True, kw_only=True):
    """A cashier's count of the boxes, or of the aggregate: it is the fund's from here on, 14.19(e)."""

    container: int
    amount: int
    primary: int
    secondary: int
    variance: int
    boxes: tuple[tuple[str, int], ...]
    """What the record says each table's box held."""
    counts: tuple[tuple[str, int], ...] = ()
    """What was found in each, by the cashier or, before the container travelled, by the dealer. Whether an older count
    differed at this table or that is not known."""


class OriginalDropped(PayoutFact, frozen=True, tag=True, kw_only=True):
    serial: int


class DuplicateBoxed(PayoutFact, frozen=True, tag=True, kw_only=True):
    serial: int


class FormsMatched(PayoutFact, frozen=True, tag=True, kw_only=True):
    """`to_revenue` is what duplicates without an original add to poker revenue in the master game report, (h)."""

    day: date
    matched: tuple[int, ...]
    without_original: tuple[int, ...]
    without_duplicate: tuple[int, ...]
    to_revenue: int
    found: tuple[int, ...] = ()
    """Originals that have been found of forms whose value was added to revenue."""
    from_revenue: int = 0
    """Their value, which is taken out of it again."""


class DayRecorded(PayoutFact, frozen=True, tag=True, kw_only=True):
    """The official record of a day: contributions counted, and what of them is for the reset amount, (k), (p)."""

    day: date
    contributions: tuple[int, int]
    reset: int
    overflow: int = 0
    """What of them is beyond the limit of the payout."""
    advanced: tuple[int, int] = (0, 0)
    """What was counted besides, and had been given for payouts of a multi-casino system before the count."""


class DisplayAdjusted(PayoutFact, frozen=True, tag=True, kw_only=True):
    """`shown` is what is displayed afterwards; it stays where the record says less, (o), and that shows as variance."""

    supervisor: Person
    shown: tuple[int, int]
    recorded: tuple[int, int]


class HitReported(PayoutFact, frozen=True, tag=True, kw_only=True):
    hit: int
    showdown: Showdown
    beats: tuple[BadBeat, ...]
    room: tuple[str, ...]
    """Everybody who has a part in the room share, each once."""
    event: int = 0
    census: tuple[TableCensus, ...] = ()
    """How they were found, table by table."""
    began: datetime | None = None
    """When the round was dealt; in older records it is not known."""


class HitVerified(PayoutFact, frozen=True, tag=True, kw_only=True):
    """The display is pending adjustment; these are the amounts to be delivered, 14.19(i)."""

    hit: int
    amounts: tuple[tuple[Level, int], ...]
    awards: tuple[Award, ...]
    shortfalls: tuple[tuple[Level, int], ...] = ()
    """What the display promises and a fund does not hold: the house's (AMB-134)."""
    beats: tuple[BadBeat, ...] = ()
    """What qualifies, where that is other than was reported: an earlier hit has won the payout (R-98)."""
    begins_next: bool = False
    """Whether the next payout begins with it; in older records it begins with the last award."""


class HitRejected(PayoutFact, frozen=True, tag=True, kw_only=True):
    hit: int
    reason: str


class PlayResumed(PayoutFact, frozen=True, tag=True, kw_only=True):
    hit: int
    table: str


class PayoutPrepared(PayoutFact, frozen=True, tag=True, kw_only=True):
    hit: int
    instrument: Instrument
    paid_at: PaidAt
    second: Person | None = None
    """The cashier out of whose drawer it is taken to the table."""


class AwardPaid(PayoutFact, frozen=True, tag=True, kw_only=True):
    hit: int
    award: Award
    on_account: bool = True
    """Whether it went to the player's bank; it did wherever the record does not say."""


class PayoutSettled(PayoutFact, frozen=True, tag=True, kw_only=True):
    """Every award of a hit is paid: the reset amount begins the next payout."""

    hit: int


class BonusAwarded(PayoutFact, frozen=True, tag=True, kw_only=True):
    bonus: str
    level: Level
    award: Award
    table: str = ""
    round: int = 0
    """The round of play that it is for."""
    earned: str = ""
    second: Person | None = None
    """The representative of accounting who prepared it, 14.19(j)."""


class SystemFollowed(PayoutFact, frozen=True, tag=True, kw_only=True):
    """What the host of a multi-casino system says is shown here, 14.20(e)4i."""

    event: int
    offered: bool
    why: str
    shown: tuple[int, int]
    pending: tuple[str, ...]
    won: bool = False
    """Whether the primary payout has been won and paid: what can be won is another one from here on."""


class SystemAwardsTaken(PayoutFact, frozen=True, tag=True, kw_only=True):
    """What the host confirmed and this casino pays to its own patrons; `part` is what it gives of its fund for all."""

    event: int
    claim: str
    casino: str
    level: Level
    hit: int
    here: bool
    awards: tuple[SystemAward, ...]
    part: int
    owed: tuple[tuple[str, int], ...]
    uncounted: int = 0
    """What of this casino's part is still in its boxes: the fund has it before it is counted."""


class SystemAwardsCovered(PayoutFact, frozen=True, tag=True, kw_only=True):
    """Another member has paid these: nothing of them is paid here any more."""

    event: int
    claim: str
    payer: str
    hit: int
    awards: tuple[Award, ...]
    settled: bool
    twice: int = 0
    """What had been paid here all the same, because this casino could not be asked: the house owes it to the payer."""


Event = (
    PayoutOffered
    | ChangeAnnounced
    | RulesChanged
    | CollectionStopped
    | PayoutDiscontinued
    | FundsReceived
    | PotsContributed
    | PlayersDealtIn
    | FormCompleted
    | FormVoided
    | BoxesCounted
    | BoxesAccountedFor
    | ContainerCarried
    | ContainerCounted
    | OriginalDropped
    | DuplicateBoxed
    | FormsMatched
    | DayRecorded
    | DisplayAdjusted
    | HitReported
    | HitVerified
    | HitRejected
    | PlayResumed
    | PayoutPrepared
    | AwardPaid
    | PayoutSettled
    | BonusAwarded
    | SystemFollowed
    | SystemAwardsTaken
    | SystemAwardsCovered
)
