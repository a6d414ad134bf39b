"""A casino's own record of the system as its events leave it: letters to be delivered, notices taken, what is shown."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from pokerroom.linked.agreement import Agreement
from pokerroom.linked.host.state import Offering
from pokerroom.linked.letters import (
    FIRST,
    AwardsReserved,
    Letter,
    PayoutConfirmed,
    PayoutPending,
    SettlementAnnounced,
    Shown,
)


class Member(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    casino: str = ""
    payout: str = ""
    agreement: Agreement | None = None
    rules: str = ""
    """The digest of the rules by which the casino has joined."""
    system_rules: str = ""
    """The digest of those that the host last said are in force; empty before it did."""
    system_agreement: str = ""
    """The digest of the agreement that the host last said is in force."""
    is_to_join: bool = False
    """Whether that came into force after the casino had joined the last time."""
    turned_away: str = ""
    """Why the host did not admit it: a code of `host/refusals.py`."""
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
    """By member: what was paid to it and is not confirmed yet."""
    announced: Mapping[int, SettlementAnnounced] = {}
    """By the number of its notice: what another member says it has paid to this casino, where nobody has found it."""
    reserved: Mapping[int, AwardsReserved] = {}
    """By the number of its notice: awards that another member than their own is to pay, until that is certain."""
    paid: Mapping[str, Mapping[str, str]] = {}
    """Of confirmed payouts, by claim and player: the casino that has paid an award, as far as the host has said so."""
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
    def rules_in_force(self) -> str:
        """By which every member offers the payout, 14.20(a)."""
        return self.system_rules or self.rules

    def may_join_by(self, agreement: Agreement, digest: str) -> bool:
        """Whether it joins by this agreement now: by a changed one once the host has said that it is in force."""
        if self.agreement == agreement:
            return self.is_to_join and self.system_agreement == digest
        return self.system_agreement in ("", digest)

    @property
    def system(self) -> str:
        return "" if self.agreement is None else self.agreement.system

    def letters_after(self, number: int, most: int) -> tuple[Letter, ...]:
        """The next letters to send."""
        return tuple(self.out[each] for each in range(number + 1, min(self.written, number + most) + 1))

    def payer_of(self, claim: str, called: str) -> str:
        """Which other member pays an award; nobody but the player's own casino where it is empty."""
        found = (each for each in self.reserved.values() if each.claim == claim)
        return next((each.payer for each in found if called in {award.player for award in each.awards}), "")

    def paid_by(self, claim: str, called: str) -> str:
        """Which casino has paid an award, as far as that is known here; empty where it is not."""
        return self.paid.get(claim, {}).get(called, "")

    def on_the_way(self, casino: str) -> int:
        return self.settling.get(casino, 0)
