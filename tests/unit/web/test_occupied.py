"""A second server on the same store or address says who was there first; a killed one stops nobody."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pokerroom.web.occupied import LOCK, OccupiedError, Serving, held, read, refuse_taken
from tests.unit.web.served import PATIENCE, serving


def second(store: Path, port: str = "0") -> subprocess.CompletedProcess[str]:
    """A server that is expected to refuse."""
    command = [sys.executable, "-c", "from pokerroom.cli import main; main()", "serve", "--port", port]
    return subprocess.run([*command, "--store", store], check=False, capture_output=True, text=True, timeout=PATIENCE)


def test_a_second_server_says_who_has_the_room_open_and_where(tmp_path: Path) -> None:
    with serving(tmp_path / "one") as (address, process):
        refused = second(tmp_path / "one")
        assert refused.returncode == 1
        assert refused.stderr == (
            f"pokerroom: the room cannot be opened: process {process.pid} has it open already at http://{address}/, "
            f"from {tmp_path / 'one'}\n"
        )
        elsewhere = second(tmp_path / "two", address.rpartition(":")[2])
        assert elsewhere.returncode == 1
        assert elsewhere.stderr == (
            f"pokerroom: the room cannot be opened: http://{address}/ is taken, a poker room is open there already: "
            "--port chooses another port, 0 any that is free\n"
        )


def test_a_killed_server_leaves_a_note_that_stops_nobody(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, process):
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    with (tmp_path / LOCK).open("rb") as file:
        left = read(file)
    assert left is not None
    assert left.process == process.pid
    with serving(tmp_path) as (address, process), (tmp_path / LOCK).open("rb") as file:
        assert read(file) == Serving(process.pid, f"http://{address}/")


@pytest.mark.parametrize("left", [b"", b"{", b'{"process": 1, "address": "http://localhost:1/"}'])
def test_whatever_an_old_file_says_the_store_is_free_unless_it_is_locked(tmp_path: Path, left: bytes) -> None:
    (tmp_path / LOCK).write_bytes(left)
    with held(tmp_path), pytest.raises(OccupiedError, match=f"^process {os.getpid()} has it open already, from "):
        held(tmp_path).__enter__()


def test_a_lock_that_does_not_say_whose_it_is_still_holds(tmp_path: Path) -> None:
    with held(tmp_path):
        (tmp_path / LOCK).write_bytes(b"")
        with pytest.raises(OccupiedError, match=r"^another process has it open already, from "):
            held(tmp_path).__enter__()


def test_records_in_memory_are_shared_with_nobody() -> None:
    with held(None), held(None) as note:
        note("http://localhost:1/")


def test_another_program_at_the_address_is_not_called_a_poker_room() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    refuse_taken("127.0.0.1", port)
    words = rf"^http://localhost:{port}/ is taken, another program listens there: "
    with socket.create_server(("127.0.0.1", port)), pytest.raises(OccupiedError, match=words):
        refuse_taken("127.0.0.1", port)
