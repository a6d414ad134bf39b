"""N.J.A.C. 13:69F-14.19(b): a table that gives to a bad beat payout says who is eligible for it."""

import pytest
from msgspec.structs import replace

from pokerroom.room.filing import TableSettings
from pokerroom.room.refusals import Code as FilingCode
from pokerroom.rules.house import BadBeatContribution
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating import Posting, new_table, perform
from pokerroom.table.seating.commands import OpenTable, PostChange
from tests.seating import DEALER, OPENED, POKER_ROOM, hold_em, omaha, seated, stud
from tests.spec_marks import spec
from tests.unit.room.filings import HOLD_EM, day, office_with_rake

SILENT = ("", " ", "\t\n", "\u00a0\u200b", "--")
GIVES = BadBeatContribution(amount=100, least_pot=2000)


def giving(posting: Posting, notice: str) -> Posting:
    return replace(posting, house=replace(posting.house, bad_beat=GIVES), bad_beat=notice)


@pytest.mark.parametrize("notice", SILENT, ids=repr)
@spec("R-14.19-b.1")
def test_a_table_does_not_open_to_take_contributions_without_the_notice_of_eligibility(notice: str) -> None:
    for posting in map(giving, (hold_em(), omaha(), stud()), [notice] * 3):
        asked = OpenTable(by=DEALER, at=OPENED, area=POKER_ROOM, rotation=(posting,))
        refusal = perform(new_table("4"), asked)
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.paragraph) == (Code.SIGN_INCOMPLETE, "14.19(b)")
        assert "who is eligible for the bad beat payout" in str(refusal)


@pytest.mark.parametrize("notice", SILENT, ids=repr)
@spec("R-14.19-b.1")
def test_contributions_are_neither_posted_later_nor_filed_without_the_notice(notice: str) -> None:
    silent = giving(hold_em(), notice)
    room = seated(hold_em(), players=2)
    assert room.refused(PostChange, Code.SIGN_INCOMPLETE, rotation=(silent,)).paragraph == "14.19(b)"
    office = office_with_rake()
    refusal = office.refused(office.proposal(HOLD_EM, TableSettings((silent,)), day(2)), FilingCode.CANNOT_BE_POSTED)
    assert refusal.rule is not None
    assert refusal.rule.paragraph == "14.19(b)"


@spec("R-14.19-b.1")
def test_with_the_notice_contributions_are_taken_and_without_contributions_none_is_needed() -> None:
    with_notice = giving(hold_em(), "aces full or better beaten, both hole cards in use")
    room = seated(with_notice, players=2)
    room.start()
    room.play("S1 raises to 30; S2 calls")
    room.stay()
    assert room.table.in_bad_beat_box == 100
    seated(hold_em(), players=2).round()
