"""Whole houses and a host in one loop whose time a test owns: rooms, bots, books and the running link, no sockets."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from pokerroom.jackpot.state import Payout
from pokerroom.linked.agreement import agreement_digest
from pokerroom.linked.exchange import SignedCall
from pokerroom.linked.host import commands as to_host
from pokerroom.linked.host.state import AccessRole, Offering
from pokerroom.linked.member.state import Member
from pokerroom.linked.people import SYSTEM, Official
from pokerroom.linked.signing import public_text
from pokerroom.live.host.host import LinkedHost
from pokerroom.live.house import PLAY, House
from pokerroom.live.link.settings import read_agreement, signer_from
from pokerroom.live.ports import LinkLost, World
from pokerroom.live.room import LiveRoom
from pokerroom.live.settings import PlayChips, Settings
from pokerroom.live.tables.clock import ClockRules
from pokerroom.room.link import LINK
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.room import Done
from pokerroom.room.software import digest
from pokerroom.room.tables import TABLES
from pokerroom.store.keys import read_signing_key
from tests.owned import OwnedClock, in_owned_world, owned_world
from tools.demo_linked.layout import Layout, lay_out

START = datetime(2026, 1, 1, 12, tzinfo=UTC)
OLIVE = Official(id="Olive", name="Olive")
CLOCK = ClockRules(act=60, show=60, bank=0, bank_refill=0, round_pause=1, step_pause=0)
CALLS, ANSWERS = msgspec.json.Decoder(SignedCall), msgspec.json.Encoder()


@dataclass
class OwnedNetwork:
    """Reaches the host while the line is up; a line that is cut takes what it is given, and carries nothing."""

    host: LinkedHost
    is_cut: bool = False

    async def connect(self, address: str, *, trusts: str = "") -> "OwnedLink":  # noqa: ARG002  there is but one
        if self.is_cut:
            raise LinkLost("the line is cut")
        return OwnedLink(self)


@dataclass
class OwnedLink:
    network: OwnedNetwork
    answers: asyncio.Queue[bytes] = field(default_factory=asyncio.Queue)
    calling: set[asyncio.Task[None]] = field(default_factory=set)

    async def send(self, message: bytes) -> None:
        if not self.network.is_cut:
            task = asyncio.create_task(self._answered(message))
            self.calling.add(task)
            task.add_done_callback(self.calling.discard)

    async def _answered(self, message: bytes) -> None:
        answer = await self.network.host.call(CALLS.decode(message))
        if not self.network.is_cut:
            self.answers.put_nowait(ANSWERS.encode(answer))

    async def receive(self) -> bytes:
        return await self.answers.get()

    async def close(self) -> None:
        for each in self.calling:
            each.cancel()


@dataclass
class LinkedHouses:
    layout: Layout
    host: LinkedHost
    houses: dict[str, House]
    lines: dict[str, OwnedNetwork]
    clocks: dict[str, OwnedClock]

    def live(self, casino: str) -> LiveRoom:
        return self.houses[casino].rooms[PLAY]

    def member(self, casino: str) -> Member:
        return self.live(casino).room.state(LINK)

    def payout(self, casino: str) -> Payout:
        (found,) = self.live(casino).room.state(PAYOUTS).by_name.values()
        return found

    async def order(self, kind: type[Any], **fields: Any) -> Done | Any:
        return await self.host.order(kind(at=self.host.clock.now(), by=OLIVE, **fields))

    async def until(self, holds: Callable[[], bool], what: str) -> None:
        """In time that passes at once."""
        for _ in range(3000):
            if holds():
                return
            await asyncio.sleep(0.1)
        raise AssertionError(f"never: {what}")

    @property
    def rounds(self) -> int:
        """That were played in all of them."""
        return sum(table.rounds for each in self.houses for table in self.live(each).room.states(TABLES).values())

    def all_are(self, standing: Offering) -> bool:
        standings = {self.host.state.offering, *(self.member(each).offering for each in self.houses)}
        return standings == {standing}

    async def all_offer(self) -> None:
        await self.until(lambda: self.all_are(Offering.OFFERED), "the payout is offered everywhere")


async def founded(host: LinkedHost, layout: Layout) -> None:
    """Everything that must be so before the system runs."""
    agreement = read_agreement(layout.agreement)
    notice = {"written_on": START.date(), "reference": "letter 9"}
    at = host.clock.now()
    keys = {each: public_text(read_signing_key(layout.key(each))) for each in layout.casinos}
    founding: list[to_host.Command] = [
        to_host.GrantAccess(at=at, by=SYSTEM, who=OLIVE, role=AccessRole.OPERATOR),
        *(
            to_host.RecordNotice(at=at, by=OLIVE, subject=subject, **notice)  # type: ignore[arg-type]
            for subject in (agreement_digest(agreement), digest())
        ),
        to_host.InstallSoftware(at=at, by=OLIVE, software=digest()),
        to_host.FileAgreement(at=at, by=OLIVE, agreement=agreement),
        *(to_host.RegisterKey(at=at, by=OLIVE, casino=each, public=public) for each, public in keys.items()),
        to_host.StartSystem(at=at, by=OLIVE),
    ]
    for command in founding:
        answer = await host.order(command)
        assert isinstance(answer, Done), str(answer)


@asynccontextmanager
async def opened(world: World, folder: Path, casinos: tuple[str, ...], **terms: Any) -> AsyncIterator[LinkedHouses]:
    layout = lay_out(folder, dict.fromkeys(casinos, "ws://127.0.0.1:1/link"), host_port=1, **terms)
    host = LinkedHost(world.records.open("host"), world, signer_from(str(folder / "host.key")))
    deciding = asyncio.create_task(host.run())
    houses: dict[str, House] = {}
    lines, clocks = {}, {}
    try:
        await founded(host, layout)
        for casino in casinos:
            own = owned_world(asyncio.get_running_loop(), casino, START)
            assert isinstance(own.clock, OwnedClock)
            lines[casino], clocks[casino] = OwnedNetwork(host), own.clock
            settings = Settings(
                store="memory:",
                clock=CLOCK,
                link=str(layout.link(casino)),
                play_chips=PlayChips(games=("hold-em",), demonstrations=0, always_dealing=True, spectator_delay=0.0),
            )
            house = await House.open(settings, world=own._replace(network=lines[casino]), pace=0.2)
            houses[casino] = house
            house.start()
        yield LinkedHouses(layout, host, houses, lines, clocks)
    finally:
        for house in houses.values():
            await house.close()
        host.stop()
        await deciding
        await host.close()


def in_linked_houses(
    story: Callable[[LinkedHouses], Awaitable[None]],
    folder: Path,
    *,
    casinos: tuple[str, ...] = ("alder", "birch"),
    **terms: Any,
) -> None:
    async def run(world: World) -> None:
        async with opened(world, folder, casinos, **terms) as linked:
            await story(linked)

    in_owned_world(run, "linked houses", start=START)
