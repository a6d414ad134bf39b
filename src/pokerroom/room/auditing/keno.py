"""Keno held against its rules: each event is decided again, each draw worked out again from what was promised."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pokerroom.keno import Keno, commands, decide
from pokerroom.keno.decide import report_of
from pokerroom.keno.events import (
    KenoGameDrawn,
    KenoGameOpened,
    RateCardPosted,
    TicketIssued,
    TicketRedeemed,
    TicketTaken,
    TicketVoided,
    WinnersReported,
)
from pokerroom.keno.requests import Request
from pokerroom.room.auditing.banked import Played
from pokerroom.room.keno.drawing import is_proved
from pokerroom.rules.refusal import Refusal


def request_of(event: TicketIssued) -> Request:
    """The request that a ticket was issued on."""
    ticket = event.ticket
    return Request(
        kind=ticket.kind,
        form=ticket.form,
        conditioning=ticket.conditioning,
        spots=() if ticket.quick_pick else ticket.spots,
        quick_pick=len(ticket.spots) if ticket.quick_pick else None,
        first=ticket.first,
        games=ticket.games,
    )


def issue_of(event: TicketIssued) -> commands.Issue:
    ticket = event.ticket
    return commands.Issue(
        by=event.by,
        at=event.at,
        request=request_of(event),
        id=ticket.id,
        key=ticket.key,
        picked=ticket.spots,
        patron=ticket.patron,
    )


ASKED: Mapping[type[Any], Callable[[Any], Any]] = {
    RateCardPosted: lambda each: commands.PostRateCard(**said(each, "card", "automatic_reports", "settings")),
    KenoGameOpened: lambda each: commands.OpenGame(**said(each, "commitment", "key", "nonce")),
    TicketIssued: issue_of,
    TicketVoided: lambda each: commands.VoidTicket(**said(each, "ticket")),
    KenoGameDrawn: lambda each: commands.DrawGame(**said(each, "balls", "secret")),
    TicketTaken: lambda each: commands.TakeToRedeem(**said(each, "ticket")),
    TicketRedeemed: lambda each: commands.Redeem(**said(each, "ticket")),
}
"""What was asked, by what came of it. A report is worked out again by itself: a draw leads to one, too."""


def said(event: Any, *names: str) -> dict[str, Any]:
    return {name: getattr(event, name) for name in ("by", "at", *names)}


def wrong_at_keno(played: Played) -> Iterator[str]:
    event, before = played.event, played.before
    if isinstance(event, WinnersReported):
        if event.report != report_of(before, event.report.game):
            yield f"the winning ticket report of game {event.report.game} is not what its tickets have won"
        return
    yield from decided_otherwise(before, event)
    if isinstance(event, KenoGameDrawn) and not is_proved(played.after.drawn[-1]):
        yield f"the numbers of game {event.number} are not those that were promised before its sale"


def decided_otherwise(before: Keno, event: Any) -> Iterator[str]:
    kind = type(event).__name__
    try:
        outcome = decide(before, ASKED[type(event)](event))
    except AssertionError as error:
        yield f"{kind} cannot be: {error}"
        return
    if isinstance(outcome, Refusal):
        yield f"{kind} is refused by the rules: {outcome}"
    elif outcome[0] != event:
        yield f"{kind} is not what the rules lead to"
