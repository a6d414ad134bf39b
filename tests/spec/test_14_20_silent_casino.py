"""14.20(d)2: a casino that disappears with a claim of its own keeps nobody waiting for ever."""

from typing import Any

from pokerroom.linked.host import commands, events
from pokerroom.linked.host.commands import AuthoriseByOtherMeans, RejectByOtherMeans, VerifyByOtherMeans
from pokerroom.linked.host.state import ClaimStanding
from pokerroom.linked.letters import at_home
from pokerroom.rules.refusal import Refusal
from tests.linked.parties import OPERATOR
from tests.linked.quiet import QuietSystem
from tests.spec.test_14_20_payouts import funded
from tests.spec_marks import spec


def enters(system: QuietSystem, kind: type[Any], claim: str, **more: str) -> str:
    """Done, or the code of why not."""
    said = {"claim": claim, "person": "Sue of B", "means": "telephone"} | more
    answer = system.host.order(kind(at=system.now, by=OPERATOR, **said))
    system.passes(2.0)
    return answer.code.value if isinstance(answer, Refusal) else ""


def hit_and_gone() -> tuple[QuietSystem, str]:
    """A hit at B, which is not heard from any more once the host knows of it."""
    system = funded()
    claim = system.hit("B")
    system.passes(2.0)
    system.cut = {"B"}
    system.passes(system.agreement.claim_wait_seconds + 2.0)
    return system, claim


def patrons_paid_by(system: QuietSystem, payer: str, claim: str) -> None:
    for award in system.claim(claim).unpaid:
        if at_home(award.player)[0] != payer:
            system.casinos[payer].covers(system.now, claim, award)
    system.passes(system.agreement.claim_wait_seconds + 4.0)


@spec("R-14.20-d-2.1")
def test_patrons_of_a_casino_that_disappears_before_it_verified_their_hand_are_paid_by_another() -> None:
    system, claim = hit_and_gone()
    assert system.claim(claim).standing is ClaimStanding.PENDING
    assert enters(system, VerifyByOtherMeans, claim) == ""
    assert system.claim(claim).standing is ClaimStanding.DECIDED
    assert enters(system, AuthoriseByOtherMeans, claim, person="Ann of B") == ""
    assert system.claim(claim).standing is ClaimStanding.CONFIRMED
    patrons_paid_by(system, "A", claim)
    assert system.claim(claim).standing is ClaimStanding.PAID
    assert system.casinos["A"].link.owed["B"] > 0
    signed = system.recorded(events.ClaimSigned)
    named = [(each.verified_by or each.authorised_by).name for each in signed]
    assert (named, {each.means for each in signed}) == (["Sue of B", "Ann of B"], {"telephone"})
    system.cut = set()
    for _ in range(6):
        system.work()
    assert not system.casinos["B"].payout.open_hits, "what others have paid is not paid again when it comes back"
    assert system.claim(claim).paid == dict.fromkeys(system.claim(claim).paid, "A")


def test_a_later_claim_of_another_casino_does_not_wait_for_one_that_was_rejected_by_telephone() -> None:
    system, first = hit_and_gone_with_another()
    second = next(each.claim for each in system.state.pending if each.casino == "A")
    system.work("A")
    assert system.claim(second).standing is ClaimStanding.PENDING, "whose round was completed first is not known yet"
    assert enters(system, RejectByOtherMeans, first, reason="the board was misread") == ""
    system.passes(2.0)
    assert system.claim(first).standing is ClaimStanding.REJECTED
    assert system.claim(second).standing is ClaimStanding.DECIDED
    system.cut = set()
    for _ in range(12):
        system.work()
    assert not any(each.payout.open_hits for each in system.casinos.values())


def hit_and_gone_with_another() -> tuple[QuietSystem, str]:
    system = funded()
    first = system.hit("B")
    system.hit("A", after=0.3)
    system.passes(2.0)
    system.cut = {"B"}
    system.passes(system.agreement.claim_wait_seconds + 2.0)
    return system, first


def test_a_casino_that_can_be_reached_says_itself_what_is_with_its_claim() -> None:
    system = funded()
    claim = system.hit("B")
    system.passes(2.0)
    assert enters(system, VerifyByOtherMeans, claim) == "says so itself"
    system.passes(system.agreement.claim_wait_seconds + 2.0)
    assert enters(system, VerifyByOtherMeans, claim) == "says so itself", "it has only not decided yet"
    system.cut = {"B"}
    system.passes(5.0)
    assert enters(system, VerifyByOtherMeans, claim, person=" ") == "not said"
    assert enters(system, RejectByOtherMeans, claim, reason="") == "not said"
    assert enters(system, AuthoriseByOtherMeans, claim) == "claim decided", "nothing is authorised before it is decided"
    assert enters(system, VerifyByOtherMeans, "B.77.primary") == "no such claim"


def test_only_an_operator_enters_what_was_said_by_other_means() -> None:
    system, claim = hit_and_gone()
    order = commands.VerifyByOtherMeans(at=system.now, claim=claim, person="Sue of B", means="telephone")
    answer = system.host.order(order)
    assert isinstance(answer, Refusal)
    assert answer.code.value == "no access"
