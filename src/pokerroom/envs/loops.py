"""What every environment does with many lanes at once, compiled: choices read, rounds opened, views and masks written.

Nothing here asks which game it is: a plan says how wide each part of an observation is, and a menu is a table of
actions. An observation is written from the lane, and takes of it only what lies open for its viewer.
Importing this module imports Numba.
"""

from typing import Any

import numpy as np

from pokerroom.batch.kernel.piles import hashed
from pokerroom.batch.kernel.seats import how_many, place_of, wrapped
from pokerroom.batch.layout import (
    ANTE_PAID,
    BET,
    BET_TO,
    BETTING,
    BOARD,
    BOARD_CARDS,
    BUTTON,
    CALL,
    CARDS,
    CARDS_DUE,
    CHECK,
    CHIP,
    CLOSED,
    CONCEDE,
    DISCARD,
    DOWN_MOST,
    DOWNS,
    DRAW,
    DRAWS,
    FOLD,
    KILL,
    LEAST,
    LIVE,
    MOST,
    MOST_SEATS,
    OFFERED,
    OWNER,
    PAID,
    PAYS,
    PILE_AT,
    PILE_CARDS,
    POST,
    POT,
    RAISE_TO,
    RAISES,
    SEAT_BET,
    SEATS,
    SHOW,
    SHOWN,
    STACK,
    STAGE,
    STEP,
    STREET,
    TO_CALL,
    TURN,
    UNKNOWN_CARD,
    UPS,
)
from pokerroom.batch.pieces import entry, piece, within
from pokerroom.ranking.bulk.hashing import GOLDEN

NOTHING = -1
"""No card, no seat, or nothing yet."""
CARD = (1 << OWNER) - 1

# A plan: how wide each part of an observation is. After it, for each street, which draw it is (-1: none).
(
    BOARD_AT,
    BOARD_PLACES,
    DISCARDS_AT,
    DISCARD_PLACES,
    BLOCKS_AT,
    BLOCK_WIDTH,
    DOWN_PLACES,
    UP_PLACES,
    DRAW_PLACES,
    HISTORY_AT,
    HISTORY_MOVES,
    BETS,
    DRAW_OF_STREET,
) = range(13)

# An observation, before its board.
(
    SEAT,
    POSITION,
    DEALER,
    ACTING,
    AT_STREET,
    AT_STAGE,
    POT_NOW,
    BET_NOW,
    COST,
    LEAST_TOTAL,
    MOST_TOTAL,
    RAISED,
    DUE,
    KILLED,
    GENERAL,
) = range(15)

# A seat of an observation, the viewer's first and then clockwise; its cards and its draws follow.
IN_ROUND, CHIPS, CHIPS_BET, CHIPS_PAID, BLOCK_CARDS = range(5)

# A move of the history, the latest first.
WHO, WHAT, HOW_MUCH, HOW_MANY, MOVE_PLACES = range(5)

# An action of a menu: what it is, which wager (and the how-manieth of the menu), and which down cards it gives up.
GROUP, SIZE, PART, NTH, GIVES, ACTION_WIDTH = range(6)
FOLDS, STAYS, WAGERS, DRAWING_OF, GIVING_UP, SHOWING_OF, CONCEDING = range(7)
THE_LEAST, OF_THE_POT, THE_MOST, AS_STATED = range(4)
PARTS = 1000
"""Parts of the pot are counted in thousandths."""

# What is counted for each seat.
ROUNDS, ENTERED_ROUNDS, RAISED_ROUNDS, AGGRESSIVE, CALLED, WON, COUNTS = range(7)


@piece
def whole(amount: Any, offer: Any) -> Any:
    """The amount that is offered nearest below another, in whole chips; the least or the most beyond them."""
    if amount >= offer[MOST]:
        return offer[MOST]
    return max(offer[LEAST], amount - amount % offer[STEP])


@piece
def wager_of(lane: Any, offer: Any, size: Any, part: Any, stated: Any) -> Any:
    """The total of a bet or raise."""
    if size == THE_LEAST:
        return offer[LEAST]
    if size == THE_MOST:
        return offer[MOST]
    if size == AS_STATED:
        return whole(stated, offer)
    return whole(lane[BET] + (lane[POT] + offer[TO_CALL]) * part // PARTS, offer)


@piece
def kind_of(group: Any, offered: Any) -> Any:
    """What an action of this group is now; -1 where it is not offered."""
    if group == FOLDS:
        kind = FOLD
    elif group == STAYS:
        kind = CHECK if (offered >> CHECK) & 1 else (CALL if (offered >> CALL) & 1 else POST)
    elif group == WAGERS:
        kind = BET_TO if (offered >> BET_TO) & 1 else RAISE_TO
    elif group == DRAWING_OF:
        kind = DRAW
    elif group == GIVING_UP:
        kind = DISCARD
    else:
        kind = SHOW if group == SHOWING_OF else CONCEDE
    return kind if (offered >> kind) & 1 else NOTHING


@piece
def fits(action: Any, kind: Any, offer: Any, held: Any) -> Any:
    """Whether the cards of an action are as many as are due or may be exchanged, and are held."""
    given = how_many(action[GIVES])
    if action[GIVES] >> held:
        return False
    if kind == DRAW:
        return given <= offer[DRAWS]
    if kind in (FOLD, CHECK, SHOW, CONCEDE):
        return given == 0
    return given == offer[CARDS_DUE]


@within
def write_mask(rules: Any, plan: Any, menu: Any, lane: Any, offer: Any, mask: Any) -> None:
    """What may be chosen. A wager of the same total as a smaller one of the menu is not a choice of its own."""
    for number in range(menu.shape[0]):
        mask[number] = 0
    if lane[TURN] < 0:
        return
    held = lane[place_of(rules, lane[TURN]) + DOWNS]
    betting = lane[STAGE] == BETTING
    first = 0 if betting else plan[BETS]
    last = plan[BETS] if betting else menu.shape[0]
    nth, smaller, total = NOTHING, 0, 0
    for number in range(first, last):
        action = menu[number]
        kind = kind_of(action[GROUP], offer[OFFERED])
        if kind < 0:
            continue
        if action[GROUP] == WAGERS:
            if action[NTH] != nth:
                nth, smaller = action[NTH], total
                total = wager_of(lane, offer, action[SIZE], action[PART], 0)
            if total <= smaller:
                continue
        if fits(action, kind, offer, held):
            mask[number] = 1


@entry
def choose(menu: Any, rows: Any, masks: Any, actions: Any, stated: Any, instead: Any, moves: Any, part: Any) -> Any:
    """Actions as moves; the first lane whose action may not be chosen, or -1. Lanes without a turn do not matter.

    `stated` are totals in cents for wagers that the menu leaves open. With `instead`, an action that may not be chosen
    becomes the first that may, folding last.
    """
    lanes, _decks, offers, _history, _played = rows
    kinds, amounts, cards = moves
    for number in range(part[0], part[1]):
        lane, offer = lanes[number], offers[number]
        if lane[TURN] < 0:
            continue
        chosen = np.int64(actions[number])
        if chosen < 0 or chosen >= menu.shape[0] or not masks[number, chosen]:
            if not instead:
                return number
            chosen = first_of(masks[number])
        action = menu[chosen]
        kinds[number] = kind_of(action[GROUP], offer[OFFERED])
        cards[number] = action[GIVES]
        amounts[number] = 0
        if action[GROUP] == WAGERS:
            amounts[number] = wager_of(lane, offer, action[SIZE], action[PART], np.int64(stated[number]))
    return NOTHING


@piece
def first_of(mask: Any) -> Any:
    """The first choice that is not to fold."""
    for number in range(1, mask.shape[0]):
        if mask[number]:
            return number
    return 0


@entry
def deal_in(rules: Any, asked: Any, openings: Any, depths: Any, kept: Any, part: Any) -> None:
    """The number, the stakes and the button of the next round of every lane that is asked for.

    `depths` are the least stakes of each seat, by how many chips they may be higher, and how far numbers go on.
    """
    stacks, buttons, numbers, key = openings
    least, higher, further = depths
    recent, drawn, flags, _counts = kept
    for lane in range(part[0], part[1]):
        if not asked[lane]:
            continue
        numbers[lane] += further
        buttons[lane] = numbers[lane] % rules[SEATS]
        for seat in range(rules[SEATS]):
            stacks[lane, seat] = least[seat]
            if higher[seat]:
                place = np.uint64(numbers[lane]) * np.uint64(MOST_SEATS) + np.uint64(seat)
                half = hashed(hashed(np.uint64(key) ^ GOLDEN) + place * GOLDEN) >> np.uint64(32)
                chips = np.int64((half * np.uint64(higher[seat] + 1)) >> np.uint64(32))
                stacks[lane, seat] += chips * rules[CHIP]
        flags[lane, 0] = flags[lane, 1] = flags[lane, 2] = 0
        for each in range(recent.shape[1]):
            recent[lane, each, WHO] = NOTHING
        for seat in range(rules[SEATS]):
            for each in range(drawn.shape[2]):
                drawn[lane, seat, each] = NOTHING


@entry
def note(plan: Any, rows: Any, asked: Any, moves: Any, kept: Any, part: Any) -> None:
    """Write moves down before they are made: the history, the draws, and what is counted of players."""
    lanes, _decks, offers, _history, _played = rows
    kinds, amounts, cards = moves
    recent, drawn, flags, counts = kept
    for number in range(part[0], part[1]):
        lane = lanes[number]
        seat = lane[TURN]
        if seat < 0 or asked[number]:
            continue
        kind, given = kinds[number], how_many(cards[number])
        if recent.shape[1]:
            place = flags[number, 2] % recent.shape[1]
            flags[number, 2] += 1
            recent[number, place, WHO], recent[number, place, WHAT] = seat, kind
            recent[number, place, HOW_MUCH], recent[number, place, HOW_MANY] = amounts[number], given
        if kind == DRAW:
            drawn[number, seat, plan[DRAW_OF_STREET + lane[STREET]]] = given
        count(lane, offers[number], seat, kind, amounts[number], flags[number], counts[number, seat])


@within
def count(lane: Any, offer: Any, seat: Any, kind: Any, amount: Any, flags: Any, counts: Any) -> None:
    """What a move says about a player: chips put in of free will in the first betting round, and wagers after it."""
    wagers = kind in (BET_TO, RAISE_TO) and amount > offer[PAYS]
    bit = 1 << seat
    if lane[STREET] == 0:
        if wagers and not flags[1] & bit:
            flags[1] |= bit
            counts[RAISED_ROUNDS] += 1
        if (wagers or kind == CALL) and not flags[0] & bit:
            flags[0] |= bit
            counts[ENTERED_ROUNDS] += 1
    elif wagers:
        counts[AGGRESSIVE] += 1
    elif kind == CALL:
        counts[CALLED] += 1


@entry
def settle(rules: Any, rows: Any, acted: Any, stakes: Any, results: Any, kept: Any, part: Any) -> None:
    """What rounds that have just ended brought every seat; nothing in the others."""
    lanes, _decks, _offers, _history, _played = rows
    rewards, won, over = results
    _recent, _drawn, _flags, counts = kept
    for number in range(part[0], part[1]):
        lane = lanes[number]
        ended = lane[STAGE] == CLOSED and acted[number] >= 0
        over[number], rewards[number] = ended, 0
        for seat in range(rules[SEATS]):
            won[number, seat] = 0
            if ended:
                won[number, seat] = lane[place_of(rules, seat) + STACK] - stakes[number, seat]
                counts[number, seat, ROUNDS] += 1
                counts[number, seat, WON] += won[number, seat]
        if ended:
            rewards[number] = won[number, acted[number]]


@entry
def observe(rules: Any, plan: Any, menu: Any, rows: Any, viewers: Any, kept: Any, out: Any, part: Any) -> None:
    """What the viewer of each lane may see of it, and what they may choose; zeros where there is no viewer."""
    lanes, _decks, offers, _history, _played = rows
    recent, drawn, flags, _counts = kept
    seen, masks = out
    for number in range(part[0], part[1]):
        lane, row, viewer = lanes[number], seen[number], viewers[number]
        if viewer < 0:
            for field in range(row.shape[0]):
                row[field] = 0
            for field in range(menu.shape[0]):
                masks[number, field] = 0
            continue
        write_general(rules, lane, offers[number], viewer, row)
        write_board(plan, lane, row)
        write_discards(rules, plan, lane, viewer, row)
        for step in range(rules[SEATS]):
            seat = wrapped(rules, viewer + step)
            at = plan[BLOCKS_AT] + step * plan[BLOCK_WIDTH]
            write_block(rules, plan, lane, seat, viewer, drawn[number, seat], row, at)
        write_history(rules, plan, viewer, recent[number], flags[number, 2], row)
        if viewer == lane[TURN]:
            write_mask(rules, plan, menu, lane, offers[number], masks[number])
        else:
            for field in range(menu.shape[0]):
                masks[number, field] = 0


@piece
def clockwise(rules: Any, viewer: Any, seat: Any) -> Any:
    """How many places a seat is to the left of the viewer; -1 for no seat."""
    if seat < 0:
        return NOTHING
    return seat - viewer if seat >= viewer else seat - viewer + rules[SEATS]


@within
def write_general(rules: Any, lane: Any, offer: Any, viewer: Any, row: Any) -> None:
    first = 0 if lane[BUTTON] < 0 else wrapped(rules, lane[BUTTON] + 1)
    row[SEAT] = viewer
    row[POSITION] = clockwise(rules, first, viewer)
    row[DEALER] = clockwise(rules, viewer, lane[BUTTON])
    row[ACTING] = clockwise(rules, viewer, lane[TURN])
    row[AT_STREET], row[AT_STAGE] = lane[STREET], lane[STAGE]
    row[POT_NOW], row[BET_NOW] = lane[POT], lane[BET]
    row[RAISED], row[KILLED] = lane[RAISES], lane[KILL]
    own = lane[TURN] == viewer
    row[COST] = offer[TO_CALL] if own else 0
    row[LEAST_TOTAL] = offer[LEAST] if own else 0
    row[MOST_TOTAL] = offer[MOST] if own else 0
    row[DUE] = offer[CARDS_DUE] if own else 0


@within
def write_board(plan: Any, lane: Any, row: Any) -> None:
    for number in range(plan[BOARD_PLACES]):
        row[plan[BOARD_AT] + number] = lane[BOARD + number] if number < lane[BOARD_CARDS] else NOTHING


@within
def write_discards(rules: Any, plan: Any, lane: Any, viewer: Any, row: Any) -> None:
    """The viewer's own discards: those of others and the burn cards are nobody's to see."""
    places = plan[DISCARD_PLACES]
    if places == 0:
        return
    found = 0
    for number in range(lane[PILE_CARDS]):
        thrown = lane[rules[PILE_AT] + number]
        if thrown >> OWNER == viewer and found < places:
            row[plan[DISCARDS_AT] + found] = thrown & CARD
            found += 1
    for number in range(found, places):
        row[plan[DISCARDS_AT] + number] = NOTHING


@within
def write_block(rules: Any, plan: Any, lane: Any, seat: Any, viewer: Any, drawn: Any, row: Any, at: Any) -> None:
    place = place_of(rules, seat)
    row[at + IN_ROUND] = (lane[LIVE] >> seat) & 1
    row[at + CHIPS], row[at + CHIPS_BET] = lane[place + STACK], lane[place + SEAT_BET]
    row[at + CHIPS_PAID] = lane[place + PAID] + lane[place + ANTE_PAID]
    is_open = seat == viewer or (lane[SHOWN] >> seat) & 1
    at += BLOCK_CARDS
    for number in range(plan[DOWN_PLACES]):
        card = NOTHING
        if number < lane[place + DOWNS]:
            card = lane[place + CARDS + number] if is_open else UNKNOWN_CARD
        row[at + number] = card
    at += plan[DOWN_PLACES]
    ups = place + CARDS + rules[DOWN_MOST]
    for number in range(plan[UP_PLACES]):
        row[at + number] = lane[ups + number] if number < lane[place + UPS] else NOTHING
    at += plan[UP_PLACES]
    for number in range(plan[DRAW_PLACES]):
        row[at + number] = drawn[number]


@within
def write_history(rules: Any, plan: Any, viewer: Any, recent: Any, made: Any, row: Any) -> None:
    """The latest move first; of cards that were given up, how many."""
    places = recent.shape[0]
    for number in range(places):
        at = plan[HISTORY_AT] + number * MOVE_PLACES
        if number < made:
            move = recent[(made - 1 - number) % places]
            row[at + WHO] = clockwise(rules, viewer, move[WHO])
            row[at + WHAT], row[at + HOW_MUCH], row[at + HOW_MANY] = move[WHAT], move[HOW_MUCH], move[HOW_MANY]
        else:
            row[at + WHO] = row[at + WHAT] = NOTHING
            row[at + HOW_MUCH] = row[at + HOW_MANY] = 0
