"""N.J.A.C. 13:69F-14.5: shuffle, cut, recut, and the table with no activity."""

import pytest

from pokerroom.cards import DECK
from pokerroom.table.deck_rules import DeckRules
from pokerroom.table.decks import cut, due
from pokerroom.table.decks.commands import (
    BeginRound,
    EndRound,
    LeaveSeat,
    OfferInspection,
    OrderRecut,
    PlaceCoverCard,
    PlaceRest,
    ShuffleDeck,
    SpreadDeck,
    TakePacket,
    TakeSeat,
    TurnDeckUp,
    WashDeck,
)
from pokerroom.table.decks.equipment import DeckPlace, Face, ShuffleMethod
from pokerroom.table.decks.events import CoverCardPlaced, DeckCut, PacketTaken, RecutOrdered, RoundBegun
from pokerroom.table.due import Duty
from pokerroom.table.ending import Ending
from pokerroom.table.refusals import Code, Refusal
from tests.dealers_box import DEALER, FLOOR, OTHER_DEALER, SUPERVISOR, YELLOW, Box, device_box, ready_box
from tests.spec_marks import scenario, spec


def shuffled_box(rules: DeckRules | None = None) -> Box:
    """A table whose deck in play has been shuffled after a round, and not cut."""
    box = ready_box(rules)
    box.play_round()
    box.shuffle("A")
    return box


@spec("R-14.5-a.1")
@pytest.mark.parametrize("ending", [Ending.COMPLETED, Ending.MISDEAL])
def test_the_whole_deck_is_shuffled_after_each_round(ending: Ending) -> None:
    box = ready_box()
    box.play_round(ending=ending)
    refusal = box.refused(BeginRound, Code.NOT_SHUFFLED, game="hold-em")
    assert refusal.paragraph == "14.5(a)"
    box.refused(PlaceCoverCard, Code.NOT_SHUFFLED)
    box.prepare_again()
    assert box.free


@spec("R-14.5-a.1")
def test_a_shuffle_by_hand_or_by_device_serves_alike() -> None:
    by_hand, by_device = ready_box(), device_box()
    for box in (by_hand, by_device):
        box.do(BeginRound, game="hold-em")
    by_hand.refused(ShuffleDeck, Code.ROUND_IN_PROGRESS, deck="B", method=ShuffleMethod.HAND)
    by_hand.refused(ShuffleDeck, Code.NO_SHUFFLER, deck="B", method=ShuffleMethod.DEVICE)
    by_device.shuffle("B", method=ShuffleMethod.DEVICE)
    by_device.do(EndRound, ending=Ending.COMPLETED)
    by_device.use("B", idle="A")
    by_device.cut()
    assert by_device.free


@spec("R-14.5-b.1")
def test_a_shuffled_deck_is_not_dealt_before_the_dealer_has_cut_it() -> None:
    box = shuffled_box()
    refusal = box.refused(BeginRound, Code.NOT_CUT, game="hold-em")
    assert refusal.paragraph == "14.5(b)"
    assert "misdeal by 14.15(e)1" in str(refusal)
    box.refused(PlaceCoverCard, Code.NOT_THE_DEALER, by=OTHER_DEALER)
    box.cut()
    box.do(BeginRound, game="hold-em")
    assert box.last(DeckCut).by == box.last(RoundBegun).by == DEALER


@spec("R-14.5-b.1")
def test_a_cut_before_the_shuffle_does_not_count() -> None:
    box = shuffled_box()
    box.cut()
    box.shuffle("A")
    box.blocked(Code.NOT_CUT)


@spec("R-14.5-b-1", "R-14.5-b-2", "R-14.5-b-3")
def test_the_cut_goes_cover_card_packet_rest_and_in_no_other_order() -> None:
    box = shuffled_box()
    box.refused(TakePacket, Code.CUT_OUT_OF_ORDER, size=20)
    box.refused(PlaceRest, Code.CUT_OUT_OF_ORDER)
    box.do(PlaceCoverCard)
    box.refused(PlaceCoverCard, Code.CUT_OUT_OF_ORDER)
    box.refused(PlaceRest, Code.CUT_OUT_OF_ORDER)
    assert box.blocked(Code.NOT_CUT).paragraph == "14.5(b)2"
    box.do(TakePacket, size=20)
    box.refused(TakePacket, Code.CUT_OUT_OF_ORDER, size=20)
    assert box.blocked(Code.NOT_CUT).paragraph == "14.5(b)3"
    box.do(PlaceRest)
    assert box.free
    cover, packet, whole = box.last(CoverCardPlaced), box.last(PacketTaken), box.last(DeckCut)
    assert [each.rule.paragraph for each in (cover, packet, whole)] == ["14.5(b)1", "14.5(b)2", "14.5(b)3"]


@scenario("TO-04")
@spec("R-14.5-b-2")
@pytest.mark.parametrize(("size", "code"), [(9, Code.CUT_TOO_SMALL), (0, Code.CUT_TOO_SMALL), (43, Code.CUT_TOO_LARGE)])
def test_the_packet_has_ten_to_forty_two_cards(size: int, code: Code) -> None:
    box = shuffled_box()
    box.do(PlaceCoverCard)
    refusal = box.refused(TakePacket, code, size=size)
    assert (refusal.paragraph, refusal.cited.reading) == ("14.5(b)2", "AMB-61")
    assert not isinstance(box.try_(TakePacket, size=42), Refusal)
    box.do(TakePacket, size=10)
    box.do(PlaceRest)
    assert box.last(DeckCut).size == 10


@spec("R-14.5-b-2")
def test_a_house_may_leave_less_than_ten_cards_on_top_and_may_ask_for_more_below() -> None:
    box = shuffled_box(DeckRules(cut_min=15, cut_max=51))
    box.do(PlaceCoverCard)
    box.refused(TakePacket, Code.CUT_TOO_SMALL, size=14)
    box.do(TakePacket, size=51)


@scenario("TO-04")
@spec("R-14.5-b-3", "R-14.1-cover")
def test_after_the_cut_the_rest_is_on_top_and_the_cover_card_hides_the_bottom_card() -> None:
    after = cut(DECK, 10)
    assert (after[0], after[-1]) == (DECK[10], DECK[9])
    assert sorted(after) == list(DECK)
    box = shuffled_box()
    box.cut(10)
    assert (box.last(DeckCut).size, box.last(DeckCut).cover) == (10, YELLOW)
    with pytest.raises(ValueError, match="53 cards cannot be cut off a deck of 52"):
        cut(DECK, 53)


@scenario("TO-04")
@spec("R-14.5-c")
def test_a_supervisor_may_order_a_recut_until_the_first_card_is_dealt() -> None:
    box = ready_box()
    box.refused(OrderRecut, Code.NO_AUTHORITY, by=DEALER, reason="flashed the bottom card")
    for by in (FLOOR, SUPERVISOR):
        box.do(OrderRecut, by=by, reason="flashed the bottom card")
        box.blocked(Code.NOT_CUT)
        box.refused(OrderRecut, Code.NOTHING_TO_RECUT, by=by, reason="again")
        box.cut()
    assert box.last(RecutOrdered).reason == "flashed the bottom card"
    box.do(BeginRound, game="hold-em")
    refusal = box.refused(OrderRecut, Code.ROUND_IN_PROGRESS, reason="too late")
    assert (refusal.paragraph, refusal.cited.reading) == ("14.5(c)", "AMB-167")


@scenario("TO-06")
@spec("R-14.5-d.1", "R-14.5-d.2", "R-14.5-d.3")
def test_an_idle_table_spreads_both_decks_and_starts_again_from_the_players_look() -> None:
    box = ready_box()
    box.play_round()
    box.at("10:10")
    box.do(LeaveSeat, player="Ann")
    assert (Duty.SPREAD, "A") not in box.duties
    box.do(LeaveSeat, player="Bob")
    assert {(Duty.SPREAD, "A"), (Duty.SPREAD, "B")} <= box.duties
    assert box.blocked(Code.NOT_SPREAD).paragraph == "14.5(d)"

    box.do(SpreadDeck, deck="A", face=Face.DOWN, in_sequence=False)
    box.do(SpreadDeck, deck="B", face=Face.UP, in_sequence=False)
    assert {deck.place for deck in box.state.decks} == {DeckPlace.ON_TABLE}
    assert not box.duties
    box.seat("Cy")
    assert not box.duties
    box.at("10:12")
    box.seat("Di")
    assert {(Duty.TURN_UP, "A"), (Duty.SHOW, "B")} == box.duties
    box.refused(BeginRound, Code.SPREAD_FACE_DOWN, game="hold-em")
    box.refused(OfferInspection, Code.SPREAD_FACE_DOWN, deck="A")
    box.do(TurnDeckUp, deck="A")
    box.refused(WashDeck, Code.NOT_SHOWN_TO_PLAYERS, deck="A")
    box.show("A", "B")
    box.blocked(Code.NO_DECK_IN_PLAY)
    box.refused(ShuffleDeck, Code.NOT_WASHED, deck="A", method=ShuffleMethod.HAND)
    box.wash("A", "B")
    box.shuffle("A", "B")
    box.use("A", idle="B")
    box.blocked(Code.NOT_CUT)
    box.cut()
    assert box.free


@spec("R-14.5-d.1")
def test_the_last_player_leaving_during_a_round_leaves_an_idle_table_after_it() -> None:
    box = ready_box()
    box.do(BeginRound, game="hold-em")
    for player in ("Ann", "Bob"):
        box.do(LeaveSeat, player=player)
    assert (Duty.SPREAD, "A") not in box.duties
    box.do(EndRound, ending=Ending.COMPLETED)
    assert {(Duty.SPREAD, "A"), (Duty.SPREAD, "B")} <= box.duties


@spec("R-14.5-d.3")
def test_players_who_come_back_before_the_decks_were_spread_do_not_spare_the_inspection() -> None:
    box = ready_box()
    for player in ("Ann", "Bob"):
        box.do(LeaveSeat, player=player)
    for player in ("Ann", "Bob"):
        box.do(TakeSeat, player=player)
    box.blocked(Code.NOT_SPREAD)


@spec("R-14.5-d.1", "R-14.5-d.3")
def test_a_player_who_waits_an_hour_alone_waits_at_an_idle_table() -> None:
    box = ready_box()
    box.play_round()
    box.do(LeaveSeat, player="Ann")
    box.at("10:14")
    assert (Duty.SPREAD, "A") not in box.duties
    box.at("11:00")
    assert {(Duty.SPREAD, "A"), (Duty.SPREAD, "B")} <= box.duties
    assert {each.rule.paragraph for each in due(box.state, box.now) if each.duty is Duty.SPREAD} == {"14.5(d)"}
    box.do(SpreadDeck, deck="A", face=Face.DOWN, in_sequence=False)
    box.seat("Cy")
    box.blocked(Code.NOT_SPREAD)  # Deck B: nobody has spread it.
    box.do(SpreadDeck, deck="B", face=Face.UP, in_sequence=False)
    box.do(TurnDeckUp, deck="A")
    box.show("A", "B")
    box.refused(ShuffleDeck, Code.NOT_WASHED, deck="A", method=ShuffleMethod.HAND)


@spec("R-14.5-d.1")
def test_a_player_who_is_joined_soon_has_not_waited_at_an_idle_table() -> None:
    box = ready_box()
    box.do(LeaveSeat, player="Ann")
    box.at("10:05")
    box.seat("Cy")
    assert box.free


@spec("R-14.5-d.1")
def test_a_house_may_spread_the_decks_as_soon_as_one_player_is_left() -> None:
    box = ready_box(DeckRules(idle_minutes=0))
    box.do(LeaveSeat, player="Ann")
    assert {(Duty.SPREAD, "A"), (Duty.SPREAD, "B")} <= box.duties
    box.seat("Cy")
    box.blocked(Code.NOT_SPREAD)
