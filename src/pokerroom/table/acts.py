"""What a player says and does at the table, as the dealer hears and sees it, and the action it results in."""

from enum import StrEnum
from typing import Literal

import msgspec

from pokerroom.money import dollars
from pokerroom.play.commands import Bet, Call, Check, Fold, Folding, PostForcedBet, Raise, Seat
from pokerroom.rules.citation import Citation
from pokerroom.table.currency import CurrencyConverted, Kind
from pokerroom.table.speech import Statement


class Placing(StrEnum):
    """The three ways of placing a bet, 14.7(f)1 to 3."""

    PUSHED = "pushed forward"
    RELEASED_IN_POT = "released into the pot"
    RELEASED_TOWARD = "released toward the pot"


class Spoke(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: Seat
    words: str
    audible: bool = True
    to_the_dealer: bool = True


class PutIn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """One motion: these pieces, each in cents."""

    seat: Seat
    chips: tuple[int, ...]
    manner: Placing = Placing.PUSHED
    kind: Kind = Kind.CHIPS


class NotComplete(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The player indicates, while making the bet, that there is more to come."""

    seat: Seat


class Rested(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Both hands have come to rest in front of the pot."""

    seat: Seat


class ThrewAway(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The hand went face down toward the discards or the pot."""

    seat: Seat


class TurnedDown(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The up-cards were turned face down."""

    seat: Seat


Act = Spoke | PutIn | NotComplete | Rested | ThrewAway | TurnedDown
Wager = Fold | Check | Call | Bet | Raise | PostForcedBet


class WordRules(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """How the house treats words and chips: acts out of turn, and the pieces in use, in cents."""

    out_of_turn: Literal["void", "binding-if-unchanged"] = "void"  # AMB-45
    chips: tuple[int, ...] = (1_00, 2_50, 5_00, 10_00, 20_00, 25_00, 100_00, 500_00, 1000_00, 5000_00)
    """Gaming chips and plaques. The smallest chip of the sign is always one of them."""
    bills: tuple[int, ...] = (1_00, 2_00, 5_00, 10_00, 20_00, 50_00, 100_00)


class Early(msgspec.Struct, frozen=True, gc=False):
    """An act out of turn, and the bet as it stood then."""

    act: Act
    street: int
    bet: int


class Owed(msgspec.Struct, frozen=True, gc=False):
    """Chips that a bound player still has to put in, and why."""

    seat: Seat
    amount: int
    rule: Citation


class Made(msgspec.Struct, frozen=True, gc=False):
    """The last action that resulted from words and chips."""

    seat: Seat
    command: Wager


class Heard(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What the dealer remembers during a round of play."""

    seat: Seat | None = None
    """Who is in the middle of acting; the next four fields are about that player."""
    statement: Statement | None = None
    words: str = ""
    motions: tuple[PutIn, ...] = ()
    more_to_come: bool = False

    last: Made | None = None
    owed: tuple[Owed, ...] = ()
    early: tuple[Early, ...] = ()
    bills: tuple[tuple[int, ...], ...] = ()
    """Currency that was in front of each seat when the round of play began and has not been converted."""

    @property
    def placed(self) -> int:
        return total(self.motions)

    @property
    def is_open(self) -> bool:
        """Whether more motions may follow: announced as not complete, or a raise without an amount, 14.7(g)."""
        return self.more_to_come or (self.statement is not None and self.statement.is_open_raise)

    def owed_by(self, seat: Seat) -> Owed | None:
        return next((owed for owed in self.owed if owed.seat == seat), None)

    def bills_of(self, seat: Seat) -> tuple[int, ...]:
        return self.bills[seat] if seat < len(self.bills) else ()


class Bound(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The one action that a player is bound to, and how it came about.

    Its cost is what was placed plus what is due, minus the change.
    """

    command: Wager
    rule: Citation
    manner: Placing | Folding | None
    """How chips were placed or the hand given up; None for words alone."""
    announced: Statement | None
    motions: tuple[PutIn, ...]
    due: int
    change: int
    give_up: int = 0
    """Down cards that the player must name with the command, 14.9B(e)."""
    thrown_away: bool = False
    """The hand is gone but the wager is still owed, 14.15(j)2."""
    converted: CurrencyConverted | None = None
    then: Heard

    @property
    def placed(self) -> int:
        return total(self.motions)

    def __str__(self) -> str:
        """What the dealer says to the table."""
        sums = ((self.placed, "placed"), (self.due, "due"), (self.change, "back"))
        parts = [f"{dollars(amount)} {what}" for amount, what in sums if amount]
        if self.thrown_away:
            parts.append("the hand is thrown away")
        told = [f"seat {self.command.seat + 1} {described(self.command)}", ", ".join(parts)]
        return f"{': '.join(filter(None, told))} ({self.rule})"


class Settled(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Chips put in later by a player who owed them."""

    rule: Citation
    seat: Seat
    placed: int
    due: int
    change: int
    converted: CurrencyConverted | None = None
    then: Heard


class OutOfTurn(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Somebody acted before their turn: for the record. They keep every option, unless the house holds them to it."""

    rule: Citation
    act: Act
    kept: bool
    """It will bind when their turn comes, if the bet has not changed by then."""
    then: Heard


def total(motions: tuple[PutIn, ...]) -> int:
    return sum(sum(motion.chips) for motion in motions)


def described(command: Wager) -> str:
    match command:
        case Bet(to=to):
            return f"bets {dollars(to)}"
        case Raise(to=to):
            return f"raises to {dollars(to)}"
        case Fold():
            return "folds"
        case Check():
            return "checks"
        case Call():
            return "calls"
        case PostForcedBet():
            return "posts the forced bet"
