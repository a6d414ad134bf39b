from collections.abc import Callable
from decimal import Decimal

import pytest

from pokerroom.cards import DECK, Card, parse_cards
from pokerroom.games import PERMITTED, game
from pokerroom.history.hand import Hand, Verb
from pokerroom.history.phh import read, write
from pokerroom.history.record import record, seating
from pokerroom.history.replay import replay_hand
from pokerroom.play import (
    Call,
    Check,
    Command,
    Concede,
    Event,
    Fold,
    MayCall,
    MayCheck,
    MayPostForcedBet,
    OpenRound,
    PostForcedBet,
    Procedure,
    Raise,
    Refusal,
    Reshuffle,
    Round,
    Seat,
    Show,
    Stage,
    legal_actions,
    perform,
    procedure,
    reshuffle_pool,
    start,
)
from pokerroom.play.events import CommonCardDealt, RoundClosed, RoundOpened
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, NoLimit, customary, letter
from tests.sweep import cases, play

HOLD_EM = procedure(game("hold-em"), customary(NoLimit(200), blinds=(100, 200)))
STUD = procedure(game("seven-card-stud-high"), letter(Fixed(200, 400), ante=100, forced_bet=100))


def deck(first: str) -> tuple[Card, ...]:
    """These cards on top, the others below in their own order."""
    top = parse_cards(first)
    return (*top, *(card for card in DECK if card not in top))


def log_of(table: Procedure, opening: OpenRound, *commands: Command) -> list[Event]:
    outcome = start(table, opening)
    log: list[Event] = []
    for command in (*commands, None):
        assert not isinstance(outcome, Refusal), outcome
        state, events = outcome
        log += events
        if command is not None:
            outcome = perform(state, command)
    assert isinstance(log[-1], RoundClosed)
    return log


def actions(hand: Hand) -> list[str]:
    return [*map(str, hand.actions)]


def test_a_round_is_told_from_the_left_of_the_button_in_dollars() -> None:
    log = log_of(
        HOLD_EM,
        OpenRound(stacks=(10000, 20050, 30000), deck=deck("2c 3c 4c 2d 3d 4d"), button=Seat(0)),
        Raise(Seat(0), 500),
        Fold(Seat(1)),
        Fold(Seat(2)),
    )
    hand = record(log, players=["Ann", "Bob", "Cy"])
    assert hand.variant == "NT"
    assert hand.edition is None
    assert [*hand.starting_stacks] == [Decimal("200.50"), 300, 100]
    assert list(hand.blinds or ()) == [1, 2, 0]
    assert hand.min_bet == 2
    assert actions(hand) == ["d dh p1 2c2d", "d dh p2 3c3d", "d dh p3 4c4d", "p3 cbr 5", "p1 f", "p2 f"]
    assert hand.extras["players"] == ["Bob", "Cy", "Ann"]
    assert hand.extras["finishing_stacks"] == [Decimal("199.50"), 298, 103]


def test_two_players_blinds_are_written_in_reverse() -> None:
    log = log_of(HOLD_EM, OpenRound(stacks=(10000, 10000), deck=deck("2c 3c 2d 3d")), Fold(Seat(1)))
    hand = record(log)
    assert list(hand.blinds or ()) == [1, 2]
    assert actions(hand)[-1] == "p2 f"


def test_hands_of_players_all_in_are_shown_before_the_last_cards() -> None:
    log = log_of(
        HOLD_EM,
        OpenRound(stacks=(2000, 2000, 2000), deck=deck("As Ks Qs Ad Kd Qd 5h 2c 7h 8d 5d 3s 5s 9c")),
        Raise(Seat(2), 2000),
        Call(Seat(0)),
        Call(Seat(1)),
        Show(Seat(2)),
        Show(Seat(0)),
        Concede(Seat(1)),
    )
    assert actions(record(log))[6:] == [
        "p3 sm QsQd",
        "p1 sm AsAd",
        "p2 sm ????",
        "d db 2c7h8d",
        "d db 3s",
        "d db 9c",
        "p2 sm",
    ]


def test_a_forced_bet_that_folding_did_not_save_is_not_written() -> None:
    """The fold says it all: replayed, it costs the forced bet again (14.15(j)2)."""
    log = log_of(STUD, OpenRound(stacks=(10000, 10000), deck=deck("As Ks Ad Kd 2c 3c")), Fold(Seat(0)))
    hand = record(log)
    assert actions(hand) == ["d dh p1 AsAd2c", "d dh p2 KsKd3c", "p1 f"]
    assert [*replay_hand(hand, house="letter").stacks] == [98, 102]


def test_the_odd_unit_is_written_where_it_is_not_the_smallest_amount_of_the_file() -> None:
    opening = OpenRound(stacks=(10000, 10050), deck=deck("2c 3c 2d 3d"))
    assert record(log_of(HOLD_EM, opening, Fold(Seat(1)))).odd_unit == 1
    whole = OpenRound(stacks=(10000, 10000), deck=deck("2c 3c 2d 3d"))
    assert record(log_of(HOLD_EM, whole, Fold(Seat(1)))).odd_unit is None


def test_an_edition_is_named_where_it_is_not_the_one_implied() -> None:
    opening = OpenRound(stacks=(10000, 10000), deck=deck("As Ks Ad Kd 2c 3c"))
    for law in (each for each in PERMITTED if each.key == "seven-card-stud-high"):
        table = procedure(law, letter(Fixed(200, 400), ante=100, forced_bet=100))
        hand = record(log_of(table, opening, Fold(Seat(0))))
        assert hand.edition == (None if law.edition == "13:69F-current" else law.edition)
        assert read(write(hand)).game is law


def test_a_common_card_is_written_as_a_card_of_the_board() -> None:
    """Eight players stay to seventh street, which the deck cannot serve after its burn cards."""
    log = called_down(STUD, OpenRound(stacks=(10000,) * 8, deck=DECK))
    (common,) = [event for event in log if isinstance(event, CommonCardDealt)]
    hand = record(log)
    (board,) = [action for action in hand.actions if action.verb is Verb.DEAL_BOARD]
    assert board.cards == (common.card,)
    assert_comes_out_the_same(log, house="letter")


ANSWERS: dict[type, Callable[[Seat], Command]] = {MayCheck: Check, MayCall: Call, MayPostForcedBet: PostForcedBet}


def called_down(table: Procedure, opening: OpenRound) -> list[Event]:
    """Everybody pays as little as possible and stays."""
    outcome = start(table, opening)
    log: list[Event] = []
    while True:
        assert not isinstance(outcome, Refusal), outcome
        state, events = outcome
        log += events
        if state.over:
            return log
        outcome = perform(state, staying(state))


def staying(state: Round) -> Command:
    if state.stage is Stage.SHUFFLING:
        return Reshuffle(reshuffle_pool(state).cards)
    seat = state.turn
    assert seat is not None
    if state.stage is Stage.SHOWDOWN:
        return Show(seat)
    return next(ANSWERS[type(offer)](seat) for offer in legal_actions(state, seat) if type(offer) in ANSWERS)


def assert_comes_out_the_same(log: list[Event], *, house: str) -> None:
    """Recorded, written, read and replayed, the round ends with the same table stakes."""
    opened, closed = log[0], log[-1]
    assert isinstance(opened, RoundOpened)
    assert isinstance(closed, RoundClosed)
    hand = record(log)
    assert read(write(hand)) == hand
    expected = [Decimal(closed.stacks[seat]) / 100 for seat in seating(opened)]
    assert [*replay_hand(read(write(hand)), house=house).stacks] == expected


@pytest.mark.parametrize("law", PERMITTED, ids=lambda law: f"{law.edition} {law.key}")
def test_any_round_comes_out_the_same_when_its_record_is_replayed(law: Game) -> None:
    """Both presets; a table with settings of its own cannot be told by a file that has no field for them."""
    for case in cases(law, 2):
        log = [event for step in play(case) for event in step.events]
        assert_comes_out_the_same(log, house=case.sign)
