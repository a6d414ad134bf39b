"""A house of a few gaming days: the first a simulated one, those after it short, the last under way."""

from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from pokerroom.bots.day import Day, DaySettings
from pokerroom.bots.day.plan import DATE, OPENING, SHIFT_DESK, SUPERVISOR
from pokerroom.ledger import CloseDay, OpenDay, Shift
from pokerroom.live.records import PLAY_CHIPS, deck_keys, open_record
from pokerroom.live.settings import Cluster, Settings
from pokerroom.room import lists
from pokerroom.room.books.commands import InBooks
from pokerroom.room.commands import Command, Order
from pokerroom.room.lists.commands import OnLists, OpenInterest
from pokerroom.room.room import Done, Room

FIRST_DAY = DaySettings(seed=5, tables=2, hours=0.1, thought_ticks=6)
LATER = 3
"""Days after the first, of which the last is under way."""


def make_house(folder: Path, url: str = "", *, shards: int = 1) -> Settings:
    folder.mkdir(mode=0o700)
    settings = Settings(store=str(folder), database=url, cluster=Cluster(shards=shards))
    with closing(open_record(settings, PLAY_CHIPS, url)) as record:
        day = Day(FIRST_DAY, record.store, record.writer, keys=deck_keys(settings))
        day.run()
        for number in range(1, LATER + 1):
            later_day(day.room, number, closes=number < LATER)
        record.store.projected.caught_up(however_long=True)
    return settings


def later_day(room: Room, number: int, *, closes: bool) -> None:
    date = DATE + timedelta(days=number)
    at = day_begins(number)
    do(room, f"open {number}", InBooks(OpenDay(date=date, shifts=(Shift("day", at),), at=at, by=SHIFT_DESK)))
    do(room, f"interest {number}", interest(number))
    if closes:
        at += timedelta(hours=8)
        do(room, f"close {number}", InBooks(CloseDay(date=date, at=at, by=SHIFT_DESK)))


def interest(number: int) -> OnLists:
    wanted = lists.Wanted("badugi", f"${number}-${2 * number}")
    return OnLists(OpenInterest(by=SUPERVISOR, at=day_begins(number) + timedelta(hours=1), wanted=wanted))


def day_begins(number: int) -> datetime:
    return OPENING + timedelta(days=number)


def do(room: Room, id_: str, command: Command) -> None:
    done = room.do(Order(id_, command))
    assert isinstance(done, Done), done
