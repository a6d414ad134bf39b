"""A recorded hand played again by the engine: the engine says what it needs next, the record gives it.

Cards the record does not know are dealt face down to the engine too. What the house rules refuse stands, as a
supervisor would let it stand (14.15(b)), and is told as a warning.
"""

from collections import deque
from collections.abc import Callable
from decimal import Decimal

import msgspec

from pokerroom.cards import UNKNOWN, Card
from pokerroom.history.hand import Action, Hand, HistoryError, Verb, by_seat, decimal_places, player
from pokerroom.history.variants import variant
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Command,
    Concede,
    Deal,
    Discard,
    Draw,
    Event,
    Fold,
    KillButton,
    OpenRound,
    PlayerCommand,
    PostForcedBet,
    Procedure,
    Raise,
    Refusal,
    Reshuffle,
    Round,
    Seat,
    Show,
    Stage,
    Uphold,
    perform,
    procedure,
    reshuffle_pool,
    start,
)
from pokerroom.play.dealing import draw_parcel, next_parcel
from pokerroom.play.refusals import MONEY
from pokerroom.rules.house import PRESETS, Fixed, HouseRulesError, Limits, NoLimit, PotLimit, Spread

CENTS = 2
"""Decimal places of the engine's money: the unit of a file is its dollar."""


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """How a recorded hand came out, in the units and the order of the file."""

    state: Round
    log: tuple[Event, ...]
    stacks: tuple[Decimal | None, ...]
    """None where the stack was not known to begin with."""
    payoffs: tuple[Decimal, ...]
    warnings: tuple[str, ...]


class Scale(msgspec.Struct, frozen=True):
    """From the units of a file to the whole numbers the engine counts in, and back."""

    places: int
    written: int

    def whole(self, amount: Decimal | None) -> int:
        return int((amount or Decimal(0)).scaleb(self.places))

    def amount(self, whole: int) -> Decimal:
        exact = Decimal(whole).scaleb(-self.places)
        return exact.quantize(Decimal(1).scaleb(-self.written)) 
