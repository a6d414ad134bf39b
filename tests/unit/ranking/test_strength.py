"""The integers themselves: bulk kernels must be able to produce the same ones."""

import pytest

from pokerroom.cards import parse_cards
from pokerroom.ranking import NO_HAND, Ranking, rank_hand

LARGEST = (1 << 30) - 1


@pytest.mark.parametrize(
    ("cards", "category", "groups", "rest"),
    [
        ("As Kd 9h 5c 2s", 0, 0, 0b1_1000_1000_1001),
        ("Ks Kd 9h 5c 2s", 1, 0b0_1000_0000_0000, 0b0_0000_1000_1001),
        ("Ks Kd 4h 4c Qs", 2, 0b0_1000_0000_0100, 0b0_0100_0000_0000),
        ("2s 2d 2h 4c 3s", 3, 0b0_0000_0000_0001, 0b0_0000_0000_0110),
        ("Ks Qd Jh Tc 9s", 4, 0b0_1000_0000_0000, 0),
        ("5s 4d 3h 2c As", 4, 0b0_0000_0000_1000, 0),
        ("As Js 9s 5s 2s", 5, 0, 0b1_0010_1000_1001),
        ("2s 2d 2h 3c 3s", 6, 0b0_0000_0000_0001, 0b0_0000_0000_0010),
        ("2s 2d 2h 2c 3s", 7, 0b0_0000_0000_0001, 0b0_0000_0000_0010),
        ("As Ks Qs Js Ts", 8, 0b1_0000_0000_0000, 0),
    ],
)
def test_a_high_hand_is_its_category_its_groups_and_the_rest(cards: str, category: int, groups: int, rest: int) -> None:
    assert rank_hand(Ranking.HIGH_FIVE, parse_cards(cards)) == category << 26 | groups << 13 | rest


@pytest.mark.parametrize(
    ("cards", "category", "groups", "rest"),
    [
        ("As Kd 9h", 0, 0, 0b1_1000_1000_0000),
        ("Ks Kd 9h", 1, 0b0_1000_0000_0000, 0b0_0000_1000_0000),
        ("Ks 9s 2s", 2, 0, 0b0_1000_1000_0001),
        ("3s 2d Ah", 3, 0b0_0000_0000_0010, 0),
        ("2s 2d 2h", 4, 0b0_0000_0000_0001, 0),
        ("3s 2s As", 5, 0b0_0000_0000_0010, 0),
    ],
)
def test_a_three_card_hand_has_the_categories_of_paragraph_c(cards: str, category: int, groups: int, rest: int) -> None:
    assert rank_hand(Ranking.HIGH_THREE, parse_cards(cards)) == category << 26 | groups << 13 | rest


@pytest.mark.parametrize(
    ("ranking", "cards", "category", "groups", "rest"),
    [
        (Ranking.LOW_ACE_TO_FIVE, "5s 4s 3s 2s As", 0, 0, 0b1_1111),
        (Ranking.LOW_ACE_TO_FIVE, "As Ad 4h 3c 2s", 1, 0b1, 0b1110),
        (Ranking.LOW_ACE_TO_FIVE, "As Ad Ah 2c 2s", 4, 0b1, 0b10),
        (Ranking.LOW_ACE_TO_FIVE, "As Ad Ah Ac 2s", 5, 0b1, 0b10),
        (Ranking.LOW_THREE, "3s 2s As", 0, 0, 0b111),
        (Ranking.LOW_THREE, "2s 2d 2h", 3, 0b10, 0),
        (Ranking.LOW_DEUCE_TO_SEVEN, "7s 5d 4h 3c 2s", 0, 0, 0b10_1111),
        (Ranking.LOW_DEUCE_TO_SEVEN, "As 5s 4s 3s 2s", 5, 0, 0b1_0000_0000_1111),
        (Ranking.LOW_DEUCE_TO_SEVEN, "6s 5s 4s 3s 2s", 8, 0b1_0000, 0),
        (Ranking.BOARD_LOW, "As Ad 4h 3c", 1, 0b1, 0b1100),
        (Ranking.BOARD_LOW, "2s 2d 2h 2c", 7, 0b10, 0),
    ],
)
def test_a_low_hand_is_taken_from_the_largest_integer(
    ranking: Ranking, cards: str, category: int, groups: int, rest: int
) -> None:
    bad = category << 26 | groups << 13 | rest
    assert rank_hand(ranking, parse_cards(cards)) == LARGEST - bad


@pytest.mark.parametrize(
    ("cards", "count", "ranks"),
    [
        ("As 2h 3d 4c", 4, 0b1111),
        ("As 2s 3h 4d", 3, 0b1101),
        ("Kh Kd 2h 2d", 2, 0b1_0000_0000_0010),
        ("9s 9h 9d 9c", 1, 0b1_0000_0000),
    ],
)
def test_a_badugi_is_its_count_and_the_inverse_of_its_ranks(cards: str, count: int, ranks: int) -> None:
    assert rank_hand(Ranking.BADUGI, parse_cards(cards)) == count << 13 | 8191 - ranks


@pytest.mark.parametrize("cards", ["2s", "2s 2d", "Ks Kd 4h 4c", "As Ad Ah", "Jh Th 9h 8h", "2s 2d 2h 2c"])
def test_a_board_is_worth_what_the_same_cards_are_as_a_high_hand_of_fewer_cards(cards: str) -> None:
    board = parse_cards(cards)
    assert rank_hand(Ranking.BOARD_HIGH, board) == rank_hand(Ranking.HIGH_FIVE, board) > NO_HAND
