"""Why one hand beats another: the first thing that differs, in the order of the game's own ranking."""

from itertools import combinations
from random import Random

import pytest

from pokerroom.cards import DECK, parse_cards
from pokerroom.ranking import NO_HAND, Ranking, Strength, classes, compared, rank_hand, unqualified
from pokerroom.ranking.strength import HAND_SIZE
from pokerroom.words import said


def why(ranking: Ranking, better: str, worse: str) -> str:
    strengths = [rank_hand(ranking, parse_cards(each)) for each in (better, worse)]
    assert strengths[0] >= strengths[1]
    return said(compared(ranking, *strengths))


@pytest.mark.parametrize(
    ("ranking", "better", "worse", "words"),
    [
        (Ranking.HIGH_THREE, "5c 6d 7h", "2s 9s Ks", "A straight beats a flush in this game."),
        (Ranking.HIGH_FIVE, "2s 9s Ks Qs Js", "5c 6d 7h 8h 9c", "A flush beats a straight in this game."),
        (Ranking.HIGH_FIVE, "Kc Kd 2h 3h 4c", "Qc Qd Ah Jh 9c", "Both have one pair: kings beat queens."),
        (
            Ranking.HIGH_FIVE,
            "Kc Kd Ah 3h 4c",
            "Kh Ks Qh Jh 9c",
            "Both have one pair, kings: the card beside it decides, and the ace beats the queen.",
        ),
        (
            Ranking.HIGH_FIVE,
            "2c 3d 4h 5h 6c",
            "Ah 2s 3h 4c 5c",
            "Both have a straight: the one up to the six beats the one up to the five.",
        ),
        (
            Ranking.LOW_ACE_TO_FIVE,
            "Ac 2d 3h 5h 8c",
            "Ah 2s 4h 5c 8d",
            "Both have no pair: the highest card that differs decides, and the three is lower than the four.",
        ),
        (Ranking.LOW_DEUCE_TO_SEVEN, "2c 3d 4h 5h Kc", "2h 3s 4c 5c 6d", "For low, no pair beats a straight."),
        (
            Ranking.BADUGI,
            "Kc Qd Jh Ts",
            "Ac 2d 3h 4h",
            "More cards of different ranks and suits count: four beat three.",
        ),
        (
            Ranking.BADUGI,
            "Ac 2d 3h 4s",
            "Ac 2d 3h 5s",
            "Both have a four-card badugi: the highest card that differs decides, and the four is lower than the five.",
        ),
        (Ranking.HIGH_FIVE, "2c 3d 4h 5h 6c", "2d 3h 4s 5c 6d", "The hands are equal."),
    ],
)
def test_what_decided_is_told(ranking: Ranking, better: str, worse: str, words: str) -> None:
    assert why(ranking, better, worse) == words


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("Ac 2d 3h 5h 9c", "the nine is too high."),
        ("Ac Ad 3h 5h 7c", "the aces pair."),
    ],
)
def test_of_a_low_that_does_not_qualify_it_is_told_what_is_wrong(hand: str, words: str) -> None:
    strength = rank_hand(Ranking.LOW_ACE_TO_FIVE, parse_cards(hand))
    told = said(unqualified(Ranking.LOW_ACE_TO_FIVE, strength, "8"))
    assert told == f"A low needs five different ranks, none above the eight: {words}"


def test_with_too_few_cards_for_a_low_that_is_told() -> None:
    assert said(unqualified(Ranking.LOW_THREE, NO_HAND, "6")).endswith("there are too few cards for one.")


@pytest.mark.parametrize("ranking", [each for each in Ranking if not each.value.startswith("board")])
def test_of_any_two_hands_something_decided(ranking: Ranking) -> None:
    chance, size = Random(5), HAND_SIZE[ranking]
    strengths: set[Strength] = {rank_hand(ranking, chance.sample(DECK, size)) for _ in range(60)}
    for better, worse in combinations(sorted(strengths, reverse=True), 2):
        assert said(compared(ranking, better, worse)) not in ("", "The hands are equal.")


def test_the_classes_of_three_cards_have_the_straight_above_the_flush() -> None:
    order = [said(each) for each in classes(Ranking.HIGH_THREE)]
    assert order.index("a straight") < order.index("a flush")
    assert "a full house" not in order
    five = [said(each) for each in classes(Ranking.HIGH_FIVE)]
    assert five.index("a flush") < five.index("a straight")
    assert said(classes(Ranking.LOW_ACE_TO_FIVE)[0]) == "no pair"
