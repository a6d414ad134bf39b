"""Bots play at two servers of one room, and tables change hands: each has the room that would be reopened."""

import asyncio

from pokerroom.room.room import Room
from pokerroom.shuffle.seal import Keys, new_key
from tests.contract.test_spread import DEALT, shared_out
from tests.postgres import postgres, postgres_url
from tests.servers import Server, Servers, with_servers
from tests.unit.room.test_following import same
from tests.wire import PATIENCE

__all__ = ["postgres", "postgres_url"]

EVENTS = 100


def recorded(server: Server) -> int:
    return sum(head.sequence for head in server.live.room.heads.values())


async def reopened_now(server: Server) -> Room:
    """Read from the record while nothing was recorded."""
    assert server.live.reread is not None
    async with asyncio.timeout(PATIENCE):
        while True:
            room = await asyncio.to_thread(server.live.reread)
            await server.following.catch_up()
            if room.heads == server.live.room.heads:
                return room


def test_each_server_has_the_room_that_would_be_reopened_whoever_decided_what(postgres_url: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        start = recorded(one)
        await servers.until(lambda: recorded(one) > start + EVENTS)
        servers.drained.add("two")
        await servers.until(lambda: not two.live.acts_for)
        await servers.until(lambda: recorded(two) > start + 2 * EVENTS)
        servers.drained.clear()
        await shared_out(servers, one, two)
        await servers.until(lambda: min(each.following.followed for each in (one, two)) > EVENTS)
        for server in (one, two):
            await server.spread.stop()
            await server.house.stop_tables(list(server.house.actors))
        await one.following.catch_up()
        await one.live.book()
        for server in (one, two):
            same(server.live.room, await reopened_now(server))
            assert server.following.trouble is None

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=2, **DEALT))
