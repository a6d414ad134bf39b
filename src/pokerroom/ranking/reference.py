"""The rankings as the regulation describes them, without tables or tricks; the fast ones are tested against these.

A hand is ranked by a tuple: its class, then the ranks to compare one after the other. The greater tuple is the better
hand, for high and for low. Only known cards are ranked here.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from pokerroom.cards import ACE, Card, rank, suit
from pokerroom.ranking.strength import HAND_SIZE, Ranking

Standing = tuple[int, ...]

# 14.3(b), from the lowest to the highest.
FIVE_CARD_CLASSES = (
    "high card",
    "one pair",
    "two pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "full house",
    "four-of-a-kind",
    "straight flush",
    "royal flush",
)

# 14.3(c), from the lowest to the highest.
THREE_CARD_CLASSES = (
    "high card",
    "one pair",
    "flush",
    "straight",
    "three-of-a-kind",
    "straight flush",
    "royal flush",
)

# What is left of (b) and (c) where straights and flushes are not considered: 14.3(f) and, for the cards
# showing at stud, 14.9(f).
GROUP_CLASSES = ("high card", "one pair", "two pairs", "three-of-a-kind", "full house", "four-of-a-kind")

GROUP_NAMES = {
    (): "high card",
    (2,): "one pair",
    (2, 2): "two pairs",
    (3,): "three-of-a-kind",
    (3, 2): "full house",
    (4,): "four-of-a-kind",
}


def standing(ranking: Ranking, cards: Sequence[Card]) -> Standing:
    """The rank of the best hand among the cards. 14.3(g): the cards speak, whatever their holder says."""
    if ranking is Ranking.BADUGI:
        return max(badugi(chosen) for chosen in _badugis(cards))
    size = min(HAND_SIZE[ranking], len(cards))
    return max(map(STANDING[ranking], combinations(cards, size)))


def omaha_standing(ranking: Ranking, own: Sequence[Card], board: Sequence[Card]) -> Standing:
    """14.11(f): two of a player's own cards and three of the board."""
    hands = ((*two, *three) for two in combinations(own, 2) for three in combinations(board, 3))
    return max(map(STANDING[ranking], hands))


def high_five(cards: Sequence[Card]) -> Standing:
    name, ranks = _high_hand(cards, size=5, ace_may_begin=True)
    return (FIVE_CARD_CLASSES.index(name), *ranks)


def high_three(cards: Sequence[Card]) -> Standing:
    name, ranks = _high_hand(cards, size=3, ace_may_begin=True)
    return (THREE_CARD_CLASSES.index(name), *ranks)


def low_deuce_to_seven(cards: Sequence[Card]) -> Standing:
    """14.3(e), (f): the inverse of high, straights and flushes included; the ace is the worst card only."""
    name, ranks = _high_hand(cards, size=5, ace_may_begin=False)
    return _inverse((FIVE_CARD_CLASSES.index(name), *ranks))


def low_inverse_of_high(cards: Sequence[Card]) -> Standing:
    """14.3(f) alone: the inverse of high, five to ace a straight as in (b)6."""
    return _inverse(high_five(cards))


def low(cards: Sequence[Card]) -> Standing:
    """14.3(e), (f): the inverse of high, straights and flushes not considered, the ace below the two."""
    return _inverse(_groups([_ace_low(card) for card in cards]))


def board_high(cards: Sequence[Card]) -> Standing:
    return _groups([rank(card) for card in cards])


def badugi(chosen: Sequence[Card]) -> Standing:
    """14.12B(l): four cards before three, three before two; then the lowest, from the top card down."""
    return (len(chosen), *_inverse(sorted((_ace_low(card) for card in chosen), reverse=True)))


def _badugis(cards: Sequence[Card]) -> Iterable[tuple[Card, ...]]:
    """Every choice of cards that differ from one another in suit and in rank."""
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            if len({suit(card) for card in chosen}) == len({rank(card) for card in chosen}) == size:
                yield chosen


def _high_hand(cards: Sequence[Card], *, size: int, ace_may_begin: bool) -> tuple[str, list[int]]:
    """The class of the hand and the ranks that decide within it."""
    ranks = _largest_group_first([rank(card) for card in cards])
    top = _top_of_straight(ranks, size, ace_may_begin=ace_may_begin)
    flush = len(cards) == size and len({suit(card) for card in cards}) == 1
    if top is not None:
        # (b)1, (c)1: the royal flush is the straight flush that the ace tops.
        straight_flush = "royal flush" if top == ACE else "straight flush"
        return straight_flush if flush else "straight", [top]
    return "flush" if flush else _group_name(ranks), ranks


def _groups(ranks: list[int]) -> Standing:
    ordered = _largest_group_first(ranks)
    return (GROUP_CLASSES.index(_group_name(ordered)), *ordered)


def _largest_group_first(ranks: list[int]) -> list[int]:
    """14.3(d) compares single cards only between hands whose groups are equal, so the groups come first."""
    return sorted(ranks, key=lambda each: (ranks.count(each), each), reverse=True)


def _group_name(ranks: list[int]) -> str:
    sizes = [ranks.count(each) for each in set(ranks)]
    return GROUP_NAMES[tuple(sorted([size for size in sizes if size > 1], reverse=True))]


def _top_of_straight(ranks: list[int], size: int, *, ace_may_begin: bool) -> int | None:
    """(b)6, (c)4: consecutive ranks. The ace may begin the lowest straight and stand inside none."""
    highest, second = ranks[0], size - 2
    if ranks == [*range(highest, highest - size, -1)]:
        return highest
    if ace_may_begin and ranks == [ACE, *range(second, -1, -1)]:
        return second
    return None


def _ace_low(card: Card) -> int:
    return 0 if rank(card) == ACE else rank(card) + 1


def _inverse(standing: Iterable[int]) -> Standing:
    return tuple([-each for each in standing])


STANDING: dict[Ranking, Callable[[Sequence[Card]], Standing]] = {
    Ranking.HIGH_FIVE: high_five,
    Ranking.HIGH_THREE: high_three,
    Ranking.LOW_ACE_TO_FIVE: low,
    Ranking.LOW_DEUCE_TO_SEVEN: low_deuce_to_seven,
    Ranking.LOW_INVERSE_OF_HIGH: low_inverse_of_high,
    Ranking.LOW_THREE: low,
    Ranking.BOARD_HIGH: board_high,
    Ranking.BOARD_LOW: low,
}
