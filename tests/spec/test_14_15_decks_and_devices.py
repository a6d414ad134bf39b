"""N.J.A.C. 13:69F-14.15(c), (e)1, (g), (p), (q): decks that fail, devices that fail, cards out of view."""

import pytest

from pokerroom.cards import DECK
from pokerroom.rules.refusal import RefusalCode
from pokerroom.table.decks import may_deal_card
from pokerroom.table.decks.commands import (
    BeginRound,
    EndRound,
    NoteSkipped,
    PutInPlay,
    ReceiveDeck,
    RemoveShuffler,
    ReportFailedShuffle,
    ReportWrongCards,
    ShuffleDeck,
    StoreDeck,
)
from pokerroom.table.decks.equipment import Cause, DeckPlace, Failure, ShuffleMethod, Skipped
from pokerroom.table.decks.events import DeckRemoved, RoundEnded, ShuffleFailed, ShufflerRemoved, StepSkipped
from pokerroom.table.due import Duty
from pokerroom.table.ending import Ending
from pokerroom.table.refusals import Code
from tests.dealers_box import BLUE, FLOOR, Box, device_box, ready_box
from tests.spec_marks import scenario, spec


def card_refused(box: Box) -> RefusalCode | None:
    refusal = may_deal_card(box.state)
    return None if refusal is None else refusal.code


@spec("R-14.15-e-1")
@pytest.mark.parametrize("skipped", list(Skipped))
def test_a_shuffle_or_cut_found_skipped_makes_the_round_a_misdeal(skipped: Skipped) -> None:
    box = ready_box()
    box.refused(NoteSkipped, Code.NO_ROUND, skipped=skipped)
    box.do(BeginRound, game="hold-em")
    box.do(NoteSkipped, by=FLOOR, skipped=skipped)
    noted = box.last(StepSkipped)
    assert (noted.rule.paragraph, noted.rule.reading, noted.by) == ("14.15(e)1", "AMB-110", FLOOR)
    assert card_refused(box) is Code.MISDEAL
    assert (Duty.CALL_MISDEAL, "A") in box.duties
    for ending in (Ending.COMPLETED, Ending.DEAD):
        box.refused(EndRound, Code.MISDEAL, ending=ending)
    box.do(EndRound, ending=Ending.MISDEAL)
    box.blocked(Code.NOT_SHUFFLED)


@spec("R-14.15-g.3")
@pytest.mark.parametrize("what", ["the ace of spades is missing", "a second king of hearts"])
def test_a_deck_with_missing_or_additional_cards_is_replaced(what: str) -> None:
    box = ready_box()
    box.do(BeginRound, game="hold-em")
    box.refused(EndRound, Code.ROUND_NOT_DEAD, ending=Ending.DEAD)
    box.do(ReportWrongCards, deck="A", what=what)
    assert (box.last(DeckRemoved).cause, box.last(DeckRemoved).rule.paragraph) == (Cause.WRONG_CARDS, "14.15(g)")
    assert card_refused(box) is Code.ROUND_DEAD
    assert {(Duty.CALL_DEAD, "A"), (Duty.BRING_DECK, "4")} <= box.duties
    for ending in (Ending.COMPLETED, Ending.MISDEAL):
        box.refused(EndRound, Code.ROUND_DEAD, ending=ending)
    box.do(EndRound, ending=Ending.DEAD)
    assert box.last(RoundEnded).ending is Ending.DEAD

    box.blocked(Code.TOO_FEW_DECKS)
    box.refused(ReceiveDeck, Code.DECK_WITHDRAWN, deck="A", cards=DECK, backs=(BLUE,), edges="white")
    box.receive("C", BLUE)
    box.inspect("C")
    box.show("C")
    box.wash("C")
    box.shuffle("C")
    box.use("C", idle="B")
    box.cut()
    assert box.free


@scenario("IR-15")
@spec("R-14.15-p", "R-14.15-q")
@pytest.mark.parametrize("failure", list(Failure))
def test_after_a_device_fails_the_deck_is_reshuffled_and_by_hand_only_without_the_device(failure: Failure) -> None:
    box = device_box()
    box.do(BeginRound, game="hold-em")
    box.do(ReportFailedShuffle, deck="B", failure=failure)
    assert (box.last(ShuffleFailed).rule.paragraph, box.last(ShuffleFailed).failure) == ("14.15(p)", failure)
    assert card_refused(box) is None
    box.do(EndRound, ending=Ending.COMPLETED)
    box.use("B", idle="A")
    assert box.refused(BeginRound, Code.SHUFFLE_FAILED, game="hold-em").paragraph == "14.15(p)"
    assert (Duty.RESHUFFLE, "B") in box.duties
    assert box.refused(ShuffleDeck, Code.SHUFFLER_PRESENT, deck="B", method=ShuffleMethod.HAND).paragraph == "14.15(q)"
    box.do(RemoveShuffler)
    assert box.last(ShufflerRemoved).device == "SH-1"
    box.refused(ShuffleDeck, Code.NO_SHUFFLER, deck="B", method=ShuffleMethod.DEVICE)
    box.shuffle("A", "B")
    box.do(StoreDeck, deck="A", place=DeckPlace.DESIGNATED_AREA)
    box.cut()
    assert box.free
    box.refused(RemoveShuffler, Code.NO_SHUFFLER)


@spec("R-14.15-p")
def test_a_device_that_recovers_may_complete_the_reshuffle_itself() -> None:
    box = device_box()
    box.do(BeginRound, game="hold-em")
    box.do(ReportFailedShuffle, deck="B", failure=Failure.JAMMED)
    box.shuffle("B", method=ShuffleMethod.DEVICE)
    box.do(EndRound, ending=Ending.COMPLETED)
    box.use("B", idle="A")
    box.cut()
    assert box.free


@spec("R-14.15-p")
def test_a_failure_found_after_the_shuffle_was_recorded_still_asks_for_another() -> None:
    box = device_box()
    box.do(BeginRound, game="hold-em")
    box.shuffle("B", method=ShuffleMethod.DEVICE)
    box.do(ReportFailedShuffle, deck="B", failure=Failure.UNFINISHED)
    box.do(EndRound, ending=Ending.COMPLETED)
    box.do(PutInPlay, deck="B")
    box.blocked(Code.SHUFFLE_FAILED)
