"""What has happened. An event is a fact: it carries what was decided and the paragraph it rests on.

Replaying a log needs no rule, so a round folds to the same state after the law has changed. Events hold tuples of
numbers and cannot form cycles, so the garbage collector can ignore them. Cards are numbers as in `pokerroom.cards`; 52
is a card nobody has named.
"""

import msgspec

from pokerroom.cards import Card
from pokerroom.play.commands import CardCount, Folding, KillButton, Misdeal, Move, Push, Removal, Ruling, Seat
from pokerroom.play.refusals import Code
from pokerroom.rules.citation import Citation
from pokerroom.rules.clauses import Face
from pokerroom.rules.house import HouseRules
from pokerroom.rules.staff import Official


class Pot(msgspec.Struct, frozen=True, gc=False):
    """An amount and the players who may win it. The first pot of a round is the main pot."""

    amount: int
    claimants: tuple[Seat, ...]


class RoundOpened(msgspec.Struct, frozen=True, tag=True, kw_only=True, gc=False):
    """Fixes the game, its edition and the house rules for the whole round."""

    rule: Citation
    game: str
    edition: str
    house: HouseRules
    stacks: tuple[int, ...]
    button: Seat | None
    kill: KillButton | None


class DeckShuffled(msgspec.Struct, frozen=True, tag=True, gc=False, omit_defaults=True):
    """The whole deck is fixed before the first card. Nobody sees it until an audit; a dealer's own deck is unknown."""

    rule: Citation
    deck: tuple[Card, ...]
    unnamed: bool = False
    """Whether a dealer may leave open cards unnamed, too (R-44)."""


class AntesPosted(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    amounts: tuple[int, ...]
    to_main_pot: bool


class BlindPosted(msgspec.Struct, frozen=True, tag=True, gc=False, omit_defaults=True):
    rule: Citation
    seat: Seat
    amount: int
    bet: int
    """What the others now have to call; more than `amount` when the blind is all-in for less."""
    kill: bool = False
    """The one blind of the player who has the kill button, 14.11(i)."""
    instead: bool = False
    """A kill blind in place of a regular one."""


class CardBurned(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    card: Card


class CardsDealt(msgspec.Struct, frozen=True, tag=True, gc=False, omit_defaults=True):
    """`faces` rounds of one card to each of `seats`, in the order the cards left the deck."""

    rule: Citation
    street: int
    seats: tuple[Seat, ...]
    faces: tuple[Face, ...]
    cards: tuple[Card, ...]
    turned: tuple[int, ...] = ()
    """Which of `cards` lie the other way up than `faces` says, because a card was exposed."""


class CommunityDealt(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    street: int
    cards: tuple[Card, ...]


class CommonCardDealt(msgspec.Struct, frozen=True, tag=True, gc=False):
    """One card for everybody, because the deck could not give each player their own."""

    rule: Citation
    street: int
    card: Card


class DeckRanShort(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Play waits for a reshuffle; `waiting` are the seats still to be served."""

    rule: Citation
    street: int
    waiting: tuple[Seat, ...]


class DeckReshuffled(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The new deck, and what stays behind in the burn and discard piles."""

    rule: Citation
    deck: tuple[Card, ...]
    burns: tuple[Card, ...]
    muck: tuple[tuple[Card, ...], ...]


class BettingRoundOpened(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Who acts, in order, and what the first of them is obliged to bet (0: nothing)."""

    rule: Citation
    street: int
    to_act: tuple[Seat, ...]
    increment: int
    obliged: int


class ForcedBetPosted(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    seat: Seat
    amount: int
    bet: int


class Folded(msgspec.Struct, frozen=True, tag=True, gc=False, omit_defaults=True):
    rule: Citation
    seat: Seat
    how: Folding = Folding.SAID


class Checked(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    seat: Seat


class Called(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    seat: Seat
    amount: int


class BetMade(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    seat: Seat
    to: int
    increment: int
    """The least amount by which a raise must exceed it."""
    full: bool
    """Whether it is a full bet; an all-in may be less."""


class Raised(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    seat: Seat
    to: int
    increment: int
    """The least amount by which the next raise must exceed this one."""
    full: bool
    counts: bool
    """Whether it counts toward a posted limit of raises."""


class RulingMade(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """The poker shift supervisor let the next action stand although it was refused."""

    rule: Citation
    seat: Seat
    code: Code
    refused_by: Citation
    ruling: Ruling | None = None


class UncalledReturned(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    seat: Seat
    amount: int


class UncalledForfeited(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Nobody called a bet of a hand that is out: it stays in the pot, but the rake does not count it."""

    rule: Citation
    seat: Seat
    amount: int


class BettingRoundClosed(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation


class DiscardsDue(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Live players who entered without yet giving up their down cards."""

    rule: Citation
    seats: tuple[Seat, ...]


class Discarded(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    seat: Seat
    cards: tuple[Card, ...]


class DrawOpened(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    street: int
    to_draw: tuple[Seat, ...]


class StoodPat(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    seat: Seat


class Drew(msgspec.Struct, frozen=True, tag=True, gc=False):
    """New cards for some or all of the discards of one player."""

    rule: Citation
    seat: Seat
    cards: tuple[Card, ...]


class ShowdownOpened(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    pots: tuple[Pot, ...]
    to_show: tuple[Seat, ...]


class HandShown(msgspec.Struct, frozen=True, tag=True, gc=False):
    """All the cards of one player, down cards first."""

    rule: Citation
    seat: Seat
    cards: tuple[Card, ...]


class HandConceded(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    seat: Seat


class PotAwarded(msgspec.Struct, frozen=True, tag=True, gc=False):
    """One share of one pot. `odd_rule` says who got the units that could not be divided."""

    rule: Citation
    pot: int
    share: str
    seats: tuple[Seat, ...]
    amounts: tuple[int, ...]
    strength: int | None
    odd_rule: Citation | None
    joined: tuple[int, ...] = ()
    """Further pots divided as one with it, because the same hands win them."""


class RoundClosed(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    stacks: tuple[int, ...]


class RakeTaken(msgspec.Struct, frozen=True, tag=True, gc=False, omit_defaults=True):
    """From each pot, the main pot first, into the rake area; `method` is the number of the method on the sign."""

    rule: Citation
    method: int
    amounts: tuple[int, ...]
    claims: tuple[int, ...] = ()
    """For each pot, bit i is set if seat i is a claimant: this identifies the pot after hands have left it."""


class RakeReturned(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The rake of a round that was undone went back to the pot."""

    rule: Citation
    amount: int


class ContributionTaken(msgspec.Struct, frozen=True, tag=True, gc=False):
    """From each pot, the main pot first, into the bad beat box, after the rake and before the award."""

    rule: Citation
    amounts: tuple[int, ...]


class Misdealt(msgspec.Struct, frozen=True, tag=True, gc=False):
    """All cards went back to the dealer, and all chips to the seats that had put them in."""

    rule: Citation
    cause: Misdeal
    returned: tuple[int, ...]


class RoundDied(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The deck was not complete: each seat got back what it had put in, and the deck is to be replaced."""

    rule: Citation
    cause: CardCount
    returned: tuple[int, ...]


class FaceUpCardRemoved(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The top card of the deck lay face up in it: it is out of play, with the discards."""

    rule: Citation
    card: Card


class FallenCardRemoved(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The top card of the deck was dealt off the table: it is out of play, with the discards."""

    rule: Citation
    card: Card


class FallenCardReplaced(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A player's card fell off the table; they hold the next card of the deck in its place."""

    rule: Citation
    seat: Seat
    fallen: Card
    card: Card
    face: Face


class MistakenCardsDiscarded(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Cards dealt by mistake to somebody who is not in the round went to the discards."""

    rule: Citation
    cards: tuple[Card, ...]
    player: str


class CardExchanged(msgspec.Struct, frozen=True, tag=True, gc=False):
    """An exposed card was exchanged for the top card of the deck: it went to the discards, or is the next burn card."""

    rule: Citation
    seat: Seat
    exposed: Card
    card: Card
    burned: bool


class DrawnCardExposed(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A card drawn face up went to the discards; its player is owed another once everybody has drawn."""

    rule: Citation
    seat: Seat
    card: Card


class ReplacementDue(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Everybody else has drawn: this player gets the card they are owed."""

    rule: Citation
    seat: Seat


class ChoiceOffered(msgspec.Struct, frozen=True, tag=True, gc=False, omit_defaults=True):
    """Last cards came face up; those of their players who could still bet choose whether to go on wagering."""

    rule: Citation
    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    later: tuple[Seat, ...] = ()
    """Who will choose once a short deck has been reshuffled and the rest of the street is dealt."""


class BettingSkipped(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The players who could choose have stopped wagering or are all-in: fewer than two could bet (AMB-44)."""

    rule: Citation


class Frozen(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    seat: Seat


class PlayedOn(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    seat: Seat


class HandRemoved(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A hand left the round; `returned` of its chips went back to its player."""

    rule: Citation
    seat: Seat
    cause: Removal
    returned: int


class PotsFormed(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The pots after a hand left the showdown."""

    rule: Citation
    pots: tuple[Pot, ...]


class HandProtected(msgspec.Struct, frozen=True, tag=True, gc=False):
    """How the dealer saw a hand protected; `how` is None where it no longer is."""

    rule: Citation
    seat: Seat
    how: str | None


class HandReconstructed(msgspec.Struct, frozen=True, gc=False, tag=True):
    rule: Citation
    seat: Seat
    cards: tuple[Card, ...]
    witnesses: tuple[str, ...]


class PlayerLeft(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A player walked away; their protected hand stays in until their turn."""

    rule: Citation
    seat: Seat


class HandDisclosed(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A conceded hand, shown because the house requires it."""

    rule: Citation
    seat: Seat
    cards: tuple[Card, ...]


class Ruled(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A final decision, and the chips it moved to correct the record."""

    rule: Citation
    ruling: Ruling
    moves: tuple[Move, ...]


class Entered(msgspec.Struct, frozen=True, tag=True, gc=False, omit_defaults=True):
    """Somebody at a table with a dealer entered what happened there: everything up to the next of these."""

    rule: Citation
    by: Official | str
    """The dealer, or whoever else entered it."""
    final: bool = False
    """Whether it is a ruling, which nobody takes back."""
    along: bool = False
    """Whether a card reader named it along with the entry before, and it is taken back with that."""


class EntryTakenBack(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The last entry was a mistake of the record: the round is as it was before it."""

    rule: Citation


class CardsNamed(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Open cards that were dealt unnamed: all up-cards of a player, or all cards in the center."""

    rule: Citation
    seat: Seat | None
    cards: tuple[Card, ...]


class OpenerAwaited(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The open cards decide who acts first, and nobody has named them: the dealer says who it is."""

    rule: Citation
    street: int


class PotsPushed(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The dealer pushed the pots by hand; the awards that follow say what each winner got."""

    rule: Citation
    pushes: tuple[Push, ...]


Event = (
    RoundOpened
    | DeckShuffled
    | AntesPosted
    | BlindPosted
    | CardBurned
    | CardsDealt
    | CommunityDealt
    | CommonCardDealt
    | DeckRanShort
    | DeckReshuffled
    | BettingRoundOpened
    | ForcedBetPosted
    | Folded
    | Checked
    | Called
    | BetMade
    | Raised
    | RulingMade
    | UncalledReturned
    | UncalledForfeited
    | BettingRoundClosed
    | DiscardsDue
    | Discarded
    | DrawOpened
    | StoodPat
    | Drew
    | ShowdownOpened
    | HandShown
    | HandConceded
    | PotAwarded
    | RoundClosed
    | RakeTaken
    | RakeReturned
    | ContributionTaken
    | Misdealt
    | RoundDied
    | FaceUpCardRemoved
    | FallenCardRemoved
    | FallenCardReplaced
    | MistakenCardsDiscarded
    | CardExchanged
    | DrawnCardExposed
    | ReplacementDue
    | ChoiceOffered
    | BettingSkipped
    | Frozen
    | PlayedOn
    | HandRemoved
    | PotsFormed
    | HandProtected
    | HandReconstructed
    | PlayerLeft
    | HandDisclosed
    | Ruled
    | Entered
    | EntryTakenBack
    | CardsNamed
    | OpenerAwaited
    | PotsPushed
)
