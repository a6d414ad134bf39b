"""What part of the pot a hand wins on average, by dealing the unseen cards many times.

Every visible card stays where it is; the odds engine deals all others. Deals in which those who wager end with good
hands count for more and, in draw games, those in which others discard as many cards as they were seen to. Importing
this module imports NumPy and Numba.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerroom.bots.loops import MISSING, draw_out, hand_out, settle, weigh
from pokerroom.bots.spot import Rival, Spot, cards_at_the_end
from pokerroom.cards import DECK, Card
from pokerroom.odds.question import Claim, claims
from pokerroom.odds.showdown import strengths_of
from pokerroom.odds.simulation_draws import RULES
from pokerroom.play import Seat
from pokerroom.ranking.bulk import deal
from pokerroom.rules.clauses import Draw, Game

Ids = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float64]

DEALS = 384
SAMPLES = 127
"""Sample strengths used to judge how good another one is."""
BELIEF = 0.5
"""How much of what wagers say is believed by an opponent who respects them."""

claims_of = cache(claims)


class Dealt(NamedTuple):
    """Deals that fit what can be seen, except for the bot's own hand."""

    stock: Ids
    """Unseen cards in random order, a row for each deal; the first ones complete the center."""
    own_from: int
    """The column from which the bot's hand is completed: every choice of what to keep gets the same cards."""
    draws_from: int
    """The column from which later draws of this seat are served."""
    theirs: Ids
    thrown: npt.NDArray[np.int64]


def equities(spot: Spot, kept: Sequence[tuple[Card, ...]], *, respect: float, seed: int) -> list[float]:
    """The part of the pot won by each choice of own cards to go on with; missing cards are dealt."""
    missing = spot.hand_size - min(map(len, kept))
    rivals = in_reach(spot, missing)
    dealt = others_dealt(spot, rivals, missing, seed)
    board = board_of(spot, dealt.stock)
    judged = claims_of(spot.game)
    theirs = ranked(judged, dealt.theirs, board)
    weights = np.empty(DEALS)
    weigh(theirs, believed(rivals, respect), samples_of(theirs), dealt.thrown, thrown_by(spot, rivals), weights)
    mine = np.stack([ranked(judged, own_dealt(spot, each, dealt), board)[:, :, 0] for each in kept], axis=1)
    parts = np.empty(len(kept))
    settle(mine, theirs, weights, parts)
    # With very many players only some can be dealt to; the others are assumed to be as dangerous.
    beyond = len(spot.rivals) / len(rivals)
    return [float(part) ** beyond for part in parts]


def in_reach(spot: Spot, missing: int) -> tuple[Rival, ...]:
    """The players for whom there are enough cards, those who wager most first."""
    left = len(DECK) - len(spot.seen) - (spot.center - len(spot.board)) - missing
    chosen: list[Rival] = []
    for rival in sorted(spot.rivals, key=lambda each: -each.claim):
        left -= spot.hand_size - (0 if spot.draws else len(rival.known))
        if left >= 0:
            chosen.append(rival)
    return tuple(chosen)


def others_dealt(spot: Spot, rivals: Sequence[Rival], missing: int, seed: int) -> Dealt:
    size, to_come = spot.hand_size, spot.center - len(spot.board)
    players = len(rivals)
    wanted = to_come + missing + size * players
    if spot.draws:
        wanted = len(DECK)
    stock = deal(DEALS, min(len(DECK) - len(spot.seen), wanted), seed=seed, dead=spot.seen)
    hands = np.empty((DEALS, players, size), np.uint8)
    # In a draw game others start with cards nobody has seen, and draw as often as the game allows.
    own_from = hand_out(stock, table_of([() if spot.draws else rival.known for rival in rivals], size), to_come, hands)
    thrown = np.zeros((DEALS, players), np.int64)
    first, last = own_from + missing, stock.shape[1]
    # This seat's draws are served as well as those of the others.
    draws_from = last - (last - first) * spot.to_draw // (spot.to_draw + spot.draws * players) if spot.draws else last
    if spot.draws:
        draw_out(rule_of(spot.game), spot.draws, spot.drawn, stock, first, draws_from, hands, thrown)
    return Dealt(stock, own_from, draws_from, hands, thrown)


def own_dealt(spot: Spot, kept: tuple[Card, ...], dealt: Dealt) -> Ids:
    hands = np.empty((DEALS, 1, spot.hand_size), np.uint8)
    hand_out(dealt.stock, table_of([kept], spot.hand_size), dealt.own_from, hands)
    if spot.to_draw:
        rule, stock, not_noted = rule_of(spot.game), dealt.stock.copy(), np.zeros((DEALS, 1), np.int64)
        draw_out(rule, spot.to_draw, 0, stock, dealt.draws_from, stock.shape[1], hands, not_noted)
    return hands


def board_of(spot: Spot, stock: Ids) -> Ids:
    on_board = np.broadcast_to(np.array(spot.board, np.uint8), (DEALS, len(spot.board)))
    return np.concatenate((on_board, stock[:, : spot.center - len(spot.board)]), axis=1)


def table_of(known: Sequence[tuple[Card, ...]], size: int) -> Ids:
    return np.array([(*cards, *(MISSING,) * (size - len(cards))) for cards in known], np.uint8).reshape(-1, size)


def ranked(judged: tuple[Claim, ...], hands: Ids, board: Ids) -> Strengths:
    """By share, deal and player."""
    deals, players, size = hands.shape
    shared = np.repeat(board, players, axis=0) if board.shape[1] else board
    return strengths_of(judged, hands.reshape(-1, size), shared).reshape(len(judged), deals, players)


def samples_of(strengths: Strengths) -> Strengths:
    """Strengths of each share in order, picked evenly from all the deals."""
    flat = strengths.reshape(len(strengths), -1)
    step = max(1, flat.shape[1] // SAMPLES)
    return np.sort(np.ascontiguousarray(flat[:, ::step]), axis=1)


def believed(rivals: Sequence[Rival], respect: float) -> Floats:
    return np.array([BELIEF * respect * rival.claim for rival in rivals], np.float64)


def thrown_by(spot: Spot, rivals: Sequence[Rival]) -> npt.NDArray[np.int64]:
    """How many cards each player was seen to discard, where that says something about their hand, else -1."""
    return np.array([rival.thrown if spot.drawn and not spot.drawing else -1 for rival in rivals], np.int64)


def rule_of(game: Game) -> int:
    return RULES[game.shares[0].ranking]


def rehearse(game: Game) -> None:
    """An estimate without known cards, made only to compile what it uses."""
    hand_size, center = cards_at_the_end(game, 0)
    draws = sum(isinstance(street.cards, Draw) for street in game.streets)
    spot = Spot(
        game=game,
        street=0,
        seat=Seat(0),
        own=(),
        down=(),
        thrown=(),
        board=(),
        seen=(),
        rivals=(Rival((), 1.0, 0, can_call=True),),
        hand_size=hand_size,
        center=center,
        draws=draws,
        drawn=draws,
        drawing=False,
        to_draw=draws,
        stack=0,
        bet=0,
        pot=0,
        to_call=0,
        pot_if_all_call=0,
        raises=0,
        offers={},
    )
    equities(spot, [()], respect=1.0, seed=0)
