"""How a dealer's round ended: stakes before and after, what was returned, what the floor must do, and why."""

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pokerroom.cli.telling import Row, print_row, seat_name
from pokerroom.money import dollars
from pokerroom.play import Event, Round, Seat
from pokerroom.play.events import (
    CardExchanged,
    CardsDealt,
    ChoiceOffered,
    DrawnCardExposed,
    FaceUpCardRemoved,
    FallenCardRemoved,
    FallenCardReplaced,
    Frozen,
    HandReconstructed,
    HandRemoved,
    Misdealt,
    MistakenCardsDiscarded,
    PlayedOn,
    PlayerLeft,
    RoundDied,
    Ruled,
    RulingMade,
)
from pokerroom.rules.citation import Citation
from pokerroom.rules.explain import explain

WENT_WRONG = (
    CardExchanged,
    ChoiceOffered,
    DrawnCardExposed,
    FaceUpCardRemoved,
    FallenCardRemoved,
    FallenCardReplaced,
    Frozen,
    HandReconstructed,
    HandRemoved,
    Misdealt,
    MistakenCardsDiscarded,
    PlayedOn,
    PlayerLeft,
    RoundDied,
    Ruled,
    RulingMade,
)

NEXT: dict[type[Any], tuple[str, Callable[[Round], Citation]]] = {
    Misdealt: (
        "Collect every card, shuffle and cut again, and deal a new round.",
        lambda state: state.procedure.general.misdeal,
    ),
    RoundDied: (
        "Take this deck off the table and replace it before another card is dealt.",
        lambda state: state.procedure.general.card_count,
    ),
}
"""What the floor must do after a round that ended this way."""


NOTHING = "-"


def print_outcome(
    console: Console, before: tuple[int, ...], state: Round, log: list[Event], cited: list[Citation]
) -> None:
    """`cited` are paragraphs that decided something besides the events."""
    console.rule("[bold]Outcome[/bold]", align="left", style="green")
    console.print(stakes(before, state, log))
    console.print()
    for event in log:
        if type(event) in NEXT:
            task, rule = NEXT[type(event)]
            print_row(console, Row(0, f"[bold]Next:[/bold] {task}", rule(state).short))
            console.print()
            cited = [*cited, rule(state)]
    reasons = [event.rule for event in log if went_wrong(event)] + cited
    if reasons:
        console.print(why(reasons))
        console.print(f"[dim]pokerroom rule '{reasons[0].paragraph}' says more.[/dim]")


def went_wrong(event: Event) -> bool:
    return isinstance(event, WENT_WRONG) or (isinstance(event, CardsDealt) and bool(event.turned))


def stakes(before: tuple[int, ...], state: Round, log: list[Event]) -> Table:
    """Each seat's table stakes; chips in a pot still belong to the pot."""
    returned = went_back(before, log)
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("table stakes")
    for column in ("before", "after", "change"):
        table.add_column(column, justify="right")
    if any(returned):
        table.add_column("came back", justify="right")
    for seat, (had, has, back) in enumerate(zip(before, state.stacks, returned, strict=True)):
        change = f"{'+' if has > had else ''}{dollars(has - had)}" if has != had else NOTHING
        cells = [seat_name(Seat(seat)), dollars(had), dollars(has), change]
        table.add_row(*cells, *([dollars(back) if back else NOTHING] if any(returned) else []))
    if state.pot:
        table.add_row("In the pot", "", dollars(state.pot))
    return table


def went_back(before: tuple[int, ...], log: list[Event]) -> list[int]:
    """What each seat got back because of something that went wrong."""
    returned = [0] * len(before)
    for event in log:
        if isinstance(event, Misdealt | RoundDied):
            returned = [back + amount for back, amount in zip(returned, event.returned, strict=True)]
        elif isinstance(event, HandRemoved):
            returned[event.seat] += event.returned
    return returned


def why(reasons: list[Citation]) -> Table:
    """What each paragraph requires, in plain words, once."""
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("why", no_wrap=True)
    table.add_column("what the paragraph requires")
    once = {(citation.edition, citation.paragraph): citation for citation in reversed(reasons)}
    for citation in reversed(once.values()):
        for number, obligation in enumerate(explain(citation).obligations):
            table.add_row("" if number else escape(citation.short), escape(obligation.summary))
    return table
