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
    Column("epoch", BigInteger, nullable=True, comment="of the lease it was committed under"),
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

# One row a shard; a record that one process writes has one. Every append raises the row first and so holds it until the
# commit: a shard's positions follow one another in the order of its commits, and none is used again after an event is
# deleted. Beside the position stands the lease of the shard: an append names its epoch in the statement that counts.
shard = Table(
    "shard",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("position", BigInteger, nullable=False, comment="the last that it counted or passed over"),
    Column("events", BigInteger, nullable=False, comment="how many it has counted"),
    Column("epoch", BigInteger, nullable=False, server_default="0", comment="grows whenever the lease is taken"),
    Column("owner", Text, nullable=False, server_default="", comment="who took it last, in words"),
    Column("address", Text, nullable=False, server_default="", comment="where its owner is reached"),
    Column("since", BigInteger, nullable=False, server_default="0", comment="microseconds since 1970, UTC"),
)

# How long each lease lasts, in PostgreSQL. A row of its own: a commit holds that of its shard for as long as it takes.
tenure = Table(
    "tenure",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("epoch", BigInteger, nullable=False, comment="of the lease; of another one it says nothing"),
    Column("until", BigInteger, nullable=False, comment="microseconds since 1970, UTC; 0 once it was given back"),
    Column("session", Integer, nullable=False, comment="of its owner; 0 until it is back after an outage"),
    Column("run", Text, nullable=False, comment="of the database's server, when it was renewed last"),
)

# Who held each shard, from which position on: the record itself shows that no two wrote in one epoch.
lease = Table(
    "lease",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("epoch", BigInteger, primary_key=True, autoincrement=False),
    Column("after", BigInteger, nullable=False, comment="the last position that was counted before it was taken"),
    Column("owner", Text, nullable=False),
    Column("since", BigInteger, nullable=False, comment="microseconds since 1970, UTC"),
)

# How many shards counted, from which position on. A record that was never divided has no row.
layout = Table(
    "layout",
    metadata,
    Column("after", BigInteger, primary_key=True, autoincrement=False),
    Column("shards", Integer, nullable=False),
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
