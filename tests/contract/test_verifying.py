"""No room opens on a broken chain: its latest events are verified first, and the rest while it is open."""

from contextlib import closing
from pathlib import Path

import pytest

from pokerroom.live.records import open_record
from pokerroom.live.settings import Settings
from pokerroom.room.ports import EventStore, StoreFailed
from pokerroom.store import verifying
from pokerroom.store.verifying import Verifying, refuse_broken
from tests.contract.conftest import RawSql
from tests.contract.recording import batch, record


@pytest.fixture
def long(database: EventStore) -> EventStore:
    for _ in range(10):
        record(database, "table/1", (1, 2))
        record(database, "ledger", (3,))
    return database


def test_a_sound_record_is_verified_to_its_end_in_steps(long: EventStore) -> None:
    looking = Verifying(long)
    steps = 0
    while not looking.is_done:
        looking.step(7)
        steps += 1
    assert (looking.fault, looking.position) == ("", 30)
    assert steps > 4


def test_a_forged_event_at_the_end_keeps_the_room_closed(
    long: EventStore, raw_sql: RawSql, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was signed before: it stands after the last signature."""
    monkeypatch.setattr(verifying, "AT_ONCE", 5)
    head = long.heads()["table/1"]
    long.append(batch(head, "forged", 999))
    raw_sql("UPDATE event SET hash = %s WHERE position = 31", bytes(32))
    with pytest.raises(StoreFailed, match=r"event 21 of 'table/1' .* is not what was recorded"):
        refuse_broken(long, signed=28)


def test_an_event_changed_long_ago_is_found_whole_in_a_small_record_and_beside_play_in_a_large_one(
    long: EventStore, raw_sql: RawSql, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw_sql("UPDATE event SET body = %s WHERE position = 4", b'{"amount":77}')
    with pytest.raises(StoreFailed, match="is not what was recorded"):
        refuse_broken(long, signed=30)
    monkeypatch.setattr(verifying, "AT_ONCE", 5)
    refuse_broken(long, signed=30)
    looking = Verifying(long)
    while not looking.is_done:
        looking.step(2)
    assert "is not what was recorded" in looking.fault


def test_an_event_taken_away_is_found(long: EventStore, raw_sql: RawSql) -> None:
    raw_sql("DELETE FROM event WHERE position = 12")
    with pytest.raises(StoreFailed, match="positions 12 to 12 of the record hold nothing"):
        refuse_broken(long, signed=0)


def test_a_record_of_the_house_does_not_open_when_it_is_broken(tmp_path: Path, raw_sql_at: RawSql) -> None:
    settings = Settings(store=str(tmp_path / "store"))
    opened = open_record(settings, "accounts")
    opened.writer.append(batch("accounts", "first", 1))
    opened.close()
    with closing(open_record(settings, "accounts")):
        pass
    raw_sql_at("UPDATE event SET hash = %s", bytes(32))
    with pytest.raises(Exception, match=r"is another|is not what was recorded"):
        open_record(settings, "accounts")


@pytest.fixture
def raw_sql_at(tmp_path: Path) -> RawSql:
    from pokerroom.store.opening import sqlite_module  # noqa: PLC0415  two SQLites in one process would collide

    def run(statement: str, *values: object) -> int:
        with closing(sqlite_module().connect(tmp_path / "store/accounts.sqlite3")) as connection, connection:
            return int(connection.execute(statement.replace("%s", "?"), values).rowcount)

    return run
