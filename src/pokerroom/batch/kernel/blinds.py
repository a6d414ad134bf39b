"""Forced money before the cards: antes, and blinds with the kill, 14.7(b), 14.10(d) and 14.11(i)."""

from typing import Any

from pokerroom.batch.kernel.seats import first_seat, is_live, place_of, wrapped
from pokerroom.batch.layout import (
    ANTE,
    ANTE_PAID,
    ANTES_TO_MAIN,
    BET,
    BLINDS,
    BLINDS_AT,
    BUTTON,
    BUTTON_SMALL_BLIND,
    FULL,
    IN_BLIND,
    KILL,
    KILL_SEAT,
    PAID,
    SEAT_BET,
    SEATS,
    SIZE_MINIMUM,
    SIZES_AT,
    SIZES_WIDTH,
    STACK,
    STREET,
)
from pokerroom.batch.pieces import piece


@piece
def size(rules: Any, lane: Any, field: Any) -> Any:
    """A bet size in force: the posted one, or the kill's."""
    return rules[rules[SIZES_AT] + lane[KILL] * rules[SIZES_WIDTH] + field]


@piece
def post_antes(rules: Any, lane: Any) -> None:
    if rules[ANTE] == 0:
        return
    into = ANTE_PAID if rules[ANTES_TO_MAIN] else PAID
    for seat in range(rules[SEATS]):
        place = place_of(rules, seat)
        amount = min(rules[ANTE], lane[place + STACK])
        lane[place + STACK] -= amount
        lane[place + into] = amount
    return_unmatched_ante(rules, lane, into)


@piece
def return_unmatched_ante(rules: Any, lane: Any, into: Any) -> None:
    """The one full ante, down to the next, where everybody else is all-in on less (AMB-82)."""
    most, second, of = -1, -1, 0
    for seat in range(rules[SEATS]):
        ante = lane[place_of(rules, seat) + into]
        if ante > most:
            most, second, of = ante, most, seat
        elif ante > second:
            second = ante
    if most == second:
        return
    for seat in range(rules[SEATS]):
        if seat != of and lane[place_of(rules, seat) + STACK]:
            return
    place = place_of(rules, of)
    lane[place + into] -= most - second
    lane[place + STACK] += most - second


@piece
def poster(rules: Any, lane: Any, number: Any) -> Any:
    """The seat that would post the blind of that number, or -1.

    From the left of the button; heads-up the button posts first if the house rules say so (AMB-36); on a later street
    only players still in the round.
    """
    start = first_seat(rules, lane)
    if rules[SEATS] == 2 and rules[BUTTON_SMALL_BLIND]:
        start = lane[BUTTON]
    for step in range(rules[SEATS]):
        seat = wrapped(rules, start + step)
        if lane[STREET] < 1 or is_live(lane, seat):
            if number == 0:
                return seat
            number -= 1
    return -1


@piece
def regular_blind(rules: Any, number: Any) -> Any:
    return rules[rules[BLINDS_AT] + number] if number < rules[BLINDS] else 0


@piece
def holder_is_in_the_blinds(rules: Any, lane: Any) -> Any:
    for number in range(rules[BLINDS]):
        if regular_blind(rules, number) and poster(rules, lane, number) == lane[KILL_SEAT]:
            return True
    return False


@piece
def blind_due(rules: Any, lane: Any, number: Any) -> Any:
    """The seat and the amount of a blind that is due, the kill's after the others; seat -1 where none is."""
    if number == rules[BLINDS]:
        return (lane[KILL_SEAT], size(rules, lane, SIZE_MINIMUM)) if lane[KILL_SEAT] >= 0 else (-1, 0)
    seat, amount = poster(rules, lane, number), regular_blind(rules, number)
    return (-1, 0) if amount == 0 or seat == lane[KILL_SEAT] else (seat, amount)


@piece
def post_blinds(rules: Any, lane: Any) -> None:
    """Each blind by the next seat; the holder of the kill button posts that one blind and no other, 14.11(i).

    A player short of the blind is all-in; the others still call the posted amount (R-08). A player without chips posts
    none, and the last blind sets the amount to call even if nobody could post it.
    """
    last, most = -1, 0
    for number in range(rules[BLINDS] + 1):
        seat, amount = blind_due(rules, lane, number)
        if seat >= 0:
            most = max(most, amount)
            if lane[place_of(rules, seat) + STACK]:
                last = number
    known = 0
    for number in range(last + 1):
        seat, amount = blind_due(rules, lane, number)
        if seat < 0:
            continue
        known = max(known, amount)
        place = place_of(rules, seat)
        if lane[place + STACK] == 0:
            continue
        posted = min(amount, lane[place + STACK])
        lane[place + STACK] -= posted
        lane[place + SEAT_BET] += posted
        lane[BET] = max(lane[BET], most if number == last else known)
        lane[FULL] = lane[BET]
        if number < rules[BLINDS] or holder_is_in_the_blinds(rules, lane):
            lane[IN_BLIND] |= 1 << seat
