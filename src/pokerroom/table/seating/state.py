"""A table: the state that the events of its record fold into."""

from datetime import datetime, timedelta
from enum import StrEnum

import msgspec

from pokerroom.play import Round, Seat
from pokerroom.rules.house import KillOption, TimeCharge
from pokerroom.rules.rulebook import CURRENT, Rulebook
from pokerroom.table.acts import Heard
from pokerroom.table.ante_coin import AnteCoin
from pokerroom.table.seating.commands import By, DealtBy, Method
from pokerroom.table.seating.posting import Posting, Rotation, in_pieces


class Status(StrEnum):
    PLAYING = "playing"
    SITTING_OUT = "sitting out"
    AWAY = "away"


class Leave(msgspec.Struct, frozen=True, gc=False):
    """A temporary absence: what was counted out with the player, or is covered at their seat."""

    method: Method
    amount: int
    since: datetime
    of_round: int = 0
    """The part of what was counted out that is still among the player's stakes in the round in progress."""


class Place(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A seat and the player who has it."""

    player: str
    stakes: int
    """On the table. In a round the player is dealt into, what they had when it started."""
    added: int = 0
    """Bought in during a round of play; it plays from the next one on."""
    status: Status = Status.PLAYING
    leave: Leave | None = None
    leaving: bool = False
    """Gives up the seat when the round of play is over."""
    must_leave: bool = False
    """Was required to leave the game, 14.16(b), and cannot stay even if they ask to."""
    missed: int = 0
    """Bit i is set while the player has blind number i to make good."""
    waits: bool = False
    """Is dealt in once the last blind comes round, rather than make missed blinds good before."""
    owes: int = 0
    """Time charges the player could not pay."""
    since: datetime | None = None
    """When the seat was taken."""
    bills: tuple[int, ...] = ()
    """Currency among the stakes, where a dealer has said so."""

    @property
    def carried(self) -> int:
        """Table stakes that left the table with the player and still belong to them here."""
        return self.leave.amount if self.leave is not None and self.leave.method is Method.COUNTED else 0

    @property
    def taken_along(self) -> int:
        """Stakes of the round in progress that the player has left the table with."""
        return 0 if self.leave is None else self.leave.of_round


class Departed(msgspec.Struct, frozen=True, gc=False):
    """Somebody who gave up a seat, and the stakes that left the table then."""

    player: str
    amount: int
    at: datetime


class Kill(msgspec.Struct, frozen=True, gc=False):
    """A kill or half-kill in effect and the player with its button."""

    option: KillOption
    player: str


class Proposal(msgspec.Struct, frozen=True, gc=False):
    """A higher minimum wager that everybody with a seat is asked to agree to."""

    minimum: int
    by: By
    agreed: tuple[str, ...] = ()


class ChargeFrom(msgspec.Struct, frozen=True, gc=False):
    """The time charge in force from a moment on; None where the game played then had none."""

    since: datetime
    charge: TimeCharge | None


class Dealing(msgspec.Struct, frozen=True, gc=False):
    """The round of play in progress, by the seats of the table."""

    number: int
    lineup: tuple[int, ...]
    blinds: tuple[int, ...]
    made_good: tuple[int, ...]
    rulebook: Rulebook = CURRENT
    dealer: str = ""
    """Who deals it."""
    short: tuple[int, ...] = ()
    """Who wanted to be dealt in and had too few chips."""


class DealtIn(msgspec.Struct, frozen=True, gc=False):
    """Who was dealt into a round of play, from its start until the next one begins."""

    number: int
    game: str
    lineup: tuple[int, ...]
    players: tuple[str, ...]
    began: datetime | None = None

    def player_at(self, seat: int) -> str | None:
        """Whoever held this seat then; they may have left it since."""
        return self.players[self.lineup.index(seat)] if seat in self.lineup else None


class Unwitnessed(msgspec.Struct, frozen=True, gc=False):
    """A ruling that nobody has witnessed yet."""

    number: int
    """Among the rulings at this table, from 1."""
    by: str
    """Who ruled; empty where the record does not say."""
    at: datetime | None
    reason: str


class Table(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    name: str
    at: datetime | None = None
    """The time of the last record."""
    area: str = ""
    """Where the table is open; empty while it is closed."""
    dealt_by: DealtBy = DealtBy.ROOM
    """Who deals here, since the table was last opened."""
    rotation: Rotation = ()
    turn: int = 0
    """Which game of the rotation is played."""
    played: int = 0
    """Rounds of play of that game since its turn came."""
    settings: str = ""
    """The filed version of what the table posts."""
    next_rotation: Rotation | None = None
    """A posted change that waits for the end of the round of play."""
    next_settings: str = ""
    """The filed version of that change."""
    places: tuple[Place | None, ...] = ()
    departed: tuple[Departed, ...] = ()
    """Players who left so recently that they must come back with their stakes."""
    button: int | None = None
    blinds: tuple[int, ...] = ()
    """Where the blinds of the last round of play were, by number."""
    kill: Kill | None = None
    proposal: Proposal | None = None
    next_minimum: int | None = None
    """An agreed increase that waits for the end of the round of play."""
    agreement: Proposal | None = None
    """What was agreed on then, and by whom."""
    rounds: int = 0
    """Rounds of play started, misdeals included."""
    dealing: Dealing | None = None
    round: Round | None = None
    """The round of play in progress, or the last one."""
    dealt_in: DealtIn | None = None
    """Who is dealt into it, or was; none after a round that did not come to its end."""

    heard: Heard = Heard()
    """What a dealer remembers of what players said and did in the round."""
    heard_before: Heard = Heard()
    """The same before the last entry, which may be taken back."""
    coin: AnteCoin = AnteCoin()
    """What antes in coin have left in the pot of the round."""
    coin_from: tuple[int, ...] = ()
    """The seats whose antes were in coin."""

    bought_in: int = 0
    cashed_out: int = 0
    rake_area: int = 0
    """Rake of a finished round on its way to the inventory; during a round its rake is the round's own."""
    time_area: int = 0
    """Time charges in the rake area that are not verified yet."""
    time_from: datetime | None = None
    """Up to when time has been charged."""
    charges: tuple[ChargeFrom, ...] = ()
    """The time charges in force since then, each until the next; old ones are dropped."""
    inventory: int = 0
    """Rake and time charges placed in the table inventory."""
    rulings: int = 0
    unwitnessed: tuple[Unwitnessed, ...] = ()
    """The rulings among them that nobody but whoever made them has signed."""
    contributed: int = 0
    """What pots of finished rounds contributed to a bad beat payout fund."""

    @property
    def is_open(self) -> bool:
        return bool(self.area)

    @property
    def posting(self) -> Posting:
        """The game being played, as posted."""
        return self.rotation[self.turn]

    @property
    def seated(self) -> tuple[tuple[int, Place], ...]:
        return tuple([(seat, place) for seat, place in enumerate(self.places) if place is not None])

    def seat_of(self, player: str) -> int | None:
        for seat, place in enumerate(self.places):
            if place is not None and place.player == player:
                return seat
        return None

    def place(self, seat: int) -> Place:
        place = self.places[seat]
        assert place is not None
        return place

    def is_broke(self, seat: int) -> bool:
        """Whether a player has no chips at all here: none on the table, none bought in, none counted out."""
        place = self.place(seat)
        return not (self.stakes(seat) or place.added or place.carried)

    def is_dealt_in(self, seat: int) -> bool:
        return self.dealing is not None and seat in self.dealing.lineup

    def stakes(self, seat: int) -> int:
        """What is in front of the player now, less what they have put in or taken along."""
        if self.dealing is not None and self.round is not None and seat in self.dealing.lineup:
            return self.round.stacks[self.dealing.lineup.index(seat)] - self.place(seat).taken_along
        return self.place(seat).stakes

    def is_in_contention(self, seat: int) -> bool:
        """Whether the player's hand is still in the round of play, even if everybody else has folded."""
        own = self.round_seat(seat)
        return own is not None and (self.round is None or self.round.is_live(own))

    @property
    def turn_to_act(self) -> int | None:
        """The seat whose decision the round of play waits for."""
        if self.dealing is None or self.round is None or self.round.turn is None:
            return None
        return self.dealing.lineup[self.round.turn]

    def round_seat(self, seat: int) -> Seat | None:
        """The number of this seat in the round of play; None if it is not dealt in."""
        if self.dealing is None or seat not in self.dealing.lineup:
            return None
        return Seat(self.dealing.lineup.index(seat))

    @property
    def contributes(self) -> bool:
        """Whether pots of the round under way contribute to a bad beat payout."""
        if self.dealing is None or self.round is None:
            return False
        return self.round.procedure.house.bad_beat is not None

    @property
    def vacant(self) -> tuple[int, ...]:
        return tuple([seat for seat, place in enumerate(self.places) if place is None])

    @property
    def in_rake_area(self) -> int:
        """Everything that lies in the rake area: the round's rake, and time charges."""
        of_round = sum(self.round.raked) if self.dealing is not None and self.round is not None else 0
        return of_round + self.rake_area + self.time_area

    @property
    def at_stake(self) -> int:
        """Table stakes and pot, wherever they are: in front of players, in the middle, or with a player who is away."""
        own = sum([place.stakes + place.added + place.carried for _, place in self.seated])
        if self.dealing is None or self.round is None:
            return own
        before = sum([self.place(seat).stakes + self.place(seat).taken_along for seat in self.dealing.lineup])
        return own - before + sum(self.round.stacks) + self.round.pot

    @property
    def in_bad_beat_box(self) -> int:
        """Everything that pots have contributed to a bad beat payout fund, including the round in progress."""
        of_round = self.round.contributed if self.dealing is not None and self.round is not None else 0
        return of_round + self.contributed

    @property
    def is_balanced(self) -> bool:
        """Whether all that was bought in is at stake, in the rake area, inventory or bad beat box, or cashed out."""
        taken = self.in_rake_area + self.inventory + self.in_bad_beat_box
        return self.bought_in == self.at_stake + taken + self.cashed_out

    @property
    def time_every(self) -> int | None:
        """Minutes from one collection to the next, by the latest charge; None where no time has been charged."""
        return next((each.charge.every for each in reversed(self.charges) if each.charge is not None), None)

    @property
    def time_due(self) -> datetime | None:
        """When the next time charge falls due; None where time is not charged."""
        every = self.time_every
        return None if every is None or self.time_from is None else self.time_from + timedelta(minutes=every)

    def left_with(self, player: str, at: datetime) -> int:
        """The least that a player who comes back now must bring, in pieces of the table; 0 if nothing binds them."""
        since = at - timedelta(minutes=self.posting.rules.rejoin_minutes)
        left = max([each.amount for each in self.departed if each.player == player and each.at > since], default=0)
        return in_pieces(self.rotation, left)

    def leave_ends(self, seat: int) -> datetime | None:
        """Until when a player may stay away, if the house has a limit."""
        leave, most = self.place(seat).leave, self.posting.rules.leave_max_minutes
        return None if leave is None or most is None else leave.since + timedelta(minutes=most)
