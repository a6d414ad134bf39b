"""From a payout to the books: boxes counted into the fund, awards paid out of it, and never a cent to the house."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from pokerroom.jackpot import events
from pokerroom.jackpot.commands import PaidAt
from pokerroom.jackpot.linking import due_back
from pokerroom.jackpot.rules import Level
from pokerroom.jackpot.state import Hit, Payouts
from pokerroom.ledger import (
    BAD_BEAT_FUND,
    CAGE,
    OWN_PART,
    REVENUE,
    Reason,
    Signature,
    bad_beat_box,
    bank,
    inventory,
    member,
    variance,
)
from pokerroom.ledger.accounts import is_name
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.processes.banking import Banked
from pokerroom.room.processes.posting import SCRIBE, Movement


def moved(_place: str, before: Payouts, event: events.Event) -> Iterator[Movement]:
    movement = MOVEMENTS.get(type(event))
    return iter(()) if movement is None else movement(before, event)


def counted_at_table(before: Payouts, event: events.FormCompleted) -> Iterator[Movement]:
    """The chips go into the tray, and the fund is credited with their value, 14.19(f)."""
    yield from differing(event.table, event.variance)
    yield Movement(bad_beat_box(event.table), inventory(event.table), event.amount, Reason.BAD_BEAT_COUNTED)
    yield Movement(CAGE, BAD_BEAT_FUND, event.amount, Reason.BAD_BEAT_COUNTED)
    yield from now_counted(before, event)


def differing(table: str, more: int, explains: str = "") -> Iterator[Movement]:
    """A box that holds other than the record says: the difference is known as such before it is moved."""
    known = variance(explains or table)
    if more > 0:
        yield Movement(known, bad_beat_box(table), more, Reason.VARIANCE)
    else:
        yield Movement(bad_beat_box(table), known, -more, Reason.VARIANCE)


def counted_in_cage(before: Payouts, event: events.ContainerCounted) -> Iterator[Movement]:
    """Each table's box as it was found; what has changed since the count at a closed table, that one explains."""
    place = before.by_name[event.payout].containers[event.container].place
    found = found_in(event)
    changed = event.amount - sum(found.values())
    for table, amount in event.boxes:
        own = max(-found[table], changed)
        yield from differing(table, found[table] - amount)
        yield from differing(table, own, place if is_name(place) else "")
        yield Movement(bad_beat_box(table), BAD_BEAT_FUND, found[table] + own, Reason.BAD_BEAT_COUNTED)
        changed -= own
    yield from now_counted(before, event)


def found_in(event: events.ContainerCounted) -> dict[str, int]:
    """By table; of an older count only the sum is known, and the first table explains what it differs by."""
    if event.counts:
        return dict(event.counts)
    first = event.boxes[0][0]
    return {table: amount + (event.variance if table == first else 0) for table, amount in event.boxes}


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


def ended(_before: Payouts, event: events.PayoutDiscontinued) -> Iterator[Movement]:
    """What its display promised and its fund did not hold goes on to players with the rest, AMB-134."""
    yield Movement(CAGE, BAD_BEAT_FUND, sum(event.made_up), Reason.BAD_BEAT_MADE_UP)


def award_paid(before: Payouts, event: events.AwardPaid) -> Iterator[Movement]:
    """What is handed over leaves the cage; only what a player leaves on account is in their bank (R-75)."""
    award = event.award
    if event.on_account:
        yield Movement(BAD_BEAT_FUND, bank(award.player), award.amount, Reason.BAD_BEAT_PAYOUT)
    else:
        by = out_of_drawer(before.by_name[event.payout].hits[event.hit], event)
        yield Movement(BAD_BEAT_FUND, CAGE, award.amount, Reason.BAD_BEAT_PAYOUT, by=by)


def out_of_drawer(hit: Hit, event: events.AwardPaid) -> Signature:
    """Whose drawer it leaves: that of the cashier who pays it, or who gave it out for the table."""
    cashier = event.by if hit.paid_at is PaidAt.CAGE else hit.cashier
    return SCRIBE if cashier is None else Signature(cashier.name, cashier.acts_as.value)


def bonus_awarded(_before: Payouts, event: events.BonusAwarded) -> Iterator[Movement]:
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
    yield Movement(CAGE, member(event.payer), event.twice, Reason.BETWEEN_MEMBERS)


def unmatched(_before: Payouts, event: events.FormsMatched) -> Iterator[Movement]:
    """Added to poker revenue in the master game report; the fund keeps what it has, 14.19(h)."""
    yield Movement(CAGE, REVENUE, event.to_revenue, Reason.FORM_UNMATCHED)
    yield Movement(REVENUE, CAGE, event.from_revenue, Reason.FORM_FOUND)


MOVEMENTS: dict[type[Any], Callable[[Payouts, Any], Iterator[Movement]]] = {
    events.FormCompleted: counted_at_table,
    events.ContainerCounted: counted_in_cage,
    events.HitVerified: made_up,
    events.PayoutDiscontinued: ended,
    events.AwardPaid: award_paid,
    events.BonusAwarded: bonus_awarded,
    events.FormsMatched: unmatched,
    events.SystemAwardsTaken: between_members,
    events.SystemAwardsCovered: covered,
}

PAYING = Banked(game="poker", stream=PAYOUTS, moved=moved)
