"""A copy made while the room plays is a record of one moment: it audits clean, and play goes on from it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from pokerroom.room import lists
from pokerroom.room.commands import Order
from pokerroom.room.examining import examine_record
from pokerroom.room.lists import commands as on_lists
from pokerroom.room.ports import EventStore, StoreFailed
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Done, Room
from pokerroom.room.tables import TABLES
from pokerroom.store import Writer, open_store
from pokerroom.store.backup import back_up, restore, verify
from pokerroom.store.lease import RecordHeld
from tests.audited import Floor, keep
from tests.contract.conftest import RawSql
from tests.contract.recording import batch, record
from tests.postgres import empty_database
from tests.unit.room.house import KEYS, SUPERVISOR


@pytest.fixture
def floor(database: ProjectingStore) -> Floor:
    return keep(database, rounds=2)


def events(store: EventStore) -> list[tuple[int, bytes]]:
    return [(each.position, each.envelope.hash) for each in store.read_all()]


@pytest.fixture(params=["sqlite", "postgresql"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Another database, to restore into."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/restored.db"
    else:
        with empty_database(request.getfixturevalue("postgres")) as url:
            yield url


def test_a_backup_restored_is_the_same_record_and_play_goes_on_from_it(
    floor: Floor, database_url: str, elsewhere: str, tmp_path: Path
) -> None:
    made = back_up(database_url, tmp_path / "copy.db")
    assert made.events == len(events(floor.store))
    restore(tmp_path / "copy.db", elsewhere)
    with closing(open_store(elsewhere)) as restored:
        assert events(restored) == events(floor.store)
        assert dict(restored.rows("balance")) == dict(floor.store.rows("balance"))
        assert examine_record(restored, keys=KEYS, decide_again=True).findings == ()
        with Writer(restored) as writer:
            room = Room(writer, REGISTRY, keys=KEYS, chance=floor.room.chance, software=floor.room.software)
            reopened(restored, room)
            assert room.states(TABLES) == floor.room.states(TABLES)
            order = on_lists.OpenInterest(by=SUPERVISOR, at=floor.at, wanted=lists.Wanted("badugi", "$1-$2"))
            assert isinstance(room.do(Order("after the restore", on_lists.OnLists(order))), Done)
        assert restored.end() == made.events + 1


@pytest.mark.usefixtures("floor")
def test_a_backup_can_be_audited_as_it_lies(database_url: str, tmp_path: Path) -> None:
    back_up(database_url, tmp_path / "copy.db")
    with closing(open_store(f"sqlite:///{tmp_path}/copy.db")) as copy:
        whole = examine_record(copy, keys=KEYS)
        assert whole.findings == ()
        assert whole.counts["decks opened"] > 0


def test_what_is_committed_while_a_copy_is_made_is_in_it_whole_or_not_at_all(
    database: EventStore, database_url: str, tmp_path: Path
) -> None:
    record(database, "table/1", *((1, 2, 3),) * 50)
    writing = Thread(target=lambda: [record(database, "table/2", (1, 2)) for _ in range(100)])
    writing.start()
    made = [back_up(database_url, tmp_path / f"{number}.db").events for number in range(5)]
    writing.join()
    assert made == sorted(made)
    for number, count in enumerate(made):
        assert (count - 150) % 2 == 0
        assert verify(f"sqlite:///{tmp_path}/{number}.db") == count


def test_nothing_is_ever_written_over(database: EventStore, database_url: str, tmp_path: Path) -> None:
    record(database, "table/1", (1,))
    back_up(database_url, tmp_path / "copy.db")
    before = (tmp_path / "copy.db").read_bytes()
    with pytest.raises(StoreFailed, match="exists and is left as it is"):
        back_up(database_url, tmp_path / "copy.db")
    with pytest.raises(RecordHeld, match="is written by process"):
        restore(tmp_path / "copy.db", database_url)
    database.close()
    with pytest.raises(StoreFailed, match="holds a record already"):
        restore(tmp_path / "copy.db", database_url)
    assert (tmp_path / "copy.db").read_bytes() == before
    with closing(open_store(database_url)) as again:
        assert len(events(again)) == 1


def test_a_broken_record_gives_no_backup(
    database: EventStore, database_url: str, raw_sql: RawSql, tmp_path: Path
) -> None:
    record(database, "table/1", (1, 2, 3))
    raw_sql("UPDATE event SET body = %s WHERE position = 2", b"{}")
    with pytest.raises(StoreFailed, match="the copy is broken"):
        back_up(database_url, tmp_path / "copy.db")


def test_a_restored_record_takes_new_events(database: EventStore, database_url: str, tmp_path: Path) -> None:
    record(database, "table/1", (1, 2))
    back_up(database_url, tmp_path / "copy.db")
    restore(tmp_path / "copy.db", f"sqlite:///{tmp_path}/restored.db")
    with closing(open_store(f"sqlite:///{tmp_path}/restored.db")) as restored:
        assert restored.append(batch(restored.heads()["table/1"], "next", 3)) == (3,)
