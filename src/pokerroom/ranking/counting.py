"""Which cards of a hand count as it stands, how far it is from a low, and what one card more could make."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from pokerroom.cards import RANKS, UNKNOWN, Card, Rank, rank, suit
from pokerroom.ranking.comparing import LOWEST_WINS, parts
from pokerroom.ranking.fast import ace_low
from pokerroom.ranking.formation import Exactly, Formation, form
from pokerroom.ranking.hand import best_cards
from pokerroom.ranking.names import CATEGORIES, category
from pokerroom.ranking.strength import HAND_SIZE, NO_HAND, Ranking, Strength

WHOLE = {"straight", "flush", "full house", "straight flush", "royal flush"}
"""Classes that every card of the hand makes."""


def counting(ranking: Ranking, formation: Formation, own: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that count. Of a hand with no card too many, those that make it what it is."""
    own, board = known(own), known(board)
    strength = form(ranking, formation)(own, board) if own else NO_HAND
    if strength == NO_HAND or (isinstance(formation, Exactly) and len(board) < formation.board):
        return ()
    if ranking is Ranking.BADUGI or len(own) + len(board) > HAND_SIZE[ranking]:
        return next(iter(best_cards(ranking, formation, own, board)), ())
    if ranking in LOWEST_WINS:
        return one_of_each_rank((*own, *board))
    if category(ranking, strength) in WHOLE:
        return (*own, *board)
    groups = parts(ranking, strength)[1]
    return tuple(card for card in (*own, *board) if groups >> rank(card) & 1)


def known(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card != UNKNOWN)


def one_of_each_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple({rank(card): card for card in reversed(tuple(cards))}.values())[::-1]


class Short(NamedTuple):
    """Of a low that does not qualify yet."""

    cards: tuple[Card, ...]
    """Those that count towards it."""
    missing: int
    """How many more it needs."""
    possible: bool
    """Whether cards that come can make it: too few low cards of one's own are not made up for (14.11(f))."""


def short_of_low(
    ranking: Ranking, formation: Formation, own: Sequence[Card], board: Sequence[Card], worst: str
) -> Short:
    """How far the cards are from a low of different ranks, none above `worst`, ace low."""
    highest = ace_low(Rank(RANKS.index(worst)))
    mine, common = (
        one_of_each_rank(card for card in known(cards) if ace_low(rank(card)) <= highest) for cards in (own, board)
    )
    size = HAND_SIZE[ranking]
    if not isinstance(formation, Exactly):
        low = one_of_each_rank((*mine, *common))[:size]
        return Short(low, size - len(low), possible=True)
    ways = [
        (*two, *[card for card in common if rank(card) not in {rank(each) for each in two}][: formation.board])
        for two in combinations(mine, min(formation.own, len(mine)))
    ]
    best = max(ways, key=len)
    return Short(best, size - len(best), possible=len(mine) >= formation.own)


class Near(NamedTuple):
    straight: bool
    flush: bool


def one_card_from(formation: Formation, own: Sequence[Card], board: Sequence[Card]) -> Near:
    """Whether one card more could make a straight or a flush of five."""
    own, board = known(own), known(board)
    return Near(
        straight=any(fits(formation, *(ranks_in(window, cards) for cards in (own, board))) for window in windows()),
        flush=any(
            fits(formation, *({card for card in cards if suit(card) == each} for cards in (own, board)))
            for each in range(4)
        ),
    )


def is_worse_than(strength: Strength) -> Near:
    """Whether a high hand of five is of a class below the straight, and below the flush."""
    number, order = parts(Ranking.HIGH_FIVE, strength)[0], CATEGORIES[Ranking.HIGH_FIVE]
    return Near(straight=number < order.index("straight"), flush=number < order.index("flush"))


def windows() -> Iterator[frozenset[int]]:
    """The ranks of every straight, an ace below the two included."""
    ace = RANKS.index("A")
    for top in range(3, len(RANKS)):
        yield frozenset(ace if each < 0 else each for each in range(top - 4, top + 1))


def ranks_in(window: frozenset[int], cards: Sequence[Card]) -> set[int]:
    return {int(rank(card)) for card in cards} & window


def fits(formation: Formation, own: set[int] | set[Card], board: set[int] | set[Card]) -> bool:
    """Whether four of them can stand in one hand; a fifth is still to come."""
    if not isinstance(formation, Exactly):
        return len({*own, *board}) >= 4
    return len(own) >= formation.own and any(
        len({*board} - {*two}) >= formation.board - 1 for two in combinations(own, formation.own)
    )
