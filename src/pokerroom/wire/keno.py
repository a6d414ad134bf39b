"""Messages of keno: a player buys tickets for play chips; whoever watches sees the card, the draw and their tickets.

In a licensed room tickets are issued by staff, whose orders go over HTTP; they too watch here.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pokerroom.wire.banked import Place
from pokerroom.wire.common import Cents, Id, Message, Seconds
from pokerroom.words import Saying

Serial = Annotated[str, Meta(max_length=64)]
MOST_READ = 80
"""Numbers on one form: more than the board has cannot be marked."""


class BuyKeno(Message, frozen=True, kw_only=True):
    """Buy a ticket for play chips: mark spots, or say how many the system shall pick."""

    id: Id
    game: Place
    conditioning: Annotated[str, Meta(max_length=32)]
    """The type of ticket and its rate: `S 1.00`."""
    first: int
    """The first game it plays, which must be on sale."""
    games: int = 1
    spots: Annotated[tuple[int, ...], Meta(max_length=MOST_READ)] = ()
    quick_pick: int | None = None


class VoidKeno(Message, frozen=True, kw_only=True):
    """Take back a ticket of mine whose first game has not been drawn."""

    id: Id
    game: Place
    serial: Serial


class RedeemKeno(Message, frozen=True, kw_only=True):
    """Pay me what a ticket of mine has won."""

    id: Id
    game: Place
    serial: Serial


class ReadyForDraw(Message, frozen=True, kw_only=True):
    """I want no more tickets in this game: it is drawn at once when everybody who has one says so."""

    id: Id
    game: Place
    number: int


class CheckKeno(Message, frozen=True, kw_only=True):
    """Staff: which ticket has this serial number, and what has it won? Nothing is done."""

    id: Id
    game: Place
    serial: Serial


class KenoPay(msgspec.Struct, frozen=True, kw_only=True):
    """One posted pay, with its exact odds."""

    caught: int
    pays: int
    """For one: the wager is included."""
    chance: str
    """A fraction."""
    one_in: float
    true_odds: float
    """To one, against it."""
    payoff_odds: int
    """To one."""
    advantage: float
    """Of the house, in percent, if a ticket paid this alone."""


class KenoPays(msgspec.Struct, frozen=True, kw_only=True):
    """What a ticket of so many spots pays."""

    spots: int
    name: Saying
    pays: tuple[KenoPay, ...]
    advantage: float
    """Of the house, in percent, over all its pays."""
    exact: str
    """The same as a fraction."""


class KenoCard(Message, frozen=True, kw_only=True):
    """The rate card that is posted."""

    game: str
    title: str
    least: Cents
    most: Cents
    step: Cents
    games: int
    """The most games on one request."""
    pays: tuple[KenoPays, ...]
    settings: str
    """The filing that it was approved by."""


class KenoWin(msgspec.Struct, frozen=True, kw_only=True):
    game: int
    caught: int
    amount: Cents


TicketStanding = Literal["on sale", "playing", "lost", "won", "taken", "paid", "voided"]


class KenoTicket(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket as it is printed: what the system has understood."""

    serial: str
    qr: tuple[int, ...]
    """The rows of its QR code, the leftmost module in the highest bit; as many modules as rows."""
    name: Saying
    conditioning: str
    rate: Cents
    price: Cents
    spots: tuple[int, ...]
    quick_pick: bool
    first: int
    last: int
    at: Seconds
    by: str
    """The writer or runner who issued it, or their work station."""
    standing: TicketStanding
    caught: tuple[KenoWin, ...] = ()
    """What it caught and won in each game drawn so far that is remembered."""
    won: Cents = 0
    taken_by: str = ""
    paid: Seconds | None = None
    patrons_part: str = ""
    order: str = ""
    """The id of the order that it was issued on, while that is remembered."""


class KenoReportLine(msgspec.Struct, frozen=True, kw_only=True):
    serial: str
    """Partly hidden."""
    payout: Cents


class KenoReport(msgspec.Struct, frozen=True, kw_only=True):
    """The winning ticket report of a game, for one runner or work station."""

    code: str
    lines: tuple[KenoReportLine, ...]


class KenoDrawn(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    balls: tuple[int, ...]
    """In the order drawn."""
    commitment: str
    """What was published before its first ticket was sold; hexadecimal."""
    secret: str
    at: Seconds
    tickets: int
    wagered: Cents
    won: Cents
    reported: bool
    """Whether its winning ticket report has been made."""
    report: tuple[KenoReport, ...] = ()
    """For staff: a runner sees their own, a supervisor everybody's."""


class KenoView(Message, frozen=True, kw_only=True):
    """How keno stands, for one viewer."""

    game: str
    play_chips: bool
    next: int
    """The first game that a ticket can be bought for."""
    on_sale: bool
    closes: Seconds | None
    """When the draw begins by itself."""
    commitment: str
    """To the numbers of the game on sale."""
    tickets: int
    """In the game on sale."""
    ready: bool = False
    """I have said that I want no more tickets in it."""
    waiting: int = 0
    """How many others have tickets in it and have not said so."""
    drawn: tuple[KenoDrawn, ...] = ()
    """The last games, the latest first."""
    mine: tuple[KenoTicket, ...] = ()
    """My tickets, the latest first; for staff, those that they issued."""


class KenoChecked(Message, frozen=True, kw_only=True):
    game: str
    ticket: KenoTicket


ClientKeno = BuyKeno | VoidKeno | RedeemKeno | ReadyForDraw | CheckKeno
ServerKeno = KenoCard | KenoView | KenoChecked
