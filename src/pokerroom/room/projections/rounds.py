"""Rounds of play that are over: where each stands in the record, who was dealt in, and what became of it. No cards."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from pokerroom.play.events import PotAwarded, RoundOpened
from pokerroom.room.projections.declaring import Occurrence, Projection, Reading, Removed, Rows, RowTable
from pokerroom.room.tables import DEALS, TABLES
from pokerroom.room.tables.streams import DeckCommitted
from pokerroom.table.seating.events import RoundFinished, RoundStarted


class RoundUnderWay(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The round of play at a table until it is over."""

    table: str
    number: int
    first: int
    game: str
    edition: str
    settings: str
    started: datetime
    players: tuple[str, ...]
    stacks: tuple[int, ...] = ()
    awarded: int = 0


class RoundPlayed(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    table: str
    number: int
    game: str
    edition: str
    settings: str
    first: int
    """The first and the last of its events in the table's stream."""
    last: int
    started: datetime
    ended: datetime
    ending: str
    pot: int
    """All that was awarded, raked and contributed."""
    rake: int
    contributed: int
    lineup: tuple[int, ...]
    players: tuple[str, ...]
    nets: tuple[int, ...]
    """The seat of each player, their ids, and what each won or lost."""


class RoundPlayer(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A round as one of its players finds it again."""

    player: str
    ended: datetime
    table: str
    number: int


class RoundDecks(msgspec.Struct, frozen=True, gc=False):
    """Where the commitments to the decks of a round begin, in the stream of its table's deals."""

    table: str
    number: int
    first: int


BY_END = ("ended", "table", "number")
OF_TABLE = ("table", "ended", "number")

ROUNDS_UNDER_WAY = RowTable(name="round_under_way", row=RoundUnderWay, key=("table",))
ROUNDS_PLAYED = RowTable(name="round_played", row=RoundPlayed, key=("table", "number"), indexes=(BY_END, OF_TABLE))
ROUND_PLAYERS = RowTable(name="round_player", row=RoundPlayer, key=("player", "ended", "table", "number"))
ROUND_DECKS = RowTable(name="round_decks", row=RoundDecks, key=("table", "number"))


def started(_rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct]:
    event: RoundStarted = told.event
    yield RoundUnderWay(
        table=told.table,
        number=event.number,
        first=told.sequence,
        game=event.game,
        edition=event.edition,
        settings=event.settings,
        started=event.at,
        players=event.players,
    )


def opened(rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct]:
    under_way = rows.get(ROUNDS_UNDER_WAY, told.table)
    if under_way is not None:
        yield replace(under_way, stacks=told.event.stacks)


def awarded(rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct]:
    under_way = rows.get(ROUNDS_UNDER_WAY, told.table)
    if under_way is not None:
        yield replace(under_way, awarded=under_way.awarded + sum(told.event.amounts))


def finished(rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct | Removed]:
    under_way = rows.get(ROUNDS_UNDER_WAY, told.table)
    if under_way is None:
        return
    event: RoundFinished = told.event
    before = under_way.stacks or event.stakes
    yield RoundPlayed(
        table=told.table,
        number=event.number,
        game=under_way.game,
        edition=under_way.edition,
        settings=under_way.settings,
        first=under_way.first,
        last=told.sequence,
        started=under_way.started,
        ended=event.at,
        ending=event.ending.value,
        pot=under_way.awarded + sum(event.raked) + event.contributed,
        rake=sum(event.raked),
        contributed=event.contributed,
        lineup=event.lineup,
        players=under_way.players,
        nets=tuple(after - had for after, had in zip(event.stakes, before, strict=True)),
    )
    for player in under_way.players:
        yield RoundPlayer(player=player, ended=event.at, table=told.table, number=event.number)
    yield Removed(ROUNDS_UNDER_WAY, (told.table,))


def committed(rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct]:
    number = told.event.round
    if rows.get(ROUND_DECKS, told.table, number) is None:
        yield RoundDecks(told.table, number, told.sequence)


ROUNDS = Projection(
    name="rounds",
    version=1,
    tables=(ROUNDS_UNDER_WAY, ROUNDS_PLAYED, ROUND_PLAYERS, ROUND_DECKS),
    folds={
        TABLES: {RoundStarted: started, RoundOpened: opened, PotAwarded: awarded, RoundFinished: finished},
        DEALS: {DeckCommitted: committed},
    },
)


def of_player(rows: Reading, player: str, *, before: datetime | None = None, most: int = 50) -> tuple[RoundPlayed, ...]:
    """The rounds a player was dealt into, the latest first."""
    mine = rows.find(ROUND_PLAYERS, ROUND_PLAYERS.key, player, before=before, most=most, latest_first=True)
    found = (rows.get(ROUNDS_PLAYED, each.table, each.number) for each in mine)
    return tuple(each for each in found if each is not None)


def of_table(rows: Reading, table: str, *, before: datetime | None = None, most: int = 50) -> Sequence[RoundPlayed]:
    """The rounds of a table, the latest first."""
    return rows.find(ROUNDS_PLAYED, OF_TABLE, table, before=before, most=most, latest_first=True)


def between(
    rows: Reading, since: datetime | None, before: datetime | None, *, most: int | None = None
) -> Sequence[RoundPlayed]:
    """The rounds of all tables that ended from one moment on and before another, the earliest first."""
    return rows.find(ROUNDS_PLAYED, BY_END, since=since, before=before, most=most)


def latest(rows: Reading, *, before: datetime | None = None, most: int = 50) -> Sequence[RoundPlayed]:
    """The rounds of all tables, the latest first."""
    return rows.find(ROUNDS_PLAYED, BY_END, before=before, most=most, latest_first=True)
