"""The desk: guests, registering, logging in and out, and that all of it outlives the process."""

import asyncio
from collections.abc import Coroutine
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest

from pokerroom.live.entrance import sessions
from pokerroom.live.entrance.accounts import ApproveRole, ProposeRole
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.passwords import Passwords
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.live.entrance.sessions import Opened, SessionEnded, Why
from pokerroom.room.ports import Batch, StoreFailed
from pokerroom.rules.refusal import RefusalCode
from pokerroom.store import LoopWriter, MemoryStore, Writer, audit_log, open_store
from tests.unit.web.front import PASSWORD, QUICK, Clock, desk_of
from tests.unit.web.officers import appointed, claimed

T = TypeVar("T")


def wait(outcome: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(outcome)


def let_in(outcome: Opened | Refusal) -> str:
    assert isinstance(outcome, Opened), str(outcome)
    return outcome.token


def code_of(outcome: object) -> RefusalCode:
    assert isinstance(outcome, Refusal), outcome
    return outcome.code


def who(desk: Desk, token: str) -> Identity:
    identity = desk.identify(token)
    assert identity is not None
    return identity


def test_a_guest_has_a_name_and_no_account() -> None:
    desk = desk_of()
    identity = who(desk, let_in(wait(desk.admit_guest())))
    assert identity.guest
    assert identity.role is Role.VISITOR
    assert identity.name.startswith("Guest ")
    assert desk.account(identity.id) is None
    assert desk.name_of(identity.id) == identity.name


def test_no_two_people_have_one_name() -> None:
    async def story() -> None:
        desk = desk_of()
        let_in(await desk.admit_guest("Pat"))
        assert code_of(await desk.admit_guest("PAT")) is AccountCode.NAME_TAKEN
        assert code_of(await desk.register("pat", PASSWORD)) is AccountCode.NAME_TAKEN
        let_in(await desk.register("Ada", PASSWORD))
        assert code_of(await desk.admit_guest("ada")) is AccountCode.NAME_TAKEN
        assert code_of(await desk.register("Áda", PASSWORD)) is AccountCode.NAME_TAKEN

    wait(story())


def test_a_guest_who_registers_stays_who_he_is() -> None:
    async def story() -> None:
        desk = desk_of()
        token = let_in(await desk.admit_guest("Pat"))
        guest = who(desk, token)
        account = who(desk, let_in(await desk.register("Pat", PASSWORD, token=token)))
        assert account.id == guest.id
        assert not account.guest
        assert desk.identify(token) is None, "the guest's token is worth nothing now"

    wait(story())


def test_logging_in_replaces_the_token() -> None:
    async def story() -> None:
        desk = desk_of()
        first = let_in(await desk.register("Ada", PASSWORD))
        second = let_in(await desk.log_in("ada", PASSWORD, token=first))
        assert desk.identify(first) is None
        assert who(desk, second).name == "Ada"

    wait(story())


def test_a_session_ends_by_logging_out_by_time_and_by_idleness() -> None:
    async def story() -> None:
        clock = Clock()
        desk = desk_of(clock=clock)
        token = let_in(await desk.register("Ada", PASSWORD))
        await desk.log_out(token)
        assert desk.identify(token) is None
        token = let_in(await desk.log_in("Ada", PASSWORD))
        clock.advance(hours=11)
        assert desk.identify(token) is not None
        clock.advance(hours=12)
        assert desk.identify(token) is None, "it lay idle"
        token = let_in(await desk.log_in("Ada", PASSWORD))
        for _ in range(14):
            clock.advance(hours=11.9)
            assert desk.identify(token) is not None
        clock.advance(hours=11.9)
        assert desk.identify(token) is None, "it had its time, however busy it was"
        let_in(await desk.admit_guest())
        assert desk.sessions_open == 1, "those over were put away with it"

    wait(story())


def test_a_session_with_a_socket_open_is_not_idle() -> None:
    async def story() -> None:
        clock = Clock()
        desk = desk_of(clock=clock)
        token = let_in(await desk.register("Ada", PASSWORD))
        playing = {sessions.key_of(token)}
        desk.keep_while(lambda key: key in playing)
        clock.advance(hours=13)
        assert desk.identify(token) is not None
        clock.advance(days=7)
        assert desk.identify(token) is None

    wait(story())


def test_a_new_password_ends_every_session_but_the_one_it_opens() -> None:
    async def story() -> None:
        desk = desk_of()
        ended: list[SessionEnded] = []
        desk.ended.append(ended.append)
        at_home = let_in(await desk.register("Ada", PASSWORD))
        on_the_phone = let_in(await desk.log_in("Ada", PASSWORD))
        me = who(desk, at_home).id
        assert (
            code_of(await desk.change_password(me, "wrong password", "an entirely new one"))
            is AccountCode.NOT_RECOGNIZED
        )
        token = let_in(await desk.change_password(me, PASSWORD, "an entirely new one", token=at_home))
        assert desk.identify(at_home) is None
        assert desk.identify(on_the_phone) is None
        assert who(desk, token).id == me
        assert {each.key for each in ended} == {sessions.key_of(at_home), sessions.key_of(on_the_phone)}
        assert {each.why for each in ended} == {Why.PASSWORD_CHANGED}
        assert code_of(await desk.log_in("Ada", PASSWORD)) is AccountCode.NOT_RECOGNIZED

    wait(story())


def test_a_new_role_ends_the_sessions_and_holds_from_the_next_one_on() -> None:
    async def story() -> None:
        clock = Clock()
        desk = desk_of(clock=clock)
        for name in ("Ada Park", "Bo Ek", "Dee Reyes", "Cy Vance"):
            let_in(await desk.register(name, PASSWORD))
        await appointed(desk, "Ada Park", Role.SHIFT_SUPERVISOR)
        await appointed(desk, "Bo Ek", Role.ACCOUNTING)
        assert code_of(await claimed(desk, "Cy Vance", Role.ACCOUNTING)) is AccountCode.OFFICERS_APPOINTED
        token = let_in(await desk.log_in("Dee Reyes", PASSWORD))
        dee, ada, bo = (desk.named(name) for name in ("Dee Reyes", "Ada Park", "Bo Ek"))
        assert dee is not None
        assert ada is not None
        assert bo is not None
        await desk.ask(dee.id, ProposeRole(role=Role.DEALER, by=ada.identity, at=clock()), by=ada.id)
        assert who(desk, token).role is Role.PLAYER
        await desk.ask(dee.id, ApproveRole(by=bo.identity, at=clock()), by=bo.id)
        assert desk.identify(token) is None
        opened = await desk.log_in("Dee Reyes", PASSWORD)
        assert isinstance(opened, Opened)
        assert who(desk, opened.token).role is Role.DEALER
        assert opened.session.idle == timedelta(hours=1)

    wait(story())


def test_staff_end_somebodys_sessions() -> None:
    async def story() -> None:
        desk = desk_of()
        token = let_in(await desk.register("Ada", PASSWORD))
        security = Identity("s", "Sal", Role.SECURITY, guest=False)
        assert await desk.end_sessions(who(desk, token).id, by=security) == 1
        assert desk.identify(token) is None

    wait(story())


@pytest.mark.parametrize("token", [None, "", "x", "x" * 10_000, "\ud800", "é\0"])
def test_what_is_no_token_is_nobody(token: str | None) -> None:
    assert desk_of().identify(token) is None


def test_accounts_locks_and_sessions_outlive_the_process() -> None:
    async def story() -> None:
        store = MemoryStore()
        desk = desk_of(store)
        kept = let_in(await desk.register("Ada", PASSWORD))
        guest = let_in(await desk.admit_guest("Pat"))
        ended = let_in(await desk.admit_guest("Quin"))
        await desk.log_out(ended)
        let_in(await desk.register("Bo Ek", PASSWORD))
        for _ in range(3):
            await desk.log_in("Bo Ek", "wrong password")
        again = desk_of(store)
        assert again.identify(kept) == desk.identify(kept) != None  # noqa: E711
        assert who(again, guest).name == "Pat"
        assert again.identify(ended) is None
        assert code_of(await again.log_in("Bo Ek", PASSWORD)) is AccountCode.LOCKED
        let_in(await again.log_in("Ada", PASSWORD))
        assert audit_log(store).faults == ()

    wait(story())


def test_a_database_keeps_them_through_its_writer(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'accounts.sqlite3'}"

    async def story(token: str) -> str:
        store = open_store(url)
        with Writer(store) as writer:
            desk = Desk(store, LoopWriter(writer).append, passwords=Passwords(QUICK))
            if token:
                assert who(desk, token).name == "Ada"
            else:
                token = let_in(await desk.register("Ada", PASSWORD))
        store.close()
        return token

    wait(story(wait(story(""))))


def test_neither_password_nor_token_stands_in_the_record() -> None:
    async def story() -> None:
        store = MemoryStore()
        desk = desk_of(store)
        token = let_in(await desk.register("Ada", PASSWORD))
        record = b"".join(each.envelope.body for each in store.read_all())
        record += b"".join(value for _, value in store.rows(sessions.ROW))
        assert b"argon2id" in record
        assert PASSWORD.encode() not in record
        assert token.encode() not in record
        assert token not in repr(Opened(token, next(iter(desk._sessions.of(who(desk, token).id)))))

    wait(story())


def test_what_could_not_be_recorded_has_not_happened() -> None:
    async def story() -> None:
        async def fails(batch: Batch) -> int:
            raise StoreFailed(f"{len(batch.envelopes)} events are lost")

        desk = Desk(MemoryStore(), fails, passwords=Passwords(QUICK))
        with pytest.raises(StoreFailed):
            await desk.register("Ada", PASSWORD)
        assert desk.named("Ada") is None
        assert desk.sessions_open == 0

    wait(story())


def test_a_socket_that_stays_open_is_not_looked_for_at_every_look() -> None:
    """Among thousands of sockets each look takes long."""

    async def story() -> None:
        clock = Clock()
        looks: list[str] = []

        def is_there(key: str) -> bool:
            looks.append(key)
            return True

        desk = desk_of(clock=clock)
        token = let_in(await desk.admit_guest())
        desk.keep_while(is_there)
        clock.advance(days=1)
        for _ in range(100):
            await desk.end_expired()
        assert desk.identify(token) is not None
        assert len(looks) == 1

    wait(story())
