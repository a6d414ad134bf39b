"""How far a long work has come: a bar on a terminal, lines elsewhere, and neither for what is done in two seconds."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

SOON = 2.0
"""Seconds before anything is said."""
AGAIN = 10.0
"""Seconds between two lines, where nobody looks at a terminal."""

Told = Callable[[int, int], None]


@contextmanager
def progress_line(what: str, *, seconds: Callable[[], float] = perf_counter) -> Iterator[Told]:
    """Yields what is told how much of how much is done."""
    if sys.stderr.isatty():
        with on_terminal(what, seconds) as told:
            yield told
        return
    due = seconds() + SOON

    def tell(done: int, whole: int) -> None:
        nonlocal due
        if seconds() > due:
            typer.echo(f"{what}: {done:,} of {whole:,}", err=True)
            due = seconds() + AGAIN

    yield tell


@contextmanager
def on_terminal(what: str, seconds: Callable[[], float]) -> Iterator[Told]:
    columns = (TextColumn(what), BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task, due = bar.add_task("", total=None), seconds() + SOON

    def tell(done: int, whole: int) -> None:
        if seconds() > due:
            bar.start()
            bar.update(task, completed=done, total=whole)

    try:
        yield tell
    finally:
        bar.stop()
