"""Nobody counts, witnesses and verifies, nor sees to a hit alone: by identity, and by every position they hold."""

from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.commands import (
    AccountForBoxes,
    AwardBonus,
    BoxContents,
    BoxDuplicate,
    Carry,
    Chips,
    Command,
    Contribute,
    CountAtClosedTable,
    CountAtTable,
    CountInCage,
    DropOriginal,
    Instrument,
    MatchForms,
    PaidAt,
    PayAward,
    PreparePayout,
    RejectHit,
    ReportHit,
    VerifyHit,
    VoidForm,
)
from pokerroom.jackpot.people import (
    CASHIERS,
    CONDUCTS_POKER,
    INCOMPATIBLE,
    OTHER_DEPARTMENTS,
    POKER_SUPERVISORS,
    ROOM,
    Person,
    StaffPosition,
)
from pokerroom.jackpot.rules import Bonus, Route
from tests.payouts import (
    ACCOUNTING,
    BEGAN,
    CASHIER,
    DEALER,
    FLOOR,
    RULES,
    SECURITY,
    SHIFT,
    WITNESS,
    Fund,
    person,
    showdown,
)
from tests.spec_marks import spec

ALL = tuple(position for position in StaffPosition if position is not StaffPosition.NOBODY)
QUADS = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")
CHIPS = (Chips(1_00, 20),)
BOXES = (BoxContents("1", CHIPS), BoxContents("2", CHIPS))
AT_TABLE: dict[str, Any] = {"table": "1", "chips": CHIPS, "written": 20_00, "recording": "camera 4"}
CLOSED: dict[str, Any] = {"place": "9", "closed": True, "boxes": BOXES, "recording": "camera 4"}
SECOND = StaffPosition.SECOND_DEPARTMENT

PROHIBITED = ("prohibited witness", "14.19(f)2ii(1)")
NOT_COMPATIBLE = ("incompatible function", "14.19(f)2ii(2)")


def filled(route: Route) -> Fund:
    fund = Fund(replace(RULES, route=route))
    for table in ("1", "2"):
        fund.does(Contribute, ROOM, table=table, round=1, primary=20_00, chips=20)
    return fund


def answer(fund: Fund, kind: type[Command], by: Person, **of: Any) -> tuple[str, str] | None:
    """Why it is refused, or None."""
    found = fund.asks(kind, by, **of)
    return None if isinstance(found, tuple) else (str(found.code.value), found.paragraph)


def of_a_witness(holds: frozenset[StaffPosition]) -> tuple[str, str] | None:
    """What the text says of a representative of a second department who holds these positions."""
    if holds & (CONDUCTS_POKER | OTHER_DEPARTMENTS):
        return PROHIBITED
    if holds & INCOMPATIBLE:
        return NOT_COMPATIBLE
    return None if SECOND in holds else ("witness not named", "14.19(f)2ii")


def of_a_supervisor(holds: frozenset[StaffPosition]) -> tuple[str, str] | None:
    if holds & OTHER_DEPARTMENTS:
        return PROHIBITED
    return NOT_COMPATIBLE if holds & INCOMPATIBLE else None


@pytest.mark.parametrize("besides", ALL)
@pytest.mark.parametrize("acting", ALL)
@spec("R-14.19-f-2-ii.2", "R-14.19-f-2-ii.3", "R-14.19-f-2-ii.1")
def test_a_witness_of_a_second_department_in_every_two_positions(acting: StaffPosition, besides: StaffPosition) -> None:
    who = person("Pat", acting, besides)
    found = answer(filled(Route.TABLE_WITH_WITNESS), CountAtTable, DEALER, **AT_TABLE, second=who, licensed=True)
    expected = of_a_witness(who.holds)
    if expected is None and acting is not SECOND:
        expected = ("witness not named", "14.19(f)2ii")
    assert found == expected


@pytest.mark.parametrize("besides", ALL)
@pytest.mark.parametrize("acting", ALL)
@spec("R-14.19-f-2.1", "R-14.19-d-1.1", "R-14.19-d-2.1")
def test_a_poker_supervisor_who_is_present_in_every_two_positions_on_each_route(
    acting: StaffPosition, besides: StaffPosition
) -> None:
    who = person("Pat", acting, besides)
    at_table = answer(filled(Route.TABLE_ON_VIDEO), CountAtTable, DEALER, **AT_TABLE, second=who)
    closed = answer(filled(Route.CLOSED_TABLE), CountAtClosedTable, DEALER, **CLOSED, second=who)
    cage = answer(filled(Route.CAGE), AccountForBoxes, who, tables=("1", "2"))
    if acting not in POKER_SUPERVISORS:
        assert (at_table, closed) == (("no poker supervisor", "14.19(f)2"), ("no poker supervisor", "14.19(d)1"))
        assert cage == ("not their position", "14.19(d)2")
    else:
        assert at_table == closed == cage == of_a_supervisor(who.holds)


@pytest.mark.parametrize("besides", ALL)
@pytest.mark.parametrize("acting", ALL)
@spec("R-14.19-f-2-ii.2", "R-14.19-f-2-ii.3")
def test_who_signs_a_spoiled_form_in_every_two_positions(acting: StaffPosition, besides: StaffPosition) -> None:
    who = person("Pat", acting, besides)
    found = answer(filled(Route.TABLE_WITH_WITNESS), VoidForm, DEALER, table="1", reason="torn", second=who)
    if acting in POKER_SUPERVISORS:
        assert found == of_a_supervisor(who.holds)
    else:
        expected = of_a_witness(who.holds)
        assert found == (expected or (None if acting is SECOND else ("witness not named", "14.19(f)2ii")))


@pytest.mark.parametrize("acting", ALL)
def test_whose_act_each_step_is_position_by_position(acting: StaffPosition) -> None:
    who = person("Pat", acting)
    assert (answer(filled(Route.TABLE_ON_VIDEO), CountAtTable, who, **AT_TABLE, second=FLOOR) is None) == (
        acting is StaffPosition.DEALER
    )
    assert (answer(filled(Route.CLOSED_TABLE), CountAtClosedTable, who, **CLOSED, second=FLOOR) is None) == (
        acting is StaffPosition.DEALER
    )
    fund = filled(Route.CAGE)
    fund.does(AccountForBoxes, FLOOR, tables=("1", "2"))
    assert (answer(fund, Carry, who, container=1) is None) == (acting is StaffPosition.SECURITY)
    if acting is not StaffPosition.SECURITY:
        fund.does(Carry, SECURITY, container=1)
    assert (answer(fund, CountInCage, who, container=1, boxes=BOXES) is None) == (acting in CASHIERS)


def as_also(who: Person, acting: StaffPosition) -> Person:
    """The same person in another position that they hold."""
    return Person(id=who.id, name=who.name, acts_as=acting, also=(who.acts_as,))


@pytest.mark.parametrize("acting", ALL)
def test_at_the_table_nobody_witnesses_their_own_count_in_any_position(acting: StaffPosition) -> None:
    for route in (Route.TABLE_ON_VIDEO, Route.TABLE_WITH_WITNESS):
        found = answer(filled(route), CountAtTable, DEALER, **AT_TABLE, second=as_also(DEALER, acting), licensed=True)
        assert found == ("same person", "14.19(f)2")
    found = answer(filled(Route.CLOSED_TABLE), CountAtClosedTable, DEALER, **CLOSED, second=as_also(DEALER, acting))
    assert found == ("same person", "14.19(f)2")


@pytest.mark.parametrize("counted_by", [DEALER, FLOOR])
@spec("R-14.19-e", "R-14.19-d-1.3")
def test_who_counted_or_saw_a_count_at_a_closed_table_neither_carries_nor_verifies_it(counted_by: Person) -> None:
    fund = filled(Route.CLOSED_TABLE)
    fund.does(CountAtClosedTable, DEALER, **CLOSED, second=FLOOR)
    carries = as_also(counted_by, StaffPosition.SECURITY)
    assert answer(fund, Carry, carries, container=1) == ("same person", "14.19(d)1")
    fund.does(Carry, SECURITY, container=1)
    for cashier in CASHIERS:
        for who in (counted_by, SECURITY):
            found = answer(fund, CountInCage, as_also(who, cashier), container=1, chips=CHIPS)
            assert found == ("same person", "14.19(e)")
    fund.does(CountInCage, CASHIER, container=1, chips=(Chips(1_00, 40),))


@spec("R-14.19-d-2.2", "R-14.19-e")
def test_who_accounted_for_boxes_or_carried_them_does_not_count_them_in_the_cage() -> None:
    fund = filled(Route.CAGE)
    fund.does(AccountForBoxes, FLOOR, tables=("1", "2"))
    assert answer(fund, Carry, as_also(FLOOR, StaffPosition.SECURITY), container=1) == ("same person", "14.19(d)2")
    fund.does(Carry, SECURITY, container=1)
    for who in (FLOOR, SECURITY):
        found = answer(fund, CountInCage, as_also(who, StaffPosition.CAGE), container=1, boxes=BOXES)
        assert found == ("same person", "14.19(e)")
    fund.does(CountInCage, CASHIER, container=1, boxes=BOXES)


@pytest.mark.parametrize("signed_by", [DEALER, WITNESS])
def test_who_signed_a_form_does_not_match_it(signed_by: Person) -> None:
    fund = filled(Route.TABLE_WITH_WITNESS)
    fund.does(CountAtTable, DEALER, **AT_TABLE, second=WITNESS, licensed=True)
    fund.does(DropOriginal, DEALER, serial=1001)
    fund.does(BoxDuplicate, WITNESS, serial=1001)
    asked = {"day": BEGAN.date(), "duplicates": (1001,), "originals": (1001,)}
    found = answer(fund, MatchForms, as_also(signed_by, StaffPosition.ACCOUNTING), **asked)
    assert found == ("same person", "14.19(h)")
    fund.does(MatchForms, ACCOUNTING, **asked)


def hit() -> Fund:
    """A hit that Dee has declared, of a payout at both tables."""
    fund = Fund()
    fund.collected(48_000_00)
    fund.does(ReportHit, DEALER, showdown=showdown(*QUADS, dealt_in=3))
    return fund


PREPARED: dict[str, Any] = {"hit": 1, "instrument": Instrument.CASH, "paid_at": PaidAt.TABLE}


@spec("R-14.19-i.1", "R-14.19-i-2", "R-14.19-j.1")
def test_whoever_took_a_step_of_a_hit_takes_no_later_one_in_any_position() -> None:
    fund = hit()
    for kind, says in ((VerifyHit, {"hit": 1}), (RejectHit, {"hit": 1, "reason": "one card did not play"})):
        assert answer(fund, kind, as_also(DEALER, StaffPosition.SHIFT_SUPERVISOR), **says) == (
            "same person",
            "14.19(i)",
        )
    fund.does(VerifyHit, SHIFT, hit=1)
    for who in (DEALER, SHIFT):
        found = answer(fund, PreparePayout, as_also(who, StaffPosition.ACCOUNTING), **PREPARED)
        assert found == ("same person", "14.19(j)")
    fund.does(PreparePayout, ACCOUNTING, **PREPARED)
    for who in (DEALER, SHIFT, ACCOUNTING):
        for delivers in (StaffPosition.SECURITY, StaffPosition.ACCOUNTING):
            found = answer(fund, PayAward, as_also(who, delivers), hit=1, player="a")
            assert found == ("same person", "14.19(i)2")
    for player in ("a", "b", "other 0"):
        fund.does(PayAward, SECURITY, hit=1, player=player)


def test_whoever_was_dealt_in_takes_no_step_of_a_hit() -> None:
    fund = hit()
    plays = person("A", StaffPosition.SHIFT_SUPERVISOR)
    assert answer(fund, VerifyHit, plays, hit=1) == ("has a part", "14.19(i)")
    fund.does(VerifyHit, SHIFT, hit=1)
    assert answer(fund, PreparePayout, replace(plays, acts_as=StaffPosition.ACCOUNTING), **PREPARED) == (
        "has a part",
        "14.19(j)",
    )
    fund.does(PreparePayout, ACCOUNTING, **PREPARED)
    found = answer(fund, PayAward, replace(plays, acts_as=StaffPosition.SECURITY), hit=1, player="b")
    assert found == ("has a part", "14.19(i)2")


@spec("R-14.19-b-4", "R-14.19-a.3")
def test_another_award_takes_two_people_and_what_earned_it_and_is_made_once() -> None:
    high = Bonus(name="high hand", terms="the best hand of an hour", amount=20_00)
    fund = Fund(replace(RULES, bonuses=(high,)))
    fund.collected(1_000_00)
    asked = {"bonus": "high hand", "player": "b", "table": "1", "round": 7, "earned": "four jacks at 21:40"}

    def refusal(**of: Any) -> tuple[str, str] | None:
        return answer(fund, AwardBonus, SHIFT, **asked | {"second": ACCOUNTING} | of)

    assert refusal(second=None) == ("nobody present", "14.19(j)")
    assert refusal(second=FLOOR) == ("not their position", "14.19(j)")
    assert refusal(second=as_also(SHIFT, StaffPosition.ACCOUNTING)) == ("same person", "14.19(j)")
    assert refusal(player=ACCOUNTING.id) == ("has a part", "14.19(j)")
    assert refusal(earned=" ") == ("no words", "14.19(b)4")
    assert refusal(table="9") == ("not participating", "14.19(b)4")
    assert refusal() is None
    assert refusal() == ("bonus given", "14.19(b)4")
    assert refusal(round=8) is None
