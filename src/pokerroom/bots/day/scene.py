"""What everybody in the room can see at a moment: the plan, the room, the time, and who is where."""

from collections.abc import Mapping
from datetime import datetime
from random import Random

from pokerroom.bots.day.plan import Guest, Plan
from pokerroom.ledger import bank
from pokerroom.room.books import LEDGER
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.lists import Hold, Lists
from pokerroom.room.lists.state import Seated
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.room import Room
from pokerroom.room.tables import TABLES
from pokerroom.table.seating import Table


class Whereabouts:
    """Who sits where and what is held for whom, computed once for as long as the lists stay the same."""

    def __init__(self, lists: Lists) -> None:
        self.lists = lists
        self.seated: Mapping[str, Seated] = lists.seated
        self.holds: dict[str, Hold] = {each.player: each for each in lists.holds}


class Scene:
    def __init__(self, plan: Plan, room: Room) -> None:
        self.plan, self.room = plan, room
        self.tick = 0
        self._known = Whereabouts(room.state(LISTS))

    @property
    def at(self) -> datetime:
        return self.plan.at(self.tick)

    @property
    def whereabouts(self) -> Whereabouts:
        if self._known.lists is not self.room.state(LISTS):
            self._known = Whereabouts(self.room.state(LISTS))
        return self._known

    def chance(self, *who: object) -> Random:
        return self.plan.chance(self.tick, *who)

    def bank(self, guest: Guest) -> int:
        return self.room.state(LEDGER).balance(bank(guest.id))

    def table(self, name: str) -> Table | None:
        """A table that is open."""
        table = self.room.states(TABLES).get(name)
        return table if table is not None and table.is_open else None

    def unwelcome(self, guest: Guest) -> bool:
        """Whether the guest is barred, or was required to leave."""
        return guest.id in self.room.state(LISTS).barred or self.room.state(CONDUCT).removal(guest.id) is not None

    def going(self, guest: Guest) -> bool:
        return self.tick >= guest.leaves or self.unwelcome(guest)
