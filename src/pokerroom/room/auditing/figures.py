"""What a table has come to in all, beside what all reports say of it, the gaming day under way included.

Each report that was closed is held against the events line by line in `room/recounting`; this is the sum over the whole
record, which also sees what no report has yet.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from pokerroom.dice.events import WagerLost, WagerWon
from pokerroom.keno.events import KenoGameDrawn, TicketRedeemed
from pokerroom.ledger import Line
from pokerroom.ledger.days import total
from pokerroom.money import dollars
from pokerroom.table.seating.events import RoundFinished, TimeCollected, TimePaid


class TableFigures(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a table came to: rounds, and cents."""

    rounds: int = 0
    rake: int = 0
    time: int = 0
    contributions: int = 0
    house_win: int = 0

    def plus(self, other: "TableFigures") -> "TableFigures":
        return TableFigures(
            rounds=self.rounds + other.rounds,
            rake=self.rake + other.rake,
            time=self.time + other.time,
            contributions=self.contributions + other.contributions,
            house_win=self.house_win + other.house_win,
        )


def counted(before: TableFigures, event: object) -> TableFigures:
    """What an event of a table adds. A dead round has given back what was raked before it ended."""
    match event:
        case RoundFinished(raked=raked, contributed=contributed):
            return before.plus(TableFigures(rounds=1, rake=sum(raked), contributions=contributed))
        case TimeCollected() | TimePaid():
            return replace(before, time=before.time + event.amount)
        case _:
            return before


def kept_by_the_house(event: object) -> int:
    """What an event of a game that the house banks leaves with it, or takes from it."""
    match event:
        case WagerLost():
            return event.amount
        case WagerWon():
            return -event.won
        case KenoGameDrawn():
            return event.wagered
        case TicketRedeemed():
            return -event.amount
        case _:
            return 0


def reported(lines: Iterable[Line]) -> dict[str, TableFigures]:
    """What the lines of a report say of each table."""
    by_table: dict[str, list[Line]] = {}
    for line in lines:
        by_table.setdefault(line.where.table, []).append(line)
    return {table: of_lines(each) for table, each in by_table.items()}


def of_lines(lines: list[Line]) -> TableFigures:
    sums = total(line.figures for line in lines)
    return TableFigures(
        rounds=sums.rounds_dealt,
        rake=sums.percentage_rake + sums.incremental_rake,
        time=sums.time_charges,
        contributions=sums.bad_beat_contributions,
        house_win=sums.house_win,
    )


def disagreements(said: TableFigures, found: TableFigures) -> Iterator[str]:
    for name in TableFigures.__struct_fields__:
        one, other = getattr(said, name), getattr(found, name)
        if one != other:
            shown = (f"{one:,}", f"{other:,}") if name == "rounds" else (dollars(one), dollars(other))
            what = name.replace("_", " ")
            yield f"the reports say {shown[0]} of {what}, and what happened at the table comes to {shown[1]}"
