"""A dealer's box folded again: every round begun from decks that could be dealt, and the same rounds as its table."""

from collections.abc import Iterator
from typing import Any

from pokerroom.log import CodecError, Envelope
from pokerroom.room.auditing.findings import UNFIT, Check, Examined, Notes, reason
from pokerroom.room.box import BOXES
from pokerroom.room.ports import Committed, EventStore, StoreError
from pokerroom.room.shards import layout_at
from pokerroom.room.streams import table_of
from pokerroom.room.tables import TABLES
from pokerroom.table.box import Box, may_deal
from pokerroom.table.decks.events import DecksDistributed, RoundBegun
from pokerroom.table.seating.commands import DealtBy
from pokerroom.table.seating.events import GamingOpened, RoundStarted

NOT_DISTRIBUTED = "distributions of decks that the next table does not have yet"


def examine_box(store: EventStore, stream: str) -> Examined:
    """One box, and whether it began exactly the rounds of its table that a dealer dealt."""
    notes, box = Notes(), BOXES.first(table_of(stream))
    begun: dict[str, Envelope] = {}
    layouts = store.layouts()
    for committed, event in events_of(store, stream, notes):
        envelope = committed.envelope
        notes.counts["box events"] += 1
        if isinstance(event, DecksDistributed) and layout_at(committed.position, layouts).shards > 1:
            look_at_distribution(store, event, envelope, notes)
        if isinstance(event, RoundBegun):
            begun[envelope.cause] = envelope
            notes.counts["rounds begun"] += 1
            look_at_round(box, event, envelope, notes)
        try:
            box = BOXES.apply(box, event)
        except UNFIT as error:
            what = f"{envelope.tag} does not fit what came before it, and nothing after it was replayed"
            notes.find(Check.BOXES, envelope, f"{what}: {reason(error)}")
            return notes.told()
    compare_rounds(store, TABLES.named(table_of(stream)), begun, notes)
    return notes.told()


def events_of(store: EventStore, stream: str, notes: Notes) -> Iterator[tuple[Committed, Any]]:
    envelope: Envelope | None = None
    try:
        for committed in store.read(stream):
            envelope = committed.envelope
            try:
                yield committed, BOXES.read(envelope)
            except CodecError as error:
                notes.find(Check.BOXES, envelope, f"the record cannot be read: {error}")
                return
    except StoreError as error:
        if envelope is not None:
            notes.find(Check.BOXES, envelope, f"what comes after it cannot be read: {error}")


def look_at_distribution(store: EventStore, event: DecksDistributed, envelope: Envelope, notes: Notes) -> None:
    """In a divided record each table named has it by an order of its own: this one is compared with the next."""
    table, named = table_of(envelope.stream), [line.table for line in event.tables]
    following = named[named.index(table) + 1 :] if table in named else []
    for other in following[:1]:
        order = f"{envelope.cause.removesuffix(table)}{other}"
        found = [BOXES.read(each.envelope) for each in store.caused(BOXES.named(other), order)]
        if not found:
            notes.counts[NOT_DISTRIBUTED] += 1
        elif (found[0].day, found[0].tables) != (event.day, event.tables):
            notes.find(Check.BOXES, envelope, f"table {other} has another distribution of decks by the same order")


def look_at_round(box: Box, event: RoundBegun, envelope: Envelope, notes: Notes) -> None:
    refusal = may_deal(box, event.at)
    if refusal is not None:
        notes.find(Check.BOXES, envelope, f"a round was begun that could not be dealt: {refusal}")


def compare_rounds(store: EventStore, stream: str, begun: dict[str, Envelope], notes: Notes) -> None:
    """By the order that began each: the table and its box are changed together."""
    by_dealer, left = False, dict(begun)
    try:
        for committed in store.read(stream):
            envelope = committed.envelope
            if envelope.tag not in STARTING:
                continue
            event = TABLES.read(envelope)
            if isinstance(event, GamingOpened):
                by_dealer = event.dealt_by is DealtBy.DEALER
            elif by_dealer and left.pop(envelope.cause, None) is None:
                notes.find(Check.BOXES, envelope, f"round {event.number} was dealt by a dealer and is not in the box")
    except (CodecError, StoreError):
        return  # What is wrong with the table's record is found when that is examined.
    for envelope in left.values():
        notes.find(Check.BOXES, envelope, "a round was begun that the table does not have")


STARTING = {TABLES.codec.tag_of(kind) for kind in (GamingOpened, RoundStarted)}
