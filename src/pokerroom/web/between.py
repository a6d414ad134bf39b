"""The door between servers of one room: an ASGI layer around everything else, and the calls that go out.

Nothing of it is open unless the room is spread over several servers. What comes to `/between/` is answered to servers
that prove themselves and to nobody else; browsers have nothing to prove it by. A request that such a server passes on
counts as asked by the person who asked it there.
"""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

import httpx
from litestar.datastructures import State

from pokerroom.live.between.line import LONGEST, PREFIX, PROOF, Answering, NoAnswer, Reply, refused
from pokerroom.live.between.proving import Called, NotProven
from pokerroom.web.arriving import visitor_of
from pokerroom.web.forwarding import peer_of
from pokerroom.web.links import trusting
from pokerroom.web.security import App, Receive, Scope, Send, headers_of

ON_BEHALF_OF = "x-pokerroom-for"
"""The header by which a server says for whom it passes a request on: an address, and the scheme they came by."""
SAID_ON_THE_WAY = frozenset({"forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"})
"""Headers of proxies: who asks has been found out by whoever passes the request on."""
OURS = frozenset({PROOF, ON_BEHALF_OF})

CONNECTING = 1.0
"""Seconds to reach another server."""
KEPT = 5.0
"""Seconds for which an idle connection is kept: less than a server's doors keep one that asks for nothing."""
CONNECTIONS = 128
"""To all other servers together."""


class DoorBetween:
    """The layer. `state` is that of the app: while the room is spread over several servers, it has an `Answering` as
    `between`.
    """

    def __init__(self, app: App, state: State) -> None:
        self._app, self._state = app, state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        between: Answering | None = self._state.get("between") if scope["type"] == "http" else None
        if between is None:
            await self._app(scope, receive, send)
        elif str(scope["path"]).startswith(f"{PREFIX}/"):
            await answered(send, await asked_by_server(between, scope, receive))
        elif (refusal := disbelieved(between, scope)) is not None:
            await answered(send, refusal)
        else:
            await self._app(scope, receive, send)


async def asked_by_server(between: Answering, scope: Scope, receive: Receive) -> Reply:
    proof, path, peer = headers_of(scope).get(PROOF, ""), target_of(scope), peer_of(scope)
    doubt = between.doubt(proof, path, peer=peer)
    if doubt is not None:
        return doubt
    body = await read_whole(receive)
    if body is None:
        return refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"servers say at most {LONGEST} bytes at once")
    reply = await between.answer(Called(str(scope["method"]), path, body), proof, peer=peer)
    if reply.status != HTTPStatus.FORBIDDEN:
        known_at_the_door(scope)
    return reply


def known_at_the_door(scope: Scope) -> None:
    """A server's connection makes way for no stranger's."""
    if (visitor := visitor_of(scope)) is not None:
        visitor.shows_session()


def disbelieved(between: Answering, scope: Scope) -> Reply | None:
    """A request that a server of ours passes on is taken for what it says: from here on it is that person's."""
    headers = headers_of(scope)
    said = headers.get(ON_BEHALF_OF)
    if said is None:
        return None
    asked = Called(str(scope["method"]), target_of(scope), on_behalf_of=said)
    try:
        between.proofs.check(headers.get(PROOF, ""), asked)
    except NotProven as why:
        return between.disbelieve(why, asked.path, peer=peer_of(scope))
    known_at_the_door(scope)
    client, _, scheme = said.partition(" ")
    scope["client"], scope["scheme"] = (client, 0), scheme
    scope["headers"] = without(scope["headers"], OURS | SAID_ON_THE_WAY)
    return None


def without(headers: Iterable[tuple[bytes, bytes]], names: frozenset[str]) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name, value in headers if name.decode("latin-1").lower() not in names]


def target_of(scope: Mapping[str, Any]) -> str:
    """The path as it was sent, with the question after it."""
    path, query = bytes(scope.get("raw_path") or str(scope["path"]).encode()), bytes(scope.get("query_string", b""))
    return (path + b"?" + query if query else path).decode("latin-1")


async def read_whole(receive: Receive) -> bytes | None:
    """The body of a request; None if it is longer than servers' are."""
    parts, length = [], 0
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        length += len(parts[-1])
        if length > LONGEST:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


async def answered(send: Send, reply: Reply) -> None:
    headers = [
        (b"content-type", b"application/json" if reply.status != HTTPStatus.OK else b"application/octet-stream"),
        (b"content-length", str(len(reply.body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": int(reply.status), "headers": headers})
    await send({"type": "http.response.body", "body": reply.body})


def transport_to_others(certificates: str = "") -> httpx.AsyncHTTPTransport:
    """Connections to other servers, which are kept for a while; `certificates` are those that they may show.

    Nothing above it: a client would keep cookies, and follow where it is sent.
    """
    limits = httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS, keepalive_expiry=KEPT)
    return httpx.AsyncHTTPTransport(verify=trusting(certificates), limits=limits, trust_env=False)


def patient(seconds: float) -> dict[str, Any]:
    """How long a request waits for what, as the transport is told it."""
    return {"timeout": httpx.Timeout(seconds, connect=CONNECTING, pool=CONNECTING).as_dict()}


class HttpPost:
    """Brings what one server says to another, as `live/between/line.py` needs it."""

    def __init__(self, transport: httpx.AsyncBaseTransport) -> None:
        self._transport = transport

    async def __call__(self, url: str, headers: Mapping[str, str], body: bytes, *, patience: float) -> Reply:
        try:
            request = httpx.Request("POST", url, headers=dict(headers), content=body, extensions=patient(patience))
            response = await self._transport.handle_async_request(request)
            return Reply(response.status_code, await response.aread())
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise NoAnswer(f"{url} cannot be reached: {str(error) or type(error).__name__}") from None
