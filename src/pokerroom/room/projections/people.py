"""Players: since when and how long they have played, and what they bought in for and cashed out. No cards."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from pokerroom.ledger.accounts import Kind
from pokerroom.ledger.events import TransferCorrected, TransfersPosted
from pokerroom.ledger.transfers import Reason, Transfer
from pokerroom.room.books import LEDGER
from pokerroom.room.projections.declaring import Occurrence, Projection, Reading, Rows, RowTable
from pokerroom.room.projections.rounds import ROUNDS_PLAYED
from pokerroom.room.tables import TABLES
from pokerroom.table.seating.events import PlayerSeated, RoundFinished, SeatVacated


class PlayerSeen(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    player: str
    first_seen: datetime
    last_seen: datetime
    rounds: int = 0
    net: int = 0
    """Won and lost in rounds of play that are over."""
    deposits: int = 0
    withdrawals: int = 0
    buy_ins: int = 0
    cash_outs: int = 0


class PlayerAtTable(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    player: str
    table: str
    since: datetime | None = None
    """When they took the seat they have; none where they have left."""
    seconds: int = 0
    """In seats they have left."""
    rounds: int = 0


BY_LAST_SEEN = ("last_seen", "player")

PLAYERS_SEEN = RowTable(name="player_seen", row=PlayerSeen, key=("player",), indexes=(BY_LAST_SEEN,))
PLAYERS_AT_TABLES = RowTable(name="player_at_table", row=PlayerAtTable, key=("player", "table"))

SUMS = {
    Reason.DEPOSIT: "deposits",
    Reason.WITHDRAWAL: "withdrawals",
    Reason.BUY_IN: "buy_ins",
    Reason.CASH_OUT: "cash_outs",
}
"""Which sum of a player each reason adds to."""


def seen(rows: Rows, player: str, at: datetime) -> PlayerSeen:
    known = rows.get(PLAYERS_SEEN, player)
    if known is None:
        return PlayerSeen(player=player, first_seen=at, last_seen=at)
    return replace(known, last_seen=max(known.last_seen, at))


def at_table(rows: Rows, player: str, table: str) -> PlayerAtTable:
    return rows.get(PLAYERS_AT_TABLES, player, table) or PlayerAtTable(player=player, table=table)


def seated(rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct]:
    event: PlayerSeated = told.event
    yield seen(rows, event.player, event.at)
    yield replace(at_table(rows, event.player, told.table), since=event.at)


def vacated(rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct]:
    event: SeatVacated = told.event
    yield seen(rows, event.player, event.at)
    place = at_table(rows, event.player, told.table)
    sat = 0 if place.since is None else int((event.at - place.since).total_seconds())
    yield replace(place, since=None, seconds=place.seconds + sat)


def finished(rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct]:
    played = rows.get(ROUNDS_PLAYED, told.table, told.event.number)
    if played is None:
        return
    for player, net in zip(played.players, played.nets, strict=True):
        known = seen(rows, player, played.ended)
        yield replace(known, rounds=known.rounds + 1, net=known.net + net)
        place = at_table(rows, player, told.table)
        yield replace(place, rounds=place.rounds + 1)


def posted(rows: Rows, told: Occurrence) -> Iterable[msgspec.Struct]:
    for transfer in told.event.transfers:
        name, player = SUMS.get(transfer.reason), player_of(transfer)
        if name is not None and player:
            known = seen(rows, player, transfer.at)
            amount = transfer.amount if transfer.corrects is None else -transfer.amount
            yield replace(known, **{name: getattr(known, name) + amount})


def player_of(transfer: Transfer) -> str:
    """Whose money it is: of a bank and stakes, which are one player's, either says so."""
    accounts = (transfer.debit, transfer.credit)
    return next((each.player for each in accounts if each.kind in {Kind.BANK, Kind.STAKES}), "")


PEOPLE = Projection(
    name="people",
    version=1,
    tables=(PLAYERS_SEEN, PLAYERS_AT_TABLES),
    folds={
        TABLES: {PlayerSeated: seated, SeatVacated: vacated, RoundFinished: finished},
        LEDGER: {TransfersPosted: posted, TransferCorrected: posted},
    },
)


def lately(rows: Reading, *, before: datetime | None = None, most: int = 50) -> Sequence[PlayerSeen]:
    """Those seen last first."""
    return rows.find(PLAYERS_SEEN, BY_LAST_SEEN, before=before, most=most, latest_first=True)
