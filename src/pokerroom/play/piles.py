"""Cards and chips laid out by seat: one seat's pile changed, cards taken out of one."""

from typing import TypeVar

from pokerroom.cards import UNKNOWN, Card

T = TypeVar("T")


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    """`cards` less those gone; a gone card that is not among them takes the place of one nobody has named."""
    left = list(cards)
    for card in gone:
        left.remove(card if card in left else UNKNOWN)
    return tuple(left)
