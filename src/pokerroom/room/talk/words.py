"""What people typed, in rows beside the record, each bound to the chain by a digest in its event.

A text can be erased without an event being changed: the digest says nothing of a text whose salt is gone with it.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from hashlib import sha256

import msgspec

from pokerroom.room.ports import EventStore, Row

DOMAIN = b"pokerroom words 1"
SALT = 16
REMARKS, NAMES = "remark", "name"
"""The rows of what was said, by number, and of what people are called, by their ids."""
FORMER_REMARKS, FORMER_NAMES, FORMER_SILENCES = "chat", "player-name", "silenced"
"""The rows of before there was a stream."""

ENCODER = msgspec.json.Encoder(order="deterministic")


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """Something said at a table, under the name that its speaker had then."""

    table: str
    name: str
    text: str
    at: float
    salt: bytes = b""


class Name(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    salt: bytes


class FormerSilence(msgspec.Struct, frozen=True):
    player: str
    until: datetime


def remark_row(number: int, remark: Remark) -> Row:
    return Row(REMARKS, f"{number:012}", ENCODER.encode(remark))


def name_row(player: str, name: Name) -> Row:
    return Row(NAMES, player, ENCODER.encode(name))


def digest_of(row: Row) -> bytes:
    """Of a row with its place: another text is not what was recorded, nor the same one elsewhere."""
    name, key = row.name.encode(), row.key.encode()
    lengths = len(name).to_bytes(4, "big") + len(key).to_bytes(4, "big")
    return sha256(b"".join((DOMAIN, lengths, name, key, row.value or b""))).digest()


def remarks_in(store: EventStore) -> Iterator[tuple[int, Remark]]:
    """All that was said and was not erased, oldest first."""
    for key, value in store.rows(REMARKS):
        yield int(key), msgspec.json.decode(value, type=Remark)


def names_in(store: EventStore, digests: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """What people are called, as far as it is what was recorded."""
    for player, value in store.rows(NAMES):
        if is_as_recorded(player, value, digests.get(player)):
            yield player, msgspec.json.decode(value, type=Name).name


def names_of(store: EventStore, digests: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """What these people are called, where that has not been changed or erased since."""
    for player, digest in digests.items():
        value = store.row(NAMES, player)
        if value is not None and is_as_recorded(player, value, digest):
            yield player, msgspec.json.decode(value, type=Name).name


def is_as_recorded(player: str, value: bytes, digest: bytes | None) -> bool:
    return digest_of(Row(NAMES, player, value)) == digest
