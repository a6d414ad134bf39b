"""The tables of the room: what is posted at each, whether it is open, how many sit there, when it was last active."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from pokerroom.room.projections.declaring import Occurrence, Projection, Reading, Rows, RowTable
from pokerroom.room.tables import TABLES
from pokerroom.rules.house import Limits
from pokerroom.table.seating.apply import with_minimum
from pokerroom.table.seating.events import (
    ChangePosted,
    GameChanged,
    GamingClosed,
    GamingOpened,
    MinimumRaised,
    PlayerSeated,
    PostingChanged,
    RoundFinished,
    RoundStarted,
    SeatVacated,
)
from pokerroom.table.seating.posting import Rotation, seats_of


class TableSummary(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    table: str
    area: str
    opened: datetime
    closed: datetime | None
    rotation: Rotation
    turn: int
    """Which game of the rotation is dealt."""
    game: str
    edition: str
    limits: Limits
    seats: int
    settings: str
    """The filed version in force."""
    next_settings: str
    """The one posted for when the round of play is over."""
    seated: int
    rounds: int
    last_activity: datetime


TABLE_SUMMARIES = RowTable(name="table_summary", row=TableSummary, key=("table",))


def opened(rows: Rows, told: Occurrence) -> Iterable[TableSummary]:
    event: GamingOpened = told.event
    before, now = rows.get(TABLE_SUMMARIES, told.table), event.rotation[0]
    yield TableSummary(
        table=told.table,
        area=event.area,
        opened=event.at,
        closed=None,
        rotation=event.rotation,
        turn=0,
        game=now.game,
        edition=now.edition,
        limits=now.house.limits,
        seats=seats_of(event.rotation),
        settings=event.settings,
        next_settings="",
        seated=0,
        rounds=0 if before is None else before.rounds,
        last_activity=event.at,
    )


def changed(rows: Rows, told: Occurrence, **changes: object) -> Iterable[TableSummary]:
    before = rows.get(TABLE_SUMMARIES, told.table)
    if before is not None:
        yield replace(before, **changes, last_activity=told.event.at)


def dealing(rows: Rows, told: Occurrence, rotation: Rotation, turn: int, **changes: object) -> Iterable[TableSummary]:
    now = rotation[turn]
    posted = {"rotation": rotation, "turn": turn, "game": now.game, "edition": now.edition, "limits": now.house.limits}
    return changed(rows, told, **posted, **changes)


def closed(rows: Rows, told: Occurrence) -> Iterable[TableSummary]:
    return changed(rows, told, closed=told.event.at, seated=0, next_settings="")


def change_posted(rows: Rows, told: Occurrence) -> Iterable[TableSummary]:
    return changed(rows, told, next_settings=told.event.settings)


def posting_changed(rows: Rows, told: Occurrence) -> Iterable[TableSummary]:
    before, rotation = rows.get(TABLE_SUMMARIES, told.table), told.event.rotation
    if before is None:
        return ()
    settings = {"settings": before.next_settings, "next_settings": ""}
    return dealing(rows, told, rotation, 0, seats=seats_of(rotation), **settings)


def game_changed(rows: Rows, told: Occurrence) -> Iterable[TableSummary]:
    before = rows.get(TABLE_SUMMARIES, told.table)
    return () if before is None else dealing(rows, told, before.rotation, told.event.turn)


def minimum_raised(rows: Rows, told: Occurrence) -> Iterable[TableSummary]:
    before = rows.get(TABLE_SUMMARIES, told.table)
    if before is None:
        return ()
    now = before.rotation[before.turn]
    now = replace(now, house=with_minimum(now.house, told.event.minimum))
    rotation = (*before.rotation[: before.turn], now, *before.rotation[before.turn + 1 :])
    return dealing(rows, told, rotation, before.turn)


def seated(rows: Rows, told: Occurrence, change: int = 1) -> Iterable[TableSummary]:
    before = rows.get(TABLE_SUMMARIES, told.table)
    return () if before is None else changed(rows, told, seated=before.seated + change)


def vacated(rows: Rows, told: Occurrence) -> Iterable[TableSummary]:
    return seated(rows, told, -1)


def finished(rows: Rows, told: Occurrence) -> Iterable[TableSummary]:
    before = rows.get(TABLE_SUMMARIES, told.table)
    return () if before is None else changed(rows, told, rounds=before.rounds + 1)


OF_TABLES = Projection(
    name="tables",
    version=1,
    tables=(TABLE_SUMMARIES,),
    folds={
        TABLES: {
            GamingOpened: opened,
            GamingClosed: closed,
            ChangePosted: change_posted,
            PostingChanged: posting_changed,
            GameChanged: game_changed,
            MinimumRaised: minimum_raised,
            PlayerSeated: seated,
            SeatVacated: vacated,
            RoundStarted: changed,
            RoundFinished: finished,
        }
    },
)


def all_tables(rows: Reading) -> Sequence[TableSummary]:
    """By name."""
    return rows.find(TABLE_SUMMARIES, TABLE_SUMMARIES.key)
