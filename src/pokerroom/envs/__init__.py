"""Environments for researchers: every game of the catalogue for Gymnasium, PettingZoo and OpenSpiel.

They are faces of the compiled interpreter (`pokerroom.batch`). What a face needs is loaded when it is asked for.
See docs/envs.md.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pokerroom.envs.house import HouseMatch
    from pokerroom.envs.menus import Menu
    from pokerroom.envs.policies import Policy, at_random, stays
    from pokerroom.envs.rounds import PlayerStatistics, Rounds
    from pokerroom.envs.single import PokerEnv
    from pokerroom.envs.spiel import register_games
    from pokerroom.envs.tables import table
    from pokerroom.envs.vector import PokerVectorEnv
    from pokerroom.envs.zoo import PokerAEC, PokerParallel

__all__ = [
    "HouseMatch",
    "Menu",
    "PlayerStatistics",
    "PokerAEC",
    "PokerEnv",
    "PokerParallel",
    "PokerVectorEnv",
    "Policy",
    "Rounds",
    "at_random",
    "register_games",
    "stays",
    "table",
]

PLACES = {
    "HouseMatch": "house",
    "Menu": "menus",
    "PlayerStatistics": "rounds",
    "PokerAEC": "zoo",
    "PokerEnv": "single",
    "PokerParallel": "zoo",
    "PokerVectorEnv": "vector",
    "Policy": "policies",
    "Rounds": "rounds",
    "at_random": "policies",
    "register_games": "spiel",
    "stays": "policies",
    "table": "tables",
}
"""The module of each name."""

EXTRAS = {
    "gymnasium": "Gymnasium (pip install 'pokerroom[envs]')",
    "numba": "Numba (pip install 'pokerroom[envs]')",
    "numpy": "NumPy (pip install 'pokerroom[envs]')",
    "pettingzoo": "PettingZoo (pip install 'pokerroom[envs]')",
    "pyspiel": "OpenSpiel (pip install 'pokerroom[openspiel]')",
}
"""What an environment may be missing, and how to get it."""


def __getattr__(name: str) -> Any:
    if name not in PLACES:
        raise AttributeError(f"pokerroom.envs has no {name}")
    try:
        return getattr(import_module(f"pokerroom.envs.{PLACES[name]}"), name)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in EXTRAS:
            raise
        raise ImportError(f"{name} needs {EXTRAS[missing]}") from error
