"""14.20(a), (c): the rules and the fund of a system are changed by an agreement in force, and by no casino alone."""

from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.commands import AwardBonus, ChangeRules, Discontinue, OfferPayout, PostNotice, StopCollecting
from pokerroom.jackpot.people import Person
from pokerroom.jackpot.rules import Bonus, PayoutRules
from pokerroom.linked.agreement import Agreement, agreement_digest, missing
from pokerroom.linked.host import commands
from pokerroom.linked.host.state import AccessRole, Offering
from pokerroom.linked.people import SYSTEM, Official
from pokerroom.room.payouts import PAYOUTS
from pokerroom.rules.refusal import Refusal
from tests.linked.nodes import CasinoMachine
from tests.linked.parties import NOON, OPERATOR, RULES, agreement, amended
from tests.linked.quiet import QuietSystem
from tests.payouts import ACCOUNTING, SHIFT
from tests.spec_marks import spec

DEARER: PayoutRules = replace(RULES, contribution=replace(RULES.contribution, amount=2_00))


def put_in_force(system: QuietSystem, changed: Agreement) -> None:
    approved(system, changed)
    answer = system.host.order(commands.PutInForce(at=system.now, by=OPERATOR))
    assert not isinstance(answer, Refusal), str(answer)


def approved(system: QuietSystem, changed: Agreement) -> None:
    """Proposed, approved by a representative of every member, and notified."""
    host = system.host
    asked: dict[str, Any] = {"at": system.now, "by": OPERATOR}
    subject = agreement_digest(changed)
    orders: list[commands.Command] = [commands.ProposeChange(agreement=changed, **asked)]
    for casino in system.state.casinos:
        rep = Official(id=f"rep-{casino}", name=f"Rita of {casino}", casino=casino)
        orders += [
            commands.GrantAccess(at=system.now, by=SYSTEM, who=rep, role=AccessRole.REPRESENTATIVE),
            commands.ApproveChange(at=system.now, by=rep, casino=casino, change=subject),
        ]
    orders.append(commands.RecordNotice(subject=subject, written_on=NOON.date(), reference="letter 12", **asked))
    for each in orders:
        answer = host.order(each)
        assert not isinstance(answer, Refusal), str(answer)


def changes(system: QuietSystem, casino: CasinoMachine, rules: PayoutRules) -> Any:
    casino.pays(PostNotice, SHIFT, system.now, rules=rules, filing="appendix 4")
    system.passes(2.0)
    return casino.pays(ChangeRules, SHIFT, system.now)


ALONE: dict[str, tuple[type[Any], Person, dict[str, Any]]] = {
    "stop": (StopCollecting, SHIFT, {"filing": "appendix 4"}),
    "end": (Discontinue, ACCOUNTING, {"to": "Own"}),
    "bonus": (
        AwardBonus,
        SHIFT,
        {"bonus": "high hand", "player": "Ann", "table": "1", "round": 1, "earned": "quads"},
    ),
    "take over": (Discontinue, ACCOUNTING, {"payout": "Own", "to": RULES.name}),
}


@spec("R-14.20-a.2")
@pytest.mark.parametrize(("kind", "by", "of"), ALONE.values(), ids=ALONE)
def test_no_casino_alone_ends_the_payout_or_moves_its_fund(kind: type[Any], by: Person, of: dict[str, Any]) -> None:
    system = QuietSystem()
    casino = system.casinos["B"]
    own = replace(RULES, name="Own", system="", tables=("2",))
    casino.pays(OfferPayout, SHIFT, system.now, payout="Own", rules=own, filing="appendix 9")
    system.contribute("B", 500_00)
    system.passes(2.0)
    before = casino.room.state(PAYOUTS)
    found = casino.pays(kind, by, system.now, **{"payout": RULES.name} | of)
    assert isinstance(found, Refusal)
    assert (found.code.value, found.paragraph) == ("system decides", "14.20(a)")
    assert casino.room.state(PAYOUTS) == before


@spec("R-14.20-a.2")
@pytest.mark.parametrize("rules", [DEARER, replace(RULES, system="")], ids=["dearer", "nobody's"])
def test_no_casino_alone_plays_by_other_rules(rules: PayoutRules) -> None:
    system = QuietSystem()
    casino = system.casinos["B"]
    found = changes(system, casino, rules)
    assert isinstance(found, Refusal)
    assert found.code.value == "system decides"
    assert casino.payout.rules == RULES
    assert system.state.offering is Offering.OFFERED


def test_a_casino_changes_its_own_tables() -> None:
    system = QuietSystem()
    casino = system.casinos["B"]
    assert not isinstance(changes(system, casino, replace(RULES, tables=("1", "7"))), Refusal)
    assert casino.payout.rules.tables == ("1", "7")


@spec("R-14.20-c-1")
def test_rules_change_everywhere_once_a_changed_agreement_is_in_force() -> None:
    system = QuietSystem()
    changed = amended(rules=DEARER)
    put_in_force(system, changed)
    system.passes(3.0)
    assert system.state.why_suspended == "not-joined"
    for casino in system.casinos.values():
        assert not isinstance(changes(system, casino, DEARER), Refusal)
        assert not isinstance(casino.joins_by(changed), Refusal)
    system.passes(4.0)
    assert system.state.offering is Offering.OFFERED
    assert {each.payout.rules.contribution.amount for each in system.casinos.values()} == {2_00}


def test_a_casino_whose_fund_is_empty_may_end_a_payout_that_is_not_offered() -> None:
    system = QuietSystem()
    casino = system.casinos["B"]
    assert isinstance(casino.pays(Discontinue, ACCOUNTING, system.now, to=""), Refusal)
    system.cut = {"B"}
    system.passes(10.0)
    system.cut = set()
    system.passes(0.4)
    assert not isinstance(casino.pays(Discontinue, ACCOUNTING, system.now, to=""), Refusal)


def test_the_rules_of_a_system_list_no_award_that_one_member_pays_alone() -> None:
    listed = replace(RULES, bonuses=(Bonus(name="high hand", amount=50_00, terms="of the day"),))
    assert [(each.what, each.rule.paragraph) for each in missing(agreement(rules=listed))] == [("bonuses", "14.20(c)2")]
