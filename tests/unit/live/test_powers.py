"""What one member of staff alone may not do: move a player's money, or rule without its being seen."""

from typing import Any

import pytest

from pokerroom.ledger import bank
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import House
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import Proposal
from pokerroom.live.staff.floor import Floor
from pokerroom.room.books import LEDGER
from pokerroom.room.projections import journal, rulings
from pokerroom.room.registry import REGISTRY
from pokerroom.room.room import Done
from pokerroom.rules.staff import Official, Position
from pokerroom.rules.wording import is_in_words
from pokerroom.table.seating.events import PlayerSeated, RulingWitnessed
from pokerroom.wire import messages as wire
from pokerroom.words import said
from tests.unit.live.test_floor import CAI, DEE, FLO, HOLD_EM, SUE, dealt, give, on_the_floor
from tests.wire import Client, entered, table_of

CAL = Identity("cal", "Cal Orr", Role.CAGE, guest=False)


async def proposed(house: House, floor: Floor, by: Identity, counter: str, order: dict[str, Any], **where: str) -> str:
    asked = orders.read(counter, order, **where)
    assert not isinstance(asked, Refusal), asked
    answer = await floor.order(by, house.rooms["play chips"], asked, id=str(order))
    assert isinstance(answer, Proposal), answer
    return answer.id


async def ann_with(house: House, amount: int) -> Client:
    ann = await entered(house, "Ann")
    await house.rooms["play chips"].stake(ann.identity.id, least=amount, up_to=amount)
    return ann


def withdrawal(ann: Client, amount: int) -> dict[str, Any]:
    return {"type": "Withdraw", "player": ann.identity.id, "amount": amount}


def heard(client: Client, kind: type[Any]) -> Any:
    """The last message of this kind that has come."""
    return [each for each in client.so_far() if isinstance(each, kind)][-1]


def note_of_last(house: House, player: str) -> str:
    rows = house.rooms["play chips"].store.projected.caught_up()
    return journal.of_account(rows, bank(player))[-1].note


def test_every_order_that_takes_money_out_of_a_bank_is_signed_by_two_or_agreed_to() -> None:
    """By the table of what is paid from a bank, so that a new order cannot be forgotten."""
    taking = {each.__name__ for process in REGISTRY.processes for each in process.from_bank} | {"Withdraw"}
    found = {each.type for each in orders.ORDERS if each.second is not None and each.second.or_player}
    assert found == taking


def test_a_withdrawal_happens_once_the_player_agrees() -> None:
    async def test(house: House, floor: Floor) -> None:
        ann, live = await ann_with(house, 20_000), house.rooms["play chips"]
        proposal = await proposed(house, floor, CAI, "cage", withdrawal(ann, 5_000))
        assert live.balance(ann.identity.id) == 20_000
        wanted = heard(ann, wire.ConsentWanted)
        assert (wanted.proposal, wanted.by) == (proposal, "Cai Lin (cage)")
        assert said(wanted.says) == "The cage pays you $50 from your bank."
        assert isinstance(await ann.ask(wire.AnswerConsent, proposal=proposal, agrees=True), wire.Accepted)
        assert heard(ann, wire.ConsentSettled).proposal == proposal
        assert live.balance(ann.identity.id) == 15_000
        assert note_of_last(house, ann.identity.id) == "the player agreed"
        assert isinstance(await ann.ask(wire.AnswerConsent, proposal=proposal, agrees=True), wire.Refused)
        assert live.balance(ann.identity.id) == 15_000

    on_the_floor(test)


def test_what_the_player_declines_does_not_happen_whoever_signs_it() -> None:
    async def test(house: House, floor: Floor) -> None:
        ann, live = await ann_with(house, 20_000), house.rooms["play chips"]
        proposal = await proposed(house, floor, CAI, "cage", withdrawal(ann, 5_000))
        assert isinstance(await ann.ask(wire.AnswerConsent, proposal=proposal, agrees=False), wire.Accepted)
        answer = await floor.countersign(CAL, live, proposal)
        assert isinstance(answer, Refusal)
        assert answer.code.sent_as == "consent declined"
        assert list(floor.to_sign(CAL, live)) == []
        assert live.balance(ann.identity.id) == 20_000

    on_the_floor(test)


@pytest.mark.parametrize("second", [CAL, FLO, SUE])
def test_a_player_without_a_page_is_paid_out_under_a_second_signature(second: Identity) -> None:
    async def test(house: House, floor: Floor) -> None:
        ann, live = await ann_with(house, 20_000), house.rooms["play chips"]
        proposal = await proposed(house, floor, CAI, "cage", withdrawal(ann, 5_000))
        own = await floor.countersign(CAI, live, proposal)
        assert isinstance(own, Refusal)
        assert own.code.sent_as == "same person"
        assert isinstance(await floor.countersign(second, live, proposal), Done)
        assert live.balance(ann.identity.id) == 15_000
        assert note_of_last(house, ann.identity.id) == f"countersigned by {second.name} ({second.role.value})"

    on_the_floor(test)


def test_nobody_agrees_for_another() -> None:
    async def test(house: House, floor: Floor) -> None:
        ann, ben = await ann_with(house, 20_000), await entered(house, "Ben")
        proposal = await proposed(house, floor, CAI, "cage", withdrawal(ann, 5_000))
        assert isinstance(await ben.ask(wire.AnswerConsent, proposal=proposal, agrees=True), wire.Refused)
        assert house.rooms["play chips"].balance(ann.identity.id) == 20_000

    on_the_floor(test)


def test_whoever_comes_later_is_asked_then() -> None:
    async def test(house: House, floor: Floor) -> None:
        ann = await ann_with(house, 20_000)
        proposal = await proposed(house, floor, CAI, "cage", withdrawal(ann, 5_000))
        again = await entered(house, "Ann")
        assert heard(again, wire.ConsentWanted).proposal == proposal

    on_the_floor(test)


def test_a_dealer_adds_to_nobodys_stakes_alone_and_the_record_says_who_agreed() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        ann = await ann_with(house, 20_000)
        seat = {"type": "TakeSeat", "player": ann.identity.id, "seat": 3, "amount": 8_000}
        answer = await give(house, floor, FLO, "table", seat, table=table, second=DEE)
        assert isinstance(answer, Done)
        (seated,) = (event for _, event in answer.events if isinstance(event, PlayerSeated))
        assert (seated.by, seated.agreed) == (
            Official("Flo Ray", Position.FLOORPERSON),
            Official("Dee Low", Position.DEALER),
        )
        more = {"type": "TopUp", "player": ann.identity.id, "amount": 1_000}
        proposal = await proposed(house, floor, DEE, "table", more, table=table)
        assert house.actors[table].table.stakes(3) == 8_000
        assert isinstance(await ann.ask(wire.AnswerConsent, proposal=proposal, agrees=True), wire.Accepted)
        assert house.actors[table].table.stakes(3) + house.actors[table].table.place(3).added == 9_000
        assert note_of_last(house, ann.identity.id) == "the player agreed"
        assert live.room.state(LEDGER).balance(bank(ann.identity.id)) == 11_000

    on_the_floor(test)


@pytest.mark.parametrize("amount", [30_000, 0, -5])
def test_nobody_is_asked_to_agree_to_what_could_not_be_done(amount: int) -> None:
    async def test(house: House, floor: Floor) -> None:
        ann = await ann_with(house, 20_000)
        answer = await give(house, floor, CAI, "cage", withdrawal(ann, amount))
        assert isinstance(answer, Refusal)
        assert answer.code.sent_as == "bank too small"

    on_the_floor(test)


RULING = {"type": "Rule", "reason": "short ante put right", "paragraph": "14.15(b)", "moves": []}


def test_a_ruling_is_final_at_once_and_waits_for_a_witness_who_is_somebody_else() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        await dealt(house, table)
        assert isinstance(await give(house, floor, SUE, "round", RULING, table=table), Done)
        assert [each.number for each in house.actors[table].table.unwitnessed] == [1]
        (shown,) = rulings.without_witness(live.store.projected.caught_up())
        assert (shown.table, shown.number, shown.by) == (table, 1, "Sue Park (poker shift supervisor)")
        seen: dict[str, Any] = {"type": "WitnessRuling", "ruling": 1}
        own = await give(house, floor, SUE, "table", seen, table=table)
        assert isinstance(own, Refusal)
        assert own.code.sent_as == "own ruling"
        answer = await give(house, floor, DEE, "table", seen, table=table)
        assert isinstance(answer, Done)
        assert [type(event) for _, event in answer.events] == [RulingWitnessed]
        assert not house.actors[table].table.unwitnessed
        assert not rulings.without_witness(live.store.projected.caught_up())
        (kept,) = rulings.of_table(live.store.projected.caught_up(), table)
        assert kept.witness == "Dee Low (dealer)"
        twice = await give(house, floor, FLO, "table", seen, table=table, id="twice")
        assert isinstance(twice, Refusal)
        assert twice.code.sent_as == "no such ruling"

    on_the_floor(test)


def test_a_ruling_with_the_reason_x_is_refused() -> None:
    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, HOLD_EM)
        await dealt(house, table)
        for reason in ("x", "because", "1 2 3 4 5 6 7 8 9", "a b c"):
            answer = await give(house, floor, SUE, "round", {**RULING, "reason": reason}, table=table, id=reason)
            assert isinstance(answer, Refusal)
            assert answer.code.sent_as == "not in words"

    on_the_floor(test)


def test_a_reason_is_two_words_at_least() -> None:
    for text in ("wrong pot", "he said so", "Ante fehlte am Platz", "signals to seat 2"):
        assert is_in_words(text)
    for text in ("", "x", "x y", "wrongpot", "12345678 9", "... ..."):
        assert not is_in_words(text)
