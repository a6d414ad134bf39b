"""What a letter leads to beside being taken, and what can be decided and confirmed by then."""

from collections.abc import Callable, Mapping
from typing import Any

from pokerroom.jackpot.rules import Level
from pokerroom.linked.host import claiming, confirming
from pokerroom.linked.host.acting import Acting
from pokerroom.linked.host.refusals import HostCode
from pokerroom.linked.host.state import ClaimStanding
from pokerroom.linked.letters import (
    AwardsPaid,
    CensusTaken,
    Claimed,
    ClaimRejected,
    ClaimVerified,
    CoverAsked,
    Letter,
    PayoutAuthorised,
    SettlementConfirmed,
    SettlementPaid,
)

EFFECTS: Mapping[type[Any], Callable[[Acting, Letter], HostCode | None]] = {
    Claimed: claiming.make_claim,
    ClaimVerified: claiming.verify_claim,
    ClaimRejected: claiming.reject_claim,
    PayoutAuthorised: claiming.authorise_claim,
    CensusTaken: claiming.take_census,
    AwardsPaid: confirming.note_awards,
    CoverAsked: confirming.ask_to_cover,
    SettlementPaid: confirming.announce_settlement,
    SettlementConfirmed: confirming.note_settlement,
}
"""Contributions are in the meters as soon as their letter is taken."""


def move_on(acting: Acting) -> None:
    """Whatever can be decided, confirmed and taken over by now."""
    for level in Level:
        while claiming.is_ready(acting, level):
            claiming.decide_jackpot(acting, level)
    for claim in tuple(acting.host.claims.values()):
        if claim.standing is ClaimStanding.DECIDED and not tuple(confirming.blanks(acting.host, claim, acting.at)):
            confirming.confirm(acting, claim.claim)
        for cover in claim.covers:
            if confirming.is_certain(acting, cover):
                confirming.take_over(acting, claim.claim, cover)
