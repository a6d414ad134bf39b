"""The projections of a record: what the events make of them, whichever store, and however they came to follow."""

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import date
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection
from sqlalchemy.dialects import sqlite
from typer.testing import CliRunner

from pokerroom.bots.day import Day
from pokerroom.cli import app
from pokerroom.cli.audit_report import Report
from pokerroom.ledger import Account, Transfer
from pokerroom.ledger.events import DayClosed
from pokerroom.ledger.statements import transfers_of
from pokerroom.room.auditing import Check
from pokerroom.room.books import LEDGER
from pokerroom.room.books.stream import BALANCE
from pokerroom.room.ports import Batch, Row
from pokerroom.room.projections import PROJECTIONS, days, journal, rounds
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.room.projections.folding import Folding
from pokerroom.shuffle.seal import Keys, new_key
from pokerroom.store import MemoryStore, Writer, open_store, projected
from pokerroom.store.comparing import compare, made_again
from pokerroom.store.opening import sqlite_module
from pokerroom.store.projected import StillCatchingUp
from tests.contract.conftest import RawSql
from tests.contract.day_victim import SMALL_DAY

Rows = Mapping[str, list[tuple[Any, ...]]]


def rows_of(store: ProjectingStore) -> Rows:
    return {table.name: list(store.projected.stored(table)) for table in PROJECTIONS.tables}


def made_anew(store: ProjectingStore) -> Rows:
    """From the first event, in a database of their own."""
    with made_again(store, store.end()) as again:
        return {table.name: list(again.stored(table)) for table in PROJECTIONS.tables}


def play(store: ProjectingStore, *, every: int = 0) -> None:
    """A simulated gaming day; the projections are brought up to it once in so many ticks."""

    def follow(_day: Day) -> None:
        store.projected.caught_up()

    with Writer(store) as writer:
        day = Day(SMALL_DAY, store, writer, keys=Keys((new_key(),)))
        day.run(every=every, progress=follow) if every else day.run()


@cache
def day() -> Batch:
    """All events of the day: it is played once."""
    store = MemoryStore()
    play(store)
    rows = tuple(Row(BALANCE, key, value) for key, value in store.rows(BALANCE))
    return Batch(tuple(each.envelope for each in store.read_all()), rows)


@pytest.fixture
def played(database_url: str) -> Iterator[ProjectingStore]:
    """The record of a day that nothing has followed yet."""
    store = open_store(database_url)
    store.append(day())
    yield store
    store.close()


def test_rows_that_followed_a_day_are_those_made_again_from_nothing(store: ProjectingStore) -> None:
    play(store, every=7)
    store.projected.caught_up()
    live = rows_of(store)
    empty = {name for name, rows in live.items() if not rows}
    assert empty == {"day_under_way", "round_under_way", "ruling", "rulings_counted"}, "the day is over, nobody ruled"
    assert live == made_anew(store)
    store.projected.rebuild()
    assert rows_of(store) == live


def test_all_databases_hold_the_same_rows(played: ProjectingStore) -> None:
    played.projected.caught_up()
    memory = MemoryStore()
    memory.append(day())
    memory.projected.caught_up()
    assert rows_of(memory) == rows_of(played)


def test_whoever_is_killed_while_catching_up_is_followed_by_one_who_goes_on(
    played: ProjectingStore, database_url: str
) -> None:
    child = get_context("spawn").Process(target=die_catching_up, args=(database_url, 3))
    child.start()
    child.join()
    assert child.exitcode == -signal.SIGKILL
    assert 0 < played.projected.up_to().position < played.end()
    assert compare(played).examined.findings == ()
    again = open_store(database_url)
    again.projected.caught_up()
    assert rows_of(again) == made_anew(again)
    again.close()


def die_catching_up(url: str, runs: int) -> None:
    """In the middle of a transaction, when the rows of it have been stored and it has not ended."""
    store_changes, left = projected.store_changes, [runs]

    def dying(connection: Connection, folding: Folding) -> None:
        store_changes(connection, folding)
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)

    projected.store_changes, projected.RUN = dying, 40
    open_store(url).projected.caught_up()


def test_of_several_who_follow_one_record_each_run_is_stored_once(
    played: ProjectingStore, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projected, "RUN", 16)
    others = [open_store(database_url) for _ in range(3)]
    # However busy the machine is: one that gave up would leave the rest to nobody.
    followers = [Thread(target=partial(each.projected.caught_up, however_long=True)) for each in (played, *others)]
    for each in followers:
        each.start()
    for each in followers:
        each.join()
    for other in others:
        other.close()
    assert rows_of(played) == made_anew(played)


def test_rows_of_another_version_are_made_again_by_themselves(played: ProjectingStore, raw_sql: RawSql) -> None:
    played.projected.caught_up()
    whole = rows_of(played)
    raw_sql("UPDATE projected_up_to SET version = 0 WHERE name = %s", "rounds")
    raw_sql("DELETE FROM round_played")
    assert compare(played).not_compared
    played.projected.caught_up()
    assert rows_of(played) == whole


def test_a_reader_is_told_when_rows_are_long_in_being_made(
    played: ProjectingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projected, "PATIENCE", 0.0)
    monkeypatch.setattr(projected, "AT_A_TIME", 1)
    monkeypatch.setattr(projected, "RUN", 40)
    with pytest.raises(StillCatchingUp, match=r"the record: \d+ % is done"):
        played.projected.caught_up()
    pieces = 1
    while played.projected.advance():
        pieces += 1
    assert pieces > 3
    played.projected.caught_up()
    assert rows_of(played) == made_anew(played)


def test_while_one_follows_another_neither_joins_in_nor_reads_what_is_half_done(
    played: ProjectingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projected, "PATIENCE", 0.01)
    with played.projected._following:  # type: ignore[attr-defined]
        assert not played.projected.advance()
        with pytest.raises(StillCatchingUp, match="0 % is done"):
            played.projected.caught_up()
    assert played.projected.up_to().position == 0


def test_following_leaves_the_record_as_it_is(played: ProjectingStore) -> None:
    before = [*played.read_all()], played.heads(), played.end()
    played.projected.rebuild()
    assert ([*played.read_all()], played.heads(), played.end()) == before


def test_a_look_up_without_an_index_is_refused(played: ProjectingStore) -> None:
    with pytest.raises(LookupError, match="no index"):
        played.projected.find(journal.JOURNAL_LINES, ("note",), "a note")


# What stands in the rows.


def recorded(store: ProjectingStore) -> list[Transfer]:
    return list(transfers_of(event for _, event in LEDGER.events(store)))


def test_the_journal_is_every_transfer_as_it_was_posted(played: ProjectingStore) -> None:
    rows, transfers = played.projected.caught_up(), recorded(played)
    assert [journal.transfer_of(each) for each in journal.of_day(rows, date(2026, 1, 2))] == transfers
    assert [journal.by_id(rows, each.id) for each in transfers[::9]] == transfers[::9]


def test_an_account_is_read_back_page_by_page_to_its_first_transfer(played: ProjectingStore) -> None:
    rows, transfers = played.projected.caught_up(), recorded(played)
    for account in {each.debit for each in transfers} | {each.credit for each in transfers}:
        mine = [str(each.id) for each in transfers if account in (each.debit, each.credit)]
        assert paged(partial(journal.of_account, rows, account, most=5)) == mine
        assert [each.id for each in journal.history_of(rows, account)] == mine


def test_a_player_is_read_back_over_bank_and_stakes(played: ProjectingStore) -> None:
    rows, transfers = played.projected.caught_up(), recorded(played)
    for player in sorted({account.player for each in transfers for account in (each.debit, each.credit)} - {""}):
        mine = [str(each.id) for each in transfers if player in (each.debit.player, each.credit.player)]
        assert paged(partial(journal.of_player, rows, player, most=7)) == mine


def paged(page: Callable[..., tuple[journal.JournalLine, ...]]) -> list[str]:
    found: list[str] = []
    while more := page(before=found[0] if found else None):
        found = [*(each.id for each in more), *found]
    return found


def test_a_day_of_the_projections_is_the_day_of_the_books(played: ProjectingStore) -> None:
    rows = played.projected.caught_up()
    (report,) = (event.report for _, event in LEDGER.events(played) if isinstance(event, DayClosed))
    (day,) = days.latest_days(rows)
    assert (day.date, day.opened, day.closed) == (report.day.date, report.day.opened, report.day.closed)
    assert days.lines_of(rows, day.date) == report.lines
    assert len(rounds.between(rows, day.opened, None)) == report.total.rounds_dealt


# Nothing is scanned.

SHAPES = [
    projected.Shape(table, order, equal, 0, int(equal < len(order)), True, latest_first)
    for table in PROJECTIONS.tables
    for order in (table.key, *table.indexes)
    for equal in range(len(order) + 1)
    for latest_first in (False, True)
]


def test_every_look_up_is_a_search_in_an_index_and_sorts_nothing(tmp_path: Path) -> None:
    """Whatever is looked up, in whatever order: SQLite says how it would go about it."""
    open_store(f"sqlite:///{tmp_path}/empty.db").close()
    connection = sqlite_module().connect(tmp_path / "empty.db")
    for shape in SHAPES:
        statement = str(projected.statement_of(shape).compile(dialect=sqlite.dialect()))
        marks = ("x",) * statement.count("?")
        steps = [row[-1] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", marks)]
        assert len(steps) == 1, (shape, steps)
        assert steps[0].startswith("SEARCH"), (shape, steps)
    connection.close()


def test_the_plan_of_a_look_up_without_an_index_would_be_told(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path}/empty.db").close()
    connection = sqlite_module().connect(tmp_path / "empty.db")
    (step,) = connection.execute("EXPLAIN QUERY PLAN SELECT * FROM journal WHERE note = 'x'")
    assert step[-1].startswith("SCAN")
    connection.close()


# What somebody did to the rows.

DAMAGE = {
    "changed": ("UPDATE journal SET amount = amount + 1 WHERE id = %s", "journal", "has amount"),
    "missing": ("DELETE FROM journal WHERE id = %s", "journal", "is missing"),
    "added": (
        "INSERT INTO player_at_table (player, table_, since, seconds, rounds) VALUES (%s, 'none', NULL, 0, 0)".replace(
            "table_", '"table"'
        ),
        "player_at_table",
        "follows from nothing",
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_the_audit_names_the_first_row_that_differs_and_changes_nothing(
    played: ProjectingStore, raw_sql: RawSql, database_url: str, damage: str
) -> None:
    played.projected.caught_up()
    clean = audited(database_url)
    assert clean.findings == ()
    statement, table, what = DAMAGE[damage]
    last = recorded(played)[-1]
    assert raw_sql(statement, str(last.id)) == 1
    damaged = rows_of(played)
    (finding,) = audited(database_url).findings
    assert (finding.check, finding.stream) == (Check.PROJECTIONS, table)
    assert what in finding.what
    assert rows_of(played) == damaged
    played.projected.rebuild()
    assert audited(database_url).findings == ()


def test_the_audit_compares_what_there_is_and_does_not_catch_up(played: ProjectingStore, database_url: str) -> None:
    played.projected.follow(played.end() // 2)  # type: ignore[attr-defined]
    assert audited(database_url).findings == ()
    assert played.projected.up_to().position == played.end() // 2


def test_the_audit_finds_rows_that_speak_of_events_not_recorded(
    played: ProjectingStore, raw_sql: RawSql, database_url: str
) -> None:
    played.projected.caught_up()
    raw_sql("UPDATE projected_up_to SET position = position + 1")
    (finding,) = audited(database_url).findings
    assert finding.check is Check.PROJECTIONS


def audited(url: str) -> Report:
    told = CliRunner().invoke(app, ["audit", url, "--json"])
    assert told.exit_code in (0, 1), told.output
    return msgspec.json.decode(told.stdout, type=Report)


def test_one_command_makes_them_again(played: ProjectingStore, raw_sql: RawSql, database_url: str) -> None:
    played.projected.caught_up()
    whole, end = rows_of(played), played.end()
    raw_sql("DELETE FROM incident")
    raw_sql("UPDATE round_played SET pot = 0")
    refused = CliRunner().invoke(app, ["projections", database_url, "--rebuild"])
    assert "is written by process" in refused.output, "while a room is open, it follows the record itself"
    assert CliRunner().invoke(app, ["projections", database_url]).exit_code == 0, "to look at them changes nothing"
    played.close()
    told = CliRunner().invoke(app, ["projections", database_url, "--rebuild"])
    assert told.exit_code == 0, told.output
    assert f"journal: version 1, up to event {end:,} of {end:,}" in told.output
    with closing(open_store(database_url)) as again:
        assert rows_of(again) == whole


def test_every_account_of_the_journal_can_be_read_again(played: ProjectingStore) -> None:
    lines = played.projected.caught_up().find(journal.JOURNAL_LINES, journal.JOURNAL_LINES.key)
    assert {str(Account.parse(each.debit)) for each in lines} == {each.debit for each in lines}
