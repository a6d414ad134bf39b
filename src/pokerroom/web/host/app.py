"""The host on the network: the socket of the casinos, a page and orders for those on the access list, and its health.

Everything that lives in the event loop is made when the app starts and closed when it stops.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.response import File

from pokerroom.live.entrance.passwords import Passwords
from pokerroom.live.host.host import LinkedHost
from pokerroom.live.host.people import People
from pokerroom.live.host.settings import HostSettings
from pokerroom.live.link.settings import signer_from
from pokerroom.live.ports import World
from pokerroom.live.records import LINKED_HOST, machine
from pokerroom.live.settings import Settings
from pokerroom.web import built
from pokerroom.web.app import PAGE, UNFIT, alive, is_ours
from pokerroom.web.doors import Doors
from pokerroom.web.forwarding import is_in
from pokerroom.web.host.api import HANDLERS, PROBLEMS
from pokerroom.web.host.metrics import HostMetrics
from pokerroom.web.host.socket import LINK_PATH, casino_socket
from pokerroom.web.metrics import EXPOSITION
from pokerroom.web.security import Guard, Rules

OURS = ("/api", LINK_PATH, "/health", "/ready", "/alive", "/metrics")
HOST_PAGE = "host.html"


def create_host(
    settings: HostSettings, *, descriptors: int | None = None, world: Callable[[Settings], World] = machine
) -> Litestar:
    rules = Rules.of(settings.as_room)
    doors = Doors(settings.doors, descriptors=descriptors, is_proxy=lambda address: is_in(address, rules.proxies))

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as open_things:
            try:
                await open_things.enter_async_context(opened(settings, app.state, world(settings.as_room)))
            except UNFIT as error:
                app.state.failure = str(error)
                raise
            yield

    page = Path(settings.page) if settings.page else PAGE
    app = Litestar(
        route_handlers=[casino_socket, health, ready, alive, metrics, host_page, *HANDLERS],
        lifespan=[running],
        state=State({"page": page, "failure": "", "doors": doors, "rules": rules, "settings": settings}),
        openapi_config=None,
        exception_handlers=PROBLEMS,
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = Guard(app.asgi_handler, rules)  # type: ignore[assignment]  # its messages are plain mappings
    return app


@asynccontextmanager
async def opened(settings: HostSettings, state: State, world: World) -> AsyncIterator[None]:
    """The host from its record, for as long as the app runs."""
    record = world.records.open(LINKED_HOST, settings.database)
    host = LinkedHost(record, world, signer_from(settings.key))
    passwords = Passwords(entropy=world.entropy, threads=world.threads)
    state.host, state.metrics = host, HostMetrics(host)
    state.people = people = People(host, settings.access, passwords)
    deciding = asyncio.create_task(host.run(), name="the host")
    following = asyncio.create_task(people.follow(settings.file), name="the access list")
    try:
        await people.record_list()
        yield
    finally:
        following.cancel()
        host.stop()
        await deciding
        await host.close()


@get("/health", name="health", include_in_schema=False)
async def health(state: State) -> Response[dict[str, object]]:
    """Whether everything is well, and what is not."""
    host: LinkedHost = state.host
    found = host.health | {"doors": state.doors.state()}
    return Response(found, status_code=200 if found["status"] == "ok" else 503, media_type=MediaType.JSON)


@get("/ready", name="ready", include_in_schema=False)
async def ready(state: State) -> Response[dict[str, object]]:
    """Whether letters can be taken."""
    host: LinkedHost = state.host
    found: dict[str, object] = {"ready": not host.unready, "reasons": host.unready}
    return Response(found, status_code=503 if host.unready else 200, media_type=MediaType.JSON)


@get("/metrics", name="metrics", include_in_schema=False)
async def metrics(state: State) -> Response[bytes]:
    counters: HostMetrics = state.metrics
    return Response(counters.exposition(), media_type=EXPOSITION)


@get(["/", "/{path:path}"], name="page", include_in_schema=False, sync_to_thread=False)
def host_page(request: Request[Any, Any, Any], state: State) -> Response[Any] | File:
    """The page of the host, and the built files that it loads."""
    folder, path = Path(state.page).resolve(), str(request.scope["path"])
    asked = folder / (HOST_PAGE if path == "/" else path.lstrip("/"))
    try:
        asked = asked.resolve()
        there = asked.is_file()
    except (OSError, ValueError):  # A name that no file can have.
        there = False
    if not there or not asked.is_relative_to(folder) or built.is_compressed(asked) or is_ours(path, prefixes=OURS):
        raise NotFoundException(f"there is no {path}")
    return built.sent(asked, request)
