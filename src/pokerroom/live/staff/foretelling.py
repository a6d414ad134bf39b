"""What an order would lead to, told before it is given: the same sentences with the same paragraphs, and nothing done.

A dealer sees what an irregularity will do before confirming it. What is foretold is decided by the room itself on what
is durable at that moment, so it says what the order would say, refusals included. Where the room deals it is told up to
the first card that nobody has seen: a ruling can be asked about a hundred times, and must not tell the deck. Where a
person deals, the room does not know the deck, and the whole is told.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pokerroom.cards import UNKNOWN
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.staff.orders import Submission
from pokerroom.live.staff.orders.tables import plays_there
from pokerroom.live.tables.recent import next_entry
from pokerroom.live.tables.telling import Entry, told
from pokerroom.play import events
from pokerroom.room import answers
from pokerroom.room.room import Change
from pokerroom.room.tables import TABLES
from pokerroom.table.seating import Table
from pokerroom.wire import messages as wire

TURNS_UP = (
    *(events.DeckShuffled, events.DeckReshuffled, events.CardBurned, events.MistakenCardsDiscarded),
    *(events.CardsDealt, events.CommunityDealt, events.CommonCardDealt, events.Drew),
    *(events.CardExchanged, events.DrawnCardExposed, events.FallenCardReplaced),
    *(events.HandShown, events.HandDisclosed, events.Discarded, events.ChoiceOffered),
)
"""What happens from here on depends on cards that lie face down."""

TURNS_OVER = (events.FaceUpCardRemoved, events.FallenCardRemoved)
"""The top card of the deck is put away, and is not named before it is."""


def foretold(submission: Submission) -> tuple[wire.Told, ...] | Refusal:
    """Every event that has a sentence or a paragraph of its own, as everybody would be told of it."""
    live, counter = submission.live, submission.order.declaration.counter
    actor = submission.house.actors.get(submission.order.table)
    if not counter.foretells or actor is None or actor.live is not live:
        return Refusal(Code.NOT_FORETOLD, facts={"order": submission.order.kind.__name__})
    why = plays_there(submission, actor.table) or counter.unfit(live, submission.order)
    changes = live.room.would(submission.now) if why is None else why
    if isinstance(changes, Refusal):
        return changes
    last = actor.recent.kept[-1] if actor.recent.kept else None
    entries = entries_of(changes, last)
    if not is_dealt_by_a_person(actor.table):
        entries = foreseeable(entries)
    return tuple(line for line in (told(each, None, live.name_of) for each in entries) if line.says is not None)


def digest_of(lines: tuple[wire.Told, ...]) -> str:
    """Of what somebody reads: the same for the same effect, however much has happened at the table before it."""
    return answers.digest_of("foretold", tuple(replace(each, sequence=0) for each in lines)).hex()


def unread(submission: Submission, expected: str) -> Refusal | None:
    """Why the order is not carried out for somebody who has read that it does what has this digest."""
    leads_to = foretold(submission)
    if isinstance(leads_to, Refusal):
        return leads_to
    return None if digest_of(leads_to) == expected else Refusal(Code.DOES_OTHERWISE)


def entries_of(changes: list[Change], last: Entry | None) -> Iterator[Entry]:
    for change in changes:
        if change.stream is TABLES:
            for event in change.events:
                last = next_entry(last, 0, 0.0, event)
                yield last


def is_dealt_by_a_person(table: Table) -> bool:
    """The round says so, not the table: a dealer may deal a round at a table where otherwise the room deals."""
    return table.round is not None and table.round.by_dealer


def foreseeable(entries: Iterable[Entry]) -> Iterator[Entry]:
    """As far as whoever asks could tell themselves from what lies open."""
    for entry in entries:
        if isinstance(entry.event, TURNS_UP):
            return
        if isinstance(entry.event, TURNS_OVER):
            yield entry._replace(event=replace(entry.event, card=UNKNOWN))
        else:
            yield entry
