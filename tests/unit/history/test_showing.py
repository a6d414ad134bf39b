"""Shows and mucks are taken in their place and order: what cannot have happened is refused, what is loose is told."""

import pytest

from pokerroom.history.hand import Hand, HistoryError
from pokerroom.history.replay import Replayed, replay_hand
from pokerroom.play.events import HandConceded, HandShown
from tests.unit.history.staging import draw, no_limit, stud

DEALT = "d dh p1 KsKd; d dh p2 AsAd"
RIVER = "d db 2c7h8d; p1 cc; p2 cc; d db 3s; p1 cc; p2 cc; d db 9c; p1 cc; p2 cc"


def heads_up(shown: str, *, dealt: str = DEALT) -> Hand:
    """Checked down to the river by two players, the aces of p2 being the better hand."""
    return no_limit([100, 100], f"{dealt}; p2 cc; p1 cc; {RIVER}; {shown}")


def all_in(shown: str, later: str = "", *, dealt: str = DEALT) -> Hand:
    """Both have all their chips in before the flop."""
    return no_limit([100, 100], f"{dealt}; p2 cbr 100; p1 cc; {shown}; d db 2c7h8d; d db 3s; d db 9c; {later}")


def outcome(hand: Hand) -> tuple[list[int], tuple[str, ...]]:
    replayed = replay_hand(hand)
    return [int(stack or 0) for stack in replayed.stacks], replayed.warnings


def refusal(hand: Hand) -> str:
    with pytest.raises(HistoryError) as refused:
        replay_hand(hand)
    return str(refused.value)


def test_a_hand_shown_whole_is_not_given_up_any_more() -> None:
    stacks, warnings = outcome(heads_up("p1 sm KsKd; p2 sm AsAd; p2 sm"))
    assert stacks == [98, 102]
    assert warnings == ("action 16 ('p2 sm'): p2 has shown the whole hand, and it counts (N.J.A.C. 13:69F-14.15(d))",)


def test_a_hand_shown_whole_before_the_last_cards_is_not_given_up_any_more() -> None:
    stacks, warnings = outcome(all_in("p1 sm KsKd; p2 sm -", "p1 sm KsKd; p2 sm"))
    assert stacks == [0, 200]
    assert [warning.partition(":")[0] for warning in warnings] == ["action 11 ('p2 sm')"]


@pytest.mark.parametrize("partly", ["p2 sm ????", "p2 sm ??Ad"])
def test_a_hand_shown_in_part_may_still_be_given_up(partly: str) -> None:
    assert outcome(all_in(f"p1 sm KsKd; {partly}", "p2 sm")) == ([200, 0], ())


def test_a_stud_hand_shown_before_its_last_cards_may_still_be_given_up() -> None:
    actions = (
        "d dh p1 AsAd2c; d dh p2 KsKd3d; p1 cbr 2; p2 cc; p1 sm AsAd2c; p2 sm KsKd3d;"
        "d dh p1 4h; d dh p2 5h; d dh p1 6s; d dh p2 7s; d dh p1 8c; d dh p2 9c; d dh p1 Td; d dh p2 Jd;"
        "p1 sm; p2 sm KsKd3d5h7s9cJd"
    )
    assert outcome(stud([2, 2], actions)) == ([0, 4], ())


def test_what_a_player_shows_after_giving_up_counts_for_nothing() -> None:
    stacks, warnings = outcome(heads_up("p1 sm KsKd; p2 sm; p2 sm AsAd"))
    assert stacks == [102, 98]
    assert warnings == ("action 16 ('p2 sm AsAd'): p2 has given the hand up: what they show counts for nothing",)


def test_giving_up_twice_is_told() -> None:
    stacks, warnings = outcome(heads_up("p1 sm KsKd; p2 sm; p2 sm"))
    assert stacks == [102, 98]
    assert warnings == ("action 16 ('p2 sm'): p2 has given the hand up already",)


@pytest.mark.parametrize(
    ("early", "at"),
    [
        (f"{DEALT}; p2 sm; p2 cc; p1 cc; {RIVER}; p1 sm KsKd; p2 sm AsAd", "action 3 ('p2 sm')"),
        (f"{DEALT}; p1 sm; p2 cc; p1 cc; {RIVER}; p1 sm KsKd; p2 sm AsAd", "action 3 ('p1 sm')"),
        (f"{DEALT}; p2 cc; p1 cc; p2 sm; {RIVER}; p1 sm KsKd; p2 sm AsAd", "action 5 ('p2 sm')"),
    ],
    ids=["in turn", "out of turn", "between two streets"],
)
def test_a_hand_is_not_given_up_while_its_player_has_still_to_act(early: str, at: str) -> None:
    assert refusal(no_limit([100, 100], early)) == (
        f"{at}: out of place: the betting is not over, where a hand is given up by folding"
    )


def test_a_hand_shown_before_the_betting_is_over_is_told_and_plays_on() -> None:
    early = f"d dh p1 KsKd; d dh p2 ????; p2 sm AsAd; p2 cc; p1 cc; {RIVER}; p1 sm KsKd; p2 sm -"
    stacks, warnings = outcome(no_limit([100, 100], early))
    assert stacks == [98, 102]
    assert warnings == ("action 3 ('p2 sm AsAd'): shown before the betting is over",)


FOLDED = "d dh p1 KsKd; d dh p2 AsAd; d dh p3 ????; p3 f; p1 cc; p2 cc"
DOWN = "d db 2c7h8d; p1 cc; p2 cc; d db 3s; p1 cc; p2 cc; d db 9c; p1 cc; p2 cc; p1 sm KsKd; p2 sm AsAd"


def test_what_a_folded_player_shows_counts_for_nothing() -> None:
    stacks, warnings = outcome(no_limit([100] * 3, f"{FOLDED}; {DOWN}; p3 sm AcAh"))
    assert stacks == [98, 102, 100]
    assert warnings == ("action 18 ('p3 sm AcAh'): p3 has folded: what they show counts for nothing",)


def test_a_folded_player_who_gives_up_again_is_told_of() -> None:
    _, warnings = outcome(no_limit([100] * 3, f"{FOLDED}; {DOWN}; p3 sm"))
    assert warnings == ("action 18 ('p3 sm'): p3 has folded already",)


@pytest.mark.parametrize(
    ("shown", "what"),
    [
        ("p3 sm AsQd", "As is already out of the deck"),
        ("p3 sm 2cQd", "2c is already out of the deck"),
        ("p3 sm QsQdQc", "wrong number of cards: 3 given, 2 due"),
    ],
    ids=["of another player", "of the board", "one too many"],
)
def test_a_folded_player_cannot_show_cards_that_lie_elsewhere(shown: str, what: str) -> None:
    error = refusal(no_limit([100] * 3, f"{FOLDED}; {DOWN}; {shown}"))
    assert error.startswith(f"action 18 ('{shown}'): {what} (")


def test_a_folded_player_cannot_show_other_cards_than_were_dealt() -> None:
    known = FOLDED.replace("????", "QsQd")
    error = refusal(no_limit([100] * 3, f"{known}; {DOWN}; p3 sm QsQc"))
    assert error.startswith("action 18 ('p3 sm QsQc'): seat 3 does not hold Qc")


@pytest.mark.parametrize(
    ("hand", "error"),
    [
        (
            all_in("p1 sm KsKd; p2 sm AsAd", "p2 sm QsQd", dealt="d dh p1 ????; d dh p2 ????"),
            "action 10 ('p2 sm QsQd'): seat 2 does not hold Qs",
        ),
        (
            all_in("p1 sm KsKd; p2 sm KsAd", dealt="d dh p1 ????; d dh p2 ????"),
            "action 6 ('p2 sm KsAd'): Ks is already out of the deck",
        ),
        (
            all_in("p1 sm KsKd; p2 sm 2cAd", dealt="d dh p1 ????; d dh p2 ????"),
            "action 7 ('d db 2c7h8d'): 2c is out of the deck: p2 has shown it",
        ),
        (all_in("p1 sm Ks; p2 sm AsAd"), "action 5 ('p1 sm Ks'): wrong number of cards: 1 given, 2 due"),
        (heads_up("p1 sm KsKd2c; p2 sm AsAd"), "action 14 ('p1 sm KsKd2c'): wrong number of cards: 3 given, 2 due"),
        (no_limit([100, 100], f"p1 sm KsKd; {DEALT}; p2 f"), "action 1 ('p1 sm KsKd'): p1 has no cards to show"),
    ],
    ids=[
        "others than before",
        "those another has shown",
        "those the board has later",
        "fewer than held",
        "more than held",
        "before the deal",
    ],
)
def test_cards_that_a_player_cannot_hold_are_refused_where_they_are_shown(hand: Hand, error: str) -> None:
    assert refusal(hand).startswith(error)


def test_cards_shown_early_are_known_at_the_showdown() -> None:
    unknown = "d dh p1 ????; d dh p2 ????"
    assert outcome(all_in("p1 sm KsKd; p2 sm AsAd", "p1 sm ????; p2 sm ????", dealt=unknown)) == ([0, 200], ())


def test_cards_shown_before_a_draw_may_be_given_up_in_it() -> None:
    actions = (
        "d dh p1 ??????????; d dh p2 KsKdKc4c5d; p2 cc; p1 sm AsAdAc2c3d; p1 sd 2c3d; p2 sd 4c;"
        "d dh p1 7h8h; d dh p2 9h; p1 sm -; p2 sm -"
    )
    assert outcome(draw([2, 2], actions)) == ([4, 0], ())


def test_a_card_another_player_has_shown_is_not_discarded() -> None:
    actions = (
        "d dh p1 ??????????; d dh p2 ??????????; p2 cc; p1 sm AsAdAc2c3d; p1 sd; p2 sd As; d dh p2 9h; p1 sm -; p2 sm -"
    )
    assert refusal(draw([2, 2], actions)) == "action 6 ('p2 sd As'): p2 does not hold As"


@pytest.mark.parametrize(("words", "stacks"), [("p1 sm; p2 sm", [98, 102]), ("p2 sm; p1 sm", [102, 98])])
def test_of_those_who_give_up_the_last_in_the_order_of_the_record_keeps_the_pot(words: str, stacks: list[int]) -> None:
    came_out, warnings = outcome(heads_up(words))
    assert came_out == stacks
    (warning,) = warnings
    assert warning.startswith("action 15 ")
    assert "holds the last claim to a pot" in warning


def test_players_may_show_out_of_turn() -> None:
    assert outcome(heads_up("p2 sm AsAd; p1 sm KsKd")) == ([98, 102], ())


def test_the_last_player_may_show_or_not_when_all_others_have_folded() -> None:
    folded = "d dh p1 ????; d dh p2 ????; p2 f"
    assert outcome(no_limit([100, 100], f"{folded}; p1 sm AsAd")) == ([101, 99], ())
    assert outcome(no_limit([100, 100], f"{folded}; p1 sm")) == ([101, 99], ())
    error = refusal(no_limit([100, 100], "d dh p1 ????; d dh p2 AsKd; p2 f; p1 sm AsAd"))
    assert error.startswith("action 4 ('p1 sm AsAd'): As is already out of the deck")


def test_a_record_silent_about_a_hand_at_the_showdown_is_told_of() -> None:
    stacks, warnings = outcome(heads_up("p1 sm KsKd"))
    assert stacks == [98, 102]
    assert warnings == ("p2: the record does not say whether the hand is shown or given up",)


LOOSE = {
    "given up after a show": heads_up("p1 sm KsKd; p2 sm AsAd; p2 sm"),
    "shown after giving up": heads_up("p1 sm KsKd; p2 sm; p2 sm AsAd"),
    "shown by a folded player": no_limit([100] * 3, f"{FOLDED}; {DOWN}; p3 sm AcAh"),
    "silent": heads_up("p1 sm KsKd"),
    "last claim given up": heads_up("p1 sm; p2 sm"),
}


@pytest.mark.parametrize("hand", LOOSE.values(), ids=LOOSE)
def test_a_strict_replay_refuses_what_is_otherwise_told(hand: Hand) -> None:
    (warning,) = replay_hand(hand).warnings
    with pytest.raises(HistoryError) as refused:
        replay_hand(hand, strict=True)
    assert str(refused.value) == warning


def test_the_log_tells_who_showed_and_who_gave_up() -> None:
    replayed = replay_hand(heads_up("p2 sm; p1 sm KsKd"))
    assert isinstance(replayed, Replayed)
    assert [event.seat for event in replayed.log if isinstance(event, HandConceded)] == [1]
    assert [event.seat for event in replayed.log if isinstance(event, HandShown)] == [0]


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ("p2 sd AsAd; p2 cc", "action 3 ('p2 sd AsAd'): seat 2 has no cards to give up now"),
        ("p2 sd; p2 cc", "action 3 ('p2 sd'): no cards are given up with 'p2 cc'"),
        ("p2 sd As; p2 f", "action 3 ('p2 sd As'): no cards are given up with 'p2 f'"),
        ("p1 sd Ks; p2 cc", "action 3 ('p1 sd Ks'): p1 gives up cards where p2 acts"),
        ("p2 cc; p1 sd 7c; p1 cc", "action 4 ('p1 sd 7c'): no cards are given up with 'p1 cc'"),
        ("p2 sd As; p2 cbr 6", "action 3 ('p2 sd As'): seat 2 has no cards to give up now"),
    ],
)
def test_at_hold_em_nobody_gives_up_cards_with_a_wager(actions: str, error: str) -> None:
    assert refusal(no_limit([100, 100], f"{DEALT}; {actions}")).startswith(error)


SUPER = "d dh p1 AsAd7h8h2c; d dh p2 KsKd7s8s3d; p1 pb"


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ("p2 sd 7h8h; p2 cc", "action 4 ('p2 sd 7h8h'): seat 2 does not hold 7h"),
        ("p2 sd 7s; p2 cc", "action 4 ('p2 sd 7s'): wrong number of cards: 1 given, 2 due"),
        ("p2 sd 7s3d; p2 cc", "action 4 ('p2 sd 7s3d'): 3d lies face up: only down cards are given up"),
        ("p1 sd 7h8h; p2 cc", "action 4 ('p1 sd 7h8h'): p1 gives up cards where p2 acts"),
        ("p2 sd 7s8s; p2 f", "action 4 ('p2 sd 7s8s'): no cards are given up with 'p2 f'"),
        ("p2 cc", "action 4 ('p2 cc'): seat 2 must give up 2 down cards"),
    ],
)
def test_cards_given_up_to_enter_are_those_of_the_player_who_calls(actions: str, error: str) -> None:
    assert refusal(stud([100, 100], f"{SUPER}; {actions}", variant="F7SS")).startswith(error)
