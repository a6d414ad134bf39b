"""A player who moves by chance: by the seed, the number of the round and the number of the decision, and nothing else.

Rounds that a card plays are compared with the host's by such players, and measured by them.
"""

from typing import Any

import numpy as np

from pokerroom.batch.kernel.piles import hashed
from pokerroom.batch.kernel.seats import how_many
from pokerroom.batch.layout import (
    BET_TO,
    CALL,
    CARDS_DUE,
    CHECK,
    DISCARD,
    DRAW,
    DRAWS,
    FOLD,
    LEAST,
    MOST,
    MOVE_AMOUNT,
    MOVE_CARDS,
    MOVE_KIND,
    OFFERED,
    POST,
    RAISE_TO,
    SHOW,
    STEP,
)
from pokerroom.batch.pieces import piece
from pokerroom.ranking.bulk.hashing import GOLDEN

DECISIONS = 1 << 20
"""More than any round has: the numbers that one round hashes do not meet those of the next."""
WILD = 256
"""A player this wild never does what costs least."""


@piece
def drawn(key: Any, number: Any, decision: Any) -> Any:
    """What chance says to one decision of a round."""
    place = np.uint64(number) * np.uint64(DECISIONS) + np.uint64(decision)
    return hashed(np.uint64(key) + place * GOLDEN)


@piece
def one_of(number: Any, draw: Any) -> Any:
    """Some number below this one, by eight bits of chance or more."""
    return np.int64(draw) % number


@piece
def stay(kinds: Any) -> Any:
    """What costs least without giving up the hand; a bet where nothing else is offered."""
    if (kinds >> CHECK) & 1:
        return CHECK
    if (kinds >> CALL) & 1:
        return CALL
    if (kinds >> POST) & 1:
        return POST
    if (kinds >> DRAW) & 1:
        return DRAW
    if (kinds >> DISCARD) & 1:
        return DISCARD
    if (kinds >> SHOW) & 1:
        return SHOW
    return BET_TO


@piece
def any_kind(kinds: Any, draw: Any) -> Any:
    """One of the kinds that are offered; a fold only where chance falls on it twice."""
    for _ in range(one_of(how_many(kinds), draw & np.uint64(0xFF))):
        kinds &= kinds - 1
    kind = how_many((kinds & -kinds) - 1)
    return stay(kinds) if kind == FOLD and (draw >> np.uint64(8)) & np.uint64(3) and kinds > 1 else kind


@piece
def some_amount(offer: Any, draw: Any) -> Any:
    """An amount that is offered: in whole chips, or the most."""
    to = offer[LEAST] + one_of(offer[MOST] - offer[LEAST] + 1, draw & np.uint64(0xFFFFFF))
    to -= to % offer[STEP]
    return to if to >= offer[LEAST] else offer[MOST]


@piece
def choose(offer: Any, draw: Any, wild: Any, move: Any) -> None:
    """A move that is offered: what costs least, or, as often as a player is wild, any."""
    bold = np.int64(draw & np.uint64(0xFF)) < wild
    kind = any_kind(offer[OFFERED], draw >> np.uint64(8)) if bold else stay(offer[OFFERED])
    amount, cards = 0, 0
    if kind in (CALL, POST, BET_TO, RAISE_TO, DISCARD):
        cards = (1 << offer[CARDS_DUE]) - 1
    if kind == DRAW and bold:
        cards = np.int64((draw >> np.uint64(20)) & np.uint64(0xFF)) & ((1 << offer[DRAWS]) - 1)
    if kind in (BET_TO, RAISE_TO):
        amount = some_amount(offer, draw >> np.uint64(28)) if bold else offer[LEAST]
    move[MOVE_KIND], move[MOVE_AMOUNT], move[MOVE_CARDS] = kind, amount, cards
