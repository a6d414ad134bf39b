"""A betting round: legal amounts, short all-ins, raise caps, and what each answer does. 14.17, 14.1 and 14.7."""

from typing import Any

import numpy as np

from pokerroom.batch.kernel.blinds import size
from pokerroom.batch.kernel.piles import muck_hand
from pokerroom.batch.kernel.seats import (
    has_acted,
    how_many,
    in_turn,
    is_able,
    line_up_able,
    place_of,
    several,
    somebody_else_is_able,
)
from pokerroom.batch.layout import (
    AGGRESSOR,
    BET,
    BY_UPCARD,
    CHECK_RAISE,
    CHECKED,
    CHIP,
    COMPLETION_COUNTS,
    CUMULATIVE,
    FIXED,
    FULL,
    FULL_RAISE,
    HALF,
    HEADS_UP_UNLIMITED,
    INCOMPLETE,
    INCREMENT,
    LEVEL,
    LINE,
    LIVE,
    MAX_RAISES,
    NO_LIMIT,
    OBLIGED,
    OPENS,
    POT,
    POT_LIMIT,
    RAISE_ANY_AMOUNT,
    RAISES,
    REOPENS,
    SEAT_BET,
    SEATS,
    SHORT_COUNTS,
    SIZE_MOST,
    STACK,
    STREET,
    STREET_AGGRESSOR,
    STREET_WIDTH,
    STREETS_AT,
    STRUCTURE,
    WAGERED,
)
from pokerroom.batch.pieces import inlined, piece


@piece
def street(rules: Any, lane: Any, field: Any) -> Any:
    """A field of the street that is played."""
    return rules[rules[STREETS_AT] + lane[STREET] * STREET_WIDTH + field]


@piece
def highest_bet(rules: Any, lane: Any) -> Any:
    most = 0
    for seat in range(rules[SEATS]):
        most = max(most, lane[place_of(rules, seat) + SEAT_BET])
    return most


@piece
def is_complete(rules: Any, lane: Any) -> Any:
    """Everybody has answered, or one player is left, or the last to act has nothing to answer and nobody to answer
    them.
    """
    if lane[LINE] == 0 or not several(lane[LIVE]):
        return True
    if lane[LINE] > 1 or lane[OBLIGED]:
        return False
    seat = in_turn(rules, lane)
    answered = lane[place_of(rules, seat) + SEAT_BET] >= highest_bet(rules, lane)
    return answered and not somebody_else_is_able(rules, lane, seat)


@piece
def forced_bet_due(rules: Any, lane: Any) -> Any:
    return lane[OBLIGED] > 0 and street(rules, lane, OPENS) == BY_UPCARD


@piece
def fixed_target(lane: Any) -> Any:
    """One bet more. A short all-in is completed, or raised in full once it is half a bet (R-06)."""
    bet, unit = lane[BET], lane[INCREMENT]
    if lane[INCOMPLETE]:
        return unit
    full = lane[FULL] if lane[FULL] >= unit else 0
    short = bet - full
    return bet + unit if 2 * short >= unit or short == 0 else full + unit


@piece
def whole_chips(amount: Any, chip: Any) -> Any:
    """As many whole chips as are in an amount. A chip is at most a dollar and all stakes are below 2 ** 41, so that
    floats divide them exactly, and quicker than integers.
    """
    return np.int64(np.float64(amount) / np.float64(chip)) * chip


@piece
def least_raise(rules: Any, lane: Any) -> Any:
    """A full bet where only forced money is in; otherwise the last increment, or one chip if the house rules say so."""
    if lane[INCOMPLETE]:
        return lane[INCREMENT]
    chip = rules[CHIP]
    by = chip if lane[BET] and rules[RAISE_ANY_AMOUNT] else lane[INCREMENT]
    return whole_chips(lane[BET] + by + chip - 1, chip)


@inlined
def bet_range(rules: Any, lane: Any, seat: Any) -> Any:
    """The least and the most a player may bet or raise to, if their stakes allow it; an all-in may be for less."""
    place, chip = place_of(rules, seat), rules[CHIP]
    stakes = lane[place + SEAT_BET] + lane[place + STACK]
    if rules[STRUCTURE] == FIXED:
        least = fixed_target(lane) if lane[BET] else lane[INCREMENT]
        most = least
    else:
        least = least_raise(rules, lane)
        if rules[STRUCTURE] == NO_LIMIT:
            most = stakes
        elif rules[STRUCTURE] == POT_LIMIT:
            # At most the pot as it stands once this player has called.
            most = max(least, whole_chips(2 * lane[BET] - lane[place + SEAT_BET] + lane[POT], chip))
        else:
            most = max(least, whole_chips(lane[BET] + size(rules, lane, SIZE_MOST), chip))
    if stakes <= least:
        return stakes, stakes
    return least, min(most, stakes)


@piece
def may_raise_again(rules: Any, lane: Any, seat: Any) -> Any:
    """Whether the betting is open to a player who may have wagered before a short all-in (AMB-77)."""
    level = lane[place_of(rules, seat) + LEVEL]
    if level < 0 or lane[FULL] > level:
        return True
    if rules[REOPENS] == HALF:
        return 2 * (lane[BET] - level) >= lane[INCREMENT]
    if rules[REOPENS] == FULL_RAISE:
        return lane[BET] - lane[FULL] >= lane[INCREMENT]
    if rules[REOPENS] == CUMULATIVE:
        return lane[BET] - level >= lane[INCREMENT]
    return False


@piece
def may_raise(rules: Any, lane: Any, seat: Any) -> Any:
    """Somebody can answer, 14.7(c)4; 14.7(j) on check and raise; the posted raise cap, 14.17; the betting is open."""
    if lane[LINE] == 1 and not somebody_else_is_able(rules, lane, seat):
        return False
    if not rules[CHECK_RAISE] and (lane[CHECKED] >> seat) & 1:
        return False
    capped = rules[MAX_RAISES] >= 0 and lane[RAISES] >= rules[MAX_RAISES]
    if capped and not (rules[HEADS_UP_UNLIMITED] and how_many(lane[LIVE]) == 2):
        return False
    return may_raise_again(rules, lane, seat)


@piece
def wager(rules: Any, lane: Any, seat: Any, to: Any) -> None:
    """A bet or raise to this amount: everybody else who can still bet must answer, from the player's left."""
    place = place_of(rules, seat)
    lane[place + STACK] -= to - lane[place + SEAT_BET]
    lane[place + SEAT_BET] = lane[place + LEVEL] = to
    lane[BET] = to
    lane[INCOMPLETE] = lane[OBLIGED] = 0
    lane[AGGRESSOR] = lane[STREET_AGGRESSOR] = seat
    lane[WAGERED] |= 1 << seat
    line_up_able(rules, lane, seat + 1, seat)


@piece
def bet(rules: Any, lane: Any, seat: Any, to: Any) -> None:
    lane[FULL] = to if to >= lane[INCREMENT] else 0
    if rules[STRUCTURE] != FIXED:
        lane[INCREMENT] = max(lane[INCREMENT], to)
    wager(rules, lane, seat, to)


@piece
def raise_(rules: Any, lane: Any, seat: Any, to: Any) -> None:
    fixed, by = rules[STRUCTURE] == FIXED, to - lane[BET]
    if lane[INCOMPLETE]:
        full, counts = to >= lane[INCREMENT], rules[COMPLETION_COUNTS] != 0
    else:
        full = by >= lane[INCREMENT] or (fixed and to >= fixed_target(lane))
        counts = full or (fixed and 2 * by >= lane[INCREMENT]) or rules[SHORT_COUNTS] != 0
    if full:
        lane[FULL] = to
        if not fixed:
            lane[INCREMENT] = max(by, lane[INCREMENT])
    lane[RAISES] += counts
    wager(rules, lane, seat, to)


@piece
def call(rules: Any, lane: Any, seat: Any) -> None:
    place = place_of(rules, seat)
    amount = min(lane[BET] - lane[place + SEAT_BET], lane[place + STACK])
    lane[place + STACK] -= amount
    lane[place + SEAT_BET] += amount
    lane[place + LEVEL] = lane[BET]
    lane[WAGERED] |= 1 << seat
    has_acted(lane)


@piece
def check(lane: Any, seat: Any) -> None:
    lane[CHECKED] |= 1 << seat
    lane[OBLIGED] = 0
    has_acted(lane)


@piece
def post_forced_bet(rules: Any, lane: Any, seat: Any) -> None:
    """The bet that the lowest or highest up-card may not decline, 14.9(d)."""
    place = place_of(rules, seat)
    amount = min(lane[OBLIGED], lane[place + STACK])
    lane[place + STACK] -= amount
    lane[place + SEAT_BET] = amount
    lane[BET] = lane[OBLIGED]
    lane[FULL] = lane[BET] if lane[BET] >= lane[INCREMENT] else 0
    lane[INCOMPLETE] = lane[BET] < lane[INCREMENT]
    lane[OBLIGED] = 0
    has_acted(lane)


@piece
def leave(rules: Any, lane: Any, seat: Any) -> None:
    """The hand goes to the muck, and its player has no claim to the pot."""
    lane[LIVE] &= ~(1 << seat)
    muck_hand(rules, lane, seat)
    lane[OBLIGED] = 0


@piece
def fold(rules: Any, lane: Any, seat: Any) -> None:
    """Throwing the hand away does not lift an obligation to bet, 14.15(j)2."""
    if forced_bet_due(rules, lane):
        post_forced_bet(rules, lane, seat)
    elif lane[OBLIGED]:
        amount = min(lane[OBLIGED], lane[place_of(rules, seat) + STACK])
        lane[FULL] = amount if amount >= lane[INCREMENT] else 0
        wager(rules, lane, seat, amount)
    else:
        has_acted(lane)
    leave(rules, lane, seat)


@piece
def somebody_must_act(rules: Any, lane: Any) -> Any:
    """Fewer than two players who can bet open no betting round, unless one has a bet to answer (AMB-44)."""
    able, last = 0, 0
    for seat in range(rules[SEATS]):
        if is_able(rules, lane, seat):
            able, last = able + 1, seat
    behind = able == 1 and lane[place_of(rules, last) + SEAT_BET] < highest_bet(rules, lane)
    return able > 1 or behind
