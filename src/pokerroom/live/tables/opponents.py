"""The bots of the room: each a client of its own seat's view, which takes about as long as a person would."""

from collections.abc import Collection, Sequence
from itertools import count
from random import Random
from typing import Protocol

from pokerroom import bots
from pokerroom.bots import is_warming, personality_of
from pokerroom.bots.names import NAMES
from pokerroom.live.ports import Threads
from pokerroom.live.room import BOT
from pokerroom.play import PlayerCommand, View


class Opponent(Protocol):
    slow: bool
    """Whether it thinks so long that it must do so outside the loop."""

    def choose(self, view: View) -> PlayerCommand: ...

    def think_seconds(self, view: View) -> float: ...


def are_preparing() -> bool:
    return is_warming()


def opponent_of(chance: Random, player: str, threads: Threads) -> Opponent:
    """A bot with the personality of its name; its choices use the room's own generator, so nobody can predict them."""
    threads.warm_bots()
    return bots.Opponent(personality_of(player.removeprefix(BOT)), chance, is_warm=threads.bots_are_warm)


def name_for(taken: Collection[str], chance: Random) -> str:
    """The id of a bot that has no seat yet; when all names are taken, with a number."""
    # Where so many are seated, lower numbers will hardly be free.
    numbers = count(max(1, len(taken) // len(NAMES)))
    free = next(free for number in numbers if (free := [each for each in numbered(number) if BOT + each not in taken]))
    return BOT + chance.choice(free)


def numbered(number: int) -> Sequence[str]:
    return NAMES if number == 1 else [f"{name} {number}" for name in NAMES]
