"""Whole casinos as real processes, with rooms, bots and books of their own, and everything goes wrong during play.

Lines are cut, casinos, the host and its database are killed, a machine sleeps. Nothing is offered meanwhile and no pot
contributes; afterwards what each casino's own record says, its letters say, and the host has of them is the same to the
cent, and the audit finds nothing in any record.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from pokerroom.linked.letters import Contributed
from pokerroom.linked.member.events import LetterWritten
from pokerroom.room.examining import examine_record
from pokerroom.room.link import LINK
from pokerroom.store.opening import open_store
from tests.certificates import issue
from tests.faults.linked import lines_to, member_of, until
from tests.faults.namespaces import machines
from tests.linked.suspensions import kept_in, while_suspended
from tests.postgres import OwnServer, own_postgres
from tests.spec_marks import spec
from tools.demo_linked.demonstration import free_port
from tools.demo_linked.layout import Layout, lay_out
from tools.demo_linked.processes import OperatorsView, Process, casino_process, found, host_process

__all__ = ["own_postgres"]

NAMES = ("alder", "birch")
LONG = 180.0
Act = Callable[[str], None]


@dataclass
class Evening:
    """What runs, and how a line between a casino and the host is cut and healed."""

    layout: Layout
    host: Process
    casinos: Mapping[str, Process]
    database: OwnServer
    cut: Act
    heal: Act

    def __post_init__(self) -> None:
        self.view = OperatorsView(self.host)

    async def all_offered(self) -> None:
        await until(lambda: self.host.get("/api/host")["offering"] == "offered", within=LONG)
        for each in self.casinos:
            await until(lambda each=each: self.standing(each) == "offered", within=LONG)

    async def suspended(self, *casinos: str) -> None:
        await until(lambda: self.host.get("/api/host")["offering"] == "suspended", within=LONG)
        await self.stopped(*casinos)

    async def stopped(self, *casinos: str) -> None:
        for each in casinos:
            await until(lambda each=each: self.standing(each) == "suspended", within=LONG)

    def standing(self, casino: str) -> str:
        with suppress(OSError, ValueError):
            payouts = self.casinos[casino].get("/api/lobby", within=2.0)["payouts"]
            return str(next(each["system"]["standing"] for each in payouts if each.get("system")))
        return ""

    def paid(self) -> int:
        """Cents that were paid to players in all."""
        record = self.view.record()
        return 0 if record is None else sum(int(each["paid"]) for each in record["meters"])

    async def plays_on(self) -> None:
        """Pots contribute, and a payout is won and paid."""
        before = self.paid()
        await until(lambda: self.paid() > before, within=LONG)


async def is_cut(evening: Evening, one: str, other: str) -> None:
    evening.cut(one)
    await evening.suspended(other)
    evening.heal(one)


async def casino_is_killed(evening: Evening, one: str, other: str) -> None:
    await asyncio.to_thread(evening.casinos[one].kill)
    await evening.suspended(other)
    await asyncio.to_thread(evening.casinos[one].start)


async def casino_sleeps(evening: Evening, one: str, other: str) -> None:
    evening.casinos[one].freeze()
    await evening.suspended(other)
    evening.casinos[one].thaw()


async def host_is_killed(evening: Evening, one: str, other: str) -> None:
    await asyncio.to_thread(evening.host.kill)
    await evening.stopped(one, other)
    await asyncio.to_thread(evening.host.start)


async def database_restarts(evening: Evening, one: str, other: str) -> None:
    await asyncio.to_thread(evening.database.stop)
    await evening.stopped(one, other)
    await asyncio.to_thread(evening.database.start)


async def killed_behind_a_cut_line(evening: Evening, one: str, other: str) -> None:
    evening.cut(one)
    await asyncio.to_thread(evening.casinos[one].kill)
    await asyncio.to_thread(evening.casinos[one].start)
    await evening.suspended(other)
    evening.heal(one)


TROUBLES = (
    is_cut,
    casino_is_killed,
    casino_sleeps,
    host_is_killed,
    database_restarts,
    killed_behind_a_cut_line,
)


async def played(evening: Evening, chance: Random) -> None:
    """All of it, and what must hold afterwards; whatever happens, nothing is left running."""
    try:
        try:
            await gone_wrong(evening, chance)
        finally:
            for each in evening.casinos.values():
                await asyncio.to_thread(each.stop)
        members = {name: member_of(evening.host.address, name) for name in NAMES}
    finally:
        await asyncio.to_thread(evening.host.stop)
    for name, member in members.items():
        assert wrong_with(evening.layout.store(name), member["letters"], member["contributed"]) == []


async def gone_wrong(evening: Evening, chance: Random) -> None:
    """Each trouble once, in an order and at casinos that a seed decides, with a payout won and paid after each."""
    await asyncio.to_thread(found, evening.layout, evening.host.address)
    for each in evening.casinos.values():
        await asyncio.to_thread(each.start)
    await evening.all_offered()
    await evening.plays_on()
    for trouble in chance.sample(TROUBLES, len(TROUBLES)):
        await trouble(evening, *chance.sample(NAMES, 2))
        await evening.all_offered()
        await evening.plays_on()


def wrong_with(store: Path, taken: int, contributed: int) -> list[str]:
    """By a casino's own record, beside what the host has of it."""
    record = open_store(f"sqlite:///{store / 'play-chips.sqlite3'}")
    try:
        wrong = [*while_suspended(record), *map(str, examine_record(record).findings)]
        pots, hits = kept_in(record)
        letters = [event.letter for _, event in LINK.events(record) if isinstance(event, LetterWritten)]
    finally:
        record.close()
    said = {each.number: each.body.primary for each in letters if isinstance(each.body, Contributed)}
    if not pots or not hits:
        wrong.append(f"{pots} contributed, {hits} hits: nothing was tried")
    if sum(said.values()) != pots:
        wrong.append(f"pots contributed {pots}, and letters say {sum(said.values())}")
    known = sum(amount for number, amount in said.items() if number <= taken)
    if known != contributed:
        wrong.append(f"letters say {known}, and the host has {contributed}")
    return wrong


@pytest.mark.soak
@spec("R-14.20-e-4-i.4", "R-14.20-e-2.1")
def test_whole_casinos_lose_nothing_and_offer_nothing_while_lines_processes_and_the_database_fail(
    tmp_path: Path, own_postgres: OwnServer
) -> None:
    async def story() -> None:
        port = free_port()
        async with lines_to(port, NAMES) as lines:
            ways = {each: f"ws://127.0.0.1:{line.port}/link" for each, line in lines.items()}
            layout = lay_out(tmp_path, ways, host_port=port, database=own_postgres.url)
            casinos = {each: casino_process(layout, each) for each in NAMES}
            host = await asyncio.to_thread(host_process(layout).start)
            cut, heal = (lambda name: lines[name].cut()), (lambda name: lines[name].heal())
            await played(Evening(layout, host, casinos, own_postgres, cut, heal), Random(1420))

    asyncio.run(story())


@pytest.mark.soak
@spec("R-14.20-e-4-i.4", "R-14.20-e-2.1")
def test_the_same_over_tls_with_each_casino_in_a_network_of_its_own_whose_cable_is_pulled(
    tmp_path: Path, own_postgres: OwnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with machines(len(NAMES)) as own:
        port, at = free_port(), dict(zip(NAMES, own, strict=True))
        tls = issue(tmp_path, "host.example", "127.0.0.1", *(each.gateway for each in own))
        monkeypatch.setenv("SSL_CERT_FILE", tls.certificate)
        layout = lay_out(
            tmp_path,
            {name: f"wss://{each.gateway}:{port}/link" for name, each in at.items()},
            host_port=port,
            database=own_postgres.url,
            tls=tls,
            places={name: each.address for name, each in at.items()},
        )
        casinos = {name: casino_process(layout, name, at=each.address, within=each.within) for name, each in at.items()}
        host = host_process(layout).start()
        cut, heal = (lambda name: at[name].cut()), (lambda name: at[name].heal())
        asyncio.run(played(Evening(layout, host, casinos, own_postgres, cut, heal), Random(14)))
