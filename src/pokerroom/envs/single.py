"""One seat of one table as a Gymnasium environment: the learner decides, a policy plays the other seats."""

from typing import Any, Unpack

import gymnasium
import numpy as np

from pokerroom.envs.policies import Policy, at_random
from pokerroom.envs.rounds import PlayerStatistics, statistics_of
from pokerroom.envs.seated import Seated
from pokerroom.envs.spaces import action_space, observation_space, observed, taken_apart
from pokerroom.envs.tables import TableOptions, rounds_of
from pokerroom.play import Procedure


class PokerEnv(gymnasium.Env[dict[str, Any], Any]):
    """An episode is one round of play, and its reward the chips that the learner won, in cents."""

    metadata = {"render_modes": []}  # noqa: RUF012  Gymnasium declares it so

    def __init__(
        self, game: str | Procedure, *, seat: int = 0, others: Policy = at_random, **options: Unpack[TableOptions]
    ) -> None:
        self.rounds = rounds_of(game, 1, **options)
        self.seated = Seated(self.rounds, seat, others)
        self.observation_space = observation_space(self.rounds)
        self.action_space = action_space(self.rounds)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The next round; with a seed, the first of that seed."""
        fresh = seed is None and self._np_random is None
        super().reset(seed=seed, options=options)
        if seed is not None or fresh:
            self.rounds.reseed(int(self.np_random.integers(2**63)) if seed is None else seed)
        self.seated.deal(np.ones(1, np.bool_), self.np_random)
        return self._seen(), {"without_a_choice": int(self.seated.without_a_choice[0])}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        chosen, stated = taken_apart(action)
        amounts = None if stated is None else np.array([stated])
        nobody = np.zeros(1, np.bool_)
        rewards, over = self.seated.step(np.array([chosen]), amounts, nobody, self.np_random)
        return self._seen(), float(rewards[0]), bool(over[0]), False, {"won": self.seated.won[0].copy()}

    def statistics(self) -> PlayerStatistics:
        """What was counted of the learner since the seed."""
        return statistics_of(self.rounds.counts[:, self.seated.seat])

    def _seen(self) -> dict[str, Any]:
        return observed(self.rounds.seen[0].copy(), self.rounds.masks[0].copy())
