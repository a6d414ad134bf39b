"""Who opens a betting round: the turn after the blinds, the extreme up-card, the best hand showing, the button."""

from typing import Any

import numpy as np

from pokerroom.batch.kernel.betting import somebody_must_act, street
from pokerroom.batch.kernel.blinds import post_blinds, poster, size
from pokerroom.batch.kernel.ranking import board_mask, strength, up_mask
from pokerroom.batch.kernel.seats import first_seat, in_turn, is_able, is_live, join_line, line_up_able, place_of
from pokerroom.batch.layout import (
    ACES_HIGH,
    AFTER_BLINDS,
    BET,
    BETTING,
    BOARD,
    BOARD_CARDS,
    BOARD_RANKED,
    BY_HIGHEST,
    BY_PAIR,
    BY_SHOWING,
    BY_UPCARD,
    CARDS,
    CHECKED,
    COMMON_FOR_ORDER,
    DOWN_MOST,
    FORCED_BET,
    IN_BLIND,
    INCOMPLETE,
    INCREMENT,
    KILL_LAST,
    KILL_SEAT,
    MUST_BET,
    OBLIGED,
    OPENER,
    OPENS,
    OPENS_LOWEST,
    RAISES,
    SEATS,
    SIZE_UNITS,
    STAGE,
    STREET,
    STREET_AGGRESSOR,
    UPS,
)
from pokerroom.batch.pieces import piece, within


@within
def after_the_blinds(rules: Any, lane: Any) -> Any:
    """14.10(f): left of the last blind; the blinds come round again with the option to raise."""
    last, in_the_blind = 0, -1
    for number in range(rules[SEATS]):
        seat = poster(rules, lane, number)
        if seat >= 0:
            last = seat
            if (lane[IN_BLIND] >> seat) & 1:
                in_the_blind = seat
    return (last if in_the_blind < 0 else in_the_blind) + 1


@piece
def up_card(rules: Any, lane: Any, seat: Any, number: Any) -> Any:
    return lane[place_of(rules, seat) + CARDS + rules[DOWN_MOST] + number]


@within
def by_upcard(rules: Any, lane: Any) -> Any:
    """14.9(d): the lowest or highest first up-card, suits included; the ace is high or low as the section says."""
    best, value = -1, 0
    for seat in range(rules[SEATS]):
        if is_live(lane, seat):
            card = up_card(rules, lane, seat, 0)
            if not street(rules, lane, ACES_HIGH):
                card = (card + 4) % 52
            better = card < value if street(rules, lane, OPENS_LOWEST) else card > value
            if best < 0 or better:
                best, value = seat, card
    return best


@within
def best_showing(rules: Any, lane: Any) -> Any:
    """14.9(f): equal hands by position. A common card counts only if the house rules say so (AMB-39)."""
    common = board_mask(lane) if rules[COMMON_FOR_ORDER] else np.uint64(0)
    best, value = -1, 0
    for seat in range(rules[SEATS]):
        if is_live(lane, seat):
            showing = strength(street(rules, lane, BOARD_RANKED), up_mask(rules, lane, seat), common, 0)
            if best < 0 or showing > value:
                best, value = seat, showing
    return best


@within
def by_highest(rules: Any, lane: Any) -> Any:
    """14.13A(f): the highest up-card, suits included."""
    best, value = -1, -1
    for seat in range(rules[SEATS]):
        if is_live(lane, seat):
            for number in range(lane[place_of(rules, seat) + UPS]):
                if up_card(rules, lane, seat, number) > value:
                    best, value = seat, up_card(rules, lane, seat, number)
    return best


@piece
def pair_or_highest(rules: Any, lane: Any, seat: Any) -> Any:
    """The rank of an up-card that pairs with the community card, then the highest rank, as one number."""
    paired, highest = -1, -1
    for number in range(lane[place_of(rules, seat) + UPS]):
        rank = up_card(rules, lane, seat, number) >> 2
        highest = max(highest, rank)
        for center in range(lane[BOARD_CARDS]):
            if lane[BOARD + center] >> 2 == rank:
                paired = max(paired, rank)
    return 16 * paired + highest


@within
def by_pair(rules: Any, lane: Any) -> Any:
    """14.13A(h): the highest pair with the community card, else the highest up-card; equal ones by position."""
    best, value = -1, 0
    for seat in range(rules[SEATS]):
        if is_live(lane, seat):
            standing = pair_or_highest(rules, lane, seat)
            if best < 0 or standing > value:
                best, value = seat, standing
    return best


@within
def opener(rules: Any, lane: Any) -> Any:
    opens = street(rules, lane, OPENS)
    if opens == AFTER_BLINDS:
        return after_the_blinds(rules, lane)
    if opens == BY_UPCARD:
        return by_upcard(rules, lane)
    if opens == BY_SHOWING:
        return best_showing(rules, lane)
    if opens == BY_PAIR:
        return by_pair(rules, lane)
    if opens == BY_HIGHEST:
        return by_highest(rules, lane)
    return first_seat(rules, lane)


@within
def obligation(rules: Any, lane: Any) -> Any:
    """What the opener must bet: the forced bet, or a compulsory opening bet (AMB-33)."""
    if street(rules, lane, OPENS) == BY_UPCARD:
        return rules[FORCED_BET]
    return lane[INCREMENT] if street(rules, lane, MUST_BET) else 0


@piece
def open_betting(rules: Any, lane: Any) -> Any:
    """Open the street's betting round; False where nobody has to act in it."""
    if lane[STREET] and street(rules, lane, OPENS) == AFTER_BLINDS:
        post_blinds(rules, lane)
    if not somebody_must_act(rules, lane):
        return False
    start, kill = opener(rules, lane), lane[KILL_SEAT]
    waits = kill >= 0 and lane[BET] and rules[KILL_LAST] and is_able(rules, lane, kill)
    line_up_able(rules, lane, start, kill if waits else -1)
    if waits:
        join_line(rules, lane, kill)
    lane[STAGE] = BETTING
    lane[INCREMENT] = size(rules, lane, SIZE_UNITS + lane[STREET])
    lane[INCOMPLETE] = 0 < lane[BET] < lane[INCREMENT]
    lane[OBLIGED] = obligation(rules, lane)
    lane[OPENER] = in_turn(rules, lane)
    lane[STREET_AGGRESSOR] = -1
    lane[RAISES] = lane[CHECKED] = 0
    return True
