"""`pokerroom keys`: the keys that hidden cards are sealed under and records are signed with. No secret is printed."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from pokerroom.cli.shuffle import mistake
from pokerroom.live.key_sources import keys_from
from pokerroom.shuffle.seal import Keys, SealError, create_keys, rotate_keys
from pokerroom.store.keys import KeyFileError, create_signing_key, verifying_path

keys = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Make, rotate and list the keys that hidden cards are sealed under; make the key that signs a record.",
)

File = Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="The file of keys.", show_default=False)]


@keys.command()
def new(file: File) -> None:
    """Make a file with one new key; an existing file is never written over."""
    made = given(lambda: create_keys(file))
    typer.echo(f"{file} holds key {made.current.id}. Keep a copy where a thief of the record does not look.")


@keys.command()
def rotate(file: File) -> None:
    """Add a new key to seal with from the next start on; the old ones still open what they sealed."""
    made = given(lambda: rotate_keys(file))
    typer.echo(f"From its next start on the room seals with key {made.current.id}; {len(made.keys)} keys in all.")


@keys.command()
def signing(file: File) -> None:
    """Make the key that signs how far a record has come, with its public half beside it for auditors."""
    try:
        create_signing_key(file)
    except KeyFileError as error:
        raise mistake(str(error)) from None
    typer.echo(f"{file} signs; {verifying_path(file)} verifies, and is not secret.")


@keys.command(name="list")
def list_keys(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="A file, env:NAME or command:...", show_default=False)
    ],
) -> None:
    """Name the keys that a source holds, oldest first."""
    for each in given(lambda: keys_from(source)).keys:
        typer.echo(each.id)


def given(ask: Callable[[], Keys]) -> Keys:
    try:
        return ask()
    except SealError as error:
        raise mistake(str(error)) from None
