"""The current tables. `migrations` leads here from every earlier version."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.types import TypeEngine

from pokerroom.room.projections import PROJECTIONS
from pokerroom.room.projections.declaring import RowTable
from pokerroom.store.columns import columns_of

metadata = MetaData()

# SQLite numbers rows by the key only if its type is INTEGER, which is as large there as BIGINT elsewhere.
Position = BigInteger().with_variant(Integer(), "sqlite")
# Compared byte by byte, so that every database sorts streams and keys as Python does.
Name = Text().with_variant(Text(collation="C"), "postgresql")

event = Table(
    "event",
    metadata,
    Column("position", Position, primary_key=True, autoincrement=False),
    Column("stream", Name, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False, comment="microseconds since 1970, UTC"),
    Column("by", Text, nullable=False),
    Column("cause", Name, nullable=False),
    Column("tag", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("leads", Boolean, nullable=False, comment="the first event of its cause in its stream"),
    Column("asked", LargeBinary, nullable=True, comment="of one that leads, a digest of what was asked"),
    UniqueConstraint("stream", "sequence", name="event_stream_sequence"),
)
# A command is stored in a stream once: only the first of its events is in this index.
Index(
    "event_stream_cause",
    event.c.stream,
    event.c.cause,
    unique=True,
    sqlite_where=text("leads"),
    postgresql_where=text("leads"),
)

# One row. Every append increases it first and so holds it until the commit: positions follow one another in the order
# of commits, a failed transaction leaves no gap, and no position is used again after a row is deleted. Beside the
# position stands the lease of the database: an append names its epoch in the statement that counts the position.
log_end = Table(
    "log_end",
    metadata,
    Column("position", BigInteger, nullable=False),
    Column("epoch", BigInteger, nullable=False, server_default="0", comment="how often the lease was taken"),
    Column("owner", Text, nullable=False, server_default="", comment="who took it last, in words"),
    Column("since", BigInteger, nullable=False, server_default="0", comment="microseconds since 1970, UTC"),
    Column("until", BigInteger, nullable=False, server_default="0", comment="likewise; in PostgreSQL alone"),
)

projection = Table(
    "projection",
    metadata,
    Column("name", Name, primary_key=True),
    Column("key", Name, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

# The projections, as the room declares them, and how far they have come.

projected_up_to = Table(
    "projected_up_to",
    metadata,
    Column("name", Name, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("position", BigInteger, nullable=False, comment="of the last event that is in its rows"),
)


def table_for(declared: RowTable[Any]) -> Table:
    columns = [
        Column(
            each.name,
            TYPES[each.stored],
            autoincrement=False,
            nullable=each.may_be_missing,
        )
        for each in columns_of(declared)
    ]
    # Kept in the order of the key: a list by its key is one run of pages, and an index holds no row numbers.
    table = Table(declared.name, metadata, *columns, PrimaryKeyConstraint(*declared.key), sqlite_with_rowid=False)
    for order in declared.indexes:
        Index(f"{declared.name}_{'_'.join(order)}", *(table.c[name] for name in order))
    return table


TYPES: Mapping[type, TypeEngine[Any]] = {str: Name, int: BigInteger()}
PROJECTED = {declared: table_for(declared) for declared in PROJECTIONS.tables}
