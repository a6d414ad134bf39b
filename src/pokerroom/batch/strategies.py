"""Whole rounds played by a simple rule, and what a room counts in them: who sees which street, pots, rake.

These are not good players; they are players whose rule can be stated. Each checks or calls, unless chance has them fold
to a bet, or bet or raise the least. What chance decides depends on the seed, the number of the round and the number of
the decision alone, so that a round is the same whoever plays it.
"""

from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from pokerroom.batch import layout
from pokerroom.batch.compiling import BatchError, CompiledGame
from pokerroom.batch.layout import Kind
from pokerroom.batch.playing import Batch, Bools, Ints
from pokerroom.ranking import Ranking
from pokerroom.ranking.bulk.hashing import GOLDEN, key_of, mixed

PERCENT = 100
LANES = 4096
DECISIONS = np.uint64(1 << 20)
"""More than any round has: the numbers that one round hashes do not meet those of the next."""

EIGHT = 6
"""The highest rank that a low hand keeps."""


class Strategy(msgspec.Struct, frozen=True):
    """Chances in percent: to fold to a bet, and to bet or raise where that is offered."""

    fold: float = 0
    raise_: float = 0

    def __post_init__(self) -> None:
        if not (0 <= self.fold <= PERCENT and 0 <= self.raise_ <= PERCENT and self.fold + self.raise_ <= PERCENT):
            raise BatchError("the chances to fold and to raise are percentages, together at most 100")


class StreetTally(msgspec.Struct):
    name: str
    rounds: int = 0
    """Rounds in which it was dealt."""
    players: int = 0
    """Players who were in these rounds then."""


class Tally(msgspec.Struct):
    """What was counted; sums, so that the tallies of parts can be added."""

    streets: list[StreetTally]
    rounds: int = 0
    decisions: int = 0
    showdowns: int = 0
    pots: int = 0
    """Chips in the pots of all rounds, in cents, before anything was taken out."""
    largest: int = 0
    raked: int = 0
    rounds_raked: int = 0
    contributed: int = 0
    """To the bad beat fund."""

    def add(self, other: "Tally") -> None:
        for ours, theirs in zip(self.streets, other.streets, strict=True):
            ours.rounds += theirs.rounds
            ours.players += theirs.players
        for name in ("rounds", "decisions", "showdowns", "pots", "raked", "rounds_raked", "contributed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.largest = max(self.largest, other.largest)


def empty_tally(game: CompiledGame) -> Tally:
    return Tally([StreetTally(street.name) for street in game.procedure.game.streets])


def play_rounds(game: CompiledGame, stakes: int, strategy: Strategy, *, rounds: int, first: int, seed: int) -> Tally:
    """The rounds of a seed from number `first` on; the button moves on with each."""
    tally = empty_tally(game)
    lanes = min(rounds, LANES)
    batch = Batch(game, lanes, seed=seed, history=0)
    chance = Chance(seed)
    for start in range(first, first + rounds, lanes):
        numbers = np.arange(start, start + lanes)
        asked = numbers < first + rounds
        buttons = numbers % game.seats if game.procedure.game.has_button else None
        batch.open(stakes, lanes=asked, buttons=buttons, numbers=numbers)
        _play_out(batch, strategy, chance, tally, asked)
    return tally


def _play_out(batch: Batch, strategy: Strategy, chance: "Chance", tally: Tally, asked: Bools) -> None:
    seen = np.full(batch.size, -1)
    decision = 0
    while True:
        _count_streets(batch, seen, tally, asked)
        waiting = asked & (batch.turn >= 0)
        if not waiting.any():
            break
        kinds, amounts, cards = moves_of(batch, strategy, chance.drawn(batch.numbers, decision))
        batch.act(np.where(waiting, kinds, -1), amounts, cards)
        tally.decisions += int(waiting.sum())
        decision += 1
    lanes = batch.lanes[asked]
    pots = lanes[:, layout.AWARDED] + lanes[:, layout.RAKED] + lanes[:, layout.CONTRIBUTED]
    live = lanes[:, layout.LIVE]
    tally.rounds += len(lanes)
    tally.showdowns += int((live & (live - 1) != 0).sum())
    tally.pots += int(pots.sum())
    tally.largest = max(tally.largest, int(pots.max(initial=0)))
    tally.raked += int(lanes[:, layout.RAKED].sum())
    tally.rounds_raked += int((lanes[:, layout.RAKED] > 0).sum())
    tally.contributed += int(lanes[:, layout.CONTRIBUTED].sum())


def _count_streets(batch: Batch, seen: Ints, tally: Tally, asked: Bools) -> None:
    """Count the players of every street that was dealt since; nobody leaves between streets dealt without betting."""
    street = batch.lanes[:, layout.STREET]
    live = np.bitwise_count(batch.lanes[:, layout.LIVE])
    for number, line in enumerate(tally.streets):
        dealt = asked & (seen < number) & (street >= number)
        line.rounds += int(dealt.sum())
        line.players += int(live[dealt].sum())
    np.copyto(seen, street)


class Chance:
    """Numbers from the seed, the number of a round and that of a decision in it."""

    def __init__(self, seed: int) -> None:
        # Another key than the decks have: what players do tells nothing about the cards to come.
        self.key = mixed(np.array([key_of(seed) ^ GOLDEN], np.uint64))[0]

    def drawn(self, numbers: npt.NDArray[np.int64], decision: int) -> npt.NDArray[np.float64]:
        """From 0 up to 100 for each round."""
        places = numbers.astype(np.uint64) * DECISIONS + np.uint64(decision)
        hashed = mixed(self.key + places * GOLDEN)
        drawn: npt.NDArray[np.float64] = (hashed >> np.uint64(11)).astype(np.float64) * (PERCENT / 2.0**53)
        return drawn


def moves_of(batch: Batch, strategy: Strategy, drawn: npt.NDArray[np.float64]) -> tuple[Ints, Ints, Ints]:
    """What the players whose turn it is do."""
    offers = batch.offers
    may = {kind: offers.may(kind) for kind in Kind}
    bold = drawn >= PERCENT - strategy.raise_
    folds = may[Kind.CALL] & (drawn < strategy.fold)
    forced = may[Kind.BET] & ~may[Kind.CHECK] & ~may[Kind.POST]
    conditions = (
        (folds, Kind.FOLD),
        (may[Kind.RAISE] & bold, Kind.RAISE),
        (may[Kind.BET] & (bold | forced), Kind.BET),
        (may[Kind.CHECK], Kind.CHECK),
        (may[Kind.CALL], Kind.CALL),
        (may[Kind.POST], Kind.POST),
        (may[Kind.DRAW], Kind.DRAW),
        (may[Kind.DISCARD], Kind.DISCARD),
        (may[Kind.SHOW], Kind.SHOW),
    )
    kinds = np.select([holds for holds, _ in conditions], [int(kind) for _, kind in conditions], -1)
    pays = np.isin(kinds, (Kind.CALL, Kind.BET, Kind.RAISE, Kind.POST, Kind.DISCARD))
    cards = np.where(pays, (1 << offers.cards_due) - 1, 0)
    if may[Kind.DRAW].any():
        cards = np.where(may[Kind.DRAW], to_exchange(batch), cards)
    return kinds, offers.least.copy(), cards


def to_exchange(batch: Batch) -> Ints:
    """The cards that a player exchanges, as bits: all that a hand of the game's ranking has no use for by itself."""
    game = batch.game
    places = np.array([game.place(seat) for seat in range(game.seats)]) + layout.CARDS
    at = places[np.maximum(batch.turn, 0)]
    held = batch.lanes[np.arange(batch.size)[:, None], at[:, None] + np.arange(game.down_most)]
    ranking = game.procedure.game.shares[0].ranking
    ranks, suits = held >> 2, held & 3
    if ranking is Ranking.HIGH_FIVE:
        keep: Any = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2) > 1
    else:
        keep = _kept_low(ranks, suits, ranking)
    return _bits(~keep)


def _kept_low(ranks: Ints, suits: Ints, ranking: Ranking) -> Bools:
    """One card of each rank up to the eight, the ace low but in deuce to seven; in badugi one of each suit, too."""
    values = ranks if ranking is Ranking.LOW_DEUCE_TO_SEVEN else (ranks + 1) % 13 - 1
    kept = np.zeros(ranks.shape, np.bool_)
    for _ in range(ranks.shape[1]):
        clash = (values[:, :, None] == values[:, None, :]) & kept[:, None, :]
        if ranking is Ranking.BADUGI:
            clash |= (suits[:, :, None] == suits[:, None, :]) & kept[:, None, :]
        free = (values <= EIGHT) & ~kept & ~clash.any(axis=2)
        lowest = np.where(free, values, PERCENT).argmin(axis=1)
        rows = np.flatnonzero(free.any(axis=1))
        kept[rows, lowest[rows]] = True
    return kept


def _bits(chosen: Bools) -> Ints:
    bits: Ints = (chosen.astype(np.int64) << np.arange(chosen.shape[1])).sum(axis=1)
    return bits
