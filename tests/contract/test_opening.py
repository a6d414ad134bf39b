"""Where a log may be kept, and how it is kept there."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pokerroom.room.ports import EventStore, Row, StoreFailed
from pokerroom.store import SqlStore, open_store
from pokerroom.store.lease import Terms
from pokerroom.store.lease_postgresql import SessionHold
from pokerroom.store.opening import engine_for
from tests.contract.recording import batch, bodies, record


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("nonsense", "not the address of a database"),
        ("mysql://localhost/room", "not in mysql"),
        ("sqlite://", "keeps nothing"),
        ("sqlite:///:memory:", "keeps nothing"),
        ("sqlite:////nowhere/at/all/log.db", "not a folder"),
        ("postgresql://nobody:secret@/none?host=/nowhere", "cannot be opened"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_with_the_reason(url: str, complaint: str) -> None:
    with pytest.raises(StoreFailed, match=complaint) as refused:
        open_store(url)
    assert "secret" not in str(refused.value)


def test_sqlite_syncs_every_commit_and_readers_wait_for_nobody(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/log.db")
    assert isinstance(store, SqlStore)
    with store._engine.connect() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        }
    store.close()
    full = 2
    assert settings == {"journal_mode": "wal", "synchronous": full}


def test_postgresql_waits_for_the_disk_whatever_the_role_s_default(postgres_url: str) -> None:
    store = open_store(postgres_url.replace("options=", "options=-csynchronous_commit%3Doff%20"))
    assert isinstance(store, SqlStore)
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    store.close()


KEPT_ALIVE = {"keepalives_idle": "3", "keepalives_interval": "1", "keepalives_count": "3"}


def test_a_postgresql_that_owes_nothing_but_an_answer_is_asked_whether_it_is_there(postgres_url: str) -> None:
    """By default the system asks after two hours: as long a commit would wait for a machine that vanished."""
    engine = engine_for(postgres_url)
    hold = SessionHold(engine, Terms())
    with closing(engine.raw_connection()) as connection, closing(hold):
        driver: Any = connection.driver_connection
        for each in (driver, hold._main.connected()):
            assert KEPT_ALIVE.items() <= each.info.get_parameters().items()
    engine.dispose()
    patient = engine_for(f"{postgres_url}&keepalives_idle=60")
    with closing(patient.raw_connection()) as connection:
        driver = connection.driver_connection
        assert driver.info.get_parameters()["keepalives_idle"] == "60", "the address says otherwise"
    patient.dispose()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "log.db").write_bytes(b"not a database, but long enough to be looked at" * 100)
    with pytest.raises(StoreFailed, match="not a database"):
        open_store(f"sqlite:///{tmp_path}/log.db")


def test_a_store_goes_on_after_a_refused_commit_and_after_a_reopening(database_url: str) -> None:
    store = open_store(database_url)
    head = record(store, "table/1", (1,))
    unfit = Row("seats", "1", object())  # type: ignore[arg-type]
    with pytest.raises(StoreFailed):
        store.append(batch(head, "c-2", 2, rows=(unfit,)))
    assert bodies(store, "table/1") == [b'{"amount":1}']
    store.append(batch(head, "c-2", 2))
    store.close()
    again = open_store(database_url)
    assert bodies(again, "table/1") == [b'{"amount":1}', b'{"amount":2}']
    again.close()


def test_a_lost_connection_is_a_store_failure_and_the_next_commit_makes_another(postgres_url: str) -> None:
    store = open_store(postgres_url)
    head = record(store, "table/1", (1,))
    assert isinstance(store, SqlStore)
    assert store._writer is not None
    process = store._writer.dbapi_connection.info.backend_pid  # type: ignore[union-attr]
    with store._engine.connect() as connection:
        connection.exec_driver_sql(f"SELECT pg_terminate_backend({process})")
    with pytest.raises(StoreFailed):
        store.append(batch(head, "c-2", 2))
    store.append(batch(head, "c-2", 2))
    assert len(bodies(store, "table/1")) == 2
    store.close()


def test_playing_a_round_loads_no_database(tmp_path: Path) -> None:
    program = (
        "import sys, pokerroom.play; "
        "print(sorted({'sqlalchemy', 'alembic', 'psycopg', 'pysqlite3', 'sqlite3', 'cryptography'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert ran.stdout == "[]\n"


def test_every_store_is_what_the_room_asks_for(store: EventStore) -> None:
    asked = {name for name in vars(EventStore) if not name.startswith("_")}
    assert asked <= set(dir(store))
