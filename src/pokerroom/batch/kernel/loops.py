"""What Python calls: many lanes opened, moved and looked at in one call, without the interpreter lock."""

from typing import Any

from pokerroom.batch.addresses import row, table
from pokerroom.batch.kernel.chance import choose, drawn
from pokerroom.batch.kernel.flow import act, fresh_deck, open_lane
from pokerroom.batch.kernel.offers import fault, write_offer
from pokerroom.batch.kernel.piles import shuffle
from pokerroom.batch.kernel.seats import place_of
from pokerroom.batch.kernel.views import write_view
from pokerroom.batch.layout import (
    CARDS_WANTED,
    DECK_CARDS,
    DECK_KEY,
    DECK_ROUND,
    DECK_SHUFFLES,
    DOWNS,
    LANE_WIDTH,
    MOVE_AMOUNT,
    MOVE_CARDS,
    MOVE_KIND,
    MOVE_WIDTH,
    MOVED,
    SEATS,
    STACK,
    TURN,
)
from pokerroom.batch.pieces import entry, within


@within
def clear(rules: Any, lane: Any, stacks: Any) -> None:
    for field in range(rules[LANE_WIDTH]):
        lane[field] = 0
    for seat in range(rules[SEATS]):
        lane[place_of(rules, seat) + STACK] = stacks[seat]


@within
def write_down(lane: Any, history: Any, played: Any, kind: Any, amount: Any, cards: Any) -> None:
    """Add a move to the history of a lane."""
    at = played * MOVE_WIDTH
    history[at + MOVED] = lane[TURN]
    history[at + MOVE_KIND], history[at + MOVE_AMOUNT], history[at + MOVE_CARDS] = kind, amount, cards


@within
def lay_deck(rules: Any, deck: Any, key: Any, number: Any, given: Any, cards: Any) -> None:
    """The deck of a round: by the seed and its number, or as it was brought."""
    deck[DECK_KEY], deck[DECK_ROUND], deck[DECK_SHUFFLES] = key, number, 0
    for card in range(cards):
        deck[DECK_CARDS + card] = given[card]
    if cards == 0:
        fresh_deck(deck, rules[CARDS_WANTED])


@entry
def advance(game: Any, rows: Any, openings: Any, moves: Any, space: Any, part: Any) -> None:
    """Open a round in the lanes that are asked for, and carry out moves, which have been checked, in the others.

    `openings` are whether a lane is asked for, its stakes, button, kill and holder, the number of its round, the decks
    of those who bring their own (rows of no cards otherwise) and the key of the seed. `moves` are kinds, amounts and
    cards; where nobody moves there are none. `space` is the workspace of a thread.
    """
    lanes, decks, offers, history, played = rows
    asked, stacks, buttons, kills, holders, numbers, given, key = openings
    kinds, amounts, cards = moves
    rules, work, room = table(game), row(space, 0), history.shape[1]
    for number in range(part[0], part[1]):
        lane, deck = row(lanes, number), row(decks, number)
        if asked[number]:
            clear(rules, lane, row(stacks, number))
            lay_deck(rules, deck, key, numbers[number], row(given, number), given.shape[1])
            open_lane(rules, lane, deck, work, buttons[number], kills[number], holders[number])
            played[number] = 0
        elif kinds.shape[0] and lane[TURN] >= 0:
            kind, amount, chosen = kinds[number], amounts[number], cards[number]
            if played[number] < room:
                write_down(lane, row(history, number), played[number], kind, amount, chosen)
            played[number] += 1
            act(rules, lane, deck, work, kind, amount, chosen)
        else:
            continue
        write_offer(rules, lane, row(offers, number))


@entry
def first_fault(game: Any, rows: Any, moves: Any, part: Any) -> Any:
    """The first lane whose move is not among its offers, and why; lane -1 where all are. Lanes without a turn do not
    move.
    """
    lanes, _decks, offers, _history, _played = rows
    kinds, amounts, cards = moves
    rules = table(game)
    for number in range(part[0], part[1]):
        lane = row(lanes, number)
        turn = lane[TURN]
        if turn >= 0:
            held = lane[place_of(rules, turn) + DOWNS]
            wrong = fault(row(offers, number), held, kinds[number], amounts[number], cards[number])
            if wrong:
                return number, wrong
    return -1, 0


@entry
def view_lanes(game: Any, rows: Any, viewers: Any, views: Any, space: Any, part: Any) -> None:
    """What the viewer of each lane may see of it; nothing of a lane whose viewer is -1."""
    lanes, _decks, _offers, _history, _played = rows
    rules, work = table(game), row(space, 0)
    for number in range(part[0], part[1]):
        view = row(views, number)
        if viewers[number] >= 0:
            write_view(rules, row(lanes, number), work, viewers[number], view)
        else:
            for field in range(rules[LANE_WIDTH]):
                view[field] = 0


@entry
def choose_moves(rows: Any, numbers: Any, key: Any, decision: Any, wild: Any, moves: Any) -> None:
    """A move by chance for every lane that waits for one."""
    lanes, _decks, offers, _history, _played = rows
    for lane in range(lanes.shape[0]):
        if lanes[lane, TURN] >= 0:
            choose(row(offers, lane), drawn(key, numbers[lane], decision), wild, row(moves, lane))


@entry
def shuffle_deck(deck: Any, cards: Any, wanted: Any) -> None:
    """The order in which a deck that lies sorted is dealt."""
    shuffle(row(deck, 0), cards, wanted)
