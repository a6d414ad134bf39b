"""When sessions end, by the test's own clock, and that every socket of an ended session is closed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest

from pokerroom.live.connections import Connection
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.refusals import Refusal
from pokerroom.live.entrance.sessions import Opened, key_of
from pokerroom.live.house import House
from pokerroom.live.players.answering import receive
from pokerroom.live.ports import World
from pokerroom.live.records import ACCOUNTS
from pokerroom.live.settings import PlayChips, Settings
from pokerroom.wire import messages as wire
from tests.owned import in_owned_world
from tests.unit.web.front import PASSWORD
from tests.unit.web.officers import appointed

HOUR = 3600.0


class Entrance:
    """A house, its desk, and people with sockets, in a world whose time the test owns."""

    def __init__(self, house: House, desk: Desk) -> None:
        self.house, self.desk = house, desk

    def socket(self, opened: Opened) -> Connection:
        identity = self.desk.identify(opened.token, used=False)
        assert identity is not None
        key = key_of(opened.token)
        connection = Connection(identity, session=key)
        connection.on_use = lambda: self.desk.is_open(key, used=True)
        assert self.house.join(connection) is None
        connection.greeted = True
        return connection

    async def staff(self, name: str, role: Role) -> Opened:
        assert not isinstance(await self.desk.register(name, PASSWORD), Refusal)
        await appointed(self.desk, name, role)
        return await self.logged_in(name)

    async def logged_in(self, name: str) -> Opened:
        opened = await self.desk.log_in(name, PASSWORD)
        assert isinstance(opened, Opened), opened
        return opened

    async def after(self, hours: float) -> None:
        """As the app does it every few seconds."""
        await asyncio.sleep(hours * HOUR)
        await self.desk.end_expired()


@asynccontextmanager
async def entrance(world: World) -> AsyncIterator[Entrance]:
    house = await House.open(Settings(store="memory:", play_chips=PlayChips(bots=0)), world=world)
    desk = Desk.over(world.records.open(ACCOUNTS), world)
    desk.ended.append(lambda ended: house.close_session(ended.key))
    desk.keep_while(lambda key: any(each.session == key for each in house.connections))
    yield Entrance(house, desk)
    await house.close()


def test_a_session_ends_after_its_whole_time_and_its_sockets_close() -> None:
    async def story(world: World) -> None:
        async with entrance(world) as place:
            opened = await place.desk.register("Ada Park", PASSWORD)
            assert isinstance(opened, Opened)
            socket = place.socket(opened)
            await place.after(7 * 24 - 1)
            assert not socket.closed, "whoever has a socket open is not idle"
            await place.after(1)
            assert socket.closed
            assert place.desk.identify(opened.token) is None
            assert place.desk.sessions_open == 0

    in_owned_world(story, "whole time")


def test_an_open_page_does_not_keep_the_session_of_staff_who_do_nothing() -> None:
    async def story(world: World) -> None:
        async with entrance(world) as place:
            idle = place.socket(await place.staff("Ada Park", Role.SHIFT_SUPERVISOR))
            busy = place.socket(await place.staff("Bo Ek", Role.ACCOUNTING))
            for _ in range(3):
                await place.after(0.4)
                await receive(place.house, idle, msgspec.json.encode(wire.Ping(n=1)))
                await receive(place.house, busy, msgspec.json.encode(wire.Preferences(id="w", muck_losers=True)))
            assert (idle.closed, busy.closed) == (True, False)
            await place.after(1.1)
            assert busy.closed

    in_owned_world(story, "idle staff")


def test_staff_log_in_again_after_twelve_hours_however_busy_they_are() -> None:
    async def story(world: World) -> None:
        async with entrance(world) as place:
            opened = await place.staff("Ada Park", Role.SHIFT_SUPERVISOR)
            for _ in range(23):
                await place.after(0.5)
                assert place.desk.identify(opened.token) is not None
            await place.after(0.5)
            assert place.desk.identify(opened.token) is None

    in_owned_world(story, "busy staff")


def test_a_page_that_connects_again_by_itself_is_no_use_of_a_session() -> None:
    async def story(world: World) -> None:
        async with entrance(world) as place:
            opened = await place.staff("Ada Park", Role.SHIFT_SUPERVISOR)
            for _ in range(2):
                await place.after(0.4)
                place.socket(opened)
            await place.after(0.4)
            assert place.desk.identify(opened.token) is None

    in_owned_world(story, "line comes back")


@pytest.mark.parametrize("how", ["here", "everywhere", "new password", "new role", "by staff", "recovered"])
def test_every_socket_of_an_ended_session_is_closed_and_of_no_other(how: str) -> None:
    async def story(world: World) -> None:
        async with entrance(world) as place:
            desk = place.desk
            registered = await desk.register("Ada Park", PASSWORD)
            other = await desk.register("Bo Ek", PASSWORD)
            assert isinstance(registered, Opened)
            assert isinstance(other, Opened)
            here, there = await place.logged_in("Ada Park"), await place.logged_in("Ada Park")
            tabs = [place.socket(here), place.socket(here)]
            elsewhere, strangers = place.socket(there), place.socket(other)
            await ended(desk, how, here, registered)
            assert [each.closed for each in tabs] == [True, True]
            assert elsewhere.closed == (how != "here")
            assert not strangers.closed
            assert desk.identify(here.token) is None
            assert not desk.is_open(key_of(here.token)), "what still comes by its sockets is not heard"

    in_owned_world(story, how)


async def ended(desk: Desk, how: str, here: Opened, registered: Opened) -> None:
    me = desk.identify(here.token)
    assert me is not None
    if how == "here":
        await desk.log_out(here.token)
    elif how == "everywhere":
        assert await desk.end_sessions(me.id, by=me) == 3
    elif how == "new password":
        assert isinstance(await desk.change_password(me.id, PASSWORD, "an entirely new one"), Opened)
    elif how == "new role":
        await appointed(desk, me.name, Role.ACCOUNTING)
    elif how == "by staff":
        await desk.end_sessions(me.id, by=Identity("s", "Sal Orr", Role.SECURITY, guest=False))
    else:
        assert isinstance(await desk.recover(me.name, registered.recovery[0], "an entirely new one"), Opened)
