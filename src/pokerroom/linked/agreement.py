"""The agreement of a system as data, and what keeps it from running: 14.20(a) to (g).

Each thing that is missing names its paragraph. Some say what the text wants written down, such as who keeps the
records; the others are the terms by which the host decides: who is first, who shares, how long is waited.
"""

from collections.abc import Iterator
from datetime import date
from enum import StrEnum
from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from pokerroom.jackpot.rules import Missing, PayoutRules, cite
from pokerroom.rules.wording import is_said

Seconds = Annotated[float, Meta(gt=0)]

LEAST_MEMBERS = 2
"""A payout of one casino is no multi-casino payout, 14.20(a)."""

RULES = b"pokerroom linked rules 1"
AGREEMENT = b"pokerroom linked agreement 1"
ENCODER = msgspec.json.Encoder(order="deterministic")


class Representative(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A casino key employee who represents the interests of a member, 14.20(f)."""

    id: str
    name: str
    licence: str
    """The number of the casino key employee licence."""


class MemberCasino(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A casino licensee that takes part: what it does, may and must do, 14.20(c)."""

    casino: str
    """Its identity on every letter, 14.20(e)2."""
    name: str
    address: str
    role: str = ""
    authority: str = ""
    responsibilities: str = ""
    executed_on: date | None = None
    """When it executed the agreement, 14.20(b)."""
    representatives: tuple[Representative, ...] = ()


class Controls(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Where the internal controls of the members set forth each of the five groups of 14.20(e)."""

    security: str = ""
    """Of the central computer, physical and logical, (e)1."""
    integrity: str = ""
    """Of data and software, (e)2."""
    access: str = ""
    """Limited access, (e)3."""
    operation: str = ""
    """Of equipment and software: notices, records of payouts, competing claims, (e)4."""
    installation: str = ""
    """And modification, (e)5."""


class Approval(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The Division's, before the system runs, 14.20(b)."""

    on: date
    reference: str


class ClaimOrder(StrEnum):
    """Whose claim is first where two casinos claim one payout, 14.20(e)4iii (AMB-138)."""

    COMPLETED = "completed"
    """The round of play that was completed first, in host time."""


class Tie(StrEnum):
    """What happens to claims with equal stamps (AMB-138)."""

    SPLIT = "split"


class SecondClaim(StrEnum):
    """What a later claim of the same payout gets (AMB-138)."""

    RESET = "reset"
    NONE = "none"


class Clause(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Another term of the contract, as written."""

    title: str
    text: str
    limits_liability: bool = False
    """Whether it would limit a member's liability: marked as without effect, 14.20(d)2."""


class Agreement(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A multi-casino bad beat payout system agreement."""

    system: str
    members: tuple[MemberCasino, ...]
    host: str
    """Which member is the host; its name and address are posted in every room, 14.20(d)1ii."""
    rules: PayoutRules
    """The same at all participating casinos but for the tables, which each has of its own, 14.20(a)."""
    decisions: str = ""
    """How decisions are approved by the members and carried out by each, 14.20(c)1."""
    funds: str = ""
    """How the funds of payouts are maintained, accounted for and paid, 14.20(c)2."""
    costs: str = ""
    """How fees and costs are paid: never out of the fund, all of which is for players, 14.19(a)."""
    costs_from_fund: bool = False
    records: tuple[str, ...] = ()
    """The members responsible for records and reports, 14.20(c)3."""
    posted: str = ""
    """The bad beat payout information that is posted in each poker room, 14.20(d)1i."""
    controls: Controls = Controls()
    computer_rules: str = ""
    """The reference to the Division's rules for casino computer systems, 14.20(g)."""
    approval: Approval | None = None
    clauses: tuple[Clause, ...] = ()
    claim_order: ClaimOrder | None = None
    tie: Tie | None = None
    second_claim: SecondClaim | None = None
    notice_bound_seconds: Seconds = 2.0
    """Within which every member acknowledges a notice; else the whole system is suspended (AMB-141)."""
    heartbeat_seconds: Seconds = 3.0
    """How long a member may offer the payout without having heard from the host (AMB-139)."""
    claim_wait_seconds: Seconds = 60.0
    """After which claims are decided without those who cannot be reached."""
    most_skew_seconds: Seconds = 1.0
    """A casino's clock that differs by more from host time is alarmed."""

    def member(self, casino: str) -> MemberCasino | None:
        return next((each for each in self.members if each.casino == casino), None)

    @property
    def casinos(self) -> tuple[str, ...]:
        return tuple(each.casino for each in self.members)

    @property
    def host_member(self) -> MemberCasino | None:
        return self.member(self.host)


def missing(agreement: Agreement) -> Iterator[Missing]:
    """What keeps a system from running, as `words/en/detail-linked.toml` says it."""
    host, controls = agreement.host_member, agreement.controls
    checks = (
        (not is_said(agreement.system), "system", "14.20(a)"),
        (len(set(agreement.casinos)) < LEAST_MEMBERS, "members", "14.20(a)"),
        (len(set(agreement.casinos)) != len(agreement.members), "same-member", "14.20(e)2"),
        (agreement.approval is None or not is_said(agreement.approval.reference), "approval", "14.20(b)"),
        (any(each.executed_on is None for each in agreement.members), "executed", "14.20(b)"),
        (any(not is_described(each) for each in agreement.members), "role", "14.20(c)"),
        (not is_said(agreement.decisions), "decisions", "14.20(c)1"),
        (not is_said(agreement.funds), "funds", "14.20(c)2"),
        (not is_said(agreement.costs), "costs", "14.20(c)2"),
        (bool(agreement.rules.bonuses), "bonuses", "14.20(c)2"),
        (agreement.costs_from_fund, "costs-from-fund", "14.19(a)"),
        (not agreement.records or not set(agreement.records) <= set(agreement.casinos), "records", "14.20(c)3"),
        (not is_said(agreement.posted), "posted", "14.20(d)1i"),
        (any(not is_said(each.name) for each in agreement.members), "names", "14.20(d)1ii"),
        (host is None or not is_said(host.name) or not is_said(host.address), "host", "14.20(d)1ii"),
        (not is_said(controls.security), "security", "14.20(e)1"),
        (not is_said(controls.integrity), "integrity", "14.20(e)2"),
        (not is_said(controls.access), "access", "14.20(e)3"),
        (not is_said(controls.operation), "operation", "14.20(e)4"),
        (not is_said(controls.installation), "installation", "14.20(e)5"),
        (agreement.claim_order is None, "claim-order", "14.20(e)4iii"),
        (agreement.tie is None, "tie", "14.20(e)4iii"),
        (agreement.second_claim is None, "second-claim", "14.20(e)4iii"),
        (any(not is_licensed(each) for each in agreement.members), "representatives", "14.20(f)"),
        (not is_said(agreement.computer_rules), "computer-rules", "14.20(g)"),
        (agreement.rules.system != agreement.system, "rules", "14.20(a)"),
    )
    return (Missing(what, cite(paragraph)) for fails, what, paragraph in checks if fails)


def is_described(member: MemberCasino) -> bool:
    return is_said(member.role) and is_said(member.authority) and is_said(member.responsibilities)


def is_licensed(member: MemberCasino) -> bool:
    """Whoever represents a member holds a casino key employee licence; a member may also have nobody, 14.20(f)."""
    return all(is_said(each.name) and is_said(each.licence) for each in member.representatives)


def without_effect(agreement: Agreement) -> tuple[Clause, ...]:
    """Clauses that would limit liability: they bind nobody, whatever the contract says, 14.20(d)2."""
    return tuple(each for each in agreement.clauses if each.limits_liability)


def shared_rules(rules: PayoutRules) -> PayoutRules:
    """What must be the same everywhere: all but the tables, which each casino has of its own."""
    return replace(rules, tables=())


def rules_digest(rules: PayoutRules) -> str:
    return sha256(RULES + ENCODER.encode(shared_rules(rules))).hexdigest()


def agreement_digest(agreement: Agreement) -> str:
    return sha256(AGREEMENT + ENCODER.encode(agreement)).hexdigest()
