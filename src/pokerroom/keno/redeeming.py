"""Paying winning tickets: by a writer, or by the runner whose report has them, 15.1. Once each: a rule of the house."""

from collections.abc import Callable, Mapping
from typing import Any

from pokerroom.keno.commands import Redeem, TakeToRedeem
from pokerroom.keno.events import Event, TicketRedeemed, TicketTaken
from pokerroom.keno.refusals import Code, Refusal
from pokerroom.keno.reports import Win, is_reported
from pokerroom.keno.requests import Attendant, KenoPosition, position_refusal
from pokerroom.keno.rules import RECEIPT, REDEEMED_ONCE, REPORT, REPORT_LINE, REPORTED_UP_TO
from pokerroom.keno.state import Held, Keno

Decided = tuple[Event, ...] | Refusal


def genuine(keno: Keno, id: str) -> Held | Refusal:  # noqa: A002
    held = keno.tickets.get(id)
    return Refusal(Code.NO_SUCH_TICKET, REDEEMED_ONCE, {}) if held is None else held


def payable(keno: Keno, id: str) -> Held | Refusal:  # noqa: A002
    """A ticket that somebody is owed money for."""
    held = genuine(keno, id)
    return held if isinstance(held, Refusal) else unpaid_refusal(keno, held) or held


def unpaid_refusal(keno: Keno, held: Held) -> Refusal | None:
    if held.voided:
        return Refusal(Code.VOIDED, REDEEMED_ONCE, {})
    if held.paid is not None:
        return Refusal(Code.ALREADY_PAID, REDEEMED_ONCE, {"at": held.paid.isoformat(), "amount": held.won})
    if held.ticket.last >= keno.first_open:
        return Refusal(Code.GAMES_TO_COME, REDEEMED_ONCE, {"last": held.ticket.last})
    return None if held.won else Refusal(Code.WON_NOTHING, REDEEMED_ONCE, {})


def take(keno: Keno, command: TakeToRedeem) -> Decided:
    refusal = position_refusal(command.by, KenoPosition.RUNNER)
    if refusal is not None:
        return refusal
    held = payable(keno, command.ticket)
    if isinstance(held, Refusal):
        return held
    if held.taken_by:
        return Refusal(Code.TAKEN_BY_RUNNER, RECEIPT, {"who": held.taken_by})
    return (TicketTaken(rule=RECEIPT, by=command.by, at=command.at, ticket=held.ticket.id, amount=held.won),)


def redeem(keno: Keno, command: Redeem) -> Decided:
    refusal = position_refusal(command.by, KenoPosition.WRITER, KenoPosition.RUNNER)
    if refusal is not None:
        return refusal
    held = payable(keno, command.ticket)
    if isinstance(held, Refusal):
        return held
    by = command.by
    refusal = runner_refusal(keno, held, by) if by.position is KenoPosition.RUNNER else None
    return refusal or (
        TicketRedeemed(
            rule=REPORT if by.position is KenoPosition.RUNNER else REDEEMED_ONCE,
            by=by,
            at=command.at,
            ticket=held.ticket.id,
            patron=held.ticket.patron,
            amount=held.won,
            brought_by=held.taken_by,
        ),
    )


def runner_refusal(keno: Keno, held: Held, by: Attendant) -> Refusal | None:
    """A runner pays what the report of their own tickets shows, and nothing else."""
    if held.ticket.by.position is not KenoPosition.RUNNER or held.ticket.by.code != by.code:
        return Refusal(Code.NOT_THEIR_TICKET, REPORT, {"who": by.name, "other": held.ticket.by.name})
    if not all(is_reported(held.ticket, win) for win in held.wins):
        return Refusal(Code.ABOVE_THE_LINE, REPORT_LINE, {"most": REPORTED_UP_TO, "amount": held.won})
    waiting = [win for win in held.wins if not has_report(keno, win)]
    return Refusal(Code.NOT_REPORTED, REPORT, {"number": waiting[0].game}) if waiting else None


def has_report(keno: Keno, win: Win) -> bool:
    """Whether the report of its game is at hand; a ticket of long ago goes to a writer."""
    drawn = keno.game_drawn(win.game)
    return drawn is not None and drawn.report is not None


HANDLERS: Mapping[type[Any], Callable[[Keno, Any], Decided]] = {TakeToRedeem: take, Redeem: redeem}
