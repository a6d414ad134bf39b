"""One table as a PettingZoo environment: every seat is an agent, and an episode is one round of play.

`PokerAEC` lets the player whose turn it is act. In `PokerParallel` all agents state an action in every step: those
whose turn it is not have one to state, the last of the menu, which is to wait.
"""

from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from pokerroom.envs.rounds import PlayerStatistics, statistics_of
from pokerroom.envs.spaces import action_space, observation_space, observed, taken_apart
from pokerroom.envs.tables import TableOptions, rounds_of
from pokerroom.play import Procedure


class OneTable:
    """A table with a name for each seat; both faces play at one."""

    def __init__(self, game: str | Procedure, **options: Unpack[TableOptions]) -> None:
        self.rounds = rounds_of(game, 1, **options)
        self.agents = [f"player_{seat}" for seat in range(self.rounds.game.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents)}
        self._seeded = False

    def deal(self, seed: int | None) -> None:
        """The next round; with a seed, the first of that seed."""
        if seed is not None or not self._seeded:
            _, chosen = seeding.np_random(seed)
            self.rounds.reseed(chosen % 2**64)
            self._seeded = True
        self.rounds.deal()

    @property
    def turn(self) -> str | None:
        seat = int(self.rounds.turn[0])
        return self.agents[seat] if seat >= 0 else None

    def act(self, action: Any) -> None:
        number, stated = taken_apart(action)
        amounts = None if stated is None else np.array([stated], np.float64)
        self.rounds.step(np.array([number]), amounts)

    def won(self) -> dict[str, float]:
        return dict(zip(self.agents, map(float, self.rounds.results.won[0]), strict=True))

    def observe(self, agent: str, *, waits: bool = False) -> dict[str, Any]:
        """What an agent sees; where it may only wait, its mask says so if there is such an action."""
        seen = np.zeros((1, self.rounds.width), np.int32)
        masks = np.zeros((1, len(self.rounds.actions)), np.int8)
        self.rounds.observe(np.array([self.seat_of[agent]]), seen, masks)
        if waits:
            masks = np.append(masks, [[agent != self.turn]], axis=1).astype(np.int8)
        return observed(seen[0], masks[0])

    def statistics(self) -> dict[str, PlayerStatistics]:
        return {agent: statistics_of(self.rounds.counts[:, seat]) for agent, seat in self.seat_of.items()}


class PokerAEC(AECEnv[str, Any, Any]):  # type: ignore[misc]  # without types
    """Agents act in turn. Rewards are chips won, in cents, when the round is over."""

    metadata = {"name": "pokerroom_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: str | Procedure, **options: Unpack[TableOptions]) -> None:
        super().__init__()
        self.table = OneTable(game, **options)
        self.possible_agents = [*self.table.agents]
        self.render_mode = None
        self.observation_spaces = {agent: observation_space(self.table.rounds) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.table.rounds) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The next round; with a seed, the first of that seed."""
        del options
        self.table.deal(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn_on()

    def observe(self, agent: str) -> dict[str, Any]:
        return self.table.observe(agent)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.table.act(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.table.turn is None:
            self.rewards = self.table.won()
            self.terminations = dict.fromkeys(self.agents, True)
        self._turn_on()
        self._accumulate_rewards()

    def statistics(self) -> dict[str, PlayerStatistics]:
        """What was counted of every agent since the seed."""
        return self.table.statistics()

    def render(self) -> None:
        """Nothing is drawn: `pokerroom play` and the room's page do that."""

    def close(self) -> None:
        """Nothing is held open."""

    def _turn_on(self) -> None:
        self.agent_selection = self.table.turn or self.agents[0]


class PokerParallel(ParallelEnv[str, Any, Any]):  # type: ignore[misc]  # without types
    """All agents state an action in every step; the one whose turn it is moves."""

    metadata = {"name": "pokerroom_parallel_v0", "render_modes": []}  # noqa: RUF012

    def __init__(self, game: str | Procedure, **options: Unpack[TableOptions]) -> None:
        self.table = OneTable(game, **options)
        self.possible_agents = [*self.table.agents]
        self.agents: list[str] = []
        self.render_mode = None
        rounds = self.table.rounds
        self.observation_spaces = {agent: observation_space(rounds, waits=True) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(rounds, waits=True) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The next round; with a seed, the first of that seed."""
        del options
        self.table.deal(seed)
        self.agents = [*self.possible_agents]
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        turn = self.table.turn
        assert turn is not None, "a step follows a reset, and none follows the end of a round"
        self.table.act(actions[turn])
        over = self.table.turn is None
        agents = self.agents
        if over:
            self.agents = []
        return (
            {agent: self.table.observe(agent, waits=True) for agent in agents},
            self.table.won(),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def statistics(self) -> dict[str, PlayerStatistics]:
        """What was counted of every agent since the seed."""
        return self.table.statistics()

    def _seen(self) -> dict[str, Any]:
        return {agent: self.table.observe(agent, waits=True) for agent in self.agents}
