"""The rulings of poker shift supervisors, and who witnessed each: one that nobody has stands out, 14.15(b)."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from pokerroom.play import events as play
from pokerroom.room.projections.declaring import Occurrence, Projection, Reading, Rows, RowTable
from pokerroom.room.projections.rounds import ROUNDS_UNDER_WAY
from pokerroom.room.tables import TABLES
from pokerroom.table.seating.events import RuledBetweenRounds, RulingWitnessed


class RulingRecord(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    table: str
    number: int
    """Among the rulings at its table, from 1."""
    round: int
    at: datetime
    by: str
    paragraph: str
    reason: str
    moved: int
    """Cents that it moved between players, bets and pots."""
    witness: str
    """Empty while nobody has witnessed it."""
    witnessed: datetime | None


class RulingsCounted(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    table: str
    rulings: int


RULED = (play.Ruled, play.RulingMade, RuledBetweenRounds)
BY_WITNESS = ("witness", "table", "number")

RULING_RECORDS = RowTable(name="ruling", row=RulingRecord, key=("table", "number"), indexes=(BY_WITNESS,))
RULINGS_COUNTED = RowTable(name="rulings_counted", row=RulingsCounted, key=("table",))


def ruled(rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct]:
    counted = rows.get(RULINGS_COUNTED, told.table)
    number = 1 if counted is None else counted.rulings + 1
    event: play.Ruled | play.RulingMade | RuledBetweenRounds = told.event
    under_way, ruling = rows.get(ROUNDS_UNDER_WAY, told.table), event.ruling
    yield RulingsCounted(table=told.table, rulings=number)
    yield RulingRecord(
        table=told.table,
        number=number,
        round=0 if under_way is None else under_way.number,
        at=told.at if ruling is None else ruling.at,
        by=told.by if ruling is None else str(ruling.by),
        paragraph=event.rule.paragraph if ruling is None else ruling.paragraph,
        reason="" if ruling is None else ruling.reason,
        moved=sum(move.amount for move in event.moves) if not isinstance(event, play.RulingMade) else 0,
        witness="",
        witnessed=None,
    )


def witnessed(rows: Rows, told: Occurrence) -> Iterable[RulingRecord]:
    event: RulingWitnessed = told.event
    before = rows.get(RULING_RECORDS, told.table, event.ruling)
    if before is not None:
        yield replace(before, witness=str(event.by), witnessed=event.at)


RULINGS = Projection(
    name="rulings",
    version=1,
    tables=(RULING_RECORDS, RULINGS_COUNTED),
    folds={TABLES: {**dict.fromkeys(RULED, ruled), RulingWitnessed: witnessed}},
)


def of_table(rows: Reading, table: str, *, most: int | None = None) -> Sequence[RulingRecord]:
    """The latest first."""
    return rows.find(RULING_RECORDS, ("table", "number"), table, most=most, latest_first=True)


def without_witness(rows: Reading, *, most: int | None = None) -> Sequence[RulingRecord]:
    """Those that nobody has witnessed, table by table."""
    return rows.find(RULING_RECORDS, BY_WITNESS, "", most=most)
