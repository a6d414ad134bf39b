"""Evenings on the floor, random: nobody is on a list twice, nobody is skipped unnamed, and the log tells all of it."""

import random
from datetime import timedelta
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from pokerroom.room.lists import Event, Fate, ListRules, PassedFor, Queue, decide, due, replay
from pokerroom.room.lists.commands import (
    Accept,
    AddTable,
    Bar,
    CallNext,
    CallPlayer,
    CancelChange,
    CloseList,
    Command,
    Decline,
    Expire,
    Join,
    LeaveList,
    LeaveSeat,
    LockSeat,
    NoteNoShow,
    OpenInterest,
    OpenList,
    Reinstate,
    ReleaseSeat,
    RelistTable,
    Remove,
    RemoveTable,
    RequestChange,
    SetMustMove,
    SetRules,
    TakeSeat,
)
from pokerroom.room.lists.decide import touched
from pokerroom.room.lists.events import SatDown, SeatLetGo, SeatOffered
from pokerroom.room.refusals import Refusal
from tests.unit.room.floor import CHIEF, FLOOR, HOLD_EM, OMAHA, Floor
from tests.unit.room.list_auditor import Auditor

PLAYERS = tuple("abcdefghijklmn")
TABLES = ("T1", "T2", "T3", "T4")
SEEDS = range(70)


def random_rules(lot: random.Random) -> ListRules:
    fates = list(Fate)
    return ListRules(
        order=tuple(lot.sample(list(Queue), 3)),
        call_automatically=lot.random() < 0.3,
        declined=lot.choice(fates),
        expired=lot.choice(fates),
        no_show=lot.choice(fates),
        move_refused=lot.choice((Fate.GOES_LAST, Fate.LOSES)),
        lists_most=lot.choice((None, None, 1)),
    )


class Evening:
    """People who mostly do what one does at a card room, and now and then anything else."""

    def __init__(self, seed: int) -> None:
        self.lot = random.Random(seed)
        self.floor = Floor(**msgspec.structs.asdict(random_rules(self.lot)))
        self.auditor = Auditor()
        for event in self.floor.log:
            self.auditor.read(event)

    def step(self) -> None:
        floor, lot = self.floor, self.lot
        if lot.random() < 0.3:
            floor.minutes_go_by(lot.choice((0.5, 1, 2, 5, 11)))
        command = self.answer() if floor.lists.holds and lot.random() < 0.35 else self.anything()
        again = decide(floor.lists, command)
        before, answer = floor.lists, floor.try_(command)
        assert answer == again
        if isinstance(answer, Refusal):
            assert str(answer)
            assert floor.lists is before
            return
        vacated = set(floor.lists.all_vacant) - set(before.all_vacant)
        assert vacated <= set(touched(before, floor.lists, answer)), "a seat became vacant where nobody looks"
        for event in answer:
            self.auditor.read(event)
        self.agree()

    def answer(self) -> Command:
        hold = self.lot.choice(self.floor.lists.holds)
        of = {"player": hold.player, "table": hold.place.table, "seat": hold.place.seat}
        kind = self.lot.choice((Accept, Accept, Decline, TakeSeat, TakeSeat, TakeSeat, NoteNoShow))
        return self.floor.command(kind, FLOOR, **of)

    def anything(self) -> Command:
        lot, floor = self.lot, self.floor
        player = {"player": lot.choice(PLAYERS)}
        wanted = {"wanted": lot.choice((HOLD_EM, HOLD_EM, OMAHA))}
        table = {"table": lot.choice(TABLES)}
        seat = {**table, "seat": lot.randint(0, 3)}
        until = floor.now + timedelta(minutes=lot.choice((3, 30)))
        feeds = lot.choice((None, "T1", "T2"))
        likely: list[tuple[type[Any], dict[str, Any]]] = [
            (Join, {**player, **wanted, "name": "N. N."}),
            (TakeSeat, {**player, **seat}),
            (CallNext, table),
            (CallPlayer, {**player, **self.vacancy(seat), "reason": lot.choice(("", "cannot wait longer"))}),
            (LeaveSeat, {**player, **self.own_table(player["player"], table)}),
            (AddTable, {**table, **wanted, "seats": 4, "feeds": feeds}),
            (RequestChange, {**player, "to": lot.choice((None, *TABLES))}),
        ]
        rare: list[tuple[type[Any], dict[str, Any]]] = [
            (LeaveList, {**player, **wanted}),
            (CancelChange, player),
            (LockSeat, {**player, **seat, "until": until, "reason": "on the way"}),
            (ReleaseSeat, seat),
            (RemoveTable, table),
            (RelistTable, {**table, **wanted, "seats": 4}),
            (SetMustMove, {**table, "feeds": feeds}),
            (SetMustMove, {**table, "feeds": feeds}),
            (Bar, {**player, "reason": "excluded"}),
            (Reinstate, player),
            (Remove, player),
            (OpenInterest, wanted),
            (OpenList, wanted),
            (CloseList, wanted),
            (Accept, {**player, **seat}),
            (Decline, {**player, **seat}),
            (Expire, {}),
            (SetRules, {"rules": random_rules(lot)}),
        ]
        kind, fields = lot.choice(rare if lot.random() < 0.15 else likely)
        return floor.command(kind, CHIEF, **fields)

    def vacancy(self, otherwise: dict[str, Any]) -> dict[str, Any]:
        vacant = self.floor.lists.all_vacant
        return self.lot.choice(vacant)._asdict() if vacant else otherwise

    def own_table(self, player: str, otherwise: dict[str, str]) -> dict[str, str]:
        seated = self.floor.lists.seat_of(player)
        return otherwise if seated is None else {"table": seated.place.table}

    def agree(self) -> None:
        """The state is what the auditor has worked out, and holds what nobody may have twice once."""
        lists, auditor = self.floor.lists, self.auditor
        assert {wanted: list(each.players) for wanted, each in lists.lists.items()} == auditor.lists
        assert {hold.place: hold.player for hold in lists.holds} == {
            place: hold.player for place, hold in auditor.holds.items()
        }
        assert [(each.player, each.place) for each in lists.seated.values()] == list(auditor.seats.items())
        assert lists.taken == {place: player for player, place in auditor.seats.items()}
        assert [(each.player, each.to) for each in lists.changes] == list(auditor.requests.items())
        assert len({hold.player for hold in lists.holds}) == len(lists.holds)
        assert all(len(set(each.players)) == len(each.players) for each in lists.lists.values())
        assert set(lists.must_leave) == auditor.must_leave
        soonest = due(lists)
        assert soonest is None or soonest > self.floor.now, "something had expired and was not recorded"


@lru_cache(maxsize=len(SEEDS))
def evening(seed: int) -> Evening:
    found = Evening(seed)
    for _ in range(250):
        found.step()
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_skipped_unnamed_and_nothing_is_had_twice(seed: int) -> None:
    evening(seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_lists_read_back_from_their_log_are_the_same(seed: int) -> None:
    floor = evening(seed).floor
    written = msgspec.json.encode(floor.log)
    assert replay(msgspec.json.decode(written, type=tuple[Event, ...])) == floor.lists


def test_the_evenings_are_busy_enough_to_mean_something() -> None:
    log = [event for seed in SEEDS for event in evening(seed).floor.log]
    offers = [event for event in log if isinstance(event, SeatOffered)]
    passed = [each.why for event in offers for each in event.passed]
    assert len({type(event) for event in log}) == len(Event.__args__)
    for queue in Queue:
        assert sum(event.queue is queue for event in offers) > 50
    for why in PassedFor:
        assert passed.count(why) > 50
    assert sum(isinstance(event, SeatLetGo) for event in log) > 200
    assert sum(isinstance(event, SatDown) for event in log) > 500
