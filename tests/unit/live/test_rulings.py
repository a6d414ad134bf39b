"""The rulings that a round allows: what is offered could be given, says what it would do, and is all there is."""

from pokerroom.live.house import House
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff import orders
from pokerroom.live.staff.floor import Floor
from pokerroom.live.staff.rulings import possible, so_far, tried
from pokerroom.room.room import Done
from tests.spec_marks import spec
from tests.unit.live.test_floor import DEE, FLO, HOLD_EM, SUE, dealt, on_the_floor
from tests.wire import table_of


@spec("R-14.15-b")
def test_only_what_the_text_allows_here_is_offered_and_each_says_what_it_would_do() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        await dealt(house, table)
        found = tuple(possible(floor, FLO, live, table))
        kinds = {each.order["type"] for each in found}
        assert {"DeclareMisdeal", "DeclareDead", "RemoveHand"} <= kinds
        assert all(each.told and any(line.rule for line in each.told) for each in found)
        offered = [each.order for each in found]
        refused = [order for order in tried(FLO, house.actors[table].table) if order not in offered]
        assert refused, "some causes of the text cannot arise here"
        for order in refused:
            asked = orders.read("round", order, table=table)
            assert isinstance(asked, orders.Order)
            assert isinstance(floor.foretell(FLO, live, asked), Refusal)

    on_the_floor(test)


def test_what_is_offered_does_what_it_said() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        await dealt(house, table)
        chosen = next(each for each in possible(floor, FLO, live, table) if each.order["type"] == "DeclareMisdeal")
        asked = orders.read("round", chosen.order, table=table)
        assert isinstance(asked, orders.Order)
        before = house.actors[table].sequence
        assert isinstance(await floor.order(FLO, live, asked, id="misdeal"), Done)
        happened = [
            line.tag for line in so_far(house.actors[table]) if line.sequence > before and line.says is not None
        ]
        assert happened[: len(chosen.told)] == [line.tag for line in chosen.told]

    on_the_floor(test)


def test_a_dealer_is_offered_what_a_dealer_may_give_and_nobody_anything_between_rounds() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        assert not tuple(possible(floor, SUE, live, table))
        assert not tuple(possible(floor, SUE, live, "no such table"))
        await dealt(house, table)
        kinds = {each.order["type"] for each in possible(floor, DEE, live, table)}
        assert kinds <= {"RemoveFaceUpCard", "RemoveFallenCard"}

    on_the_floor(test)


def test_the_round_so_far_names_no_hidden_card() -> None:
    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, HOLD_EM)
        await dealt(house, table)
        told = so_far(house.actors[table])
        assert any(line.tag == "RoundStarted" for line in told) or told
        assert not any(card != "??" for line in told for card in line.cards)
        assert floor.actor(house.rooms["play chips"], table) is house.actors[table]

    on_the_floor(test)
