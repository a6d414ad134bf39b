"""The room on the network: an ASGI app with the socket for tables, the HTTP API, the page, and what operators need.

Everything that lives in the event loop is made when the app starts and closed when it stops.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Literal, Protocol

from litestar import Litestar, MediaType, Request, Response, WebSocket, get, websocket
from litestar.datastructures import State
from litestar.exceptions import NotFoundException, WebSocketDisconnect
from litestar.params import FromQuery
from litestar.response import File

from pokerroom.live.archive import Archive, Hall
from pokerroom.live.authentication import daily
from pokerroom.live.connections import Connection, goodbye
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identifying import AtDesk, Entrance
from pokerroom.live.entrance.resuming import latest_in
from pokerroom.live.entrance.sessions import key_of
from pokerroom.live.health import reasons_against
from pokerroom.live.house import House
from pokerroom.live.players.answering import receive, turn_away
from pokerroom.live.ports import Record, Unanswered, World
from pokerroom.live.records import ACCOUNTS, machine
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.settings import Settings
from pokerroom.live.sharing import Lender, Sharing
from pokerroom.live.staff.floor import Floor
from pokerroom.room.commands import Command
from pokerroom.room.ports import StoreError
from pokerroom.room.room import Done
from pokerroom.room.shards import shard_of
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.shuffle.seal import SealError
from pokerroom.store import HeadsError
from pokerroom.store.keys import KeyFileError
from pokerroom.store.lease import RecordHeld
from pokerroom.table.seating.events import RoundFinished
from pokerroom.web import built
from pokerroom.web.api.page import OPENAPI
from pokerroom.web.api.routes import ROUTES
from pokerroom.web.api.serving import PROBLEMS, Services
from pokerroom.web.arriving import visitor_of
from pokerroom.web.doors import LAST_WORDS, Doors, Phase
from pokerroom.web.failures import noted
from pokerroom.web.forwarding import is_in
from pokerroom.web.frames import direct_send
from pokerroom.web.links import Internet
from pokerroom.web.metrics import EXPOSITION, Metrics
from pokerroom.web.neighbors import Neighborhood, Neighbors, neighbors_at
from pokerroom.web.security import REPLAYS, App, Guard, Rules
from pokerroom.words import saying

PAGE = Path(__file__).parent / "page"
NO_PAGE = "The page has not been built: `make page` needs Node and npm. The API is at /api, the tables at /ws.\n"

UNFIT = (StoreError, SealError, HeadsError, KeyFileError, OSError)
"""Why a room cannot be opened from its records; each error says so in a sentence."""

COLLEAGUE_LOOKS = 1.0
"""Seconds between two looks of the simulated colleague at what waits for a signature behind the scenes."""
SESSIONS_LOOKED_AT = 10.0
"""Seconds after which a session whose time is over has ended, with its sockets."""

ASKED_AGAIN_AFTER = 0.1
"""Seconds between two looks at whether a server that has lost the desk has let go of the accounts."""

SOFTWARE_LOOKED_AT = 3600.0
"""Seconds between two looks at whether a day has passed since the software was authenticated."""

UnreadyAs = Literal["503", "404"]
"""A proxy that is told 404 sends nobody new, and leaves those who are here: they wait with the tables."""

TRY_AGAIN = 1013
"""The code by which a socket is told to come back a little later."""

LOGGED_OUT = goodbye(saying("goodbye.logged-out"), again=False)
NOT_ENTERED = goodbye(saying("goodbye.enter-first"), again=False)


def connected(settings: Settings) -> World:
    """The world as it is, with the network that the machine is in."""
    return machine(settings)._replace(network=Internet())


Opening = Callable[[Settings, Rules, State, World, float], AbstractAsyncContextManager[None]]
"""The room, or what this server has of it, open for as long as the app runs. The number is the pace of the bots."""
Company = Callable[[House, Desk], AbstractAsyncContextManager[object]]
"""What goes on beside a house while it is open."""


class Parts(Protocol):
    """In what a server of a cluster differs from one that is alone (`among_servers.py`)."""

    def opening(self, state: State) -> Opening: ...

    def behind_guard(self, app: App, state: State) -> App: ...

    def before_guard(self, app: App, state: State) -> App: ...


class Alone:
    """The parts of a server that knows no others: nothing of a cluster is loaded for it."""

    def opening(self, _state: State) -> Opening:
        return opened

    def behind_guard(self, app: App, _state: State) -> App:
        return app

    def before_guard(self, app: App, _state: State) -> App:
        return app


def create_app(
    settings: Settings,
    *,
    pace: float = 1.0,
    descriptors: int | None = None,
    world: Callable[[Settings], World] = connected,
    parts: Parts | None = None,
) -> Litestar:
    """The app. `pace` is how slowly bots act, 1 for as slowly as people; `descriptors` how many the system allows;
    `world` what it runs on, the machine unless a test owns the time; `parts` those of a server that has company.
    """
    parts = parts or Alone()
    rules = Rules.of(settings)
    doors = Doors(settings.doors, descriptors=descriptors, is_proxy=lambda address: is_in(address, rules.proxies))

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        opens = parts.opening(app.state)
        async with AsyncExitStack() as open_things:
            try:
                await open_things.enter_async_context(opens(settings, rules, app.state, world(settings), pace))
            except UNFIT as error:
                app.state.failure = str(error)
                raise
            yield

    app = Litestar(
        route_handlers=[table_socket, health, ready, alive, metrics, page, *ROUTES],
        lifespan=[running],
        state=State(
            {"page": Path(settings.page) if settings.page else PAGE, "failure": "", "doors": doors, "rules": rules}
        ),
        openapi_config=OPENAPI,
        exception_handlers=PROBLEMS,
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = guarded(app, rules, parts)
    return app


def neighbors_in(state: State) -> Neighbors:
    """The servers that this one shares the room with; none, where it belongs to no cluster."""
    place: Neighborhood | None = state.get("place")
    return Neighbors() if place is None else neighbors_at(place.addresses)


def guarded(app: Litestar, rules: Rules, parts: Parts) -> App:
    """Around everything, including paths not found: a middleware of the framework would be made once for each route."""
    inside = parts.behind_guard(app.asgi_handler, app.state)
    guard = Guard(inside, rules, neighbors=lambda: neighbors_in(app.state))
    return parts.before_guard(guard, app.state)


@asynccontextmanager
async def opened(
    settings: Settings,
    rules: Rules,
    state: State,
    world: World,
    pace: float,
    *,
    company: Company = lambda _house, _desk: nullcontext(),
    patience: float = 0.0,
) -> AsyncIterator[None]:
    """The house, the front desk and the archive, from their records, for as long as the app runs.

    For so many seconds of `patience` another server may still have the accounts.
    """
    counters = Metrics()
    house = await House.open(settings, world=world, pace=pace)
    record = await accounts_of(settings, world, patience=patience)
    house.clock.not_before(latest_in(record.store))
    desk = Desk.over(record, house.world, folder=settings.folder, filed=settings.lock_accounts)
    house.records.add(ACCOUNTS, record, lambda: desk.reopen(record.writer))
    desk.ended.append(lambda ended: house.close_session(ended.key))
    desk.locked.append(lambda key: house.close_session(key, "goodbye.locked"))
    desk.keep_while(lambda key: bool(house.connections.in_session(key)))
    halls = [(Hall(live.store, live.room.keys, live.play_chips), live) for live in house.rooms.values()]
    archive = Archive([hall for hall, _ in halls])
    lenders = [Lender(hall, live.room, live.submit) for hall, live in halls]
    sharing = Sharing(archive, lenders, world.entropy.source, world.threads)
    for live in house.rooms.values():
        live.observe = counting(live, counters)
    house.on_room.append(lambda live: archive.add(Hall(live.store, live.room.keys, live.play_chips)))
    counters.tell_of_shards(house)
    state.house, state.metrics, state.entrance = house, counters, AtDesk(desk)
    state.doors.is_seated = house.is_seated
    floor = Floor(house, desk)
    state.services = Services(
        house,
        desk,
        archive,
        sharing=sharing,
        rules=rules,
        metrics=counters,
        floor=floor,
        settings=settings,
    )
    state.services.recent = lambda table: house.actors[table].recent.kept if table in house.actors else ()
    house.chores.append((SOFTWARE_LOOKED_AT, lambda: daily(list(house.rooms.values()), settings)))
    house.chores.append((SESSIONS_LOOKED_AT, desk.end_expired))
    house.chores.append((COLLEAGUE_LOOKS, floor.sign_as_colleague))
    async with company(house, desk):
        house.start()
        try:
            yield
        finally:
            await closed(house, state)
            record.writer.hurry()
            await world.threads.run(record.close)


async def closed(house: House, state: State) -> None:
    """Nothing is taken over any more, tables finish what they do, and orders can be passed on until they have."""
    if state.get("spread") is not None:
        await state.spread.stop()
    await house.close()
    state.house = None


async def accounts_of(settings: Settings, world: World, *, patience: float) -> Record:
    """The record of accounts. Whoever has lost the desk to this server may have it for so many seconds yet."""
    give_up = world.clock.monotonic() + patience
    while True:
        try:
            return world.records.open(ACCOUNTS, settings.accounts_database)
        except RecordHeld:
            if world.clock.monotonic() >= give_up:
                raise
            await world.clock.wait(asyncio.Event(), ASKED_AGAIN_AFTER)


def counting(live: LiveRoom, counters: Metrics) -> Any:
    """Count what the room does."""
    orders: dict[type[Any], Any] = {}

    def observe(command: Command, answer: Any, seconds: float) -> None:
        asked = command.command if isinstance(command, AtTable) else command
        if not isinstance(answer, Done):
            counters.refusals.labels(getattr(answer, "code", "failed")).inc()
            return
        kind = type(asked)
        if kind not in orders:
            orders[kind] = counters.orders.labels(kind.__name__)
        orders[kind].inc()
        counters.commit_seconds.observe(seconds)
        if live.is_divided:
            counters.of_shards(live.name, (shard_of(stream, live.shards) for stream, _ in answer.events))
        for stream, event in answer.events:
            if isinstance(event, RoundFinished):
                counters.rounds.labels(live.room.states(TABLES)[stream.partition("/")[2]].posting.game).inc()

    return observe


@websocket(["/ws", "/t/{table:path}"], name="tables")
async def table_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """One client, from its handshake to its last message. A table in the path is for proxies: it says nothing here."""
    state = socket.app.state
    house: House = state.house
    entrance: Entrance = state.entrance
    token = socket.cookies.get(state.rules.cookie)
    try:
        identity = await entrance.identify(token)
    except Unanswered:
        await socket.accept()
        await socket.close(code=TRY_AGAIN, reason="nobody can say who this is")
        return
    await socket.accept()
    if identity is None or token is None:
        await socket.send_data(NOT_ENTERED.decode(), mode="text")
        await socket.close(code=4401, reason="enter first")
        return
    if (visitor := visitor_of(socket.scope)) is not None:
        visitor.shows_session()
    seconds = house.world.clock.monotonic
    key = key_of(token)
    connection = Connection(identity, session=key, at_once=direct_send(socket.scope), seconds=seconds)
    connection.on_use = lambda: entrance.is_open(key, used=True)
    sending = asyncio.create_task(send_all(socket, connection))
    try:
        await serve_client(house, socket, connection, lambda: entrance.is_open(key))
    except Exception as error:  # noqa: BLE001  whatever it was, it ends this connection and no other
        noted(error, socket.scope)
        turn_away(connection, Refusal(Code.FAILED))
        await asyncio.wait({sending}, timeout=LAST_WORDS)
    finally:
        house.leave(connection)
        connection.close()
        sending.cancel()
        # The server says by an OSError that the client has gone.
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
            await sending


async def serve_client(
    house: House, socket: WebSocket[Any, Any, Any], connection: Connection, is_logged_in: Callable[[], bool]
) -> None:
    visitor = visitor_of(socket.scope)
    why = house.admit(connection)
    if why is None and visitor is not None and not visitor.doors.may_stay(visitor, connection):
        why = Refusal(Code.ROOM_FULL)
    if why is not None:
        turn_away(connection, why)
    silence = house.world.clock.call_later(house.settings.doors.hello, end_silence, connection)
    try:
        async for message in incoming(socket):
            if not connection.closed and not is_logged_in():
                connection.close(LOGGED_OUT)
            # What comes after a goodbye is read until the client has closed, and no more.
            if not connection.closed:
                await receive(house, connection, message)
                if visitor is not None and connection.greeted:
                    visitor.enter(Phase.GREETED)
    finally:
        silence.cancel()


def end_silence(connection: Connection) -> None:
    if not connection.greeted:
        connection.close(goodbye(saying("goodbye.silent"), again=True))


async def incoming(socket: WebSocket[Any, Any, Any]) -> AsyncIterator[str | bytes]:
    while True:
        message: Any = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if message["type"] == "websocket.receive":
            text = message.get("text")
            yield text if text is not None else message.get("bytes") or b""


async def send_all(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    """Send what waits for the client, in order, until there is no more."""
    while (encoded := await connection.out.get()) is not None:
        await socket.send_data(encoded.decode(), mode="text")
        connection.sent()
    await socket.close(code=1000)


@get("/health", name="health", include_in_schema=False)
async def health(state: State) -> Response[dict[str, object]]:
    """Whether everything is well, and what is not."""
    found = state.house.health | {"doors": state.doors.state()}
    return Response(found, status_code=200 if found["status"] == "ok" else 503, media_type=MediaType.JSON)


@get("/ready", name="ready", include_in_schema=False)
async def ready(state: State, unready: FromQuery[UnreadyAs] = "503") -> Response[dict[str, object]]:
    """Whether the room can be used: orders can be written and people can enter."""
    reasons = reasons_against(state.house)
    found: dict[str, object] = {"ready": not reasons, "reasons": reasons}
    return Response(found, status_code=int(unready) if reasons else 200, media_type=MediaType.JSON)


@get("/alive", name="alive", include_in_schema=False)
async def alive() -> Response[dict[str, bool]]:
    """Whether this process answers at all: what it waits for, a restart would not mend."""
    return Response({"alive": True}, media_type=MediaType.JSON)


@get("/metrics", name="metrics", include_in_schema=False)
async def metrics(state: State) -> Response[bytes]:
    house: House = state.house
    counters: Metrics = state.metrics
    counters.sockets.set(len(house.connections))
    counters.at_the_doors(state.doors.state())
    counters.tables.set(sum(actor.table.is_open for actor in house.actors.values()))
    counters.halted.set(sum(bool(actor.halted) for actor in house.actors.values()))
    counters.of_records(house.health)
    return Response(counters.exposition(), media_type=EXPOSITION)


@get(["/", "/{path:path}"], name="page", include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any], state: State) -> Response[Any] | File:
    """A built file of the page; any other path belongs to the page itself, which reads the address."""
    folder: Path = state.page
    path = str(request.scope["path"])
    try:
        asked = (folder / path.lstrip("/")).resolve()
        is_file = asked.is_file()
    except (OSError, ValueError):  # A name that no file can have.
        raise NotFoundException("there is no such page") from None
    if not asked.is_relative_to(folder.resolve()) or built.is_compressed(asked):
        raise NotFoundException(f"there is no {path}")
    if is_file:
        return built.sent(asked, request)
    index = folder / "index.html"
    if asked.suffix or is_ours(path):
        raise NotFoundException(f"there is no {path}")
    if not index.is_file():
        return Response(NO_PAGE, media_type=MediaType.TEXT, status_code=200)
    return built.sent(index, request)


OURS = ("/api", REPLAYS, "/ws", "/t", "/health", "/ready", "/alive", "/metrics")


def is_ours(path: str, *, prefixes: Iterable[str] = OURS) -> bool:
    """Paths that belong to the room and not to its page."""
    return any(path == prefix or path.startswith(f"{prefix}/") for prefix in prefixes)
