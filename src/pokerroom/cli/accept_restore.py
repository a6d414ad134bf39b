"""`pokerroom accept-restore`: two people say that an older copy of a record was put back on purpose."""

import os
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pokerroom.cli.shuffle import mistake
from pokerroom.live.records import address_of, heads_of, prepared
from pokerroom.live.settings import SettingsError, read_settings
from pokerroom.room.ports import StoreError
from pokerroom.rules.wording import is_said
from pokerroom.store import HeadsError, open_store
from pokerroom.store.heads import Restored
from pokerroom.store.keys import KeyFileError
from pokerroom.store.rolling_back import accept, losses
from pokerroom.web.occupied import OccupiedError, held


def accept_restore(
    record: Annotated[str, typer.Argument(help="play-chips, licensed or accounts.", show_default=False)],
    *,
    by: Annotated[str, typer.Option(help="Who restored it: name and position.", show_default=False)],
    second: Annotated[str, typer.Option(help="Who else answers for it: name and position.", show_default=False)],
    reason: Annotated[str, typer.Option(help="Why an older copy was put back.", show_default=False)],
    store: Annotated[str | None, typer.Option(metavar="DIR", help="The folder of the record.")] = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", dir_okay=False, help="A TOML file of settings.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Accept what is lost without being asked.")] = False,
) -> None:
    """Let a room open on a record restored from a backup; two people answer for what was lost.

    The room must be closed. Both people are recorded by name with the reason in the file of signed heads, and every
    audit tells it.
    """
    for name, text in (("--by", by), ("--second", second), ("--reason", reason)):
        if not is_said(text):
            raise mistake(f"{name} says nothing")
    if by.split(",")[0].strip().casefold() == second.split(",")[0].strip().casefold():
        raise mistake(f"it takes two people: {by} is named twice")
    try:
        settings = read_settings(config, environment=os.environ, store=store)
        folder = prepared(settings)
        if folder is None:
            raise mistake("a record in memory cannot be restored")
        url = address_of(settings, record)
        with (
            held(folder),
            closing(open_store(url, writing=True)) as opened,
            closing(heads_of(settings, folder, record, url)) as heads,
        ):
            lost = tuple(losses(opened, heads))
            if not lost:
                typer.echo("Nothing that was signed is missing: there is nothing to accept.")
                return
            typer.echo("Lost by the restore:\n" + "\n".join(f"  {each}" for each in lost))
            if not yes:
                typer.confirm("Go on from this record, in the names of both?", abort=True)
            accept(opened, heads, Restored(by, second, reason, lost), at=datetime.now(UTC))
    except (SettingsError, StoreError, HeadsError, KeyFileError, OccupiedError, OSError) as error:
        raise mistake(str(error)) from None
    typer.echo("Accepted and signed. The room opens from here, and every audit tells of it.")
