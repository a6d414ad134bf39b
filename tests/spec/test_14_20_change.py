"""14.20(b), (c): when a changed agreement comes into force, and what becomes of a member that leaves by it (R-85)."""

from msgspec.structs import replace

from pokerroom.jackpot.rules import Level, PayoutRules
from pokerroom.linked.agreement import Agreement
from pokerroom.linked.host import commands, events
from pokerroom.linked.host.state import Offering
from pokerroom.ranking.bad_beats import qualifier
from pokerroom.rules.refusal import Refusal
from tests.linked.parties import OPERATOR, OWN_SECONDARY, RULES, agreement, amended, member
from tests.linked.quiet import QuietSystem
from tests.spec.test_14_20_payouts import funded
from tests.spec.test_14_20_together import approved
from tests.spec_marks import spec

HARDER: PayoutRules = replace(RULES, qualifier=qualifier("quad kings"))


def put_in_force(system: QuietSystem, changed: Agreement) -> str:
    """Done, or the code and paragraph of why not."""
    approved(system, changed)
    answer = system.host.order(commands.PutInForce(at=system.now, by=OPERATOR))
    return f"{answer.code.value}, {answer.paragraph}" if isinstance(answer, Refusal) else ""


@spec("R-14.20-c-1")
def test_a_change_waits_until_a_claim_is_decided_and_confirmed() -> None:
    system = funded()
    system.hit("A")
    system.passes(2.0)
    assert put_in_force(system, amended(decisions="by majority")) == "claim open, 14.20(c)1"
    for _ in range(8):
        system.work()
    system.passes(2.0)
    answer = system.host.order(commands.PutInForce(at=system.now, by=OPERATOR))
    assert not isinstance(answer, Refusal), str(answer)


def test_a_change_waits_for_letters_that_are_under_way() -> None:
    system = QuietSystem()
    system.cut = {"B"}
    system.contribute("A", 5_00)
    system.passes(1.2)
    wrote = system.state.member("B").letters + 1
    told = commands.NoteAcknowledged(at=system.now, casino="B", notice=system.state.notices, wrote=wrote)
    system.host.order(told)
    assert put_in_force(system, amended(decisions="by majority")) == "letters due, 14.20(c)1"


@spec("R-14.19-q.2")
def test_a_hand_must_not_be_more_than_before_while_there_is_something_to_be_won() -> None:
    assert put_in_force(funded(), amended(rules=HARDER)) == "requirements increased, 14.19(q)"
    assert put_in_force(QuietSystem(), amended(rules=HARDER)) == ""


def test_a_secondary_payout_is_not_dropped_while_it_holds_something() -> None:
    system = QuietSystem(rules=replace(RULES, secondary=OWN_SECONDARY))
    system.casinos["B"].contributes(system.now, 10_00, secondary=3_00)
    system.passes(3.0)
    assert system.state.meters[Level.SECONDARY].current == 3_00
    assert put_in_force(system, amended()) == "fund not empty, 14.19(a)"


def left_by_c(**money: int) -> QuietSystem:
    """A and B go on without C, which was cut off with a letter to write."""
    system = funded(**money)
    system.cut = {"C"}
    system.contribute("C", 50_00)
    two = amended(members=(member("A"), member("B")))
    assert put_in_force(system, two) == ""
    system.passes(2.0)
    for each in ("A", "B"):
        assert not isinstance(system.casinos[each].joins_by(two), Refusal)
    system.cut = set()
    system.passes(4.0)
    return system


@spec("R-14.20-c-2")
def test_what_a_member_that_leaves_had_collected_is_delivered_and_it_offers_no_more() -> None:
    system = left_by_c()
    assert system.state.offering is Offering.OFFERED
    assert system.state.meters[Level.PRIMARY].contributed == 950_00
    assert {each: casino.offers(system.passed) for each, casino in system.casinos.items()} == {
        "A": True,
        "B": True,
        "C": False,
    }
    assert not any(each.why == "unknown casino" for each in system.recorded(events.CallRefused))


@spec("R-14.20-d-2.1")
def test_a_member_that_has_left_gives_its_part_of_the_fund_and_settles() -> None:
    system = left_by_c(a=0, b=0, c=900_00)
    system.hit("A")
    for _ in range(14):
        system.work("A", "B")
    assert system.casinos["C"].link.owed["A"] < 0
    system.casinos["C"].pays_debts(system.now)
    system.passes(3.0)
    assert system.casinos["C"].link.owed["A"] < 0, "nobody at A has found the money yet"
    system.casinos["A"].confirms_receipts(system.now)
    system.passes(3.0)
    assert (system.casinos["C"].link.owed, system.state.debts) == ({}, ())


def test_a_member_that_has_left_does_not_come_back_by_a_letter() -> None:
    system = left_by_c()
    system.casinos["C"].claims_to_join(system.casinos["C"].link.rules, agreement())
    system.passes(2.0)
    assert [each.why for each in system.recorded(events.MemberTurnedAway)] == ["unknown casino"]
    assert system.casinos["C"].link.turned_away == "unknown casino"
    assert system.state.offering is Offering.OFFERED


def test_a_key_of_a_member_that_has_left_is_revoked_like_any_other() -> None:
    system = left_by_c()
    system.host.revokes("C", "C", system.now)
    assert system.state.member("C").keys[system.casinos["C"].signer.key].revoked_at is not None
