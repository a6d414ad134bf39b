"""The streams of the tables: what happens at each, hidden cards sealed, and beside it the promises of its decks."""

from datetime import datetime
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from pokerroom.log import Codec
from pokerroom.play.events import DeckReshuffled, DeckShuffled, Event as PlayEvent, RoundOpened
from pokerroom.room.keeping import kept_whole
from pokerroom.room.streams import Kept, Sealing, Stream, kinds_of
from pokerroom.shuffle import Commitment
from pokerroom.shuffle.seal import Keys, Place, Sealed, from_store, is_secret, to_store
from pokerroom.table import seating
from pokerroom.table.seating import Table
from pokerroom.table.seating.events import ContributionsStopped, Fact, TableEvent

CUT = (10, 42)
"""The least and the most that may be cut off a deck: at least ten cards in each packet."""

OPEN_DECKS = (DeckShuffled, DeckReshuffled)
"""A deck is stored sealed, so the open events must not be in the record."""


def sealed(event: Any, stream: str, sequence: int, keys: Keys, secret: bytes) -> Any:
    return to_store(event, Place(stream, sequence), keys.current, secret=secret)


def opened(event: Any, stream: str, sequence: int, keys: Keys) -> Any:
    return from_store(event, Place(stream, sequence), keys)


def in_round(table: Table, event: Any) -> Table:
    """The round of play of a table whose other state is known: what else the event did there is in that state."""
    if isinstance(event, Fact) and not isinstance(event, ContributionsStopped):
        return table
    return replace(table, round=seating.apply(table, event).round)


TABLES: Stream[Table] = Stream(
    name="table",
    of_tables=True,
    codec=Codec([kind for kind in kinds_of(TableEvent, PlayEvent, Sealed) if kind not in OPEN_DECKS]),
    first=seating.new_table,
    perform=seating.perform,
    apply=seating.apply,
    # Cards are not kept: the round of play is folded again from its own events, whose deck is sealed.
    kept=kept_whole(Table, without="round", opens=RoundOpened, refold=in_round),
    sealing=Sealing(is_secret, Sealed, sealed, opened, face=attrgetter("event")),
)


class DeckCommitted(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Published before the deal: what commits the room to the order of a deck, and where it was cut."""

    table: str
    round: int
    commitment: Commitment
    cut: int
    at: datetime


def last_deck(_deck: int, event: DeckCommitted) -> int:
    """The number of a deck in its round of play: above 0 it was reshuffled."""
    return event.commitment.context.deck


DEALS: Stream[int] = Stream(
    name="deals",
    of_tables=True,
    codec=Codec([DeckCommitted]),
    first=lambda _: 0,
    apply=last_deck,
    kept=Kept(int, int, int),
)
