"""`decide` chooses: the events a command leads to at the table, or why it is refused.

One table gives, for every command, who may give it, when it is allowed, and the paragraph for both.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.staff import Official, Position
from pokerroom.table.decks import counting, inspecting, rounds, shuffling, stocking
from pokerroom.table.decks.apply import apply, set_up
from pokerroom.table.decks.commands import (
    AcceptPreparedDeck,
    BeginDay,
    BeginRound,
    ChooseDeckRules,
    CloseTable,
    Command,
    CountDeck,
    CountStub,
    DealForButton,
    DistributeDecks,
    EndRound,
    InspectDeck,
    InstallShuffler,
    LeaveSeat,
    NoteSkipped,
    OfferInspection,
    OpenTable,
    OrderRecut,
    PickDeckUp,
    PlaceCoverCard,
    PlaceRest,
    PrepareDeck,
    ProvideCoverCard,
    PutInPlay,
    ReceiveDeck,
    RelieveDealer,
    RemoveDeck,
    RemoveShuffler,
    ReportFailedShuffle,
    ReportWrongCards,
    SetDeckDown,
    SetUpTable,
    ShuffleDeck,
    SignOff,
    SignOn,
    SortDeck,
    SpreadDeck,
    StoreDeck,
    TakePacket,
    TakeSeat,
    TurnDeckUp,
    VerifyDeck,
    WashDeck,
)
from pokerroom.table.decks.dealing import closed_refusal
from pokerroom.table.decks.events import Event, TableSetUp
from pokerroom.table.decks.state import Decks
from pokerroom.table.decks.stocking import REMOVALS, Answer
from pokerroom.table.refusals import Code, Refusal
from pokerroom.words import term

cite = NJAC_13_69F.cite


class DeckStaff(StrEnum):
    """Who may give a command."""

    ANYONE = "anyone on duty"
    DEALER = "the dealer signed on"
    DEALER_OR_FLOOR = "that dealer, or a floorperson"
    FLOOR = "a floorperson"
    SHIFT_SUPERVISOR = "the poker shift supervisor"


class DeckMoment(StrEnum):
    """When a command is allowed."""

    ANY_TIME = "any time"
    NO_ROUND = "not during a round"
    OPEN = "while the table is open"
    BETWEEN_ROUNDS = "while the table is open, between rounds"
    DURING_ROUND = "during a round"


class DeckHandler(NamedTuple):
    who: DeckStaff
    when: DeckMoment
    rule: Citation
    act: Callable[[Decks, Any], Answer]


HANDLERS: dict[type[Any], DeckHandler] = {
    ChooseDeckRules: DeckHandler(
        DeckStaff.SHIFT_SUPERVISOR, DeckMoment.NO_ROUND, stocking.CHOICE, stocking.choose_rules
    ),
    DistributeDecks: DeckHandler(DeckStaff.SHIFT_SUPERVISOR, DeckMoment.ANY_TIME, cite("14.2(c)"), stocking.distribute),
    ReceiveDeck: DeckHandler(DeckStaff.ANYONE, DeckMoment.ANY_TIME, cite("14.2(a)"), stocking.receive),
    ProvideCoverCard: DeckHandler(DeckStaff.ANYONE, DeckMoment.NO_ROUND, cite("14.2(a)"), stocking.provide_cover_card),
    InstallShuffler: DeckHandler(DeckStaff.ANYONE, DeckMoment.NO_ROUND, cite("14.2(d)"), stocking.install_shuffler),
    RemoveShuffler: DeckHandler(DeckStaff.ANYONE, DeckMoment.ANY_TIME, cite("14.15(q)"), stocking.remove_shuffler),
    OpenTable: DeckHandler(DeckStaff.ANYONE, DeckMoment.ANY_TIME, cite("14.4(a)"), stocking.open_table),
    BeginDay: DeckHandler(DeckStaff.ANYONE, DeckMoment.OPEN, cite("14.2(c)"), stocking.begin_day),
    CloseTable: DeckHandler(DeckStaff.ANYONE, DeckMoment.BETWEEN_ROUNDS, cite("14.4(a)"), stocking.close_table),
    RemoveDeck: DeckHandler(DeckStaff.ANYONE, DeckMoment.NO_ROUND, cite("14.2(b)"), stocking.remove_deck),
    SignOn: DeckHandler(DeckStaff.ANYONE, DeckMoment.ANY_TIME, cite("14.6(b)"), rounds.sign_on),
    SignOff: DeckHandler(DeckStaff.DEALER, DeckMoment.ANY_TIME, cite("14.6(b)"), rounds.sign_off),
    RelieveDealer: DeckHandler(DeckStaff.ANYONE, DeckMoment.OPEN, rounds.RELIEF, rounds.relieve),
    TakeSeat: DeckHandler(DeckStaff.ANYONE, DeckMoment.OPEN, cite("14.7(a)"), rounds.take_seat),
    LeaveSeat: DeckHandler(DeckStaff.ANYONE, DeckMoment.OPEN, cite("14.7(a)"), rounds.leave_seat),
    InspectDeck: DeckHandler(DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, cite("14.4(b)"), inspecting.inspect),
    VerifyDeck: DeckHandler(DeckStaff.FLOOR, DeckMoment.BETWEEN_ROUNDS, cite("14.4(b)"), inspecting.verify),
    AcceptPreparedDeck: DeckHandler(
        DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, cite("14.4(a)"), inspecting.accept_prepared
    ),
    SpreadDeck: DeckHandler(DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, cite("14.4(b)"), inspecting.spread),
    TurnDeckUp: DeckHandler(DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, cite("14.5(d)"), inspecting.turn_up),
    OfferInspection: DeckHandler(
        DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, cite("14.4(b)"), inspecting.offer_inspection
    ),
    WashDeck: DeckHandler(DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, cite("14.4(c)"), inspecting.wash),
    ShuffleDeck: DeckHandler(DeckStaff.DEALER, DeckMoment.OPEN, cite("14.5(a)"), shuffling.shuffle),
    ReportFailedShuffle: DeckHandler(DeckStaff.ANYONE, DeckMoment.OPEN, cite("14.15(p)"), shuffling.report_failure),
    PlaceCoverCard: DeckHandler(
        DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, cite("14.5(b)1"), shuffling.place_cover_card
    ),
    TakePacket: DeckHandler(DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, cite("14.5(b)2"), shuffling.take_packet),
    PlaceRest: DeckHandler(DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, cite("14.5(b)3"), shuffling.place_rest),
    PrepareDeck: DeckHandler(DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, cite("14.5(a)"), shuffling.prepare),
    OrderRecut: DeckHandler(DeckStaff.FLOOR, DeckMoment.BETWEEN_ROUNDS, shuffling.RECUT, shuffling.order_recut),
    PutInPlay: DeckHandler(DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, cite("14.2(b)"), shuffling.put_in_play),
    StoreDeck: DeckHandler(DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, cite("14.2(a)"), shuffling.store),
    SortDeck: DeckHandler(DeckStaff.DEALER_OR_FLOOR, DeckMoment.BETWEEN_ROUNDS, cite("14.2(b)"), counting.sort),
    CountDeck: DeckHandler(DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, cite("14.6(e)4"), counting.count),
    CountStub: DeckHandler(DeckStaff.DEALER, DeckMoment.DURING_ROUND, cite("14.6(e)4"), counting.count_stub),
    ReportWrongCards: DeckHandler(DeckStaff.ANYONE, DeckMoment.ANY_TIME, cite("14.15(g)"), counting.report_wrong_cards),
    DealForButton: DeckHandler(
        DeckStaff.DEALER, DeckMoment.BETWEEN_ROUNDS, rounds.FIRST_BUTTON, rounds.deal_for_button
    ),
    BeginRound: DeckHandler(DeckStaff.DEALER, DeckMoment.OPEN, cite("14.6(b)"), rounds.begin),
    NoteSkipped: DeckHandler(DeckStaff.ANYONE, DeckMoment.DURING_ROUND, cite("14.15(e)1"), rounds.note_skipped),
    EndRound: DeckHandler(DeckStaff.ANYONE, DeckMoment.DURING_ROUND, cite("14.6(e)5"), rounds.end),
    SetDeckDown: DeckHandler(DeckStaff.DEALER, DeckMoment.DURING_ROUND, cite("14.6(e)1"), rounds.set_deck_down),
    PickDeckUp: DeckHandler(DeckStaff.DEALER, DeckMoment.DURING_ROUND, cite("14.6(e)1"), rounds.pick_deck_up),
}

Outcome = tuple[Decks, tuple[Event, ...]] | Refusal
"""The state afterwards and the events that led there, or why nothing happened."""


def start(command: SetUpTable) -> tuple[Decks, tuple[Event, ...]]:
    """Begin the record of a table."""
    check_time(command)
    event = TableSetUp(rule=cite("14.2(a)"), by=command.by, at=command.at, table=command.table, rules=command.rules)
    return set_up(event), (event,)


def decide(state: Decks, command: Command) -> tuple[Event, ...] | Refusal:
    """The events a command leads to, or why it is refused."""
    if type(command) not in HANDLERS:
        raise TypeError(f"{type(command).__name__} is not a command to the decks of a table")
    check_time(command)
    handler = HANDLERS[type(command)]
    for check in (time_refusal, who_refusal, when_refusal, deck_refusal):
        refusal = check(state, command, handler)
        if refusal is not None:
            return refusal
    return handler.act(state, command)


def perform(state: Decks, command: Command) -> Outcome:
    """`decide`, with its events already applied."""
    answer = decide(state, command)
    if isinstance(answer, Refusal):
        return answer
    for event in answer:
        state = apply(state, event)
    return state, answer


def check_time(command: Command | SetUpTable) -> None:
    if command.at.utcoffset() is None:
        raise ValueError(f"{command.at} has no time zone: a record must say which hour of the day it means")


def time_refusal(state: Decks, command: Command, handler: DeckHandler) -> Refusal | None:
    if command.at < state.at:
        return Refusal(Code.RECORDED_LATER, handler.rule, {"at": str(command.at), "last": str(state.at)})
    return None


def who_refusal(state: Decks, command: Command, handler: DeckHandler) -> Refusal | None:
    by, who = command.by, handler.who
    floor = by.is_at_least(Position.FLOORPERSON)
    if who is DeckStaff.ANYONE or (who in {DeckStaff.FLOOR, DeckStaff.DEALER_OR_FLOOR} and floor):
        return None
    if who in {DeckStaff.DEALER, DeckStaff.DEALER_OR_FLOOR}:
        return dealer_refusal(state, by)
    needed = Position.FLOORPERSON if who is DeckStaff.FLOOR else Position.SHIFT_SUPERVISOR
    if by.is_at_least(needed):
        return None
    return Refusal(Code.NO_AUTHORITY, handler.rule, {"who": by.saying, "needed": term(needed)})


def dealer_refusal(state: Decks, by: Official) -> Refusal | None:
    """Why somebody may not do what only the dealer signed on does."""
    if state.dealer is None:
        return Refusal(Code.NO_DEALER, cite("14.6(b)"), {"table": state.table})
    if by != state.dealer:
        return Refusal(Code.NOT_THE_DEALER, cite("14.6(b)"), {"who": by.saying, "table": state.table})
    return None


def when_refusal(state: Decks, command: Command, handler: DeckHandler) -> Refusal | None:  # noqa: ARG001
    when, dealing = handler.when, state.dealing is not None
    if when in {DeckMoment.OPEN, DeckMoment.BETWEEN_ROUNDS, DeckMoment.DURING_ROUND} and state.day is None:
        return closed_refusal(state)
    if when in {DeckMoment.NO_ROUND, DeckMoment.BETWEEN_ROUNDS} and dealing:
        return Refusal(Code.ROUND_IN_PROGRESS, handler.rule, {"table": state.table})
    if when is DeckMoment.DURING_ROUND and not dealing:
        return Refusal(Code.NO_ROUND, handler.rule, {"table": state.table})
    return None


def deck_refusal(state: Decks, command: Command, handler: DeckHandler) -> Refusal | None:
    """A command about a deck must name one at the table; a new deck must not be one that was removed before."""
    name = getattr(command, "deck", None)
    if name is None or state.holds(name):
        return None
    removed = {each.deck: each.cause for each in state.removed}
    facts = {"deck": name, "table": state.table}
    if name in removed:
        return Refusal(Code.DECK_WITHDRAWN, REMOVALS[removed[name]], facts)
    return None if isinstance(command, ReceiveDeck) else Refusal(Code.NO_SUCH_DECK, handler.rule, facts)
