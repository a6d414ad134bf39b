"""Time charges: collected every 20 or 30 minutes, in the rake area until a floorperson has verified them, 14.14(b)3."""

from pokerroom.rules.house import TimeCharge
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating.commands import CollectTime, PayTime, VerifyTime
from pokerroom.table.seating.course import Course
from pokerroom.table.seating.events import Charge, TimeCollected, TimePaid, TimeVerified
from pokerroom.table.seating.places import seat_of
from pokerroom.table.seating.state import Place, Status, Table

HOUR = 60


def collect_time(course: Course, command: CollectTime) -> Refusal | None:  # noqa: ARG001
    table = course.table
    charge = table.posting.house.time_charge
    rule = course.cite("14.14(b)3iii", "AMB-96")
    due = table.time_due
    if charge is None or due is None:
        return Refusal(Code.NO_TIME_CHARGE, rule, {"table": table.name})
    if course.at < due:
        return Refusal(Code.TIME_NOT_DUE, rule, {"due": str(due), "every": charge.every})
    charges = tuple([charged(seat, place, share) for seat, place, share in shares(table, charge)])
    course.note(TimeCollected, course.cite("14.14(b)3iv", "AMB-96"), charges=charges, until=due)
    return None


def shares(table: Table, charge: TimeCharge) -> list[tuple[int, Place, int]]:
    """Who is charged what: each the fraction of his hour, or all together that of the table's."""
    amount = charge.hourly * charge.every // HOUR
    if charge.per == "player":
        return [(seat, place, amount) for seat, place in table.seated]
    # Those who play bear it in whole chips, the first from the dealer's left one chip more while any are left over.
    payers = [each for each in table.seated if each[1].status is Status.PLAYING] or list(table.seated)
    chip = table.posting.house.odd_unit
    each, over = divmod(amount // chip, len(payers)) if payers else (0, 0)
    return [(seat, place, (each + (turn < over)) * chip) for turn, (seat, place) in enumerate(payers)]


def charged(seat: int, place: Place, amount: int) -> Charge:
    """A charge is paid whole or owed: stakes that do not cover it stay what they are."""
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


def verify_time(course: Course, command: VerifyTime) -> Refusal | None:
    held, rule = course.table.time_area, course.cite("14.14(b)3v")
    if not held:
        return Refusal(Code.NOTHING_TO_VERIFY, rule, {"table": course.table.name})
    if command.amount != held:
        return Refusal(Code.COUNT_DIFFERS, rule, {"amount": command.amount, "held": held})
    course.note(TimeVerified, rule, amount=held)
    return None
