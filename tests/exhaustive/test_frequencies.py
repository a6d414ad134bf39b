"""Counted over every hand of up to five cards, each class is as frequent as published tables say it is."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pokerroom.ranking import Ranking, Strength, category, describe, worst_qualifying
from tests.exhaustive.hands import ALL_HANDS, counts

pytestmark = pytest.mark.sampled

FREQUENCIES: dict[str, dict[str, Any]] = json.loads(
    Path(__file__).with_name("frequencies.json").read_text(encoding="utf-8")
)

BY_CATEGORY = {
    "high_5": (Ranking.HIGH_FIVE, 5),
    "five_card_draw_high": (Ranking.HIGH_FIVE, 5),
    "ace_to_five_low_5": (Ranking.LOW_ACE_TO_FIVE, 5),
    "deuce_to_seven_low_5": (Ranking.LOW_DEUCE_TO_SEVEN, 5),
    "badugi_4": (Ranking.BADUGI, 4),
    "three_card_high_3": (Ranking.HIGH_THREE, 3),
    "mambo_high_best3of4": (Ranking.HIGH_THREE, 4),
}
BY_QUALIFIER = {
    "eight_or_better_low_5": (Ranking.LOW_ACE_TO_FIVE, 5, "8"),
    "three_card_six_or_better_low_3": (Ranking.LOW_THREE, 3, "6"),
    "mambo_low_best3of4": (Ranking.LOW_THREE, 4, "6"),
}
OF_SIX_AND_SEVEN = {
    f"{name}_{size}"
    for name in ("high", "ace_to_five_low", "eight_or_better_low", "deuce_to_seven_low")
    for size in (6, 7)
}

# Where the published tables spell a class otherwise than the regulation does. They count the royal flush
# among the straight flushes.
PUBLISHED = {
    "royal flush": "straight flush",
    "two pairs": "two pair",
    "three-of-a-kind": "three of a kind",
    "four-of-a-kind": "four of a kind",
    "four-card badugi": "4-card",
    "three-card hand": "3-card",
    "two-card hand": "2-card",
    "one-card hand": "1-card",
}


def published(name: str) -> dict[str, Any]:
    entry = FREQUENCIES[name]
    return FREQUENCIES[entry["same_as"]] if "same_as" in entry else entry


def published_category(ranking: Ranking, strength: Strength) -> str:
    name = category(ranking, strength)
    return PUBLISHED.get(name, name)


def hands_and_classes(
    strengths: dict[Strength, int], label: Callable[[Strength], str]
) -> tuple[dict[str, int], dict[str, int]]:
    """How many hands, and how many hands of different strength, bear each label."""
    hands, classes = Counter[str](), Counter[str]()
    for strength, count in strengths.items():
        hands[label(strength)] += count
        classes[label(strength)] += 1
    return hands, classes


def no_pairs(ranking: Ranking, size: int) -> dict[Strength, int]:
    worst = "high card" if ranking is Ranking.LOW_DEUCE_TO_SEVEN else "no pair"
    every = counts(ranking, size)
    return {strength: every[strength] for strength in every if category(ranking, strength) == worst}


def qualifying(ranking: Ranking, size: int, rank_letter: str) -> dict[Strength, int]:
    floor = worst_qualifying(ranking, rank_letter)
    return {strength: count for strength, count in counts(ranking, size).items() if strength >= floor}


def top_card(ranking: Ranking) -> Callable[[Strength], str]:
    return lambda strength: f"{describe(ranking, strength)[0]}-high"


def test_every_published_table_of_up_to_five_cards_is_counted() -> None:
    assert {*BY_CATEGORY, *BY_QUALIFIER} == {*FREQUENCIES} - OF_SIX_AND_SEVEN


@pytest.mark.parametrize("name", BY_CATEGORY)
def test_each_class_has_the_published_number_of_hands(name: str) -> None:
    ranking, size = BY_CATEGORY[name]
    expected = published(name)
    every = counts(ranking, size)
    hands, classes = hands_and_classes(every, lambda strength: published_category(ranking, strength))
    assert sum(every.values()) == expected["total"]
    assert len(every) == expected["distinct_classes"]
    assert hands == expected["categories"]
    assert classes == expected["distinct_classes_by_category"]


@pytest.mark.parametrize("name", BY_QUALIFIER)
def test_each_qualifier_admits_the_published_number_of_hands(name: str) -> None:
    ranking, size, rank_letter = BY_QUALIFIER[name]
    expected = published(name)
    low = qualifying(ranking, size, rank_letter)
    admitted, refused = expected["categories"].values()
    assert sum(low.values()) == admitted
    assert sum(counts(ranking, size).values()) == admitted + refused
    assert len(low) == expected["distinct_classes"]
    hands, _ = hands_and_classes(low, top_card(ranking))
    assert hands == expected.get("by_top_card", expected.get("no_pair_by_top_card"))


def test_eight_or_better_has_the_published_number_of_classes_for_each_top_card() -> None:
    ranking, size, rank_letter = BY_QUALIFIER["eight_or_better_low_5"]
    _, classes = hands_and_classes(qualifying(ranking, size, rank_letter), top_card(ranking))
    assert classes == published("eight_or_better_low_5")["no_pair_classes_by_top_card"]


@pytest.mark.parametrize("name", ["ace_to_five_low_5", "deuce_to_seven_low_5"])
def test_low_hands_without_a_pair_have_the_published_top_cards(name: str) -> None:
    ranking, size = BY_CATEGORY[name]
    hands, classes = hands_and_classes(no_pairs(ranking, size), top_card(ranking))
    assert hands == published(name)["no_pair_by_top_card"]
    assert classes == published(name)["no_pair_classes_by_top_card"]


def test_ten_high_deuce_to_seven_lows_have_the_published_second_cards() -> None:
    ranking = Ranking.LOW_DEUCE_TO_SEVEN
    hands, _ = hands_and_classes(no_pairs(ranking, 5), lambda strength: describe(ranking, strength)[:3])
    tens = {cards: count for cards, count in hands.items() if cards.startswith("T")}
    assert tens == published("deuce_to_seven_low_5")["ten_lows_by_second_card"]


def test_badugis_of_each_size_have_the_published_top_cards() -> None:
    def size_and_top_card(strength: Strength) -> str:
        size = published_category(Ranking.BADUGI, strength)
        _, cards = describe(Ranking.BADUGI, strength).split(", ")
        return f"{size} {cards[0]}-high"

    hands, _ = hands_and_classes(counts(Ranking.BADUGI, 4), size_and_top_card)
    assert hands == published("badugi_4")["by_size_and_top_card"]


def test_four_hands_of_five_cards_are_royal_flushes() -> None:
    every = counts(Ranking.HIGH_FIVE, 5)
    royal = sum(n for strength, n in every.items() if category(Ranking.HIGH_FIVE, strength) == "royal flush")
    assert royal == published("high_5")["royal_flush_within_straight_flush"]


@pytest.mark.parametrize("name", ["three_card_high_3", "mambo_high_best3of4"])
def test_three_card_classes_follow_one_another_as_published(name: str) -> None:
    ranking, size = BY_CATEGORY[name]
    best_first = sorted(counts(ranking, size), reverse=True)
    in_order = dict.fromkeys(published_category(ranking, strength) for strength in best_first)
    assert [*in_order] == published(name)["ranking_high_to_low"]


@pytest.mark.parametrize(("ranking", "size"), ALL_HANDS)
def test_every_strength_has_words_of_its_own(ranking: Ranking, size: int) -> None:
    every = counts(ranking, size)
    assert len({describe(ranking, strength) for strength in every}) == len(every)
