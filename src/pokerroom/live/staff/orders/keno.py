"""Orders at the keno counter: writers and runners issue and redeem tickets, a supervisor posts the card and reports."""

from typing import Any

from pokerroom.keno.commands import ReportWinners
from pokerroom.keno.requests import Attendant, Form, KenoPosition, Request, RequestKind
from pokerroom.live import keno_orders as said
from pokerroom.live.banked.keno.actor import KenoActor
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.entrance.permissions import KENO_COUNTER, KENO_GAMES, KENO_RUNNERS, KENO_SUPERVISORS
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Given, Submission, Wrap
from pokerroom.room.keno.commands import AtKeno, DrawGame, OpenGame, PostCard, Redeem, Sell, Take, Void
from pokerroom.room.room import Done

RUNNERS_FORMS = frozenset({Form.TWO_PART, Form.DETACHABLE})


def attendant(by: Identity, station: str = "") -> Attendant:
    return Attendant(by.name, KenoPosition(by.role.value), station)


def posted(order: said.PostKenoCard, given: Given) -> PostCard:
    return PostCard(by=attendant(given.by), at=given.at, subject=order.subject)


def opened(_order: said.OpenKenoGame, given: Given) -> OpenGame:
    return OpenGame(by=attendant(given.by), at=given.at)


def drawn(_order: said.DrawKenoGame, given: Given) -> DrawGame:
    return DrawGame(by=attendant(given.by), at=given.at)


def issued(order: said.IssueKenoTicket, given: Given) -> Sell:
    """For cash: the ticket belongs to its bearer. What kind of request a form is, the form says."""
    kind = RequestKind.RUNNER if order.form in RUNNERS_FORMS else RequestKind.WRITER
    request = Request(
        kind=kind,
        form=order.form,
        conditioning=order.conditioning,
        spots=order.spots,
        groups=order.groups,
        quick_pick=order.quick_pick,
        first=order.first,
        games=order.games,
    )
    return Sell(by=attendant(given.by, order.station), at=given.at, request=request)


def of_ticket(kind: type[Void | Take | Redeem]) -> Wrap:
    def made(order: Any, given: Given) -> Void | Take | Redeem:
        return kind(by=attendant(given.by, order.station), at=given.at, serial=order.serial)

    return made


def reported(order: said.ReportKenoWinners, given: Given) -> ReportWinners:
    return ReportWinners(by=attendant(given.by), at=given.at, game=order.game)


async def at_the_counter(submission: Submission) -> Done | Refusal:
    """By the actor of the room's keno, in the order in which they come."""
    actor = next(each for each in submission.house.banked.values() if is_of(each, submission))
    assert isinstance(actor, KenoActor)
    station = submission.order.fields.get("station")
    if isinstance(station, str):
        actor.use_station(submission.by.name, station)
    return await actor.submit(submission.command, id=submission.id, asked=submission.asked)


def is_of(actor: Any, submission: Submission) -> bool:
    return isinstance(actor, KenoActor) and actor.live is submission.live


AT_KENO = Counter("keno", wrap=lambda command, _given: AtKeno(command), carry_out=at_the_counter)

ORDERS = (
    Declaration(AT_KENO, said.PostKenoCard, KENO_SUPERVISORS, becomes=PostCard, made=posted),
    Declaration(AT_KENO, said.OpenKenoGame, KENO_GAMES, becomes=OpenGame, made=opened),
    Declaration(AT_KENO, said.IssueKenoTicket, KENO_COUNTER, becomes=Sell, made=issued),
    Declaration(AT_KENO, said.VoidKenoTicket, KENO_COUNTER, becomes=Void, made=of_ticket(Void)),
    Declaration(AT_KENO, said.DrawKenoGame, KENO_GAMES, becomes=DrawGame, made=drawn),
    Declaration(AT_KENO, said.TakeKenoTicket, KENO_RUNNERS, becomes=Take, made=of_ticket(Take)),
    Declaration(AT_KENO, said.RedeemKenoTicket, KENO_COUNTER, becomes=Redeem, made=of_ticket(Redeem)),
    Declaration(AT_KENO, said.ReportKenoWinners, KENO_SUPERVISORS, becomes=ReportWinners, made=reported),
)
