"""The record of accounts is audited as a room's is: what was changed, forged, cut off or put back is named."""

import asyncio
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.cli.audit_report import OF_THE_ACCOUNTS, Report
from pokerroom.live.entrance import accounts
from pokerroom.live.entrance.accounts import ApproveRole, OfficerAppointed, ProposeRole, RoleGranted
from pokerroom.live.entrance.auditing import examine_accounts
from pokerroom.live.entrance.desk import ACCOUNTS, CODECS, SESSIONS, Desk
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.passwords import Passwords
from pokerroom.live.entrance.sessions import ROW, STAFF, Opened, SessionOpened, open_session
from pokerroom.log import beginning, enclose
from pokerroom.room.auditing import Check
from pokerroom.room.ports import Batch, EventStore, Row
from pokerroom.store import HeadsFile, Writer, create_signing_key
from tests.contract.conftest import RawSql
from tests.unit.web.front import PASSWORD, QUICK
from tests.unit.web.officers import appointed


def desk_over(store: EventStore, writer: Writer) -> Desk:
    async def append(batch: Batch) -> int:
        return writer.append(batch)

    return Desk(store, append, passwords=Passwords(QUICK))


def token_of(outcome: object) -> str:
    assert isinstance(outcome, Opened), str(outcome)
    return outcome.token


async def a_day(desk: Desk) -> None:
    """Two officers, a floorperson by both, guests, a wrong password, somebody who leaves."""
    for name in ("Ada", "Bob", "Flo"):
        token_of(await desk.register(name, PASSWORD))
    for name, role in (("Ada", Role.SHIFT_SUPERVISOR), ("Bob", Role.ACCOUNTING)):
        await appointed(desk, name, role)
    at = datetime.now(UTC)
    ada, bo, flo = (desk.named(name) for name in ("Ada", "Bob", "Flo"))
    assert ada is not None
    assert bo is not None
    assert flo is not None
    await desk.ask(flo.id, ProposeRole(role=Role.FLOORPERSON, by=ada.identity, at=at), by=ada.id)
    await desk.ask(flo.id, ApproveRole(by=bo.identity, at=at), by=bo.id)
    guest = token_of(await desk.admit_guest("Pat"))
    await desk.log_in("Ada", "wrong")
    token_of(await desk.log_in("Flo", PASSWORD))
    token_of(await desk.admit_guest("Quin"))
    await desk.log_out(guest)


@pytest.fixture
def heads(tmp_path: Path) -> Path:
    (tmp_path / "elsewhere").mkdir()
    return tmp_path / "elsewhere/accounts.heads"


@pytest.fixture
def kept(database: EventStore, heads: Path, tmp_path: Path) -> EventStore:
    """A day of accounts and sessions, signed."""
    key = create_signing_key(tmp_path / "elsewhere/key")
    with closing(HeadsFile(heads, key)) as file, Writer(database, heads=file) as writer:
        asyncio.run(a_day(desk_over(database, writer)))
    return database


def report_of(url: str, *options: str) -> Report:
    told = CliRunner().invoke(app, ["audit", url, *options, "--json"])
    assert told.exit_code in (0, 1), told.output
    report = msgspec.json.decode(told.stdout, type=Report)
    assert report.clean == (told.exit_code == 0)
    return report


def in_hand(heads: Path) -> tuple[str, ...]:
    return ("--heads", str(heads), "--key", str(heads.parent / "key.pub"))


def test_an_untouched_record_of_accounts_is_clean(kept: EventStore, database_url: str, heads: Path) -> None:
    report = report_of(database_url, *in_hand(heads))
    assert report.findings == ()
    assert [line.check for line in report.lines] == list(OF_THE_ACCOUNTS)
    assert not any(line.not_checked for line in report.lines)
    assert report.events == kept.end() > 10


def test_the_same_is_told_in_words(kept: EventStore, database_url: str, heads: Path) -> None:
    told = CliRunner().invoke(app, ["audit", database_url, *in_hand(heads)], env={"COLUMNS": "200"})
    assert told.exit_code == 0, told.output
    assert "events of 3 accounts folded" in told.output
    assert kept.end() > 0


def test_an_account_that_was_changed_is_named(
    kept: EventStore, database_url: str, raw_sql: RawSql, heads: Path
) -> None:
    assert kept.end()
    raw_sql("UPDATE event SET body = %s WHERE tag = 'OfficerAppointed'", b"{}")
    found = report_of(database_url, *in_hand(heads)).findings
    assert {each.check for each in found} >= {Check.CHAINS, Check.ACCOUNTS}


def test_an_older_copy_of_the_accounts_is_named(
    kept: EventStore, database_url: str, raw_sql: RawSql, heads: Path
) -> None:
    end = kept.end()
    raw_sql("DELETE FROM event WHERE position > %s", end - 2)
    raw_sql("UPDATE shard SET position = %s", end - 2)
    assert report_of(database_url).findings[0].check is Check.SESSIONS, "the rows are of later"
    found = {each.check for each in report_of(database_url, *in_hand(heads)).findings}
    assert Check.HEADS in found


def append(store: EventStore, stream: str, event: Any, *rows: Row) -> None:
    """A well-formed event at the end, as whoever may write to the database could add it."""
    coded, head = CODECS[stream].encode(event), store.heads().get(stream, beginning(stream))
    made = enclose(
        head,
        at=datetime.now(UTC),
        by="nobody",
        cause=f"forged {head.sequence}",
        tag=coded.tag,
        version=coded.version,
        body=coded.body,
    )
    store.append(Batch((made,), rows))


def whoever(name: str, role: Role) -> Identity:
    return Identity(name.casefold(), name, role, guest=False)


def findings(store: EventStore) -> list[str]:
    return [each.what for each in examine_accounts(store).findings]


AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
SUPERVISOR = Role.SHIFT_SUPERVISOR


def test_an_officer_whom_nobody_could_appoint_any_more_is_named(kept: EventStore) -> None:
    flo = flo_of(kept)
    append(kept, ACCOUNTS, OfficerAppointed(id=flo, at=AT, role=SUPERVISOR))
    assert findings(kept) == ["2 people could grant roles already"]


def test_a_role_that_nobody_proposed_and_nobody_could_grant_is_named(kept: EventStore) -> None:
    eve = whoever("Eve", SUPERVISOR)
    append(kept, ACCOUNTS, RoleGranted(id=flo_of(kept), at=AT, role=SUPERVISOR, proposed_by=eve, approved_by=eve))
    assert findings(kept) == [
        "poker shift supervisor was granted, and Eve had not proposed that",
        "Eve both proposed and approved it",
        "Eve was visitor then, and may not decide who has which role",
    ]


def test_an_event_of_an_account_that_was_never_opened_is_named(kept: EventStore) -> None:
    append(kept, ACCOUNTS, accounts.LoggedIn(id="nobody", at=AT))
    assert findings(kept) == ["LoggedIn does not fit what came before it: nobody was never opened"]


def flo_of(store: EventStore) -> str:
    opened = (CODECS[ACCOUNTS].read(each.envelope) for each in store.read(ACCOUNTS))
    return next(each.id for each in opened if isinstance(each, accounts.AccountOpened) and each.name == "Flo")


def test_a_session_laid_into_the_rows_is_named_and_opens_nothing(kept: EventStore) -> None:
    """Before, whoever could write to the database was logged in as anybody after the next start."""
    ada = next(
        each.id
        for each in (CODECS[ACCOUNTS].read(one.envelope) for one in kept.read(ACCOUNTS))
        if isinstance(each, OfficerAppointed)
    )
    token, session = session_of(ada)
    kept.append(Batch((), (Row(ROW, session.key, msgspec.json.encode(session)),)))
    assert findings(kept) == [f"the row of session {session.key[:12]} is of no event"]

    async def story() -> None:
        with Writer(kept) as writer:
            assert desk_over(kept, writer).identify(token) is None

    asyncio.run(story())


def session_of(holder: str) -> tuple[str, Any]:
    opened = open_session("a token of my own", holder, datetime.now(UTC), STAFF)
    return opened.token, opened.session


def test_a_session_of_nobody_is_named(kept: EventStore) -> None:
    _, session = session_of("nobody")
    append(kept, SESSIONS, SessionOpened(session), Row(ROW, session.key, msgspec.json.encode(session)))
    assert findings(kept) == ["a session was opened for nobody, who has no account and is no guest"]


def test_sessions_outlive_a_restart_only_as_they_were_recorded(kept: EventStore, raw_sql: RawSql) -> None:
    assert kept.end()
    with Writer(kept) as writer:
        before = asyncio.run(opened_in(kept, writer))
        assert before > 0
        raw_sql("UPDATE projection SET value = %s WHERE name = 'session'", b"{}")
        assert asyncio.run(opened_in(kept, writer)) == 0
    assert len(findings(kept)) == before


async def opened_in(store: EventStore, writer: Writer) -> int:
    return desk_over(store, writer).sessions_open
