"""What went wrong or was decided by staff: irregular rounds, rulings, warnings, removals, corrections. No cards."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import Any

import msgspec

from pokerroom.ledger.counting import Flag
from pokerroom.ledger.events import TableCounted, TransferCorrected
from pokerroom.money import dollars
from pokerroom.play import events as play
from pokerroom.room.books import LEDGER
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.lists import events as lists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.projections.days import day_under_way
from pokerroom.room.projections.declaring import Fold, Occurrence, Projection, Reading, Rows, RowTable
from pokerroom.room.projections.rounds import ROUNDS_UNDER_WAY
from pokerroom.room.tables import TABLES
from pokerroom.table import conduct
from pokerroom.table.seating.events import PlayerRemoved, RuledBetweenRounds


class IncidentKind(StrEnum):
    MISDEAL = "misdeal"
    DEAD_ROUND = "dead round"
    RULING = "ruling"
    UPHELD = "action upheld"
    HAND_REMOVED = "hand removed"
    HAND_RECONSTRUCTED = "hand reconstructed"
    WARNING = "warning"
    REQUIRED_TO_LEAVE = "required to leave"
    SENT_AWAY = "sent from the table"
    REINSTATED = "reinstated"
    NOTIFIED = "Division notified"
    BARRED = "barred from the lists"
    ADMITTED = "admitted to the lists again"
    CORRECTION = "correction"
    COUNT = "count of a table off"


class IncidentRecord(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    position: int
    day: date | None
    at: datetime
    table: str
    round: int
    """0 where it belongs to none."""
    kind: str
    player: str
    by: str
    paragraph: str
    reason: str


BY_DAY = ("day", "position")
BY_TABLE = ("table", "position")
BY_PLAYER = ("player", "position")

INCIDENT_RECORDS = RowTable(
    name="incident", row=IncidentRecord, key=("position",), indexes=(BY_DAY, BY_TABLE, BY_PLAYER)
)

Facts = dict[str, Any]


def incident(kind: IncidentKind, facts: Callable[[Any], Facts | None]) -> Fold:
    """A kind of incident, and what of its event is told; nothing where it was none."""

    def fold(rows: Rows, told: Occurrence) -> Iterable[IncidentRecord]:
        found = facts(told.event)
        if found is not None:
            yield record(rows, told, kind, found)

    return fold


def record(rows: Rows, told: Occurrence, kind: IncidentKind, found: Facts) -> IncidentRecord:
    seat = found.pop("seat", None)
    under_way = rows.get(ROUNDS_UNDER_WAY, told.table) if told.table else None
    player = "" if seat is None or under_way is None else under_way.players[seat]
    facts: Facts = {"at": told.at, "by": told.by, "table": told.table, "player": player, "paragraph": "", "reason": ""}
    return IncidentRecord(
        position=told.position,
        day=day_under_way(rows),
        round=0 if under_way is None else under_way.number,
        kind=kind.value,
        **(facts | found),
    )


def cited(event: Any) -> Facts:
    return {"paragraph": "" if event.rule is None else event.rule.paragraph}


def ended_early(event: Any) -> Facts:
    return cited(event) | {"reason": event.cause.value}


def removed_hand(event: play.HandRemoved) -> Facts:
    return cited(event) | {"seat": event.seat, "reason": event.cause.value}


def reconstructed(event: play.HandReconstructed) -> Facts:
    return cited(event) | {"seat": event.seat, "reason": f"witnesses: {', '.join(event.witnesses)}"}


def ruled(event: play.Ruled | RuledBetweenRounds) -> Facts:
    return by_ruling(event.ruling)


def by_ruling(ruling: Any) -> Facts:
    return {"at": ruling.at, "by": str(ruling.by), "paragraph": ruling.paragraph, "reason": ruling.reason}


def upheld(event: play.RulingMade) -> Facts:
    """What a supervisor let stand; a record of another room may not say who ruled."""
    if event.ruling is None:
        return cited(event) | {"seat": event.seat, "reason": event.code.value}
    return {"seat": event.seat} | by_ruling(event.ruling)


def on_conduct(words: str) -> Callable[[Any], Facts]:
    """An event that names a player, and whose reason is in this field."""
    return lambda event: (
        cited(event)
        | {
            "at": event.at,
            "by": str(event.by),
            "player": event.player,
            "reason": getattr(event, words),
        }
    )


def warned(event: conduct.PlayerWarned) -> Facts:
    return on_conduct("warning")(event) | {"reason": f"{event.incident.value}: {event.warning}"}


def sent_away(event: PlayerRemoved) -> Facts:
    reason = "when the round is over" if event.after_round else "at once"
    return cited(event) | {"at": event.at, "by": str(event.by), "player": event.player, "reason": reason}


def admitted(event: lists.PlayerReinstated) -> Facts:
    return {"at": event.at, "by": str(event.by), "player": event.player}


def corrected(event: TransferCorrected) -> Facts:
    original, first = event.original, event.transfers[0]
    reason = f"{dollars(original.amount)} of {original.id}: {first.note}"
    table, rule = original.table, original.rule
    return {
        "at": first.at,
        "by": f"{first.by}, {event.checker}",
        "table": table,
        "player": original.debit.player or original.credit.player,
        "paragraph": "" if rule is None else rule.paragraph,
        "reason": reason,
    }


def miscounted(event: TableCounted) -> Facts | None:
    slip = event.slip
    if slip.flag is Flag.NONE and slip.drop_flag is Flag.NONE:
        return None
    reason = f"tray {dollars(slip.difference)}, drop box {dollars(slip.drop_difference)}"
    return cited(event) | {"at": slip.at, "by": str(slip.by), "table": slip.table, "reason": reason}


INCIDENTS = Projection(
    name="incidents",
    version=1,
    tables=(INCIDENT_RECORDS,),
    folds={
        TABLES: {
            play.Misdealt: incident(IncidentKind.MISDEAL, ended_early),
            play.RoundDied: incident(IncidentKind.DEAD_ROUND, ended_early),
            play.Ruled: incident(IncidentKind.RULING, ruled),
            RuledBetweenRounds: incident(IncidentKind.RULING, ruled),
            play.RulingMade: incident(IncidentKind.UPHELD, upheld),
            play.HandRemoved: incident(IncidentKind.HAND_REMOVED, removed_hand),
            play.HandReconstructed: incident(IncidentKind.HAND_RECONSTRUCTED, reconstructed),
            PlayerRemoved: incident(IncidentKind.SENT_AWAY, sent_away),
        },
        CONDUCT: {
            conduct.PlayerWarned: incident(IncidentKind.WARNING, warned),
            conduct.PlayerRequiredToLeave: incident(IncidentKind.REQUIRED_TO_LEAVE, on_conduct("cause")),
            conduct.PlayerReinstated: incident(IncidentKind.REINSTATED, on_conduct("reason")),
            conduct.DivisionNotified: incident(IncidentKind.NOTIFIED, on_conduct("reference")),
        },
        LISTS: {
            lists.PlayerBarred: incident(IncidentKind.BARRED, on_conduct("reason")),
            lists.PlayerReinstated: incident(IncidentKind.ADMITTED, admitted),
        },
        LEDGER: {
            TransferCorrected: incident(IncidentKind.CORRECTION, corrected),
            TableCounted: incident(IncidentKind.COUNT, miscounted),
        },
    },
)


def of_day(rows: Reading, day: date, *, most: int | None = None) -> Sequence[IncidentRecord]:
    """What happened in a gaming day, in the order of the record."""
    return rows.find(INCIDENT_RECORDS, BY_DAY, day, most=most)


def of_table(rows: Reading, table: str, *, before: int | None = None, most: int = 50) -> Sequence[IncidentRecord]:
    """The latest first."""
    return rows.find(INCIDENT_RECORDS, BY_TABLE, table, before=before, most=most, latest_first=True)


def of_player(rows: Reading, player: str, *, before: int | None = None, most: int = 50) -> Sequence[IncidentRecord]:
    """The latest first."""
    return rows.find(INCIDENT_RECORDS, BY_PLAYER, player, before=before, most=most, latest_first=True)
