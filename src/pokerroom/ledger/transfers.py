"""A transfer is the only way money moves: an amount from one account to another, once, for a reason, and signed for.

Each record of the books has an id made of the stream it comes from, the number of the event that caused it, and a line,
since one event can cause several. Ids of a stream only rise, so for each stream the books need to remember only the
last id and a few records before it, however long the day: see `state.KEPT`.
"""

import re
from datetime import datetime
from enum import StrEnum
from typing import Self

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pokerroom.ledger.accounts import Account, Kind
from pokerroom.rules.citation import Citation
from pokerroom.rules.staff import Official

MOST = 10**12
"""The largest single transfer, ten billion dollars: sums of them fit the 64 bits of a database."""

ID_TEXT = re.compile(r"(?s)(?P<stream>.+):(?P<sequence>[0-9]+)\.(?P<line>[0-9]+)")


class RecordId(msgspec.Struct, frozen=True, gc=False, order=True, cache_hash=True):
    """`table/4:1207.2` is the second record caused by event 1207 of the stream `table/4`."""

    stream: str
    sequence: int
    line: int = 1

    def __post_init__(self) -> None:
        if not self.stream or type(self.sequence) is not int or type(self.line) is not int:
            raise ValueError(f"{self!r} is not a record id: it needs a stream and two whole numbers")
        if min(self.sequence, self.line) < 0:
            raise ValueError(f"{self!r} is not a record id: events and lines are counted from 0 up")

    def __str__(self) -> str:
        return f"{self.stream}:{self.sequence}.{self.line}"

    @classmethod
    def parse(cls, text: str) -> Self:
        found = ID_TEXT.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is not a record id: write one like table/4:1207.2")
        return cls(found["stream"], int(found["sequence"]), int(found["line"]))

    def after(self, lines: int) -> Self:
        """The id this many lines further on."""
        return replace(self, line=self.line + lines)


class Signature(msgspec.Struct, frozen=True, gc=False):
    """Who is responsible for a record. Cashiers, who hold no position at the tables, sign too."""

    name: str
    role: str

    def __str__(self) -> str:
        return f"{self.name} ({self.role})"

    def same_person(self, other: Self) -> bool:
        """Whether both are one person; a second role does not make a second person."""
        return self.name.strip().casefold() == other.name.strip().casefold()


def signature(official: Official) -> Signature:
    return Signature(official.name, official.position.value)


def agreed_by(agreed: Signature | Official | str | None) -> str:
    """The note of a transfer that staff made with a player's money: the player agreed to it, or another person did."""
    if agreed is None:
        return ""
    return "the player agreed" if isinstance(agreed, str) else f"countersigned by {agreed}"


class Reason(StrEnum):
    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    HOLD = "hold"
    RELEASE = "release"
    BUY_IN = "buy-in"
    DROP = "drop"
    CASH_OUT = "cash-out"
    TABLE_CHANGE = "table change"
    WAGER = "wager"
    REFUND = "refund"
    AWARD = "award"
    WAGER_LOST = "wager lost"
    WAGER_WON = "wager won"
    RULING = "ruling"
    PERCENTAGE_RAKE = "percentage rake"
    INCREMENTAL_RAKE = "incremental rake"
    TIME_CHARGE = "time charge"
    RAKE_COLLECTED = "rake collected"
    RAKE_EARNED = "rake earned"
    FILL = "fill"
    CREDIT = "credit"
    DROP_COUNTED = "drop counted"
    BAD_BEAT_CONTRIBUTION = "bad beat contribution"
    BAD_BEAT_COUNTED = "bad beat box counted"
    BAD_BEAT_MADE_UP = "bad beat fund made up"
    BAD_BEAT_PAYOUT = "bad beat payout"
    BETWEEN_MEMBERS = "between members"
    FORM_UNMATCHED = "contribution form unmatched"
    FORM_FOUND = "contribution form found"
    VARIANCE = "variance"
    SUSPENSE = "suspense"


CARRIED = frozenset({Reason.FILL, Reason.CREDIT})
"""Chips go between the cage and a table."""

PAYING = (Kind.STAKES, Kind.BANK, Kind.CAGE)
"""Where a wager against the house comes from, and what is won goes to: chips at the table, a bank, or cash."""

# Neither the house's earnings nor the players' money may be moved to where it is no longer known whose it is.
UNSUSPENDABLE = {Kind.REVENUE, Kind.BAD_BEAT_FUND, Kind.MEMBER, Kind.SUSPENSE, Kind.HELD}

ROUTES: dict[Reason, frozenset[tuple[Kind, Kind]]] = {
    Reason.DEPOSIT: frozenset({(Kind.CAGE, Kind.BANK)}),
    Reason.WITHDRAWAL: frozenset({(Kind.BANK, Kind.CAGE)}),
    # Where table and books belong to two servers: set aside for the table, and back if that did not take it.
    Reason.HOLD: frozenset({(Kind.BANK, Kind.HELD)}),
    Reason.RELEASE: frozenset({(Kind.HELD, Kind.BANK)}),
    # From the bank, at once or by way of a hold; with chips brought from the cage; or with chips from the tray for cash
    # that goes to the drop box.
    Reason.BUY_IN: frozenset((kind, Kind.STAKES) for kind in (Kind.BANK, Kind.HELD, Kind.CAGE, Kind.INVENTORY)),
    Reason.DROP: frozenset({(Kind.CAGE, Kind.DROP_BOX)}),
    Reason.CASH_OUT: frozenset({(Kind.STAKES, Kind.BANK), (Kind.STAKES, Kind.CAGE)}),
    Reason.TABLE_CHANGE: frozenset({(Kind.STAKES, Kind.STAKES)}),
    # Into the pot, which the players play for; or against the house, at a game that it banks.
    Reason.WAGER: frozenset({(Kind.STAKES, Kind.POT), *((own, Kind.WAGERS) for own in PAYING)}),
    Reason.REFUND: frozenset({(Kind.POT, Kind.STAKES), *((Kind.WAGERS, own) for own in PAYING)}),
    Reason.AWARD: frozenset({(Kind.POT, Kind.STAKES)}),
    # The tray of a table, or the bank of a booth, takes what is lost and pays what is won.
    Reason.WAGER_LOST: frozenset({(Kind.WAGERS, Kind.INVENTORY)}),
    Reason.WAGER_WON: frozenset({(Kind.INVENTORY, own) for own in PAYING}),
    Reason.RULING: frozenset({(Kind.STAKES, Kind.POT), (Kind.POT, Kind.STAKES)}),
    # Back into the pot when the round dies, AMB-97.
    Reason.PERCENTAGE_RAKE: frozenset({(Kind.POT, Kind.RAKE_AREA), (Kind.RAKE_AREA, Kind.POT)}),
    Reason.INCREMENTAL_RAKE: frozenset({(Kind.POT, Kind.RAKE_AREA), (Kind.RAKE_AREA, Kind.POT)}),
    Reason.TIME_CHARGE: frozenset({(Kind.STAKES, Kind.RAKE_AREA), (Kind.BANK, Kind.RAKE_AREA)}),
    Reason.RAKE_COLLECTED: frozenset({(Kind.RAKE_AREA, Kind.INVENTORY)}),
    # The chips are in the tray; that they belong to the house is booked against the cage. Nothing else is revenue.
    Reason.RAKE_EARNED: frozenset({(Kind.CAGE, Kind.REVENUE)}),
    Reason.FILL: frozenset({(Kind.CAGE, Kind.INVENTORY)}),
    Reason.CREDIT: frozenset({(Kind.INVENTORY, Kind.CAGE)}),
    Reason.DROP_COUNTED: frozenset({(Kind.DROP_BOX, Kind.CAGE)}),
    Reason.BAD_BEAT_CONTRIBUTION: frozenset({(Kind.POT, Kind.BAD_BEAT_BOX), (Kind.BAD_BEAT_BOX, Kind.POT)}),
    # Counted in the cage, or counted at the table and returned to its tray while the fund is credited, 14.19(f).
    Reason.BAD_BEAT_COUNTED: frozenset(
        {
            (Kind.BAD_BEAT_BOX, Kind.BAD_BEAT_FUND),
            (Kind.BAD_BEAT_BOX, Kind.INVENTORY),
            (Kind.CAGE, Kind.BAD_BEAT_FUND),
        }
    ),
    # What was displayed and the fund did not hold: the house pays it in (AMB-134).
    Reason.BAD_BEAT_MADE_UP: frozenset({(Kind.CAGE, Kind.BAD_BEAT_FUND)}),
    # A duplicate form without its original adds its value to poker revenue, 14.19(h); no fund is lowered by it.
    Reason.FORM_UNMATCHED: frozenset({(Kind.CAGE, Kind.REVENUE)}),
    # Its original was found after all: the value is no revenue.
    Reason.FORM_FOUND: frozenset({(Kind.REVENUE, Kind.CAGE)}),
    # In chips, into the player's bank, or in cash at the cage; never to the house.
    Reason.BAD_BEAT_PAYOUT: frozenset({(Kind.BAD_BEAT_FUND, to) for to in (Kind.STAKES, Kind.BANK, Kind.CAGE)}),
    # What members of a multi-casino system give for payouts in one another's casinos, and settle, 14.20(c)2, (d)2.
    Reason.BETWEEN_MEMBERS: frozenset(
        route for kind in (Kind.BAD_BEAT_FUND, Kind.CAGE) for route in ((kind, Kind.MEMBER), (Kind.MEMBER, kind))
    ),
    Reason.VARIANCE: frozenset(
        route
        for counted in (Kind.INVENTORY, Kind.DROP_BOX, Kind.BAD_BEAT_BOX, Kind.CAGE)
        for route in ((counted, Kind.VARIANCE), (Kind.VARIANCE, counted))
    ),
    Reason.SUSPENSE: frozenset(
        route for kind in set(Kind) - UNSUSPENDABLE for route in ((kind, Kind.SUSPENSE), (Kind.SUSPENSE, kind))
    ),
}
"""The kinds of account that money may go from and to, for each reason."""


class Transfer(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An amount in cents leaves the debited account and reaches the credited account."""

    id: RecordId
    debit: Account
    credit: Account
    amount: int
    at: datetime
    by: Signature
    reason: Reason
    rule: Citation | None = None
    """The paragraph it carries out; None where only the house's own bookkeeping requires it."""
    game: str = ""
    """The game then dealt at the table, for the day report."""
    note: str = ""
    corrects: RecordId | None = None
    """The transfer that this one reverses."""
    hold: str | UnsetType = UNSET
    """The hold that it makes, uses or releases."""

    @property
    def table(self) -> str:
        return self.debit.table or self.credit.table

    @property
    def route(self) -> tuple[Account, Account]:
        """The kinds of account its reason allows; a compensation goes the opposite way."""
        return (self.debit, self.credit) if self.corrects is None else (self.credit, self.debit)


def compensation(original: Transfer, *, id: RecordId, at: datetime, by: Signature, note: str) -> Transfer:  # noqa: A002
    """The transfer that reverses another: the same money the other way, naming the original."""
    return replace(
        original,
        id=id,
        debit=original.credit,
        credit=original.debit,
        at=at,
        by=by,
        note=note,
        corrects=original.id,
    )
