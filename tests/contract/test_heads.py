"""Heads signed outside the database: what the file testifies to, and when it testifies to nothing."""

import os
import stat
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pokerroom.log import Head, Tampering
from pokerroom.store import HeadsError, HeadsFile, create_signing_key, read_heads, read_signing_key, read_verifying_key
from pokerroom.store.heads import Record
from pokerroom.store.keys import KeyFileError, verifying_path
from tests.contract.recording import NOON

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key()


def heads_at(sequence: int) -> dict[str, Head]:
    return {stream: Head(stream, sequence, bytes([sequence] * 32)) for stream in ("table/1", "ledger")}


def written(path: Path, *sequences: int) -> list[bytes]:
    """A record for each; the lines of the file."""
    file = HeadsFile(path, KEY)
    for sequence in sequences:
        file.write(heads_at(sequence), at=NOON + timedelta(minutes=sequence))
    file.close()
    return path.read_bytes().splitlines(keepends=True)


def faults(path: Path) -> list[tuple[int, str]]:
    return [(fault.sequence, fault.detail) for fault in read_heads(path, PUBLIC).faults]


def test_the_latest_heads_are_read_back(tmp_path: Path) -> None:
    written(tmp_path / "heads", 1, 2, 3)
    read = read_heads(tmp_path / "heads", PUBLIC)
    assert {stream: each.head for stream, each in read.latest.items()} == heads_at(3)
    assert read.latest["ledger"].at == NOON + timedelta(minutes=3)
    assert (read.records, read.faults) == (3, ())


def test_the_file_is_added_to_by_whoever_opens_it_next(tmp_path: Path) -> None:
    first = written(tmp_path / "heads", 1, 2)
    both = written(tmp_path / "heads", 3)
    assert both[:2] == first
    assert faults(tmp_path / "heads") == []


def test_a_stream_that_is_gone_from_later_records_is_still_testified_to(tmp_path: Path) -> None:
    file = HeadsFile(tmp_path / "heads", KEY)
    file.write(heads_at(5), at=NOON)
    file.write({"ledger": Head("ledger", 6, bytes(32))}, at=NOON)
    file.close()
    latest = read_heads(tmp_path / "heads", PUBLIC).latest
    assert {stream: each.head.sequence for stream, each in latest.items()} == {"table/1": 5, "ledger": 6}


def test_any_flipped_bit_of_a_record_is_found(tmp_path: Path) -> None:
    path = tmp_path / "heads"
    lines = written(path, 1, 2, 3)
    for place in range(0, len(lines[1]) - 1, 7):
        bad = bytearray(lines[1])
        bad[place] ^= 2
        path.write_bytes(lines[0] + bytes(bad) + lines[2])
        found = read_heads(path, PUBLIC).faults
        assert found, place
        assert {fault.what for fault in found} == {Tampering.HEADS_FORGED}
        assert found[0].sequence in {2, 3}


def test_a_removed_or_moved_record_is_found(tmp_path: Path) -> None:
    path = tmp_path / "heads"
    first, second, third = written(path, 1, 2, 3)
    for lines in ((first, third), (second, third), (first, third, second), (first, second, second, third)):
        path.write_bytes(b"".join(lines))
        assert any("before it" in detail for _, detail in faults(path))


def test_a_record_by_another_key_testifies_to_nothing(tmp_path: Path) -> None:
    path = tmp_path / "heads"
    other = HeadsFile(path, Ed25519PrivateKey.generate())
    other.write(heads_at(9), at=NOON)
    other.close()
    assert faults(path) == [(1, "its signature does not fit it")]
    assert read_heads(path, PUBLIC).latest == {}
    with pytest.raises(HeadsError, match="not signed by this key"):
        HeadsFile(path, KEY)


def test_streams_and_hashes_cannot_be_shifted_under_a_signature() -> None:
    one = Record(NOON, (Head("ab", 1, b"c" * 32),), bytes(32))
    other = Record(NOON, (Head("a", 1, b"b" + b"c" * 32),), bytes(32))
    assert one.signed_bytes != other.signed_bytes


def test_a_line_cut_off_by_a_crash_is_dropped_by_the_next_writer(tmp_path: Path) -> None:
    path = tmp_path / "heads"
    lines = written(path, 1, 2)
    path.write_bytes(lines[0] + lines[1][:40])
    assert read_heads(path, PUBLIC).records == 1
    written(path, 3)
    assert faults(path) == []
    assert read_heads(path, PUBLIC).records == 2


def test_two_processes_do_not_write_one_file(tmp_path: Path) -> None:
    file = HeadsFile(tmp_path / "heads", KEY)
    with pytest.raises(HeadsError, match="another process"):
        HeadsFile(tmp_path / "heads", KEY)
    file.close()
    HeadsFile(tmp_path / "heads", KEY).close()


def test_the_file_does_not_lie_beside_the_database(tmp_path: Path) -> None:
    with pytest.raises(HeadsError, match="beside the database"):
        HeadsFile(tmp_path / "heads", KEY, database=f"sqlite:///{tmp_path}/log.db")
    (tmp_path / "elsewhere").mkdir()
    HeadsFile(tmp_path / "elsewhere/heads", KEY, database=f"sqlite:///{tmp_path}/log.db").close()


def test_a_missing_file_is_an_error_not_an_empty_testimony(tmp_path: Path) -> None:
    with pytest.raises(HeadsError, match="cannot be read"):
        read_heads(tmp_path / "heads", PUBLIC)


def test_a_record_is_readable_without_this_software(tmp_path: Path) -> None:
    (line,) = written(tmp_path / "heads", 1)
    record = msgspec.json.decode(line)
    assert record["at"].startswith("2026-03-01T12:01")
    assert [head["stream"] for head in record["heads"]] == ["ledger", "table/1"]


def test_a_key_is_made_once_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "key"
    made = create_signing_key(path)
    assert read_signing_key(path).private_bytes_raw() == made.private_bytes_raw()
    assert read_verifying_key(verifying_path(path)) == made.public_key()
    with pytest.raises(KeyFileError, match="left as it is"):
        create_signing_key(path)


@pytest.mark.skipif(os.name != "posix", reason="NOT TESTED: only here do files say who may read them")
def test_a_key_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "key"
    create_signing_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for mode in (0o640, 0o604, 0o620):
        path.chmod(mode)
        with pytest.raises(KeyFileError, match=f"mode {mode:o}"):
            read_signing_key(path)


def test_what_is_no_key_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "key"
    with pytest.raises(KeyFileError, match="does not exist"):
        read_signing_key(path)
    path.touch(mode=0o600)
    path.write_bytes(b"secret")
    with pytest.raises(KeyFileError, match="holds no private key"):
        read_signing_key(path)
    with pytest.raises(KeyFileError, match="holds no public key"):
        read_verifying_key(path)
