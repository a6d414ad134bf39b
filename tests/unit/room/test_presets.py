"""A preset is applied where somebody hands settings in, and nowhere else: what is recorded is played as it stands."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict, replace

from pokerroom.games import CATALOGUE
from pokerroom.log import beginning, enclose, head_of
from pokerroom.play.events import BlindPosted, RoundOpened
from pokerroom.room import filing
from pokerroom.room.filing import FieldChange, SettingsApproved, TableSettings, departures, difference
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.filing.stream import FILING
from pokerroom.room.ports import Batch
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.reopening import reopened
from pokerroom.room.tables.commands import AtTable, DealRound
from pokerroom.rules.house import CUSTOMARY, HouseRules, NoLimit, customary, letter
from pokerroom.store import MemoryStore
from pokerroom.table.seating import Posting, TableRules, commands as at_table, customary_table, rotation_handed_in
from tests.spec_marks import spec
from tests.unit.room import recorded_before
from tests.unit.room.filings import HOLD_EM, TEN_PERCENT, day, office_with_rake
from tests.unit.room.house import ADA, BO, DEALER, FILED, NOON, RAKE, SUPERVISOR, House

RAKED = {"type": "percentage", "percent": 10, "most": 400}
SIGN = {"limits": {"type": "no", "least": 200}, "blinds": [100, 200], "rake": [RAKED]}
AREA = at_table.Area("poker room", approved=True)


def posting(house: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": "hold-em", "house": {**SIGN, **house}, **more}


def settings(*postings: dict[str, Any]) -> TableSettings:
    """As the room reads what somebody hands in."""
    document = {"type": "table", "rotation": list(postings)}
    read: filing.Settings = msgspec.convert(filing.handed_in(document), filing.Settings)
    assert isinstance(read, TableSettings)
    return read


def only(posting_: dict[str, Any]) -> Posting:
    (read,) = settings(posting_).rotation
    return read


def heads_up(house: House, rotation: tuple[Posting, ...]) -> tuple[RoundOpened, list[BlindPosted]]:
    """A round of two players at a table that posts this: how it was opened, and the blinds."""
    asked = at_table.OpenTable(by=SUPERVISOR, at=house.at, area=AREA, rotation=rotation)
    house.do(AtTable("4", asked, subject="table 4"))
    house.seat("4", ["ann", "bob"])
    events = [event for _, event in house.do(DealRound(table="4", by=DEALER, at=house.at)).events]
    opened = next(event for event in events if isinstance(event, RoundOpened))
    return opened, [event for event in events if isinstance(event, BlindPosted)]


def filed(rotation: tuple[Posting, ...]) -> House:
    house = House()
    house.open_day()
    house.file(filing.RAKE, filing.RakeSubmission(methods=RAKE, most=400))
    house.file("table 4", TableSettings(rotation))
    return house


@pytest.mark.parametrize(
    ("named", "by_button"),
    [
        ({}, False),
        ({"preset": "letter"}, False),
        ({"preset": "customary"}, True),
        ({"preset": "customary", "heads_up_button_small_blind": False}, False),
        ({"preset": "letter", "heads_up_button_small_blind": True}, True),
    ],
    ids=str,
)
@spec("R-14.15-r")
def test_a_table_filed_under_a_preset_is_played_by_it(named: dict[str, Any], *, by_button: bool) -> None:
    rotation = settings(posting(named)).rotation
    opened, blinds = heads_up(filed(rotation), rotation)
    assert [blind.amount for blind in blinds] == [100, 200]
    assert (blinds[0].seat == opened.button) is by_button
    assert opened.house.heads_up_button_small_blind is by_button, "the record says so itself"


def test_a_preset_settles_what_the_document_does_not_name_and_nothing_else() -> None:
    read = only(posting({"preset": "customary", "max_raises": 3}, rules={"buy_in_least": 4_000}))
    built = customary(NoLimit(200), blinds=(100, 200), rake=(TEN_PERCENT,), max_raises=3, antes_to_main_pot=True)
    assert read == Posting(game="hold-em", house=built, rules=customary_table(buy_in_least=4_000))
    assert departures(TableSettings((read,))) == ()


def test_the_rules_of_the_table_may_have_a_preset_of_their_own() -> None:
    read = only(posting({"preset": "customary"}, rules={"preset": "letter"}))
    assert read.rules == TableRules()
    assert not read.house.antes_to_main_pot, "nobody makes a blind good there"
    needed = {"posts_may_differ": True, "antes_to_main_pot": True}
    read = only(posting(needed, rules={"preset": "customary"}))
    assert (read.house.preset, read.rules) == ("letter", customary_table())


def test_what_a_document_names_stands_and_is_shown_as_a_departure_from_its_preset() -> None:
    named = posting(
        {"preset": "customary", "heads_up_button_small_blind": False, "short_all_in_reopens": "half"},
        rules={"button_rule": "moving"},
    )
    assert [str(each) for each in departures(settings(named))] == [
        "rotation.1.house.heads_up_button_small_blind: yes -> no",
        "rotation.1.house.short_all_in_reopens: cumulative -> half",
        "rotation.1.rules.button_rule: dead -> moving",
    ]
    own = posting({"heads_up_button_small_blind": True})
    assert departures(settings(own)) == (FieldChange("rotation.1.house.heads_up_button_small_blind", False, True),)
    assert departures(filing.RakeSubmission()) == ()


@pytest.mark.parametrize(("edition", "game"), sorted(CATALOGUE), ids=str)
def test_every_game_can_be_filed_under_every_preset(edition: str, game: str) -> None:
    law = CATALOGUE[edition, game]
    forced = {"blinds": [100, 200]} if law.has_button else {"blinds": [], "forced_bet": 100}
    for preset in ("letter", "customary"):
        office = office_with_rake()
        office.file(game, settings({**posting({"preset": preset, **forced}), "game": game, "edition": edition}), day(2))


def test_antes_go_to_the_main_pot_only_where_a_missed_blind_is_made_good() -> None:
    """A short ante contends for what it matched, where nobody has to make a blind good (R-11)."""
    stud = {**posting({"preset": "customary", "blinds": [], "forced_bet": 100}), "game": "seven-card-stud-high"}
    assert not only(stud).house.antes_to_main_pot
    assert only(posting({"preset": "customary"})).house.antes_to_main_pot
    assert not only(posting({"preset": "customary"}, rules={"missed_blinds": "none"})).house.antes_to_main_pot
    refused = settings(posting({"preset": "customary", "antes_to_main_pot": False}))
    office = office_with_rake()
    assert "into the main pot" in str(office.refused(office.proposal("x", refused, day(2)), Code.CANNOT_BE_POSTED))


@spec("R-14.15-r")
def test_whoever_approves_sees_the_preset_and_every_setting_it_changes() -> None:
    office = office_with_rake()
    office.file(HOLD_EM, settings(posting({})), day(2))
    office.do(office.proposal(HOLD_EM, settings(posting({"preset": "customary"})), day(3)))
    shown = filing.preview(office.register, office.register.versions[HOLD_EM][-1])
    office.do(office.approval(HOLD_EM, 2))
    event = office.log[-1]
    assert isinstance(event, SettingsApproved)
    assert event.changes == shown
    assert sorted(map(str, shown)) == [
        "rotation.1.house.antes_to_main_pot: no -> yes",
        "rotation.1.house.completion_counts_as_raise: yes -> no",
        "rotation.1.house.enforce_seats: yes -> no",
        "rotation.1.house.five_stud_opener_may_check: no -> yes",
        "rotation.1.house.heads_up_button_small_blind: no -> yes",
        "rotation.1.house.odd_unit_button_games: as-written -> left-of-button",
        "rotation.1.house.partly_shown_hands: no -> yes",
        "rotation.1.house.posts_may_differ: no -> yes",
        "rotation.1.house.pots_of_same_winners: apart -> joined",
        "rotation.1.house.preset: letter -> customary",
        "rotation.1.house.short_all_in_counts_as_raise: yes -> no",
        "rotation.1.house.short_all_in_reopens: never -> cumulative",
        "rotation.1.house.short_stack_dealt_in: no -> yes",
        "rotation.1.house.show_first_if_checked: last-aggressor-any-round -> first-to-act",
        "rotation.1.rules.button_rule: moving -> dead",
        "rotation.1.rules.kill_if_absent: stay-on-limits -> cancel",
        "rotation.1.rules.missed_blinds: none -> post",
        "rotation.1.rules.preset: letter -> customary",
    ]


LABELLED = HouseRules(preset="customary", limits=NoLimit(200), blinds=(100, 200), rake=RAKE)


@pytest.mark.parametrize(
    "labelled",
    [
        Posting(game="hold-em", house=LABELLED),
        Posting(game="hold-em", house=LABELLED, rules=customary_table(button_rule="moving", missed_blinds="none")),
        Posting(
            game="hold-em",
            house=letter(NoLimit(200), blinds=(100, 200), rake=RAKE),
            rules=TableRules(preset="customary"),
        ),
    ],
    ids=["house rules", "house rules beside the table's", "rules of the table"],
)
def test_a_label_that_nothing_follows_is_not_filed(labelled: Posting) -> None:
    """In code a value is what it says, field by field, so its label has to be true."""
    house = House()
    proposal = filing.Propose(
        subject="table 4",
        settings=TableSettings((labelled,)),
        document="submission 1",
        filed_on=FILED,
        effective=house.at,
        at=house.at,
        by=ADA,
    )
    refusal = house.ask(InRegister(proposal))
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.CANNOT_BE_POSTED
    assert "hold-em is labelled customary and has no setting as customary has it" in str(refusal)
    assert house.room.state(FILING).versions == {}


def test_a_label_that_some_settings_follow_is_filed_with_the_others_shown() -> None:
    partly = Posting(game="hold-em", house=replace(LABELLED, posts_may_differ=True))
    office = office_with_rake()
    office.file(HOLD_EM, TableSettings((partly,)), day(2))
    shown = {each.field.rpartition(".")[2] for each in departures(TableSettings((partly,)))}
    assert shown == set(CUSTOMARY) - {"preset", "posts_may_differ"}


def before() -> House:
    """A room whose record was begun by a version that took a preset for a label."""
    store, head = MemoryStore(), beginning(FILING.name)
    at = NOON + timedelta(days=90)
    for number, (tag, body) in enumerate(
        (
            ("SettingsProposed", recorded_before.RAKE_PROPOSED),
            ("SettingsApproved", approved("rake")),
            ("SettingsProposed", recorded_before.table_proposed(recorded_before.LABELLED)),
            ("SettingsApproved", approved("table 4")),
        )
    ):
        envelope = enclose(head, at=at, by="Ada Park", cause=f"before {number}", tag=tag, version=1, body=body)
        store.append(Batch((envelope,)))
        head = head_of(envelope)
    house = House(store)
    house.room, house.at = reopened(store, house.new_room()), at
    house.open_day()
    return house


def approved(subject: str) -> bytes:
    return (
        b'{"type":"SettingsApproved",%b,"subject":"%b","version":1,"replaces":null,"changes":[],'
        b'"at":"2026-03-01T12:00:00Z","by":{"name":"Bo Ek","role":"accounting"}}'
        % (recorded_before.OF_14_14, subject.encode())
    )


def test_a_filing_recorded_under_a_mere_label_is_played_as_it_was_recorded() -> None:
    house = before()
    version = filing.in_force(house.room.state(FILING), "table 4", house.at)
    assert version is not None
    assert isinstance(version.settings, TableSettings)
    rotation = version.settings.rotation
    assert rotation[0].house.preset == "customary"
    assert difference(replace(rotation[0].house, preset="letter"), letter(**as_letter(rotation[0].house))) == ()
    opened, blinds = heads_up(house, rotation)
    assert opened.house == rotation[0].house
    assert blinds[0].seat != opened.button, "as 14.10(d) has it, and as it was played"


def as_letter(house: HouseRules) -> dict[str, Any]:
    return {name: asdict(house)[name] for name in ("limits", "blinds", "rake")}


def test_the_same_document_differs_from_a_filing_that_never_applied_it() -> None:
    house = before()
    rotation = settings(posting({"preset": "customary"})).rotation
    asked = at_table.OpenTable(by=SUPERVISOR, at=house.at, area=AREA, rotation=rotation)
    refusal = house.ask(AtTable("4", asked, subject="table 4"))
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.DIFFERS_FROM_FILED
    assert "rotation.1.house.heads_up_button_small_blind: no -> yes" in str(refusal)
    house.at += timedelta(minutes=1)
    signed: dict[str, Any] = {
        "document": "submission 2",
        "filed_on": FILED,
        "effective": house.at,
        "at": house.at,
        "by": ADA,
    }
    house.do(InRegister(filing.Propose(subject="table 4", settings=TableSettings(rotation), **signed)))
    house.do(InRegister(filing.Approve(subject="table 4", version=2, at=house.at, by=BO)))
    opened, blinds = heads_up(house, rotation)
    assert blinds[0].seat == opened.button


@pytest.mark.parametrize(
    "document",
    [
        None,
        5,
        "customary",
        [5],
        [{}],
        [{"house": 5}],
        [{"house": {"preset": ["customary"]}}],
        [{"house": {"preset": "customary"}, "rules": None}],
        [{"house": {"preset": "customary"}, "game": ["hold-em"], "edition": {}}],
        [{"house": {"preset": "house"}, "game": "hold-em"}],
    ],
    ids=str,
)
def test_what_is_no_posting_is_left_for_its_reader_to_refuse(document: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(rotation_handed_in(document), tuple[Posting, ...])
