"""The loops of the opponents' estimates that Numba compiles; imported only where Numba is."""

from typing import Any

import numpy as np

from pokerroom.odds.simulation_draw_loops import choose_kept
from pokerroom.ranking.bulk.compiled import loop

Array = Any
"""A NumPy array as Numba sees it."""

MISSING = 255
LIKELY = np.array([1.0, 0.1, 0.005])
"""How likely a hand is that would discard as many cards as were seen, one more or fewer, or another number."""


@loop
def hand_out(stock: Array, known: Array, first: int, hands: Array) -> int:
    """Fill the hands of every deal: what is known of each player, then cards of the stock from column `first` on.

    Returns the next column of the stock.
    """
    deals, players, size = hands.shape
    top = first
    for deal in range(deals):
        top = first
        for player in range(players):
            for place in range(size):
                card = known[player, place]
                if card == MISSING:
                    card = stock[deal, top]
                    top += 1
                hands[deal, player, place] = card
    return top


@loop
def draw_out(
    rule: int, draws: int, noted: int, stock: Array, first: int, last: int, hands: Array, thrown: Array
) -> None:
    """All players of a deal draw by a simple rule, `draws` times, from columns `first` up to `last` of the stock.

    A discard takes the place of the card drawn, and is drawn when nothing else is left. What each player discards in
    the first `noted` draws is counted.
    """
    deals, players, size = hands.shape
    keep = np.empty(size, np.bool_)
    for deal in range(deals):
        top = first
        for draw in range(draws):
            for player in range(players):
                hand = hands[deal, player]
                choose_kept(rule, hand, keep)
                for place in range(size):
                    if not keep[place]:
                        thrown[deal, player] += draw < noted
                        if first < last:
                            hand[place], stock[deal, top] = stock[deal, top], hand[place]
                            top = top + 1 if top + 1 < last else first


@loop
def weigh(theirs: Array, claims: Array, samples: Array, thrown: Array, seen: Array, weights: Array) -> None:
    """How plausible each deal is: a player who wagers is likelier to end with one of the better hands.

    `theirs` is by share, deal and player; `samples` has strengths of each share in order, to judge how good one is.
    `seen` has how many cards each player was seen to discard, or -1.
    """
    shares, deals, players = theirs.shape
    for deal in range(deals):
        weight = 1.0
        for player in range(players):
            if claims[player] > 0:
                place = 0
                for share in range(shares):
                    strength = theirs[share, deal, player]
                    if strength > 0:
                        place = max(place, np.searchsorted(samples[share], strength))
                weight *= ((place + 0.5) / (samples.shape[1] + 1)) ** claims[player]
            if seen[player] >= 0:
                weight *= LIKELY[min(2, abs(thrown[deal, player] - seen[player]))]
        weights[deal] = weight


@loop
def settle(mine: Array, theirs: Array, weights: Array, parts: Array) -> None:
    """The part of the pot that each of our choices wins on average; `mine` is by share, choice and deal."""
    shares, deals, players = theirs.shape
    best = np.empty(shares, np.uint32)
    equal = np.empty(shares, np.int64)
    parts[:] = 0
    for deal in range(deals):
        for share in range(shares):
            best[share] = 0
            equal[share] = 0
            for player in range(players):
                strength = theirs[share, deal, player]
                if strength > best[share]:
                    best[share] = strength
                    equal[share] = 1
                elif strength == best[share]:
                    equal[share] += 1
        for choice in range(parts.shape[0]):
            taken = 0.0
            claimed = 0
            for share in range(shares):
                strength = mine[share, choice, deal]
                claimed += strength > 0 or best[share] > 0
                if strength > best[share]:
                    taken += 1.0
                elif strength == best[share] and strength > 0:
                    taken += 1.0 / (equal[share] + 1)
            parts[choice] += weights[deal] * taken / max(1, claimed)
    parts /= weights.sum()
