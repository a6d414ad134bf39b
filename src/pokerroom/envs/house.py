"""A policy against the house's bots: one lane and the engine side by side, the bots given their seat's view as ever.

    match = HouseMatch("badugi", seats=2)
    won = match.play(policy, bot, rounds=200, seed=1)

Each deck is played once from every seat of the policy's, so that luck counts less.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from pokerroom.batch import BatchError, Kind
from pokerroom.batch.handing_over import Replay
from pokerroom.envs.policies import Policy
from pokerroom.envs.tables import TableOptions, rounds_of
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Concede,
    Discard,
    Draw,
    Fold,
    PlayerCommand,
    PostForcedBet,
    Procedure,
    Raise,
    Seat,
    Show,
    View,
    view,
)

Bot = Callable[[View], PlayerCommand]
BotMaker = Callable[[Random], Bot]
"""A bot for a round, given its source of chance."""

KINDS: dict[type[Any], Kind] = {
    Fold: Kind.FOLD,
    Check: Kind.CHECK,
    Call: Kind.CALL,
    Bet: Kind.BET,
    Raise: Kind.RAISE,
    PostForcedBet: Kind.POST,
    Draw: Kind.DRAW,
    Discard: Kind.DISCARD,
    Show: Kind.SHOW,
    Concede: Kind.CONCEDE,
}


class HouseMatch:
    def __init__(self, game: str | Procedure, **options: Unpack[TableOptions]) -> None:
        self.rounds = rounds_of(game, 1, threads=1, **options)
        self.seats = self.rounds.game.seats

    def play(self, policy: Policy, bot: BotMaker, *, rounds: int, seed: int) -> npt.NDArray[np.float64]:
        """What the policy won a round, in cents, from bots in all other seats: one number for each deck, the mean over
        the seats it was played from.
        """
        chance = np.random.default_rng(seed)
        self.rounds.reseed(seed)
        seats = range(self.seats)
        won = [[self._round(policy, bot, deck, seat, chance) for seat in seats] for deck in range(rounds // self.seats)]
        means: npt.NDArray[np.float64] = np.array(won, np.float64).mean(axis=1)
        return means

    def _round(self, policy: Policy, bot: BotMaker, number: int, seat: int, chance: np.random.Generator) -> float:
        lane = self.rounds
        deck = Random(f"{lane.seed} {number}").sample(range(52), 52)
        lane.deal_from(deck, number)
        replay = Replay(lane, 0)
        whims = Random(f"{lane.seed} {number} {seat}")
        minds = [bot(whims) for _ in range(self.seats)]
        while (turn := int(lane.turn[0])) >= 0:
            if turn == seat:
                lane.step(policy(lane.seen, lane.masks, chance))
            else:
                self._bot_acts(replay, minds[turn], turn)
            replay.move(*map(int, lane.moves(0)[-1]))
        return float(lane.stacks[0, seat] - lane.stakes[0, seat])

    def _bot_acts(self, replay: Replay, bot: Bot, seat: int) -> None:
        command = bot(view(replay.state, Seat(seat)))
        if type(command) not in KINDS:
            raise BatchError(f"the batch does not play {command}")
        self.rounds.move(int(KINDS[type(command)]), getattr(command, "to", 0), cards_given(replay, command))


def cards_given(replay: Replay, command: PlayerCommand) -> int:
    """The down cards that a command gives up, as bits."""
    given = command.cards if isinstance(command, Discard) else getattr(command, "discard", ())
    held = replay.state.down[command.seat]
    return sum(1 << number for number, card in enumerate(held) if card in given)
