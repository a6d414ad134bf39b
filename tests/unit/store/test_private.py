"""What the room keeps is closed to everybody but its owner, from the first byte on."""

import os
import stat
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pokerroom.live.records import open_record
from pokerroom.live.settings import Settings
from pokerroom.log import beginning, enclose
from pokerroom.room.ports import Batch
from pokerroom.store import open_store
from pokerroom.store.private import private_folder
from pokerroom.web.occupied import held

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no such modes elsewhere")
AT = datetime(2026, 1, 1, tzinfo=UTC)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def careless() -> object:
    """Somebody whose files are everybody's unless a program sees to it."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_a_room_that_opens_leaves_nothing_open_to_others(tmp_path: Path) -> None:
    settings = Settings(store=str(tmp_path / "store"))
    with held(settings.folder) as note:
        note("http://127.0.0.1:8000/")
        record = open_record(settings, "play-chips")
        event = enclose(beginning("test"), at=AT, by="Ada", cause="1", tag="Test", version=1, body=b"{}")
        record.writer.submit(Batch((event,))).result()
        made = {path.relative_to(tmp_path): mode(path) for path in tmp_path.rglob("*") if path.is_file()}
        folders = {mode(path) for path in tmp_path.rglob("*") if path.is_dir()}
        record.close()
    names = {path.name for path in made}
    assert {"play-chips.sqlite3", "play-chips.sqlite3-wal", "play-chips.heads", "signing-key"} <= names
    assert {path for path, bits in made.items() if bits != 0o600 and path.suffix != ".pub"} == set()
    assert folders == {0o700}


def test_a_record_that_was_open_to_others_is_closed_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    open_store(f"sqlite:///{path}").close()
    path.chmod(0o644)
    with closing(open_store(f"sqlite:///{path}")):
        assert mode(path) == 0o600


def test_a_folder_of_somebodys_own_stays_as_it_is_until_it_holds_a_record(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    private_folder(tmp_path, holds="*.sqlite3")
    assert mode(tmp_path) == 0o755
    (tmp_path / "room.sqlite3").touch()
    private_folder(tmp_path, holds="*.sqlite3")
    assert mode(tmp_path) == 0o700
