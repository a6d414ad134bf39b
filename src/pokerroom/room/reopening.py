"""A room from its record: every stream folded again, from its start or from where a checkpoint left it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pokerroom import ledger
from pokerroom.ledger import Dealt, RecordId
from pokerroom.ledger.events import RoundsNoted
from pokerroom.log import Envelope, Head
from pokerroom.room import filing, lists
from pokerroom.room.checkpoint import Checkpoint, take_up, without_what_is_booked
from pokerroom.room.ports import EventStore
from pokerroom.room.room import Room
from pokerroom.room.streams import (
    CONDUCT,
    DEALS,
    FILING,
    LEDGER,
    LISTS,
    OPENINGS,
    ROUNDS,
    TABLES,
    codec_of,
    table_of,
    table_stream,
)
from pokerroom.shuffle.seal import Place, Sealed, from_store
from pokerroom.table import conduct, seating
from pokerroom.table.seating.events import ChangePosted, Fact, GamingOpened, PostingChanged, RoundFinished


def reopened(store: EventStore, room: Room, *, point: Checkpoint | None = None) -> Room:
    """The room as its record has it, and what the books still lack found again; from `point` on where that fits."""
    heads = store.heads()
    if point is not None and all(holds(store, head, heads) for head in point.heads):
        take_up(room, point)
        for name, sequence in point.opened.items():
            fold_round(room, store, name, opened=sequence)
    noted = fold_ledger(room, store) if LEDGER in heads else []
    without_what_is_booked(room, noted)
    for stream in sorted(heads.keys() - {LEDGER}):
        fold_stream(room, store, stream)
    room.tables = dict(sorted(room.tables.items()))
    return room


def holds(store: EventStore, head: Head, heads: Mapping[str, Head]) -> bool:
    """Whether the record has this very event; by its hash, then, all that come before it too."""
    last = heads.get(head.stream)
    if last is None or last.sequence <= head.sequence:
        return bool(last == head)
    return next(store.read(head.stream, after=head.sequence - 1)).envelope.hash == head.hash


def events_of(room: Room, store: EventStore, stream: str, *, after: int) -> Iterator[tuple[Envelope, Any]]:
    codec = codec_of(stream)
    for committed in store.read(stream, after=after):
        envelope = committed.envelope
        event = codec.decode(envelope.tag, envelope.version, envelope.body)
        if isinstance(event, Sealed):
            event = from_store(event, Place(stream, envelope.sequence), room.keys)
        yield envelope, event


def new_events(room: Room, store: EventStore, stream: str) -> Iterator[tuple[Envelope, Any]]:
    """What the room has not folded yet; it has when they have been gone through."""
    envelope = None
    for envelope, event in events_of(room, store, stream, after=room.head(stream).sequence):
        room.remember(stream, envelope.cause)
        yield envelope, event
    if envelope is not None:
        room.heads[stream] = Head(stream, envelope.sequence, envelope.hash)


def fold_round(room: Room, store: EventStore, name: str, *, opened: int) -> None:
    """The round of play of a table whose other state is known: from the event that opened it."""
    table, stream = room.tables[name], table_stream(name)
    last = room.heads[stream].sequence
    for envelope, event in events_of(room, store, stream, after=opened - 1):
        if envelope.sequence > last:
            break
        if not isinstance(event, Fact):
            table = seating.apply(table, event)
    room.tables[name] = table


def fold_ledger(room: Room, store: EventStore) -> list[Dealt]:
    """The books first: they say what of the tables' events is still to be posted. The rounds noted on the way."""
    noted: list[Dealt] = []

    def events() -> Iterator[Any]:
        for _, event in new_events(room, store, LEDGER):
            if isinstance(event, RoundsNoted):
                noted.append(event.dealt)
            yield event

    room.books = ledger.fold(room.books, events())
    return noted


def fold_stream(room: Room, store: EventStore, stream: str) -> None:
    if stream.startswith(TABLES):
        fold_table(room, store, stream)
        return
    fold = fold_deal if stream.startswith(DEALS) else FOLDS[stream]
    for _, event in new_events(room, store, stream):
        fold(room, event)


def fold_deal(room: Room, event: Any) -> None:
    room.decks[event.table] = event.commitment.context.deck


NOTED = (GamingOpened, ChangePosted, PostingChanged, RoundFinished)


def fold_table(room: Room, store: EventStore, stream: str) -> None:
    name = table_of(stream)
    table = room.tables.get(name) or seating.new_table(name)
    posted, counted = number_of(room.books.last_from(stream)), number_of(room.books.last_from(f"{ROUNDS}{name}"))
    for envelope, event in new_events(room, store, stream):
        if envelope.sequence > posted:
            room.unposted += room.moved(table, (event,), envelope.at, first=envelope.sequence)
        # A round is noted in the books after the transfers of its table, and may be there already.
        if isinstance(event, NOTED) and (not isinstance(event, RoundFinished) or event.number > counted):
            room.note(table, event)
        table = seating.apply(table, event)
    room.tables[name] = table


def number_of(record: RecordId | None) -> int:
    return 0 if record is None else record.sequence


FOLDS: dict[str, Callable[[Room, Any], None]] = {
    FILING: lambda room, event: setattr(room, "register", filing.apply(room.register, event)),
    LISTS: lambda room, event: setattr(room, "lists", lists.apply(room.lists, event)),
    CONDUCT: lambda room, event: setattr(room, "conduct", conduct.apply(room.conduct, event)),
    OPENINGS: lambda room, event: None,  # noqa: ARG005  kept for those who look, not for the room
}
