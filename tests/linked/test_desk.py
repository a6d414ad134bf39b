"""What people of a casino read of the system at their desk: enough for each order given there, 14.20(d)2, (e)4ii."""

from pokerroom.jackpot.sharing import Award
from pokerroom.linked.host.state import ClaimStanding
from pokerroom.linked.member.commands import Authorise, CoverAwards, Settle
from pokerroom.linked.people import Official
from pokerroom.room.room import Done
from pokerroom.web.api.link import LinkRead, PendingRead, link_read
from tests.linked.parties import ROOM_RULES
from tests.linked.quiet import QuietSystem

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
    authorise = Authorise(at=system.now, by=ANN, claim=payout(system, "A").claim)
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
    assert read(system, "B").owed == read(system, "A").owed == ()
