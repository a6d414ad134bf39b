"""How a person names an edition or a game on the command line."""

from typing import Annotated

import typer

from pokerroom.games import game, home_edition
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import EDITIONS, NJAC_13_69F, Edition, edition as edition_named

EditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition",
        help=f"Which text: {', '.join(text.alias for text in EDITIONS.values())}.",
        show_default="the current text, or the only one that has the game",
    ),
]


def chosen_edition(text: str | None) -> Edition:
    return NJAC_13_69F if text is None else edition_named(text)


def chosen_game(name: str, edition: str | None) -> Game:
    """The game of that name; without an edition, the current one or else the first text that has it."""
    key = "-".join(name.casefold().replace("'", "-").split())
    return game(key, home_edition(key) if edition is None else chosen_edition(edition))
