"""What is moved: one record, or every record of a house with its keys and signed heads."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy.engine import make_url

from pokerroom.cli.audited import (
    Audited,
    Brought,
    House,
    address_of,
    house_of,
    is_store,
    is_there,
    one_record,
    records_of,
)
from pokerroom.cli.shuffle import mistake
from pokerroom.live.entrance.officers import FILE as OFFICER_CODES
from pokerroom.live.key_sources import keys_from, secret_from
from pokerroom.live.records import address_of as address_in, archive_folder, heads_folder
from pokerroom.live.settings import Settings
from pokerroom.shuffle.seal import Keys, read_keys
from pokerroom.store.keys import KeyFileError, read_signing_key, signing_key
from pokerroom.store.moving import Pair, say_where
from pokerroom.store.private import FILE, private_folder
from pokerroom.web.occupied import held

DECK_KEYS, SIGNING_KEY = "deck-keys", "signing-key"
NOTHING_BROUGHT = Brought(heads=None, key=None, deck_keys=None)


class Removal(NamedTuple):
    """All that one move is about."""

    source: House | None
    """None where one record is moved by itself."""
    target: House | None
    records: Sequence[tuple[str, str, str]]
    """Of each its name, and its address before and after."""
    staying: Sequence[str] = ()
    """Records whose address is the same in both."""


def removal(source: str, target: str) -> Removal:
    """What is to be moved where, or a sentence that says what was not understood."""
    if is_store(source) != is_house(target, beside=source):
        raise mistake(
            f"{source} and {target} are not of one kind: a record is moved to the address of a database, a house (a "
            f"folder or a file *.toml) to a house"
        )
    if not is_store(source):
        old, new = address_of(source), target if "://" in target else f"sqlite:///{target}"
        if same(old, new):
            raise mistake(f"{source} and {target} are the same database")
        return Removal(None, None, (("record", old, new),))
    return of_houses(house_of(source), house_of(target))


def is_house(target: str, *, beside: str) -> bool:
    """A folder that does not exist yet is a house, where one is to be moved."""
    return is_store(target) or (is_store(beside) and "://" not in target and not Path(target).exists())


def of_houses(old: House, new: House) -> Removal:
    records, staying = [], []
    for name in old.names:
        before = address_in(old.settings, name)
        if not is_there(before):
            if (heads_folder(old.settings, old.folder) / f"{name}.heads").is_file():
                raise mistake(f"the record {name} is not at {make_url(before)}, and heads of it were signed")
            continue
        if name not in new.names:
            raise mistake(f"the house has a record {name}, and the settings it is to be moved to name no place for it")
        after = address_in(new.settings, name)
        if same(before, after):
            staying.append(name)
        else:
            records.append((name, before, after))
    if not records:
        raise mistake("both name the same house, or there is no record yet: there is nothing to move")
    if staying and old.folder.resolve() != new.folder.resolve():
        raise mistake(f"the record {staying[0]} would stay where it is, and its keys and heads would not")
    return Removal(old, new, records, staying)


def same(one: str, other: str) -> bool:
    first, second = make_url(one), make_url(other)
    if {first.get_backend_name(), second.get_backend_name()} == {"sqlite"}:
        return Path(first.database or "").resolve() == Path(second.database or "").resolve()
    return first == second


@contextmanager
def closed(moved: Removal) -> Iterator[None]:
    """Nobody serves either house meanwhile."""
    folders = {each.folder.resolve() for each in (moved.source, moved.target) if each is not None}
    with ExitStack() as stack:
        for folder in sorted(folders):
            stack.enter_context(held(folder))
        yield


def audited_before(moved: Removal) -> dict[str, Audited]:
    return audited_of(moved.source, {name: source for name, source, _ in moved.records})


def audited_after(moved: Removal) -> dict[str, Audited]:
    return audited_of(moved.target, {name: target for name, _, target in moved.records})


def audited_of(house: House | None, addresses: dict[str, str]) -> dict[str, Audited]:
    if house is None:
        return {name: one_record(url, NOTHING_BROUGHT) for name, url in addresses.items()}
    found = records_of(House(house.settings, house.folder, tuple(addresses)), NOTHING_BROUGHT)
    return dict(zip(addresses, found, strict=True))


# What lies beside the records.


def carry_beside(moved: Removal) -> Sequence[Path]:
    """Keys and signed heads, to where the new settings look for them; what was made there."""
    old, new = moved.source, moved.target
    if old is None or new is None:
        return ()
    names = [name for name, _, _ in moved.records]
    made = [*key_files(old, new), *head_files(old, new, names)]
    refuse_other_keys(old, new)
    return made


def key_files(old: House, new: House) -> Iterator[Path]:
    if old.folder.resolve() == new.folder.resolve():
        return
    private_folder(new.folder, holds="*.sqlite3")
    wanted = [OFFICER_CODES]
    if not old.settings.deck_keys and not new.settings.deck_keys:
        wanted.append(DECK_KEYS)
    if not old.settings.signing_key and not new.settings.signing_key:
        wanted += (SIGNING_KEY, f"{SIGNING_KEY}.pub")
    for name in wanted:
        if (old.folder / name).is_file():
            yield from carried(old.folder / name, new.folder / name)


def head_files(old: House, new: House, names: Sequence[str]) -> Iterator[Path]:
    before, after = (heads_folder(each.settings, each.folder) for each in (old, new))
    if before.resolve() == after.resolve():
        return
    private_folder(after, holds="*.heads")
    for name in names:
        if (before / f"{name}.heads").is_file():
            yield from carried(before / f"{name}.heads", after / f"{name}.heads", may_grow=True)


def carry_archive(moved: Removal, pair: Pair) -> None:
    """The files of archived days, where they lay in the house itself; elsewhere they stay."""
    old, new = moved.source, moved.target
    days = pair.new.files().days
    if old is None or new is None or not days:
        return
    before, after = pair.old.folder(), archive_folder(new.settings, new.folder, pair.name)
    if before.resolve() == after or not before.resolve().is_relative_to(old.folder.resolve()):
        after = before
    for day in days:
        if after != before:
            private_folder(after)
            list(carried(before / day.file, after / day.file))
    say_where(pair, after.resolve())


def carried(old: Path, new: Path, *, may_grow: bool = False) -> Iterator[Path]:
    """A copy, or what is there already; signed heads only ever grow, so their beginning may be there."""
    content = old.read_bytes()
    there = new.read_bytes() if new.exists() else None
    if there == content:
        return
    if there is not None and not (may_grow and content.startswith(there)):
        raise mistake(f"{new} exists, is not what {old} is, and is left as it is")
    half = new.with_name(f"{new.name}.arriving")
    half.unlink(missing_ok=True)
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, old.stat().st_mode & FILE | FILE), "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    half.replace(new)
    yield new


def refuse_other_keys(old: House, new: House) -> None:
    """A house with other keys could neither read its decks nor go on signing its heads."""
    missing = set(deck_keys(old.settings, old.folder)) - set(deck_keys(new.settings, new.folder))
    if missing:
        raise mistake("the settings it is to be moved to name other keys of hidden cards: what is sealed stays sealed")
    ours, theirs = (public_half(each.settings, each.folder) for each in (old, new))
    if ours is not None and ours != theirs:
        raise mistake("the settings it is to be moved to name another key that signs: the signed heads would not fit")


def deck_keys(settings: Settings, folder: Path) -> Sequence[bytes]:
    if settings.deck_keys:
        found: Keys | None = keys_from(settings.deck_keys)
    else:
        found = read_keys(folder / DECK_KEYS) if (folder / DECK_KEYS).is_file() else None
    return () if found is None else [each.secret for each in found.keys]


def public_half(settings: Settings, folder: Path) -> bytes | None:
    try:
        if settings.signing_key:
            key = signing_key(secret_from(settings.signing_key), settings.signing_key)
        elif (folder / SIGNING_KEY).is_file():
            key = read_signing_key(folder / SIGNING_KEY)
        else:
            return None
    except KeyFileError as error:
        raise mistake(str(error)) from None
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
