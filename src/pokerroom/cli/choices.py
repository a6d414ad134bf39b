"""How a person names an edition, a game or house rules on the command line."""

from collections.abc import Iterable
from typing import Annotated

import typer

from pokerroom.cli.suggesting import did_you_mean
from pokerroom.games import PERMITTED, NotPermittedError, game, games_of, home_edition
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import EDITIONS, NJAC_13_69F, Edition, UnknownEditionError, edition as edition_named
from pokerroom.rules.house import PRESETS

EditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition",
        help=f"Which text: {', '.join(text.alias for text in EDITIONS.values())}.",
        show_default="the current text, or the only one that has the game",
    ),
]


def chosen_edition(text: str | None) -> Edition:
    if text is None:
        return NJAC_13_69F
    try:
        return edition_named(text)
    except UnknownEditionError as error:
        near = did_you_mean(text, (each.alias for each in EDITIONS.values()))
        raise UnknownEditionError(f"{error}{near}") from None


def chosen_game(name: str, edition: str | None) -> Game:
    """The game of that name; without an edition, the current one or else the first text that has it."""
    key = "-".join(name.casefold().replace("'", "-").split())
    text = home_edition(key) if edition is None else chosen_edition(edition)
    if all(key != each.key for each in PERMITTED):
        refuse_unknown(key, PERMITTED if edition is None else games_of(text))
    return game(key, text)


def refuse_unknown(key: str, games: Iterable[Game]) -> None:
    """A name close to a known one gets a suggestion; otherwise the edition's own error lists its games."""
    if not key:
        raise NotPermittedError("no game was named: `pokerroom games` lists them")
    near = did_you_mean(key, {each.key for each in games})
    if near:
        raise NotPermittedError(f"no game is called {key!r}{near}")


def chosen_house(name: str) -> str:
    """The preset of that name, as `PRESETS` spells it."""
    preset = name.casefold()
    if preset in PRESETS:
        return preset
    raise typer.BadParameter(f"house rules are {' or '.join(PRESETS)}, not {name!r}{did_you_mean(name, PRESETS)}")
