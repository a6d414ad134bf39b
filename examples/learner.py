"""A small learner that meets the house's bots heads-up, with NumPy alone; docs/envs.md says whom it beats.

    python examples/learner.py badugi --rounds 3000000
    python examples/learner.py five-card-draw-low --rounds 2000000 --seed 2

It plays against itself through `PokerVectorEnv` and learns by magnetic mirror descent over a table: a situation is what
has been bet, where one sits and which of some twenty classes the hand is in; each has a preference for each of three
actions, and preferences follow the mean of what came of them. Now and then it meets the house's bots, on the same decks
from both seats. The curve that it prints is big bets won in 100 rounds, with the standard error. Everything depends on
the seed alone.
"""

import argparse
import sys
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import numpy as np

from pokerroom.batch import Stage
from pokerroom.bots import PERSONALITIES, Opponent, choose, warm
from pokerroom.envs import HouseMatch, PokerVectorEnv, Rounds
from pokerroom.envs.tables import LIMITS
from pokerroom.ranking import Ranking
from pokerroom.ranking.bulk.many import BITS, rank_many

Array = Any
BIG_BET = LIMITS["fixed"].big  # type: ignore[union-attr]  # fixed limits have one
LANES = 4096
ACTIONS = 3
"""Fold, stay, wager; in a draw, keep cards up to a low, a middle or any rank."""
CLASSES = 20
"""Of hands, from the weakest to the strongest."""
POTS = (1.0, 2.0, 4.0, 7.0)
"""Pots are told apart at so many big bets."""
KEEP = (6, 8, 13)
"""The highest rank that a draw keeps: the seven, the nine, or any."""
RAISES, DRAWN, PLACES, MOVES = 5, 7, 2, 64


def equity(down: Array, board: Array, chance: np.random.Generator, samples: int) -> Array:
    """What part of the pot two down cards win from any others, by dealing the rest some times."""
    dealt = np.array([chance.choice(52, 7, replace=False) for _ in range(samples)])
    out = board < 0
    rest = np.where(out[:, None, :], dealt[None, :, 2:], board[:, None, :])
    center = np.bitwise_or.reduce(BITS[rest], axis=2)
    own = np.bitwise_or.reduce(BITS[down], axis=1)[:, None]
    other = np.bitwise_or.reduce(BITS[dealt[:, :2]], axis=1)[None, :]
    valid = (np.bitwise_count(center | own | other) == 9).ravel()
    ours, theirs = ((hand | center).ravel() for hand in (own, other))
    strengths = [rank_many(Ranking.HIGH_FIVE, masks, size=7).astype(np.int64) for masks in (ours, theirs)]
    won = np.where(valid, np.sign(strengths[0] - strengths[1]) / 2 + 0.5, 0.0).reshape(center.shape)
    counted = np.maximum(1, valid.reshape(center.shape).sum(axis=1))
    return won.sum(axis=1) / counted


class HoldEm:
    """Hands are classed by their equity; before the flop by that of the two cards, worked out once."""

    def __init__(self, chance: np.random.Generator, samples: int) -> None:
        self.chance, self.samples = chance, samples
        pairs = np.array([(high, low) for high in range(52) for low in range(high)])
        before = np.full((len(pairs), 5), -1)
        found = np.mean([equity(pairs, before, chance, 64) for _ in range(8)], axis=0)
        self.first = np.zeros((52, 52))
        self.first[pairs[:, 0], pairs[:, 1]] = self.first[pairs[:, 1], pairs[:, 0]] = found

    def classes(self, rounds: Rounds, seen: Array, samples: int | None = None) -> Array:
        down, board = rounds.part(seen, "down")[:, 0], rounds.part(seen, "board")
        strength = self.first[down[:, 0], down[:, 1]]
        later = np.flatnonzero(board[:, 0] >= 0)
        if later.size:
            strength[later] = equity(down[later], board[later], self.chance, samples or self.samples)
        return np.minimum(CLASSES - 1, (strength * CLASSES).astype(np.int64))


def dealt_hands(chance: np.random.Generator, count: int, cards: int) -> Array:
    return np.array([chance.choice(52, cards, replace=False) for _ in range(count)])


class LowDraw:
    """Hands are classed by how many of random hands they beat; before a draw, by what they come to when they draw."""

    ranking: Ranking
    cards: int
    ace: int
    """Its rank, where the deuce has 1."""
    suits_differ: bool
    draws: int

    def __init__(self, chance: np.random.Generator, samples: int) -> None:
        del samples
        hands = dealt_hands(chance, 12_000, 2 * self.cards)
        own, drawn = hands[:, : self.cards], hands[:, self.cards :]
        self.ladder = np.sort(self.ranked(np.concatenate((own, self.after(own, drawn, KEEP[1])))))
        self.worth = np.stack([self.worth_of_drawing(own, drawn, limit) for limit in KEEP])
        self.edges = tuple(
            np.quantile(self.value(own, may_draw=may_draw), np.arange(1, CLASSES) / CLASSES)
            for may_draw in (False, True)
        )

    def ranked(self, down: Array) -> Array:
        return rank_many(self.ranking, down).astype(np.int64)

    def beats(self, down: Array) -> Array:
        """Which part of random hands, drawn and undrawn, a hand beats as it is."""
        return np.searchsorted(self.ladder, self.ranked(down)) / len(self.ladder)

    def after(self, own: Array, drawn: Array, limit: int) -> Array:
        return np.where(self.kept(own, limit), own, drawn)

    def shape_of(self, own: Array, limit: int) -> tuple[Array, Array]:
        """How many cards a draw keeps, and the highest rank among them."""
        keep = self.kept(own, limit)
        return keep.sum(axis=1), np.where(keep, self.ranks(own), 0).max(axis=1)

    def worth_of_drawing(self, own: Array, drawn: Array, limit: int) -> Array:
        """The mean of what hands of a shape came to, over the hands tried."""
        shapes = self.shape_of(own, limit)
        total, count = np.zeros((2, self.cards + 1, 14))
        np.add.at(total, shapes, self.beats(self.after(own, drawn, limit)))
        np.add.at(count, shapes, 1)
        return np.divide(total, count, out=np.zeros_like(total), where=count > 0)

    def value(self, own: Array, *, may_draw: bool) -> Array:
        stands = self.beats(own)
        if not may_draw:
            return stands
        drawing = [worth[self.shape_of(own, limit)] for worth, limit in zip(self.worth, KEEP, strict=True)]
        return np.maximum.reduce([stands, *drawing])

    def classes(self, rounds: Rounds, seen: Array, samples: int | None = None) -> Array:
        del samples
        down = rounds.part(seen, "down")[:, 0]
        street, stage = rounds.part(seen, "street"), rounds.part(seen, "stage")
        may_draw = (street < self.draws) | (stage == Stage.DRAWING)
        found = [np.searchsorted(self.edges[each], self.value(down, may_draw=each)) for each in (False, True)]
        return np.where(may_draw, found[1], found[0])

    def ranks(self, down: Array) -> Array:
        ranks = (down >> 2) + 1
        return np.where(ranks == 13, self.ace, ranks)

    def kept(self, down: Array, limit: int) -> Array:
        """Of each hand, one card of each rank up to a rank, and in badugi of each suit, the lowest first."""
        ranks, suits = self.ranks(down), down & 3
        keep = np.zeros(down.shape, np.bool_)
        clash = ranks[:, :, None] == ranks[:, None, :]
        if self.suits_differ:
            clash |= suits[:, :, None] == suits[:, None, :]
        for _ in range(down.shape[1]):
            free = (ranks <= limit) & ~keep & ~(clash & keep[:, None, :]).any(axis=2)
            lowest = np.where(free, ranks, 99).argmin(axis=1)
            rows = np.flatnonzero(free.any(axis=1))
            keep[rows, lowest[rows]] = True
        return keep


class Badugi(LowDraw):
    ranking, cards, ace, suits_differ, draws = Ranking.BADUGI, 4, 0, True, 3


class DeuceToSeven(LowDraw):
    ranking, cards, ace, suits_differ, draws = Ranking.LOW_DEUCE_TO_SEVEN, 5, 13, False, 3


class AceToFive(LowDraw):
    ranking, cards, ace, suits_differ, draws = Ranking.LOW_ACE_TO_FIVE, 5, 0, False, 1


GAMES: dict[str, Callable[..., Any]] = {
    "badugi": Badugi,
    "five-card-draw-low": AceToFive,
    "hold-em": HoldEm,
    "triple-draw-deuce-to-seven": DeuceToSeven,
}


class Situation(NamedTuple):
    """Where the learner is, as the number of a row in its table, and which of the three actions it may choose."""

    row: Array
    may: Array
    draws: Array


class Learner:
    def __init__(self, key: str, seed: int, *, samples: int = 48) -> None:
        self.chance = np.random.default_rng(seed)
        self.game = GAMES[key](self.chance, samples)
        self.shape = (2, 4, PLACES, RAISES, 2, len(POTS) + 1, DRAWN, CLASSES)
        rows = int(np.prod(self.shape))
        self.preferences = np.zeros((rows, ACTIONS))
        self.values = np.zeros((rows, ACTIONS))
        self.weights = np.zeros((rows, ACTIONS))

    def situation(self, rounds: Rounds, seen: Array, masks: Array, samples: int | None = None) -> Situation:
        part = {name: rounds.part(seen, name) for name in ("street", "position", "raises", "to_call", "pot", "stage")}
        draws = part["stage"] == Stage.DRAWING
        taken = rounds.part(seen, "draws")[:, 1]
        last = np.zeros(len(seen), np.int64)
        for number in range(taken.shape[1]):
            last = np.where(taken[:, number] >= 0, taken[:, number] + 1, last)
        row = np.ravel_multi_index(
            (
                draws.astype(np.int64),
                np.minimum(3, part["street"]),
                part["position"],
                np.minimum(RAISES - 1, part["raises"]),
                (part["to_call"] > 0).astype(np.int64),
                np.searchsorted(POTS, part["pot"] / BIG_BET),
                last,
                self.game.classes(rounds, seen, samples),
            ),
            self.shape,
        )
        return Situation(row, np.where(draws[:, None], True, masks[:, :ACTIONS] == 1), draws)

    def chances(self, where: Situation) -> Array:
        """How likely each action is."""
        preferred = np.where(where.may, self.preferences[where.row], -np.inf)
        odds = np.exp(preferred - preferred.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True)

    def chosen(self, odds: Array) -> Array:
        return (odds.cumsum(axis=1) < self.chance.random((len(odds), 1))).sum(axis=1).clip(max=ACTIONS - 1)

    def as_actions(self, rounds: Rounds, seen: Array, where: Situation, chosen: Array) -> Array:
        """Numbers of the menu: bets as they are, draws by the cards that are not kept."""
        if not where.draws.any():
            return chosen
        down = rounds.part(seen, "down")[:, 0]
        keep = np.stack([self.game.kept(down, limit) for limit in KEEP])[chosen, np.arange(len(chosen))]
        given = (~keep << np.arange(down.shape[1])).sum(axis=1)
        return np.where(where.draws, ACTIONS + given, chosen)

    def policy(self, rounds: Rounds) -> Callable[..., Array]:
        """What the learner plays by now, for whoever plays against it."""

        def act(seen: Array, masks: Array, _: np.random.Generator) -> Array:
            where = self.situation(rounds, seen, masks, samples=400)
            return self.as_actions(rounds, seen, where, self.chosen(self.chances(where)))

        return act

    def learn(self, rows: Array, actions: Array, won: Array, *, rate: float, warmth: float) -> None:
        """Move every preference towards what its action brought, and a little towards playing anything."""
        places = rows * ACTIONS + actions
        size = self.values.size
        count = np.bincount(places, minlength=size).reshape(self.values.shape)
        total = np.bincount(places, won, minlength=size).reshape(self.values.shape)
        weight = self.weights + count
        np.divide(self.values * self.weights + total, weight, out=self.values, where=weight > 0)
        np.minimum(weight, 400, out=self.weights)
        visited = count.any(axis=1)
        tried = np.where(self.weights[visited] > 0, self.values[visited], 0.0)
        moved = (self.preferences[visited] + rate * tried) / (1 + rate * warmth)
        self.preferences[visited] = moved - moved.mean(axis=1, keepdims=True)


class Trajectories:
    """The decisions of every lane's round, until it is over."""

    def __init__(self, lanes: int) -> None:
        self.rows, self.actions, self.seats = (np.zeros((lanes, MOVES), np.int64) for _ in range(3))
        self.made = np.zeros(lanes, np.int64)

    def add(self, lanes: Array, rows: Array, actions: Array, seats: Array) -> None:
        at = self.made[lanes]
        self.rows[lanes, at], self.actions[lanes, at], self.seats[lanes, at] = rows, actions, seats
        self.made[lanes] += 1

    def taken(self, over: Array, won: Array) -> tuple[Array, Array, Array]:
        """All decisions of rounds that are over, with what each seat won in them."""
        lanes = np.flatnonzero(over)
        lane, move = np.nonzero(np.arange(MOVES) < self.made[lanes][:, None])
        lane = lanes[lane]
        self.made[lanes] = 0
        return self.rows[lane, move], self.actions[lane, move], won[lane, self.seats[lane, move]] / BIG_BET


def train(learner: Learner, envs: PokerVectorEnv, rounds: int, *, progress: float) -> None:
    """Play so many rounds of every seat and learn from them. `progress` is how much of the training is behind it."""
    seen, _ = envs.reset()
    told = Trajectories(envs.num_envs)
    done, heard = 0, []
    rate, warmth = 0.3, max(0.02, 0.3 * (1 - progress))
    while done < rounds:
        rows, masks = seen["observation"], seen["action_mask"]
        lanes = np.flatnonzero(masks.any(axis=1))
        where = learner.situation(envs.rounds, rows[lanes], masks[lanes])
        odds = 0.97 * learner.chances(where) + 0.03 * where.may / where.may.sum(axis=1, keepdims=True)
        chosen = learner.chosen(odds)
        actions = np.zeros(envs.num_envs, np.int64)
        actions[lanes] = learner.as_actions(envs.rounds, rows[lanes], where, chosen)
        told.add(lanes, where.row, chosen, rows[lanes, envs.rounds.parts["seat"].at])
        seen, _, over, _, info = envs.step(actions)
        if over.any():
            heard.append(told.taken(over, info["won"]))
            done += int(over.sum())
        if sum(len(each[0]) for each in heard) > 8 * envs.num_envs or done >= rounds:
            learner.learn(*(np.concatenate(each) for each in zip(*heard, strict=True)), rate=rate, warmth=warmth)
            heard = []


def house(chance: Random) -> Callable[..., Any]:
    """A bot of any personality."""
    return Opponent(chance.choice(PERSONALITIES), chance).choose


def plain(chance: Random) -> Callable[..., Any]:
    return lambda view: choose(view, chance)


class Point(NamedTuple):
    rounds: int
    against: str
    won: float
    """Big bets in 100 rounds."""
    error: float


def measured(learner: Learner, match: HouseMatch, learned: int, rounds: int, seed: int) -> list[Point]:
    points = []
    for name, bot in (("house", house), ("plain", plain)):
        won = match.play(learner.policy(match.rounds), bot, rounds=rounds, seed=seed) * 100 / BIG_BET
        points.append(Point(learned, name, float(won.mean()), float(won.std(ddof=1) / len(won) ** 0.5)))
    return points


def curve(key: str, *, rounds: int, matches: int, seed: int, lanes: int = LANES) -> list[Point]:
    """Learn, and meet the bots before, at some points between, and after."""
    warm()
    learner = Learner(key, seed)
    envs = PokerVectorEnv(key, lanes, seats=2, history=0, threads=1)
    envs.reset(seed=seed)
    match = HouseMatch(key, seats=2, history=0)
    points, learned = [], 0
    for goal in (0, rounds // 16, rounds // 4, rounds):
        while learned < goal:
            some = min(64 * lanes, goal - learned)
            train(learner, envs, some, progress=learned / rounds)
            learned += some
        points += measured(learner, match, learned, matches * (4 if goal == rounds else 1), seed + 1)
        for point in points[-2:]:
            print(line_of(point), flush=True)
    return points


def line_of(point: Point) -> str:
    """A line of the chart: one mark for every four big bets in 100 rounds, left of the bar where they are lost."""
    marks = min(20, round(abs(point.won) / 4))
    lost, won = ("#" * marks if side else "" for side in (point.won < 0, point.won >= 0))
    text = f"{point.rounds:>10,} rounds learned, against {point.against}"
    return f"{text} {point.won:+8.1f} +- {point.error:4.1f}  {lost:>20}|{won:<20}"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--rounds", type=int, default=2_000_000, help="to learn from")
    parser.add_argument("--matches", type=int, default=1_000, help="rounds against each bot at a point of the curve")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    curve(asked.game, rounds=asked.rounds, matches=asked.matches, seed=asked.seed)


if __name__ == "__main__":
    main(sys.argv[1:])
