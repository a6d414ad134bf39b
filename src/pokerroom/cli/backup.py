"""`pokerroom backup`: copies of records, made while the room is open, verified, and restored."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from pokerroom.cli.audited import address_of
from pokerroom.cli.shuffle import mistake
from pokerroom.room.ports import StoreError
from pokerroom.store import backup as copies

backup = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Copy a record while the room is open, verify a copy, and restore one.",
)

T = TypeVar("T")
Record = Annotated[
    str, typer.Argument(metavar="DB", help="A SQLite file, sqlite:///PATH or postgresql://...", show_default=False)
]
Copy = Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="The backup.", show_default=False)]


@backup.command()
def make(database: Record, file: Copy) -> None:
    """Copy a record into a new file, as it is at one moment, and verify the copy. The room plays on."""
    made = done(lambda: copies.back_up(address_of(database), file))
    typer.echo(f"{file} holds {made.events:,} events and {made.rows:,} rows, verified. Hidden cards stay sealed in it.")
    typer.echo("The keys are not in it: keep copies of them elsewhere.")


@backup.command()
def verify(file: Copy) -> None:
    """Hold every event of a backup against its chain. `pokerroom audit` on the file checks all the rest."""
    if not file.is_file():
        raise mistake(f"{file} is not a file with a backup in it")
    events = done(lambda: copies.verify(f"sqlite:///{file}"))
    typer.echo(f"{file} holds {events:,} events, each bound to the one before it.")


@backup.command()
def restore(file: Copy, database: Record) -> None:
    """Make a record of a backup, in a database that holds none."""
    url = database if "://" in database else f"sqlite:///{database}"
    made = done(lambda: copies.restore(file, url))
    typer.echo(f"Restored {made.events:,} events and {made.rows:,} rows, verified.")
    typer.echo("Where events were signed after the backup was made, two people accept their loss: accept-restore.")


def done(ask: Callable[[], T]) -> T:
    try:
        return ask()
    except (StoreError, OSError) as error:
        raise mistake(str(error)) from None
