"""`pokerroom report` and `pokerroom projections` at the terminal."""

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pokerroom.cli import app
from pokerroom.cli.report import ReportKind
from pokerroom.ledger import Transfer, day_report, journal
from pokerroom.ledger.papers import day_report_text, figures_text, journal_text, trial_balance_text
from pokerroom.ledger.statements import trial_balance
from pokerroom.room.books import LEDGER
from pokerroom.room.projections import days
from pokerroom.store import open_store
from tests.audited import ROUNDS, Floor, keep


class Kept:
    """A record in a file, and the room that made it."""

    def __init__(self, path: Path, *, evening: bool) -> None:
        self.path = str(path)
        self.store = open_store(f"sqlite:///{path}")
        self.floor: Floor = keep(self.store, evening=evening)

    def report(self, kind: str, *options: str) -> Result:
        return CliRunner().invoke(app, ["report", self.path, kind, *options])

    def printed(self, kind: str, *options: str) -> str:
        told = self.report(kind, *options)
        assert told.exit_code == 0, told.output
        return told.stdout

    def lines(self, kind: str, *options: str) -> list[dict[str, str]]:
        return list(csv.DictReader(StringIO(self.printed(kind, *options, "--csv"))))

    @property
    def transfers(self) -> list[Transfer]:
        day = self.floor.room.state(LEDGER).day
        assert day is not None
        return list(journal((event for _, event in LEDGER.events(self.store)), day.date))


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    kept = Kept(tmp_path_factory.mktemp("closed") / "room.db", evening=True)
    yield kept
    kept.store.close()


def test_a_day_that_is_closed_is_reported_as_the_books_reported_it(closed: Kept) -> None:
    assert closed.printed("day") == day_report_text(day_report(closed.floor.room.state(LEDGER)))


def test_a_day_that_is_open_is_reported_as_far_as_it_has_come(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "room.db", evening=False)
    books = kept.floor.room.state(LEDGER)
    assert figures_text(day_report(books).lines) in kept.printed("day")
    assert "still open" in kept.printed("day")
    assert len(kept.lines("day")) == len(books.figures)
    kept.store.close()


def test_the_journal_of_a_day_is_every_transfer_of_it(closed: Kept) -> None:
    assert closed.printed("journal") == "".join(journal_text(closed.transfers))
    assert [line["id"] for line in closed.lines("journal")] == [str(each.id) for each in closed.transfers]


def test_a_journal_and_a_statement_are_of_the_account_asked_for(closed: Kept) -> None:
    mine = [str(each.id) for each in closed.transfers if "bank:p70" in (str(each.debit), str(each.credit))]
    assert mine
    assert [line["id"] for line in closed.lines("journal", "--account", "bank:p70")] == mine
    assert [line["id"] for line in closed.lines("statement", "--account", "bank:p70")] == mine
    assert closed.printed("statement", "--account", "bank:p70").startswith("Statement of bank:p70 from 2026-")


def test_the_balance_is_that_of_the_books(closed: Kept) -> None:
    assert closed.printed("balance") == trial_balance_text(trial_balance(closed.floor.room.state(LEDGER)))


def test_rounds_are_reported_of_a_day_a_table_or_a_player(closed: Kept) -> None:
    assert {line["table"] for line in closed.lines("rounds")} == {"4", "7", "9"}
    assert len(closed.lines("rounds", "--table", "4")) == ROUNDS
    assert len(closed.lines("rounds", "--player", "p41", "--most", "3")) == 3


def test_rulings_that_nobody_has_witnessed_are_reported_as_such(closed: Kept) -> None:
    (line,) = closed.lines("rulings")
    assert (line["table"], line["ruling"], line["witness"]) == ("7", "1", "nobody yet")
    assert closed.lines("rulings", "--table", "7") == [line]
    assert closed.lines("rulings", "--table", "4") == []


def test_incidents_tables_and_people_are_reported(closed: Kept) -> None:
    assert [line["kind"] for line in closed.lines("incidents")] == ["ruling", "misdeal", "correction", "warning"]
    assert [line["table"] for line in closed.lines("tables")] == ["4", "7", "9"]
    assert "late" in {line["player"] for line in closed.lines("people")}


@pytest.mark.parametrize("kind", ReportKind)
def test_every_report_is_printed_for_people_and_for_programs(closed: Kept, kind: ReportKind) -> None:
    options = ("--account", "cage") if kind is ReportKind.STATEMENT else ()
    assert closed.printed(kind, *options)
    assert closed.lines(kind, *options)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("day", "--day", "yesterday"), "is no date"),
        (("day", "--day", "1999-01-01"), "no gaming day 1999-01-01"),
        (("journal", "--account", "purse"), "is not an account"),
        (("statement",), "name it with --account"),
    ],
)
def test_what_cannot_be_reported_is_said_in_a_sentence(closed: Kept, options: tuple[str, ...], said: str) -> None:
    told = closed.report(*options)
    assert told.exit_code == 2
    assert said in told.output


def test_a_report_leaves_the_record_as_it_is(closed: Kept) -> None:
    before = closed.store.heads(), closed.store.end()
    for kind in ("day", "rounds", "journal"):
        closed.report(kind)
    assert (closed.store.heads(), closed.store.end()) == before
    assert days.latest_days(closed.store.projected)
