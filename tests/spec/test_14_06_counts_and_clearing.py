"""N.J.A.C. 13:69F-14.6: the dealer and the deck they hold, the count every fifteen minutes, clearing the table."""

from typing import Any

import pytest

from pokerroom.cards import DECK
from pokerroom.games import game
from pokerroom.play import Fold, Seat
from pokerroom.rules.house import Fixed, letter
from pokerroom.table import clearing
from pokerroom.table.clearing import Clearing, CollectHand, HandCollected, HandMiscounted, PotPushed, PushPot
from pokerroom.table.decks import cards_out, clocks, may_deal_card
from pokerroom.table.decks.commands import (
    BeginRound,
    CountDeck,
    CountStub,
    EndRound,
    InstallShuffler,
    LeaveSeat,
    PickDeckUp,
    ReceiveDeck,
    SetDeckDown,
    ShuffleDeck,
    SignOff,
    SignOn,
    TakeSeat,
)
from pokerroom.table.decks.equipment import ShuffleMethod, Shuffler
from pokerroom.table.decks.events import CountFailed, DeckCounted, DeckPickedUp, DeckRemoved, DeckSetDown
from pokerroom.table.due import Duty
from pokerroom.table.ending import Ending
from pokerroom.table.refusals import Code, Refusal
from tests.dealers_box import BLUE, COUNTING, DEALER, OTHER_DEALER, RED, Box, clock, device_box, ready_box
from tests.spec_marks import scenario, spec
from tests.tables import Table, contest, open_round, seat

HOLD_EM = game("hold-em")
LIMIT = letter(Fixed(200, 400), blinds=(100, 200))


@spec("R-14.6-b.2")
def test_without_a_dealer_signed_on_nothing_is_dealt() -> None:
    box = ready_box()
    box.do(SignOff)
    assert box.blocked(Code.NO_DEALER).paragraph == "14.6(b)"
    box.refused(BeginRound, Code.NO_DEALER, game="hold-em")
    box.do(SignOn, by=OTHER_DEALER)
    box.refused(BeginRound, Code.NOT_THE_DEALER, game="hold-em")
    box.do(BeginRound, by=OTHER_DEALER, game="hold-em")
    assert may_deal_card(box.state) is None
    box.do(SignOff, by=OTHER_DEALER)
    refusal = may_deal_card(box.state)
    assert refusal is not None
    assert refusal.code is Code.NO_DEALER


@spec("R-14.6-b.1")
@pytest.mark.parametrize("gone", [("Bob",), ("Ann", "Bob")], ids=["one player", "nobody"])
def test_no_round_begins_with_one_player_or_none(gone: tuple[str, ...]) -> None:
    box = ready_box()
    box.seat("Cy")
    box.do(LeaveSeat, player="Cy")
    assert box.free
    for player in gone:
        box.do(LeaveSeat, player=player)
    refusal = box.try_(BeginRound, game="hold-em")
    assert isinstance(refusal, Refusal)
    if len(gone) == 1:
        assert (refusal.code, refusal.paragraph) == (Code.TOO_FEW_TO_DEAL, "14.6(b)")
        box.seat("Bob")
        box.do(BeginRound, game="hold-em")


@spec("R-14.6-b.1")
def test_a_twelfth_player_finds_no_seat() -> None:
    box = ready_box()
    box.seat(*(f"P{number}" for number in range(9)))
    refusal = box.refused(TakeSeat, Code.TABLE_FULL, player="Zoe")
    assert refusal.paragraph == "14.6(b)"


@spec("R-14.6-b.3")
def test_the_dealer_has_no_seat_at_their_own_table() -> None:
    box = ready_box()
    assert box.refused(TakeSeat, Code.DEALER_PLAYS, player=DEALER.name).paragraph == "14.6(b)"
    box.refused(SignOn, Code.DEALER_SIGNED_ON, by=OTHER_DEALER)
    box.do(TakeSeat, player=OTHER_DEALER.name)
    box.do(SignOff)
    box.refused(SignOn, Code.DEALER_PLAYS, by=OTHER_DEALER)
    box.do(TakeSeat, player=DEALER.name)


@spec("R-14.6-e-1.2")
def test_a_deck_set_down_for_a_transaction_lies_under_the_marker_button_and_deals_no_card() -> None:
    box = ready_box()
    box.refused(SetDeckDown, Code.NO_ROUND, transaction="change of a $100 bill")
    box.do(BeginRound, game="hold-em")
    assert may_deal_card(box.state) is None
    box.do(SetDeckDown, transaction="change of a $100 bill")
    refusal = may_deal_card(box.state)
    assert refusal is not None
    assert (refusal.code, refusal.paragraph) == (Code.MARKER_ON_DECK, "14.6(e)1")
    assert "change of a $100 bill" in str(refusal)
    assert (Duty.TRANSACT, "A") in box.duties
    box.refused(SetDeckDown, Code.MARKER_ON_DECK, transaction="another")
    box.refused(EndRound, Code.MARKER_ON_DECK, ending=Ending.COMPLETED)
    box.do(PickDeckUp)
    assert may_deal_card(box.state) is None
    assert box.last(DeckSetDown).transaction == box.last(DeckPickedUp).transaction
    box.refused(PickDeckUp, Code.NO_MARKER)


@spec("R-14.6-e-4.1")
def test_a_deck_counted_on_the_hour_is_due_again_at_quarter_past() -> None:
    box = ready_box()
    box.at("10:14")
    assert box.free
    assert (Duty.COUNT, "A") not in box.duties
    box.at("10:15")
    refusal = box.refused(BeginRound, Code.COUNT_DUE, game="hold-em")
    assert (refusal.paragraph, refusal.cited.reading) == ("14.6(e)4", "AMB-165")
    assert (Duty.COUNT, "A") in box.duties
    box.do(CountDeck, deck="A", found=52)
    assert box.free
    assert box.last(DeckCounted).counted == 52
    box.at("10:30")
    box.blocked(Code.COUNT_DUE)


@spec("R-14.6-e-4.1")
def test_a_round_in_progress_is_finished_before_the_count() -> None:
    box = ready_box()
    box.do(BeginRound, game="seven-card-stud")
    box.at("10:20")
    assert may_deal_card(box.state) is None
    assert (Duty.COUNT, "A") in box.duties
    box.refused(CountDeck, Code.ROUND_IN_PROGRESS, deck="A", found=52)
    box.do(EndRound, ending=Ending.COMPLETED)
    box.prepare_again()
    box.blocked(Code.COUNT_DUE)


def river(players: int = 4) -> Table:
    table = open_round(HOLD_EM, LIMIT, players=players)
    table.stay(until="river")
    return table


@spec("R-14.6-e-4.2")
def test_in_hold_em_the_stub_may_be_counted_instead() -> None:
    table = river()
    assert 52 - cards_out(table.state) == 36
    box = ready_box()
    box.do(BeginRound, game=HOLD_EM.family)
    box.at("10:14")
    box.do(CountStub, dealt=cards_out(table.state), found=36)
    assert box.last(DeckCounted).counted == 36
    box.do(EndRound, ending=Ending.COMPLETED)
    box.prepare_again()
    box.at("10:28")
    assert box.free
    box.at("10:29")
    box.blocked(Code.COUNT_DUE)


@spec("R-14.6-e-4.2")
@pytest.mark.parametrize(
    ("key", "allowed"),
    [
        ("hold-em", True),
        ("omaha-high", True),
        ("omaha-high-low-eight", True),
        ("seven-card-stud-high", False),
        ("five-card-draw-high", False),
        ("badugi", False),
        ("mambo-stud", False),
    ],
)
def test_the_stub_is_counted_in_hold_em_and_omaha_only(key: str, allowed: bool) -> None:
    box = ready_box()
    box.do(BeginRound, game=game(key).family)
    if allowed:
        box.do(CountStub, dealt=16, found=36)
    else:
        box.refused(CountStub, Code.NO_STUB_COUNT, dealt=16, found=36)


@spec("R-14.6-e-4.3")
def test_the_count_of_an_approved_device_counts() -> None:
    box = device_box(COUNTING)
    box.do(BeginRound, game="hold-em")
    box.at("10:07")
    box.shuffle("B", method=ShuffleMethod.DEVICE, counted=52)
    box.do(EndRound, ending=Ending.COMPLETED)
    box.use("B", idle="A")
    (count,) = [each for each in clocks(box.state) if each.duty is Duty.COUNT]
    assert (count.of, count.when) == ("B", clock("10:22"))


@spec("R-14.6-e-4.3")
def test_a_device_counts_only_with_the_divisions_approval() -> None:
    box = Box()
    box.receive("A", BLUE)
    box.receive("B", RED)
    shuffler = Shuffler("SH-9", counts=True, approval="")
    refusal = box.refused(InstallShuffler, Code.NO_DOCUMENT, shuffler=shuffler)
    assert refusal.paragraph == "14.6(e)4"
    plain = device_box()
    plain.do(BeginRound, game="hold-em")
    plain.refused(ShuffleDeck, Code.SHUFFLER_DOES_NOT_COUNT, deck="B", method=ShuffleMethod.DEVICE, counted=52)


@scenario("IR-16")
@spec("R-14.6-e-4.4")
@pytest.mark.parametrize("found", [51, 53])
def test_a_wrong_count_removes_the_deck_for_good(found: int) -> None:
    box = ready_box()
    box.do(CountDeck, deck="A", found=found)
    failed, removed = box.last(CountFailed), box.last(DeckRemoved)
    assert (failed.expected, failed.found, removed.deck) == (52, found, "A")
    assert removed.rule.paragraph == "14.6(e)4"
    refusal = box.refused(ReceiveDeck, Code.DECK_WITHDRAWN, deck="A", cards=DECK, backs=(BLUE,), edges="white")
    assert refusal.paragraph == "14.6(e)4"
    box.blocked(Code.TOO_FEW_DECKS)
    box.refused(CountDeck, Code.NOT_A_COUNT, deck="B", found=-1)


@spec("R-14.6-e-4.4")
def test_a_wrong_stub_or_a_wrong_count_of_the_device_removes_the_deck_too() -> None:
    box = ready_box()
    box.do(BeginRound, game="omaha")
    box.do(CountStub, dealt=24, found=27)
    assert (box.last(CountFailed).expected, box.last(DeckRemoved).deck) == (28, "A")
    refusal = may_deal_card(box.state)
    assert refusal is not None
    assert refusal.code is Code.ROUND_DEAD

    box = device_box(COUNTING)
    box.do(BeginRound, game="hold-em")
    box.shuffle("B", method=ShuffleMethod.DEVICE, counted=51)
    assert box.last(DeckRemoved).deck == "B"
    assert may_deal_card(box.state) is None  # The round is dealt from deck A, which is whole.


class Clear:
    """The end of one round, cleared step by step."""

    def __init__(self, table: Table) -> None:
        self.state: Clearing = clearing.clearing(table.log)
        self.log: list[clearing.Event] = []

    def try_(self, kind: type[Any], **fields: Any) -> Any:
        return clearing.decide(self.state, kind(by=DEALER, at=clock("10:05"), **fields))

    def do(self, kind: type[Any], **fields: Any) -> None:
        answer = self.try_(kind, **fields)
        assert not isinstance(answer, Refusal), str(answer)
        for event in answer:
            self.state = clearing.apply(self.state, event)
            self.log.append(event)

    def collect(self, name: str, found: int) -> None:
        self.do(CollectHand, seat=seat(name), found=found)

    def refused(self, kind: type[Any], code: Code, **fields: Any) -> Refusal:
        answer = self.try_(kind, **fields)
        assert isinstance(answer, Refusal), f"{kind.__name__} was accepted"
        assert answer.code is code, str(answer)
        return answer


def three_pots() -> Clear:
    """S1 is all-in for 20, S2 for 50; S1 wins the main pot, S2 a side pot, S3 the last one over S4."""
    hands = ("As Ah", "Ks Kh", "Qs Qh", "Js Jh")
    return Clear(contest(HOLD_EM, hands, (20, 50, 80, 80), board="2c 3d 7h 8s 9d"))


@scenario("TO-07")
@spec("R-14.6-e-5.2", "R-14.6-e-6")
def test_losing_hands_first_then_side_pots_then_the_main_pot_and_winning_hands_last() -> None:
    clear = three_pots()
    assert [(hand.seat, hand.due, hand.wins) for hand in clear.state.losing] == [(3, 2, False)]
    refusal = clear.refused(PushPot, Code.LOSING_HANDS_OUT, pot=2)
    assert (refusal.paragraph, "seat 4" in str(refusal)) == ("14.6(e)5", True)
    clear.refused(CollectHand, Code.POT_NOT_PUSHED, seat=Seat(0), found=2)
    clear.collect("S4", 2)
    for early in (0, 1):
        assert clear.refused(PushPot, Code.SIDE_POT_FIRST, pot=early).paragraph == "14.6(e)6"
    clear.do(PushPot, pot=2)
    clear.refused(PushPot, Code.NO_SUCH_POT, pot=2)
    clear.do(PushPot, pot=1)
    clear.refused(CollectHand, Code.POT_NOT_PUSHED, seat=Seat(2), found=2)
    clear.do(PushPot, pot=0)
    for winner in ("S3", "S2", "S1"):
        clear.collect(winner, 2)
    assert clear.state.done
    pushed = [event for event in clear.log if isinstance(event, PotPushed)]
    assert [(event.pot, event.seats, sum(event.amounts)) for event in pushed] == [
        (2, (2,), 6000),
        (1, (1,), 9000),
        (0, (0,), 8000),
    ]


@spec("R-14.6-e-7")
def test_every_discarded_hand_is_counted_and_a_wrong_number_raises_an_alarm() -> None:
    clear = three_pots()
    clear.collect("S4", 1)
    (alarm,) = clear.state.alarms
    assert isinstance(alarm, HandMiscounted)
    assert (alarm.seat, alarm.due, alarm.found, alarm.rule.paragraph) == (3, 2, 1, "14.6(e)7")
    clear.refused(PushPot, Code.LOSING_HANDS_OUT, pot=2)
    clear.collect("S4", 2)
    clear.do(PushPot, pot=2)
    assert [event.seat for event in clear.log if isinstance(event, HandCollected)] == [3]
    clear.refused(CollectHand, Code.NO_CARDS_TO_COLLECT, seat=Seat(3), found=2)


@spec("R-14.6-e-7")
def test_a_folded_hand_returns_as_many_cards_as_it_held() -> None:
    table = open_round(game("seven-card-stud-high"), letter(Fixed(500, 1000), ante=100, forced_bet=200), players=3)
    table.finish_betting()
    table.do(table.cheapest())
    turn = table.state.turn
    assert turn is not None
    folder, held = turn, len(table.state.cards(turn))
    table.do(Fold(folder))
    table.stay()
    due = {hand.seat: hand.due for hand in Clear(table).state.hands}
    assert held == 4
    assert due == {each: held if each == folder else 7 for each in range(3)}


@spec("R-14.6-e-5.2")
def test_when_all_others_have_folded_their_hands_come_in_before_the_pot_goes_out() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3, button="S1")
    table.play("S1 folds; S2 folds")
    clear = Clear(table)
    clear.collect("S1", 2)
    clear.refused(PushPot, Code.LOSING_HANDS_OUT, pot=0)
    clear.collect("S2", 2)
    clear.do(PushPot, pot=0)
    clear.collect("S3", 2)
    assert clear.state.done


@spec("R-14.6-e-5.2")
def test_a_round_in_progress_is_not_cleared() -> None:
    with pytest.raises(ValueError, match="not over"):
        clearing.clearing(river().log)


@spec("R-14.6-e-5.2")
def test_the_shares_of_a_split_pot_are_pushed_together() -> None:
    clear = Clear(contest(HOLD_EM, ("2c 3d", "2d 3h"), (20, 20), board="As Ks Qs Js Ts"))
    assert clear.state.losing == ()
    clear.do(PushPot, pot=0)
    (pushed,) = [event for event in clear.log if isinstance(event, PotPushed)]
    assert dict(zip(pushed.seats, pushed.amounts, strict=True)) == {0: 2000, 1: 2000}
