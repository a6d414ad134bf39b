"""The vocabulary in which a game is declared: data, plus the paragraph that imposes it."""

from enum import StrEnum
from typing import Any, Self

import msgspec

from pokerroom.ranking import Formation, Ranking
from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import Edition

BORROWED = "R-01"
"""The reading under which an edition that lacks a paragraph is played by the current text."""


class Face(StrEnum):
    DOWN = "down"
    UP = "up"


class Extreme(StrEnum):
    LOWEST = "lowest"
    HIGHEST = "highest"


class Aces(StrEnum):
    HIGH = "high"
    LOW = "low"


class OddUnitTo(StrEnum):
    """Who takes the unit that tied players cannot divide."""

    HIGHEST_CARD_BY_SUIT = "highest-card-by-suit"
    LOWEST_CARD_BY_SUIT = "lowest-card-by-suit"
    LEFT_OF_BUTTON = "left-of-button"


class Clause(msgspec.Struct, frozen=True, gc=False):
    rule: Citation


class Seats(Clause, frozen=True):
    most: int


class Ante(Clause, frozen=True):
    """The house may post an ante."""


class Button(Clause, frozen=True):
    """Cards and turns go clockwise from the left of a button."""


class DealersLeft(Clause, frozen=True):
    """Cards go clockwise from the dealer's left."""


class Deal(Clause, frozen=True):
    """Cards to every live player, one face per round of cards."""

    faces: tuple[Face, ...]
    burn: Citation | None = None


class Community(Clause, frozen=True):
    """Cards face up in the center of the table, for everybody."""

    count: int
    burn: Citation


class Draw(Clause, frozen=True):
    """Each player in turn may exchange cards, one player at a time."""

    burn: Citation


class DiscardToEnter(Clause, frozen=True):
    """Each player who calls or raises on this street gives up down cards, once."""

    count: int


class Blinds(Clause, frozen=True):
    """Posted bets before the cards; the turn then starts left of the last of them."""

    turn: Citation


class ForcedBet(Clause, frozen=True):
    """The extreme up-card opens with a bet it may not decline; suits break ties."""

    upcard: Extreme
    aces: Aces
    aces_by_house: bool = False
    """The text does not place the ace, so the house may (AMB-30)."""


class BestShowing(Clause, frozen=True):
    """The best hand showing opens; equal hands by position from the dealer's left."""

    board: Ranking
    tie: Citation
    compulsory: bool = False


class PairWithCommunity(Clause, frozen=True):
    """The highest pair of an up-card and the community card opens, else the highest up-card; equal ones by position."""

    tie: Citation


class HighestUpcard(Clause, frozen=True):
    """The highest up-card opens; suits break ties."""


class Like(StrEnum):
    """Which part of the first betting round the text refers a later one back to (AMB-34)."""

    TURNS = "turns"
    BLINDS = "blinds and turns"


class LeftOfButton(Clause, frozen=True):
    """The first live player left of the button opens."""

    like_first_round: Like | None = None


Opener = Blinds | ForcedBet | BestShowing | PairWithCommunity | HighestUpcard | LeftOfButton


class NextCardDown(Clause, frozen=True):
    """A down card dealt face up is the up-card, and the card due face up comes face down."""

    dead_from: int
    """With this many down cards exposed the hand is dead and its ante is returned."""


class FreezeOrPlayOn(Clause, frozen=True):
    """A down card dealt face up lets its player stop wagering and contend for the pot as it stands."""

    freeze: Citation
    play_on: Citation


class Exchange(Clause, frozen=True):
    """A down card dealt face up is exchanged, after the deal, for the top card of the deck."""

    to_discards: Citation
    as_burn: Citation | None = None
    """Where the text lets the exposed card be the next burn card, face up."""


class ReplaceLast(Clause, frozen=True):
    """A card drawn face up is replaced when everybody else has drawn."""


Exposure = NextCardDown | FreezeOrPlayOn | Exchange | ReplaceLast
"""What happens when a card due face down is accidentally dealt face up."""


class Street(msgspec.Struct, frozen=True, gc=False):
    """Cards arrive, then a betting round. Its limits are the house's to post, so none appear here."""

    name: str
    cards: Deal | Community | Draw
    opens: Opener
    answers: Citation
    """What those who follow the opener may do."""
    discard: DiscardToEnter | None = None
    exposed: Exposure | None = None


class CommonCard(Clause, frozen=True):
    """Too few cards for everybody: one common card on these streets."""

    streets: tuple[str, ...]


class ReshuffleDiscards(Clause, frozen=True):
    """Too few cards for a drawer: the discards of the others come back."""


class ReshuffleMuck(Clause, frozen=True):
    """Too few cards for a street: muck and burn cards come back and the deal goes on."""

    streets: tuple[str, ...]


Shortage = CommonCard | ReshuffleDiscards | ReshuffleMuck


class Qualifier(Clause, frozen=True):
    """No pair, and no card above `worst`; if nobody qualifies the other share takes everything."""

    worst: str


class Share(Clause, frozen=True):
    """A part of the pot and the hand that wins it."""

    name: str
    ranking: Ranking
    formation: Formation
    odd_unit: OddUnitTo
    odd_rule: Citation
    qualifier: Qualifier | None = None


class Kill(Clause, frozen=True):
    """The house may post a kill or half-kill."""


class General(msgspec.Struct, frozen=True, gc=False):
    """What all poker games share, 14.3 to 14.17."""

    players: Citation
    seated: Citation
    blind: Citation
    stakes: Citation
    eligibility: Citation
    all_in: Citation
    side_pot: Citation
    turn: Citation
    call: Citation
    raise_: Citation
    check: Citation
    fold: Citation
    limits: Citation
    check_raise: Citation
    obligation: Citation
    uncalled: Citation
    reopening: Citation
    burn: Citation
    show: Citation
    concede: Citation
    tie: Citation
    last_player: Citation
    deck: Citation
    ruling: Citation
    round_of_play: Citation
    misdeal: Citation
    shuffle_or_cut: Citation
    wrong_start: Citation
    several_face_up: Citation
    skipped: Citation
    ineligible: Citation
    card_count: Citation
    face_up: Citation
    off_table: Citation
    protected: Citation
    fouled: Citation
    unprotected: Citation
    reconstruct: Citation
    victim: Citation
    left: Citation
    turned_down: Citation
    exposed: Citation
    required: Citation
    supplement: Citation
    rake: Citation
    most_percentage: Citation
    percentage_rake: Citation
    incremental_rake: Citation
    time_charge: Citation
    contribution: Citation
    entered: Citation
    named: Citation
    pushed: Citation


class Game(msgspec.Struct, frozen=True, gc=False, kw_only=True, cache_hash=True):
    """One permitted game under one edition: law only. What the house chooses is in `HouseRules`."""

    key: str
    name: str
    family: str
    edition: str
    permitted: Citation
    listed: bool = True
    """Whether 14.8(a) of the edition names the game."""
    seats: Seats
    ante: Ante
    order: Button | DealersLeft
    streets: tuple[Street, ...]
    shortage: Shortage | None = None
    shares: tuple[Share, ...]
    halves: Citation | None = None
    """Which share gets the unit that two halves cannot divide: always the first."""
    kill: Kill | None = None
    general: General

    @property
    def has_button(self) -> bool:
        return isinstance(self.order, Button)

    def under(self, edition: Edition, *, renumber: dict[str, str] | None = None, **changed: Any) -> Self:
        """The same game in another edition; differences in substance are passed as `changed`."""
        fields = msgspec.structs.asdict(self)
        kept = {name: recite(item, edition, renumber or {}) for name, item in fields.items() if name not in changed}
        return type(self)(**{**kept, **changed, "edition": edition.key})


def recite(value: Any, edition: Edition, renumber: dict[str, str]) -> Any:
    """The same clauses with every citation remade in `edition`.

    A paragraph that the other text numbers differently is renumbered; one that it does not have stays the current one,
    marked as borrowed.
    """
    if isinstance(value, Citation):
        there = renumber.get(value.paragraph, value.paragraph)
        if edition.holds(there):
            return edition.cite(there, reading=value.reading)
        reading = f"{value.reading}, {BORROWED}" if value.reading else BORROWED
        return msgspec.structs.replace(value, reading=reading)
    if isinstance(value, tuple):
        return tuple(recite(item, edition, renumber) for item in value)
    if isinstance(value, (Clause, Street, General)):
        fields = msgspec.structs.asdict(value)
        return type(value)(**{name: recite(item, edition, renumber) for name, item in fields.items()})
    return value
