"""Millions of rounds in which nobody folds: how often hands are made, win, tie, scoop, or lose as a bad beat.

Round N of a seed has the same cards whoever deals it. So the work can be split anywhere, done by any number of workers,
stopped and resumed, and the counts come out the same.
"""

from collections.abc import Callable
from contextlib import closing
from enum import StrEnum
from math import sqrt
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from pokerroom.games import game as permitted_game, home_edition
from pokerroom.odds.bad_beat import bad_beats, beaten_share, check_qualifier, is_hold_em
from pokerroom.odds.bad_beat_boards import RARE, count_bad_beats
from pokerroom.odds.notation import Ids, QuestionError
from pokerroom.odds.question import Claim, cards_at_showdown, check_players, claims
from pokerroom.odds.simulation_classes import CLASSINGS
from pokerroom.odds.simulation_draws import Draws, drawn_hands, number_of_draws
from pokerroom.odds.workers import HERE, Workers, in_order
from pokerroom.ranking import AnyOf
from pokerroom.ranking.bad_beats import Qualifier
from pokerroom.ranking.bulk import deal, engine, rank_many
from pokerroom.ranking.bulk.hashing import key_of
from pokerroom.ranking.bulk.many import BITS
from pokerroom.rules.clauses import Game, Share

Counts = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Strengths = npt.NDArray[np.uint32]

MOST_ROUNDS = 10**15
ROUNDS_AT_ONCE = 1 << 14
"""Rounds in one piece of work, which limits the memory used."""
QUICK_ROUNDS_AT_ONCE = 1 << 23
"""The same where only rare bad beats of hold 'em are counted, which needs no memory."""


class What(StrEnum):
    HAND = "hand"
    """Hands of a class, out of all hands."""
    QUALIFIED = "qualified"
    """Hands that may claim the share, out of all hands."""
    WINNER = "winner"
    """Rounds in which a hand of a class wins the share."""
    CLAIMED = "claimed"
    """Rounds in which somebody may claim the share."""
    DIVIDED = "divided"
    """Rounds in which this many players divide the share."""
    SCOOP = "scoop"
    """Rounds in which one player wins everything."""
    BAD_BEAT = "bad beat"


PER_HAND = (What.HAND, What.QUALIFIED)

Key = tuple[str, What, str]
"""The share, what is counted about it, and which class or how many."""

Tally = dict[Key, tuple[int, int]]
"""How often, and the sum over the rounds of the square of how often: hands of one round are not independent."""

Progress = Callable[[int], None]
"""Called with the number of rounds done."""


class Counted(NamedTuple):
    rounds: int
    tally: Tally


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be dealt and counted."""

    game: Game
    seats: int
    rounds: int
    seed: int
    draws: Draws
    qualifier: Qualifier | None
    hands: bool
    """Whether hands are counted, and not only bad beats."""

    quick: bool
    """Whether a round ends early when its board rules out what is counted."""

    @property
    def at_once(self) -> int:
        return QUICK_ROUNDS_AT_ONCE if self.quick else ROUNDS_AT_ONCE


class Line(msgspec.Struct, frozen=True):
    """One figure of a report."""

    share: str
    what: What
    which: str
    times: int
    squares: int
    rate: float
    """Out of all hands, or of all rounds."""
    error: float | None
    """The standard error of the rate; None after a single round, which says nothing about it."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    edition: str
    seats: int
    seed: int
    draws: Draws
    qualifier: Qualifier | None
    asked: int
    """Rounds wanted."""
    rounds: int
    """Rounds dealt."""
    partial: bool
    """Whether the work was interrupted before all were dealt."""
    lines: tuple[Line, ...]

    def of(self, what: What, share: str = "") -> tuple[Line, ...]:
        """The lines about that, of one share if it is named."""
        return tuple(line for line in self.lines if line.what is what and share in ("", line.share))


def simulate(
    game: Game | str,
    seats: int,
    rounds: int,
    seed: int,
    *,
    qualifier: Qualifier | None = None,
    hands: bool | None = None,
    draws: Draws = Draws.SIMPLE,
    workers: Workers = HERE,
) -> Report:
    """Deal rounds and count. With a qualifier, bad beats are counted, and hands only if they are asked for too."""
    return run(ask(game, seats, rounds, seed, qualifier=qualifier, hands=hands, draws=draws), workers=workers)


def ask(
    game: Game | str,
    seats: int,
    rounds: int,
    seed: int,
    *,
    qualifier: Qualifier | None = None,
    hands: bool | None = None,
    draws: Draws = Draws.SIMPLE,
) -> Simulation:
    """What is to be simulated; raises `QuestionError`, which says why it cannot be."""
    law = permitted_game(game, home_edition(game)) if isinstance(game, str) else game
    counts_hands = qualifier is None if hands is None else hands
    asked = Simulation(
        game=law,
        seats=seats,
        rounds=rounds,
        seed=seed,
        draws=draws,
        qualifier=qualifier,
        hands=counts_hands,
        quick=qualifier is not None and not counts_hands and is_quick(law, qualifier),
    )
    check(asked)
    return asked


def is_quick(game: Game, qualifier: Qualifier) -> bool:
    """Whether a board alone can rule out such a bad beat."""
    return is_hold_em(game) and qualifier.least >= RARE and engine() == "numba"


def run(
    asked: Simulation, *, workers: Workers = HERE, progress: Progress | None = None, resume: Report | None = None
) -> Report:
    """The report, which continues an earlier one if that is given. Ctrl-C ends the work and reports what is done."""
    so_far = resumed(resume, asked)
    starts = range(so_far.rounds, asked.rounds, asked.at_once)
    pieces = ((asked, first, min(asked.at_once, asked.rounds - first)) for first in starts)
    try:
        with closing(in_order(workers, count_rounds, pieces)) as results:
            for part, (_, _, rounds) in results:
                # One assignment: an interrupt finds the piece and its rounds counted together, or not at all.
                so_far = Counted(so_far.rounds + rounds, added(so_far.tally, part))
                if progress:
                    progress(so_far.rounds)
    except KeyboardInterrupt:
        if not so_far.rounds:
            raise
    return report(asked, so_far)


def check(asked: Simulation) -> None:
    """Refuses what cannot be dealt or counted."""
    check_players(asked.game, asked.seats)
    if not 1 <= asked.rounds <= MOST_ROUNDS:
        raise QuestionError(f"{asked.rounds:,} rounds cannot be dealt: expected 1 to {MOST_ROUNDS:,}")
    try:
        key_of(asked.seed)
    except ValueError as error:
        raise QuestionError(str(error)) from None
    if asked.qualifier:
        check_qualifier(asked.qualifier, asked.game, asked.seats)
    elif not asked.hands:
        raise QuestionError("there is nothing to count: neither hands nor a bad beat")
    if asked.draws is Draws.SIMPLE and number_of_draws(asked.game) and engine() != "numba":
        raise QuestionError("to draw, players need Numba (pip install 'pokerroom[odds]'); without it they stand pat")


def resumed(before: Report | None, asked: Simulation) -> Counted:
    """The rounds already dealt and their counts."""
    if before is None:
        return Counted(0, {})
    if before.rounds > asked.rounds:
        raise QuestionError(f"the report to be resumed has {before.rounds:,} rounds, more than {asked.rounds:,}")
    dealt_before = (before.game, before.edition, before.seats, before.seed, before.draws, before.qualifier)
    to_be_dealt = (asked.game.key, asked.game.edition, asked.seats, asked.seed, asked.draws, asked.qualifier)
    if dealt_before != to_be_dealt or bool(before.of(What.HAND)) != asked.hands:
        raise QuestionError("the report to be resumed is of another simulation")
    tally = {(line.share, line.what, line.which): (line.times, line.squares) for line in before.lines}
    return Counted(before.rounds, tally)


def report(asked: Simulation, counted: Counted) -> Report:
    return Report(
        game=asked.game.key,
        edition=asked.game.edition,
        seats=asked.seats,
        seed=asked.seed,
        draws=asked.draws,
        qualifier=asked.qualifier,
        asked=asked.rounds,
        rounds=counted.rounds,
        partial=counted.rounds < asked.rounds,
        lines=tuple(line(key, *sums, counted.rounds, asked.seats) for key, sums in counted.tally.items()),
    )


def line(key: Key, times: int, squares: int, rounds: int, seats: int) -> Line:
    per_round = seats if key[1] in PER_HAND else 1
    error = error_of_mean(times, squares, rounds)
    return Line(*key, times, squares, times / rounds / per_round, None if error is None else error / per_round)


def error_of_mean(times: int, squares: int, rounds: int) -> float | None:
    """The error of a count per round. If all rounds were alike, one in that many may still be different."""
    if rounds < 2:
        return None
    spread = squares * rounds - times * times
    return sqrt(spread / (rounds * rounds * (rounds - 1))) if spread > 0 else 1 / rounds


def added(total: Tally, part: Tally) -> Tally:
    """The sums of both, in the order of the part: every part has the same keys."""
    sums: Tally = {}
    for key, (times, squares) in part.items():
        times_before, squares_before = total.get(key, (0, 0))
        sums[key] = times_before + times, squares_before + squares
    return sums


def count_rounds(asked: Simulation, first: int, rounds: int) -> Tally:
    """The counts of the rounds from number `first` on."""
    if asked.quick and asked.qualifier:
        beats = count_bad_beats(asked.qualifier, asked.seats, seed=asked.seed, first=first, rounds=rounds)
        return bad_beat_tally(asked, beats)
    own, board = dealt(asked, first, rounds)
    strengths = {share.name: ranked(share, own, board) for share in asked.game.shares}
    tally: Tally = {}
    if asked.hands:
        tally |= hands_tally(asked.game, strengths)
    if asked.qualifier:
        high = strengths[beaten_share(asked.game).name]
        tally |= bad_beat_tally(asked, int(bad_beats(asked.qualifier, own, board, high).sum()))
    return tally


def bad_beat_tally(asked: Simulation, beats: int) -> Tally:
    return {(beaten_share(asked.game).name, What.BAD_BEAT, str(asked.qualifier)): (beats, beats)}


def dealt(asked: Simulation, first: int, rounds: int) -> tuple[Ids, Ids]:
    """The cards at the showdown: own ones by seat and round, and the board by round.

    A player who gives up cards to enter super stud does so unseen, so their hand is any seven cards. Where a stud deck
    runs short, the common cards of 14.9(h) are the board.
    """
    own, center = cards_at_showdown(asked.game, asked.seats, 0, 0)
    if asked.draws is Draws.SIMPLE and number_of_draws(asked.game):
        hands = drawn_hands(asked.game, asked.seats, seed=asked.seed, first=first, rounds=rounds)
        return hands.swapaxes(0, 1), np.empty((rounds, 0), np.uint8)
    cards = deal(rounds, center + asked.seats * own, seed=asked.seed, first=first)
    return cards[:, center:].reshape(rounds, asked.seats, own).swapaxes(0, 1), cards[:, :center]


def ranked(share: Share, own: Ids, board: Ids) -> Strengths:
    """The strength of every hand, by seat and round."""
    if isinstance(share.formation, AnyOf):
        masks = cards_held(own) | cards_held(board) if board.shape[1] else cards_held(own)
        strengths = rank_many(share.ranking, masks.ravel(), size=own.shape[2] + board.shape[1], threads=1)
        return strengths.reshape(masks.shape)
    return np.stack(
        [rank_many(share.ranking, hands, board=board, formation=share.formation, threads=1) for hands in own]
    )


def cards_held(cards: Ids) -> npt.NDArray[np.uint64]:
    """The cards of the last axis as one mask; column by column, which is much quicker than row by row."""
    masks: npt.NDArray[np.uint64] = BITS[cards[..., 0]]
    for column in range(1, cards.shape[-1]):
        masks |= BITS[cards[..., column]]
    return masks


def hands_tally(game: Game, strengths: dict[str, Strengths]) -> Tally:
    tally: Tally = {}
    scooped = np.ones(1, np.bool_)
    for claim in claims(game):
        hands = strengths[claim.share.name]
        qualified = hands >= claim.floor
        best = np.where(qualified, hands, 0).max(axis=0)
        winners = qualified & (hands == best)
        tally |= share_tally(claim, hands, qualified, best, winners)
        # A share nobody claims goes with the others; if it is divided, nobody wins everything.
        scooped = scooped & ((winners & (winners.sum(axis=0) == 1)) | (best == 0))
    times = int(scooped.any(axis=0).sum())
    return tally | {("", What.SCOOP, ""): (times, times)}


def share_tally(claim: Claim, hands: Strengths, qualified: Flags, best: Strengths, winners: Flags) -> Tally:
    share, (classes_of, names) = claim.share.name, CLASSINGS[claim.share.ranking]
    claimed = best > 0
    tally: Tally = {}
    for name, counted in zip(names, per_round(classes_of(hands), len(names)), strict=True):
        tally[share, What.HAND, name] = counted
    for name, times in zip(names, np.bincount(classes_of(best[claimed]), minlength=len(names)).tolist(), strict=True):
        tally[share, What.WINNER, name] = times, times
    by_number = np.bincount(winners.sum(axis=0), minlength=len(hands) + 1).tolist()
    for players in range(2, len(hands) + 1):
        tally[share, What.DIVIDED, str(players)] = (by_number[players],) * 2
    if claim.floor:
        _, tally[share, What.QUALIFIED, ""] = per_round(qualified.astype(np.int64), 2)
        tally[share, What.CLAIMED, ""] = (int(claimed.sum()),) * 2
    return tally


def per_round(classes: Counts, number: int) -> list[tuple[int, int]]:
    """For each class, how many there are, and the sum over the rounds of the square of how many."""
    rounds = classes.shape[1]
    at = classes * rounds + np.arange(rounds)
    counts = np.bincount(at.ravel(), minlength=number * rounds).reshape(number, rounds)
    return [(int(row.sum()), int(row @ row)) for row in counts]
