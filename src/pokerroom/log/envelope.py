"""An event as it is stored: its place, when and by whom it was caused, its bytes, and the hash that binds it.

The hash covers the previous hash and the canonical bytes of every other field. No event can be changed or moved, nor
any event before it, without a hash that no longer fits.
"""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from struct import Struct as Layout

import msgspec
from msgspec.structs import replace

DOMAIN = b"pokerroom log 1"
HASH = 32
GENESIS = bytes(HASH)
"""Used as the previous hash of the first event of a stream."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

# The lengths of stream, by, cause and tag in characters, and their total length in bytes; then sequence, time, version.
# The texts follow in that order, and the body is the rest: no two envelopes share canonical bytes.
NUMBERS = Layout(">5I3q")


class EnvelopeError(ValueError):
    """A value that cannot be put into an envelope."""


class Envelope(msgspec.Struct, frozen=True, gc=False):
    stream: str
    sequence: int
    """Counted from 1 in each stream, without gaps."""
    at: datetime
    by: str
    cause: str
    """The id of the command that led to the event; all events of one command in a stream are appended together."""
    tag: str
    version: int
    body: bytes
    hash: bytes

    def __str__(self) -> str:
        return f"event {self.sequence} of {self.stream!r} ({self.tag})"


class Head(msgspec.Struct, frozen=True, gc=False):
    """The last event of a stream: its number and its hash."""

    stream: str
    sequence: int
    hash: bytes


def beginning(stream: str) -> Head:
    """The head of an empty stream."""
    return Head(stream, 0, GENESIS)


def head_of(envelope: Envelope) -> Head:
    return Head(envelope.stream, envelope.sequence, envelope.hash)


def microseconds(at: datetime) -> int:
    """Whole microseconds since 1970; one moment gives the same number in every time zone."""
    try:
        return (at - EPOCH) // MICROSECOND
    except TypeError:
        raise EnvelopeError(f"the time {at.isoformat()} does not say its time zone") from None


def moment(since_epoch: int) -> datetime:
    return EPOCH + timedelta(microseconds=since_epoch)


def digest_of(envelope: Envelope, previous: bytes, *, sequence: int | None = None) -> bytes:
    """The hash that the event should have after `previous`, at its own sequence or at another `sequence`."""
    stream, by, cause, tag = envelope.stream, envelope.by, envelope.cause, envelope.tag
    texts = f"{stream}{by}{cause}{tag}".encode()
    numbers = NUMBERS.pack(
        len(stream),
        len(by),
        len(cause),
        len(tag),
        len(texts),
        envelope.sequence if sequence is None else sequence,
        microseconds(envelope.at),
        envelope.version,
    )
    return sha256(b"".join((DOMAIN, previous, numbers, texts, envelope.body))).digest()


def enclose(head: Head, *, at: datetime, by: str, cause: str, tag: str, version: int, body: bytes) -> Envelope:
    """The event that comes after `head`."""
    if not (head.stream and by and cause and tag and is_plain(f"{head.stream}{by}{cause}{tag}")):
        for name, text in (("stream", head.stream), ("by", by), ("cause", cause), ("tag", tag)):
            refuse_unfit(name, text)
    if not 0 < version < 2**31:
        raise EnvelopeError(f"versions are counted from 1, so {version} is not one")
    unbound = Envelope(head.stream, head.sequence + 1, at, by, cause, tag, version, body, b"")
    return replace(unbound, hash=digest_of(unbound, head.hash))


def is_plain(text: str) -> bool:
    """Whether the text is certainly safe to store in any database; a quick check."""
    return text.isascii() and "\0" not in text


def refuse_unfit(name: str, text: str) -> None:
    if not is_fit(text):
        raise EnvelopeError(f"{text!r} cannot be the {name} of an event")


def is_fit(text: str) -> bool:
    """Whether a database can store the text: PostgreSQL accepts neither NUL nor text that is not valid Unicode."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return bool(text) and "\0" not in text


def follows(envelope: Envelope, head: Head) -> bool:
    """Whether this is the next event of the stream that ends at `head`, with the right hash."""
    return (
        envelope.stream == head.stream
        and envelope.sequence == head.sequence + 1
        and envelope.hash == digest_of(envelope, head.hash)
    )
