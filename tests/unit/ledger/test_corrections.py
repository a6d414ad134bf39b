"""A correction is a second transfer that names the first, made by one person and checked by another."""

from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.ledger import (
    CAGE,
    Code,
    Correct,
    Post,
    Reason,
    RecordId,
    Signature,
    Transfer,
    TransferCorrected,
    compensation,
    day_report,
    inventory,
    pot,
    rake_area,
    replay,
    stakes,
    transfers_of,
    trial_balance,
    unfounded,
)
from pokerroom.ledger.state import KEPT
from tests.unit.ledger.staging import CARL, DANA, FLO, Desk, after, transfer

ADA, POT, RAKE, TRAY = stakes("table-4", "ada"), pot("table-4"), rake_area("table-4"), inventory("table-4")
FILL = transfer(1, CAGE, TRAY, 50_000, Reason.FILL)
RIGHT_FILL = transfer(1, CAGE, TRAY, 5_000, Reason.FILL, stream="floor", line=2, at=after(9), by=FLO)


def take_back(original: Transfer = FILL, **changes: Any) -> Transfer:
    undone = compensation(original, id=RecordId("floor", 1), at=after(9), by=FLO, note="the slip said $50")
    return replace(undone, **changes)


def correction(*transfers: Transfer, original: Transfer = FILL, checker: Signature = CARL) -> Correct:
    return Correct(original=original, transfers=transfers or (take_back(original),), checker=checker)


def filled() -> Desk:
    return Desk(Post((FILL,)))


def test_a_correction_takes_the_mistake_back_and_makes_what_was_meant() -> None:
    desk = filled()
    (event,) = desk.do(correction(take_back(), RIGHT_FILL))
    assert isinstance(event, TransferCorrected)
    assert event.transfers[0].corrects == FILL.id
    assert desk.books.balance(TRAY) == 5_000
    assert trial_balance(desk.books).difference == 0


def test_the_mistake_stays_in_the_log() -> None:
    desk = filled()
    desk.do(correction())
    assert list(transfers_of(desk.log)) == [FILL, take_back()]


def test_a_corrected_fill_is_not_on_the_slip() -> None:
    desk = filled()
    desk.do(correction(take_back(), RIGHT_FILL))
    tray = desk.books.tray("table-4")
    assert (tray.fills, tray.credits, tray.expected) == (5_000, 0, 5_000)


def test_corrected_rake_leaves_the_day_report() -> None:
    buy_in = transfer(1, CAGE, ADA, 1_000, Reason.BUY_IN)
    wager = transfer(2, ADA, POT, 1_000, Reason.WAGER)
    rake = transfer(3, POT, RAKE, 100, Reason.PERCENTAGE_RAKE)
    desk = Desk(Post((buy_in, wager, rake)))
    assert day_report(desk.books).total.percentage_rake == 100
    desk.do(correction(original=rake))
    assert day_report(desk.books).total.percentage_rake == 0


def test_the_same_correction_again_changes_nothing() -> None:
    desk = filled()
    desk.do(correction())
    before = desk.books
    assert desk.do(correction()) == ()
    assert desk.books == before


@pytest.mark.parametrize("checker", [FLO, Signature("FLO ", "poker shift supervisor")])
def test_nobody_checks_their_own_correction(checker: Signature) -> None:
    refusal = filled().refuse(correction(checker=checker))
    assert refusal.code is Code.SAME_PERSON
    assert "two people" in str(refusal)


def test_the_checker_made_no_part_of_the_correction() -> None:
    other_maker = replace(RIGHT_FILL, by=CARL)
    assert filled().refuse(correction(take_back(), other_maker)).code is Code.SAME_PERSON


def test_a_correction_needs_its_reason() -> None:
    assert filled().refuse(correction(take_back(note=" "))).code is Code.NO_REASON


@pytest.mark.parametrize(
    "changes",
    [{"amount": 49_999}, {"debit": CAGE, "credit": TRAY}, {"corrects": None}, {"reason": Reason.CREDIT}],
)
def test_what_does_not_mirror_the_original_is_not_a_correction(changes: dict[str, Any]) -> None:
    assert filled().refuse(correction(take_back(**changes))).code is Code.NOT_A_COMPENSATION


def test_a_compensation_is_not_posted_without_a_second_person() -> None:
    assert filled().refuse(Post((take_back(),))).code is Code.NEEDS_TWO_PEOPLE
    twice = replace(take_back(), id=RecordId("floor", 2))
    assert filled().refuse(correction(take_back(), twice)).code is Code.NEEDS_TWO_PEOPLE


def test_a_correction_is_not_itself_corrected() -> None:
    desk = filled()
    desk.do(correction())
    again = compensation(take_back(), id=RecordId("floor", 2), at=after(10), by=DANA, note="it was right")
    assert desk.refuse(correction(again, original=take_back())).code is Code.ITSELF_A_CORRECTION


def test_what_was_never_posted_cannot_be_corrected() -> None:
    unposted = replace(FILL, id=RecordId("table/4", 2))
    assert filled().refuse(correction(original=unposted)).code is Code.NOT_POSTED
    elsewhere = replace(FILL, id=RecordId("table/9", 1))
    assert filled().refuse(correction(original=elsewhere)).code is Code.NOT_POSTED


def test_what_was_posted_otherwise_cannot_be_corrected() -> None:
    assert filled().refuse(correction(original=replace(FILL, amount=60_000))).code is Code.ORIGINAL_DIFFERS


def test_a_transfer_is_corrected_once() -> None:
    desk = filled()
    desk.do(correction())
    again = correction(take_back(id=RecordId("floor", 2)))
    assert desk.refuse(again).code is Code.ALREADY_CORRECTED
    assert replay(desk.log).corrected == {FILL.id}


def test_a_correction_overdraws_nobody() -> None:
    buy_in = transfer(1, CAGE, ADA, 1_000, Reason.BUY_IN)
    desk = Desk(Post((buy_in,)), Post((transfer(2, ADA, POT, 1, Reason.WAGER),)))
    assert desk.refuse(correction(original=buy_in)).code is Code.OVERDRAWN


def test_a_correction_of_what_the_log_does_not_hold_is_found_in_the_log() -> None:
    """The books have forgotten the original and must take it as it is given; the log has not."""
    others = tuple(transfer(2, CAGE, ADA, 1, Reason.BUY_IN, line=line) for line in range(KEPT))
    desk = Desk(Post((FILL,)), Post(others))
    forged = replace(FILL, amount=60_000)
    desk.do(correction(original=forged))
    assert [event.original for event in unfounded(lambda: desk.log)] == [forged]

    honest = Desk(Post((FILL,)), Post(others), correction())
    assert unfounded(lambda: honest.log) == ()


def test_a_fill_that_was_corrected_is_not_carried_but_what_was_meant_is() -> None:
    desk = filled()
    assert desk.books.chips_moved == (FILL,)
    desk.do(correction(take_back(), RIGHT_FILL))
    assert desk.books.chips_moved == (RIGHT_FILL,)
