"""A casino's own record of the system as its events leave it: letters to be delivered, notices taken, what is shown."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from pokerroom.linked.agreement import Agreement
from pokerroom.linked.host.state import Offering
from pokerroom.linked.letters import FIRST, Letter, PayoutConfirmed, PayoutPending, Shown


class Member(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    casino: str = ""
    payout: str = ""
    agreement: Agreement | None = None
    rules: str = ""
    software: str = ""
    host_keys: Mapping[str, str] = {}
    signs: tuple[str, ...] = ()
    """What is posted in its poker rooms, 14.20(d)1."""
    offset_seconds: float = 0.0
    error_seconds: float = 0.0
    written: int = 0
    """The number of the last letter."""
    last_letter: str = FIRST
    received: int = 0
    """The last letter that the host has taken."""
    out: Mapping[int, Letter] = {}
    """Letters that the host has not taken yet, as far as is known here."""
    notices: int = 0
    """The number of the last notice taken."""
    last_notice: str = FIRST
    told: Offering = Offering.NOT_YET
    """What the host said last."""
    heard: bool = False
    """Whether the host is heard, as last recorded."""
    shown: Shown = Shown()
    pending: Mapping[str, PayoutPending] = {}
    """Payouts that are pending somewhere, by claim."""
    decided: Mapping[str, int] = {}
    """The casino's own claims that were decided, with their amounts, and are not confirmed yet."""
    confirmed: Mapping[str, PayoutConfirmed] = {}
    """Confirmed payouts that are not paid yet."""
    census: Mapping[str, tuple[str, ...]] = {}
    """By claim, who the numbers of the census are."""
    owed: Mapping[str, int] = {}
    """By member: what it owes this casino; below zero, what this casino owes it."""
    followed: int = 0
    """The last event of the casino's payouts that a letter follows from."""
    settling: Mapping[str, int] = {}
    """By member: what was paid to it and the host has not noted yet."""
    revoked: tuple[str, ...] = ()
    """The casino's own keys that the host takes no more."""
    suspended_since: datetime | None = None
    why_suspended: str = ""

    @property
    def offering(self) -> Offering:
        """Whether the payout is offered here: the host says so, and is heard."""
        if self.told is Offering.OFFERED and not self.heard:
            return Offering.SUSPENDED
        return self.told

    @property
    def system(self) -> str:
        return "" if self.agreement is None else self.agreement.system

    def letters_after(self, number: int, most: int) -> tuple[Letter, ...]:
        """The next letters to send."""
        return tuple(self.out[each] for each in range(number + 1, min(self.written, number + most) + 1))

    def on_the_way(self, casino: str) -> int:
        return self.settling.get(casino, 0)
