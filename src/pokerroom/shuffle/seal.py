"""Hidden cards at rest: no file, backup or owner of a database shows a card that a spectator could not see.

One rule says what is sealed: an event that a spectator sees differently is stored as the spectator sees it, and the
rest is encrypted under a key kept outside the database. The running room holds the key, so that it can resume a round;
a person may open a deck only by an order of the room, or without it through `open_for`: both record it first.
"""

import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec.structs import replace

from pokerroom.cards import Card
from pokerroom.play import Event, Role, seen_by
from pokerroom.play.events import DeckReshuffled, DeckShuffled
from pokerroom.play.views import VISIBLE, to_everybody
from pokerroom.rules.staff import Official
from pokerroom.rules.wording import is_said
from pokerroom.shuffle.generator import Source

KEY_FILE = "POKERROOM_DECK_KEY"
"""The environment variable that names the file of keys."""

KEY, NONCE = 32, 12
VERSION = b"pokerroom seal 1"
KEY_LINE = re.compile(r"(?P<id>[\w.-]{1,64}) (?P<secret>[0-9a-f]{64})")


class SealError(Exception):
    """A deck cannot be sealed or opened, or there is no suitable key for it."""


class Key(msgspec.Struct, frozen=True, gc=False):
    """A secret, and the name by which a sealed deck says which one it needs."""

    id: str
    secret: bytes
    nonces: Source = os.urandom
    """Makes the nonce of each seal: none may be used twice under one secret."""

    def __repr__(self) -> str:
        # Whatever is printed may end up in a log, where nobody may read a key.
        return f"Key({self.id!r})"


class Keys(msgspec.Struct, frozen=True, gc=False):
    """The keys of a room, oldest first: the last one seals, and each opens what it sealed."""

    keys: tuple[Key, ...]

    @property
    def current(self) -> Key:
        return self.keys[-1]

    def named(self, key_id: str) -> Key:
        for key in self.keys:
            if key.id == key_id:
                return key
        raise SealError(f"the deck is sealed under key {key_id!r}, which is not one of the {len(self.keys)} keys here")


def new_key() -> Key:
    return Key(secrets.token_hex(4), secrets.token_bytes(KEY))


def key_path() -> Path:
    named = os.environ.get(KEY_FILE, "")
    if not named:
        raise SealError(f"{KEY_FILE} does not name the file that holds the deck keys")
    return Path(named)


def read_keys(path: Path | None = None) -> Keys:
    """The keys in a file that only its owner can read."""
    path = path or key_path()
    try:
        with path.open(encoding="ascii") as file:
            # Checked on the open file, so that nobody can replace it between the check and the reading.
            status = os.fstat(file.fileno())
            refuse_unsafe(path, status)
            lines = file.read().splitlines()
    except FileNotFoundError:
        raise SealError(f"{path} does not exist: the deck keys are created with create_keys") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SealError(f"{path} cannot be read: {error}") from None
    return parse_keys(path, lines)


def refuse_unsafe(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise SealError(f"{path} is not a file")
    if os.name == "posix" and status.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        mode = stat.S_IMODE(status.st_mode)
        raise SealError(f"{path} can be read by others (mode {mode:o}): chmod 600 it, and change the key")


def parse_keys(path: Path | str, lines: list[str]) -> Keys:
    """The keys in the lines that a file or another source gave."""
    keys: list[Key] = []
    for number, line in enumerate(lines, start=1):
        parts = KEY_LINE.fullmatch(line)
        if parts is None:
            raise SealError(f"{path}, line {number}: expected an id, a blank and 64 hexadecimal digits")
        if any(key.id == parts["id"] for key in keys):
            raise SealError(f"{path}, line {number}: key {parts['id']!r} is there twice")
        keys.append(Key(parts["id"], bytes.fromhex(parts["secret"])))
    if not keys:
        raise SealError(f"{path} holds no key")
    return Keys(tuple(keys))


def create_keys(path: Path | None = None) -> Keys:
    """A new file with one new key; never overwrites an existing file."""
    path = path or key_path()
    keys = Keys((new_key(),))
    write_new(path, keys)
    return keys


def rotate_keys(path: Path | None = None) -> Keys:
    """Add a new key to seal with from now on; the old ones still open what they sealed."""
    path = path or key_path()
    keys = Keys((*read_keys(path).keys, new_key()))
    beside = path.with_name(f"{path.name}.{keys.current.id}")
    write_new(beside, keys)
    # All or nothing: a key lost half-way would lose every deck under it.
    beside.replace(path)
    return keys


def write_new(path: Path, keys: Keys) -> None:
    text = "".join(f"{key.id} {key.secret.hex()}\n" for key in keys.keys)
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise SealError(f"{path} already exists and was not changed") from None
    except OSError as error:
        raise SealError(f"{path} cannot be created: {error}") from None
    with os.fdopen(file, "w", encoding="ascii") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())


class Place(msgspec.Struct, frozen=True, gc=False):
    """The position of an event in the record: a sealed deck opens nowhere else."""

    stream: str
    sequence: int

    def __post_init__(self) -> None:
        if not 0 <= self.sequence < 2**64:
            raise ValueError(f"{self.sequence} is not a place in a stream: they are counted from 0")

    def __str__(self) -> str:
        return f"event {self.sequence} of {self.stream!r}"


DeckEvent = DeckShuffled | DeckReshuffled


class Sealed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What is stored for an event with hidden cards: the event as a spectator sees it, and the rest encrypted."""

    event: Event
    key: str
    nonce: bytes
    box: bytes

    @property
    def is_deck(self) -> bool:
        return isinstance(self.event, DeckEvent)


Stored = Event | Sealed
"""An event as it is stored."""


class Contents(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What is encrypted of a deck, a byte a card: its length tells how many cards there are and nothing else."""

    deck: bytes
    burns: bytes
    muck: tuple[bytes, ...]
    secret: bytes


class Opened(msgspec.Struct, frozen=True, gc=False):
    """An event in full; of a deck also the secret of its commitment (empty where there is none)."""

    event: Event
    secret: bytes = b""

    def __repr__(self) -> str:
        return f"Opened({type(self.event).__name__})"

    @property
    def deck(self) -> DeckEvent:
        """The event where it is a deck."""
        assert isinstance(self.event, DeckEvent), self
        return self.event


def is_secret(event: Any) -> bool:
    """Whether it holds what a spectator may not see. A deck always counts as secret, also one nobody knows."""
    if VISIBLE.get(type(event), to_everybody) is to_everybody:
        return False
    return isinstance(event, DeckEvent) or seen_by(event, Role.SPECTATOR) != event


def seal(event: Event, place: Place, key: Key, *, secret: bytes = b"") -> Sealed:
    """The event for the store. `secret` is that of the commitment to its deck."""
    face = seen_by(event, Role.SPECTATOR)
    plain = deck_contents(event, secret) if isinstance(event, DeckEvent) else hidden_fields(event, face)
    nonce = key.nonces(NONCE)
    box = cipher(key).encrypt(nonce, msgspec.msgpack.encode(plain), bound(face, place, key.id))
    return Sealed(face, key.id, nonce, box)


def deck_contents(event: DeckEvent, secret: bytes) -> Contents:
    burns, muck = (event.burns, event.muck) if isinstance(event, DeckReshuffled) else ((), ())
    return Contents(bytes(event.deck), bytes(burns), tuple(map(bytes, muck)), secret)


def hidden_fields(event: Event, face: Event) -> dict[str, Any]:
    """The fields that a spectator sees otherwise. MessagePack writes every card in one byte, known or not."""
    fields = ((name, getattr(event, name)) for name in event.__struct_fields__)
    return {name: value for name, value in fields if value != getattr(face, name)}


@cache
def cipher(key: Key) -> AESGCM:
    """There are few keys, and each is used often."""
    return AESGCM(key.secret)


def bound(face: Event, place: Place, key_id: str) -> bytes:
    """What a sealed event is tied to besides its key: its place, and all of it that is stored in clear."""
    texts = (place.stream.encode(), place.sequence.to_bytes(8, "big"), key_id.encode(), msgspec.json.encode(face))
    return VERSION + b"".join(len(text).to_bytes(4, "big") + text for text in texts)


def unseal(sealed: Sealed, place: Place, keys: Keys) -> Opened:
    """For the running room, which shows a deck to a person by an order alone, and the audit; else use `open_for`."""
    key, face = keys.named(sealed.key), sealed.event
    try:
        plain = cipher(key).decrypt(sealed.nonce, sealed.box, bound(face, place, key.id))
    except (InvalidTag, ValueError):
        raise SealError(f"what is sealed at {place} does not open: it was changed or moved") from None
    return deck_opened(face, plain) if isinstance(face, DeckEvent) else Opened(completed(face, plain))


def completed(face: Event, plain: bytes) -> Event:
    types = {each.name: each.type for each in msgspec.structs.fields(face)}
    hidden = msgspec.msgpack.decode(plain, type=dict[str, Any])
    return replace(face, **{name: msgspec.convert(value, types[name]) for name, value in hidden.items()})


def deck_opened(face: DeckEvent, plain: bytes) -> Opened:
    contents = msgspec.msgpack.decode(plain, type=Contents)
    deck = cards(contents.deck)
    if isinstance(face, DeckShuffled):
        return Opened(replace(face, deck=deck), contents.secret)
    muck = tuple(map(cards, contents.muck))
    return Opened(replace(face, deck=deck, burns=cards(contents.burns), muck=muck), contents.secret)


def cards(plain: bytes) -> tuple[Card, ...]:
    return tuple(map(Card, plain))


class DeckOpened(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """A person opened a sealed deck, or tried to."""

    by: Official
    at: datetime
    reason: str
    place: Place
    key: str


class Journal(Protocol):
    """Where openings are recorded permanently; `record` returns once the record is durable."""

    def record(self, opened: DeckOpened) -> None: ...


def open_for(
    sealed: Sealed, place: Place, keys: Keys, *, by: Official, reason: str, at: datetime, journal: Journal
) -> Opened:
    """The deck for a person to see. The opening is recorded first: if that fails, nothing is opened."""
    if not is_said(by.name) or not is_said(reason):
        raise SealError("a deck is opened by a person with a name, for a reason that is recorded")
    if at.tzinfo is None:
        raise SealError(f"the time of opening, {at.isoformat()}, does not say its time zone")
    journal.record(DeckOpened(by=by, at=at, reason=reason, place=place, key=sealed.key))
    return unseal(sealed, place, keys)


def to_store(event: Event, place: Place, key: Key, *, secret: bytes = b"") -> Stored:
    """The event as it is stored: sealed if a spectator would see it otherwise, else itself."""
    return seal(event, place, key, secret=secret) if is_secret(event) else event


def from_store(stored: Stored, place: Place, keys: Keys) -> Event:
    return unseal(stored, place, keys).event if isinstance(stored, Sealed) else stored


def seal_log(
    log: Iterable[Event], stream: str, key: Key, *, secrets_of: Iterable[bytes] = (), first: int = 0
) -> Iterator[Stored]:
    """A log as it is stored from sequence `first` on; `secrets_of` are its decks' commitment secrets in order."""
    remaining = iter(secrets_of)
    for sequence, event in enumerate(log, start=first):
        secret = next(remaining, b"") if isinstance(event, DeckEvent) else b""
        yield to_store(event, Place(stream, sequence), key, secret=secret)


def resume(stored: Iterable[Stored], stream: str, keys: Keys, *, first: int = 0) -> tuple[list[Event], list[bytes]]:
    """For the running room: the original log, and the secret of each of its decks in order."""
    log: list[Event] = []
    found: list[bytes] = []
    for sequence, each in enumerate(stored, start=first):
        if isinstance(each, Sealed):
            opened = unseal(each, Place(stream, sequence), keys)
            found += [opened.secret] if each.is_deck else []
            log.append(opened.event)
        else:
            log.append(each)
    return log, found
