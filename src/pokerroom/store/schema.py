"""The current tables. `migrations` leads here from every earlier version."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

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
# of commits, a failed transaction leaves no gap, and no position is used again after a row is deleted.
log_end = Table(
    "log_end",
    metadata,
    Column("position", BigInteger, nullable=False),
)

projection = Table(
    "projection",
    metadata,
    Column("name", Name, primary_key=True),
    Column("key", Name, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
