"""Many rounds of one game at once: thousands of lanes that are opened, offered what they may do, and moved together.

    table = procedure(game("hold-em"), letter(NoLimit(200), blinds=(100, 200)))
    batch = Batch(compile_game(table, seats=6), lanes=4096, seed=1)
    batch.open(20_000)
    while not batch.over.all():
        batch.act(*cheapest(batch))

Arrays that a batch shows are its own, not copies: they can be read at any time, and never written.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerroom.batch import layout
from pokerroom.batch.compiling import MOST_CHIPS, BatchError, CompiledGame
from pokerroom.batch.layout import Kind
from pokerroom.ranking.bulk.engines import cores
from pokerroom.ranking.bulk.hashing import key_of

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

FEWEST_FOR_A_THREAD = 512
"""Lanes that are worth a thread of their own."""

NONE = 0
"""No amount, and no cards."""

FAULTS = ("", "is not offered", "is not an amount that is offered", "is not in whole chips", "names the wrong cards")


@cache
def loops() -> Any:
    """The compiled kernel. The first call on a machine compiles it, later ones read it from disk."""
    if not find_spec("numba"):
        raise BatchError("many rounds at once need Numba (pip install 'pokerroom[odds]')")
    from pokerroom.batch.kernel import loops as compiled  # noqa: PLC0415  it imports Numba

    return compiled


class Offers(NamedTuple):
    """What the player whose turn it is may do, an entry for each lane; all zero where nobody's turn it is."""

    kinds: Ints
    """Bit k is set where `Kind(k)` is offered."""
    to_call: Ints
    """What a call costs."""
    least: Ints
    """The least total of a bet or raise; 0 where neither is offered."""
    most: Ints
    step: Ints
    """A bet or raise is in whole chips of this size, or all of `most`."""
    cards_due: Ints
    """Down cards to give up with a call, bet, raise or forced bet, or now where `Kind.DISCARD` is offered."""
    pays: Ints
    """What folding does not save: a forced or compulsory bet."""
    free: Ints
    """Checking is free: a fold deserves a second thought."""
    posts: Ints
    """The forced bet."""
    draws: Ints
    """The most cards that may be exchanged."""

    def may(self, kind: Kind) -> Bools:
        """Where a kind of action is offered."""
        offered: Bools = (self.kinds >> kind & 1).astype(np.bool_)
        return offered


class Batch:
    """Rounds of one game side by side, each in a lane of its own.

    Round N of a seed has the same cards, whatever the number of lanes, threads or steps: the first rounds have the
    numbers of their lanes, and each further round of a lane a number that is higher by the number of lanes.
    """

    def __init__(
        self, game: CompiledGame, lanes: int, *, seed: int = 0, history: int = 128, threads: int | None = None
    ) -> None:
        if lanes < 1 or history < 0:
            raise BatchError(f"a batch has at least one lane and room for some history, not {lanes} and {history}")
        self.game, self.seed, self.size = game, seed, lanes
        self._loops = loops()
        self._key = np.int64(key_of(seed).astype(np.int64))
        self._lanes = np.zeros((lanes, game.width), np.int64)
        self._lanes[:, layout.TURN] = -1
        self._decks = np.zeros((lanes, layout.DECK_WIDTH), np.int64)
        self._offers = np.zeros((lanes, layout.OFFER_WIDTH), np.int64)
        self._history = np.zeros((lanes, history, layout.MOVE_WIDTH), np.int64)
        self._played = np.zeros(lanes, np.int64)
        self._moves = tuple(np.zeros(lanes, np.int64) for _ in range(3))
        self._no_moves = tuple(np.zeros(0, np.int64) for _ in range(3))
        self._stakes = np.zeros((lanes, game.seats), np.int64)
        self._openings = tuple(np.zeros(lanes, np.int64) for _ in range(3))
        self._numbers = np.arange(lanes, dtype=np.int64) - lanes
        self._given, self._none_given = np.zeros((lanes, 52), np.int64), np.zeros((lanes, 0), np.int64)
        self._brought, self._nobody = np.zeros(lanes, np.bool_), np.zeros(lanes, np.bool_)
        self._rows = (self._lanes, self._decks, self._offers, self._history, self._played)
        # What it shows are the same arrays for as long as it lives: they are asked for at every step.
        shown = self._shown_offers = _shown(self._offers)
        self._offered = Offers(*(shown[:, field] for field in range(layout.OFFER_WIDTH)))
        self._turn = _shown(self._lanes)[:, layout.TURN]
        workers = min(threads or cores(), max(1, lanes // FEWEST_FOR_A_THREAD))
        bounds = np.linspace(0, lanes, workers + 1).astype(np.int64)
        self._parts = [(int(start), int(end)) for start, end in pairwise(bounds)]
        self._works = [np.zeros(layout.WORK_WIDTH, np.int64) for _ in self._parts]
        self._pool = ThreadPoolExecutor(workers) if workers > 1 else None

    def open(
        self,
        stacks: npt.ArrayLike,
        *,
        lanes: npt.ArrayLike | None = None,
        buttons: npt.ArrayLike | None = None,
        kills: npt.ArrayLike = False,
        holders: npt.ArrayLike = -1,
        decks: npt.ArrayLike | None = None,
        numbers: npt.ArrayLike | None = None,
    ) -> None:
        """Open a new round in these lanes (a mask; all by default), whatever was played there before.

        `stacks` are table stakes: one for all, one for each seat, or a row for each lane. `buttons` say where the
        button is (the last seat by default), `kills` where the kill is in effect, `holders` who has its button (-1:
        nobody). `decks` are orders to deal in, a row for each lane, instead of those of the seed; `numbers` are the
        numbers of the rounds, for whoever wants other ones.
        """
        asked = self._asked(lanes)
        stakes = self._broadcast(stacks, (self.size, self.game.seats), "stacks")
        seats = self.game.seats
        with_button = self.game.procedure.game.has_button
        button = self._broadcast(seats - 1 if buttons is None else buttons, (self.size,), "buttons")
        kill = self._broadcast(np.asarray(kills).astype(np.int64), (self.size,), "kills")
        holder = self._broadcast(holders, (self.size,), "holders")
        if buttons is not None and not with_button:
            raise BatchError(f"{self.game.procedure.game.key} has no button")
        self._refuse(asked & ((button < 0) | (button >= seats)), "has its button at no seat")
        killed = np.isin(kill, (0, 1)) & ((kill == 0) | (self.game.procedure.house.kill is not None))
        self._refuse(asked & ~killed, "has a kill that the sign does not post")
        held = (holder >= -1) & (holder < seats) & ((holder < 0) | (kill == 1))
        self._refuse(asked & ~held, "has a kill button at no seat, or without a kill")
        self._refuse_stakes(asked, stakes, button, kill, holder)
        given = self._decks_given(decks, asked)
        number = self._numbers + self.size if numbers is None else self._broadcast(numbers, (self.size,), "numbers")
        self._refuse(asked & (number < 0), "has a round with a negative number")
        # Nothing has been changed so far.
        for ours, theirs in zip((self._stakes, *self._openings), (stakes, button, kill, holder), strict=True):
            np.copyto(ours, theirs, where=asked if ours.ndim == 1 else asked[:, None])
        np.copyto(self._numbers, number, where=asked)
        np.copyto(self._brought, decks is not None, where=asked)
        if decks is not None:
            np.copyto(self._given, given, where=asked[:, None])
        self._advance(asked, self._given if decks is not None else self._none_given, self._no_moves)

    def act(self, kinds: npt.ArrayLike, amounts: npt.ArrayLike = NONE, cards: npt.ArrayLike = NONE) -> None:
        """Move every lane whose turn it is somebody's; what is given for other lanes is not looked at.

        `amounts` are the totals that bets and raises are made to. `cards` are bits, the first down card lowest: those
        to exchange or give up. If any move is not among what is offered, its lane is named and nothing moves.
        """
        for ours, theirs, name in zip(self._moves, (kinds, amounts, cards), ("kinds", "amounts", "cards"), strict=True):
            if theirs is NONE:
                ours.fill(NONE)
            else:
                np.copyto(ours, self._broadcast(theirs, (self.size,), name))
        wrong = self._everywhere(
            lambda part, _: self._loops.first_fault(self.game.rules, self._rows, self._moves, part)
        )
        for lane, fault in wrong:
            if lane >= 0:
                raise BatchError(self._fault_text(lane, fault))
        self._advance(self._nobody, self._none_given, self._moves)

    def choose(self, decision: int, wild: int, moves: Ints) -> None:
        """Write a move by chance for every lane that waits for one: its kind, amount and cards, as `layout` names them.

        It depends on the seed, the number of the round and that of the decision, as the players of `kernel.chance` do.
        """
        if moves.shape != (self.size, layout.MOVE_WIDTH) or moves.dtype != np.int64 or not moves.flags.c_contiguous:
            raise BatchError(f"moves go into an array of int64 of the shape {(self.size, layout.MOVE_WIDTH)}")
        self._loops.choose_moves(self._rows, self._numbers, self._key, np.int64(decision), np.int64(wild), moves)

    @property
    def lanes(self) -> Ints:
        """The lanes themselves, as `layout` names their fields, with every card that anybody holds."""
        return _shown(self._lanes)

    @property
    def turn(self) -> Ints:
        """Whose turn it is, by lane; -1 where nobody's."""
        return self._turn

    @property
    def over(self) -> Bools:
        closed: Bools = self._lanes[:, layout.STAGE] == layout.CLOSED
        return closed

    @property
    def stage(self) -> Ints:
        """What each lane waits for, as `Stage` numbers it."""
        return _shown(self._lanes)[:, layout.STAGE]

    @property
    def stacks(self) -> Ints:
        """Table stakes, by lane and seat."""
        return self.of_seats(layout.STACK)

    @property
    def stakes(self) -> Ints:
        """What everybody began the round with."""
        return _shown(self._stakes)

    @property
    def raked(self) -> Ints:
        """What has left each lane's pots for the rake area."""
        return _shown(self._lanes)[:, layout.RAKED]

    @property
    def numbers(self) -> npt.NDArray[np.int64]:
        """The number of each lane's round: with the seed, what its cards depend on."""
        return _shown(self._numbers)

    @property
    def offers(self) -> Offers:
        return self._offered

    @property
    def offer_rows(self) -> Ints:
        """The same as `offers`, a row for each lane."""
        return self._shown_offers

    def of_seats(self, field: int) -> Ints:
        """A field of every seat, by lane and seat."""
        start, width = layout.SEATS_AT + field, int(self.game.rules[layout.SEAT_WIDTH])
        return _shown(self._lanes)[:, start : start + width * self.game.seats : width][:, : self.game.seats]

    def view(self, viewers: npt.ArrayLike | None = None, out: Ints | None = None) -> Ints:
        """What a seat of each lane may see of it: the lane with all other cards turned over (`layout.UNKNOWN_CARD`).

        Viewers are one seat for all lanes, or one for each, by default those whose turn it is; -1 sees nothing, a row
        of zeros. With `out` the views are written there.
        """
        views = np.empty_like(self._lanes) if out is None else out
        if views.shape != self._lanes.shape or views.dtype != np.int64 or not views.flags.c_contiguous:
            raise BatchError(f"views go into an array of int64 of the shape {self._lanes.shape}")
        chosen = self._lanes[:, layout.TURN] if viewers is None else viewers
        who = np.array(self._broadcast(chosen, (self.size,), "viewers"))
        self._refuse((who < -1) | (who >= self.game.seats), "is looked at from no seat")
        self._everywhere(lambda part, work: self._loops.view_lanes(self.game.rules, self._rows, who, views, work, part))
        return views

    def moves(self, lane: int, viewer: int | None = None) -> Ints:
        """The moves of a lane's round so far: seat, kind, amount and cards, a row for each.

        For a viewer, the cards that others gave up are a number instead of bits: how many, and not which.
        """
        self._refuse_lane(lane)
        moves = self._history[lane, : self._played[lane]].copy()
        if self._played[lane] > len(moves):
            raise BatchError(f"lane {lane} has played {self._played[lane]} moves, and there is room for {len(moves)}")
        if viewer is not None:
            others = moves[:, layout.MOVED] != viewer
            moves[others, layout.MOVE_CARDS] = np.bitwise_count(moves[others, layout.MOVE_CARDS])
        return moves

    def deck(self, lane: int) -> tuple[int, ...]:
        """The deck with which a lane's round began."""
        self._refuse_lane(lane)
        if self._lanes[lane, layout.STAGE] == layout.UNOPENED:
            raise BatchError(f"lane {lane} has not been opened")
        if self._brought[lane]:
            return tuple(map(int, self._given[lane]))
        wanted = int(self.game.rules[layout.CARDS_WANTED])
        return self.shuffled(int(self._numbers[lane]), 0, tuple(range(52)), wanted)

    def shuffled(
        self, number: int, shuffles: int, cards: tuple[int, ...], wanted: int | None = None
    ) -> tuple[int, ...]:
        """The order of cards after the shuffle of that number in a round: 0 is the first, the next is of a deck that
        ran short.
        """
        row = np.zeros(layout.DECK_WIDTH, np.int64)
        row[[layout.DECK_KEY, layout.DECK_ROUND, layout.DECK_SHUFFLES]] = self._key, number, shuffles
        row[layout.DECK_CARDS : layout.DECK_CARDS + len(cards)] = sorted(cards)
        self._loops.shuffle_deck(row, len(cards), len(cards) if wanted is None else wanted)
        return tuple(map(int, row[layout.DECK_CARDS : layout.DECK_CARDS + len(cards)]))

    def opening(self, lane: int) -> tuple[tuple[int, ...], int, bool, int]:
        """The stakes, the button, whether there is a kill, and who has its button."""
        self._refuse_lane(lane)
        button, kill, holder = (int(each[lane]) for each in self._openings)
        return tuple(map(int, self._stakes[lane])), button, bool(kill), holder

    def _advance(self, asked: Bools, given: Ints, moves: tuple[Ints, ...]) -> None:
        openings = (asked, self._stakes, *self._openings, self._numbers, given, self._key)
        self._everywhere(
            lambda part, work: self._loops.advance(self.game.rules, self._rows, openings, moves, work, part)
        )

    def _everywhere(self, do: Callable[[tuple[int, int], Ints], Any]) -> list[Any]:
        """Do it for every part of the lanes, each with a workspace of its own, on as many threads."""
        together = map if self._pool is None else self._pool.map
        return list(together(do, self._parts, self._works))

    def _asked(self, lanes: npt.ArrayLike | None) -> Bools:
        if lanes is None:
            return np.ones(self.size, np.bool_)
        mask = np.array(lanes)
        if mask.dtype != np.bool_ or mask.shape != (self.size,):
            raise BatchError(f"lanes are chosen by a mask of {self.size}, not by {mask.dtype} of shape {mask.shape}")
        return mask

    def _broadcast(self, given: npt.ArrayLike, shape: tuple[int, ...], name: str) -> npt.NDArray[Any]:
        array = np.asarray(given)
        if array.shape == shape and array.dtype.kind == "i":
            return array  # As most callers pass them, thousands of times a second.
        if array.dtype.kind not in "iub":
            raise BatchError(f"{name} are whole numbers, not {array.dtype}")
        try:
            broad = np.broadcast_to(array, shape)
        except ValueError:
            raise BatchError(f"{name} of shape {array.shape} do not fit {shape}") from None
        return broad

    def _refuse(self, wrong: Bools, why: str) -> None:
        if wrong.any():
            raise BatchError(f"lane {int(wrong.argmax())} {why}")

    def _refuse_lane(self, lane: int) -> None:
        if not 0 <= lane < self.size:
            raise BatchError(f"there is no lane {lane}: the batch has {self.size}")

    def _refuse_stakes(self, asked: Bools, stakes: Any, button: Any, kill: Any, holder: Any) -> None:
        """Forced money and one bet at the posted minimum must be on the table, 14.7(c)3 (AMB-78)."""
        table = self.game.procedure
        house, seats = table.house, self.game.seats
        total = stakes.sum(axis=1)
        self._refuse(
            asked & ((total > MOST_CHIPS) | (stakes > MOST_CHIPS).any(axis=1)),
            f"has more than {MOST_CHIPS} cents on the table",
        )
        if house.short_stack_dealt_in:
            needed: Any = np.ones((self.size, seats), np.int64)
        else:
            needed = np.full((self.size, seats), house.forced_bet, np.int64)
            rows = np.arange(self.size)
            first = 0 if seats == 2 and house.heads_up_button_small_blind else 1
            for place, blind in enumerate(house.blinds[:seats]):
                needed[rows, (button + first + place) % seats] = blind
            minimums = np.array([table.sizes[None].minimum, table.sizes[house.kill].minimum])[kill]
            needed[rows[holder >= 0], holder[holder >= 0]] = minimums[holder >= 0]
            needed += house.ante + minimums[:, None]
        short = asked[:, None] & (stakes < needed)
        if short.any():
            lane, seat = (int(each) for each in np.argwhere(short)[0])
            least = int(needed[lane, seat])
            raise BatchError(f"lane {lane}: seat {seat} has {int(stakes[lane, seat])} cents and needs {least}")

    def _decks_given(self, decks: npt.ArrayLike | None, asked: Bools) -> npt.NDArray[Any]:
        if decks is None:
            return self._given
        given = self._broadcast(decks, (self.size, 52), "decks")
        whole = (np.sort(given, axis=1) == np.arange(52)).all(axis=1)
        self._refuse(asked & ~whole, "is given a deck that is not 52 cards, each once")
        return given

    def _fault_text(self, lane: int, fault: int) -> str:
        kind, amount, cards = (int(each[lane]) for each in self._moves)
        name = Kind(kind).name.lower() if kind in set(Kind) else f"a kind {kind}"
        seat = int(self._lanes[lane, layout.TURN])
        return (
            f"lane {lane}: {name}, amount {amount}, cards {cards:#b} of seat {seat} {FAULTS[fault]}; nothing has moved"
        )


def _shown(array: Ints) -> Ints:
    """The same array for somebody who may only read it."""
    view = array.view()
    view.flags.writeable = False
    return view
