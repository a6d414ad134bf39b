"""`pokerroom officers`: one-time codes for the first two people who may grant roles."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pokerroom.cli.shuffle import mistake
from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.officers import VALID_FOR, OfficerCodes
from pokerroom.live.machine import CLOCK, ENTROPY
from pokerroom.live.records import prepared
from pokerroom.live.settings import SettingsError, read_settings

officers = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Make a one-time code by which somebody becomes one of the first two officers.",
)


class Office(StrEnum):
    SUPERVISOR = "supervisor"
    ACCOUNTING = "accounting"


ROLES = {Office.SUPERVISOR: Role.SHIFT_SUPERVISOR, Office.ACCOUNTING: Role.ACCOUNTING}


@officers.callback()
def alone() -> None:
    """A group, so that `code` is said."""


@officers.command()
def code(
    office: Annotated[Office, typer.Argument(help="Poker shift supervisor, or accounting.", show_default=False)],
    *,
    store: Annotated[str | None, typer.Option(metavar="DIR", help="The folder of the record.")] = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", dir_okay=False, help="A TOML file of settings.")
    ] = None,
) -> None:
    """Print a code for an office, to be told to one person; the room may be open meanwhile.

    Whoever is logged in enters it under Account, once and within a day. An earlier code for the same office is worth
    nothing from now on. Once two people hold such offices they appoint everybody else, and no code is taken.
    """
    try:
        folder = prepared(read_settings(config, environment=os.environ, store=store))
    except (SettingsError, OSError) as error:
        raise mistake(str(error)) from None
    if folder is None:
        raise mistake("a room that keeps nothing prints its codes when it opens")
    made = OfficerCodes(folder, entropy=ENTROPY, clock=CLOCK.now).issue(ROLES[office])
    hours = int(VALID_FOR.total_seconds() // 3600)
    typer.echo(f"{made}\nfor the {ROLES[office].value}: once, within {hours} hours.")
