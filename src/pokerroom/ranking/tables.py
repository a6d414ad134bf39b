"""Strengths from counts: how many cards of each rank, or which ranks of one suit, to a strength.

A sum of powers of five, one for each card, says in its base-five digits how many of each rank are held. A table
computes its entry for a sum, or for a mask of suited ranks, when it is first needed.
"""

from collections.abc import Callable

from pokerroom.ranking.strength import NO_HAND, RANK_BITS, Strength, encode, inverse

HIGH_CARD, PAIR, TWO_PAIRS, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
# 14.3(c): of three cards the straight beats the flush, and three-of-a-kind the straight.
FLUSH_OF_THREE, STRAIGHT_OF_THREE, TRIPS_OF_THREE, STRAIGHT_FLUSH_OF_THREE = range(2, 6)
# 14.3(f): ace-to-five has no straights and no flushes, so the full house follows three-of-a-kind.
LOW_FULL_HOUSE, LOW_QUADS = range(4, 6)


Held = tuple[int, int, int, int]
"""The ranks held at least once, twice, three times and four times."""


_LANE = 16
_LANE_BITS = (1 << _LANE) - 1


def _held_of_three(digits: int) -> int:
    """What three base-five digits say of three ranks: a lane each for those held once, twice, three and four times."""
    counts = (digits % 5, digits // 5 % 5, digits // 25)
    return sum((count >= least) << at + _LANE * (least - 1) for at, count in enumerate(counts) for least in range(1, 5))


_THREE_RANKS = tuple(_held_of_three(digits) for digits in range(125))


def _held(rank_sum: int) -> Held:
    lanes = at = 0
    while rank_sum:
        rank_sum, digits = divmod(rank_sum, 125)
        lanes |= _THREE_RANKS[digits] << at
        at += 3
    return lanes & _LANE_BITS, lanes >> _LANE & _LANE_BITS, lanes >> 2 * _LANE & _LANE_BITS, lanes >> 3 * _LANE


def _fewer_than(count: int, held: Held) -> bool:
    return sum(mask.bit_count() for mask in held) < count


def _top(mask: int) -> int:
    """The highest bit, if there is one."""
    return 1 << mask.bit_length() - 1 if mask else 0


def _highest(count: int, mask: int) -> int:
    while mask.bit_count() > count:
        mask &= mask - 1
    return mask


def _lowest(count: int, mask: int) -> int:
    return mask ^ _highest(max(mask.bit_count() - count, 0), mask)


def _straight(length: int, ranks: int, *, ace_below_two: bool = True) -> int:
    """The bit of the top card of the best sequence, or 0; the ace may begin one but not stand inside it."""
    line = ranks << 1 | ranks >> RANK_BITS - 1 if ace_below_two else ranks << 1
    in_a_row = line & line << 1
    tops = in_a_row & line << 2 if length == 3 else in_a_row & in_a_row << 2 & line << 4
    return _top(tops) >> 1


def _grouped(held: Held) -> Strength:
    """The best five cards by groups and high cards alone, as visible stud hands are compared (14.9(f))."""
    ones, twos, threes, fours = held
    if not ones:
        return NO_HAND
    if fours:
        four = _top(fours)
        return encode(QUADS, four, _top(ones ^ four))
    if threes:
        three = _top(threes)
        pair = _top(twos ^ three)
        return encode(FULL_HOUSE, three, pair) if pair else encode(TRIPS, three, _highest(2, ones ^ three))
    pairs = _highest(2, twos)
    category = (HIGH_CARD, PAIR, TWO_PAIRS)[pairs.bit_count()]
    return encode(category, pairs, _highest(5 - 2 * pairs.bit_count(), ones ^ pairs))


def _high_five(rank_sum: int) -> Strength:
    held = _held(rank_sum)
    top = _straight(5, held[0])
    return max(_grouped(held), encode(STRAIGHT, top, 0)) if top else _grouped(held)


def _high_five_suited(ranks: int) -> Strength:
    top = _straight(5, ranks)
    return encode(STRAIGHT_FLUSH, top, 0) if top else encode(FLUSH, 0, _highest(5, ranks))


def _high_three(rank_sum: int) -> Strength:
    if not rank_sum:
        return NO_HAND
    ones, twos, threes, _ = _held(rank_sum)
    if threes:
        return encode(TRIPS_OF_THREE, threes, 0)
    top = _straight(3, ones)
    if top:
        return encode(STRAIGHT_OF_THREE, top, 0)
    pair = _top(twos)
    return encode(PAIR, pair, _top(ones ^ pair)) if pair else encode(HIGH_CARD, 0, _highest(3, ones))


def _high_three_suited(ranks: int) -> Strength:
    top = _straight(3, ranks)
    return encode(STRAIGHT_FLUSH_OF_THREE, top, 0) if top else encode(FLUSH_OF_THREE, 0, _highest(3, ranks))


def _low_five(rank_sum: int) -> Strength:
    """As many different ranks as can be shown, then the lowest groups, then the lowest kickers."""
    ones, twos, threes, fours = held = _held(rank_sum)
    if _fewer_than(5, held):
        return NO_HAND
    match ones.bit_count(), twos.bit_count():
        case 4, _:
            pair = _lowest(1, twos)
            return inverse(encode(PAIR, pair, ones ^ pair))
        case 3, 1:
            return inverse(encode(TRIPS, threes, ones ^ threes))
        case 3, _:
            pairs = _lowest(2, twos)
            return inverse(encode(TWO_PAIRS, pairs, ones ^ pairs))
        case 2, 1:
            return inverse(encode(LOW_QUADS, fours, ones ^ fours))
        case 2, _:
            three = _lowest(1, threes)
            return inverse(encode(LOW_FULL_HOUSE, three, ones ^ three))
    return inverse(encode(HIGH_CARD, 0, _lowest(5, ones)))


def _low_three(rank_sum: int) -> Strength:
    ones, twos, threes, _ = held = _held(rank_sum)
    if _fewer_than(3, held):
        return NO_HAND
    match ones.bit_count():
        case 1:
            return inverse(encode(TRIPS, threes, 0))
        case 2:
            pair = _lowest(1, twos)
            return inverse(encode(PAIR, pair, ones ^ pair))
    return inverse(encode(HIGH_CARD, 0, _lowest(3, ones)))


def _deuce_to_seven(rank_sum: int) -> Strength:
    """Exactly five cards; the ace is only ever high, so five to ace is no straight."""
    ones, _, _, _ = held = _held(rank_sum)
    if _fewer_than(5, held):
        return NO_HAND
    top = _straight(5, ones, ace_below_two=False)
    return inverse(encode(STRAIGHT, top, 0) if top else _grouped(held))


def _deuce_to_seven_suited(ranks: int) -> Strength:
    top = _straight(5, ranks, ace_below_two=False)
    return inverse(encode(STRAIGHT_FLUSH, top, 0) if top else encode(FLUSH, 0, ranks))


def _board_low(rank_sum: int) -> Strength:
    return inverse(_grouped(_held(rank_sum))) if rank_sum else NO_HAND


class _Table(dict[int, Strength]):
    def __init__(self, entry: Callable[[int], Strength]) -> None:
        super().__init__()
        self.entry = entry

    def __missing__(self, key: int) -> Strength:
        strength = self[key] = self.entry(key)
        return strength


HIGH_FIVE, HIGH_FIVE_SUITED = _Table(_high_five), _Table(_high_five_suited)
HIGH_THREE, HIGH_THREE_SUITED = _Table(_high_three), _Table(_high_three_suited)
DEUCE_TO_SEVEN, DEUCE_TO_SEVEN_SUITED = _Table(_deuce_to_seven), _Table(_deuce_to_seven_suited)
LOW_FIVE, LOW_THREE, BOARD_LOW = _Table(_low_five), _Table(_low_three), _Table(_board_low)
