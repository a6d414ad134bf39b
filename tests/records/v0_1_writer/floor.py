"""A room whose orders are written down as a floor would tell them: who sits with what, and what each says in turn."""

from collections.abc import Mapping
from concurrent.futures import Future
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from msgspec.structs import replace

from pokerroom.bots import choose
from pokerroom.cards import Card
from pokerroom.ledger import OpenDay, Shift, Signature
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Draw,
    Fold,
    PlayerCommand,
    PostForcedBet,
    Raise,
    Round,
    Seat,
    Show,
    Stage,
    view,
)
from pokerroom.room import filing
from pokerroom.room.commands import AtTable, Command, DealRound, Deposit, InBooks, InRegister, Order, ShuffleAgain
from pokerroom.room.handlers import HANDLERS
from pokerroom.room.ports import Batch, EventStore
from pokerroom.room.room import Done, Room
from pokerroom.rules.staff import Official, Position
from pokerroom.shuffle import Mode, lab_generator
from pokerroom.shuffle.seal import Keys
from pokerroom.table.seating import Posting, Table, commands as at_table

SOFTWARE = "pokerroom 0.1.0"
SUPERVISOR = Official("Ada Park", Position.SHIFT_SUPERVISOR)
FLOORPERSON = Official("Flynn Osei", Position.FLOORPERSON)
DEALER = Official("Dee Reyes", Position.DEALER)
ADA, BO = Signature("Ada Park", "poker shift supervisor"), Signature("Bo Ek", "accounting")
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
FILED_ON = date(2025, 12, 1)
AREA = at_table.Area("poker room", approved=True)


class AtOnce:
    """Records in the store before it answers."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    def submit(self, batch: Batch) -> Future[int]:
        future: Future[int] = Future()
        future.set_result(self._store.append(batch))
        return future


class Floor:
    """A room and whoever gives its orders. Each deck is fixed by its table, its round and a word."""

    def __init__(self, store: EventStore, keys: Keys) -> None:
        self.store = store
        self.room = Room(AtOnce(store), HANDLERS, keys=keys, chance=laboratory("room"), software=SOFTWARE)
        self.at = NOON
        self._orders = 0

    def do(self, command: Command) -> None:
        self._orders += 1
        answer = self.room.do(Order(f"{self._orders}", command))
        assert isinstance(answer, Done), str(answer)

    def at_table(self, table: str, kind: type[Any], *, by: Any = None, **fields: Any) -> None:
        self.do(AtTable(table, kind(by=by or fields["player"], at=self.at, **fields)))

    def table(self, name: str) -> Table:
        return self.room.tables[name]

    def open_day(self, day: date) -> None:
        self.do(InBooks(OpenDay(date=day, shifts=(Shift("day", self.at),), at=self.at, by=ADA)))

    def file(self, subject: str, settings: filing.Settings) -> None:
        self.do(
            InRegister(
                filing.Propose(
                    subject=subject,
                    settings=settings,
                    document="submission 1",
                    filed_on=FILED_ON,
                    effective=self.at,
                    at=self.at,
                    by=ADA,
                )
            )
        )
        version = len(self.room.register.versions[subject])
        self.do(InRegister(filing.Approve(subject=subject, version=version, at=self.at, by=BO)))

    def open_table(self, name: str, *rotation: Posting) -> None:
        self.file(name, filing.TableSettings(rotation))
        self.do(
            AtTable(name, at_table.OpenTable(by=SUPERVISOR, at=self.at, area=AREA, rotation=rotation), subject=name)
        )

    def sit(self, table: str, player: str, seat: int, amount: int) -> None:
        self.do(Deposit(player=player, amount=amount, by=BO, at=self.at))
        self.at_table(table, at_table.TakeSeat, player=player, seat=seat, amount=amount)

    def seat(self, table: str, stakes: Mapping[str, int]) -> None:
        """These players from the dealer's left on, with exactly these stakes."""
        for seat, (player, amount) in enumerate(stakes.items()):
            self.sit(table, player, seat, amount)

    def reseat(self, table: str, stakes: Mapping[str, int]) -> None:
        """Whoever was there has left; these sit down."""
        for _, place in self.table(table).seated:
            self.at_table(table, at_table.LeaveSeat, player=place.player)
        self.seat(table, stakes)

    def sit_again(self, table: str, player: str, amount: int) -> None:
        """In the same seat, with another amount."""
        seat = self.table(table).seat_of(player)
        assert seat is not None
        self.at_table(table, at_table.LeaveSeat, player=player)
        self.sit(table, player, seat, amount)

    def deal(self, table: str, word: str = "") -> None:
        self.at += timedelta(seconds=30)
        rounds = self.table(table).rounds
        self.room.chance = laboratory(f"{table} {rounds + 1} {word}")
        self.do(DealRound(table=table, by=DEALER, at=self.at))

    def round(self, table: str) -> Round:
        state = self.table(table).round
        assert state is not None
        return state

    def on_turn(self, table: str) -> tuple[Seat, str]:
        seat = self.table(table).turn_to_act
        assert seat is not None
        return Seat(seat), self.table(table).place(seat).player

    def play(self, table: str, command: PlayerCommand) -> None:
        """By whoever's turn it is; a deck that runs short is shuffled again."""
        seat, player = self.on_turn(table)
        self.at_table(table, at_table.Play, by=player, command=replace(command, seat=seat))
        while self.round(table).stage is Stage.SHUFFLING:
            self.do(ShuffleAgain(table=table, by=DEALER, at=self.at))

    def say(self, table: str, *words: str) -> None:
        """Each by the next player in turn: `call`, `raise 600`, `draw 2`."""
        for each in words:
            word, _, number = each.partition(" ")
            seat, _ = self.on_turn(table)
            self.play(table, spoken(self.round(table), seat, word, int(number or 0)))

    def rule(self, table: str, command: Any) -> None:
        """What the dealer or a supervisor says of the round of play."""
        self.at_table(table, at_table.Play, by=SUPERVISOR, command=command)

    def finish(self, table: str) -> None:
        """Everybody stays in, draws nothing and shows."""
        while self.table(table).dealing is not None:
            self.say(table, staying(self.round(table)))
        self.room.post()

    def all_fold(self, table: str, *first: str) -> None:
        """Whoever still can, until nobody need; `first` is what the first players say."""
        self.say(table, *first)
        while self.table(table).dealing is not None:
            state = self.round(table)
            self.say(table, "fold" if state.stage is Stage.BETTING else staying(state))
        self.room.post()

    def play_rounds(self, table: str, rounds: int) -> None:
        """By the plain bot in every seat."""
        for _ in range(rounds):
            self.deal(table)
            chance = Random(f"{table} {self.table(table).rounds}")
            while self.table(table).dealing is not None:
                state = self.round(table)
                assert state.turn is not None
                self.play(table, choose(view(state, state.turn), chance))
            self.room.post()


def laboratory(seed: str) -> Any:
    return lab_generator(f"version 0.1.0 {seed}", otherwise=Mode.LAB)


def spoken(state: Round, seat: Seat, word: str, number: int) -> PlayerCommand:
    assert state.turn is not None
    held: tuple[Card, ...] = state.down[state.turn]
    commands: dict[str, PlayerCommand] = {
        "fold": Fold(seat),
        "check": Check(seat),
        "call": Call(seat),
        "bet": Bet(seat, number),
        "raise": Raise(seat, number),
        "post": PostForcedBet(seat),
        "draw": Draw(seat, held[:number]),
        "show": Show(seat),
    }
    return commands[word]


def staying(state: Round) -> str:
    if state.stage is not Stage.BETTING:
        return {Stage.DRAWING: "draw", Stage.SHOWDOWN: "show"}[state.stage]
    assert state.turn is not None
    if state.obliged:
        return "post"
    return "call" if state.bet > state.bets[state.turn] else "check"
