"""Every game that the house banks, listed once: how its actors are opened in a room of the house."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from pokerroom.live.banked.actor import BankedActor
from pokerroom.live.banked.dice.opening import open_dice
from pokerroom.live.banked.keno.opening import open_keno
from pokerroom.live.room import LiveRoom

Opened = Callable[[LiveRoom, Callable[[], None]], Awaitable[list[BankedActor]]]
"""Sets up what a room does not have yet, and returns its actors. They call the function when the lobby has changed."""


class LiveGame(NamedTuple):
    kind: str
    open: Opened


GAMES: tuple[LiveGame, ...] = (LiveGame("dice", open_dice), LiveGame("keno", open_keno))
