"""From a payout to the books: boxes counted into the fund, awards paid out of it, and never a cent to the house."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from pokerroom.jackpot import events
from pokerroom.jackpot.linking import due_back
from pokerroom.jackpot.rules import Level
from pokerroom.jackpot.state import Payouts
from pokerroom.ledger import (
    BAD_BEAT_FUND,
    CAGE,
    OWN_PART,
    REVENUE,
    Reason,
    bad_beat_box,
    bank,
    inventory,
    member,
    variance,
)
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.processes.banking import Banked
from pokerroom.room.processes.posting import Movement


def moved(_place: str, before: Payouts, event: events.Event) -> Iterator[Movement]:
    movement = MOVEMENTS.get(type(event))
    return iter(()) if movement is None else movement(before, event)


def counted_at_table(before: Payouts, event: events.FormCompleted) -> Iterator[Movement]:
    """The chips go into the tray, and the fund is credited with their value, 14.19(f)."""
    yield from differing(event.table, event.variance)
    yield Movement(bad_beat_box(event.table), inventory(event.table), event.amount, Reason.BAD_BEAT_COUNTED)
    yield Movement(CAGE, BAD_BEAT_FUND, event.amount, Reason.BAD_BEAT_COUNTED)
    yield from now_counted(before, event)


def differing(table: str, more: int) -> Iterator[Movement]:
    """A box that holds other than the record says: the difference is known as such before it is moved."""
    if more > 0:
        yield Movement(variance(table), bad_beat_box(table), more, Reason.VARIANCE)
    else:
        yield Movement(bad_beat_box(table), variance(table), -more, Reason.VARIANCE)


def counted_in_cage(before: Payouts, event: events.ContainerCounted) -> Iterator[Movement]:
    """Each table's box as the record has it; what the count differs by is the first table's to explain."""
    first, left = event.boxes[0][0], event.variance
    yield from differing(first, left)
    for table, amount in event.boxes:
        own = amount + (left if table == first else 0)
        yield Movement(bad_beat_box(table), BAD_BEAT_FUND, own, Reason.BAD_BEAT_COUNTED)
    yield from now_counted(before, event)


def now_counted(before: Payouts, event: events.FormCompleted | events.ContainerCounted) -> Iterator[Movement]:
    """What the fund had paid of contributions that were still in boxes, 14.20(d)2."""
    funds = before.by_name[event.payout].funds
    for level, amount in ((Level.PRIMARY, event.primary), (Level.SECONDARY, event.secondary)):
        back = due_back(replace(funds[level], counted=funds[level].counted + amount))
        yield Movement(BAD_BEAT_FUND, OWN_PART, back, Reason.BETWEEN_MEMBERS)


def made_up(_before: Payouts, event: events.HitVerified) -> Iterator[Movement]:
    """What the display promised and the fund did not hold, AMB-134."""
    for _, amount in event.shortfalls:
        yield Movement(CAGE, BAD_BEAT_FUND, amount, Reason.BAD_BEAT_MADE_UP)


def award_paid(_before: Payouts, event: events.AwardPaid | events.BonusAwarded) -> Iterator[Movement]:
    yield Movement(BAD_BEAT_FUND, bank(event.award.player), event.award.amount, Reason.BAD_BEAT_PAYOUT)


def between_members(_before: Payouts, event: events.SystemAwardsTaken) -> Iterator[Movement]:
    """What others owe for a payout comes into the fund first; then what is given for players elsewhere leaves it."""
    yield Movement(OWN_PART, BAD_BEAT_FUND, event.uncounted, Reason.BETWEEN_MEMBERS)
    for casino, amount in event.owed:
        yield Movement(member(casino), BAD_BEAT_FUND, max(0, amount), Reason.BETWEEN_MEMBERS)
    for casino, amount in event.owed:
        yield Movement(BAD_BEAT_FUND, member(casino), max(0, -amount), Reason.BETWEEN_MEMBERS)


def covered(_before: Payouts, event: events.SystemAwardsCovered) -> Iterator[Movement]:
    amount = sum(award.amount for award in event.awards)
    yield Movement(BAD_BEAT_FUND, member(event.payer), amount, Reason.BETWEEN_MEMBERS)


def unmatched(_before: Payouts, event: events.FormsMatched) -> Iterator[Movement]:
    """Added to poker revenue in the master game report; the fund keeps what it has, 14.19(h)."""
    yield Movement(CAGE, REVENUE, event.to_revenue, Reason.FORM_UNMATCHED)


MOVEMENTS: dict[type[Any], Callable[[Payouts, Any], Iterator[Movement]]] = {
    events.FormCompleted: counted_at_table,
    events.ContainerCounted: counted_in_cage,
    events.HitVerified: made_up,
    events.AwardPaid: award_paid,
    events.BonusAwarded: award_paid,
    events.FormsMatched: unmatched,
    events.SystemAwardsTaken: between_members,
    events.SystemAwardsCovered: covered,
}

PAYING = Banked(game="poker", stream=PAYOUTS, moved=moved)
