"""A simulated day as it runs: tick by tick, everybody asked in turn, then all tables at once, and then the books.

Nothing is remembered outside the record. A day that was killed is resumed from its record: the last order tells how far
its tick had come, since every earlier order was either stored or not given; and a table that already had its order of
the tick is recognized by the order's id.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from pokerroom.bots.day.dealing import DRAWS_CARDS, next_order
from pokerroom.bots.day.house import SUBJECT, steps
from pokerroom.bots.day.plan import DaySettings, Plan
from pokerroom.bots.day.scene import Scene
from pokerroom.ledger import Slip, trial_balance
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.box import BOXES
from pokerroom.room.commands import Command, Order
from pokerroom.room.filing.stream import FILING
from pokerroom.room.ports import EventStore
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Done, Pending, Recorder, Room
from pokerroom.room.software import version_of
from pokerroom.room.tables import TABLES
from pokerroom.shuffle import Generator, Mode, lab_generator
from pokerroom.shuffle.seal import Keys
from pokerroom.table.seating import Table

LONGEST_EVENING = 5000
"""Ticks after the last deal within which everybody goes home."""

BOOKS = "books/"


class DayError(Exception):
    """The record is not of a simulated day that can be resumed, or the day does not end."""


class Cursor(NamedTuple):
    """The last order: its tick and its place in it. The tables of a tick come after everybody else."""

    tick: int
    place: int


AT_TABLES = 10**6
START = Cursor(0, -1)


def order_id(cursor: Cursor, *who: str) -> str:
    place = "tables" if cursor.place == AT_TABLES else f"{cursor.place:04}"
    return ".".join((f"{cursor.tick:06}", place, *who))


def cursor_of(order: str) -> Cursor:
    tick, place, *_ = order.split(".")
    return Cursor(int(tick), AT_TABLES if place == "tables" else int(place))


def last_order(room: Room) -> Cursor:
    orders = (each for answered in room.answered.of.values() for each in answered if not each.startswith(BOOKS))
    return max(map(cursor_of, orders), default=START)


class Tally(msgspec.Struct):
    """What has been done since the day was started or resumed."""

    orders: int = 0
    events: int = 0
    refused: Counter[str] = msgspec.field(default_factory=Counter)


class Day:
    def __init__(
        self,
        settings: DaySettings,
        store: EventStore,
        recorder: Recorder,
        *,
        keys: Keys,
        told: Callable[[Done], None] = lambda _done: None,
    ) -> None:
        """`told` is called for every order once it is durable."""
        room = Room(
            recorder, REGISTRY, keys=keys, chance=generator(settings, "day"), software=f"{version_of()}, simulated day"
        )
        self.room = reopened(store, room)
        self._filed(settings)
        self.plan = Plan(self.settings)
        self.scene = Scene(self.plan, self.room)
        self.tally = Tally()
        self._told = told
        self._came_to = last_order(self.room)
        self.tick = self._came_to.tick

    def _filed(self, settings: DaySettings) -> None:
        """A resumed day keeps the settings it was started with."""
        version = self.room.state(FILING).version(SUBJECT, 1)
        if version is None and self.room.heads:
            raise DayError("the store holds a record that is not one of a simulated day")
        if version is None:
            self.settings = settings
            return
        assert isinstance(version.settings, filing.Supplement)
        self.settings = msgspec.json.decode(version.settings.text, type=DaySettings)

    @property
    def is_over(self) -> bool:
        day = self.room.state(LEDGER).day
        return day is not None and day.closed is not None

    def run(self, *, every: int = 1, progress: Callable[["Day"], None] = lambda _day: None) -> None:
        """Run to the end of the day; `progress` is called every few ticks."""
        while not self.is_over:
            if self.tick > self.plan.ticks + LONGEST_EVENING:
                raise DayError(f"at {self.plan.at(self.tick)} the day has not ended yet")
            self.pass_tick()
            self.tick += 1
            if self.tick % every == 0:
                progress(self)

    def pass_tick(self) -> None:
        self.scene.tick = self.tick
        if self._came_to < Cursor(self.tick, AT_TABLES):
            self._ask_everybody()
        self._ask_tables()
        self.room.post()

    def _ask_everybody(self) -> None:
        """One after the other: each sees what those before did."""
        for place, step in enumerate(steps(self.plan, self.tick)):
            cursor = Cursor(self.tick, place)
            command = step.order(self.scene) if cursor > self._came_to else None
            if command is not None:
                answer = self._prepare(order_id(cursor, step.who, step.what.replace(" ", "-")), command)
                if isinstance(answer, Pending):
                    self._finish(answer)

    def _ask_tables(self) -> None:
        """All together, so that they share commits."""
        under_way: list[Pending] = []
        for posted in self.plan.tables:
            id_ = order_id(Cursor(self.tick, AT_TABLES), posted.name)
            table = self.room.states(TABLES).get(posted.name)
            if table is None or self._was_given(id_, posted.name):
                continue
            command = next_order(self.plan, posted, table, self.room.state(BOXES, posted.name), self.tick)
            answer = None if command is None else self._prepare(id_, command)
            if isinstance(answer, Pending):
                under_way.append(answer)
        for pending in under_way:
            self._finish(pending)

    def _was_given(self, id_: str, table: str) -> bool:
        """Whether a table has had its order of the tick, which only those of the tick that was cut short can have."""
        given = {id_} & {
            each for stream in (TABLES, BOXES) for each in self.room.answered.of.get(stream.named(table), ())
        }
        return self.tick == self._came_to.tick and bool(given)

    def _prepare(self, id_: str, command: Command) -> Pending | None:
        if isinstance(command, DRAWS_CARDS):
            # Each deck has its own generator: dealing it again gives the same deck.
            self.room.chance = generator(self.settings, id_)
        answer = self.room.prepare(Order(id_, command))
        if isinstance(answer, Pending):
            return answer
        if not isinstance(answer, Done):
            self.tally.refused[f"{kind_of(command)}: {answer.code.value}"] += 1
        return None

    def _finish(self, pending: Pending) -> None:
        done = self.room.finish(pending)
        assert isinstance(done, Done), done
        self.tally.orders += 1
        self.tally.events += len(done.events)
        self._told(done)

    @property
    def rounds(self) -> int:
        return sum(table.rounds for table in self._tables)

    @property
    def _tables(self) -> Iterable[Table]:
        return self.room.states(TABLES).values()

    @property
    def unbalanced(self) -> tuple[str, ...]:
        """What does not balance; empty in a sound day."""
        tables = [f"table {each.name} is not balanced" for each in self._tables if not each.is_balanced]
        slips = [f"the tray of table {slip.table} is off" for slip in self.slips if slip.difference]
        trial = trial_balance(self.room.state(LEDGER))
        books = ["the trial balance is not zero"] if trial.difference else []
        unposted = ["the books do not follow the tables"] if any(self.room.due.values()) else []
        return (*tables, *slips, *books, *unposted)

    @property
    def slips(self) -> tuple[Slip, ...]:
        return self.room.state(LEDGER).slips


def generator(settings: DaySettings, name: str) -> Generator:
    return lab_generator(f"{settings.seed}/{name}", otherwise=Mode.LAB)


def kind_of(command: Command) -> str:
    inner = getattr(command, "command", command)
    inner = getattr(inner, "command", inner)
    return type(inner).__name__
