"""Leaving one table for a seat at another: it is kept meanwhile, and taken once the player has got up.

A player sits at one table at a time (R-36), and gives up a seat in a round only when the round is over (R-23). The kept
seat is on the lists; who is on the way is not in the record: after a restart the seat is offered, and taken by hand.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from pokerroom.live.posted import buy_in
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import FLOOR, LiveRoom
from pokerroom.live.seating import hold_and_take
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.tables.housekeeping import customary_amount
from pokerroom.room.lists import Place, commands as on_lists
from pokerroom.room.lists.commands import OnLists
from pokerroom.room.lists.order import turn
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.room import Done
from pokerroom.room.tables.commands import AtTable
from pokerroom.table.seating import commands as at_table, in_pieces

KEPT = timedelta(minutes=10)
"""How long a seat is kept for somebody whose round is not over, where the lists allow it."""
REASON = "changes tables"


class Destination(NamedTuple):
    """Where somebody goes."""

    place: Place
    amount: int | None
    """What they sit down with; the customary amount where none is given."""


class Moves:
    """Who is on the way, by player. `arrive` seats them; it is begun once they have got up, beside what is going on."""

    def __init__(self, arrive: Callable[[LiveRoom, str, Destination], Awaitable[None]]) -> None:
        self._arrive = arrive
        self._moves: dict[str, Destination] = {}
        self._arriving: set[asyncio.Task[None]] = set()

    def expect(self, player: str, move: Destination) -> None:
        self._moves[player] = move

    def expects(self, player: str) -> bool:
        return player in self._moves

    def forget(self, player: str) -> None:
        self._moves.pop(player, None)

    def got_up(self, live: LiveRoom, player: str) -> None:
        move = self._moves.pop(player, None)
        if move is None:
            return
        task = asyncio.ensure_future(self._arrive(live, player, move))
        self._arriving.add(task)
        task.add_done_callback(self._arriving.discard)

    async def stop(self) -> None:
        """Nobody is seated any more; the seats stay kept."""
        self._moves.clear()
        for task in [*self._arriving]:
            task.cancel()
        await asyncio.gather(*self._arriving, return_exceptions=True)


async def keep_seat(live: LiveRoom, player: str, place: Place) -> Done | Refusal:
    """Keep a seat for somebody who has one elsewhere, unless others wait for it."""

    def make(at: datetime) -> OnLists | Refusal:
        lists = live.room.state(LISTS)
        waits = turn(lists, place.table).next if place.table in lists.tables else None
        if waits is not None and waits.player != player:
            return Refusal(Code.OTHERS_WAIT)
        until = at + min(KEPT, timedelta(minutes=lists.rules.lock_minutes))
        lock = on_lists.LockSeat(
            at=at, by=FLOOR, player=player, table=place.table, seat=place.seat, until=until, reason=REASON
        )
        return OnLists(lock)

    return await live.submit(make)


async def let_go(live: LiveRoom, player: str) -> None:
    """End the keeping of a seat that this player does not take."""
    hold = live.room.state(LISTS).hold_of(player)
    if hold is not None and hold.queue is None:
        table, seat = hold.place
        await live.submit(lambda at: OnLists(on_lists.ReleaseSeat(at=at, by=FLOOR, table=table, seat=seat)))


async def arrive(live: LiveRoom, actor: TableActor, player: str, move: Destination, *, bank: int) -> Done | Refusal:
    """Take the kept seat, with play chips up to `bank` where they are short."""
    least, most = buy_in(actor.table.posting)
    needed = min(max(move.amount or 0, least), most)

    async def take() -> Done | Refusal:
        await live.stake(player, least=needed, up_to=bank)
        usual = max(customary_amount(actor.table), actor.table.left_with(player, live.moment()))
        amount = (
            in_pieces(actor.table.rotation, min(usual, live.balance(player))) if move.amount is None else move.amount
        )
        return await actor.ask(partial(seated, player, move.place, amount))

    answer: Done | Refusal = await hold_and_take(live, player, actor.name, move.place.seat, take, offered=True)
    return answer


def seated(player: str, place: Place, amount: int, _table: object, at: datetime) -> AtTable:
    return AtTable(place.table, at_table.TakeSeat(by=player, at=at, player=player, seat=place.seat, amount=amount))
