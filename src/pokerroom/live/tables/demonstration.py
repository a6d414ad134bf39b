"""A demonstration of a table that a dealer deals: simulated players, and a scripted crew that works the box.

There people only watch, also with a dealer's console. Such a table is known by its area and stands on no waiting list.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from random import Random
from typing import Any

from pokerroom.bots import dealer
from pokerroom.bots.crew import Crew, Felt
from pokerroom.live.posted import buy_in
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom, is_bot
from pokerroom.live.seating import is_demonstration
from pokerroom.live.tables.opponents import name_for
from pokerroom.room.books import LEDGER
from pokerroom.room.box import BOXES
from pokerroom.room.commands import Command
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.staff import Official, Position
from pokerroom.table.seating import Table, commands as at_table

CREW = Crew(
    dealers=tuple(Official(f"{name} (simulated)", Position.DEALER) for name in ("Dana", "Drew", "Dora")),
    floor=Official("Flynn (simulated)", Position.FLOORPERSON),
    supervisor=Official("Ada (simulated)", Position.SHIFT_SUPERVISOR),
)
PLAYERS = 6

Submit = Callable[[Callable[[Table, datetime], Command | Refusal]], Awaitable[Any]]


class Demonstration:
    """What happens next at the table of this name, one thing at a time."""

    def __init__(self, live: LiveRoom, table: str) -> None:
        self._live, self._name = live, table
        self._chance: Random = live.room.chance

    async def go_on(self, submit: Submit) -> None:
        leaving = self._broke()
        if leaving is not None:
            await submit(lambda _table, at: self._at(at_table.LeaveSeat(by=leaving, at=at, player=leaving)))
        elif self._wants_players():
            await self._seat_one(submit)
        else:
            await submit(self._crew)

    @property
    def _table(self) -> Table:
        return self._live.room.states(TABLES)[self._name]

    def _at(self, command: at_table.Command) -> AtTable:
        return AtTable(self._name, command)

    def _crew(self, table: Table, at: datetime) -> Command | Refusal:
        day, box = self._live.room.state(LEDGER).open_day, self._live.room.state(BOXES, self._name)
        if day is None:
            return Refusal(Code.NOT_YOUR_TURN)
        order = dealer.next_order(Felt(table, box, at, day.date, self._chance, CREW))
        return Refusal(Code.NOT_YOUR_TURN) if order is None else order

    def _broke(self) -> str | None:
        """A player who cannot go on makes room for another."""
        table = self._table
        least = buy_in(table.posting)[0] // 4
        if table.dealing is not None:
            return None
        return next((place.player for _, place in table.seated if place.stakes + place.added < least), None)

    def _wants_players(self) -> bool:
        table, box = self._table, self._live.room.state(BOXES, self._name)
        return box.is_open and table.dealing is None and len(table.seated) < min(PLAYERS, len(table.places))

    async def _seat_one(self, submit: Submit) -> None:
        table, live = self._table, self._live
        taken = {*live.room.state(LISTS).seated, *(place.player for _, place in table.seated)}
        player, amount = name_for(taken, self._chance), buy_in(table.posting)[1] // 2
        seat = self._chance.choice(table.vacant)
        await live.stake(player, least=amount, up_to=10 * amount)
        await submit(
            lambda _table, at: self._at(at_table.TakeSeat(by=player, at=at, player=player, seat=seat, amount=amount))
        )


def seat_refusal(table: Table, player: str) -> Refusal | None:
    """Nobody but simulated players takes a seat there."""
    return Refusal(Code.DEMONSTRATION) if is_demonstration(table) and not is_bot(player) else None
