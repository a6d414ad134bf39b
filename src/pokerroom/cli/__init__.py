"""The command line: watch a round, look up games, hands and rules, ask for odds, replay rounds, check a shuffle."""

import sys

import typer

from pokerroom.cards import CardError
from pokerroom.cli.audit import audit
from pokerroom.cli.deal import deal, grammar
from pokerroom.cli.games import games
from pokerroom.cli.odds import odds
from pokerroom.cli.play import play
from pokerroom.cli.rank import rank
from pokerroom.cli.replay import replay
from pokerroom.cli.rule import rule
from pokerroom.cli.serve import serve
from pokerroom.cli.shuffle import shuffle
from pokerroom.cli.simulate import simulate
from pokerroom.cli.simulate_day import simulate_day
from pokerroom.games import NotPermittedError
from pokerroom.rules.citation import UnknownParagraphError
from pokerroom.rules.editions import UnknownEditionError
from pokerroom.rules.house import HouseRulesError
from pokerroom.shuffle import EntropyFailureError, LabRefusedError

app = typer.Typer(help=__doc__, no_args_is_help=True, add_completion=False, rich_markup_mode=None)
for command in (play, games, rank, rule, odds, simulate, replay, simulate_day, audit, serve):
    app.command()(command)
app.command(epilog=grammar())(deal)
app.add_typer(shuffle, name="shuffle")

MISTAKES = (
    CardError,
    NotPermittedError,
    UnknownParagraphError,
    UnknownEditionError,
    HouseRulesError,
    LabRefusedError,
)
"""What a person got wrong; anything else is our own failure and keeps its traceback."""

FAILURE, USAGE = 1, 2


def main() -> None:
    try:
        app()
    except MISTAKES as mistake:
        typer.echo(f"pokerroom: {mistake.args[0] if mistake.args else mistake}", err=True)
        sys.exit(USAGE)
    except EntropyFailureError as failure:
        typer.echo(f"pokerroom: dealing stops: {failure}", err=True)
        sys.exit(FAILURE)
