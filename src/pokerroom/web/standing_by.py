"""A server of a cluster on the network: it answers from the start, and serves the room, or tables of it, in its turn.

Until then a proxy is told by `/ready` to send people elsewhere, and a browser that comes here anyway is sent to the
server that has the room open.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any
from urllib.parse import quote

import msgspec
import structlog
from litestar import Litestar
from litestar.datastructures import State

from pokerroom.live.cluster import PlaceInCluster
from pokerroom.live.spread import Spread
from pokerroom.room.ports import Fenced, StoreAway
from pokerroom.store.lease import RecordHeld
from pokerroom.store.servers import Asked, Doing
from pokerroom.web.app import TRY_AGAIN, is_ours

LOG = structlog.get_logger(__name__)

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ELSEWHERE, NOT_NOW, NOBODY_NEW, FINE = 307, 503, 404, 200

ANOTHER_TIME = {
    RecordHeld: "another server was quicker to open the room",
    Fenced: "another server took the room over while it was opened here",
    StoreAway: "the database went away while the room was opened",
}
"""Why a room is not opened here now, where nobody has to do anything about it."""

WAITING = b"""<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1">
<title>The room opens in a moment</title>
<body style="font: 1.1rem system-ui; margin: 20vh auto; max-width: 30rem; padding: 0 1rem">
<h1 style="font-size: 1.4rem">The room opens in a moment</h1>
<p>Another server takes it over. Rounds of play go on where they were; this page tries again by itself.</p>
"""


class StandingBy:
    """The app of a server that belongs to a cluster: the room's own, or that of its tables, once it is open here."""

    def __init__(self, app: Litestar) -> None:
        self._app = app
        self.state: State = app.state
        self.place: PlaceInCluster | None = None
        self.is_open = False
        self.on_open: Callable[[Doing], None] = lambda _turn: None
        self.over = ""
        """Why this server stops serving or standing by, and begins anew; empty while it goes on."""
        self._closing, self._has_left = asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif self.is_open:
            await self._app(scope, receive, send)  # type: ignore[arg-type]  # plain mappings, as servers send them
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": "standing by"})
        else:
            await self._answer(scope, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._closing.set()
        if self.place is not None:
            await self._has_left.wait()
        await send({"type": "lifespan.shutdown.complete"})

    def join(self, place: PlaceInCluster) -> None:
        """Called when the server can be reached."""
        self.place = place
        self._belonging = asyncio.create_task(self._belong(place), name="the cluster")

    async def _belong(self, place: PlaceInCluster) -> None:
        """From joining to leaving; whatever goes wrong ends the server, which says why."""
        try:
            await place.join()
            saying = asyncio.create_task(place.announce(self._hear))
            try:
                while not self.over and (turn := await self._its_turn(place)) is not None:
                    await self._serve(place, turn)
            finally:
                saying.cancel()
        except Exception as error:  # noqa: BLE001  whatever it was, the server says so and ends
            self._fail(innermost(error))
        finally:
            await place.leave()
            self._has_left.set()

    async def _its_turn(self, place: PlaceInCluster) -> Doing | None:
        """What it is this server's turn to do; None when it closes."""
        standing = asyncio.create_task(place.stand_by())
        closing = asyncio.create_task(self._closing.wait())
        await asyncio.wait({standing, closing}, return_when=asyncio.FIRST_COMPLETED)
        if not standing.done() or self._closing.is_set():
            standing.cancel()
            await asyncio.gather(standing, return_exceptions=True)
            return None
        closing.cancel()
        return standing.result()

    async def _serve(self, place: PlaceInCluster, turn: Doing) -> None:
        """The room, or tables of it, open here until the server closes or has something else to do."""
        place.does, self.state.place, self.state.turn = Doing.OPENING, place, turn
        async with self._app.lifespan():
            place.does, self.is_open = turn, True
            self.on_open(turn)
            if place.asked is Asked.TAKE:
                await place.done()
            await self._until_over(self.state.get("spread"), turn)
            self.is_open, place.does = False, Doing.STANDING_BY

    async def _until_over(self, spread: Spread | None, turn: Doing) -> None:
        ends = [asyncio.create_task(self._closing.wait())]
        ends += [] if spread is None else [asyncio.create_task(spread.over.wait())]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for each in ends:
            each.cancel()
        if spread is not None and spread.over.is_set():
            LOG.warning("the server does something else", does=turn.value, why=spread.why)
            # Whoever has lost the desk knows things that are no longer so; tables are simply given up.
            self.over = spread.why if turn is Doing.SERVING else ""

    def _fail(self, error: BaseException) -> None:
        """Another server was quicker, or the database went away: it stands by again. Anything else is for people."""
        if type(error) in ANOTHER_TIME:
            LOG.warning("the room is not opened here", error=str(error))
            self.over, self.state.failure = ANOTHER_TIME[type(error)], ""
            return
        LOG.error("the server cannot go on", exc_info=error)
        self.state.failure = self.state.failure or str(error)

    def _hear(self, asked: Asked) -> None:
        if asked is Asked.GIVE_UP and self.is_open and self.state.turn is Doing.SERVING:
            self.over = "it was asked to give the room up"

    async def _answer(self, scope: Scope, send: Send) -> None:
        path, serving = str(scope["path"]), None if self.place is None else self.place.serving
        where = "" if serving is None else serving.address
        if path == "/alive":
            await told(send, FINE, {"alive": True})
        elif path == "/health":
            faults = {} if self.place is None else self.place.faults
            known = {"status": Doing.STANDING_BY, "served_at": where, "broken_records": faults}
            await told(send, NOT_NOW if faults else FINE, known | {"doors": self.state.doors.state()})
        elif scope["method"] in {"GET", "HEAD"} and not is_ours(path):
            await self._show_the_way(scope, send, where)
        else:
            reason = f"this server stands by: the room is open at {where}" if where else "no server has the room open"
            is_gentle = path == "/ready" and scope["query_string"] == b"unready=404"
            status = NOBODY_NEW if is_gentle else NOT_NOW
            await told(send, status, {"ready": False, "reasons": [reason], "detail": reason, "served_at": where})

    async def _show_the_way(self, scope: Scope, send: Send, where: str) -> None:
        if not where:
            await answered(send, NOT_NOW, WAITING, {"content-type": "text/html; charset=utf-8", "retry-after": "1"})
            return
        query = scope["query_string"].decode("latin-1")
        to = f"{where.rstrip('/')}{quote(scope['path'])}{'?' if query else ''}{query}"
        await answered(send, ELSEWHERE, b"", {"location": to, "cache-control": "no-store"})


def innermost(error: BaseException) -> BaseException:
    """What went wrong, out of the groups that tasks put it into."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def told(send: Send, status: int, what: Mapping[str, object]) -> None:
    headers = {"content-type": "application/json", "cache-control": "no-store"}
    if status == NOT_NOW:
        headers["retry-after"] = "1"
    await answered(send, status, msgspec.json.encode(what), headers)


async def answered(send: Send, status: int, body: bytes, headers: Mapping[str, str]) -> None:
    raw = [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()]
    raw.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
