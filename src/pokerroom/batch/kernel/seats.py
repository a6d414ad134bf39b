"""Who is in the round, who can still bet, and whose turn it is: 14.7(d)."""

from typing import Any

from pokerroom.batch.layout import (
    BUTTON,
    LINE,
    LINE_AT,
    LIVE,
    NEXT,
    SEAT_WIDTH,
    SEATS,
    SEATS_AT,
    STACK,
)
from pokerroom.batch.pieces import piece


@piece
def place_of(rules: Any, seat: Any) -> Any:
    """Where a seat begins in a lane."""
    return SEATS_AT + seat * rules[SEAT_WIDTH]


@piece
def wrapped(rules: Any, seat: Any) -> Any:
    """A seat counted past the last one goes on with the first; quicker than a remainder."""
    return seat - rules[SEATS] if seat >= rules[SEATS] else seat


@piece
def first_seat(rules: Any, lane: Any) -> Any:
    """Where dealing starts: left of the button, or at the dealer's left."""
    return 0 if lane[BUTTON] < 0 else wrapped(rules, lane[BUTTON] + 1)


@piece
def is_live(lane: Any, seat: Any) -> Any:
    return (lane[LIVE] >> seat) & 1 != 0


@piece
def several(bits: Any) -> Any:
    return bits & (bits - 1) != 0


@piece
def how_many(bits: Any) -> Any:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@piece
def is_able(rules: Any, lane: Any, seat: Any) -> Any:
    """A live player who still has chips to bet."""
    return is_live(lane, seat) and lane[place_of(rules, seat) + STACK] > 0


@piece
def somebody_else_is_able(rules: Any, lane: Any, seat: Any) -> Any:
    for other in range(rules[SEATS]):
        if other != seat and is_able(rules, lane, other):
            return True
    return False


@piece
def join_line(rules: Any, lane: Any, seat: Any) -> None:
    lane[place_of(rules, lane[LINE_AT] + lane[LINE]) + NEXT] = seat
    lane[LINE] += 1


@piece
def line_up_live(rules: Any, lane: Any, start: Any) -> None:
    """Every live player acts once, from this seat on."""
    lane[LINE_AT] = lane[LINE] = 0
    for step in range(rules[SEATS]):
        seat = wrapped(rules, start + step)
        if is_live(lane, seat):
            join_line(rules, lane, seat)


@piece
def line_up_able(rules: Any, lane: Any, start: Any, but: Any) -> None:
    """Everybody who can still bet, from this seat on, but one."""
    lane[LINE_AT] = lane[LINE] = 0
    for step in range(rules[SEATS]):
        seat = wrapped(rules, start + step)
        if seat != but and is_able(rules, lane, seat):
            join_line(rules, lane, seat)


@piece
def in_turn(rules: Any, lane: Any) -> Any:
    """Whose turn it is, or -1."""
    return lane[place_of(rules, lane[LINE_AT]) + NEXT] if lane[LINE] else -1


@piece
def has_acted(lane: Any) -> None:
    """The player whose turn it was has acted."""
    lane[LINE_AT] += 1
    lane[LINE] -= 1
