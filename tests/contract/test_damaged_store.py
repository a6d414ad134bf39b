"""A database that is not as it was left: each kind of damage is told in a sentence, by whoever meets it first."""

from contextlib import closing
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from pokerroom.live.kept import kept_in
from pokerroom.log import Tampering
from pokerroom.room import filing
from pokerroom.room.ports import EventStore, Row, StoreFailed
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.room.projections.tables import TABLE_SUMMARIES
from pokerroom.room.reopening import reopened
from pokerroom.store import HeadsError, HeadsFile, MemoryStore, Writer, audit_log, open_store, read_heads
from pokerroom.store.audit import WHOLE_LOG
from pokerroom.store.heads import NOTHING, signable
from pokerroom.store.opening import sqlite_module
from pokerroom.store.verifying import refuse_broken
from tests.contract.conftest import RawSql
from tests.contract.recording import NOON, batch, record
from tests.unit.room.house import RAKE, House

PAGE = 4096


@pytest.fixture
def kept(database: ProjectingStore) -> ProjectingStore:
    """Twelve events of two streams, in commits of two."""
    for number in range(3):
        record(database, "table/1", (1, 2))
        head = record(database, "ledger", (3,))
        database.append(batch(head, f"asked-{number}", 4, asked=b"sixteen bytes ok"))
    return database


def damage(store: EventStore) -> list[str]:
    faults = audit_log(store).faults
    return [each.detail for each in faults if each.what is Tampering.DAMAGED]


def test_a_store_that_nobody_touched_has_no_damage(kept: ProjectingStore) -> None:
    assert list(kept.damage()) == []
    refuse_broken(kept, signed=0)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            "UPDATE shard SET position = 40",
            "the shards say that the log ends at position 40, and its last event is at 12",
        ),
        (
            "UPDATE shard SET position = 7",
            "the shards say that the log ends at position 7, and its last event is at 12",
        ),
        ("DELETE FROM shard", "the table shard has 0 rows instead of 1"),
        ("INSERT INTO shard (shard, position, events) VALUES (1, 12, 0)", "the table shard has 2 rows instead of 1"),
    ],
)
def test_a_log_that_would_go_on_elsewhere_is_named_and_keeps_the_room_closed(
    kept: ProjectingStore, raw_sql: RawSql, change: str, sentence: str
) -> None:
    raw_sql(change)
    assert damage(kept) == [sentence]
    with pytest.raises(StoreFailed, match=sentence):
        refuse_broken(kept, signed=0)


def test_an_event_that_says_wrongly_whether_it_is_the_first_of_its_command_is_named(
    kept: ProjectingStore, raw_sql: RawSql
) -> None:
    """Else a command could be stored twice: its id is looked for among the events that lead."""
    raw_sql("UPDATE event SET leads = %s WHERE stream = 'table/1' AND sequence = 3", False)
    assert damage(kept) == ["event 3 of 'table/1' does not say truly whether it is the first of its command"]
    raw_sql("UPDATE event SET leads = %s WHERE stream = 'table/1' AND sequence = 4", True)
    assert len(damage(kept)) == 2


def test_what_was_asked_stands_beside_no_event_but_the_first_of_its_command(
    kept: ProjectingStore, raw_sql: RawSql
) -> None:
    raw_sql("UPDATE event SET asked = %s WHERE stream = 'table/1' AND sequence = 2", b"sixteen bytes ok")
    assert len(damage(kept)) == 1


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database of SQLite, closed in order."""
    path = tmp_path / "log.db"
    with closing(open_store(f"sqlite:///{path}")) as store:
        for _ in range(4):
            record(store, "table/1", (1, 2))
        store.append(batch("ledger", "rows", 1, rows=(Row("name", "a", b"Ada"), Row("name", "b", b"Bo"))))
    return path


def sqlite(path: Path, statement: str, *values: object) -> list[tuple[object, ...]]:
    connection = sqlite_module().connect(path, isolation_level=None)
    found: list[tuple[object, ...]] = connection.execute(statement, values).fetchall()
    connection.close()
    return found


def test_a_damaged_index_is_named_and_keeps_the_room_closed(file: Path) -> None:
    """It is read by nobody until an old id comes back: then a command would be carried out twice."""
    ((page,),) = sqlite(file, "SELECT rootpage FROM sqlite_master WHERE name = 'event_stream_cause'")
    assert isinstance(page, int)
    content = bytearray(file.read_bytes())
    # A page of the index that holds nothing: sound by itself, and without the ids of any command.
    content[PAGE * (page - 1) : PAGE * page] = bytes([10, 0, 0, 0, 0, 16, 0, 0]) + bytes(PAGE - 8)
    file.write_bytes(content)
    with closing(open_store(f"sqlite:///{file}")) as store:
        assert any("event_stream_cause" in each for each in damage(store))
        with pytest.raises(StoreFailed, match="the record is broken, and no room opens on it: the file is damaged: "):
            refuse_broken(store, signed=0)


def test_what_the_driver_says_is_told_without_its_statement_and_its_manual(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:9000])
    with pytest.raises(StoreFailed) as told:
        open_store(f"sqlite:///{file}")
    assert str(told.value) == f"sqlite:///{file} cannot be opened: database disk image is malformed"


@pytest.mark.parametrize("version", ["", "0003x", "9999"])
def test_a_version_that_is_none_is_told_in_a_sentence(file: Path, version: str) -> None:
    sqlite(file, "UPDATE alembic_version SET version_num = ?", version)
    with pytest.raises(StoreFailed, match="the database is of a version this software does not know: "):
        open_store(f"sqlite:///{file}")


def test_a_key_that_is_no_text_does_not_lead_a_reader_in_a_circle(file: Path) -> None:
    sqlite(file, "UPDATE projection SET key = CAST(? AS TEXT) WHERE key = 'b'", b"\xff\xfe\x80")
    with closing(open_store(f"sqlite:///{file}")) as store, pytest.raises(StoreFailed, match="are not in their order"):
        list(store.rows("name"))


@pytest.mark.parametrize(("column", "value"), [("value", 1.5), ("value", "text"), ("key", b"b")])
def test_a_row_of_another_type_is_not_read_as_one_of_ours(file: Path, column: str, value: object) -> None:
    sqlite(file, f"UPDATE projection SET {column} = ? WHERE key = 'b'", value)
    with closing(open_store(f"sqlite:///{file}")) as store, pytest.raises(StoreFailed):
        dict(store.rows("name"))


@pytest.mark.parametrize("column", ["stream", "sequence", "at", "by", "cause", "tag", "version", "body", "hash"])
def test_an_event_of_another_type_in_any_column_is_a_fault_and_no_failure(file: Path, column: str) -> None:
    value = "text" if column in {"body", "hash"} else b"bytes"
    sqlite(file, f'UPDATE event SET "{column}" = ? WHERE position = 8', value)
    with closing(open_store(f"sqlite:///{file}")) as store, pytest.raises(StoreFailed):
        refuse_broken(store, signed=0)


def test_a_row_of_a_report_that_is_none_is_named_with_the_way_out(database: ProjectingStore, raw_sql: RawSql) -> None:
    house = House(database)
    house.open_day()
    house.file(filing.RAKE, filing.RakeSubmission(methods=RAKE, most=400))
    house.open_table("4")
    database.projected.caught_up()
    raw_sql("UPDATE table_summary SET opened = 4611686018427387904")
    with pytest.raises(StoreFailed, match=r"row 4 of table_summary .*pokerroom projections --rebuild"):
        database.projected.get(TABLE_SUMMARIES, "4")
    database.projected.rebuild()
    assert database.projected.get(TABLE_SUMMARIES, "4") is not None


def test_events_that_are_none_keep_the_room_closed_in_words(database: ProjectingStore) -> None:
    record(database, "ledger", (1,))
    with pytest.raises(StoreFailed, match="the events of 'ledger' do not fit one another: no type of event"):
        reopened(database, House().room)


def test_a_row_that_is_not_what_was_kept_there_is_named() -> None:
    store = MemoryStore()
    store.append(batch("ledger", "rows", 1, rows=(Row("player-name", "p1", b"\xff"),)))
    with pytest.raises(StoreFailed, match="the row 'p1' of 'player-name' is not what is kept there"):
        dict(kept_in(store, "player-name", bytes.decode))


def test_a_line_of_heads_whose_time_has_no_zone_is_a_fault_and_no_failure(tmp_path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    path = tmp_path / "heads"
    with closing(HeadsFile(path, key)) as heads:
        heads.write({}, at=NOON)
    path.write_bytes(path.read_bytes().replace(b'00:00Z"', b'00:00"'))
    assert [each.what for each in read_heads(path, key.public_key()).faults] == [Tampering.HEADS_FORGED]
    with pytest.raises(HeadsError, match="is not signed by this key"):
        HeadsFile(path, key)


KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def signed_by_a_writer(store: EventStore, path: Path, cause: str) -> None:
    """One more order, of which the writer signs what was asked."""
    with closing(HeadsFile(path, KEY)) as heads, Writer(store, heads=heads, heads_every=0.0) as writer:
        head = store.heads()["ledger"]
        writer.append(batch(head, cause, 5, asked=b"what was asked 1"))


def faults(store: EventStore, path: Path) -> list[tuple[str, int, Tampering]]:
    found = audit_log(store, read_heads(path, KEY.public_key())).faults
    return [(each.stream, each.sequence, each.what) for each in found]


@pytest.mark.parametrize("value", [b"what was asked 2", None])
def test_what_was_asked_is_signed_and_cannot_be_changed_unseen(
    kept: ProjectingStore, raw_sql: RawSql, tmp_path: Path, value: bytes | None
) -> None:
    path = tmp_path / "heads"
    signed_by_a_writer(kept, path, "first")
    signed_by_a_writer(kept, path, "second")
    assert faults(kept, path) == []
    raw_sql("UPDATE event SET asked = %s WHERE position = 13", value)
    assert faults(kept, path) == [(WHOLE_LOG, 13, Tampering.CHANGED)]


def test_heads_of_a_version_that_did_not_sign_what_was_asked_are_sound_and_it_is_signed_from_then_on(
    kept: ProjectingStore, raw_sql: RawSql, tmp_path: Path
) -> None:
    path = tmp_path / "heads"
    with closing(HeadsFile(path, KEY)) as heads:
        heads.write(kept.heads(), at=NOON, reach=replace(NOTHING.after(map(signable, kept.read_all())), asked=b""))
    signed_by_a_writer(kept, path, "first")
    assert faults(kept, path) == []
    raw_sql("UPDATE event SET asked = %s WHERE position = 4", b"what was asked 2")
    assert [what for _, _, what in faults(kept, path)] == [Tampering.CHANGED]
