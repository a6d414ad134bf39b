"""The loops over many hands that Numba compiles, once for each ranking.

`compiled.loops` takes the text of this module and puts another ranking in place of the one named here. A
mask is read as its four lanes, lowest first, and a strength is written as its two halves, lower first:
sixteen bits all the way, as the lanes are. That is the order of bytes on every machine Numba compiles for.

A `row` is a tuple as long as a row of cards. Only its length is looked at: unlike an array's, it is known
when the loop is compiled.
"""

from typing import Any

import numpy as np

from pokerroom.ranking.bulk.compiled import kernel, loop

strength = kernel("high_of_seven_strength")

BLOCK = 2048
"""Hands whose masks stay in the first-level cache from one step to the next."""


@loop
def rank_planes(c: Any, d: Any, h: Any, s: Any, halves: Any) -> None:
    for hand in range(c.shape[0]):
        upper, lower = strength(c[hand], d[hand], h[hand], s[hand])
        halves[2 * hand] = lower
        halves[2 * hand + 1] = upper


@loop
def rank_lanes(lanes: Any, halves: Any) -> None:
    for hand in range(lanes.shape[0] // 4):
        c, d, h, s = lanes[4 * hand], lanes[4 * hand + 1], lanes[4 * hand + 2], lanes[4 * hand + 3]
        upper, lower = strength(c, d, h, s)
        halves[2 * hand] = lower
        halves[2 * hand + 1] = upper


@loop
def rank_lanes_of_both(own: Any, board: Any, halves: Any) -> None:
    for hand in range(own.shape[0] // 4):
        c, d, h, s = own[4 * hand], own[4 * hand + 1], own[4 * hand + 2], own[4 * hand + 3]
        of_c, of_d, of_h, of_s = board[4 * hand], board[4 * hand + 1], board[4 * hand + 2], board[4 * hand + 3]
        upper, lower = strength(c, d, h, s, of_c, of_d, of_h, of_s)
        halves[2 * hand] = lower
        halves[2 * hand + 1] = upper


@loop
def gather(ids: Any, row: Any, masks: Any) -> None:
    for hand in range(masks.shape[0]):
        mask = np.uint64(0)
        for card in range(len(row)):
            number = np.uint64(ids[hand * len(row) + card])
            mask |= np.uint64(1) << (((number & np.uint64(3)) << np.uint64(4)) | (number >> np.uint64(2)))
        masks[hand] = mask


@loop
def rank_ids(ids: Any, row: Any, halves: Any) -> None:
    masks = np.empty(BLOCK, np.uint64)
    lanes = masks.view(np.uint16)
    hands = halves.shape[0] // 2
    for start in range(0, hands, BLOCK):
        end = min(start + BLOCK, hands)
        gather(ids[start * len(row) : end * len(row)], row, masks[: end - start])
        rank_lanes(lanes[: 4 * (end - start)], halves[2 * start : 2 * end])


@loop
def rank_ids_of_both(own: Any, own_row: Any, board: Any, board_row: Any, halves: Any) -> None:
    masks = np.empty((2, BLOCK), np.uint64)
    own_lanes, board_lanes = masks[0].view(np.uint16), masks[1].view(np.uint16)
    hands = halves.shape[0] // 2
    for start in range(0, hands, BLOCK):
        end = min(start + BLOCK, hands)
        lanes = 4 * (end - start)
        gather(own[start * len(own_row) : end * len(own_row)], own_row, masks[0, : end - start])
        gather(board[start * len(board_row) : end * len(board_row)], board_row, masks[1, : end - start])
        rank_lanes_of_both(own_lanes[:lanes], board_lanes[:lanes], halves[2 * start : 2 * end])
