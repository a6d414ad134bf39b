"""The messages between a client and the room, version 2: JSON, each named by its `type`.

Cards are text (`As`; `??` for one the receiver may not see), money is whole cents, times are seconds since 1970. Seats
are the table's, from 0. A player's move names no seat: it is the one they sit in.

Every request has an `id` that its sender never uses for another, best a random one. The same request sent again under
its id is answered as before, and the room acts once; any other request under that id is refused as `id taken`, and
nothing happens. All that a request says counts but its `id` and `seen`. The id of a request that was refused is free.

What the room says comes as a `Saying`: a key and values. The client makes the words, by the catalogue of its language
(`src/pokerroom/words`, `page/src/words`). Text stands only where it is somebody's own or a name: a player, a game and
its limits, the lines of a posted sign, chat.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from pokerroom.wire import banked, dice, keno
from pokerroom.wire.cluster import Moved
from pokerroom.wire.common import Cents, Id, Message, Name, Seat, Seconds
from pokerroom.wire.felt import BoxView, CardsDue, LastFold, LastPush, Owing, Pieces, Reason, Unfinished
from pokerroom.wire.floor import FloorBoard
from pokerroom.wire.payouts import PayoutNews, PayoutShown
from pokerroom.words import Saying

VERSION = 2

CardText = Annotated[str, Meta(min_length=2, max_length=2)]

# A player's move in a round of play.


class Move(msgspec.Struct, frozen=True, tag_field="type", tag=True, kw_only=True):
    pass


class Fold(Move, frozen=True, kw_only=True):
    pass


class Check(Move, frozen=True, kw_only=True):
    pass


class Call(Move, frozen=True, kw_only=True):
    discard: tuple[CardText, ...] = ()


class Bet(Move, frozen=True, kw_only=True):
    """Make the first bet of a betting round."""

    to: Cents
    discard: tuple[CardText, ...] = ()


class Raise(Move, frozen=True, kw_only=True):
    """Raise the bet to a total of this betting round."""

    to: Cents
    discard: tuple[CardText, ...] = ()


class PostForcedBet(Move, frozen=True, kw_only=True):
    discard: tuple[CardText, ...] = ()


class Draw(Move, frozen=True, kw_only=True):
    """Exchange these cards; none is to stand pat."""

    discard: tuple[CardText, ...] = ()


class Discard(Move, frozen=True, kw_only=True):
    """Give up the down cards that entering the round cost."""

    cards: tuple[CardText, ...]


class Show(Move, frozen=True, kw_only=True):
    pass


class Concede(Move, frozen=True, kw_only=True):
    pass


class Freeze(Move, frozen=True, kw_only=True):
    pass


class PlayOn(Move, frozen=True, kw_only=True):
    pass


AnyMove = Fold | Check | Call | Bet | Raise | PostForcedBet | Draw | Discard | Show | Concede | Freeze | PlayOn


# From the client.


class Hello(Message, frozen=True, kw_only=True):
    """The first message of a connection; `resume` holds the last sequence seen of each table watched before."""

    version: int
    resume: dict[str, int] = msgspec.field(default_factory=dict)


class Watch(Message, frozen=True, kw_only=True):
    """Be told what happens at a table, from the event after `after` on."""

    table: Name
    after: int | None = None


class Unwatch(Message, frozen=True, kw_only=True):
    table: Name


class Act(Message, frozen=True, kw_only=True):
    """A move in the round of play. `seen` is the sequence of the state it answers: what has changed refuses it."""

    id: Id
    table: Name
    move: AnyMove
    seen: int | None = None


class Sit(Message, frozen=True, kw_only=True):
    """Take a seat: this one or any, with this amount or the customary one."""

    id: Id
    table: Name
    seat: Seat | None = None
    amount: Cents | None = None
    leave: bool = False
    """Leave the table where I have a seat; if I am dealt in there, this one is kept for me until that round is over."""


class QuickSeat(Message, frozen=True, kw_only=True):
    """Take the best seat free, in this game or in any: always for play chips, never for money."""

    id: Id
    game: str | None = None


class TopUp(Message, frozen=True, kw_only=True):
    id: Id
    table: Name
    amount: Cents


class SitOut(Message, frozen=True, kw_only=True):
    id: Id
    table: Name


class SitIn(Message, frozen=True, kw_only=True):
    """Come back: make missed blinds good and be dealt in, or wait for the last blind."""

    id: Id
    table: Name
    wait: bool = False


class Leave(Message, frozen=True, kw_only=True):
    id: Id
    table: Name


class JoinList(Message, frozen=True, kw_only=True):
    """Wait for a seat in this game at these limits, as the lobby names them."""

    id: Id
    game: Name
    limits: Name
    play_chips: bool | None = None
    """For play chips or for money; where it is not said, the list of play chips if there is one."""


class LeaveList(Message, frozen=True, kw_only=True):
    id: Id
    game: Name
    limits: Name
    play_chips: bool | None = None


class AnswerOffer(Message, frozen=True, kw_only=True):
    """Take or decline the seat offered. Dealt in elsewhere, one keeps it by accepting, and accepts again afterwards."""

    id: Id
    table: Name
    seat: Seat
    accept: bool


class AnswerConsent(Message, frozen=True, kw_only=True):
    """Agree to what staff would do with my money, or decline it."""

    id: Id
    proposal: Name
    agrees: bool


class RequestChange(Message, frozen=True, kw_only=True):
    """Ask to go from this table to another of the same game and limits: `to`, or any. A seat there is offered."""

    id: Id
    table: Name
    to: Name | None = None


class CancelChange(Message, frozen=True, kw_only=True):
    id: Id
    table: Name


class ProposeMinimum(Message, frozen=True, kw_only=True):
    """Ask everybody with a seat at my table to agree to a higher minimum wager, 14.17. I agree by asking."""

    id: Id
    table: Name
    minimum: Cents


class Agree(Message, frozen=True, kw_only=True):
    """Answer the proposal of a higher minimum: it takes effect when everybody agrees, and falls when one does not."""

    id: Id
    table: Name
    agrees: bool = True


class UseTimeBank(Message, frozen=True, kw_only=True):
    id: Id
    table: Name


class Preferences(Message, frozen=True, kw_only=True):
    """What the room does by itself for this player; what is left out stays as it was."""

    id: Id
    muck_losers: bool | UnsetType = UNSET
    """Concede unseen at a showdown that is lost."""
    auto_time_bank: bool | UnsetType = UNSET
    auto_top_up: bool | UnsetType = UNSET


class Chat(Message, frozen=True, kw_only=True):
    id: Id
    table: Name
    text: Annotated[str, Meta(min_length=1, max_length=280)]


class MakeTable(Message, frozen=True, kw_only=True):
    """Make a table among friends, for play chips, that only those find who have its link. I am its host."""

    id: Id
    settings: Name
    """One of those that `/api/friends` names."""
    bots: bool = False


class OpenInvitation(Message, frozen=True, kw_only=True):
    """Come by the link to a table among friends: from then on I may watch it and sit down there."""

    id: Id
    token: Id


class HostTable(Message, frozen=True, kw_only=True):
    """What the host of a table among friends may do: pause it between rounds, resume, and end it."""

    id: Id
    table: Name
    power: Literal["pause", "resume", "end"]


class WatchFloor(Message, frozen=True, kw_only=True):
    """Show me the board of the floor from now on: all of it first, then what changes.

    Whoever walks the floor is shown it, and whoever watches over it: security, surveillance and the Division.
    """

    room: Name
    """By its name in addresses: `play-chips` or `licensed`."""


class UnwatchFloor(Message, frozen=True, kw_only=True):
    pass


class Ping(Message, frozen=True, kw_only=True):
    n: int


ClientMessage = (
    Hello
    | Watch
    | Unwatch
    | Act
    | Sit
    | QuickSeat
    | TopUp
    | SitOut
    | SitIn
    | Leave
    | JoinList
    | LeaveList
    | AnswerOffer
    | AnswerConsent
    | RequestChange
    | CancelChange
    | ProposeMinimum
    | Agree
    | UseTimeBank
    | Preferences
    | Chat
    | MakeTable
    | OpenInvitation
    | HostTable
    | banked.WatchGame
    | banked.UnwatchGame
    | dice.DiceClientMessage
    | keno.ClientKeno
    | WatchFloor
    | UnwatchFloor
    | Ping
)


# What a table looks like to one viewer.


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """Something I may do now. Amounts are given where the move has one."""

    kind: Literal[
        "Fold",
        "Check",
        "Call",
        "Bet",
        "Raise",
        "PostForcedBet",
        "Draw",
        "Discard",
        "Show",
        "Concede",
        "Freeze",
        "PlayOn",
    ]
    """The type of the move that takes it up."""
    rule: str
    """The paragraph it rests on."""
    amount: Cents = 0
    """What calling or the forced bet costs; what a fold does not save."""
    least: Cents = 0
    """Of a bet or raise: the total of this betting round."""
    most: Cents = 0
    step: Cents = 0
    """Whole chips between least and most; most itself is always allowed."""
    discard: int = 0
    """Down cards to give up with it, or at most to exchange in a draw."""
    free: bool = False
    """A fold where nothing has to be called: ask before."""


class LastAction(msgspec.Struct, frozen=True, kw_only=True):
    """What a player did last in a round of play."""

    kind: str
    """The kind of event, as the record names it."""
    amount: int | None
    """In cents; of cards drawn or discarded, how many."""


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    seat: Seat
    name: str
    bot: bool
    me: bool
    stakes: Cents
    """Before the player now, less what they have put in."""
    added: Cents
    """Bought in during the round; it plays from the next one on."""
    bet: Cents
    down: tuple[CardText, ...]
    up: tuple[CardText, ...]
    discards: tuple[CardText, ...]
    dealt_in: bool
    live: bool
    all_in: bool
    frozen: bool
    shown: bool
    sitting_out: bool
    away: bool
    leaving: bool
    must_leave: bool
    """Was required to leave the game, 14.16(b): plays the hand out, and may do nothing else at the table."""
    connected: bool
    owes_blinds: bool
    time_bank: Seconds
    last_action: LastAction | None
    won: Cents
    """Of the pots of the round just finished."""
    missed: Cents = 0
    """What the blinds come to that the player has missed."""
    waits_for_blind: bool = False
    """Is dealt in when the last blind comes round."""


class PotView(msgspec.Struct, frozen=True, kw_only=True):
    amount: Cents
    seats: tuple[Seat, ...]
    """Who may win it."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    seat: Seat
    since: Seconds
    deadline: Seconds | None
    """When the time to act runs out; none while the clock stands."""
    on_time_bank: bool


class KillView(msgspec.Struct, frozen=True, kw_only=True):
    option: str
    seat: Seat | None


class ProposalView(msgspec.Struct, frozen=True, kw_only=True):
    """A higher minimum wager that everybody with a seat is asked to agree to, 14.17."""

    minimum: Cents
    by: str
    """The name of who proposes it."""
    agreed: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    """Who has still to answer."""


class ChangeView(msgspec.Struct, frozen=True, kw_only=True):
    """The change of tables I wait for: to this one, or to any."""

    to: str | None


class FriendsView(msgspec.Struct, frozen=True, kw_only=True):
    """Of a table among friends."""

    host: str
    """The name of who made it."""
    paused: bool
    ended: bool


class Commitment(msgspec.Struct, frozen=True, kw_only=True):
    """What binds the room to the order of the deck of this round: see docs/shuffle.md."""

    round: int
    deck: int
    root: str
    """Hexadecimal."""
    cut: int


class Award(msgspec.Struct, frozen=True, kw_only=True):
    pot: int
    """0 is the main pot."""
    share: str
    seats: tuple[Seat, ...]
    amounts: tuple[Cents, ...]
    hand: Saying | None
    """The name of the winning hand; none where nobody had to show."""
    cards: tuple[tuple[CardText, ...], ...] = ()
    """The cards that make it, own and of the board, for each of the seats; none where nobody had to show."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How the last round of play ended."""

    round: int
    ending: str
    awards: tuple[Award, ...]


class HandNow(msgspec.Struct, frozen=True, kw_only=True):
    """My hand as it stands, for one way in which the pot is won."""

    share: str
    """As an award names it: `high`, `low`, or `pot` where there is one way only."""
    says: Saying
    """Its name, or how far it is from one that may win."""
    stands: bool
    """Whether it may win as it is: a low may have to qualify."""
    cards: tuple[CardText, ...]
    """Of my cards and the board, those that count."""
    near: Saying | None = None
    """What one card more could make."""


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one viewer may see of a table."""

    name: str
    game: str
    """The key of the game."""
    title: str
    """The name of the game."""
    edition: str
    limits: str
    structure: str
    minimum: Cents
    play_chips: bool
    """Whether the chips are for play; otherwise they are money."""
    sign: tuple[str, ...]
    buy_in: tuple[Cents, Cents]
    """The least and the most to sit down with."""
    round: int
    """Rounds of play started at this table."""
    playing: bool
    """A round of play is in progress."""
    street: str | None
    stage: str | None
    board: tuple[CardText, ...]
    pot: Cents
    """Everything put in, bets before the players included, less what was raked."""
    pots: tuple[PotView, ...]
    bet: Cents
    """What a player must have in to stay, in this betting round."""
    raked: Cents
    button: Seat | None
    blinds: tuple[Seat, ...]
    kill: KillView | None
    increases: tuple[Cents, ...]
    """Higher minimums that are customary to propose here; none where none is possible."""
    proposal: ProposalView | None
    seats: tuple[SeatView, ...]
    """Those taken."""
    places: int
    """How many seats the table has."""
    turn: Turn | None
    next_round_at: Seconds | None
    my_seat: Seat | None
    offers: tuple[Offer, ...]
    my_high: Saying | None
    """The name of my hand as it stands, for each way the pot is won."""
    my_low: Saying | None
    my_change: ChangeView | None
    commitment: Commitment | None
    result: Result | None
    delayed: Seconds
    """How far behind the table a spectator is."""
    halted: Saying | None
    """Why the table has stopped; none while it runs."""
    friends: FriendsView | None = None
    """None where the table is anybody's."""
    street_number: int | None = None
    """Of the street, from 0, while a round of play is in progress."""
    piece: Cents = 1
    """The smallest unit of table stakes."""
    dealt_by: Literal["room", "dealer"] = "room"
    """Where a dealer deals, cards and chips are on the felt: players follow here, and the dealer enters what they do.
    """
    demonstration: bool = False
    """A scripted crew deals to simulated players: everybody may watch, and nobody takes a seat."""
    my_hands: tuple[HandNow, ...] = ()
    """My hand for each way the pot is won, with the cards that count; none once it is out, or while it is not whole."""
    needed: Cents = 1
    """The least stakes that anybody is dealt in with."""
    rebuy: float = 0.0
    """Seconds for which a seat is kept for somebody who has less than that."""
    my_seat_until: Seconds | None = None
    """Until when mine is, while I have less."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """One event as it is told, with what is needed to show it."""

    sequence: int
    tag: str
    """The kind of event, as the record names it."""
    says: Saying | None
    """None where the event only moves the round on."""
    rule: str
    """The paragraph behind it, as `/api/rules/{paragraph}` takes it."""
    edition: str
    """Of the regulation, in which that paragraph stands."""
    reading: str | None
    """How the room reads it, where the words leave a choice: see docs/readings."""
    round: int
    seat: Seat | None = None
    amount: Cents | None = None
    cards: tuple[CardText, ...] = ()
    because: tuple[Saying, ...] = ()
    """Why it came out so: hand compared with hand, or who acts first."""
    award: Award | None = None
    """Of a pot that was awarded."""


class WaitingList(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    limits: str
    waiting: int
    mine: int | None
    """My place on it, from 1."""
    play_chips: bool = True
    called: int = 0
    """How many of those who wait have been called to a seat."""
    minutes: int | None = None
    """How long whoever joins next may wait, by the pace of the evening; none after too few seatings."""


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    game: str
    family: str
    """The games it is one of, such as `omaha` for Omaha high and for Omaha high-low."""
    title: str
    limits: str
    structure: str
    minimum: Cents
    buy_in: tuple[Cents, Cents]
    places: int
    seated: int
    bots: int
    free: int
    """Vacant seats that are held for nobody."""
    waiting: int
    average_pot: Cents
    rounds_per_hour: int
    playing: bool
    play_chips: bool
    mine: bool
    """I have a seat there."""
    private: bool = False
    """A table among friends, where I have a seat or which I made; nobody else sees it here."""
    dealt_by: Literal["room", "dealer"] = "room"
    demonstration: bool = False
    """Nobody takes a seat there."""


class LobbyView(msgspec.Struct, frozen=True, kw_only=True):
    tables: tuple[LobbyTable, ...]
    lists: tuple[WaitingList, ...]
    bank: Cents
    """What the room keeps for me, besides what lies on tables, play chips and money together: say them apart."""
    play_chips: Cents = 0
    """The part of it that is play chips."""
    money: Cents | None = None
    """The part of it that is money; none where I may not play for money."""
    payouts: tuple[PayoutShown, ...] = ()
    """Bad beat payouts as they are displayed, 14.19(b)."""
    games: tuple[banked.LobbyGame, ...] = ()
    """The games beside poker, which the house banks."""
    behind_the_scenes: bool = False
    """Whether anybody may try a position of staff, in a room set apart for it."""


class You(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    role: str
    """The one I act in."""
    guest: bool
    muck_losers: bool
    auto_time_bank: bool
    auto_top_up: bool
    positions: tuple[str, ...] = ()
    """Every position of staff that I hold."""
    scope: str = ""
    """The only room in which I work, in an address; empty for all."""
    rooms: tuple[str, ...] = ()
    """Those in which I work, in an address: one for money comes first, whether a table is open there or not."""


# From the room.


class Welcome(Message, frozen=True, kw_only=True):
    version: int
    you: You
    now: Seconds
    lobby: LobbyView


class Refused(Message, frozen=True, kw_only=True):
    """Nothing has happened. `rule` is the paragraph that forbids it, where one does."""

    id: str | None
    code: str
    says: Saying
    rule: str = ""


class Accepted(Message, frozen=True, kw_only=True):
    """It has happened, and is durable. `table` and `seat` say where, when a seat was taken."""

    id: str
    table: str = ""
    seat: Seat | None = None


class TableState(Message, frozen=True, kw_only=True):
    """The table as it is, and what has happened in its round of play so far, for one who has seen nothing of it yet."""

    table: str
    sequence: int
    state: TableView
    told: tuple[Told, ...] = ()


class Happened(Message, frozen=True, kw_only=True):
    """What has happened since the sequence before, and the table after it."""

    table: str
    sequence: int
    told: tuple[Told, ...]
    state: TableView


class DealersTable(Message, frozen=True, kw_only=True):
    """What a dealer's console shows, kept current for staff who watch a table that a dealer deals."""

    table: str
    sequence: int
    """How many events of the table and its box it includes."""
    now: Seconds
    gaming_day: str | None
    """The open gaming day of the room."""
    state: TableView
    """The table as everybody may see it, without delay; its turn has no deadline."""
    stage: str | None
    """Once the cards due lie on the table without names: `telling` where the dealer says who acts first."""
    turn: Seat | None
    """The seat to act then; an action entered for it says that the cards were dealt."""
    offers: tuple[Offer, ...]
    """What the seat to act may do."""
    cards_due: CardsDue | None
    cards_out: int = 0
    """How many cards have left the deck in this round, burned ones too: the stub is the rest of the 52."""
    misdeals: tuple[str, ...] = ()
    """The causes by which a misdeal can still be declared."""
    may_take_back: bool
    """Whether the last entry can be taken back."""
    players: tuple[str | None, ...]
    """Who has each seat, as orders name players; none where it is free."""
    shares: tuple[str, ...]
    """The ways a pot is won, by the names that `PushPots` takes: one, or high and low."""
    qualified: tuple[str, ...] = ()
    """Those of them that only a hand low enough wins: where there is none, the pot is pushed whole."""
    odd_by_cards: tuple[str, ...] = ()
    """Those of them whose odd chips go by the cards: where nobody has named these, to the seat named first."""
    owing: tuple[Owing, ...] = ()
    """What words and chips have bound players to, and is still due."""
    unfinished: Unfinished | None = None
    """Words and chips of the seat to act that come to no action yet."""
    to_rake_area: Cents = 0
    """What the last entry takes from the pots: the dealer lays it into the rake area before going on."""
    to_bad_beat: Cents = 0
    """At the showdown, what the pots contribute to a bad beat payout: it is taken before they are pushed."""
    time_due: Seconds | None = None
    """When the next time charge is to be collected, 14.14(b)3; none where time is not charged."""
    last_fold: LastFold | None = None
    """Where the round would be over if the seat to act folded, or mucked."""
    last_push: LastPush | None = None
    """At the showdown, where pushing the pots ends the round."""
    pieces: Pieces = Pieces()
    """What players may put in there."""
    notices: tuple[Reason, ...] = ()
    """What is said of the bad beat payout of the table before it is too late, such as a container nearly full."""
    box: BoxView
    told: tuple[Told, ...]
    """What happened last at the table, the latest last."""


class Lobby(Message, frozen=True, kw_only=True):
    lobby: LobbyView


class InboxChanged(Message, frozen=True, kw_only=True):
    """Something has begun or ceased to wait for a second signature in a room where I work."""

    room: str
    """In an address: `play-chips`."""
    waiting: int
    """How many of them I may sign."""


class Offered(Message, frozen=True, kw_only=True):
    """A seat that I waited for, or to change tables, is mine until then."""

    table: str
    seat: Seat
    game: str
    limits: str
    until: Seconds
    accepted: bool
    """I have accepted it, and take it when the round of play is over that I am dealt into elsewhere."""
    play_chips: bool = True
    leaving: bool = False
    """It is kept until I have left the table where I have a seat: then the room seats me there."""


class Standing(Message, frozen=True, kw_only=True):
    """Whether I was required to leave the game, 14.16(b): no seat and no list is open to me until I am reinstated."""

    play_chips: bool
    """Of which room: the one of play chips, or the licensed one."""
    required: bool
    says: Saying
    """What happened, and until when."""
    rule: str


class ConsentWanted(Message, frozen=True, kw_only=True):
    """Staff would do something with my money: it happens if I agree, or if another member of staff signs it."""

    proposal: str
    says: Saying
    by: str
    until: Seconds


class ConsentSettled(Message, frozen=True, kw_only=True):
    """Nobody needs my consent to it any more."""

    proposal: str


class Invitation(Message, frozen=True, kw_only=True):
    """A table among friends that I may come to, and the token in its link."""

    table: str
    token: str
    host: str
    """The name of who made it."""
    mine: bool
    """I made it, and may pause, resume and end it."""
    titles: tuple[str, ...]
    """The names of its games, in turn."""
    limits: str
    bots: bool


class Said(Message, frozen=True, kw_only=True):
    table: str
    name: str
    text: str
    at: Seconds


class Pong(Message, frozen=True, kw_only=True):
    n: int
    now: Seconds


class Goodbye(Message, frozen=True, kw_only=True):
    """The room closes the connection; `again` says whether a new one makes sense."""

    says: Saying
    again: bool


ServerMessage = (
    Welcome
    | PayoutNews
    | Refused
    | Accepted
    | TableState
    | Happened
    | DealersTable
    | FloorBoard
    | Lobby
    | InboxChanged
    | Offered
    | Standing
    | ConsentWanted
    | ConsentSettled
    | Invitation
    | dice.DiceState
    | Said
    | Pong
    | Moved
    | Goodbye
    | keno.ServerKeno
)
