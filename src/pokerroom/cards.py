"""Playing cards: one deck of 52, and the face-down card nobody has named yet.

A card is a small integer, `rank * 4 + suit`, so that the order of integers is the order in which
N.J.A.C. 13:69F-14.9(d) compares up-cards: by rank, ace high, then spades, hearts, diamonds, clubs.
"""

import re
from collections.abc import Iterable
from typing import NewType

Card = NewType("Card", int)
Rank = NewType("Rank", int)
Suit = NewType("Suit", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"

DECK: tuple[Card, ...] = tuple(Card(number) for number in range(52))
UNKNOWN = Card(52)
"""A card whose face is not known to whoever holds this value. Printed `??`."""

ACE = Rank(12)
TEXTS = (*(RANKS[number // 4] + SUITS[number % 4] for number in range(52)), "??")
_CARDS = {text: Card(number) for number, text in enumerate(TEXTS)}

TYPED = str.maketrans(
    {rank.lower(): rank for rank in RANKS if rank.isalpha()}
    | {suit.upper(): suit for suit in SUITS}
    | dict(zip("♣♧♦♢♥♡♠♤", "ccddhhss", strict=True))
    | dict.fromkeys("\ufe0e\ufe0f", "")
)
"""What people type for ranks and suits. None of it can be read in two ways: no rank shares a letter with a suit."""

TYPED_CARD = re.compile(r"(?:10|[2-9TJQKAtjqka])[cdhsCDHS♣♧♦♢♥♡♠♤][\ufe0e\ufe0f]?|\?\?")
"""One card as a person may type it."""

RIGHT_FORM = "write the rank (2 to 9, T or 10, J, Q, K, A), then the suit (c, d, h, s), as in As or Td"


class CardError(ValueError):
    """Text that names no card, or names one card twice."""


def rank(card: Card) -> Rank:
    return Rank(card >> 2)


def suit(card: Card) -> Suit:
    return Suit(card & 3)


def ace_low(card: Card) -> int:
    """Where the card stands when an ace is ranked below a two; suits as before."""
    return card - 52 if rank(card) == ACE else card


def parse_card(text: str) -> Card:
    """`As` is the ace of spades, `Td` the ten of diamonds, `??` a card face down."""
    try:
        return _CARDS[text]
    except KeyError:
        message = f"{text!r} is not a card: expected a rank of {RANKS}, then a suit of {SUITS}"
        raise CardError(message) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards written one after the other, blanks allowed between them: `AsKd??` or `As Kd ??`."""
    packed = "".join(text.split())
    if len(packed) % 2:
        raise CardError(f"{text!r} does not divide into cards of two characters")
    cards = tuple(parse_card(packed[at : at + 2]) for at in range(0, len(packed), 2))
    twice = repeated(cards)
    if twice is not None:
        raise CardError(f"{text!r} holds {card_text(twice)} twice")
    return cards


def as_typed(text: str) -> str:
    """Ranks and suits in any letters a person uses, `10` and the signs of the suits included, as we write them."""
    return text.translate(TYPED).replace("10", "T")


def typed_cards(text: str) -> tuple[Card, ...]:
    """Cards as a person types them: `asKD`, `10s`, `A♠ K♦`, `As, Kd`. What can only mean one card is that card."""
    words = text.replace(",", " ").split()
    for word in words:
        at = 0
        while found := TYPED_CARD.match(word, at):
            at = found.end()
        if at < len(word):
            raise CardError(not_a_card(word[at:]))
    return parse_cards(as_typed("".join(words)))


def not_a_card(left: str) -> str:
    """Only what cannot be read is quoted: the cards beside it may be hidden from whoever reads this."""
    turned = as_typed(left[:2])[::-1]
    meant = f"the rank comes first, as in {turned}" if turned in _CARDS else RIGHT_FORM
    return f"{left!r} is not a card: {meant}"


def repeated(cards: Iterable[Card]) -> Card | None:
    """The first known card that appears a second time, if any does."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            return card
        if card != UNKNOWN:
            seen.add(card)
    return None


def without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    """`cards` less those gone; a gone card that is not among them takes the place of one nobody has named."""
    left = list(cards)
    for card in gone:
        left.remove(card if card in left else UNKNOWN)
    return tuple(left)


def card_text(card: Card) -> str:
    return TEXTS[card]


def cards_text(cards: Iterable[Card]) -> str:
    return " ".join(TEXTS[card] for card in cards)
