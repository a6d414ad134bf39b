"""A database of any version becomes one of this version, and loses nothing on the way."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from pokerroom.log import beginning
from pokerroom.room.ports import Row, StoreFailed
from pokerroom.store import audit_log, open_store
from pokerroom.store.migrations import FOLDERS, current_version, migrate, versions
from pokerroom.store.migrations.upgrading import settings
from pokerroom.store.opening import engine_for
from pokerroom.store.schema import metadata
from tests.contract.conftest import RawSql
from tests.contract.recording import batch, bodies, events, record


def version_of(url: str) -> str | None:
    engine = engine_for(url)
    with engine.connect() as connection:
        found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    engine.dispose()
    return found


def migrated(url: str, to: str) -> None:
    engine = engine_for(url)
    with engine.begin() as connection:
        migrate(connection, to=to)
    engine.dispose()


def test_an_empty_database_becomes_current(database_url: str) -> None:
    open_store(database_url).close()
    assert version_of(database_url) == current_version() == "0011"


def test_the_versions_are_those_of_the_migrations() -> None:
    known = [each.revision for each in ScriptDirectory.from_config(settings(FOLDERS)).walk_revisions()]
    assert tuple(reversed(known)) == versions()


def test_a_record_that_is_current_is_opened_without_alembic(database_url: str) -> None:
    open_store(database_url).close()
    script = "import sys; from pokerroom.store import open_store; open_store(sys.argv[1]).close(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script, database_url], check=True, capture_output=True, text=True)
    assert "alembic" not in done.stdout.split()


def test_the_migrations_lead_to_the_tables_the_store_uses(database_url: str) -> None:
    open_store(database_url).close()
    engine = engine_for(database_url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_a_database_of_the_first_version_goes_on_with_all_it_holds(database_url: str, raw_sql: RawSql) -> None:
    migrated(database_url, "0001")
    assert version_of(database_url) == "0001"
    (first,) = events(beginning("table/1"), "command-1", 5)
    raw_sql(
        'INSERT INTO event (position, stream, sequence, at, "by", cause, tag, version, body, hash, leads) '
        "VALUES (1, %s, 1, %s, %s, %s, %s, 1, %s, %s, TRUE)",
        first.stream,
        1772366400000000,
        first.by,
        first.cause,
        first.tag,
        first.body,
        first.hash,
    )
    raw_sql("UPDATE log_end SET position = 1")

    store = open_store(database_url)
    head = record(store, "table/1", (7,))
    store.append(batch(head, "with a row", 9, rows=(Row("seats", "1", b"ada"),)))
    assert bodies(store, "table/1") == [b'{"amount":5}', b'{"amount":7}', b'{"amount":9}']
    assert store.row("seats", "1") == b"ada"
    assert [each.position for each in store.read_all()] == [1, 2, 3]
    assert audit_log(store).clean
    store.close()


def test_events_recorded_before_version_3_say_nothing_of_what_was_asked(database_url: str, raw_sql: RawSql) -> None:
    migrated(database_url, "0002")
    (first,) = events(beginning("table/1"), "command-1", 5)
    values = (first.stream, first.by, first.cause, first.tag, first.body, first.hash)
    raw_sql(
        'INSERT INTO event (position, stream, sequence, at, "by", cause, tag, version, body, hash, leads) '
        "VALUES (1, %s, 1, 1772366400000000, %s, %s, %s, 1, %s, %s, TRUE)",
        *values,
    )
    raw_sql("UPDATE log_end SET position = 1")
    store = open_store(database_url)
    assert [each.asked for each in store.caused("table/1", "command-1")] == [None]
    store.append(batch(store.heads()["table/1"], "command-2", 7, asked=b"said"))
    assert [each.asked for each in store.read("table/1")] == [None, b"said"]
    assert audit_log(store).clean
    store.close()


def test_opening_again_changes_nothing(database_url: str) -> None:
    store = open_store(database_url)
    head = record(store, "table/1", (5,))
    store.close()
    again = open_store(database_url)
    assert again.heads() == {"table/1": head}
    again.close()


def test_a_database_of_a_later_version_is_refused(database_url: str, raw_sql: RawSql) -> None:
    open_store(database_url).close()
    raw_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreFailed, match="9999"):
        open_store(database_url)


def test_several_may_open_an_empty_database_at_once(database_url: str) -> None:
    with ThreadPoolExecutor(4) as people:
        for store in people.map(open_store, [database_url] * 4):
            store.close()
    assert version_of(database_url) == current_version()
