"""A player required to leave the game takes all their stakes and goes, 14.16(b).

They go at once between rounds of play, or at the end of a round they are dealt into, whatever they ask meanwhile.
"""

from pokerroom import play
from pokerroom.table.conduct import HandInPlay
from pokerroom.table.refusals import Refusal
from pokerroom.table.seating.commands import RemovePlayer
from pokerroom.table.seating.course import Course
from pokerroom.table.seating.dealing import go_on, removal_refusal
from pokerroom.table.seating.events import PlayerRemoved
from pokerroom.table.seating.opening import raise_if_unanimous
from pokerroom.table.seating.places import seat_of, vacate


def remove_player(course: Course, command: RemovePlayer) -> Refusal | None:
    seat, hand = seat_of(course, command.player), command.hand
    dealt_in = course.table.is_dealt_in(seat)
    course.of_player(PlayerRemoved, course.cite("14.16(b)"), seat, hand=hand, after_round=dealt_in)
    if not dealt_in:
        vacate(course, seat)
    if course.table.proposal is not None:
        raise_if_unanimous(course)  # The players who stay may already have agreed.
    return take_out(course, seat) if dealt_in and hand is HandInPlay.REMOVE else None


def take_out(course: Course, seat: int) -> Refusal | None:
    """Take the hand out of the round of play, if there still is one."""
    state, own = course.table.round, course.table.round_seat(seat)
    assert state is not None
    assert own is not None
    refusal = removal_refusal(course, seat)
    if refusal is not None or not state.is_live(own):
        return refusal
    return go_on(course, play.RemoveHand(own, play.Removal.REQUIRED_TO_LEAVE))
