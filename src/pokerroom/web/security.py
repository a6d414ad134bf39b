"""What protects the room from the network: headers, which pages may ask, how often, and how much.

One ASGI middleware around everything, sockets included. Limits are kept in memory: they protect this process, and are
forgotten with it.
"""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from functools import lru_cache
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from pokerroom.live.allowance import Allowances, Rate
from pokerroom.live.entrance.sessions import LONGEST_TOKEN, key_of

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY_VIOLATION = 1008
"""The code of a socket that is closed before it is accepted; the client sees 403."""

PAGE_POLICY: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "media-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
"""What a page of the room may load and which hosts it may contact: only the room itself."""

HEADERS = {
    "content-security-policy": "; ".join(f"{name} {sources}" for name, sources in PAGE_POLICY.items()),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
HTTPS_ONLY = {"strict-transport-security": "max-age=31536000"}


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    https: bool = False
    """Whether browsers reach the room over TLS, here or at a proxy in front of it."""
    origins: frozenset[str] = frozenset()
    """Other pages that may ask, such as `https://example.com`; a page of the room itself always may."""
    most_body: int = 64 * 1024
    by_address: Rate = Rate(400, 100)
    """Generous: a whole card club may share one address."""
    by_session: Rate = Rate(100, 20)
    signing_in: Rate = Rate(20, 0.2)
    """By address, for whatever costs a password's hash."""
    entering: Rate = Rate(100, 1)
    """By address, for new guests."""
    limited: bool = True
    """Whether requests are rate limited; switch it off for a load test on one machine."""

    @property
    def cookie(self) -> str:
        """A browser sends a cookie with this prefix to no other host, and accepts it only over TLS."""
        return "__Host-pokerroom" if self.https else "pokerroom"

    @property
    def device_cookie(self) -> str:
        """What a browser is known by at its next log-in."""
        return f"{self.cookie}-device"


SIGNING_IN = (
    "/api/accounts/login",
    "/api/accounts/register",
    "/api/accounts/password",
    "/api/accounts/recover",
    "/api/accounts/officer",
)
ENTERING = ("/api/accounts/guest",)


class Rejection(NamedTuple):
    status: HTTPStatus
    words: str
    after: int = 0
    """Seconds to wait."""


class Guard:
    """The middleware. Made once for an app: `Guard(app, rules)`."""

    def __init__(self, app: App, rules: Rules, *, clock: Callable[[], float] = monotonic) -> None:
        self._app, self._rules = app, rules
        self._headers = tuple(
            (name.encode(), value.encode()) for name, value in (HEADERS | (HTTPS_ONLY if rules.https else {})).items()
        )
        self._addresses = Allowances(rules.by_address, clock=clock)
        self._sessions = Allowances(rules.by_session, clock=clock)
        self._costly = {
            SIGNING_IN: Allowances(rules.signing_in, clock=clock),
            ENTERING: Allowances(rules.entering, clock=clock),
        }

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """A socket that is let in belongs to the app from then on: its messages do not pass here."""
        if scope["type"] == "http":
            return self._http(scope, receive, self._with_headers(scope, send))
        if scope["type"] == "websocket" and (refused := self.refusal(scope)) is not None:
            return self._turn_away(receive, send, refused)
        return self._app(scope, receive, send)

    async def _turn_away(self, receive: Receive, send: Send, refused: Rejection) -> None:
        await receive()
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": refused.words})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self.refusal(scope) or self._body_refusal(scope)
        if refused is not None:
            await answer(send, refused)
            return
        body = Body(receive, self._rules.most_body)
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if body.is_too_long and not started:
                return
            started = True
            await send(message)

        try:
            await self._app(scope, body.receive, sending)
        except BodyTooLong:
            if started:
                raise
        if body.is_too_long and not started:
            await answer(send, too_long(self._rules.most_body))

    def refusal(self, scope: Scope) -> Rejection | None:
        headers = headers_of(scope)
        return self._origin_refusal(scope, headers) or self._rate_refusal(scope, headers)

    def _origin_refusal(self, scope: Scope, headers: Mapping[str, str]) -> Rejection | None:
        """Only a browser sends other people's cookies, and it says which page made it do so."""
        if scope["type"] == "http" and not changes(scope):
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin in self._rules.origins:
            return None
        if origin is None:
            ours = site in {None, "same-origin", "none"}
        else:
            ours = origin.partition("://")[2].casefold() == headers.get("host", "").casefold() != ""
        if ours:
            return None
        return Rejection(HTTPStatus.FORBIDDEN, f"a page of {origin or site} may not ask this of the room")

    def _rate_refusal(self, scope: Scope, headers: Mapping[str, str]) -> Rejection | None:
        if not self._rules.limited:
            return None
        address = address_of(scope)
        wait = self._addresses.wait(address)
        for paths, allowances in self._costly.items():
            if not wait and changes(scope) and str(scope["path"]).startswith(paths):
                wait = allowances.wait(address)
        token = cookie_in(headers, self._rules.cookie)
        if not wait and token:
            wait = self._sessions.wait(key_of(token))
        if not wait:
            return None
        seconds = int(wait) + 1
        return Rejection(HTTPStatus.TOO_MANY_REQUESTS, f"too many requests: wait {seconds} seconds", after=seconds)

    def _body_refusal(self, scope: Scope) -> Rejection | None:
        length = headers_of(scope).get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return Rejection(HTTPStatus.BAD_REQUEST, "the length of the body is no number")
        return too_long(self._rules.most_body) if int(length[:19]) > self._rules.most_body else None

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        private = str(scope["path"]).startswith("/api")

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", ()))
                named = {name.lower() for name, _ in given}
                given += [each for each in self._headers if each[0] not in named]
                if private and b"cache-control" not in named:
                    given.append((b"cache-control", b"no-store"))
                message["headers"] = given
            await send(message)

        return sending


class BodyTooLong(Exception):
    """More was sent than the room reads."""


class Body:
    """A request's body, read no further than allowed, whatever length it claims."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._most, self._read = receive, most, 0

    @property
    def is_too_long(self) -> bool:
        return self._read > self._most

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._read += len(message.get("body", b""))
            if self.is_too_long:
                raise BodyTooLong
        return message


def too_long(most: int) -> Rejection:
    return Rejection(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the body is longer than {most} bytes")


async def answer(send: Send, refused: Rejection) -> None:
    body = msgspec.json.encode({"status_code": int(refused.status), "detail": refused.words})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.after:
        headers.append((b"retry-after", str(refused.after).encode()))
    await send({"type": "http.response.start", "status": int(refused.status), "headers": headers})
    await send({"type": "http.response.body", "body": body})


def changes(scope: Scope) -> bool:
    """Whether the request does more than read."""
    return scope["type"] == "http" and scope["method"] not in SAFE


def headers_of(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def cookie_in(headers: Mapping[str, str], name: str) -> str | None:
    """The cookie of this name, if it may be one of ours."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return None
    return None if found is None or len(found.value) > LONGEST_TOKEN else found.value


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return network_of(client[0]) if client else "unknown"


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """A household has 2^64 IPv6 addresses: they count as one."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return address
    mapped = known.ipv4_mapped
    return str(ip_network((known, 64), strict=False)) if mapped is None else str(mapped)
