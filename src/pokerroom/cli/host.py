"""`pokerroom host`: the host of a multi-casino bad beat system, its keys and passwords, and orders to it."""

import os
import sys
import uuid
from pathlib import Path
from typing import Annotated

import typer

from pokerroom.cli.shuffle import mistake

host = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    help="Run the host of one bad beat payout across several casinos; make its keys, give it orders.",
)

KeyFile = Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="The file of a key.", show_default=False)]

PASSWORD = "POKERROOM_HOST_PASSWORD"  # noqa: S105  the name of a variable
"""In the environment, for a script that gives orders."""


@host.callback(invoke_without_command=True)
def serve(
    context: typer.Context,
    *,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", dir_okay=False, help="A TOML file of settings: docs/linked.md.")
    ] = None,
) -> None:
    """Run the host until it is stopped."""
    if context.invoked_subcommand is not None:
        return
    if config is None:
        raise mistake("a host is run by its settings: pokerroom host --config host.toml (docs/linked.md)")
    # What a server needs is loaded by this command alone.
    from pokerroom.live.host.settings import read_host  # noqa: PLC0415
    from pokerroom.live.link.settings import read_agreement, signer_from  # noqa: PLC0415
    from pokerroom.live.settings import SettingsError  # noqa: PLC0415
    from pokerroom.web.host.running import run_host  # noqa: PLC0415

    try:
        settings = read_host(config)
        signer_from(settings.key)
        read_agreement(Path(settings.agreement))
    except SettingsError as error:
        raise mistake(str(error)) from None
    sys.exit(run_host(settings))


@host.command(name="new-key")
def new_key(file: KeyFile) -> None:
    """Make a key of a casino or of the host; the file is its owner's alone, and never written over."""
    from pokerroom.linked.signing import key_id, public_text  # noqa: PLC0415
    from pokerroom.store.keys import KeyFileError, create_signing_key  # noqa: PLC0415

    try:
        public = public_text(create_signing_key(file))
    except KeyFileError as error:
        raise mistake(str(error)) from None
    typer.echo(f"{file} holds key {key_id(public)}. The other side is told its public half:\n{public}")


@host.command()
def key(file: KeyFile) -> None:
    """Print the name and the public half of a key, as the other side is told it."""
    from pokerroom.linked.signing import key_id, public_text  # noqa: PLC0415
    from pokerroom.store.keys import KeyFileError, read_signing_key  # noqa: PLC0415

    try:
        public = public_text(read_signing_key(file))
    except KeyFileError as error:
        raise mistake(str(error)) from None
    typer.echo(f"{key_id(public)} {public}")


@host.command()
def password() -> None:
    """Ask for a password, and print what the access list in host.toml holds in its place."""
    from argon2 import PasswordHasher  # noqa: PLC0415

    from pokerroom.live.entrance.passwords import unfit  # noqa: PLC0415
    from pokerroom.words import said  # noqa: PLC0415

    typed = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    if (why := unfit(typed, "")) is not None:
        raise mistake(f"the password is {said(why)}")
    typer.echo(PasswordHasher().hash(typed))


@host.command()
def agreement(
    file: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="JSON or TOML.", show_default=False)],
) -> None:
    """Say what an agreement lacks, by paragraph; exit code 1 if anything. Without that it prints its digests."""
    from pokerroom.linked.agreement import agreement_digest, rules_digest  # noqa: PLC0415
    from pokerroom.live.host.reading import missing_of  # noqa: PLC0415
    from pokerroom.live.link.settings import read_agreement  # noqa: PLC0415
    from pokerroom.live.settings import SettingsError  # noqa: PLC0415

    try:
        found = read_agreement(file)
    except SettingsError as error:
        raise mistake(str(error)) from None
    lacking = missing_of(found)
    for each in lacking:
        typer.echo(each)
    if lacking:
        raise typer.Exit(1)
    typer.echo(f"agreement {agreement_digest(found)}\nrules     {rules_digest(found.rules)}")


@host.command()
def order(
    name: Annotated[str, typer.Argument(metavar="ORDER", help="As `RevokeKey`.", show_default=False)],
    fields: Annotated[
        list[str] | None, typer.Argument(metavar="FIELD=VALUE", help="What it says.", show_default=False)
    ] = None,
    *,
    at: Annotated[str, typer.Option(metavar="URL", help="Where the host is.")] = "http://127.0.0.1:8100",
    by: Annotated[str, typer.Option("--as", metavar="NAME", help="On the access list.", show_default=False)],
) -> None:
    """Give the host an order, as somebody on its access list. The password is asked for, or in the environment."""
    from pokerroom.cli.asking_host import AskedHost, HostSaidNoError  # noqa: PLC0415

    typed = os.environ.get(PASSWORD) or typer.prompt("Password", hide_input=True)
    said = {"type": name}
    for each in fields or ():
        field, equals, value = each.partition("=")
        if not equals:
            raise mistake(f"a field is written FIELD=VALUE: {each!r}")
        said[field] = value
    try:
        with AskedHost(at) as asked:
            asked.log_in(by, typed)
            asked.order(said, id=uuid.uuid4().hex)
    except HostSaidNoError as error:
        typer.echo(f"pokerroom: {error}", err=True)
        raise typer.Exit(1) from None
    typer.echo("done")
