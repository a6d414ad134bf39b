"""Records of earlier versions as tests use them: unpacked, restored, read round by round, reopened."""

import lzma
import shutil
import subprocess
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import psycopg
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.cli.audit_report import Report
from pokerroom.room.books import LEDGER
from pokerroom.room.ports import EventStore
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Room
from pokerroom.room.tables import TABLES
from pokerroom.shuffle.seal import Keys, read_keys
from pokerroom.store import open_store
from pokerroom.table.seating.events import RoundStarted
from tests.conftest import ROOT
from tests.unit.room.house import House

RECORDS = ROOT / "tests/records/v0_1"


class Former(NamedTuple):
    """A copy of a record, and what an auditor has in hand."""

    url: str
    heads: Path
    key: Path
    deck_keys: Path

    @property
    def keys(self) -> Keys:
        return read_keys(self.deck_keys)

    def opened(self) -> "closing[ProjectingStore]":
        return closing(open_store(self.url))

    def audit(self, *options: str, signed: bool = True) -> Report:
        """By the command; its exit code says what the report does."""
        heads = ("--heads", str(self.heads), "--key", str(self.key)) if signed else ()
        in_hand = (*heads, "--deck-keys", str(self.deck_keys))
        told = CliRunner().invoke(app, ["audit", self.url, *in_hand, *options, "--json"])
        assert told.exit_code in (0, 1), told.output
        report = msgspec.json.decode(told.stdout, type=Report)
        assert report.clean == (told.exit_code == 0)
        return report


def unpacked(name: str) -> bytes:
    return lzma.decompress((RECORDS / f"{name}.xz").read_bytes())


def beside(url: str, name: str, folder: Path) -> Former:
    """The record at this address, which is this one, with its keys laid into a folder."""
    deck_keys = folder / "deck-keys"
    shutil.copyfile(RECORDS / "deck-keys.txt", deck_keys)
    deck_keys.chmod(0o600)
    return Former(url, RECORDS / f"{name}.heads", RECORDS / "signing-key.pub", deck_keys)


def in_sqlite(name: str, folder: Path) -> Former:
    database = folder / f"{name}.sqlite3"
    database.write_bytes(unpacked(database.name))
    return beside(f"sqlite:///{database}", name, folder)


def restore(url: str, name: str) -> None:
    """A dump into an empty database: as an operator would, or by the driver where there is no client."""
    dump, client = unpacked(f"{name}.sql"), shutil.which("psql")
    if client is None:
        with psycopg.connect(url) as connection:
            connection.execute(dump)
        return
    command = [client, "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", url]
    told = subprocess.run(command, input=dump, check=False, capture_output=True)
    assert told.returncode == 0, told.stderr.decode()


def rounds_of(store: EventStore, table: str) -> dict[int, list[Any]]:
    """The events of a table by round of play, from the one that starts it to the last before the next."""
    found: dict[int, list[Any]] = {}
    number = 0
    stream = TABLES.named(table)
    for each in store.read(stream):
        envelope = each.envelope
        event = REGISTRY.stream(stream).read(envelope)
        if isinstance(event, RoundStarted):
            number = event.number
        found.setdefault(number, []).append(event)
    return found


class Reopened(House):
    """The room of a record, the morning after."""

    def __init__(self, store: ProjectingStore, keys: Keys) -> None:
        self._keys = keys
        super().__init__(store)
        self.at = max(each.envelope.at for each in store.read_all()) + timedelta(days=1)
        if self.room.state(LEDGER).open_day is None:
            self.open_day()

    def new_room(self) -> Room:
        room = super().new_room()
        room.keys = self._keys
        return reopened(self.store, room)
