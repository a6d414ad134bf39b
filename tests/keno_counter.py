"""A keno counter for tests: a card, staff, and games drawn with numbers that the test names."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from pokerroom.keno import HOUSE_CARD, Event, Keno, RateCard, perform
from pokerroom.keno.commands import DrawGame, Issue, OpenGame, PostRateCard, Redeem
from pokerroom.keno.events import TicketIssued
from pokerroom.keno.refusals import Code, Refusal
from pokerroom.keno.requests import Attendant, Form, KenoPosition, Request, RequestKind
from pokerroom.keno.tickets import Ticket

WRITER = Attendant("Wanda", KenoPosition.WRITER, "W1")
RUNNER = Attendant("Rudi", KenoPosition.RUNNER, "R7")
OTHER_RUNNER = Attendant("Rita", KenoPosition.RUNNER, "R8")
SUPERVISOR = Attendant("Susan", KenoPosition.SUPERVISOR)
START = datetime(2026, 3, 2, 20, tzinfo=UTC)

FIRST_TWENTY = tuple(range(1, 21))


def writer_form(*spots: int, **more: Any) -> Request:
    form = Request(kind=RequestKind.WRITER, form=Form.ONE_PART, conditioning="S 1.00", spots=spots, first=1)
    return replace(form, **more)


def runner_form(*spots: int, **more: Any) -> Request:
    form = Request(kind=RequestKind.RUNNER, form=Form.TWO_PART, conditioning="S 1.00", spots=spots, first=1)
    return replace(form, **more)


@dataclass
class Counter:
    """Keno with a card posted and game 1 on sale."""

    card: RateCard = HOUSE_CARD
    automatic_reports: bool = True
    keno: Keno = field(default_factory=lambda: Keno(name="keno"))
    events: list[Event] = field(default_factory=list)
    now: datetime = START
    issued: int = 0

    def __post_init__(self) -> None:
        self.do(PostRateCard, by=SUPERVISOR, card=self.card, automatic_reports=self.automatic_reports)
        self.open_game()

    def ask(self, kind: type[Any], **fields: Any) -> Any:
        self.now += timedelta(seconds=1)
        return perform(self.keno, kind(at=self.now, **fields))

    def do(self, kind: type[Any], **fields: Any) -> tuple[Event, ...]:
        outcome = self.ask(kind, **fields)
        assert not isinstance(outcome, Refusal), outcome
        self.keno, events = outcome
        self.events += events
        return tuple(events)

    def refused(self, kind: type[Any], **fields: Any) -> tuple[Code, str]:
        refusal = self.ask(kind, **fields)
        assert isinstance(refusal, Refusal), refusal
        assert str(refusal)
        return refusal.code, refusal.paragraph  # type: ignore[return-value]

    def open_game(self) -> None:
        self.do(OpenGame, by=SUPERVISOR, commitment=b"c" * 32, key="k", nonce=b"n" * 32)

    def buy(self, request: Request, by: Attendant = WRITER, **more: Any) -> Ticket:
        (event,) = self.do(Issue, by=by, request=request, id=self.next_id(), key="k", **more)
        assert isinstance(event, TicketIssued)
        return event.ticket

    def not_sold(self, request: Request, by: Attendant = WRITER, **more: Any) -> tuple[Code, str]:
        return self.refused(Issue, by=by, request=request, id=self.next_id(), key="k", **more)

    def next_id(self) -> str:
        self.issued += 1
        return f"{self.issued:010}"

    def draw(self, balls: tuple[int, ...] = FIRST_TWENTY) -> tuple[Event, ...]:
        return self.do(DrawGame, by=SUPERVISOR, balls=balls, secret=b"k" * 32)

    def redeem(self, ticket: Ticket, by: Attendant = WRITER) -> int:
        (event,) = self.do(Redeem, by=by, ticket=ticket.id)
        return event.amount  # type: ignore[union-attr]
