"""What is asked of the room at keno. Numbers, ids and secrets the room adds itself; a ticket is named by its serial."""

from datetime import datetime

import msgspec

from pokerroom.keno.commands import ReportWinners
from pokerroom.keno.requests import Attendant, Request


class AtCounter(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    by: Attendant
    at: datetime


class PostCard(AtCounter, frozen=True, tag=True, kw_only=True):
    """Sell by the rate card that is filed under this subject and in force."""

    subject: str


class OpenGame(AtCounter, frozen=True, tag=True, kw_only=True):
    pass


class Sell(AtCounter, frozen=True, tag=True, kw_only=True):
    """Issue a ticket on a request, and take its price: from a player's bank, or in cash where none is named."""

    request: Request
    patron: str = ""


class DrawGame(AtCounter, frozen=True, tag=True, kw_only=True):
    pass


class OfTicket(AtCounter, frozen=True, kw_only=True):
    serial: str
    """The whole of it, as typed or scanned."""


class Void(OfTicket, frozen=True, tag=True, kw_only=True):
    pass


class Take(OfTicket, frozen=True, tag=True, kw_only=True):
    """A runner takes a winning ticket to redeem it, and gives a receipt."""


class Redeem(OfTicket, frozen=True, tag=True, kw_only=True):
    pass


Command = PostCard | OpenGame | Sell | DrawGame | Void | Take | Redeem | ReportWinners


class AtKeno(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: Command
