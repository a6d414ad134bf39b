from decimal import Decimal

import pytest

from pokerroom.history.hand import Hand, HistoryError
from pokerroom.history.replay import replay_hand
from pokerroom.play.events import BlindPosted, DeckReshuffled, HandConceded, RulingMade
from tests.unit.history.staging import draw, no_limit, recorded, stud

DEALT = "d dh p1 AsAd; d dh p2 KsKd; d dh p3 QsQd"
BOARD = "d db 2c7h8d; d db 3s; d db 9c"
EQUAL_HANDS = (
    "d dh p1 AsKs; d dh p2 AdKd; d dh p3 7c2d; p3 cbr 3; p1 cc; p2 cc; d db AhKhQc; p1 cc; p2 cc; p3 f;"
    "d db 3s; p1 cc; p2 cc; d db 9c; p1 cc; p2 cc; p1 sm AsKs; p2 sm AdKd"
)


def stacks(hand: Hand, *, house: str = "customary") -> list[Decimal | None]:
    return list(replay_hand(hand, house=house).stacks)


def test_two_players_fold_to_a_raise() -> None:
    outcome = replay_hand(no_limit([100, 100, 100], f"{DEALT}; p3 cbr 6; p1 f; p2 f"))
    assert [*outcome.stacks] == [99, 98, 103]
    assert [*outcome.payoffs] == [-1, -2, 3]
    assert outcome.warnings == ()


def test_between_two_players_the_blinds_are_turned_round() -> None:
    """p2 has the button, posts the small blind and acts first before the flop."""
    assert stacks(no_limit([100, 100], "d dh p1 ????; d dh p2 ????; p2 f")) == [101, 99]


def test_a_button_that_posted_the_larger_blind_acted_last() -> None:
    hand = no_limit([100, 100], "d dh p1 ????; d dh p2 ????; p1 f", blinds_or_straddles=[2, 1])
    assert stacks(hand) == [99, 101]


def test_a_straddle_is_a_blind_that_moves_the_turn() -> None:
    hand = no_limit([100, 100, 100, 100], f"{DEALT}; d dh p4 ????; p4 f; p1 f; p2 f", blinds_or_straddles=[1, 2, 4, 0])
    assert stacks(hand) == [99, 98, 103, 100]


def test_amounts_come_out_in_the_units_of_the_file() -> None:
    hand = no_limit([10.5, 10, 10], f"{DEALT}; p3 f; p1 f", blinds_or_straddles=[0.25, 0.5, 0], min_bet=0.5)
    assert [*map(str, stacks(hand))] == ["10.25", "10.25", "10"]


def test_a_pot_is_divided_down_to_the_last_decimal_place_of_the_file() -> None:
    assert stacks(no_limit([10, 10, 10], EQUAL_HANDS)) == [12, 11, 7]
    assert stacks(no_limit([10, 10, Decimal("10.0")], EQUAL_HANDS)) == [Decimal("11.5"), Decimal("11.5"), 7]


def test_an_odd_unit_named_in_the_file_is_kept_to() -> None:
    assert stacks(no_limit([10, 10, Decimal("10.0")], EQUAL_HANDS, _odd_unit=1)) == [12, 11, 7]


def test_an_odd_unit_may_be_finer_than_the_amounts_of_the_file() -> None:
    hand = no_limit([10, 10, 10], EQUAL_HANDS, _odd_unit=Decimal("0.001"))
    assert stacks(hand) == [Decimal("11.5"), Decimal("11.5"), 7]


@pytest.mark.parametrize(
    ("trimmed", "expected"),
    [(False, [99, 95, 8]), (True, [99, 98, 5])],
    ids=["in the main pot for everybody", "only as far as the short stack matched it"],
)
def test_the_ante_of_one_player_for_all_is_won_as_the_file_says(trimmed: bool, expected: list[int]) -> None:
    hand = no_limit(
        [100, 100, 2],
        f"d dh p1 KsKd; d dh p2 QsQd; d dh p3 AsAd; p3 cc; p1 f; p2 sm QsQd; p3 sm AsAd; {BOARD}",
        antes=[0, 3, 0],
        ante_trimming_status=trimmed,
    )
    assert stacks(hand) == expected


def test_an_unknown_stack_is_never_all_in_and_stays_unknown() -> None:
    actions = f"{DEALT}; p3 cbr 50; p1 cbr 100; p2 f; p1 sm AsAd; p3 sm QsQd; {BOARD}"
    outcome = replay_hand(no_limit([Decimal("inf"), 50, 50], actions))
    assert [*outcome.stacks] == [None, 48, 0]
    assert [*outcome.payoffs] == [52, -2, -50]


def heads_up_to_the_river(dealt: str, shown: str) -> Hand:
    streets = "d db 2c7h8d; p1 cc; p2 cc; d db 3s; p1 cc; p2 cc; d db 9c; p1 cc; p2 cc"
    return no_limit([100, 100], f"{dealt}; p2 cc; p1 cc; {streets}; {shown}")


@pytest.mark.parametrize(
    ("dealt", "shown", "expected"),
    [
        ("d dh p1 ????; d dh p2 ????", "p1 sm KsKd; p2 sm AsAd", [98, 102]),
        ("d dh p1 KsKd; d dh p2 ??Ad", "p1 sm -; p2 sm AsAd", [98, 102]),
        ("d dh p1 KsKd; d dh p2 AsAd", "p1 sm KsKd; p2 sm", [102, 98]),
        ("d dh p1 KsKd; d dh p2 ????", "p1 sm KsKd; p2 sm ????", [102, 98]),
        ("d dh p1 KsKd; d dh p2 AsAd", "p1 sm KsKd; p2 sm ??Ad", [98, 102]),
        ("d dh p1 KsKd; d dh p2 AsAd", "", [98, 102]),
    ],
    ids=[
        "cards are named only when they are shown",
        "one card is named when it is shown",
        "a better hand is given up",
        "a hand is never named",
        "a card dealt face up to the record is kept back",
        "the record is silent about the showdown",
    ],
)
def test_the_best_hand_as_far_as_it_is_known_wins(dealt: str, shown: str, expected: list[int]) -> None:
    assert stacks(heads_up_to_the_river(dealt, shown)) == expected


def test_the_last_word_of_a_player_at_the_showdown_counts() -> None:
    all_in = "d dh p1 ????; d dh p2 ????; p2 cbr 100; p1 cc; p1 sm ????; p2 sm ????"
    assert stacks(no_limit([100, 100], f"{all_in}; {BOARD}; p1 sm KsKd; p2 sm AsAd")) == [0, 200]
    assert stacks(no_limit([100, 100], f"{all_in}; {BOARD}; p1 sm KsKd; p2 sm")) == [200, 0]


def test_nobody_gives_up_a_pot_that_no_other_player_has_a_claim_to() -> None:
    """p1 is all-in for 10; p3 folds after matching p2's 20; p2 gives up the hand and keeps the side pot."""
    actions = (
        "d dh p1 KsKd; d dh p2 ????; d dh p3 ????; p3 cbr 20; p1 cc; p2 cc; d db 2c7h8d; p2 cbr 2; p3 f;"
        "p1 sm KsKd; p2 sm ????; d db 3s; d db 9c; p2 sm"
    )
    outcome = replay_hand(no_limit([10, 100, 100], actions))
    assert [*outcome.stacks] == [30, 100, 80]
    (warning,) = outcome.warnings
    assert warning.startswith("action 14 ('p2 sm'): seat 2 holds the last claim to a pot")


def test_a_stud_hand_shown_early_is_shown_again_with_its_last_cards() -> None:
    actions = (
        "d dh p1 AsAd2c; d dh p2 ????3d; p1 cbr 2; p2 cc; p1 sm AsAd2c; p2 sm KsKd3d;"
        "d dh p1 4h; d dh p2 5h; d dh p1 6s; d dh p2 7s; d dh p1 8c; d dh p2 9c; d dh p1 Td; d dh p2 ??;"
        "p1 sm AsAd2c4h6s8cTd; p2 sm KsKd3d5h7s9cKc"
    )
    assert stacks(stud([2, 2], actions)) == [0, 4]


def test_a_draw_is_taken_player_by_player_from_discards_and_cards_written_apart() -> None:
    actions = (
        "d dh p1 AsAdAc2c3d; d dh p2 KsKdKc4c5d; p2 cc; p1 cc; p1 sd 2c3d; p2 sd 4c; d dh p1 7h8h; d dh p2 Kh;"
        "p1 cc; p2 cc; p1 sm AsAdAc7h8h; p2 sm KsKdKc5dKh"
    )
    outcome = replay_hand(draw([100, 100], actions))
    assert [*outcome.stacks] == [98, 102]


def test_draws_without_betting_between_them_are_told_apart() -> None:
    """Both are all-in before the first of three draws, so that three draws follow each other."""
    actions = (
        "d dh p1 2c3d4h5sKd; d dh p2 2d3h4s5cQd; p2 cc; p1 sd Kd; p2 sd Qd; d dh p1 Kc; d dh p2 9c;"
        "p1 sd Kc; p2 sd; d dh p1 Kh; p1 sd Kh; p2 sd; d dh p1 7c; p1 sm 2c3d4h5s7c; p2 sm 2d3h4s5c9c"
    )
    assert stacks(draw([2, 2], actions, variant="F2L3D")) == [4, 0]


def test_a_deck_that_runs_short_in_a_draw_is_reshuffled_unseen() -> None:
    dealt = "; ".join(f"d dh p{player} ??????????" for player in range(1, 7))
    drawn = "; ".join(f"p{player} sd ????????" for player in range(1, 7))
    cards = "; ".join(f"d dh p{player} ????????" for player in range(1, 7))
    called = "p3 cc; p4 cc; p5 cc; p6 cc; p1 cc; p2 cc"
    checked = "; ".join(f"p{player} cc" for player in range(1, 7))
    streets = "; ".join(f"{drawn}; {cards}; {checked}" for _ in range(3))
    hand = draw([100] * 6, f"{dealt}; {called}; {streets}; p1 sm 2c3d4h5s7c", variant="F2L3D")
    outcome = replay_hand(hand)
    assert [*outcome.stacks] == [110, 98, 98, 98, 98, 98]
    assert any(isinstance(event, DeckReshuffled) for event in outcome.log)


def test_super_stud_cards_are_given_up_with_the_call_or_when_the_betting_closes() -> None:
    actions = (
        "d dh p1 AsAd7h8h2c; d dh p2 KsKd7s8s3d; p1 pb; p2 sd 7s8s; p2 cc; p1 sd 7h8h;"
        "d dh p1 Ac; d dh p2 Kc; p1 cc; p2 cc; d dh p1 4h; d dh p2 4s; p1 cc; p2 cc;"
        "d dh p1 5h; d dh p2 5s; p1 cc; p2 cc; d dh p1 9h; d dh p2 9s; p1 cc; p2 cc; p1 sm -; p2 sm -"
    )
    assert stacks(stud([100, 100], actions, variant="F7SS")) == [101, 99]


def test_a_kill_is_posted_by_whoever_holds_its_button() -> None:
    hand = recorded(
        "FO/8",
        [100] * 4,
        "d dh p1 ????????; d dh p2 ????????; d dh p3 ????????; d dh p4 ????????; p3 f; p4 cc; p1 f; p2 f",
        blinds_or_straddles=[1, 2, 0, 0],
        small_bet=2,
        big_bet=4,
        _kill="kill",
        _kill_button=4,
    )
    outcome = replay_hand(hand)
    posted = [(event.seat, event.amount) for event in outcome.log if isinstance(event, BlindPosted)]
    assert posted == [(0, 100), (1, 200), (3, 400)]
    assert [*outcome.stacks] == [99, 98, 100, 103]


RAISED_WRONG = f"{DEALT}; p3 cbr 7; p1 f; p2 f"


def test_what_the_house_rules_refuse_stands_with_a_warning() -> None:
    hand = recorded("FT", [100] * 3, RAISED_WRONG, blinds_or_straddles=[1, 2, 0], small_bet=2, big_bet=4)
    outcome = replay_hand(hand)
    assert [*outcome.stacks] == [99, 98, 103]
    assert outcome.warnings == ("action 4 ('p3 cbr 7'): 7 is not the posted amount: 4 (N.J.A.C. 13:69F-14.17)",)
    assert any(isinstance(event, RulingMade) for event in outcome.log)


def test_a_strict_replay_refuses_what_the_house_rules_refuse() -> None:
    hand = recorded("FT", [100] * 3, RAISED_WRONG, blinds_or_straddles=[1, 2, 0], small_bet=2, big_bet=4)
    with pytest.raises(HistoryError) as refused:
        replay_hand(hand, strict=True)
    assert str(refused.value) == "action 4 ('p3 cbr 7'): 7 is not the posted amount: 4 (N.J.A.C. 13:69F-14.17)"


def test_the_letter_asks_for_stakes_that_the_customary_preset_does_not() -> None:
    hand = no_limit([100, 100, 1], f"{DEALT}; p3 f; p1 f")
    assert stacks(hand) == [99, 101, 1]
    with pytest.raises(HistoryError, match=r"^opening: seat 3 has 1 and needs 2 to be dealt in .*14\.7\(c\)3"):
        replay_hand(hand, house="letter")


def test_by_the_letter_the_button_posts_last_between_two_players_too() -> None:
    hand = no_limit([100, 100], "d dh p1 ????; d dh p2 ????; p2 f")
    with pytest.raises(HistoryError, match=r"^action 3 \('p2 f'\): seat 2 acted, but it is seat 1's turn"):
        replay_hand(hand, house="letter")
    turned = no_limit([100, 100], "d dh p1 ????; d dh p2 ????; p1 f", blinds_or_straddles=[2, 1])
    assert stacks(turned, house="letter") == [99, 101]


@pytest.mark.parametrize(
    ("actions", "at", "what"),
    [
        ("d dh p1 AsAd; d dh p2 KsAs; d dh p3 QsQd", "action 2 ('d dh p2 KsAs')", "As is already out of the deck"),
        (
            f"{DEALT}; p3 cc; p1 cc; p2 cc; d db 2c7hAs",
            "action 7 ('d db 2c7hAs')",
            "As is already out of the deck",
        ),
        (f"{DEALT}; p3 cc; p1 cc; p2 cc; d db 2c7h", "actions", "the record ends where cards for the board are due"),
        (
            f"{DEALT}; p3 cc; p1 cc; p2 cc; d db 2c7h8d9s",
            "action 7 ('d db 2c7h8d9s')",
            "wrong number of cards: 5 given",
        ),
        ("d dh p1 AsAdAc; d dh p2 KsKd; d dh p3 QsQd; p3 f", "action 1 ('d dh p1 AsAdAc')", "p1 is due no such cards"),
        (f"{DEALT}; p1 cbr 6", "action 4 ('p1 cbr 6')", "seat 1 acted, but it is seat 3's turn"),
        (f"{DEALT}; p3 cbr 101", "action 4 ('p3 cbr 101')", "101 is more than seat 3 has on the table: 100 at most"),
        (f"{DEALT}; p3 cbr 2", "action 4 ('p3 cbr 2')", "2 does not exceed the bet of 2"),
        (f"{DEALT}; p3 pb", "action 4 ('p3 pb')", "no forced bet is due from seat 3"),
        (f"{DEALT}; d db 2c7h8d", "action 4 ('d db 2c7h8d')", "out of place: it is p3's turn to act"),
        (f"{DEALT}; p3 sd Qs", "actions", "the record ends where it is p3's turn to act"),
        (f"{DEALT}; p3 f; p1 f; p2 cc", "action 6 ('p2 cc')", "out of place: the round of play is over"),
        (f"{DEALT}; p3 f", "actions", "the record ends where it is p1's turn to act"),
        ("d dh p1 AsAd; d dh p2 KsKd", "actions", "the record ends where cards for p3 are due"),
        ("p3 f", "action 1 ('p3 f')", "out of place: cards for p1 are due"),
        (
            f"{DEALT}; p3 cbr 100; p1 cc; p2 f; p1 sm JsJd; p3 sm QsQd; {BOARD}",
            "action 7 ('p1 sm JsJd')",
            "seat 1 does not hold Js",
        ),
        (
            f"d dh p1 ????; d dh p2 KsKd; d dh p3 QsQd; p3 cbr 100; p1 cc; p2 f; p1 sm KsAd; {BOARD}",
            "action 7 ('p1 sm KsAd')",
            "Ks is already out of the deck",
        ),
    ],
)
def test_a_hand_that_cannot_have_been_played_is_refused_at_the_action(actions: str, at: str, what: str) -> None:
    with pytest.raises(HistoryError) as refused:
        replay_hand(no_limit([100, 100, 100], actions))
    assert refused.value.field == at
    assert refused.value.what.startswith(what)


def test_a_player_cannot_discard_what_they_do_not_hold() -> None:
    actions = "d dh p1 AsAdAc2c3d; d dh p2 KsKdKc4c5d; p2 cc; p1 cc; p1 sd 9h; p2 sd"
    with pytest.raises(HistoryError, match=r"^action 5 \('p1 sd 9h'\): seat 1 does not hold 9h"):
        replay_hand(draw([100, 100], actions))


@pytest.mark.parametrize(("variant", "most"), [("NT", 22), ("NO", 11), ("NB", 13), ("N5D", 10)])
def test_a_table_seats_no_more_than_a_deck_serves(variant: str, most: int) -> None:
    def table(players: int) -> Hand:
        blinds = [1, 2] + [0] * (players - 2)
        return recorded(variant, [100] * players, "p1 f", blinds_or_straddles=blinds, min_bet=2)

    with pytest.raises(HistoryError, match="out of place"):
        replay_hand(table(most))
    with pytest.raises(HistoryError, match=f"^opening: {most + 1} players: this table seats at most {most}"):
        replay_hand(table(most + 1))


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"min_bet": 0}, "the minimum wager must be above zero"),
        ({"bring_in": 1}, "a game with a button has blinds, no forced bet"),
        ({"_odd_unit": 200}, "the odd unit is at most"),
        ({"_kill": "kill"}, "no kill is permitted"),
    ],
)
def test_limits_that_no_table_could_post_are_refused(fields: dict[str, object], what: str) -> None:
    with pytest.raises(HistoryError, match=f"^posted limits: Hold 'em: {what}"):
        replay_hand(no_limit([100, 100], "p1 f", **fields))


def test_a_hand_given_up_unseen_is_told_so_in_the_log() -> None:
    outcome = replay_hand(heads_up_to_the_river("d dh p1 KsKd; d dh p2 AsAd", "p1 sm KsKd; p2 sm"))
    assert [event.seat for event in outcome.log if isinstance(event, HandConceded)] == [1]
