"""An audit only reads: the record is afterwards what it was before, of whichever version, and its room goes on."""

import hashlib
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from sqlalchemy.engine import make_url
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.cli.audit_report import Report
from pokerroom.ledger import bank
from pokerroom.log import beginning
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit
from pokerroom.room.ports import StoreFailed
from pokerroom.store import audit_log, open_store, reading
from pokerroom.store.reading import open_to_read, to_read
from tests.audited import keep
from tests.contract.conftest import RawSql
from tests.contract.former import beside, in_sqlite, restore
from tests.contract.recording import events, record
from tests.contract.test_migrations import migrated, version_of
from tests.postgres import empty_database
from tests.unit.room.house import BO


def content_of(url: str) -> dict[str, Any]:
    """All of a database: the bytes of its files, or its tables with their columns and rows."""
    if url.startswith("sqlite"):
        folder = Path(make_url(url).database or "").parent
        return {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in sorted(folder.iterdir())}
    with psycopg.connect(url) as connection:
        columns = connection.execute(
            "SELECT table_name, column_name, data_type FROM information_schema.columns "
            "WHERE table_schema = current_schema() ORDER BY 1, 2"
        ).fetchall()
        tables = sorted({each[0] for each in columns})
        rows = {each: sorted(map(repr, connection.execute(f'SELECT * FROM "{each}"'.encode()))) for each in tables}
    return {"columns": columns, **rows}


def audit(url: str, *options: str) -> Any:
    return CliRunner().invoke(app, ["audit", url, *options])


@pytest.fixture(params=["sqlite", "postgresql"])
def former_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A record of version 0.1.0."""
    folder = tmp_path / "former"
    folder.mkdir()
    if request.param == "sqlite":
        yield in_sqlite("room", folder).url
        return
    with empty_database(str(request.getfixturevalue("postgres"))) as url:
        restore(url, "room")
        yield beside(url, "room", folder).url


def test_a_record_that_was_audited_is_what_it_was(database_url: str) -> None:
    with closing(open_store(database_url)) as store:
        keep(store, rounds=1)
    before = content_of(database_url)
    told = audit(database_url)
    assert told.exit_code == 0, told.output
    assert content_of(database_url) == before


def test_a_record_of_an_earlier_version_is_audited_as_it_is_and_stays_of_that_version(former_url: str) -> None:
    before = content_of(former_url)
    told = audit(former_url)
    assert told.exit_code == 0, told.output
    assert content_of(former_url) == before
    assert version_of(former_url) == "0002"


def test_every_earlier_version_is_read_with_what_it_has(database_url: str, raw_sql: RawSql) -> None:
    migrated(database_url, "0001")
    (first,) = events(beginning("table/1"), "command-1", 5)
    raw_sql(
        'INSERT INTO event (position, stream, sequence, at, "by", cause, tag, version, body, hash, leads) '
        "VALUES (1, %s, 1, 1772366400000000, %s, %s, %s, 1, %s, %s, TRUE)",
        *(first.stream, first.by, first.cause, first.tag, first.body, first.hash),
    )
    raw_sql("UPDATE log_end SET position = 1")
    before = content_of(database_url)
    with to_read(database_url) as readable, closing(open_to_read(readable)) as store:
        assert [each.envelope.hash for each in store.read_all()] == [first.hash]
        assert audit_log(store).clean
    assert content_of(database_url) == before


def test_a_database_of_a_later_version_is_refused_by_its_number(database_url: str, raw_sql: RawSql) -> None:
    open_store(database_url).close()
    raw_sql("UPDATE alembic_version SET version_num = '9999'")
    told = audit(database_url)
    assert told.exit_code == 2
    assert "9999" in told.output


def test_whoever_reads_a_postgresql_cannot_write(postgres_url: str) -> None:
    with closing(open_store(postgres_url)) as store:
        record(store, "table/1", (5,))
    with to_read(postgres_url) as readable, closing(open_to_read(readable)) as reader:
        assert len(list(reader.read_all())) == 1
        with pytest.raises(StoreFailed, match="read-only transaction"):
            record(reader, "table/1", (7,))


def test_what_a_killed_room_had_committed_is_audited_and_its_files_stay_as_they_are(tmp_path: Path) -> None:
    """A write-ahead log without its room: reading it in place would take it up, or leave a file behind."""
    alive, killed = tmp_path / "alive", tmp_path / "killed"
    alive.mkdir()
    with closing(open_store(f"sqlite:///{alive / 'log.db'}")) as store:
        keep(store, rounds=1)
        killed.mkdir()
        for each in ("log.db", "log.db-wal"):
            shutil.copyfile(alive / each, killed / each)
        events_then = store.end()
    before = content_of(f"sqlite:///{killed / 'log.db'}")
    assert set(before) == {"log.db", "log.db-wal"}
    report = msgspec.json.decode(audit(str(killed / "log.db"), "--json").stdout, type=Report)
    assert report.clean
    assert report.events == events_then
    assert content_of(f"sqlite:///{killed / 'log.db'}") == before


def test_no_copy_is_left_behind_and_nobody_else_could_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aside = tmp_path / "aside"
    aside.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(aside))
    url = f"sqlite:///{tmp_path / 'log.db'}"
    with closing(open_store(url)) as store:
        record(store, "table/1", (5,))
    with to_read(url) as readable:
        copied = Path(make_url(readable.url).database or "")
        assert stat.S_IMODE(copied.parent.stat().st_mode) == 0o700
        assert stat.S_IMODE(copied.stat().st_mode) == 0o600
    assert list(aside.iterdir()) == []


def test_a_copy_that_has_no_room_is_refused_before_it_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'log.db'}"
    open_store(url).close()
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: shutil._ntuple_diskusage(10, 9, 1))
    told = audit(url)
    assert told.exit_code == 2
    assert "TMPDIR can name another folder" in told.output


def test_a_room_that_is_open_while_it_is_audited_is_undisturbed(database_url: str) -> None:
    """The audit is a process of its own, as an auditor's is; the room writes all the while."""
    with closing(open_store(database_url)) as store:
        floor = keep(store, rounds=1)
        floor.at += timedelta(days=1)
        floor.open_day()
        command = [sys.executable, "-c", "from pokerroom.cli import main; main()", "audit", database_url, "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as auditing:
            written = 0
            while auditing.poll() is None:
                floor.do(Deposit(player="newcomer", amount=100, by=BO, at=floor.at))
                written += 1
            assert auditing.stdout is not None
            report = msgspec.json.decode(auditing.stdout.read(), type=Report)
        assert written > 20
        assert floor.room.state(LEDGER).balance(bank("newcomer")) == 100 * written
        assert report.findings == ()
    assert audit(database_url).exit_code == 0


def test_the_log_of_a_busy_room_may_begin_anew_while_its_files_are_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the room is open, and SQLite itself makes the copy."""
    marks = count()
    monkeypatch.setattr(reading, "mark_of", lambda _path: next(marks))
    url = f"sqlite:///{tmp_path / 'log.db'}"
    with closing(open_store(url)) as store:
        head = record(store, "table/1", *((number,) for number in range(1, 300)))
        with to_read(url) as readable, closing(open_to_read(readable)) as copied:
            assert copied.heads() == {"table/1": head}
            record(store, "table/1", (7,))
            assert copied.end() == 299
            assert store.end() == 300
