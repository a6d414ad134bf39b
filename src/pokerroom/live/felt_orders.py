"""What a dealer says of the cards on the felt: as people write them, and as few of them as the dealer likes to name.

The table completes what is left out: a burn card, a hole card, the cards of a discard are dealt without their names.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from pokerroom import play
from pokerroom.cards import Card, CardError, typed_cards
from pokerroom.play import Seat

Cards = Annotated[str, Meta(max_length=400, description="Cards as people write them, `As Td 9h`; `??` is one unnamed.")]
MOST_CARDS = 11
"""More than any player holds."""


class Deal(msgspec.Struct, frozen=True, tag=True):
    """The next cards are on the table; `cards` names those that lie face up, in the order they were dealt."""

    cards: Cards = ""
    exposed: tuple[play.Exposed, ...] = ()


class NameCards(msgspec.Struct, frozen=True, tag=True):
    """All open cards before a player, or without `seat` in the center, in the order they were dealt."""

    cards: Cards
    seat: Seat | None = None


class Draw(msgspec.Struct, frozen=True, tag=True):
    """A player exchanges so many cards; none is to stand pat. `cards` names them where they are known."""

    seat: Seat
    count: Annotated[int, Meta(ge=0, le=MOST_CARDS)]
    cards: Cards = ""


class Discard(msgspec.Struct, frozen=True, tag=True):
    """A player gives up the down cards that it costs to enter the round."""

    seat: Seat
    cards: Cards = ""


class Show(msgspec.Struct, frozen=True, tag=True):
    """A player tables the hand: every card of it, down cards first."""

    seat: Seat
    cards: Cards = ""


class Concede(msgspec.Struct, frozen=True, tag=True):
    seat: Seat
    cards: Cards = ""


class Reshuffle(msgspec.Struct, frozen=True, tag=True):
    """The deck ran short, and what goes back into it was reshuffled."""


class Say(msgspec.Struct, frozen=True, tag=True):
    """What a player says about their action, such as "raise to thirty"; `audible` if the dealer could hear it."""

    seat: Seat
    words: Annotated[str, Meta(min_length=1, max_length=80)]
    audible: bool = True


class CardFaceUp(msgspec.Struct, frozen=True, tag=True):
    """The next card of the deck lies face up in it, 14.15(h)."""

    card: Cards = ""


class CardFell(msgspec.Struct, frozen=True, tag=True):
    """A card was dealt off the table, 14.15(n): the next of the deck, or one of a player's hand."""

    card: Cards = ""
    seat: Seat | None = None
    replacement: Cards = ""


class MisdealFound(msgspec.Struct, frozen=True, tag=True):
    """An error of 14.15(e): every card goes back for a reshuffle, every chip to its player."""

    cause: play.Misdeal


class CountWrong(msgspec.Struct, frozen=True, tag=True):
    """Cards are missing, or there are more than there should be, 14.15(g): the round of play is dead."""

    cause: play.CardCount


class HandGone(msgspec.Struct, frozen=True, tag=True):
    """A hand that leaves the round without being folded, 14.15(e)4, (f), (i); `to_blame` if its player caused it.

    A seat that is not in the round and was dealt to by mistake is named with the cause for that.
    """

    seat: Seat
    cause: play.Removal
    to_blame: bool = False


class PlayerGone(msgspec.Struct, frozen=True, tag=True):
    """A player has walked away without a word, 14.15(i)4."""

    seat: Seat


class HandRebuilt(msgspec.Struct, frozen=True, tag=True):
    """A protected hand that got mixed with the discards, as two people remember it, 14.15(i)2."""

    seat: Seat
    cards: Cards
    witnesses: tuple[str, ...]


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards in a text; what names no card, or one twice, makes the order unfit."""
    try:
        return typed_cards(text)
    except CardError as error:
        raise msgspec.ValidationError(str(error)) from error


def card_of(text: str) -> Card | None:
    """One card, or none named."""
    cards = cards_of(text)
    if len(cards) > 1:
        raise msgspec.ValidationError(f"{text!r} names {len(cards)} cards: one is meant")
    return cards[0] if cards else None
