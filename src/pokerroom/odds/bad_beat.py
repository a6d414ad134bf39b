"""What a bad beat is: a strong hand beaten by a stronger one, as the rules posted under 14.19(b)3 describe both.

A qualifier says which hand must lose, which must beat it, and how their hole cards must take part. Rooms word the last in two ways
that differ where the board holds a card as good as the player's own, so both are here:

    PLAY      the best hand can be formed with both hole cards: ace and ten play on A A T T 5, though the board has two tens
    NEEDED    and it cannot be formed without either of them: there the ten is not needed

Published odds are those of PLAY, of any two hands that meet the qualifier, whoever takes the pot.
"""

import re
from collections.abc import Callable
from enum import StrEnum
from itertools import combinations

import msgspec
import numpy as np
import numpy.typing as npt

from pokerroom.cards import RANKS
from pokerroom.odds.notation import QuestionError
from pokerroom.ranking import AnyOf, Ranking, Strength, describe
from pokerroom.ranking.bulk import rank_many
from pokerroom.ranking.strength import ALL_RANKS, RANK_BITS, encode
from pokerroom.rules.clauses import Game, Share

Ids = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.uint32]
Flags = npt.NDArray[np.bool_]

# Places of the classes of 14.3(b) in a strength.
FULL_HOUSE, FOUR, STRAIGHT_FLUSH = 6, 7, 8
ACE = 1 << RANKS.index("A")
ROYAL_FLUSH = encode(STRAIGHT_FLUSH, ACE, 0)


class HoleCards(StrEnum):
    """How both hole cards must take part in a hand."""

    ANY = "any"
    PLAY = "play"
    NEEDED = "needed"


class Standard(msgspec.Struct, frozen=True):
    """What a hand must be for a bad beat, on the losing or on the winning side."""

    least: Strength
    hole_cards: HoleCards = HoleCards.ANY
    pocket_pair_for_quads: bool = False
    """Four-of-a-kind counts only with two of the four among the player's own cards."""


class Qualifier(msgspec.Struct, frozen=True, kw_only=True):
    """A hand up to one standard beaten by a hand up to the other."""

    loser: Standard
    winner: Standard
    takes_pot: bool = False
    """The winning hand must be the best at the table; else a third hand, short of the standard, may beat both."""
    minimum_players: int = 2
    """Players dealt in. One board is dealt, so the first board is the only one."""

    def __str__(self) -> str:
        beaten_by = f" by {hand_text(self.winner.least)} or better" if self.winner.least > self.loser.least else ""
        conditions = [
            *_conditions("losing hand", self.loser, self.winner),
            *_conditions("winning hand", self.winner, self.loser),
            *(["the winning hand takes the pot"] if self.takes_pot else []),
            *([f"{self.minimum_players} or more dealt in"] if self.minimum_players > 2 else []),
        ]
        return f"{'; '.join([f'{hand_text(self.loser.least)} or better beaten{beaten_by}', *conditions])}"


def _conditions(side: str, standard: Standard, other: Standard) -> list[str]:
    """What a standard asks of hole cards; said of both hands at once where both ask it."""
    asked = []
    for field, text in (
        ("hole_cards", {HoleCards.PLAY: "both hole cards play", HoleCards.NEEDED: "both hole cards are needed"}),
        ("pocket_pair_for_quads", {True: "pocket pair for quads"}),
    ):
        value = getattr(standard, field)
        alike = value == getattr(other, field)
        if value in text and not (alike and side == "winning hand"):
            asked.append(text[value] if alike else f"{text[value]} ({side} only)")
    return asked


def qualifier(
    loser: str,
    *,
    winner: str | None = None,
    hole_cards: HoleCards = HoleCards.ANY,
    pocket_pair_for_quads: bool = False,
    loser_only: bool = False,
    takes_pot: bool = False,
    minimum_players: int = 2,
) -> Qualifier:
    """The qualifier that a room would post: hands in words, conditions for both sides unless for the loser only."""
    least = parse_hand(loser)
    if least >= ROYAL_FLUSH:
        raise QuestionError("nothing beats a royal flush")
    beaten_by = least if winner is None else max(least, parse_hand(winner))
    losing = Standard(least, hole_cards, pocket_pair_for_quads)
    winning = Standard(beaten_by) if loser_only else Standard(beaten_by, hole_cards, pocket_pair_for_quads)
    return Qualifier(loser=losing, winner=winning, takes_pot=takes_pot, minimum_players=minimum_players)


def check_qualifier(game: Game, seats: int, asked: Qualifier) -> None:
    """Refuses a qualifier that says nothing about the game."""
    share = beaten_share(game)
    if seats < asked.minimum_players:
        raise QuestionError(f"the qualifier wants {asked.minimum_players} players dealt in, and the table has {seats}")
    sides = (asked.loser, asked.winner)
    if any(side.hole_cards is not HoleCards.ANY for side in sides) and not is_hold_em(game):
        why = "always plays two of them" if not isinstance(share.formation, AnyOf) else "has no two hole cards to play with a board"
        raise QuestionError(f"both hole cards are a condition of hold 'em: {game.name} {why}")
    if any(side.pocket_pair_for_quads for side in sides) and not community_cards(game):
        raise QuestionError(f"a pocket pair is a condition of games with a board: {game.name} has none")


def beaten_share(game: Game) -> Share:
    """The share of the pot for which five-card high hands are compared."""
    for share in game.shares:
        if share.ranking is Ranking.HIGH_FIVE:
            return share
    rankings = " and ".join(share.ranking.value.replace("-", " ") for share in game.shares)
    raise QuestionError(f"{game.name} has no five-card high hand to be beaten: it is decided by {rankings}")
