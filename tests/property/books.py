"""Books kept from the log of a round alone: what each seat holds and has put in, who is out, what is out of play.

Every entry is checked against the entries before it. Neither the state of the round nor its rules are asked.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from pokerroom.cards import UNKNOWN, Card
from pokerroom.games import CATALOGUE
from pokerroom.play import Event, Removal
from pokerroom.play.commands import Place
from pokerroom.play.events import (
    AntesPosted,
    BetMade,
    BettingRoundClosed,
    BlindPosted,
    Called,
    Checked,
    DeckReshuffled,
    FaceUpCardRemoved,
    FallenCardRemoved,
    FallenCardReplaced,
    Folded,
    ForcedBetPosted,
    Frozen,
    HandConceded,
    HandProtected,
    HandRemoved,
    Misdealt,
    PotAwarded,
    Raised,
    RoundClosed,
    RoundDied,
    RoundOpened,
    Ruled,
    UncalledReturned,
)

Seats = set[int]

WHOLLY_RETURNED = {Removal.INELIGIBLE, Removal.SKIPPED, Removal.EXPOSED}
NOTHING_RETURNED = {Removal.THROWN_AWAY, Removal.LEFT, Removal.REQUIRED_TO_LEAVE}


class Books:
    """The chips of each seat, on the table and in the pot, and all that the log says of who may win them."""

    def __init__(self) -> None:
        self.stacks: list[int] = []
        self.antes: list[int] = []
        self.paid: list[int] = []
        self.bets: list[int] = []
        self.ruled: Counter[int] = Counter()
        """What rulings have brought each seat, and taken from it."""
        self.won: Counter[int] = Counter()
        self.wagered: Seats = set()
        self.protected: Seats = set()
        self.frozen: Seats = set()
        self.out: Seats = set()
        self.dead: list[Card] = []
        self.face_up = 0
        self.stud = False
        self.closed = False
        self.undone: Misdealt | RoundDied | None = None

    @property
    def put_in(self) -> list[int]:
        """Every chip of each seat in the pot or before it."""
        return [sum(piles) for piles in zip(self.antes, self.paid, self.bets, strict=True)]

    def enter(self, event: Event, *, to_blame: bool = False) -> None:
        """Follow one event; `to_blame` tells whether the player of a hand that leaves brought that about."""
        assert not self.closed or isinstance(event, Ruled), f"after the close: {event}"
        ending = isinstance(event, Misdealt | RoundClosed | Ruled)
        assert self.face_up < 2 or ending, "two cards lay face up in the deck, and play goes on"
        if isinstance(event, HandRemoved):
            self.hand_removed(event, to_blame=to_blame)
        else:
            ENTRIES.get(type(event), no_entry)(self, event)

    def opened(self, event: RoundOpened) -> None:
        seats = len(event.stacks)
        self.stacks = list(event.stacks)
        self.antes, self.paid, self.bets = ([0] * seats for _ in range(3))
        self.stud = not CATALOGUE[event.edition, event.game].has_button

    def antes_posted(self, event: AntesPosted) -> None:
        for seat, amount in enumerate(event.amounts):
            self.stacks[seat] -= amount
            self.antes[seat] += amount

    def posted(self, event: BlindPosted | ForcedBetPosted) -> None:
        self.bet(event.seat, event.amount)

    def called(self, event: Called) -> None:
        self.wagered.add(event.seat)
        self.bet(event.seat, event.amount)

    def bet_to(self, event: BetMade | Raised) -> None:
        self.wagered.add(event.seat)
        self.bet(event.seat, event.to - self.bets[event.seat])

    def bet(self, seat: int, amount: int) -> None:
        assert seat not in self.frozen, f"seat {seat} stopped wagering and wagers"
        assert seat not in self.out, f"seat {seat} has no hand and wagers"
        self.stacks[seat] -= amount
        self.bets[seat] += amount

    def checked(self, event: Checked) -> None:
        assert event.seat not in self.frozen | self.out, f"seat {event.seat} checks"

    def uncalled_returned(self, event: UncalledReturned) -> None:
        self.bets[event.seat] -= event.amount
        self.stacks[event.seat] += event.amount

    def gathered(self, event: BettingRoundClosed) -> None:  # noqa: ARG002
        self.paid = [sum(piles) for piles in zip(self.paid, self.bets, strict=True)]
        self.bets = [0] * len(self.bets)

    def hand_given_up(self, event: Folded | HandConceded) -> None:
        self.out.add(event.seat)

    def hand_removed(self, event: HandRemoved, *, to_blame: bool) -> None:
        """Chips go back whole or not at all: whole to whom the error was done, nothing to who did it."""
        seat, cause = event.seat, event.cause
        safe = self.stud or seat in self.protected
        whole = cause in WHOLLY_RETURNED or (cause not in NOTHING_RETURNED and safe and not to_blame)
        due = self.put_in[seat] if whole else 0
        assert event.returned == due, f"{cause}: {event.returned} went back to seat {seat}, not {due}"
        assert seat not in self.out, f"seat {seat} leaves twice"
        if whole:
            self.give_back(seat)
        self.out.add(seat)

    def give_back(self, seat: int) -> None:
        self.stacks[seat] += self.put_in[seat]
        self.antes[seat] = self.paid[seat] = self.bets[seat] = 0

    def hand_protected(self, event: HandProtected) -> None:
        (self.protected.add if event.how else self.protected.discard)(event.seat)

    def froze(self, event: Frozen) -> None:
        assert event.seat not in self.frozen | self.out
        self.frozen.add(event.seat)

    def round_undone(self, event: Misdealt | RoundDied) -> None:
        assert list(event.returned) == self.put_in, f"{event.returned} went back of {self.put_in}"
        for seat in range(len(self.stacks)):
            self.give_back(seat)
        self.undone = event
        self.face_up = 0
        self.dead = []

    def pot_awarded(self, event: PotAwarded) -> None:
        assert not self.out.intersection(event.seats), f"a hand that is out wins: {event}"
        for seat, amount in zip(event.seats, event.amounts, strict=True):
            assert amount >= 0
            self.won[seat] += amount
            self.stacks[seat] += amount

    def round_closed(self, event: RoundClosed) -> None:
        assert self.undone or self.won.total() == sum(self.put_in), f"{self.put_in} were put in, {self.won} won"
        assert list(event.stacks) == self.stacks, f"the log adds up to {self.stacks}, not {event.stacks}"
        self.closed = True

    def ruling(self, event: Ruled) -> None:
        for move in event.moves:
            self.move(move.source, -move.amount)
            self.move(move.target, move.amount)

    def move(self, place: Place, amount: int) -> None:
        pile = {"stakes": self.stacks, "bet": self.bets, "pot": self.paid}[place.at]
        pile[place.seat] += amount
        self.ruled[place.seat] += amount

    def card_out_of_play(self, event: FallenCardRemoved | FaceUpCardRemoved) -> None:
        self.dead.append(event.card)
        self.face_up += isinstance(event, FaceUpCardRemoved)

    def card_replaced(self, event: FallenCardReplaced) -> None:
        self.dead.append(event.fallen)

    def reshuffled(self, event: DeckReshuffled) -> None:
        back = set(event.deck).intersection(self.dead) - {UNKNOWN}
        assert not back, f"out of play, and shuffled in again: {back}"


def no_entry(books: Books, event: Event) -> None:
    """What moves no chip and puts no card out of play."""


ENTRIES: dict[type[Any], Callable[[Books, Any], None]] = {
    RoundOpened: Books.opened,
    AntesPosted: Books.antes_posted,
    BlindPosted: Books.posted,
    ForcedBetPosted: Books.posted,
    Called: Books.called,
    BetMade: Books.bet_to,
    Raised: Books.bet_to,
    Checked: Books.checked,
    UncalledReturned: Books.uncalled_returned,
    BettingRoundClosed: Books.gathered,
    Folded: Books.hand_given_up,
    HandConceded: Books.hand_given_up,
    HandProtected: Books.hand_protected,
    Frozen: Books.froze,
    Misdealt: Books.round_undone,
    RoundDied: Books.round_undone,
    PotAwarded: Books.pot_awarded,
    RoundClosed: Books.round_closed,
    Ruled: Books.ruling,
    FaceUpCardRemoved: Books.card_out_of_play,
    FallenCardRemoved: Books.card_out_of_play,
    FallenCardReplaced: Books.card_replaced,
    DeckReshuffled: Books.reshuffled,
}
