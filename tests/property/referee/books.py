"""Books kept from the log of a round alone: what each seat holds and has put in, who is out, what is out of play.

Every entry is checked against the entries before it. Neither the state of the round nor its procedure is asked.
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
    ContributionTaken,
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
    RakeReturned,
    RakeTaken,
    RoundClosed,
    RoundDied,
    RoundOpened,
    Ruled,
    UncalledReturned,
)
from tests.property.referee.pots import Stake, uncalled, unmatched_ante

Seats = set[int]

WHOLLY_RETURNED = {Removal.INELIGIBLE, Removal.SKIPPED, Removal.EXPOSED}
NOTHING_RETURNED = {Removal.THROWN_AWAY, Removal.LEFT, Removal.REQUIRED_TO_LEAVE}


class Books:
    """The chips of each seat, on the table and in the pot, and all that the log says of who may win them."""

    def __init__(self) -> None:
        self.stacks: list[int] = []
        self.antes: list[int] = []
        """Antes, and dead posts for missed blinds."""
        self.paid: list[int] = []
        """Bets of the betting rounds that are over."""
        self.bets: list[int] = []
        """Bets of the present betting round."""
        self.all_in_on_ante: Seats = set()
        self.ante_back: tuple[int, int] | None = None
        """An ante that goes back before anything else happens."""
        self.antes_apart = False
        self.raked = 0
        self.contributed = 0
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

    @property
    def live(self) -> Seats:
        return set(range(len(self.stacks))) - self.out

    @property
    def stakes(self) -> list[Stake]:
        """What each seat has in, and how far it may win."""
        return [
            Stake(
                ante=self.antes[seat],
                bet=self.paid[seat] + self.bets[seat],
                live=seat not in self.out,
                capped=not stack or seat in self.frozen,
                all_in_on_ante=seat in self.all_in_on_ante and not stack,
                antes_apart=self.antes_apart,
            )
            for seat, stack in enumerate(self.stacks)
        ]

    def enter(self, event: Event, *, to_blame: bool = False) -> None:
        """Follow one event; `to_blame` tells whether the player of a hand that leaves brought that about."""
        assert not self.closed or isinstance(event, Ruled), f"after the close: {event}"
        ending = isinstance(event, Misdealt | RakeReturned | RoundClosed | Ruled)
        assert self.face_up < 2 or ending, "two cards lay face up in the deck, and play goes on"
        returned = isinstance(event, UncalledReturned)
        assert self.ante_back is None or returned, f"nobody matched {self.ante_back} of an ante, still there"
        if isinstance(event, HandRemoved):
            self.hand_removed(event, to_blame=to_blame)
        else:
            ENTRIES.get(type(event), no_entry)(self, event)

    def opened(self, event: RoundOpened) -> None:
        seats = len(event.stacks)
        self.stacks = list(event.stacks)
        self.antes, self.paid, self.bets = ([0] * seats for _ in range(3))
        self.stud = not CATALOGUE[event.edition, event.game].has_button
        self.antes_apart = event.house.antes_to_main_pot

    def antes_posted(self, event: AntesPosted) -> None:
        for seat, amount in enumerate(event.amounts):
            self.stacks[seat] -= amount
            self.antes[seat] += amount
        self.all_in_on_ante = {seat for seat, stack in enumerate(self.stacks) if not stack}
        self.ante_back = unmatched_ante(self.antes, self.stacks)

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
        """Only an ante that nobody matched goes back, and a bet of a player still in that nobody called."""
        seat, amount = event.seat, event.amount
        due = self.ante_back or uncalled(self.bets)
        assert (seat, amount) == due, f"{amount} went back to seat {seat}, where {due} was due"
        assert seat not in self.out, f"what nobody called went back to seat {seat}, who is out"
        (self.antes if self.ante_back else self.bets)[seat] -= amount
        self.stacks[seat] += amount
        self.ante_back = None

    def gathered(self, event: BettingRoundClosed) -> None:  # noqa: ARG002
        highest = uncalled(self.bets)
        assert highest is None or highest[0] in self.out, (
            f"nobody called {highest[1]} of seat {highest[0]}, still there"
        )
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
        assert not self.raked, f"{self.raked} of rake did not go back"
        self.undone = event
        self.face_up = 0
        self.dead = []

    def pot_awarded(self, event: PotAwarded) -> None:
        assert not self.out.intersection(event.seats), f"a hand that is out wins: {event}"
        for seat, amount in zip(event.seats, event.amounts, strict=True):
            assert amount >= 0
            self.won[seat] += amount
            self.stacks[seat] += amount

    def rake_taken(self, event: RakeTaken) -> None:
        assert min(event.amounts) >= 0 < sum(event.amounts), f"no rake: {event.amounts}"
        self.raked += sum(event.amounts)

    def rake_returned(self, event: RakeReturned) -> None:
        assert event.amount == self.raked, f"{event.amount} of {self.raked} raked went back"
        self.raked = 0

    def contribution_taken(self, event: ContributionTaken) -> None:
        self.contributed += sum(event.amounts)

    def round_closed(self, event: RoundClosed) -> None:
        left = sum(self.put_in) - self.raked - self.contributed - self.won.total()
        assert self.undone or not left, (
            f"{self.put_in} were put in, {self.raked} raked, {self.won} won: {left} are left"
        )
        assert list(event.stacks) == self.stacks, f"the log adds up to {self.stacks}, not {event.stacks}"
        self.closed = True

    def ruling(self, event: Ruled) -> None:
        """Chips that a ruling takes from the pot are bets as far as there are any, and antes then."""
        for move in event.moves:
            self.move(move.source, -move.amount)
            self.move(move.target, move.amount)
            for seat, paid in enumerate(self.paid):
                self.antes[seat] += min(paid, 0)
                self.paid[seat] = max(paid, 0)

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
    RakeTaken: Books.rake_taken,
    RakeReturned: Books.rake_returned,
    ContributionTaken: Books.contribution_taken,
    RoundClosed: Books.round_closed,
    Ruled: Books.ruling,
    FaceUpCardRemoved: Books.card_out_of_play,
    FallenCardRemoved: Books.card_out_of_play,
    FallenCardReplaced: Books.card_replaced,
    DeckReshuffled: Books.reshuffled,
}
