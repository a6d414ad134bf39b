"""`perform` chooses: the events a command leads to at the box, or why it is refused."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.staff import Official, Position
from pokerroom.rules.wording import is_blank, is_said
from pokerroom.table import clearing, decks
from pokerroom.table.box.commands import AnswerCall, Attest, CallFloor, LeaveToClear
from pokerroom.table.box.events import CallAnswered, Event, FloorCalled, RoundAttested, RoundLeftToClear
from pokerroom.table.box.state import Box, apply
from pokerroom.table.clearing import CollectContribution, CollectHand, CollectRake, Command as Clear, PushPot
from pokerroom.table.decks.commands import (
    BeginRound,
    CloseTable,
    Command as DeckCommand,
    DealForButton,
    PrepareDeck,
    SetUpTable,
)
from pokerroom.table.refusals import Code, Refusal
from pokerroom.words import saying, term

cite = NJAC_13_69F.cite

CLEARED = cite("14.6(e)7", reading="R-47")
FLOOR = cite("14.15(b)", reading="R-48")
COUNTED = cite("14.6(e)7")
NOTHING_LIES = clearing.Clearing((), ())

Command = DeckCommand | SetUpTable | LeaveToClear | Attest | Clear | CallFloor | AnswerCall
Answer = tuple[Event, ...] | Refusal
Outcome = tuple[Box, tuple[Event, ...]] | Refusal
"""The box afterwards and the events that led there, or why nothing happened."""


def perform(box: Box, command: Command) -> Outcome:
    """The box after a command and its events, or why it is refused."""
    events = decide(box, command)
    if isinstance(events, Refusal):
        return events
    for event in events:
        box = apply(box, event)
    return box, events


def decide(box: Box, command: Command) -> Answer:
    if isinstance(command, SetUpTable):
        return decks.start(command)[1]
    if box.decks is None:
        return Refusal(Code.NO_BOX, cite("14.6(b)"), {"table": box.table})
    answer = HANDLERS.get(type(command), of_decks)
    return answer(box, command)


def may_deal(box: Box, now: datetime) -> Refusal | None:
    """Why the next round of play may not be dealt, the most important reason first; None if it may."""
    if box.decks is None:
        return Refusal(Code.NO_BOX, cite("14.6(b)"), {"table": box.table})
    return uncleared(box) or decks.may_deal(box.decks, now)


def may_play(box: Box, by: Official) -> Refusal | None:
    """Why somebody may not go on with the round: the floor was called, and all but the floor wait (R-48)."""
    if not box.calls or by.is_at_least(Position.FLOORPERSON):
        return None
    return Refusal(Code.FLOOR_CALLED, FLOOR, {"table": box.table, "reason": box.calls[0].reason})


def uncleared(box: Box) -> Refusal | None:
    if box.clearing is None:
        return None
    return Refusal(Code.NOT_CLEARED, CLEARED, {"table": box.table, "round": box.round})


def of_decks(box: Box, command: Any) -> Answer:
    assert box.decks is not None
    return decks.decide(box.decks, command)


def deal_from_box(box: Box, command: BeginRound | DealForButton) -> Answer:
    return may_play(box, command.by) or uncleared(box) or of_decks(box, command)


def prepare_deck(box: Box, command: PrepareDeck) -> Answer:
    return uncleared(box) or of_decks(box, command)


def close_box(box: Box, command: CloseTable) -> Answer:
    assert box.decks is not None
    if box.decks.players:
        facts: dict[str, int | str] = {"players": len(box.decks.players), "table": box.table}
        return Refusal(Code.SEATS_OCCUPIED, cite("14.4(a)"), facts)
    return uncleared(box) or of_decks(box, command)


def leave_to_clear(box: Box, command: LeaveToClear) -> Answer:  # noqa: ARG001
    return (
        RoundLeftToClear(
            rule=cite("14.6(e)5"),
            by=command.by,
            at=command.at,
            round=command.round,
            hands=command.hands,
            pots=command.pots,
            rake=command.rake,
            contribution=command.contribution,
        ),
    )


def attest(box: Box, command: Attest) -> Answer:
    """One confirmation of the dealer signed on, for the round just ended: what it says is never inferred (R-47)."""
    assert box.decks is not None
    refusal = decks.dealer_refusal(box.decks, command.by) or not_attested(box, command)
    if refusal is not None:
        return refusal
    confirmed = RoundAttested(rule=CLEARED, by=command.by, at=command.at, round=command.round)
    prepared = of_decks(box, PrepareDeck(by=command.by, at=command.at)) if command.prepared else ()
    taken = () if box.clearing is None else clearing.taken(box.clearing, command.by, command.at)
    return prepared if isinstance(prepared, Refusal) else (*taken, confirmed, *prepared)


def not_attested(box: Box, command: Attest) -> Refusal | None:
    if command.round != box.round:
        facts: dict[str, int | str] = {"table": box.table, "last": box.round, "round": command.round}
        return Refusal(Code.NOT_THE_LAST_ROUND, CLEARED, facts)
    lies = box.clearing
    out = set() if lies is None else {hand.seat for hand in lies.hands}
    for alarm in () if lies is None else reversed(lies.alarms):
        if alarm.seat in out:
            return Refusal(Code.HAND_MISCOUNTED, COUNTED, {"seat": alarm.seat, "found": alarm.found, "due": alarm.due})
    return clearing.otherwise_taken(lies or NOTHING_LIES, command.rake, command.contribution)


def clear(box: Box, command: Clear) -> Answer:
    if box.clearing is None:
        return Refusal(Code.NOTHING_TO_CLEAR, cite("14.6(e)5"), {"table": box.table})
    assert box.decks is not None
    refusal = decks.dealer_refusal(box.decks, command.by)
    return clearing.decide(box.clearing, command) if refusal is None else refusal


def call_floor(box: Box, command: CallFloor) -> Answer:
    if not is_said(command.reason):
        return Refusal(Code.NO_WORDS, FLOOR, {"what": saying("detail-table.why-floor")})
    return (FloorCalled(rule=FLOOR, by=command.by, at=command.at, call=box.called + 1, reason=command.reason),)


def answer_call(box: Box, command: AnswerCall) -> Answer:
    if not command.by.is_at_least(Position.FLOORPERSON):
        return Refusal(Code.NO_AUTHORITY, FLOOR, {"who": command.by.saying, "needed": term(Position.FLOORPERSON)})
    if is_blank(command.reason):
        return Refusal(Code.NO_WORDS, FLOOR, {"what": saying("detail-table.what-was-decided")})
    if all(each.call != command.call for each in box.calls):
        return Refusal(Code.NO_SUCH_CALL, FLOOR, {"table": box.table, "call": command.call})
    return (CallAnswered(rule=FLOOR, by=command.by, at=command.at, call=command.call, reason=command.reason),)


HANDLERS: dict[type[Any], Callable[[Box, Any], Answer]] = {
    **dict.fromkeys((BeginRound, DealForButton), deal_from_box),
    PrepareDeck: prepare_deck,
    CloseTable: close_box,
    LeaveToClear: leave_to_clear,
    Attest: attest,
    **dict.fromkeys((CollectHand, PushPot, CollectRake, CollectContribution), clear),
    CallFloor: call_floor,
    AnswerCall: answer_call,
}
"""What the box itself decides; the rest is asked of its decks."""
