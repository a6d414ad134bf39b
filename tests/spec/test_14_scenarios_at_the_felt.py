"""The worked examples BT, IR and TO played through the orders of a table that a person deals.

Those of 14.15 are in `test_14_15_at_the_felt.py`, those of decks, cut and clearing in
`test_14_dealers_table_orders.py`. Every BT, IR and TO applies to such a table, and the three files play all of them.
BT-06 is played at fixed limits, where the sign of the play-chip room has its cap of three raises.
"""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

from pokerroom.live.house import House
from pokerroom.live.refusals import Refusal
from pokerroom.live.seeding import FIXED, every_game, posting
from pokerroom.live.staff.floor import Floor
from pokerroom.play import Code
from pokerroom.room.room import Done
from pokerroom.rules.house import Fixed
from pokerroom.table import refusals as of_table
from pokerroom.table.seating.events import ActHeard, Understood
from tests.dealers_table import DEE, FLO, NAME, DealersTable, at_a_dealers_table
from tests.spec_marks import scenario, spec
from tests.unit.live.test_felt import Felt, dealt_by_hand, lineup, round_of, turn_of
from tests.unit.live.test_floor import on_the_floor

HERE = Path(__file__).parent
BLIND = 1_00
"""What the player who acts on the bet of $10 has in already."""
PLAYED_IN = ("test_14_15_at_the_felt.py", "test_14_dealers_table_orders.py", Path(__file__).name)


def test_every_worked_example_of_bets_irregularities_and_tables_is_played_through_orders() -> None:
    asked = set(re.findall(r"^### ((?:BT|IR|TO)-\d+)", (HERE / "scenarios.md").read_text(), re.MULTILINE))
    played = {each for name in PLAYED_IN for each in re.findall(r'"((?:BT|IR|TO)-\d+)"', (HERE / name).read_text())}
    assert asked
    assert asked <= played, asked - played


def at_no_limit(test: Callable[[Felt], Awaitable[None]]) -> None:
    async def run(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor)
        await felt.done("Raise", seat=acting(felt), to=10_00)
        await test(felt)
        assert felt.table.is_balanced

    on_the_floor(run)


def acting(felt: Felt) -> int:
    return lineup(felt)[turn_of(felt)]


async def heard(felt: Felt, type_: str, **says: Any) -> ActHeard:
    answer = await felt.enter(type_, **says)
    assert isinstance(answer, Done), answer
    (event,) = (event for _, event in answer.events if isinstance(event, ActHeard))
    return event


@scenario("BT-01")
@spec("R-14.7-i")
def test_one_chip_larger_than_the_bet_only_calls_it() -> None:
    async def test(felt: Felt) -> None:
        seat, before = acting(felt), round_of(felt.table).bet
        event = await heard(felt, "PutIn", seat=seat, chips=[25_00])
        assert (event.understood, event.rule.paragraph) == (Understood.BOUND, "14.7(i)")
        assert event.change >= 15_00
        assert round_of(felt.table).bet == before == 10_00

    at_no_limit(test)


@scenario("BT-03")
@spec("R-14.7-e")
def test_the_amount_that_was_announced_governs() -> None:
    async def test(felt: Felt) -> None:
        seat = acting(felt)
        await felt.done("Say", seat=seat, words="raise to 30")
        event = await heard(felt, "PutIn", seat=seat, chips=[25_00])
        assert event.due == 30_00 - 25_00 - BLIND
        assert round_of(felt.table).bet == 30_00
        await felt.done("PutIn", seat=seat, chips=[1_00] * 4)
        assert not felt.table.heard.owed

    at_no_limit(test)


@scenario("BT-04")
@spec("R-14.7-g-3")
def test_an_announced_raise_is_built_up_until_both_hands_rest() -> None:
    async def test(felt: Felt) -> None:
        seat = acting(felt)
        await felt.done("Say", seat=seat, words="raise")
        for chips in ([5_00, 5_00], [5_00] * 4):
            assert (await heard(felt, "PutIn", seat=seat, chips=chips)).understood is Understood.REMEMBERED
        assert "Raised" in await felt.done("Rested", seat=seat)
        assert round_of(felt.table).bet >= 30_00

    at_no_limit(test)


@scenario("BT-07")
@spec("R-14.7-d")
def test_words_out_of_turn_bind_nobody() -> None:
    async def test(felt: Felt) -> None:
        turn = acting(felt)
        other = next(seat for seat in lineup(felt) if seat != turn)
        event = await heard(felt, "Say", seat=other, words="fold")
        assert event.rule.reading == "AMB-45"
        assert acting(felt) == turn
        assert felt.table.is_in_contention(other)

    at_no_limit(test)


@scenario("BT-06")
@spec("R-14.17.3")
def test_the_raise_after_the_last_that_the_sign_allows_is_refused() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        await felt.started()
        for to in (4_00, 6_00, 8_00):
            await felt.done(DEE, "felt", "Raise", seat=seat_of(felt), to=to)
        refusal = await felt.refused(DEE, "felt", "Raise", seat=seat_of(felt), to=10_00)
        assert refusal.code is Code.RAISE_CAP
        await felt.done(DEE, "felt", "Call", seat=seat_of(felt))

    at_a_dealers_table(test)


def seat_of(felt: DealersTable) -> int:
    state = felt.round_as_dealt
    assert state is not None
    return felt.at_table(felt.turn_of(state))


@scenario("BT-09")
@spec("R-14.17.2")
def test_the_minimum_rises_once_the_dealer_has_entered_that_everybody_agrees() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        players = [client.identity.id for client in felt.players]
        await felt.done(FLO, "table", "ProposeMinimum", minimum=4_00)
        await felt.done(DEE, "felt", "Agree", player=players[0])
        await felt.done(DEE, "felt", "Agree", player=players[1], agrees=False)
        assert felt.table.proposal is None
        await felt.done(FLO, "table", "ProposeMinimum", minimum=4_00)
        for player in players:
            assert felt.table.posting.house.limits == Fixed(2_00, 4_00)
            await felt.done(DEE, "felt", "Agree", player=player)
        assert felt.table.posting.house.limits == Fixed(4_00, 4_00)

    at_a_dealers_table(test)


@scenario("BT-10")
@spec("R-14.7-a")
def test_a_bystanders_bet_is_refused() -> None:
    async def test(felt: Felt) -> None:
        refusal = await felt.refused("Call", seat=7)
        assert refusal.code is of_table.Code.NOT_DEALT_IN
        assert refusal.cited.paragraph == "14.7(a)"

    at_no_limit(test)


@scenario("IR-15")
@spec("R-14.15-p", "R-14.15-q")
def test_a_jammed_device_has_its_shuffle_made_again_and_by_hand_only_once_it_is_gone() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.posted()
        await felt.supplied()
        await felt.in_box("InstallShuffler", shuffler={"device": "SH-1", "counts": False, "approval": ""})
        await felt.seated("Ann", "Ben")
        await felt.shown()
        for deck in ("A", "B"):
            await felt.in_box("WashDeck", deck=deck)
        await felt.in_box("StoreDeck", deck="A", place="shuffling device")
        await felt.in_box("ShuffleDeck", deck="A", method="by device")
        await felt.in_box("ReportFailedShuffle", deck="A", failure="jammed")
        await felt.in_box("PutInPlay", deck="A")
        again = await felt.refused(DEE, "table", "StartRound")
        assert (again.code.sent_as, again.paragraph) == ("shuffle failed", "14.15(p)")
        by_hand = await felt.refused(DEE, "box", "ShuffleDeck", deck="A", method="by hand")
        assert by_hand.paragraph == "14.15(q)"
        await felt.in_box("RemoveShuffler")
        await felt.in_box("ShuffleDeck", deck="A", method="by hand")

    at_a_dealers_table(test)


@scenario("IR-16")
@spec("R-14.6-e-4.4")
def test_a_deck_that_counts_51_is_withdrawn_and_never_dealt_from_again() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.in_box("CountDeck", deck="A", found=51)
        decks = felt.box.decks
        assert decks is not None
        assert [deck.name for deck in decks.decks] == ["B"]
        assert isinstance(await felt.asked(DEE, "box", "PutInPlay", deck="A"), Refusal)
        assert isinstance(await felt.asked(DEE, "table", "StartRound"), Refusal)

    at_a_dealers_table(test)


@scenario("TO-09")
@spec("R-14.17.1")
def test_a_table_with_an_incomplete_sign_does_not_open_for_a_dealer() -> None:
    async def test(felt: DealersTable) -> None:
        whole = posting(every_game()["hold-em"], FIXED)
        sign = msgspec.to_builtins((whole,))
        sign[0]["house"]["blinds"] = []
        opening = {"area": {"name": "poker room", "approved": True}, "rotation": sign, "dealt_by": "dealer"}
        refusal = await felt.asked(FLO, "table", "OpenTable", subject=f"table {NAME}", **opening)
        assert isinstance(refusal, Refusal)
        assert NAME not in felt.house.actors
        await felt.posted()
        assert felt.table.is_open

    at_a_dealers_table(test)
