"""A ruling between two rounds of play: final, and it may move table stakes from one player to another, 14.15(b).

During a round a ruling is a command of the round (`play/irregularities.py`). Once it is over its pots are pushed and
its rake is taken, and whoever should have won may have nothing left to be dealt in with: then only stakes are moved.
"""

from pokerroom import play
from pokerroom.play import Code as PlayCode, Move
from pokerroom.play.irregularities import ruling_refusal
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating.course import Course
from pokerroom.table.seating.events import RuledBetweenRounds, StakesMove
from pokerroom.table.seating.state import Table
from pokerroom.words import Value, saying


def rule_between_rounds(course: Course, command: play.Rule) -> Refusal | None:
    refusal = ruling_refusal(course.table.posting.plan, command.ruling) or moves_refusal(course, command.moves)
    if refusal is None:
        moves = tuple([of_players(course.table, move) for move in command.moves])
        course.note(RuledBetweenRounds, course.cite("14.15(b)", "R-87"), ruling=command.ruling, moves=moves)
    return refusal


def moves_refusal(course: Course, moves: tuple[Move, ...]) -> Refusal | None:
    """Why these chips cannot be moved: each must lie in front of its player when it is."""
    law = course.cite("14.15(b)", "R-87")
    stakes = {seat: place.stakes for seat, place in course.table.seated}
    for move in moves:
        payer, payee = move.source.seat, move.target.seat
        strangers = [seat for seat in (payer, payee) if seat not in stakes]
        if strangers:
            return Refusal(PlayCode.NOT_SEATED, course.cite("14.7(a)"), {"seat": strangers[0]})
        if type(move.amount) is not int or move.amount <= 0:
            what: dict[str, Value] = {"what": saying("detail-play.amount-move"), "value": str(move.amount)}
            return Refusal(PlayCode.NOT_MONEY, law, what)
        if move.amount > stakes[payer] and course.table.place(payer).carried:
            return Refusal(Code.AWAY, course.cite("14.7(c)5i", "R-23"), {"player": course.table.place(payer).player})
        if move.amount > stakes[payer] or {move.source.at, move.target.at} != {"stakes"}:
            return Refusal(PlayCode.NOT_THERE_TO_MOVE, law, as_asked(move))
        stakes[payer] -= move.amount
        stakes[payee] += move.amount
    return None


def as_asked(move: Move) -> dict[str, Value]:
    return {
        "amount": move.amount,
        "seat": move.source.seat,
        "place": saying(f"detail-play.pile-{move.source.at}"),
        "target": saying(f"detail-play.pile-{move.target.at}"),
    }


def of_players(table: Table, move: Move) -> StakesMove:
    payer, payee = move.source.seat, move.target.seat
    return StakesMove(move.amount, payer, table.place(payer).player, payee, table.place(payee).player)
