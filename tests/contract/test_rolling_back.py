"""An older copy of a record is a sound record, and still nobody opens or audits it as the one that was signed."""

import os
import resource
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pokerroom.log import Tampering
from pokerroom.room.ports import EventStore
from pokerroom.store import HeadsError, HeadsFile, Writer, audit_log, read_heads
from pokerroom.store.heads import NOTHING, Restored, signable
from pokerroom.store.rolling_back import RolledBackError, accept, losses, refuse_rolled_back
from tests.contract.conftest import RawSql
from tests.contract.recording import NOON, batch

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
TWO = Restored("Ada, shift supervisor", "Bo, accounting", "the disk broke", ("what is lost",))


@pytest.fixture
def heads_path(tmp_path: Path) -> Path:
    (tmp_path / "elsewhere").mkdir()
    return tmp_path / "elsewhere/heads"


def write(database: EventStore, path: Path, *, of: str, events: int, orders: str) -> None:
    """Each event is a commit of its own, and signed."""
    with closing(HeadsFile(path, KEY)) as heads, Writer(database, heads=heads, heads_every=0.0) as writer:
        for number in range(events):
            head = database.heads().get(of)
            writer.append(batch(of if head is None else head, f"{orders}-{number}", number + 1))


@pytest.fixture
def rolled_back(database: EventStore, heads_path: Path, raw_sql: RawSql) -> EventStore:
    """Eight events were signed, and a copy of when there were five lies in their place."""
    write(database, heads_path, of="table/1", events=8, orders="first")
    raw_sql("DELETE FROM event WHERE position > 5")
    raw_sql("UPDATE shard SET position = 5")
    return database


def faults(database: EventStore, path: Path) -> set[Tampering]:
    return {fault.what for fault in audit_log(database, read_heads(path, KEY.public_key())).faults}


def test_an_untouched_record_opens_and_every_position_of_it_was_signed(database: EventStore, heads_path: Path) -> None:
    write(database, heads_path, of="table/1", events=4, orders="first")
    write(database, heads_path, of="table/2", events=4, orders="second")
    signed = read_heads(heads_path, KEY.public_key())
    assert signed.reaches[-1].reach == NOTHING.after(map(signable, database.read_all()))
    assert audit_log(database, signed).clean
    with closing(HeadsFile(heads_path, KEY)) as heads:
        refuse_rolled_back(database, heads, "test")


def test_a_record_that_was_signed_while_it_was_empty_is_clean(database: EventStore, heads_path: Path) -> None:
    with closing(HeadsFile(heads_path, KEY)) as heads:
        heads.write({}, at=NOON, reach=NOTHING)
    write(database, heads_path, of="table/1", events=2, orders="first")
    assert audit_log(database, read_heads(heads_path, KEY.public_key())).clean


def test_an_older_copy_is_refused_on_opening_and_what_is_missing_is_named(
    rolled_back: EventStore, heads_path: Path
) -> None:
    with (
        closing(HeadsFile(heads_path, KEY)) as heads,
        pytest.raises(RolledBackError, match=r"events 6 to 8 of 'table/1' are missing.*6 to 8 of the whole log"),
    ):
        refuse_rolled_back(rolled_back, heads, "test")
    assert Tampering.CUT_OFF in faults(rolled_back, heads_path)


def test_an_older_copy_that_was_carried_on_is_found_however_long_it_has_become(
    rolled_back: EventStore, heads_path: Path
) -> None:
    """By a server that did not compare, with the right key: the highest head alone tells nothing then."""
    write(rolled_back, heads_path, of="table/1", events=9, orders="again")
    assert rolled_back.heads()["table/1"].sequence == 14
    assert Tampering.ROLLED_BACK in faults(rolled_back, heads_path)


def test_an_order_undone_and_done_otherwise_is_refused_although_nothing_is_missing(
    rolled_back: EventStore, heads_path: Path
) -> None:
    for number in range(3):
        rolled_back.append(batch(rolled_back.heads()["table/1"], f"other-{number}", 77))
    with closing(HeadsFile(heads_path, KEY)) as heads:
        assert any("is another" in each for each in losses(rolled_back, heads))
        assert any("is not the one that was signed" in each for each in losses(rolled_back, heads))
    assert faults(rolled_back, heads_path) >= {Tampering.REWRITTEN, Tampering.ROLLED_BACK}


def test_events_moved_in_the_order_of_commits_are_found(
    database: EventStore, heads_path: Path, raw_sql: RawSql
) -> None:
    """Both streams stay sound by themselves."""
    write(database, heads_path, of="table/1", events=2, orders="first")
    write(database, heads_path, of="table/2", events=1, orders="second")
    for before, after in ((2, 99), (3, 2), (99, 3)):
        assert raw_sql("UPDATE event SET position = %s WHERE position = %s", after, before) == 1
    assert Tampering.ROLLED_BACK in faults(database, heads_path)


def test_a_restore_that_two_people_answer_for_opens_and_stays_named(rolled_back: EventStore, heads_path: Path) -> None:
    with closing(HeadsFile(heads_path, KEY)) as heads:
        accept(rolled_back, heads, TWO, at=NOON)
        refuse_rolled_back(rolled_back, heads, "test")
    write(rolled_back, heads_path, of="table/1", events=2, orders="after")
    signed = read_heads(heads_path, KEY.public_key())
    assert signed.restored == ((NOON, TWO),)
    assert audit_log(rolled_back, signed).clean


def test_a_second_roll_back_behind_an_accepted_one_is_found(
    rolled_back: EventStore, heads_path: Path, raw_sql: RawSql
) -> None:
    with closing(HeadsFile(heads_path, KEY)) as heads:
        accept(rolled_back, heads, TWO, at=NOON)
    raw_sql("DELETE FROM event WHERE position > 3")
    raw_sql("UPDATE shard SET position = 3")
    with closing(HeadsFile(heads_path, KEY)) as heads:
        assert list(losses(rolled_back, heads)) != []
    assert faults(rolled_back, heads_path) != set()


def test_nobody_without_the_key_can_accept_a_restore(rolled_back: EventStore, heads_path: Path) -> None:
    lines = heads_path.read_bytes()
    heads_path.unlink()
    with closing(HeadsFile(heads_path, Ed25519PrivateKey.generate())) as forged:
        accept(rolled_back, forged, TWO, at=NOON)
    heads_path.write_bytes(lines + heads_path.read_bytes())
    assert Tampering.HEADS_FORGED in faults(rolled_back, heads_path)


@pytest.mark.skipif(os.name != "posix", reason="NOT TESTED: only here can a file be kept from growing")
def test_a_full_disk_leaves_whole_records_only_and_the_next_one_follows_them(heads_path: Path) -> None:
    with closing(HeadsFile(heads_path, KEY)) as heads:
        heads.write({}, at=NOON, reach=NOTHING)
        whole = heads_path.read_bytes()
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 40, before[1]))
        try:
            with pytest.raises(HeadsError, match="cannot be written"):
                heads.write({}, at=NOON, reach=NOTHING.after(((1, bytes(32), None),)))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert heads_path.read_bytes() == whole
        heads.write({}, at=NOON, reach=NOTHING.after(((1, bytes(32), None),)))
    read = read_heads(heads_path, KEY.public_key())
    assert (read.records, read.faults) == (2, ())


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert holds()


def test_signing_that_failed_is_told_and_made_good(database: EventStore, heads_path: Path) -> None:
    heads = HeadsFile(heads_path, KEY)
    with (
        closing(heads),
        Path(os.devnull).open("rb", buffering=0) as unwritable,
        Writer(database, heads=heads, heads_every=0.02) as writer,
    ):
        whole, heads._file = heads._file, unwritable
        writer.append(batch("table/1", "first", 1))
        wait_until(lambda: writer.signing_trouble is not None)
        heads._file.close()
        heads._file = whole
        wait_until(lambda: writer.signing_trouble is None)
    signed = read_heads(heads_path, KEY.public_key())
    assert signed.faults == ()
    assert signed.reaches[-1].reach.position == 1
