"""A host and casinos as real processes on real sockets: lines cut, processes killed, the host's PostgreSQL restarted.

Whatever happens, nothing that a casino has in its own record is lost at the host or counted twice, no casino offers the
payout while the host cannot be heard, and once all is well again all displays agree.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from pokerroom.jackpot.events import PotsContributed
from pokerroom.linked.host.state import Offering
from pokerroom.linked.letters import Contributed
from pokerroom.linked.member.commands import NoteStanding
from pokerroom.linked.member.events import LetterWritten
from pokerroom.live.ports import LinkLost
from pokerroom.room.link import LINK
from pokerroom.room.payouts import PAYOUTS
from pokerroom.store.opening import open_store
from tests.faults.linked import a_host, casino_of, member_of, record_of, until
from tests.postgres import OwnServer, own_postgres
from tests.spec_marks import spec
from tools.demo_linked.cutting import CuttableLine
from tools.demo_linked.demonstration import free_port
from tools.demo_linked.layout import Layout, lay_out
from tools.demo_linked.processes import Process, casino_process, found, host_process
from tools.demo_linked.small_casino import SmallCasino, now

__all__ = ["own_postgres"]

LETTERS = 40
"""That each casino writes while things go wrong."""


async def in_business(casino: SmallCasino, chance: Random, *, letters: int) -> None:
    """Contributions now and then, and calls over whatever line there is, until all has been taken."""
    while casino.member.written < letters or casino.member.received < casino.member.written:
        with suppress(LinkLost, TimeoutError):
            async with asyncio.timeout(5), casino:
                while casino.member.written < letters or casino.member.received < casino.member.written:
                    if casino.member.written < letters:
                        amount = chance.randint(1, 99)
                        casino.write(Contributed(table="1", round=casino.member.written, at=now(), primary=amount))
                    await casino.call()
        lose(casino)


async def stay(casino: SmallCasino) -> None:
    """Calls as those of a casino that has nothing to say, whatever becomes of the line."""
    while True:
        with suppress(LinkLost, TimeoutError):
            async with casino:
                await casino.call_on()
        lose(casino)
        await asyncio.sleep(0.05)


def lose(casino: SmallCasino) -> None:
    """A casino whose line is lost suspends itself at once here: its lease would have ended by itself."""
    casino.do(NoteStanding(at=now(), heard=False))


@asynccontextmanager
async def lines_to(port: int, casinos: tuple[str, ...]) -> AsyncIterator[dict[str, CuttableLine]]:
    async with AsyncExitStack() as open_lines:
        lines = {each: await CuttableLine(port).start() for each in casinos}
        for each in lines.values():
            open_lines.push_async_callback(each.stop)
        yield lines


@spec("R-14.20-e-2.1")
def test_nothing_is_lost_or_counted_twice_while_lines_are_cut_the_host_is_killed_and_its_postgresql_restarts(
    tmp_path: Path, own_postgres: OwnServer
) -> None:
    with a_host(tmp_path, database=own_postgres.url, heartbeat_seconds=1.0) as (layout, host):
        asyncio.run(troubled(layout, host, own_postgres, Random(1420)))


async def troubled(layout: Layout, host: Process, database: OwnServer, chance: Random) -> None:
    async with lines_to(host.port, layout.casinos) as lines:
        casinos = {each: casino_of(layout, each, line.port) for each, line in lines.items()}
        business = [
            asyncio.create_task(in_business(each, Random(name), letters=LETTERS)) for name, each in casinos.items()
        ]
        await trouble(host, database, lines, chance)
        await asyncio.wait_for(asyncio.gather(*business), 120)
        staying = [asyncio.create_task(stay(each)) for each in casinos.values()]
        try:
            await until(lambda: record_of(host.port)["posted"]["offering"] == "offered")
            await until(partial(all_agree, host.port, casinos))
        finally:
            for task in staying:
                task.cancel()
            await asyncio.gather(*staying, return_exceptions=True)
        for name, each in casinos.items():
            at_host = await asyncio.to_thread(member_of, host.port, name)
            assert at_host["letters"] == each.member.written == LETTERS
            assert at_host["contributed"] == contributed_by(name)


async def trouble(host: Process, database: OwnServer, lines: dict[str, CuttableLine], chance: Random) -> None:
    await asyncio.sleep(1.0)
    for _ in range(2):
        line = lines[chance.choice(sorted(lines))]
        line.cut()
        await asyncio.sleep(chance.uniform(0.2, 1.0))
        line.heal()
    await asyncio.to_thread(host.kill)
    await asyncio.to_thread(host.start)
    await asyncio.sleep(0.5)
    await asyncio.to_thread(database.stop)
    await asyncio.sleep(0.5)
    await asyncio.to_thread(database.start)


def all_agree(port: int, casinos: dict[str, SmallCasino]) -> bool:
    shown = record_of(port)["posted"]["primary"]
    return all(
        each.member.shown.primary == shown and each.member.offering is Offering.OFFERED for each in casinos.values()
    )


def contributed_by(casino: str) -> int:
    """What the casino's letters contributed, drawn again as it drew them; the first of them joined."""
    chance = Random(casino)
    return sum(chance.randint(1, 99) for _ in range(LETTERS - 1))


# Whole casinos, with rooms, bots and books of their own.


def contributions_in(store: Path) -> tuple[int, dict[int, int]]:
    """By a casino's own record: what its pots contributed, and what each of its letters says of that."""
    record = open_store(f"sqlite:///{store / 'play-chips.sqlite3'}")
    try:
        pots = [event for _, event in PAYOUTS.events(record) if isinstance(event, PotsContributed)]
        letters = [event.letter for _, event in LINK.events(record) if isinstance(event, LetterWritten)]
    finally:
        record.close()
    said = {each.number: each.body for each in letters}
    amounts = {number: body.primary for number, body in said.items() if isinstance(body, Contributed)}
    return sum(each.primary for each in pots), amounts


def standing_of(casino: Process) -> str:
    with suppress(OSError, ValueError):
        payouts = casino.get("/api/lobby", within=2.0)["payouts"]
        return str(next(each["system"]["standing"] for each in payouts if each.get("system")))
    return ""


@pytest.mark.soak
@spec("R-14.20-e-4-i.4")
def test_whole_casinos_that_are_killed_cut_off_and_frozen_during_play_offer_nothing_meanwhile_and_lose_nothing(
    tmp_path: Path,
) -> None:
    asyncio.run(evening(tmp_path))


async def evening(folder: Path) -> None:
    port, names = free_port(), ("alder", "birch")
    async with lines_to(port, names) as lines:
        layout = lay_out(
            folder, {each: f"ws://127.0.0.1:{line.port}/link" for each, line in lines.items()}, host_port=port
        )
        host = host_process(layout).start()
        casinos = {each: casino_process(layout, each) for each in names}
        try:
            await asyncio.to_thread(found, layout, port)
            for each in casinos.values():
                await asyncio.to_thread(each.start)
            await all_offered(host, casinos)
            await go_wrong(host, casinos, lines)
            await all_offered(host, casinos)
        finally:
            for each in casinos.values():
                await asyncio.to_thread(each.stop)
        await agreed(host, layout, names)


async def all_offered(host: Process, casinos: dict[str, Process]) -> None:
    await until(lambda: host.get("/api/host")["offering"] == "offered", within=120)
    for each in casinos.values():
        await until(lambda each=each: standing_of(each) == "offered")


async def suspended(host: Process) -> None:
    await until(lambda: host.get("/api/host")["offering"] == "suspended")


async def go_wrong(host: Process, casinos: dict[str, Process], lines: dict[str, CuttableLine]) -> None:
    await until(lambda: record_of(host.port)["posted"]["primary"] > 0, within=120)
    lines["alder"].cut()
    await suspended(host)
    await until(lambda: standing_of(casinos["alder"]) == "suspended")
    await until(lambda: standing_of(casinos["birch"]) == "suspended")
    lines["alder"].heal()
    await all_offered(host, casinos)
    await asyncio.to_thread(casinos["birch"].kill)
    await suspended(host)
    await asyncio.to_thread(casinos["birch"].start)
    await all_offered(host, casinos)
    await asyncio.to_thread(host.kill)
    await until(lambda: standing_of(casinos["alder"]) == "suspended")
    await asyncio.to_thread(host.start)
    await all_offered(host, casinos)
    casinos["alder"].freeze()
    await suspended(host)
    casinos["alder"].thaw()


async def agreed(host: Process, layout: Layout, names: tuple[str, ...]) -> None:
    """What each casino's own record says, its letters say, and the host has of them, to the cent."""
    try:
        members = {name: await asyncio.to_thread(member_of, host.port, name) for name in names}
    finally:
        await asyncio.to_thread(host.stop)
    for name, member in members.items():
        pots, letters = contributions_in(layout.store(name))
        assert sum(letters.values()) == pots > 0
        taken = sum(amount for number, amount in letters.items() if number <= member["letters"])
        assert member["contributed"] == taken
