"""`pokerroom projections`: how far the tables that reports read have come, and the way to make them again."""

from contextlib import closing
from typing import Annotated

import typer

from pokerroom.cli.audited import address_of
from pokerroom.cli.shuffle import mistake
from pokerroom.room.ports import StoreError
from pokerroom.room.projections import PROJECTIONS
from pokerroom.store import open_store


def projections(
    database: Annotated[
        str, typer.Argument(metavar="DB", help="A SQLite file, sqlite:///PATH or postgresql://...", show_default=False)
    ],
    *,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Make them again from the record.")] = False,
) -> None:
    """Say how far the tables that reports read have come, or make them again from the record."""
    try:
        with closing(open_store(address_of(database), writing=rebuild)) as store:
            if rebuild:
                store.projected.rebuild()
            up_to, end = store.projected.up_to(), store.end()
    except StoreError as error:
        raise mistake(str(error)) from None
    for name, version in PROJECTIONS.versions.items():
        made = up_to.versions.get(name)
        stands = "not made yet" if made is None else f"version {made}, up to event {up_to.position:,} of {end:,}"
        other = "" if made in (None, version) else f"; this software makes version {version}"
        typer.echo(f"{name}: {stands}{other}")
