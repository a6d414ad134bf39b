"""What `bench/cluster.py` found, as tables, and what a room of 10,000 tables and 100,000 sockets would need by it."""

from collections.abc import Sequence
from math import isinf
from pathlib import Path
from typing import NamedTuple

import msgspec

ROOM = Path(__file__).resolve().parent / "results/room.json"
TABLES, SOCKETS = 10_000, 100_000
BUSY = 0.7
"""Of a processor, at most: who keeps it busier keeps people waiting."""
GIGABYTE = 1024.0
"""In megabytes."""


class Figures(msgspec.Struct):
    """Of one case; medians over its turns."""

    name: str
    servers: int
    shards: int
    orders_per_s: float
    median_ms: float
    p99_ms: float
    """The worst of the servers'."""
    server_us: float
    """Processor time of all servers together, for each order."""
    database_us: float
    desk_us: float
    """Processor time of the server that has the desk, for each order of the room."""
    desk_part: float
    """Of the orders, those that were decided there."""


class Hop(msgspec.Struct):
    """An order to the desk, one after the other."""

    given: str
    median_ms: float
    p99_ms: float
    processor_us: float
    """Of both servers."""


class Report(msgspec.Struct):
    machine: str
    seconds: float
    cases: list[Figures]
    shards: list[Figures]
    """One server that has them all."""
    hops: list[Hop]


class Costs(NamedTuple):
    """Microseconds of a processor, for one order."""

    deciding: float
    """At the table's server: taken in, decided, recorded; bots' thinking included."""
    following: float
    """At every other server."""
    booking: float
    """At the desk, besides."""
    database: float


class Alone(NamedTuple):
    """One process under people, as bench/ROOM.md has it."""

    orders_a_table: float
    """A second, at the pace of people."""
    messages_an_order: float
    """With ten clients at a table."""
    message_us: float
    """To the server, for each more."""
    table_mb: float
    socket_mb: float


class Limit(NamedTuple):
    what: str
    an_order: str
    orders_per_s: float
    """That one processor carries; infinite where more servers carry more."""


def alone(path: Path = ROOM) -> Alone:
    known = msgspec.json.decode(path.read_bytes())
    pace, memory, few, many = known["pace"], known["memory"], known["rates"][0], known["rates"][-1]
    heard = [each["room_per_s"] / each["orders_per_s"] for each in (few, many)]
    cost = [messages * each["room_server_us"] for messages, each in zip(heard, (few, many), strict=True)]
    return Alone(
        orders_a_table=pace["orders_per_s"] / pace["tables"],
        messages_an_order=heard[0],
        message_us=(cost[1] - cost[0]) / (heard[1] - heard[0]),
        table_mb=(memory["played"] - memory["empty"]) / memory["tables"],
        socket_mb=(memory["connected"] - memory["played"]) / memory["clients"],
    )


def costs(cases: Sequence[Figures]) -> Costs:
    """From one server that has everything, and the most that shared it.

    A server that shares spends on an order of its own what one alone does, less the booking, and on every order of
    others what following costs; the desk spends the booking on every order. Two servers' sums give both.
    """
    shared = max(cases, key=lambda each: each.servers)
    one = next(each for each in cases if each.servers == 1 and each.shards == shared.shards)
    following = (shared.server_us - one.server_us) / (shared.servers - 1)
    own = shared.desk_part
    booking = (shared.desk_us - own * one.server_us - (1 - own) * following) / (1 - own)
    return Costs(one.server_us, max(0.0, following), max(0.0, booking), shared.database_us)


def limits(cost: Costs, room: Alone) -> list[Limit]:
    telling = room.messages_an_order * room.message_us
    at_desk = cost.following + cost.booking
    return [
        Limit("following at every server", f"{cost.following:,.0f} µs", BUSY * 1e6 / max(cost.following, 1e-9)),
        Limit("following and booking at the desk", f"{at_desk:,.0f} µs", BUSY * 1e6 / max(at_desk, 1e-9)),
        Limit("deciding, at the table's server", f"{cost.deciding:,.0f} µs", BUSY * 1e6 / cost.deciding),
        Limit("telling ten clients, there", f"{telling:,.0f} µs", BUSY * 1e6 / telling),
        Limit("PostgreSQL", f"{cost.database:,.0f} µs", BUSY * 1e6 / max(cost.database, 1e-9)),
    ]


def servers_for(orders_per_s: float, cost: Costs, room: Alone) -> float:
    """Servers of one processor each that decide and tell so much and follow the rest; infinite where none would do."""
    left = BUSY * 1e6 - orders_per_s * cost.following
    wanted = orders_per_s * (cost.deciding - cost.following + room.messages_an_order * room.message_us)
    return wanted / left if left > 0 else float("inf")


class Needs(NamedTuple):
    """What a room of so many tables and sockets needs."""

    orders_per_s: float
    messages_per_s: float
    servers: float
    database: float
    """Processors of PostgreSQL."""
    gb_each: float
    """Of every server, for the tables."""
    gb_sockets: float
    """Of all servers together."""


def needs(cost: Costs, room: Alone) -> Needs:
    orders = TABLES * room.orders_a_table
    return Needs(
        orders_per_s=orders,
        messages_per_s=orders * room.messages_an_order,
        servers=servers_for(orders, cost, room),
        database=orders * cost.database / 1e6,
        gb_each=TABLES * room.table_mb / GIGABYTE,
        gb_sockets=SOCKETS * room.socket_mb / GIGABYTE,
    )


def reckoning(cases: Sequence[Figures], room: Alone) -> str:
    cost = costs(cases)
    found, need = limits(cost, room), needs(cost, room)
    lines = "\n".join(
        f"| {each.what} | {each.an_order} | {each.orders_per_s:,.0f} | {tables(each, room):,.0f} |" for each in found
    )
    enough = "none would do: to follow takes more" if isinf(need.servers) else f"{need.servers:,.0f}"
    # Only these two are not divided among more servers, or given to a larger machine.
    first = min(found[:2], key=lambda each: each.orders_per_s)
    return f"""## {TABLES:,} tables and {SOCKETS:,} sockets

At the pace of people a table gives {room.orders_a_table:.2f} orders a second ([ROOM.md](ROOM.md)):
{need.orders_per_s:,.0f} in all, and {need.messages_per_s:,.0f} messages to {SOCKETS:,} sockets.

| | of a processor, an order | orders/s of one that is {BUSY:.0%} busy | tables |
|---|---|---|---|
{lines}

Deciding, telling and sockets are divided among the servers. Following is not: each server follows all tables, and has
all of them in memory.

| needed | |
|---|---|
| servers of one processor each | {enough} |
| processors of PostgreSQL | {need.database:.1f} |
| memory of every server, for tables with their last events | {need.gb_each:.1f} GB |
| memory of all together, for sockets | {need.gb_sockets:.1f} GB |

First at its limit: {first.what}, with {tables(first, room):,.0f} tables."""


def tables(limit: Limit, room: Alone) -> float:
    return limit.orders_per_s / room.orders_a_table


HEAD = (
    "| | orders/s | until durable, median | p99 | processor of the servers, an order | of PostgreSQL |",
    "|---|---|---|---|---|---|",
)


def rows(figures: Sequence[Figures]) -> list[str]:
    return [
        f"| {each.name} | {each.orders_per_s:,.0f} | {each.median_ms:.1f} ms | {each.p99_ms:.1f} ms "
        f"| {each.server_us:,.0f} µs | {each.database_us:,.0f} µs |"
        for each in figures
    ]


def table(found: Report) -> str:
    return "\n".join(
        (
            f"{found.machine}; a table of every game, four bots at each, no pauses; turns of {found.seconds:g} s.",
            "",
            *HEAD,
            *rows(found.cases),
            "",
            "One server that has every shard:",
            "",
            *HEAD,
            *rows(found.shards),
            "",
            "An order to the desk, one after the other, while nobody plays:",
            "",
            "| given | median | p99 | processor of both servers |",
            "|---|---|---|---|",
            *(
                f"| {each.given} | {each.median_ms:.1f} ms | {each.p99_ms:.1f} ms | {each.processor_us:,.0f} µs |"
                for each in found.hops
            ),
            "",
            reckoning(found.cases, alone()),
        )
    )
