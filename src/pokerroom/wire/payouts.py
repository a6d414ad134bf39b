"""What clients are told of bad beat payouts."""

import msgspec

from pokerroom.wire.common import Message
from pokerroom.words import Saying


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
    system: SystemShown | None = None
    """Of a multi-casino payout."""


class PayoutNews(Message, frozen=True, tag=True, kw_only=True):
    """Something that everybody in the room may know of a payout: a hit, its verification, what was paid."""

    payout: str
    table: str
    says: Saying
    rule: str
    amount: int
