"""`pokerroom simulate`: deal millions of rounds and say how often."""

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from decimal import Decimal
from math import floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from pokerroom.cli.choices import EditionOption, chosen_game
from pokerroom.cli.simulate_play import LimitName, Playing, simulate_play
from pokerroom.rules.clauses import Game, Share

if TYPE_CHECKING:
    from pokerroom.odds.simulation import Line, Report, Simulation
    from pokerroom.odds.workers import Workers

MULTIPLES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9}
ROUNDS = re.compile(r"(?P<number>\d+(?:\.\d+)?(?:e\d{1,2})?)(?P<multiple>[kmgb]?)")

PIECES_WORTH_SHARING = 200
"""Work of fewer pieces is done before another process has started."""

USAGE, INTERRUPTED = 2, 130
FEWEST_TO_TELL = 3
"""What is not seen in N rounds is rarer than 1 in N/3, with 95 % confidence."""
CONFIDENCE = 1.96
"""Standard errors to either side that contain the true value 95 times in a hundred."""


def simulate(  # noqa: PLR0913  a qualifier has as many conditions as a room may post
    name: Annotated[str, typer.Argument(metavar="GAME", help="Which game is dealt.")],
    *,
    seats: Annotated[int, typer.Option(help="Players dealt in.")],
    rounds: Annotated[str, typer.Option(help="Rounds of play: 500000, 10M, 2.5e9, 1G.")] = "1M",
    seed: Annotated[int, typer.Option(help="The same seed deals the same cards, whoever deals them.")] = 0,
    draws: Annotated[Literal["simple", "pat"], typer.Option(help="How players draw.")] = "simple",
    bad_beat: Annotated[
        str | None, typer.Option(help="Count this hand beaten: 'quad eights', 'aces full of tens', TTTT, AAATT.")
    ] = None,
    beaten_by: Annotated[str | None, typer.Option(help="... by such a hand or better.")] = None,
    both_hole_cards: Annotated[bool, typer.Option("--both-hole-cards", help="Both hole cards must play.")] = False,
    both_needed: Annotated[
        bool, typer.Option("--both-needed", help="Without either hole card the hand must be weaker.")
    ] = False,
    pocket_pair: Annotated[bool, typer.Option("--pocket-pair", help="Quads count with a pocket pair only.")] = False,
    loser_only: Annotated[bool, typer.Option("--loser-only", help="The three do not apply to the winner.")] = False,
    takes_pot: Annotated[bool, typer.Option("--takes-pot", help="The winning hand must be the best of all.")] = False,
    minimum_players: Annotated[int, typer.Option(help="Players who must be dealt in.")] = 2,
    hands: Annotated[bool, typer.Option("--hands", help="With --bad-beat: count hands too.")] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes to share the work.", show_default="one per core for long work")
    ] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Share the work on a Dask cluster.")] = None,
    resume: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="Continue a report that --json printed.")
    ] = None,
    play: Annotated[bool, typer.Option("--play", help="Bet, too: count streets, pots and rake.")] = False,
    fold: Annotated[float, typer.Option(help="With --play: chance to fold to a bet, in percent.")] = 0,
    raise_: Annotated[float, typer.Option("--raise", help="With --play: chance to bet or raise, in percent.")] = 0,
    limit: Annotated[LimitName, typer.Option(help="With --play: the posted limit.")] = "fixed",
    stakes: Annotated[int, typer.Option(min=1, help="With --play: dollars in front of everybody.")] = 400,
    rake: Annotated[str | None, typer.Option(metavar="PERCENT:MOST", help="With --play: as in 10:4.")] = None,
    edition: EditionOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Deal rounds in which nobody folds, and count hands, winning hands, ties, scoops and bad beats.

    With --play rounds are bet to their end by a simple rule instead.
    """
    game = chosen_game(name, edition)
    if play:
        asked_to_play = Playing(fold, raise_, limit, stakes, rake)
        play_or_refuse(game, seats, count(rounds), seed, asked_to_play, workers, cluster, as_json=as_json)
        return
    # NumPy and the kernels are loaded only where they are needed.
    from pokerroom.odds.notation import QuestionError  # noqa: PLC0415
    from pokerroom.odds.simulation import ask  # noqa: PLC0415
    from pokerroom.odds.simulation_draws import Draws  # noqa: PLC0415
    from pokerroom.ranking.bad_beats import HoleCards, QualifierError, qualifier  # noqa: PLC0415

    conditions = both_hole_cards or both_needed or pocket_pair or loser_only or takes_pot or beaten_by is not None
    try:
        posted = None
        if bad_beat is not None:
            posted = qualifier(
                bad_beat,
                beaten_by=beaten_by,
                hole_cards=HoleCards.NEEDED if both_needed else HoleCards.PLAY if both_hole_cards else HoleCards.ANY,
                pocket_pair_for_quads=pocket_pair,
                loser_only=loser_only,
                takes_pot=takes_pot,
                minimum_players=minimum_players,
            )
        elif conditions:
            raise QuestionError("conditions of a bad beat need --bad-beat to say which hand must lose")  # noqa: TRY301
        asked = ask(game, seats, count(rounds), seed, qualifier=posted, hands=hands or None, draws=Draws(draws))
        started = time.perf_counter()
        with crew(asked, workers, cluster) as helpers:
            report = watched(asked, helpers, resume)
    except (QuestionError, QualifierError) as error:
        typer.echo(f"pokerroom: {error}", err=True)
        raise typer.Exit(USAGE) from None
    if as_json:
        typer.echo(msgspec.json.encode(report))
    else:
        show(game, report, time.perf_counter() - started)
    if report.partial:
        raise typer.Exit(INTERRUPTED)


def play_or_refuse(
    game: Game,
    seats: int,
    rounds: int,
    seed: int,
    asked: Playing,
    processes: int | None,
    address: str | None,
    *,
    as_json: bool,
) -> None:
    try:
        simulate_play(game, seats, rounds, seed, asked, processes=processes, cluster=address, as_json=as_json)
    except ValueError as error:
        typer.echo(f"pokerroom: {error}", err=True)
        raise typer.Exit(USAGE) from None


def count(text: str) -> int:
    """`10M` is ten million."""
    given = ROUNDS.fullmatch(text.replace(",", "").replace("_", "").casefold())
    number = Decimal(given["number"]) * MULTIPLES[given["multiple"]] if given else Decimal(0)
    if number < 1 or number != int(number):
        raise typer.BadParameter(f"{text!r} is not a number of rounds: expected one such as 500000, 10M or 2.5e9")
    return int(number)


def crew(asked: "Simulation", processes: int | None, address: str | None) -> "AbstractContextManager[Workers]":
    """The cluster, or the requested number of processes, or as many as the work is worth."""
    from pokerroom.odds import workers  # noqa: PLC0415

    if address is not None:
        return workers.cluster(address)
    if processes is None:
        processes = workers.cores() if asked.rounds > PIECES_WORTH_SHARING * asked.at_once else 1
    return nullcontext(workers.HERE) if processes == 1 else workers.processes(processes)


def watched(asked: "Simulation", helpers: "Workers", resume: Path | None) -> "Report":
    """Do the work and return its report, with a bar on the terminal meanwhile."""
    from pokerroom.odds.simulation import run  # noqa: PLC0415

    before = read_report(resume) if resume else None
    with bar(asked.rounds) as advance:
        return run(asked, workers=helpers, progress=advance, resume=before)


def read_report(path: Path) -> "Report":
    from pokerroom.odds.notation import QuestionError  # noqa: PLC0415
    from pokerroom.odds.simulation import Report  # noqa: PLC0415

    try:
        return msgspec.json.decode(path.read_bytes(), type=Report)
    except msgspec.DecodeError as error:
        raise QuestionError(f"{path} is not a report of a simulation: {error}") from None


@contextmanager
def bar(rounds: int) -> Iterator[Callable[[int], None]]:
    shown = (BarColumn(), TextColumn("{task.percentage:>3.0f} %  {task.fields[dealt]}"), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*shown, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("", total=rounds, dealt="")
        yield lambda done: progress.update(task, completed=done, dealt=f"{done:,} rounds")


def show(game: Game, report: "Report", seconds: float) -> None:
    console = Console(highlight=False, soft_wrap=True)
    stopped = f" of {report.asked:,}, interrupted" if report.partial else ""
    console.print(
        f"[bold]{game.name}[/bold], {report.seats} seats, nobody folds: {report.rounds:,} rounds{stopped}"
        f"  [dim]seed {report.seed}, {seconds:.1f} s[/dim]"
    )
    for share in game.shares:
        show_share(console, share, report)
    for line in figures(report, "scoop"):
        console.print(f"one player wins everything: {percent(line)} % of rounds")
    for line in figures(report, "bad beat"):
        console.print(f"[bold]bad beat[/bold]  {line.which}")
        console.print(f"{line.times:,} in {report.rounds:,} rounds: {beat_text(line, report.rounds)}")


def figures(report: "Report", what: str, share: str = "") -> "list[Line]":
    return [line for line in report.lines if line.what == what and share in ("", line.share)]


def show_share(console: Console, share: Share, report: "Report") -> None:
    made = [line for line in figures(report, "hand", share.name) if line.times]
    if not made:
        return
    won = {line.which: line for line in figures(report, "winner", share.name)}
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(share.name)
    for column in ("% of hands", "1 in", "% of rounds it wins", "1 in"):
        table.add_column(column, justify="right")
    for line in made:
        winner = won[line.which]
        table.add_row(line.which, percent(line), one_in(line), percent(winner), one_in(winner))
    console.print(table)
    for line in figures(report, "qualified", share.name):
        console.print(f"{share.name} qualifies: {percent(line)} % of hands")
    for line in figures(report, "claimed", share.name):
        console.print(f"{share.name} is claimed: {percent(line)} % of rounds")
    for line in figures(report, "divided", share.name):
        if line.times:
            divided = f"{share.name} divided between {line.which}"
            console.print(f"{divided}: {percent(line)} % of rounds, 1 in {one_in(line)}")


def percent(line: "Line") -> str:
    """The rate in percent with its standard error, to the second digit of the error."""
    if line.error is None:
        return f"{100 * line.rate:.0f} ± ?"
    digits = min(9, max(0, 1 - floor(log10(100 * line.error))))
    return f"{100 * line.rate:.{digits}f} ± {100 * line.error:.{digits}f}"


def one_in(line: "Line") -> str:
    return f"{1 / line.rate:,.{0 if line.rate < 0.01 else 1}f}" if line.times else "never"


def beat_text(line: "Line", rounds: int) -> str:
    if line.error is None or rounds < FEWEST_TO_TELL:
        return "too few to say how rare"
    if not line.times:
        return f"rarer than 1 in {rounds // FEWEST_TO_TELL:,} with 95 % confidence"
    most, least = line.rate + CONFIDENCE * line.error, line.rate - CONFIDENCE * line.error
    between = f"1 in {1 / most:,.0f} and {f'1 in {1 / least:,.0f}' if least > 0 else 'never'}"
    return f"1 in {one_in(line)}, between {between} with 95 % confidence (rate {line.rate:.4g} ± {line.error:.2g})"
