"""The first officers: appointed once, by an account that claims a one-time code, and revoked for good."""

import asyncio
import stat
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.live.entrance import accounts
from pokerroom.live.entrance.accounts import OfficerAppointed, PasswordHash, RevokeRole
from pokerroom.live.entrance.desk import ACCOUNTS, CODECS, Desk
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.officers import OfficerCodes
from pokerroom.live.entrance.passwords import Passwords
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.live.entrance.sessions import Opened
from pokerroom.live.machine import ENTROPY
from pokerroom.live.settings import SettingsError, read_settings
from pokerroom.log import beginning, enclose
from pokerroom.room.ports import Batch
from pokerroom.store import MemoryStore
from pokerroom.web import running
from tests.unit.web.front import NOON, PASSWORD, QUICK, Clock, desk_of
from tests.unit.web.officers import appointed, claimed

SUE = Identity("s", "Sue Park", Role.SHIFT_SUPERVISOR, guest=False)


def in_folder(store: MemoryStore, folder: Path, clock: Clock) -> Desk:
    async def append(batch: Batch) -> int:
        return store.append(batch)[-1]

    return Desk(store, append, passwords=Passwords(QUICK), clock=clock, folder=folder)


async def registered(desk: Desk, name: str) -> str:
    opened = await desk.register(name, PASSWORD)
    assert isinstance(opened, Opened), opened
    return opened.session.holder


def code_of(outcome: object) -> AccountCode:
    assert isinstance(outcome, Refusal), outcome
    assert isinstance(outcome.code, AccountCode)
    return outcome.code


def test_a_revoked_officer_stays_revoked_across_restarts_though_nobody_else_is_one(tmp_path: Path) -> None:
    async def story() -> None:
        store, clock = MemoryStore(), Clock()
        desk = in_folder(store, tmp_path, clock)
        who = await registered(desk, "Ada Park")
        code = desk.officer_codes.issue(Role.SHIFT_SUPERVISOR)
        assert isinstance(await desk.claim_office(who, code), Opened)
        await desk.ask(who, RevokeRole(by=SUE, at=clock()), by=SUE.id)
        for _ in range(2):
            desk = in_folder(store, tmp_path, clock)
            assert desk.officers == 0
            account = desk.account(who)
            assert account is not None
            assert account.role is Role.PLAYER
            assert code_of(await desk.claim_office(who, code)) is AccountCode.NO_SUCH_CODE

    asyncio.run(story())


def test_a_code_is_used_once_even_where_its_file_was_put_back(tmp_path: Path) -> None:
    async def story() -> None:
        store, clock = MemoryStore(), Clock()
        desk = in_folder(store, tmp_path, clock)
        ada, bo = await registered(desk, "Ada Park"), await registered(desk, "Bo Ek")
        code = desk.officer_codes.issue(Role.ACCOUNTING)
        kept = (tmp_path / "officer-codes").read_bytes()
        assert isinstance(await desk.claim_office(ada, code), Opened)
        assert code.encode() not in kept
        (tmp_path / "officer-codes").write_bytes(kept)
        for desk in (desk, in_folder(store, tmp_path, clock)):  # noqa: B020  now, and after a restart
            assert code_of(await desk.claim_office(bo, code)) is AccountCode.NO_SUCH_CODE

    asyncio.run(story())


def test_a_name_gives_nobody_an_office(tmp_path: Path) -> None:
    path = tmp_path / "room.toml"
    path.write_text('[officers]\n"Ada Park" = "poker shift supervisor"\n', encoding="utf-8")
    with pytest.raises(SettingsError, match="pokerroom officers code"):
        read_settings(path, environment={})


def test_a_code_expires_and_a_newer_one_replaces_it(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        desk = in_folder(MemoryStore(), tmp_path, clock)
        who = await registered(desk, "Ada Park")
        first = desk.officer_codes.issue(Role.ACCOUNTING)
        second = desk.officer_codes.issue(Role.ACCOUNTING)
        third = desk.officer_codes.issue(Role.SHIFT_SUPERVISOR)
        assert code_of(await desk.claim_office(who, first)) is AccountCode.NO_SUCH_CODE
        clock.advance(hours=24)
        for late in (second, third, "", "A" * 10_000):
            assert code_of(await desk.claim_office(who, late)) is AccountCode.NO_SUCH_CODE

    asyncio.run(story())


def test_a_new_officer_has_a_new_session_of_staff_and_no_other() -> None:
    async def story() -> None:
        desk = desk_of()
        first = await desk.register("Ada Park", PASSWORD)
        assert isinstance(first, Opened)
        opened = await desk.claim_office(first.session.holder, desk.officer_codes.issue(Role.ACCOUNTING))
        assert isinstance(opened, Opened)
        assert desk.identify(first.token) is None
        identity = desk.identify(opened.token)
        assert identity is not None
        assert identity.role is Role.ACCOUNTING
        assert opened.session.idle == timedelta(hours=1)

    asyncio.run(story())


def test_two_officers_are_enough() -> None:
    async def story() -> None:
        desk = desk_of()
        for name, role in (("Ada Park", Role.SHIFT_SUPERVISOR), ("Bo Ek", Role.ACCOUNTING)):
            await registered(desk, name)
            await appointed(desk, name, role)
        await registered(desk, "Cy Vance")
        assert code_of(await claimed(desk, "Cy Vance", Role.ACCOUNTING)) is AccountCode.OFFICERS_APPOINTED

    asyncio.run(story())


def test_a_store_from_before_keeps_its_officers() -> None:
    opened = accounts.AccountOpened(id="a", at=NOON, name="Ada Park", password=PasswordHash("$argon2id$one"))
    store, head = MemoryStore(), beginning(ACCOUNTS)
    for event in (opened, OfficerAppointed(id="a", at=NOON, role=Role.SHIFT_SUPERVISOR)):
        coded = CODECS[ACCOUNTS].encode(event)
        envelope = enclose(
            head, at=NOON, by="x", cause=coded.tag, tag=coded.tag, version=coded.version, body=coded.body
        )
        store.append(Batch((envelope,)))
        head = store.heads()[ACCOUNTS]

    async def story() -> None:
        desk = desk_of(store)
        assert (desk.officers, desk.had_officers) == (1, True)

    asyncio.run(story())


def test_the_command_prints_a_code_for_a_room_that_is_open_and_keeps_its_digest_for_its_owner(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["officers", "code", "supervisor", "--store", str(tmp_path)])
    assert result.exit_code == 0, result.output
    code = result.stdout.split()[0]
    path = tmp_path / "officer-codes"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert code not in path.read_text()
    found = OfficerCodes(tmp_path, entropy=ENTROPY, clock=lambda: datetime.now().astimezone()).find(code.lower())
    assert found is not None
    assert found.role is Role.SHIFT_SUPERVISOR
    assert CliRunner().invoke(app, ["officers", "code", "supervisor", "--store", "memory:"]).exit_code == 2


def test_a_code_that_is_made_while_another_is_taken_away_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def codes() -> OfficerCodes:
        return OfficerCodes(tmp_path, entropy=ENTROPY, clock=lambda: datetime.now().astimezone())

    room, command, made = codes(), codes(), []
    used = room.find(room.issue(Role.ACCOUNTING))
    assert used is not None
    beside = Thread(target=lambda: made.append(command.issue(Role.SHIFT_SUPERVISOR)))
    write = OfficerCodes._write

    def slowly(self: OfficerCodes, path: Path, kept: Any) -> None:
        """The room has read what is valid; the command comes before it has written."""
        if self is room:
            beside.start()
            beside.join(0.2)
        write(self, path, kept)

    monkeypatch.setattr(OfficerCodes, "_write", slowly)
    room.forget(used)
    beside.join()
    assert [each.role for each in room.valid()] == [Role.SHIFT_SUPERVISOR]
    assert room.find(made[0]) is not None


@pytest.mark.parametrize("terminal", [True, False])
def test_a_room_that_never_had_officers_shows_codes_at_a_terminal_and_in_no_log(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story() -> None:
        desk = desk_of()
        monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
        running.invite_officers(desk)
        shown = [line.split()[0] for line in capsys.readouterr().out.splitlines() if "for the role of" in line]
        assert len(shown) == (2 if terminal else 0)
        assert {found.role for code in shown if (found := desk.officer_codes.find(code))} == (
            {Role.SHIFT_SUPERVISOR, Role.ACCOUNTING} if terminal else set()
        )
        await registered(desk, "Ada Park")
        await appointed(desk, "Ada Park", Role.ACCOUNTING)
        running.invite_officers(desk)
        assert capsys.readouterr().out == ""

    asyncio.run(story())
