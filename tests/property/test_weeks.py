"""Nothing that a room accepts in a week is against the text, whatever the week: an auditor reads its record."""

from collections import Counter
from functools import cache

import pytest

from pokerroom.room.recounting import recounted
from tests.property.week_floor import Case, Week
from tests.property.weeks import MANNERS, week_of
from tests.spec_marks import spec

WEEKS = 15
SOAK = 400

CASES = tuple(Case(manner, seed) for manner in MANNERS for seed in range(WEEKS))


@cache
def played(case: Case) -> Week:
    return week_of(case)


def check(week: Week) -> None:
    """What was found, each kind of it once, and how to see it happen."""
    kinds = Counter(finding.wrong for finding in week.auditor.findings)
    first = {finding.wrong: finding for finding in reversed(week.auditor.findings)}
    told = [f"{count} times: {first[wrong]}" for wrong, count in kinds.items()]
    told += [f"a report: {finding}" for finding in recounted(week.house.store).findings]
    if told:
        pytest.fail("\n".join((f"python -m tests.property weeks '{week.case}'", *told)), pytrace=False)


@spec("R-14.14-a-3", "R-14.14-b-1-i.1", "R-14.14-b-3-i.2", "R-14.17.2", "R-14.19-b.1", "R-14.7-c-1.2")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_nothing_accepted_in_a_week_is_against_the_text(case: Case) -> None:
    check(played(case))


RECORDED = (
    "CameBack",
    "ChangePosted",
    "ContributionTaken",
    "DayClosed",
    "GameChanged",
    "LeaveAsked",
    "MinimumRaised",
    "Misdealt",
    "PlayerRequiredToLeave",
    "PostingChanged",
    "ProposalFell",
    "RakeReturned",
    "RakeTaken",
    "RoundDied",
    "SettingsWithdrawn",
    "StakesAdded",
    "TableCounted",
    "TimeCollected",
    "TimePaid",
    "TimeVerified",
    "TransferCorrected",
)
"""Events of which every sample has some, whatever is refused."""

ASKED = (
    "a buy-in of $10.37",
    "a day closed in a round",
    "a day closed with a table open",
    "a day closed with every table closed",
    "a lull in a round",
    "a newcomer while an increase is agreed to",
    "a player required to leave",
    "a round started at the table itself",
    "a seat at a second table",
    "a session of games with other fees",
    "a sign put up without notice",
    "a table that stood empty for hours",
    "a transfer of a table taken back",
    "back with less",
    "back with more",
    "settings withdrawn while a table is open",
    "two percentages on one sign",
    "the same game at other limits in a rotation",
    "fees that differ in a rotation",
    "a contribution without notice of eligibility",
)
"""Orders that were given, whatever the room said to them."""


def test_the_weeks_show_what_they_are_meant_to_show() -> None:
    recorded = sum((played(case).auditor.kinds for case in CASES), Counter[str]())
    asked = sum((played(case).met for case in CASES), Counter[str]())
    assert not [kind for kind in RECORDED if recorded[kind] < 3]
    assert not [what for what in ASKED if asked[what] < 3]
    assert recorded["RoundFinished"] > 10 * len(CASES)


def test_a_week_is_the_same_when_it_is_played_again() -> None:
    case = CASES[0]
    one, other = played(case), week_of(case)
    assert [step.events for step in one.steps] == [step.events for step in other.steps]
    assert one.auditor.findings == other.auditor.findings


@pytest.mark.soak
@pytest.mark.parametrize("manner", MANNERS)
def test_nothing_accepted_in_many_weeks_is_against_the_text(manner: str) -> None:
    for seed in range(WEEKS, WEEKS + SOAK):
        check(week_of(Case(manner, seed)))
