"""One command audits a whole house: each record of each room and the accounts, with the heads and keys of its store."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.cli.audit import StoreReport
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.house import House
from pokerroom.live.records import ACCOUNTS, PLAY_CHIPS, open_record
from pokerroom.live.settings import PlayChips, Settings
from pokerroom.room.auditing import Check
from pokerroom.store.opening import sqlite_module
from tests.wire import QUICK, Client

CHIPS = PlayChips(bots=0, spectator_delay=0)


def served(settings: Settings) -> None:
    """An evening of a house: somebody enters, somebody registers."""

    async def run() -> None:
        record = open_record(settings, ACCOUNTS, settings.accounts_database)
        house = await House.open(settings, pace=0)
        desk = Desk.over(record, house.world)
        await desk.admit_guest("Pat")
        await desk.register("Adalbert", "correct horse battery")
        await Client(house, "Ann").enter()
        await house.close()
        await asyncio.to_thread(record.close)

    asyncio.run(run())


@pytest.fixture
def store(tmp_path: Path) -> Path:
    folder = tmp_path / "store"
    served(Settings(store=str(folder), clock=QUICK, play_chips=CHIPS))
    return folder


def audit(what: str | Path, *options: str, **environment: str) -> Any:
    return CliRunner().invoke(app, ["audit", str(what), *options], env={"COLUMNS": "200", **environment})


def report_of(what: str | Path, *options: str) -> StoreReport:
    told = audit(what, *options, "--json")
    assert told.exit_code in (0, 1), told.output
    report = msgspec.json.decode(told.stdout, type=StoreReport)
    assert report.clean == (told.exit_code == 0)
    return report


def test_a_folder_is_audited_whole_with_the_heads_and_keys_that_lie_there(store: Path) -> None:
    report = report_of(store)
    assert [Path(each.database).name for each in report.records] == ["play-chips.sqlite3", "accounts.sqlite3"]
    assert [each.findings for each in report.records] == [(), ()]
    unchecked = {line.check for each in report.records for line in each.lines if line.not_checked}
    assert unchecked == {Check.RULES}
    assert audit(store).output.splitlines()[-1] == "2 records of the store, no findings."


def test_one_record_is_still_audited_by_its_name(store: Path) -> None:
    for name in (PLAY_CHIPS, ACCOUNTS):
        signed = ("--heads", str(store / f"heads/{name}.heads"), "--key", str(store / "signing-key.pub"))
        told = audit(store / f"{name}.sqlite3", *signed)
        assert told.exit_code == 0, told.output


def test_the_records_that_a_file_of_settings_names_are_audited(tmp_path: Path, postgres_url: str) -> None:
    """Of both kinds of database, with the heads in another folder."""
    folder, licensed = tmp_path / "store", tmp_path / "licensed.sqlite3"
    settings = Settings(
        store=str(folder),
        heads=str(tmp_path / "elsewhere"),
        accounts_database=postgres_url,
        licensed_database=f"sqlite:///{licensed}",
        clock=QUICK,
        play_chips=CHIPS,
    )
    served(settings)
    names = ("store", "heads", "accounts_database", "licensed_database")
    file = tmp_path / "room.toml"
    file.write_text("".join(f"{name} = {msgspec.json.encode(getattr(settings, name)).decode()}\n" for name in names))
    report = report_of(file)
    assert report.clean
    assert len(report.records) == 3
    checks = [[line.check for line in each.lines] for each in report.records]
    assert checks[0] == checks[1]
    assert Check.ACCOUNTS in checks[2]


def test_a_finding_in_any_of_them_is_a_finding_of_the_whole(store: Path) -> None:
    connection = sqlite_module().connect(store / "accounts.sqlite3")
    with connection:
        connection.execute("UPDATE event SET body = '{}' WHERE stream = 'accounts'")
    connection.close()
    told = audit(store)
    assert told.exit_code == 1
    report = report_of(store)
    assert [each.clean for each in report.records] == [True, False]


def test_a_record_that_was_signed_and_is_gone_is_a_finding(store: Path) -> None:
    (store / "accounts.sqlite3").unlink()
    (finding,) = report_of(store).records[1].findings
    assert finding.what == "there is no record, and heads of it were signed"


def test_a_store_that_has_never_been_opened_holds_nothing_wrong(tmp_path: Path) -> None:
    report = report_of(tmp_path)
    assert report.clean
    assert [each.notes for each in report.records] == [("There is no such record yet.",)] * 2
    assert list(tmp_path.iterdir()) == []


def test_a_store_is_left_as_it_is(store: Path) -> None:
    def content() -> dict[str, bytes]:
        return {str(each): each.read_bytes() for each in sorted(store.rglob("*")) if each.is_file()}

    before = content()
    assert audit(store).exit_code == 0
    assert content() == before


def test_one_stream_is_not_asked_of_a_whole_store(store: Path) -> None:
    told = audit(store, "--stream", "ledger")
    assert told.exit_code == 2
    assert "--stream is for one record" in told.output
