"""Which failures of a database pass by themselves, and how each is said to those who run the room.

The sentence names no address and no account: it is shown by `/health`. The log has the driver's own words.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from pokerroom.room.ports import StoreAway, StoreFailed
from pokerroom.store.failures import said_by

DOES_NOT_ANSWER = "the database does not answer"
DISK_FULL = "the disk is full"
LOCKED = "another process has locked the database"
READ_ONLY = "the database may not be written to"
DISK_ERRORS = "the disk reports errors"
SHORT = "the database is short of memory or connections"

SQLITE: Mapping[int, str] = {
    5: LOCKED,
    6: LOCKED,
    7: SHORT,
    8: READ_ONLY,
    9: DOES_NOT_ANSWER,
    10: DISK_ERRORS,
    13: DISK_FULL,
    14: "the file of the database cannot be opened",
    15: LOCKED,
}
"""By the primary result code."""

POSTGRESQL: Mapping[str, str] = {
    "08": DOES_NOT_ANSWER,
    "25006": READ_ONLY,
    "25P03": DOES_NOT_ANSWER,
    "40": LOCKED,
    "53": SHORT,
    "53100": DISK_FULL,
    "55": LOCKED,
    "57": DOES_NOT_ANSWER,
    "58": DISK_ERRORS,
}
"""By the state, or by its first two characters, which are its class."""

ABORTED = "PipelineAborted"
"""Says of a statement only that one before it failed: that one says why."""


class Trouble(NamedTuple):
    """Something that does not work at the moment."""

    reason: str
    since: datetime
    tries: int = 1
    is_final: bool = False
    """Whether it cannot pass while this process runs."""


def failure(what: str, error: BaseException) -> StoreFailed:
    """What a caller is told: whether it is worth trying again is in the type."""
    reason = passing(error)
    said = f"{what}: {said_by(error)}"
    return StoreAway(said, reason) if reason else StoreFailed(said)


def passing(error: BaseException | None) -> str:
    """How a fault that passes is said; empty for any other."""
    if isinstance(error, DBAPIError):
        return passing(error.orig)
    if isinstance(error, SQLAlchemyError):
        return ""
    if isinstance(error, OSError):
        return DISK_ERRORS
    return of_driver(error)


def of_driver(error: Any) -> str:
    names = {each.__name__ for each in type(error).__mro__}
    code, state = getattr(error, "sqlite_errorcode", None), getattr(error, "sqlstate", None)
    if code is not None:
        return SQLITE.get(code & 0xFF, "")
    if state is not None:
        return POSTGRESQL.get(state) or POSTGRESQL.get(state[:2], "")
    return DOES_NOT_ANSWER if names & {"OperationalError", "InterfaceError"} and ABORTED not in names else ""
