"""The census of a room share: who was dealt in at the other participating tables when a bad beat was hit (R-56)."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

import msgspec

from pokerroom.jackpot.qualifying import Showdown
from pokerroom.jackpot.rules import PayoutRules


class RoundNoted(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The round in progress at a table, or the last one there: who was dealt in."""

    round: int
    players: tuple[str, ...]
    over: datetime | None = None
    """None while it is in progress."""


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
    if not rules.has_room_share:
        return ()
    return tuple(
        TableCensus(table=table, round=noted.round, players=noted.players, in_progress=noted.over is None)
        for table, noted in others(rules, rounds, showdown)
        if is_counted(rules, noted, at)
    )


def others(
    rules: PayoutRules, rounds: Mapping[str, RoundNoted], showdown: Showdown
) -> Iterator[tuple[str, RoundNoted]]:
    return ((table, rounds[table]) for table in rules.tables if table in rounds and table != showdown.table)


def is_counted(rules: PayoutRules, noted: RoundNoted, at: datetime) -> bool:
    """A round in progress always is; the last one for as long as the filed rule says."""
    if noted.over is None:
        return True
    return rules.census is not None and at - noted.over <= timedelta(minutes=rules.census.minutes)


def players_in(census: tuple[TableCensus, ...], showdown: Showdown) -> tuple[str, ...]:
    """Each of them once; whoever was dealt in at the table of the hit has their part there."""
    found = dict.fromkeys(player for each in census for player in each.players)
    return tuple(player for player in found if player not in showdown.dealt_in)
