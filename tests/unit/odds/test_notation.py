"""How hands are written."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from pokerroom.cards import cards_text, parse_cards
from pokerroom.odds.notation import Holding, QuestionError, read_holding, selections

HOLD_EM, MAMBO, OMAHA, DRAW, STUD = 2, 3, 4, 5, 7


def texts(holding: Holding) -> set[str]:
    return {cards_text(row).replace(" ", "") for row in holding.hands.tolist()}


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("QQ+", 18),
        ("AA", 6),
        ("22+", 78),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("KA", 16),
        ("A5s-A2s", 16),
        ("A2s-A5s", 16),
        ("KQo", 12),
        ("76s+", 32),
        ("AKs+", 4),
        ("ATs+", 16),
        ("KTo+", 36),
        ("TT-77", 24),
        ("77-TT", 24),
        ("JTs-87s", 16),
        ("J9s-75s", 20),
        ("A*s", 48),
        ("Ax", 198),
        ("QQ+, AKs", 22),
        ("AKs, AK, AKo", 16),
        ("AsKd, AK", 16),
        ("As??, Ah*", 101),
        ("random, AA", 1326),
        ("2A", 16),
        ("AKds", 1),
    ],
)
def test_a_range_of_hold_em_holds_as_many_hands_as_it_says(text: str, hands: int) -> None:
    holding = read_holding(text, HOLD_EM)
    assert (holding.choices, holding.known, holding.missing) == (hands, 2, 0)


def test_neighbors_rise_together_and_other_hands_by_the_lower_card() -> None:
    assert {text[0] + text[2] for text in texts(read_holding("JTs+", HOLD_EM))} == {"TJ", "JQ", "QK", "KA"}
    assert {text[0] + text[2] for text in texts(read_holding("QTs+", HOLD_EM))} == {"TQ", "JQ"}


def test_suited_and_offsuit_hands_are_what_they_are_called() -> None:
    assert texts(read_holding("AKs", HOLD_EM)) == {"KcAc", "KdAd", "KhAh", "KsAs"}
    assert not texts(read_holding("AKs", HOLD_EM)) & texts(read_holding("AKo", HOLD_EM))


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("AA**", 6961),
        ("AAxx", 6961),
        ("A-A-*-*", 6961),
        ("AA", 6961),
        ("AA????", 6961),
        ("AAAA", 1),
        ("AKQJ", 256),
        ("A-K-*-*", 4 * 4 * 946 + 2 * 6 * 4 * 44 + 6 * 6 + 2 * 4 * 4),
        ("AKQJr", 24),
        ("AKQJds", 36),
        ("AKQJss", 144 + 48),
        ("****", 270725),
        ("****r", 13**4),
        ("****ds", 6 * 78 * 78),
        ("****ss", 4 * 78 * 3 * 13 * 13 + 4 * 286 * 39),
        ("AsKs**", 1225),
        ("AsA**", 3 * 1128 + 3 * 48 + 1),
        ("AsKsQsJs", 1),
        ("AAKKds, AAQQds", 12),
    ],
)
def test_a_pattern_of_omaha_holds_as_many_hands_as_it_says(text: str, hands: int) -> None:
    holding = read_holding(text, OMAHA)
    assert holding.choices * (1 if not holding.missing else _fills(holding)) == hands


def _fills(holding: Holding) -> int:
    """Ways to be dealt the cards that may be any."""
    left = 52 - holding.known
    return {1: left, 2: left * (left - 1) // 2, 4: 270725}[holding.missing]


def test_cards_named_and_cards_that_may_be_any() -> None:
    for text in ("As", "As??", "As*", "Asx", " As ?? "):
        holding = read_holding(text, HOLD_EM)
        assert (texts(holding), holding.missing) == ({"As"}, 1)
    for text in ("random", "Random", "*", "??", "****", "??????"):
        holding = read_holding(text, STUD)
        assert (holding.choices, holding.known, holding.missing) == (1, 0, 7)


def test_a_stud_hand_may_be_one_of_several() -> None:
    holding = read_holding("AsAd2c, AsAd3c", STUD)
    assert (texts(holding), holding.missing) == ({"2cAdAs", "3cAdAs"}, 4)


def test_cards_after_a_slash_were_given_up() -> None:
    holding = read_holding("AsAd/7h 5c2d", DRAW)
    assert (texts(holding), holding.missing, holding.discards) == ({"AdAs"}, 3, parse_cards("7h5c2d"))


def test_hands_are_card_numbers_without_repetition() -> None:
    hands = read_holding("QQ+, KK", HOLD_EM).hands
    assert hands.dtype == np.uint8
    assert len({tuple(row) for row in hands.tolist()}) == len(hands) == 18


@pytest.mark.parametrize(
    ("text", "size", "why"),
    [
        ("", HOLD_EM, "leaves a hand out"),
        ("AA,,KK", HOLD_EM, "leaves a hand out"),
        ("ZZ", HOLD_EM, "'ZZ' is not a card"),
        ("AsKdQh", HOLD_EM, "more cards than the 2"),
        ("AsAs", HOLD_EM, "holds As twice"),
        ("AAs", HOLD_EM, "'AAs' is not a hand"),
        ("AA+s", HOLD_EM, "is not a card"),
        ("As+", HOLD_EM, "'As' is not two ranks"),
        ("AAo+", HOLD_EM, "a pair is neither suited nor offsuit"),
        ("A5s-K2s", HOLD_EM, "not of one kind"),
        ("A5s-A2o", HOLD_EM, "not of one kind"),
        ("A5-AA", HOLD_EM, "not of one kind"),
        ("TT-", HOLD_EM, "'' is not two ranks"),
        ("AAKKx", OMAHA, "more cards than the 4"),
        ("AAAAA", OMAHA, "more cards than the 4"),
        ("AAKK+", OMAHA, "'+' is not a card"),
        ("AAAAds", OMAHA, "is not a hand"),
        ("AA", STUD, "card by card"),
        ("AsAd, AsAdAc", STUD, "card by card"),
        ("AsAd/7", DRAW, "'7' is not a card"),
    ],
)
def test_what_is_not_a_hand_is_refused_with_a_reason(text: str, size: int, why: str) -> None:
    with pytest.raises(QuestionError) as refused:
        read_holding(text, size)
    assert why in str(refused.value)


def test_patterns_of_three_cards_know_suits_too() -> None:
    assert read_holding("A23s", MAMBO).choices == 4
    assert read_holding("A23r", MAMBO).choices == 24


def test_selections_are_the_combinations() -> None:
    deck = Random(5).sample(range(52), 9)
    for count in range(5):
        assert selections(deck, count).tolist() == [list(each) for each in combinations(deck, count)]
