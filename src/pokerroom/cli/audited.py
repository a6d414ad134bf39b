"""What is audited: one record that is named, or every record of a house, with what an auditor brings."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from pokerroom.cli.audit_report import OF_A_ROOM, OF_THE_ACCOUNTS, LookedAt, Report
from pokerroom.cli.record_audit import AuditRecord, audit_accounts, audit_record
from pokerroom.cli.shuffle import mistake
from pokerroom.live.host.settings import is_host_file, read_host
from pokerroom.live.key_sources import keys_from, secret_from
from pokerroom.live.records import ACCOUNTS, LINKED_HOST, address_of as address_in, heads_folder, names_of
from pokerroom.live.settings import Settings, SettingsError, read_settings
from pokerroom.room.auditing import Check, Finding
from pokerroom.room.registry import REGISTRY
from pokerroom.room.streams import kind_of
from pokerroom.shuffle.seal import Keys, SealError
from pokerroom.store import HeadsError, SignedHeads, read_heads, read_verifying_key
from pokerroom.store.keys import KeyFileError, signing_key


class Kind(NamedTuple):
    """A kind of record: how it is audited, and what that looks at."""

    audit: AuditRecord
    looked_at: LookedAt


ROOM, THE_ACCOUNTS = Kind(audit_record, OF_A_ROOM), Kind(audit_accounts, OF_THE_ACCOUNTS)


class Brought(msgspec.Struct, frozen=True, kw_only=True):
    """What an auditor has in hand; of a store, in place of what lies there."""

    heads: Path | None
    key: Path | None
    deck_keys: str | None


class Audited(msgspec.Struct, frozen=True, kw_only=True):
    url: str
    heads: SignedHeads | None
    keys: Keys | None
    kind: Kind | None = None
    """None where its streams tell."""
    missing: Report | None = None
    """What is said of a record that is not there."""


def kind_of_record(streams: Collection[str]) -> Kind:
    """A record of accounts has no stream of a room."""
    of_room = not streams or any(kind_of(each) in REGISTRY.entries for each in streams)
    return ROOM if of_room else THE_ACCOUNTS


def is_store(database: str) -> bool:
    return bool(database) and "://" not in database and (Path(database).is_dir() or database.endswith(".toml"))


def one_record(database: str, brought: Brought) -> Audited:
    if (brought.heads is None) != (brought.key is None):
        raise mistake("signed heads are checked with a key: give both --heads and --key, or neither")
    url = address_of(database)
    # Before the record: what is signed meanwhile would be missing from a copy.
    heads = None if brought.heads is None or brought.key is None else signed(brought.heads, public_key(brought.key))
    return Audited(url=url, heads=heads, keys=keys_in(brought.deck_keys))


class House(NamedTuple):
    """What settings say of a house: where its folder is, and which records it keeps."""

    settings: Settings
    folder: Path
    names: Sequence[str]


def house_of(database: str) -> House:
    """The house whose store is this folder, or whose settings are in this file."""
    path = Path(database)
    try:
        is_folder = path.is_dir() or path.suffix != ".toml"
        host = None if is_folder or not is_host_file(path) else read_host(path)
        settings = read_settings(None, store=database) if is_folder else None
        settings = settings or (read_settings(path) if host is None else host.as_room)
    except SettingsError as error:
        raise mistake(str(error)) from None
    folder = settings.folder
    if folder is None:
        raise mistake("a record in memory is nowhere: name a house that is kept")
    is_host = host is not None or (heads_folder(settings, folder) / f"{LINKED_HOST}.heads").is_file()
    return House(settings, folder, (LINKED_HOST,) if is_host else names_of(settings))


def of_store(database: str, brought: Brought) -> list[Audited]:
    """Every record that the settings name."""
    house = house_of(database)
    return list(records_of(house, brought))


def records_of(house: House, brought: Brought) -> Iterator[Audited]:
    settings, folder, names = house
    key = key_of(settings, folder, brought)
    keys = keys_in(brought.deck_keys or settings.deck_keys or existing(folder / "deck-keys"))
    for name in names:
        file = (brought.heads or heads_folder(settings, folder)) / f"{name}.heads"
        heads = None if key is None or not file.is_file() else signed(file, key)
        url, kind = address_in(settings, name), THE_ACCOUNTS if name == ACCOUNTS else ROOM
        missing = None if is_there(url) else missing_report(url, heads)
        yield Audited(url=url, heads=heads, keys=keys, kind=kind, missing=missing)


def existing(path: Path) -> str | None:
    return str(path) if path.is_file() else None


def key_of(settings: Settings, folder: Path, brought: Brought) -> Ed25519PublicKey | None:
    """What signed heads are checked with: the key that was brought, or the public half of the room's own."""
    try:
        if brought.key is None and settings.signing_key:
            return signing_key(secret_from(settings.signing_key), settings.signing_key).public_key()
    except (KeyFileError, SealError) as error:
        raise mistake(str(error)) from None
    path = brought.key or existing(folder / "signing-key.pub")
    return None if path is None else public_key(Path(path))


def missing_report(url: str, heads: SignedHeads | None) -> Report:
    """Of a record that was signed, that is a finding; another has never been opened."""
    what = "there is no record, and heads of it were signed"
    found = (Finding(Check.HEADS, "the log", 0, None, what),) if heads is not None and heads.records else ()
    return Report(
        database=url,
        clean=not found,
        streams=0,
        events=0,
        seconds=0.0,
        lines=(),
        notes=() if found else ("There is no such record yet.",),
        findings=found,
    )


def is_there(url: str) -> bool:
    parsed = make_url(url)
    return parsed.get_backend_name() != "sqlite" or Path(parsed.database or "").is_file()


def address_of(database: str) -> str:
    """The URL of an existing record: an audit never creates one."""
    url = database if "://" in database else f"sqlite:///{database}"
    try:
        there = is_there(url)
    except ArgumentError:
        raise mistake(f"{database!r} is not the address of a database") from None
    if not there:
        raise mistake(f"{make_url(url).database or repr(database)} is not a file with a record in it")
    return url


def public_key(path: Path) -> Ed25519PublicKey:
    try:
        return read_verifying_key(path)
    except KeyFileError as error:
        raise mistake(str(error)) from None


def signed(path: Path, key: Ed25519PublicKey) -> SignedHeads:
    try:
        return read_heads(path, key)
    except HeadsError as error:
        raise mistake(str(error)) from None


def keys_in(source: str | None) -> Keys | None:
    try:
        return None if source is None else keys_from(source)
    except SealError as error:
        raise mistake(str(error)) from None
