"""A round of play: the state that the events of its log fold into."""

from enum import StrEnum
from typing import NamedTuple, TypeVar

import msgspec

from pokerroom.cards import Card
from pokerroom.play.commands import KillButton, Seat
from pokerroom.play.events import Pot
from pokerroom.play.procedure import BetSizes, Procedure

T = TypeVar("T")


class Stage(StrEnum):
    """What the round waits for."""

    OPENING = "opening"
    DEALING = "dealing"
    SHUFFLING = "shuffling"
    BETTING = "betting"
    TELLING = "telling who acts first"
    CHOOSING = "choosing"
    DISCARDING = "discarding"
    DRAWING = "drawing"
    SHOWDOWN = "showdown"
    CLOSED = "closed"


class Late(msgspec.Struct, frozen=True, gc=False):
    """A card owed to a player whose drawn card came face up, and how many cards they have given up in this draw."""

    seat: Seat
    discarded: int


class Apart(msgspec.Struct, frozen=True, gc=False):
    """What only irregularities change. Most rounds share one empty value of this and never copy it."""

    frozen: int = 0
    """Bit i is set once seat i has stopped wagering after its last card was exposed."""
    protected: int = 0
    """Bit i is set while the dealer sees seat i's hand held or under a chip."""
    dead: tuple[Card, ...] = ()
    """Cards out of play: found face up in the deck, or dealt off the table. No reshuffle uses them."""
    mistaken: tuple[Card, ...] = ()
    """Discards of players who were not in the round but were dealt to by mistake."""
    face_up: int = 0
    """How many cards were found face up in the deck."""
    flashed: tuple[Card, ...] = ()
    """Exposed down cards whose players may choose to stop wagering."""
    choosing: tuple[Seat, ...] = ()
    """The players whose last card was exposed and who choose once the rest of the street is dealt."""
    burn_ready: bool = False
    """An exposed card serves as the burn card of the next street."""
    late: tuple[Late, ...] = ()
    """Who is owed a card once everybody has drawn."""
    uncalled: tuple[int, ...] = ()
    """By seat, uncalled bets of hands that are out: in the pot, and never raked."""


class FromPot(NamedTuple):
    """What one method took from one pot, which is identified by its claimants as bits."""

    claim: int
    amount: int
    method: int


class Taken(msgspec.Struct, frozen=True, gc=False):
    """What has left the pots."""

    raked: tuple[int, ...] = ()
    """For the rake area, by pot, the main pot first."""
    from_pots: tuple[FromPot, ...] = ()
    """The same, each amount taken separately; empty under the first rulebook."""
    by_method: tuple[int, ...] = ()
    """The same by method, in the order of the sign."""
    contributed: int = 0
    """For the bad beat box."""


REGULAR = Apart()
NOTHING = Taken()


class Round(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One deal from ante to award. Tuples run over seats."""

    procedure: Procedure
    button: Seat | None
    kill: KillButton | None

    stage: Stage = Stage.OPENING
    street: int = -1
    to_act: tuple[Seat, ...] = ()
    """Whose turn it is, then who follows: to bet, to draw, to discard or to show."""

    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    """Chips of the current betting round."""
    paid: tuple[int, ...]
    """Chips of earlier betting rounds, and antes."""
    main_pot_antes: tuple[int, ...] = ()
    """Antes that belong to the main pot, whoever paid them."""
    awarded: int = 0
    taken: Taken = NOTHING

    live: int
    """Bit i is set while seat i has neither folded nor conceded."""
    apart: Apart = REGULAR
    wagered: int = 0
    """Bit i is set once seat i has wagered voluntarily."""
    down: tuple[tuple[Card, ...], ...]
    up: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...] = ()
    """Community cards and common cards."""
    burns: tuple[Card, ...] = ()
    muck: tuple[tuple[Card, ...], ...]
    """Discards, by the seat that held them."""
    deck: tuple[Card, ...] = ()
    dealt: int = 0
    """How many cards have left `deck`; the rest is the stub."""
    by_dealer: bool = False
    """A dealer deals at the table; the room does not know the order of the deck."""
    unnamed: bool = False
    """Open cards may be unnamed, too: what depends on them is as the dealer says."""

    bet: int = 0
    """What a player must have put in to stay in."""
    full: int = 0
    """The bet as of the last full bet or raise; `bet` exceeds it after a short all-in."""
    increment: int = 0
    """The least full raise."""
    incomplete: bool = False
    """Only forced money is in, and it is less than a full bet: the first raise completes it."""
    in_blind: int = 0
    """Bit i is set while seat i is in a regular blind's place."""
    raises: int = 0
    levels: tuple[int, ...]
    """The bet each seat last called, made or raised to in this betting round; -1 if it has wagered none."""
    checked: int = 0
    """Bit i is set once seat i has checked in this betting round."""
    obliged: int = 0
    """The least that the player to act must bet; 0 where checking is free."""
    opener: Seat | None = None
    """Who opened the last betting round."""
    aggressor: Seat | None = None
    """Who made the last bet or raise on any street."""
    street_aggressor: Seat | None = None

    owed: int = 0
    """Cards still owed to the player who is drawing."""
    discarded: int = 0
    """Cards that player has given up in this draw."""
    burned: bool = False
    """Whether this draw has had its burn card; where the house burns once, whether the round has."""
    waiting: tuple[Seat, ...] = ()
    """Seats a street could not serve before the deck ran short."""
    entered: int = 0
    """Bit i is set once seat i has given up its down cards."""

    pots: tuple[Pot, ...] = ()
    shown: int = 0

    before: "Round | None" = None
    """The round before the last entry of a dealer, which can be taken back; None if nothing can."""

    @property
    def raked(self) -> tuple[int, ...]:
        """What has left each pot for the rake area, the main pot first."""
        return self.taken.raked

    @property
    def contributed(self) -> int:
        """What has left the pots for the bad beat box."""
        return self.taken.contributed

    @property
    def frozen(self) -> int:
        return self.apart.frozen

    @property
    def protected(self) -> int:
        return self.apart.protected

    @property
    def dead(self) -> tuple[Card, ...]:
        return self.apart.dead

    @property
    def flashed(self) -> tuple[Card, ...]:
        return self.apart.flashed

    @property
    def late(self) -> tuple[Late, ...]:
        return self.apart.late

    @property
    def seats(self) -> int:
        return len(self.stacks)

    @property
    def sizes(self) -> BetSizes:
        """The bet sizes in force: the posted ones, or a kill's."""
        return self.procedure.sizes[None if self.kill is None else self.kill.option]

    @property
    def turn(self) -> Seat | None:
        """Whose decision the round waits for."""
        return self.to_act[0] if self.to_act else None

    @property
    def stub(self) -> tuple[Card, ...]:
        return self.deck[self.dealt :]

    @property
    def pot(self) -> int:
        """Every chip put in and not yet taken by the house, the bad beat box or a winner."""
        put_in = sum(self.bets) + sum(self.paid) + sum(self.main_pot_antes)
        return put_in - sum(self.taken.raked) - self.taken.contributed - self.awarded

    @property
    def chips(self) -> int:
        """Every chip of the round, wherever it is: the sum never changes from ante to award."""
        return sum(self.stacks) + self.pot + sum(self.raked) + self.contributed

    @property
    def over(self) -> bool:
        return self.stage is Stage.CLOSED

    def is_live(self, seat: int) -> bool:
        return bool(self.live >> seat & 1)

    def put_in(self, seat: int) -> int:
        """Every chip of this player in the pot or in front of it."""
        antes = self.main_pot_antes
        return self.bets[seat] + self.paid[seat] + (antes[seat] if antes else 0)

    def cards(self, seat: int) -> tuple[Card, ...]:
        return self.down[seat] + self.up[seat]


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The same values with one seat's changed."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


CLOCKWISE: tuple[tuple[tuple[Seat, ...], ...], ...] = tuple(
    tuple(tuple(Seat((start + step) % seats) for step in range(seats)) for start in range(seats))
    for seats in range(1, 25)
)
"""`CLOCKWISE[seats - 1][start]` is every seat once, from `start`."""


def clockwise(seats: int, start: int) -> tuple[Seat, ...]:
    """Every seat from `start` round to the one before it."""
    return CLOCKWISE[seats - 1][start % seats]


def live_from(state: Round, start: int) -> tuple[Seat, ...]:
    live = state.live
    return tuple([seat for seat in clockwise(len(state.stacks), start) if live >> seat & 1])


def able_from(state: Round, start: int) -> tuple[Seat, ...]:
    """Live players who still have chips to bet, and have not stopped wagering."""
    live, stacks = state.live & ~state.apart.frozen, state.stacks
    return tuple([seat for seat in clockwise(len(stacks), start) if live >> seat & 1 and stacks[seat]])


def somebody_else_is_able(state: Round, seat: int) -> bool:
    """Whether another live player still has chips to bet, and has not stopped wagering."""
    others = state.live & ~state.apart.frozen & ~(1 << seat)
    for stack in state.stacks:
        if stack and others & 1:
            return True
        others >>= 1
    return False


def first_seat(state: Round) -> Seat:
    """Where dealing starts: left of the button, or at the dealer's left."""
    return Seat(0) if state.button is None else clockwise(len(state.stacks), state.button + 1)[0]
