"""Where each number of an observation is: one row of integers for every seat of every game, and the names of its parts.

Money is in cents. Cards are numbered as everywhere (`pokerroom.cards`); 52 is a card that lies face down for the
viewer, and -1 no card. Seats are counted clockwise from the viewer, who is seat 0 of their own view.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerroom.batch import CompiledGame, layout
from pokerroom.envs import loops
from pokerroom.rules.clauses import CommonCard, Community, Draw

Plan = npt.NDArray[np.int64]

GENERAL = (
    ("seat", "the viewer's seat at the table"),
    ("position", "places left of the button, or of the dealer where there is none: 0 is dealt first"),
    ("dealer", "who has the button, clockwise from the viewer; -1 without a button"),
    ("acting", "whose turn it is, clockwise from the viewer: 0 the viewer, -1 nobody"),
    ("street", "the street, from 0"),
    ("stage", "what the round waits for, as `pokerroom.batch.Stage`"),
    ("pot", "chips in the pot and in front of players"),
    ("bet", "the total to match in this betting round"),
    ("to_call", "what a call costs the viewer"),
    ("least", "the least total that the viewer may bet or raise to; 0: neither"),
    ("most", "the most"),
    ("raises", "raises so far in this betting round"),
    ("cards_due", "down cards that entering costs the viewer now"),
    ("kill", "whether a kill is in effect"),
)


class Part(NamedTuple):
    """A part of an observation: where it is, its shape, and the range of its numbers."""

    at: int
    shape: tuple[int, ...]
    least: int
    most: int
    meaning: str
    of_seats: bool = False
    """Whether there is one for each seat, the viewer's first."""

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))


def plan_of(game: CompiledGame, history: int, bets: int) -> Plan:
    """What the loops need to know to write an observation."""
    law = game.procedure.game
    draws = [isinstance(street.cards, Draw) for street in law.streets]
    costs = sum(street.discard.count for street in law.streets if street.discard)
    center = sum(street.cards.count for street in law.streets if isinstance(street.cards, Community))
    board = center or int(isinstance(law.shortage, CommonCard))
    discards = sum(draws) * game.down_most + costs
    block = loops.BLOCK_CARDS + game.down_most + game.up_most + sum(draws)
    blocks_at = loops.GENERAL + board + discards
    plan = np.zeros(loops.DRAW_OF_STREET + len(draws), np.int64)
    plan[loops.BOARD_AT], plan[loops.BOARD_PLACES] = loops.GENERAL, board
    plan[loops.DISCARDS_AT], plan[loops.DISCARD_PLACES] = loops.GENERAL + board, discards
    plan[loops.BLOCKS_AT], plan[loops.BLOCK_WIDTH] = blocks_at, block
    plan[loops.DOWN_PLACES], plan[loops.UP_PLACES], plan[loops.DRAW_PLACES] = game.down_most, game.up_most, sum(draws)
    plan[loops.HISTORY_AT], plan[loops.HISTORY_MOVES] = blocks_at + game.seats * block, history
    plan[loops.BETS] = bets
    plan[loops.DRAW_OF_STREET :] = np.where(draws, np.cumsum(draws) - 1, loops.NOTHING)
    return plan


def width_of(plan: Plan) -> int:
    return int(plan[loops.HISTORY_AT] + plan[loops.HISTORY_MOVES] * loops.MOVE_PLACES)


def parts_of(game: CompiledGame, plan: Plan, chips: int) -> dict[str, Part]:
    """The parts of an observation by name; those of seats have a row for each seat, the viewer's first."""
    seats, streets = game.seats, len(game.procedure.game.streets)
    ranges = {
        "seat": (0, seats),
        "position": (0, seats),
        "dealer": (-1, seats),
        "acting": (-1, seats),
        "street": (0, streets),
        "stage": (0, layout.CLOSED),
        "cards_due": (0, game.down_most),
        "kill": (0, 1),
    }
    money = (0, chips)
    parts = {name: Part(at, (), *ranges.get(name, money), meaning) for at, (name, meaning) in enumerate(GENERAL)}
    cards = (-1, layout.UNKNOWN_CARD)
    board, discards = int(plan[loops.BOARD_PLACES]), int(plan[loops.DISCARD_PLACES])
    parts["board"] = Part(int(plan[loops.BOARD_AT]), (board,), *cards, "the center, or the common card")
    parts["discards"] = Part(int(plan[loops.DISCARDS_AT]), (discards,), *cards, "cards that the viewer gave up")
    moves = int(plan[loops.HISTORY_MOVES])
    parts["history"] = Part(
        int(plan[loops.HISTORY_AT]),
        (moves, loops.MOVE_PLACES),
        -1,
        chips,
        "the latest moves, newest first: who (clockwise from the viewer), kind, total, cards given up",
    )
    at = int(plan[loops.BLOCKS_AT])
    downs, ups, draws = (int(plan[each]) for each in (loops.DOWN_PLACES, loops.UP_PLACES, loops.DRAW_PLACES))
    of_seats = (
        ("live", loops.IN_ROUND, (), (0, 1), "whether the seat is in the round"),
        ("stacks", loops.CHIPS, (), money, "table stakes"),
        ("bets", loops.CHIPS_BET, (), money, "chips bet in this betting round"),
        ("paid", loops.CHIPS_PAID, (), money, "chips put in before, antes included"),
        ("down", loops.BLOCK_CARDS, (downs,), cards, "down cards: the viewer's own, and those shown"),
        ("up", loops.BLOCK_CARDS + downs, (ups,), cards, "up-cards"),
        ("draws", loops.BLOCK_CARDS + downs + ups, (draws,), (-1, downs), "cards taken in each draw; -1: not yet"),
    )
    return parts | {
        name: Part(at + offset, (seats, *shape), *limits, meaning, of_seats=True)
        for name, offset, shape, limits, meaning in of_seats
    }


def bounds_of(parts: dict[str, Part], plan: Plan) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """The least and the most of every number of an observation."""
    low = np.zeros(width_of(plan), np.int32)
    high = low.copy()
    for part in parts.values():
        for array, limit in ((low, part.least), (high, part.most)):
            view_of(array, part, plan)[...] = limit
    return low, high


def view_of(seen: npt.NDArray[np.int32], part: Part, plan: Plan) -> npt.NDArray[np.int32]:
    """A part of observations, whose last axis is the row: a view, not a copy."""
    if not part.of_seats:
        rows = seen[..., part.at : part.at + part.size]
        return rows.reshape(*seen.shape[:-1], *part.shape) if part.shape else rows[..., 0]
    seats, *each = part.shape
    places = each[0] if each else 1
    blocks = seen[..., plan[loops.BLOCKS_AT] : plan[loops.HISTORY_AT]]
    blocks = blocks.reshape(*seen.shape[:-1], seats, int(plan[loops.BLOCK_WIDTH]))
    offset = part.at - int(plan[loops.BLOCKS_AT])
    found = blocks[..., offset : offset + places]
    return found if each else found[..., 0]
