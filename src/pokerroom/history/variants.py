"""Variant codes of the Poker Hand History format: one letter for the limits, then the game.

The codes of the format's own list are kept; the others are made in the same way. docs/phh.md has them all.
"""

from pokerroom.games import CATALOGUE, NotPermittedError, game, home_edition
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import UnknownEditionError, edition
from pokerroom.rules.house import Fixed, Limits, NoLimit, PotLimit, Spread

STRUCTURES: dict[str, type[Limits]] = {"F": Fixed, "S": Spread, "P": PotLimit, "N": NoLimit}

GAMES = {
    "T": "hold-em",
    "O": "omaha-high",
    "O/8": "omaha-high-low-eight",
    "7S": "seven-card-stud-high",
    "R": "seven-card-stud-low",
    "7S/HL": "seven-card-stud-high-low",
    "7S/8": "seven-card-stud-high-low-eight",
    "5D": "five-card-draw-high",
    "5DL": "five-card-draw-low",
    "5S": "five-card-stud",
    "M": "mambo-stud",
    "2L3D": "triple-draw-deuce-to-seven",
    "A5L3D": "triple-draw-ace-to-five",
    "B": "badugi",
    "7SS": "super-seven-card-stud-high",
    "7SS/L": "super-seven-card-stud-low",
    "7SS/HL": "super-seven-card-stud-high-low",
    "7SS/8": "super-seven-card-stud-high-low-eight",
}

VARIANTS: dict[str, tuple[str, type[Limits]]] = {
    letter + suffix: (key, structure) for letter, structure in STRUCTURES.items() for suffix, key in GAMES.items()
}
"""Every code we read and write, with the key of its game and its limits."""

CODES = {meaning: code for code, meaning in VARIANTS.items()}

NOT_OURS = {
    "NS": "no-limit short-deck hold 'em",
    "N2L1D": "no-limit deuce-to-seven single draw",
}
"""Codes of the format for games that no edition permits."""


class VariantError(LookupError):
    """A variant code, or an edition with it, that names no game we know."""


def variant(code: str) -> tuple[str, type[Limits]]:
    """The key of the game and the limits a code stands for."""
    if code in NOT_OURS:
        raise VariantError(f"{code} is {NOT_OURS[code]}, which no edition permits")
    try:
        return VARIANTS[code]
    except KeyError:
        raise VariantError(f"{code!r} is not a variant code we know; docs/phh.md lists them") from None


def variant_game(code: str, edition_name: str | None) -> Game:
    """The game of a code, under the edition named, else the current one, else the amendment that introduced it."""
    key, _ = variant(code)
    if edition_name is None:
        return CATALOGUE[home_edition(key).key, key]
    try:
        return game(key, edition(edition_name))
    except (UnknownEditionError, NotPermittedError) as error:
        raise VariantError(str(error)) from None
