"""One host and its casinos over real sockets: contributions it takes per second, and how soon displays know of a hit.

The casinos are without rooms: their letters, signatures and calls are real, and all are in this one process, so that
what is measured of the host is at least what it can do. Beside the notices stands the round trip of the same connection
in the same run: a call that the host answers without writing anything.

    python bench/linked.py [--casinos 20] [--seconds 10] [--hits 200] [--database URL]
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pokerroom.jackpot.rules import Level
from pokerroom.linked.letters import AwardsPaid, Claimed, ClaimVerified, Contributed, PayoutAuthorised, claim_of
from pokerroom.linked.people import Official
from pokerroom.linked.signing import public_text, signer
from pokerroom.live.link.settings import read_agreement
from pokerroom.store.keys import read_signing_key
from tools.demo_linked.demonstration import free_port
from tools.demo_linked.layout import Layout, lay_out
from tools.demo_linked.processes import found, host_process
from tools.demo_linked.small_casino import SmallCasino

AT_ONCE = 100
"""Letters in a call, as a casino that comes back brings them."""
SUPERVISOR = Official(id="shift", name="Sam Supervisor")


def now() -> datetime:
    return datetime.now(UTC)


def casino_of(layout: Layout, casino: str, port: int) -> SmallCasino:
    host_key = public_text(read_signing_key(layout.folder / "host.key"))
    signs = signer(read_signing_key(layout.key(casino)))
    return SmallCasino(casino, f"ws://127.0.0.1:{port}/link", signs, read_agreement(layout.agreement), host_key)


def contribution(casino: SmallCasino) -> Contributed:
    return Contributed(table="1", round=casino.member.written, at=now(), primary=50)


async def deliver(casino: SmallCasino, until: float) -> int:
    """Contributions as fast as the host takes them; how many it took in this time."""
    before = casino.member.received
    while time.perf_counter() < until:
        casino.write(*(contribution(casino) for _ in range(AT_ONCE)))
        await casino.call()
    return casino.member.received - before


async def contributions(casinos: Sequence[SmallCasino], seconds: float) -> float:
    started = time.perf_counter()
    taken = await asyncio.gather(*(deliver(each, started + seconds) for each in casinos))
    return sum(taken) / (time.perf_counter() - started)


class Display:
    """A casino's display: it notes when it first showed each confirmed payout."""

    def __init__(self, casino: SmallCasino) -> None:
        self.casino, self.seen = casino, dict[str, float]()

    async def watch(self) -> None:
        while True:
            await self.casino.call()
            moment = time.perf_counter()
            for claim in self.casino.member.confirmed:
                self.seen.setdefault(claim, moment)


async def hit(displays: Sequence[Display], number: int) -> float:
    """From the letter that completes the record of a payout, to the last display that shows it confirmed."""
    first, casino = displays[0], displays[0].casino
    claim = claim_of(casino.casino, number, Level.PRIMARY)
    casino.write(claimed(number))
    casino.write(ClaimVerified(claim=claim, by=SUPERVISOR))
    while claim not in casino.member.decided:  # noqa: ASYNC110  the display sets no event
        await asyncio.sleep(0.01)
    casino.write(PayoutAuthorised(claim=claim, by=SUPERVISOR))
    started = time.perf_counter()
    while any(claim not in each.seen for each in displays):  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    awards = casino.member.confirmed[claim].awards
    casino.write(AwardsPaid(claim=claim, awards=awards, by=SUPERVISOR), contribution(casino))
    while claim in first.casino.member.confirmed:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    return max(each.seen[claim] for each in displays) - started


def claimed(number: int) -> Claimed:
    return Claimed(
        hit=number,
        level=Level.PRIMARY,
        table="1",
        round=number,
        game="hold-em",
        completed_at=now(),
        losing_hands=("As Ah",),
        winning_hands=("Ks Kh",),
        losing=("1",),
        winning=("2",),
        others=("3",),
    )


async def round_trips(casino: SmallCasino, count: int) -> list[float]:
    """A call with an old token and no letters is answered at once, and nothing is written for it."""
    found_ = []
    for _ in range(count):
        casino.line = type(casino.line)(number=casino.line.number)
        started = time.perf_counter()
        await casino.call()
        found_.append(time.perf_counter() - started)
    return found_


async def measured(layout: Layout, port: int, asked: argparse.Namespace) -> None:
    async with AsyncExitStack() as lines:
        casinos = [await lines.enter_async_context(casino_of(layout, each, port)) for each in layout.casinos]
        for each in casinos:
            await each.call()
        floor = await round_trips(casinos[0], 200)
        print(f"contributions taken per second      {await contributions(casinos, asked.seconds):10,.0f}")
        displays = [Display(each) for each in casinos]
        watching = [asyncio.create_task(each.watch()) for each in displays]
        try:
            times = [await asyncio.wait_for(hit(displays, number), 300) for number in range(1, asked.hits + 1)]
        finally:
            for task in watching:
                task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*watching, return_exceptions=True)
        tell("a call and its answer (floor)", floor)
        tell(f"confirmed hit to the last of {len(casinos)}", times)


def tell(what: str, seconds: Sequence[float]) -> None:
    ordered = sorted(seconds)
    worst = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    print(f"{what:36}{statistics.median(ordered) * 1000:9.1f} ms at the median, {worst * 1000:.1f} ms p99")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--casinos", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--hits", type=int, default=200)
    parser.add_argument("--database", default="")
    asked = parser.parse_args()
    port = free_port()
    names = [f"c{number:02}" for number in range(1, asked.casinos + 1)]
    with tempfile.TemporaryDirectory(prefix="pokerroom-bench-") as folder:
        lines = dict.fromkeys(names, f"ws://127.0.0.1:{port}/link")
        layout = lay_out(
            Path(folder),
            lines,
            host_port=port,
            database=asked.database,
            heartbeat_seconds=30.0,
            notice_bound_seconds=30.0,
        )
        host = host_process(layout).start()
        try:
            found(layout, host.address)
            asyncio.run(measured(layout, port, asked))
        finally:
            host.stop()


if __name__ == "__main__":
    main()
