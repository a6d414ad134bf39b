"""Thousands of tables as one Gymnasium environment.

    envs = PokerVectorEnv("badugi", 4096, seats=3)
    seen, info = envs.reset(seed=1)
    seen, rewards, over, cut, info = envs.step(actions)

Every seat is the learner's: each step takes an action for the player whose turn it is in each lane, and shows the next
one. With `seat`, one seat is the learner's and a policy plays the others. An episode is one round of play.
"""

from typing import Any, Unpack

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pokerroom.batch import BatchError
from pokerroom.envs.policies import Policy, at_random
from pokerroom.envs.rounds import Bools, PlayerStatistics, statistics_of
from pokerroom.envs.seated import Seated
from pokerroom.envs.spaces import action_space, observation_space, observed, taken_apart
from pokerroom.envs.tables import TableOptions, rounds_of
from pokerroom.play import Procedure


class PokerVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """Rounds of one game in many lanes.

    `game` is a key of the catalogue or a procedure. With `copy=False` the arrays returned are those that the next step
    writes into. `autoreset` is by the next step, as Gymnasium's own environments do, or in the same step.
    """

    def __init__(
        self,
        game: str | Procedure,
        num_envs: int,
        *,
        seat: int | None = None,
        others: Policy = at_random,
        autoreset: AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
        **options: Unpack[TableOptions],
    ) -> None:
        if autoreset is AutoresetMode.DISABLED:
            raise BatchError("lanes go on by themselves: in the next step, or in the same step")
        self.rounds = rounds_of(game, num_envs, threads=threads, **options)
        self.seated = None if seat is None else Seated(self.rounds, seat, others)
        self.metadata = {"autoreset_mode": autoreset, "render_modes": []}
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.rounds)
        self.single_action_space = action_space(self.rounds)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._same_step = autoreset is AutoresetMode.SAME_STEP
        self._copy = copy
        self._over: Bools = np.zeros(num_envs, np.bool_)
        self._cut: Bools = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The next round in every lane; with a seed, the first of that seed."""
        del options
        fresh = seed is None and self._np_random is None
        super().reset(seed=seed)
        if seed is not None or fresh:
            self.rounds.reseed(int(self.np_random.integers(2**63)) if seed is None else seed)
        self._over.fill(False)
        everywhere = np.ones(self.num_envs, np.bool_)
        if self.seated is None:
            self.rounds.deal(everywhere)
        else:
            self.seated.deal(everywhere, self.np_random)
        return self._seen(), self._info()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """One action in every lane. Where a round is over its reward is what the seat that acted won, in cents."""
        chosen, stated = taken_apart(actions)
        reopened = self._over
        if self.seated is None:
            self.rounds.step(chosen, stated, reopened=reopened)
            rewards, over = self.rounds.results.rewards, self.rounds.results.over
        else:
            rewards, over = self.seated.step(chosen, stated, reopened, self.np_random)
        info = self._info()
        rewards, over = self._own(rewards), over.copy()
        if self._same_step:
            info |= self._final(over)
            self._reopen(over)
        else:
            self._over = over
        return self._seen(), rewards, over, self._own(self._cut), info

    def statistics(self, players: Any = None) -> dict[int, PlayerStatistics]:
        """What was counted of players since the seed, by seat; or by number, where `players` numbers them by lane and
        seat.
        """
        counts = self.rounds.counts
        numbers = np.broadcast_to(np.arange(counts.shape[1]) if players is None else players, counts.shape[:2])
        return {int(each): statistics_of(counts[numbers == each]) for each in np.unique(numbers)}

    def _reopen(self, over: Bools) -> None:
        if not over.any():
            return
        if self.seated is None:
            self.rounds.deal(over)
        else:
            self.seated.deal(over, self.np_random)

    def _final(self, over: Bools) -> dict[str, Any]:
        """The last look at rounds that are over, as Gymnasium has it where the next begins in the same step."""
        seen = np.full(self.num_envs, None, object)
        for lane in np.flatnonzero(over):
            seen[lane] = observed(self.rounds.seen[lane].copy(), self.rounds.masks[lane].copy())
        return {"final_obs": seen, "_final_obs": over}

    def _seen(self) -> dict[str, Any]:
        return observed(self._own(self.rounds.seen), self._own(self.rounds.masks))

    def _info(self) -> dict[str, Any]:
        """Which seat acted (-1: a round began), and what every seat won where the round is over."""
        info = {"acted": self._own(self.rounds.acted), "won": self._own(self.rounds.results.won)}
        if self.seated is not None:
            info = {"won": self._own(self.seated.won), "without_a_choice": self._own(self.seated.without_a_choice)}
        return info

    def _own(self, array: Any) -> Any:
        return array.copy() if self._copy else array
