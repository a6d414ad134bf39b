"""Whether the next round may be dealt at a table with a bad beat payout, and what is told before it may not.

The room asks here before every round, whoever deals it. That a container is counted before it is full is the text's
for counts at the table, 14.19(f)1; that the same holds for every route, and that the table of a hit is kept as it is
until somebody has looked at it, is the practice of the house (R-57).
"""

from collections.abc import Iterator

from pokerroom.jackpot.counting import is_full
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import cite
from pokerroom.jackpot.state import Payout, Payouts, Standing
from pokerroom.rules.citation import Citation
from pokerroom.words import Value

NEARLY = 90
"""From so many percent of what a container takes on, the dealer and the floor are told."""


def round_refusal(payouts: Payouts, table: str, *, contributes: bool, pots: int = 1) -> Refusal | None:
    """Why no round may begin at a table: kept as evidence, its container full, or no payout collects there.

    `contributes` says whether the sign of the table takes something from each pot, `pots` how many pots the round may
    have: each puts at least a chip into the container.
    """
    payout = payouts.at_table(table)
    if payout is None:
        return uncollected(payouts, table) if contributes else None
    if table in payout.held:
        return kept_as_evidence(payout, table)
    if contributes and payout.standing is not Standing.OFFERED:
        return Refusal(Code.NOT_COLLECTING, cite("14.19(c)"), {"payout": payout.rules.name})
    if contributes and is_full(payout, table, min(pots, payout.rules.capacity)):
        return Refusal(Code.CONTAINER_FULL, full_rule(payout), {"table": table})
    return None


def uncollected(payouts: Payouts, table: str) -> Refusal | None:
    """A payout has ended, and the sign of its table still takes something from each pot."""
    ended = next((each for each in payouts.by_name.values() if table in each.rules.tables), None)
    return None if ended is None else Refusal(Code.NOT_COLLECTING, cite("14.19(c)"), {"payout": ended.rules.name})


def kept_as_evidence(payout: Payout, table: str) -> Refusal:
    return Refusal(Code.TABLE_HELD, cite("14.19(i)", reading="R-57"), {"table": table, "hit": payout.held[table]})


def full_rule(payout: Payout) -> Citation:
    return cite("14.19(f)1") if payout.rules.route.is_at_the_table else cite("14.19(d)", reading="R-57")


def notices(payouts: Payouts, table: str) -> Iterator[Refusal]:
    """What the dealer and the floor are told before it is too late, with its paragraph."""
    payout = payouts.at_table(table)
    if payout is None:
        return
    if table in payout.held:
        yield kept_as_evidence(payout, table)
    chips, capacity = payout.box(table).chips, payout.rules.capacity
    if chips * 100 >= capacity * NEARLY:
        full: dict[str, Value] = {"table": table, "chips": chips, "capacity": capacity}
        yield Refusal(Code.CONTAINER_NEARLY_FULL, full_rule(payout), full)
