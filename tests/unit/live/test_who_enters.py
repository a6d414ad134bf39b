"""Who enters what happens at a dealer's table, and when: the dealer signed on or the floor, and no card is dealt that
the box does not allow. Words and chips are entries like any other.
"""

from datetime import timedelta
from typing import Any

import pytest

from pokerroom.cards import parse_cards
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.seeding import FIXED, RAKE, Variant, file
from pokerroom.play import CardCount, Misdeal, Removal, Stage
from pokerroom.room import filing
from pokerroom.rules.house import TimeCharge
from tests.dealers_table import DAN, DEE, FLO, DealersTable, at_a_dealers_table
from tests.spec_marks import spec

STUD = "seven-card-stud-high"
ANTE_IN_COIN = Variant(FIXED.limits, {"max_raises": 3, "ante": 50})
HOURLY = TimeCharge(hourly=6_00, every=20)

FACING_A_BET: dict[str, dict[str, Any]] = {
    "Call": {},
    "Fold": {},
    "Raise": {"to": 4_00},
    "Say": {"words": "call"},
    "PutIn": {"chips": [1_00, 1_00]},
    "NotComplete": {},
    "ThrewAway": {},
    "HandGone": {"cause": Removal.THROWN_AWAY.value},
    "PlayerGone": {},
}
"""What may be entered of the seat to act."""
OF_THE_TABLE: dict[str, dict[str, Any]] = {
    "TakeBack": {},
    "CardFaceUp": {},
    "CardFell": {},
    "MisdealFound": {"cause": Misdeal.SHUFFLE_OR_CUT.value},
    "CountWrong": {"cause": CardCount.MISSING.value},
}
"""What may be entered of no seat."""
ON_THE_FLOP: dict[str, dict[str, Any]] = {
    "Check": {},
    "Say": {"words": "check"},
    "PutIn": {"chips": [1_00, 1_00]},
    "ThrewAway": {},
}
"""What says of the first to act that the flop lies there."""


def acting(felt: DealersTable) -> int:
    state = felt.round_as_dealt
    assert state is not None
    return felt.at_table(felt.turn_of(state))


def of_the_actor(felt: DealersTable, orders: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {order: {"seat": acting(felt), **says} for order, says in orders.items()}


def entries(felt: DealersTable) -> dict[str, dict[str, Any]]:
    return of_the_actor(felt, FACING_A_BET) | OF_THE_TABLE


def dealing(felt: DealersTable) -> dict[str, dict[str, Any]]:
    return of_the_actor(felt, ON_THE_FLOP) | {"Deal": {}}


async def with_one_call(felt: DealersTable) -> None:
    await felt.opened_and_ready("Ann", "Ben", "Cy")
    await felt.started()
    await felt.done(DEE, "felt", "Call", seat=acting(felt))


async def before_the_flop(felt: DealersTable) -> None:
    """Everybody has acted, and the flop has not been entered."""
    await with_one_call(felt)
    await felt.done(DEE, "felt", "Call", seat=acting(felt))
    await felt.done(DEE, "felt", "Check", seat=acting(felt))


async def all_refused(felt: DealersTable, by: Identity, orders: dict[str, dict[str, Any]], code: str) -> None:
    for order, says in orders.items():
        before = felt.table, felt.box
        refusal = await felt.refused(by, "felt", order, **says)
        assert refusal.code.sent_as == code, (order, refusal)
        assert (felt.table, felt.box) == before, order


def test_a_dealer_of_another_table_enters_nothing_in_the_round_and_nothing_for_its_players() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        player = felt.players[0].identity.id
        await felt.done(FLO, "table", "ProposeMinimum", minimum=4_00)
        for order, of in (("Agree", {"player": player}), ("LayBills", {"seat": 0, "bills": []})):
            assert (await felt.refused(DAN, "felt", order, **of)).code.sent_as == "not the dealer"
            await felt.done(DEE, "felt", order, **of)
        await felt.started()
        await felt.done(DEE, "felt", "Call", seat=acting(felt))
        await all_refused(felt, DAN, entries(felt), "not the dealer")
        await felt.done(FLO, "felt", "Say", seat=acting(felt), words="call")

    at_a_dealers_table(test)


def test_nobody_but_the_floor_enters_anything_where_no_dealer_is_signed_on() -> None:
    async def test(felt: DealersTable) -> None:
        await with_one_call(felt)
        await felt.in_box("SignOff")
        await all_refused(felt, DEE, entries(felt), "no dealer")
        await felt.done(FLO, "felt", "Fold", seat=acting(felt))

    at_a_dealers_table(test)


def test_while_the_floor_is_called_the_dealer_enters_neither_actions_nor_words_nor_chips() -> None:
    async def test(felt: DealersTable) -> None:
        await with_one_call(felt)
        await felt.in_box("CallFloor", reason="a disputed bet")
        await all_refused(felt, DEE, entries(felt), "floor called")
        await felt.done(FLO, "felt", "Call", seat=acting(felt))
        await felt.in_box("AnswerCall", call=1, reason="the bet stands", by=FLO)
        await felt.done(DEE, "felt", "Check", seat=acting(felt))

    at_a_dealers_table(test)


@spec("R-14.6-e-1.2")
@pytest.mark.parametrize("by", [DEE, FLO], ids=["dealer", "floor"])
def test_no_street_is_dealt_under_the_marker_button_by_an_action_or_by_words(by: Identity) -> None:
    async def test(felt: DealersTable) -> None:
        await before_the_flop(felt)
        await felt.in_box("SetDeckDown", transaction="a bill is changed")
        await all_refused(felt, by, dealing(felt), "marker on the deck")
        await felt.in_box("PickDeckUp")
        await felt.done(by, "felt", "Say", seat=acting(felt), words="check")

    at_a_dealers_table(test)


@spec("R-14.15-e-1", "R-14.15-g.1")
@pytest.mark.parametrize(
    ("found", "says", "code"),
    [
        ("NoteSkipped", {"skipped": "cut"}, "misdeal"),
        ("ReportWrongCards", {"deck": "A", "what": "a card is missing"}, "round dead"),
    ],
)
def test_no_street_is_dealt_from_a_deck_that_was_not_cut_or_is_not_whole(
    found: str, says: dict[str, str], code: str
) -> None:
    async def test(felt: DealersTable) -> None:
        await before_the_flop(felt)
        await felt.done(DEE, "box", found, **says)
        await all_refused(felt, DEE, dealing(felt), code)

    at_a_dealers_table(test)


def test_an_ante_in_coin_is_entered_by_the_dealer_of_the_table() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        await felt.started()
        paid = {"seat": 0, "coins": [50]}
        assert (await felt.refused(DAN, "felt", "PayAnteInCoin", **paid)).code.sent_as == "not the dealer"
        await felt.in_box("CallFloor", reason="foreign coin among the antes")
        assert (await felt.refused(DEE, "felt", "PayAnteInCoin", **paid)).code.sent_as == "floor called"
        await felt.done(FLO, "felt", "PayAnteInCoin", **paid)

    at_a_dealers_table(test, sign=ANTE_IN_COIN)


def test_a_time_charge_is_collected_by_the_dealer_of_the_table() -> None:
    async def test(felt: DealersTable) -> None:
        filed = filing.RakeSubmission(methods=(RAKE,), time_charges=(HOURLY,), most=RAKE.most)
        await file(felt.live, filing.RAKE, filed)
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        felt.live.latest = felt.live.moment() + timedelta(minutes=HOURLY.every)
        assert (await felt.refused(DAN, "table", "CollectTime")).code.sent_as == "not the dealer"
        await felt.done(DEE, "table", "CollectTime")

    at_a_dealers_table(test, sign=Variant(FIXED.limits, {"time_charge": HOURLY}))


async def raised_short(felt: DealersTable) -> int:
    """Seven-card stud: third street is over, and whoever raised with words still has to put in chips."""
    await felt.opened_and_ready("Ann", "Ben", "Cy")
    await felt.started()
    await felt.done(DEE, "felt", "NameOpener", seat=0)
    await felt.done(DEE, "felt", "PostForcedBet", seat=0)
    await felt.done(DEE, "felt", "Say", seat=1, words="raise")
    await felt.done(DEE, "felt", "PutIn", seat=1, chips=[1_00])
    await felt.done(DEE, "felt", "Rested", seat=1)
    await felt.done(DEE, "felt", "Call", seat=2)
    await felt.done(DEE, "felt", "Call", seat=0)
    assert felt.table.heard.owed
    return 1


@spec("R-14.7-b-3")
def test_chips_that_were_due_name_nobody_who_acts_first_and_deal_no_street() -> None:
    async def test(felt: DealersTable) -> None:
        debtor = await raised_short(felt)
        recorded = felt.table.round
        assert recorded is not None
        assert recorded.stage is Stage.DEALING
        answer = await felt.done(DEE, "felt", "PutIn", seat=debtor, chips=[1_00])
        assert [type(event).__name__ for _, event in answer.events] == ["Entered", "ActHeard"]
        assert not felt.table.heard.owed
        state = felt.round_as_dealt
        assert state is not None
        assert (state.stage, state.turn) == (Stage.TELLING, None), "the dealer says who acts first"
        await felt.done(DEE, "felt", "TakeBack")
        assert felt.table.heard.owed, "they are due again"
        await felt.done(DEE, "felt", "PutIn", seat=debtor, chips=[1_00])
        await felt.done(DEE, "felt", "Deal", cards="9d 2c Ks")
        assert felt.table.round is not None
        assert [cards[-1] for cards in felt.table.round.up] == list(parse_cards("9d2cKs"))

    at_a_dealers_table(test, game=STUD)


@spec("R-14.7-d")
def test_words_before_the_dealer_has_said_who_acts_first_make_nobody_act_first() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        await felt.started()
        for order, says in (("Say", {"words": "bet"}), ("PutIn", {"chips": [2_00]}), ("ThrewAway", {})):
            refusal = await felt.refused(DEE, "felt", order, seat=1, **says)
            assert refusal.code.sent_as == "not now", order
        await felt.done(DEE, "felt", "NameOpener", seat=0)
        assert acting(felt) == 0

    at_a_dealers_table(test, game=STUD)


@spec("R-14.7-d")
def test_words_out_of_turn_between_two_streets_deal_nothing() -> None:
    async def test(felt: DealersTable) -> None:
        await before_the_flop(felt)
        other = next(seat for seat, _ in felt.table.seated if seat != acting(felt))
        answer = await felt.done(DEE, "felt", "Say", seat=other, words="bet")
        assert [type(event).__name__ for _, event in answer.events] == ["Entered", "ActHeard"]
        await felt.done(DEE, "felt", "Deal", cards="9d 2c Ks")

    at_a_dealers_table(test)
