"""The sessions that a house finds when it opens: those whose rows are what the record says, and no others.

A row is a key to the house, and whoever may write to the database could lay one there; only an event opens a session.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec
import structlog

from pokerroom.live.entrance import sessions
from pokerroom.live.entrance.sessions import Session, SessionKeptOn, SessionOpened
from pokerroom.log import Codec
from pokerroom.room.ports import EventStore

LOG = structlog.get_logger(__name__)

LONGEST = max(each.whole for each in (sessions.GUESTS, sessions.PLAYERS, sessions.STAFF)) + timedelta(days=1)
"""Whoever entered before that is no longer in, and need not be looked for."""


def confirmed(store: EventStore, stream: str, codec: Codec, at: datetime) -> Iterator[Session]:
    """Those that were over when the record ends come too: that is to be recorded."""
    last = min(at, latest_in(store) or at)
    recorded = left_open(store, stream, codec, since=last - LONGEST)
    for key, value in store.rows(sessions.ROW):
        session = read(value)
        if session is not None and (session.until <= last or recorded.get(session.key) == session):
            yield session
        else:
            LOG.warning("a session that no event has opened is worth nothing", session=key[:12])


def read(value: bytes) -> Session | None:
    try:
        return msgspec.json.decode(value, type=Session)
    except msgspec.MsgspecError:
        return None


def left_open(store: EventStore, stream: str, codec: Codec, *, since: datetime) -> dict[str, Session]:
    found: dict[str, Session] = {}
    for committed in store.read(stream, after=before(store, stream, since)):
        event = codec.read(committed.envelope)
        if isinstance(event, SessionOpened | SessionKeptOn):
            found[event.session.key] = event.session
        else:
            found.pop(event.key, None)
    return found


def before(store: EventStore, stream: str, since: datetime) -> int:
    """The number of the last event before a moment, found by halving: the stream holds every visit there ever was."""
    head = store.heads().get(stream)
    low, high = 0, 0 if head is None else head.sequence
    while low < high:
        middle = (low + high) // 2
        found = next(store.read(stream, after=middle))
        low, high = (middle + 1, high) if found.envelope.at < since else (low, middle)
    return low


def latest_in(store: EventStore) -> datetime | None:
    """When the last event of the desk was recorded."""
    lasts = (store.read(stream, after=head.sequence - 1) for stream, head in store.heads().items())
    return max((each.envelope.at for last in lasts for each in last), default=None)
