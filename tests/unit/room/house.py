"""A room staged for tests: filed settings, an open day, tables with players, and bots that play rounds."""

from collections.abc import Iterable
from concurrent.futures import Future
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from msgspec.structs import replace

from pokerroom.bots import choose
from pokerroom.ledger import OpenDay, Shift, Signature
from pokerroom.play import Call, Check, PlayerCommand, Seat, Show, Stage, view
from pokerroom.room import filing
from pokerroom.room.books.commands import Deposit, InBooks
from pokerroom.room.commands import Command, Order
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.filing.stream import FILING
from pokerroom.room.ports import Batch, EventStore, StoreError
from pokerroom.room.registry import REGISTRY
from pokerroom.room.room import Done, Room, refused
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable, DealRound, ShuffleAgain
from pokerroom.rules.house import Fixed, HouseRules, PercentageRake, letter
from pokerroom.rules.staff import Official, Position
from pokerroom.shuffle import Mode, lab_generator
from pokerroom.shuffle.seal import Keys, new_key
from pokerroom.store import MemoryStore
from pokerroom.table.seating import Posting, commands as at_table

SUPERVISOR = Official("Ada Park", Position.SHIFT_SUPERVISOR)
DEALER = Official("Dee Reyes", Position.DEALER)
ADA, BO = Signature("Ada Park", "poker shift supervisor"), Signature("Bo Ek", "accounting")
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
FILED = date(2025, 12, 1)
RAKE = (PercentageRake(percent=10, most=400),)
STUD = letter(Fixed(200, 400), max_raises=3, ante=50, forced_bet=100, rake=RAKE)
HOLD_EM = letter(Fixed(200, 400), max_raises=3, blinds=(100, 200), rake=RAKE)
KEYS = Keys((new_key(),))


class AtOnce:
    """Records in the store before it answers, as a writer does, and can be told to fail."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.fails: StoreError | None = None

    def submit(self, batch: Batch) -> Future[int]:
        future: Future[int] = Future()
        try:
            if self.fails is not None:
                raise self.fails
            future.set_result(self.store.append(batch))
        except StoreError as error:
            future.set_exception(error)
        return future


class House:
    """A room, its record, and somebody who gives orders."""

    def __init__(self, store: EventStore | None = None) -> None:
        self.store = MemoryStore() if store is None else store
        self.recorder = AtOnce(self.store)
        self.room = self.new_room()
        self.at = NOON
        self.orders = 0

    def new_room(self) -> Room:
        chance = lab_generator("a room for tests", otherwise=Mode.LAB)
        return Room(self.recorder, REGISTRY, keys=KEYS, chance=chance, software="test 1")

    def ask(self, command: Command, *, order: str = "") -> Any:
        self.orders += 1
        return self.room.do(Order(order or f"order {self.orders}", command))

    def do(self, command: Command) -> Done:
        return self.do_as("", command)

    def do_as(self, order: str, command: Command) -> Done:
        answer = self.ask(command, order=order)
        assert not refused(answer), str(answer)
        assert isinstance(answer, Done)
        return answer

    def open_day(self) -> None:
        shifts = (Shift("day", self.at),)
        self.do(InBooks(OpenDay(date=self.at.date(), shifts=shifts, at=self.at, by=ADA)))

    def file(self, subject: str, settings: filing.Settings) -> None:
        self.do(
            InRegister(
                filing.Propose(
                    subject=subject,
                    settings=settings,
                    document="submission 1",
                    filed_on=FILED,
                    effective=self.at,
                    at=self.at,
                    by=ADA,
                )
            )
        )
        version = len(self.room.state(FILING).versions[subject])
        self.do(InRegister(filing.Approve(subject=subject, version=version, at=self.at, by=BO)))

    def open_table(self, name: str, game: str = "hold-em", house: HouseRules = HOLD_EM) -> None:
        notice = "" if house.bad_beat is None else "aces full beaten by four of a kind; both hole cards play"
        rotation = (Posting(game=game, house=house, bad_beat=notice),)
        self.file(name, filing.TableSettings(rotation))
        area = at_table.Area("poker room", approved=True)
        asked = at_table.OpenTable(by=SUPERVISOR, at=self.at, area=area, rotation=rotation)
        self.do(AtTable(name, asked, subject=name))

    def seat(self, table: str, players: Iterable[str], amount: int = 10_000) -> None:
        for seat, player in enumerate(players):
            self.do(Deposit(player=player, amount=5 * amount, by=BO, at=self.at))
            self.do(AtTable(table, self.sitting(player, seat, amount)))

    def sitting(self, player: str, seat: int, amount: int = 10_000) -> at_table.TakeSeat:
        return at_table.TakeSeat(by=player, at=self.at, player=player, seat=seat, amount=amount)

    def deal(self, table: str) -> None:
        self.at += timedelta(seconds=30)
        self.do(DealRound(table=table, by=DEALER, at=self.at))

    def step(self, table: str, rng: Random) -> None:
        """One decision of the round at a table."""
        state = self.room.states(TABLES)[table].round
        assert state is not None
        if state.stage is Stage.SHUFFLING:
            self.do(ShuffleAgain(table=table, by=DEALER, at=self.at))
            return
        seat = self.room.states(TABLES)[table].turn_to_act
        assert seat is not None
        assert state.turn is not None
        chosen = replace(choose(view(state, state.turn), rng), seat=Seat(seat))
        player = self.room.states(TABLES)[table].place(seat).player
        self.do(AtTable(table, at_table.Play(by=player, at=self.at, command=chosen)))

    def stay_in(self, table: str) -> None:
        """The player to act calls, or checks where there is nothing to call; at the showdown he shows."""
        state, seat = self.room.states(TABLES)[table].round, self.room.states(TABLES)[table].turn_to_act
        assert state is not None
        assert seat is not None
        assert state.turn is not None
        command: PlayerCommand = Show(Seat(seat))
        if state.stage is Stage.BETTING:
            owes = state.bet > state.bets[state.turn]
            command = Call(Seat(seat)) if owes else Check(Seat(seat))
        player = self.room.states(TABLES)[table].place(seat).player
        self.do(AtTable(table, at_table.Play(by=player, at=self.at, command=command)))

    def play_round(self, table: str, rng: Random) -> None:
        self.deal(table)
        while self.room.states(TABLES)[table].dealing is not None:
            self.step(table, rng)


def staged(*, game: str = "hold-em", house: HouseRules = HOLD_EM, players: int = 4) -> House:
    """A house with one open table, number 4, and so many players at it."""
    staged_house = House()
    staged_house.open_day()
    staged_house.file(filing.RAKE, filing.RakeSubmission(methods=RAKE, most=400))
    staged_house.open_table("4", game, house)
    staged_house.seat("4", [f"p{number}" for number in range(players)])
    return staged_house
