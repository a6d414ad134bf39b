"""A floor at which tests run the lists: a brush calls, players answer for themselves, minutes go by."""

from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from pokerroom.room.lists import Event, ListRules, Lists, Wanted, perform
from pokerroom.room.lists.commands import (
    Accept,
    AddTable,
    CallNext,
    Command,
    Decline,
    Expire,
    Join,
    LeaveSeat,
    SetRules,
    TakeSeat,
)
from pokerroom.room.refusals import Code, Refusal
from pokerroom.rules.staff import Official, Position

Kind = TypeVar("Kind")

BRUSH = Official("Ray", Position.DEALER)
FLOOR = Official("Flo", Position.FLOORPERSON)
CHIEF = Official("Sue", Position.SHIFT_SUPERVISOR)

HOLD_EM = Wanted("hold-em", "$2-$4")
OMAHA = Wanted("omaha-high", "$5-$10")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Floor:
    """The lists, and the log of all that has happened on them."""

    def __init__(self, **rules: Any) -> None:
        self.lists = Lists()
        self.log: tuple[Event, ...] = ()
        self.now = NOON
        self.do(SetRules, by=CHIEF, rules=ListRules(**rules))

    def command(self, kind: type[Any], by: Official | str | None = None, **fields: Any) -> Command:
        command: Command = kind(at=self.now, by=by or fields.get("player", FLOOR), **fields)
        return command

    def try_(self, command: Command) -> Refusal | tuple[Event, ...]:
        outcome = perform(self.lists, command)
        if isinstance(outcome, Refusal):
            return outcome
        self.lists, events = outcome
        self.log += events
        return events

    def do(self, kind: type[Any], by: Official | str | None = None, **fields: Any) -> tuple[Event, ...]:
        answer = self.try_(self.command(kind, by, **fields))
        assert not isinstance(answer, Refusal), str(answer)
        return answer

    def refused(self, code: Code, kind: type[Any], by: Official | str | None = None, **fields: Any) -> Refusal:
        answer = perform(self.lists, self.command(kind, by, **fields))
        assert isinstance(answer, Refusal), f"{kind.__name__} was accepted"
        assert answer.code is code, str(answer)
        assert str(answer)
        return answer

    def minutes_go_by(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)

    def open(self, table: str, wanted: Wanted = HOLD_EM, *, seats: int = 2, feeds: str | None = None) -> None:
        self.do(AddTable, table=table, wanted=wanted, seats=seats, feeds=feeds)

    def join(self, *players: str, wanted: Wanted = HOLD_EM) -> None:
        for player in players:
            self.do(Join, player=player, name=player.title(), wanted=wanted)

    def sit(self, table: str, *players: str) -> None:
        """Seat players at the first seats that nobody has."""
        for player in players:
            place = self.lists.vacant(table)[0]
            self.do(TakeSeat, player=player, table=table, seat=place.seat)

    def leaves(self, player: str) -> None:
        seated = self.lists.seat_of(player)
        assert seated is not None
        self.do(LeaveSeat, player=player, table=seated.place.table)

    def call(self, table: str) -> str:
        """Who is called to the first vacant seat."""
        self.do(CallNext, by=BRUSH, table=table)
        return self.lists.holds[-1].player

    def answer(self, kind: type[Accept | Decline], player: str) -> None:
        hold = self.lists.hold_of(player)
        assert hold is not None, f"{player} was not called"
        self.do(kind, player=player, table=hold.place.table, seat=hold.place.seat)

    def expire(self) -> tuple[Event, ...]:
        return self.do(Expire, by="the clock")

    def line(self, wanted: Wanted = HOLD_EM) -> tuple[str, ...]:
        return self.lists.lists[wanted].players

    def called(self) -> dict[str, tuple[str, int]]:
        """Who has which seat held."""
        return {hold.player: (hold.place.table, hold.place.seat) for hold in self.lists.holds}

    def last(self, kind: type[Kind]) -> Kind:
        return [event for event in self.log if isinstance(event, kind)][-1]


def full_table(*waiting: str, **rules: Any) -> Floor:
    """Table T1 with Xan and Yves at its two seats, and these people on the list."""
    floor = Floor(**rules)
    floor.open("T1")
    floor.sit("T1", "xan", "yves")
    floor.join(*waiting)
    return floor


def one_seat(*waiting: str, **rules: Any) -> Floor:
    """The same, after Xan has left the seat numbered 0."""
    floor = full_table(*waiting, **rules)
    floor.leaves("xan")
    return floor


def two_tables(*waiting: str, feeds: str | None = None, **rules: Any) -> Floor:
    """Xan and Yves at T1, Uma and Vic at T2, of the same game."""
    floor = full_table(**rules)
    floor.open("T2", feeds=feeds)
    floor.sit("T2", "uma", "vic")
    floor.join(*waiting)
    return floor


def fed_table(*waiting: str, **rules: Any) -> Floor:
    """A full main game T1, and a must-move table T2 with Uma, then Vic."""
    return two_tables(*waiting, feeds="T1", **rules)
