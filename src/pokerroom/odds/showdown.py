"""Who wins what in many showdowns at once.

An outcome is one integer that says who holds the best hand of each share: bit `p` for player `p` and the first share,
the players of the second share above them. A share nobody qualifies for has no bit set. A tally counts deals by
outcome, and all the figures of an answer, with their errors, follow from it.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from pokerroom.odds.notation import Ids
from pokerroom.odds.question import Claim
from pokerroom.ranking.bulk import engine, rank_many

Strengths = npt.NDArray[np.uint32]
"""By share, player and deal; 0 where a hand may not claim the share."""

Tally = dict[int, int]
"""How many deals had each outcome."""

Counts = npt.NDArray[np.int64]

DENSE = 1 << 16
"""The most outcomes that are counted in an array; where there may be more, they are sorted."""


def strengths_of(claims: Iterable[Claim], own: Ids, board: Ids) -> Strengths:
    """The strengths of hands in each share: one row of `own` and one of `board`, or one board for all, make a hand."""
    return np.stack([claimed(claim, own, board) for claim in claims])


def claimed(claim: Claim, own: Ids, board: Ids) -> Strengths:
    share = claim.share
    shared = board if board.shape[-1] else None
    strengths = rank_many(share.ranking, own, board=shared, formation=share.formation, floor=claim.floor, threads=1)
    if claim.floor:
        strengths[strengths < claim.floor] = 0
    return strengths


def outcomes(strengths: Strengths) -> Counts:
    """The outcome of each deal."""
    if engine() == "numba":
        from pokerroom.odds.loops import settle  # noqa: PLC0415

        settled = np.empty(strengths.shape[2], np.int64)
        settle(strengths, settled)
        return settled
    shares, players, _ = strengths.shape
    best = strengths.max(axis=1, keepdims=True)
    bits = np.int64(1) << np.arange(shares * players).reshape(shares, players, 1)
    winners: Counts = np.where((strengths == best) & (best > 0), bits, 0).sum(axis=(0, 1))
    return winners


def counted(settled: Counts, possible: int) -> Tally:
    """How often each outcome occurs; `possible` is how many there may be."""
    if possible > DENSE:
        found, times = np.unique(settled, return_counts=True)
        return dict(zip(found.tolist(), times.tolist(), strict=True))
    return tally_of(np.bincount(settled))


def tally_of(counts: Counts) -> Tally:
    """From an array with a place for each outcome."""
    found = np.flatnonzero(counts)
    return dict(zip(found.tolist(), counts[found].tolist(), strict=True))


def together(one: Tally, other: Tally) -> Tally:
    return {outcome: one.get(outcome, 0) + other.get(outcome, 0) for outcome in one | other}
