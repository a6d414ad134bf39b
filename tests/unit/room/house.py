"""A room staged for tests: filed settings, an open day, tables with players, and bots that play rounds."""

from collections.abc import Iterable
from concurrent.futures import Future
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from msgspec.structs import replace

from pokerroom.bots import choose
from pokerroom.jackpot.commands import AdjustDisplay, Chips, CountAtTable, OfferPayout, RecordDay
from pokerroom.ledger import OpenDay, Shift, Signature
from pokerroom.play import Call, Check, PlayerCommand, Seat, Show, Stage, view
from pokerroom.room import filing
from pokerroom.room.books.commands import Deposit, HoldMoney, InBooks, ReleaseMoney
from pokerroom.room.commands import Command, Order, asked_of
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.filing.stream import FILING
from pokerroom.room.orders.tables import cost_at
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.ports import Batch, StoreError
from pokerroom.room.processes.booking import FROM_THE_BANK
from pokerroom.room.processes.sending_away import owed
from pokerroom.room.projections.declaring import ProjectingStore
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
from tests.payouts import ACCOUNTING, DEALER as COUNTER, FLOOR, RULES, SHIFT

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

    def __init__(self, store: ProjectingStore) -> None:
        self.store = store
        self.fails: StoreError | None = None

    def submit(self, batch: Batch) -> Future[int]:
        future: Future[int] = Future()
        try:
            if self.fails is not None:
                raise self.fails
            future.set_result(self.store.append(batch)[-1])
        except StoreError as error:
            future.set_exception(error)
        return future


class House:
    """A room, its record, and somebody who gives orders."""

    def __init__(self, store: ProjectingStore | None = None) -> None:
        self.store = MemoryStore() if store is None else store
        self.recorder = AtOnce(self.store)
        self.room = self.new_room()
        self.at = NOON
        self.orders = 0

    def new_room(self) -> Room:
        chance = lab_generator("a room for tests", otherwise=Mode.LAB)
        room = Room(self.recorder, REGISTRY, keys=KEYS, chance=chance, software="test 1")
        room.shards = self.store.shards
        return room

    def ask(self, command: Command, *, order: str = "") -> Any:
        self.orders += 1
        id_ = order or f"order {self.orders}"
        cost = self.to_hold(command)
        if cost:
            return self.pay(command, cost, id_)
        answer = self.room.do(Order(id_, command))
        for each in tuple(owed(self.room.state(CONDUCT), self.room.states(TABLES))):
            self.room.do(Order(each.id, AtTable(each.table, each.command)))
        return answer

    def to_hold(self, command: Command) -> int:
        """What a table takes from a bank that no commit shares with it; what it would refuse costs nothing."""
        if self.room.shards == 1 or type(asked_of(command)) not in FROM_THE_BANK:
            return 0
        cost = cost_at(self.room, command.table, command.command)
        return cost if isinstance(cost, int) else 0

    def pay(self, command: AtTable, cost: int, order: str) -> Any:
        """A buy-in in a divided record: hold, take, and release what was not taken."""
        asked: Any = command.command
        hold: dict[str, Any] = {"hold": f"{order}#1", "by": BO, "at": asked.at}
        held = self.room.do(
            Order(hold["hold"], HoldMoney(player=asked.player, table=command.table, amount=cost, **hold))
        )
        if refused(held):
            return held
        paid = replace(command, command=replace(asked, held=hold["hold"]))
        answer = self.room.do(Order(order, paid))
        if refused(answer):
            self.room.do(Order(f"{order}#release", ReleaseMoney(**hold)))
        return answer

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

    def offer_payout(self, table: str) -> None:
        """What the sign of a table takes from each pot is for a payout that is offered there, 14.19(c)."""
        gives = {each.game: each.house.bad_beat for each in self.room.states(TABLES)[table].rotation}
        taking = {game: takes for game, takes in gives.items() if takes is not None}
        if not taking or self.room.state(PAYOUTS).at_table(table) is not None:
            return
        (takes,) = {*taking.values()}
        each = replace(RULES.contribution, amount=takes.amount, least_pot=takes.least_pot)
        rules = replace(RULES, name=f"Payout {table}", games=tuple(taking), tables=(table,), contribution=each)
        offered = OfferPayout(payout=rules.name, by=SHIFT, at=self.at, rules=rules, filing="submission 2")
        self.do(OnPayouts(offered))

    def count_payouts(self) -> None:
        """As at the end of a gaming day: boxes counted, what was in them recorded and displayed."""
        self.room.post()
        for name, payout in self.room.state(PAYOUTS).by_name.items():
            said: dict[str, Any] = {"payout": name, "at": self.at}
            for table, box in payout.boxes.items():
                counted: dict[str, Any] = {"table": table, "chips": (Chips(1, box.amount),), "written": box.amount}
                self.do(OnPayouts(CountAtTable(by=COUNTER, second=FLOOR, recording="camera 4", **said, **counted)))
            if payout.boxes:
                self.do(OnPayouts(RecordDay(by=ACCOUNTING, day=self.at.date(), **said)))
            self.do(OnPayouts(AdjustDisplay(by=ACCOUNTING, second=FLOOR, **said)))

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
