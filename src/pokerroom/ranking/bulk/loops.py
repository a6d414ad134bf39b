"""The loops over many hands that Numba compiles, once for each ranking.

`compiled.loops` takes the text of this module and puts another ranking in place of the one named here.
"""

import numpy as np

from pokerroom.ranking.bulk.compiled import kernel, loop

strength = kernel("high_of_seven_strength")
U = np.uint16
BLOCK = 2048
"""Hands whose lanes stay in the first-level cache between one step and the next."""


@loop
def rank_planes(c, d, h, s, strengths):
    for hand in range(c.shape[0]):
        upper, lower = strength(c[hand], d[hand], h[hand], s[hand])
        strengths[hand] = (np.uint32(upper) << np.uint32(16)) | np.uint32(lower)


@loop
def split(masks, c, d, h, s):
    for hand in range(masks.shape[0]):
        mask = masks[hand]
        c[hand] = U(mask)
        d[hand] = U(mask >> np.uint64(16))
        h[hand] = U(mask >> np.uint64(32))
        s[hand] = U(mask >> np.uint64(48))


@loop
def rank_masks(masks, strengths):
    planes = np.empty((4, BLOCK), np.uint16)
    for start in range(0, masks.shape[0], BLOCK):
        size = min(BLOCK, masks.shape[0] - start)
        c, d, h, s = planes[0, :size], planes[1, :size], planes[2, :size], planes[3, :size]
        split(masks[start : start + size], c, d, h, s)
        rank_planes(c, d, h, s, strengths[start : start + size])


@loop
def gather(ids, bits, masks):
    for hand in range(ids.shape[0]):
        mask = np.uint64(0)
        for card in range(ids.shape[1]):
            mask |= bits[ids[hand, card]]
        masks[hand] = mask


@loop
def rank_ids(ids, bits, strengths):
    masks = np.empty(BLOCK, np.uint64)
    for start in range(0, ids.shape[0], BLOCK):
        size = min(BLOCK, ids.shape[0] - start)
        gather(ids[start : start + size], bits, masks[:size])
        rank_masks(masks[:size], strengths[start : start + size])
