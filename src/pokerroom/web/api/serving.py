"""What all handlers of the HTTP API share: the services they use, who asks, who may, and how a refusal is returned."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol
from urllib.parse import urlsplit

from litestar import MediaType, Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, NotAuthorizedException, PermissionDeniedException, ValidationException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import ResponseSpec

from pokerroom.live.archive import Archive
from pokerroom.live.entrance import permissions
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.entrance.passkeys import Site
from pokerroom.live.entrance.places import Place
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.live.entrance.sessions import LONGEST_TOKEN, key_of
from pokerroom.live.friends import FiledChoice
from pokerroom.live.settings import Settings
from pokerroom.live.sharing import Sharing
from pokerroom.live.staff.floor import Floor
from pokerroom.live.tables.telling import Entry
from pokerroom.room.ports import ArchiveAway, StoreError
from pokerroom.room.refusals import Code as RoomCode
from pokerroom.rules.refusal import RefusalCode
from pokerroom.store.projected import StillCatchingUp
from pokerroom.table.seating import Table
from pokerroom.web.api.answers import Problem
from pokerroom.web.api.unreadable import sentence
from pokerroom.web.arriving import visitor_of
from pokerroom.web.auditing import Auditing
from pokerroom.web.designing import Designing
from pokerroom.web.failures import TOO_DEEP, noted, words_for
from pokerroom.web.forwarding import address_of
from pokerroom.web.metrics import Metrics
from pokerroom.web.security import BodyUnreadError, Rules
from pokerroom.wire import messages as wire
from pokerroom.wire.payouts import PayoutShown
from pokerroom.words import said


class House(Protocol):
    """What the API needs from the house."""

    def lobby(self, who: Identity | None) -> wire.LobbyView: ...

    def lobby_payouts(self) -> tuple[PayoutShown, ...]: ...

    def table(self, name: str) -> Table | None: ...

    def sign(self, name: str) -> tuple[str, ...]: ...

    def name_of(self, player: str) -> str: ...

    def choices_for_friends(self) -> tuple[FiledChoice, ...]: ...


class Services:
    """What the handlers need; kept in the app's state as `services`."""

    def __init__(
        self,
        house: House,
        desk: Desk,
        archive: Archive,
        *,
        sharing: Sharing,
        rules: Rules,
        metrics: Metrics,
        floor: Floor | None = None,
        settings: Settings | None = None,
    ) -> None:
        self.house, self.desk, self.archive, self.floor = house, desk, archive, floor
        self.sharing, self.rules, self.metrics = sharing, rules, metrics
        self.settings = Settings() if settings is None else settings
        self.auditing = Auditing(self.settings)
        self.designing = Designing()
        self.addresses: tuple[str, ...] = ()
        """Under which others in the network can come; none unless the settings let them."""
        self.recent: Callable[[str], Sequence[Entry]] = lambda _table: ()
        """What a table remembers of its last rounds."""
        metrics.sessions.set_function(lambda: desk.sessions_open)


def provide_services(state: State) -> Services:
    found = state.services
    assert isinstance(found, Services)
    return found


def token_of(connection: "ASGIConnection[Any, Any, Any, Any]") -> str | None:
    services: Services = connection.app.state.services
    return connection.cookies.get(services.rules.cookie)


def identity_of(connection: "ASGIConnection[Any, Any, Any, Any]") -> Identity | None:
    """Who asks; None before they have entered."""
    services: Services = connection.app.state.services
    found = services.desk.identify(token_of(connection))
    if found is not None and (visitor := visitor_of(connection.scope)) is not None:
        visitor.shows_session()
    return found


def provide_token(request: Request[Any, Any, Any]) -> str | None:
    return token_of(request)


def provide_place(request: Request[Any, Any, Any]) -> Place:
    """Where somebody asks from: their address, and the browser if it has logged in before."""
    services: Services = request.app.state.services
    device = request.cookies.get(services.rules.device_cookie, "")
    known = key_of(device) if 0 < len(device) <= LONGEST_TOKEN else ""
    return Place(address=address_of(dict(request.scope)), device=known)


def provide_identity(request: Request[Any, Any, Any]) -> Identity | None:
    """Who asks. A position that counts in one room only is not shown to routes that name no room."""
    known = identity_of(request)
    return known if known is None or "room" in request.path_params else known.visitor


def permitted(connection: "ASGIConnection[Any, Any, Any, Any]", handler: BaseRouteHandler) -> None:
    """The one place where a route is allowed or refused."""
    who, room = identity_of(connection), connection.path_params.get("room")
    services: Services = connection.app.state.services
    if services.desk.is_locked(token_of(connection)) and handler.name not in permissions.WHILE_LOCKED:
        raise NotAuthorizedException("this console is locked: unlock it first")
    if connection.scope["method"] == "OPTIONS" or permissions.may_ask(who, handler.name or "", room):  # type: ignore[typeddict-item]
        return
    if who is None:
        raise NotAuthorizedException("enter first: as a guest, or with an account")
    raise PermissionDeniedException(f"{who.name} may not do this as {who.role.value}")


FromServices = NamedDependency[Services]
FromToken = NamedDependency[str | None]
FromPlace = NamedDependency[Place]
MaybeIdentity = NamedDependency[Identity | None]
FromIdentity = NamedDependency[Identity]
"""The person who asks; `permitted` has made sure that they have entered."""

STATUS: dict[RefusalCode, int] = {
    AccountCode.NOT_RECOGNIZED: 401,
    AccountCode.CODE_NOT_RECOGNIZED: 401,
    AccountCode.NO_SUCH_CODE: 404,
    AccountCode.NO_AUTHORITY: 403,
    AccountCode.OWN_ROLE: 403,
    AccountCode.SAME_PERSON: 403,
    AccountCode.NO_SUCH_ACCOUNT: 404,
    AccountCode.POSITION_NOT_HELD: 403,
    AccountCode.PASSKEY_NOT_RECOGNIZED: 401,
    AccountCode.NO_SUCH_PASSKEY: 404,
    AccountCode.NOT_SHOWN_AROUND: 403,
    AccountCode.LOCKED: 403,
    RoomCode.NO_SUCH_SHARE: 404,
    RoomCode.SHARE_TAKEN_BACK: 410,
}
"""The HTTP status of each refusal; any other is a conflict with the present state."""

CONFLICT = 409
FAILED = 500

STATUS_OF_ORDER = {
    "unreadable": 400,
    "not yours to say": 400,
    "no such order": 404,
    "no such table": 404,
    "no such player": 404,
    "no such proposal": 404,
    "not permitted": 403,
    "no authority": 403,
}

WORDS: dict[int, str] = {
    400: "The request was not understood.",
    401: "Nobody has entered, or name and password or code do not match.",
    403: "Not for this role, or not alone; or the account is locked.",
    404: "There is no such thing.",
    409: "It conflicts with what is so, or a value is not fit.",
    410: "It was there, and was taken back.",
    414: "The address is too long.",
}
TOO_LONG, LOCKED = 414, 403


def may_answer(*statuses: int) -> dict[int, ResponseSpec]:
    """These, and what any address may be answered with: it is too long, or a locked console asks for it."""
    whole = dict.fromkeys((*statuses, LOCKED, TOO_LONG))
    return {status: ResponseSpec(Problem, description=WORDS[status], generate_examples=False) for status in whole}


class Refused(HTTPException):
    """A refusal to be returned."""

    def __init__(self, refusal: Refusal, headers: dict[str, str] | None = None) -> None:
        status = STATUS.get(refusal.code, CONFLICT)
        super().__init__(detail=str(refusal), status_code=status, extra=None, headers=headers)
        self.code, self.rule, self.says = refusal.code.value, refusal.paragraph, refusal.saying


class Declined(HTTPException):
    """A refusal of the room to be returned."""

    def __init__(self, told: wire.Refused) -> None:
        super().__init__(detail=said(told.says), status_code=STATUS_OF_ORDER.get(told.code, CONFLICT))
        self.code, self.rule, self.says = told.code, told.rule, told.says


class Missing(HTTPException):
    status_code = 404


def problem(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Every error has the same shape."""
    if error.status_code >= FAILED:
        return failed(request, error)
    says = sentence(error.extra) if isinstance(error, ValidationException) else getattr(error, "says", None)
    told = Problem(
        status_code=error.status_code,
        detail=said(says) if isinstance(error, ValidationException) and says else error.detail,
        says=says,
        code=getattr(error, "code", ""),
        rule=getattr(error, "rule", ""),
        extra=getattr(error, "extra", None) or None,
    )
    return Response(told, status_code=error.status_code, headers=error.headers, media_type=MediaType.JSON)


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Nobody foresaw it: the log says more, under the number that the answer names."""
    number = noted(error, request.scope)
    told = Problem(status_code=FAILED, detail=words_for(number), code="failed", extra={"failure": number})
    return Response(told, status_code=FAILED, media_type=MediaType.JSON)


def too_deep(_: Request[Any, Any, Any], __: RecursionError) -> Response[Problem]:
    told = Problem(status_code=400, detail=TOO_DEEP, code="unreadable")
    return Response(told, status_code=400, media_type=MediaType.JSON)


def unread(_: Request[Any, Any, Any], __: BodyUnreadError) -> Response[Problem]:
    """The guard before the app answers instead, if anybody is still there."""
    return Response(Problem(status_code=400, detail="the request ended early"), status_code=400)


def store_problem(_: Request[Any, Any, Any], error: StoreError) -> Response[Problem]:
    match error:
        case StillCatchingUp():
            detail = str(error)
        case ArchiveAway():
            detail = error.reason
        case _:
            detail = "the record cannot be written at the moment: nothing has happened"
    told = Problem(status_code=503, detail=detail)
    return Response(told, status_code=503, media_type=MediaType.JSON)


PROBLEMS: dict[int | type[Exception], Any] = {
    HTTPException: problem,
    StoreError: store_problem,
    RecursionError: too_deep,
    BodyUnreadError: unread,
    Exception: failed,
}
"""How each error is answered, on every route."""


def site_of(request: Request[Any, Any, Any]) -> Site:
    """Where the page came from, which the guard before the app has found to be ours."""
    host = request.headers.get("host", "")
    origin = request.headers.get("origin") or f"{request.url.scheme}://{host}"
    return Site(origin, urlsplit(f"//{host}").hostname or "")
