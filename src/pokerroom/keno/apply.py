"""`apply` folds: what each event does to the state, and nothing else."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from pokerroom.keno.events import (
    Event,
    KenoGameDrawn,
    KenoGameOpened,
    RateCardPosted,
    TicketIssued,
    TicketRedeemed,
    TicketTaken,
    TicketVoided,
    WinnersReported,
)
from pokerroom.keno.reports import Win
from pokerroom.keno.state import REMEMBERED, Drawn, Held, Keno, OnSale


def apply(keno: Keno, event: Event) -> Keno:
    return FOLDS[type(event)](keno, event)


def card_posted(keno: Keno, event: RateCardPosted) -> Keno:
    return replace(keno, card=event.card, automatic_reports=event.automatic_reports, settings=event.settings)


def game_opened(keno: Keno, event: KenoGameOpened) -> Keno:
    on_sale = OnSale(number=event.number, commitment=event.commitment, key=event.key, nonce=event.nonce, at=event.at)
    return replace(keno, number=event.number, on_sale=on_sale)


def issued(keno: Keno, event: TicketIssued) -> Keno:
    return changed(keno, Held(ticket=event.ticket))


def voided(keno: Keno, event: TicketVoided) -> Keno:
    return changed(keno, replace(keno.tickets[event.ticket], voided=True))


def game_drawn(keno: Keno, event: KenoGameDrawn) -> Keno:
    on_sale = keno.on_sale
    assert on_sale is not None
    drawn = Drawn(
        number=event.number,
        balls=event.balls,
        commitment=on_sale.commitment,
        secret=event.secret,
        at=event.at,
        tickets=sum(1 for _ in keno.in_game(event.number)),
        wagered=event.wagered,
        won=event.won,
    )
    tickets = with_wins(keno.tickets, event.wins)
    return forgetting(replace(keno, on_sale=None, drawn=(*keno.drawn, drawn)[-REMEMBERED:], tickets=tickets))


def with_wins(tickets: Mapping[str, Held], wins: tuple[Win, ...]) -> Mapping[str, Held]:
    of_ticket: dict[str, list[Win]] = defaultdict(list)
    for win in wins:
        of_ticket[win.ticket].append(win)
    won = {id_: replace(tickets[id_], wins=(*tickets[id_].wins, *more)) for id_, more in of_ticket.items()}
    return {**tickets, **won}


def forgetting(keno: Keno) -> Keno:
    """Without the tickets of games long ago that nobody is owed anything for."""
    oldest = keno.number - REMEMBERED
    kept = {id_: each for id_, each in keno.tickets.items() if each.ticket.last > oldest or each.owed}
    return keno if len(kept) == len(keno.tickets) else replace(keno, tickets=kept)


def reported(keno: Keno, event: WinnersReported) -> Keno:
    drawn = (replace(each, report=event.report) if each.number == event.report.game else each for each in keno.drawn)
    return replace(keno, drawn=tuple(drawn))


def taken(keno: Keno, event: TicketTaken) -> Keno:
    return changed(keno, replace(keno.tickets[event.ticket], taken_by=event.by.name))


def redeemed(keno: Keno, event: TicketRedeemed) -> Keno:
    return changed(keno, replace(keno.tickets[event.ticket], paid=event.at))


def changed(keno: Keno, held: Held) -> Keno:
    return replace(keno, tickets={**keno.tickets, held.ticket.id: held})


FOLDS: Mapping[type[Any], Callable[[Keno, Any], Keno]] = {
    RateCardPosted: card_posted,
    KenoGameOpened: game_opened,
    TicketIssued: issued,
    TicketVoided: voided,
    KenoGameDrawn: game_drawn,
    WinnersReported: reported,
    TicketTaken: taken,
    TicketRedeemed: redeemed,
}
