"""A mini-dice table is opened, closed, and takes the odds of the house."""

from pokerroom.dice import commands as asked, events as happened
from pokerroom.dice.commands import ShakenBy
from pokerroom.dice.course import Course, cite
from pokerroom.dice.equipment import INSPECTED, shaker_refusal
from pokerroom.dice.odds import AT_LEAST, pay_table, printed
from pokerroom.dice.refusals import Code, Refusal
from pokerroom.dice.state import Phase

LIMITS = cite("13.4(a)")
ELECTRONIC = cite("13.3(a)", reading="R-71")


def open_table(course: Course, command: asked.OpenDiceTable) -> Refusal | None:
    """After the floorperson's inspection, 13.5(a); electronic dice are in no shaker, and for play chips alone."""
    odds = pay_table(command.odds or {})
    if isinstance(odds, Refusal):
        return odds
    if not command.least <= command.most or command.least % command.unit or command.most % command.unit:
        return Refusal(Code.LIMITS_UNFIT, LIMITS, {"least": command.least, "most": command.most, "unit": command.unit})
    if command.shaken_by is ShakenBy.DEALER:
        refusal = shaker_refusal(course.table, course.at)
        if refusal is not None:
            return refusal
    course.note(
        happened.DiceTableOpened,
        INSPECTED if command.shaken_by is ShakenBy.DEALER else ELECTRONIC,
        least=command.least,
        most=command.most,
        unit=command.unit,
        seats=command.seats,
        shaken_by=command.shaken_by,
        odds=printed(odds),
    )
    return None


def close_table(course: Course, _command: asked.CloseDiceTable) -> Refusal | None:
    """Between two rounds, once everybody has got up."""
    if course.table.phase is not Phase.BETTING or course.table.seated:
        return Refusal(Code.PLAYERS_SEATED, INSPECTED, {})
    course.note(happened.DiceTableClosed, INSPECTED)
    return None


def promise_dice(course: Course, command: asked.PromiseDice) -> Refusal | None:
    """What electronic dice of the round to come are promised by; once given it stays."""
    table = course.table
    if table.shaken_by is not ShakenBy.ROOM or table.phase is not Phase.BETTING or table.promise is not None:
        return Refusal(Code.BROKEN_PROMISE, ELECTRONIC, {})
    course.note(happened.DicePromised, ELECTRONIC, number=table.number, promise=command.promise)
    return None


def take_odds(course: Course, command: asked.TakeOdds) -> Refusal | None:
    """While nothing lies on the layout: a wager is paid at the odds offered when it was made."""
    odds = pay_table(command.odds)
    if isinstance(odds, Refusal):
        return odds
    if course.table.wagers:
        return Refusal(Code.WAGERS_STAND, AT_LEAST, {})
    course.note(happened.OddsTaken, AT_LEAST, odds=printed(odds))
    return None
