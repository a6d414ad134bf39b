"""Sessions where another server has the desk: asked there, kept open by use anywhere, and over everywhere at once."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from pokerroom.live.between import sessions
from pokerroom.live.between.coding import ENCODER
from pokerroom.live.between.line import LONGEST, Answering, Line, NoAnswer, Reply
from pokerroom.live.between.proving import Called, Proofs
from pokerroom.live.between.sessions import COUNTS_FOR, LOOKS_EVERY, AskedOfDesk, SessionsElsewhere
from pokerroom.live.entrance.identifying import AtDesk
from pokerroom.live.entrance.sessions import GUESTS, STAFF, Opened, key_of
from pokerroom.live.machine import CLOCK
from pokerroom.live.ports import Entropy
from pokerroom.live.tables.people import Preferences
from pokerroom.shuffle.seal import Keys, new_key
from tests.unit.web.front import Clock, desk_of

DESK, TABLES = "http://desk", "http://tables"
KEYS = Keys((new_key(),))


class Seconds:
    """Monotonic seconds that pass when a test says so, together with the time of day."""

    call_later, wait, time = CLOCK.call_later, CLOCK.wait, CLOCK.time

    def __init__(self, day: Clock) -> None:
        self.day, self._passed = day, 0.0

    def now(self) -> Any:
        return self.day.at

    def monotonic(self) -> float:
        return self._passed

    def pass_by(self, seconds: float) -> None:
        self._passed += seconds
        self.day.advance(seconds=seconds)


class TwoServers:
    """One has the desk and the other tables; between them is a line that may be cut."""

    def __init__(self) -> None:
        self.day = Clock()
        self.seconds, self.desk = Seconds(self.day), desk_of(clock=self.day)
        self.is_cut = False
        self.names: dict[str, str] = {}
        self.preferences: dict[str, Preferences] = {}
        self.room = SimpleNamespace(remember=self.names.__setitem__)
        line = Line(self.proofs(), self.post)
        self.here: set[str] = set()
        """The sessions that have a socket at the tables' server."""
        self.closed: list[str] = []
        self.learned: dict[str, Preferences] = {}
        self.at_desk = SessionsElsewhere(self.desk, self, line, self.seconds, lambda: [TABLES])
        self.desk.keep_while(self.at_desk.in_use)
        self.at_tables = AskedOfDesk(self, line, self.seconds, desk=lambda: DESK, learn=self.learned.__setitem__)
        self.answering = {
            DESK: Answering(self.proofs(), self.at_desk.tasks, CLOCK),
            TABLES: Answering(self.proofs(), self.at_tables.tasks, CLOCK),
        }

    def proofs(self) -> Proofs:
        return Proofs(KEYS, self.day, Entropy(os.urandom))

    def rooms_for(self, _who: Any) -> list[Any]:
        return [self.room]

    async def prefer(self, player: str, wishes: Preferences) -> None:
        self.preferences[player] = wishes

    def sessions_here(self) -> frozenset[str]:
        return frozenset(self.here)

    def close_session(self, session: str) -> None:
        self.closed.append(session)

    async def post(self, url: str, headers: Mapping[str, str], body: bytes, *, patience: float) -> Reply:
        assert patience > 0
        if self.is_cut:
            raise NoAnswer(f"{url} cannot be reached")
        address = DESK if url.startswith(DESK) else TABLES
        asked = Called("POST", url.removeprefix(address), body)
        return await self.answering[address].answer(asked, headers["x-pokerroom-proof"], peer="the other")

    async def guest(self, name: str = "Ann") -> Opened:
        opened = await self.desk.admit_guest(name)
        assert isinstance(opened, Opened)
        return opened

    async def told(self) -> None:
        """Until what the desk has to tell has been told."""
        while self.at_desk._telling:
            await asyncio.gather(*self.at_desk._telling)


def among_two(test: Callable[[TwoServers], Awaitable[None]]) -> None:
    async def run() -> None:
        await test(TwoServers())

    asyncio.run(run())


def test_the_desk_says_whose_session_it_is_what_they_wish_and_learns_their_name() -> None:
    async def test(two: TwoServers) -> None:
        ann = await two.guest()
        two.preferences[ann.session.holder] = Preferences(auto_top_up=True)
        identity = await two.at_tables.identify(ann.token)
        assert identity == await AtDesk(two.desk).identify(ann.token)
        assert identity is not None
        assert two.names == {identity.id: "Ann"}
        assert two.learned == {identity.id: Preferences(auto_top_up=True)}
        assert two.at_tables.is_open(ann.session.key)

    among_two(test)


@pytest.mark.parametrize("token", [None, "", "nobody's", "x" * 1000])
def test_a_token_that_opens_nothing_at_the_desk_opens_nothing_elsewhere(token: str | None) -> None:
    async def test(two: TwoServers) -> None:
        assert await two.at_tables.identify(token) is None
        assert not two.at_tables.is_open(key_of(token or ""))

    among_two(test)


def test_the_token_itself_is_told_to_nobody() -> None:
    async def test(two: TwoServers) -> None:
        ann, asked = await two.guest(), list[bytes]()
        session = two.at_desk._session

        async def listening(said: bytes) -> bytes:
            asked.append(said)
            return await session(said)

        two.answering[DESK] = Answering(two.proofs(), {"/between/session": listening}, CLOCK)
        assert await two.at_tables.identify(ann.token) is not None
        assert ann.token.encode() not in asked[0]
        assert ann.session.key.encode() in asked[0]

    among_two(test)


def test_when_a_session_ends_its_sockets_at_other_servers_close_at_once() -> None:
    async def test(two: TwoServers) -> None:
        ann, ben = await two.guest(), await two.guest("Ben")
        await two.at_tables.identify(ann.token)
        await two.at_tables.identify(ben.token)
        await two.desk.log_out(ann.token)
        await two.told()
        assert two.closed == [ann.session.key]
        assert not two.at_tables.is_open(ann.session.key)
        assert two.at_tables.is_open(ben.session.key)

    among_two(test)


def test_when_a_console_is_locked_its_sockets_at_other_servers_close_and_none_opens() -> None:
    async def test(two: TwoServers) -> None:
        ada = await two.desk.register("Ada Park", "correct horse battery")
        assert isinstance(ada, Opened)
        await two.at_tables.identify(ada.token)
        await two.desk.lock(ada.token)
        await two.told()
        assert two.closed == [ada.session.key]
        assert await two.at_tables.identify(ada.token) is None
        await two.desk.unlock(ada.token)
        found = await two.at_tables.identify(ada.token)
        assert found is not None
        assert found.name == "Ada Park"

    among_two(test)


def test_a_server_that_was_not_told_hears_of_it_when_it_asks_the_next_time() -> None:
    async def test(two: TwoServers) -> None:
        ann, ben = await two.guest(), await two.guest("Ben")
        two.here = {ann.session.key, ben.session.key}
        await two.at_tables.identify(ann.token)
        await two.at_tables.identify(ben.token)
        two.is_cut = True
        await two.desk.log_out(ann.token)
        await two.told()
        await two.at_tables.look()
        assert two.at_tables.is_open(ann.session.key), "while nobody answers at the desk, everybody keeps their seat"
        assert not two.closed
        two.is_cut = False
        await two.at_tables.look()
        assert two.closed == [ann.session.key]
        assert not two.at_tables.is_open(ann.session.key)
        assert two.at_tables.is_open(ben.session.key)

    among_two(test)


def test_where_nobody_has_the_desk_nobody_is_turned_away_for_good() -> None:
    async def test(two: TwoServers) -> None:
        ann = await two.guest()
        two.is_cut = True
        with pytest.raises(NoAnswer):
            await two.at_tables.identify(ann.token)

    among_two(test)


def test_a_socket_at_another_server_keeps_the_session_of_a_guest_from_being_idle() -> None:
    async def test(two: TwoServers) -> None:
        ann = await two.guest()
        two.here = {ann.session.key}
        await two.at_tables.identify(ann.token)
        for _ in range(3):
            two.seconds.pass_by(GUESTS.idle.total_seconds() - 1)
            await two.at_tables.look()
            assert two.desk.is_open(ann.session.key)
        two.here = set()
        two.seconds.pass_by(max(COUNTS_FOR, LOOKS_EVERY) + 1)
        await two.at_tables.look()
        two.seconds.pass_by(GUESTS.idle.total_seconds())
        assert not two.desk.is_open(ann.session.key)

    among_two(test)


def test_staff_who_do_something_at_another_server_are_not_idle_and_those_who_do_nothing_are() -> None:
    async def test(two: TwoServers) -> None:
        opened = await two.desk.register("Ada Park", "correct horse battery")
        assert isinstance(opened, Opened)
        key = opened.session.key
        two.here = {key}
        # As that of staff, whose page keeps nothing open by itself.
        two.desk._sessions.in_use = lambda _session: False
        idle = opened.session.idle
        await two.at_tables.identify(opened.token)
        two.seconds.pass_by(idle.total_seconds() - 1)
        assert two.at_tables.is_open(key, used=True)
        await two.at_tables.look()
        two.seconds.pass_by(idle.total_seconds() - 1)
        await two.at_tables.look()
        assert two.at_tables.is_open(key), "it was used meanwhile"
        two.seconds.pass_by(2)
        await two.at_tables.look()
        assert two.closed == [key]
        assert idle >= STAFF.idle > timedelta(0)

    among_two(test)


def test_however_many_sessions_there_are_no_question_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "AT_ONCE", 3)

    async def test(two: TwoServers) -> None:
        everybody = [await two.guest(f"Ann {letter}") for letter in "abcdefghij"]
        two.here = {each.session.key for each in everybody}
        for each in everybody:
            await two.at_tables.identify(each.token)
        two.is_cut = True
        for each in everybody[::3]:
            await two.desk.log_out(each.token)
        await two.told()
        two.is_cut = False
        await two.at_tables.look()
        assert sorted(two.closed) == sorted(each.session.key for each in everybody[::3])

    among_two(test)


def test_the_longest_question_fits() -> None:
    keys = tuple(key_of(str(number)) for number in range(sessions.AT_ONCE))
    assert len(ENCODER.encode(sessions.SessionsKept(keys, keys))) < LONGEST


def test_whoever_has_the_table_hears_at_once_what_a_player_wishes_elsewhere() -> None:
    """In another tab, say: a losing hand is not thrown away against their wish."""

    async def test(two: TwoServers) -> None:
        ann = await two.guest()
        two.at_desk.tell_wishes(ann.session.holder, Preferences(auto_top_up=True))
        await two.told()
        assert two.learned == {ann.session.holder: Preferences(auto_top_up=True)}

    among_two(test)


def test_what_somebody_wishes_is_kept_at_the_desk() -> None:
    async def test(two: TwoServers) -> None:
        await two.at_tables.prefer("ann", Preferences(muck_losers=False))
        assert two.preferences == {"ann": Preferences(muck_losers=False)}

    among_two(test)


def test_somebody_who_was_let_in_just_now_is_not_forgotten_before_their_socket_is_there() -> None:
    async def test(two: TwoServers) -> None:
        ann = await two.guest()
        await two.at_tables.identify(ann.token)
        await two.at_tables.look()
        assert two.at_tables.is_open(ann.session.key)
        two.seconds.pass_by(LOOKS_EVERY)
        await two.at_tables.look()
        assert not two.at_tables.is_open(ann.session.key), "nothing is kept of whoever has gone"

    among_two(test)


def test_what_is_no_question_about_sessions_is_refused() -> None:
    async def test(two: TwoServers) -> None:
        line = Line(two.proofs(), two.post)
        for path in ("/between/session", "/between/sessions", "/between/wishes"):
            with pytest.raises(NoAnswer, match="400"):
                await line.say(DESK, path, b'{"key":1}', patience=1.0)
        with pytest.raises(NoAnswer, match="404"):
            await line.say(DESK, "/between/cards", b"{}", patience=1.0)

    among_two(test)
