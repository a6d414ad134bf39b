"""Exports: the same rows as CSV, which programs of all ages read, and as Parquet, for those who compute with them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from io import BytesIO
from typing import Any, NamedTuple

from msgspec.structs import asdict, astuple

from pokerroom.ledger.days import FIGURES
from pokerroom.ledger.papers import cell, csv_text
from pokerroom.live.forms.form import NotInstalled
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff.gaming_days import report_of
from pokerroom.room.projections import incidents, journal, rounds
from pokerroom.room.projections.days import GAMING_DAYS


class Rows(NamedTuple):
    heads: tuple[str, ...]
    lines: list[tuple[Any, ...]]


def figures(live: LiveRoom, day: date) -> Rows:
    """What each table, game and shift did; amounts are cents."""
    report = report_of(live, day)
    lines = [(str(day), *astuple(each.where), *astuple(each.figures)) for each in report.lines]
    return Rows(("day", "table", "game", "shift", *FIGURES), lines)


def transfers(live: LiveRoom, day: date) -> Rows:
    return of_structs(journal.JournalLine, journal.of_day(live.store.projected.caught_up(), day))


def day_incidents(live: LiveRoom, day: date) -> Rows:
    return of_structs(incidents.IncidentRecord, iter(incidents.of_day(live.store.projected.caught_up(), day)))


def played(live: LiveRoom, day: date) -> Rows:
    """Rounds of play, without cards: who was dealt in, what was won, and the rake."""
    rows = live.store.projected.caught_up()
    found = rows.get(GAMING_DAYS, day)
    between = () if found is None else rounds.between(rows, found.opened, found.closed)
    return of_structs(rounds.RoundPlayed, iter(between))


def of_structs(kind: Any, found: Iterator[Any]) -> Rows:
    return Rows(kind.__struct_fields__, [tuple(asdict(each).values()) for each in found])


EXPORTS: Mapping[str, Callable[[LiveRoom, date], Rows]] = {
    "figures": figures,
    "journal": transfers,
    "incidents": day_incidents,
    "rounds": played,
}


def as_csv(rows: Rows) -> bytes:
    return csv_text([rows.heads, *([in_csv(each) for each in line] for line in rows.lines)]).encode()


def in_csv(value: Any) -> Any:
    if isinstance(value, int):
        return value
    return "" if value is None else cell(str(plain(value)))


def plain(value: Any) -> Any:
    """As a column holds it: several values of one cell are one text."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    return " ".join(map(str, value)) if isinstance(value, tuple) else value


def as_parquet(rows: Rows) -> bytes:
    try:
        import pyarrow as pa  # noqa: PLC0415  in an extra
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError:
        raise NotInstalled("Parquet") from None
    columns: Sequence[list[Any]] = [[plain(line[place]) for line in rows.lines] for place in range(len(rows.heads))]
    table = pa.table(dict(zip(rows.heads, columns, strict=True)))
    out = BytesIO()
    parquet.write_table(table, out)
    return out.getvalue()


FORMATS: Mapping[str, tuple[Callable[[Rows], bytes], str]] = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "parquet": (as_parquet, "application/vnd.apache.parquet"),
}
"""How rows are written, and what such a file is called on the network."""
