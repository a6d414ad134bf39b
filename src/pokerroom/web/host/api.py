"""The host's HTTP API: what it posts, log-ins of those on its access list, what they read, and their orders."""

from pathlib import Path
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import Cookie, State
from litestar.exceptions import HTTPException, NotAuthorizedException, ValidationException
from litestar.params import JSONBody

from pokerroom.live.host.host import LinkedHost
from pokerroom.live.host.orders import OrderRead, OrderUnreadError, orders_for, read_order
from pokerroom.live.host.people import LASTS, People
from pokerroom.live.host.reading import HostPosted, HostRead, posted, read
from pokerroom.live.host.settings import Access, HostSettings
from pokerroom.live.link.settings import read_agreement
from pokerroom.live.settings import SettingsError
from pokerroom.room.answers import digest_of
from pokerroom.room.room import Done
from pokerroom.room.software import digest
from pokerroom.web.security import Rules


class AccessLogIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    password: str


class AskedOfHost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order, under an id of whoever gives it: asked twice, the host acts once."""

    id: str
    order: dict[str, Any]


class AccessGranted(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    role: str
    casino: str
    orders: tuple[OrderRead, ...]


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    done: bool
    says: str = ""
    rule: str = ""


def cookie_of(request: Request[Any, Any, Any]) -> str | None:
    rules: Rules = request.app.state.rules
    return request.cookies.get(rules.cookie)


async def somebody(request: Request[Any, Any, Any], what: str) -> Access:
    """Whoever asks for this, while their session lasts; that anybody else did is recorded, 14.20(e)1."""
    people: People = request.app.state.people
    found = people.who(cookie_of(request))
    if found is None:
        await people.turn_away(what)
        raise NotAuthorizedException("log in first: the host is open to those on its access list alone, 14.20(e)3")
    return found


@post("/api/accounts/login", name="login", status_code=200)
async def log_in(data: JSONBody[AccessLogIn], state: State) -> Response[AccessGranted]:
    people: People = state.people
    rules: Rules = state.rules
    token = await people.log_in(data.name, data.password)
    who = people.who(token)
    if token is None or who is None:
        raise NotAuthorizedException("this name and password open nothing; the attempt is on record")
    cookie = Cookie(
        key=rules.cookie,
        value=token,
        httponly=True,
        secure=rules.https,
        samesite="strict",
        max_age=int(LASTS),
        path="/",
    )
    return Response(me(who), cookies=[cookie])


@post("/api/accounts/logout", name="logout", status_code=200)
async def log_out(request: Request[Any, Any, Any], state: State) -> Response[dict[str, bool]]:
    state.people.log_out(cookie_of(request))
    return Response({"out": True}, cookies=[Cookie(key=state.rules.cookie, value="", max_age=0, path="/")])


@get("/api/me", name="me")
async def who_am_i(request: Request[Any, Any, Any]) -> AccessGranted:
    people: People = request.app.state.people
    found = people.who(cookie_of(request))
    if found is None:
        raise NotAuthorizedException("nobody has logged in here")
    return me(found)


def me(who: Access) -> AccessGranted:
    return AccessGranted(name=who.name, role=who.role.value, casino=who.casino, orders=orders_for(who))


@get("/api/host", name="posted")
async def host_posted(state: State) -> HostPosted:
    """What every poker room posts of the system, 14.20(d)1."""
    return posted(state.host)


@get("/api/host/record", name="record")
async def host_read(request: Request[Any, Any, Any], state: State) -> HostRead:
    """Everything, for those on the access list."""
    await somebody(request, "the record of the host")
    settings: HostSettings = state.settings
    try:
        filed = read_agreement(Path(settings.agreement))
    except SettingsError:
        filed = None
    return read(state.host, filed, digest())


@post("/api/host/orders", name="orders", status_code=200)
async def give_order(request: Request[Any, Any, Any], data: JSONBody[AskedOfHost], state: State) -> Answered:
    who, host = await somebody(request, "the orders of the host"), state.host
    assert isinstance(host, LinkedHost)
    try:
        command = read_order(data.order, who, host.clock.now(), Path(state.settings.agreement))
    except (OrderUnreadError, SettingsError) as error:
        raise ValidationException(str(error)) from None
    answer = await host.order(command, id=f"{who.name}/{data.id}", asked=digest_of(data.order))
    if isinstance(answer, Done):
        return Answered(done=True)
    return Answered(done=False, says=str(answer), rule=answer.paragraph)


def problem(_request: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, object]]:
    found = {"status_code": error.status_code, "detail": error.detail}
    return Response(found, status_code=error.status_code, media_type=MediaType.JSON)


PROBLEMS: Any = {HTTPException: problem}
HANDLERS = (log_in, log_out, who_am_i, host_posted, host_read, give_order)
