"""What players say and do at a table where a person deals, as the dealer enters it: words, chips, hands thrown away.

`table/words.py` says what each act binds its player to, 14.7(d) to (i) and 14.15(j). Here it is remembered from entry
to entry, recorded, and carried out once it is complete.
"""

from pokerroom import play
from pokerroom.play import Removal, RemoveHand, Seat
from pokerroom.play.seats import renumbered
from pokerroom.play.unnamed import completed
from pokerroom.rules.citation import Citation
from pokerroom.table import words
from pokerroom.table.acts import Act, Bound, Heard, OutOfTurn, Settled
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating.commands import Hear
from pokerroom.table.seating.course import Course
from pokerroom.table.seating.dealing import at_table, dealing_of, proceed
from pokerroom.table.seating.entering import dealt_unnamed, noted
from pokerroom.table.seating.events import ActHeard, Understood


def hear(course: Course, command: Hear) -> Refusal | None:
    table, state = course.table, course.table.round
    assert state is not None
    if not state.by_dealer:
        return Refusal(play.Code.ROOM_DEALS, state.procedure.general.entered, {})
    seat = table.round_seat(command.act.seat)
    if seat is None:
        return Refusal(Code.NOT_DEALT_IN, course.cite("14.7(a)"), {"seat": command.act.seat})
    entry, events = noted(state, course.by)
    dealt, dealing = dealt_unnamed(entry)
    act = renumbered(command.act, lambda _: seat)
    answer = answered(course, dealt, act)
    if isinstance(answer, Refusal):
        return at_table(answer, dealing_of(table).lineup)
    for event in (*events, *(dealing if goes_on(answer) else ())):
        course.happen(event)
    note(course, command.act, answer)
    return bring_about(course, answer) if isinstance(answer, Bound) else None


def goes_on(answer: words.Answer) -> bool:
    """Whether somebody acts on the cards that lie there, so that they were dealt. Who pays what is owed, or acts out of
    turn, says nothing of the next cards.
    """
    return isinstance(answer, Heard | Bound)


def answered(course: Course, state: play.Round, act: Act) -> words.Answer:
    """What the act results in; what its player did before the turn came may bind them first (AMB-45)."""
    rules, heard = course.table.posting.rules.words, course.table.heard
    if words.pays_debt(heard, act) or act.seat != state.turn:
        return words.hear(state, heard, act, rules=rules)
    held = words.turn_comes(state, heard, rules=rules)
    return held if isinstance(held, Bound) else words.hear(state, held, act, rules=rules)


def note(course: Course, act: Act, answer: words.Answer) -> None:
    """Record what was said or done, and what the dealer understood by it."""
    rule: Citation = getattr(answer, "rule", None) or course.cite("14.7(d)")
    match answer:
        case Heard():
            understood, then = Understood.REMEMBERED, answer
        case OutOfTurn(kept=kept, then=then):
            understood = Understood.KEPT if kept else Understood.OUT_OF_TURN
        case Settled(then=then):
            understood = Understood.SETTLED
        case Bound(then=then):
            understood = Understood.BOUND
        case _:
            raise AssertionError(answer)
    due, change = getattr(answer, "due", 0), getattr(answer, "change", 0)
    course.of_player(ActHeard, rule, act.seat, act=act, understood=understood, due=due, change=change, then=then)


def bring_about(course: Course, bound: Bound) -> Refusal | None:
    """The action that words and chips came to; a hand thrown away with it is gone, 14.15(j)2."""
    lineup = dealing_of(course.table).lineup
    for command in (bound.command, RemoveHand(bound.command.seat, Removal.THROWN_AWAY)):
        state = course.table.round
        assert state is not None
        if isinstance(command, RemoveHand) and not (bound.thrown_away and still_holds(course, command.seat)):
            continue
        outcome = play.perform(state, completed(state, command))
        if isinstance(outcome, Refusal):
            return at_table(outcome, lineup)
        proceed(course, *outcome)
    return None


def still_holds(course: Course, seat: Seat) -> bool:
    state = course.table.round
    return course.table.dealing is not None and state is not None and state.is_live(seat)
