"""Older gaming days lie in files, and whoever reads the record sees no difference; a file that is gone is named."""

import asyncio
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pytest
from sqlalchemy import func, select
from typer.testing import CliRunner, Result

from pokerroom.cli import app
from pokerroom.cli.archive import room_of
from pokerroom.live.records import PLAY_CHIPS, deck_keys, machine, open_record, open_room
from pokerroom.live.settings import Settings
from pokerroom.live.tables.recent import Recent
from pokerroom.room.answers import Answers
from pokerroom.room.archived import ARCHIVED
from pokerroom.room.commands import Order
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.ports import ArchiveAway, CommandRepeated, Committed, StreamConflict
from pokerroom.room.projections.rounds import ROUNDS_PLAYED
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.store import archiving
from pokerroom.store.archived import ArchivedStore, archived_order
from pokerroom.store.backup import back_up
from pokerroom.store.dividing import divide
from pokerroom.store.opening import open_database
from pokerroom.store.schema import event
from pokerroom.store.verifying import Verifying
from pokerroom.web.api.serving import store_problem
from tests.conftest import ROOT
from tests.contract.archived_days import interest, make_house
from tests.contract.recording import batch
from tests.postgres import empty_database
from tests.sampling import sampled

FEW = 8
"""Events at the end of each stream that stay at hand, here."""


class Kept:
    """A house, and what its record was before anything was archived."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.folder = settings, Path(settings.store)
        self.url = settings.database or f"sqlite:///{self.folder}/play-chips.sqlite3"
        self.files = self.folder / "archive" / PLAY_CHIPS

    def open(self) -> "closing[ArchivedStore]":
        return closing(open_database(self.url))

    def events(self) -> list[Committed]:
        with self.open() as store:
            return list(store.read_all())

    def rows(self) -> int:
        with self.open() as store:
            return int(store.fetched(select(func.count()).select_from(event))[0][0])

    def archive(self, *more: str) -> Result:
        return self.told("archive", "--keep", "1", *more)

    def told(self, command: str, *more: str) -> Result:
        file = self.folder.parent / "room.toml"
        file.write_text(f'store = "{self.folder}"\ndatabase = "{self.settings.database}"\n', encoding="utf-8")
        return CliRunner().invoke(app, [command, str(file), *more], env={"COLUMNS": "250"})


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return make_house(tmp_path_factory.mktemp("days") / "store")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archiving, "AT_HAND", FEW)


@pytest.fixture
def house(made: Settings, tmp_path: Path) -> Kept:
    shutil.copytree(made.store, tmp_path / "store")
    return Kept(Settings(store=str(tmp_path / "store")))


@pytest.fixture(params=["sqlite", "postgresql"])
def of_each(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    """A house in each kind of database."""
    if request.param == "sqlite":
        yield request.getfixturevalue("house")
    else:
        with empty_database(request.getfixturevalue("postgres")) as url:
            yield Kept(make_house(tmp_path / "store", url))


def test_whoever_reads_an_archived_record_sees_no_difference(of_each: Kept) -> None:
    before, rows = of_each.events(), of_each.rows()
    done = of_each.archive()
    assert done.exit_code == 0, done.output
    assert of_each.rows() < rows / 3
    with of_each.open() as store:
        assert [each.date.day for each in store.files().days] == [2, 3]
        after = list(store.read_all())
        assert after[: len(before)] == before
        assert {each.envelope.stream for each in after[len(before) :]} == {ARCHIVED.name}
        for start in (0, 1, len(before) // 2, len(before) - 1):
            assert list(store.read_all(after=start)) == after[start:]
        tags = {each.envelope.tag for each in before[::7]}
        assert list(store.read_all(tags=tags)) == [each for each in after if each.envelope.tag in tags]
        for stream, head in store.heads().items():
            of_stream = [each for each in after if each.envelope.stream == stream]
            assert list(store.read(stream)) == of_stream
            assert list(store.read(stream, after=head.sequence // 2)) == of_stream[head.sequence // 2 :]
            assert (head.sequence, head.hash) == (of_stream[-1].envelope.sequence, of_stream[-1].envelope.hash)
        for place in {(each.envelope.stream, each.envelope.cause) for each in before[::9]}:
            led = tuple(each for each in before if (each.envelope.stream, each.envelope.cause) == place)
            assert store.caused(*place) == led
        assert not list(store.damage())
        store.projected.rebuild()
    audit = of_each.told("audit", "--decide-again")
    assert audit.exit_code == 0, audit.output
    assert "no findings" in audit.output
    assert "Archived gaming days that were read from their files: 2." in audit.output


def test_a_record_that_servers_share_is_archived_like_any_other(house: Kept) -> None:
    house.archive()
    divide(house.url, 4)
    with house.open() as store:
        assert not list(store.damage())
    again = house.archive("--keep", "0")
    assert again.exit_code == 0, again.output
    with house.open() as store:
        assert not list(store.damage())
    audit = house.told("audit")
    assert audit.exit_code == 0, audit.output


def test_days_that_shards_have_counted_are_archived_with_all_of_them(tmp_path: Path) -> None:
    house = Kept(make_house(tmp_path / "store", shards=4))
    before, rows = house.events(), house.rows()
    assert len({each.position % 4 for each in before}) > 1, "several of them counted"
    done = house.archive()
    assert done.exit_code == 0, done.output
    assert house.rows() < rows
    assert house.events()[: len(before)] == before
    with house.open() as store:
        assert len(store.files().days) == 2
        assert not list(store.damage())
    audit = house.told("audit")
    assert audit.exit_code == 0, audit.output


def test_what_was_recorded_of_a_file_is_what_it_holds(house: Kept) -> None:
    house.archive()
    with house.open() as store:
        first, second = store.files().days
        assert (first.first, first.last, first.events) == (1, first.events, first.events)
        assert second.first == first.last + 1
        ends = {each.stream: each for each in first.ends}
        assert all(each == ends.get(each.stream, each) for each in second.starts)
        for end in first.ends:
            kept = next(store.read(end.stream, after=end.sequence - 1)).envelope
            assert (kept.sequence, kept.hash) == (end.sequence, end.hash)


def test_an_order_of_an_archived_day_is_answered_as_repeated(of_each: Kept) -> None:
    of_each.archive()
    with closing(open_record(of_each.settings, PLAY_CHIPS, of_each.settings.database)) as record:
        store = record.store
        assert isinstance(store, ArchivedStore)
        stream, cause, asked = store.fetched(
            select(archived_order.c.stream, archived_order.c.cause, archived_order.c.asked)
            .where(archived_order.c.asked.is_not(None), archived_order.c.stream == LISTS.name)
            .limit(1)
        )[0]
        with pytest.raises(CommandRepeated) as repeated:
            store.append(batch(store.heads()[stream], cause, 1))
        assert (repeated.value.stream, repeated.value.cause, repeated.value.asked) == (stream, cause, asked)
        with pytest.raises(StreamConflict):
            store.append(batch(store.files().days[0].starts[0], "new", 1))
        room = room_of(record, deck_keys(of_each.settings))
        room.answered = Answers()  # As one that remembers only the latest.
        again = room.do(Order(cause, interest(7), asked=asked))
        assert isinstance(again, Done)
        assert again.repeated
        other = room.do(Order(cause, interest(8)))
        assert isinstance(other, Refusal)
        assert other.code is Code.ID_TAKEN


async def opened_and_asked(house: Kept, says: str) -> None:
    record = open_record(house.settings, PLAY_CHIPS)
    live = open_room(record, deck_keys(house.settings), machine(house.settings), play_chips=True, delay=0)
    try:
        for table in live.room.states(TABLES):
            assert Recent(live.room, record.store, table).last == live.room.head(TABLES.named(table)).sequence
            with pytest.raises(ArchiveAway, match=f"2026-01-02.parquet, which {says}"):
                list(record.store.read(TABLES.named(table)))
        assert isinstance(await live.submit(interest(7)), Done)
        verifying = Verifying(record.store)
        while not verifying.is_done:
            verifying.step(100)
        assert (verifying.fault, verifying.position) == ("", record.store.end())
        assert "2026-01-02.parquet of the archive, which is missing or altered" in verifying.missing
    finally:
        live.close()


def test_whoever_asks_over_http_is_told_the_file_and_not_where_it_lies(house: Kept) -> None:
    house.archive()
    gone(house.files / "2026-01-02.parquet")
    with house.open() as store, pytest.raises(ArchiveAway) as away:
        list(store.read_all())
    asked: Any = None
    answer = store_problem(asked, away.value)
    assert answer.status_code == 503
    assert "2026-01-02.parquet of the archive, which is missing or altered" in answer.content.detail
    assert str(house.folder) not in answer.content.detail


def gone(path: Path) -> None:
    path.unlink()


def altered(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize(("harm", "says"), [(gone, "is not at"), (altered, "is not the one that was archived")])
def test_a_room_opens_without_a_file_and_whoever_asks_for_it_is_told_which(
    house: Kept, harm: Callable[[Path], None], says: str
) -> None:
    house.archive()
    harm(house.files / "2026-01-02.parquet")
    asyncio.run(opened_and_asked(house, says))
    audit = house.told("audit")
    assert audit.exit_code == 1
    assert "the events of 2026-01-02 lie in the file 2026-01-02.parquet, which" in audit.output
    assert says in audit.output
    assert "NOT CHECKED: a file of archived days is missing or altered, and the findings name it" in audit.output
    assert "balances:" not in audit.output, "nothing else is blamed"


def test_a_round_of_an_archived_day_is_read_from_its_file(house: Kept) -> None:
    with house.open() as store:
        played = store.projected.find(ROUNDS_PLAYED, ROUNDS_PLAYED.key)[0]
        stream = TABLES.named(played.table)
        before = list(store.read(stream, after=played.first - 1))[:20]
    house.archive()
    with house.open() as store:
        read = store.read(stream, after=played.first - 1)
        assert [next(read) for _ in before] == before


STEPS = [
    ("pokerroom.store.archiving", "write", 1),
    ("pokerroom.store.archiving", "written", 2),
    ("pokerroom.cli.archive", "note", 1),
    ("pokerroom.store.archiving", "first_of", 4),
    ("pokerroom.cli.archive", "let_go", 1),
]
"""After the first file is written; after the second is, and the first noted; after one is noted; while events are
removed; and after that."""


@pytest.mark.sampled
@pytest.mark.parametrize(("module", "step", "count"), sampled(STEPS[3:4], whole=STEPS))
def test_an_archive_that_is_killed_loses_nothing_and_is_finished_by_the_next(
    house: Kept, module: str, step: str, count: int
) -> None:
    before = house.events()
    command = [sys.executable, "-m", "tests.contract.step_victim", module, step, str(count)]
    ended = subprocess.run(
        [*command, "archive", str(house.folder), "--keep", "1"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    assert house.events()[: len(before)] == before
    again = house.archive()
    assert again.exit_code == 0, again.output
    after = house.events()
    assert after[: len(before)] == before
    assert [each.envelope.cause for each in after[len(before) :]] == ["archived/2026-01-02", "archived/2026-01-03"]
    assert house.told("audit").exit_code == 0
    assert not list(house.files.glob("*.half"))


def test_files_put_elsewhere_are_found_when_somebody_says_where(house: Kept, tmp_path: Path) -> None:
    house.archive()
    before = house.events()
    shutil.move(house.folder / "archive", tmp_path / "cheap disk")
    assert house.told("audit").exit_code == 1
    told = house.archive("--files", str(tmp_path / "cheap disk"))
    assert told.exit_code == 0, told.output
    assert house.events() == before
    assert house.told("audit").exit_code == 0
    refused = house.archive("--files", str(tmp_path / "nowhere"))
    assert refused.exit_code == 2
    assert "put the files there first" in refused.output


def test_a_backup_of_an_archived_record_is_verified_with_its_files(house: Kept, tmp_path: Path) -> None:
    house.archive()
    back_up(house.url, tmp_path / "copy.db")
    with closing(open_database(f"sqlite:///{tmp_path}/copy.db")) as copy:
        assert list(copy.read_all()) == house.events()


def test_an_archived_house_is_moved_with_its_files(house: Kept, postgres: str, tmp_path: Path) -> None:
    house.archive()
    before = house.events()
    with empty_database(postgres) as url:
        there = tmp_path / "there.toml"
        there.write_text(f'store = "{tmp_path}/there"\ndatabase = "{url}"\n', encoding="utf-8")
        moved = CliRunner().invoke(app, ["move", str(house.folder), str(there)])
        assert moved.exit_code == 0, moved.output
        shutil.rmtree(house.folder)
        with closing(open_database(url)) as store:
            assert list(store.read_all()) == before
        assert CliRunner().invoke(app, ["audit", str(there)]).exit_code == 0


def test_duckdb_reads_the_files(house: Kept) -> None:
    house.archive()
    found = duckdb.execute(
        f"""
        SELECT stream, count(*) AS rounds, sum(CAST(decode(body)->>'$.number' AS INTEGER)) > 0 AS numbered
        FROM '{house.files}/*.parquet' WHERE tag = 'RoundStarted' GROUP BY stream ORDER BY stream
        """
    ).fetchall()
    with house.open() as store:
        days = store.files().last
        started = [each.envelope.stream for each in store.read_all(tags=("RoundStarted",)) if each.position <= days]
    assert found == [(stream, started.count(stream), True) for stream in sorted(set(started))]


def test_what_cannot_be_archived_is_named(house: Kept) -> None:
    none = house.told("archive")
    assert none.exit_code == 0
    assert "no closed gaming day is old enough" in none.output
    refused = CliRunner().invoke(app, ["archive", str(house.folder / "play-chips.sqlite3")])
    assert refused.exit_code == 2
    assert "neither the folder of a store nor its settings" in refused.output
    with closing(open_record(house.settings, PLAY_CHIPS)):
        refused = house.archive()
    assert refused.exit_code == 2
    assert "is written by process" in refused.output
