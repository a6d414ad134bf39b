"""Signed heads, kept out of reach of the database's owner: where the log stood, and when.

A record has the time, the last event of every stream and the digest of the record before it, under an Ed25519
signature. If somebody removes the end of a stream, or a whole stream, it is missing from the database but not from
here. Whoever may write to the file can still cut it short: keep it on another machine, or where nothing can be deleted.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from sqlalchemy.engine import make_url

from pokerroom.log import GENESIS, Fault, Head, Tampering
from pokerroom.log.envelope import microseconds
from pokerroom.room.ports import Committed
from pokerroom.store.private import private_file

DOMAIN, SECOND_DOMAIN = b"pokerroom heads 1", b"pokerroom heads 2"


class HeadsError(Exception):
    """The file of signed heads cannot be written or read."""


class Reach(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a record went: its last position, the event there, and a digest of all events in the order of the record.

    One digest stands for all streams, so that it can be signed every second, however many there are.
    """

    position: int
    hash: bytes
    digest: bytes
    asked: bytes = b""
    """A digest of what was asked with each event, which no hash covers; empty where an earlier version signed."""

    def after(self, events: Iterable[tuple[int, bytes, bytes | None]]) -> "Reach":
        """Further by these events: the position and the hash of each, and what was asked with it."""
        position, last, digest, asked = self.position, self.hash, self.digest, self.asked
        for place, last, said in events:
            position = place
            digest = sha256(digest + last).digest()
            if said is not None:
                asked = sha256(asked + last + said).digest()
        return Reach(position, last, digest, asked)

    def is_of_one_record_with(self, other: "Reach") -> bool:
        """Whether both are of the same events, whatever was asked with them."""
        return (self.position, self.hash, self.digest) == (other.position, other.hash, other.digest)


def signable(committed: Committed) -> tuple[int, bytes, bytes | None]:
    """What of an event goes into a reach."""
    return committed.position, committed.envelope.hash, committed.asked


TAIL = 1 << 22
"""Bytes at the end of a file in which every stream is listed: far more than are written between two listings."""

NOTHING = Reach(0, GENESIS, GENESIS, GENESIS)
"""Before the first event."""


class Restored(msgspec.Struct, frozen=True):
    """Two people put an older copy in the place of the record, knowing what was lost by it."""

    by: str
    second: str
    reason: str
    lost: tuple[str, ...]


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the file. Bytes stand there in base64."""

    at: datetime
    heads: tuple[Head, ...]
    """Of every stream, about once a minute; between those of none."""
    previous: bytes
    signature: bytes = b""
    reach: Reach | None = None
    """None in files of earlier versions."""
    restored: Restored | None = None

    @property
    def signed_bytes(self) -> bytes:
        domain = DOMAIN if self.reach is None and self.restored is None else SECOND_DOMAIN
        parts = [domain, self.previous, number(microseconds(self.at)), number(len(self.heads))]
        for head in self.heads:
            stream = head.stream.encode()
            parts += (number(len(stream)), stream, number(head.sequence), number(len(head.hash)), head.hash)
        if domain is SECOND_DOMAIN:
            parts.append(msgspec.json.encode((self.reach, self.restored)))
        return b"".join(parts)

    @property
    def digest(self) -> bytes:
        return sha256(self.signed_bytes + self.signature).digest()

    def is_signed_by(self, key: Ed25519PublicKey) -> bool:
        try:
            key.verify(self.signature, self.signed_bytes)
        except InvalidSignature:
            return False
        return True


def number(value: int) -> bytes:
    return value.to_bytes(8, "big", signed=True)


class Signed(msgspec.Struct, frozen=True):
    """A head of a stream that was signed."""

    head: Head
    at: datetime


class SignedReach(msgspec.Struct, frozen=True):
    reach: Reach
    at: datetime


class SignedHeads(msgspec.Struct, frozen=True):
    """Everything that a file of heads confirms, and what is wrong with the file itself."""

    latest: dict[str, Signed]
    records: int
    faults: tuple[Fault, ...]
    every: dict[str, dict[int, Signed]] = {}
    """Of each stream every head that was signed, by its number."""
    reaches: tuple[SignedReach, ...] = ()
    """Every reach that was signed and that no restore took back, by position."""
    restored: tuple[tuple[datetime, Restored], ...] = ()


class HeadsFile:
    """The file as its one writer holds it; only ever added to, by whole lines."""

    def __init__(self, path: Path, key: Ed25519PrivateKey, *, database: str = "") -> None:
        refuse_beside(path, database)
        self._path, self._key = path, key
        try:
            private_file(path)
            # Without a buffer: what could not be written must not come out later, after something else.
            self._file = path.open("a+b", buffering=0)
        except OSError as error:
            raise HeadsError(f"{path} cannot be opened: {error}") from None
        try:
            lock(self._file, path)
            self.last: Record | None = None
            self.listed: tuple[Head, ...] = ()
            """The heads of every stream when they were last listed."""
            self._take_up()
            sync_folder(path.parent)
        except BaseException:
            self._file.close()
            raise

    @property
    def signed(self) -> int:
        """The position up to which the record is signed; 0 where that is not known."""
        return 0 if self.last is None or self.last.reach is None else self.last.reach.position

    def write(
        self,
        heads: Mapping[str, Head],
        *,
        at: datetime,
        reach: Reach | None = None,
        restored: Restored | None = None,
    ) -> None:
        """Signed, and durable on return; or nothing of it is there, and `HeadsError` says why."""
        previous = GENESIS if self.last is None else self.last.digest
        listed = tuple(heads[stream] for stream in sorted(heads))
        unsigned = Record(at, listed, previous, reach=reach, restored=restored)
        record = msgspec.structs.replace(unsigned, signature=self._key.sign(unsigned.signed_bytes))
        line = memoryview(msgspec.json.encode(record) + b"\n")
        whole = self._file.seek(0, os.SEEK_END)
        try:
            while line:
                line = line[self._file.write(line) or 0 :]
            os.fsync(self._file.fileno())
        except OSError as error:
            # A half-written line would spoil the next one.
            self._file.truncate(whole)
            raise HeadsError(f"{self._path} cannot be written: {error}") from error
        self.last, self.listed = record, listed or self.listed

    def close(self) -> None:
        self._file.close()

    def _take_up(self) -> None:
        """The last record. A line without its end was being written when the process died."""
        size = self._file.seek(0, os.SEEK_END)
        start = self._file.seek(max(0, size - TAIL))
        read = self._file.read()
        *lines, torn = read.split(b"\n")
        if torn:
            self._file.truncate(size - len(torn))
        # What the tail begins with may be the end of a line.
        records = [parsed(line) for line in (lines if start == 0 else lines[1:])]
        if not records:
            return
        last = records[-1]
        if last is None or not last.is_signed_by(self._key.public_key()):
            raise HeadsError(f"the last record of {self._path} is not signed by this key: start another file")
        self.last = last
        self.listed = next((each.heads for each in reversed(records) if each is not None and each.heads), ())


def refuse_beside(path: Path, database: str) -> None:
    if not database.startswith("sqlite"):
        return
    folder = Path(make_url(database).database or "").resolve().parent
    if folder == path.resolve().parent:
        raise HeadsError(f"{path} lies beside the database: whoever can change one could change both")


def lock(file: BinaryIO, path: Path) -> None:
    if sys.platform == "win32":
        return
    import fcntl  # noqa: PLC0415  there is none on Windows

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise HeadsError(f"{path} is being written by another process") from None


def sync_folder(folder: Path) -> None:
    """Makes the name of a new file as durable as its content."""
    if os.name != "posix":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def parsed(line: bytes) -> Record | None:
    """A record whose bytes can be signed; a time without its zone, or a number beyond all numbers, cannot."""
    try:
        record = msgspec.json.decode(line, type=Record)
        _ = record.signed_bytes
    except (msgspec.MsgspecError, ValueError, OverflowError):
        return None
    return record


def read_heads(path: Path, key: Ed25519PublicKey) -> SignedHeads:
    """What the file testifies to; a record that is not signed, or not in its place, testifies to nothing."""
    reading = HeadsRead(path.name)
    records, previous = 0, GENESIS
    for records, record in enumerate(lines_of(path), start=1):
        wrong = why_not(record, previous, key)
        if wrong:
            reading.blame(records, Tampering.HEADS_FORGED, wrong)
        if record is None or not record.is_signed_by(key):
            continue
        previous = record.digest
        reading.take(records, record)
    return reading.testimony(records)


class HeadsRead:
    """Records as they go by: none may fall behind one before it, or tell another story of the same event."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._faults: list[Fault] = []
        self._every: dict[str, dict[int, Signed]] = {}
        self._latest: dict[str, Signed] = {}
        self._reaches: list[SignedReach] = []
        self._restored: list[tuple[datetime, Restored]] = []

    def blame(self, number: int, what: Tampering, detail: str) -> None:
        self._faults.append(Fault(self._name, number, what, detail))

    def take(self, number: int, record: Record) -> None:
        if record.restored is not None:
            self._restored.append((record.at, record.restored))
            self._take_back(record)
        elif record.reach is not None:
            self._compare_reach(number, record.reach)
        for head in record.heads:
            self._take_head(number, Signed(head, record.at))
        if record.reach is not None:
            self._reaches.append(SignedReach(record.reach, record.at))

    def _take_back(self, record: Record) -> None:
        """What was lost by a restore is testified to no longer: two people answer for it."""
        kept = {head.stream: head.sequence for head in record.heads}
        for stream, heads in self._every.items():
            self._every[stream] = {each: heads[each] for each in heads if each <= kept.get(stream, 0)}
        self._latest = {
            stream: each for stream, each in self._latest.items() if each.head.sequence <= kept.get(stream, 0)
        }
        end = 0 if record.reach is None else record.reach.position
        self._reaches = [each for each in self._reaches if each.reach.position <= end]

    def _compare_reach(self, number: int, reach: Reach) -> None:
        last = self._reaches[-1] if self._reaches else None
        if last is None or reach.position > last.reach.position or reach.is_of_one_record_with(last.reach):
            return
        when = last.at.isoformat()
        what = f"it was signed at position {reach.position}, after position {last.reach.position} was signed at {when}"
        self.blame(number, Tampering.ROLLED_BACK, what)

    def _take_head(self, number: int, signed: Signed) -> None:
        head = signed.head
        known, heads = self._latest.get(head.stream), self._every.setdefault(head.stream, {})
        before = heads.setdefault(head.sequence, signed)
        if before.head.hash != head.hash:
            what = f"event {head.sequence} of {head.stream!r} was signed with another hash at {before.at.isoformat()}"
            self.blame(number, Tampering.ROLLED_BACK, what)
        elif known is not None and head.sequence < known.head.sequence:
            what = f"{head.stream!r} fell to event {head.sequence}; {known.head.sequence} was signed before"
            self.blame(number, Tampering.ROLLED_BACK, f"{what}, at {known.at.isoformat()}")
        if known is None or head.sequence > known.head.sequence:
            self._latest[head.stream] = signed

    def testimony(self, records: int) -> SignedHeads:
        return SignedHeads(
            self._latest, records, tuple(self._faults), self._every, tuple(self._reaches), tuple(self._restored)
        )


def lines_of(path: Path) -> Iterator[Record | None]:
    try:
        with path.open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    yield parsed(line)
    except OSError as error:
        raise HeadsError(f"{path} cannot be read: {error}") from None


def why_not(record: Record | None, previous: bytes, key: Ed25519PublicKey) -> str:
    if record is None:
        return "it is not a record of heads"
    if not record.is_signed_by(key):
        return "its signature does not fit it"
    if record.previous != previous:
        return "the record before it is not the one it was signed after"
    return ""
