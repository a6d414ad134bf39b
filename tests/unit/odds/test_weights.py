"""Ranges in which some hands are held less often than others, and the top of an order of starting hands."""

from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pytest

from pokerroom.odds import Answer, Effort, QuestionError, equity
from pokerroom.odds.notation import read_holding
from pokerroom.odds.sampling import tickets
from pokerroom.odds.starting_hands import EVERY, ORDER, size, top

EXACT = Effort(every_deal=True)
HOLD_EM, OMAHA, STUD = 2, 4, 7


def weights(text: str, cards: int = HOLD_EM) -> dict[int, int]:
    """How many hands have each weight."""
    holding = read_holding(text, cards)
    assert holding.weights is not None
    found, times = np.unique(holding.weights, return_counts=True)
    return dict(zip(found.tolist(), times.tolist(), strict=True))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("AKs:0.5, QQ", {1: 4, 2: 6}),
        ("AKs:50%, QQ", {1: 4, 2: 6}),
        ("AKs:.25,AKo:.5", {1: 4, 2: 12}),
        ("QQ+:0.1, AKs:0.2, 72o", {1: 18, 2: 4, 10: 12}),
        ("AsKs:0.3333, AhKh", {3333: 1, 10000: 1}),
        ("AA, AsAh, KK:0.5", {1: 6, 2: 6}),
        ("10%:0.5, 72o", {1: 134, 2: 12}),
    ],
)
def test_hands_have_the_weights_that_are_written(text: str, found: dict[int, int]) -> None:
    assert weights(text) == found


def test_patterns_and_single_cards_have_weights_as_well() -> None:
    assert weights("AAKKds:0.5, AAQQds", OMAHA) == {1: 6, 2: 6}
    assert weights("AsAd:0.5, KsKd", STUD) == {1: 1, 2: 1}


def test_weights_that_are_all_alike_are_none() -> None:
    assert read_holding("AA:0.5, KK:0.5", HOLD_EM).weights is None
    assert read_holding("AsAh:0.5", HOLD_EM).weights is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("AKs:0", "'AKs:0': '0' is not a weight: expected above 0 and up to 1"),
        ("AKs:1.5", "'1.5' is not a weight"),
        ("AKs:50", "'50' is not a weight"),
        ("AKs:-1", "'-1' is not a weight"),
        ("AKs:", "'' is not a weight"),
        ("AKs:0.5:0.5", "'0.5:0.5' is not a weight"),
        ("AKs:half", "'half' is not a weight"),
        ("AKs:101%", "'101%' is not a weight"),
        (":0.5", "leaves a hand out"),
        ("AK, AKs:0.5", "gives Kc Ac two weights"),
        ("random:0.5, AA", "gives Ac Ad two weights"),
    ],
)
def test_a_weight_that_means_nothing_is_refused(text: str, why: str) -> None:
    with pytest.raises(QuestionError) as refused:
        read_holding(text, HOLD_EM)
    assert why in str(refused.value)


def parts(hands: list[list[tuple[str, Fraction]]], board: str) -> tuple[list[Fraction], int]:
    """Equities added up hand by hand from questions without weights, and the number of deals."""
    paid, weighed, deals = [Fraction(0)] * len(hands), Fraction(0), 0
    for choice in product(*hands):
        try:
            answer = equity("hold-em", [text for text, _ in choice], board=board, effort=EXACT)
        except QuestionError:
            continue
        weight = Fraction(1)
        for _, each in choice:
            weight *= each
        deals += answer.deals
        weighed += weight * answer.deals
        for number, player in enumerate(answer.players):
            paid[number] += weight * (player.wins + Fraction(player.ties, 2))
    return [each / weighed for each in paid], deals


def asked(hands: list[list[tuple[str, Fraction]]]) -> list[str]:
    return [", ".join(f"{text}:{float(weight)}" for text, weight in player) for player in hands]


HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
QUESTIONS = {
    "one range": ([[("AKs", HALF), ("QQ", Fraction(1))], [("JJ", Fraction(1))]], "Ts7s2d"),
    "both ranges, of the same cards": (
        [[("AA", TENTH), ("AK", HALF), ("KK", Fraction(1))], [("AQ", HALF), ("AsAh", Fraction(1)), ("KQs", TENTH)]],
        "Ac7s2d",
    ),
    "hands alone in their weight": ([[("AsAh", HALF), ("KsKh", Fraction(1))], [("AsKs", HALF), ("QdQc", TENTH)]], ""),
}


@pytest.mark.parametrize(("hands", "board"), QUESTIONS.values(), ids=QUESTIONS)
def test_weighted_equities_are_those_of_the_hands_added_up(hands: list[list[tuple[str, Fraction]]], board: str) -> None:
    expected, deals = parts(hands, board)
    answer = equity("hold-em", asked(hands), board=board, effort=EXACT)
    assert (answer.method, answer.deals) == ("exact", deals)
    assert [player.equity.value for player in answer.players] == pytest.approx([float(each) for each in expected])
    assert {player.equity.error for player in answer.players} == {0}


@pytest.mark.parametrize(("hands", "board"), QUESTIONS.values(), ids=QUESTIONS)
def test_a_sample_draws_hands_by_their_weights(hands: list[list[tuple[str, Fraction]]], board: str) -> None:
    expected, _ = parts(hands, board)
    answer = equity("hold-em", asked(hands), board=board, effort=Effort(samples=200_000, seed=4))
    assert within(answer, expected)


def within(answer: Answer, expected: list[Fraction]) -> bool:
    pairs = zip(answer.players, expected, strict=True)
    return all(abs(player.equity.value - float(true)) < 4 * (player.equity.error or 0) for player, true in pairs)


def test_omaha_with_weights_is_sampled_as_it_is_counted() -> None:
    hands = ["AsAhKsKh:0.25, 8s7s6h5h", "QdQcJdJc"]
    exact = equity("omaha-high-low-eight", hands, board="2c9hTs", effort=EXACT)
    sampled = equity("omaha-high-low-eight", hands, board="2c9hTs", effort=Effort(samples=200_000, seed=2))
    assert (exact.method, sampled.method) == ("exact", "sampled")
    assert within(sampled, [Fraction(player.equity.value) for player in exact.players])


def test_a_range_of_many_weights_is_sampled_unless_every_deal_is_asked_for() -> None:
    pairs = [f"{rank}{rank}:{number / 100}" for number, rank in enumerate("23456789TJQKA", start=1)]
    hands = [", ".join(pairs), ", ".join(f"A{rank}s:{number / 50}" for number, rank in enumerate("23456789TJQK", 1))]
    hands[1] += ", " + ", ".join(f"K{rank}s:{number / 50}" for number, rank in enumerate("23456789TJQ", 20))
    assert equity("hold-em", hands, effort=Effort(error=0.01)).method == "sampled"
    with pytest.raises(QuestionError, match="too many different weights"):
        equity("hold-em", hands, effort=EXACT)


def test_weights_too_fine_for_so_many_hands_are_refused() -> None:
    with pytest.raises(QuestionError, match="write them with fewer digits"):
        tickets(read_holding("AA**:0.9999, 2222:0.0001", OMAHA))


def test_the_order_has_every_class_of_hands_once() -> None:
    ranks = "AKQJT98765432"
    classes = [rank * 2 for rank in ranks]
    classes += [high + low + suits for high, low in combinations(ranks, 2) for suits in "so"]
    assert sorted(ORDER) == sorted(classes)
    assert sum(map(size, ORDER)) == EVERY


@pytest.mark.parametrize(
    ("percent", "last", "hands"),
    [("0.1", "AA", 6), ("1", "QQ", 18), ("15", "A6s", 200), ("100", "32o", 1326)],
)
def test_the_top_is_of_whole_classes_until_the_percentage_is_reached(percent: str, last: str, hands: int) -> None:
    assert top(Fraction(percent) / 100)[-1] == last
    assert read_holding(f"{percent}%", HOLD_EM).choices == hands


@pytest.mark.parametrize(
    ("text", "cards", "why"),
    [
        ("15%", OMAHA, "'15%' is the top of an order of starting hands, which exists for hold 'em only"),
        ("15%", STUD, "which exists for hold 'em only"),
        ("0%", HOLD_EM, "expected above 0 and up to 100%"),
        ("120%", HOLD_EM, "expected above 0 and up to 100%"),
    ],
)
def test_a_percentage_without_meaning_is_refused(text: str, cards: int, why: str) -> None:
    with pytest.raises(QuestionError) as refused:
        read_holding(text, cards)
    assert why in str(refused.value)


def against_anything(hand: str) -> float:
    high, low, suits = hand[0], hand[1], hand[2:]
    answer = equity("hold-em", [f"{high}s{low}{'s' if suits == 's' else 'h'}", "random"], effort=EXACT)
    return answer.players[0].equity.value


@pytest.mark.parametrize("places", [(0, 7, 8, 40, 41, 120, 168)])
def test_the_order_is_that_of_equities_against_any_hand(places: tuple[int, ...]) -> None:
    found = [against_anything(ORDER[place]) for place in places]
    assert found == sorted(found, reverse=True)


@pytest.mark.soak
def test_the_whole_order_is_that_of_equities_against_any_hand() -> None:
    found = [against_anything(hand) for hand in ORDER]
    assert all(one > other for one, other in pairwise(found))
