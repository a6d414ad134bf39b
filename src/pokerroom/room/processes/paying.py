"""From a payout to the books: boxes counted into the fund, awards paid out of it, and never a cent to the house."""

from collections.abc import Callable, Iterator
from typing import Any

from pokerroom.jackpot import events
from pokerroom.jackpot.linking import advance_for, given_back
from pokerroom.jackpot.rules import Level
from pokerroom.jackpot.state import Payouts
from pokerroom.ledger import BAD_BEAT_FUND, CAGE, REVENUE, Reason, bad_beat_box, bank, inventory, member, variance
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
    yield from advance_returned(before, event)


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
    yield from advance_returned(before, event)


def advance_returned(before: Payouts, event: events.FormCompleted | events.ContainerCounted) -> Iterator[Movement]:
    """The cage has back what it had advanced for these contributions."""
    payout, counted = before.by_name[event.payout], (event.primary, event.secondary)
    back = sum(given_back(payout, level, amount) for level, amount in zip(Level, counted, strict=True))
    yield Movement(BAD_BEAT_FUND, CAGE, back, Reason.BAD_BEAT_ADVANCED)


def awards_taken(before: Payouts, event: events.SystemAwardsTaken) -> Iterator[Movement]:
    """What others owe for awards paid here comes into the fund, and what is owed to others leaves it, 14.20(d)2."""
    advance = advance_for(before.by_name[event.payout], event)
    yield Movement(CAGE, BAD_BEAT_FUND, advance, Reason.BAD_BEAT_ADVANCED)
    for casino, amount in event.owed:
        if amount > 0:
            yield Movement(member(casino), BAD_BEAT_FUND, amount, Reason.MEMBER_SHARE)
    for casino, amount in event.owed:
        if amount < 0:
            yield Movement(BAD_BEAT_FUND, member(casino), -amount, Reason.MEMBER_SHARE)


def made_up(_before: Payouts, event: events.HitVerified) -> Iterator[Movement]:
    """What the display promised and the fund did not hold, AMB-134."""
    for _, amount in event.shortfalls:
        yield Movement(CAGE, BAD_BEAT_FUND, amount, Reason.BAD_BEAT_MADE_UP)


def award_paid(_before: Payouts, event: events.AwardPaid | events.BonusAwarded) -> Iterator[Movement]:
    yield Movement(BAD_BEAT_FUND, bank(event.award.player), event.award.amount, Reason.BAD_BEAT_PAYOUT)


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
    events.SystemAwardsTaken: awards_taken,
}

PAYING = Banked(game="poker", stream=PAYOUTS, moved=moved)
