"""A server that stands by verifies what another records, and signs how far it went in a file of its own."""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pokerroom.room.ports import EventStore
from pokerroom.store import HeadsFile, read_heads
from pokerroom.store.witnessing import Witness
from tests.contract.conftest import RawSql
from tests.contract.recording import record

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def signed_up_to(path: Path) -> list[int]:
    read = read_heads(path, KEY.public_key())
    assert read.faults == ()
    return [each.reach.position for each in read.reaches]


def test_what_has_come_since_the_last_look_is_signed_once(database: EventStore, tmp_path: Path) -> None:
    path = tmp_path / "heads"
    heads = HeadsFile(path, KEY)
    witness = Witness(database, heads)
    witness.look()
    record(database, "table/1", (1, 2))
    witness.look()
    witness.look()
    record(database, "ledger", (3,))
    witness.look()
    heads.close()
    assert signed_up_to(path) == [2, 3]


def test_whoever_looks_on_later_goes_on_from_what_was_signed(database: EventStore, tmp_path: Path) -> None:
    path = tmp_path / "heads"
    for stream in ("table/1", "table/2"):
        record(database, stream, (1,))
        heads = HeadsFile(path, KEY)
        Witness(database, heads).look()
        heads.close()
    assert signed_up_to(path) == [1, 2]


def test_nothing_is_signed_from_a_forged_event_on(database: EventStore, raw_sql: RawSql, tmp_path: Path) -> None:
    path = tmp_path / "heads"
    heads = HeadsFile(path, KEY)
    witness = Witness(database, heads)
    record(database, "table/1", (1,))
    witness.look()
    record(database, "table/1", (2,))
    raw_sql("UPDATE event SET body = %s WHERE position = 2", b'{"amount":99}')
    witness.look()
    record(database, "table/2", (3,))
    witness.look()
    heads.close()
    assert "event 2 of 'table/1'" in witness.fault
    assert signed_up_to(path) == [1]
