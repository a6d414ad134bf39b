"""A small room with a full record: three tables, every rake, a misdeal, a reshuffle, a correction, a closed day."""

from datetime import timedelta
from random import Random
from typing import Any

from msgspec.structs import replace

from pokerroom.ledger import Reason, RecordId, Transfer, TransfersPosted, compensation
from pokerroom.ledger.commands import CloseDay, Correct
from pokerroom.play import DeclareMisdeal, Misdeal, Rule, Ruling
from pokerroom.room import filing, lists
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, InBooks, Withdraw
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.lists.commands import Join, OnLists, OpenList
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.room.tables import TABLES as TABLE_STREAMS
from pokerroom.room.tables.commands import AtTable, DealRound
from pokerroom.rules.house import (
    BadBeatContribution,
    Fixed,
    HouseRules,
    IncrementalRake,
    PercentageRake,
    RakeLevel,
    TimeCharge,
    letter,
)
from pokerroom.rules.staff import Official, Position
from pokerroom.table.conduct import Incident, Intervene
from pokerroom.table.seating import commands as at_table
from tests.unit.room.house import ADA, BO, DEALER, SUPERVISOR, House

FLOOR = Official("Flynn", Position.FLOORPERSON)
PERCENT = PercentageRake(percent=10, most=400)
LEVELS = IncrementalRake(levels=(RakeLevel(1000, 100), RakeLevel(3000, 100)), most=200)
HOURLY = TimeCharge(hourly=1200, every=30)
FIXED: dict[str, Any] = {"limits": Fixed(200, 400), "max_raises": 3}
BLINDS = (100, 200)

TABLES: dict[str, tuple[str, HouseRules, int]] = {
    "4": ("seven-card-stud-high", letter(**FIXED, ante=50, forced_bet=100, rake=(PERCENT,)), 8),
    "7": (
        "hold-em",
        letter(**FIXED, blinds=BLINDS, rake=(PERCENT, LEVELS), bad_beat=BadBeatContribution(amount=50, least_pot=800)),
        6,
    ),
    "9": ("triple-draw-deuce-to-seven", letter(**FIXED, blinds=BLINDS, time_charge=HOURLY), 6),
}
"""Each table with its game, what it posts and how many play there."""

ROUNDS = 8
MISDEAL = 2, "7"


class Floor(House):
    """The house, with those who make a day of it."""

    def at_table(self, table: str, kind: type[Any], *, by: Any = None, **fields: Any) -> None:
        self.do(AtTable(table, kind(by=by or fields["player"], at=self.at, **fields)))

    def open(self) -> None:
        self.open_day()
        self.file(filing.RAKE, filing.RakeSubmission(methods=(PERCENT, LEVELS), time_charges=(HOURLY,), most=600))
        for table, (game, house, players) in TABLES.items():
            self.open_table(table, game, house)
            self.offer_payout(table)
            self.seat(table, [f"p{table}{seat}" for seat in range(players)])

    def misdeal(self, table: str) -> None:
        self.do(DealRound(table=table, by=DEALER, at=self.at))
        ruling = Ruling(SUPERVISOR, self.at, "the button was one seat off", "14.15(b)")
        self.at_table(table, at_table.Play, by=SUPERVISOR, command=Rule(ruling))
        self.at_table(table, at_table.Play, by=SUPERVISOR, command=DeclareMisdeal(Misdeal.WRONG_START))

    def evening(self) -> None:
        self.at += timedelta(minutes=40)
        self.at_table("9", at_table.CollectTime, by=DEALER)
        self.at_table("9", at_table.VerifyTime, by=FLOOR, amount=self.room.state(TABLE_STREAMS, "9").time_area)
        self.at_table("4", at_table.TopUp, player="p41", amount=5_000)
        self.at_table("7", at_table.LeaveSeat, player="p70")
        self.do(Withdraw(player="p70", amount=1_000, by=BO, at=self.at))
        self.do(Deposit(player="late", amount=2_000, by=BO, at=self.at))
        self.correct_a_deposit()
        incident, warning = next(iter(Incident)), "one more and you leave"
        self.do(OnConduct(Intervene(by=FLOOR, at=self.at, player="p42", incident=incident, warning=warning)))
        wanted = lists.Wanted("hold-em", "2/4")
        self.do(OnLists(OpenList(by=FLOOR, at=self.at, wanted=wanted)))
        self.do(OnLists(Join(by=FLOOR, at=self.at, player="late", name="Lee", wanted=wanted)))
        self.count_payouts()
        self.do(InBooks(CloseDay(date=self.room.state(LEDGER).day.date, at=self.at, by=ADA)))  # type: ignore[union-attr]

    def correct_a_deposit(self) -> None:
        """Taken back and paid in again, made by one person and checked by another."""
        original = last_deposit(self.store)
        first = RecordId("corrections", 1)
        back = compensation(original, id=first, at=self.at, by=ADA, note="paid in twice")
        again = replace(original, id=first.after(1), at=self.at, by=ADA)
        self.do(InBooks(Correct(original=original, transfers=(back, again), checker=BO)))


def last_deposit(store: ProjectingStore) -> Transfer:
    events = (event for _, event in LEDGER.events(store))
    posted = (transfer for event in events if isinstance(event, TransfersPosted) for transfer in event.transfers)
    return [transfer for transfer in posted if transfer.reason is Reason.DEPOSIT][-1]


def keep(store: ProjectingStore, *, rounds: int = ROUNDS, evening: bool = True) -> Floor:
    """The record of a short day; its decks are sealed under the keys of the house."""
    floor = Floor(store)
    floor.open()
    chance = Random("audited")
    for number in range(rounds):
        for table in TABLES:
            if (number, table) == MISDEAL:
                floor.misdeal(table)
            floor.play_round(table, chance)
            floor.room.post()
    if evening:
        floor.evening()
    return floor
