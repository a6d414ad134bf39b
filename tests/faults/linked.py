"""A host in a process of its own, and casinos that call it over real sockets."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from pokerroom.cli.asking_host import AskedHost
from pokerroom.linked.signing import public_text, signer
from pokerroom.live.link.settings import read_agreement
from pokerroom.store.keys import read_signing_key
from tools.demo_linked.cutting import CuttableLine
from tools.demo_linked.demonstration import free_port
from tools.demo_linked.layout import OPERATOR, PASSWORD, Layout, lay_out
from tools.demo_linked.processes import Process, found, host_process
from tools.demo_linked.small_casino import SmallCasino

CASINOS = ("alder", "birch", "cedar")
PATIENCE = 60.0


@contextmanager
def a_host(folder: Path, *, database: str = "", **terms: Any) -> Iterator[tuple[Layout, Process]]:
    """A host in operation, with three members that have not called yet."""
    port = free_port()
    layout = lay_out(
        folder, dict.fromkeys(CASINOS, f"ws://127.0.0.1:{port}/link"), host_port=port, database=database, **terms
    )
    process = host_process(layout).start()
    try:
        found(layout, process.address)
        yield layout, process
    finally:
        process.stop()


def casino_of(layout: Layout, casino: str, port: int) -> SmallCasino:
    """A casino by its own key, reaching the host by this port."""
    host_key = public_text(read_signing_key(layout.folder / "host.key"))
    signs = signer(read_signing_key(layout.key(casino)))
    agreement = read_agreement(layout.agreement)
    return SmallCasino(casino, f"ws://127.0.0.1:{port}/link", signs, agreement, host_key)


@asynccontextmanager
async def casinos_of(layout: Layout, port: int) -> AsyncIterator[dict[str, SmallCasino]]:
    """All of them, joined."""
    async with AsyncExitStack() as open_lines:
        yield {each: await open_lines.enter_async_context(casino_of(layout, each, port)) for each in layout.casinos}


def record_of(address: str) -> Any:
    """The host's record as its operator reads it."""
    with AskedHost(address) as host:
        host.log_in(OPERATOR, PASSWORD)
        return host.ask("/api/host/record")


def ordered(address: str, order: dict[str, str]) -> None:
    with AskedHost(address) as host:
        host.log_in(OPERATOR, PASSWORD)
        host.order(order, id=f"test {sorted(order.items())}")


def member_of(address: str, casino: str) -> Any:
    return next(each for each in record_of(address)["members"] if each["casino"] == casino)


def happened(address: str, what: str) -> list[str]:
    return [each["details"] for each in record_of(address)["happened"] if each["what"] == what]


async def until(holds: Any, *, within: float = PATIENCE) -> None:
    """Wait for what is asked of a process, and not for a time."""
    async with asyncio.timeout(within):
        while not await asyncio.to_thread(holds):  # noqa: ASYNC110  of another process
            await asyncio.sleep(0.1)


@asynccontextmanager
async def lines_to(port: int, casinos: tuple[str, ...]) -> AsyncIterator[dict[str, CuttableLine]]:
    async with AsyncExitStack() as open_lines:
        lines = {each: await CuttableLine(port).start() for each in casinos}
        for each in lines.values():
            open_lines.push_async_callback(each.stop)
        yield lines
