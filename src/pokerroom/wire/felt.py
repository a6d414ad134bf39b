"""What a dealer's console is told besides the round: decks and what is due, what is cleared and what is put in."""

import msgspec

from pokerroom.wire.common import Cents, Seat, Seconds
from pokerroom.words import Saying


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """Why something may not be done now, and by which paragraph."""

    code: str
    says: Saying
    rule: str


class DeckView(msgspec.Struct, frozen=True, kw_only=True):
    """A deck at a table that a dealer deals."""

    name: str
    back: str
    place: str
    """Where it lies: `open table`, `dealer's hand`, `designated area` or `shuffling device`."""
    step: str
    """How far it is prepared: `RECEIVED`, `INSPECTED`, `VERIFIED` and so on to `CUT`."""
    in_play: bool
    opened: Seconds | None
    counted: Seconds | None
    sorted: Seconds | None


class DutyView(msgspec.Struct, frozen=True, kw_only=True):
    """Something owed at the table from `when` on, and late from `limit` on."""

    duty: str
    says: Saying
    of: str
    """The deck, table or person that it is about."""
    when: Seconds
    limit: Seconds
    rule: str
    reading: str | None


class CallView(msgspec.Struct, frozen=True, kw_only=True):
    """A call for a floorperson that nobody has answered."""

    call: int
    by: str
    at: Seconds
    reason: str


class HandToClear(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that a seat gives back after a round: its hand, and what it discarded or drew for."""

    seat: Seat
    cards: int
    wins: bool


class PotToClear(msgspec.Struct, frozen=True, kw_only=True):
    """A pot to push; 0 is the main pot, which is pushed last."""

    pot: int
    seats: tuple[Seat, ...]
    amounts: tuple[Cents, ...]


class CardsDue(msgspec.Struct, frozen=True, kw_only=True):
    """The cards that the round waits for, in the order they leave the deck; for each whether it lies open."""

    street: str
    open: tuple[bool, ...]
    exposed: str = ""
    """By which paragraph one that is due face down counts when it comes face up; empty where none is due so."""
    first: bool = False
    """Whether nobody has a hand before them: they are dealt, and not entered yet."""


class BackView(msgspec.Struct, frozen=True, kw_only=True):
    """What the backs of a deck look like."""

    color: str
    design: str


class DeckRulesView(msgspec.Struct, frozen=True, kw_only=True):
    """How the house keeps its decks, as `ChooseDeckRules` takes it."""

    wash: str = "both"
    """Whether the second deck is prepared at the opening, or when it is rotated into play: `both` or `in-use`."""
    count_minutes: int = 0
    sort_hours: int = 0
    change_hours: int = 0
    relief_minutes: int = 0
    idle_minutes: int = 0
    notify_minutes: int = 0
    cut_min: int = 0
    cut_max: int = 0
    deck_clock: str = "wall"


class BoxView(msgspec.Struct, frozen=True, kw_only=True):
    """The dealer's box: decks, devices and what is due."""

    day: str | None
    """The gaming day it is open on; none while it is closed."""
    dealer: str | None
    """Who is signed on."""
    decks: tuple[DeckView, ...]
    backs: tuple[BackView, ...]
    """The backs that the distribution of the gaming day gives this table."""
    cover: str | None
    shuffler: str | None
    players: int
    """How many have a seat."""
    transaction: str | None
    """What the dealer handles while the marker button lies on the deck."""
    may_deal: Reason | None
    """Why the next round may not be dealt; none where it may."""
    due: tuple[DutyView, ...]
    """What is owed, and every running clock before it runs out: the next one first."""
    round: int
    """The round that `Attest` names: the last one that is over."""
    attested: bool
    """Whether nothing is left to attest of it."""
    may_prepare: bool = True
    """Whether a deck is there that can be shuffled and cut for the next round, which `Attest` then says."""
    hands: tuple[HandToClear, ...]
    rake: Cents = 0
    """Of that round, to put into the table inventory container."""
    contribution: Cents = 0
    """Of its pots, to put into the container of a bad beat payout."""
    pots: tuple[PotToClear, ...]
    rules: DeckRulesView = DeckRulesView()
    calls: tuple[CallView, ...]


class Owing(msgspec.Struct, frozen=True, kw_only=True):
    """Chips that a player is bound to and has not put in yet."""

    seat: Seat
    amount: int


class Unfinished(msgspec.Struct, frozen=True, kw_only=True):
    """What the seat to act has said or put in so far: chips follow, or both hands come to rest, 14.7(g)."""

    seat: Seat
    words: str
    placed: Cents


class LastPush(msgspec.Struct, frozen=True, kw_only=True):
    """What the round leaves to confirm once its pots are pushed, whoever wins them."""

    rake: Cents
    contribution: Cents
    may_prepare: bool = True
    """Whether a deck can be shuffled and cut for the next round then."""


class LastFold(msgspec.Struct, frozen=True, kw_only=True):
    """What the pots give if the seat to act folds, or mucks at the showdown, and the round is over: nobody confirms
    what they were not shown.
    """

    seat: Seat
    rake: Cents
    contribution: Cents
    may_prepare: bool = True
    """Whether a deck can be shuffled and cut for the next round then."""


class Pieces(msgspec.Struct, frozen=True, kw_only=True):
    """The pieces in use at a table, in cents, and what lies on it besides chips."""

    chips: tuple[Cents, ...] = ()
    bills: tuple[Cents, ...] = ()
    laid: tuple[tuple[Cents, ...], ...] = ()
    """Which bills are among the stakes of each seat."""
    ante_in_coin: Cents = 0
    """The ante, where it may be paid in coin."""
    coin_from: tuple[Seat, ...] = ()
    """Whose ante was, in this round."""
