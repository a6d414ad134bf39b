"""How keno looks to somebody: the card with its odds, the games drawn, and the tickets that are theirs to see."""

from collections.abc import Iterator
from functools import lru_cache

import segno

from pokerroom.keno import Keno, RateCard
from pokerroom.keno.odds import PostedPay, house_advantage, posted_pays
from pokerroom.keno.reports import OfRunner
from pokerroom.keno.state import Drawn, Held
from pokerroom.keno.tickets import Ticket
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.tables.telling import seconds
from pokerroom.room.keno.proofs import serial_of
from pokerroom.shuffle.seal import Keys
from pokerroom.wire import keno as wire
from pokerroom.words import saying

SHOWN = 12
"""Games drawn, and tickets of one viewer, that a view has."""
PERCENT = 100
ISSUERS = (Role.KENO_WRITER, Role.KENO_RUNNER)


@lru_cache(maxsize=8)
def card_view(card: RateCard, game: str, settings: str) -> wire.KenoCard:
    return wire.KenoCard(
        game=game,
        title=card.title,
        least=card.least,
        most=card.most,
        step=card.step,
        games=card.games,
        pays=tuple(pays_view(card, spots) for spots in range(1, card.most_spots + 1)),
        settings=settings,
    )


def pays_view(card: RateCard, spots: int) -> wire.KenoPays:
    advantage = house_advantage(card, spots)
    return wire.KenoPays(
        spots=spots,
        name=saying("keno.spots", count=spots),
        pays=tuple(pay_view(pay) for pay in posted_pays(card) if pay.spots == spots),
        advantage=float(advantage * PERCENT),
        exact=str(advantage),
    )


def pay_view(pay: PostedPay) -> wire.KenoPay:
    return wire.KenoPay(
        caught=pay.caught,
        pays=pay.pays,
        chance=str(pay.chance),
        one_in=float(1 / pay.chance),
        true_odds=float(pay.true_odds),
        payoff_odds=pay.payoff_odds,
        advantage=float(pay.advantage * PERCENT),
    )


@lru_cache(maxsize=1024)
def qr_of(text: str) -> tuple[int, ...]:
    """The rows of a QR code."""
    rows = segno.make(text, error="m", micro=False).matrix
    return tuple(int("".join(map(str, row)), 2) for row in rows)


def ticket_view(keno: Keno, held: Held, keys: Keys, order: str = "") -> wire.KenoTicket:
    ticket, serial = held.ticket, serial_of(held.ticket, keys)
    return wire.KenoTicket(
        serial=serial,
        qr=qr_of(serial),
        name=ticket.type_name,
        conditioning=ticket.conditioning,
        rate=ticket.rate,
        price=ticket.price,
        spots=ticket.spots,
        quick_pick=ticket.quick_pick,
        first=ticket.first,
        last=ticket.last,
        at=seconds(ticket.at),
        by=ticket.by.code,
        standing=standing_of(keno, held),
        caught=tuple(results(keno, held)),
        won=held.won,
        taken_by=held.taken_by,
        paid=None if held.paid is None else seconds(held.paid),
        patrons_part="" if ticket.patrons_part is None else ticket.patrons_part.value,
        order=order,
    )


def standing_of(keno: Keno, held: Held) -> wire.TicketStanding:
    if held.voided:
        return "voided"
    if held.paid is not None:
        return "paid"
    if held.ticket.first >= keno.first_open:
        return "on sale"
    if held.ticket.last >= keno.first_open:
        return "playing"
    if not held.won:
        return "lost"
    return "taken" if held.taken_by else "won"


def results(keno: Keno, held: Held) -> Iterator[wire.KenoWin]:
    """What a ticket caught in each of its games, whether it won anything or not."""
    if held.voided:
        return
    for game in keno.drawn:
        if game.number in held.ticket.numbers:
            caught = held.ticket.caught(game.balls)
            yield wire.KenoWin(game=game.number, caught=caught, amount=held.ticket.wins(game.balls))


def drawn_views(keno: Keno, identity: Identity, station: str) -> tuple[wire.KenoDrawn, ...]:
    return tuple(drawn_view(each, identity, station) for each in keno.drawn[: -SHOWN - 1 : -1])


def drawn_view(drawn: Drawn, identity: Identity, station: str) -> wire.KenoDrawn:
    runners = () if drawn.report is None else drawn.report.runners
    return wire.KenoDrawn(
        number=drawn.number,
        balls=drawn.balls,
        commitment=drawn.commitment.hex(),
        secret=drawn.secret.hex(),
        at=seconds(drawn.at),
        tickets=drawn.tickets,
        wagered=drawn.wagered,
        won=drawn.won,
        reported=drawn.report is not None,
        report=tuple(report_view(each) for each in runners if may_read(each, identity, station)),
    )


def may_read(report: OfRunner, identity: Identity, station: str) -> bool:
    """A supervisor reads every report, a runner their own."""
    if identity.role is Role.KENO_RUNNER:
        return report.code in (identity.name, station)
    return identity.role is Role.KENO_SUPERVISOR


def report_view(report: OfRunner) -> wire.KenoReport:
    lines = (wire.KenoReportLine(serial=line.serial, payout=line.payout) for line in report.lines)
    return wire.KenoReport(code=report.code, lines=tuple(lines))


def owned(keno: Keno, identity: Identity) -> list[Held]:
    """The tickets that are somebody's: a patron's own, or those that a writer or runner issued; the latest first."""
    mine = [held for held in keno.tickets.values() if is_of(held.ticket, identity)]
    return mine[: -SHOWN - 1 : -1]


def is_of(ticket: Ticket, identity: Identity) -> bool:
    """Whoever sees a ticket sees its whole serial number."""
    issued = identity.role in ISSUERS and (ticket.by.name, ticket.patron) == (identity.name, "")
    return issued or ticket.patron == identity.id
