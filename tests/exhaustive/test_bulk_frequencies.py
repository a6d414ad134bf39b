"""Counted over every hand of six and seven cards, each class is as frequent as published tables say it is."""

from collections import Counter
from functools import cache

import pytest

from pokerroom.ranking import Ranking, category, worst_qualifying
from pokerroom.ranking.bulk.frequencies import how_often
from tests.exhaustive.test_frequencies import (
    BY_CATEGORY,
    BY_QUALIFIER,
    OF_SIX_AND_SEVEN,
    hands_and_classes,
    published,
    published_category,
    top_card,
)

OF_MANY = {
    "high_6": (Ranking.HIGH_FIVE, 6),
    "high_7": (Ranking.HIGH_FIVE, 7),
    "ace_to_five_low_6": (Ranking.LOW_ACE_TO_FIVE, 6),
    "ace_to_five_low_7": (Ranking.LOW_ACE_TO_FIVE, 7),
    "deuce_to_seven_low_6": (Ranking.LOW_DEUCE_TO_SEVEN, 6),
    "deuce_to_seven_low_7": (Ranking.LOW_DEUCE_TO_SEVEN, 7),
}
EIGHT_OR_BETTER = {"eight_or_better_low_6": 6, "eight_or_better_low_7": 7}

# Every one of its hands is ranked twenty-one times over.
LONG = {"deuce_to_seven_low_7": pytest.mark.soak}


counted = cache(how_often)


def some(names: dict[str, tuple[Ranking, int]], prefix: str = "") -> list[object]:
    return [pytest.param(name, marks=LONG.get(name, ())) for name in names if name.startswith(prefix)]


def test_every_published_table_is_counted_here_or_there() -> None:
    assert {*OF_MANY, *EIGHT_OR_BETTER} == OF_SIX_AND_SEVEN


@pytest.mark.parametrize("name", [*BY_CATEGORY, *BY_QUALIFIER])
def test_tables_of_up_to_five_cards_count_as_many_hands(name: str) -> None:
    ranking, size = (BY_CATEGORY.get(name) or BY_QUALIFIER[name])[:2]
    assert sum(counted(ranking, size).values()) == published(name)["total"]


@pytest.mark.parametrize("name", BY_CATEGORY)
def test_each_class_of_up_to_five_cards_has_the_published_number_of_hands(name: str) -> None:
    ranking, size = BY_CATEGORY[name]
    hands, classes = hands_and_classes(counted(ranking, size), lambda strength: published_category(ranking, strength))
    assert hands == published(name)["categories"]
    assert classes == published(name)["distinct_classes_by_category"]


@pytest.mark.parametrize("name", some(OF_MANY))
def test_each_class_has_the_published_number_of_hands(name: str) -> None:
    ranking, size = OF_MANY[name]
    every, expected = counted(ranking, size), published(name)
    hands, classes = hands_and_classes(every, lambda strength: published_category(ranking, strength))
    assert sum(every.values()) == expected["total"]
    assert len(every) == expected["distinct_classes"]
    assert hands == Counter(expected["categories"])
    assert classes == Counter(expected["distinct_classes_by_category"])


@pytest.mark.parametrize("name", some(OF_MANY, "ace_to_five") + some(OF_MANY, "deuce_to_seven"))
def test_low_hands_without_a_pair_have_the_published_top_cards(name: str) -> None:
    ranking, size = OF_MANY[name]
    without_pair = {"no pair", "high card"}
    every = counted(ranking, size)
    low = {strength: every[strength] for strength in every if category(ranking, strength) in without_pair}
    hands, classes = hands_and_classes(low, top_card(ranking))
    assert hands == published(name)["no_pair_by_top_card"]
    assert classes == published(name)["no_pair_classes_by_top_card"]


@pytest.mark.parametrize(("name", "size"), EIGHT_OR_BETTER.items())
def test_eight_or_better_admits_the_published_number_of_hands(name: str, size: int) -> None:
    ranking = Ranking.LOW_ACE_TO_FIVE
    floor = worst_qualifying(ranking, "8")
    low = {strength: hands for strength, hands in counted(ranking, size).items() if strength >= floor}
    hands, classes = hands_and_classes(low, top_card(ranking))
    expected = published(name)
    assert sum(low.values()) == expected["qualifying"]
    assert len(low) == expected["distinct_classes"]
    assert hands == expected["no_pair_by_top_card"]
    assert classes == expected["no_pair_classes_by_top_card"]


@pytest.mark.parametrize(("name", "size"), [("high_6", 6), ("high_7", 7)])
def test_royal_flushes_are_as_many_as_published(name: str, size: int) -> None:
    every = counted(Ranking.HIGH_FIVE, size)
    royal = sum(every[strength] for strength in every if category(Ranking.HIGH_FIVE, strength) == "royal flush")
    assert royal == published(name)["royal_flush_within_straight_flush"]
