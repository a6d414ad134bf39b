"""How the bots at a table think: each from its own view, about as long as a person, outside the loop if it is slow."""

import asyncio
from collections.abc import Callable
from random import Random

import structlog

from pokerroom.live.ports import Clock, Threads
from pokerroom.live.tables.opponents import Opponent, opponent_of
from pokerroom.play import PlayerCommand, View

LOG = structlog.get_logger(__name__)

LEAST_THOUGHT = 1.0
"""The least number of seconds that a bot has, once it was asked."""
CONSIDERS = (2.0, 8.0)
"""The least and the most seconds that a bot takes to answer what the whole table is asked."""


class BotThinking:
    """`answer` is called with what a bot has chosen, and for which decision."""

    def __init__(
        self,
        table: str,
        chance: Random,
        answer: Callable[[str, PlayerCommand, int], None],
        *,
        clock: Clock,
        threads: Threads,
        pace: float,
        most: float,
    ) -> None:
        self._table, self._chance, self._answer = table, chance, answer
        self._clock, self._threads = clock, threads
        self._pace, self._most = pace, most
        self._minds: dict[str, Opponent] = {}
        self._until = (-1, 0.0)
        """The decision a bot thinks about, and until when."""
        self._asked = -1
        self._tasks: set[asyncio.Task[None]] = set()
        self._considering: dict[str, asyncio.TimerHandle] = {}

    def until(self, player: str, seen: Callable[[], View], decision: int) -> float:
        """When a bot will have decided."""
        if self._until[0] != decision:
            self._until = (decision, self._clock.time() + self._pace * self._mind(player).think_seconds(seen()))
        return self._until[1]

    def was_asked(self, decision: int) -> bool:
        return self._asked == decision

    def ask(self, player: str, seen: View, decision: int) -> None:
        """Let the bot decide; one that is not done in time is treated like anybody."""
        self._asked = decision
        self._until = (decision, self._clock.time() + max(self._most, LEAST_THOUGHT))
        task = asyncio.create_task(self._think(player, seen, decision))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def consider(self, player: str, answer: Callable[[str], None]) -> None:
        """Let the bot answer after a while, if it is not already about to."""
        if player in self._considering:
            return

        def decided() -> None:
            del self._considering[player]
            answer(player)

        wait = self._pace * self._chance.uniform(*CONSIDERS)
        self._considering[player] = self._clock.call_later(wait, decided)

    def forget(self, player: str) -> None:
        self._minds.pop(player, None)

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for timer in self._considering.values():
            timer.cancel()
        self._considering.clear()
        self._asked = -1

    def _mind(self, player: str) -> Opponent:
        if player not in self._minds:
            self._minds[player] = opponent_of(self._chance, player, self._threads)
        return self._minds[player]

    async def _think(self, player: str, seen: View, decision: int) -> None:
        mind = self._mind(player)
        try:
            chosen = await self._threads.run(mind.choose, seen) if mind.slow else mind.choose(seen)
        except Exception as error:  # noqa: BLE001  its time runs out, and the table plays on
            LOG.warning("a bot has no answer", table=self._table, player=player, error=repr(error))
            return
        self._answer(player, chosen, decision)
