"""Random deals that fit a question. Round N of a seed is the same deal whoever draws it.

Each player whose hand may be one of several draws one, and all draw again if two need the same card: so every fitting
combination of hands is equally likely, or as likely as the weights of its hands make it. The other cards come from the
rest of the deck.
"""

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from pokerroom.odds.notation import Holding, Ids, QuestionError
from pokerroom.odds.question import Question, claims
from pokerroom.odds.showdown import Tally, counted, outcomes, strengths_of
from pokerroom.ranking.bulk import deal, engine, masks_of
from pokerroom.ranking.bulk.hashing import GOLDEN, key_of, mixed

Masks = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]

ROUNDS = 1 << 15
"""Rounds drawn and ranked at a time, which limits the memory used."""

ATTEMPTS = 1 << 16
CHOICE = np.uint64(0x5DEECE66D)
"""Separates the numbers that choose hands from those that deal cards."""


def sample(question: Question, *, seed: int, first: int, rounds: int) -> Tally:
    """The rounds from number `first` on, counted by outcome."""
    own, board = deals(question, seed=seed, first=first, rounds=rounds)
    claimed = claims(question.game)
    strengths = np.stack([strengths_of(claimed, hands, board) for hands in own], axis=1)
    return counted(outcomes(strengths), 1 << len(claimed) * question.players)


def deals(question: Question, *, seed: int, first: int, rounds: int) -> tuple[list[Ids], Ids]:
    """The own cards of every player and the board, a row for each round."""
    ranges = [held for held in question.holdings if held.choices > 1]
    missing = question.to_come + sum(held.missing for held in question.holdings)
    spare = sum(held.known for held in ranges)
    # A hand drawn from a range can use as many of the dealt cards as it has, so that many more are dealt.
    dealt = deal(rounds, missing + spare, seed=seed, first=first, dead=question.fixed)
    chosen: list[Ids] = []
    if ranges:
        hands = [tickets(held) for held in ranges]
        places, used = _choices([masks_of(each) for each in hands], seed, first, rounds)
        chosen = [each[column] for each, column in zip(hands, places.T, strict=True)]
        dealt = _unused(dealt, used, missing)
    return _handed_out(question, chosen, dealt)


MOST_TICKETS = 1 << 22


def tickets(held: Holding) -> Ids:
    """The hands to draw from, each repeated by its weight."""
    if held.weights is None:
        return held.hands
    if held.weights.sum() > MOST_TICKETS:
        raise QuestionError(f"{held.text!r} has too many hands for weights so fine: write them with fewer digits")
    return np.repeat(held.hands, held.weights, axis=0)


def _handed_out(question: Question, chosen: list[Ids], dealt: Ids) -> tuple[list[Ids], Ids]:
    rounds = len(dealt)
    drawn = iter(chosen)
    own: list[Ids] = []
    at = 0
    for held in question.holdings:
        known = next(drawn) if held.choices > 1 else np.broadcast_to(held.hands, (rounds, held.known))
        own.append(np.concatenate((known, dealt[:, at : at + held.missing]), axis=1))
        at += held.missing
    on_board = np.broadcast_to(np.array(question.board, np.uint8), (rounds, len(question.board)))
    return own, np.concatenate((on_board, dealt[:, at:]), axis=1)


def _choices(hands: list[Masks], seed: int, first: int, rounds: int) -> tuple[Places, Masks]:
    """For each round, the index of each player's hand among those they may hold, and the cards that all of them use."""
    key = mixed(np.array([key_of(seed) ^ CHOICE], np.uint64))[0]
    sizes = [len(each) for each in hands]
    starts = np.array([0, *np.cumsum(sizes)], np.int64)
    masks = np.concatenate(hands)
    places, used = np.empty((rounds, len(hands)), np.int64), np.empty(rounds, np.uint64)
    if engine() == "numba":
        from pokerroom.odds.loops import choose_hands  # noqa: PLC0415

        failed = choose_hands(key, np.uint64(first), masks, starts, ATTEMPTS, places, used)
    else:
        failed = _choose_hands(key, first, masks, starts, places, used)
    if failed:
        raise QuestionError("the ranges need so many of the same cards that hardly any deal fits them all: narrow them")
    return places - starts[:-1], used


def _choose_hands(key: np.uint64, first: int, masks: Masks, starts: Places, places: Places, used: Masks) -> int:
    open_rows = np.arange(len(places))
    for attempt in range(ATTEMPTS):
        numbers = (np.uint64(first) + open_rows.astype(np.uint64)) << np.uint64(20) | np.uint64(attempt << 4)
        held = np.zeros(len(open_rows), np.uint64)
        clash = np.zeros(len(open_rows), np.bool_)
        for player, (start, end) in enumerate(pairwise(starts)):
            drawn = mixed(key + (numbers | np.uint64(player)) * GOLDEN) >> np.uint64(32)
            hand = start + (drawn * np.uint64(end - start) >> np.uint64(32)).astype(np.int64)
            places[open_rows, player] = hand
            clash |= (masks[hand] & held) != 0
            held |= masks[hand]
        used[open_rows] = held
        open_rows = open_rows[clash]
        if not len(open_rows):
            return 0
    return len(open_rows)


def _unused(dealt: Ids, used: Masks, wanted: int) -> Ids:
    """The first cards of each row of dealt cards that no chosen hand uses."""
    bits = masks_of(np.arange(52).reshape(-1, 1))
    left = np.empty((len(dealt), wanted), np.uint8)
    if engine() == "numba":
        from pokerroom.odds.loops import leave_out  # noqa: PLC0415

        leave_out(dealt, used, bits, left)
    else:
        taken = (bits[dealt] & used[:, None]) != 0
        order = np.argsort(taken, axis=1, kind="stable")[:, :wanted]
        left[:] = np.take_along_axis(dealt, order, axis=1)
    return left
