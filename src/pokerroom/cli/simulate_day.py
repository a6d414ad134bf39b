"""`pokerroom simulate-day`: a whole gaming day of a full room, from one seed, into a record that can be audited."""

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from pokerroom.bots.day import Day, DayError, DaySettings, day_digest, mishaps
from pokerroom.ledger import day_report
from pokerroom.ledger.papers import day_report_text
from pokerroom.room.books import LEDGER
from pokerroom.room.ports import EventStore, StoreError
from pokerroom.room.tables import TABLES
from pokerroom.shuffle.seal import Keys, SealError, create_keys, new_key, read_keys
from pokerroom.store import HeadsError, HeadsFile, Writer, create_signing_key, open_store, read_signing_key
from pokerroom.store.keys import KeyFileError
from pokerroom.store.private import private_folder

FAILED, USAGE, INTERRUPTED = 1, 2, 130

IN_MEMORY = "memory:"
DEFAULTS = DaySettings()


def simulate_day(
    *,
    seed: Annotated[int, typer.Option(help="The same seed gives the same day.")] = DEFAULTS.seed,
    tables: Annotated[int, typer.Option(min=1, max=1000, help="Tables, no two of the first forty alike.")] = (
        DEFAULTS.tables
    ),
    hours: Annotated[float, typer.Option(help="Hours until the last deal; a table acts every 5 seconds of them.")] = (
        DEFAULTS.hours
    ),
    store: Annotated[
        str, typer.Option(help="A SQLite file, sqlite:///PATH, or postgresql://...", show_default="in memory only")
    ] = IN_MEMORY,
    deck_keys: Annotated[
        Path | None, typer.Option(dir_okay=False, help="The file of deck keys.", show_default="FILE.deck-keys")
    ] = None,
    heads: Annotated[
        Path | None, typer.Option(file_okay=False, help="A folder elsewhere for signed heads and their key.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Resume the day in the store.")] = False,
    digest: Annotated[bool, typer.Option("--digest", help="Sum up the result of the day in one number.")] = False,
) -> None:
    """Run a simulated gaming day and print its report; exit code 1 if anything does not add up.

    A day that was interrupted or killed is resumed by --resume, with the settings it was started with.
    """
    if resume and store == IN_MEMORY:
        raise mistake("--resume needs the --store of the day to resume")
    url = store if store == IN_MEMORY or "://" in store else f"sqlite:///{store}"
    try:
        settings = DaySettings(seed=seed, tables=tables, hours=hours)
    except ValueError as error:
        raise mistake(str(error)) from None
    try:
        with ExitStack() as stack:
            opened = stack.enter_context(closing(open_store(url, writing=True)))
            refuse_used(opened, resume=resume)
            keys = keys_for(url, deck_keys)
            writer = stack.enter_context(Writer(opened, heads=heads_file(heads, url, stack)))
            day = Day(settings, opened, writer, keys=keys)
            run(day)
            tell(day, opened, day_digest(opened, keys) if digest else "")
    except (DayError, StoreError, SealError, KeyFileError, HeadsError) as error:
        raise mistake(str(error)) from None
    except KeyboardInterrupt:
        again = f"; pokerroom simulate-day --store {store} --resume continues" if store != IN_MEMORY else ""
        typer.echo(f"pokerroom: interrupted{again}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    if day.unbalanced:
        raise typer.Exit(FAILED)


def mistake(text: str) -> typer.Exit:
    typer.echo(f"pokerroom: {text}", err=True)
    return typer.Exit(USAGE)


def refuse_used(store: EventStore, *, resume: bool) -> None:
    if store.heads() and not resume:
        raise DayError("the store already has a record: name another store, or --resume its day")


def keys_for(url: str, path: Path | None) -> Keys:
    """The keys in the file; for a new day, new keys stored there."""
    if url == IN_MEMORY:
        return Keys((new_key(),))
    if path is None:
        if not url.startswith("sqlite:///"):
            raise SealError("name a file for the deck keys with --deck-keys: without them the day cannot be resumed")
        path = Path(url.removeprefix("sqlite:///") + ".deck-keys")
    return read_keys(path) if path.exists() else create_keys(path)


def heads_file(folder: Path | None, url: str, stack: ExitStack) -> HeadsFile | None:
    if folder is None:
        return None
    private_folder(folder, holds="heads")
    path = folder / "key"
    key = read_signing_key(path) if path.exists() else create_signing_key(path)
    return stack.enter_context(closing(HeadsFile(folder / "heads", key, database=url)))


def run(day: Day) -> None:
    started, busy = time.perf_counter(), time.process_time()
    with progress_of(day) as progress:
        task = progress.add_task("", total=day.plan.ticks, completed=day.tick)

        def show(now: Day) -> None:
            rate = now.tally.orders / max(time.perf_counter() - started, 1e-9)
            what = f"{now.plan.at(now.tick):%H:%M}  {now.rounds:,} rounds, {now.tally.orders:,} orders, {rate:,.0f}/s"
            progress.update(task, completed=min(now.tick, now.plan.ticks), description=what)

        day.run(every=20, progress=show)
    tally, wall = day.tally, time.perf_counter() - started
    typer.echo(
        f"{tally.orders:,} orders, {tally.events:,} events, {day.rounds:,} rounds "
        f"at {len(day.room.states(TABLES))} tables "
        f"in {wall:.1f} s ({tally.orders / wall:,.0f} orders/s; {time.process_time() - busy:.1f} s of processor time)",
        err=True,
    )


@contextmanager
def progress_of(day: Day) -> Iterator[Progress]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal or day.is_over) as progress:
        yield progress


def tell(day: Day, store: EventStore, digest: str) -> None:
    sys.stdout.write(day_report_text(day_report(day.room.state(LEDGER))))
    for line in mishaps.told(mishaps.dealt_by_hand(store, day.room.states(TABLES).values())):
        typer.echo(line)
    for refusal, count in sorted(day.tally.refused.items()):
        typer.echo(f"refused, {refusal}: {count}")
    for wrong in day.unbalanced:
        typer.echo(f"WRONG: {wrong}")
    if not day.unbalanced:
        typer.echo("Every table is balanced, every tray reconciles to the cent, the trial balance is zero.")
    if digest:
        typer.echo(f"digest {digest}")
