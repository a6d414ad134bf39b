"""`pokerroom archive`: closed gaming days of a room moved to files, one a day, that the record vouches for."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pokerroom.cli.audited import House, house_of, is_store, is_there
from pokerroom.cli.progress_line import progress_line
from pokerroom.cli.shuffle import mistake
from pokerroom.live.machine import ENTROPY
from pokerroom.live.ports import Record
from pokerroom.live.records import ACCOUNTS, LINKED_HOST, address_of, archive_folder, deck_keys, open_record
from pokerroom.live.settings import SettingsError
from pokerroom.room import checkpoint
from pokerroom.room.archived import ARCHIVED, DayArchived
from pokerroom.room.ports import Batch, Row, StoreError, StoreFailed
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Room
from pokerroom.room.software import digest, software
from pokerroom.shuffle.seal import Keys, SealError
from pokerroom.store import HeadsError
from pokerroom.store.archived import FOLDER, ROW, ArchivedStore, opened
from pokerroom.store.archiving import closed_days, let_go, written
from pokerroom.store.keys import KeyFileError
from pokerroom.web.occupied import OccupiedError, held

NOT_BY_DAY = (ACCOUNTS, LINKED_HOST)
"""Records that have no gaming days."""


def archive(
    house: Annotated[
        str, typer.Argument(metavar="HOUSE", help="The folder of the store, or settings in a file *.toml.")
    ],
    *,
    keep: Annotated[
        int | None,
        typer.Option(min=0, help="Closed days that stay in the database.", show_default="days_at_hand of the settings"),
    ] = None,
    files: Annotated[
        Path | None,
        typer.Option(
            file_okay=False, help="Where the files lie.", show_default="archive of the settings, or the store"
        ),
    ] = None,
) -> None:
    """Move closed gaming days from the database of a room to Parquet files, chain and audit kept.

    The room must be closed. One that was cut short is finished by the next.
    """
    if not is_store(house):
        raise mistake(f"{house} is neither the folder of a store nor its settings in a file *.toml")
    found = house_of(house)
    try:
        with held(found.folder):
            for name in found.names:
                if name not in NOT_BY_DAY and is_there(address_of(found.settings, name)):
                    archive_record(found, name, keep=keep, files=files)
    except (SettingsError, StoreError, HeadsError, KeyFileError, SealError, OccupiedError, OSError) as error:
        raise mistake(str(error)) from None


def archive_record(house: House, name: str, *, keep: int | None, files: Path | None) -> None:
    settings = house.settings
    folder = files.resolve() / name if files is not None else archive_folder(settings, house.folder, name)
    with closing(open_record(settings, name, address_of(settings, name))) as record:
        store, keys = record.store, deck_keys(settings)
        assert isinstance(store, ArchivedStore)
        say_where(record, store, folder)
        due = closed_days(store, keep=settings.days_at_hand if keep is None else keep)
        room = room_of(record, keys)
        for day in due:
            note(room, done := written(store, folder, day, at=datetime.now(UTC)))
            typer.echo(f"{name} {day.date}: {done.events:,} events in {folder / done.file}, {done.size:,} bytes")
        removed = clear(record, store, room, keys, name) if store.files().days else 0
        if not due:
            typer.echo(f"{name}: no closed gaming day is old enough to be archived.")
        typer.echo(f"{name}: archived days: {len(store.files().days):,}; events that left the database: {removed:,}.")


def say_where(record: Record, store: ArchivedStore, folder: Path) -> None:
    """The record says where its files lie; those it has must be there."""
    for day in store.files().days:
        if not (folder / day.file).exists() and store.path_of(day).exists():
            raise StoreFailed(f"{day.file} lies in {store.folder()}, not in {folder}: put the files there first")
        opened(folder / day.file, day)
    if store.row(ROW, FOLDER) != str(folder).encode():
        record.writer.append(Batch((), (Row(ROW, FOLDER, str(folder).encode()),)))


def room_of(record: Record, keys: Keys) -> Room:
    room = Room(record.writer, REGISTRY, keys=keys, chance=ENTROPY.generator(), software=software())
    kept = record.store.row(checkpoint.ROW, "")
    point = None if kept is None else checkpoint.read_back(kept, code=digest(), keys=keys)
    return reopened(record.store, room, point=point)


def note(room: Room, day: DayArchived) -> None:
    """From here on the record counts on the file."""
    change = room.noted(ARCHIVED, day)
    room.finish(room.record(f"archived/{day.date}", [change], at=day.at, by="pokerroom archive"))


def clear(record: Record, store: ArchivedStore, room: Room, keys: Keys, name: str) -> int:
    """Once a checkpoint lets the room open without any file, what it does not need leaves the database."""
    store.projected.caught_up(however_long=True)
    value = checkpoint.written(checkpoint.standing(room), code=digest(), keys=keys)
    record.writer.append(Batch((), (Row(checkpoint.ROW, "", value),)))
    with progress_line(f"removing archived events of {name}") as told:
        removed = let_go(store, needed(room), told)
    if removed:
        store.give_back_space()
    return removed


def needed(room: Room) -> dict[str, int]:
    """From which event on a room that opens reads each stream: all of those no checkpoint keeps, and open rounds."""
    from_start = {name: 1 for name in room.heads if room.declared.stream(name).kept is None}
    return {**room.opened, **from_start}
