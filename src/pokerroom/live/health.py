"""What those who run the room are told: whether it is well, whether it can be used, and what is wrong since when."""

import shutil
from collections.abc import Callable, Mapping, Sized
from datetime import datetime
from typing import Any, Protocol

from pokerroom.live.minding import MindedRecords
from pokerroom.live.ports import World
from pokerroom.live.settings import Settings
from pokerroom.live.shards_told import ShardsTold
from pokerroom.room.tables import DEALS, TABLES
from pokerroom.store.faults import Trouble


class Watched(Protocol):
    """What is told of a house."""

    settings: Settings
    world: World
    troubles: dict[str, Trouble]
    closing: bool
    records: MindedRecords

    @property
    def actors(self) -> Mapping[str, Any]: ...

    @property
    def connections(self) -> Sized: ...

    @property
    def lapsed(self) -> list[str]: ...

    @property
    def shards_told(self) -> Callable[[], Mapping[str, ShardsTold]]: ...

    @property
    def clock_health(self) -> Mapping[str, float]: ...


def health_of(house: Watched) -> dict[str, object]:
    """Everything. It is degraded by whatever somebody should look at, and not ready where nobody can use it."""
    shards = house.shards_told()
    found = {
        "failing_records": told_of(failing(house)),
        "unsigned_records": told_of({name: each.signing_trouble for name, each in house.records.writers.items()}),
        "broken_records": {
            name: told for name, each in house.records.verifying.items() if (told := each.fault or each.missing)
        },
        "failing_chores": told_of(house.troubles),
        "halted": sorted(name for name, actor in house.actors.items() if actor.halted),
        "halted_streams": sorted(stream for writer in house.records.writers.values() for stream in writer.halted),
        "given_up": house.records.given_up,
        "not_followed": told_of({name: each.followed.trouble for name, each in shards.items()}),
    }
    disk = disk_of(house)
    is_well = not any(found.values()) and not disk.get("short")
    return {
        "status": status_of(house, is_well=is_well),
        "taken_over": dict(house.records.fenced),
        "not_ready": reasons_against(house),
        **found,
        "verified": {name: each.position for name, each in house.records.verifying.items()},
        "disk": disk,
        "clock": {"now": house.world.clock.now().isoformat(), **house.clock_health},
        **({"shards": {name: each.health for name, each in shards.items()}} if shards else {}),
        "tables": len(house.actors),
        "connections": len(house.connections),
    }


def status_of(house: Watched, *, is_well: bool) -> str:
    if house.records.fenced:
        return "taken over"
    return "closing" if house.closing else "ok" if is_well else "degraded"


def reasons_against(house: Watched) -> list[str]:
    """Why the room cannot be used: orders cannot be written, or nobody can enter; empty where it can."""
    reasons = ["the room is closing"] if house.closing else []
    reasons += [f"{name}: {trouble.reason}" for name, trouble in failing(house).items()]
    reasons += [f"{name}: another server may have it by now" for name in house.lapsed]
    for name, each in house.shards_told().items():
        if (trouble := each.followed.trouble) is not None and trouble.is_final:
            reasons.append(f"{name}: what other servers record cannot be followed here: {trouble.reason}")
    for name, writer in house.records.writers.items():
        reasons += [f"{name}: {stream} is halted" for stream in sorted(writer.halted) if is_shared(stream)]
    return reasons


def failing(house: Watched) -> dict[str, Trouble]:
    """The records that cannot be written, or else cannot be read."""
    writing = {name: writer.trouble for name, writer in house.records.writers.items()}
    return {
        name: each
        for name, trouble in writing.items()
        if (each := trouble or house.records.unread.get(name)) is not None
    }


def is_shared(stream: str) -> bool:
    """Whether more than one table waits for it."""
    return not TABLES.holds(stream) and not DEALS.holds(stream)


def told_of(troubles: dict[str, Any]) -> dict[str, dict[str, object]]:
    return {name: told(each.reason, each.since, each.tries) for name, each in troubles.items() if each is not None}


def told(reason: str, since: datetime, tries: int) -> dict[str, object]:
    return {"reason": reason, "since": since.isoformat(), "tries": tries}


def disk_of(house: Watched) -> dict[str, object]:
    """Of the folder of the records; nothing where they are in memory."""
    folder = house.settings.folder
    if folder is None:
        return {}
    free, least = shutil.disk_usage(folder).free, house.settings.least_disk_free
    return {"free": free, "least": least, "short": free < least}
