"""The demonstration: a scripted crew deals to simulated players while somebody watches, and people only watch."""

import asyncio

from pokerroom.live.house import House
from pokerroom.room.box import BOXES
from pokerroom.room.examining import examine_record
from pokerroom.room.lists.stream import LISTS
from pokerroom.wire import messages as wire
from tests.dealers_table import DEE
from tests.wire import entered, in_house

FELT = "felt 1"


def test_a_crew_deals_while_somebody_watches_and_its_record_audits_clean() -> None:
    async def test(house: House) -> None:
        actor, live = house.actors[FELT], house.rooms["play chips"]
        await asyncio.sleep(5)
        assert actor.table.rounds == 0, "nobody watches"
        console = await entered(house, DEE)
        await console.say(wire.Watch(table=FELT))
        await asyncio.sleep(40)
        assert actor.table.rounds > 3
        assert live.room.state(BOXES, FELT).round > 3
        assert any(isinstance(each, wire.DealersTable) for each in console.so_far())
        house.unwatch(console.connection, FELT)
        await asyncio.sleep(1)
        examined = examine_record(live.store, keys=live.room.keys, decide_again=True)
        assert examined.findings == ()

    in_house(test, bots=1, demonstrations=1)


def test_nobody_takes_a_seat_at_a_demonstration_or_waits_for_one() -> None:
    async def test(house: House) -> None:
        ann = await entered(house, "Ann")
        answer = await ann.ask(wire.Sit, table=FELT)
        assert isinstance(answer, wire.Refused)
        assert answer.code == "no seat"
        assert FELT not in house.rooms["play chips"].room.state(LISTS).tables
        assert any(each.name == FELT and each.dealt_by == "dealer" for each in house.lobby_tables())

    in_house(test, bots=1, demonstrations=1)
