"""One seat of every lane is the learner's, and a policy plays the others until it is the learner's turn."""

import numpy as np
import numpy.typing as npt

from pokerroom.batch import BatchError, layout
from pokerroom.envs.policies import Policy
from pokerroom.envs.rounds import Bools, Ints, Rounds


class Seated:
    """The learner's seat at some rounds. Between two calls it is the learner's turn wherever a round is not over."""

    def __init__(self, rounds: Rounds, seat: int, others: Policy) -> None:
        if not 0 <= seat < rounds.game.seats:
            raise BatchError(f"there is no seat {seat}: there are {rounds.game.seats}")
        self.rounds, self.seat, self.others = rounds, seat, others
        self.won: Ints = np.zeros((rounds.size, rounds.game.seats), np.int64)
        self.without_a_choice: Ints = np.zeros(rounds.size, np.int64)
        """What the learner won, by lane, in rounds that ended before its first turn: they are played through."""

    def deal(self, asked: Bools, chance: np.random.Generator) -> None:
        """The next round in these lanes in which the learner has a choice."""
        self.without_a_choice.fill(0)
        while asked.any():
            self.rounds.deal(asked)
            ended, won = self._until_own_turn(chance)
            self.without_a_choice += won[:, self.seat]
            asked = ended
        self._look()

    def step(
        self, actions: npt.ArrayLike, stated: npt.ArrayLike | None, reopened: Bools, chance: np.random.Generator
    ) -> tuple[npt.NDArray[np.float64], Bools]:
        """The learner's actions, and whatever the others do before its next turn: what it won, and which rounds are
        over.
        """
        self.rounds.step(actions, stated, among=self._waiting() & ~reopened)
        over, won = self.rounds.results.over.copy(), self.rounds.results.won.copy()
        ended, after = self._until_own_turn(chance)
        self.won = won + after
        self.deal(reopened, chance)
        return self.won[:, self.seat].astype(np.float64), over | ended

    def _waiting(self) -> Bools:
        turns: Bools = self.rounds.turn >= 0
        return turns

    def _until_own_turn(self, chance: np.random.Generator) -> tuple[Bools, Ints]:
        """Let the others act; which rounds ended by that, and what they brought everybody."""
        rounds = self.rounds
        ended = np.zeros(rounds.size, np.bool_)
        won = np.zeros_like(self.won)
        while (among := self._waiting() & (rounds.turn != self.seat)).any():
            rounds.step(self.others(rounds.seen, rounds.masks, chance), among=among)
            ended |= rounds.results.over
            won += rounds.results.won
        return ended, won

    def _look(self) -> None:
        """Show every lane from the learner's seat, also where a round is over."""
        opened = self.rounds.stage != layout.UNOPENED
        self.rounds.observe(np.where(opened, self.seat, -1), self.rounds.seen, self.rounds.masks)
