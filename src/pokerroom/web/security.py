"""What protects the room from the network: headers, which pages may ask, of which host, how often, and how much.

One ASGI middleware around everything, sockets included. Limits are kept in memory: they protect this process, and are
forgotten with it.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from functools import lru_cache
from hmac import compare_digest
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

import msgspec
import structlog

from pokerroom.live.allowance import Allowances, Rate
from pokerroom.live.entrance.sessions import LONGEST_TOKEN, key_of
from pokerroom.live.settings import Network, Settings, networks
from pokerroom.web.arriving import visitor_of
from pokerroom.web.failures import noted, words_for
from pokerroom.web.forwarding import (
    FORWARDING,
    address_of,
    forwarded,
    host_in,
    is_from_this_machine,
    is_in,
    is_loopback,
    is_named,
    peer_of,
)
from pokerroom.web.neighbors import Neighbors
from pokerroom.web.network import own_addresses

LOG = structlog.get_logger(__name__)

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


def policy(sources: Mapping[str, str]) -> str:
    return "; ".join(f"{name} {allowed}" for name, allowed in sources.items())


def policy_with(sockets: Sequence[str]) -> dict[str, str]:
    """The policy of a page that may also open sockets at these."""
    return {"content-security-policy": policy({**PAGE_POLICY, "connect-src": " ".join(("'self'", *sockets))})}


HEADERS = {
    "content-security-policy": policy(PAGE_POLICY),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
REPLAYS = "/replay"
FRAMED = re.compile(rf"{REPLAYS}/[^/]+")
"""The one address that any page may show in a frame: that of a shared round."""
FRAMED_POLICY = {
    **PAGE_POLICY,
    "form-action": "'none'",
    "frame-ancestors": "*",
    "sandbox": "allow-scripts allow-popups allow-popups-to-escape-sandbox",
}
"""In the sandbox the page has no origin: no cookie goes with what it asks, and no answer of the API can be read."""
FRAMED_HEADERS = {
    **{name: value for name, value in HEADERS.items() if name not in {"x-frame-options", "cross-origin-opener-policy"}},
    "content-security-policy": policy(FRAMED_POLICY),
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "cross-origin",
}
HTTPS_ONLY = {"strict-transport-security": "max-age=31536000"}


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    https: bool = False
    """Whether browsers reach the room over TLS, here or at a proxy in front of it."""
    origins: frozenset[str] = frozenset()
    """Other pages that may ask, such as `https://example.com`; a page of the room itself always may."""
    lock_after: float = 0.0
    """Seconds after which a console that nobody touches locks itself."""
    hosts: tuple[str, ...] = ()
    """The names of the room; empty for any."""
    proxies: tuple[Network, ...] = ()
    """Whoever stands between: what they say of where a request comes from is believed."""
    metrics_token: str = ""
    """Opens `/metrics` from anywhere; without one it is open to this machine only."""
    most_body: int = 64 * 1024
    most_path: int = 2000
    """Bytes of a path, and of the question after it."""
    by_address: Rate = Rate(400, 100)
    """Generous: a whole card club may share one address."""
    by_session: Rate = Rate(100, 20)
    signing_in: Rate = Rate(20, 0.2)
    """By address, for whatever costs a password's hash."""
    entering: Rate = Rate(100, 1)
    """By address, for new guests."""
    sharing: Rate = Rate(30, 0.5)
    """By address, for links to rounds: each is recorded."""
    replaying: Rate = Rate(60, 2)
    """By address, for shared rounds: each is read from the record."""
    limited: bool = True
    """Whether requests are rate limited; switch it off for a load test on one machine."""

    @classmethod
    def of(cls, settings: Settings) -> "Rules":
        return cls(
            https=settings.https,
            origins=frozenset(settings.origins),
            lock_after=settings.lock_consoles,
            hosts=(*settings.hosts, *own_addresses()) if settings.hosts and settings.network else settings.hosts,
            proxies=networks(settings.trusted_proxies),
            metrics_token=settings.metrics_token,
            limited=settings.rate_limits,
        )

    @property
    def cookie(self) -> str:
        """A browser sends a cookie with this prefix to no other host, and accepts it only over TLS."""
        return "__Host-pokerroom" if self.https else "pokerroom"

    @property
    def device_cookie(self) -> str:
        """What a browser is known by at its next log-in."""
        return f"{self.cookie}-device"


METRICS = "/metrics"
SIGNING_IN = (
    "/api/accounts/login",
    "/api/accounts/register",
    "/api/accounts/password",
    "/api/accounts/recover",
    "/api/accounts/officer",
)
ENTERING = ("/api/accounts/guest",)
SHARED = re.compile(r"/api/(rounds/.*/share|shares/.*)")


class Rejection(NamedTuple):
    status: HTTPStatus
    words: str
    after: int = 0
    """Seconds to wait."""


class Guard:
    """The middleware. Made once for an app: `Guard(app, rules)`."""

    def __init__(
        self,
        app: App,
        rules: Rules,
        *,
        clock: Callable[[], float] = monotonic,
        neighbors: Callable[[], Neighbors] = Neighbors,
    ) -> None:
        self._app, self._rules, self._noticed, self._neighbors = app, rules, False, neighbors
        more = HTTPS_ONLY if rules.https else {}
        self._framed_headers = encoded(FRAMED_HEADERS | more)
        self._headers = lru_cache(lambda sockets: encoded(HEADERS | more | policy_with(sockets)))
        self._addresses = Allowances(rules.by_address, clock=clock)
        self._sessions = Allowances(rules.by_session, clock=clock)
        self._costly: dict[Callable[[Scope], bool], Allowances] = {
            signs_in: Allowances(rules.signing_in, clock=clock),
            enters: Allowances(rules.entering, clock=clock),
            shares: Allowances(rules.sharing, clock=clock),
            is_replay: Allowances(rules.replaying, clock=clock),
        }

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """A socket that is let in belongs to the app from then on: its messages do not pass here."""
        if scope["type"] == "http":
            return self._http(scope, receive, self._with_headers(scope, send))
        if scope["type"] == "websocket" and (refused := self.refusal(scope) or crowd_refusal(scope)) is not None:
            return self._turn_away(scope, receive, send, refused)
        return self._app(scope, receive, send)

    async def _turn_away(self, scope: Scope, receive: Receive, send: Send, refused: Rejection) -> None:
        """In words where the server can send them instead of a socket."""
        await receive()
        if "websocket.http.response" in (scope.get("extensions") or {}):
            await answer(send, refused, kind="websocket.http.response")
        else:
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": refused.words})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._answered(scope, receive, sending)
        except Exception as error:
            number = noted(error, scope)
            if started:
                raise
            await answer(send, Rejection(HTTPStatus.INTERNAL_SERVER_ERROR, words_for(number)))

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
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
        except BodyUnreadError:
            if started:
                raise
        if body.is_too_long and not started:
            await answer(send, too_long(self._rules.most_body))

    def refusal(self, scope: Scope) -> Rejection | None:
        """The first reason against a request. From here on its scope says where it comes from, behind any proxy."""
        headers, rules = headers_of(scope), self._rules
        is_here = is_from_this_machine(scope, headers) and not is_in(peer_of(scope), rules.proxies)
        said = forwarded(scope, headers, rules.proxies)
        scope.update(said)
        self._notice_proxy(scope, headers)
        return (
            address_refusal(scope, rules.most_path)
            or self._host_refusal(headers, is_here=is_here)
            or self._metrics_refusal(scope, headers, is_here=is_here)
            or self._plain_refusal(said)
            or self._origin_refusal(scope, headers)
            or self._rate_refusal(scope, headers)
        )

    def _notice_proxy(self, scope: Scope, headers: Mapping[str, str]) -> None:
        """Everybody behind a proxy that nobody trusts counts as one person: whoever runs the room must hear of it."""
        if self._noticed or self._rules.proxies or not FORWARDING & headers.keys() or not is_loopback(peer_of(scope)):
            return
        self._noticed = True
        LOG.warning("a proxy is not among trusted_proxies: all who come by it count as one", proxy=peer_of(scope))

    def _host_refusal(self, headers: Mapping[str, str], *, is_here: bool) -> Rejection | None:
        host = headers.get("host", "")
        if is_here or not self._rules.hosts or is_named(host_in(host), self._rules.hosts):
            return None
        return Rejection(HTTPStatus.MISDIRECTED_REQUEST, f"the room is not called {host[:100] or 'nothing'}")

    def _metrics_refusal(self, scope: Scope, headers: Mapping[str, str], *, is_here: bool) -> Rejection | None:
        """To everybody else there is no such page."""
        path, token = str(scope["path"]), self._rules.metrics_token
        if path != METRICS or (is_here and not token):
            return None
        given = headers.get("authorization", "")
        if token and compare_digest(given.encode(), f"Bearer {token}".encode()):
            return None
        return Rejection(HTTPStatus.NOT_FOUND, f"there is no {path}")

    def _plain_refusal(self, said: Mapping[str, Any]) -> Rejection | None:
        """A proxy says that somebody came to it without TLS: their cookie would be read on the way."""
        if not self._rules.https or said.get("scheme") not in {"http", "ws"}:
            return None
        return Rejection(HTTPStatus.FORBIDDEN, "the room is entered over https only")

    def _origin_refusal(self, scope: Scope, headers: Mapping[str, str]) -> Rejection | None:
        """Only a browser sends other people's cookies, and it says which page made it do so."""
        if scope["type"] == "http" and not changes(scope):
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin in self._rules.origins or (scope["type"] == "websocket" and origin in self._neighbors().origins):
            return None
        if origin is None:
            ours = site in {None, "same-origin", "none"}
        else:
            scheme, _, host = origin.casefold().partition("://")
            ours = host == headers.get("host", "").casefold() != "" and (scheme == "https" or not self._rules.https)
        if ours:
            return None
        return Rejection(HTTPStatus.FORBIDDEN, f"a page of {origin or site} may not ask this of the room")

    def _rate_refusal(self, scope: Scope, headers: Mapping[str, str]) -> Rejection | None:
        if not self._rules.limited:
            return None
        address = address_of(scope)
        wait = self._addresses.wait(address)
        for is_costly, allowances in self._costly.items():
            if not wait and is_costly(scope):
                wait = allowances.wait(address)
        token = None if is_replay(scope) else cookie_in(headers, self._rules.cookie)
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
        path = str(scope["path"])
        private = path.startswith("/api")
        usual = self._framed_headers if is_framed(path) else self._headers(self._neighbors().sockets)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", ()))
                named = {name.lower() for name, _ in given}
                given += [each for each in usual if each[0] not in named]
                if private and b"cache-control" not in named:
                    given.append((b"cache-control", b"no-store"))
                message["headers"] = given
            await send(message)

        return sending


def encoded(headers: Mapping[str, str]) -> tuple[tuple[bytes, bytes], ...]:
    return tuple((name.encode(), value.encode()) for name, value in headers.items())


def is_framed(path: str) -> bool:
    return FRAMED.fullmatch(path) is not None


class BodyUnreadError(Exception):
    """More was sent than the room reads, or whoever sent it has gone: nobody waits for an answer of the app."""


class Body:
    """A request's body, read no further than allowed, whatever length it claims."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._most, self._read, self._is_whole = receive, most, 0, False

    @property
    def is_too_long(self) -> bool:
        return self._read > self._most

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._read += len(message.get("body", b""))
            self._is_whole = not message.get("more_body", False)
        if self.is_too_long or (message["type"] == "http.disconnect" and not self._is_whole):
            raise BodyUnreadError
        return message


def too_long(most: int) -> Rejection:
    return Rejection(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the body is longer than {most} bytes")


def address_refusal(scope: Scope, most: int) -> Rejection | None:
    """Of an address that can name nothing here, whatever would be asked for by it."""
    path, query = str(scope["path"]), bytes(scope.get("query_string", b""))
    if max(len(scope.get("raw_path") or path), len(path), len(query)) > most:
        return Rejection(HTTPStatus.REQUEST_URI_TOO_LONG, f"an address has at most {most} characters")
    if not path.isprintable() or any(byte < 32 or byte == 127 for byte in unquote_to_bytes(query)):
        return Rejection(HTTPStatus.BAD_REQUEST, "the address holds characters that nobody can read")
    return None


def crowd_refusal(scope: Scope) -> Rejection | None:
    """A socket by a trusted proxy counts for whoever is behind it."""
    visitor = visitor_of(scope)
    if visitor is None or visitor.doors.speaks_for(visitor, address_of(scope)):
        return None
    return Rejection(HTTPStatus.TOO_MANY_REQUESTS, "your address has too many connections", after=60)


async def answer(send: Send, refused: Rejection, *, kind: str = "http.response") -> None:
    body = msgspec.json.encode({"status_code": int(refused.status), "detail": refused.words})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.after:
        headers.append((b"retry-after", str(refused.after).encode()))
    await send({"type": f"{kind}.start", "status": int(refused.status), "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


def changes(scope: Scope) -> bool:
    """Whether the request does more than read."""
    return scope["type"] == "http" and scope["method"] not in SAFE


def signs_in(scope: Scope) -> bool:
    return changes(scope) and str(scope["path"]).startswith(SIGNING_IN)


def enters(scope: Scope) -> bool:
    return changes(scope) and str(scope["path"]).startswith(ENTERING)


def shares(scope: Scope) -> bool:
    return changes(scope) and SHARED.fullmatch(str(scope["path"])) is not None


def is_replay(scope: Scope) -> bool:
    """Whether a shared round is asked for, which nobody's cookie has to do with."""
    return str(scope["path"]).startswith(f"{REPLAYS}/")


def headers_of(scope: Scope) -> dict[str, str]:
    """By name; of a name that comes twice the last, but a chain of proxies is one however it is written."""
    found: dict[str, str] = {}
    for raw, value in scope["headers"]:
        name, said = raw.decode("latin-1").lower(), value.decode("latin-1")
        found[name] = f"{found[name]},{said}" if name == "x-forwarded-for" and name in found else said
    return found


def cookie_in(headers: Mapping[str, str], name: str) -> str | None:
    """The cookie of this name, if it may be one of ours."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return None
    return None if found is None or len(found.value) > LONGEST_TOKEN else found.value
