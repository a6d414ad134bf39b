"""`decide` chooses: the events a command leads to at a mini-dice table, or why it is refused.

One table gives, for every command, who may give it, whether the table must be open, and the paragraph for both.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from pokerroom.dice import commands as asked, equipment, placing, settling, shaking, tables
from pokerroom.dice.commands import Command
from pokerroom.dice.course import Course, cite
from pokerroom.dice.events import Event
from pokerroom.dice.refusals import Code, Refusal
from pokerroom.dice.state import DiceTable
from pokerroom.rules.staff import Official, Position, named
from pokerroom.words import term


class Who(StrEnum):
    """Who may give a command."""

    FLOOR = "a floorperson"
    STAFF = "anyone on duty"
    PLAYER = "the player it names, or staff for them"


POSITIONS = {Who.FLOOR: Position.FLOORPERSON, Who.STAFF: Position.DEALER, Who.PLAYER: Position.DEALER}
"""The least of a position that gives such a command."""


class When(StrEnum):
    """When a command is allowed."""

    CLOSED = "while the table is closed"
    OPEN = "while the table is open"
    ANY_TIME = "at any time"


class Handler(NamedTuple):
    who: Who
    when: When
    paragraph: str
    act: Callable[[Course, Any], Refusal | None]


HANDLERS: dict[type[Any], Handler] = {
    asked.PlaceShaker: Handler(Who.STAFF, When.ANY_TIME, "13.3(a)", equipment.place_shaker),
    asked.RemoveShaker: Handler(Who.STAFF, When.ANY_TIME, "13.3(a)2", equipment.remove_shaker),
    asked.InspectShaker: Handler(Who.FLOOR, When.ANY_TIME, "13.5(a)", equipment.inspect_shaker),
    asked.OpenDiceTable: Handler(Who.FLOOR, When.CLOSED, "13.5(a)", tables.open_table),
    asked.CloseDiceTable: Handler(Who.FLOOR, When.OPEN, "13.5(a)", tables.close_table),
    asked.TakeOdds: Handler(Who.FLOOR, When.ANY_TIME, "13.6(b)", tables.take_odds),
    asked.TakeOver: Handler(Who.STAFF, When.ANY_TIME, "13.3(a)1", equipment.take_over),
    asked.SignOff: Handler(Who.STAFF, When.ANY_TIME, "13.3(a)1", equipment.sign_off),
    asked.ReportTrouble: Handler(Who.STAFF, When.ANY_TIME, "13.3(a)3", equipment.report_trouble),
    asked.SitDown: Handler(Who.PLAYER, When.OPEN, "13.4(b)", placing.sit_down),
    asked.BuyChips: Handler(Who.PLAYER, When.OPEN, "13.4(a)", placing.buy_chips),
    asked.GetUp: Handler(Who.PLAYER, When.OPEN, "13.4(b)", placing.get_up),
    asked.PlaceWager: Handler(Who.PLAYER, When.OPEN, "13.4(a)", placing.place_wager),
    asked.RemoveWager: Handler(Who.PLAYER, When.OPEN, "13.4(d)", placing.remove_wager),
    asked.PromiseDice: Handler(Who.STAFF, When.OPEN, "13.3(a)", tables.promise_dice),
    asked.NoMoreBets: Handler(Who.STAFF, When.OPEN, "13.5(b)", shaking.no_more_bets),
    asked.Cover: Handler(Who.STAFF, When.OPEN, "13.5(c)", shaking.cover),
    asked.Shake: Handler(Who.PLAYER, When.OPEN, "13.5(c)", shaking.shake),
    asked.OfferShaker: Handler(Who.STAFF, When.OPEN, "13.5(d)", shaking.offer_shaker),
    asked.AnswerShaker: Handler(Who.PLAYER, When.OPEN, "13.5(d)", shaking.answer_shaker),
    asked.PassShaker: Handler(Who.PLAYER, When.OPEN, "13.7(a)1", shaking.pass_shaker),
    asked.AskForShaker: Handler(Who.PLAYER, When.OPEN, "13.7(a)2", shaking.ask_for_shaker),
    asked.OrderPassed: Handler(Who.FLOOR, When.OPEN, "13.7(a)1ii", shaking.order_passed),
    asked.Uncover: Handler(Who.STAFF, When.OPEN, "13.5(e)", shaking.uncover),
    asked.CollectLosing: Handler(Who.STAFF, When.OPEN, "13.5(f)", settling.collect_losing),
    asked.PayWinners: Handler(Who.STAFF, When.OPEN, "13.5(f)", settling.pay_winners),
}

Outcome = tuple[DiceTable, tuple[Event, ...]]


def perform(table: DiceTable, command: Command) -> Outcome | Refusal:
    """The table after a command, and what is to be recorded; or why not."""
    handler = HANDLERS[type(command)]
    refusal = authority_refusal(handler, command) or time_refusal(table, handler)
    if refusal is not None:
        return refusal
    course = Course(table, command.by, command.at)
    refusal = handler.act(course, command)
    return (course.table, course.events) if refusal is None else refusal


def authority_refusal(handler: Handler, command: Command) -> Refusal | None:
    """Staff give orders by their position; a player speaks for themselves alone."""
    by, needed = command.by, POSITIONS[handler.who]
    if isinstance(by, Official):
        allowed = by.is_at_least(needed)
    else:
        allowed = handler.who is Who.PLAYER and getattr(command, "player", "") == by
    facts = {"who": named(by), "needed": term(needed)}
    return None if allowed else Refusal(Code.NO_AUTHORITY, cite(handler.paragraph), facts)


def time_refusal(table: DiceTable, handler: Handler) -> Refusal | None:
    if handler.when is When.OPEN and not table.is_open:
        return Refusal(Code.TABLE_CLOSED, cite(handler.paragraph), {"table": table.name})
    if handler.when is When.CLOSED and table.is_open:
        return Refusal(Code.TABLE_OPEN, cite(handler.paragraph), {"table": table.name})
    return None
