"""Currency and coin at a table where a person deals, 14.7(c): bills that lay there before the round, antes in coin."""

from pokerroom import play
from pokerroom.play import Seat
from pokerroom.table.ante_coin import pay_ante_in_coin
from pokerroom.table.currency import Kind
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating.commands import LayBills, PayAnteInCoin
from pokerroom.table.seating.course import Course
from pokerroom.table.seating.events import AnteInCoin, BillsLaid
from pokerroom.words import term


def lay_bills(course: Course, command: LayBills) -> Refusal | None:
    """What of a player's stakes is currency: only that may be put in as bills in the rounds that follow."""
    table, seat = course.table, command.seat
    if seat not in range(len(table.places)) or table.places[seat] is None:
        return Refusal(play.Code.NOT_SEATED, course.cite("14.7(a)"), {"seat": seat})
    for bill in command.bills:
        if bill not in table.posting.rules.words.bills:
            return Refusal(Code.NOT_A_PIECE, course.cite("14.7(c)"), {"what": bill, "kind": term(Kind.CURRENCY)})
    total, stakes = sum(command.bills), table.stakes(seat)
    if total > stakes:
        facts = {"seat": seat, "to": total, "most": stakes}
        return Refusal(play.Code.EXCEEDS_TABLE_STAKES, course.cite("14.7(c)"), facts)
    course.of_player(BillsLaid, course.cite("14.7(c)"), seat, bills=command.bills)
    return None


def ante_in_coin(course: Course, command: PayAnteInCoin) -> Refusal | None:
    """A player's ante is in coin, and each dollar of coin in the pot becomes a chip, 14.7(c)2."""
    table, seat = course.table, command.seat
    if table.round_seat(seat) is None:
        return Refusal(Code.NOT_DEALT_IN, course.cite("14.7(a)"), {"seat": seat})
    house = table.posting.house
    if seat in table.coin_from:
        return Refusal(Code.NOT_THE_ANTE, course.cite("14.7(c)"), {"seat": seat, "amount": 0, "ante": house.ante})
    paid = pay_ante_in_coin(house, table.coin, Seat(seat), command.coins)
    if isinstance(paid, Refusal):
        return paid
    coin, exchanges = paid
    rule = exchanges[-1].rule if exchanges else course.cite("14.7(c)", "AMB-79")
    course.of_player(AnteInCoin, rule, seat, coins=command.coins, exchanged=len(exchanges), then=coin)
    return None
