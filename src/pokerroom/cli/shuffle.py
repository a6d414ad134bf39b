"""`pokerroom shuffle`: test the shuffle, write out what it draws for a laboratory, check what a round proved."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from pokerroom.cards import card_text
from pokerroom.shuffle import Evidence, Mode, check, chosen_generator, verify as verifies
from pokerroom.shuffle.lab import Outcome, outcomes, raw, require_lab
from pokerroom.shuffle.openings import claims

if TYPE_CHECKING:
    from pokerroom.shuffle.report import Report

shuffle = typer.Typer(
    help="Test the shuffle, write out what it draws for a laboratory, check what a round proved.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

FAILED, USAGE = 1, 2

Seed = Annotated[
    str | None,
    typer.Option(
        help="Any text: it determines every draw. Refused in production.", show_default="the system's entropy"
    ),
]


def mistake(sentence: str) -> typer.Exit:
    typer.echo(f"pokerroom: {sentence}", err=True)
    return typer.Exit(USAGE)


@shuffle.command()
def report(
    *,
    decks: Annotated[int, typer.Option(min=1, help="How many decks are shuffled.")] = 1_000_000,
    seed: Seed = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Shuffle decks and test whether every order is equally likely; exit code 1 if not.

    Positions, neighbors, runs, cards left in place, correlation within a deck and with the deck before, and the cut.
    """
    try:
        from pokerroom.shuffle.report import LEAST_DECKS, drawn, report as judge  # noqa: PLC0415
    except ImportError:
        raise mistake("the report needs NumPy: install pokerroom[odds]") from None
    if decks < LEAST_DECKS:
        raise mistake(f"{decks:,} decks prove nothing: at least {LEAST_DECKS:,} are needed")
    chunks = drawn(chosen_generator(seed, otherwise=Mode.LAB), decks)
    shown = (BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TimeRemainingColumn())
    with Progress(*shown, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("", total=decks)
        judged = judge(chunks, seed=seed, progress=lambda done: progress.update(task, completed=done))
    if as_json:
        typer.echo(msgspec.json.encode(judged))
    else:
        show(judged)
    if not judged.passed:
        raise typer.Exit(FAILED)


def show(judged: "Report") -> None:
    console = Console(highlight=False, soft_wrap=True)
    origin = "the system's entropy" if judged.seed is None else f"seed {judged.seed!r}"
    console.print(f"{judged.decks:,} decks of {origin}", markup=False)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("test")
    for column in ("statistic", "degrees", "p"):
        table.add_column(column, justify="right")
    table.add_column("")
    for test in judged.tests:
        degrees = str(test.degrees) if test.degrees else "normal"
        verdict = "FAILS" if test.p < judged.bound else ""
        table.add_row(test.name, f"{test.statistic:,.2f}", degrees, f"{test.p:.3g}", verdict)
    console.print(table)
    failed = ", ".join(test.name for test in judged.failed)
    console.print(f"The shuffle {'passes' if judged.passed else f'fails: {failed}'}.")
    console.print(
        f"A sound shuffle fails once in {1 / judged.false_alarm:,.0f} reports: a test fails on either side below "
        f"p = {judged.bound:.2g}, which is that chance shared among {len(judged.tests)} tests."
    )


@shuffle.command()
def lab(
    what: Annotated[
        Literal["raw", "decks", "cuts", "buttons"],
        typer.Argument(help="raw: bytes of the generator. Otherwise final outcomes, one per line."),
    ],
    *,
    seed: Seed = None,
    count: Annotated[
        int | None, typer.Option(min=1, help="How many bytes, or outcomes.", show_default="without end")
    ] = None,
    output: Annotated[
        Path | None, typer.Option(dir_okay=False, help="A new file to write to.", show_default="standard output")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Outcomes as JSON, one object per line.")] = False,
) -> None:
    """Write out what the generator gives, for a laboratory's own tests (dieharder, NIST STS, PractRand).

    Refused in production, that is where POKERROOM_MODE=production.
    """
    require_lab("an export for a laboratory", otherwise=Mode.LAB)
    if output is not None and count is None:
        raise mistake("a file needs a --count, or it would never end")
    if what == "raw" and as_json:
        raise mistake("raw bytes are not written as JSON")
    generator = chosen_generator(seed, otherwise=Mode.LAB)
    if what == "raw":
        pieces: Iterable[bytes] = raw(generator, count)
    else:
        drawn = outcomes(generator, Outcome(what), count)
        pieces = ((msgspec.json.encode(each) if as_json else str(each).encode()) + b"\n" for each in drawn)
    write(pieces, output)


def write(pieces: Iterable[bytes], output: Path | None) -> None:
    if output is not None:
        try:
            with output.open("xb") as file:
                file.writelines(pieces)
        except OSError as error:
            raise mistake(f"{output} cannot be written: {error.strerror}") from None
        return
    out = typer.get_binary_stream("stdout")
    try:
        out.writelines(pieces)
        out.flush()
    except BrokenPipeError:
        # The reading program has stopped; Python must not try to flush what it did not read.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@shuffle.command()
def verify(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="JSON, see docs/shuffle.md.")
    ],
) -> None:
    """Check the cards of a round against what was committed to before the deal; exit code 1 if anything is wrong.

    Compare the roots it prints with those you were given before the cut: a file can only be true to itself.
    """
    try:
        held = msgspec.json.decode(path.read_bytes(), type=Evidence)
    except (msgspec.DecodeError, OSError) as error:
        raise mistake(f"{path} does not hold commitments and openings: {error}") from None
    faults = faults_of(held)
    for number, commitment in enumerate(held.commitments):
        typer.echo(f"{commitment.context}: {commitment.count} cards, root {commitment.root.hex()}")
        typer.echo(f"  cut: {held.cuts[number] if number < len(held.cuts) else 'not given'}")
        for each in held.openings[number] if number < len(held.openings) else ():
            name = card_text(each.card) if 0 <= each.card < 52 else "no card"
            verdict = "proved" if verifies(commitment, each) else "NOT PROVED"
            typer.echo(f"  position {each.position}: {name} {verdict}")
    if held.log:
        typer.echo(f"The log shows {len(claims(held.log))} cards; each was looked for where it left the deck.")
    else:
        typer.echo("There is no log: only the openings were checked, not where their cards were dealt.")
    for fault in faults:
        typer.echo(fault)
    typer.echo("Something is wrong." if faults else "Everything matches the commitments.")
    if faults:
        raise typer.Exit(FAILED)


def faults_of(held: Evidence) -> list[str]:
    if held.log:
        return check(held.log, held.commitments, held.cuts, held.openings)
    if len(held.openings) != len(held.commitments) or not any(held.openings):
        return [f"There are {len(held.commitments)} commitments and {len(held.openings)} sets of openings to check."]
    return [
        f"The opening of position {each.position} of deck {number} does not verify."
        for number, (commitment, openings) in enumerate(zip(held.commitments, held.openings, strict=True))
        for each in openings
        if not verifies(commitment, each)
    ]
