"""`make demo-linked`: start the demonstration, and say where its page is. It ends with Ctrl-C, and keeps nothing unless
`--folder` says where.
"""

import argparse
import asyncio
import logging
import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, Request, Response, get, post
from litestar.exceptions import ClientException, NotFoundException, ValidationException
from litestar.params import JSONBody
from litestar.response import File

from pokerroom.web import built
from pokerroom.web.app import PAGE
from tools.demo_linked.demonstration import ACTS, LINE_ACTS, Demonstration, Seen

PORT = 8200


class Act(msgspec.Struct, frozen=True):
    casino: str
    what: str


@get("/api/demo", name="seen")
async def seen(request: Request[Any, Any, Any]) -> Seen:
    found: Seen = request.app.state.demonstration.seen
    return found


@post("/api/demo", name="act", status_code=200)
async def act(data: JSONBody[Act], request: Request[Any, Any, Any]) -> Seen:
    demonstration: Demonstration = request.app.state.demonstration
    is_known = data.casino == "host" or data.casino in demonstration.parts
    possible = ACTS.keys() if data.casino == "host" else ACTS.keys() | LINE_ACTS.keys()
    if not is_known or data.what not in possible:
        raise ValidationException(f"{data.what!r} cannot be done with {data.casino!r}")
    try:
        await demonstration.act(data.casino, data.what)
    except (OSError, RuntimeError) as error:
        raise ClientException(f"{data.casino} does not {data.what}: {error}", status_code=409) from None
    return demonstration.seen


@get(["/", "/{path:path}"], name="page", sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[Any] | File:
    path = str(request.scope["path"])
    asked = (PAGE / ("linked.html" if path == "/" else path.lstrip("/"))).resolve()
    if not asked.is_file() or not asked.is_relative_to(PAGE.resolve()):
        raise NotFoundException("there is no such page: `make page` builds it")
    return built.sent(asked, request)


def demonstrating(folder: Path) -> Litestar:
    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        print("Three casinos and a host are starting: half a minute.", flush=True)
        app.state.demonstration = demonstration = await Demonstration.open(folder)
        watching = asyncio.create_task(demonstration.watch())
        try:
            yield
        finally:
            watching.cancel()
            await demonstration.close()

    return Litestar(route_handlers=[seen, act, page], lifespan=[running], openapi_config=None, logging_config=None)


class Server(uvicorn.Server):
    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started:
            port = self.servers[0].sockets[0].getsockname()[1]
            print(f"The demonstration is open at http://localhost:{port}/", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="make demo-linked", description=__doc__)
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--folder", help="an empty folder in which all records are kept; otherwise nothing is")
    asked = parser.parse_args()
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    with ExitStack() as kept:
        folder = asked.folder or kept.enter_context(tempfile.TemporaryDirectory(prefix="pokerroom-linked-"))
        config = uvicorn.Config(demonstrating(Path(folder)), port=asked.port, log_config=None, access_log=False)
        with suppress(KeyboardInterrupt):  # Ctrl-C is how it ends.
            Server(config).run()


if __name__ == "__main__":
    main()
