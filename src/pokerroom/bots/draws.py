"""What is worth keeping in a draw: the few choices a sound player considers, by ranking and draws to come."""

from collections.abc import Sequence
from itertools import combinations

from pokerroom.bots.plain import low_number
from pokerroom.cards import Card, Rank, rank, suit
from pokerroom.ranking import Ranking, rank_hand

STRAIGHT = 4
"""The class of a straight, 14.3(b): with this or better the bot stands pat."""
HIGHEST_KEPT = {
    Ranking.LOW_DEUCE_TO_SEVEN: (10, 9, 8),
    Ranking.LOW_ACE_TO_FIVE: (9, 8, 7),
    Ranking.BADUGI: (11, 9, 7),
}
"""The highest card a sound player keeps with no draws left after this one, with one, with two."""

Kept = tuple[Card, ...]


def sound_keeps(ranking: Ranking, hand: Sequence[Card], to_come: int) -> list[Kept]:
    """The choices to consider; the simplest sound one is first."""
    if ranking in HIGHEST_KEPT:
        return low_keeps(ranking, hand, to_come)
    return high_keeps(hand)


def high_keeps(hand: Sequence[Card]) -> list[Kept]:
    """Keep a made hand; otherwise pairs, or a draw to a flush or an open straight, or the highest card."""
    if rank_hand(Ranking.HIGH_FIVE, hand) >> 26 >= STRAIGHT:
        return [tuple(hand)]
    paired = tuple(card for card in hand if sum(rank(card) == rank(other) for other in hand) > 1)
    one_short = [four for four in combinations(hand, len(hand) - 1) if is_flush(four) or is_open(four)]
    high = sorted(hand, key=rank, reverse=True)
    rest = [tuple(high[:1]), tuple(high[:2])] if not paired else []
    return [*([paired] if paired else []), *one_short, *rest]


def is_flush(cards: Sequence[Card]) -> bool:
    return len({suit(card) for card in cards}) == 1


def is_open(cards: Sequence[Card]) -> bool:
    """In sequence, with room at both ends."""
    ranks: list[Rank] = sorted({rank(card) for card in cards})
    return len(ranks) == len(cards) and ranks[-1] - ranks[0] == len(cards) - 1 and ranks[-1] < 12


def low_keeps(ranking: Ranking, hand: Sequence[Card], to_come: int) -> list[Kept]:
    """The lowest cards that count together and are low enough; one fewer or one more where that may be better."""
    low = going_together(ranking, hand)
    if not low:
        return [()]
    limits = HIGHEST_KEPT[ranking]
    limit = limits[min(to_come, len(limits) - 1)]
    number = sum(low_number(ranking, card) <= limit for card in low)
    around = (number, number - 1, number + 1)
    choices = [tuple(low[:count]) for count in around if 1 <= count <= len(low)]
    if len(low) == len(hand):
        choices.append(tuple(hand))
    return list(dict.fromkeys(choices)) or [tuple(low[:1])]


def going_together(ranking: Ranking, hand: Sequence[Card]) -> list[Card]:
    """Cards of different ranks, in badugi of different suits, from the lowest up."""
    if ranking is Ranking.BADUGI:
        return best_badugi(hand)
    by_rank = {rank(card): card for card in hand}
    return sorted(by_rank.values(), key=lambda card: low_number(ranking, card))


def best_badugi(hand: Sequence[Card]) -> list[Card]:
    """The largest set of cards that share neither rank nor suit, and the lowest such."""
    in_order = sorted(hand, key=number_in_badugi)
    for count in range(len(hand), 0, -1):
        fitting = [choice for choice in combinations(in_order, count) if is_badugi(choice)]
        if fitting:
            lowest = min(fitting, key=highest_first)
            return [*lowest]
    return []


def highest_first(low: Sequence[Card]) -> list[int]:
    return [number_in_badugi(card) for card in reversed(low)]


def number_in_badugi(card: Card) -> int:
    return low_number(Ranking.BADUGI, card)


def is_badugi(cards: Sequence[Card]) -> bool:
    return len({rank(card) for card in cards}) == len({suit(card) for card in cards}) == len(cards)
