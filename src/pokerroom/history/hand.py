"""A recorded hand as the Poker Hand History format has it: what the file says, and no more.

Whether it could have been played is checked in `pokerroom.history.replay`. Amounts stay in the units of the file.
"""

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVar

import msgspec

from pokerroom.cards import TEXTS, Card
from pokerroom.history.variants import variant_game
from pokerroom.play import Seat
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import KillOption

T = TypeVar("T")


class HistoryError(ValueError):
    """A recorded hand that cannot be read or played: the field or action at fault, and what is wrong with it."""

    def __init__(self, field: str, what: str) -> None:
        super().__init__(f"{field}: {what}")
        self.field = field
        self.what = what


class Verb(StrEnum):
    """What an action does, by the format's word for it."""

    DEAL_HOLE = "dh"
    DEAL_BOARD = "db"
    POST_FORCED_BET = "pb"
    BET_TO = "cbr"
    CHECK_OR_CALL = "cc"
    FOLD = "f"
    DISCARD = "sd"
    SHOW = "sm"
    NOTE = ""


class Action(msgspec.Struct, frozen=True, gc=False):
    verb: Verb
    seat: Seat | None = None
    cards: tuple[Card, ...] | None = None
    """Cards dealt, discarded or shown. A show of `()` is the hand as dealt; None is a hand given up."""
    amount: Decimal | None = None
    comment: str | None = None

    def __str__(self) -> str:
        return " ".join(word for word in action_words(self) if word)


class Numbered(msgspec.Struct, frozen=True, gc=False):
    """A recorded action and its place in the file, counted from one."""

    number: int
    action: Action

    @property
    def seat(self) -> Seat:
        assert self.action.seat is not None, "only cards for the board have no player"
        return self.action.seat

    def __str__(self) -> str:
        return f"action {self.number} ({str(self.action)!r})"


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """One recorded round of play. Tuples have one entry per player: p1 is left of the button, or at the dealer's left.

    With two players the format reverses `antes` and `blinds`; `by_seat` reverses them back.
    """

    variant: str
    edition: str | None = None
    antes: tuple[Decimal, ...]
    ante_trimming: bool = False
    """A player short of the ante wins only that much from each other player; otherwise all
    antes are in the main pot.
    """
    blinds: tuple[Decimal, ...] | None = None
    bring_in: Decimal | None = None
    small_bet: Decimal | None = None
    big_bet: Decimal | None = None
    min_bet: Decimal | None = None
    max_bet: Decimal | None = None
    odd_unit: Decimal | None = None
    """The smallest part a pot is divided into, if it is not the last decimal place of the file."""
    kill: KillOption | None = None
    kill_button: Seat | None = None
    starting_stacks: tuple[Decimal, ...]
    """Infinity stands for a stack the record does not know."""
    actions: tuple[Action, ...]
    extras: Mapping[str, Any] = {}
    """The other fields of the file, unchanged."""

    @property
    def game(self) -> Game:
        return variant_game(self.variant, self.edition)


def player(seat: int | None) -> str:
    """The format's name for a seat."""
    return "" if seat is None else f"p{seat + 1}"


def by_seat(amounts: tuple[T, ...]) -> tuple[T, ...]:
    """What each seat posts, from an array of antes or blinds; and the array from what each posts."""
    return amounts[::-1] if len(amounts) == 2 else amounts


def amount_text(amount: Decimal) -> str:
    return f"{amount:f}" if amount.is_finite() else "inf"


def decimal_places(hand: Hand) -> int:
    """The most decimal places that any amount of the hand has."""
    return max([0, *(-int(amount.as_tuple().exponent) for amount in finite_amounts(hand))])


def finite_amounts(hand: Hand) -> list[Decimal]:
    posted = (hand.bring_in, hand.small_bet, hand.big_bet, hand.min_bet, hand.max_bet)
    at_seats = (*hand.antes, *(hand.blinds or ()), *hand.starting_stacks)
    bets = (action.amount for action in hand.actions)
    return [amount for amount in (*posted, *at_seats, *bets) if amount is not None and amount.is_finite()]


def action_words(action: Action) -> tuple[str, ...]:
    who, cards = player(action.seat), "".join(TEXTS[card] for card in action.cards or ())
    comment = "" if action.comment is None else f"#{action.comment}"
    match action.verb:
        case Verb.DEAL_HOLE:
            return "d", action.verb, who, cards, comment
        case Verb.DEAL_BOARD:
            return "d", action.verb, cards, comment
        case Verb.BET_TO:
            assert action.amount is not None
            return who, action.verb, amount_text(action.amount), comment
        case Verb.SHOW if action.cards == ():
            return who, action.verb, "-", comment
        case _:
            return who, action.verb, cards, comment
