"""What somebody asks for. A command may be refused; nothing has happened yet."""

from typing import NewType

import msgspec

from pokerroom.cards import Card
from pokerroom.rules.house import KillOption

Seat = NewType("Seat", int)
"""A place among the players dealt in: 0 is nearest the dealer's left, then clockwise. People see it plus one."""


class KillButton(msgspec.Struct, frozen=True, gc=False):
    """A kill or half-kill in effect, and the player who holds its button (nobody, if he left)."""

    option: KillOption
    seat: Seat | None


class OpenRound(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Start a round of play for these table stakes, in seat order.

    With `deck` the room deals from that order, first card on top. Without it a dealer deals: the round waits for a
    `Deal` before each street. `antes` and `blinds` name what each seat posts where that differs from the sign.
    """

    stacks: tuple[int, ...]
    deck: tuple[Card, ...] | None = None
    button: Seat | None = None
    kill: KillButton | None = None
    antes: tuple[int, ...] | None = None
    blinds: tuple[int, ...] | None = None


class Fold(msgspec.Struct, frozen=True, tag=True, gc=False):
    seat: Seat


class Check(msgspec.Struct, frozen=True, tag=True, gc=False):
    seat: Seat


class Call(msgspec.Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    discard: tuple[Card, ...] = ()


class Bet(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Make the first bet of a betting round."""

    seat: Seat
    to: int
    discard: tuple[Card, ...] = ()


class Raise(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Raise the bet to a total for this betting round."""

    seat: Seat
    to: int
    discard: tuple[Card, ...] = ()


class PostForcedBet(msgspec.Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    discard: tuple[Card, ...] = ()


class Draw(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Exchange these cards for as many new ones; none is to stand pat."""

    seat: Seat
    discard: tuple[Card, ...] = ()


class Discard(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Give up the down cards that entering the round cost."""

    seat: Seat
    cards: tuple[Card, ...]


class Show(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Show the whole hand. `cards` names those not yet known to the record."""

    seat: Seat
    cards: tuple[Card, ...] = ()


class Concede(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Give up every claim to the pot at the showdown, unseen."""

    seat: Seat


class Deal(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The dealer's next cards in the order they left the deck, burn card first where one is due."""

    cards: tuple[Card, ...]


class Reshuffle(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The cards that go back into the deck, in their new order."""

    cards: tuple[Card, ...]


class Uphold(msgspec.Struct, frozen=True, tag=True):
    """A poker shift supervisor's ruling that a refused action stands, 14.15(b)."""

    command: "Fold | Check | Call | Bet | Raise | PostForcedBet | Draw | Discard | Show | Concede"


PlayerCommand = Fold | Check | Call | Bet | Raise | PostForcedBet | Draw | Discard | Show | Concede
Command = PlayerCommand | Deal | Reshuffle | Uphold
