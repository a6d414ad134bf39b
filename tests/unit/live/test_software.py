"""Which software dealt a round can be told from its record alone."""

from pokerroom.live.house import House
from pokerroom.room.software import software
from pokerroom.room.tables import TABLES
from pokerroom.table.seating.events import RoundStarted
from tests.unit.live.test_floor import HOLD_EM, dealt
from tests.wire import in_house, table_of


def test_every_round_of_a_live_room_records_version_and_digest() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        await dealt(house, table)
        events = [event for _, event in TABLES.events(house.rooms["play chips"].store, table)]
        dealt_by = {each.software for each in events if isinstance(each, RoundStarted)}
        assert dealt_by == {software()}
        assert "sha256:" in software()

    in_house(test, bots=0)
