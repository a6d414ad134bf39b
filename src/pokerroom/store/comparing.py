"""Whether the stored projections are what the record makes of them: made again beside it, and held row against row.

Nothing is written to the database that is looked at.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from pokerroom.room.auditing.findings import Check, Examined, Finding
from pokerroom.room.ports import EventStore, StoreError
from pokerroom.room.projections import PROJECTIONS
from pokerroom.room.projections.declaring import Projected, ProjectedUpTo, ProjectingStore, RowTable
from pokerroom.store.opening import engine_for
from pokerroom.store.projected import ProjectedTables

OTHER_VERSION = "the rows are of another version of the software, and are made again when a room opens by this one"
GOES_ON = "rows were stored while they were read: compare a record at rest"

Row = tuple[Any, ...]


class Compared(NamedTuple):
    examined: Examined
    not_compared: str = ""
    """Why not, where they were not."""


def compare(store: ProjectingStore) -> Compared:
    projected = store.projected
    up_to = projected.up_to()
    if up_to.versions and up_to.versions != PROJECTIONS.versions:
        return Compared(Examined(), OTHER_VERSION)
    if len(up_to.positions) > 1 or up_to.position > store.end():
        what = f"they say they hold event {max(up_to.positions)} of {store.end()}, or not all the same"
        return Compared(Examined((found("projections", what),)))
    try:
        examined = held_against_record(store, projected, up_to)
    except StoreError as error:
        return Compared(Examined((found("projections", f"they cannot be made again: {error}"),)))
    return Compared(examined) if projected.up_to() == up_to else Compared(Examined(), GOES_ON)


def held_against_record(store: EventStore, projected: Projected, up_to: ProjectedUpTo) -> Examined:
    examined = Examined(counts={"projected tables": len(PROJECTIONS.tables)})
    with made_again(store, up_to.position) as again:
        for table in PROJECTIONS.tables:
            examined += first_difference(table, projected.stored(table), again.stored(table))
    return examined


def first_difference(table: RowTable[Any], stored: Iterator[Row], made: Iterator[Row]) -> Examined:
    rows = 0
    for what in paired(table, stored, made):
        rows += 1
        if what:
            return Examined((found(table.name, what),), {"projected rows": rows})
    return Examined(counts={"projected rows": rows})


@contextmanager
def made_again(store: EventStore, position: int) -> Iterator[ProjectedTables]:
    """The projections of a record up to a position, in a database of their own that is gone afterwards."""
    with TemporaryDirectory(prefix="pokerroom-projections-") as folder:
        engine = engine_for(f"sqlite:///{Path(folder) / 'rows.sqlite3'}", durable=False)
        with closing(ProjectedTables(store, engine, make=True)) as again:
            again.follow(position)
            yield again


def found(table: str, what: str) -> Finding:
    return Finding(Check.PROJECTIONS, table, 0, None, what)


def paired(table: RowTable[Any], stored: Iterator[Row], made: Iterator[Row]) -> Iterator[str]:
    """Row by row what is wrong with it; nothing where it is right. Both come in the order of the key."""
    places = [table.columns.index(name) for name in table.key]
    have, want = next(stored, None), next(made, None)
    while have is not None or want is not None:
        if want is None or (have is not None and key_in(have, places) < key_in(want, places)):
            assert have is not None
            yield f"row {named(have, places)} follows from nothing in the record"
            have = next(stored, None)
        elif have is None or key_in(want, places) < key_in(have, places):
            yield f"row {named(want, places)} is missing"
            want = next(made, None)
        else:
            yield difference(table, have, want, named(have, places))
            have, want = next(stored, None), next(made, None)


def difference(table: RowTable[Any], have: Row, want: Row, name: str) -> str:
    if have == want:
        return ""
    column, stored, made = next(each for each in zip(table.columns, have, want, strict=True) if each[1] != each[2])
    return f"row {name} has {column} {stored!r}; the record makes it {made!r}"


def key_in(row: Row, places: list[int]) -> tuple[tuple[str, Any], ...]:
    """Whoever changed a database may have left there what is of another type."""
    values = (row[place] for place in places)
    return tuple((type(each).__name__, each.encode() if isinstance(each, str) else each) for each in values)


def named(row: Row, places: list[int]) -> str:
    return ", ".join(str(row[place]) for place in places)
