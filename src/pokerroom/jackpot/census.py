"""The census of a room share: who was dealt in at the other participating tables when a bad beat was hit (R-56).

A hit in another casino of a system is told of later than it happened: what was noted of the rounds since then is kept
until nobody can ask for that moment any more (R-86).
"""

from collections.abc import Container, Iterable, Mapping
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from pokerroom.jackpot.qualifying import Showdown
from pokerroom.jackpot.rules import PayoutRules

TOLD_WITHIN = timedelta(minutes=10)
"""While a system offers its payout, every casino is told of a hit sooner than this after it; else it is suspended."""
HEALED_WITHIN = timedelta(days=3)
"""While it does not, or a payout is pending: how long what was dealt is kept for a line that comes back."""


class RoundNoted(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The round in progress at a table, or the last one there: who was dealt in."""

    round: int
    players: tuple[str, ...]
    over: datetime | None = None
    """None while it is in progress."""
    began: datetime | None = None
    """None where it began before that was noted."""


class TableCensus(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everybody dealt in at one of the other tables, as evidence of who had a part in the room share."""

    table: str
    round: int
    players: tuple[str, ...]
    in_progress: bool


def taken(
    rules: PayoutRules, rounds: Mapping[str, RoundNoted], showdown: Showdown, at: datetime
) -> tuple[TableCensus, ...]:
    """The census at the moment of a hit, table by table; empty where no share is the room's."""
    others = {table: noted for table, noted in rounds.items() if table != showdown.table}
    return tables_counted(rules, others, at) if rules.has_room_share else ()


def tables_counted(rules: PayoutRules, rounds: Mapping[str, RoundNoted], at: datetime) -> tuple[TableCensus, ...]:
    return tuple(
        TableCensus(table=table, round=noted.round, players=noted.players, in_progress=noted.over is None)
        for table in rules.tables
        if (noted := rounds.get(table)) is not None and is_counted(rules, noted, at)
    )


def is_counted(rules: PayoutRules, noted: RoundNoted, at: datetime) -> bool:
    """A round in progress always is; the last one for as long as the filed rule says."""
    if noted.over is None:
        return True
    return rules.census is not None and at - noted.over <= last_round_counts(rules)


def last_round_counts(rules: PayoutRules) -> timedelta:
    """For how long after its end, by the filed rule."""
    return timedelta(minutes=0 if rules.census is None else rules.census.minutes)


def players_in(census: tuple[TableCensus, ...], at_the_table: Container[str] = ()) -> tuple[str, ...]:
    """Each of them once; whoever was dealt in at the table of the hit has their part there."""
    found = dict.fromkeys(player for each in census for player in each.players)
    return tuple(player for player in found if player not in at_the_table)


# For a hit in another casino.


def as_it_stood(rounds: Iterable[RoundNoted], at: datetime) -> RoundNoted | None:
    """Of the rounds of a table in their order: the one in progress at a moment, or else the last one before it."""
    begun = [each for each in rounds if each.began is None or each.began <= at]
    if not begun:
        return None
    last = begun[-1]
    return last if last.over is None or last.over <= at else replace(last, over=None)
