"""A house moved between SQLite and PostgreSQL is the same to the byte, and a move that is cut short harms nothing."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pokerroom.bots.day import Day, DaySettings
from pokerroom.cli import app
from pokerroom.live.records import ACCOUNTS, PLAY_CHIPS, address_of, heads_of, open_record, own_address
from pokerroom.live.settings import Settings, read_settings
from pokerroom.log import beginning
from pokerroom.room.ports import Batch, Row, StoreError
from pokerroom.shuffle.seal import read_keys
from pokerroom.store import Writer, audit_log, open_store
from pokerroom.store.backup import reading
from pokerroom.store.dividing import divide, is_new, shards_in
from pokerroom.store.moving import MovedError, copied, held, leave, mark_in, rows_of, tables_of
from tests.conftest import ROOT
from tests.contract.divided import SHARDS
from tests.contract.recording import batch, record
from tests.contract.small_accounts import record_accounts
from tests.contract.small_record import lying_in, make_keys
from tests.contract.test_shards import table_in
from tests.postgres import empty_database
from tests.sampling import sampled

SMALL_DAY = DaySettings(seed=5, tables=2, hours=0.02, thought_ticks=6)
RECORDS = (PLAY_CHIPS, ACCOUNTS)


class House:
    """In a folder, and the settings by which it would lie in PostgreSQL."""

    def __init__(self, folder: Path, there: dict[str, str]) -> None:
        self.store, self.file = folder / "store", folder / "room.toml"
        named = {"database": there[PLAY_CHIPS], "accounts_database": there[ACCOUNTS], "store": str(self.store)}
        self.file.write_text("".join(f'{key} = "{value}"\n' for key, value in named.items()), encoding="utf-8")
        self.before, self.after = Settings(store=str(self.store)), read_settings(self.file, environment={})

    def move(self, *arguments: str) -> Result:
        return told("move", *(arguments or (str(self.store), str(self.file))))

    def opens(self, settings: Settings) -> None:
        for name in RECORDS:
            open_record(settings, name, "" if settings is self.before else address_of(settings, name)).close()


def told(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of a house that was open for a day."""
    folder = tmp_path_factory.mktemp("house") / "store"
    folder.mkdir(mode=0o700)
    kept = lying_in(folder, ACCOUNTS)
    make_keys(kept)
    record_accounts(kept)
    settings, keys = Settings(store=str(folder)), read_keys(folder / "deck-keys")
    url = own_address(folder, PLAY_CHIPS)
    with closing(open_store(url)) as store, closing(heads_of(settings, folder, PLAY_CHIPS, url)) as heads:
        with Writer(store, heads=heads) as writer:
            Day(SMALL_DAY, store, writer, keys=keys).run()
        store.projected.caught_up(however_long=True)
    return folder


@pytest.fixture
def house(made: Path, postgres: str, tmp_path: Path) -> Iterator[House]:
    shutil.copytree(made, tmp_path / "store")
    with empty_database(postgres) as play_chips, empty_database(postgres) as accounts:
        yield House(tmp_path, {PLAY_CHIPS: play_chips, ACCOUNTS: accounts})


def everything(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table but the lease, without the marks of moves."""
    with reading(url) as connection:
        return {each.name: list(rows_of(connection, each)) for each in tables_of(connection)}


def test_a_house_moved_to_postgresql_and_back_is_the_same_to_the_byte(house: House, tmp_path: Path) -> None:
    before = {name: everything(address_of(house.before, name)) for name in RECORDS}
    assert len(before[PLAY_CHIPS]["event"]) > 500
    assert before[PLAY_CHIPS]["journal"], "the projections are rows, too"
    moved = house.move()
    assert moved.exit_code == 0, moved.output
    assert "no findings before and after" in moved.output
    assert {name: everything(address_of(house.after, name)) for name in RECORDS} == before
    house.opens(house.after)
    back = house.move(str(house.file), str(tmp_path / "back"))
    assert back.exit_code == 0, back.output
    home = Settings(store=str(tmp_path / "back"))
    assert {name: everything(address_of(home, name)) for name in RECORDS} == before
    for name in ("deck-keys", "signing-key", "heads/play-chips.heads", "heads/accounts.heads"):
        assert (tmp_path / "back" / name).read_bytes() == (house.store / name).read_bytes()
        assert (tmp_path / "back" / name).stat().st_mode & 0o077 == 0
    assert told("audit", str(tmp_path / "back")).exit_code == 0
    for name in RECORDS:
        open_record(home, name).close()


def test_no_room_opens_where_the_house_was(house: House) -> None:
    assert house.move().exit_code == 0
    with pytest.raises(MovedError, match=r"the record 'play-chips' was moved to postgresql://.*: open it there"):
        house.opens(house.before)
    refused = house.move(str(house.store), str(house.file), "--call-off")
    assert "a move that is done is not called off" in refused.output


def test_a_house_may_come_back_to_where_it_was_though_an_earlier_state_of_it_lies_there(house: House) -> None:
    assert house.move().exit_code == 0
    with closing(open_store(address_of(house.after, ACCOUNTS))) as store:
        record(store, "visits", (1, 2))
    back = house.move(str(house.file), str(house.store), "--despite-findings")
    assert back.exit_code == 0, back.output
    with closing(open_store(address_of(house.before, ACCOUNTS))) as store:
        assert store.heads()["visits"].sequence == 2


def test_a_record_without_an_event_goes_along(house: House) -> None:
    """As that of accounts does, where nobody but bots has come yet."""
    for each in house.store.glob("accounts.*"):
        each.unlink()
    (house.store / "heads/accounts.heads").unlink()
    open_record(house.before, ACCOUNTS).close()
    moved = house.move()
    assert moved.exit_code == 0, moved.output
    house.opens(house.after)
    assert "it has been moved already" in house.move().output
    with pytest.raises(MovedError):
        open_record(house.before, ACCOUNTS)


def test_a_target_that_holds_anything_is_left_as_it_is(house: House) -> None:
    with closing(open_store(address_of(house.after, ACCOUNTS))) as store:
        record(store, "table/1", (1,))
    refused = house.move()
    assert refused.exit_code == 2
    assert "holds a record already, and is left as it is" in refused.output
    house.opens(house.before)


def test_a_record_that_is_written_is_not_moved(house: House) -> None:
    with closing(open_store(address_of(house.before, ACCOUNTS), writing=True)):
        refused = house.move()
    assert refused.exit_code == 2
    assert "is written by process" in refused.output
    assert not everything(address_of(house.after, PLAY_CHIPS)).get("event")


def test_a_record_with_findings_is_moved_only_if_somebody_says_so(house: House) -> None:
    with closing(open_store(address_of(house.before, PLAY_CHIPS))) as store:
        rows = dict(store.rows("balance"))
        key = next(iter(rows))
        store.append(Batch((), (Row("balance", key, b"1"),)))
    refused = house.move()
    assert refused.exit_code == 2
    assert "has findings: nothing was moved" in refused.output
    moved = house.move(str(house.store), str(house.file), "--despite-findings")
    assert moved.exit_code == 0, moved.output
    assert "the same 1 findings before and after" in moved.output


KILLED = [
    ("copied", 1, "before"),
    ("copied", 2, "before"),
    ("check", 2, "before"),
    ("leave", 1, "neither"),
    ("leave", 2, "neither"),
    ("arrive", 1, "neither"),
    ("arrive", 2, "after"),
]
"""After which step of a move of two records, and which house opens then."""


@pytest.mark.sampled
@pytest.mark.parametrize(("step", "count", "which"), sampled(KILLED[3:4], whole=KILLED))
def test_a_move_that_is_killed_loses_nothing_and_is_started_again(
    house: House, step: str, count: int, which: str
) -> None:
    before = {name: everything(address_of(house.before, name)) for name in RECORDS}
    killed(step, count, house)
    for name, settings in (("before", house.before), ("after", house.after)):
        if name == which:
            house.opens(settings)
        else:
            with pytest.raises(StoreError):
                house.opens(settings)
    again = house.move()
    if which == "after":
        assert "it has been moved already" in again.output
    else:
        assert again.exit_code == 0, again.output
    assert {name: everything(address_of(house.after, name)) for name in RECORDS} == before
    house.opens(house.after)


def killed(step: str, count: int, house: House) -> None:
    command = [sys.executable, "-m", "tests.contract.step_victim", "pokerroom.cli.move", step, str(count)]
    ended = subprocess.run(
        [*command, "move", str(house.store), str(house.file)], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr


def cut_short(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.sampled
@pytest.mark.parametrize("step", sampled(["arrive"], whole=["check", "arrive"]))
def test_a_move_that_was_cut_short_can_be_called_off(house: House, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When all is copied; when the old records are marked."""
    with monkeypatch.context() as patched:
        patched.setattr(f"pokerroom.cli.move.{step}", cut_short)
        assert house.move().exit_code != 0
    off = house.move(str(house.store), str(house.file), "--call-off")
    assert off.exit_code == 0, off.output
    house.opens(house.before)
    assert not everything(address_of(house.after, PLAY_CHIPS))["event"]


def test_one_record_is_moved_by_its_addresses(house: House) -> None:
    before, there = address_of(house.before, PLAY_CHIPS), address_of(house.after, PLAY_CHIPS)
    moved = house.move(str(house.store / "play-chips.sqlite3"), there)
    assert moved.exit_code == 0, moved.output
    assert "let the settings of the room name the new address" in moved.output
    assert everything(there) == everything(before)


def counted_by_shards(url: str) -> None:
    """So that some of it lies behind what a shard has counted that stood still."""
    divide(url, SHARDS)
    with closing(open_store(url)) as store:
        for stream in (table_in(3), "ledger", table_in(1)):
            record(store, stream, (1, 2))


def test_a_divided_record_is_moved_there_and_back_with_all_that_its_shards_have_counted(
    postgres_url: str, tmp_path: Path
) -> None:
    here, home = f"sqlite:///{tmp_path}/room.db", f"sqlite:///{tmp_path}/home.db"
    counted_by_shards(here)
    for before, after in ((here, postgres_url), (postgres_url, home)):
        moved = told("move", before, after, "--despite-findings")
        assert moved.exit_code == 0, moved.output
        assert everything(after) == everything(before)
        assert shards_in(after) == SHARDS
    with closing(open_store(home)) as store:
        record(store, table_in(2), (1,))
        assert store.settle()
        assert len(list(store.read_all())) == 7
        assert audit_log(store).faults == ()


def test_a_divided_record_is_not_left_once_somebody_has_taken_one_shard_of_it(tmp_path: Path) -> None:
    here = f"sqlite:///{tmp_path}/room.db"
    counted_by_shards(here)
    with ExitStack() as stack:
        (pair,) = held([("record", here, f"sqlite:///{tmp_path}/there.db")], stack)
        copied(pair, lambda _done, _whole: None)
        assert pair.old.lease is not None
        pair.old.lease.lose(2)
        with pytest.raises(MovedError, match="the record has been taken over"):
            leave(pair)
        assert mark_in(pair.old) is None


def test_where_a_divided_record_was_called_off_a_new_one_begins(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = f"sqlite:///{tmp_path}/room.db"
    counted_by_shards(here)
    with monkeypatch.context() as patched:
        patched.setattr("pokerroom.cli.move.settle", cut_short)
        assert told("move", here, postgres_url, "--despite-findings").exit_code != 0
    assert shards_in(postgres_url) == SHARDS
    off = told("move", here, postgres_url, "--call-off")
    assert off.exit_code == 0, off.output
    assert is_new(postgres_url)
    divide(postgres_url, SHARDS)
    with closing(open_store(postgres_url)) as store:
        positions = [store.append(batch(beginning(stream), stream, 1)) for stream in ("ledger", table_in(1))]
        assert len(set(positions)) == 2, "two shards count the same"
        assert store.settle()
        assert audit_log(store).faults == ()


@pytest.mark.parametrize(
    ("source", "target", "says"),
    [
        ("nowhere.sqlite3", "postgresql://x/y", "is not a file with a record in it"),
        ("store", "postgresql://x/y", "are not of one kind"),
        ("store/play-chips.sqlite3", "room.toml", "are not of one kind"),
        ("store", "store", "there is nothing to move"),
        ("store/play-chips.sqlite3", "store/./play-chips.sqlite3", "are the same database"),
        ("store/play-chips.sqlite3", "mysql://x/y", "SQLite or PostgreSQL, not in mysql"),
        ("store/play-chips.sqlite3", "missing/there.sqlite3", "is not a folder to keep a database in"),
    ],
)
def test_what_was_asked_wrongly_is_named(
    house: House, monkeypatch: pytest.MonkeyPatch, source: str, target: str, says: str
) -> None:
    monkeypatch.chdir(house.store.parent)
    refused = house.move(source, target)
    assert refused.exit_code == 2
    assert says in refused.output
    house.opens(house.before)


def test_other_keys_than_those_of_the_house_are_refused(house: House, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir(mode=0o700)
    shutil.copy(house.store / "heads/accounts.heads", other / "signing-key")
    refused = house.move(str(house.store), str(other))
    assert refused.exit_code == 2
    assert "is left as it is" in refused.output
    house.opens(house.before)
