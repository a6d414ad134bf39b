"""The rulings that a round allows: what is offered could be given, says what it would do, and is all there is."""

from collections.abc import Iterator
from random import Random
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from pokerroom.cards import Card
from pokerroom.live.house import House
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.staff import orders
from pokerroom.live.staff.floor import Floor
from pokerroom.live.staff.foretelling import TURNS_OVER, TURNS_UP, digest_of
from pokerroom.live.staff.rulings import possible, so_far, tried
from pokerroom.play import Event, events
from pokerroom.room.room import Done
from pokerroom.wire import messages as wire
from tests.spec_marks import spec
from tests.unit.live.test_floor import DEE, FLO, HOLD_EM, SUE, dealt, on_the_floor
from tests.unit.live.witness import Witness, cards_in
from tests.wire import Player, table_of


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


class Curious(Player):
    """Plays; and before every move of theirs somebody of the floor asks what each ruling would lead to."""

    def __init__(self, house: House, floor: Floor, table: str) -> None:
        super().__init__(house, "Ann", Random(table))
        self.floor, self.table, self.witness = floor, table, Witness()
        self.asked = 0
        self.leaked: set[bytes] = set()
        """Cards that were foretold and did not lie open."""

    async def say(self, message: Any) -> None:
        if isinstance(message, wire.Act):
            self.ask_about_rulings()
        await super().say(message)

    def ask_about_rulings(self) -> None:
        self.witness.take(self.house.actors[self.table].recent.after(self.witness.read))
        for each in possible(self.floor, SUE, self.house.rooms["play chips"], self.table):
            self.asked += 1
            self.leaked |= cards_in(msgspec.json.encode(each.told)) - self.witness.last.ever_open


@pytest.mark.parametrize("game", [HOLD_EM, "seven-card-stud-high", "five-card-draw-high"])
def test_a_ruling_that_is_asked_about_tells_no_card_that_nobody_has_seen(game: str) -> None:
    """Not the next card of the deck, nor a hand, nor who would win with it."""

    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, game)
        ann = Curious(house, floor, table)
        await ann.enter()
        await ann.sit(table)
        await ann.play(table, rounds=4)
        assert not ann.leaked
        assert ann.asked > 50

    on_the_floor(test, bots=3)


def kinds_with_cards() -> Iterator[type[Any]]:
    for kind in get_args(Event):
        if any(Card in (each, *get_args(each)) for each in get_type_hints(kind).values()):
            yield kind


def test_every_event_that_names_a_card_is_foretold_without_it_or_not_at_all() -> None:
    """But for those in which somebody who gives the order names the cards."""
    named = {events.HandReconstructed, events.CardsNamed}
    assert set(kinds_with_cards()) - named <= {*TURNS_UP, *TURNS_OVER}


def test_a_ruling_that_would_do_something_else_by_now_than_was_read_is_refused() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        people = await dealt(house, table)
        chosen = next(each for each in possible(floor, FLO, live, table) if each.order["type"] == "DeclareMisdeal")
        read = digest_of(chosen.told)
        asked = orders.read("round", chosen.order, table=table)
        assert isinstance(asked, orders.Order)
        act = {"table": table, "move": wire.Call(), "seen": house.actors[table].recent.last}
        answers = [await each.ask(wire.Act, **act) for each in people]
        assert any(isinstance(each, wire.Accepted) for each in answers), "more chips lie in the pot"
        answer = await floor.order(FLO, live, asked, id="late", expected=read)
        assert isinstance(answer, Refusal)
        assert answer.code is Code.DOES_OTHERWISE
        assert house.actors[table].table.dealing is not None, "nothing has happened"
        again = floor.foretell(FLO, live, asked)
        assert not isinstance(again, Refusal)
        assert isinstance(await floor.order(FLO, live, asked, id="read", expected=digest_of(again)), Done)

    on_the_floor(test)
