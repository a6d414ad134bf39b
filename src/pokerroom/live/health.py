"""What those who run the room are told: whether it is well, whether it can be used, and what is wrong since when."""

import shutil
from collections.abc import Mapping, Sized
from datetime import datetime
from typing import Any, Protocol

from pokerroom.live.ports import World
from pokerroom.live.settings import Settings
from pokerroom.room.tables import DEALS, TABLES
from pokerroom.store import Writer
from pokerroom.store.faults import Trouble


class Watched(Protocol):
    """What is told of a house."""

    settings: Settings
    world: World
    writers: dict[str, Writer]
    troubles: dict[str, Trouble]
    unread: dict[str, Trouble]
    closing: bool

    @property
    def verifying(self) -> Mapping[str, Any]: ...

    @property
    def actors(self) -> Mapping[str, Any]: ...

    @property
    def connections(self) -> Sized: ...

    @property
    def given_up(self) -> list[str]: ...

    @property
    def fenced(self) -> Mapping[str, str]: ...

    @property
    def clock_health(self) -> Mapping[str, float]: ...


def health_of(house: Watched) -> dict[str, object]:
    """Everything. It is degraded by whatever somebody should look at, and not ready where nobody can use it."""
    found = {
        "failing_records": told_of(failing(house)),
        "unsigned_records": told_of({name: each.signing_trouble for name, each in house.writers.items()}),
        "broken_records": {name: each.fault for name, each in house.verifying.items() if each.fault},
        "failing_chores": told_of(house.troubles),
        "halted": sorted(name for name, actor in house.actors.items() if actor.halted),
        "halted_streams": sorted(stream for writer in house.writers.values() for stream in writer.halted),
        "given_up": house.given_up,
    }
    disk = disk_of(house)
    is_well = not any(found.values()) and not disk.get("short")
    return {
        "status": status_of(house, is_well=is_well),
        "taken_over": dict(house.fenced),
        "not_ready": reasons_against(house),
        **found,
        "verified": {name: each.position for name, each in house.verifying.items()},
        "disk": disk,
        "clock": {"now": house.world.clock.now().isoformat(), **house.clock_health},
        "tables": len(house.actors),
        "connections": len(house.connections),
    }


def status_of(house: Watched, *, is_well: bool) -> str:
    if house.fenced:
        return "taken over"
    return "closing" if house.closing else "ok" if is_well else "degraded"


def reasons_against(house: Watched) -> list[str]:
    """Why the room cannot be used: orders cannot be written, or nobody can enter; empty where it can."""
    reasons = ["the room is closing"] if house.closing else []
    reasons += [f"{name}: {trouble.reason}" for name, trouble in failing(house).items()]
    for name, writer in house.writers.items():
        reasons += [f"{name}: {stream} is halted" for stream in sorted(writer.halted) if is_shared(stream)]
    return reasons


def failing(house: Watched) -> dict[str, Trouble]:
    """The records that cannot be written, or else cannot be read."""
    writing = {name: writer.trouble for name, writer in house.writers.items()}
    return {name: each for name, trouble in writing.items() if (each := trouble or house.unread.get(name)) is not None}


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
