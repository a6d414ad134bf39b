"""What is put into force: rules by the name that they are filed under, at tables that there can be."""

from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.commands import ChangeRules, Contribute, OfferPayout, PostNotice
from pokerroom.jackpot.events import ChangeAnnounced, PayoutOffered
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.rules import Bonus, Census, cite
from pokerroom.room import filing
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.refusals import Code as RoomCode
from tests.payouts import BEGAN, NAME, RULES, SHIFT, Fund
from tests.spec_marks import spec
from tests.unit.room.filings import day, office_with_rake

OTHER = replace(RULES, name="bad beat")
FILED = f"payout {NAME}"


@spec("R-14.19-c.2")
def test_a_payout_goes_by_the_name_that_its_rules_are_filed_under() -> None:
    office = office_with_rake()
    asked = office.proposal(FILED, filing.PayoutSubmission(OTHER), day(2))
    refusal = office.refused(asked, RoomCode.CANNOT_BE_POSTED)
    assert refusal.paragraph == "14.19(c)"
    assert "the rules call the payout bad beat: they are filed under payout bad beat" in refusal.sentence
    fund = Fund()
    assert fund.refused(OfferPayout, SHIFT, payout="Two", rules=OTHER, filing="5") == ("named otherwise", "14.19(c)")
    assert fund.refused(PostNotice, SHIFT, rules=OTHER, filing="5") == ("named otherwise", "14.19(c)")


def test_rules_that_an_earlier_version_put_into_force_under_another_name_go_by_that_of_their_payout() -> None:
    by: dict[str, Any] = {"payout": NAME, "by": SHIFT, "at": BEGAN, "filing": "appendix 3"}
    fund = Fund()
    fund.payouts = PAYOUTS.apply(PAYOUTS.first(""), PayoutOffered(rule=cite("14.19(a)"), rules=OTHER, **by))
    found = fund.payouts.at_table("1")
    assert found is not None
    fund.does(Contribute, ROOM, payout=found.rules.name, table="1", round=1, primary=1_00)
    announced = ChangeAnnounced(rule=cite("14.19(q)"), rules=OTHER, **by)
    fund.payouts = PAYOUTS.apply(fund.payouts, announced)
    assert fund.refused(ChangeRules, SHIFT) == ("named otherwise", "14.19(c)")


@pytest.mark.parametrize(
    ("change", "paragraph"),
    [
        ({"tables": ()}, "14.19(c)"),
        ({"tables": ("1", "1")}, "14.19(c)"),
        ({"tables": ("1", "a/b")}, "14.19(c)"),
        ({"tables": ("1", "")}, "14.19(c)"),
        ({"census": Census(minutes=10**18)}, "14.19(b)1"),
        ({"contribution": replace(RULES.contribution, amount=10**30)}, "14.19(b)1"),
        ({"bonuses": (Bonus(name="high", terms="the best hand", amount=10**12),)}, "14.19(b)1"),
    ],
)
def test_what_no_table_and_no_book_can_keep_is_not_filed(change: dict[str, Any], paragraph: str) -> None:
    office = office_with_rake()
    asked = filing.PayoutSubmission(replace(RULES, **change))
    refusal = office.refused(office.proposal(FILED, asked, day(2)), RoomCode.CANNOT_BE_POSTED)
    assert refusal.paragraph == paragraph
