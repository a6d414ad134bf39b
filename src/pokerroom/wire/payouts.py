"""What clients are told of bad beat payouts."""

from typing import Literal

import msgspec

from pokerroom.wire.common import Message
from pokerroom.words import Saying


class TabledShown(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that was tabled in a round that hit a payout."""

    who: str
    cards: tuple[str, ...]


class AwardShown(msgspec.Struct, frozen=True, kw_only=True):
    who: str
    part: str
    amount: int


class HitShown(msgspec.Struct, frozen=True, kw_only=True):
    """A hit of a payout, as everybody in the room may know it: the hands were tabled before all."""

    number: int
    table: str
    round: int
    at: float
    step: Literal["reported", "verified", "prepared", "paid"]
    amount: int
    losing: tuple[TabledShown, ...]
    winning: tuple[TabledShown, ...]
    board: tuple[str, ...]
    awards: tuple[AwardShown, ...]


class SystemShown(msgspec.Struct, frozen=True, kw_only=True):
    """The multi-casino system that a payout is of, as every poker room posts it, 14.20(d)1."""

    name: str
    standing: str
    """`offered`, `suspended` or `not yet`."""
    information: str
    members: tuple[str, ...]
    """The names of all casino licensees that take part."""
    host: str
    host_address: str
    pending: tuple[str, ...]
    """The casinos at which a payout is pending, 14.20(e)4i."""
    confirmed: tuple[Saying, ...]
    """Payouts that are confirmed and not paid yet."""


class PayoutShown(msgspec.Struct, frozen=True, kw_only=True):
    """A payout as it is displayed, 14.19(b)."""

    name: str
    amount: int
    secondary: int | None
    """The payout for a lesser hand; none where there is none."""
    from_primary: bool
    """Whether the secondary is funded from the primary, and deducted from it if won, 14.19(m)2iii."""
    pending: bool
    """Whether the amount is pending adjustment because of a payout, 14.19(i)1."""
    qualifier: str
    """Which hand must lose, in words."""
    tables: tuple[str, ...]
    play_chips: bool
    hit: HitShown | None = None
    """The last hit, while it is being verified and paid and afterwards until the next."""
    open: tuple[HitShown, ...] = ()
    """Every hit that is still to be decided or paid, in their order."""
    system: SystemShown | None = None
    """Of a multi-casino payout."""
    stopped: bool = False
    """Whether no pot contributes any more, 14.19(c); what is displayed can still be won."""


class PayoutNews(Message, frozen=True, tag=True, kw_only=True):
    """Something that everybody in the room may know of a payout: a hit, its verification, what was paid."""

    payout: str
    table: str
    says: Saying
    rule: str
    edition: str
    reading: str | None
    amount: int
    shown: PayoutShown
    """The display as it is now."""
    hit: HitShown | None = None
    """The hit that it is about; none where that was rejected."""
