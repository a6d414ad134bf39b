"""One hand at a time, with its cards checked: its strength, the cards that make it, and the weakest that qualifies."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from pokerroom.cards import RANKS, UNKNOWN, Card, Rank, card_text, repeated
from pokerroom.ranking.fast import RANKERS, Ranker, ace_low
from pokerroom.ranking.formation import Exactly, Formation, form
from pokerroom.ranking.strength import (
    HAND_SIZE,
    MOST_CARDS,
    NO_HAND,
    RANK_BITS,
    Ranking,
    Strength,
    encode,
    inverse,
)


def ranker(ranking: Ranking) -> Ranker:
    """The function from cards to strength, for callers whose cards come from one deck."""
    return RANKERS[ranking]


def rank_hand(ranking: Ranking, cards: Sequence[Card]) -> Strength:
    """The strength of the best hand among the cards; unknown or missing cards count for nothing."""
    for card in cards:
        if not 0 <= card <= UNKNOWN:
            raise ValueError(f"{card} is not a card: expected a number from 0 to {UNKNOWN}")
    twice = repeated(cards)
    if twice is not None:
        raise ValueError(f"a hand cannot hold {card_text(twice)} twice")
    if len(cards) > MOST_CARDS[ranking]:
        most = MOST_CARDS[ranking]
        raise ValueError(f"{len(cards)} cards are too many for the {ranking.value} ranking: it takes {most}")
    missing = HAND_SIZE[ranking] - len(cards)
    return RANKERS[ranking]((*cards, *(UNKNOWN,) * missing))


def best_cards(
    ranking: Ranking, formation: Formation, own: Sequence[Card], board: Sequence[Card]
) -> tuple[tuple[Card, ...], ...]:
    """Every choice of cards that has the best strength."""
    best = form(ranking, formation)(own, board)
    if best == NO_HAND:
        return ()
    if isinstance(formation, Exactly):
        choices = _chosen_from_both(formation, own, board)
    else:
        # The strength of a badugi says how many cards it counts.
        size = best >> RANK_BITS if ranking is Ranking.BADUGI else formation.count
        choices = _chosen((*own, *board), size)
    return tuple(choice for choice in choices if rank_hand(ranking, choice) == best)


def _chosen(cards: Sequence[Card], count: int) -> Iterable[tuple[Card, ...]]:
    known = [card for card in cards if card != UNKNOWN]
    return combinations(known, min(count, len(known)))


def _chosen_from_both(formation: Exactly, own: Sequence[Card], board: Sequence[Card]) -> Iterable[tuple[Card, ...]]:
    for two in _chosen(own, formation.own):
        for three in _chosen(board, formation.board):
            yield (*two, *three)


def worst_qualifying(ranking: Ranking, rank_letter: str) -> Strength:
    """The weakest low hand without a pair and with no card above this rank, ace low (14.9(j), 14.13A(k))."""
    if ranking not in (Ranking.LOW_ACE_TO_FIVE, Ranking.LOW_THREE):
        raise ValueError(f"the {ranking.value} ranking has no qualifying low hand")
    if len(rank_letter) != 1 or rank_letter not in RANKS:
        raise ValueError(f"{rank_letter!r} is not a rank: expected one of {RANKS}")
    size = HAND_SIZE[ranking]
    lowest = ace_low(Rank(RANKS.index(rank_letter))) + 1 - size
    if lowest < 0:
        raise ValueError(f"no hand of {size} different ranks has nothing above {rank_letter}")
    return inverse(encode(0, 0, ((1 << size) - 1) << lowest))
