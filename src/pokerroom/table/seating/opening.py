"""Opening and closing a table, and changing what is posted at it, 14.6(a), 14.14(c) and 14.17."""

from pokerroom.play import procedure
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.house import Fixed, HouseRulesError, Limits, Spread
from pokerroom.rules.wording import is_blank, is_said
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating.apply import with_minimum
from pokerroom.table.seating.commands import Agree, CloseTable, OpenTable, PostChange, ProposeMinimum
from pokerroom.table.seating.course import Course
from pokerroom.table.seating.events import (
    ChangePosted,
    GamingOpened,
    IncreaseAgreed,
    KillEnd,
    KillEnded,
    MinimumAgreed,
    MinimumProposed,
    MinimumRaised,
    PostingChanged,
    ProposalFell,
)
from pokerroom.table.seating.posting import Posting, Rotation, law, posting_refusal, seats_of
from pokerroom.words import Saying, Value, saying


def open_table(course: Course, command: OpenTable) -> Refusal | None:
    table, area = course.table, command.area
    if not area.approved or not is_said(area.name):
        facts: dict[str, Value] = {
            "area": area.name if is_said(area.name) else saying("detail-table.nameless-area"),
            "table": table.name,
        }
        return Refusal(Code.NOT_A_POKER_AREA, NJAC_13_69F.cite("14.6(a)"), facts)
    refusal = posting_refusal(command.rotation)
    if refusal is None:
        rule = law(command.rotation[0].edition, "14.6(a)")
        posted = {"rotation": command.rotation, "settings": command.settings, "dealt_by": command.dealt_by}
        course.note(GamingOpened, rule, table=table.name, area=area.name, **posted)
    return refusal


def close_refusal(course: Course, command: CloseTable) -> Refusal | None:  # noqa: ARG001
    table = course.table
    if table.seated:
        facts: dict[str, int | str] = {"players": len(table.seated), "table": table.name}
        return Refusal(Code.SEATS_OCCUPIED, course.cite("14.7(c)1"), facts)
    if table.time_area:
        return Refusal(Code.TIME_UNVERIFIED, course.cite("14.14(b)3v"), {"amount": table.time_area})
    return None


def post_change(course: Course, command: PostChange) -> Refusal | None:
    table, rotation = course.table, command.rotation
    refusal = posting_refusal(rotation) or room_refusal(course, rotation) or notice_refusal(course, command)
    if refusal is not None:
        return refusal
    rule = course.cite("14.17")
    course.note(ChangePosted, rule, rotation=rotation, notice=command.notice, settings=command.settings)
    if table.dealing is None:
        put_up_change(course)
    return None


def room_refusal(course: Course, rotation: Rotation) -> Refusal | None:
    """Nobody loses a seat because another game is posted."""
    seats = seats_of(rotation)
    beyond = [place.player for seat, place in course.table.seated if seat >= seats]
    if not beyond:
        return None
    rule = min((posting.plan for posting in rotation), key=lambda plan: plan.seats).game.seats.rule
    return Refusal(Code.NO_SEAT_THEN, rule, {"player": beyond[0], "seats": seats})


def notice_refusal(course: Course, command: PostChange) -> Refusal | None:
    """New limits need the notice that 14.17 requires, unless everybody agrees to a higher minimum."""
    table = course.table
    if limits_of(command.rotation) == limits_of(table.rotation):
        what = {"what": saying("detail-table.notice-of-change")}
        return Refusal(Code.NO_WORDS, course.cite("14.17"), what) if is_blank(command.notice) else None
    if is_said(command.notice):
        return None
    agreed = 0 if table.proposal is None else len(table.proposal.agreed)
    facts: dict[str, int | str] = {"agreed": agreed, "seated": len(table.seated)}
    return Refusal(Code.NO_NOTICE, course.cite("14.17", "AMB-83"), facts)


def limits_of(rotation: Rotation) -> tuple[tuple[str, str, Limits], ...]:
    """The limits of each sign in turn: a rotation may have one game at several limits."""
    return tuple([(posting.edition, posting.game, posting.house.limits) for posting in rotation])


def put_up_change(course: Course) -> None:
    """Put what was posted or agreed during a round of play into effect now that it is over.

    An agreed minimum is kept when a change was posted meanwhile: the change was posted to limits without it, and must
    not lower them again without notice. If the limits that it was agreed for are no longer posted, it is dropped.
    """
    table = course.table
    agreed, minimum = limits_of((table.posting,)), table.next_minimum
    if table.next_rotation is not None:
        course.note(PostingChanged, course.cite("14.17"), rotation=table.next_rotation)
        end_kill_of_another_game(course)
    if minimum is not None and limits_of((course.table.posting,)) == agreed:
        course.note(MinimumRaised, course.cite("14.17", "AMB-83"), minimum=minimum)


def end_kill_of_another_game(course: Course) -> None:
    """A kill belongs to the game whose sign offers it and ends with that game."""
    table = course.table
    if table.kill is not None and table.posting.house.kill is not table.kill.option:
        course.note(KillEnded, course.cite("14.11(i)"), cause=KillEnd.GAME_CHANGED)


def propose_minimum(course: Course, command: ProposeMinimum) -> Refusal | None:
    table, minimum = course.table, command.minimum
    rule = course.cite("14.17", "AMB-83")
    proposer = table.seat_of(command.by) if isinstance(command.by, str) else None
    if isinstance(command.by, str) and proposer is None:
        return Refusal(Code.NOT_AT_TABLE, rule, {"player": command.by, "table": table.name})
    why = why_no_increase(table.posting, minimum)
    if why is not None:
        return Refusal(Code.NOT_AN_INCREASE, rule, {"what": why})
    course.note(MinimumProposed, rule, minimum=minimum)
    if proposer is not None:
        course.of_player(MinimumAgreed, rule, proposer)
        raise_if_unanimous(course)
    return None


def why_no_increase(posting: Posting, minimum: int) -> Saying | None:
    """Why this is no higher minimum that players could agree to; None where it is one."""
    house = posting.house
    limits = house.limits
    now = limits.small if isinstance(limits, Fixed) else limits.least
    if type(minimum) is not int or minimum <= now:
        return saying("detail-table.no-higher-minimum")
    most = limits.big if isinstance(limits, Fixed) else limits.most if isinstance(limits, Spread) else minimum
    if minimum > most:
        return saying("detail-table.above-maximum")
    try:
        procedure(posting.plan.game, with_minimum(house, minimum))
    except HouseRulesError as error:
        return error.why
    return None


def agree(course: Course, command: Agree) -> Refusal | None:
    table, rule = course.table, course.cite("14.17", "AMB-83")
    seat = table.seat_of(command.player)
    assert seat is not None
    if table.proposal is None:
        return Refusal(Code.NO_PROPOSAL, rule, {"table": table.name})
    if not command.agrees:
        course.of_player(ProposalFell, rule, seat)
        return None
    if command.player not in table.proposal.agreed:
        course.of_player(MinimumAgreed, rule, seat)
    raise_if_unanimous(course)
    return None


def raise_if_unanimous(course: Course) -> None:
    """Everybody with a seat counts, absent players included (AMB-83), but nobody who must leave (R-25)."""
    table = course.table
    proposal = table.proposal
    staying = {place.player for _, place in table.seated if not place.must_leave}
    if proposal is not None and staying and staying <= set(proposal.agreed):
        course.note(IncreaseAgreed, course.cite("14.17", "AMB-83"), minimum=proposal.minimum)
        if table.dealing is None:
            put_up_change(course)
