"""The books in a checkpoint: their remembered records in columns, because accounts and paragraphs repeat."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import fields

from pokerroom.ledger import Books, Dealt, Transfer
from pokerroom.ledger.counting import Count
from pokerroom.ledger.state import Record, Seen
from pokerroom.ledger.transfers import RecordId
from pokerroom.room.keeping import form_of, kept_as, restored
from pokerroom.room.streams import Kept

NOT_SAID = -1
"""The place of a field that a record leaves out."""

RECORDS: tuple[type[Any], ...] = (Transfer, Dealt, Count)


def column(kind: Any) -> Any:
    """Each value once, and which of them each record has."""
    return tuple[list[kind], list[int]]


Columns: tuple[Any, ...] = tuple(
    msgspec.defstruct(f"{kind.__name__}Columns", [(field.name, column(field.type)) for field in fields(kind)])
    for kind in RECORDS
)
Accounts: Any = form_of(Books, without="seen")


class KeptSeen(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """For one stream: the last record, and the kind of each recent one."""

    stream: str
    last: RecordId
    kinds: list[int]


class KeptBooks(msgspec.Struct, frozen=True, gc=False):
    accounts: Accounts
    seen: tuple[KeptSeen, ...]
    records: tuple[Columns]  # type: ignore[valid-type]


def written(books: Books) -> KeptBooks:
    recent = [record for each in books.seen.values() for record in each.recent]
    seen = tuple(KeptSeen(stream, each.last, list(map(kind_of, each.recent))) for stream, each in books.seen.items())
    records = tuple(
        in_columns(kind, form, [record for record in recent if type(record) is kind])
        for kind, form in zip(RECORDS, Columns, strict=True)
    )
    return KeptBooks(kept_as(Accounts, books), seen, records)


def read_back(kept: KeptBooks) -> Books:
    records = [from_columns(kind, columns) for kind, columns in zip(RECORDS, kept.records, strict=True)]
    seen = {each.stream: Seen(each.last, tuple(next(records[kind]) for kind in each.kinds)) for each in kept.seen}
    books: Books = restored(Books, kept.accounts, seen=seen)
    return books


def kind_of(record: Record) -> int:
    return RECORDS.index(type(record))


def in_columns(kind: Any, form: Any, records: Sequence[Any]) -> Any:
    columns = {}
    for name in kind.__struct_fields__:
        values = [getattr(record, name) for record in records]
        said = (value for value in values if value is not UNSET)
        places = {value: place for place, value in enumerate(dict.fromkeys(said))}
        columns[name] = (list(places), [places.get(value, NOT_SAID) for value in values])
    return form(**columns)


def from_columns(kind: Any, columns: Any) -> Iterator[Any]:
    found = (getattr(columns, name) for name in kind.__struct_fields__)
    rows = zip(
        *([UNSET if place == NOT_SAID else values[place] for place in places] for values, places in found), strict=True
    )
    names = kind.__struct_fields__
    return (kind(**dict(zip(names, row, strict=True))) for row in rows)


KEPT_BOOKS = Kept(KeptBooks, written, read_back)
