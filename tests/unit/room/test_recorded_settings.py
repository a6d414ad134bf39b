"""House rules and rakes that versions before recorded are read as what they were, and recorded again the same."""

from decimal import Decimal
from typing import Any

import msgspec
import pytest

from pokerroom.log import Codec
from pokerroom.play.events import Event as PlayEvent
from pokerroom.room import checkpoint, filing
from pokerroom.room.filing import FieldChange
from pokerroom.room.filing.events import Event as FilingEvent
from pokerroom.room.filing.stream import FILING
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.streams import kinds_of
from pokerroom.room.tables import TABLES
from pokerroom.rules.house import HouseRules, NoLimit, PercentageRake, letter
from pokerroom.table.seating import Posting
from pokerroom.table.seating.events import TableEvent
from tests.unit.room.house import KEYS, House
from tests.unit.room.recorded_before import (
    HOUSE,
    LABELLED,
    RAKE_CHANGED,
    RAKE_PROPOSED,
    at_table,
    table_proposed,
)

OF_FILING = REGISTRY.stream(FILING.name).codec
TEN = PercentageRake(percent=10, most=400)
POSTED = letter(NoLimit(200), blinds=(100, 200), rake=(TEN,))
AS_BEFORE = b'"percent":10,'


def house_of(event: Any) -> HouseRules:
    if hasattr(event, "house"):
        found: HouseRules = event.house
        return found
    rotation: tuple[Posting, ...] = event.rotation if hasattr(event, "rotation") else event.settings.rotation
    return rotation[0].house


RECORDED: dict[str, tuple[Codec, bytes]] = {
    **{tag: (TABLES.codec, body) for tag, body in at_table(HOUSE).items()},
    "SettingsProposed": (OF_FILING, table_proposed(HOUSE)),
}


def test_every_event_that_holds_a_rake_is_among_them() -> None:
    kinds = kinds_of(TableEvent, PlayEvent, FilingEvent)
    holding = {str(kind.__struct_config__.tag) for kind in kinds if "PercentageRake" in str(msgspec.json.schema(kind))}
    assert holding == set(RECORDED)


@pytest.mark.parametrize("tag", RECORDED)
def test_house_rules_recorded_with_a_whole_percentage_are_what_they_were(tag: str) -> None:
    codec, body = RECORDED[tag]
    event = codec.decode(tag, 1, body)
    assert house_of(event) == POSTED
    assert type(house_of(event).rake[0].percent) is int  # type: ignore[union-attr]
    again = codec.encode(event)
    assert (again.tag, again.version) == (tag, 1)
    assert AS_BEFORE in body
    assert AS_BEFORE in again.body


@pytest.mark.parametrize("tag", RECORDED)
def test_a_recorded_label_settles_nothing(tag: str) -> None:
    codec, body = RECORDED[tag]
    event = codec.decode(tag, 1, body.replace(HOUSE, LABELLED))
    assert house_of(event) == msgspec.structs.replace(POSTED, preset="customary")


def test_a_filed_rake_of_before_is_what_it_was() -> None:
    proposed = OF_FILING.decode("SettingsProposed", 1, RAKE_PROPOSED)
    assert proposed.settings == filing.RakeSubmission(methods=(TEN,), most=400)
    assert OF_FILING.encode(proposed).body == RAKE_PROPOSED
    changed = OF_FILING.decode("SettingsApproved", 1, RAKE_CHANGED)
    assert changed.changes == (FieldChange("methods.1.percent", 5, 10),)
    assert OF_FILING.encode(changed).body == RAKE_CHANGED


def test_a_fraction_is_recorded_as_its_decimal_and_read_back() -> None:
    body = RAKE_PROPOSED.replace(AS_BEFORE, b'"percent":"7.5",')
    event = OF_FILING.decode("SettingsProposed", 1, body)
    assert event.settings.methods == (PercentageRake(percent=Decimal("7.5"), most=400),)
    assert OF_FILING.encode(event).body == body
    change = filing.difference(filing.RakeSubmission(methods=(TEN,), most=400), event.settings)
    assert change == (FieldChange("methods.1.percent", 10, "7.5"),)
    assert [str(each) for each in change] == ["methods.1.percent: 10 -> 7.5"]


def test_a_room_of_a_fractional_rake_opens_from_its_record_and_from_a_checkpoint() -> None:
    rake = (PercentageRake(percent=Decimal("7.50"), most=400),)
    house = House()
    house.open_day()
    house.file(filing.RAKE, filing.RakeSubmission(methods=rake, most=400))
    house.open_table("4", house=letter(NoLimit(200), blinds=(100, 200), rake=rake))
    house.seat("4", ["ann", "bob"])
    house.deal("4")
    kept = checkpoint.written(checkpoint.standing(house.room), code="this code", keys=KEYS)
    point = checkpoint.read_back(kept, code="this code", keys=KEYS)
    assert point is not None
    for room in (reopened(house.store, house.new_room()), reopened(house.store, house.new_room(), point=point)):
        assert room.states(TABLES) == house.room.states(TABLES)
        assert room.states(TABLES)["4"].posting.house.rake == (PercentageRake(percent=Decimal("7.5"), most=400),)


def sequence(house: House) -> int:
    recorded = (each.envelope for each in house.store.read("table/4"))
    return next(each.sequence for each in recorded if each.tag == "RoundOpened")
