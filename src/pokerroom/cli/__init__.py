"""The command line: watch a round, look up games, hands and rules, ask for odds, replay rounds, check a shuffle.

The names of the commands and a line about each are data here, so that `--help` loads none of them: the module of a
command is loaded when it is run or when its own help is requested.
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from pokerroom.cli.suggesting import did_you_mean

COMMANDS: Mapping[str, str] = {
    "play": "Watch bots play one round of a game, each event with its paragraph.",
    "games": "List the games an edition permits, or show one of them with the paragraphs that make it.",
    "rank": "Name the hand that cards make in a game, high and low.",
    "rule": "Say what a paragraph of the regulation requires.",
    "odds": "Say how often each hand wins, ties and scoops, and what part of the pot it wins.",
    "simulate": "Deal rounds in which nobody folds, and count hands, winning hands, ties, scoops and bad beats.",
    "jackpot": "Say what a bad beat payout would do in a room: how often it is hit, and what it pays then.",
    "dice": "Print what mini-dice pays and exactly what the house keeps of each wager; shake dice to check it.",
    "keno": "Print the keno rate card with the exact odds and house advantage of every pay; draw games to check them.",
    "replay": "Play recorded hands again and say how each ended.",
    "simulate-day": "Run a simulated gaming day and print its report; exit code 1 if anything does not add up.",
    "audit": "Verify a record or a whole house: chains, tables, books, talk, accounts; exit code 1 on a finding.",
    "report": "Print a report of a room: day, journal, statement, balance, incidents, rulings, rounds, tables, people.",
    "projections": "Say how far the tables that reports read have come, or make them again from the record.",
    "backup": "Copy a record while the room is open, verify a copy, and restore one.",
    "move": "Move a room or a whole house between SQLite and PostgreSQL; audited on both sides.",
    "archive": "Move closed gaming days from the database of a room to Parquet files, chain and audit kept.",
    "accept-restore": "Let a room open on a record restored from a backup; two people answer for what was lost.",
    "keys": "Make, rotate and list the keys that hidden cards are sealed under; make the key that signs a record.",
    "evidence": "Verify the evidence of one round without the room: chain, proof of the deck, hand history, words.",
    "software": "Say what is installed: version, digest, files and parts, also as an SBOM (CycloneDX).",
    "officers": "Make a one-time code by which somebody becomes one of the first two officers.",
    "serve": "Open the poker room: a page to play at, against people and bots.",
    "cluster": "Say which servers share a room and what each of them has; move it to another, drain a server.",
    "host": "Run the host of one bad beat payout across several casinos; make its keys, give it orders.",
    "deal": "Follow a round that a dealer wrote down: what happened, by which paragraph, and what must be done next.",
    "shuffle": "Test the shuffle, write out what it draws for a laboratory, check what a round proved.",
}
"""What each command does: the first line of its own help."""


class Commands(TyperGroup):
    """The commands by name, each loaded when it is needed."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | TyperGroup | None:  # noqa: ARG002
        return loaded(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in COMMANDS:
            ctx.fail(f"no command is called {args[0]!r}{did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)


def loaded(name: str) -> TyperCommand | TyperGroup:
    """The command of this name, from the module of the same name."""
    word = name.replace("-", "_")
    module = import_module(f"pokerroom.cli.{word}")
    command = getattr(module, word)
    if not isinstance(command, typer.Typer):
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(name, epilog=getattr(module, "EPILOG", None))(command)
        command = alone
    made = get_command(command)
    assert isinstance(made, TyperCommand | TyperGroup)
    return made


def print_version(wanted: bool) -> None:
    if wanted:
        from pokerroom.room.software import version_of  # noqa: PLC0415  nobody else here needs the room

        typer.echo(version_of())
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    help=__doc__.partition("\n")[0],
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


@app.callback()
def options(
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """The options before the command."""


def main() -> None:
    try:
        app()
    except Exception as error:
        # Imported late: it needs the modules that raise these errors, which are loaded by now.
        from pokerroom.cli.mistakes import told  # noqa: PLC0415

        said = told(error)
        if said is None:
            raise
        typer.echo(f"pokerroom: {said.sentence}", err=True)
        sys.exit(said.status)
