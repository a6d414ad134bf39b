"""People at a server that is cut off from the database: they are sent on where another is ready, and else they wait."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.asyncio.server import serve
from websockets.http11 import Request, Response

from pokerroom.live.connections import Connection
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import House
from pokerroom.web.cut_off import LAPSED_FOR, CutOff, another_is_ready
from tests.wire import settings


async def ready_elsewhere(status: int) -> bool:
    def answer(connection: Any, request: Request) -> Response:
        assert request.path == "/s/two/ready"
        return connection.respond(status, "")  # type: ignore[no-any-return]

    async with serve(lambda _: asyncio.sleep(0), "127.0.0.1", 0, process_request=answer) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        return await another_is_ready(["http://127.0.0.1:1/", f"http://127.0.0.1:{port}/s/two/"])


@pytest.mark.parametrize(("status", "is_ready"), [(200, True), (503, False), (307, False)])
def test_another_server_is_asked_whether_it_is_ready(status: int, *, is_ready: bool) -> None:
    assert asyncio.run(ready_elsewhere(status)) is is_ready


@pytest.mark.parametrize("ready", [True, False])
def test_everybody_is_sent_on_where_another_server_is_ready_and_else_nobody(
    monkeypatch: pytest.MonkeyPatch, *, ready: bool
) -> None:
    seconds = 0.0

    async def another(_addresses: object) -> bool:
        return ready

    async def test() -> None:
        house = await House.open(settings(bots=0), pace=0)
        connection = Connection(Identity("ann", "Ann", Role.PLAYER, guest=True))
        assert house.admit(connection) is None
        cut = CutOff(house, list)
        await cut.send_on_who_is_cut_off()
        monkeypatch.setattr(House, "lapsed", ["play chips"])
        monkeypatch.setattr(house, "world", house.world._replace(clock=SimpleNamespace(monotonic=lambda: seconds)))
        for seconds_gone, is_sent in ((0.0, False), (LAPSED_FOR - 0.1, False), (LAPSED_FOR, ready)):
            nonlocal seconds
            seconds = seconds_gone
            await cut.send_on_who_is_cut_off()
            assert connection.closed is is_sent
        monkeypatch.undo()
        assert not house.closing, "it lets people in again when it has come back"
        house.leave(connection)
        await house.close()

    monkeypatch.setattr("pokerroom.web.cut_off.another_is_ready", another)
    asyncio.run(test())
