"""The plan of a simulated day: which tables open when, who comes, and the clock. All of it follows from the settings.

Time goes in ticks of a few seconds. What anybody does in a tick is drawn from a separate generator, named by the seed,
the tick and who draws: so the order in which they are asked, and how often, does not matter.
"""

from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from random import Random
from typing import NamedTuple

import msgspec

from pokerroom.bots.crew import Crew
from pokerroom.bots.day.postings import RECIPES, Recipe, rotation_of, smallest, wanted
from pokerroom.ledger import Signature
from pokerroom.room.lists import Wanted
from pokerroom.rules.staff import Official, Position
from pokerroom.table.seating import Rotation
from pokerroom.table.seating.posting import seats_of

DATE = date(2026, 1, 2)
OPENING = datetime(2026, 1, 2, 10, tzinfo=UTC)

SUPERVISOR = Official("Ada Park", Position.SHIFT_SUPERVISOR)
FLOOR = Official("Flynn Ortiz", Position.FLOORPERSON)
DEALER = Official("Dana Lee", Position.DEALER)
CREW = Crew(
    (DEALER, Official("Drew Moss", Position.DEALER), Official("Dora Quill", Position.DEALER)), FLOOR, SUPERVISOR
)
"""Who works at the tables that a dealer deals."""
SHIFT_DESK = Signature("Ada Park", Position.SHIFT_SUPERVISOR.value)
ACCOUNTING = Signature("Bo Reyes", "accounting")
CASHIER = Signature("Cy Moran", "cashier")

FILL, REFILL, CREDIT = 50_000, 20_000, 30_000
"""Chips that come to a tray when its table opens and during the day, and go back to the cage."""


class DaySettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings that determine a day. They are filed with the day, so that it can be resumed."""

    seed: int = 0
    tables: int = 40
    hours: float = 2.0
    """Hours until the last deal."""
    tick_seconds: int = 5
    """A table gets one order in a tick: about as long as a player takes to act."""
    thought_ticks: int = 12
    """Each guest thinks about more than the cards once in this many ticks."""

    def __post_init__(self) -> None:
        if self.tables < 1 or self.tick_seconds < 1 or self.thought_ticks < 1:
            raise ValueError("a day has at least one table, and ticks and thoughts take time")
        if not 0 < self.hours <= 24:
            raise ValueError(f"a gaming day lasts up to 24 hours, not {self.hours:g}")


class TablePlan(NamedTuple):
    name: str
    subject: str
    """The reference under which its settings are filed."""
    recipe: Recipe
    wanted: Wanted
    rotation: Rotation
    next_rotation: Rotation
    """What it will post from `Plan.change` on; empty where nothing changes."""
    feeds: str | None
    opens: int
    closes: int

    @property
    def seats(self) -> int:
        return min(seats_of(self.rotation), 9)

    @property
    def minimum(self) -> int:
        return smallest(self.recipe.limits)


class Guest(NamedTuple):
    id: str
    name: str
    wants: Wanted
    also: Wanted | None
    """A second game to wait for."""
    arrives: int
    leaves: int
    buy_in: int
    money: int
    """What a guest brings to the cage each time."""
    number: int


class Plan:
    """Read-only."""

    def __init__(self, settings: DaySettings) -> None:
        self.settings = settings
        self.ticks = max(60, round(settings.hours * 3600 / settings.tick_seconds))
        """The last deal is before this tick."""
        self.shift_change = self.ticks // 2
        self.change = self.ticks * 2 // 5
        self.refill, self.credit = self.ticks * 3 // 10, self.ticks * 3 // 5
        self.raise_minimum = self.ticks // 3
        self.lock_ticks = 10 * settings.thought_ticks
        """A seat is kept for a guest who telephones about once in this many ticks."""
        self.bar = self.ticks * 9 // 20
        self.require_to_leave = self.ticks * 11 // 20
        self.reinstate = self.ticks * 17 // 20
        self.tables = tuple(self._table(number) for number in range(settings.tables))
        self.guests = tuple(self._guests())

    @cached_property
    def by_name(self) -> dict[str, TablePlan]:
        return {table.name: table for table in self.tables}

    @cached_property
    def offering(self) -> dict[Wanted, tuple[TablePlan, ...]]:
        kinds = dict.fromkeys(table.wanted for table in self.tables)
        return {kind: tuple(table for table in self.tables if table.wanted == kind) for kind in kinds}

    def at(self, tick: int) -> datetime:
        return OPENING + timedelta(seconds=tick * self.settings.tick_seconds)

    def chance(self, *who: object) -> Random:
        """The generator of one decision."""
        return Random("/".join(map(str, (self.settings.seed, *who))))

    def thinking(self, tick: int) -> tuple[Guest, ...]:
        """The guests whose turn it is to think."""
        return self.guests[tick % self.settings.thought_ticks :: self.settings.thought_ticks]

    def looked_at(self, tick: int) -> tuple[TablePlan, ...]:
        """The tables whose vacant seats the floor looks at."""
        return self.tables[tick % self.settings.thought_ticks :: self.settings.thought_ticks]

    def _table(self, number: int) -> TablePlan:
        recipe = RECIPES[number % len(RECIPES)]
        name = str(number + 1)
        main = None if recipe.feeds is None else number - number % len(RECIPES) + recipe.feeds
        return TablePlan(
            name=name,
            subject=f"table {name}",
            recipe=recipe,
            wanted=wanted(recipe),
            rotation=rotation_of(recipe),
            next_rotation=rotation_of(recipe, changed=True) if recipe.next_rake else (),
            feeds=None if main is None else str(main + 1),
            opens=1 + round(recipe.opens * self.ticks),
            closes=round(recipe.closes * self.ticks),
        )

    def _guests(self) -> list[Guest]:
        """More than there are seats for, most of them early."""
        wishes = [table for table in self.tables for _ in range(table.seats + 4)]
        return [self._guest(number, wishes[number]) for number in range(len(wishes))]

    def _guest(self, number: int, table: TablePlan) -> Guest:
        chance = self.chance("guest", number)
        early = chance.random() < 0.6
        arrives = round(chance.uniform(0, 0.05 if early else 0.85) * self.ticks)
        stays = round(chance.uniform(0.2, 1.3) * self.ticks)
        buy_in = chance.randrange(20, 80, 5) * table.minimum
        also = chance.choice(self.tables).wanted if chance.random() < 0.2 else None
        return Guest(
            id=f"p{number + 1:04}",
            name=f"Guest {number + 1}",
            wants=table.wanted,
            also=None if also == table.wanted else also,
            arrives=arrives,
            leaves=min(arrives + stays, self.ticks),
            buy_in=buy_in,
            money=buy_in * chance.randint(1, 3),
            number=number,
        )
