"""14.20(d)2, (e)2, (e)4: letters complete and in order, notices to everybody at once, claims, payment and liability."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.commands import RecordDay, ReportHit
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.rules import Level, Reset
from pokerroom.jackpot.sharing import Award
from pokerroom.ledger import BAD_BEAT_FUND, OWN_PART, Reason, member
from pokerroom.linked.agreement import SecondClaim
from pokerroom.linked.exchange import letters_of
from pokerroom.linked.host import commands, events
from pokerroom.linked.host.confirming import unreached
from pokerroom.linked.host.state import ClaimStanding, Offering
from pokerroom.linked.letters import AwardsPaid, ClaimVerified, Owing, PayoutConfirmed, PayoutPending, Suspended
from pokerroom.linked.member import commands as to_member
from pokerroom.linked.member.events import NoticeTaken
from pokerroom.linked.people import Official
from pokerroom.linked.signing import sign_letter
from pokerroom.live.forms.payouts import handed_by
from pokerroom.room.books import LEDGER
from pokerroom.room.link import LINK
from pokerroom.room.processes.paying import moved
from pokerroom.room.processes.posting import Movement
from pokerroom.room.room import Done
from pokerroom.rules.refusal import Refusal
from tests.linked.parties import OPERATOR, RESET, ROOM_RULES, RULES
from tests.linked.quiet import STEP, QuietSystem, found_beside_rounds
from tests.payouts import ACCOUNTING, DEALER, showdown
from tests.spec_marks import scenario, spec

ANN = Official(id="ann", name="Ann")


def funded(*, a: int = 600_00, b: int = 270_00, c: int = 30_00, **changed: object) -> QuietSystem:
    """A system in which each casino has contributed so much."""
    system = QuietSystem(**changed)  # type: ignore[arg-type]
    for casino, amount in (("A", a), ("B", b), ("C", c)):
        system.contribute(casino, amount)
    system.passes(3.0)
    assert system.state.shown.primary == a + b + c
    return system


# Letters.


@spec("R-14.20-c-2", "R-14.20-e-2.2")
def test_a_contribution_is_the_casinos_own_and_the_pools() -> None:
    system = QuietSystem()
    system.contribute("A", 1_000_00)
    system.contribute("B", 5_00)
    system.passes(3.0)
    assert system.state.member("A").contributed[Level.PRIMARY] == 1_000_00
    assert system.state.member("B").contributed[Level.PRIMARY] == 5_00
    assert system.state.meters[Level.PRIMARY].contributed == 1_005_00
    assert all(casino.payout.primary.shown == 1_005_00 for casino in system.casinos.values())


@spec("R-14.20-e-2.1", "R-14.20-e-2.2")
@scenario("MC-07")
def test_a_lost_letter_is_asked_for_again_and_a_repeated_one_counts_once() -> None:
    system = QuietSystem()
    system.cut = {"A"}
    system.contribute("A", *([1_00] * 50))
    casino, first = system.casinos["A"], system.state.member("A").letters + 1
    letters = [sign_letter(each, casino.signer) for each in casino.link.out.values()]
    assert [each.letter.number for each in letters] == list(range(first, first + 50))
    assert {each.letter.casino for each in letters} == {"A"}
    take(system, *letters[:30])
    take(system, letters[31])
    (gap,) = system.recorded(events.LetterRefused)
    assert (gap.casino, gap.number, gap.code) == ("A", first + 31, "gap")
    assert system.state.member("A").letters == first + 29, "which says what is wanted next"
    take(system, *letters[25:])
    take(system, *letters[40:])
    assert system.state.member("A").contributed[Level.PRIMARY] == 50_00
    assert system.state.meters[Level.PRIMARY].contributed == sum(
        system.state.member(each).contributed.get(Level.PRIMARY, 0) for each in system.casinos
    )


def take(system: QuietSystem, *letters: object, casino: str = "A") -> None:
    system.host.order(commands.TakeLetters(at=system.now, casino=casino, letters=letters))  # type: ignore[arg-type]


@spec("R-14.20-e-2.2")
@pytest.mark.parametrize("casino", ["", "B", "Z"])
def test_a_letter_that_does_not_say_whose_it_is_is_refused(casino: str) -> None:
    system = QuietSystem()
    system.cut = {"A"}
    system.contribute("A", 9_00)
    machine = system.casinos["A"]
    letter = replace(next(iter(machine.link.out.values())), casino=casino)
    take(system, sign_letter(letter, machine.signer))
    assert [each.code for each in system.recorded(events.LetterRefused)] == ["wrong casino"]
    assert system.state.meters[Level.PRIMARY].contributed == 0


# Notices.


@spec("R-14.20-e-4-i.1", "R-14.20-e-4-i.2")
def test_pending_and_confirmed_payouts_reach_every_casino_within_the_bound() -> None:
    system = funded()
    claim = system.hit("A")
    settled(system)
    assert system.claim(claim).standing is ClaimStanding.PAID
    bound = timedelta(seconds=system.agreement.notice_bound_seconds)
    for kind in (PayoutPending, PayoutConfirmed):
        for casino in system.casinos.values():
            taken = [event for _, event in LINK.events(casino.store) if isinstance(event, NoticeTaken)]
            (found,) = [event for event in taken if isinstance(event.notice.body, kind)]
            assert found.at - found.notice.issued_at <= bound
    assert all(not casino.payout.is_pending for casino in system.casinos.values())


@spec("R-14.20-e-4-i.1")
def test_every_display_says_pending_while_a_payout_is() -> None:
    system = funded()
    claim = system.hit("B")
    system.passes(1.0)
    for casino in system.casinos.values():
        assert casino.payout.system.pending == (claim,)
        assert casino.payout.is_pending


@spec("R-14.20-e-4-i.3", "R-14.20-e-4-i.4")
@scenario("MC-03")
def test_a_link_that_fails_while_a_payout_is_pending_suspends_everybody() -> None:
    system = funded()
    claim = system.hit("A")
    system.cut = {"C"}
    system.casinos["A"].verifies(system.now)
    system.passes(6.0)
    assert system.state.offering is Offering.SUSPENDED
    assert not any(casino.offers(system.passed) for casino in system.casinos.values())
    (told,) = [event.notice.body for event in system.recorded(events.NoticeIssued) if is_suspension(event)]
    assert told.casinos == ("C",)
    shown = [casino.payout.primary.shown for casino in system.casinos.values()]
    assert shown == [900_00] * 3, "displays say that it is suspended, and do not fall"
    assert [casino.payout.system.offered for casino in system.casinos.values()] == [False] * 3
    no_round_qualifies(system)
    pay_by_telephone(system, claim)
    system.cut = set()
    system.passes(3.0)
    assert all(casino.offers(system.passed) for casino in system.casinos.values())


def is_suspension(event: events.NoticeIssued) -> bool:
    return isinstance(event.notice.body, Suspended)


def no_round_qualifies(system: QuietSystem) -> None:
    beat = showdown("Tc Td 5h 6h 7h", "Th Ts", "8h 9h", dealt_in=5, round_=99)
    for casino in system.casinos.values():
        before = casino.payout.hits
        assert casino.pays(ReportHit, ROOM, system.now, showdown=beat) == Done(""), "a round leads to no hit"
        answer = casino.pays(ReportHit, DEALER, system.now, showdown=beat)
        assert isinstance(answer, Refusal)
        assert (answer.code.value, answer.paragraph) == ("system suspended", "14.20(e)4i")
        assert casino.payout.hits == before


def pay_by_telephone(system: QuietSystem, claim: str) -> None:
    """The payout in question goes on: C is told by telephone, and that is on record."""
    system.passes(60.0)  # C cannot say that it has no earlier claim: the agreed time is over.
    system.work("A")
    assert system.claim(claim).standing is ClaimStanding.DECIDED
    assert unreached(system.state, system.claim(claim)) == ("C",)
    confirm = commands.ConfirmPayout(at=system.now, by=OPERATOR, claim=claim)
    answer = system.host.order(confirm)
    assert isinstance(answer, Refusal)
    assert (answer.code.value, answer.paragraph) == ("record incomplete", "14.20(e)4ii")
    told = commands.NotifyByOtherMeans(
        at=system.now, by=OPERATOR, claim=claim, casino="C", person="Tess", means="telephone"
    )
    assert isinstance(system.host.order(replace(told, person="")), Refusal)
    system.host.order(told)
    system.work("A")
    (entry,) = system.recorded(events.OtherMeansUsed)
    assert (entry.casino, entry.person, entry.means, entry.at) == ("C", "Tess", "telephone", told.at)
    for _ in range(8):
        system.work("A", "B")
    assert system.claim(claim).standing is ClaimStanding.PAID


@spec("R-14.20-e-4-i.4")
def test_what_was_collected_before_a_suspension_is_still_delivered_and_marked_late() -> None:
    system = QuietSystem()
    system.cut = {"C"}
    system.contribute("C", 40_00)
    system.passes(10.0)
    assert system.state.meters[Level.PRIMARY].contributed == 0
    assert not system.casinos["C"].offers(system.passed), "it has not heard the host, and offers nothing by itself"
    system.cut = set()
    system.passes(3.0)
    assert system.state.member("C").contributed[Level.PRIMARY] == 40_00
    assert system.state.member("C").late == 40_00
    assert all(casino.payout.primary.shown == 40_00 for casino in system.casinos.values())


@spec("R-14.20-e-4-i.4")
@pytest.mark.parametrize("skew", [-30.0, 0.0, 30.0])
def test_what_is_late_is_so_by_host_time_whatever_the_clock_of_the_casino_says(skew: float) -> None:
    system = QuietSystem(skew=skew)
    system.contribute("A", 5_00)
    system.passes(2.0)
    assert (system.state.offering, system.state.member("A").late) == (Offering.OFFERED, 0)
    casino = system.casinos["A"]
    system.contribute("A", 7_00)
    call = casino.calls(system.now, system.passed)
    assert call.call.letters
    system.host.order(letters_of(call.call, system.now + timedelta(seconds=5)))
    assert system.state.offering is Offering.OFFERED
    assert system.state.member("A").late == 7_00, "it was written longer ago than a heartbeat"


# Claims.


def settled(system: QuietSystem) -> None:
    for _ in range(12):
        system.work()


@spec("R-14.20-e-4-iii")
@scenario("MC-01")
@pytest.mark.parametrize("second", [SecondClaim.RESET, SecondClaim.NONE])
def test_of_two_claims_the_round_completed_first_is_paid(second: SecondClaim) -> None:
    reset = Reset(percent=10, internal_controls="IC 7", manner_approved="DGE 3")
    system = funded_with_reset(replace(RULES, reset=reset), second)
    later, earlier = system.hit("B", after=-0.2), system.hit("A", after=-2.7)
    system.passes(2.0)
    settled(system)
    first, other = system.claim(earlier), system.claim(later)
    assert first.stamp + timedelta(seconds=2.5) == other.stamp
    assert (first.standing, first.amount) == (ClaimStanding.PAID, 810_00)
    if second is SecondClaim.RESET:
        assert (other.standing, other.amount, other.jackpot) == (ClaimStanding.PAID, 90_00, 2)
    else:
        assert (other.standing, other.amount) == (ClaimStanding.NOTHING, 0)
    assert system.state.meters[Level.PRIMARY].is_balanced


@spec("R-14.20-e-4-iii")
@pytest.mark.parametrize("decided_before", [True, False], ids=["decided before", "decided after"])
def test_a_later_claim_is_for_the_same_however_late_the_first_is_decided(*, decided_before: bool) -> None:
    system = funded_with_reset(replace(RULES, reset=RESET), SecondClaim.RESET)
    first = system.hit("A")
    system.passes(2.0)
    if decided_before:
        system.casinos["A"].verifies(system.now)
        system.passes(2.0)
    system.contribute("C", 10_00)
    system.passes(2.0)
    later = system.hit("B")
    system.passes(2.0)
    system.contribute("C", 50_00)
    system.passes(2.0)
    assert (system.claim(first).standing is ClaimStanding.DECIDED) is decided_before
    settled(system)
    assert (system.claim(first).amount, system.claim(later).amount) == (810_00, 90_00 + 9_00)
    assert system.state.meters[Level.PRIMARY].is_balanced


def funded_with_reset(rules: object, second: SecondClaim) -> QuietSystem:
    system = QuietSystem(rules=rules, second_claim=second)
    for casino, amount in (("A", 600_00), ("B", 270_00), ("C", 30_00)):
        system.contribute(casino, amount)
    system.passes(3.0)
    return system


@spec("R-14.20-e-4-iii")
def test_equal_stamps_share_the_payout() -> None:
    system = funded()
    claims = [system.hit("A", after=-0.69), system.hit("C", after=-0.62)]
    settled(system)
    assert [system.claim(each).amount for each in claims] == [450_00, 450_00]
    assert [system.claim(each).standing for each in claims] == [ClaimStanding.PAID] * 2


@spec("R-14.20-e-4-iii")
def test_host_time_orders_claims_of_casinos_whose_clocks_differ() -> None:
    system = funded()
    system.casinos["B"].skew = -4.0  # Its clock says less, and it is later all the same.
    system.passes(2.0)
    first = system.hit("A", after=-1.5)
    second = system.hit("B", after=-0.5)
    settled(system)
    assert system.claim(first).stamp < system.claim(second).stamp
    assert system.claim(first).amount == 900_00
    assert [each.casino for each in system.recorded(events.SkewMeasured) if each.is_alarm] == ["B"]


def test_a_claim_that_comes_after_the_decision_is_too_late_and_recorded() -> None:
    system = funded()
    system.cut = {"C"}
    late, first = system.hit("C"), system.hit("A", after=1.0)
    system.casinos["A"].verifies(system.now)
    system.passes(62.0)
    system.work("A")
    assert system.claim(first).amount == 900_00
    system.cut = set()
    system.passes(2.0)
    (found,) = system.recorded(events.ClaimTooLate)
    assert (found.claim, found.jackpot) == (late, 1)
    assert system.claim(late).stamp < system.claim(first).stamp


@spec("R-14.20-e-4-ii")
@scenario("MC-06")
def test_a_payout_is_confirmed_once_its_record_lacks_nothing() -> None:
    system = funded()
    claim = system.hit("A")
    system.passes(1.0)
    nameless = ClaimVerified(claim=claim, by=Official(id="sue", name=" "))
    system.casinos["A"].order(to_member.WriteLetters(at=system.now, bodies=(nameless,)))
    system.passes(1.0)
    authorise = to_member.Authorise(at=system.now, by=ANN, claim=claim)
    assert isinstance(system.casinos["A"].order(replace(authorise, by=Official(id="x", name=""))), Refusal)
    confirm = commands.ConfirmPayout(at=system.now, by=OPERATOR, claim=claim)
    assert "verified" in str(system.host.order(confirm))
    system.casinos["A"].verifies(system.now)
    system.passes(1.0)
    confirm = replace(confirm, at=system.now)
    assert "authorised" in str(system.host.order(confirm))
    system.casinos["A"].order(authorise)
    system.passes(1.0)
    (found,) = [each.notice.body for each in system.recorded(events.NoticeIssued) if is_confirmation(each)]
    assert (found.amount, found.casino, found.table) == (900_00, "A", "1")
    assert found.winning_hands == ("8h 9h / Tc Td 5h 6h 7h",)
    assert found.losing_hands == ("Th Ts / Tc Td 5h 6h 7h",)
    assert (found.verified_by.name, found.authorised_by.name) == ("Sue", "Ann")
    assert found.at is not None


def is_confirmation(event: events.NoticeIssued) -> bool:
    return isinstance(event.notice.body, PayoutConfirmed)


def test_a_hand_that_is_not_verified_leaves_the_payout_as_it_was() -> None:
    system = funded()
    claim = system.hit("A")
    system.passes(1.0)
    system.casinos["A"].rejects(system.now)
    system.passes(1.0)
    assert system.claim(claim).standing is ClaimStanding.REJECTED
    assert system.state.at_stake == {}
    assert all(not casino.payout.is_pending for casino in system.casinos.values())
    assert system.state.shown.primary == 900_00


# Payment and liability.


@spec("R-14.20-d-2.1")
def test_a_patron_is_paid_in_full_though_a_member_has_not_paid_its_part() -> None:
    system = funded()
    claim = system.hit("A")
    while not (claim in system.state.claims and system.claim(claim).parts):
        assert system.passed < 60, "it was never confirmed"
        system.work()
    assert system.claim(claim).parts == (("A", 600_00), ("B", 270_00), ("C", 30_00))
    system.cut = {"B"}  # And it says and pays nothing more.
    for _ in range(8):
        system.work("A")
    paid = sum(award.amount for award in system.casinos["A"].payout.hits[1].awards)
    assert paid == 900_00
    assert system.claim(claim).standing is ClaimStanding.PAID
    owed = {(each.debtor, each.creditor): each.amount for each in system.state.debts}
    assert owed == {("B", "A"): 270_00, ("C", "A"): 30_00}
    assert system.casinos["A"].link.owed == {"B": 270_00, "C": 30_00}


def test_a_hit_is_not_paid_before_the_host_has_confirmed_it() -> None:
    system = funded()
    system.hit("A")
    system.casinos["A"].verifies(system.now)
    answer = system.casinos["A"].prepares(system.now)
    assert isinstance(answer, Refusal)
    assert (answer.code.value, answer.paragraph) == ("host decides", "14.20(e)4iii")


@spec("R-14.20-d-2.1")
def test_another_member_pays_the_patrons_of_one_that_does_not() -> None:
    system, claim, theirs = owed_at_b()
    assert sum(each.amount for each in theirs) == 180_00
    assert isinstance(system.casinos["A"].covers(system.now, claim, replace(theirs[0], amount=1)), Refusal)
    for award in theirs:
        assert isinstance(system.casinos["A"].covers(system.now, claim, award), Done)
    assert system.casinos["A"].room.state(LEDGER).balance(member("B")) == -90_00, "the host has not agreed yet"
    system.passes(2.0)
    assert system.casinos["A"].room.state(LEDGER).balance(member("B")) == -270_00
    assert system.claim(claim).standing is ClaimStanding.PAID
    debts = {(each.debtor, each.creditor): each.amount for each in system.state.debts}
    assert debts == {("B", "A"): 270_00, ("C", "A"): 30_00}
    there = system.casinos["B"].payout.hits[1]
    assert [(each.player, handed_by(each)) for each in there.handed] == [("bea", "A"), ("ben", "A")]
    assert there.settled
    again = AwardsPaid(claim=claim, awards=theirs, by=ANN)
    system.casinos["B"].order(to_member.WriteLetters(at=system.now, bodies=(again,)))
    system.passes(1.0)
    assert [each.code for each in system.recorded(events.LetterWithoutEffect)] == ["award unknown"]


@spec("R-14.20-d-2.1")
def test_a_patron_whom_their_own_casino_has_just_paid_is_not_paid_again_by_another() -> None:
    system, claim, theirs = owed_at_b()
    system.cut = {"B"}
    system.casinos["B"].pays_patron(system.now, "bea")
    system.casinos["A"].covers(system.now, claim, theirs[0])
    system.passes(STEP * 4)
    assert system.casinos["A"].link.owed == {"B": 90_00, "C": 30_00}, "it waits for what the other has to say"
    system.cut = set()
    system.passes(2.0)
    assert system.casinos["A"].link.owed == {"B": 90_00, "C": 30_00}
    assert system.claim(claim).paid[theirs[0].player] == "B"
    assert system.recorded(events.LetterWithoutEffect) == []


@spec("R-14.20-d-2.1")
def test_a_casino_pays_no_patron_whom_another_member_was_asked_to_pay() -> None:
    system, claim, theirs = owed_at_b()
    system.casinos["A"].covers(system.now, claim, theirs[0])
    assert isinstance(system.casinos["A"].covers(system.now, claim, theirs[0]), Done), "not reserved yet"
    system.casinos["B"].room.post()
    system.casinos["A"].hears(
        system.host.answers(system.casinos["A"].calls(system.now, system.passed), system.now), system.now, system.passed
    )
    assert isinstance(system.casinos["A"].covers(system.now, claim, theirs[0]), Refusal)
    system.casinos["B"].hears(
        system.host.answers(system.casinos["B"].calls(system.now, system.passed), system.now), system.now, system.passed
    )
    answer = system.casinos["B"].pays_patron(system.now, "bea")
    assert isinstance(answer, Refusal)
    assert (answer.code.value, answer.paragraph) == ("paid elsewhere", "14.20(d)2")
    system.passes(2.0)
    assert system.claim(claim).paid[theirs[0].player] == "A"


@spec("R-14.20-d-2.1")
def test_a_casino_that_does_not_answer_keeps_no_patron_waiting_longer_than_agreed() -> None:
    system, claim, theirs = owed_at_b()
    system.cut = {"B"}
    for award in theirs:
        system.casinos["A"].covers(system.now, claim, award)
    system.passes(system.agreement.claim_wait_seconds + 2.0)
    assert system.claim(claim).standing is ClaimStanding.PAID
    assert system.casinos["A"].link.owed == {"B": 270_00, "C": 30_00}


def owed_at_b() -> tuple[QuietSystem, str, tuple[Award, ...]]:
    """A payout that is confirmed, and two patrons of B who have a part of it and were not paid."""
    system = funded(rules=ROOM_RULES)
    system.deal("B", "bea", "ben")
    claim = system.hit("A")
    for _ in range(12):
        system.work("A")
        for each in system.casinos.values():
            each.answers_census(system.now)
        system.passes(1.0)
    system.casinos["B"].prepares(system.now)
    return system, claim, tuple(each for each in system.claim(claim).unpaid if each.player.startswith("B:"))


def test_what_a_member_owes_is_settled_and_the_books_of_all_agree() -> None:
    system = funded()
    system.hit("A")
    settled(system)
    assert Owing(debtor="B", creditor="A", amount=270_00) in system.state.debts
    too_much = to_member.Settle(at=system.now, to="A", amount=270_01, reference="wire 1")
    answer = system.casinos["B"].order(too_much)
    assert isinstance(answer, Refusal)
    assert answer.code.value == "nothing owed"
    system.casinos["B"].order(replace(too_much, amount=200_00))
    assert isinstance(system.casinos["B"].order(replace(too_much, amount=100_00)), Refusal)
    system.passes(2.0)
    system.casinos["A"].confirms_receipts(system.now)
    system.passes(2.0)
    assert system.casinos["B"].link.owed == {"A": -70_00}
    assert system.casinos["A"].link.owed["B"] == 70_00
    assert sum(sum(casino.link.owed.values()) for casino in system.casinos.values()) == 0


def test_players_of_all_casinos_share_what_the_rules_give_the_room() -> None:
    system = funded(rules=ROOM_RULES)
    system.deal("A", "al", "other 0")
    system.deal("B", "bea", "ben")
    claim = system.hit("A")
    system.deal("B", "bob")
    system.deal("C", "cat")
    system.passes(1.0)
    settled(system)
    assert system.claim(claim).census == {"A": ("room 1",), "B": ("room 1", "room 2"), "C": ()}
    room = [each for each in system.claim(claim).awards if each.part == "room"]
    assert room == [Award(player=each, part="room", amount=60_00) for each in ("A:room 1", "B:room 1", "B:room 2")]
    assert {each.player for each in system.casinos["B"].payout.hits[1].awards} == {"bea", "ben"}
    assert system.claim(claim).standing is ClaimStanding.PAID


@spec("R-14.20-c-2")
def test_the_books_say_who_owes_whom_and_a_later_count_brings_the_own_part() -> None:
    system = funded()
    system.hit("A")
    settled(system)
    winner, other = system.casinos["A"], system.casinos["B"]
    books = winner.room.state(LEDGER)
    owed = [books.balance(account) for account in (member("B"), member("C"), OWN_PART, BAD_BEAT_FUND)]
    assert owed == [-270_00, -30_00, -600_00, 0], "its own boxes have not been counted yet"
    other.order(to_member.Settle(at=system.now, to="A", amount=270_00, reference="wire 1"))
    system.passes(2.0)
    assert other.room.state(LEDGER).balance(member("A")) == 0
    assert winner.room.state(LEDGER).balance(member("B")) == -270_00, "nobody here has found the money yet"
    winner.confirms_receipts(system.now)
    system.passes(2.0)
    assert winner.room.state(LEDGER).balance(member("B")) == 0
    assert all(fund.is_balanced for casino in system.casinos.values() for fund in casino.payout.funds.values())
    for casino in system.casinos.values():
        assert found_beside_rounds(casino) == []
    before, counted = winner.counts(system.now, 600_00)
    brought = Movement(BAD_BEAT_FUND, OWN_PART, 600_00, Reason.BETWEEN_MEMBERS)
    assert brought in tuple(moved("", before, counted)), "the count brings in what was paid before it"
    assert winner.payout.primary.held == 0
    assert winner.payout.primary.is_balanced
    answer = winner.pays(RecordDay, ACCOUNTING, system.now, day=system.now.date())
    assert isinstance(answer, Done)
    ((_, day),) = answer.events
    assert (day.contributions, day.advanced) == ((0, 0), (600_00, 0)), "all that was counted is in the official record"
    assert found_beside_rounds(winner) == []


@spec("R-14.20-e-5")
def test_a_host_that_runs_other_software_than_was_notified_and_installed_offers_nothing() -> None:
    system = funded()
    system.host.lines = replace(system.host.lines, software="another version")
    system.passes(2.0)
    assert (system.state.offering, system.state.why_suspended) == (Offering.SUSPENDED, "not-installed")
    by: dict[str, Any] = {"at": system.now, "by": OPERATOR}
    early = system.host.order(commands.InstallSoftware(**by, software="another version"))
    assert isinstance(early, Refusal)
    assert (early.code.value, early.paragraph) == ("no division notice", "14.20(e)5")
    notice: dict[str, Any] = {"subject": "another version", "written_on": system.now.date(), "reference": "letter 12"}
    system.host.order(commands.RecordNotice(**by, **notice))
    system.host.order(commands.InstallSoftware(**by, software="another version"))
    system.passes(2.0)
    assert system.state.offering is Offering.OFFERED
