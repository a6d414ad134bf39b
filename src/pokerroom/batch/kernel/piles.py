"""Cards on their way: off the deck, into hands, into the muck and the burn cards, and back into the deck."""

from typing import Any

import numpy as np

from pokerroom.batch.kernel.seats import place_of
from pokerroom.batch.layout import (
    BURNS,
    CARDS,
    DEALT,
    DECK_CARDS,
    DECK_KEY,
    DECK_ROUND,
    DECK_SHUFFLES,
    DECK_SIZE,
    DOWN_MOST,
    DOWNS,
    ENTERED,
    OWNER,
    PILE_AT,
    PILE_CARDS,
    UPS,
    WORK_CARDS,
)
from pokerroom.batch.pieces import piece
from pokerroom.ranking.bulk.hashing import FIRST, GOLDEN, HASHES_A_ROUND, SECOND

CARD = (1 << OWNER) - 1


@piece
def hashed(number: Any) -> Any:
    """The finalizer of SplitMix64, as `hashing.mixed`."""
    number = (number ^ (number >> np.uint64(30))) * FIRST
    number = (number ^ (number >> np.uint64(27))) * SECOND
    return number ^ (number >> np.uint64(31))


@piece
def shuffle(deck: Any, cards: Any, wanted: Any) -> None:
    """Put the first cards of a deck in a random order: by the seed, the number of the round and that of the shuffle.

    Each hash chooses two cards, each of those not chosen yet. The key of a later shuffle is the seed's, hashed again.
    """
    key = np.uint64(deck[DECK_KEY])
    for _ in range(deck[DECK_SHUFFLES]):
        key = hashed(key + GOLDEN)
    start = key + np.uint64(deck[DECK_ROUND]) * np.uint64(HASHES_A_ROUND) * GOLDEN
    drawn = np.uint64(0)
    for number in range(min(wanted, cards - 1)):
        if number % 2:
            half = drawn >> np.uint64(32)
        else:
            drawn = hashed(start + np.uint64(number // 2) * GOLDEN)
            half = drawn & np.uint64(0xFFFFFFFF)
        chosen = number + np.int64((half * np.uint64(cards - number)) >> np.uint64(32))
        card = deck[DECK_CARDS + chosen]
        deck[DECK_CARDS + chosen] = deck[DECK_CARDS + number]
        deck[DECK_CARDS + number] = card


@piece
def stub(lane: Any) -> Any:
    """How many cards are left in the deck."""
    return lane[DECK_SIZE] - lane[DEALT]


@piece
def take(lane: Any, deck: Any) -> Any:
    card = deck[DECK_CARDS + lane[DEALT]]
    lane[DEALT] += 1
    return card


@piece
def give_down(rules: Any, lane: Any, seat: Any, card: Any) -> None:
    place = place_of(rules, seat)
    lane[place + CARDS + lane[place + DOWNS]] = card
    lane[place + DOWNS] += 1


@piece
def give_up_card(rules: Any, lane: Any, seat: Any, card: Any) -> None:
    """An up-card for this seat."""
    place = place_of(rules, seat)
    lane[place + CARDS + rules[DOWN_MOST] + lane[place + UPS]] = card
    lane[place + UPS] += 1


@piece
def to_pile(rules: Any, lane: Any, owner: Any, card: Any) -> None:
    lane[rules[PILE_AT] + lane[PILE_CARDS]] = (owner << OWNER) | card
    lane[PILE_CARDS] += 1


@piece
def burn(rules: Any, lane: Any, deck: Any) -> None:
    to_pile(rules, lane, BURNS, take(lane, deck))


@piece
def muck_hand(rules: Any, lane: Any, seat: Any) -> None:
    """The whole hand, down cards first."""
    place = place_of(rules, seat)
    for number in range(lane[place + DOWNS]):
        to_pile(rules, lane, seat, lane[place + CARDS + number])
        lane[place + CARDS + number] = 0
    for number in range(lane[place + UPS]):
        at = place + CARDS + rules[DOWN_MOST] + number
        to_pile(rules, lane, seat, lane[at])
        lane[at] = 0
    lane[place + DOWNS] = lane[place + UPS] = 0


@piece
def discard(rules: Any, lane: Any, seat: Any, chosen: Any) -> Any:
    """Give up the down cards whose bits are set, the first card lowest; returns how many."""
    place = place_of(rules, seat)
    held, kept = lane[place + DOWNS], 0
    for number in range(held):
        card = lane[place + CARDS + number]
        if (chosen >> number) & 1:
            to_pile(rules, lane, seat, card)
        else:
            lane[place + CARDS + kept] = card
            kept += 1
    for number in range(kept, held):
        lane[place + CARDS + number] = 0
    lane[place + DOWNS] = kept
    if kept < held:
        lane[ENTERED] |= 1 << seat
    return held - kept


@piece
def collect(work: Any, pool: Any, card: Any) -> Any:
    """Add a card to those that are to be shuffled; returns how many there are."""
    work[WORK_CARDS + pool] = card
    return pool + 1


@piece
def collect_stub(lane: Any, deck: Any, work: Any, pool: Any) -> Any:
    for number in range(lane[DEALT], lane[DECK_SIZE]):
        pool = collect(work, pool, deck[DECK_CARDS + number])
    return pool


@piece
def in_pile(rules: Any, lane: Any, owners: Any) -> Any:
    """How many cards of the pile belong to one of these owners."""
    count = 0
    for number in range(lane[PILE_CARDS]):
        count += (owners >> (lane[rules[PILE_AT] + number] >> OWNER)) & 1
    return count


@piece
def collect_pile(rules: Any, lane: Any, work: Any, pool: Any, owners: Any) -> Any:
    """Take the cards of these owners, given as bits, out of the pile."""
    at, kept = rules[PILE_AT], 0
    for number in range(lane[PILE_CARDS]):
        each = lane[at + number]
        if (owners >> (each >> OWNER)) & 1:
            pool = collect(work, pool, each & CARD)
        else:
            lane[at + kept] = each
            kept += 1
    for number in range(kept, lane[PILE_CARDS]):
        lane[at + number] = 0
    lane[PILE_CARDS] = kept
    return pool


@piece
def shuffle_back(lane: Any, deck: Any, work: Any, pool: Any) -> None:
    """The collected cards are the deck, in an order of their own: sorted first, so that it depends on nothing else."""
    for number in range(1, pool):
        card, place = work[WORK_CARDS + number], number
        while place > 0 and work[WORK_CARDS + place - 1] > card:
            work[WORK_CARDS + place] = work[WORK_CARDS + place - 1]
            place -= 1
        work[WORK_CARDS + place] = card
    for number in range(pool):
        deck[DECK_CARDS + number] = work[WORK_CARDS + number]
    deck[DECK_SHUFFLES] += 1
    shuffle(deck, pool, pool)
    lane[DEALT], lane[DECK_SIZE] = 0, pool
