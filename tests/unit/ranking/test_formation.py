"""A hand formed from own cards and board."""

import pytest
from hypothesis import given, strategies as st

from pokerroom.cards import DECK, Card, parse_cards
from pokerroom.ranking import (
    NO_HAND,
    AnyOf,
    Exactly,
    Formation,
    Ranking,
    describe,
    form,
    omaha_ranker,
    rank_hand,
)

OMAHA = Exactly(own=2, board=3)


@given(cards=st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True))
def test_any_of_five_takes_own_cards_and_board_alike(cards: list[Card]) -> None:
    hold_em = form(Ranking.HIGH_FIVE, AnyOf(5))
    assert hold_em(cards[:2], cards[2:]) == hold_em(cards, []) == rank_hand(Ranking.HIGH_FIVE, cards)


def test_any_of_three_takes_the_community_card_of_mambo() -> None:
    mambo = form(Ranking.HIGH_THREE, AnyOf(3))
    strength = mambo(parse_cards("9s 9h 2d"), parse_cards("9c"))
    assert describe(Ranking.HIGH_THREE, strength) == "three-of-a-kind, nines"


def test_omaha_may_not_play_the_board() -> None:
    omaha, board = omaha_ranker(Ranking.HIGH_FIVE), parse_cards("As Ks Qs Js Ts")
    assert describe(Ranking.HIGH_FIVE, omaha(parse_cards("2d 2h 3c 4c"), board)) == "pair of twos, A-K-Q kickers"


def test_omaha_may_not_take_four_of_a_kind_from_its_own_cards() -> None:
    omaha, board = omaha_ranker(Ranking.HIGH_FIVE), parse_cards("Ks Kd 7h 5c 2s")
    strength = omaha(parse_cards("Ah Ac Ad As"), board)
    assert describe(Ranking.HIGH_FIVE, strength) == "two pairs, aces and kings, seven kicker"


def test_an_omaha_low_may_use_other_own_cards_than_the_high() -> None:
    own, board = parse_cards("As 2d Kh Kc"), parse_cards("8s 7d 4c Ks Qh")
    high, low = omaha_ranker(Ranking.HIGH_FIVE)(own, board), omaha_ranker(Ranking.LOW_ACE_TO_FIVE)(own, board)
    assert describe(Ranking.HIGH_FIVE, high) == "three-of-a-kind, kings, Q-8 kickers"
    assert describe(Ranking.LOW_ACE_TO_FIVE, low) == "8-7-4-2-A low"


def test_an_omaha_low_counterfeited_on_the_board_needs_another_own_card() -> None:
    own, board = parse_cards("As 2d 3h Kc"), parse_cards("Ad 8s 7d 4c Qh")
    assert describe(Ranking.LOW_ACE_TO_FIVE, omaha_ranker(Ranking.LOW_ACE_TO_FIVE)(own, board)) == "7-4-3-2-A low"


def test_an_omaha_low_is_not_made_of_unknown_cards() -> None:
    low, board = omaha_ranker(Ranking.LOW_ACE_TO_FIVE), parse_cards("5c 4c 3c ?? ??")
    assert describe(Ranking.LOW_ACE_TO_FIVE, low(parse_cards("As 2d ?? ??"), board)) == "5-4-3-2-A low"
    assert low(parse_cards("As ?? ?? ??"), board) == NO_HAND


def test_an_omaha_board_of_fewer_than_three_cards_forms_no_hand() -> None:
    own = parse_cards("As 2d 3h Kc")
    for ranking in (Ranking.HIGH_FIVE, Ranking.LOW_ACE_TO_FIVE):
        assert omaha_ranker(ranking)(own, parse_cards("4c 5c")) == NO_HAND


@pytest.mark.parametrize(
    ("ranking", "formation"),
    [
        (Ranking.HIGH_FIVE, AnyOf(3)),
        (Ranking.HIGH_FIVE, Exactly(own=3, board=2)),
        (Ranking.HIGH_THREE, AnyOf(5)),
        (Ranking.BADUGI, AnyOf(5)),
    ],
)
def test_a_formation_of_another_size_is_refused(ranking: Ranking, formation: Formation) -> None:
    with pytest.raises(ValueError, match=f"does not form hands of the {ranking.value} ranking"):
        form(ranking, formation)


@pytest.mark.parametrize("ranking", [Ranking.BADUGI, Ranking.LOW_DEUCE_TO_SEVEN, Ranking.HIGH_THREE])
def test_a_ranking_that_omaha_does_not_use_is_refused(ranking: Ranking) -> None:
    complaint = f"omaha hand is ranked high-five or low-ace-to-five, not {ranking.value}"
    with pytest.raises(ValueError, match=complaint):
        omaha_ranker(ranking)
    with pytest.raises(ValueError, match=complaint):
        form(ranking, OMAHA)


def test_a_formation_is_always_the_same_function() -> None:
    """Two tables with the same sign are equal, also when one of them was compiled again."""
    assert form(Ranking.HIGH_FIVE, AnyOf(5)) is form(Ranking.HIGH_FIVE, AnyOf(5))
