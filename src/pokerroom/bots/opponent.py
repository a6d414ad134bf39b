"""An opponent: it reads its view, estimates what its hand is worth, and plays as its personality would."""

from collections.abc import Callable, Sequence
from itertools import combinations
from math import log
from random import Random
from typing import NamedTuple

from pokerroom.bots import plain, warming
from pokerroom.bots.draws import sound_keeps
from pokerroom.bots.personality import Personality
from pokerroom.bots.showing import is_beaten
from pokerroom.bots.spot import Spot, read
from pokerroom.bots.wagers import Leaning, chosen, leaning, misjudged
from pokerroom.cards import Card
from pokerroom.play import (
    Bet,
    Call,
    Concede,
    Discard,
    Draw,
    Freeze,
    MayBet,
    MayCall,
    MayConcede,
    MayDraw,
    MayFreeze,
    MayPostForcedBet,
    MayRaise,
    MustDiscard,
    Offer,
    PlayerCommand,
    PlayOn,
    PostForcedBet,
    Raise,
    Seat,
    Show,
    Stage,
    View,
)

SHOWS_ANYWAY = 0.15
"""How often a beaten hand is shown anyway."""

AT_ONCE = (0.6, 1.1)
EASY = (0.7, 1.7)
"""Seconds, at least and at most, for a move that needs no thought, and for an easy choice."""
HARD = 3.2
"""Additional seconds for the hardest choice."""


class Thought(NamedTuple):
    view: View
    command: PlayerCommand
    hardness: float
    """From 0 (obvious) to 1."""


class Opponent:
    """Plays from the view of its seat. Until the estimates are compiled, and where they cannot be, it plays plainly."""

    slow = False

    def __init__(
        self, personality: Personality, chance: Random, *, is_warm: Callable[[], bool] = warming.is_warm
    ) -> None:
        self.personality = personality
        self._chance, self._is_warm = chance, is_warm
        self._thought: Thought | None = None

    def choose(self, view: View) -> PlayerCommand:
        """One of the offers in the view, as a command."""
        thought = self._think(view)
        self._thought = None
        return thought.command

    def think_seconds(self, view: View) -> float:
        """How long a person of this personality would think about it."""
        if view.stage is Stage.SHOWDOWN:
            return self._chance.uniform(*AT_ONCE)
        thought = self._think(view)
        seconds = self._chance.uniform(*EASY) + HARD * thought.hardness * self._chance.random()
        return self.personality.tempo * seconds

    def _think(self, view: View) -> Thought:
        """Think about each view once, both for the time it takes and for the answer."""
        if self._thought is None or self._thought.view != view:
            self._thought = self._decided(view)
        return self._thought

    def _decided(self, view: View) -> Thought:
        if not view.offers:
            raise ValueError(f"seat {view.viewer} is offered nothing to choose from")
        if view.stage is Stage.SHOWDOWN:
            return Thought(view, self._shown(view), 0.0)
        if not self._is_warm():
            return Thought(view, plain.choose(view, self._chance), self._chance.random() / 2)
        spot = read(view)
        if view.stage is Stage.BETTING:
            return self._wagered(view, spot)
        return Thought(view, self._other(spot), 0.2)

    def _shown(self, view: View) -> PlayerCommand:
        assert isinstance(view.viewer, int), "an opponent plays from a seat"
        seat = Seat(view.viewer)
        may_concede = any(isinstance(offer, MayConcede) for offer in view.offers)
        if may_concede and is_beaten(view, plain.game_of(view), seat) and self._chance.random() > SHOWS_ANYWAY:
            return Concede(seat)
        return Show(seat)

    def _wagered(self, view: View, spot: Spot) -> Thought:
        equity, kept = self._best(spot, entries(spot))
        lean = leaning(misjudged(equity, self.personality, self._chance), len(spot.rivals))
        offer, amount = chosen(spot, lean, self.personality, self._chance)
        return Thought(view, commanded(spot, offer, amount, kept), hardness(spot, lean))

    def _other(self, spot: Spot) -> PlayerCommand:
        """A draw, cards to give up, or the choice after an exposed last card."""
        if MayDraw in spot.offers:
            ranking = spot.game.shares[0].ranking
            _, kept = self._best(spot, sound_keeps(ranking, spot.own, spot.to_draw))
            return Draw(spot.seat, without(spot.down, kept))
        equity, kept = self._best(spot, entries(spot))
        if MustDiscard in spot.offers:
            return Discard(spot.seat, without(spot.down, kept))
        assert MayFreeze in spot.offers, f"nobody can answer {[*spot.offers]}"
        # Playing on means paying on: a fair share of the pot is the least that is worth it.
        return PlayOn(spot.seat) if equity > 1 / (len(spot.rivals) + 1) else Freeze(spot.seat)

    def _best(self, spot: Spot, choices: Sequence[tuple[Card, ...]]) -> tuple[float, tuple[Card, ...]]:
        """The best of several choices of cards to go on with, and what part of the pot it wins on average."""
        from pokerroom.bots.estimate import equities  # noqa: PLC0415  it imports NumPy and Numba

        found = equities(spot, choices, respect=self.personality.respect, seed=self._chance.getrandbits(63))
        best = max(range(len(choices)), key=found.__getitem__)
        return found[best], choices[best]


def entries(spot: Spot) -> list[tuple[Card, ...]]:
    """Every hand this seat may go on with: its own, or its own minus the cards it has to give up."""
    count = to_give_up(spot)
    if not count:
        return [spot.own]
    up = spot.own[len(spot.down) :]
    return [(*kept, *up) for kept in combinations(spot.down, len(spot.down) - count)]


def to_give_up(spot: Spot) -> int:
    """Down cards to give up now, or by the rule of the street before the next cards come."""
    due = spot.game.streets[spot.street].discard
    return due.count if due is not None and len(spot.thrown) < due.count else 0


def without(down: Sequence[Card], kept: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card in down if card not in kept)


def commanded(spot: Spot, offer: Offer, amount: int, kept: tuple[Card, ...]) -> PlayerCommand:
    seat = spot.seat
    match offer:
        case MayBet(discard=count):
            return Bet(seat, amount, without(spot.down, kept) if count else ())
        case MayRaise(discard=count):
            return Raise(seat, amount, without(spot.down, kept) if count else ())
        case MayCall(discard=count):
            return Call(seat, without(spot.down, kept) if count else ())
        case MayPostForcedBet(discard=count):
            return PostForcedBet(seat, without(spot.down, kept) if count else ())
        case _:
            return plain.PLAIN[type(offer)](seat)


def hardness(spot: Spot, lean: Leaning) -> float:
    """A close decision is hard, and harder the more it costs; with nothing to call, a middling hand is hard."""
    if not spot.to_call:
        return max(0.0, 0.3 - abs(lean.edge - 0.1))
    close = 1 / (1 + 4 * abs(log(max(lean.equity, 0.01) / spot.need)))
    return close * (0.5 + 0.5 * min(1.0, spot.to_call / max(1, spot.stack)))
