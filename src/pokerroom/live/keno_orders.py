"""What staff say at the keno counter. Who they are, when it is, the numbers and the serial the room adds."""

import msgspec

from pokerroom.keno.requests import Form


class PostKenoCard(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    subject: str
    """Under which the rate card is filed."""


class OpenKenoGame(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    pass


class DrawKenoGame(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    pass


class IssueKenoTicket(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    form: Form
    """What the patron hands in; a writer may be told the numbers instead."""
    conditioning: str
    """The type of ticket and its rate, as on the form: `S 1.00`."""
    spots: tuple[int, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    """Numbers circled together."""
    quick_pick: int | None = None
    """How many spots the system shall pick, where the patron marks none."""
    first: int
    games: int = 1
    station: str = ""
    """The work station, by its code."""


class VoidKenoTicket(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    serial: str
    station: str = ""


class TakeKenoTicket(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    serial: str
    station: str = ""


class RedeemKenoTicket(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    serial: str
    station: str = ""


class ReportKenoWinners(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    game: int
