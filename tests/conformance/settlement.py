"""How a replayed hand is held against the stacks somebody else settled it to.

Where tied players cannot divide a pot the other settlement goes by player number and we by our own rule, so there the
chip may lie elsewhere; everything else must agree exactly.
"""

from collections.abc import Sequence

from pokerroom.history.replay import Replayed
from pokerroom.play.events import PotAwarded

NOT_OUR_GAMES = {"NS", "N2L1D"}
UNDIVIDED = {"high tie", "low tie", "half chips"}
"""Where the index says an odd chip lay, if it lay between tied players or was cut in two."""

EXCEPTIONS: dict[str, str] = {}
"""Every hand that comes out otherwise than its source has it, and why."""


def disagreement(
    file: str, replayed: Replayed, expected: Sequence[int], *, scale: int, odd_chip_where: Sequence[str]
) -> str | None:
    """What is wrong with how the hand came out. Expected amounts are whole numbers, `scale` to the file's unit."""
    stacks = [stack * scale for stack in replayed.stacks if stack is not None]
    apart = [abs(ours - theirs) for ours, theirs in zip(stacks, expected, strict=True)]
    if UNDIVIDED & set(odd_chip_where):
        agrees = sum(stacks) == sum(expected) and max(apart) <= scale * len(pots_awarded(replayed))
    elif file in EXCEPTIONS:
        agrees = sum(stacks) == sum(expected) and max(apart) == scale
    else:
        agrees = not any(apart)
    return None if agrees else f"{file}: expected {list(expected)}, came out as {[*map(str, stacks)]}"


def pots_awarded(replayed: Replayed) -> list[PotAwarded]:
    return [event for event in replayed.log if isinstance(event, PotAwarded)]


def misplaced_odd_units(replayed: Replayed) -> list[PotAwarded]:
    """Awards to tied players that do not start with the first of them left of the button, one odd unit each."""
    unit = replayed.state.procedure.house.odd_unit
    return [
        award
        for award in pots_awarded(replayed)
        if len(set(award.amounts)) > 1
        and not (
            list(award.seats) == sorted(award.seats)
            and list(award.amounts) == sorted(award.amounts, reverse=True)
            and max(award.amounts) - min(award.amounts) == unit
        )
    ]
