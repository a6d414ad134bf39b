"""Settlement, 13.5(f): losing wagers are collected, then winners are paid; whatever is undecided stays where it is."""

from pokerroom.dice import commands as asked, events as happened
from pokerroom.dice.course import Course, cite
from pokerroom.dice.odds import payment
from pokerroom.dice.placing import vacate
from pokerroom.dice.refusals import Code, Refusal
from pokerroom.dice.state import Phase
from pokerroom.dice.wagers import SEVEN

SETTLED = cite("13.5(f)")
BY_POSITION = cite("13.4(e)")
PAID = cite("13.6(b)")
AFTER_SEVEN = cite("13.7(a)1i")


def collect_losing(course: Course, _command: asked.CollectLosing) -> Refusal | None:
    refusal = settling_refusal(course)
    if refusal is None and not course.table.losing:
        refusal = Refusal(Code.NOTHING_TO_COLLECT, SETTLED, {})
    if refusal is not None:
        return refusal
    for seat, bet, wager in course.table.losing:
        player = course.table.at(seat).player
        course.note(happened.WagerLost, SETTLED, seat=seat, player=player, bet=bet, amount=wager.amount)
    finish_if_settled(course)
    return None


def pay_winners(course: Course, command: asked.PayWinners) -> Refusal | None:
    table = course.table
    refusal = settling_refusal(course)
    if refusal is None and table.losing:
        refusal = Refusal(Code.COLLECT_FIRST, SETTLED, {})
    due = [each for each in table.winning if command.player in {None, table.at(each[0]).player}]
    if refusal is None and not due:
        refusal = Refusal(Code.NOTHING_TO_PAY, SETTLED, {})
    if refusal is not None:
        return refusal
    assert table.result is not None
    for seat, bet, wager in due:
        won = payment(table.odds[bet], wager.amount, table.result.total)
        player = table.at(seat).player
        course.note(happened.WagerWon, PAID, seat=seat, player=player, bet=bet, amount=wager.amount, won=won)
    finish_if_settled(course)
    return None


def settling_refusal(course: Course) -> Refusal | None:
    return None if course.table.phase is Phase.SETTLING else Refusal(Code.NO_RESULT, BY_POSITION, {})


def finish_if_settled(course: Course) -> None:
    """The round of play is over once nothing is left to collect or to pay; whoever waited for that gets up."""
    table = course.table
    if table.losing or table.winning:
        return
    assert table.result is not None
    total, shook = table.result.total, table.result.shaken_by
    course.note(happened.DiceRoundFinished, SETTLED, number=table.number, total=total)
    if total == SEVEN and shook is not None and shook == course.table.holder:
        course.note(happened.ShakerPassed, AFTER_SEVEN, seat=shook)
    for seat, place in course.table.seated:
        if place.leaving:
            vacate(course, seat)
