"""What somebody asks for. A command may be refused; it has not happened yet."""

from datetime import datetime
from enum import StrEnum
from typing import Literal, NewType

import msgspec

from pokerroom.cards import UNKNOWN, Card
from pokerroom.rules.house import KillOption
from pokerroom.rules.staff import Official

Seat = NewType("Seat", int)
"""A place among the players dealt in: 0 is nearest the dealer's left, then clockwise. People see it counted from 1."""


class KillButton(msgspec.Struct, frozen=True, gc=False):
    """A kill or half-kill in effect, and the player who has its button (None if that player left)."""

    option: KillOption
    seat: Seat | None


class OpenRound(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Start a round of play with these table stakes, in seat order.

    With `deck` the room deals in that order, first card on top. Without it a dealer deals: the round waits for a `Deal`
    before each street. `antes` and `blinds` name what each seat posts where that differs from the sign.
    """

    stacks: tuple[int, ...]
    deck: tuple[Card, ...] | None = None
    button: Seat | None = None
    kill: KillButton | None = None
    antes: tuple[int, ...] | None = None
    blinds: tuple[int, ...] | None = None
    unnamed: bool = False
    """Whether a dealer may leave open cards unnamed; then what depends on them is as the dealer says (R-44)."""


class Folding(StrEnum):
    """How a player gave up a hand: in words, or by what they did with the cards, 14.15(j)."""

    SAID = "said"
    DISCARDED = "discarded face down"
    TURNED_DOWN = "up-cards turned down"


class Fold(msgspec.Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    how: Folding = Folding.SAID


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
    """Exchange these cards for as many new ones; no cards means to stand pat."""

    seat: Seat
    discard: tuple[Card, ...] = ()


class Discard(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Give up the down cards that it costs to enter the round."""

    seat: Seat
    cards: tuple[Card, ...]


class Show(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Show the whole hand. `cards` names those not yet known to the record."""

    seat: Seat
    cards: tuple[Card, ...] = ()


class Concede(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Give up every claim to the pot at the showdown without showing.

    Where the house has discarded hands disclosed, `cards` names those not yet known to the record.
    """

    seat: Seat
    cards: tuple[Card, ...] = ()


class Freeze(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Stop wagering after one's last card was exposed, and contend for the pot as it stands, 14.15(k)1."""

    seat: Seat


class PlayOn(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Contend for the entire pot although one's last card was exposed, 14.15(k)2."""

    seat: Seat


class Exposed(msgspec.Struct, frozen=True, gc=False):
    """A card due face down that was dealt face up; a player's first card of this deal is number 0."""

    seat: Seat
    number: int


class Deal(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The dealer's next cards in the order they left the deck, burn card first where one is due.

    `exposed` says which of them were turned face up by accident; the cards that replace those come last.
    """

    cards: tuple[Card, ...]
    exposed: tuple[Exposed, ...] = ()


class Reshuffle(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The cards that go back into the deck, in their new order."""

    cards: tuple[Card, ...]


class NameCards(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Name open cards that were dealt without being named: a player's up-cards, or those in the center.

    All that lie there are said, in the order they were dealt; those known already are said again, or left `??`.
    """

    cards: tuple[Card, ...]
    seat: Seat | None = None


class NameOpener(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Say who acts first in a betting round that the cards open, where the record does not know those cards."""

    seat: Seat


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """Who ruled, when, why, and on which paragraph, 14.15(b)."""

    by: Official
    at: datetime
    reason: str
    paragraph: str


class Uphold(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A poker shift supervisor's ruling that a refused action stands, 14.15(b).

    A record from another room may not say who ruled; then `ruling` is missing. A table of this room refuses that.
    """

    command: "Fold | Check | Call | Bet | Raise | PostForcedBet | Draw | Discard | Show | Concede | Freeze | PlayOn"
    ruling: Ruling | None = None


class Misdeal(StrEnum):
    """What makes a deal a misdeal, 14.15(e); the last is a cause that the house has filed (AMB-113)."""

    SHUFFLE_OR_CUT = "shuffle or cut not made as required"
    WRONG_START = "dealt from the wrong starting position"
    SEVERAL_FACE_UP = "more than one card face up in the deck"
    SKIPPED_PLAYER = "an eligible player was not dealt in"
    EXPOSED_CARDS = "too many cards exposed in the deal"


class CardCount(StrEnum):
    """What makes a round of play dead, 14.15(g)."""

    MISSING = "cards are missing from the deck"
    ADDITIONAL = "there are additional cards in the deck"


class Removal(StrEnum):
    """Why a hand leaves a round of play without being folded, 14.15(e)4, (f), (i), (k) and 14.16(b)."""

    INELIGIBLE = "dealt to a player who may not take part"
    SKIPPED = "not dealt in; sits this round out"
    SWEPT = "collected by the dealer"
    MIXED = "mixed with other cards"
    WRONG_COUNT = "wrong number of cards"
    THROWN_AWAY = "thrown away by its player"
    LEFT = "left the table"
    EXPOSED = "hole cards exposed in the deal"
    REQUIRED_TO_LEAVE = "its player was required to leave"


class DeclareMisdeal(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Return every card to the dealer for a reshuffle and every chip to its player, 14.15(e)."""

    cause: Misdeal


class DeclareDead(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Declare the round of play dead: every chip goes back, the deck is replaced, 14.15(g)."""

    cause: CardCount


class RemoveFaceUpCard(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Take the next card out of play, because it lies face up in the deck, 14.15(h). A dealer names it."""

    card: Card | None = None


class RemoveFallenCard(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Take a card out of play that was dealt off the table, 14.15(n).

    Without `seat` it is the next card of the deck. With `seat` it is `card` of that player's hand; the player gets the
    next card, which a dealer may name.
    """

    card: Card | None = None
    seat: Seat | None = None
    replacement: Card = UNKNOWN


class DiscardMistakenCards(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Discard cards that were dealt to somebody who is not in the round, and go on, 14.15(f)."""

    cards: tuple[Card, ...]
    """In the order they left the deck, known or not."""
    player: str = ""
    """The seats that were dealt to."""


class RemoveHand(msgspec.Struct, frozen=True, tag=True, gc=False, omit_defaults=True):
    """Take a hand out of the round; `to_blame` if its player caused the error, 14.15(i)3.

    At a table, the seat of an ineligible player need not be in the round: then `cards` are what was dealt there by
    mistake; if they are left out, as many as each player was dealt.
    """

    seat: Seat
    cause: Removal
    to_blame: bool = False
    cards: tuple[Card, ...] = ()


class MarkProtected(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Record whether the dealer sees a hand held by its player or under a chip."""

    seat: Seat
    how: Literal["held", "under a chip"] | None


class ReconstructHand(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Rebuild a protected hand that got mixed with the discards, as two people remember it, 14.15(i)2."""

    seat: Seat
    cards: tuple[Card, ...]
    witnesses: tuple[str, ...]


class LeaveTable(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A player walks away without a word, 14.15(i)4."""

    seat: Seat


class Place(msgspec.Struct, frozen=True, gc=False):
    """Where a player's chips are: in their table stakes, in their bet of this betting round, or in the pot."""

    seat: Seat
    at: Literal["stakes", "bet", "pot"]


class Move(msgspec.Struct, frozen=True, gc=False):
    """Chips that a ruling moves."""

    amount: int
    source: Place
    target: Place


class Rule(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A poker shift supervisor's final decision. It may correct the record by moving chips, never by editing events."""

    ruling: Ruling
    moves: tuple[Move, ...] = ()


class Push(msgspec.Struct, frozen=True, gc=False):
    """A pot, or one share of it such as the high half, and who wins it.

    Several winners divide it; where the cards decide who has the odd units, and are not known, the first named has.
    """

    pot: int
    seats: tuple[Seat, ...]
    share: str = ""
    """The name of the share; empty for the whole pot."""


class PushPots(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Push every pot of the showdown to its winners; without `pushes`, as the tabled cards say.

    A push against tabled cards needs a ruling, 14.15(b).
    """

    pushes: tuple[Push, ...] = ()
    ruling: Ruling | None = None


class TakeBack(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Correct the record: the last entry of the dealer has not happened."""


PlayerCommand = Fold | Check | Call | Bet | Raise | PostForcedBet | Draw | Discard | Show | Concede | Freeze | PlayOn
Irregularity = (
    DeclareMisdeal
    | DeclareDead
    | RemoveFaceUpCard
    | RemoveFallenCard
    | DiscardMistakenCards
    | RemoveHand
    | MarkProtected
    | ReconstructHand
    | LeaveTable
    | Rule
)
OfDealer = Deal | Reshuffle | NameCards | NameOpener | PushPots | TakeBack
Command = PlayerCommand | OfDealer | Uphold | Irregularity
