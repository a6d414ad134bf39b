"""What two parts of the server are worth: sending directly, and commits that the loop makes itself.

The room as it is, the room that sends by ASGI alone, and the room whose commits are all left to the writer's thread are
servers of their own, with the same load: everybody acts at once. They take turns in one run. Told are the processor
time of an order, telling included, and how many orders a second come through, each as a ratio to the room as it is.
"""

import argparse
import asyncio
import statistics
import sys
import time
from pathlib import Path

import msgspec
import uvloop

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.room_clients import Crowd, asked  # noqa: E402
from bench.room_server import AS_IT_IS, WITHOUT, Load, server  # noqa: E402

CLIENTS = (10, 100)
"""At each table; five of them play."""
LOAD = Load(tables_each=1, seated=5, watching=5, seconds=4, turns=4, bots=0)
QUICK = Load(tables_each=1, seated=2, watching=1, seconds=0.5, turns=1, bots=0)


class Turn(msgspec.Struct):
    order_us: float
    orders_per_s: float


async def turn(port: int, load: Load) -> Turn:
    crowd = Crowd(port, load, (await asked(port, "usage"))["tables"])
    await crowd.come()
    await asyncio.sleep(min(2.0, load.seconds))  # Caches fill.
    (cpu, orders), began = await asked(port, "cpu"), time.monotonic()
    await asyncio.sleep(load.seconds)
    (cpu_after, orders_after), seconds = await asked(port, "cpu"), time.monotonic() - began
    crowd.leave()
    done = orders_after - orders
    return Turn(1e6 * (cpu_after - cpu) / done, done / seconds)


def measure(load: Load) -> dict[str, list[Turn]]:
    found: dict[str, list[Turn]] = {what: [] for what in (AS_IT_IS, *WITHOUT)}
    for _ in range(load.turns):
        for what, turns in found.items():
            with server(msgspec.structs.replace(load, without=what)) as port:
                turns.append(uvloop.run(turn(port, load)))
    return found


def show(load: Load, found: dict[str, list[Turn]]) -> None:
    print(f"\n{load.each} clients at each table, {load.turns} turns of {load.seconds} s")
    usual = found[AS_IT_IS]
    for what, turns in found.items():
        cost = statistics.median(each.order_us for each in turns)
        rate = statistics.median(each.orders_per_s for each in turns)
        costs = sorted(each.order_us / its.order_us for each, its in zip(turns, usual, strict=True))
        rates = sorted(each.orders_per_s / its.orders_per_s for each, its in zip(turns, usual, strict=True))
        print(
            f"{what:<24} {cost:7.0f} us an order, {statistics.median(costs):.2f} ({costs[0]:.2f}-{costs[-1]:.2f});"
            f" {rate:6.0f} orders/s, {statistics.median(rates):.2f} ({rates[0]:.2f}-{rates[-1]:.2f})"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a little of it, to see that it works")
    quick = parser.parse_args().quick
    loads = [QUICK] if quick else [msgspec.structs.replace(LOAD, watching=count - LOAD.seated) for count in CLIENTS]
    for load in loads:
        show(load, measure(load))


if __name__ == "__main__":
    main()
