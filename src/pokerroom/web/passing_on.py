"""What a server without the desk does with requests that are for the desk: it passes them on, and brings back answers.

The whole API is the desk's. A request goes as it came, with its cookies and the host it asked for, and says for whom it
is passed on: the desk counts that person and not this server (`web/between.py`). Built files of the page, `/health`
and the like are this server's own.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

import httpx
import structlog
from litestar.datastructures import State

from pokerroom.live.between.line import PROOF
from pokerroom.live.between.proving import Called, Proofs
from pokerroom.web.between import ON_BEHALF_OF, OURS, SAID_ON_THE_WAY, patient, target_of, without
from pokerroom.web.forwarding import peer_of
from pokerroom.web.security import (
    REPLAYS,
    SAFE,
    App,
    BodyUnreadError,
    Receive,
    Rejection,
    Scope,
    Send,
    answer,
    headers_of,
)

LOG = structlog.get_logger(__name__)

OF_THE_DESK = ("/api", REPLAYS)
PATIENCE = 120.0
"""Seconds for an answer, as the doors have it: some read the whole record."""

OF_ONE_HOP = frozenset(
    {
        "connection",
        "expect",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""Headers that concern one connection and no other."""
NOT_SENT = OF_ONE_HOP | SAID_ON_THE_WAY | OURS

NO_DESK = Rejection(
    HTTPStatus.SERVICE_UNAVAILABLE, "the server that has the desk does not answer at the moment: try again", after=1
)


class Desk(NamedTuple):
    """How the desk is reached; kept in the app's state as `desk_elsewhere`, where another server has it."""

    address: Callable[[], str]
    """Empty while nobody has it."""
    proofs: Proofs
    transport: httpx.AsyncBaseTransport


class PassingOn:
    """A layer behind the guard, which has found out by then who asks."""

    def __init__(self, app: App, state: State) -> None:
        self._app, self._state = app, state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        desk: Desk | None = self._state.get("desk_elsewhere") if scope["type"] == "http" else None
        if desk is None or not is_for_desk(str(scope["path"])):
            await self._app(scope, receive, send)
        else:
            await pass_on(desk, scope, receive, send)


def is_for_desk(path: str) -> bool:
    return any(path == each or path.startswith(f"{each}/") for each in OF_THE_DESK)


async def pass_on(desk: Desk, scope: Scope, receive: Receive, send: Send) -> None:
    response = await asked_of(desk, scope, receive)
    # A connection that was kept may be closed at the moment when it is used: what changes nothing is asked again.
    if response is None and scope["method"] in SAFE:
        response = await asked_of(desk, scope, receive)
    if response is None:
        await answer(send, NO_DESK)
    else:
        await bring_back(response, send)


async def asked_of(desk: Desk, scope: Scope, receive: Receive) -> httpx.Response | None:
    """The beginning of the desk's answer; None where it does not answer."""
    address = desk.address()
    if not address:
        return None
    try:
        return await desk.transport.handle_async_request(request_for(desk, address, scope, receive))
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        LOG.warning("the desk does not answer", address=address, error=str(error) or type(error).__name__)
        return None


def request_for(desk: Desk, address: str, scope: Scope, receive: Receive) -> httpx.Request:
    headers = headers_of(scope)
    url = httpx.URL(f"{address.rstrip('/')}{target_of(scope)}")
    whom = f"{peer_of(scope)} {scope.get('scheme', 'http')}"
    # A proxy takes away where the server is below its own address.
    target = url.raw_path.removeprefix(httpx.URL(address).raw_path.rstrip(b"/")).decode("latin-1")
    proven = desk.proofs.prove(Called(str(scope["method"]), target, on_behalf_of=whom))
    sent = [
        *without(scope["headers"], NOT_SENT),
        (ON_BEHALF_OF.encode(), whom.encode()),
        (PROOF.encode(), proven.header.encode()),
    ]
    has_body = headers.keys() & {"content-length", "transfer-encoding"}
    return httpx.Request(
        str(scope["method"]),
        url,
        headers=sent,
        content=body_of(receive) if has_body else None,
        extensions=patient(PATIENCE),
    )


async def body_of(receive: Receive) -> AsyncIterator[bytes]:
    while True:
        message: Mapping[str, Any] = await receive()
        if message["type"] == "http.disconnect":
            raise BodyUnreadError
        yield message.get("body", b"")
        if not message.get("more_body", False):
            return


async def bring_back(response: httpx.Response, send: Send) -> None:
    """As it comes, compressed or not. If it breaks off, so does the answer."""
    assert isinstance(response.stream, httpx.AsyncByteStream)
    try:
        headers = without(response.headers.raw, OF_ONE_HOP)
        await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        async for part in response.stream:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        await response.aclose()
