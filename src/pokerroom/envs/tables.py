"""A table to train at: a game of the catalogue and an ordinary sign, in one line."""

from typing import Any, Literal, TypedDict, Unpack

from pokerroom.envs.menus import Menu
from pokerroom.envs.rounds import Rounds, Stakes
from pokerroom.games import game, home_edition
from pokerroom.play import Procedure, procedure
from pokerroom.rules.editions import Edition
from pokerroom.rules.house import Fixed, Limits, NoLimit, PotLimit, Showing, Spread, letter

MINIMUM = 200
LIMITS: dict[str, Limits] = {
    "fixed": Fixed(MINIMUM, 2 * MINIMUM),
    "spread": Spread(MINIMUM, 5 * MINIMUM),
    "pot": PotLimit(MINIMUM),
    "no": NoLimit(MINIMUM),
}
"""Bets of $2 and $4, from $2 to $10, and from $2 up."""
RAISES = 3
"""Raises in a betting round at fixed limits."""
STAKES = 100 * MINIMUM


class TableOptions(TypedDict, total=False):
    """What every environment can be told about its tables."""

    seats: int
    """Six, unless said otherwise."""
    limits: str
    """`fixed`, `spread`, `pot` or `no`, for a game that is given by its key."""
    stacks: Stakes
    menu: Menu
    history: int
    """How many of the latest moves are in an observation: eight, unless said otherwise."""
    illegal: Literal["refuse", "instead"]
    """Refuse an action that may not be chosen, or take the first that may, folding last."""


def rounds_of(
    game: str | Procedure, lanes: int, *, threads: int | None = None, **options: Unpack[TableOptions]
) -> Rounds:
    """Rounds of a game of the catalogue under an ordinary sign, or of a procedure, in so many lanes."""
    procedure = table(game, options.get("limits", "fixed")) if isinstance(game, str) else game
    return Rounds(
        procedure,
        options.get("seats", 6),
        lanes,
        stacks=options.get("stacks", STAKES),
        menu=options.get("menu"),
        history=options.get("history", 8),
        lenient=options.get("illegal", "refuse") == "instead",
        threads=threads,
    )


def table(key: str, limits: str | Limits = "fixed", *, edition: Edition | None = None, **posted: Any) -> Procedure:
    """A game under an ordinary sign: blinds of $1 and $2, or an ante of 50 cents and a forced bet of $1.

    Hands are tabled at the showdown without a word; `posted` is anything else on the sign, in place of that.
    """
    law = game(key, edition or home_edition(key))
    forced: dict[str, Any] = (
        {"blinds": (MINIMUM // 2, MINIMUM)} if law.has_button else {"ante": MINIMUM // 4, "forced_bet": MINIMUM // 2}
    )
    sizes = posted_limits(limits)
    cap = RAISES if isinstance(sizes, Fixed) else None
    return procedure(law, letter(sizes, **{"showing": Showing.ALL, "max_raises": cap, **forced, **posted}))


def posted_limits(limits: str | Limits) -> Limits:
    if not isinstance(limits, str):
        return limits
    if limits not in LIMITS:
        raise ValueError(f"there are no limits {limits!r}: choose {', '.join(LIMITS)}, or state them")
    return LIMITS[limits]
