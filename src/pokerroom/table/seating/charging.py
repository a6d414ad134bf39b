"""Time charges: collected every 20 or 30 minutes, in the rake area until a floorperson has verified them, 14.14(b)3."""

from datetime import datetime, timedelta
from typing import NamedTuple

from pokerroom.rules.house import TimeCharge
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating.commands import CollectTime, PayTime, VerifyTime
from pokerroom.table.seating.course import Course
from pokerroom.table.seating.events import Charge, TimeCollected, TimePaid
from pokerroom.table.seating.places import seat_of
from pokerroom.table.seating.state import Place, Status, Table

HOUR = timedelta(hours=1)
MOMENT = timedelta.resolution


def collect_time(course: Course, command: CollectTime) -> Refusal | None:  # noqa: ARG001
    """Charge the interval that ended last, and no earlier one: an interval that nobody collected is lost."""
    table = course.table
    rule = course.cite("14.14(b)3iii", "AMB-96")
    due, every = table.time_due, table.time_every
    if due is None or every is None:
        return Refusal(Code.NO_TIME_CHARGE, rule, {"table": table.name})
    if course.at < due:
        return Refusal(Code.TIME_NOT_DUE, rule, {"due": str(due), "every": every})
    interval = timedelta(minutes=every)
    until = due + (course.at - due) // interval * interval
    charges = tuple([charged(seat, place, share) for seat, place, share in shares(table, until - interval, until)])
    course.note(TimeCollected, course.cite("14.14(b)3iv", "AMB-96"), charges=charges, until=until)
    return None


def shares(table: Table, start: datetime, end: datetime) -> list[tuple[int, Place, int]]:
    """What each player is charged for an interval: everybody the fee per player; those who play share the fee of the
    table. Whoever sat down when none of its fees was in force any more was there for nothing that is charged (R-30).
    """
    fees = fees_of(table, start, end)
    last = max([fee.until for fee in fees], default=start)
    there = [(seat, place) for seat, place in table.seated if place.since is None or place.since < last]
    chip = chip_of(table)
    own, common = due(fees, "player", chip), due(fees, "table", chip)
    # Those who play share it in whole chips; if chips are left over, the first from the dealer's left pay one more
    # each.
    bearers = [seat for seat, place in there if place.status is Status.PLAYING] or [seat for seat, _ in there]
    each, over = divmod(common // chip, len(bearers)) if bearers else (0, 0)
    of_table = {seat: (each + (turn < over)) * chip for turn, seat in enumerate(bearers)}
    amounts = [(seat, place, own + of_table.get(seat, 0)) for seat, place in there]
    return [line for line in amounts if line[2]]


class Fee(NamedTuple):
    """An hourly fee, how long of an interval it was in force, and until when."""

    charge: TimeCharge
    lasted: timedelta
    until: datetime


def fees_of(table: Table, start: datetime, end: datetime) -> list[Fee]:
    """The fees of an interval. One in force as it ends is so for whoever sits down at that moment."""
    ends = [following.since for following in table.charges[1:]] + [end + MOMENT]
    fees: list[Fee] = []
    for each, until in zip(table.charges, ends, strict=True):
        lasted = min(until, end) - max(each.since, start)
        if each.charge is not None and lasted > timedelta():
            fees.append(Fee(each.charge, lasted, min(until, end + MOMENT)))
    return fees


def due(fees: list[Fee], per: str, chip: int) -> int:
    """What these fees come to, each for as long as it was in force, rounded down to whole chips (R-30)."""
    owed = sum([fee.charge.hourly * (fee.lasted // MOMENT) for fee in fees if fee.charge.per == per])
    return owed // (HOUR // MOMENT * chip) * chip


def chip_of(table: Table) -> int:
    """The smallest chip used by any game of the table."""
    return min(posting.house.odd_unit for posting in table.rotation)


def charged(seat: int, place: Place, amount: int) -> Charge:
    """A charge is paid in full or owed: stakes that do not cover it are not touched."""
    paid = amount if place.stakes >= amount else 0
    return Charge(seat, place.player, paid, amount - paid)


def pay_time(course: Course, command: PayTime) -> Refusal | None:
    seat = seat_of(course, command.player)
    place = course.table.place(seat)
    rule = course.cite("14.14(b)3iv", "AMB-96")
    facts: dict[str, int | str] = {"player": command.player, "amount": place.owes, "held": place.stakes}
    if not place.owes:
        return Refusal(Code.NOTHING_OWED, rule, facts)
    if course.table.is_dealt_in(seat):
        return Refusal(Code.DEALT_IN, rule, facts)
    if place.stakes < place.owes:
        return Refusal(Code.CANNOT_PAY, rule, facts)
    course.of_player(TimePaid, rule, seat, amount=place.owes)
    return None


def count_refusal(course: Course, command: VerifyTime) -> Refusal | None:
    held, rule = course.table.time_area, course.cite("14.14(b)3v")
    if not held:
        return Refusal(Code.NOTHING_TO_VERIFY, rule, {"table": course.table.name})
    if command.amount != held:
        return Refusal(Code.COUNT_DIFFERS, rule, {"amount": command.amount, "held": held})
    return None
