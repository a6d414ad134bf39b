"""N.J.A.C. 13:69F-14.4: opening a table, from sealed decks to the first round."""

import pytest

from pokerroom.rules.staff import Official, Position
from pokerroom.table.deck_rules import DeckRules
from pokerroom.table.decks.commands import (
    AcceptPreparedDeck,
    BeginRound,
    InspectDeck,
    OfferInspection,
    SpreadDeck,
    StoreDeck,
    VerifyDeck,
    WashDeck,
)
from pokerroom.table.decks.equipment import DeckPlace, Face, ShuffleMethod, Step
from pokerroom.table.decks.events import (
    DeckCut,
    DeckInspected,
    DeckShuffled,
    DeckSpread,
    DeckVerified,
    DeckWashed,
    InspectionOffered,
    PreparedDeckAccepted,
)
from pokerroom.table.due import Duty
from pokerroom.table.refusals import Code
from tests.dealers_box import (
    COUNTING,
    DEALER,
    DEVICE,
    FLOOR,
    OTHER_DEALER,
    Box,
    device_box,
    prepared_box,
    ready_box,
    shown_box,
)
from tests.spec_marks import scenario, spec


def opened_box() -> Box:
    box = Box()
    box.stock()
    box.open()
    return box


@spec("R-14.4-a")
def test_nothing_is_dealt_before_one_of_the_two_routes_is_finished() -> None:
    box = opened_box()
    assert box.blocked(Code.NOT_INSPECTED).paragraph == "14.4(a)"
    box.refused(BeginRound, Code.NOT_INSPECTED, game="hold-em")
    box.inspect("A", "B")
    box.refused(BeginRound, Code.NOT_SHOWN_TO_PLAYERS, game="hold-em")


@spec("R-14.4-a", "R-14.5-a.1")
def test_decks_inspected_and_shuffled_beforehand_need_a_document_and_then_only_the_cut() -> None:
    box = opened_box()
    refusal = box.refused(AcceptPreparedDeck, Code.NO_DOCUMENT, deck="A", document=" ")
    assert "13:69E-1.18(e)2 and (r)" in str(refusal)
    assert (refusal.paragraph, refusal.cited.reading) == ("14.4(a)", "AMB-07")
    box = prepared_box()
    assert [event.document for event in box.all(PreparedDeckAccepted)] == ["PI-A", "PI-B"]
    box.use("A", idle="B")
    box.blocked(Code.NOT_CUT)
    box.cut()
    assert box.blocked(Code.TOO_FEW_TO_DEAL).paragraph == "14.6(b)"
    box.seat("Ann", "Bob")
    assert box.free
    box.play_round()


@spec("R-14.4-b.1")
def test_the_dealer_inspects_and_a_floorperson_or_superior_verifies() -> None:
    box = opened_box()
    box.refused(VerifyDeck, Code.NOT_INSPECTED, deck="A")
    box.refused(InspectDeck, Code.NOT_THE_DEALER, by=OTHER_DEALER, deck="A", found=52)
    box.do(InspectDeck, deck="A", found=52)
    assert (Duty.VERIFY, "A") in box.duties
    for by in (DEALER, OTHER_DEALER):
        box.refused(VerifyDeck, Code.NO_AUTHORITY, by=by, deck="A")
    box.refused(SpreadDeck, Code.NOT_VERIFIED, deck="A", face=Face.UP, in_sequence=True)
    box.do(VerifyDeck, deck="A")
    assert (box.last(DeckInspected).by, box.last(DeckVerified).by) == (DEALER, FLOOR)
    box.refused(VerifyDeck, Code.STEP_DONE, deck="A")


@spec("R-14.4-b.1")
def test_nobody_verifies_their_own_inspection() -> None:
    box = Box()
    box.stock()
    box.open()
    box.do(InspectDeck, deck="A", found=52)
    promoted = Official(DEALER.name, Position.FLOORPERSON)
    box.refused(VerifyDeck, Code.VERIFIED_BY_INSPECTOR, by=promoted, deck="A")


@spec("R-14.4-b.1")
def test_a_deck_that_is_not_whole_at_the_inspection_leaves_the_table() -> None:
    box = opened_box()
    box.do(InspectDeck, deck="A", found=51)
    box.refused(VerifyDeck, Code.DECK_WITHDRAWN, deck="A")
    box.refused(InspectDeck, Code.TOO_FEW_DECKS, deck="B", found=52)


@spec("R-14.4-b.2")
@pytest.mark.parametrize(("face", "in_sequence"), [(Face.DOWN, True), (Face.UP, False), (Face.DOWN, False)])
def test_at_the_opening_cards_are_spread_face_up_by_suit_and_in_sequence(face: Face, in_sequence: bool) -> None:
    box = opened_box()
    box.do(InspectDeck, deck="A", found=52)
    box.do(VerifyDeck, deck="A")
    refusal = box.refused(SpreadDeck, Code.NOT_IN_SEQUENCE, deck="A", face=face, in_sequence=in_sequence)
    assert refusal.paragraph == "14.4(b)"
    box.do(SpreadDeck, deck="A", face=Face.UP, in_sequence=True)
    assert box.last(DeckSpread).rule.paragraph == "14.4(b)"


@spec("R-14.4-b.2")
def test_the_first_two_players_seated_are_the_ones_to_look() -> None:
    box = opened_box()
    box.inspect("A", "B")
    box.seat("Ann")
    refusal = box.refused(OfferInspection, Code.TOO_FEW_PLAYERS, deck="A")
    assert refusal.cited.reading == "AMB-166"
    assert (Duty.SHOW, "A") not in box.duties
    box.seat("Bob", "Cy")
    assert {(Duty.SHOW, "A"), (Duty.SHOW, "B")} <= box.duties
    box.show("A")
    assert box.last(InspectionOffered).players == ("Ann", "Bob")
    box.refused(OfferInspection, Code.STEP_DONE, deck="A")


@scenario("TO-03")
@spec("R-14.4-c.1")
def test_no_deck_is_washed_before_two_players_could_inspect_both() -> None:
    box = opened_box()
    box.inspect("A", "B")
    box.seat("Ann")
    assert box.refused(WashDeck, Code.NOT_SHOWN_TO_PLAYERS, deck="A").paragraph == "14.4(c)"
    box.seat("Bob")
    box.show("A")
    assert "deck B" in str(box.refused(WashDeck, Code.NOT_SHOWN_TO_PLAYERS, deck="A"))
    box.show("B")
    box.do(WashDeck, deck="A")
    box.do(WashDeck, deck="B")
    assert [event.deck for event in box.all(DeckWashed)] == ["A", "B"]


@spec("R-14.4-c.2")
def test_each_deck_is_washed_and_shuffled_on_its_own() -> None:
    box = shown_box()
    box.wash("A")
    box.shuffle("A")
    box.use("A", idle="B")
    box.cut()
    assert "deck B" in str(box.blocked(Code.NOT_WASHED))
    box.wash("B")
    assert "deck B" in str(box.blocked(Code.NOT_SHUFFLED))
    box.shuffle("B")
    assert "deck B" in str(box.blocked(Code.NOT_STORED))
    assert [event.deck for event in box.all(DeckShuffled)] == ["A", "B"]


@spec("R-14.4-c-1.1")
def test_without_a_device_one_deck_is_cut_for_play_and_the_other_stored() -> None:
    box = ready_box()
    assert [(deck.name, deck.place, deck.step) for deck in box.state.decks] == [
        ("A", DeckPlace.IN_PLAY, Step.CUT),
        ("B", DeckPlace.DESIGNATED_AREA, Step.SHUFFLED),
    ]


@spec("R-14.4-c-1.2")
def test_the_house_may_prepare_the_second_deck_when_it_is_rotated_in() -> None:
    box = shown_box(DeckRules(wash="in-use"))
    box.wash("A")
    box.shuffle("A")
    box.use("A", idle="B")
    box.cut()
    assert box.free
    box.play_round()
    box.use("B", idle="A")
    assert "deck B" in str(box.blocked(Code.NOT_WASHED))
    box.wash("B")
    box.blocked(Code.NOT_SHUFFLED)
    box.shuffle("B")
    box.blocked(Code.NOT_CUT)
    box.cut()
    assert box.free
    assert box.last(DeckCut).deck == "B"


@spec("R-14.4-c-1.2")
def test_the_deferral_is_for_tables_without_a_device() -> None:
    box = shown_box(DeckRules(wash="in-use"), shuffler=DEVICE)
    box.wash("A")
    box.do(StoreDeck, deck="A", place=DeckPlace.SHUFFLER)
    box.shuffle("A", method=ShuffleMethod.DEVICE)
    box.use("A", idle="B")
    box.cut()
    assert "deck B" in str(box.blocked(Code.NOT_WASHED))


@spec("R-14.4-c-2")
def test_with_a_device_one_deck_is_cut_and_the_other_stays_in_it() -> None:
    box = device_box(COUNTING)
    assert (box.deck("A").step, box.deck("B").place) == (Step.CUT, DeckPlace.SHUFFLER)
    box.do(BeginRound, game="hold-em")
    box.shuffle("B", method=ShuffleMethod.DEVICE, counted=52)
    assert box.deck("B").place is DeckPlace.SHUFFLER
