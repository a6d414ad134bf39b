"""What staff do in the rooms of the house: one gate for every order, and what each may read."""

from collections.abc import Iterator
from typing import Any

import msgspec
import structlog

from pokerroom.ledger.commands import CloseDay
from pokerroom.room.commands import AtTable
from pokerroom.room.ports import StoreBusy
from pokerroom.room.room import Done
from pokerroom.table.seating import commands as at_table
from pokerroom.web import orders
from pokerroom.web.entrance.desk import Desk
from pokerroom.web.entrance.identity import Identity, Role
from pokerroom.web.entrance.permissions import may_order
from pokerroom.web.house import House
from pokerroom.web.live import LiveRoom, is_bot
from pokerroom.web.orders import BeginDay, Silence
from pokerroom.web.refusing import BUSY, Nay, nay_of
from pokerroom.web.talk import CHAT
from pokerroom.wire import messages as wire

LOG = structlog.get_logger(__name__)


class Floor:
    """The gate between staff and the rooms of a house."""

    def __init__(self, house: House, desk: Desk) -> None:
        self._house, self._desk = house, desk

    def room(self, name: str) -> LiveRoom | None:
        """By its name in an address: `play-chips` or `licensed`."""
        return self._house.rooms.get(name.replace("-", " "))

    async def order(self, by: Identity, live: LiveRoom, order: orders.Order, *, id: str) -> Done | Nay:  # noqa: A002
        """Carry out an order, if whoever gives it may."""
        if not may_order(by, order.kind):
            return Nay("not permitted", f"A {by.role.value} gives no such order.")
        player = order.fields.get("player")
        why = None if player is None else self._player_refusal(live, player, order.kind)
        if why is not None:
            return why
        try:
            asked = order.at(live.moment(), by)
        except msgspec.ValidationError as error:
            return Nay("unreadable", f"{order.kind.__name__}: {error}.")
        LOG.info("order", by=by.id, role=by.role.value, order=order.kind.__name__, table=order.table)
        try:
            answer = await self._carry_out(live, asked, by, order, id=f"{by.id}/{id}")
        except StoreBusy:
            return BUSY
        return answer if isinstance(answer, Done | Nay) else nay_of(answer, live.name_of)

    def _player_refusal(self, live: LiveRoom, player: object, kind: type[Any]) -> Nay | None:
        """In a licensed room there are players with accounts, and nobody else."""
        if not isinstance(player, str):
            return Nay("unreadable", "A player is named by the id of his account.")
        if live.play_chips:
            return None
        account = self._desk.account(player)
        if account is None or is_bot(player):
            return Nay("no such player", f"No account has the id {player!r}: guests and bots play for play chips only.")
        if kind is at_table.TakeSeat and account.role is not Role.PLAYER:
            return Nay("not permitted", f"A {account.role.value} takes no seat.")
        live.remember(player, account.name)
        return None

    async def _carry_out(self, live: LiveRoom, asked: Any, by: Identity, order: orders.Order, *, id: str) -> Any:  # noqa: A002
        match asked:
            case BeginDay(date=date, by=signer):
                return await live.begin_day(date, signer)
            case CloseDay():
                return await live.close_day(asked)
            case Silence(player=player, until=until):
                await self._house.talk.silence(live, player, until)
                return Done(id)
            case AtTable(command=at_table.TakeSeat(player=player, seat=seat)):
                # The lists say whose seat it is, then the table takes him.
                listed = await live.list_seat(player, order.table, seat)
                answer = await self._at_table(live, by, order, id=id) if isinstance(listed, Done) else listed
                if isinstance(listed, Done) and not isinstance(answer, Done):
                    await live.unlist_seat(player, order.table)
                return answer
            case AtTable():
                return await self._at_table(live, by, order, id=id)
            case _:
                return await live.carry_out(lambda moment: order.at(moment, by), id=id)

    async def _at_table(self, live: LiveRoom, by: Identity, order: orders.Order, *, id: str) -> Any:  # noqa: A002
        """By the inbox of the table, like everything else; one that is opened has an actor from then on."""
        name = order.table
        actor = self._house.actors.get(name)
        if actor is not None and actor.live is live:
            answer = await actor.ask(lambda _table, moment: order.at(moment, by), id=id)
        elif actor is None and order.kind is at_table.OpenTable:
            answer = await live.carry_out(lambda moment: order.at(moment, by), id=id)
        else:
            return Nay("no such table", f"There is no table {name!r} in this room.")
        if isinstance(answer, Done):
            await live.list_table(name)
            self._house.add_table(live, name)
        return answer

    # What staff read.

    def may_give(self, by: Identity) -> Iterator[tuple[str, type[Any]]]:
        """The orders of somebody's role, by the counter they are given at."""
        for counter, found in orders.COUNTERS.items():
            for kind in found.commands:
                if may_order(by, kind):
                    yield counter, kind

    def said(self, live: LiveRoom, table: str) -> tuple[wire.Said, ...]:
        """What was said at a table, oldest first."""
        kept = sorted((key, value) for key, value in live.store.rows(CHAT) if key.startswith(f"{table}/"))
        return tuple(msgspec.json.decode(value, type=wire.Said) for _, value in kept)
