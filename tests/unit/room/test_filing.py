"""The filing register: versions, two people, times, and what a report says of the past."""

import random
from datetime import date, datetime, timedelta

import msgspec
import pytest

from pokerroom.ledger import Signature
from pokerroom.room.filing import (
    RAKE,
    Event,
    FieldChange,
    RakeSubmission,
    Settings,
    SettingsApproved,
    Supplement,
    TableSettings,
    difference,
    in_force,
    may_post,
    most_raked,
    preview,
    replay,
    report,
)
from pokerroom.room.filing.state import InForce, Version
from pokerroom.room.refusals import Code, Refusal
from pokerroom.rules.house import PercentageRake, TimeCharge
from tests.unit.room.filings import (
    ADA,
    BOB,
    BY_LEVELS,
    CAL,
    DEB,
    FILED_RAKE,
    HOLD_EM,
    HOURLY,
    TEN_PERCENT,
    Office,
    day,
    house,
    office_with_rake,
    table,
)


def number(version: Version | None) -> int | None:
    return None if version is None else version.number


def test_what_is_only_proposed_is_never_in_force() -> None:
    office = office_with_rake()
    office.do(office.proposal(HOLD_EM, table(), day(2)))
    assert in_force(office.register, HOLD_EM, day(9)) is None


def test_an_approved_version_is_in_force_from_its_time_until_the_next() -> None:
    office = office_with_rake()
    assert office.file(HOLD_EM, table(), day(2)) == 1
    assert office.file(HOLD_EM, table(max_raises=3), day(5)) == 2
    found = [number(in_force(office.register, HOLD_EM, day(each))) for each in (1.9, 2, 4.9, 5, 100)]
    assert found == [None, 1, 1, 2, 2]


def test_a_version_names_itself_for_the_rounds_dealt_under_it() -> None:
    office = office_with_rake()
    office.file(HOLD_EM, table(), day(2))
    version = in_force(office.register, HOLD_EM, day(3))
    assert version is not None
    assert version.id == "hold-em $1-$2/1"


@pytest.mark.parametrize("second", [ADA, Signature(" ADA", "accounting"), Signature("ada ", "casino shift manager")])
def test_nobody_approves_his_own_proposal_in_whatever_role(second: Signature) -> None:
    office = office_with_rake()
    office.do(office.proposal(HOLD_EM, table(), day(2)))
    office.refused(office.approval(HOLD_EM, 1, by=second), Code.SAME_PERSON)


def test_whoever_proposes_or_approves_is_a_shift_supervisor_or_above_or_of_accounting() -> None:
    office = office_with_rake()
    office.refused(office.proposal(HOLD_EM, table(), day(2), by=DEB), Code.NO_AUTHORITY)
    office.refused(office.proposal(HOLD_EM, table(), day(2), by=Signature("Flo", "floorperson")), Code.NO_AUTHORITY)
    office.do(office.proposal(HOLD_EM, table(), day(2), by=CAL))
    office.refused(office.approval(HOLD_EM, 1, by=DEB), Code.NO_AUTHORITY)
    office.do(office.approval(HOLD_EM, 1))


def test_a_proposal_needs_subject_document_and_a_filing_date_that_has_come() -> None:
    office = Office()
    office.refused(office.proposal(" ", table(), day(2)), Code.NO_SUBJECT)
    office.refused(office.proposal(HOLD_EM, table(), day(2), document=""), Code.NO_DOCUMENT)
    office.refused(office.proposal(HOLD_EM, table(), day(9), filed_on=date(2026, 3, 2)), Code.FILED_LATER)
    office.refused(office.proposal(HOLD_EM, table(), day(0.4)), Code.EFFECTIVE_BEFORE_FILED)


def test_times_need_a_zone_and_only_go_forward() -> None:
    office = office_with_rake()
    office.refused(office.proposal(HOLD_EM, table(), datetime(2026, 4, 1)), Code.NO_TIME_ZONE)  # noqa: DTZ001
    office.refused(office.proposal(HOLD_EM, table(), day(2), at=datetime(2026, 4, 1)), Code.NO_TIME_ZONE)  # noqa: DTZ001
    office.refused(office.proposal(HOLD_EM, table(), day(2), at=day(0.9)), Code.RECORDED_LATER)


def test_nothing_takes_effect_before_it_was_approved() -> None:
    office = office_with_rake()
    office.do(office.proposal(HOLD_EM, table(), day(2)))
    office.now = day(2)
    late = office.approval(HOLD_EM, 1)
    office.now = day(2) + timedelta(seconds=1)
    office.refused(office.approval(HOLD_EM, 1), Code.EFFECTIVE_PASSED)
    office.do(late)


def test_versions_take_effect_in_the_order_of_their_approval() -> None:
    office = office_with_rake()
    office.file(HOLD_EM, table(), day(5))
    office.try_to_file(HOLD_EM, table(max_raises=3), day(5), Code.FOLLOWED_BY_ANOTHER)
    office.try_to_file(HOLD_EM, table(max_raises=3), day(4), Code.FOLLOWED_BY_ANOTHER)


def test_a_version_is_approved_once_and_must_exist() -> None:
    office = office_with_rake()
    office.file(HOLD_EM, table(), day(2))
    office.refused(office.approval(HOLD_EM, 1), Code.ALREADY_APPROVED)
    for missing in (0, 2, -1):
        office.refused(office.approval(HOLD_EM, missing), Code.NO_SUCH_VERSION)
    office.refused(office.withdrawal("omaha", 1), Code.NO_SUCH_VERSION)


def test_one_person_withdraws_a_proposal_and_it_can_no_longer_be_approved() -> None:
    office = office_with_rake()
    office.do(office.proposal(HOLD_EM, table(), day(2)))
    office.refused(office.withdrawal(HOLD_EM, 1, reason=" "), Code.NO_REASON)
    office.do(office.withdrawal(HOLD_EM, 1, second=None))
    office.refused(office.approval(HOLD_EM, 1), Code.VERSION_WITHDRAWN)
    office.refused(office.withdrawal(HOLD_EM, 1), Code.VERSION_WITHDRAWN)
    assert office.file(HOLD_EM, table(), day(2)) == 2


def test_two_people_withdraw_what_was_approved() -> None:
    office = office_with_rake()
    office.file(HOLD_EM, table(), day(2))
    office.refused(office.withdrawal(HOLD_EM, 1, second=None), Code.NEEDS_TWO_PEOPLE)
    office.refused(office.withdrawal(HOLD_EM, 1, second=ADA), Code.SAME_PERSON)
    office.refused(office.withdrawal(HOLD_EM, 1, second=DEB), Code.NO_AUTHORITY)
    office.do(office.withdrawal(HOLD_EM, 1))


def test_settings_withdrawn_while_in_force_leave_nothing_in_their_place() -> None:
    office = office_with_rake()
    office.file(HOLD_EM, table(), day(2))
    office.file(HOLD_EM, table(max_raises=3), day(4))
    office.now = day(6)
    office.do(office.withdrawal(HOLD_EM, 2))
    found = [number(in_force(office.register, HOLD_EM, day(each))) for each in (3, 4, 5.9, 6, 9)]
    assert found == [1, 2, 2, None, None]


def test_settings_withdrawn_before_their_time_leave_the_earlier_ones_in_force() -> None:
    office = office_with_rake()
    office.file(HOLD_EM, table(), day(2))
    office.file(HOLD_EM, table(max_raises=3), day(6))
    office.now = day(3)
    office.refused(office.withdrawal(HOLD_EM, 1), Code.FOLLOWED_BY_ANOTHER)
    office.do(office.withdrawal(HOLD_EM, 2))
    assert number(in_force(office.register, HOLD_EM, day(9))) == 1


def test_an_approval_records_what_it_changes_before_and_after() -> None:
    office = office_with_rake()
    office.file(HOLD_EM, table(), day(2))
    office.do(office.proposal(HOLD_EM, table(blinds=(100, 300), max_raises=3), day(4)))
    proposed = office.register.versions[HOLD_EM][-1]
    shown = preview(office.register, proposed)
    office.do(office.approval(HOLD_EM, 2))
    event = office.log[-1]
    assert isinstance(event, SettingsApproved)
    assert event.changes == shown
    assert event.replaces == 1
    assert [str(change) for change in event.changes] == [
        "rotation.1.house.blinds.2: $2 -> $3",
        "rotation.1.house.max_raises: none -> 3",
    ]


def test_a_difference_names_fields_that_only_one_side_has() -> None:
    changes = difference(house(), house(BY_LEVELS, blinds=(100,), check_raise=False))
    assert set(changes) == {
        FieldChange("blinds.2", 200, None),
        FieldChange("check_raise", True, False),
        FieldChange("rake.1.kind", "percentage", "incremental"),
        FieldChange("rake.1.percent", 10, None),
        FieldChange("rake.1.unit", 100, None),
        FieldChange("rake.1.antes_included", False, None),
        FieldChange("rake.1.most", 400, 200),
        FieldChange("rake.1.scope", None, "aggregate"),
        FieldChange("rake.1.levels.1.reached", None, 2000),
        FieldChange("rake.1.levels.1.amount", None, 100),
        FieldChange("rake.1.levels.2.reached", None, 4000),
        FieldChange("rake.1.levels.2.amount", None, 100),
    }
    assert str(FieldChange("check_raise", True, False)) == "check_raise: yes -> no"
    assert str(FieldChange("rake.1.percent", 10, None)) == "rake.1.percent: 10 -> none"


def test_settings_do_not_differ_from_themselves_and_every_field_differs_from_nothing() -> None:
    assert difference(table(), table()) == ()
    new = difference(None, TEN_PERCENT)
    assert [change.field for change in new] == ["kind", "percent", "most", "unit", "antes_included"]
    assert all(change.before is None for change in new)


class Yes(msgspec.Struct, frozen=True):
    value: object


def test_a_yes_that_becomes_a_number_is_a_change() -> None:
    assert difference(Yes(value=True), Yes(value=1)) == (FieldChange("value", True, 1),)


def test_a_table_posts_what_is_in_force_and_nothing_else() -> None:
    office = office_with_rake()
    office.file(HOLD_EM, table(), day(2))
    posted = table().rotation
    early = may_post(office.register, HOLD_EM, posted, day(1.5))
    assert isinstance(early, Refusal)
    assert early.code is Code.NOTHING_IN_FORCE
    version = may_post(office.register, HOLD_EM, posted, day(2))
    assert isinstance(version, Version)
    other = may_post(office.register, HOLD_EM, table(blinds=(100, 300)).rotation, day(2))
    assert isinstance(other, Refusal)
    assert other.code is Code.DIFFERS_FROM_FILED
    assert "rotation.1.house.blinds.2: $2 -> $3" in str(other)


def test_the_rake_is_one_subject_and_a_subject_is_of_one_kind() -> None:
    office = office_with_rake()
    office.refused(office.proposal("rake of hold-em", FILED_RAKE, day(2)), Code.WRONG_SUBJECT)
    office.refused(office.proposal(RAKE, table(), day(2)), Code.WRONG_SUBJECT)
    office.do(office.proposal(HOLD_EM, table(), day(2)))
    office.refused(office.proposal(HOLD_EM, Supplement("Title", "Text"), day(2)), Code.OTHER_KIND)


@pytest.mark.parametrize(
    ("rake", "said"),
    [
        (RakeSubmission(), "no type of rake"),
        (RakeSubmission(methods=(TEN_PERCENT,)), "the most that may be raked"),
        (RakeSubmission(methods=(PercentageRake(percent=11, most=400),), most=400), "at most 10 percent"),
        (RakeSubmission(time_charges=(HOURLY, TimeCharge(hourly=1200, every=15))), "every 20 or 30 minutes"),
    ],
)
def test_a_rake_that_no_table_could_post_is_not_filed(rake: RakeSubmission, said: str) -> None:
    office = Office()
    refusal = office.refused(office.proposal(RAKE, rake, day(2)), Code.CANNOT_BE_POSTED)
    assert said in str(refusal)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (table(PercentageRake(percent=11, most=400)), "at most 10 percent"),
        (table(blinds=()), "at least one blind"),
        (TableSettings(()), "no game is posted"),
    ],
)
def test_a_sign_that_cannot_be_posted_is_refused_with_its_reason(settings: TableSettings, said: str) -> None:
    office = office_with_rake()
    refusal = office.refused(office.proposal(HOLD_EM, settings, day(2)), Code.CANNOT_BE_POSTED)
    assert said in str(refusal)


def test_what_all_methods_could_take_is_bounded_by_the_posted_maximum_of_all() -> None:
    assert most_raked(house(TEN_PERCENT, BY_LEVELS)) == 600
    assert most_raked(house(TEN_PERCENT, BY_LEVELS, rake_most=500)) == 500
    assert most_raked(house(TEN_PERCENT, rake_most=500)) == 400


def test_a_posting_needs_its_rake_filed_over_the_whole_of_its_time() -> None:
    office = Office()
    office.file(RAKE, FILED_RAKE, day(4))
    office.try_to_file(HOLD_EM, table(), day(3), Code.RAKE_NOT_FILED)
    office.file(HOLD_EM, table(), day(4))


def test_the_filed_maximum_is_not_lowered_below_what_tables_will_take() -> None:
    office = office_with_rake()
    office.file(HOLD_EM, table(), day(2))
    lower = RakeSubmission(methods=(PercentageRake(percent=10, most=300),), most=300)
    refusal = office.try_to_file(RAKE, lower, day(6), Code.ABOVE_FILED_MAXIMUM)
    assert "$4" in str(refusal)
    assert "$3" in str(refusal)
    office.file(HOLD_EM, table(PercentageRake(percent=10, most=300)), day(6))
    office.do(office.approval(RAKE, 2))


def test_a_rake_in_use_is_not_withdrawn() -> None:
    office = office_with_rake()
    office.file(HOLD_EM, table(), day(2))
    office.now = day(3)
    office.refused(office.withdrawal(RAKE, 1), Code.RAKE_NOT_FILED)
    office.do(office.withdrawal(HOLD_EM, 1))
    office.do(office.withdrawal(RAKE, 1))


def test_a_report_names_version_document_dates_and_people() -> None:
    office = office_with_rake()
    office.file(HOLD_EM, table(), day(2))
    lines = report(office.register, day(2))
    assert [(line.subject, line.version) for line in lines] == [(HOLD_EM, 1), (RAKE, 1)]
    text = str(lines[0])
    for told in ("version 1", "ROG-7", "2026-03-01", str(day(2)), str(ADA), str(BOB)):
        assert told in text


def random_office(seed: int) -> tuple[Office, list[tuple[datetime, tuple[InForce, ...]]]]:
    """A register after many attempts, and what it reported of each moment just before the next began."""
    lot = random.Random(seed)
    office, reports = Office(), []
    people = (ADA, BOB, CAL, DEB)
    subjects = (RAKE, HOLD_EM, "hold-em $2-$4", "house rule 1")
    for _ in range(120):
        if lot.random() < 0.5:
            office.now += timedelta(hours=lot.choice((1, 7, 30)))
        subject, version = lot.choice(subjects), lot.randint(1, 6)
        method = PercentageRake(percent=lot.choice((5, 10)), most=lot.choice((300, 400)))
        rake = RakeSubmission(methods=(method, TEN_PERCENT), most=lot.choice((300, 400)))
        kinds: dict[str, Settings] = {RAKE: rake, "house rule 1": Supplement("Title", str(lot.random()))}
        settings = kinds.get(subject, table(method))
        effective = office.now + timedelta(hours=lot.randint(-2, 60))
        command = lot.choice(
            (
                office.proposal(subject, settings, effective, filed_on=office.now.date(), by=lot.choice(people)),
                office.approval(subject, version, by=lot.choice(people)),
                office.approval(subject, len(office.register.versions.get(subject, ())), by=lot.choice(people)),
                office.withdrawal(subject, version, by=lot.choice(people), second=lot.choice((*people, None))),
            )
        )
        reports.append((office.now - timedelta(seconds=1), report(office.register, office.now - timedelta(seconds=1))))
        office.try_(command)
    return office, reports


@pytest.mark.parametrize("seed", range(20))
def test_the_past_is_reported_the_same_for_ever(seed: int) -> None:
    office, reports = random_office(seed)
    for moment, lines in reports:
        assert report(office.register, moment) == lines
        for line in lines:
            assert line.approved.at <= line.effective <= moment
            assert not line.approved.by.same_person(line.proposed.by)


@pytest.mark.parametrize("seed", range(20))
def test_no_table_ever_rakes_above_what_is_filed_at_that_moment(seed: int) -> None:
    office, _ = random_office(seed)
    for hours in range(0, 24 * 90, 5):
        lines = {line.subject: line.settings for line in report(office.register, day(1) + timedelta(hours=hours))}
        rake = lines.get(RAKE, RakeSubmission())
        assert isinstance(rake, RakeSubmission)
        for settings in lines.values():
            if isinstance(settings, TableSettings):
                assert most_raked(settings.rotation[0].house) <= rake.most


@pytest.mark.parametrize("seed", range(5))
def test_a_register_read_back_from_its_log_is_the_same(seed: int) -> None:
    office, _ = random_office(seed)
    assert len(office.log) > 20
    written = msgspec.json.encode(office.log)
    assert replay(msgspec.json.decode(written, type=tuple[Event, ...])) == office.register


def test_the_random_registers_do_everything() -> None:
    kinds = {type(event) for seed in range(20) for event in random_office(seed)[0].log}
    assert len(kinds) == 3
    assert any(lines for seed in range(20) for _, lines in random_office(seed)[1])
