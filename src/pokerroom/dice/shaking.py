"""The shaker's way in a round of play, 13.5(b)-(e) and 13.7: announced, covered, shaken, offered, returned, read."""

from pokerroom.dice import commands as asked, events as happened
from pokerroom.dice.commands import ShakenBy
from pokerroom.dice.course import Course, cite
from pokerroom.dice.equipment import dealer_refusal, shaker_refusal
from pokerroom.dice.refusals import Code, Refusal
from pokerroom.dice.settling import finish_if_settled
from pokerroom.dice.state import MIXED, DiceTable, Phase
from pokerroom.dice.wagers import FACES

ANNOUNCED = cite("13.5(b)")
COVERED = cite("13.5(c)")
OFFERED = cite("13.5(d)", reading="AMB-155")
BY_PLAYER = cite("13.5(d)1")
INVALID = cite("13.5(d)1", reading="AMB-154")
BY_DEALER = cite("13.5(d)2")
READ = cite("13.5(e)")
UNCOVERED = cite("13.5(f)")
KEPT = cite("13.7(a)")
GIVEN_UP = cite("13.7(a)1")
ORDERED = cite("13.7(a)1ii")
TO_OTHERS = cite("13.7(a)2", reading="AMB-153")
LEFT_OF_HOLDER = cite("13.7(b)", reading="AMB-153")

BEFORE_READING = {Phase.BETS_CLOSED, Phase.OFFERED, Phase.HELD, Phase.BY_DEALER, Phase.RETURNED}


def no_more_bets(course: Course, _command: asked.NoMoreBets) -> Refusal | None:
    table = course.table
    refusal = dealer_refusal(course) or shaker_refusal(table, course.at)
    if refusal is None and not table.wagers:
        refusal = Refusal(Code.NO_WAGERS, ANNOUNCED, {})
    if refusal is None:
        course.note(happened.BetsClosed, ANNOUNCED, number=table.number)
    return refusal


def announced_refusal(table: DiceTable) -> Refusal | None:
    """Nothing is shaken before "No more bets", 13.5(b), and nothing covered before winners are paid, 13.5(f)."""
    if table.phase is Phase.SETTLING:
        return Refusal(Code.UNPAID, UNCOVERED, {})
    if table.phase is Phase.BETTING:
        return Refusal(Code.BETS_OPEN, ANNOUNCED, {})
    return None


def cover(course: Course, _command: asked.Cover) -> Refusal | None:
    table = course.table
    refusal = dealer_refusal(course) or announced_refusal(table) or shaker_refusal(table, course.at)
    if refusal is None and table.covered:
        refusal = Refusal(Code.COVERED, COVERED, {})
    if refusal is None:
        course.note(happened.ShakerCovered, COVERED)
    return refusal


def shake(course: Course, command: asked.Shake) -> Refusal | None:
    refusal = announced_refusal(course.table) or shaker_refusal(course.table, course.at)
    if refusal is not None:
        return refusal
    return shaken_by_dealer(course, command) if command.player is None else shaken_by_player(course, command)


def shaken_by_dealer(course: Course, command: asked.Shake) -> Refusal | None:
    table = course.table
    refusal = dealer_refusal(course)
    if refusal is None and not table.covered:
        refusal = Refusal(Code.NOT_COVERED, COVERED, {})
    if refusal is None and table.phase not in {Phase.BETS_CLOSED, Phase.BY_DEALER}:
        refusal = Refusal(Code.WITH_A_PLAYER, OFFERED, {})
    if refusal is None:
        course.note(happened.Shaken, COVERED if table.phase is Phase.BETS_CLOSED else BY_DEALER, times=command.times)
    return refusal


def shaken_by_player(course: Course, command: asked.Shake) -> Refusal | None:
    """Three times at least, and returned at once; too few are void, and the player shakes again."""
    assert command.player is not None
    table, seat = course.table, course.seat(command.player)
    if isinstance(seat, Refusal):
        return seat
    if table.phase is not Phase.HELD or table.holder != seat:
        return Refusal(Code.NOT_THE_HOLDER, BY_PLAYER, {"player": command.player})
    if command.times < MIXED:
        course.note(happened.ShakeInvalid, INVALID, seat=seat, times=command.times)
    else:
        course.note(happened.Shaken, BY_PLAYER, seat=seat, times=command.times, added=command.added)
    return None


def offer_shaker(course: Course, _command: asked.OfferShaker) -> Refusal | None:
    table = course.table
    refusal = dealer_refusal(course) or announced_refusal(table)
    if refusal is None and table.phase is not Phase.BETS_CLOSED:
        refusal = Refusal(Code.WITH_A_PLAYER, OFFERED, {})
    if refusal is None and (not table.covered or table.shakes < MIXED):
        refusal = Refusal(Code.SHAKE_MORE, COVERED, {"times": table.shakes, "least": MIXED})
    if refusal is None:
        offer(course)
    return refusal


def offer(course: Course) -> None:
    """To the next in turn; to nobody while a player keeps it; to the dealer once everybody has refused it."""
    table = course.table
    if table.holder is not None:
        course.note(happened.ShakerAccepted, KEPT, seat=table.holder)
    elif table.queue:
        first_ever = table.previous is None and not any(place.refused for _, place in table.seated)
        course.note(happened.ShakerOffered, OFFERED if first_ever else LEFT_OF_HOLDER, seat=table.queue[0])
    else:
        course.note(happened.ShakerTakenByDealer, BY_DEALER if table.previous is None else LEFT_OF_HOLDER)


def answer_shaker(course: Course, command: asked.AnswerShaker) -> Refusal | None:
    seat = course.seat(command.player)
    if isinstance(seat, Refusal):
        return seat
    if course.table.phase is not Phase.OFFERED or course.table.offered != seat:
        return Refusal(Code.NOT_OFFERED, OFFERED, {"player": command.player})
    if command.accept:
        course.note(happened.ShakerAccepted, BY_PLAYER, seat=seat)
        return None
    course.note(happened.ShakerRefused, OFFERED, seat=seat)
    offer(course)
    return None


def pass_shaker(course: Course, command: asked.PassShaker) -> Refusal | None:
    """Between two rounds whoever has it keeps it or passes it."""
    seat = course.seat(command.player)
    if isinstance(seat, Refusal):
        return seat
    if course.table.phase is not Phase.BETTING or course.table.holder != seat:
        return Refusal(Code.NOT_THE_HOLDER, GIVEN_UP, {"player": command.player})
    course.note(happened.ShakerPassed, GIVEN_UP, seat=seat)
    return None


def ask_for_shaker(course: Course, command: asked.AskForShaker) -> Refusal | None:
    seat = course.seat(command.player)
    if isinstance(seat, Refusal):
        return seat
    if course.table.at(seat).refused:
        course.note(happened.ShakerAskedFor, TO_OTHERS, seat=seat)
    return None


def order_passed(course: Course, command: asked.OrderPassed) -> Refusal | None:
    table = course.table
    if table.holder is None or table.phase not in {Phase.BETTING, Phase.HELD}:
        return Refusal(Code.NOT_THE_HOLDER, ORDERED, {"player": ""})
    held = table.phase is Phase.HELD
    course.note(happened.ShakerPassed, ORDERED, seat=table.holder, ground=command.ground)
    if held:
        offer(course)
    return None


def uncover(course: Course, command: asked.Uncover) -> Refusal | None:
    """One face for each of the two dice, called at once; what lies on the layout is decided by their sum."""
    refusal = dealer_refusal(course) or announced_refusal(course.table) or unread_refusal(course.table)
    faces = command.faces
    if refusal is None and (len(faces) != 2 or any(face not in FACES for face in faces)):
        refusal = Refusal(Code.NOT_TWO_FACES, READ, {"faces": ", ".join(map(str, faces)) or "none"})
    if refusal is None and (command.proof is None) is (course.table.shaken_by is ShakenBy.ROOM):
        refusal = Refusal(Code.BROKEN_PROMISE, READ, {})
    if refusal is None:
        course.note(
            happened.DiceRead,
            READ,
            number=course.table.number,
            faces=faces,
            total=sum(faces),
            proof=command.proof,
        )
        finish_if_settled(course)
    return refusal


def unread_refusal(table: DiceTable) -> Refusal | None:
    """Why the cover stays on: the dealer alone has shaken it, or nobody often enough."""
    if table.phase is Phase.BETS_CLOSED:
        if not table.covered or table.shakes < MIXED:
            return Refusal(Code.SHAKE_MORE, COVERED, {"times": table.shakes, "least": MIXED})
        return Refusal(Code.MUST_OFFER, OFFERED, {})
    if table.phase in {Phase.OFFERED, Phase.HELD}:
        return Refusal(Code.WITH_A_PLAYER, BY_PLAYER, {})
    if table.phase is Phase.BY_DEALER and table.shakes < MIXED:
        return Refusal(Code.SHAKE_MORE, BY_DEALER, {"times": table.shakes, "least": MIXED})
    return None
