"""What a player may choose from: a menu of actions for a game, as a table of integers.

Number 0 is to fold and number 1 to stay (check, call, or post the forced bet), in every game. Wagers follow, from the
least that may be bet or raised, by parts of the pot, to the most; then, where the game has them, draws by which cards
are exchanged, cards given up to enter, showing and conceding. A mask says which of them are offered now.
"""

from itertools import combinations

import msgspec
import numpy as np
import numpy.typing as npt

from pokerroom.batch import BatchError, CompiledGame, layout
from pokerroom.envs import loops
from pokerroom.rules.clauses import Deal, Draw, Face

FOLD, STAY = 0, 1
"""The numbers of these actions in every menu."""

Rows = npt.NDArray[np.int64]


class Menu(msgspec.Struct, frozen=True, kw_only=True):
    """Which wagers are on the menu between the least and the most; or any amount, stated with the action."""

    pot_parts: tuple[float, ...] = (0.5, 1.0)
    """Bets and raises of these parts of the pot, as it is once the player has called."""
    any_amount: bool = False
    """One wager instead, of whatever total is stated: the nearest that is offered."""

    def __post_init__(self) -> None:
        if not all(0 < part <= 1000 for part in self.pot_parts) or list(self.pot_parts) != sorted({*self.pot_parts}):
            raise BatchError(f"parts of the pot rise from above 0, which {self.pot_parts} do not")


class Action(msgspec.Struct, frozen=True):
    name: str
    row: tuple[int, ...]


def actions_of(game: CompiledGame, menu: Menu) -> tuple[list[Action], int]:
    """Every action of a game, and how many of them belong to betting rounds."""
    entries = [0, *entry_choices(game)]
    betting = [Action("fold", (loops.FOLDS, 0, 0, 0, 0))]
    betting += [Action(f"stay{giving(gives)}", (loops.STAYS, 0, 0, 0, gives)) for gives in entries]
    for nth, (name, size, part) in enumerate(wagers_of(game, menu)):
        betting += [Action(f"{name}{giving(gives)}", (loops.WAGERS, size, part, nth, gives)) for gives in entries]
    others = [Action(f"draw{giving(gives)}", (loops.DRAWING_OF, 0, 0, 0, gives)) for gives in draw_choices(game)]
    others += [Action(f"discard{giving(gives)}", (loops.GIVING_UP, 0, 0, 0, gives)) for gives in entry_choices(game)]
    if not game.rules[layout.SHOW_ALL]:
        others += [
            Action("show", (loops.SHOWING_OF, 0, 0, 0, 0)),
            Action("concede", (loops.CONCEDING, 0, 0, 0, 0)),
        ]
    return [*betting, *others], len(betting)


def wagers_of(game: CompiledGame, menu: Menu) -> list[tuple[str, int, int]]:
    """Names and sizes, from the smallest; where every bet has one size there is one."""
    if menu.any_amount:
        return [("wager", loops.AS_STATED, 0)]
    least = ("wager the least", loops.THE_LEAST, 0)
    if game.rules[layout.STRUCTURE] == layout.FIXED:
        return [least]
    parts = [(f"wager {part:g} of the pot", loops.OF_THE_POT, round(part * loops.PARTS)) for part in menu.pot_parts]
    return [least, *parts, ("wager the most", loops.THE_MOST, 0)]


def draw_choices(game: CompiledGame) -> list[int]:
    """Every set of down cards, as bits, where the game has a draw; none of them is to stand pat."""
    streets = game.procedure.game.streets
    draws = [number for number, street in enumerate(streets) if isinstance(street.cards, Draw)]
    return [*range(1 << held_at(game, draws[0]))] if draws else []


def entry_choices(game: CompiledGame) -> list[int]:
    """Every set of as many down cards as it costs to enter, where the game has such a cost."""
    streets = game.procedure.game.streets
    costs = {(number, street.discard.count) for number, street in enumerate(streets) if street.discard}
    return sorted(
        {
            sum(1 << card for card in cards)
            for number, count in costs
            for cards in combinations(range(held_at(game, number)), count)
        }
    )


def held_at(game: CompiledGame, street: int) -> int:
    """Down cards dealt to a player by the time of a street."""
    streets = game.procedure.game.streets[: street + 1]
    return sum(face is Face.DOWN for each in streets if isinstance(each.cards, Deal) for face in each.cards.faces)


def giving(cards: int) -> str:
    """The places of cards given up, in words."""
    places = [str(number + 1) for number in range(cards.bit_length()) if cards >> number & 1]
    return f", giving up {' '.join(places)}" if places else ""


def table_of(actions: list[Action]) -> Rows:
    return np.array([action.row for action in actions], np.int64)
