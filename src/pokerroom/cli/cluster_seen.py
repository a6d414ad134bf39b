"""A cluster as its database shows it at one moment: the servers, and who has which shard of which record."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from pokerroom.live.placement import taking_part
from pokerroom.live.records import ROOMS, address_of, names_of
from pokerroom.live.settings import Settings
from pokerroom.room.shards import DESK
from pokerroom.store.lease import EPOCH, Held, Hold, Terms, told
from pokerroom.store.leasing import hold_of
from pokerroom.store.opening import engine_for
from pokerroom.store.servers import Asked, Doing, Listed, Servers


class SeenCluster(NamedTuple):
    servers: list[Listed]
    rooms: Mapping[str, tuple[Held, ...]]
    """Every shard of each record that servers share; none where nobody has made one yet."""

    @property
    def shards(self) -> int:
        return max((len(held) for held in self.rooms.values()), default=0) or 1

    @property
    def is_divided(self) -> bool:
        return self.shards > 1

    @property
    def there(self) -> dict[str, Listed]:
        return {each.name: each for each in self.servers if each.is_there}

    @property
    def serving(self) -> Listed | None:
        """Who has the room, or the desk of one that is divided."""
        return next((each for each in self.there.values() if each.does is Doing.SERVING), None)

    def had_by(self, server: Listed, room: str) -> list[int]:
        return [each.shard for each in self.rooms[room] if not each.is_free and each.owner == server.process]

    def has(self, server: Listed, shard: int) -> bool:
        """In every room that has such a shard."""
        return all(shard in self.had_by(server, room) for room, held in self.rooms.items() if shard < len(held))

    def has_any(self, server: Listed) -> bool:
        return any(self.had_by(server, room) for room in self.rooms)

    def has_tables(self, server: Listed) -> bool:
        return any(set(self.had_by(server, room)) - {DESK} for room in self.rooms)

    def can_have_tables_of(self, server: Listed) -> list[str]:
        return [
            name for name, each in taking_part(self.servers).items() if each.name != server.name and not each.drained
        ]

    @property
    def of_nobody(self) -> list[tuple[str, Held]]:
        return [(room, each) for room, held in self.rooms.items() if len(held) > 1 for each in held if each.is_free]

    @property
    def of_strangers(self) -> list[tuple[str, Held]]:
        """What is held by processes that are no servers of this cluster, or were not heard of lately."""
        known = {each.process for each in self.there.values()}
        return [
            (room, each)
            for room, held in self.rooms.items()
            if len(held) > 1
            for each in held
            if not each.is_free and each.owner not in known
        ]

    # In lines.

    def lines(self) -> Iterator[str]:
        for each in self.servers:
            yield line_of(each)
            if self.is_divided and each.is_there:
                yield f"  {self.what_it_has(each)}"
        for room, found in by_owner(self.of_nobody):
            how = "its owner vanished" if found[0].is_abandoned else "it was given back"
            yield f"Nobody has {self.named(room, found)}: {how}, {found[0].owner or 'nobody had it ever'}"
        for room, found in by_owner(self.of_strangers):
            yield f"{self.named(room, found)}: held by {found[0]}, which is no server of this cluster"

    def what_it_has(self, server: Listed) -> str:
        had = {room: shards for room in self.rooms if (shards := self.had_by(server, room))}
        shown = "; ".join(self.labeled(room, shards) for room, shards in had.items()) or "nothing"
        asked = f", asked to have {shards_named(server.takes)}" if server.takes else ""
        return f"{shown}{asked}: {counted(server.tables, 'table')}, {counted(server.rounds, 'round')} under way"

    def named(self, room: str, held: Iterable[Held]) -> str:
        return self.labeled(room, [each.shard for each in held])

    def labeled(self, room: str, shards: Iterable[int]) -> str:
        return shards_named(shards) if len(self.rooms) == 1 else f"{shards_named(shards)} of {room}"


def by_owner(found: Iterable[tuple[str, Held]]) -> Iterator[tuple[str, list[Held]]]:
    def alike(each: tuple[str, Held]) -> tuple[str, str, bool]:
        room, held = each
        return room, held.owner, held.is_abandoned

    for (room, *_), group in groupby(sorted(found, key=alike), key=alike):
        yield room, [held for _, held in group]


def line_of(each: Listed) -> str:
    since = datetime.fromtimestamp(each.since / 1_000_000, tz=EPOCH.tzinfo)
    does = (
        f"{each.does} since {since:%Y-%m-%d %H:%M:%S} UTC" if each.is_there else f"not heard of for {each.silent:.0f} s"
    )
    asked = f", asked to {each.asked} the room" if each.asked is Asked.TAKE else ""
    drained = ", drained" if each.drained else ""
    return f"{each.name}: {does}{drained}{asked}, at {each.address}, {each.software}"


def shards_named(shards: Iterable[int]) -> str:
    """`the desk and shards 1, 4-7`."""
    tables = sorted(set(shards) - {DESK})
    named = f"shard{'s' if len(tables) > 1 else ''} {ranges(tables)}" if tables else ""
    return " and ".join(filter(None, ("the desk" if DESK in set(shards) else "", named)))


def ranges(numbers: list[int]) -> str:
    """`1, 4-7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


class Looking:
    """Looks at a cluster again and again, by sessions of its own."""

    def __init__(self, servers: Servers, holds: Mapping[str, Hold]) -> None:
        self.servers, self._holds = servers, holds

    def look(self) -> SeenCluster:
        with told("the shards could not be looked at"):
            return SeenCluster(self.servers.listed(), {name: hold.held() for name, hold in self._holds.items()})


@contextmanager
def looking_at(settings: Settings) -> Iterator[Looking]:
    with ExitStack() as open_ones:
        holds = {}
        for name in room_records(settings):
            engine = engine_for(address_of(settings, name))
            open_ones.callback(engine.dispose)
            holds[name] = hold_of(engine, Terms())
            open_ones.callback(holds[name].close)
        yield Looking(open_ones.enter_context(closing(Servers(settings.database))), holds)


def room_records(settings: Settings) -> list[str]:
    return [name for name in names_of(settings) if name in ROOMS]
