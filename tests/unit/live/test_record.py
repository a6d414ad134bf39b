"""The record of a live room: signed, auditable, split into gaming days, in SQLite or PostgreSQL."""

import asyncio
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.ledger import DayClosed, trial_balance
from pokerroom.live import payouts
from pokerroom.live.house import House
from pokerroom.live.records import fenced
from pokerroom.live.room import LiveRoom
from pokerroom.live.seeding import DESK
from pokerroom.live.settings import PlayChips, Settings, SettingsError, read_settings
from pokerroom.room.books import LEDGER
from pokerroom.store import SqlStore, open_store
from pokerroom.store.dividing import divide
from tests.postgres import postgres, postgres_url
from tests.wire import QUICK, Client, Player, table_of

__all__ = ["postgres", "postgres_url"]

CHIPS = PlayChips(bots=2, spectator_delay=0, demonstrations=0)


async def opened(settings: Settings) -> House:
    house = await House.open(settings, pace=0)
    house.start()
    return house


def kept_in(folder: Path) -> Settings:
    return Settings(store=str(folder), clock=QUICK, play_chips=CHIPS)


async def played(house: House, *, rounds: int) -> None:
    table = table_of(house, "hold-em")
    ann = Player(house, "Ann", Random(4))
    await ann.enter()
    if house.actors[table].table.seat_of(ann.identity.id) is None:
        await ann.sit(table)
    await ann.play(table, rounds=rounds)


def audited(folder: Path, database: str = "") -> None:
    signed = ("--heads", str(folder / "heads/play-chips.heads"), "--key", str(folder / "signing-key.pub"))
    decks = ("--deck-keys", str(folder / "deck-keys"), "--decide-again")
    record = database or str(folder / "play-chips.sqlite3")
    result = CliRunner().invoke(app, ["audit", record, *signed, *decks])
    assert result.exit_code == 0, result.stdout
    assert "--heads were given" not in result.stdout


def test_the_audit_of_a_room_and_its_signed_heads_is_clean_across_starts(tmp_path: Path) -> None:
    async def session() -> None:
        house = await opened(kept_in(tmp_path))
        await played(house, rounds=2)
        await house.close()

    for _ in range(2):
        asyncio.run(session())
    audited(tmp_path)


def test_a_tail_cut_off_a_room_s_record_shows_by_its_signed_heads(tmp_path: Path) -> None:
    async def session() -> None:
        house = await opened(kept_in(tmp_path))
        await played(house, rounds=1)
        await house.close()

    asyncio.run(session())
    early = (tmp_path / "play-chips.sqlite3").read_bytes()
    asyncio.run(session())
    (tmp_path / "play-chips.sqlite3").write_bytes(early)
    with pytest.raises(AssertionError, match="cut off"):
        audited(tmp_path)


def test_a_room_keeps_its_record_in_postgresql_by_one_setting(tmp_path: Path, postgres_url: str) -> None:
    settings = Settings(store=str(tmp_path), database=postgres_url, clock=QUICK, play_chips=CHIPS)

    async def session() -> int:
        house = await opened(settings)
        before = house.actors[table_of(house, "hold-em")].sequence
        await played(house, rounds=1)
        await house.close()
        return before

    first, second = asyncio.run(session()), asyncio.run(session())
    assert second > first
    assert not (tmp_path / "play-chips.sqlite3").exists()
    audited(tmp_path, postgres_url)


def test_a_gaming_day_begins_in_the_middle_of_a_round_and_every_chip_is_booked_in_its_own(tmp_path: Path) -> None:
    async def session() -> None:
        house = await opened(kept_in(tmp_path))
        live, table = house.rooms["play chips"], table_of(house, "seven-card-stud-high")
        ann, ben = Client(house, "Ann"), Player(house, "Ben", Random(2))
        await ann.enter()
        await ann.sit(table)
        # Its antes are in the pot from the start.
        await ann.turn()
        await ben.enter()
        other = table_of(house, "badugi")
        await ben.sit(other)
        playing = asyncio.create_task(ben.play(other, rounds=6))
        for _ in range(3):
            await asyncio.sleep(0.05)
            await next_day(live)
        await playing
        await live.book()
        assert sum(line.balance for line in trial_balance(live.room.state(LEDGER)).lines) == 0
        assert all(actor.table.is_balanced and not actor.halted for actor in house.actors.values())
        await house.close()

    asyncio.run(session())
    store = open_store(f"sqlite:///{tmp_path / 'play-chips.sqlite3'}")
    events = [event for _, event in LEDGER.events(store)]
    store.close()
    closed = [event for event in events if isinstance(event, DayClosed)]
    assert len(closed) == 3
    assert closed[0].report.in_play, "the pot of the round in progress"
    audited(tmp_path)


async def next_day(live: LiveRoom) -> None:
    """As a house of play chips does it by the clock: what accounting owes a payout comes first."""
    day = live.room.state(LEDGER).open_day
    assert day is not None
    await payouts.count_all(live)
    await live.begin_day(day.date + timedelta(days=1), DESK)
    assert live.room.state(LEDGER).open_day != day


def test_the_play_chip_room_begins_the_day_by_the_clock(tmp_path: Path) -> None:
    settings = Settings(store=str(tmp_path), clock=QUICK, play_chips=PlayChips(bots=0), time_zone="UTC", day_starts=6)
    assert settings.gaming_date(datetime(2026, 5, 2, 5, 59, tzinfo=UTC)).day == 1
    assert settings.gaming_date(datetime(2026, 5, 2, 6, 0, tzinfo=UTC)).day == 2

    async def session() -> None:
        house = await House.open(settings)
        live = house.rooms["play chips"]
        first = live.room.state(LEDGER).open_day
        assert first is not None
        assert first.date == settings.gaming_date(first.opened)
        tomorrow = first.opened + timedelta(days=1)
        live.moment = lambda: tomorrow  # type: ignore[method-assign]
        await house.keep_day(live)
        await house.keep_day(live)
        second = live.room.state(LEDGER).open_day
        assert second is not None
        assert second.date == first.date + timedelta(days=1)
        await house.close()

    asyncio.run(session())


def test_a_place_that_is_in_no_time_zone_is_refused() -> None:
    with pytest.raises(SettingsError, match="Atlantis"):
        read_settings(environment={"POKERROOM_TIME_ZONE": "Atlantis"})


def test_whoever_loses_tables_of_a_shared_record_goes_on_and_whoever_loses_the_desk_does_not(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/record.sqlite3"
    divide(url, 4)
    with closing(open_store(url, writing=True)) as store:
        assert isinstance(store, SqlStore)
        assert store.lease is not None
        store.lease.epochs, store.lease.lost = {}, {3: "another has the tables"}
        assert fenced(store) == ""
        store.lease.lost = {0: "another has the desk", 3: "another has the tables"}
        assert fenced(store) == "another has the desk"
