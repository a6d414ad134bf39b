"""A host and casinos as real processes on real sockets: lines cut, processes killed, the host's PostgreSQL restarted.

Whatever happens, nothing that a casino has in its own record is lost at the host or counted twice, no casino offers the
payout while the host cannot be heard, and once all is well again all displays agree.
"""

import asyncio
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

from pokerroom.linked.host.state import Offering
from pokerroom.linked.letters import Contributed
from pokerroom.linked.member.commands import NoteStanding
from pokerroom.live.ports import LinkLost
from tests.faults.linked import a_host, casino_of, lines_to, member_of, record_of, until
from tests.postgres import OwnServer, own_postgres
from tests.spec_marks import spec
from tools.demo_linked.cutting import CuttableLine
from tools.demo_linked.layout import Layout
from tools.demo_linked.processes import Process
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
            await until(lambda: record_of(host.address)["posted"]["offering"] == "offered")
            await until(partial(all_agree, host.address, casinos))
        finally:
            for task in staying:
                task.cancel()
            await asyncio.gather(*staying, return_exceptions=True)
        for name, each in casinos.items():
            at_host = await asyncio.to_thread(member_of, host.address, name)
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


def all_agree(address: str, casinos: dict[str, SmallCasino]) -> bool:
    shown = record_of(address)["posted"]["primary"]
    return all(
        each.member.shown.primary == shown and each.member.offering is Offering.OFFERED for each in casinos.values()
    )


def contributed_by(casino: str) -> int:
    """What the casino's letters contributed, drawn again as it drew them; the first of them joined."""
    chance = Random(casino)
    return sum(chance.randint(1, 99) for _ in range(LETTERS - 1))
