"""Which server has which tables: from who is there and who holds what to what one server should give up and take.

A plan says of every shard of tables whose it should be. It follows from what everybody can see: servers that see the
same make the same plan and need not ask each other; where they do not, the lease decides, and the next look mends it.
A table that moves is a blink for its players. So everything stays where it is unless a server has more than its share
while another has less, or somebody asked for it, and then no more moves than must.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from heapq import heapify, heapreplace
from typing import NamedTuple

from pokerroom.room.shards import DESK
from pokerroom.store.lease import Held, Terms
from pokerroom.store.servers import Asked, Doing, Listed

RUNS_TABLES = frozenset({Doing.SERVING, Doing.TABLES})
"""Whoever does anything else has no room open in which a table could go on."""

SILENT_FOR = Terms().lasts - Terms().renewed_every
"""Seconds without a word after which a server is given no table. One that froze has been silent for as long before any
lease of its own has run out: nobody gives a table to a server whose tables are free because it froze."""


class Placement(NamedTuple):
    """What one server should do now."""

    give: frozenset[int] = frozenset()
    take: frozenset[int] = frozenset()
    """Free, and its own to take."""


def placement(
    servers: Collection[Listed], held: Collection[Held], me: str, *, waiting: Collection[int] = ()
) -> Placement:
    """For the server of this name.

    What is `waiting` has been free for so long that whoever should have it seems unable to take it: it is for whoever
    comes first.
    """
    tables = [each for each in held if each.shard != DESK]
    parts = taking_part(servers, me)
    plan = planned(parts, tables)
    process = next((each.process for each in servers if each.name == me), None)
    ours = {each.shard for each in tables if not each.is_free and each.owner == process}
    free = {each.shard for each in tables if each.is_free}
    take = {shard for shard in free if plan.get(shard) == me or (shard in waiting and me in parts)}
    return Placement(frozenset(shard for shard in ours if plan.get(shard, me) != me), frozenset(take))


def desk_goes_to(servers: Iterable[Listed], had_by: str) -> str:
    """The name of the server that should take the desk, which is free and was that process's; empty if none is there.

    One that was asked to; or else rather one that is not drained, that has not just given the desk up, and that has
    no tables, which would move.
    """

    def reluctance(each: Listed) -> tuple[bool | str, ...]:
        leaves = each.drained or each.asked is Asked.GIVE_UP
        return (
            each.asked is not Asked.TAKE,
            leaves,
            each.process == had_by,
            each.does is not Doing.STANDING_BY,
            each.name,
        )

    there = sorted(filter(is_well, servers), key=reluctance)
    return there[0].name if there else ""


def taking_part(servers: Iterable[Listed], me: str = "") -> dict[str, Listed]:
    """The servers that can have tables, by name. Those that are drained can where nobody else is there."""
    able = [each for each in servers if each.does in RUNS_TABLES and (each.name == me or is_well(each))]
    willing = [each for each in able if not each.drained and each.asked is not Asked.GIVE_UP]
    return {each.name: each for each in willing or able}


def is_well(server: Listed) -> bool:
    return server.is_there and server.silent < SILENT_FOR


def planned(parts: Mapping[str, Listed], tables: Collection[Held]) -> dict[int, str]:
    """Whose each shard should be, by the names of those who take part; nothing where nobody does."""
    if not parts:
        return {}
    plan = asked_for(parts, tables)
    rest = [each for each in tables if each.shard not in plan]
    stays = of_each(parts, [each for each in rest if not each.is_free])
    # Whoever lost one to nobody, as when the database was away, goes on with it soonest.
    returns = of_each(parts, [each for each in rest if each.is_free])
    places = Counter(plan.values())
    sizes = shares(places, {name: len(shards) for name, shards in stays.items()}, len(tables))
    for name, shards in (*stays.items(), *returns.items()):
        kept = shards[: sizes[name] - places[name]]
        plan |= dict.fromkeys(kept, name)
        places[name] += len(kept)
    vacant = [name for name in sorted(parts) for _ in range(sizes[name] - places[name])]
    left = sorted(each.shard for each in tables if each.shard not in plan)
    return plan | dict(zip(left, vacant, strict=True))


def asked_for(parts: Mapping[str, Listed], tables: Iterable[Held]) -> dict[int, str]:
    """The shards that somebody was asked to take; of several, the first by name."""
    asked = {shard: name for name in sorted(parts, reverse=True) for shard in parts[name].takes}
    return {each.shard: asked[each.shard] for each in tables if each.shard in asked}


def of_each(parts: Mapping[str, Listed], tables: Iterable[Held]) -> dict[str, list[int]]:
    """What each of them holds, or was the last to hold."""
    names = {each.process: name for name, each in parts.items()}
    found: dict[str, list[int]] = {name: [] for name in parts}
    for each in sorted(tables, key=lambda each: each.shard):
        if each.owner in names:
            found[names[each.owner]].append(each.shard)
    return found


def shares(asked: Mapping[str, int], held: Mapping[str, int], tables: int) -> dict[str, int]:
    """How many each should have: as level as can be above what it was asked to take. What cannot be divided evenly is
    left to those who have the most already.
    """
    lowest = [(asked.get(name, 0), -asked.get(name, 0) - count, name) for name, count in held.items()]
    heapify(lowest)
    for _ in range(tables - sum(asked.values())):
        size, has, name = lowest[0]
        heapreplace(lowest, (size + 1, has, name))
    return {name: size for size, _, name in lowest}
