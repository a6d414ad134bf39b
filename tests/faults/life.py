"""People at the tables of a server that has faults, and whether the record has all that they were told, once."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from typer.testing import CliRunner

from pokerroom.cards import card_text
from pokerroom.cli import app
from pokerroom.live.room import BOT
from pokerroom.live.tables.telling import told
from tests.faults.guests import PATIENCE, Guest, enter
from tests.faults.nursery import Nursery, tables_by_game
from tests.faults.record import Record

GAMES = (
    "hold-em",
    "omaha-high-low-eight",
    "seven-card-stud-high-low-eight",
    "super-seven-card-stud-high-low",
    "badugi",
    "five-card-stud",
)
BETWEEN = 0.005
"""Seconds between two looks at what was heard."""


class Stage(NamedTuple):
    servers: Nursery
    record: Record
    rng: Random
    audit: Callable[[], str]
    """What an audit of the record found; empty where it is clean."""


@asynccontextmanager
async def a_life(stage: Stage, guests: list[Guest]) -> AsyncIterator[str]:
    """The address of a server with everybody at its tables, who stay until it is gone."""
    address = await asyncio.to_thread(stage.servers.start)
    if not guests:
        guests += await asyncio.to_thread(arrivals, address, stage.rng)
    living = [asyncio.create_task(guest.live(address)) for guest in guests]
    try:
        await everybody_is_back(guests, living)
        yield address
        await asyncio.wait_for(asyncio.gather(*living), PATIENCE)
    finally:
        for task in living:
            task.cancel()
        await asyncio.gather(*living, return_exceptions=True)


async def all_back(guests: list[Guest]) -> None:
    for guest in guests:
        await guest.back.wait()


async def everybody_is_back(guests: list[Guest], living: "list[asyncio.Task[None]]") -> None:
    back = asyncio.create_task(all_back(guests))
    try:
        await asyncio.wait([back, *living], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        missing = [(guest.name, guest.faults) for guest in guests if not guest.back.is_set()]
        assert not missing, f"not all of them came back: {missing}"
    finally:
        back.cancel()


def arrivals(address: str, rng: Random, games: Iterable[str] = GAMES) -> list[Guest]:
    """Two people and somebody who looks on at a table of each game."""
    tables = tables_by_game(address)
    people = [
        (f"{name}{number}", tables[game], name != "Lou")
        for number, game in enumerate(games)
        for name in ("Ann", "Bob", "Lou")
    ]
    return [
        Guest(name, table, enter(address, name), Random(rng.random()), seated=seated) for name, table, seated in people
    ]


async def until_heard(guests: list[Guest], wanted: int) -> None:
    before = sum(guest.heard for guest in guests)

    async def heard() -> None:
        while sum(guest.heard for guest in guests) < before + wanted:  # noqa: ASYNC110  many are counted together
            await asyncio.sleep(BETWEEN)

    await asyncio.wait_for(heard(), PATIENCE)


def check(record: Record, guests: list[Guest], where: str) -> None:
    """What everybody knows is in the record, and every chip is somewhere."""
    names = {guest.id: guest.name for guest in guests}
    for guest in guests:
        assert not guest.faults, f"{where}: {guest.faults}"
        check_told(record, guest, names, where)
        check_requests(record, guest, where)
    chips = record.chips
    assert chips.found == chips.issued, f"{where}: {chips}"
    assert chips.held >= 0, f"{where}: {chips}"
    for name, table in record.tables.items():
        assert table.is_balanced, f"{where}: table {name}"
        # What was held for a table may be on its way into the books.
        owed = table.bought_in - record.bought.get(name, 0)
        assert owed == 0 or (record.holds and owed > 0), f"{where}: table {name} and the books"


def check_told(record: Record, guest: Guest, names: dict[str, str], where: str) -> None:
    """Every word that he was told, and his own cards whenever he saw them, are those of the record."""
    entries = record.entries[guest.table]
    assert guest.last is not None
    assert guest.last <= len(entries), f"{where}: {guest.name} knows {guest.last} events of {len(entries)}"
    for each in guest.told:
        entry = entries[each.sequence - 1]
        meant = told(entry, guest.id, lambda player: names.get(player, player.removeprefix(BOT)))
        assert each == meant, f"{where}: {guest.name} was told {each}, not {meant}"
    for sequence, seat in guest.hands.items():
        entry = entries[sequence - 1]
        if guest.id in entry.players and entry.state is not None and seat.dealt_in:
            held = entry.state.down[entry.players.index(guest.id)]
            assert seat.down == tuple(map(card_text, held)), f"{where}: {guest.name} at {sequence}: {seat.down}"
    guest.told.clear()
    guest.hands = {sequence: seat for sequence, seat in guest.hands.items() if sequence == guest.last}


def check_requests(record: Record, guest: Guest, where: str) -> None:
    """What was accepted has happened once, however often it was asked for; what was refused has not."""
    for request in guest.granted:
        assert record.events_of(guest.table, f"{guest.id}/{request}"), f"{where}: {request} was accepted and is lost"
    for request in guest.every:
        events = record.events_of(guest.table, f"{guest.id}/{request}")
        once = list(range(events[0], events[0] + len(events))) if events else []
        assert list(events) == once, f"{where}: {request} happened at {events}"
    for request, words in guest.refused.items():
        assert not record.events_of(guest.table, f"{guest.id}/{request}"), f"{where}: {request}, refused: {words}"


def audit_of(url: str, keys: Path, *, decide_again: bool) -> str:
    """What `pokerroom audit` prints where it finds something."""
    more = ["--decide-again"] if decide_again else []
    audited = CliRunner().invoke(app, ["audit", url, "--deck-keys", str(keys), *more])
    return "" if audited.exit_code == 0 else audited.output
