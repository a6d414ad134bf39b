"""What people of a casino read of the system at their desk: enough for each order given there, 14.20(d)2, (e)4ii."""

import msgspec
from msgspec.structs import replace

from pokerroom.jackpot.rules import cite
from pokerroom.jackpot.sharing import Award
from pokerroom.ledger import CAGE, Reason, member
from pokerroom.linked.host.events import LetterWithoutEffect
from pokerroom.linked.host.state import ClaimStanding
from pokerroom.linked.letters import Notice, SettlementAnnounced, SettlementConfirmed, SettlementNoted, Told
from pokerroom.linked.member.apply import apply
from pokerroom.linked.member.commands import (
    Authorise,
    Command,
    ConfirmReceipt,
    CoverAwards,
    Settle,
    WriteLetters,
)
from pokerroom.linked.member.events import NoticeTaken, SettlementReceived
from pokerroom.linked.member.state import Member
from pokerroom.linked.people import Official
from pokerroom.room.processes.posting import Movement
from pokerroom.room.processes.settling import moved
from pokerroom.room.room import Done
from pokerroom.rules.refusal import Refusal
from pokerroom.web.api.link import LinkRead, PendingRead, link_read
from tests.linked.nodes import AUTHORISER
from tests.linked.parties import NOON, ROOM_RULES
from tests.linked.quiet import QuietSystem, found_beside_rounds
from tests.payouts import SHIFT

ANN = Official(id="ann", name="Ann")


def read(system: QuietSystem, casino: str) -> LinkRead:
    return link_read(system.casinos[casino].link, None)


def payout(system: QuietSystem, casino: str) -> PendingRead:
    (found,) = read(system, casino).pending
    return found


def decided() -> QuietSystem:
    """A claim of A that is verified and decided, with patrons of B who have a part of it."""
    system = QuietSystem(rules=ROOM_RULES)
    for casino, amount in (("A", 600_00), ("B", 300_00)):
        system.contribute(casino, amount)
    system.deal("B", "bea", "ben")
    system.hit("A")
    system.passes(1.0)
    assert payout(system, "A").standing == "pending"
    for each in system.casinos.values():
        each.answers_census(system.now)
    system.casinos["A"].verifies(system.now)
    system.passes(2.0)
    return system


def confirmed() -> QuietSystem:
    system = decided()
    authorise = Authorise(at=system.now, by=AUTHORISER, claim=payout(system, "A").claim)
    assert isinstance(system.casinos["A"].order(authorise), Done)
    system.passes(2.0)
    return system


def test_a_claim_that_waits_to_be_authorised_is_told_to_its_own_casino() -> None:
    system = decided()
    here, there = payout(system, "A"), payout(system, "B")
    assert (here.standing, here.amount, here.there) == ("decided", 900_00, ())
    assert there.standing == "pending"
    system = confirmed()
    assert payout(system, "A").standing == payout(system, "B").standing == "confirmed"


def test_patrons_of_another_casino_are_paid_by_what_is_read() -> None:
    system = confirmed()
    found = payout(system, "A")
    assert [(each.casino, each.part, each.payer) for each in found.there] == [("Casino B", "room", "")] * 2
    assert all(each.player.startswith("A:") for each in payout(system, "B").there)
    awards = tuple(Award(player=each.player, part=each.part, amount=each.amount) for each in found.there)
    system.cut = {"B"}
    cover = CoverAwards(at=system.now, by=ANN, claim=found.claim, awards=awards)
    assert isinstance(system.casinos["A"].order(cover), Done)
    system.passes(1.0)
    assert [each.payer for each in payout(system, "A").there] == ["Casino A"] * 2


def test_what_is_owed_is_settled_by_what_is_read_and_not_twice() -> None:
    system = confirmed()
    for _ in range(8):
        system.work()
    assert system.claim("A.1.primary").standing is ClaimStanding.PAID
    (owed,) = read(system, "B").owed
    assert (owed.name, owed.on_the_way) == ("Casino A", 0)
    assert owed.amount < 0
    settle = Settle(at=system.now, by=ANN, to=owed.casino, amount=-owed.amount, reference="wire 7")
    assert isinstance(system.casinos["B"].order(settle), Done)
    (told,) = read(system, "B").owed
    assert (told.amount, told.on_the_way) == (owed.amount, -owed.amount)
    system.passes(2.0)
    (told,) = read(system, "B").owed
    assert (told.amount, told.on_the_way) == (owed.amount, -owed.amount), "it is owed until its receipt is confirmed"
    assert [each.amount for each in read(system, "A").owed] == [-owed.amount]
    (said,) = read(system, "A").announced
    assert (said.name, said.amount, said.reference) == ("Casino B", -owed.amount, "wire 7")
    assert read(system, "B").announced == read(system, "C").announced == ()
    confirm = ConfirmReceipt(at=system.now, by=ANN, announced=said.notice)
    assert refused(system, "C", confirm) == refused(system, "B", confirm) == "not announced"
    assert isinstance(system.casinos["A"].order(confirm), Done)
    assert refused(system, "A", confirm) == "not announced"
    assert (read(system, "A").owed, read(system, "A").announced) == ((), ())
    system.passes(2.0)
    assert read(system, "B").owed == ()
    assert (system.state.debts, system.state.announced) == ((), {})
    assert found_beside_rounds(system.casinos["A"]) == []


def refused(system: QuietSystem, casino: str, command: Command) -> str:
    answer = system.casinos[casino].order(command)
    assert isinstance(answer, Refusal)
    return answer.code.value


def test_a_settlement_is_booked_once_its_receipt_is_confirmed() -> None:
    """And one of an earlier version, by which the debtor's word was enough, as it was."""
    owed = Member(casino="A", owed={"B": 270_00})
    body = SettlementAnnounced(debtor="B", creditor="A", amount=270_00, reference="wire 7")
    announced, booked = told(owed, body)
    assert (announced.owed, booked) == ({"B": 270_00}, ())
    event = SettlementReceived(
        rule=cite("14.20(c)2"), at=NOON, debtor="B", amount=270_00, reference="wire 7", announced=1
    )
    assert tuple(moved("", announced, event)) == (Movement(CAGE, member("B"), 270_00, Reason.BETWEEN_MEMBERS),)
    received = apply(announced, event)
    assert (received.owed, received.announced) == ({}, {})
    noted = SettlementNoted(debtor="B", creditor="A", amount=270_00, reference="wire 7", announced=1)
    assert told(received, noted) == (replace(received, notices=2, last_notice="2"), ())
    before = msgspec.json.decode(
        b'{"type": "SettlementNoted", "debtor": "B", "creditor": "A", "amount": 27000, "reference": "wire 7"}',
        type=SettlementNoted,
    )
    by_word, booked = told(owed, before)
    assert by_word.owed == {}
    assert booked == (Movement(CAGE, member("B"), 270_00, Reason.BETWEEN_MEMBERS),)


def told(before: Member, body: Told) -> tuple[Member, tuple[Movement, ...]]:
    """A casino's record with one notice more, and what of it the books have."""
    number = before.notices + 1
    notice = Notice(system="", number=number, before="", issued_at=NOON, body=body)
    event = NoticeTaken(rule=cite("14.20(e)4i"), at=NOON, notice=notice, digest=str(number))
    return apply(before, event), tuple(moved("", before, event))


def test_the_host_notes_no_receipt_of_what_was_not_announced() -> None:
    system = confirmed()
    body = SettlementConfirmed(announced=system.state.notices, debtor="B", amount=270_00)
    system.casinos["A"].order(WriteLetters(at=system.now, bodies=(body,)))
    debts = system.state.debts
    system.passes(2.0)
    assert [each.code for each in system.recorded(LetterWithoutEffect)] == ["not announced"]
    assert system.state.debts == debts != ()


def test_whoever_took_a_step_of_a_payout_or_has_a_part_in_it_does_not_authorise_it() -> None:
    system = decided()
    authorise = Authorise(at=system.now, by=Official(id=SHIFT.id, name=SHIFT.name), claim=payout(system, "A").claim)
    answer = system.casinos["A"].order(authorise)
    assert isinstance(answer, Refusal)
    assert (answer.code.value, answer.paragraph) == ("same person", "14.20(e)4ii")
    player = Official(id=system.casinos["A"].payout.hits[1].showdown.dealt_in[-1], name="Pat")
    assert refused(system, "A", replace(authorise, by=player)) == "has a part"
    assert isinstance(system.casinos["A"].order(replace(authorise, by=ANN)), Done)
    system.passes(2.0)
    answer = system.casinos["A"].prepares(system.now)
    assert isinstance(answer, Refusal)
    assert (answer.code.value, answer.paragraph) == ("same person", "14.19(j)"), "she authorised it"


def test_a_casino_is_told_who_has_paid_what_it_asked_to_pay() -> None:
    system = confirmed()
    found = payout(system, "A")
    here, there = (Award(player=each.player, part=each.part, amount=each.amount) for each in found.there)
    system.casinos["B"].prepares(system.now)
    assert isinstance(system.casinos["B"].pays_patron(system.now, "bea"), Done)
    system.passes(2.0)
    cover = CoverAwards(at=system.now, by=ANN, claim=found.claim, awards=(here,))
    assert isinstance(system.casinos["A"].order(cover), Done)
    system.passes(2.0)
    assert [(each.paid, each.payer) for each in payout(system, "A").there] == [(True, "Casino B"), (False, "")]
    assert refused(system, "A", cover) == "is paid"
    assert isinstance(system.casinos["A"].order(replace(cover, awards=(there,))), Done)
    system.passes(2.0)
    assert [(each.paid, each.payer) for each in payout(system, "A").there] == [(True, "Casino B"), (True, "Casino A")]
    assert refused(system, "A", replace(cover, awards=(there,))) == "is paid"
