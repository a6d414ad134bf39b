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
from pokerroom.rules.house import BadBeatContribution
from pokerroom.words import Value

NEARLY = 90
"""From so many percent of what a container takes on, the dealer and the floor are told."""


def round_refusal(
    payouts: Payouts, table: str, game: str, takes: BadBeatContribution | None, pots: int = 1
) -> Refusal | None:
    """Why no round may begin at a table: kept as evidence, its container full, or its sign not as the payout is filed.

    `takes` is what the sign of the table takes from each pot, `pots` how many pots the round may have: each puts its
    chips into the container.
    """
    held, payout = next(held_by(payouts, table), None), payouts.at_table(table)
    if held is not None:
        return kept_as_evidence(held, table)
    if payout is None:
        return uncollected(payouts, table) if takes else None
    if takes and payout.standing is not Standing.OFFERED:
        return Refusal(Code.NOT_COLLECTING, cite("14.19(c)"), {"payout": payout.rules.name})
    return sign_refusal(payout, table, game, takes) or full_refusal(payout, table, pots if takes else 0)


def sign_refusal(payout: Payout, table: str, game: str, takes: BadBeatContribution | None) -> Refusal | None:
    """Each pot of a game that takes part gives what the filed rules prescribe, and of no other game anything."""
    takes_part = payout.standing is Standing.OFFERED and game in payout.rules.games
    due = payout.rules.from_each_pot if takes_part else None
    if takes == due:
        return None
    if due is None:
        return Refusal(Code.GAME_NOT_IN_IT, cite("14.19(c)"), {"payout": payout.rules.name, "table": table})
    facts: dict[str, Value] = {"table": table, "payout": payout.rules.name, "due": due.amount, "least": due.least_pot}
    return Refusal(Code.CONTRIBUTION_DIFFERS, cite("14.19(c)"), facts)


def full_refusal(payout: Payout, table: str, pots: int) -> Refusal | None:
    chips = min(pots * payout.rules.chips_each, payout.rules.capacity)
    if pots and is_full(payout, table, chips):
        return Refusal(Code.CONTAINER_FULL, full_rule(payout), {"table": table})
    return None


def uncollected(payouts: Payouts, table: str) -> Refusal:
    """The sign of a table takes something from each pot that no payout would count and pay, 14.19(a)."""
    ended = next((each for each in payouts.by_name.values() if table in each.rules.tables), None)
    if ended is None:
        return Refusal(Code.NO_PAYOUT_HERE, cite("14.19(c)"), {"table": table})
    return Refusal(Code.NOT_COLLECTING, cite("14.19(c)"), {"payout": ended.rules.name})


def held_by(payouts: Payouts, table: str) -> Iterator[Payout]:
    """The payouts that keep a table as evidence of a hit."""
    kept = (each for each in payouts.by_name.values() if table in each.held)
    return (each for each in kept if each.standing is not Standing.DISCONTINUED)


def kept_as_evidence(payout: Payout, table: str) -> Refusal:
    return Refusal(Code.TABLE_HELD, cite("14.19(i)", reading="R-57"), {"table": table, "hit": payout.held[table]})


def full_rule(payout: Payout) -> Citation:
    return cite("14.19(f)1") if payout.rules.route.is_at_the_table else cite("14.19(d)", reading="R-57")


def notices(payouts: Payouts, table: str) -> Iterator[Refusal]:
    """What the dealer and the floor are told before it is too late, with its paragraph."""
    for held in held_by(payouts, table):
        yield kept_as_evidence(held, table)
    payout = payouts.at_table(table)
    if payout is None:
        return
    chips, capacity = payout.box(table).chips, payout.rules.capacity
    if chips * 100 >= capacity * NEARLY:
        full: dict[str, Value] = {"table": table, "chips": chips, "capacity": capacity}
        yield Refusal(Code.CONTAINER_NEARLY_FULL, full_rule(payout), full)
