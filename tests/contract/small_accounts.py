"""A small record of accounts and sessions, made alike every time, and everything that can be read of it."""

import asyncio
from contextlib import closing
from datetime import UTC, datetime
from itertools import count

from pokerroom.live.entrance import sessions, tries
from pokerroom.live.entrance.accounts import ApproveRole, ProposeRole
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.sessions import Opened
from pokerroom.live.ports import Record, World
from pokerroom.live.records import ACCOUNTS, heads_of, machine
from pokerroom.room.ports import Batch
from pokerroom.store import Writer, open_store
from tests.contract.small_record import SEED, Kept, Seen
from tests.owned import COMMIT, OwnedThreads, in_owned_world
from tests.unit.web.front import PASSWORD
from tests.unit.web.officers import appointed

EVENING = datetime(2026, 1, 2, 12, tzinfo=UTC)
LATER = datetime(2026, 1, 2, 14, tzinfo=UTC)
"""When it is looked at: some sessions are still open."""


def record_accounts(kept: Kept) -> None:
    """Two officers, a floorperson by both, guests, wrong passwords, somebody who leaves."""
    in_owned_world(lambda world: evening(kept, world), SEED, start=EVENING)


async def evening(kept: Kept, world: World) -> None:
    heads = heads_of(kept.settings, kept.folder, ACCOUNTS, kept.address)
    assert isinstance(world.threads, OwnedThreads)
    store, seconds = open_store(kept.address), count(step=COMMIT)
    clock, later = world.clock.now, world.threads.later
    writer = Writer(store, heads=heads, clock=clock, seconds=lambda: next(seconds), later=later)
    with closing(Record(store, writer, heads)) as record:
        await visits(Desk.over(record, world, folder=kept.folder))


async def visits(desk: Desk) -> None:
    for name in ("Ada", "Bob", "Flo", "Kim"):
        assert isinstance(await desk.register(name, PASSWORD), Opened)
    ada = (await appointed(desk, "Ada", Role.SHIFT_SUPERVISOR)).identity
    bob = (await appointed(desk, "Bob", Role.ACCOUNTING)).identity
    flo = desk.named("Flo")
    assert flo is not None
    await desk.ask(flo.id, ProposeRole(role=Role.FLOORPERSON, by=ada, at=desk.now), by=ada.id)
    await desk.ask(flo.id, ApproveRole(by=bob, at=desk.now), by=bob.id)
    guest = await desk.admit_guest("Pat")
    assert isinstance(guest, Opened)
    for name in ("Ada", "Ada", "Nobody"):
        await desk.log_in(name, "wrong")
    assert isinstance(await desk.log_in("Flo", PASSWORD), Opened)
    assert isinstance(await desk.admit_guest("Quin"), Opened)
    await desk.log_out(guest.token)


def seen_in(kept: Kept) -> Seen:
    """A desk opened as a house opens it, looked at and closed."""
    return asyncio.run(looked_at(kept))


def opens(kept: Kept) -> None:
    """It does, or raises what a house would tell."""
    asyncio.run(looked_at(kept))


async def looked_at(kept: Kept) -> Seen:
    with closing(machine(kept.settings).records.open(ACCOUNTS, kept.address)) as record:
        desk = Desk(record.store, nothing_is_added, clock=lambda: LATER)
        return Seen(
            {
                "accounts": desk._accounts,
                "sessions": {each.key: each for each in desk._sessions},
                "officers": desk.had_officers,
                "heads": dict(record.store.heads()),
                "events": tuple((each.position, each.envelope.hash) for each in record.store.read_all()),
                "session rows": tuple(record.store.rows(sessions.ROW)),
                "tries": tuple(record.store.rows(tries.ROW)),
            }
        )


async def nothing_is_added(_batch: Batch) -> int:
    raise AssertionError("a desk that is only looked at records nothing")
