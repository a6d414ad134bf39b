"""N.J.A.C. 13:69F-14.14(a) and 14.15(r): what is filed with the Division, and that nothing else is in force."""

from decimal import Decimal

import pytest
from msgspec.structs import replace

from pokerroom.money import dollars
from pokerroom.room.auditing import Check
from pokerroom.room.auditing.settings import Filed
from pokerroom.room.filing import (
    RAKE,
    RakeSubmission,
    SettingsProposed,
    Supplement,
    TableSettings,
    apply,
    in_force,
    may_post,
    replay,
)
from pokerroom.room.filing.state import Version
from pokerroom.room.refusals import Code, Refusal
from pokerroom.rules.house import IncrementalRake, PercentageRake, RakeLevel, TimeCharge
from pokerroom.rules.rulebook import Rulebook
from pokerroom.table.seating.events import RoundStarted
from tests.seating import seated
from tests.spec_marks import scenario, spec
from tests.unit.room.filings import BY_LEVELS, HOLD_EM, HOURLY, TEN_PERCENT, Office, day, office_with_rake, table


def office_with(**rake: object) -> Office:
    office = Office()
    office.file(RAKE, RakeSubmission(**rake), day(1))  # type: ignore[arg-type]
    return office


@spec("R-14.14-a-1")
@pytest.mark.parametrize(
    "settings", [table(BY_LEVELS), table(TEN_PERCENT, BY_LEVELS), table(time_charge=HOURLY)], ids=str
)
def test_a_type_of_rake_that_is_not_filed_does_not_come_into_force(settings: TableSettings) -> None:
    office = office_with(methods=(TEN_PERCENT,), most=10_000)
    refusal = office.try_to_file(HOLD_EM, settings, day(2), Code.RAKE_NOT_FILED)
    assert refusal.rule is not None
    assert refusal.rule.paragraph == "14.14(a)1"


@spec("R-14.14-a-2")
@pytest.mark.parametrize(
    "settings",
    [
        table(PercentageRake(percent=5, most=400)),
        table(PercentageRake(percent=Decimal("7.5"), most=400)),
        table(PercentageRake(percent=Decimal("9.9999"), most=400)),
        table(PercentageRake(percent=10, most=400, unit=50)),
        table(PercentageRake(percent=10, most=400, antes_included=True)),
        table(IncrementalRake(levels=(RakeLevel(1000, 100), RakeLevel(4000, 100)), most=200)),
        table(time_charge=TimeCharge(hourly=1200, every=20)),
        table(time_charge=TimeCharge(hourly=1200, every=30, per="table")),
    ],
    ids=str,
)
def test_a_rake_calculated_otherwise_than_filed_does_not_come_into_force(settings: TableSettings) -> None:
    refusal = office_with_rake().try_to_file(HOLD_EM, settings, day(2), Code.RAKE_NOT_FILED)
    assert refusal.rule is not None
    assert refusal.rule.paragraph == "14.14(a)2"


@spec("R-14.14-a-3")
@pytest.mark.parametrize(
    ("settings", "amounts"),
    [
        (table(PercentageRake(percent=10, most=401)), ("$4.01", "$4")),
        (table(TEN_PERCENT, BY_LEVELS), ("$6", "$5")),
        (table(TEN_PERCENT, BY_LEVELS, rake_most=501), ("$5.01", "$5")),
        (table(time_charge=TimeCharge(hourly=1400, every=30)), ("$14", "$12")),
    ],
    ids=str,
)
def test_a_rake_above_the_filed_maximum_does_not_come_into_force(
    settings: TableSettings, amounts: tuple[str, str]
) -> None:
    refusal = office_with_rake().try_to_file(HOLD_EM, settings, day(2), Code.ABOVE_FILED_MAXIMUM)
    assert refusal.rule is not None
    assert refusal.rule.paragraph == "14.14(a)3"
    for amount in amounts:
        assert amount in str(refusal)


@pytest.mark.parametrize("hourly", [1000, 600, 200])
@spec("R-14.14-b-3-ii", "R-14.14-a-2")
def test_an_hourly_fee_below_the_filed_ones_does_not_come_into_force(hourly: int) -> None:
    """A fee follows from the limits as it was filed; a house that charges two files two."""
    lower = TimeCharge(hourly=hourly, every=30)
    refusal = office_with_rake().try_to_file(HOLD_EM, table(time_charge=lower), day(2), Code.RAKE_NOT_FILED)
    assert refusal.rule is not None
    assert refusal.rule.paragraph == "14.14(a)2"
    assert f"{dollars(hourly)} an hour" in str(refusal)
    both = office_with(methods=(TEN_PERCENT,), time_charges=(HOURLY, lower), most=400)
    for charge, subject in ((HOURLY, HOLD_EM), (lower, "hold-em, low")):
        both.file(subject, table(time_charge=charge), day(2))


def office_of_before() -> Office:
    """Its register says that a fee of $10 was approved under a filing of $12."""
    office = office_with_rake()
    office.file(HOLD_EM, table(time_charge=HOURLY), day(2))
    lower = table(time_charge=TimeCharge(hourly=1000, every=30))
    changed = [replace(each, settings=lower) if isinstance(each, SettingsProposed) else each for each in office.log]
    changed[0] = office.log[0]
    office.register, office.now = replay(tuple(changed)), day(3)
    return office


@spec("R-14.14-a-2", "R-14.14-b-3-ii")
def test_a_fee_approved_below_the_filed_one_before_is_posted_no_more_and_stands_in_nobodys_way() -> None:
    office = office_of_before()
    version = in_force(office.register, HOLD_EM, day(3))
    assert version is not None
    assert isinstance(version.settings, TableSettings)
    refusal = may_post(office.register, HOLD_EM, version.settings.rotation, day(3))
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.RAKE_NOT_FILED
    # The house files other settings for the table, and then another rake.
    office.file(HOLD_EM, table(time_charge=HOURLY), day(4))
    office.now = day(5)
    office.file(RAKE, RakeSubmission(methods=(TEN_PERCENT, BY_LEVELS), time_charges=(HOURLY,), most=600), day(6))


@spec("R-14.14-b-3-ii")
def test_a_round_dealt_by_a_fee_below_the_filed_one_is_judged_by_the_rulebook_it_names() -> None:
    office = office_of_before()
    version = in_force(office.register, HOLD_EM, day(3))
    assert version is not None
    assert isinstance(version.settings, TableSettings)
    room = seated(*version.settings.rotation, players=2)
    room.now = day(3)
    before = room.table
    room.start()
    started = replace(room.last(RoundStarted), settings=version.id)
    assert list(Filed(office.register).wrong(before, replace(started, rulebook=Rulebook.FIRST))) == []
    ((check, what),) = Filed(office.register).wrong(before, started)
    assert check is Check.SETTINGS
    assert "14.14(a)2" in what


@spec("R-14.14-a-3")
def test_a_rake_within_what_is_filed_comes_into_force() -> None:
    office = office_with_rake()
    settings = table(PercentageRake(percent=10, most=300), BY_LEVELS, rake_most=500, time_charge=HOURLY)
    office.file(HOLD_EM, settings, day(2))
    assert isinstance(may_post(office.register, HOLD_EM, settings.rotation, day(2)), Version)


@spec("R-14.14-a-2", "R-14.14-b-1-i.1")
def test_a_fraction_of_a_percent_is_filed_and_posted_as_itself() -> None:
    """7.5 and 7.50 are one method; 7.4 and 7.6 are others, and ten percent is not within seven and a half."""
    office = office_with(methods=(PercentageRake(percent=Decimal("7.5"), most=400),), most=400)
    settings = table(PercentageRake(percent=Decimal("7.50"), most=300))
    office.file(HOLD_EM, settings, day(2))
    assert isinstance(may_post(office.register, HOLD_EM, settings.rotation, day(2)), Version)
    for percent in ("7.4", "7.6", "7.5001", "10"):
        other = table(PercentageRake(percent=Decimal(percent), most=300))
        refusal = office.try_to_file(HOLD_EM, other, day(3), Code.RAKE_NOT_FILED)
        assert refusal.rule is not None
        assert refusal.rule.paragraph == "14.14(a)2"


@spec("R-14.14-b-1-i.1")
@pytest.mark.parametrize("percent", ["10.5", "10.0001"])
def test_more_than_ten_percent_is_not_filed(percent: str) -> None:
    office = office_with_rake()
    method = PercentageRake(percent=Decimal(percent), most=400)
    for subject, settings in ((RAKE, RakeSubmission(methods=(method,), most=400)), (HOLD_EM, table(method))):
        refusal = office.refused(office.proposal(subject, settings, day(2)), Code.CANNOT_BE_POSTED)
        assert f"at most 10 percent, not {percent}" in str(refusal)
        assert "14.14(b)1i" in str(refusal)


@spec("R-14.14-b-1-i.1", "R-14.14-a-2")
def test_a_house_files_several_percentages_and_a_table_posts_no_more_than_ten_in_all() -> None:
    five = PercentageRake(percent=5, most=400)
    office = office_with(methods=(TEN_PERCENT, five, replace(five, antes_included=True)), most=1000)
    for settings in (table(TEN_PERCENT, five), table(TEN_PERCENT, TEN_PERCENT), table(five, five, five)):
        refusal = office.refused(office.proposal(HOLD_EM, settings, day(2)), Code.CANNOT_BE_POSTED)
        assert "all percentage rakes together are at most 10 percent" in str(refusal)
        assert "14.14(b)1i" in str(refusal)
    office.file(HOLD_EM, table(five, replace(five, antes_included=True)), day(2))


@spec("R-14.14-b-1-i.1")
def test_settings_proposed_when_more_than_ten_percent_in_all_could_be_are_not_approved_now() -> None:
    office = office_with(methods=(TEN_PERCENT,), most=1000)
    office.do(office.proposal(HOLD_EM, table(TEN_PERCENT), day(2)))
    proposed = office.log[-1]
    assert isinstance(proposed, SettingsProposed)
    office.register = apply(office.register, replace(proposed, version=2, settings=table(TEN_PERCENT, TEN_PERCENT)))
    refusal = office.refused(office.approval(HOLD_EM, 2), Code.CANNOT_BE_POSTED)
    assert "14.14(b)1i" in str(refusal)


@scenario("RA-13")
def test_a_table_posts_no_games_whose_rake_has_not_been_filed() -> None:
    office = Office()
    posted = table().rotation
    refusal = may_post(office.register, HOLD_EM, posted, day(2))
    assert isinstance(refusal, Refusal)
    assert refusal.rule is not None
    assert refusal.rule.paragraph == "14.14(a)"
    office.try_to_file(HOLD_EM, table(), day(2), Code.RAKE_NOT_FILED)
    office.file(RAKE, RakeSubmission(methods=(TEN_PERCENT,), most=400), day(2))
    office.do(office.approval(HOLD_EM, 1))
    assert isinstance(may_post(office.register, HOLD_EM, posted, day(2)), Version)


@spec("R-14.15-r")
def test_a_rule_that_supplements_those_for_irregularities_needs_its_filing() -> None:
    office = Office()
    rule = Supplement("Cards off the table", "A card that leaves the table is shown to a floorperson.")
    refusal = office.refused(office.proposal("irregularities 1", rule, day(2), document=" "), Code.NO_DOCUMENT)
    assert refusal.rule is not None
    assert refusal.rule.paragraph == "14.15(r)"
    office.refused(office.proposal("irregularities 1", Supplement("Empty", ""), day(2)), Code.CANNOT_BE_POSTED)
    office.file("irregularities 1", rule, day(2))
