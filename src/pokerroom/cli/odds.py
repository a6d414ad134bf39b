"""`pokerroom odds`: how often each hand wins, in any game."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from pokerroom.cli.choices import EditionOption, chosen_game

if TYPE_CHECKING:
    from pokerroom.odds import Answer, Figure, PlayerOdds

USAGE, INTERRUPTED = 2, 130
PERCENT = 100
SOON = 1.0
"""Seconds before a progress bar is worth showing."""


def odds(  # noqa: PLR0913  every option is an argument
    name: Annotated[str, typer.Argument(metavar="GAME", help="Which game; `pokerroom games` lists them.")],
    hands: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND HAND...",
            help="For each player cards (`AsKd`, `as kd`, `A♠K♦`), `random`, or a range with or without weights "
            "(`'QQ+, AKs:0.5'`); at hold 'em also a percentage, `15%`. docs/odds.md has it all.",
            show_default=False,
        ),
    ],
    *,
    board: Annotated[str, typer.Option(help="Community or common cards so far.")] = "",
    dead: Annotated[str, typer.Option(help="Cards known to be out of play.")] = "",
    edition: EditionOption = None,
    exact: Annotated[bool, typer.Option("--exact", help="Count every deal, however long it takes.")] = False,
    samples: Annotated[int | None, typer.Option(help="Draw this many deals.", show_default="as many as needed")] = None,
    error: Annotated[float, typer.Option(help="Standard error to reach when sampling, in percent of the pot.")] = 0.05,
    seed: Annotated[int, typer.Option(help="Another seed, another sample.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    bars: Annotated[bool, typer.Option("--bars", help="Draw the equities as bars.")] = False,
    chart: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Save them as a picture.")] = None,
) -> None:
    """Say how often each hand wins, ties and scoops, and what part of the pot it wins."""
    # NumPy is loaded only by commands about odds.
    from pokerroom.odds import Effort, QuestionError, equity  # noqa: PLC0415
    from pokerroom.odds.chart import ChartError, check, save  # noqa: PLC0415

    game = chosen_game(name, edition)
    try:
        if chart:
            check(chart)
        effort = Effort(every_deal=exact or None, samples=samples, error=error / PERCENT, seed=seed)
        with progress_bar(Console(stderr=True)) as progress:
            answer = equity(game, hands, board=board, dead=dead, effort=effort, progress=progress)
        if chart:
            save(answer, chart)
    except (QuestionError, ChartError) as mistake:
        typer.echo(f"pokerroom: {mistake}", err=True)
        raise typer.Exit(USAGE) from None
    if as_json:
        typer.echo(msgspec.json.encode(answer))
    else:
        print_answer(Console(highlight=False), game.name, answer, bars=bars)
    if not answer.complete:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def progress_bar(console: Console) -> Iterator[Callable[[float], None] | None]:
    """A bar on a terminal, once the work has taken a while."""
    if not console.is_terminal:
        yield None
        return
    bar = Progress(console=console, transient=True)
    task = bar.add_task("dealing", total=1.0)
    started = perf_counter()

    def tell(done: float) -> None:
        if perf_counter() - started > SOON:
            bar.start()
            bar.update(task, completed=done)

    try:
        yield tell
    finally:
        bar.stop()


def print_answer(console: Console, game: str, answer: "Answer", *, bars: bool) -> None:
    from pokerroom.odds.chart import bars as drawn  # noqa: PLC0415

    seen = "".join(f"  {place} {cards}" for place, cards in (("board", answer.board), ("dead", answer.dead)) if cards)
    console.print(f"[bold]{game}[/bold]{seen}")
    console.print(table_of(answer))
    if bars:
        for line in drawn(answer, width=min(console.width, 80)):
            console.print(escape(line))
    console.print(f"[dim]{how(answer)}[/dim]")


def table_of(answer: "Answer") -> Table:
    """A row for each player; where the pot is split, what each share brings and how often they win everything."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("hand", header_style="bold", overflow="fold")
    for column in columns(answer.players[0]):
        table.add_column(column, header_style="bold", justify="right", no_wrap=True)
    for player in answer.players:
        figures = columns(player).values()
        table.add_row(escape(player.hand), *(f"{figure.value:.2%}" for figure in figures))
        if any(figure.error != 0 for figure in figures):
            table.add_row("", *(figure.give_or_take for figure in figures), style="dim")
    return table


def columns(player: "PlayerOdds") -> dict[str, "Figure"]:
    figures = {"equity": player.equity, "win": player.win, "tie": player.tie}
    if len(player.shares) > 1:
        figures |= {"scoop": player.scoop, **player.shares}
    return figures


def how(answer: "Answer") -> str:
    """How the figures were computed, and how long it took."""
    unknown = any(figure.error is None for player in answer.players for figure in columns(player).values())
    error = "too few to know the error" if unknown else "± standard error"
    deals = "1 deal" if answer.deals == 1 else f"{answer.deals:,} deals"
    if answer.method == "sampled":
        found = f"{deals} sampled (seed {answer.seed}), {error}"
    elif answer.complete:
        found = f"exact: all {answer.deals:,} deals"
    else:
        found = f"{deals} counted of all, {error}"
    return f"{'' if answer.complete else 'interrupted: '}{found}, in {answer.seconds:.3g} s"
