"""The streams of the record: what each is called, and which events stand in it."""

from datetime import datetime
from typing import Any, get_args

import msgspec

from pokerroom.ledger.events import Event as LedgerEvent
from pokerroom.log import Codec
from pokerroom.play.events import DeckReshuffled, DeckShuffled, Event as PlayEvent
from pokerroom.room.filing.events import Event as FilingEvent
from pokerroom.room.lists.events import Event as ListsEvent
from pokerroom.shuffle import Commitment
from pokerroom.shuffle.seal import DeckOpened, Sealed
from pokerroom.table.conduct import Event as ConductEvent
from pokerroom.table.seating.events import TableEvent

LEDGER = "ledger"
FILING = "filing"
LISTS = "lists"
CONDUCT = "conduct"
OPENINGS = "deck-openings"
TABLES = "table/"
DEALS = "deals/"
ROUNDS = "rounds/"
"""How the names begin under which the books note the rounds of a table; no stream of the record."""


class DeckCommitted(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Published before the deal: what binds the room to the order of a deck, and where it was cut."""

    table: str
    round: int
    commitment: Commitment
    cut: int
    at: datetime


def table_stream(table: str) -> str:
    return f"{TABLES}{table}"


def deals_stream(table: str) -> str:
    return f"{DEALS}{table}"


def table_of(stream: str) -> str:
    return stream.partition("/")[2]


def kinds_of(*unions: Any) -> list[type[msgspec.Struct]]:
    return [kind for union in unions for kind in (get_args(union) or (union,))]


# A deck is stored sealed, so the open events have no place in the record.
OPEN_DECKS = {DeckShuffled, DeckReshuffled}
OF_TABLES = Codec([kind for kind in kinds_of(TableEvent, PlayEvent, Sealed) if kind not in OPEN_DECKS])
CODECS = {
    LEDGER: Codec(kinds_of(LedgerEvent)),
    FILING: Codec(kinds_of(FilingEvent)),
    LISTS: Codec(kinds_of(ListsEvent)),
    CONDUCT: Codec(kinds_of(ConductEvent)),
    OPENINGS: Codec([DeckOpened]),
}
OF_DEALS = Codec([DeckCommitted])


def codec_of(stream: str) -> Codec:
    if stream.startswith(TABLES):
        return OF_TABLES
    return OF_DEALS if stream.startswith(DEALS) else CODECS[stream]
