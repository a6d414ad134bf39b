"""Somebody who has the database to himself changes it: the audit says where, and what he did."""

from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from pokerroom.log import Envelope, Tampering, beginning
from pokerroom.log.envelope import digest_of
from pokerroom.room.ports import EventStore
from pokerroom.store import HeadsFile, audit_log, read_heads
from pokerroom.store.heads import SignedHeads
from tests.contract.conftest import RawSql
from tests.contract.recording import NOON, record

STREAM = "table/1"


@pytest.fixture
def signed(database: EventStore, tmp_path: Path) -> SignedHeads:
    """Two streams of eight events and a ledger, signed as they are."""
    for _ in range(4):
        record(database, STREAM, (500, 700))
        record(database, "table/2", (100, 200))
    record(database, "ledger", (1, 2, 3))
    key = Ed25519PrivateKey.generate()
    (tmp_path / "elsewhere").mkdir()
    heads = HeadsFile(tmp_path / "elsewhere/heads", key)
    heads.write(database.heads(), at=NOON)
    heads.close()
    return read_heads(tmp_path / "elsewhere/heads", key.public_key())


def found(database: EventStore, signed: SignedHeads | None) -> list[tuple[str, int, Tampering]]:
    """What is wrong with events and heads: that the log ends elsewhere, or a command, follows from it."""
    faults = audit_log(database, signed).faults
    return [(each.stream, each.sequence, each.what) for each in faults if each.what is not Tampering.DAMAGED]


def test_an_untouched_log_is_clean(database: EventStore, signed: SignedHeads) -> None:
    audit = audit_log(database, signed)
    assert audit.clean
    assert str(audit) == "19 events of 3 streams and 1 signed heads checked: clean"


def test_a_flipped_byte_is_named(database: EventStore, signed: SignedHeads, raw_sql: RawSql) -> None:
    (event,) = (each.envelope for each in database.read(STREAM, after=4) if each.envelope.sequence == 5)
    for column, value in (("body", event.body), ("hash", event.hash)):
        flipped = bytes([value[0] ^ 1]) + value[1:]
        place = f"WHERE stream = '{STREAM}' AND sequence = 5"
        assert raw_sql(f"UPDATE event SET {column} = %s {place}", flipped) == 1
        assert found(database, signed) == [(STREAM, 5, Tampering.CHANGED)]
        raw_sql(f"UPDATE event SET {column} = %s {place}", value)
    assert found(database, signed) == []


@pytest.mark.parametrize(
    ("column", "value"),
    [("at", 0), ("by", "eve"), ("cause", "another"), ("tag", "Won"), ("version", 2), ("stream", "x")],
)
def test_no_column_can_be_changed(
    database: EventStore, signed: SignedHeads, raw_sql: RawSql, column: str, value: object
) -> None:
    raw_sql(f"UPDATE event SET \"{column}\" = %s WHERE stream = '{STREAM}' AND sequence = 3", value)
    assert (STREAM, 3) in {(stream, sequence) for stream, sequence, _ in found(database, signed)}


def test_an_edited_amount_is_named(database: EventStore, signed: SignedHeads, raw_sql: RawSql) -> None:
    edited = raw_sql(f"UPDATE event SET body = %s WHERE stream = '{STREAM}' AND sequence = 2", b'{"amount":9700}')
    assert edited == 1
    (fault,) = audit_log(database, signed).faults
    assert str(fault) == "table/1, event 2: changed: Paid is not what was recorded"


def test_a_removed_event_is_named(database: EventStore, signed: SignedHeads, raw_sql: RawSql) -> None:
    assert raw_sql(f"DELETE FROM event WHERE stream = '{STREAM}' AND sequence = 4") == 1
    assert (STREAM, 4, Tampering.REMOVED) in found(database, signed)
    # The order of commits has a hole too, whatever the stream says.
    assert any(stream == "the log" for stream, _, _ in found(database, signed))


def test_events_in_another_order_are_named(database: EventStore, signed: SignedHeads, raw_sql: RawSql) -> None:
    renumbering = ((3, 99), (6, 3), (99, 6))
    for old, new in renumbering:
        assert raw_sql(f"UPDATE event SET sequence = {new} WHERE stream = '{STREAM}' AND sequence = {old}") == 1
    faults = found(database, signed)
    assert (STREAM, 3, Tampering.REORDERED) in faults
    assert (STREAM, 6, Tampering.REORDERED) in faults
    assert {what for _, _, what in faults} == {Tampering.REORDERED}


def test_commits_in_another_order_are_named(database: EventStore, signed: SignedHeads, raw_sql: RawSql) -> None:
    positions = {each.envelope.sequence: each.position for each in database.read(STREAM)}
    for old, new in ((positions[3], 99), (positions[4], positions[3]), (99, positions[4])):
        assert raw_sql(f"UPDATE event SET position = {new} WHERE position = {old}") == 1
    assert found(database, signed) == [(STREAM, 4, Tampering.REORDERED)]


def test_a_tail_cut_off_is_named(database: EventStore, signed: SignedHeads, raw_sql: RawSql) -> None:
    assert raw_sql("DELETE FROM event WHERE stream = 'ledger' AND sequence > 1") == 2
    assert found(database, signed) == [("ledger", 2, Tampering.CUT_OFF)]
    fault = audit_log(database, signed).faults[0]
    assert fault.detail == f"the stream ends with event 1; event 3 was signed at {NOON.isoformat()}"


def test_a_whole_missing_stream_is_named(database: EventStore, signed: SignedHeads, raw_sql: RawSql) -> None:
    assert raw_sql("DELETE FROM event WHERE stream = 'table/2'") == 8
    assert ("table/2", 1, Tampering.STREAM_MISSING) in found(database, signed)


def test_an_emptied_log_is_named_stream_by_stream(database: EventStore, signed: SignedHeads, raw_sql: RawSql) -> None:
    raw_sql("DELETE FROM event")
    assert {(stream, what) for stream, _, what in found(database, signed)} == {
        (stream, Tampering.STREAM_MISSING) for stream in (STREAM, "table/2", "ledger")
    }


def test_a_chain_made_anew_after_an_edit_does_not_fit_what_was_signed(
    database: EventStore, signed: SignedHeads, raw_sql: RawSql
) -> None:
    link = beginning(STREAM).hash
    forged: list[Envelope] = []
    for each in database.read(STREAM):
        edited = replace(each.envelope, body=b'{"amount":1}') if each.envelope.sequence == 2 else each.envelope
        forged.append(replace(edited, hash=digest_of(edited, link)))
        link = forged[-1].hash
    for envelope in forged:
        place = f"WHERE stream = '{STREAM}' AND sequence = {envelope.sequence}"
        raw_sql(f"UPDATE event SET body = %s, hash = %s {place}", envelope.body, envelope.hash)
    assert found(database, None) == []
    assert found(database, signed) == [(STREAM, 8, Tampering.REWRITTEN)]


def test_what_was_added_after_the_last_signature_is_no_fault(database: EventStore, signed: SignedHeads) -> None:
    record(database, STREAM, (1,))
    record(database, "table/3", (1,))
    assert found(database, signed) == []


def test_columns_filled_with_something_else_are_named(
    database: EventStore, signed: SignedHeads, raw_sql: RawSql, database_url: str
) -> None:
    # Only SQLite takes a text for a number; PostgreSQL takes a time that is none.
    value = "'noon'" if database_url.startswith("sqlite") else "9223372036854775807"
    raw_sql(f"UPDATE event SET at = {value} WHERE stream = '{STREAM}' AND sequence = 3")
    assert (STREAM, 3, Tampering.UNREADABLE) in found(database, signed)


def test_a_stream_full_of_faults_does_not_fill_the_report(
    database: EventStore, signed: SignedHeads, raw_sql: RawSql
) -> None:
    record(database, "table/9", tuple(range(400)))
    raw_sql("UPDATE event SET \"by\" = 'eve' WHERE stream = 'table/9'")
    faults = [each for each in found(database, signed) if each[0] == "table/9"]
    assert faults == [("table/9", sequence, Tampering.CHANGED) for sequence in range(1, 101)]


def test_heads_signed_later_testify_to_more(database: EventStore, tmp_path: Path, raw_sql: RawSql) -> None:
    key = Ed25519PrivateKey.generate()
    heads = HeadsFile(tmp_path / "heads", key)
    for hour in range(3):
        record(database, STREAM, (hour,))
        heads.write(database.heads(), at=NOON + timedelta(hours=hour))
    heads.close()
    raw_sql("DELETE FROM event WHERE sequence = 3")
    read = read_heads(tmp_path / "heads", key.public_key())
    fault = audit_log(database, read).faults[0]
    assert (fault.sequence, fault.what) == (3, Tampering.CUT_OFF)
    assert "14:00" in fault.detail
