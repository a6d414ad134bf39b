"""The parties to an agreement to test with: its members, its rules, and the people on the host's access list."""

from datetime import UTC, date, datetime
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from pokerroom.jackpot.rules import (
    CarvedOut,
    Census,
    Contribution,
    OwnContribution,
    PayoutRules,
    Reset,
    Secondary,
    Shares,
)
from pokerroom.linked.agreement import (
    Agreement,
    Approval,
    ClaimOrder,
    Controls,
    MemberCasino,
    Representative,
    SecondClaim,
    Tie,
)
from pokerroom.linked.people import Official
from pokerroom.ranking.bad_beats import qualifier
from tests import payouts

SYSTEM_NAME = "Shore bad beat"
NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
CASINOS = ("A", "B", "C")
OPERATOR = Official(id="olga", name="Olga Operator")
SOFTWARE = "pokerroom test"
RULES: PayoutRules = replace(payouts.RULES, system=SYSTEM_NAME)
ROOM_RULES: PayoutRules = replace(
    RULES, shares=Shares(losing=40, winning=20, table=20, room=20), census=Census(minutes=5)
)
"""By which the room has a share, too."""
ANEW = Approval(on=date(2027, 2, 10), reference="DGE 27-198")
"""Of a change of the agreement."""
RESET = Reset(percent=10, internal_controls="IC 7", manner_approved="DGE 3")
LESSER = Contribution(amount=50, least_pot=20_00, method="fifty cents from each pot")
OWN_SECONDARY = Secondary(
    qualifier=qualifier("any full house"),
    shares=Shares(losing=50, winning=25, table=25),
    funded_by=OwnContribution(LESSER),
)
CARVED_SECONDARY: Secondary = replace(OWN_SECONDARY, funded_by=CarvedOut(40_00))


def key_of(name: str) -> Ed25519PrivateKey:
    """A key that is the same each time: nothing here is secret."""
    return Ed25519PrivateKey.from_private_bytes(name.encode().ljust(32, b".")[:32])


def member(casino: str) -> MemberCasino:
    return MemberCasino(
        casino=casino,
        name=f"Casino {casino}",
        address=f"{casino} Boardwalk",
        role="offers the payout and keeps its boxes",
        authority="approves changes",
        responsibilities="counts, records and pays",
        executed_on=date(2027, 1, 2),
        representatives=(Representative(id=f"rep-{casino}", name=f"Rita of {casino}", licence=f"K-{casino}-1"),),
    )


def agreement(casinos: tuple[str, ...] = CASINOS, **changed: Any) -> Agreement:
    found = Agreement(
        system=SYSTEM_NAME,
        members=tuple(map(member, casinos)),
        host=casinos[0],
        rules=RULES,
        decisions="every member approves in writing",
        funds="each member holds what its pots contributed",
        costs="each member bears its own",
        records=(casinos[0],),
        posted="Four tens or better, beaten: one payout in all casinos.",
        controls=Controls(security="IC 1", integrity="IC 2", access="IC 3", operation="IC 4", installation="IC 5"),
        computer_rules="13:69D-2",
        approval=Approval(on=date(2027, 1, 20), reference="DGE 27-114"),
        claim_order=ClaimOrder.COMPLETED,
        tie=Tie.SPLIT,
        second_claim=SecondClaim.RESET,
    )
    return replace(found, **changed)


def amended(**changed: Any) -> Agreement:
    """A change of the agreement, which the Division has approved in its turn."""
    return agreement(**{"approval": ANEW} | changed)


def drawn_agreement(random: Random) -> Agreement:
    """Terms that differ from seed to seed: the shares, the reset amount, and where a secondary payout comes from."""
    rules = replace(
        ROOM_RULES if random.random() < 0.5 else RULES,
        reset=random.choice((None, RESET)),
        secondary=random.choice((None, OWN_SECONDARY, CARVED_SECONDARY)),
    )
    return agreement(rules=rules, second_claim=random.choice(list(SecondClaim)), claim_wait_seconds=20.0)
