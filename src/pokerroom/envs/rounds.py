"""Rounds of play as environments see them: actions from a menu go in, observations, masks and results come out.

Every environment of this package is a face of `Rounds`, which is a `Batch` whose players choose from a menu.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from pokerroom.batch import Batch, BatchError, CompiledGame, compile_game, layout
from pokerroom.envs import fields, loops
from pokerroom.envs.fields import Part, Plan
from pokerroom.envs.menus import Menu, actions_of, table_of
from pokerroom.play import Procedure
from pokerroom.ranking.bulk.hashing import key_of

Seen = npt.NDArray[np.int32]
Masks = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Stakes = int | range | Sequence[int | range]
"""What players sit down with, in cents: for all or for each seat, an amount, or a range to draw from for each round."""

MOST_ON_TABLE = 2**31 - 1
MOVES_KEPT = 128


class Results(NamedTuple):
    """What a step led to, by lane: what the seat that acted won where the round is over, what every seat did, whether
    it is over.
    """

    rewards: npt.NDArray[np.float64]
    won: Ints
    over: Bools


class Kept(NamedTuple):
    """What is written down beside the lanes: moves, draws, flags of the round, and counts of players."""

    recent: Ints
    drawn: Ints
    flags: Ints
    counts: Ints


class Rounds(Batch):
    """A batch whose players choose from a menu, and whose rounds are opened by a rule.

    The button moves on with each round. What players see, which cards come and how deep they are depends on the seed
    and the number of the round alone.
    """

    def __init__(
        self,
        table: Procedure,
        seats: int,
        lanes: int,
        *,
        stacks: Stakes,
        menu: Menu | None = None,
        history: int = 8,
        threads: int | None = None,
        lenient: bool = False,
    ) -> None:
        game = compile_game(table, seats)
        super().__init__(game, lanes, history=MOVES_KEPT, threads=threads)
        if history < 0:
            raise BatchError(f"a history has room for some moves or none, not for {history}")
        self.lenient = lenient
        self.menu = Menu() if menu is None else menu
        self.actions, bets = actions_of(game, self.menu)
        self.plan: Plan = fields.plan_of(game, history, bets)
        self.least, self.steps = depths_of(game, stacks)
        chips = int((self.least + self.steps * game.rules[layout.CHIP]).sum())
        self.parts: dict[str, Part] = fields.parts_of(game, self.plan, chips)
        self.width = fields.width_of(self.plan)
        self._table = table_of(self.actions)
        self._kept = kept_of(game, lanes, history, int(self.plan[loops.DRAW_PLACES]))
        self.masks: Masks = np.zeros((lanes, len(self.actions)), np.int8)
        self.seen: Seen = np.zeros((lanes, self.width), np.int32)
        self.acted: Ints = np.full(lanes, -1, np.int64)
        self.results = Results(np.zeros(lanes), np.zeros((lanes, seats), np.int64), np.zeros(lanes, np.bool_))
        self._unstated: Ints = np.zeros(lanes, np.int64)
        self._openings[2].fill(-1)  # Nobody has the kill button.

    def reseed(self, seed: int) -> None:
        """Begin again with the first rounds of a seed."""
        self._key, self.seed = np.int64(key_of(seed).astype(np.int64)), seed
        self._numbers[:] = np.arange(self.size) - self.size
        self._kept.counts.fill(0)

    def deal(self, asked: Bools | None = None) -> None:
        """The next round in these lanes, or in all."""
        chosen = np.ones(self.size, np.bool_) if asked is None else asked
        self._move(chosen, self._no_moves)
        self.look()

    def deal_from(self, deck: Sequence[int], number: int) -> None:
        """A round of every lane from this deck; the number decides stakes, button and how a deck is shuffled again."""
        self._numbers[:] = number - self.size
        everywhere = np.ones(self.size, np.bool_)
        self._deal_in(everywhere)
        buttons = self._openings[0].copy() if self.game.procedure.game.has_button else None
        self.open(self._stakes.copy(), buttons=buttons, decks=[*deck], numbers=number)
        self.acted.fill(-1)
        self._settle()
        self.look()

    def stack_deck(self, deck: Sequence[int], number: int) -> None:
        """Change the cards that have not left the decks yet, and the number by which they are shuffled again."""
        left = self._decks[:, layout.DECK_SHUFFLES] == 0
        self._decks[left, layout.DECK_CARDS :] = [*deck]
        self._decks[left, layout.DECK_ROUND] = number
        self._given[left] = [*deck]
        self._numbers[left] = number

    @property
    def cards_out(self) -> tuple[Ints, Bools]:
        """How many cards have left each deck, and where it has been shuffled again since."""
        return self._lanes[:, layout.DEALT], self._decks[:, layout.DECK_SHUFFLES] > 0

    def step(
        self,
        actions: npt.ArrayLike,
        stated: npt.ArrayLike | None = None,
        *,
        among: Bools | None = None,
        reopened: Bools | None = None,
    ) -> None:
        """One action in every lane whose turn it is somebody's, or in those `among` them; the next round in others.

        If any action may not be chosen, its lane is named and nothing moves, unless the rounds are lenient.
        """
        if self._lanes[0, layout.STAGE] == layout.UNOPENED:
            raise BatchError("no round has been dealt yet: reset the environment first")
        chosen, totals = self._whole(actions, "actions"), self._totals(stated)
        turn = self._lanes[:, layout.TURN]
        # A lane in which it is nobody's turn rests.
        resting = self._nobody if among is None else ~among & (turn >= 0)
        whose = turn[resting]
        turn[resting] = -1
        try:
            self._choose(chosen, totals)
            self._move(self._nobody if reopened is None else reopened, self._moves)
        finally:
            turn[resting] = whose
        self.look()

    def move(self, kind: int, amount: int, cards: int) -> None:
        """The same move in every lane, of an amount and cards that need not be on the menu."""
        for ours, theirs in zip(self._moves, (kind, amount, cards), strict=True):
            ours.fill(theirs)
        faults = self._everywhere(
            lambda part, _: self._loops.first_fault(self.game.rules, self._rows, self._moves, part)
        )
        for lane, fault in faults:
            if lane >= 0:
                raise BatchError(self._fault_text(lane, fault))
        self._move(self._nobody, self._moves)
        self.look()

    def _choose(self, actions: Ints, stated: Ints) -> None:
        wrong = self._everywhere(
            lambda part, _: loops.choose(
                self._table, self._rows, self.masks, actions, stated, self.lenient, self._moves, part
            )
        )
        for lane in wrong:
            if lane >= 0:
                raise BatchError(self._refusal(int(lane), int(actions[lane])))

    def _move(self, asked: Bools, moves: Any) -> None:
        np.copyto(self.acted, self._lanes[:, layout.TURN])
        self.acted[asked] = -1
        if asked.any():
            self._deal_in(asked)
        if moves is self._moves:
            self._everywhere(lambda part, _: loops.note(self.plan, self._rows, asked, moves, self._kept, part))
        self._brought[asked] = False
        self._advance(asked, self._none_given, moves)
        self._settle()

    def _deal_in(self, asked: Bools) -> None:
        openings = (self._stakes, self._openings[0], self._numbers, self._key)
        depths = (self.least, self.steps, self.size)
        self._everywhere(lambda part, _: loops.deal_in(self.game.rules, asked, openings, depths, self._kept, part))

    def _settle(self) -> None:
        self._everywhere(
            lambda part, _: loops.settle(
                self.game.rules, self._rows, self.acted, self._stakes, self.results, self._kept, part
            )
        )

    def look(self) -> None:
        """Write what the players whose turn it is see and may choose; where a round has just ended, what the last to
        act sees.
        """
        turn = self._lanes[:, layout.TURN]
        self.observe(np.where(turn >= 0, turn, self.acted), self.seen, self.masks)

    def observe(self, viewers: Ints, seen: Seen, masks: Masks) -> None:
        """What these seats see, one for each lane, and what they may choose: nothing unless it is their turn."""
        self._everywhere(
            lambda part, _: loops.observe(
                self.game.rules, self.plan, self._table, self._rows, viewers, self._kept, (seen, masks), part
            )
        )

    def part(self, seen: Seen, name: str) -> Seen:
        """A named part of observations: a view of them."""
        return fields.view_of(seen, self.parts[name], self.plan)

    def named(self, seen: Seen) -> dict[str, Seen]:
        """All parts of observations by name."""
        return {name: self.part(seen, name) for name in self.parts}

    def totals(self) -> Ints:
        """The total in cents that each wager of the menu would be made to, by lane; 0 where it may not be chosen."""
        found = np.zeros((self.size, len(self.actions)), np.int64)
        scratch = tuple(np.zeros(self.size, np.int64) for _ in range(3))
        for number in range(len(self.actions)):
            wanted = np.full(self.size, number, np.int64)
            loops.choose(self._table, self._rows, self.masks, wanted, self._unstated, True, scratch, (0, self.size))
            found[:, number] = np.where(self.masks[:, number] == 1, scratch[1], 0)
        return found

    @property
    def counts(self) -> Ints:
        """What has been counted of players, by lane and seat."""
        return self._kept.counts

    def snapshot(self) -> tuple[npt.NDArray[Any], ...]:
        """Everything about every lane, to go back to."""
        return tuple(each.copy() for each in self._whole_state())

    def restore(self, snapshot: tuple[npt.NDArray[Any], ...]) -> None:
        """Go back to a snapshot of these rounds."""
        for ours, theirs in zip(self._whole_state(), snapshot, strict=True):
            np.copyto(ours, theirs)
        self.look()

    def _whole_state(self) -> tuple[npt.NDArray[Any], ...]:
        return (
            *self._rows,
            *self._kept,
            *self.results,
            *self._openings,
            self._stakes,
            self._numbers,
            self._given,
            self._brought,
            self.acted,
        )

    def _whole(self, given: npt.ArrayLike, name: str) -> Ints:
        array = np.asarray(given)
        if array.dtype.kind not in "iu" or array.shape != (self.size,):
            raise BatchError(f"{name} are {self.size} whole numbers, not {array.dtype} of shape {array.shape}")
        return array.astype(np.int64, copy=False)

    def _totals(self, stated: npt.ArrayLike | None) -> Ints:
        """Totals in cents that go with the actions, where the menu leaves them open."""
        if stated is None:
            return self._unstated
        array = np.asarray(stated)
        if array.dtype.kind not in "iuf" or array.shape != (self.size,):
            raise BatchError(f"amounts are {self.size} numbers, not {array.dtype} of shape {array.shape}")
        self._refuse(~(np.isfinite(array) & (array >= 0) & (array <= MOST_ON_TABLE)), "is given an amount that is none")
        return array.astype(np.int64)

    def _refusal(self, lane: int, action: int) -> str:
        offered = np.flatnonzero(self.masks[lane])
        known = 0 <= action < len(self.actions)
        name = f"{action} ({self.actions[action].name})" if known else str(action)
        return (
            f"lane {lane}: action {name} of seat {int(self._lanes[lane, layout.TURN])} may not be chosen, "
            f"but {', '.join(map(str, offered))}; nothing has moved"
        )


def depths_of(game: CompiledGame, stacks: Stakes) -> tuple[Ints, Ints]:
    """The least stakes of each seat, and by how many chips they may be higher; refuses what could not be played."""
    each = [stacks] * game.seats if isinstance(stacks, int | range) else [*stacks]
    if len(each) != game.seats:
        raise BatchError(f"there are {game.seats} seats, and stakes for {len(each)}")
    chip = int(game.rules[layout.CHIP])
    ends = [(one, one) if isinstance(one, int) else (one[0], one[-1]) for one in each]
    for seat, (least, most) in enumerate(ends):
        if not game.procedure.ample <= least <= most:
            raise BatchError(f"seat {seat} sits down with {least} to {most} cents and needs {game.procedure.ample}")
    if sum(most for _, most in ends) > MOST_ON_TABLE:
        raise BatchError(f"an environment has at most {MOST_ON_TABLE} cents on the table")
    lowest = np.array([least for least, _ in ends], np.int64)
    return lowest, (np.array([most for _, most in ends], np.int64) - lowest) // chip


def kept_of(game: CompiledGame, lanes: int, history: int, draws: int) -> Kept:
    return Kept(
        np.zeros((lanes, history, loops.MOVE_PLACES), np.int64),
        np.zeros((lanes, game.seats, draws), np.int64),
        np.zeros((lanes, 3), np.int64),
        np.zeros((lanes, game.seats, loops.COUNTS), np.int64),
    )


class PlayerStatistics(msgspec.Struct, frozen=True):
    """What a player did in some rounds."""

    rounds: int
    vpip: float
    """Part of the rounds in which chips were put in of free will in the first betting round, blinds and forced bets
    aside.
    """
    pfr: float
    """Part of the rounds with a bet or raise in the first betting round."""
    af: float
    """Bets and raises for each call after the first betting round; infinite without a call, NaN without either."""
    won: float
    """Cents won in 100 rounds."""


def statistics_of(counts: Ints) -> PlayerStatistics:
    """The statistics of everything in `counts`, whose last axis is what is counted."""
    total = counts.reshape(-1, loops.COUNTS).sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        part = total.astype(np.float64) / total[loops.ROUNDS]
        af = np.float64(total[loops.AGGRESSIVE]) / total[loops.CALLED]
    return PlayerStatistics(
        rounds=int(total[loops.ROUNDS]),
        vpip=float(part[loops.ENTERED_ROUNDS]),
        pfr=float(part[loops.RAISED_ROUNDS]),
        af=float(af),
        won=float(100 * part[loops.WON]),
    )
