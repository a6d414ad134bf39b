"""`decide` chooses: what a command leads to, or why not. It changes nothing, and draws nothing."""

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

from pokerroom.keno.apply import apply
from pokerroom.keno.commands import Command, DrawGame, Issue, OpenGame, PostRateCard, ReportWinners, VoidTicket
from pokerroom.keno.conditioning import read_conditioning
from pokerroom.keno.events import (
    Event,
    KenoGameDrawn,
    KenoGameOpened,
    RateCardPosted,
    TicketIssued,
    TicketVoided,
    WinnersReported,
)
from pokerroom.keno.rate_card import card_refusal
from pokerroom.keno.redeeming import HANDLERS as OF_REDEEMING, genuine
from pokerroom.keno.refusals import Code, Refusal
from pokerroom.keno.reports import Win, WinnersReport, winners_report
from pokerroom.keno.requests import PATRONS_PART, KenoPosition, Request, position_refusal, request_refusal
from pokerroom.keno.rules import (
    DRAW,
    DRAWN,
    NUMBERS,
    ONCE_BEGUN,
    RATE_CARD,
    REPORT,
    SEVERAL_GAMES,
    TICKET,
)
from pokerroom.keno.state import Keno
from pokerroom.keno.tickets import Ticket

Decided = tuple[Event, ...] | Refusal

WRITER, RUNNER, SUPERVISOR = KenoPosition


def perform(keno: Keno, command: Command) -> tuple[Keno, tuple[Event, ...]] | Refusal:
    events = decide(keno, command)
    return events if isinstance(events, Refusal) else (reduce(apply, events, keno), events)


def decide(keno: Keno, command: Command) -> Decided:
    return HANDLERS[type(command)](keno, command)


def post_card(_keno: Keno, command: PostRateCard) -> Decided:
    refusal = position_refusal(command.by, SUPERVISOR) or card_refusal(command.card)
    return refusal or (
        RateCardPosted(
            rule=RATE_CARD,
            by=command.by,
            at=command.at,
            card=command.card,
            automatic_reports=command.automatic_reports,
            settings=command.settings,
        ),
    )


def open_game(keno: Keno, command: OpenGame) -> Decided:
    refusal = position_refusal(command.by, WRITER, SUPERVISOR)
    if refusal is not None:
        return refusal
    if keno.card is None:
        return Refusal(Code.NO_CARD, RATE_CARD, {})
    if keno.on_sale is not None:
        return Refusal(Code.GAME_OPEN, DRAW, {"number": keno.number})
    return (
        KenoGameOpened(
            rule=DRAW,
            by=command.by,
            at=command.at,
            number=keno.number + 1,
            commitment=command.commitment,
            key=command.key,
            nonce=command.nonce,
        ),
    )


def issue(keno: Keno, command: Issue) -> Decided:
    """A ticket of exactly what was asked for, 15.1, by a card that has it."""
    card, request, by = keno.card, command.request, command.by
    if card is None:
        return Refusal(Code.NO_CARD, RATE_CARD, {})
    refusal = sale_refusal(keno, request) or request_refusal(request, by, card)
    if refusal is not None:
        return refusal
    conditioned = read_conditioning(request.conditioning, card)
    if isinstance(conditioned, Refusal):
        return conditioned
    spots = tuple(sorted(request.spots if request.quick_pick is None else command.picked))
    assert command.id not in keno.tickets, "a serial number is given once"
    assert len(set(spots)) == len(spots) == (request.quick_pick or len(spots)), "a quick-pick is as it was asked for"
    ticket = Ticket(
        id=command.id,
        key=command.key,
        first=request.first,
        games=request.games,
        spots=spots,
        wager=conditioned.wager,
        rate=conditioned.rate,
        conditioning=str(conditioned),
        pays=card.pays_of(len(spots)),
        quick_pick=request.quick_pick is not None,
        kind=request.kind,
        form=request.form,
        patrons_part=PATRONS_PART.get(request.form),
        by=by,
        patron=command.patron,
        at=command.at,
    )
    return (TicketIssued(rule=TICKET, by=by, at=command.at, ticket=ticket),)


def sale_refusal(keno: Keno, request: Request) -> Refusal | None:
    """Why no ticket for these games can be bought now."""
    if request.first < keno.first_open:
        return Refusal(Code.DRAW_BEGUN, ONCE_BEGUN, {"number": request.first})
    if keno.on_sale is None:
        return Refusal(Code.NO_GAME, ONCE_BEGUN, {"next": keno.first_open})
    if request.first != keno.first_open:
        return Refusal(Code.GAME_NOT_AHEAD, SEVERAL_GAMES, {"number": request.first, "next": keno.first_open})
    return None


def void(keno: Keno, command: VoidTicket) -> Decided:
    held = genuine(keno, command.ticket)
    if isinstance(held, Refusal):
        return held
    ticket, by = held.ticket, command.by
    refusal = position_refusal(by, WRITER, RUNNER)
    if refusal is not None:
        return refusal
    if by.position is RUNNER and by.code != ticket.by.code:
        return Refusal(Code.NOT_THEIR_TICKET, ONCE_BEGUN, {"who": by.name, "other": ticket.by.name})
    if held.voided:
        return Refusal(Code.VOIDED, ONCE_BEGUN, {})
    if ticket.first < keno.first_open:
        return Refusal(Code.DRAW_BEGUN, ONCE_BEGUN, {"number": ticket.first})
    return (
        TicketVoided(
            rule=ONCE_BEGUN, by=by, at=command.at, ticket=ticket.id, patron=ticket.patron, amount=ticket.price
        ),
    )


def draw(keno: Keno, command: DrawGame) -> Decided:
    """Twenty numbers, what each ticket wins by them, and the report where it is automatic."""
    refusal = position_refusal(command.by, WRITER, SUPERVISOR)
    if refusal is not None:
        return refusal
    if keno.on_sale is None:
        return Refusal(Code.NO_GAME, DRAW, {"next": keno.first_open})
    balls, number = command.balls, keno.on_sale.number
    assert len(set(balls)) == len(balls) == DRAWN, "numbers are drawn without replacement"
    assert set(balls) <= set(range(1, NUMBERS + 1)), "15.2(a)"
    playing = [held.ticket for held in keno.in_game(number)]
    wins = tuple((ticket, Win(ticket.id, number, ticket.caught(balls), ticket.wins(balls))) for ticket in playing)
    paying = tuple((ticket, win) for ticket, win in wins if win.amount)
    drawn = KenoGameDrawn(
        rule=DRAW,
        by=command.by,
        at=command.at,
        number=number,
        balls=balls,
        secret=command.secret,
        wagered=sum(ticket.rate for ticket in playing),
        wins=tuple(win for _, win in paying),
    )
    if not keno.automatic_reports:
        return (drawn,)
    report = winners_report(number, paying)
    return drawn, WinnersReported(rule=REPORT, by=command.by, at=command.at, report=report)


def report_winners(keno: Keno, command: ReportWinners) -> Decided:
    refusal = position_refusal(command.by, SUPERVISOR)
    if refusal is not None:
        return refusal
    drawn = keno.game_drawn(command.game)
    if drawn is None:
        return Refusal(Code.NOT_DRAWN, REPORT, {"number": command.game})
    return (WinnersReported(rule=REPORT, by=command.by, at=command.at, report=report_of(keno, command.game)),)


def report_of(keno: Keno, game: int) -> WinnersReport:
    """Of a game that was drawn."""
    won = [(held.ticket, win) for held in keno.in_game(game) for win in held.wins if win.game == game]
    return winners_report(game, won)


HANDLERS: Mapping[type[Any], Callable[[Keno, Any], Decided]] = {
    PostRateCard: post_card,
    OpenGame: open_game,
    Issue: issue,
    VoidTicket: void,
    DrawGame: draw,
    ReportWinners: report_winners,
    **OF_REDEEMING,
}
