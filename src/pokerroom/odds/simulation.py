"""Rounds dealt by the million, nobody folding: how often hands are made, win, divide the pot, scoop it, or lose as a bad beat.

Round number so-and-so of a seed has the same cards whoever deals it. So the work is cut anywhere, done by any number of workers in
any order, stopped and taken up again, and the counts come out the same.
"""

from collections.abc import Callable
from contextlib import closing
from enum import StrEnum
from math import sqrt

import msgspec
import numpy as np
import numpy.typing as npt

from pokerroom.games import game as permitted_game
from pokerroom.odds.bad_beat import Qualifier, bad_beats, beaten_share, check_qualifier, is_hold_em
from pokerroom.odds.bad_beat_boards import RARE, count_bad_beats
from pokerroom.odds.notation import Ids, QuestionError
from pokerroom.odds.question import Claim, cards_at_showdown, check_players, claims
from pokerroom.odds.simulation_classes import CLASSINGS
from pokerroom.odds.simulation_draws import Draws, drawn_hands, number_of_draws
from pokerroom.odds.workers import HERE, Workers, in_order
from pokerroom.ranking.bulk import deal, engine, rank_many
from pokerroom.ranking.bulk.dealing import key_of
from pokerroom.rules.clauses import Game

Counts = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Strengths = npt.NDArray[np.uint32]

MOST_ROUNDS = 10**15
ROUNDS_AT_ONCE = 1 << 16
"""Rounds of one piece of work, which bounds the memory whatever is asked."""
QUICK_AT_ONCE = 1 << 25
"""The same where only bad beats of hold 'em are counted."""


class What(StrEnum):
    HAND = "hand"
    """Hands of a class, of all hands."""
    QUALIFIED = "qualified"
    """Hands that may claim the share, of all hands."""
    WINNER = "winner"
    """Rounds in which a hand of a class takes the share."""
    CLAIMED = "claimed"
    """Rounds in which somebody may claim the share."""
    DIVIDED = "divided"
    """Rounds in which so many players divide the share."""
    SCOOP = "scoop"
    """Rounds in which one player takes everything."""
    BAD_BEAT = "bad beat"


PER_HAND = (What.HAND, What.QUALIFIED)

Key = tuple[str, What, str]
"""The share, what is counted of it, and of which class or how many."""

Tally = dict[Key, tuple[int, int]]
"""How often, and the sum over the rounds of the square of how often: hands of one round are not independent."""

Progress = Callable[[int], None]
"""Told how many rounds are done."""


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be dealt and counted."""

    game: Game
    seats: int
    seed: int
    draws: Draws
    qualifier: Qualifier | None
    hands: bool
    """Whether hands are counted, and not the bad beats only."""

    @property
    def is_quick(self) -> bool:
        """Whether a round can be told to have no bad beat by its board alone."""
        rare = self.qualifier is not None and not self.hands and self.qualifier.least >= RARE
        return rare and is_hold_em(self.game) and engine() == "numba"


class Line(msgspec.Struct, frozen=True):
    """One figure of a report."""

    share: str
    what: What
    which: str
    times: int
    squares: int
    rate: float
    """Of all hands, or of all rounds."""
    error: float
    """The standard error of the rate."""


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
    """Rounds dealt: fewer than asked where the work was interrupted."""
    lines: tuple[Line, ...]

    @property
    def partial(self) -> bool:
        return self.rounds < self.asked

    def of(self, what: What, share: str = "") -> tuple[Line, ...]:
        """The lines about that, the share's if one is named."""
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
    progress: Progress | None = None,
    resume: Report | None = None,
) -> Report:
    """Deals rounds and counts. With a qualifier bad beats are counted, and hands only if asked for.

    Interrupted by Ctrl-C, it reports the rounds up to there; a report of fewer rounds than are asked for can be resumed.
    """
    asked = Simulation(
        game=permitted_game(game) if isinstance(game, str) else game,
        seats=seats,
        seed=seed,
        draws=draws,
        qualifier=qualifier,
        hands=qualifier is None if hands is None else hands,
    )
    check(asked, rounds)
    done, tally = resumed(resume, asked, rounds)
    size = QUICK_AT_ONCE if asked.is_quick else ROUNDS_AT_ONCE
    pieces = ((asked, first, min(size, rounds - first)) for first in range(done, rounds, size))
    try:
        with closing(in_order(workers, count_rounds, pieces)) as results:
            for part, (_, _, count) in results:
                add(tally, part)
                done += count
                if progress:
                    progress(done)
    except KeyboardInterrupt:
        if not done:
            raise
    return report(asked, rounds, done, tally)


def check(asked: Simulation, rounds: int) -> None:
    """Refuses what cannot be dealt or counted."""
    check_players(asked.game, asked.seats)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise QuestionError(f"{rounds:,} rounds cannot be dealt: expected 1 to {MOST_ROUNDS:,}")
    try:
        key_of(asked.seed)
    except ValueError as error:
        raise QuestionError(str(error)) from None
    if asked.qualifier:
        check_qualifier(asked.qualifier, asked.game, asked.seats)
    elif not asked.hands:
        raise QuestionError("there is nothing to count: neither hands nor a bad beat")
    if asked.draws is Draws.SIMPLE and number_of_draws(asked.game) and engine() != "numba":
        raise QuestionError(
            "players who draw need Numba (pip install 'pokerroom[odds]'); without it they can stand pat"
        )


def resumed(report: Report | None, asked: Simulation, rounds: int) -> tuple[int, Tally]:
    """The rounds already dealt and what they came to."""
    if report is None:
        return 0, {}
    before = (report.game, report.edition, report.seats, report.seed, report.draws, report.qualifier)
    now = (asked.game.key, asked.game.edition, asked.seats, asked.seed, asked.draws, asked.qualifier)
    if before != now or asked.hands != bool(report.of(What.HAND)):
        raise QuestionError("the report to be resumed is of another simulation")
    if report.rounds > rounds:
        raise QuestionError(f"the report to be resumed has {report.rounds:,} rounds, more than {rounds:,}")
    return report.rounds, {(line.share, line.what, line.which): (line.times, line.squares) for line in report.lines}


def report(asked: Simulation, rounds: int, done: int, tally: Tally) -> Report:
    return Report(
        game=asked.game.key,
        edition=asked.game.edition,
        seats=asked.seats,
        seed=asked.seed,
        draws=asked.draws,
        qualifier=asked.qualifier,
        asked=rounds,
        rounds=done,
        lines=tuple(line(key, *counted, done, asked.seats) for key, counted in tally.items()),
    )


def line(key: Key, times: int, squares: int, rounds: int, seats: int) -> Line:
    per_round = seats if key[1] in PER_HAND else 1
    mean = times / rounds
    error = sqrt(max(0.0, squares / rounds - mean**2) / rounds)
    return Line(*key, times, squares, mean / per_round, error / per_round)


def add(total: Tally, part: Tally) -> None:
    for key, (times, squares) in part.items():
        so_far = total.get(key, (0, 0))
        total[key] = so_far[0] + times, so_far[1] + squares


def count_rounds(asked: Simulation, first: int, rounds: int) -> Tally:
    """What the rounds number `first` and following come to."""
    if asked.is_quick and asked.qualifier:
        beats = count_bad_beats(asked.qualifier, asked.seats, seed=asked.seed, first=first, rounds=rounds)
        return bad_beat_tally(asked, beats)
    own, board = dealt(asked, first, rounds)
    strengths = {claim.share.name: ranked(claim, own, board) for claim in claims(asked.game)}
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
    """The cards at the showdown: own ones by round and seat, and the board by round.

    Whoever gives up cards to enter super stud does so unseen, so his hand is any seven cards. Where a stud deck runs short the common
    cards of 14.9(h) are the board.
    """
    own, center = cards_at_showdown(asked.game, asked.seats, 0, 0)
    if asked.draws is Draws.SIMPLE and number_of_draws(asked.game):
        return drawn_hands(asked.game, asked.seats, seed=asked.seed, first=first, rounds=rounds), np.empty(
            (rounds, 0), np.uint8
        )
    cards = deal(rounds, center + asked.seats * own, seed=asked.seed, first=first)
    return cards[:, center:].reshape(rounds, asked.seats, own), cards[:, :center]


def ranked(claim: Claim, own: Ids, board: Ids) -> Strengths:
    """The strength of every hand, by round and seat."""
    rounds, seats, cards = own.shape
    share = claim.share
    shared = np.repeat(board, seats, axis=0) if board.shape[1] else None
    strengths = rank_many(share.ranking, own.reshape(-1, cards), board=shared, formation=share.formation, threads=1)
    return strengths.reshape(rounds, seats)


def hands_tally(game: Game, strengths: dict[str, Strengths]) -> Tally:
    tally: Tally = {}
    scooped = np.ones(1, np.bool_)
    for claim in claims(game):
        hands = strengths[claim.share.name]
        qualified = hands >= claim.floor
        best = np.where(qualified, hands, 0).max(axis=1)
        winners = qualified & (hands == best[:, None])
        tally |= share_tally(claim, hands, qualified, best, winners)
        # A share nobody claims goes with the others; one that is divided leaves nobody with everything.
        scooped = scooped & ((winners & (winners.sum(axis=1, keepdims=True) == 1)) | (best == 0)[:, None])
    times = int(scooped.any(axis=1).sum())
    return tally | {("", What.SCOOP, ""): (times, times)}


def share_tally(claim: Claim, hands: Strengths, qualified: Flags, best: Strengths, winners: Flags) -> Tally:
    name, classing = claim.share.name, CLASSINGS[claim.share.ranking]
    claimed = best > 0
    tally: Tally = {}
    for number, counted in enumerate(zip(*per_round(classing.of(hands), len(classing.names)), strict=True)):
        tally[name, What.HAND, classing.names[number]] = counted
    for number, times in enumerate(np.bincount(classing.of(best[claimed]), minlength=len(classing.names)).tolist()):
        tally[name, What.WINNER, classing.names[number]] = times, times
    for players, times in enumerate(np.bincount(winners.sum(axis=1), minlength=3).tolist()):
        if players > 1:
            tally[name, What.DIVIDED, str(players)] = times, times
    if claim.floor:
        (_, in_all), (_, squares) = per_round(qualified.astype(np.int64), 2)
        tally[name, What.QUALIFIED, ""] = in_all, squares
        tally[name, What.CLAIMED, ""] = int(claimed.sum()), int(claimed.sum())
    return tally


def per_round(classes: Counts, number: int) -> tuple[list[int], list[int]]:
    """Of each class: how many in all rounds, and the sum of the squares of how many in each."""
    rounds = len(classes)
    at = classes + number * np.arange(rounds)[:, None]
    counts = np.bincount(at.ravel(), minlength=number * rounds).reshape(rounds, number)
    return counts.sum(axis=0).tolist(), (counts**2).sum(axis=0).tolist()
