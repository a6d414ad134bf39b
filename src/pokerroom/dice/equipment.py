"""The shaker and its dealer, 13.3 and 13.5(a): brought, inspected, attended, and gone when something happened to it."""

from datetime import datetime

from pokerroom.dice import commands as asked, events as happened
from pokerroom.dice.commands import ShakenBy
from pokerroom.dice.course import Course, cite
from pokerroom.dice.refusals import Code, Refusal
from pokerroom.dice.state import DiceTable
from pokerroom.rules.staff import Official, Position
from pokerroom.rules.wording import is_said

SEALED = cite("13.3(a)")
ATTENDED = cite("13.3(a)1")
A_DAY = cite("13.3(a)2")
UNTOUCHED = cite("13.3(a)3")
INSPECTED = cite("13.5(a)")


def place_shaker(course: Course, command: asked.PlaceShaker) -> Refusal | None:
    if course.table.shaker is not None:
        return Refusal(Code.SHAKER_THERE, SEALED, {"shaker": course.table.shaker.name})
    for what in ("shaker", "dice", "shaker_reference", "dice_reference"):
        if not is_said(getattr(command, what)):
            return Refusal(Code.NO_REFERENCE, SEALED, {"what": what.replace("_", " ")})
    course.note(
        happened.ShakerPlaced,
        SEALED,
        shaker=command.shaker,
        dice=command.dice,
        shaker_reference=command.shaker_reference,
        dice_reference=command.dice_reference,
    )
    return None


def remove_shaker(course: Course, _command: asked.RemoveShaker) -> Refusal | None:
    shaker = course.table.shaker
    if shaker is None:
        return Refusal(Code.NO_SHAKER, SEALED, {})
    course.note(happened.ShakerRemoved, A_DAY, shaker=shaker.name)
    return None


def inspect_shaker(course: Course, command: asked.InspectShaker) -> Refusal | None:
    shaker = course.table.shaker
    if shaker is None:
        return Refusal(Code.NO_SHAKER, SEALED, {})
    course.note(happened.ShakerInspected, INSPECTED, shaker=shaker.name, works=command.works)
    return None


def shaker_refusal(table: DiceTable, at: datetime) -> Refusal | None:
    """Why nothing can be shaken: no shaker that was found in order, or dice that have lain here for a day."""
    shaker = table.shaker
    if table.shaken_by is ShakenBy.ROOM:
        return None
    if shaker is None:
        return Refusal(Code.NO_SHAKER, UNTOUCHED if table.incidents else SEALED, {})
    if not shaker.works:
        return Refusal(Code.NOT_INSPECTED, INSPECTED, {"shaker": shaker.name})
    if at > shaker.until:
        return Refusal(Code.DICE_TOO_OLD, A_DAY, {"dice": shaker.dice, "until": str(shaker.until)})
    return None


def dealer_refusal(course: Course) -> Refusal | None:
    """The shaker is the responsibility of the dealer who is on, 13.3(a)1; the floor may enter what happens too."""
    table, by = course.table, course.by
    if table.shaken_by is ShakenBy.ROOM:
        return None
    if table.dealer is None:
        return Refusal(Code.NO_DEALER, ATTENDED, {})
    if isinstance(by, Official) and by.position is Position.DEALER and by.name != table.dealer.name:
        return Refusal(Code.NOT_THE_DEALER, ATTENDED, {"dealer": table.dealer.name})
    return None


def take_over(course: Course, _command: asked.TakeOver) -> Refusal | None:
    """Signs on, or relieves whoever was on: at no moment is the shaker without a dealer."""
    assert isinstance(course.by, Official)
    dealer = course.table.dealer
    if dealer is not None and dealer.name == course.by.name:
        return Refusal(Code.DEALER_ON, ATTENDED, {"dealer": dealer.name})
    course.note(happened.DiceDealerOn, ATTENDED)
    return None


def sign_off(course: Course, _command: asked.SignOff) -> Refusal | None:
    table = course.table
    refusal = dealer_refusal(course)
    if refusal is None and table.shaker is not None:
        refusal = Refusal(Code.UNATTENDED, ATTENDED, {"shaker": table.shaker.name})
    if refusal is None:
        course.note(happened.DiceDealerOff, ATTENDED)
    return refusal


def report_trouble(course: Course, command: asked.ReportTrouble) -> Refusal | None:
    if course.table.shaker is None:
        return Refusal(Code.NO_SHAKER, SEALED, {})
    if not is_said(command.note):
        return Refusal(Code.NO_REASON, UNTOUCHED, {})
    rule = ATTENDED if command.trouble is asked.Trouble.UNATTENDED else UNTOUCHED
    course.note(happened.TroubleReported, rule, trouble=command.trouble, note=command.note)
    return None
