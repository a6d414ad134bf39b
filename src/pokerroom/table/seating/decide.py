"""`decide` chooses: the events a command leads to at the table, or why it is refused.

One table gives, for every command, who may give it, when it is allowed, and the paragraph for both.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from pokerroom.play import Rule
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.rulebook import CURRENT, Rulebook
from pokerroom.rules.staff import Official, Position, named
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating import bills_and_coin, charging, dealing, hearing, opening, places, removing, witnessing
from pokerroom.table.seating.commands import (
    Agree,
    AnnounceClosing,
    By,
    CloseTable,
    CollectTime,
    Command,
    DrawForButton,
    GoAway,
    Hear,
    LayBills,
    LeaveSeat,
    OpenTable,
    PayAnteInCoin,
    PayTime,
    Play,
    PostChange,
    ProposeMinimum,
    RemovePlayer,
    RemoveStakes,
    Return,
    SitIn,
    SitOut,
    StartRound,
    StopContributing,
    TakeSeat,
    TopUp,
    VerifyTime,
    WitnessRuling,
)
from pokerroom.table.seating.course import Course
from pokerroom.table.seating.events import (
    ClosingAnnounced,
    Event,
    Fact,
    GamingClosed,
    PlayerSeated,
    RulingWitnessed,
    TimeVerified,
)
from pokerroom.table.seating.posting import law
from pokerroom.table.seating.state import Table
from pokerroom.words import Value, term


class Who(StrEnum):
    """Who may give a command."""

    ANYBODY = "anybody"
    STAFF = "anyone on duty"
    FLOOR = "a floorperson"
    SHIFT_SUPERVISOR = "the poker shift supervisor"
    COMER = "a player who has no seat yet, or staff for them"
    PLAYER = "a player who has a seat, or staff for them"


class When(StrEnum):
    """When a command is allowed."""

    CLOSED = "while the table is closed"
    OPEN = "while the table is open"
    BETWEEN_ROUNDS = "while the table is open, between rounds"
    DURING_ROUND = "during a round"
    DURING_ROUND_OR_RULED = "during a round, and for a ruling also between rounds"
    ANY_TIME = "at any time"


class Handler(NamedTuple):
    who: Who
    when: When
    paragraph: str
    act: Callable[[Course, Any], Refusal | None]


def recorded(
    who: Who,
    when: When,
    paragraph: str,
    kind: type[Fact],
    refusal: Callable[[Course, Any], Refusal | None] = lambda _course, _command: None,
) -> Handler:
    """Of a command that is recorded as it was asked, unless something speaks against it."""

    def act(course: Course, command: Any) -> Refusal | None:
        why = refusal(course, command)
        if why is None:
            course.as_asked(kind, course.cite(paragraph), command)
        return why

    return Handler(who, when, paragraph, act)


HANDLERS: dict[type[Any], Handler] = {
    OpenTable: Handler(Who.STAFF, When.CLOSED, "14.6(a)", opening.open_table),
    CloseTable: recorded(Who.STAFF, When.BETWEEN_ROUNDS, "14.6(a)", GamingClosed, opening.close_refusal),
    AnnounceClosing: recorded(Who.FLOOR, When.OPEN, "14.6(a)", ClosingAnnounced),
    PostChange: Handler(Who.STAFF, When.OPEN, "14.17", opening.post_change),
    ProposeMinimum: Handler(Who.ANYBODY, When.OPEN, "14.17", opening.propose_minimum),
    Agree: Handler(Who.PLAYER, When.OPEN, "14.17", opening.agree),
    TakeSeat: recorded(Who.COMER, When.OPEN, "14.7(a)", PlayerSeated, places.sitting_refusal),
    TopUp: Handler(Who.PLAYER, When.OPEN, "14.7(c)1", places.top_up),
    RemoveStakes: Handler(Who.PLAYER, When.OPEN, "14.7(c)1", places.remove_stakes),
    LeaveSeat: Handler(Who.PLAYER, When.OPEN, "14.7(c)1", places.leave_seat),
    RemovePlayer: Handler(Who.FLOOR, When.OPEN, "14.16(b)", removing.remove_player),
    SitOut: Handler(Who.PLAYER, When.OPEN, "14.7(a)", places.sit_out),
    SitIn: Handler(Who.PLAYER, When.OPEN, "14.7(a)", places.sit_in),
    GoAway: Handler(Who.SHIFT_SUPERVISOR, When.OPEN, "14.7(c)5", places.go_away),
    Return: Handler(Who.SHIFT_SUPERVISOR, When.OPEN, "14.7(c)5", places.come_back),
    DrawForButton: Handler(Who.STAFF, When.BETWEEN_ROUNDS, "14.10(c)2ii", dealing.draw_for_button),
    StartRound: Handler(Who.STAFF, When.BETWEEN_ROUNDS, "14.6(b)", dealing.start_round),
    StopContributing: Handler(Who.STAFF, When.DURING_ROUND, "14.20(e)4i", dealing.stop_contributing),
    Play: Handler(Who.ANYBODY, When.DURING_ROUND_OR_RULED, "14.7(a)", dealing.play_on),
    Hear: Handler(Who.STAFF, When.DURING_ROUND, "14.6(e)2", hearing.hear),
    LayBills: Handler(Who.STAFF, When.BETWEEN_ROUNDS, "14.7(c)", bills_and_coin.lay_bills),
    PayAnteInCoin: Handler(Who.STAFF, When.DURING_ROUND, "14.7(c)2", bills_and_coin.ante_in_coin),
    CollectTime: Handler(Who.STAFF, When.BETWEEN_ROUNDS, "14.14(b)3iv", charging.collect_time),
    PayTime: Handler(Who.PLAYER, When.OPEN, "14.14(b)3iv", charging.pay_time),
    VerifyTime: recorded(Who.FLOOR, When.OPEN, "14.14(b)3v", TimeVerified, charging.count_refusal),
    WitnessRuling: recorded(Who.STAFF, When.ANY_TIME, "14.15(b)", RulingWitnessed, witnessing.witness_refusal),
}

LAST_ACTS = (Play, LeaveSeat, RemovePlayer, PayTime)
"""What a player who must leave may still do: play the hand out, go, and pay what they owe."""

DEALT_BY_STAFF = (DrawForButton, StartRound, Play, Hear)

POSITIONS = {
    Who.STAFF: Position.DEALER,
    Who.FLOOR: Position.FLOORPERSON,
    Who.SHIFT_SUPERVISOR: Position.SHIFT_SUPERVISOR,
}

Outcome = tuple[Table, tuple[Event, ...]] | Refusal
"""The table afterwards and the events that led there, or why nothing happened."""


def new_table(name: str) -> Table:
    """A table that has never been opened; its record is empty."""
    return Table(name=name)


def decide(table: Table, command: Command) -> tuple[Event, ...] | Refusal:
    """The events a command leads to, or why it is refused."""
    outcome = perform(table, command)
    return outcome[1] if isinstance(outcome, tuple) else outcome


def perform(table: Table, command: Command, rulebook: Rulebook = CURRENT) -> Outcome:
    """`decide`, with its events already applied; a round that it starts is played under `rulebook`."""
    handler = HANDLERS.get(type(command))
    if handler is None:
        raise TypeError(f"{type(command).__name__} is not a command to a table")
    if command.at.utcoffset() is None:
        raise ValueError(f"{command.at} has no time zone: a record must say which hour of the day it means")
    for check in CHECKS[type(command)]:
        refusal = check(table, command, handler)
        if refusal is not None:
            return refusal
    course = Course(table, command.by, command.at, rulebook)
    refused = handler.act(course, command)
    return (course.table, tuple(course.events)) if refused is None else refused


def refuse(table: Table, code: Code, handler: Handler, /, **facts: Value) -> Refusal:
    edition = table.posting.edition if table.rotation else NJAC_13_69F.key
    return Refusal(code, law(edition, handler.paragraph), facts)


def time_refusal(table: Table, command: Command, handler: Handler) -> Refusal | None:
    if table.at is None or command.at >= table.at:
        return None
    return refuse(table, Code.RECORDED_LATER, handler, at=str(command.at), last=str(table.at))


def who_refusal(table: Table, command: Command, handler: Handler) -> Refusal | None:
    by, needed = command.by, POSITIONS.get(handler.who)
    if needed is not None:
        if isinstance(by, Official) and by.is_at_least(needed):
            return None
        return refuse(table, Code.NO_AUTHORITY, handler, who=named(by), needed=term(needed))
    own = isinstance(by, Official) or by == getattr(command, "player", None)
    return None if own else refuse(table, Code.NOT_FOR_ANOTHER, handler, who=named(by))


def when_refusal(table: Table, command: Any, handler: Handler) -> Refusal | None:
    when = handler.when
    if when is When.DURING_ROUND_OR_RULED:
        when = When.OPEN if isinstance(command.command, Rule) else When.DURING_ROUND
    if when is When.ANY_TIME:
        return None
    if when is When.CLOSED:
        return refuse(table, Code.TABLE_OPEN, handler, table=table.name) if table.is_open else None
    if not table.is_open:
        return refuse(table, Code.TABLE_CLOSED, handler, table=table.name)
    if when is When.BETWEEN_ROUNDS and table.dealing is not None:
        return refuse(table, Code.ROUND_IN_PROGRESS, handler, table=table.name)
    if when is When.DURING_ROUND and table.dealing is None:
        return refuse(table, Code.NO_ROUND, handler, table=table.name)
    return None


def dealer_refusal(table: Table, command: Command, handler: Handler) -> Refusal | None:  # noqa: ARG001
    """Whoever deals, or acts for the dealer in a round, may not have a seat at the table, 14.6(b)."""
    by = command.by
    if not isinstance(by, Official) or table.seat_of(by.name) is None:
        return None
    return Refusal(Code.DEALER_PLAYS, law(table.posting.edition, "14.6(b)"), {"who": by.name, "table": table.name})


def seat_refusal(table: Table, command: Any, handler: Handler) -> Refusal | None:
    """A command about a player's seat needs a player who has one."""
    if table.seat_of(command.player) is not None:
        return None
    return refuse(table, Code.NOT_AT_TABLE, handler, player=command.player, table=table.name)


def must_leave_refusal(table: Table, command: Command, handler: Handler) -> Refusal | None:  # noqa: ARG001
    """A player required to leave may not do what only players who stay may do, 14.16(b)."""
    player: By = getattr(command, "player", command.by)
    seat = None if isinstance(player, Official) else table.seat_of(player)
    if seat is None or not table.place(seat).must_leave:
        return None
    return Refusal(Code.MUST_LEAVE, law(table.posting.edition, "14.16(b)", "R-25"), {"player": str(player)})


Check = Callable[[Table, Any, Handler], Refusal | None]
PRECEDENCE: tuple[tuple[Check, Callable[[type[Any], Handler], bool]], ...] = (
    (time_refusal, lambda _, __: True),
    (who_refusal, lambda _, handler: handler.who is not Who.ANYBODY),
    (when_refusal, lambda _, __: True),
    (dealer_refusal, lambda kind, _: kind in DEALT_BY_STAFF),
    (seat_refusal, lambda kind, handler: "player" in kind.__struct_fields__ and handler.who is not Who.COMER),
    (must_leave_refusal, lambda kind, _: kind not in LAST_ACTS),
)
"""The checks before the handler, in order, and the commands that each concerns."""

CHECKS: dict[type[Any], tuple[Check, ...]] = {
    kind: tuple([check for check, concerns in PRECEDENCE if concerns(kind, handler)])
    for kind, handler in HANDLERS.items()
}
