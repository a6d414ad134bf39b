"""Recorded hands as a test writes them: a few fields, and the actions one after the other."""

from typing import Any

from pokerroom.history.hand import Hand
from pokerroom.history.phh import read, toml_value


def text_of(variant: str, stacks: list[Any], actions: str, **fields: Any) -> str:
    """A file; actions are parted by semicolons, antes are none unless given."""
    table = {"variant": variant, "antes": [0] * len(stacks), "starting_stacks": stacks, **fields}
    table["actions"] = [action.strip() for action in actions.split(";")]
    return "".join(f"{name} = {toml_value(value)}\n" for name, value in table.items())


def recorded(variant: str, stacks: list[Any], actions: str, **fields: Any) -> Hand:
    return read(text_of(variant, stacks, actions, **fields))


def no_limit(stacks: list[Any], actions: str, **fields: Any) -> Hand:
    """No-limit hold 'em with blinds of 1 and 2."""
    blinds = {"blinds_or_straddles": [1, 2] + [0] * (len(stacks) - 2), "min_bet": 2}
    return recorded("NT", stacks, actions, **{**blinds, **fields})


def stud(stacks: list[Any], actions: str, *, variant: str = "F7S", **fields: Any) -> Hand:
    """Fixed-limit stud, forced bet 1, bets of 2 and 4."""
    return recorded(variant, stacks, actions, **{"bring_in": 1, "small_bet": 2, "big_bet": 4, **fields})


def draw(stacks: list[Any], actions: str, *, variant: str = "F5D", **fields: Any) -> Hand:
    """A fixed-limit draw game with blinds of 1 and 2, bets of 2 and 4."""
    blinds = {"blinds_or_straddles": [1, 2] + [0] * (len(stacks) - 2), "small_bet": 2, "big_bet": 4}
    return recorded(variant, stacks, actions, **{**blinds, **fields})
