"""The winning keno ticket report: what runners sold that won $500 or less in a game, 15.1."""

from collections.abc import Iterable
from itertools import groupby

import msgspec

from pokerroom.keno.requests import KenoPosition
from pokerroom.keno.rules import REPORTED_UP_TO
from pokerroom.keno.serials import partly_hidden
from pokerroom.keno.tickets import Ticket


class Win(msgspec.Struct, frozen=True, gc=False):
    """What a ticket won in one game."""

    ticket: str
    game: int
    caught: int
    amount: int


class ReportLine(msgspec.Struct, frozen=True, gc=False):
    serial: str
    """A portion of it; the rest is hidden."""
    payout: int


class OfRunner(msgspec.Struct, frozen=True, gc=False):
    code: str
    """Of the runner, or of the work station where the runner generated the tickets."""
    lines: tuple[ReportLine, ...]


class WinnersReport(msgspec.Struct, frozen=True, gc=False):
    game: int
    runners: tuple[OfRunner, ...]


def is_reported(ticket: Ticket, win: Win) -> bool:
    """A runner's ticket, and no more than $500 for that game (AMB-162)."""
    return ticket.by.position is KenoPosition.RUNNER and win.amount <= REPORTED_UP_TO


def winners_report(game: int, wins: Iterable[tuple[Ticket, Win]]) -> WinnersReport:
    listed = sorted((ticket.by.code, win.ticket, win.amount) for ticket, win in wins if is_reported(ticket, win))
    return WinnersReport(
        game,
        tuple(
            OfRunner(code, tuple(ReportLine(partly_hidden(id_), amount) for _, id_, amount in lines))
            for code, lines in groupby(listed, key=lambda line: line[0])
        ),
    )
