"""The record on disk: the event log in SQLite or PostgreSQL, its one writer, its signed heads and its audit."""

from pokerroom.store.audit import Audit, audit_log
from pokerroom.store.heads import HeadsError, HeadsFile, SignedHeads, read_heads
from pokerroom.store.keys import create_signing_key, read_signing_key, read_verifying_key
from pokerroom.store.loop import LoopWriter, Promised
from pokerroom.store.memory import MemoryStore
from pokerroom.store.opening import open_store
from pokerroom.store.sql import SqlStore
from pokerroom.store.writer import Writer

__all__ = [
    "Audit",
    "HeadsError",
    "HeadsFile",
    "LoopWriter",
    "MemoryStore",
    "Promised",
    "SignedHeads",
    "SqlStore",
    "Writer",
    "audit_log",
    "create_signing_key",
    "open_store",
    "read_heads",
    "read_signing_key",
    "read_verifying_key",
]
