"""What Python calls: many lanes opened, moved and looked at in one call, without the interpreter lock."""

from typing import Any

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
    """Add a move to the history of a lane, as far as there is room."""
    if played < history.shape[0]:
        history[played, MOVED] = lane[TURN]
        history[played, MOVE_KIND], history[played, MOVE_AMOUNT], history[played, MOVE_CARDS] = kind, amount, cards


@within
def lay_deck(rules: Any, deck: Any, key: Any, number: Any, given: Any) -> None:
    """The deck of a round: by the seed and its number, or as it was brought."""
    deck[DECK_KEY], deck[DECK_ROUND], deck[DECK_SHUFFLES] = key, number, 0
    for card in range(given.shape[0]):
        deck[DECK_CARDS + card] = given[card]
    if given.shape[0] == 0:
        fresh_deck(deck, rules[CARDS_WANTED])


@entry
def advance(rules: Any, rows: Any, openings: Any, moves: Any, work: Any, part: Any) -> None:
    """Open a round in the lanes that are asked for, and carry out moves, which have been checked, in the others.

    `openings` are whether a lane is asked for, its stakes, button, kill and holder, the number of its round, the decks
    of those who bring their own (rows of no cards otherwise) and the key of the seed. `moves` are kinds, amounts and
    cards; where nobody moves there are none. `work` is the workspace of a thread.
    """
    lanes, decks, offers, history, played = rows
    asked, stacks, buttons, kills, holders, numbers, given, key = openings
    kinds, amounts, cards = moves
    for number in range(part[0], part[1]):
        lane, deck = lanes[number], decks[number]
        if asked[number]:
            clear(rules, lane, stacks[number])
            lay_deck(rules, deck, key, numbers[number], given[number])
            open_lane(rules, lane, deck, work, buttons[number], kills[number], holders[number])
            played[number] = 0
        elif kinds.shape[0] and lane[TURN] >= 0:
            kind, amount, chosen = kinds[number], amounts[number], cards[number]
            write_down(lane, history[number], played[number], kind, amount, chosen)
            played[number] += 1
            act(rules, lane, deck, work, kind, amount, chosen)
        else:
            continue
        write_offer(rules, lane, offers[number])


@entry
def first_fault(rules: Any, rows: Any, moves: Any, part: Any) -> Any:
    """The first lane whose move is not among its offers, and why; lane -1 where all are. Lanes without a turn do not
    move.
    """
    lanes, _decks, offers, _history, _played = rows
    kinds, amounts, cards = moves
    for number in range(part[0], part[1]):
        turn = lanes[number, TURN]
        if turn >= 0:
            held = lanes[number, place_of(rules, turn) + DOWNS]
            wrong = fault(offers[number], held, kinds[number], amounts[number], cards[number])
            if wrong:
                return number, wrong
    return -1, 0


@entry
def view_lanes(rules: Any, rows: Any, viewers: Any, views: Any, work: Any, part: Any) -> None:
    """What the viewer of each lane may see of it; nothing of a lane whose viewer is -1."""
    lanes, _decks, _offers, _history, _played = rows
    for number in range(part[0], part[1]):
        if viewers[number] >= 0:
            write_view(rules, lanes[number], work, viewers[number], views[number])
        else:
            for field in range(rules[LANE_WIDTH]):
                views[number, field] = 0


@entry
def shuffle_deck(deck: Any, cards: Any, wanted: Any) -> None:
    """The order in which a deck that lies sorted is dealt."""
    shuffle(deck, cards, wanted)
