"""The deal of many rounds, compiled; imported only where Numba is.

Each step is taken for a block of rounds at once, so that it is done in vectors.
"""

from typing import Any

import numpy as np

from pokerroom.cards import DECK
from pokerroom.ranking.bulk.compiled import loop, wide_registers
from pokerroom.ranking.bulk.hashing import FIRST, GOLDEN, HASHES_A_ROUND, SECOND

CARDS = len(DECK)
BLOCK = 512
"""Rounds whose cards stay in the first-level cache."""


@loop
def hashed(number: Any) -> Any:
    """The finalizer of SplitMix64, as `hashing.mixed`."""
    number = (number ^ (number >> np.uint64(30))) * FIRST
    number = (number ^ (number >> np.uint64(27))) * SECOND
    return number ^ (number >> np.uint64(31))


@loop
def draw(start: Any, undealt: Any, even: Any, odd: Any) -> None:
    """Which of the undealt cards, in order, come next in each round: two at a time."""
    wide_registers()
    step = np.uint64(HASHES_A_ROUND) * GOLDEN
    for number in range(even.shape[0]):
        drawn = hashed(start + np.uint64(number) * step)
        even[number] = ((drawn & np.uint64(0xFFFFFFFF)) * undealt) >> np.uint64(32)
        odd[number] = ((drawn >> np.uint64(32)) * (undealt - np.uint64(1))) >> np.uint64(32)


@loop
def step_over(gone: Any, cards: Any) -> None:
    """From places among the undealt cards to the cards."""
    wide_registers()
    for place in range(gone.shape[0]):
        for number in range(cards.shape[0]):
            cards[number] += np.uint8(cards[number] >= gone[place, number])


@loop
def insert(gone: Any, cards: Any) -> None:
    """Add cards to those already dealt, which stay in order: of two the lower stays, the higher moves on."""
    wide_registers()
    for place in range(gone.shape[0] - 1):
        for number in range(cards.shape[0]):
            card, other = cards[number], gone[place, number]
            gone[place, number] = min(card, other)
            cards[number] = max(card, other)
    gone[-1] = cards


@loop
def deal_rounds(key: Any, first: Any, dead: Any, dealt: Any) -> None:
    rounds, cards = dealt.shape
    drawn = np.empty((cards + 1, BLOCK), np.uint8)
    gone = np.empty((CARDS, BLOCK), np.uint8)
    for start in range(0, rounds, BLOCK):
        size = min(BLOCK, rounds - start)
        counter = (first + np.uint64(start)) * np.uint64(HASHES_A_ROUND)
        for number in range(0, cards, 2):
            undealt = np.uint64(CARDS - dead.shape[0] - number)
            hash_from = key + (counter + np.uint64(number // 2)) * GOLDEN
            draw(hash_from, undealt, drawn[number, :size], drawn[number + 1, :size])
        for place in range(dead.shape[0]):
            gone[place] = dead[place]
        for number in range(cards):
            before = dead.shape[0] + number
            card = drawn[number, :size]
            step_over(gone[:before, :size], card)
            dealt[start : start + size, number] = card
            insert(gone[: before + 1, :size], card)
