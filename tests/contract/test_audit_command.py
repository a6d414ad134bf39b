"""`pokerroom audit` as a person calls it: what it prints, what it returns, and what it refuses to start with."""

import sqlite3
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from pokerroom.cli import app
from pokerroom.cli.audit_report import OF_A_ROOM, Report
from pokerroom.room.auditing import Check
from pokerroom.shuffle.seal import write_new
from pokerroom.store import HeadsFile, create_signing_key, open_store
from pokerroom.store.opening import sqlite_module
from tests.audited import keep
from tests.unit.room.house import KEYS


class Safe:
    """A record, and beside it what an auditor brings along."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "room/log.db"
        self.database.parent.mkdir()
        store = open_store(f"sqlite:///{self.database}")
        floor = keep(store, rounds=2)
        heads = HeadsFile(folder / "heads", create_signing_key(folder / "key"))
        heads.write(store.heads(), at=floor.at)
        heads.close()
        store.close()
        write_new(folder / "decks", KEYS)
        self.in_hand = ("--heads", "heads", "--key", "key.pub", "--deck-keys", "decks")

    def audit(self, *arguments: str, database: str = "room/log.db") -> Result:
        return CliRunner().invoke(app, ["audit", database, *arguments], env={"COLUMNS": "200"})

    def sql(self, statement: str) -> None:
        connection: sqlite3.Connection = sqlite_module().connect(self.database)
        with connection:
            connection.execute(statement)
        connection.close()


@pytest.fixture
def safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Safe:
    monkeypatch.chdir(tmp_path)
    return Safe(tmp_path)


def test_a_clean_record_is_told_in_a_table_and_ends_with_zero(safe: Safe) -> None:
    told = safe.audit(*safe.in_hand, "--decide-again")
    assert told.exit_code == 0, told.output
    assert "NOT CHECKED" not in told.output
    for check in OF_A_ROOM:
        assert check.value in told.output
    assert told.output.splitlines()[-1].startswith("Everything that was checked is in order, in ")


def test_what_could_not_be_checked_is_said_loudly(safe: Safe) -> None:
    told = safe.audit()
    assert told.exit_code == 0, told.output
    assert told.output.count("NOT CHECKED") == 3
    assert "not checked: signed heads, rules, committed decks." in told.output


def test_a_finding_is_told_in_plain_words_and_ends_with_one(safe: Safe) -> None:
    safe.sql("UPDATE projection SET value = CAST('1' AS BLOB) WHERE key = 'bank:p41'")
    told = safe.audit(*safe.in_hand)
    assert told.exit_code == 1
    assert "balances: ledger, event " in told.output
    assert "the row of bank:p41 says 1 cents; the record makes it 35000" in told.output
    assert told.output.splitlines()[-1].startswith("1 finding, in ")


def test_json_holds_the_same(safe: Safe) -> None:
    safe.sql("DELETE FROM event WHERE stream = 'conduct'")
    told = safe.audit(*safe.in_hand, "--json")
    assert told.exit_code == 1
    report = msgspec.json.decode(told.output, type=Report)
    assert not report.clean
    assert [line.check for line in report.lines] == list(OF_A_ROOM)
    assert {(each.check, each.stream) for each in report.findings} >= {(Check.HEADS, "conduct")}


def test_one_stream_is_looked_at_alone(safe: Safe) -> None:
    safe.sql("UPDATE projection SET value = CAST('1' AS BLOB) WHERE key = 'bank:p41'")
    assert safe.audit(*safe.in_hand, "--stream", "table/7").exit_code == 0
    assert safe.audit(*safe.in_hand, "--stream", "ledger").exit_code == 1
    table = safe.audit(*safe.in_hand, "--stream", "table/7")
    assert "balances" not in table.output
    assert "events of 1 tables" in table.output


@pytest.mark.parametrize(
    ("arguments", "database", "sentence"),
    [
        ((), "nowhere.db", "nowhere.db is not a file with a record in it"),
        ((), "mysql://localhost/x", "SQLite or PostgreSQL, not in mysql"),
        (("--heads", "heads"), "room/log.db", "give both --heads and --key, or neither"),
        (("--heads", "heads", "--key", "heads"), "room/log.db", "heads holds no public key"),
        (("--decide-again",), "room/log.db", "cannot be decided again from sealed decks: give --deck-keys"),
        (("--deck-keys", "nokeys"), "room/log.db", "nokeys does not exist"),
        (("--stream", "table/77"), "room/log.db", "the record has no stream 'table/77'"),
    ],
)
def test_what_cannot_be_started_is_refused_by_name(
    safe: Safe, arguments: tuple[str, ...], database: str, sentence: str
) -> None:
    refused = safe.audit(*arguments, database=database)
    assert refused.exit_code == 2
    assert sentence in refused.output
    assert not Path("nowhere.db").exists()


def test_a_file_that_is_damaged_is_told_in_a_sentence(safe: Safe) -> None:
    content = bytearray(safe.database.read_bytes())
    content[4096 * 12 : 4096 * 40] = bytes(4096 * 28)
    safe.database.write_bytes(content)
    told = safe.audit(*safe.in_hand)
    assert told.exit_code in {1, 2}
    assert "Traceback" not in told.output
    assert told.exception is None or isinstance(told.exception, SystemExit)
    assert "damaged" in told.output or "malformed" in told.output
