"""A round on the terminal: a section for each street, the words on the left and the paragraph on the right."""

from collections.abc import Iterable
from itertools import groupby

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pokerroom.cards import UNKNOWN, cards_text
from pokerroom.history.narration import by_seat, tell
from pokerroom.money import dollars
from pokerroom.play import Role, Round, Seat, Stage, Viewer, apply, seen_by, view
from pokerroom.play.apply import open_round
from pokerroom.play.events import (
    CardBurned,
    CardExchanged,
    CardsDealt,
    ChoiceOffered,
    Event,
    FallenCardReplaced,
    HandRemoved,
    RoundOpened,
    ShowdownOpened,
)
from pokerroom.play.views import SeatView
from pokerroom.rules.clauses import Game
from pokerroom.words import said

FORCED_MONEY = -1
"""The section before the first street."""

Line = tuple[Event, Round]
"""An event and the round after it."""

HANDS_CHANGE = (CardsDealt, CardExchanged, FallenCardReplaced)
STILL_DEALING = (*HANDS_CHANGE, HandRemoved, ChoiceOffered)
"""The events of one deal: the hands are shown once, after the last of these."""


class Row(msgspec.Struct, frozen=True):
    """Words of one section, in markup, and the paragraph behind them; `number` is a line of a dealer's script."""

    street: int
    words: str
    paragraph: str = ""
    number: str = ""


def lines_of(after: Round, log: list[Event], *, before: Round | None) -> list[Line]:
    lines: list[Line] = []
    for event in log:
        if before is None:
            assert isinstance(event, RoundOpened)
            before = open_round(event, after.procedure)
        else:
            before = apply(before, event)
        lines.append((event, before))
    return lines


def rows_of(lines: list[Line], *, street: int = FORCED_MONEY, viewer: Viewer = Role.AUDITOR) -> list[Row]:
    """What this viewer is told; `street` is the section to continue in."""
    rows: list[Row] = []
    dealt_to: dict[Seat, None] = {}
    for number, (event, state) in enumerate(lines):
        street = street_of(event, state, street)
        says = tell(seen_by(event, viewer), state, by_seat)
        if says is not None:
            rows.append(Row(street, escape(said(says)), event.rule.short))
        if isinstance(event, HANDS_CHANGE):
            dealt_to |= dict.fromkeys(event.seats if isinstance(event, CardsDealt) else (event.seat,))
        still_dealing = number + 1 < len(lines) and isinstance(lines[number + 1][0], STILL_DEALING)
        if dealt_to and not still_dealing:
            rows += [Row(street, f"  [dim]{hand(seen)}[/dim]") for seen in hands_seen(state, dealt_to, viewer)]
            dealt_to = {}
    return rows


def hands_seen(state: Round, seats: Iterable[Seat], viewer: Viewer) -> list[SeatView]:
    """The hands of which the viewer knows at least one card."""
    seen = view(state, viewer).seats
    return [seen[seat] for seat in seats if set(seen[seat].down + seen[seat].up) - {UNKNOWN}]


def print_rows(console: Console, game: Game, rows: list[Row]) -> None:
    numbered = any(row.number for row in rows)
    for street, section in groupby(rows, key=lambda row: row.street):
        console.rule(heading(game, street), align="left", style="green")
        for row in section:
            print_row(console, row, numbered=numbered)
        console.print()


def print_row(console: Console, row: Row, *, numbered: bool = False) -> None:
    """Each row is a separate table, so that long words leave space only for their own paragraph."""
    table = Table.grid(padding=(0, 2), expand=True)
    if numbered:
        table.add_column(style="dim", justify="right", width=3)
    table.add_column(ratio=1, overflow="fold")
    table.add_column(style="dim", justify="right", no_wrap=True)
    cells = (row.words, escape(row.paragraph))
    table.add_row(*((row.number, *cells) if numbered else cells))
    console.print(table)


def street_of(event: Event, state: Round, street: int) -> int:
    """Which section an event belongs to: forced money, a street from its burn card on, or the showdown."""
    if isinstance(event, ShowdownOpened):
        return len(state.procedure.streets)
    if isinstance(event, CardBurned) and state.stage is Stage.DEALING and not state.waiting:
        return state.street + 1
    return max(street, state.street)


def heading(game: Game, street: int) -> str:
    if street < 0:
        return f"[bold]{game.name}[/bold]"
    if street >= len(game.streets):
        return "[bold]Showdown[/bold]"
    return f"[bold]{game.streets[street].name.capitalize()}[/bold]"


def seat_name(seat: Seat) -> str:
    return f"Seat {seat + 1}"


def hand(seen: SeatView) -> str:
    """The down cards in brackets, then the up-cards."""
    return f"{seat_name(seen.seat)} \\[{cards_text(seen.down)}] {cards_text(seen.up)}  {dollars(seen.stack)}"
