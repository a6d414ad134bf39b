"""Staff orders that the house declares itself: those that say less than the command they become, because the room adds
the rest, and the one that only the house carries out.
"""

from datetime import date, datetime

import msgspec

from pokerroom import play
from pokerroom.cards import Card, parse_cards
from pokerroom.jackpot.people import Person
from pokerroom.ledger import Pieces, Reason, Signature
from pokerroom.rules.staff import Official


class BeginDay(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Close the gaming day in progress, if one is, and open the next."""

    date: date
    at: datetime
    by: Signature


class CountTable(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """What two people counted at a table: the chips in its tray, and the drop box if it was opened."""

    table: str
    closer: int
    drop: int | None = None
    expected: int | None = None
    """What the tray ought to hold, as whoever counted it was shown."""
    at: datetime
    by: Signature
    second: Signature | None = None


class OpenDrawer(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Take over a drawer with these pieces."""

    pieces: tuple[Pieces, ...]
    at: datetime
    by: Signature


class Instead(msgspec.Struct, frozen=True, kw_only=True):
    """A transfer that should have been made; accounts are written as the books write them: `bank:ada`, `cage`."""

    debit: str
    credit: str
    amount: int
    reason: Reason


class Correct(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Reverse a transfer, named by its record id such as `ledger:12.1`, and make those that should have been made."""

    original: str
    note: str
    """Why."""
    instead: tuple[Instead, ...] = ()
    at: datetime
    by: Signature
    second: Signature | None = None


class Rule(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A final decision, 14.15(b). It may correct chips by moving them; seats are numbered as at the table."""

    reason: str
    paragraph: str
    moves: tuple[play.Move, ...] = ()
    at: datetime
    by: Official


class DrawnByDealer(msgspec.Struct, frozen=True, kw_only=True):
    """A card that the dealer dealt to a seat for the first button, as it is written: `As`."""

    seat: int
    card: str

    @property
    def named(self) -> Card:
        try:
            (card,) = parse_cards(self.card)
        except ValueError as error:
            raise msgspec.ValidationError(f"{self.card!r} is not a card") from error
        return card


class DrawForButton(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """One card to each player who plays, named by the dealer; the highest gets the first button, 14.10(c)2ii."""

    cards: tuple[DrawnByDealer, ...]
    at: datetime
    by: Official


class PushByRuling(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Push the pots as the poker shift supervisor has decided, tabled cards or not, 14.15(b); seats are the table's."""

    pushes: tuple[play.Push, ...]
    reason: str
    paragraph: str
    at: datetime
    by: Official


Upholdable = play.Fold | play.Check | play.Call | play.Bet | play.Raise | play.PostForcedBet


class Uphold(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Let an action stand that only the sign or the order forbade, 14.15(b); the seat is numbered as at the table."""

    action: Upholdable
    reason: str
    paragraph: str
    at: datetime
    by: Official


class OfferPayout(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Offer a bad beat payout by the rules filed and in force under `payout NAME`, 14.19(a), (c)."""

    payout: str
    at: datetime
    by: Person


class StopCollecting(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Take no further contributions, as the amended rules in force under `payout NAME` say, 14.19(c)."""

    payout: str
    at: datetime
    by: Person


class AnnounceChange(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Post a notice that the rules last approved for a payout will replace those in force, 14.19(q)."""

    payout: str
    at: datetime
    by: Person


class HandNamed(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that was tabled, by its seat and cards as they are written: `Ts Th`."""

    seat: int
    cards: str


class DeclareBadBeat(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A dealer says that a strong hand has lost, and names the cards: of the hands tabled, and of the board."""

    payout: str
    table: str
    hands: tuple[HandNamed, ...]
    board: str = ""
    round: int | None = None
    """The round of play that it is about; otherwise the one in progress, or the last."""
    at: datetime
    by: Person
