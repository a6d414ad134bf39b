"""Gaming days that close and open at any moment: whatever happens at the tables is booked once, or refused.

Everything is asked of the room itself, not of the live room around it, and much of it at the wrong time. An answer is
what happened or a refusal; the books never fall behind the tables in a way that they cannot make good.
"""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from pokerroom.ledger import (
    CloseDay,
    Correct,
    Count,
    CountTable,
    OpenDay,
    Reason,
    RecordId,
    Shift,
    Transfer,
    bank,
    compensation,
    pot,
    rake_area,
    stakes,
    trial_balance,
)
from pokerroom.play import CardCount, DeclareDead, Move, Place, Rule, Ruling, Seat
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, Fill, InBooks, Withdraw
from pokerroom.room.reopening import reopened
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable, DealRound
from pokerroom.table.seating import commands as at_table
from pokerroom.table.seating.commands import Method
from tests.audited import last_deposit
from tests.spec_marks import spec
from tests.unit.room.house import ADA, BO, DEALER, RAKE, STUD, SUPERVISOR, House
from tests.unit.room.test_auditing import found

NAMES = ("4", "7")
PLAYERS = tuple(f"p{number}" for number in range(8))
STEPS = 220
SEEDS = range(12)


class Floor(House):
    """Two tables, and somebody who asks anything at any time."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.chance = Random(seed)
        self.corrections = 0
        self.counts = 0
        self.open_day()
        self.file(filing.RAKE, filing.RakeSubmission(methods=RAKE, most=400))
        self.open_table("4")
        self.open_table("7", "seven-card-stud-high", STUD)
        self.seat("4", PLAYERS[:3])
        self.seat("7", PLAYERS[4:7])

    def act(self) -> None:
        self.at += timedelta(seconds=self.chance.choice((0, 1, 40, 600)))
        kinds, weights = zip(*ACTS.items(), strict=True)
        (kind,) = self.chance.choices(kinds, weights)
        kind(self)

    @property
    def moment(self) -> Any:
        """Mostly now; sometimes somebody's clock is slow."""
        return self.at - timedelta(seconds=self.chance.choice((0, 0, 0, 0, 1, 700)))

    def any_table(self) -> str:
        return self.chance.choice(NAMES)

    def any_player(self) -> str:
        return self.chance.choice(PLAYERS)

    def roll_over(self) -> None:
        self.close_the_day()
        self.open_the_day()

    def close_the_day(self) -> None:
        day = self.room.state(LEDGER).day
        assert day is not None
        self.ask(InBooks(CloseDay(date=day.date, at=self.moment, by=ADA)))

    def open_the_day(self) -> None:
        last = self.room.state(LEDGER).day
        assert last is not None
        date, at = last.date + timedelta(days=1), self.moment
        self.ask(InBooks(OpenDay(date=date, shifts=(Shift("day", at),), at=at, by=ADA)))

    def deal_a_round(self) -> None:
        self.ask(DealRound(table=self.any_table(), by=DEALER, at=self.moment))

    def go_on(self) -> None:
        for table in NAMES:
            if self.room.states(TABLES)[table].dealing is not None:
                self.step(table, self.chance)

    def finish_rounds(self) -> None:
        for table in NAMES:
            while self.room.states(TABLES)[table].dealing is not None:
                self.step(table, self.chance)

    def undo_a_round(self) -> None:
        dead = at_table.Play(by=SUPERVISOR, at=self.at, command=DeclareDead(CardCount.MISSING))
        self.ask(AtTable(self.any_table(), dead))

    def rule_on_chips(self) -> None:
        table = self.any_table()
        spots: tuple[Literal["stakes", "bet", "pot"], ...] = ("stakes", "bet", "pot")
        places = [Place(Seat(seat), spot) for seat in range(4) for spot in spots]
        source, target = self.chance.sample(places, 2)
        ruling = Ruling(SUPERVISOR, self.at, "counted again", "14.15(b)")
        rule = Rule(ruling, (Move(self.chance.choice((1, 50, 5_000)), source, target),))
        self.ask(AtTable(table, at_table.Play(by=SUPERVISOR, at=self.at, command=rule)))

    def sit_down(self) -> None:
        seat, amount = self.chance.randrange(8), self.chance.choice((2_000, 9_000))
        sitting = at_table.TakeSeat(by=SUPERVISOR, at=self.moment, player=self.any_player(), seat=seat, amount=amount)
        self.ask(AtTable(self.any_table(), sitting))

    def get_up(self) -> None:
        player = self.any_player()
        self.ask(AtTable(self.any_table(), at_table.LeaveSeat(by=player, at=self.moment, player=player)))

    def top_up(self) -> None:
        player = self.any_player()
        self.ask(AtTable(self.any_table(), at_table.TopUp(by=player, at=self.moment, player=player, amount=3_000)))

    def go_away(self) -> None:
        method = self.chance.choice(tuple(Method))
        away = at_table.GoAway(by=SUPERVISOR, at=self.moment, player=self.any_player(), method=method)
        self.ask(AtTable(self.any_table(), away))

    def come_back(self) -> None:
        back = at_table.Return(
            by=SUPERVISOR,
            at=self.moment,
            player=self.any_player(),
            amount=self.chance.choice((0, 5_000, 10_000, 12_000)),
            reason="the floor knows",
        )
        self.ask(AtTable(self.any_table(), back))

    def cage(self) -> None:
        kind = self.chance.choice((Deposit, Withdraw))
        self.ask(kind(player=self.any_player(), amount=4_000, by=BO, at=self.moment))

    def fill(self) -> None:
        self.ask(Fill(table=self.any_table(), amount=50_000, credit=self.chance.random() < 0.3, by=BO, at=self.moment))

    def count(self) -> None:
        self.counts += 1
        stream = self.chance.choice((*(f"count/{table}" for table in NAMES), "table/4", "rounds/7", "ledger"))
        count = Count(
            id=RecordId(stream, 1_000_000 + self.counts), table=self.any_table(), closer=700, at=self.moment, by=ADA
        )
        self.ask(InBooks(CountTable(replace(count, second=BO))))

    def correct(self) -> None:
        self.corrections += 1
        original = last_deposit(self.store) if self.chance.random() < 0.5 else self.a_transfer_of_a_table()
        stream = self.chance.choice(("corrections", "corrections", "table/7", "ledger"))
        first = RecordId(stream, 1_000_000 + self.corrections)
        back = compensation(original, id=first, at=self.moment, by=ADA, note="made in error")
        self.ask(InBooks(Correct(original=original, transfers=(back,), checker=BO)))

    def a_transfer_of_a_table(self) -> Transfer:
        seen = self.room.state(LEDGER).seen
        found = [each for name in NAMES if f"table/{name}" in seen for each in seen[f"table/{name}"].recent]
        transfers = [each for each in found if isinstance(each, Transfer)]
        made_up = Transfer(
            id=RecordId("ledger", 1),
            debit=bank("p0"),
            credit=stakes("4", "p0"),
            amount=100,
            at=self.at,
            by=BO,
            reason=Reason.BUY_IN,
        )
        return self.chance.choice([*transfers, made_up])

    def book(self) -> None:
        self.room.post()

    def stop_and_start(self) -> None:
        self.room = reopened(self.store, self.new_room())


ACTS: dict[Callable[[Floor], None], int] = {
    Floor.deal_a_round: 12,
    Floor.go_on: 30,
    Floor.finish_rounds: 6,
    Floor.undo_a_round: 1,
    Floor.rule_on_chips: 3,
    Floor.roll_over: 4,
    Floor.close_the_day: 4,
    Floor.open_the_day: 6,
    Floor.sit_down: 8,
    Floor.get_up: 5,
    Floor.top_up: 4,
    Floor.go_away: 2,
    Floor.come_back: 2,
    Floor.cage: 5,
    Floor.fill: 2,
    Floor.count: 3,
    Floor.correct: 4,
    Floor.book: 4,
    Floor.stop_and_start: 2,
}


def assert_booked(floor: Floor) -> None:
    """With a day open, the books hold what lies on the tables, to the cent."""
    room = floor.room
    room.post()
    assert not any(room.due.values())
    for name in NAMES:
        table = room.states(TABLES)[name]
        assert table.is_balanced
        assert room.state(LEDGER).balance(pot(name)) == 0
        assert room.state(LEDGER).balance(rake_area(name)) == 0
        for _, place in table.seated:
            held = place.stakes + place.added + place.carried
            assert room.state(LEDGER).balance(stakes(name, place.player)) == held
    assert trial_balance(room.state(LEDGER)).difference == 0


@spec("R-14.14-b-1-iii", "R-14.14-b-2-iii")
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_the_days_do_every_chip_is_booked_once_or_the_order_is_refused(seed: int) -> None:
    floor = Floor(seed)
    for _ in range(STEPS):
        floor.act()
    floor.at += timedelta(hours=1)
    floor.finish_rounds()
    if floor.room.state(LEDGER).open_day is None:
        floor.open_the_day()
        while floor.room.state(LEDGER).open_day is None:
            floor.at += timedelta(hours=1)
            floor.open_the_day()
    assert_booked(floor)
    assert found(floor.store) == ()
