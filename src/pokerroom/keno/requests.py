"""Keno requests: what a patron hands in or says, and to whom, 15.1.

A writer takes a form of one part, or what the patron says. A runner takes a form only, and it leaves the patron with a
receipt: the second part, or the portion that is torn off.
"""

from enum import StrEnum

import msgspec

from pokerroom.keno.rate_card import RateCard
from pokerroom.keno.refusals import Code, Refusal
from pokerroom.keno.rules import (
    COUNTER_STAFF,
    MOST_SPOTS,
    NUMBERS,
    NUMBERS_PARAGRAPH,
    QUICK_PICK,
    RUNNER_REQUEST,
    SEVERAL_GAMES,
    STRAIGHT_TICKET,
    TICKET,
    WRITER_REQUEST,
)
from pokerroom.words import term


class KenoPosition(StrEnum):
    WRITER = "keno writer"
    RUNNER = "keno runner"
    SUPERVISOR = "keno supervisor"


class Attendant(msgspec.Struct, frozen=True, gc=False):
    """A member of the keno staff, and the work station they use."""

    name: str
    position: KenoPosition
    station: str = ""

    @property
    def code(self) -> str:
        """What the winning ticket report calls them by: the work station, or else the person."""
        return self.station or self.name

    def __str__(self) -> str:
        return f"{self.name} ({self.position.value})"


class RequestKind(StrEnum):
    WRITER = "keno writer request"
    RUNNER = "keno runner request"


class Form(StrEnum):
    ONE_PART = "one part"
    TWO_PART = "two parts"
    DETACHABLE = "one part with a detachable receipt"
    SPOKEN = "spoken"


FORMS = {
    RequestKind.WRITER: frozenset({Form.ONE_PART, Form.SPOKEN}),
    RequestKind.RUNNER: frozenset({Form.TWO_PART, Form.DETACHABLE}),
}
TAKEN_BY = {RequestKind.WRITER: KenoPosition.WRITER, RequestKind.RUNNER: KenoPosition.RUNNER}


class PatronsPart(StrEnum):
    """What a patron keeps of a form given to a runner."""

    SECOND_PART = "second part"
    DETACHED_RECEIPT = "detached receipt"


PATRONS_PART = {Form.TWO_PART: PatronsPart.SECOND_PART, Form.DETACHABLE: PatronsPart.DETACHED_RECEIPT}


class Request(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    kind: RequestKind
    form: Form
    conditioning: str
    spots: tuple[int, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    """Numbers circled together on the form: a straight ticket has no groupings."""
    quick_pick: int | None = None
    """How many spots the system shall choose."""
    first: int
    """The number of the first game."""
    games: int = 1


def request_refusal(request: Request, by: Attendant, card: RateCard) -> Refusal | None:
    """Why nobody could issue a ticket on this request; its conditioning is read separately."""
    return taking_refusal(request, by) or games_refusal(request, card) or spots_refusal(request, card)


def taking_refusal(request: Request, by: Attendant) -> Refusal | None:
    """Who may take what, 15.1."""
    if by.position is KenoPosition.SUPERVISOR:
        return Refusal(Code.NOT_AN_ISSUER, TICKET, {"who": by.name})
    if by.position is KenoPosition.RUNNER and request.form is Form.SPOKEN:
        return Refusal(Code.SPOKEN_TO_RUNNER, TICKET, {"who": by.name})
    if by.position is not TAKEN_BY[request.kind] or request.form not in FORMS[request.kind]:
        rule = RUNNER_REQUEST if by.position is KenoPosition.RUNNER else WRITER_REQUEST
        facts = {"kind": term(request.kind), "form": term(request.form), "position": term(by.position)}
        return Refusal(Code.WRONG_REQUEST, rule, facts)
    return None


def games_refusal(request: Request, card: RateCard) -> Refusal | None:
    if 1 <= request.games <= card.games:
        return None
    return Refusal(Code.TOO_MANY_GAMES, SEVERAL_GAMES, {"games": request.games, "most": card.games})


def spots_refusal(request: Request, card: RateCard) -> Refusal | None:
    if request.quick_pick is not None:
        if request.spots or request.groups:
            return Refusal(Code.BOTH_PICKED_AND_MARKED, QUICK_PICK, {})
        return count_refusal(request.quick_pick, card)
    if request.groups:
        return Refusal(Code.GROUPED, STRAIGHT_TICKET, {})
    return marked_refusal(request.spots, card)


def marked_refusal(spots: tuple[int, ...], card: RateCard) -> Refusal | None:
    """Why these numbers are not a straight ticket."""
    for spot in spots:
        if not 1 <= spot <= NUMBERS:
            return Refusal(Code.NOT_A_NUMBER, NUMBERS_PARAGRAPH, {"number": spot, "most": NUMBERS})
    for place, spot in enumerate(spots):
        if spot in spots[:place]:
            return Refusal(Code.MARKED_TWICE, STRAIGHT_TICKET, {"number": spot})
    return count_refusal(len(spots), card)


def count_refusal(count: int, card: RateCard) -> Refusal | None:
    if count < 1:
        return Refusal(Code.NO_SPOTS, STRAIGHT_TICKET, {})
    if count > card.most_spots:
        return Refusal(Code.TOO_MANY_SPOTS, MOST_SPOTS, {"count": count, "most": card.most_spots})
    return None


def position_refusal(by: Attendant, *positions: KenoPosition) -> Refusal | None:
    """Who attends to the games themselves: our text names the positions, not all that each does."""
    if by.position in positions:
        return None
    return Refusal(Code.NOT_THEIR_POSITION, COUNTER_STAFF, {"who": by.name, "needed": tuple(map(term, positions))})
