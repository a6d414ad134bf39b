"""Every strength names itself."""

import pytest

from pokerroom.cards import parse_cards
from pokerroom.ranking import NO_HAND, Ranking, category, describe, rank_hand


@pytest.mark.parametrize(
    ("ranking", "cards", "class_name", "words"),
    [
        (Ranking.HIGH_FIVE, "As Ks Qs Js Ts 2d 2c", "royal flush", "royal flush"),
        (Ranking.HIGH_FIVE, "Ks Qs Js Ts 9s", "straight flush", "straight flush, king high"),
        (Ranking.HIGH_FIVE, "6s 6d 6h 6c Ts", "four-of-a-kind", "four-of-a-kind, sixes, ten kicker"),
        (Ranking.HIGH_FIVE, "3s 3d 3h Ac As", "full house", "full house, threes full of aces"),
        (Ranking.HIGH_FIVE, "As Js 9s 5s 2s", "flush", "ace-high flush: A-J-9-5-2"),
        (Ranking.HIGH_FIVE, "Ts 9s 8s 7s 6d", "straight", "straight, ten high"),
        (Ranking.HIGH_FIVE, "2s 2d 2h Qc 3s", "three-of-a-kind", "three-of-a-kind, twos, Q-3 kickers"),
        (Ranking.HIGH_FIVE, "Ks Kd 4h 4c Qs", "two pairs", "two pairs, kings and fours, queen kicker"),
        (Ranking.HIGH_FIVE, "As Ad Th 4c 2s", "one pair", "pair of aces, T-4-2 kickers"),
        (Ranking.HIGH_FIVE, "As Kd Qh 3c 2s", "high card", "no pair, ace high: A-K-Q-3-2"),
        (Ranking.HIGH_THREE, "Ah Kh Qh", "royal flush", "royal flush"),
        (Ranking.HIGH_THREE, "9s 9d 9h", "three-of-a-kind", "three-of-a-kind, nines"),
        (Ranking.HIGH_THREE, "Kh 9h 2h", "flush", "king-high flush: K-9-2"),
        (Ranking.LOW_ACE_TO_FIVE, "8s 6d 4h 3c 2s", "no pair", "8-6-4-3-2 low"),
        (Ranking.LOW_ACE_TO_FIVE, "As Ad 4h 3c 2s", "one pair", "pair of aces low, 4-3-2 kickers"),
        (
            Ranking.LOW_ACE_TO_FIVE,
            "As Ad 2h 2c 3s",
            "two pairs",
            "two pairs low, twos and aces, three kicker",
        ),
        (Ranking.LOW_ACE_TO_FIVE, "As Ad Ah 2c 2s", "full house", "full house low, aces full of twos"),
        (Ranking.LOW_ACE_TO_FIVE, "As Ad Ah Ac 2s", "four-of-a-kind", "four-of-a-kind low, aces, two kicker"),
        (Ranking.LOW_DEUCE_TO_SEVEN, "As 5d 4h 3c 2s", "high card", "A-5-4-3-2 low"),
        (Ranking.LOW_DEUCE_TO_SEVEN, "6s 5d 4h 3c 2s", "straight", "straight, six high"),
        (Ranking.LOW_DEUCE_TO_SEVEN, "As 5s 4s 3s 2s", "flush", "ace-high flush: A-5-4-3-2"),
        (Ranking.LOW_THREE, "3s 2d As", "no pair", "3-2-A low"),
        (Ranking.BADUGI, "5s 3h 2d Ac", "four-card badugi", "four-card badugi, 5-3-2-A"),
        (Ranking.BADUGI, "As 2s 3h 4d", "three-card hand", "three-card hand, 4-3-A"),
        (Ranking.BOARD_HIGH, "2s 2d", "one pair", "pair of twos showing"),
        (Ranking.BOARD_HIGH, "Ks Kd 4h 4c", "two pairs", "two pairs showing, kings and fours"),
        (Ranking.BOARD_LOW, "As 4d 3h", "no pair", "4-3-A showing"),
        (Ranking.BOARD_LOW, "2s 2d 2h 2c", "four-of-a-kind", "four-of-a-kind showing, twos"),
    ],
)
def test_a_strength_has_a_class_and_words(ranking: Ranking, cards: str, class_name: str, words: str) -> None:
    strength = rank_hand(ranking, parse_cards(cards))
    assert category(ranking, strength) == class_name
    assert describe(ranking, strength) == words


@pytest.mark.parametrize("ranking", Ranking)
def test_no_hand_is_called_so(ranking: Ranking) -> None:
    assert category(ranking, NO_HAND) == describe(ranking, NO_HAND) == "no hand"
