"""Decks, cover card and shuffling device come to the table and leave it; the table opens and closes, 14.2."""

from datetime import datetime, timedelta

from pokerroom.cards import DECK, repeated
from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.wording import is_blank, is_said
from pokerroom.table.decks.commands import (
    BeginDay,
    ChooseDeckRules,
    CloseTable,
    Command,
    DistributeDecks,
    InstallShuffler,
    OpenTable,
    ProvideCoverCard,
    ReceiveDeck,
    RemoveDeck,
    RemoveShuffler,
)
from pokerroom.table.decks.dealing import two_decks_refusal
from pokerroom.table.decks.equipment import Back, Cause, CoverCard, Shuffler, TableDecks
from pokerroom.table.decks.events import (
    CoverCardProvided,
    DayBegun,
    DeckReceived,
    DeckRemoved,
    DeckRulesChosen,
    DecksDistributed,
    Event,
    ShufflerInstalled,
    ShufflerRemoved,
    TableClosed,
    TableOpened,
)
from pokerroom.table.decks.state import Assignment, Deck, Decks
from pokerroom.table.refusals import Code, Refusal
from pokerroom.words import Saying, saying

cite = NJAC_13_69F.cite

Answer = tuple[Event, ...] | Refusal

CHOICE = cite("14.4(c)1")
DISTRIBUTION = cite("14.2(c)", reading="AMB-07")
ONE_DECK = cite("14.2(a)")
COVER_CARD = cite('14.1 "Cover card"')
COLORS = cite("14.2(d)1")
BOTH_DECKS = cite("14.2(d)")
COUNTING_DEVICE = cite("14.6(e)4")
LONGEST_DAY = timedelta(days=1)
COVER_COLORS = ("yellow", "green")

REMOVALS: dict[Cause, Citation] = {
    Cause.WRONG_COUNT: cite("14.6(e)4", reading="AMB-07"),
    Cause.WRONG_CARDS: cite("14.15(g)", reading="AMB-07"),
    Cause.CHANGED: cite("14.2(b)"),
    Cause.TABLE_CLOSED: cite("14.2(c)"),
}
"""Causes that remove a deck permanently."""


def removal(command: Command, deck: str, cause: Cause) -> DeckRemoved:
    return DeckRemoved(rule=REMOVALS[cause], by=command.by, at=command.at, deck=deck, cause=cause)


def plain(text: str) -> str:
    """A color or design in the form used for comparison: `Blue` is `blue`."""
    return " ".join(text.split()).casefold()


def same_color(one: str, other: str) -> bool:
    return plain(one) == plain(other)


def same_back(one: Back, other: Back) -> bool:
    return same_color(one.color, other.color) and plain(one.design) == plain(other.design)


def choose_rules(state: Decks, command: ChooseDeckRules) -> Answer:  # noqa: ARG001  such rules exist only within limits
    return (DeckRulesChosen(rule=CHOICE, by=command.by, at=command.at, rules=command.rules),)


def distribute(state: Decks, command: DistributeDecks) -> Answer:  # noqa: ARG001  the whole room's
    what = missing_from(command.tables)
    if what is not None:
        return Refusal(Code.INCOMPLETE_DISTRIBUTION, DISTRIBUTION, {"what": what})
    return (DecksDistributed(rule=DISTRIBUTION, by=command.by, at=command.at, day=command.day, tables=command.tables),)


def missing_from(tables: tuple[TableDecks, ...]) -> Saying | None:
    """What the distribution has left out, if anything."""
    if not tables:
        return saying("detail-table.no-table-named")
    names = [line.table for line in tables]
    for line in tables:
        considered = {"name": line.table, "limits": line.limits, "location": line.location, "game": line.game}
        blank = [what for what, entry in considered.items() if not is_said(entry)]
        if blank:
            entry = saying(f"detail-table.entry-{blank[0]}")
            return saying("detail-table.entry-missing", table=line.table, entry=entry)
        if names.count(line.table) > 1:
            return saying("detail-table.named-twice", table=line.table)
        if len(line.backs) != 2 or same_back(*line.backs):
            return saying("detail-table.needs-two-decks", table=line.table)
    return None


def receive(state: Decks, command: ReceiveDeck) -> Answer:
    refusal = day_refusal(state, command.at) or place_refusal(state, command.deck) or not_a_deck_refusal(command)
    if refusal is not None:
        return refusal
    received = DeckReceived(
        rule=ONE_DECK, by=command.by, at=command.at, deck=command.deck, back=command.backs[0], edges=command.edges
    )
    refusal = backs_refusal(state, received)
    return (received,) if refusal is None else refusal


def place_refusal(state: Decks, name: str) -> Refusal | None:
    facts = {"deck": name, "table": state.table}
    if state.holds(name):
        return Refusal(Code.DECK_AT_TABLE, ONE_DECK, facts)
    if len(state.decks) == 2:
        return Refusal(Code.TOO_MANY_DECKS, ONE_DECK, facts)
    return None


def not_a_deck_refusal(command: ReceiveDeck) -> Refusal | None:
    """One deck is 52 different cards with backs of one color and design."""
    cards, backs = command.cards, command.backs
    strange = [card for card in cards if card not in DECK]
    twice = repeated(cards)
    what = None
    if len(cards) != len(DECK):
        what = saying("detail-table.deck-size", cards=len(cards))
    elif strange:
        what = saying("detail-table.deck-holds", card=strange[0])
    elif twice is not None:
        what = saying("detail-table.deck-holds-twice", card=twice)
    if what is not None:
        return Refusal(Code.NOT_A_DECK, ONE_DECK, {"deck": command.deck, "what": what})
    if not backs or not all(same_back(back, backs[0]) for back in backs):
        found = tuple(map(str, backs)) or saying("detail-table.no-back-named")
        return Refusal(Code.BACKS_DIFFER, ONE_DECK, {"deck": command.deck, "what": found})
    return None


def day_refusal(state: Decks, at: datetime) -> Refusal | None:
    """A deck comes to an open table through the distribution of its gaming day, and no gaming day lasts longer than a
    day.
    """
    if state.day is None or state.day_from is None:
        return None  # Before the opening: the day is checked when the table opens.
    facts = {"day": state.day.isoformat(), "table": state.table}
    if at >= state.day_from + LONGEST_DAY:
        return Refusal(Code.DAY_OVER, DISTRIBUTION, facts)
    return Refusal(Code.NO_DISTRIBUTION, DISTRIBUTION, facts) if state.assigned(state.day) is None else None


def assignment_of(state: Decks) -> Assignment | None:
    """The distribution by which decks come to the table: of the day it is open on, or else the latest."""
    if state.day is not None:
        return state.assigned(state.day)
    return state.assignments[-1] if state.assignments else None


def backs_refusal(state: Decks, received: DeckReceived) -> Refusal | None:
    """Why a deck with these backs cannot join those at the table."""
    back, name = received.back, received.deck
    assigned = assignment_of(state)
    if assigned is not None and not any(same_back(back, given) for given in assigned.backs):
        return Refusal(Code.NOT_DISTRIBUTED_HERE, DISTRIBUTION, {"table": state.table, "back": str(back)})
    for other in state.decks:
        if same_back(back, other.back):
            return Refusal(Code.BACKS_ALIKE, ONE_DECK, {"deck": name, "other": other.name, "back": str(back)})
        if state.shuffler is not None and same_color(back.color, other.back.color):
            return Refusal(Code.COLORS_ALIKE, COLORS, {"deck": name, "other": other.name, "color": back.color})
    if state.cover is not None:
        return cover_refusal(state.cover, back.color, received.edges)
    return None


def cover_refusal(cover: CoverCard, *others: str) -> Refusal | None:
    """The cover card is yellow or green, and stands out from backs and edges."""
    if plain(cover.color) not in COVER_COLORS:
        color = saying("detail-table.cover-color", color=cover.color)
        return Refusal(Code.COVER_CARD_UNFIT, COVER_CARD, {"what": color})
    what = None
    if not cover.opaque:
        what = saying("detail-table.cover-not-opaque")
    elif not cover.solid:
        what = saying("detail-table.cover-not-solid")
    elif any(same_color(cover.color, other) for other in others):
        what = saying("detail-table.cover-color-of-cards", color=cover.color)
    return None if what is None else Refusal(Code.COVER_CARD_UNFIT, ONE_DECK, {"what": what})


def provide_cover_card(state: Decks, command: ProvideCoverCard) -> Answer:
    colors = [color for deck in state.decks for color in (deck.back.color, deck.edges)]
    refusal = cover_refusal(command.cover, *colors)
    if refusal is not None:
        return refusal
    return (CoverCardProvided(rule=ONE_DECK, by=command.by, at=command.at, cover=command.cover),)


def install_shuffler(state: Decks, command: InstallShuffler) -> Answer:
    refusal = two_decks_refusal(state, rule=BOTH_DECKS) or shuffler_refusal(state, command.shuffler)
    if refusal is not None:
        return refusal
    return (ShufflerInstalled(rule=BOTH_DECKS, by=command.by, at=command.at, shuffler=command.shuffler),)


def shuffler_refusal(state: Decks, shuffler: Shuffler) -> Refusal | None:
    if state.shuffler is not None:
        facts = {"device": state.shuffler.device, "table": state.table}
        return Refusal(Code.SHUFFLER_PRESENT, BOTH_DECKS, facts)
    one, other = state.decks
    if same_color(one.back.color, other.back.color):
        facts = {"deck": one.name, "other": other.name, "color": one.back.color}
        return Refusal(Code.COLORS_ALIKE, COLORS, facts)
    if shuffler.counts and not is_said(shuffler.approval):
        what = saying("detail-table.counting-approval", device=shuffler.device)
        return Refusal(Code.NO_DOCUMENT, COUNTING_DEVICE, {"what": what})
    if not is_said(shuffler.device):
        return Refusal(Code.NO_WORDS, BOTH_DECKS, {"what": saying("detail-table.which-device")})
    return None


def remove_shuffler(state: Decks, command: RemoveShuffler) -> Answer:
    if state.shuffler is None:
        return Refusal(Code.NO_SHUFFLER, cite("14.15(q)"), {"table": state.table})
    return (ShufflerRemoved(rule=cite("14.15(q)"), by=command.by, at=command.at, device=state.shuffler.device),)


def open_table(state: Decks, command: OpenTable) -> Answer:
    if state.day is not None:
        return Refusal(Code.TABLE_OPEN, cite("14.4(a)"), {"table": state.table})
    assigned = state.assigned(command.day)
    if assigned is None:
        facts = {"day": command.day.isoformat(), "table": state.table}
        return Refusal(Code.NO_DISTRIBUTION, DISTRIBUTION, facts)
    refusal = two_decks_refusal(state) or not_given_refusal(state, assigned.backs)
    if refusal is not None:
        return refusal
    if state.cover is None:
        return Refusal(Code.NO_COVER_CARD, ONE_DECK, {"table": state.table})
    return (TableOpened(rule=cite("14.4(a)"), by=command.by, at=command.at, day=command.day),)


def begin_day(state: Decks, command: BeginDay) -> Answer:
    """Decks already at the table stay until they are changed; new ones come from the new day's distribution."""
    assert state.day is not None
    if command.day <= state.day:
        facts = {"day": command.day.isoformat(), "last": state.day.isoformat()}
        return Refusal(Code.DAY_NOT_LATER, DISTRIBUTION, facts)
    return (DayBegun(rule=DISTRIBUTION, by=command.by, at=command.at, day=command.day),)


def not_given_refusal(state: Decks, backs: tuple[Back, ...]) -> Refusal | None:
    """The decks at the table must be those that the distribution gives it, whichever came first."""

    def given(deck: Deck) -> bool:
        return any(same_back(deck.back, back) for back in backs)

    stray = next((deck for deck in state.decks if not given(deck)), None)
    if stray is None:
        return None
    return Refusal(Code.NOT_DISTRIBUTED_HERE, DISTRIBUTION, {"table": state.table, "back": str(stray.back)})


def close_table(state: Decks, command: CloseTable) -> Answer:
    if is_blank(command.carried_by):
        return Refusal(Code.NO_WORDS, cite("14.4(a)"), {"what": saying("detail-table.who-carries-decks")})
    removals = [removal(command, deck.name, Cause.TABLE_CLOSED) for deck in state.decks]
    closed = TableClosed(rule=cite("14.4(a)"), by=command.by, at=command.at, carried_by=command.carried_by)
    return (*removals, closed)


def remove_deck(state: Decks, command: RemoveDeck) -> Answer:  # noqa: ARG001
    return (removal(command, command.deck, Cause.CHANGED),)
