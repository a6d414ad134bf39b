from datetime import datetime, timedelta
from typing import Any, get_args

import pytest

from pokerroom.table import clearing
from pokerroom.table.decks import clocks, due, may_deal_card, perform, replay, start
from pokerroom.table.decks.apply import FOLDS
from pokerroom.table.decks.clocks import LACKS
from pokerroom.table.decks.commands import (
    BeginRound,
    Command,
    CountDeck,
    CountStub,
    EndRound,
    LeaveSeat,
    PutInPlay,
    SetDeckDown,
    SetUpTable,
    ShuffleDeck,
    SignOff,
    SignOn,
    TakeSeat,
    WashDeck,
)
from pokerroom.table.decks.decide import HANDLERS
from pokerroom.table.decks.equipment import ShuffleMethod, Step
from pokerroom.table.decks.events import Event, TableSetUp
from pokerroom.table.due import Duty
from pokerroom.table.ending import Ending
from pokerroom.table.refusals import Code
from tests.dealers_box import DEALER, DEVICE, FLOOR, OTHER_DEALER, Box, clock, ready_box, shown_box


def test_every_command_has_a_handler_and_every_event_a_fold() -> None:
    assert set(HANDLERS) == set(get_args(Command))
    assert set(FOLDS) | {TableSetUp} == set(get_args(Event))


def test_every_step_before_the_last_has_a_remedy() -> None:
    assert set(LACKS) == set(Step) - {Step.CUT}


def test_a_time_without_a_zone_is_an_error() -> None:
    box = ready_box()
    naive = datetime(2024, 5, 10, 12, 0)  # noqa: DTZ001
    with pytest.raises(ValueError, match="no time zone"):
        perform(box.state, BeginRound(by=DEALER, at=naive, game="hold-em"))
    with pytest.raises(ValueError, match="no time zone"):
        start(SetUpTable(by=FLOOR, at=naive, table="4"))


def test_the_record_never_runs_backward() -> None:
    box = ready_box()
    box.now -= timedelta(minutes=1)
    refusal = box.refused(BeginRound, Code.RECORDED_LATER, game="hold-em")
    assert "09:59" in str(refusal)


def test_what_is_not_a_command_of_a_table_is_an_error() -> None:
    command: Any = clearing.PushPot(by=DEALER, at=clock("10:00"), pot=0)
    with pytest.raises(TypeError, match="PushPot"):
        perform(ready_box().state, command)


def test_a_record_starts_with_the_table() -> None:
    with pytest.raises(TypeError, match="TableSetUp"):
        replay(ready_box().log[1:])


def test_a_closed_table_owes_nothing_and_seats_nobody() -> None:
    box = Box()
    box.stock()
    box.do(SignOn)
    assert due(box.state, box.now) == ()
    box.refused(TakeSeat, Code.TABLE_CLOSED, player="Ann")
    box.blocked(Code.TABLE_CLOSED)


def test_decks_and_players_that_are_not_there_are_named() -> None:
    box = ready_box()
    assert "deck Q" in str(box.refused(WashDeck, Code.NO_SUCH_DECK, deck="Q"))
    assert "Zoe" in str(box.refused(LeaveSeat, Code.NOT_AT_TABLE, player="Zoe"))
    assert "Ann" in str(box.refused(TakeSeat, Code.ALREADY_SEATED, player="Ann"))
    box.refused(PutInPlay, Code.IN_USE, deck="A")


def test_a_stub_count_needs_a_possible_number_of_cards() -> None:
    box = ready_box()
    refusal = may_deal_card(box.state)
    assert refusal is not None
    assert refusal.code is Code.NO_ROUND
    box.refused(CountStub, Code.NO_ROUND, dealt=16, found=36)
    box.do(BeginRound, game="hold-em")
    for dealt, found in ((53, 0), (-1, 53), (16, -2)):
        box.refused(CountStub, Code.NOT_A_COUNT, dealt=dealt, found=found)


def test_only_a_device_reports_a_count_with_its_shuffle() -> None:
    box = ready_box()
    box.play_round()
    box.refused(ShuffleDeck, Code.NO_SHUFFLER, deck="A", method=ShuffleMethod.HAND, counted=52)


def test_a_count_does_not_undo_the_cut() -> None:
    box = ready_box()
    box.do(CountDeck, deck="A", found=52)
    assert box.free


def test_the_clocks_name_what_runs_out_next_first() -> None:
    box = ready_box()
    assert [(each.duty, each.of, each.when) for each in clocks(box.state)] == [
        (Duty.COUNT, "A", clock("10:15")),
        (Duty.RELIEVE, DEALER.name, clock("11:00")),
        (Duty.SORT, "A", clock("13:00")),
        (Duty.CHANGE, "A", clock("16:00")),
        (Duty.CHANGE, "B", clock("16:00")),
    ]
    (owed,) = due(box.state, clock("10:15"))
    assert (owed.duty, owed.is_overdue(clock("10:14")), owed.is_overdue(clock("10:15"))) == (Duty.COUNT, False, True)


def test_a_device_at_the_table_rules_out_the_shuffle_by_hand_from_the_first_round_on() -> None:
    box = shown_box(shuffler=DEVICE)
    box.wash("A", "B")
    box.refused(ShuffleDeck, Code.SHUFFLER_PRESENT, deck="A", method=ShuffleMethod.HAND)


def test_relief_is_due_after_an_hour_and_keeps_no_round_from_being_dealt() -> None:
    box = ready_box()
    relieve = next(each for each in clocks(box.state) if each.duty is Duty.RELIEVE)
    box.now = relieve.when
    box.do(CountDeck, deck="A", found=52)
    assert relieve in due(box.state, relieve.when)
    assert box.free
    box.do(SignOff)
    box.do(SignOn, by=OTHER_DEALER)
    (after,) = [each for each in clocks(box.state) if each.duty is Duty.RELIEVE]
    assert (after.of, after.when - relieve.when) == (OTHER_DEALER.name, timedelta(minutes=60))


def test_another_dealer_may_take_over_between_two_cards() -> None:
    box = ready_box()
    box.do(BeginRound, game="hold-em")
    box.refused(SetDeckDown, Code.NOT_THE_DEALER, by=OTHER_DEALER, transaction="a fill")
    box.do(SignOff)
    box.do(SignOn, by=OTHER_DEALER)
    assert may_deal_card(box.state) is None
    box.do(EndRound, by=OTHER_DEALER, ending=Ending.COMPLETED)
