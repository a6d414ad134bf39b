"""Signed heads, kept out of reach of the database's owner: where the log stood, and when.

A record has the time, the last event of every stream and the digest of the record before it, under an Ed25519
signature. If somebody removes the end of a stream, or a whole stream, it is missing from the database but not from
here. Whoever may write to the file can still cut it short: keep it on another machine, or where nothing can be deleted.
"""

import os
import sys
from collections.abc import Iterator, Mapping
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

DOMAIN = b"pokerroom heads 1"


class HeadsError(Exception):
    """The file of signed heads cannot be written or read."""


class Record(msgspec.Struct, frozen=True):
    """A line of the file. Bytes stand there in base64."""

    at: datetime
    heads: tuple[Head, ...]
    previous: bytes
    signature: bytes = b""

    @property
    def signed_bytes(self) -> bytes:
        parts = [DOMAIN, self.previous, number(microseconds(self.at)), number(len(self.heads))]
        for head in self.heads:
            stream = head.stream.encode()
            parts += (number(len(stream)), stream, number(head.sequence), number(len(head.hash)), head.hash)
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
    """The last that was signed of a stream."""

    head: Head
    at: datetime


class SignedHeads(msgspec.Struct, frozen=True):
    """Everything that a file of heads confirms, and what is wrong with the file itself."""

    latest: dict[str, Signed]
    records: int
    faults: tuple[Fault, ...]


class HeadsFile:
    """The file as its one writer holds it; only ever added to."""

    def __init__(self, path: Path, key: Ed25519PrivateKey, *, database: str = "") -> None:
        refuse_beside(path, database)
        self._path, self._key = path, key
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise HeadsError(f"{path} cannot be opened: {error}") from None
        try:
            lock(self._file, path)
            self._previous = self._take_up()
            sync_folder(path.parent)
        except BaseException:
            self._file.close()
            raise

    def write(self, heads: Mapping[str, Head], *, at: datetime) -> None:
        """Signed, and durable on return."""
        unsigned = Record(at, tuple(heads[stream] for stream in sorted(heads)), self._previous)
        record = msgspec.structs.replace(unsigned, signature=self._key.sign(unsigned.signed_bytes))
        whole = self._file.seek(0, os.SEEK_END)
        try:
            self._file.write(msgspec.json.encode(record) + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            # A half-written line would spoil the next one.
            self._file.truncate(whole)
            raise HeadsError(f"{self._path} cannot be written: {error}") from error
        self._previous = record.digest

    def close(self) -> None:
        self._file.close()

    def _take_up(self) -> bytes:
        """The digest of the last record. A line without its end was being written when the process died."""
        self._file.seek(0)
        last, end = b"", 0
        for line in self._file:
            if line.endswith(b"\n"):
                last, end = line, end + len(line)
        self._file.truncate(end)
        if not last:
            return GENESIS
        record = parsed(last)
        if record is None or not record.is_signed_by(self._key.public_key()):
            raise HeadsError(f"the last record of {self._path} is not signed by this key: start another file")
        return record.digest


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
    try:
        return msgspec.json.decode(line, type=Record)
    except msgspec.MsgspecError:
        return None


def read_heads(path: Path, key: Ed25519PublicKey) -> SignedHeads:
    """What the file testifies to; a record that is not signed, or not in its place, testifies to nothing."""
    latest: dict[str, Signed] = {}
    faults: list[Fault] = []
    records, previous = 0, GENESIS
    for records, record in enumerate(lines_of(path), start=1):
        wrong = why_not(record, previous, key)
        if wrong:
            faults.append(Fault(path.name, records, Tampering.HEADS_FORGED, wrong))
        if record is None or not record.is_signed_by(key):
            continue
        previous = record.digest
        for head in record.heads:
            known = latest.get(head.stream)
            if known is None or head.sequence > known.head.sequence:
                latest[head.stream] = Signed(head, record.at)
    return SignedHeads(latest, records, tuple(faults))


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
        return "it is no record of heads"
    if not record.is_signed_by(key):
        return "its signature does not fit it"
    if record.previous != previous:
        return "the record before it is not the one it was signed after"
    return ""
