"""Checked hands: bad input, unknown cards, qualifiers and the cards that make the best hand."""

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from pokerroom.cards import DECK, UNKNOWN, Card, parse_cards
from pokerroom.ranking import (
    NO_HAND,
    AnyOf,
    Exactly,
    Ranking,
    best_cards,
    describe,
    form,
    rank_hand,
    ranker,
    worst_qualifying,
)

LOWS_OF_A_FIXED_SIZE = (Ranking.LOW_ACE_TO_FIVE, Ranking.LOW_DEUCE_TO_SEVEN, Ranking.LOW_THREE)
OMAHA = Exactly(own=2, board=3)


@pytest.mark.parametrize("ranking", Ranking)
def test_a_card_held_twice_is_refused_by_name(ranking: Ranking) -> None:
    with pytest.raises(ValueError, match="Ks twice"):
        rank_hand(ranking, [*parse_cards("Ks Qd"), *parse_cards("Ks")])


@pytest.mark.parametrize(("ranking", "most"), [(Ranking.HIGH_FIVE, 7), (Ranking.HIGH_THREE, 4), (Ranking.BADUGI, 4)])
def test_more_cards_than_the_ranking_takes_are_refused(ranking: Ranking, most: int) -> None:
    assert rank_hand(ranking, DECK[:most]) > NO_HAND
    with pytest.raises(ValueError, match=f"{most + 1} cards are too many for the {ranking.value} ranking"):
        rank_hand(ranking, DECK[: most + 1])


@pytest.mark.parametrize("number", [-1, 53])
def test_a_number_that_is_not_a_card_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"{number} is not a card"):
        rank_hand(Ranking.HIGH_FIVE, [Card(number)])


@given(cards=st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True), hidden=st.integers(0, 2))
def test_an_unknown_card_counts_for_nothing(cards: list[Card], hidden: int) -> None:
    known = cards[hidden:]
    partly_hidden = [UNKNOWN] * hidden + known
    for ranking in (Ranking.HIGH_FIVE, Ranking.LOW_ACE_TO_FIVE, Ranking.LOW_DEUCE_TO_SEVEN):
        assert rank_hand(ranking, partly_hidden) == rank_hand(ranking, known)


def test_clubs_are_not_made_of_unknown_cards() -> None:
    club_flush_but_one = parse_cards("Ac Jc 9c 5c ?? ?? ??")
    assert describe(Ranking.HIGH_FIVE, rank_hand(Ranking.HIGH_FIVE, club_flush_but_one)).startswith("no pair")
    omaha = form(Ranking.HIGH_FIVE, OMAHA)
    strength = omaha(parse_cards("Ac ?? ?? ??"), parse_cards("Jc 9c 5c 2d ??"))
    assert describe(Ranking.HIGH_FIVE, strength) == "no pair, ace high: A-J-9-5"


def test_fewer_cards_than_a_high_hand_are_ranked_by_groups_and_high_cards() -> None:
    pair, two_pairs, trips = map(parse_cards, ("Ks Kd ??", "Ks Kd 2s 2d ?? ?? ??", "2s 2d 2h"))
    strengths = [rank_hand(Ranking.HIGH_FIVE, cards) for cards in (pair, two_pairs, trips)]
    assert strengths == sorted(strengths)
    assert [describe(Ranking.HIGH_FIVE, strength) for strength in strengths] == [
        "pair of kings",
        "two pairs, kings and twos",
        "three-of-a-kind, twos",
    ]


@pytest.mark.parametrize("ranking", LOWS_OF_A_FIXED_SIZE)
@pytest.mark.parametrize("cards", ["As 2d", "As 2d ?? ??"])
def test_too_few_known_cards_are_no_low_hand(ranking: Ranking, cards: str) -> None:
    assert rank_hand(ranking, parse_cards(cards)) == NO_HAND


@pytest.mark.parametrize("ranking", Ranking)
def test_no_known_card_is_no_hand(ranking: Ranking) -> None:
    assert rank_hand(ranking, [UNKNOWN] * 4) == rank_hand(ranking, []) == NO_HAND


def test_a_badugi_with_unknown_cards_counts_the_others() -> None:
    strength = rank_hand(Ranking.BADUGI, parse_cards("?? 4d As ??"))
    assert describe(Ranking.BADUGI, strength) == "two-card hand, 4-A"


@given(cards=st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True))
def test_one_more_card_never_makes_a_hand_worse(cards: list[Card]) -> None:
    for ranking in (Ranking.HIGH_FIVE, Ranking.LOW_ACE_TO_FIVE, Ranking.LOW_DEUCE_TO_SEVEN):
        assert rank_hand(ranking, cards[:5]) <= rank_hand(ranking, cards[:6]) <= rank_hand(ranking, cards)
    for ranking in (Ranking.HIGH_THREE, Ranking.LOW_THREE):
        assert rank_hand(ranking, cards[:3]) <= rank_hand(ranking, cards[:4])


@given(cards=st.permutations(parse_cards("As Kd Kh 7c 7s 7d 2h")))
def test_the_order_of_the_cards_does_not_matter(cards: list[Card]) -> None:
    assert ranker(Ranking.HIGH_FIVE)(cards) == rank_hand(Ranking.HIGH_FIVE, parse_cards("7c 7s 7d Kd Kh"))


def test_the_worst_hand_that_qualifies_is_the_highest_run_up_to_the_rank() -> None:
    assert worst_qualifying(Ranking.LOW_ACE_TO_FIVE, "8") == rank_hand(
        Ranking.LOW_ACE_TO_FIVE, parse_cards("8s 7d 6h 5c 4s")
    )
    assert worst_qualifying(Ranking.LOW_THREE, "6") == rank_hand(Ranking.LOW_THREE, parse_cards("6s 5d 4h"))


@pytest.mark.parametrize(
    ("ranking", "rank_letter", "complaint"),
    [
        (Ranking.HIGH_FIVE, "8", "high-five ranking has no qualifying low"),
        (Ranking.LOW_ACE_TO_FIVE, "4", "no hand of 5 different ranks has nothing above 4"),
        (Ranking.LOW_THREE, "A", "no hand of 3 different ranks has nothing above A"),
        (Ranking.LOW_ACE_TO_FIVE, "eight", "'eight' is not a rank"),
        (Ranking.LOW_ACE_TO_FIVE, "", "'' is not a rank"),
    ],
)
def test_a_qualifier_that_cannot_be_is_refused(ranking: Ranking, rank_letter: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        worst_qualifying(ranking, rank_letter)


def test_the_best_cards_of_seven_are_every_choice_that_is_as_good() -> None:
    straight = best_cards(Ranking.HIGH_FIVE, AnyOf(5), parse_cards("9s 9h"), parse_cards("8d 7c 6s 5h 2d"))
    assert set(straight) == {parse_cards("9s 8d 7c 6s 5h"), parse_cards("9h 8d 7c 6s 5h")}


def test_the_best_omaha_cards_are_two_own_and_three_of_the_board() -> None:
    flush = best_cards(Ranking.HIGH_FIVE, OMAHA, parse_cards("8h 3h Jd Jc"), parse_cards("Kh Qh 9h 4h 2s"))
    assert flush == (parse_cards("8h 3h Kh Qh 9h"),)


def test_the_best_badugi_cards_are_only_those_that_count() -> None:
    assert best_cards(Ranking.BADUGI, AnyOf(4), parse_cards("As 2s 3h 4d"), ()) == (parse_cards("As 3h 4d"),)
    assert best_cards(Ranking.BADUGI, AnyOf(4), parse_cards("9s 9h 9d 9c"), ()) == tuple(
        combinations(parse_cards("9s 9h 9d 9c"), 1)
    )


def test_the_best_cards_leave_out_the_unknown_ones() -> None:
    assert best_cards(Ranking.HIGH_FIVE, AnyOf(5), parse_cards("?? ??"), parse_cards("Ks Kd 2h")) == (
        parse_cards("Ks Kd 2h"),
    )
    assert best_cards(Ranking.LOW_ACE_TO_FIVE, AnyOf(5), parse_cards("As 2d ??"), ()) == ()


@given(cards=st.lists(st.sampled_from(DECK), min_size=9, max_size=9, unique=True))
def test_the_best_cards_are_worth_what_the_hand_is_worth(cards: list[Card]) -> None:
    own, board = cards[:4], cards[4:]
    for ranking in (Ranking.HIGH_FIVE, Ranking.LOW_ACE_TO_FIVE):
        choices = best_cards(ranking, OMAHA, own, board)
        assert {rank_hand(ranking, choice) for choice in choices} == {form(ranking, OMAHA)(own, board)}
