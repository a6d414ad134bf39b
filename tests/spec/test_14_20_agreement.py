"""14.20(a) to (c), (e) to (g): what must be agreed, approved and on record before a multi-casino payout is offered."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from pokerroom.linked.agreement import (
    Agreement,
    Clause,
    Controls,
    Representative,
    agreement_digest,
    missing,
    rules_digest,
    without_effect,
)
from pokerroom.linked.host import commands, events
from pokerroom.linked.host.decide import perform
from pokerroom.linked.host.state import AccessRole, Host, Offering
from pokerroom.linked.member.posting import lines, outdated
from pokerroom.linked.people import SYSTEM, Official
from pokerroom.ranking.bad_beats import qualifier
from pokerroom.rules.refusal import Refusal
from tests.linked.parties import ANEW, CASINOS, NOON, OPERATOR, RULES, SOFTWARE, agreement, amended, member
from tests.linked.quiet import QuietSystem
from tests.spec_marks import scenario, spec


def asked(host: Host, command: commands.Command) -> Host | Refusal:
    found = perform(host, command)
    return found if isinstance(found, Refusal) else found[0]


def with_operator() -> Host:
    granted = asked(Host(), commands.GrantAccess(at=NOON, by=SYSTEM, who=OPERATOR, role=AccessRole.OPERATOR))
    assert isinstance(granted, Host)
    return granted


def done(host: Host, *orders: commands.Command) -> Host:
    for each in orders:
        found = asked(host, each)
        assert isinstance(found, Host), found
        host = found
    return host


def notified(subject: str) -> commands.RecordNotice:
    return commands.RecordNotice(at=NOON, by=OPERATOR, subject=subject, written_on=NOON.date(), reference="letter 9")


def started(found: Agreement, *, notices: tuple[str, ...] = ()) -> Host | Refusal:
    """What comes of starting a system by this agreement, with these notices beside those it needs."""
    host = done(
        with_operator(),
        notified(SOFTWARE),
        notified(agreement_digest(found)),
        *map(notified, notices),
        commands.InstallSoftware(at=NOON, by=OPERATOR, software=SOFTWARE),
        commands.FileAgreement(at=NOON, by=OPERATOR, agreement=found),
    )
    return asked(host, commands.StartSystem(at=NOON, by=OPERATOR))


def refused(found: Host | Refusal) -> tuple[str, str]:
    assert isinstance(found, Refusal), found
    assert found.sentence
    return found.code.value, found.paragraph


MEMBER_B = member("B")
BY_MAJORITY = amended(decisions="by majority")
INCOMPLETE = [
    (agreement(("A",)), "14.20(a)"),
    (agreement(members=(member("A"), member("A"), MEMBER_B)), "14.20(e)2"),
    (agreement(approval=None), "14.20(b)"),
    (agreement(members=(member("A"), replace(MEMBER_B, executed_on=None))), "14.20(b)"),
    (agreement(members=(member("A"), replace(MEMBER_B, role=" "))), "14.20(c)"),
    (agreement(members=(member("A"), replace(MEMBER_B, authority=""))), "14.20(c)"),
    (agreement(members=(member("A"), replace(MEMBER_B, responsibilities=""))), "14.20(c)"),
    (agreement(decisions=""), "14.20(c)1"),
    (agreement(funds=""), "14.20(c)2"),
    (agreement(costs=""), "14.20(c)2"),
    (agreement(costs_from_fund=True), "14.19(a)"),
    (agreement(records=()), "14.20(c)3"),
    (agreement(records=("Z",)), "14.20(c)3"),
    (agreement(posted=""), "14.20(d)1i"),
    (agreement(members=(replace(member("A"), address=""), MEMBER_B)), "14.20(d)1ii"),
    (agreement(controls=replace(agreement().controls, security="")), "14.20(e)1"),
    (agreement(controls=replace(agreement().controls, integrity="")), "14.20(e)2"),
    (agreement(controls=replace(agreement().controls, access="")), "14.20(e)3"),
    (agreement(controls=replace(agreement().controls, operation="")), "14.20(e)4"),
    (agreement(controls=replace(agreement().controls, installation="")), "14.20(e)5"),
    (agreement(claim_order=None), "14.20(e)4iii"),
    (agreement(tie=None), "14.20(e)4iii"),
    (agreement(second_claim=None), "14.20(e)4iii"),
    (agreement(computer_rules="-"), "14.20(g)"),
    (agreement(rules=replace(RULES, system="another")), "14.20(a)"),
]


@spec(
    "R-14.20-a.1",
    "R-14.20-b",
    "R-14.20-c.1",
    "R-14.20-c-3",
    "R-14.20-e.0",
    "R-14.20-g",
)
@pytest.mark.parametrize(("found", "paragraph"), INCOMPLETE)
def test_a_system_does_not_run_before_its_agreement_says_everything(found: Agreement, paragraph: str) -> None:
    assert refused(started(found)) == ("agreement incomplete", paragraph)


def test_a_complete_agreement_lacks_nothing_and_runs() -> None:
    assert list(missing(agreement())) == []
    host = started(agreement())
    assert isinstance(host, Host)
    assert host.started
    assert host.offering is Offering.NOT_YET


@spec("R-14.20-f")
def test_a_representative_without_a_key_licence_is_refused() -> None:
    nobody = Representative(id="nora", name="Nora", licence="")
    found = agreement(members=(member("A"), replace(MEMBER_B, representatives=(nobody,))))
    assert refused(started(found)) == ("agreement incomplete", "14.20(f)")
    without_any = agreement(members=(member("A"), replace(MEMBER_B, representatives=())))
    assert isinstance(started(without_any), Host), "a licensee may designate some, and need not"


@spec("R-14.20-e-5")
@scenario("MC-09")
def test_software_and_changes_wait_for_advance_written_notice() -> None:
    host = with_operator()
    install = commands.InstallSoftware(at=NOON, by=OPERATOR, software=SOFTWARE)
    assert refused(asked(host, install)) == ("no division notice", "14.20(e)5")
    host = done(host, notified(SOFTWARE), install)
    assert host.software == SOFTWARE
    host = done(host, commands.FileAgreement(at=NOON, by=OPERATOR, agreement=agreement()))
    start = commands.StartSystem(at=NOON, by=OPERATOR)
    assert refused(asked(host, start)) == ("no division notice", "14.20(e)5")
    assert done(host, notified(agreement_digest(agreement())), start).started


@spec("R-14.20-c-1")
def test_a_change_is_pending_until_every_member_has_approved_it() -> None:
    later = BY_MAJORITY
    host = started(agreement(), notices=(agreement_digest(later),))
    assert isinstance(host, Host)
    for casino in CASINOS:
        who = Official(id=f"rep-{casino}", name=f"Rita of {casino}")
        host = done(host, commands.GrantAccess(at=NOON, by=OPERATOR, who=who, role=AccessRole.REPRESENTATIVE))
    host = done(host, commands.ProposeChange(at=NOON, by=OPERATOR, agreement=later), approval("A"))
    put = commands.PutInForce(at=NOON, by=OPERATOR)
    assert refused(asked(host, put)) == ("not approved", "14.20(c)1")
    assert refused(asked(host, approval("A"))) == ("has approved", "14.20(c)1")
    assert refused(asked(host, approval("B", by="A"))) == ("not a representative", "14.20(f)")
    assert done(host, approval("B"), approval("C"), put).agreement == later


def approval(casino: str, *, by: str = "", of: Agreement | None = None) -> commands.ApproveChange:
    who = Official(id=f"rep-{by or casino}", name="Rita")
    return commands.ApproveChange(at=NOON, by=who, casino=casino, change=agreement_digest(of or BY_MAJORITY))


@spec("R-14.20-c-1", "R-14.20-f")
def test_an_approval_counts_for_the_change_that_was_read_and_for_no_other() -> None:
    read, other = BY_MAJORITY, amended(decisions="by the host alone")
    host = started(agreement())
    assert isinstance(host, Host)
    who = Official(id="rep-A", name="Rita of A")
    host = done(host, commands.GrantAccess(at=NOON, by=OPERATOR, who=who, role=AccessRole.REPRESENTATIVE))
    host = done(host, *(commands.ProposeChange(at=NOON, by=OPERATOR, agreement=each) for each in (read, other)))
    assert refused(asked(host, approval("A", of=read))) == ("other change", "14.20(c)1")
    assert done(host, approval("A", of=other)).approved_by == ("A",)


@spec("R-14.20-b")
def test_a_change_has_the_divisions_approval_of_its_own() -> None:
    host = started(agreement())
    assert isinstance(host, Host)
    propose = commands.ProposeChange(at=NOON, by=OPERATOR, agreement=agreement(decisions="by majority"))
    assert refused(asked(host, propose)) == ("same approval", "14.20(b)")
    assert done(host, replace(propose, agreement=BY_MAJORITY)).proposed == BY_MAJORITY


LATER = NOON.date() + timedelta(days=3)


@spec("R-14.20-b", "R-14.20-e-5")
def test_what_is_dated_in_the_future_is_neither_approved_nor_executed_nor_notified() -> None:
    early = agreement(approval=replace(ANEW, on=LATER))
    assert refused(started(early)) == ("not yet", "14.20(b)")
    early = agreement(members=(member("A"), replace(MEMBER_B, executed_on=LATER)))
    assert refused(started(early)) == ("not yet", "14.20(b)")
    notice = replace(notified(SOFTWARE), written_on=LATER)
    assert refused(asked(with_operator(), notice)) == ("not yet", "14.20(e)5")
    there_already = replace(notice, written_on=NOON.date() + timedelta(days=1))
    assert done(with_operator(), there_already).notices_given, "it is that day where the sun rises first"


@spec("R-14.20-d-2.2")
def test_a_clause_that_limits_liability_is_marked_as_without_effect() -> None:
    clauses = (
        Clause(title="Costs", text="Each bears its own."),
        Clause(title="Cap", text="No member owes more than its fund.", limits_liability=True),
    )
    found = agreement(clauses=clauses)
    assert [each.title for each in without_effect(found)] == ["Cap"]
    outcome = perform(with_operator(), commands.FileAgreement(at=NOON, by=OPERATOR, agreement=found))
    assert not isinstance(outcome, Refusal)
    (filed,) = outcome[1]
    assert isinstance(filed, events.AgreementFiled)
    assert filed.without_effect == ("Cap",)


@spec("R-14.20-a.2")
@scenario("MC-04")
def test_a_casino_whose_rules_differ_is_turned_away() -> None:
    system = QuietSystem()
    other = replace(RULES, qualifier=qualifier("quad jacks"))
    assert rules_digest(other) != rules_digest(RULES)
    assert rules_digest(replace(RULES, tables=("7",))) == rules_digest(RULES), "each casino has tables of its own"
    casino = system.casinos["B"]
    answer = casino.joins_by(system.agreement, rules=other)
    assert isinstance(answer, Refusal)
    assert (answer.code.value, answer.paragraph) == ("rules differ", "14.20(a)")
    casino.claims_to_join(rules_digest(other), system.agreement)
    system.passes(1.0)
    assert [(each.casino, each.why) for each in system.recorded(events.MemberTurnedAway)] == [("B", "rules differ")]
    assert system.state.offering is Offering.SUSPENDED, "nothing is offered until all have the same rules"


@spec("R-14.20-d-1-i")
@scenario("MC-10")
@pytest.mark.parametrize("left_out", range(6))
def test_a_room_whose_sign_lacks_something_does_not_take_part(left_out: int) -> None:
    found = agreement()
    signs = tuple(line for place, line in enumerate(lines(found)) if place != left_out)
    answer = QuietSystem().casinos["A"].joins_by(found, signs=signs)
    if lines(found)[left_out] in signs:
        assert not isinstance(answer, Refusal), "the host is one of the members, and named as such"
    else:
        assert isinstance(answer, Refusal)
        assert (answer.code.value, answer.paragraph) == ("sign incomplete", "14.20(d)1")


@spec("R-14.20-d-1-ii")
def test_signs_are_outdated_once_another_casino_is_a_member() -> None:
    system = QuietSystem()
    larger = agreement(("A", "B", "C", "D"))
    assert outdated(system.casinos["A"].link, system.agreement) == ()
    assert outdated(system.casinos["A"].link, larger) == ("Casino D",)


@spec("R-14.20-e-1", "R-14.20-e-3")
def test_whoever_is_not_on_the_access_list_is_denied_and_that_is_recorded() -> None:
    system = QuietSystem()
    dealer = Official(id="dee", name="Dee, dealer")
    system.host.order(commands.Enter(at=NOON, by=dealer, what="meters"))
    assert [(each.by, each.what) for each in system.recorded(events.EntryDenied)] == [(dealer, "meters")]
    answer = system.host.order(commands.RevokeKey(at=NOON, by=dealer, casino="A", key="x", why="no reason"))
    assert isinstance(answer, Refusal)
    assert (answer.code.value, answer.paragraph) == ("no access", "14.20(e)3")
    system.host.order(commands.Enter(at=NOON, by=OPERATOR, what="meters"))
    assert [each.by for each in system.recorded(events.Entered)] == [OPERATOR]
    auditor = Official(id="otto", name="Otto")
    system.host.order(commands.GrantAccess(at=NOON, by=OPERATOR, who=auditor, role=AccessRole.AUDITOR))
    answer = system.host.order(commands.WithdrawAccess(at=NOON, by=auditor, who="olga"))
    assert isinstance(answer, Refusal), "an auditor reads, and changes nothing"


@spec("R-14.20-e.0")
def test_controls_name_all_five_groups() -> None:
    assert Controls.__struct_fields__ == ("security", "integrity", "access", "operation", "installation")
