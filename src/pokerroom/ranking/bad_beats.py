"""What a bad beat is: a strong hand beaten by a stronger one, as the rules posted under 14.19(b)3 describe them.

Rooms require both hole cards in the hand, and say so in two ways, which differ where the board holds a card as good as
the player's own:

    PLAY      the best hand can be formed with both: ace and ten play on A A T T 5, though the board has two tens
    NEEDED    it cannot be formed without either of them: there the ten is not needed
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import combinations

import msgspec

from pokerroom.cards import RANKS, Card, as_typed, rank
from pokerroom.ranking.hand import rank_hand
from pokerroom.ranking.strength import Ranking, Strength, decode, encode

FULL_HOUSE, FOUR, STRAIGHT_FLUSH = 6, 7, 8
"""The classes of 14.3(b) a qualifier names, as a strength numbers them."""

LESSER = {
    name: encode(number, 0, 0) for number, name in enumerate(("any pair", "any two pair", "any three of a kind"), 1)
}
"""Hands that a payout of play chips may be for, which is to be seen within an evening."""

ACE, FIVE = 1 << RANKS.index("A"), 1 << RANKS.index("5")
ROYAL_FLUSH = encode(STRAIGHT_FLUSH, ACE, 0)


class QualifierError(ValueError):
    """Text that names no hand for a qualifier, or a qualifier that nothing could meet."""


class HoleCards(StrEnum):
    """How both hole cards must take part in a hand."""

    ANY = "any"
    PLAY = "play"
    NEEDED = "needed"


class Qualifier(msgspec.Struct, frozen=True, kw_only=True):
    """Which hand must lose to which."""

    least: Strength
    """The weakest hand whose loss counts."""
    beaten_by: Strength
    """The weakest hand that may beat it."""
    hole_cards: HoleCards = HoleCards.ANY
    pocket_pair_for_quads: bool = False
    """Four-of-a-kind counts only with two of the four among the player's own cards."""
    loser_only: bool = False
    """If True, the two conditions above apply to the losing hand only; otherwise to the winning hand too."""
    takes_pot: bool = False
    """If True, the winning hand must be the best at the table; otherwise a third hand may beat both."""
    minimum_players: int = 2
    """Players dealt in. One board is dealt, so a rule about the first board is kept."""

    def __str__(self) -> str:
        both = " of the losing hand" if self.loser_only else ""
        said = {
            f"{hand_text(self.least)} or better beaten": True,
            f"by {hand_text(self.beaten_by)} or better": self.beaten_by > self.least,
            f"both hole cards{both} play": self.hole_cards is HoleCards.PLAY,
            f"both hole cards{both} needed": self.hole_cards is HoleCards.NEEDED,
            f"pocket pair for quads{both}": self.pocket_pair_for_quads,
            "the winning hand takes the pot": self.takes_pot,
            f"{self.minimum_players} or more dealt in": self.minimum_players > 2,
        }
        return ", ".join(part for part, holds in said.items() if holds)


def qualifier(
    losing: str,
    *,
    beaten_by: str | None = None,
    hole_cards: HoleCards = HoleCards.ANY,
    pocket_pair_for_quads: bool = False,
    loser_only: bool = False,
    takes_pot: bool = False,
    minimum_players: int = 2,
) -> Qualifier:
    """The qualifier a room would post, its hands in words: `quad eights`, `aces full of tens`, `TTTT`."""
    least = parse_hand(losing)
    if least >= ROYAL_FLUSH:
        raise QualifierError("nothing beats a royal flush")
    return Qualifier(
        least=least,
        beaten_by=least if beaten_by is None else parse_hand(beaten_by),
        hole_cards=hole_cards,
        pocket_pair_for_quads=pocket_pair_for_quads,
        loser_only=loser_only,
        takes_pot=takes_pot,
        minimum_players=minimum_players,
    )


def meets(asked: Qualifier, own: Sequence[Card], board: Sequence[Card], strength: Strength) -> bool:
    """Whether a hand of this strength meets the conditions on its player's own cards."""
    return OWN_CARDS[asked.hole_cards](own, board, strength) and not (
        asked.pocket_pair_for_quads and is_without_pocket_pair(own, strength)
    )


def is_without_pocket_pair(own: Sequence[Card], strength: Strength) -> bool:
    """Four-of-a-kind of which fewer than two are the player's own."""
    category, groups, _ = decode(strength)
    return category == FOUR and sum(1 << rank(card) == groups for card in own) < 2


def both_play(own: Sequence[Card], board: Sequence[Card], strength: Strength) -> bool:
    """Whether the best hand can be formed with both hole cards and three of the board."""
    return any(rank_hand(Ranking.HIGH_FIVE, (*own, *three)) == strength for three in combinations(board, 3))


def both_needed(own: Sequence[Card], board: Sequence[Card], strength: Strength) -> bool:
    """Whether the hand would be weaker without either hole card."""
    return all(rank_hand(Ranking.HIGH_FIVE, (other, *board)) < strength for other in own)


OWN_CARDS: dict[HoleCards, Callable[[Sequence[Card], Sequence[Card], Strength], bool]] = {
    HoleCards.ANY: lambda _own, _board, _strength: True,
    HoleCards.PLAY: both_play,
    HoleCards.NEEDED: both_needed,
}

WORDS = {
    "2": ("deuce", "two"),
    "3": ("three", "trey"),
    "4": ("four",),
    "5": ("five",),
    "6": ("six",),
    "7": ("seven",),
    "8": ("eight",),
    "9": ("nine",),
    "T": ("ten", "10"),
    "J": ("jack",),
    "Q": ("queen",),
    "K": ("king",),
    "A": ("ace",),
}
RANK_NAMED = {
    name + ending: 1 << RANKS.index(letter)
    for letter, words in WORDS.items()
    for name in (letter.casefold(), *words)
    for ending in ("", "s", "es")
}
"""The bit of a rank by every name it has: `8`, `8s`, `eight`, `eights`, `deuces`, `10s`, `sixes`."""


def four_of_a_kind(four: str, kicker: str | None = None) -> Strength:
    if kicker and RANK_NAMED[four] == RANK_NAMED[kicker]:
        raise QualifierError(f"no deck holds five {four}")
    return encode(FOUR, RANK_NAMED[four], RANK_NAMED[kicker] if kicker else 0)


def full_house(three: str, two: str) -> Strength:
    if RANK_NAMED[three] == RANK_NAMED[two]:
        raise QualifierError(f"no deck holds a full house of {three} and {two}")
    return encode(FULL_HOUSE, RANK_NAMED[three], RANK_NAMED[two])


def straight_flush(top: str) -> Strength:
    if RANK_NAMED[top] < FIVE:
        raise QualifierError(f"no straight flush is {top} high: the lowest is five high")
    return encode(STRAIGHT_FLUSH, RANK_NAMED[top], 0)


_RANK = "|".join(sorted(RANK_NAMED, key=len, reverse=True))
HANDS: tuple[tuple[re.Pattern[str], Callable[..., Strength]], ...] = tuple(
    (re.compile(pattern), hand)
    for pattern, hand in (
        (r"royal(?: flush)?", lambda: ROYAL_FLUSH),
        (r"(?:any )?straight flush", lambda: encode(STRAIGHT_FLUSH, FIVE, 0)),
        (rf"({_RANK}) high straight flush", straight_flush),
        (rf"straight flush (?:to the )?({_RANK})(?: high)?", straight_flush),
        (r"(?:any )?(?:quads?|four of a kind)", lambda: encode(FOUR, 0, 0)),
        (rf"(?:quads?|four(?: of a kind)?) ({_RANK})(?: with ({_RANK}) kicker)?", four_of_a_kind),
        (r"(?:any )?(?:full house|boat)", lambda: encode(FULL_HOUSE, 0, 0)),
        (rf"(?:full house )?({_RANK}) full", lambda three: encode(FULL_HOUSE, RANK_NAMED[three], 0)),
        (rf"(?:full house )?({_RANK}) full of ({_RANK})", full_house),
    )
)
"""Hands in words. A card that is not named may be the lowest: quad tens is the weakest hand with four tens."""


def parse_hand(text: str) -> Strength:
    """The weakest hand the text describes: in words, or by its ranks as in `TTTT` and `AAATT`."""
    words = " ".join(re.sub(r"[-,]", " ", text.casefold()).split())
    if words in LESSER:
        return LESSER[words]
    for pattern, hand in HANDS:
        named = pattern.fullmatch(words)
        if named:
            return hand(*named.groups())
    return hand_of_ranks(text.strip())


def hand_of_ranks(text: str) -> Strength:
    ranks = as_typed("".join(text.split())).casefold()
    by_size = [(size, letter) for letter, size in Counter(ranks).most_common()]
    if {letter.upper() for _, letter in by_size} <= {*RANKS}:
        match by_size:
            case [(4, four)]:
                return four_of_a_kind(four)
            case [(4, four), (1, kicker)]:
                return four_of_a_kind(four, kicker)
            case [(3, three), (2, two)]:
                return full_house(three, two)
    raise QualifierError(
        f"{text!r} is not a hand for a qualifier: expected one such as 'quad eights', 'aces full of tens', 'TTTT', "
        "'AAATT' or 'nine-high straight flush'"
    )


def hand_text(least: Strength) -> str:
    """The hand as a qualifier names it."""
    number, groups, rest = decode(least)
    if least == ROYAL_FLUSH:
        return "royal flush"
    if lesser := next((name for name, hand in LESSER.items() if hand == least), None):
        return lesser
    if number == STRAIGHT_FLUSH:
        return "any straight flush" if groups == FIVE else f"{rank_text(groups)}-high straight flush"
    if number == FOUR:
        kicker = f" with {rank_text(rest)} kicker" if rest else ""
        return f"quad {ranks_text(groups)}{kicker}" if groups else "any quads"
    if not groups:
        return "any full house"
    return f"{ranks_text(groups)} full{f' of {ranks_text(rest)}' if rest else ''}"


def rank_text(bit: int) -> str:
    return WORDS[RANKS[bit.bit_length() - 1]][0]


def ranks_text(bit: int) -> str:
    word = rank_text(bit)
    return f"{word}es" if word == "six" else f"{word}s"
