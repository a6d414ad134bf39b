"""Players come and go: seats, buy-ins, top-ups and temporary absence, 14.7(a) and (c)."""

from pokerroom.rules.citation import Citation
from pokerroom.rules.staff import Official, Position
from pokerroom.rules.wording import is_blank, is_said
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating.commands import (
    GoAway,
    LeaveSeat,
    Method,
    RemoveStakes,
    Return,
    SitIn,
    SitOut,
    TakeSeat,
    TopUp,
)
from pokerroom.table.seating.course import Course
from pokerroom.table.seating.events import (
    CameBack,
    LeaveAsked,
    SatIn,
    SatOut,
    SeatVacated,
    StakesAdded,
    WentAway,
)
from pokerroom.table.seating.opening import raise_if_unanimous
from pokerroom.table.seating.posting import seats_of, smallest_piece
from pokerroom.table.seating.state import Status
from pokerroom.words import saying, term


def seat_of(course: Course, player: str) -> int:
    """The seat of a player who is known to have one."""
    seat = course.table.seat_of(player)
    assert seat is not None
    return seat


def sitting_refusal(course: Course, command: TakeSeat) -> Refusal | None:
    table, seat, player = course.table, command.seat, command.player
    rule = course.cite("14.7(a)")
    if table.dealing is not None and table.dealing.dealer == player:
        return Refusal(Code.DEALER_PLAYS, course.cite("14.6(b)"), {"who": player, "table": table.name})
    if table.seat_of(player) is not None:
        return Refusal(Code.ALREADY_SEATED, rule, {"player": player, "table": table.name})
    # A change that waits for the end of the round may leave the table with fewer seats.
    seats = len(table.places) if table.next_rotation is None else min(len(table.places), seats_of(table.next_rotation))
    if type(seat) is not int or not 0 <= seat < seats:
        return Refusal(Code.NO_SUCH_SEAT, table.posting.plan.game.seats.rule, {"seat": seat, "seats": seats})
    if table.places[seat] is not None:
        return Refusal(Code.SEAT_TAKEN, rule, {"seat": seat})
    least, left = table.posting.rules.buy_in_least, table.left_with(player, course.at)
    refusal = amount_refusal(course, command.amount)
    if refusal is None and command.amount > left:
        refusal = most_refusal(course, command.amount)
    refusal = refusal or reduced_refusal(course, command, left)
    if refusal is not None:
        return refusal
    if command.amount < least:
        return Refusal(Code.BELOW_BUY_IN, course.cite("14.15(r)"), {"amount": command.amount, "buy_in": least})
    return None


def reduced_refusal(course: Course, command: TakeSeat, left: int) -> Refusal | None:
    """Leaving and sitting down again with less is taking stakes off the table, unless the shift supervisor decides
    otherwise.
    """
    by = course.by
    if command.amount >= left or (isinstance(by, Official) and by.is_at_least(Position.SHIFT_SUPERVISOR)):
        return None
    facts: dict[str, int | str] = {"player": command.player, "amount": command.amount, "recorded": left}
    return Refusal(Code.STAKES_REDUCED, course.cite("14.7(c)1", "R-37"), facts)


def amount_refusal(course: Course, amount: int) -> Refusal | None:
    """Stakes are chips, plaques and currency, and coin where the ante is paid in it: nothing smaller, 14.7(c)."""
    if type(amount) is not int or amount <= 0:
        return Refusal(Code.NOT_AN_AMOUNT, course.cite("14.7(c)"), {"value": str(amount)})
    piece = smallest_piece(course.table.rotation)
    if amount % piece:
        return Refusal(Code.NOT_IN_PIECES, course.cite("14.7(c)", "R-38"), {"amount": amount, "piece": piece})
    return None


def most_refusal(course: Course, stakes: int) -> Refusal | None:
    most = course.table.posting.rules.buy_in_most
    if most is None or stakes <= most:
        return None
    return Refusal(Code.ABOVE_BUY_IN, course.cite("14.15(r)"), {"amount": stakes, "buy_in": most})


def top_up(course: Course, command: TopUp) -> Refusal | None:
    """Between rounds of play it counts at once; in a round one is dealt into, from the next one on, 14.7(c)1."""
    seat = seat_of(course, command.player)
    place = course.table.place(seat)
    if place.leave is not None:
        return Refusal(Code.AWAY, course.cite("14.7(c)5"), {"player": command.player})
    held = course.table.stakes(seat) + place.added
    refusal = amount_refusal(course, command.amount) or most_refusal(course, held + command.amount)
    if refusal is not None:
        return refusal
    dealt_in = course.table.is_dealt_in(seat)
    course.of_player(
        StakesAdded,
        course.cite("14.7(c)1"),
        seat,
        amount=command.amount,
        next_round=dealt_in,
        agreed=command.agreed,
        held=command.held,
    )
    return None


def remove_stakes(course: Course, command: RemoveStakes) -> Refusal | None:
    facts: dict[str, int | str] = {"player": command.player, "amount": command.amount}
    return Refusal(Code.STAKES_STAY, course.cite("14.7(c)1"), facts)


def leave_seat(course: Course, command: LeaveSeat) -> Refusal | None:
    seat = seat_of(course, command.player)
    refusal = held_refusal(course, seat)
    if refusal is not None:
        return refusal
    if not course.table.is_dealt_in(seat):
        vacate(course, seat)
        raise_if_unanimous(course)
    elif not course.table.place(seat).leaving:
        course.of_player(LeaveAsked, course.cite("14.7(c)1"), seat)
    return None


def held_refusal(course: Course, seat: int) -> Refusal | None:
    """The seat of a player on leave is kept for them until their time is up or the shift supervisor decides."""
    ends, by, place = course.table.leave_ends(seat), course.by, course.table.place(seat)
    if place.leave is None or by == place.player or (ends is not None and course.at > ends):
        return None
    if isinstance(by, Official) and by.is_at_least(Position.SHIFT_SUPERVISOR):
        return None
    return Refusal(Code.SEAT_KEPT, course.cite("14.7(c)5", "AMB-80"), {"player": place.player})


def vacate(course: Course, seat: int) -> None:
    place = course.table.place(seat)
    amount = place.stakes + place.added + place.carried
    rule = course.cite("14.16(b)", "R-25") if place.must_leave else course.cite("14.7(c)1")
    course.of_player(SeatVacated, rule, seat, amount=amount, owed=place.owes)


def sit_out(course: Course, command: SitOut) -> Refusal | None:
    seat = seat_of(course, command.player)
    if course.table.place(seat).status is not Status.PLAYING:
        return wrong_status(course, command.player)
    course.of_player(SatOut, course.cite("14.7(a)"), seat)
    return None


def sit_in(course: Course, command: SitIn) -> Refusal | None:
    """Whoever has blinds to make good may choose to wait for the last one, and until they are dealt in choose again."""
    seat = seat_of(course, command.player)
    place = course.table.place(seat)
    chooses = bool(place.missed) and not course.table.is_dealt_in(seat) and place.waits is not command.wait
    if place.status is not Status.SITTING_OUT and not (place.status is Status.PLAYING and chooses):
        return wrong_status(course, command.player)
    rule = course.cite("14.10(d)", "R-21") if place.missed else course.cite("14.7(a)")
    course.of_player(SatIn, rule, seat, waits=command.wait and bool(place.missed))
    return None


def wrong_status(course: Course, player: str) -> Refusal:
    status = course.table.place(seat_of(course, player)).status
    return Refusal(Code.WRONG_STATUS, course.cite("14.7(a)"), {"player": player, "status": term(status)})


def leave_rule(course: Course, method: Method) -> Citation:
    return course.cite("14.7(c)5i" if method is Method.COUNTED else "14.7(c)5ii", "AMB-80")


def go_away(course: Course, command: GoAway) -> Refusal | None:
    """A player may go at any time, except while their hand is still in the round (R-23)."""
    seat = seat_of(course, command.player)
    place = course.table.place(seat)
    rule = leave_rule(course, command.method)
    if place.leave is not None:
        return Refusal(Code.AWAY, rule, {"player": command.player})
    if course.table.is_in_contention(seat):
        return Refusal(Code.DEALT_IN, rule, {"player": command.player})
    on_table = course.table.stakes(seat)
    of_round = on_table if course.table.is_dealt_in(seat) and command.method is Method.COUNTED else 0
    amount = on_table + place.added
    course.of_player(WentAway, rule, seat, method=command.method, amount=amount, of_round=of_round)
    return None


def come_back(course: Course, command: Return) -> Refusal | None:
    seat = seat_of(course, command.player)
    table, place = course.table, course.table.place(seat)
    leave = place.leave
    if leave is None:
        return Refusal(Code.NOT_AWAY, course.cite("14.7(c)5"), {"player": command.player})
    rule = leave_rule(course, leave.method)
    if leave.method is Method.COUNTED and table.is_dealt_in(seat):
        # What was counted out comes back to the table between rounds, like any added stakes.
        return Refusal(Code.DEALT_IN, course.cite("14.7(c)1", "R-23"), {"player": command.player})
    recorded = leave.amount if leave.method is Method.COUNTED else table.stakes(seat) + place.added
    facts: dict[str, int | str] = {"player": command.player, "amount": command.amount, "recorded": recorded}
    if type(command.amount) is not int or command.amount < 0:
        return Refusal(Code.NOT_AN_AMOUNT, rule, {"value": str(command.amount)})
    if leave.method is Method.COVERED and command.amount != recorded:
        return Refusal(Code.COVER_DIFFERS, rule, facts)
    decided = table.posting.rules.short_return == "floor" and is_said(command.reason)
    if command.amount < recorded and not decided:
        return Refusal(Code.SHORT_RETURN, rule, facts)
    more = command.amount - recorded
    refusal = amount_refusal(course, more) or most_refusal(course, command.amount) if more > 0 else None
    if refusal is not None:
        return refusal
    if is_blank(command.reason):
        return Refusal(Code.NO_WORDS, rule, {"what": saying("detail-table.why-return", player=command.player)})
    ends = table.leave_ends(seat)
    course.of_player(
        CameBack,
        rule,
        seat,
        method=leave.method,
        recorded=recorded,
        amount=command.amount,
        reason=command.reason,
        overdue=ends is not None and course.at > ends,
        agreed=command.agreed,
        held=command.held,
    )
    return None
