"""What a room had come to at a point of its record, kept beside the events so that it need not read them all to open.

The events are the only truth. A checkpoint is a derived row: it is used where its seal, the code that made it and the
hash of the last event of every stream it speaks of all fit, and thrown away otherwise; whoever audits a record never
looks at it. Cards are not in it: the round of play at a table is folded again from its own events, whose deck is
sealed. What grows slowly is not in it either: filings and conduct are read from their start.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args, get_origin

import msgspec
from msgspec.structs import fields, replace

from pokerroom.ledger import Books, Dealt, Transfer
from pokerroom.ledger.counting import Count
from pokerroom.ledger.state import Record, Seen
from pokerroom.ledger.transfers import RecordId
from pokerroom.log import Head
from pokerroom.room.lists import Lists
from pokerroom.room.room import Room
from pokerroom.room.streams import DEALS, LEDGER, LISTS, OPENINGS, TABLES, table_of, table_stream
from pokerroom.shuffle.seal import Keys
from pokerroom.table.seating import Table

ROW = "checkpoint"
DOMAIN = b"pokerroom checkpoint 1"
SEAL = 32

OF_THE_ROOM = ("room/", "books/")
"""How the ids begin that the room gives its own orders: nobody asks for one of those again."""


def pairs(kind: Any) -> Any:
    """The type a field is kept as: a mapping as pairs, for a key of JSON is a text."""
    return tuple[tuple[get_args(kind)], ...] if get_origin(kind) is Mapping else kind  # type: ignore[misc]


def form_of(kind: type[msgspec.Struct], *, without: str = "") -> Any:
    """What values of this kind are kept as."""
    kept = [(field.name, pairs(field.type)) for field in fields(kind) if field.name != without]
    return msgspec.defstruct(f"Kept{kind.__name__}", kept, frozen=True, gc=False)


KeptTable: Any = form_of(Table, without="round")
KeptBooks: Any = form_of(Books, without="seen")
KeptLists: Any = form_of(Lists)


def kept_as(form: Any, value: Any) -> Any:
    found = ((name, getattr(value, name)) for name in form.__struct_fields__)
    return form(**{name: tuple(each.items()) if isinstance(each, Mapping) else each for name, each in found})


def restored(kind: Any, value: Any, **other: Any) -> Any:
    types = {field.name: field.type for field in fields(kind)}
    found = ((name, getattr(value, name)) for name in value.__struct_fields__)
    values = {name: dict(each) if get_origin(types[name]) is Mapping else each for name, each in found}
    return kind(**values, **other)


RECORDS: tuple[type[Any], ...] = (Transfer, Dealt, Count)


def column(kind: Any) -> Any:
    """Each value once, and which of them each record has: accounts and paragraphs are the same few again and again."""
    return tuple[list[kind], list[int]]


Columns: tuple[Any, ...] = tuple(
    msgspec.defstruct(f"{kind.__name__}Columns", [(field.name, column(field.type)) for field in fields(kind)])
    for kind in RECORDS
)


def in_columns(kind: Any, form: Any, records: Sequence[Any]) -> Any:
    columns = {}
    for name in kind.__struct_fields__:
        values = [getattr(record, name) for record in records]
        places = {value: place for place, value in enumerate(dict.fromkeys(values))}
        columns[name] = (list(places), [places[value] for value in values])
    return form(**columns)


def from_columns(kind: Any, columns: Any) -> Iterator[Any]:
    found = (getattr(columns, name) for name in kind.__struct_fields__)
    rows = zip(*([values[place] for place in places] for values, places in found), strict=True)
    names = kind.__struct_fields__
    return (kind(**dict(zip(names, row, strict=True))) for row in rows)


class KeptSeen(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Of one stream: the last record, and of which kind each of the recent ones is."""

    stream: str
    last: RecordId
    kinds: list[int]


class Checkpoint(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    code: str
    """What made it. Other code may fold the same events into something else."""
    heads: tuple[Head, ...]
    """The last event of every stream it speaks of; the others are read from their start."""
    tables: tuple[KeptTable, ...]
    opened: dict[str, int]
    """Where in its stream the round of play of each table was opened that it is at, or was last."""
    books: KeptBooks
    seen: tuple[KeptSeen, ...]
    records: tuple[Columns]  # type: ignore[valid-type]
    lists: KeptLists
    settings: dict[str, str]
    next_settings: dict[str, str]
    decks: dict[str, int]
    answered: dict[str, list[str]]
    unposted: tuple[Transfer, ...]
    dealt: tuple[Dealt, ...]


class Standing(NamedTuple):
    """The room at one moment. Its values do not change, so another thread may write them down."""

    heads: Mapping[str, Head]
    tables: Mapping[str, Table]
    opened: Mapping[str, int]
    books: Books
    lists: Lists
    settings: Mapping[str, str]
    next_settings: Mapping[str, str]
    decks: Mapping[str, int]
    answered: Mapping[str, tuple[str, ...]]
    unposted: tuple[Transfer, ...]
    dealt: tuple[Dealt, ...]


def standing(room: Room, opened: Mapping[str, int]) -> Standing:
    """What the room has come to, but for tables of whose last round it is not known where it was opened."""
    tables = {name: table for name, table in room.tables.items() if table.round is None or name in opened}
    heads = {stream: head for stream, head in room.heads.items() if is_kept(stream, tables)}
    return Standing(
        heads=heads,
        tables=tables,
        opened={name: opened[name] for name, table in tables.items() if table.round is not None},
        books=room.books,
        lists=room.lists,
        settings={name: version for name, version in room.settings.items() if name in tables},
        next_settings={name: version for name, version in room.next_settings.items() if name in tables},
        decks=dict(room.decks),
        answered={stream: tuple(causes) for stream, causes in room.answered.items() if stream in heads},
        unposted=tuple(each for each in room.unposted if each.id.stream in heads),
        dealt=tuple(each for each in room.dealt.values() if table_stream(each.table) in heads),
    )


def is_kept(stream: str, tables: Mapping[str, Table]) -> bool:
    if stream.startswith(TABLES):
        return table_of(stream) in tables
    return stream.startswith(DEALS) or stream in {LEDGER, LISTS, OPENINGS}


def written(now: Standing, *, code: str, keys: Keys) -> bytes:
    """As it is kept, under a seal that only who has the keys of the decks can make."""
    seen = now.books.seen
    recent = [record for each in seen.values() for record in each.recent]
    point = Checkpoint(
        code=code,
        heads=tuple(now.heads.values()),
        tables=tuple(kept_as(KeptTable, table) for table in now.tables.values()),
        opened=dict(now.opened),
        books=kept_as(KeptBooks, now.books),
        seen=tuple(KeptSeen(stream, each.last, list(map(kind_of, each.recent))) for stream, each in seen.items()),
        records=tuple(
            in_columns(kind, form, [record for record in recent if type(record) is kind])
            for kind, form in zip(RECORDS, Columns, strict=True)
        ),
        lists=kept_as(KeptLists, now.lists),
        settings=dict(now.settings),
        next_settings=dict(now.next_settings),
        decks=dict(now.decks),
        answered={stream: list(asked(causes)) for stream, causes in now.answered.items()},
        unposted=now.unposted,
        dealt=now.dealt,
    )
    body = msgspec.json.encode(point)
    return seal_of(body, keys) + body


def kind_of(record: Record) -> int:
    return RECORDS.index(type(record))


def asked(causes: Iterable[str]) -> Iterator[str]:
    """Of the orders answered those that somebody may repeat."""
    return (cause for cause in causes if not cause.startswith(OF_THE_ROOM))


def seal_of(body: bytes, keys: Keys) -> bytes:
    return hmac.digest(hmac.digest(keys.current.secret, DOMAIN, "sha256"), body, "sha256")


def read_back(value: bytes, *, code: str, keys: Keys) -> Checkpoint | None:
    """The checkpoint, if it was made with these keys by this code."""
    body = value[SEAL:]
    if not hmac.compare_digest(value[:SEAL], seal_of(body, keys)):
        return None
    try:
        if msgspec.json.decode(body, type=Made).code != code:
            return None
        return msgspec.json.decode(body, type=Checkpoint)
    except msgspec.MsgspecError:
        return None


class Made(msgspec.Struct):
    """Enough of one to tell what made it."""

    code: str


def take_up(room: Room, point: Checkpoint) -> None:
    """The room as it was then, but for the rounds of play at its tables."""
    records = [from_columns(kind, columns) for kind, columns in zip(RECORDS, point.records, strict=True)]
    seen = {each.stream: Seen(each.last, tuple(next(records[kind]) for kind in each.kinds)) for each in point.seen}
    room.heads = {head.stream: head for head in point.heads}
    room.tables = {kept.name: restored(Table, kept) for kept in point.tables}
    room.books = restored(Books, point.books, seen=seen)
    room.lists = restored(Lists, point.lists)
    room.settings, room.next_settings = dict(point.settings), dict(point.next_settings)
    room.decks = dict(point.decks)
    room.answered = {stream: dict.fromkeys(causes) for stream, causes in point.answered.items()}
    room.unposted = list(point.unposted)
    room.dealt = {(each.table, each.game): each for each in point.dealt}


def without_what_is_booked(room: Room, noted: Iterable[Dealt]) -> None:
    """Of what the books lacked then, what they have come to hold since: these rounds have been noted in them."""
    room.unposted = [each for each in room.unposted if not is_booked(room, each.id)]
    for each in noted:
        before = room.dealt.get((each.table, each.game))
        if before is not None:
            room.dealt[each.table, each.game] = replace(before, rounds=before.rounds - each.rounds)
    room.dealt = {place: each for place, each in room.dealt.items() if not is_booked(room, each.id)}


def is_booked(room: Room, record: RecordId) -> bool:
    last = room.books.last_from(record.stream)
    return last is not None and record <= last
