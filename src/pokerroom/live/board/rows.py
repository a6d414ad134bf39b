"""What the board shows of a table, a list and the people: rows of plain values, made from what is recorded.

A row of a table says that a round is played and never what is in it: no card, no bet, no result.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from msgspec.structs import replace

from pokerroom.games import PERMITTED
from pokerroom.live.posted import as_posted
from pokerroom.live.tables.telling import seconds
from pokerroom.room.duty import Duty
from pokerroom.room.lists import Hold, Lists, Wanted, minutes_expected
from pokerroom.room.lists.state import WaitingList
from pokerroom.table import conduct
from pokerroom.table.box import Box
from pokerroom.table.conduct import Conduct
from pokerroom.table.decks import Decks, clocks, due
from pokerroom.table.due import Duty as Owed
from pokerroom.table.seating import Table
from pokerroom.table.seating.state import Place, Status
from pokerroom.wire import felt, floor

Names = Callable[[str], str]
TITLES = {game.key: game.name for game in PERMITTED}
WARNINGS_SHOWN = 30
AT_LAST = datetime.max.replace(tzinfo=UTC)
"""By then everything is due."""


class TableSources(NamedTuple):
    """What the row of a table is made of. States are values, so the same ones make the same row."""

    table: Table
    box: Box
    holds: tuple[Hold, ...]
    feeds: str | None
    halted: bool
    notices: tuple[felt.Reason, ...] = ()

    def same_as(self, other: "TableSources") -> bool:
        return (
            self.table is other.table
            and self.box is other.box
            and (self.holds, self.feeds, self.halted, self.notices)
            == (other.holds, other.feeds, other.halted, other.notices)
        )


def table_row(seen: TableSources, names: Names) -> floor.FloorTable:
    table, box = seen.table, seen.box
    posting = table.posting if table.rotation else None
    posted = None if posting is None else as_posted(posting)
    decks = box.decks
    return floor.FloorTable(
        name=table.name,
        open=table.is_open,
        game="" if posting is None else posting.game,
        title="" if posted is None else posted.title,
        limits="" if posted is None else posted.limits,
        area=table.area,
        dealt_by=table.dealt_by.value,
        settings=table.settings,
        places=len(table.places),
        seats=tuple(seats(table, seen.holds, names)),
        round=None if table.dealing is None else table.dealing.number,
        kill=None if table.kill is None else table.kill.option.value,
        next_game=next_game(table),
        changes=table.next_rotation is not None,
        dealer=None if decks is None or decks.dealer is None else decks.dealer.name,
        relief=None if decks is None else relief(decks),
        duties=() if decks is None else duties(decks),
        calls=calls(box),
        feeds=seen.feeds,
        rulings=tuple(
            floor.RulingView(
                ruling=each.number, by=each.by, at=None if each.at is None else seconds(each.at), reason=each.reason
            )
            for each in table.unwitnessed
        ),
        halted=seen.halted,
        notices=seen.notices,
    )


def seats(table: Table, holds: tuple[Hold, ...], names: Names) -> Iterable[floor.FloorSeat]:
    """Those that are not simply vacant."""
    held = {each.place.seat: hold_view(each, names) for each in holds}
    for seat, place in enumerate(table.places):
        if place is not None:
            ends = table.leave_ends(seat)
            yield floor.FloorSeat(
                seat=seat,
                player=place.player,
                name=names(place.player),
                state=state_of(place),
                until=None if ends is None else seconds(ends),
            )
        elif seat in held:
            yield floor.FloorSeat(seat=seat, hold=held[seat])


def hold_view(hold: Hold, names: Names) -> floor.FloorHold:
    return floor.FloorHold(
        player=hold.player,
        name=names(hold.player),
        queue="" if hold.queue is None else hold.queue.value,
        accepted=hold.accepted,
        until=seconds(hold.until),
    )


STATES: Mapping[Status, Literal["playing", "out", "away"]] = {
    Status.PLAYING: "playing",
    Status.SITTING_OUT: "out",
    Status.AWAY: "away",
}


def state_of(place: Place) -> Literal["playing", "out", "away", "leaving"]:
    return "leaving" if place.leaving else STATES[place.status]


def next_game(table: Table) -> floor.TurnOfGames | None:
    if len(table.rotation) < 2:
        return None
    after = table.rotation[(table.turn + 1) % len(table.rotation)]
    return floor.TurnOfGames(title=as_posted(after).title, rounds=max(0, table.posting.rounds - table.played))


def relief(decks: Decks) -> float | None:
    return next((seconds(each.when) for each in clocks(decks) if each.duty is Owed.RELIEVE), None)


def duties(decks: Decks) -> tuple[float, ...]:
    return tuple(seconds(each.when) for each in due(decks, AT_LAST) if each.duty is not Owed.RELIEVE)


def calls(box: Box) -> tuple[felt.CallView, ...]:
    return tuple(
        felt.CallView(call=each.call, by=each.by.name, at=seconds(each.at), reason=each.reason) for each in box.calls
    )


def list_row(wanted: Wanted, found: WaitingList) -> floor.FloorList:
    return floor.FloorList(
        game=wanted.game,
        limits=wanted.limits,
        title=TITLES.get(wanted.game, wanted.game),
        open=found.is_open,
        entries=tuple(
            floor.FloorEntry(player=each.player, name=each.name, phone=each.phone, since=seconds(each.since))
            for each in found.entries
        ),
    )


def as_watched(board: floor.FloorBoard) -> floor.FloorBoard:
    """Without the numbers by which people are called: nobody else needs them."""
    return replace(board, lists=tuple(without_phones(each) for each in board.lists))


def without_phones(row: floor.FloorList) -> floor.FloorList:
    if not any(each.phone for each in row.entries):
        return row
    return replace(row, entries=tuple(replace(each, phone="") for each in row.entries))


def wait_row(lists: Lists, wanted: Wanted, now: datetime) -> floor.ExpectedWait:
    return floor.ExpectedWait(game=wanted.game, limits=wanted.limits, minutes=minutes_expected(lists, wanted, now))


def people_row(lists: Lists, behaved: Conduct, duty: Duty, names: Names, gaming_day: str | None) -> floor.FloorPeople:
    return floor.FloorPeople(
        changes=tuple(
            floor.FloorChange(
                player=each.player,
                name=names(each.player),
                at=lists.seated[each.player].place.table,
                to=each.to,
                since=seconds(each.since),
            )
            for each in lists.changes
        ),
        barred=tuple(
            floor.BarredView(
                player=player,
                name=names(player),
                reason=each.reason,
                rule="" if each.rule is None else each.rule.paragraph,
            )
            for player, each in lists.barred.items()
        ),
        removals=tuple(removals(behaved, names)),
        warnings=tuple(
            floor.WarningView(
                player=each.player,
                name=names(each.player),
                incident=each.incident.value,
                warning=each.warning,
                by=str(each.by),
                at=seconds(each.at),
            )
            for each in behaved.warnings[-WARNINGS_SHOWN:]
        ),
        on_duty=tuple(
            floor.OnDutyView(name=each.who, position=each.position, since=seconds(each.since))
            for each in duty.now.values()
        ),
        gaming_day=gaming_day,
    )


def removals(behaved: Conduct, names: Names) -> Iterable[floor.RemovalView]:
    """Those that stand, and those of which the Division must still be told."""
    owed = {(each.of, each.when): each.limit for each in conduct.due(behaved, AT_LAST)}
    for each in behaved.removals:
        limit = owed.get((each.player, each.at))
        if each.stands or limit is not None:
            yield floor.RemovalView(
                player=each.player,
                name=names(each.player),
                cause=each.cause,
                at=seconds(each.at),
                stands=each.stands,
                notice_by=None if limit is None else seconds(limit),
            )
