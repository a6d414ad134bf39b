"""Small streams to store: what a table might record, without a table."""

from datetime import UTC, datetime, timedelta

from pokerroom.log import Envelope, Head, beginning, enclose, head_of
from pokerroom.room.ports import Batch, EventStore, Row

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def events(head: Head, cause: str, *amounts: int) -> tuple[Envelope, ...]:
    """One event of a command for each amount."""
    made: list[Envelope] = []
    for amount in amounts:
        at = NOON + timedelta(seconds=head.sequence)
        body = b'{"amount":%d}' % amount
        made.append(enclose(head, at=at, by="ada", cause=cause, tag="Paid", version=1, body=body))
        head = head_of(made[-1])
    return tuple(made)


def batch(
    stream: str | Head, cause: str, *amounts: int, rows: tuple[Row, ...] = (), asked: bytes | None = None
) -> Batch:
    head = beginning(stream) if isinstance(stream, str) else stream
    return Batch(events(head, cause, *amounts), rows, asked=asked)


def record(store: EventStore, stream: str, *commands: tuple[int, ...]) -> Head:
    """Stores commands one after the other, named by the sequence of their first event; the head they lead to."""
    for amounts in commands:
        head = store.heads().get(stream, beginning(stream))
        store.append(batch(head, f"command-{head.sequence + 1}", *amounts))
    return store.heads()[stream]


def bodies(store: EventStore, stream: str, *, after: int = 0) -> list[bytes]:
    return [each.envelope.body for each in store.read(stream, after=after)]
