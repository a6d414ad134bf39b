"""The worked irregularities of 14.15, played through the orders that a dealer gives at a table that a person deals.

Each is foretold first: what would happen, with its paragraph. Then it is entered, and happens.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from pokerroom.live.house import House
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff.floor import Floor
from pokerroom.play import CardCount, Code, Misdeal, Removal, Stage
from pokerroom.table.seating.entering import as_dealt
from tests.spec_marks import scenario, spec
from tests.unit.live.test_felt import Felt, act_simply, checked_down, dealt_by_hand, lineup, round_of, turn_of
from tests.unit.live.test_floor import SUE, on_the_floor

STUD = "seven-card-stud-high"
RULED: dict[str, Any] = {"reason": "agreed at the table", "paragraph": "14.15(b)"}


def at_the_felt(test: Callable[[Felt], Awaitable[None]], **dealt: Any) -> None:
    async def run(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor, **dealt)
        await test(felt)
        assert felt.table.is_balanced

    on_the_floor(run)


async def foretold_and_done(felt: Felt, order: str, paragraph: str, **says: Any) -> list[str]:
    """What the order would do names the paragraph, and does not happen before it is given."""
    before = felt.table
    lines = await felt.foretold(order, **says)
    assert not isinstance(lines, Refusal), lines
    assert paragraph in {line.rule for line in lines}, [(line.tag, line.rule) for line in lines]
    assert felt.table is before
    return await felt.done(order, **says)


def stakes(felt: Felt) -> list[int]:
    return [felt.table.stakes(seat) for seat, _ in felt.table.seated]


@scenario("IR-01")
@spec("R-14.15-e-2")
def test_a_wrong_start_found_after_one_call_is_a_misdeal() -> None:
    async def test(felt: Felt) -> None:
        await act_simply(felt)
        events = await foretold_and_done(felt, "MisdealFound", "14.15(e)2", cause=Misdeal.WRONG_START.value)
        assert "Misdealt" in events
        assert stakes(felt) == [100_00] * 3

    at_the_felt(test)


@scenario("IR-01")
@spec("R-14.15-e-2")
def test_a_wrong_start_found_after_two_wagers_stands() -> None:
    async def test(felt: Felt) -> None:
        await act_simply(felt)
        await act_simply(felt)
        refusal = await felt.refused("MisdealFound", cause=Misdeal.WRONG_START.value)
        assert (refusal.code, refusal.cited.paragraph) == (Code.DEAL_STANDS, "14.15(e)2")
        assert await felt.foretold("MisdealFound", cause=Misdeal.WRONG_START.value) == refusal

    at_the_felt(test)


@scenario("IR-03")
@spec("R-14.15-e-4")
def test_a_player_who_was_skipped_sits_out_once_two_have_wagered_and_before_that_it_is_a_misdeal() -> None:
    async def test(felt: Felt) -> None:
        await act_simply(felt)
        last = lineup(felt)[-2]
        assert (await felt.foretold("HandGone", seat=last, cause=Removal.SKIPPED.value))[0].tag == "Misdealt"
        await act_simply(felt)
        turn = lineup(felt)[turn_of(felt)]
        events = await foretold_and_done(felt, "HandGone", "14.15(e)4", seat=turn, cause=Removal.SKIPPED.value)
        assert "HandRemoved" in events
        assert felt.table.stakes(turn) == 100_00

    at_the_felt(test)


@scenario("IR-04")
@spec("R-14.15-e-3", "R-14.15-h")
def test_one_card_face_up_in_the_deck_is_not_used_and_two_are_a_misdeal() -> None:
    async def test(felt: Felt) -> None:
        await act_simply(felt)
        await foretold_and_done(felt, "CardFaceUp", "14.15(h)", card="9d")
        assert felt.table.dealing is not None
        assert "Misdealt" in await foretold_and_done(felt, "CardFaceUp", "14.15(e)3")
        assert stakes(felt) == [100_00] * 3

    at_the_felt(test)


@scenario("IR-06")
@spec("R-14.15-g.1", "R-14.15-g.2")
def test_a_card_missing_on_the_turn_kills_the_round_and_every_chip_goes_back() -> None:
    async def test(felt: Felt) -> None:
        while len(round_of(felt.table).board) < 4:
            await act_simply(felt)
        await foretold_and_done(felt, "CountWrong", "14.15(g)", cause=CardCount.MISSING.value)
        assert felt.table.dealing is None
        assert felt.table.in_rake_area == 0
        assert stakes(felt) == [100_00] * 3

    at_the_felt(test)


@scenario("IR-07")
@spec("R-14.15-i-3")
def test_a_protected_hand_that_the_dealer_sweeps_takes_its_chips_back() -> None:
    async def test(felt: Felt) -> None:
        while round_of(felt.table).street < 1:
            await act_simply(felt)
        victim = lineup(felt)[1]
        await felt.done("MarkProtected", counter="round", seat=victim, how="under a chip")
        before = round_of(felt.table).pot
        await foretold_and_done(felt, "HandGone", "14.15(i)3", seat=victim, cause=Removal.SWEPT.value)
        assert felt.table.stakes(victim) == 100_00
        assert round_of(felt.table).pot < before

    at_the_felt(test)


@scenario("IR-07")
@spec("R-14.15-i-2")
def test_a_protected_hand_is_rebuilt_on_the_word_of_two() -> None:
    async def test(felt: Felt) -> None:
        await act_simply(felt)
        seat = lineup(felt)[0]
        says = {"seat": seat, "cards": "As Kd", "witnesses": ["Ada Park", "Bo Lee"]}
        assert (await felt.refused("HandRebuilt", **says)).code is Code.HAND_UNPROTECTED
        await felt.done("MarkProtected", counter="round", seat=seat, how="held")
        assert "HandReconstructed" in await felt.done("HandRebuilt", **says)

    at_the_felt(test)


@scenario("IR-09")
@spec("R-14.15-i-1")
def test_hole_cards_at_stud_count_as_protected() -> None:
    async def test(felt: Felt) -> None:
        opener = lineup(felt)[0]
        await felt.done("PostForcedBet", seat=opener)
        victim = lineup(felt)[turn_of(felt)]
        await foretold_and_done(felt, "HandGone", "14.15(i)3", seat=victim, cause=Removal.MIXED.value)
        assert felt.table.stakes(victim) == 100_00

    at_the_felt(test, game=STUD)


@scenario("IR-10")
@spec("R-14.15-i-4")
def test_the_unprotected_hand_of_a_player_who_walks_away_is_collected_and_a_protected_one_stays() -> None:
    async def test(felt: Felt) -> None:
        await act_simply(felt)
        first, second, _ = lineup(felt)
        await felt.done("MarkProtected", counter="round", seat=second, how="held")
        await foretold_and_done(felt, "PlayerGone", "14.15(i)4", seat=second)
        assert felt.table.is_in_contention(second)
        await foretold_and_done(felt, "PlayerGone", "14.15(i)4", seat=first)
        assert not felt.table.is_in_contention(first)

    at_the_felt(test)


@scenario("IR-12")
@spec("R-14.15-j-2")
def test_a_forced_bettor_who_throws_the_hand_away_pays_all_the_same() -> None:
    async def test(felt: Felt) -> None:
        opener = lineup(felt)[1]
        before = felt.table.stakes(opener)
        await felt.done("NameOpener", seat=opener)
        events = await foretold_and_done(felt, "ThrewAway", "14.15(j)2", seat=opener)
        assert events[-2:] == ["ForcedBetPosted", "Folded"]
        assert felt.table.stakes(opener) < before
        assert not felt.table.is_in_contention(opener)

    at_the_felt(test, game=STUD)


@scenario("IR-13")
@spec("R-14.15-j-1-ii")
def test_turning_the_up_cards_down_is_a_fold() -> None:
    async def test(felt: Felt) -> None:
        await felt.done("PostForcedBet", seat=lineup(felt)[0])
        seat = lineup(felt)[turn_of(felt)]
        events = await foretold_and_done(felt, "TurnedDown", "14.15(j)1ii", seat=seat)
        assert events[-1] == "Folded"

    at_the_felt(test, game=STUD)


@scenario("IR-18")
@spec("R-14.15-d.3")
def test_a_hand_conceded_unseen_wins_nothing() -> None:
    async def test(felt: Felt) -> None:
        await checked_down(felt)
        seat = lineup(felt)[turn_of(felt)]
        await foretold_and_done(felt, "Concede", "14.15(d)", seat=seat)
        refusal = await felt.refused("PushPots", pushes=[{"pot": 0, "seats": [seat]}])
        assert refusal.code is Code.NO_CLAIM

    at_the_felt(test)


@scenario("IR-19")
@spec("R-14.15-b")
def test_the_word_of_the_poker_shift_supervisor_is_final() -> None:
    async def test(felt: Felt) -> None:
        await act_simply(felt)
        await felt.done("Rule", by=SUE, counter="round", **RULED)
        assert (await felt.refused("TakeBack")).code is Code.NOTHING_TO_TAKE_BACK
        assert felt.table.unwitnessed[-1].by == SUE.name
        assert isinstance(await felt.enter("Rule", counter="round", **RULED), Refusal), "a dealer does not rule"

    at_the_felt(test)


@scenario("IR-21")
@spec("R-14.15-e-1")
def test_a_shuffle_or_cut_that_was_skipped_is_a_misdeal_at_any_point() -> None:
    async def test(felt: Felt) -> None:
        await checked_down(felt)
        await foretold_and_done(felt, "MisdealFound", "14.15(e)1", cause=Misdeal.SHUFFLE_OR_CUT.value)
        assert stakes(felt) == [100_00] * 3

    at_the_felt(test)


@spec("R-14.15-n")
def test_a_card_dealt_off_the_table_is_replaced_though_nobody_names_it() -> None:
    async def test(felt: Felt) -> None:
        await felt.done("Deal")
        seat = lineup(felt)[0]
        await foretold_and_done(felt, "CardFell", "14.15(n)", seat=seat)
        assert len(round_of(felt.table).dead) == 1
        await foretold_and_done(felt, "CardFell", "14.15(n)", card="6c")
        assert len(round_of(felt.table).dead) == 2

    at_the_felt(test)


@spec("R-14.15-f")
def test_cards_dealt_to_a_seat_that_is_not_in_the_round_are_discarded() -> None:
    async def test(felt: Felt) -> None:
        await felt.done("Deal")
        await foretold_and_done(felt, "HandGone", "14.15(f)", seat=5, cause=Removal.INELIGIBLE.value)
        assert len(round_of(felt.table).apart.mistaken) == 2

    at_the_felt(test)


@spec("R-14.15-o.1", "R-14.15-o-2")
def test_an_exposed_hole_card_at_hold_em_is_exchanged_and_need_not_be_named() -> None:
    async def test(felt: Felt) -> None:
        exposed = [{"seat": lineup(felt)[1], "number": 0}]
        events = await foretold_and_done(felt, "Deal", "14.15(o)2", exposed=exposed)
        assert "CardExchanged" in events
        assert await checked_down(felt) == 12

    at_the_felt(test)


@spec("R-14.15-k.3", "R-14.15-k.4")
def test_an_exposed_last_card_at_stud_offers_the_choice() -> None:
    async def test(felt: Felt) -> None:
        await felt.done("PostForcedBet", seat=lineup(felt)[0])
        while round_of(felt.table).street < 3 or round_of(felt.table).stage is not Stage.DEALING:
            state = as_dealt(round_of(felt.table))
            if state.stage is Stage.TELLING:
                await felt.done("Check", seat=lineup(felt)[0])
            else:
                await act_simply(felt)
        chooser = lineup(felt)[2]
        await foretold_and_done(felt, "Deal", "14.15(k)", exposed=[{"seat": chooser, "number": 0}])
        assert round_of(felt.table).stage is Stage.CHOOSING
        await foretold_and_done(felt, "Freeze", "14.15(k)1", seat=chooser)
        assert round_of(felt.table).stage is Stage.TELLING
        await felt.done("TakeBack")
        await foretold_and_done(felt, "PlayOn", "14.15(k)2", seat=chooser)
        assert round_of(felt.table).frozen == 0

    at_the_felt(test, game=STUD)


@spec("R-14.7-b-3")
def test_at_stud_whoever_is_entered_first_has_opened() -> None:
    async def test(felt: Felt) -> None:
        second = lineup(felt)[1]
        events = await felt.done("PostForcedBet", seat=second)
        assert events == ["Entered", "CardsDealt", "OpenerAwaited", "BettingRoundOpened", "ForcedBetPosted"]
        assert lineup(felt)[turn_of(felt)] == lineup(felt)[2]

    at_the_felt(test, game=STUD)


@spec("R-14.7-b-3")
def test_at_stud_named_up_cards_say_who_opens() -> None:
    async def test(felt: Felt) -> None:
        await felt.done("Deal", cards="9d 2c Ks")
        assert lineup(felt)[turn_of(felt)] == lineup(felt)[1]
        assert (await felt.refused("PostForcedBet", seat=lineup(felt)[0])).code is Code.NOT_YOUR_TURN

    at_the_felt(test, game=STUD)
