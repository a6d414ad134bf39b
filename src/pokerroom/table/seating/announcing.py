"""Announcements of games, limits and vacant seats, made only where poker tables are, 14.18."""

from collections.abc import Iterable

import msgspec

from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.wording import is_said
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating.commands import Area
from pokerroom.table.seating.sign import Sign, sign_of, wager_line
from pokerroom.table.seating.state import Table
from pokerroom.words import saying

ANNOUNCED = NJAC_13_69F.cite("14.18", reading="R-33")


class Announcement(msgspec.Struct, frozen=True, gc=False):
    rule: Citation
    table: str
    games: tuple[Sign, ...]
    vacant: int

    def __str__(self) -> str:
        games = "; ".join(f"{sign.game}, {wager_line(sign).removeprefix('Wagers: ')}" for sign in self.games)
        seats = "no seat" if not self.vacant else "1 seat" if self.vacant == 1 else f"{self.vacant} seats"
        return f"Table {self.table}: {games}; {seats} vacant"


def announcements(tables: Iterable[Table], area: Area) -> tuple[Announcement, ...] | Refusal:
    """What may be announced in this area about the tables that are open, wherever they are."""
    offered = [table for table in tables if table.is_open]
    # An area approved for poker is not enough: there must be an open table in it.
    if not area.approved or not any(table.area == area.name for table in offered):
        named = area.name if is_said(area.name) else saying("detail-table.nameless-area")
        return Refusal(Code.NO_ANNOUNCING_HERE, ANNOUNCED, {"area": named})
    return tuple(
        [
            Announcement(ANNOUNCED, table.name, tuple(map(sign_of, table.rotation)), len(table.vacant))
            for table in offered
        ]
    )
