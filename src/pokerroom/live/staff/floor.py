"""What staff do in the rooms of the house: one gate for every order, and what each may read."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from pokerroom.ledger.accounts import is_name
from pokerroom.ledger.commands import CloseDay
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.permissions import may_order
from pokerroom.live.house import House
from pokerroom.live.house_orders import BeginDay, Correct, CountTable, Silence
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom, is_bot
from pokerroom.live.seating import follow_table, hold_and_take
from pokerroom.live.staff import bookkeeping, orders
from pokerroom.live.staff.countersigning import Proposal, Proposals
from pokerroom.live.staff.orders import Order
from pokerroom.live.talk import CHAT
from pokerroom.room import filing
from pokerroom.room.books.commands import Fill
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.filing.stream import FILING
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.ports import StoreBusy, StreamHalted
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.table import conduct
from pokerroom.table.seating import commands as at_table
from pokerroom.wire import messages as wire
from pokerroom.words import term

LOG = structlog.get_logger(__name__)

A_DAY = timedelta(days=1)
"""By which a gaming day may differ from the clock: the room may stand in another zone than its machine."""


class Floor:
    """The gate between staff and the rooms of a house."""

    def __init__(self, house: House, desk: Desk) -> None:
        self._house, self._desk = house, desk
        self.proposals = Proposals(house.world.clock.now, house.world.entropy)
        self._being_signed: set[str] = set()

    def room(self, name: str) -> LiveRoom | None:
        """By its name in an address: `play-chips` or `licensed`."""
        return self._house.rooms.get(name.replace("-", " "))

    async def order(self, by: Identity, live: LiveRoom, order: Order, *, id: str) -> Done | Proposal | Refusal:  # noqa: A002
        """Carry out an order, if whoever gives it may; one that two people sign waits for the other."""
        why = self._refusal(by, live, order)
        if why is not None:
            return why
        room, given_as = self._name(live), f"{by.id}/{id}"
        before = live.room.answer_before(given_as, order.asked) or self.proposals.taken(room, order, given_as=given_as)
        if before is not None:
            return before
        if not needs_second(live, order):
            return await self._given(live, order, by, None, given_as=given_as)
        why = await self._unfit(live, order, by)
        return why or self.proposals.propose(room, order, by, given_as=given_as)

    async def countersign(self, by: Identity, live: LiveRoom, id: str) -> Done | Refusal:  # noqa: A002
        """Sign what somebody else has proposed, and carry it out. Both must be who may give such an order."""
        proposal = self.proposals.find(self._name(live), id)
        if isinstance(proposal, Refusal):
            return proposal
        order, maker = proposal.order, proposal.by
        why = self._refusal(by, live, order)
        if why is not None:
            return why
        if proposal.second is not None and proposal.second.id != by.id:
            return Refusal(Code.SIGNED, facts={"name": proposal.second.name})
        if orders.signature(by).same_person(orders.signature(maker)):
            return Refusal(Code.SAME_PERSON, facts={"name": maker.name})
        account = self._desk.account(maker.id)
        if account is not None and account.role is not maker.role:
            return Refusal(Code.ROLE_LOST, facts={"name": maker.name, "role": term(maker.role)})
        if id in self._being_signed:
            return Refusal(Code.BEING_SIGNED)
        self._being_signed.add(id)
        try:
            answer = await self._given(live, order, maker, by, given_as=proposal.given_as)
        finally:
            self._being_signed.discard(id)
        if isinstance(answer, Done):
            self.proposals.done(proposal, by)
        return answer

    def drop(self, by: Identity, live: LiveRoom, id: str) -> Proposal | Refusal:  # noqa: A002
        """Take back what was proposed; any of those who could sign it may."""
        proposal = self.proposals.find(self._name(live), id)
        if isinstance(proposal, Refusal):
            return proposal
        if not may_order(by, proposal.order.kind):
            return not_for(by)
        if proposal.second is not None:
            return Refusal(Code.SIGNED, facts={"name": proposal.second.name})
        if id in self._being_signed:
            return Refusal(Code.BEING_SIGNED)
        self.proposals.drop(proposal)
        return proposal

    def to_sign(self, by: Identity, live: LiveRoom) -> Iterator[Proposal]:
        """What waits for a second signature and is of somebody's role, his own proposals included."""
        return (each for each in self.proposals.waiting(self._name(live)) if may_order(by, each.order.kind))

    def _name(self, live: LiveRoom) -> str:
        return next(name for name, each in self._house.rooms.items() if each is live)

    def _refusal(self, by: Identity, live: LiveRoom, order: Order) -> Refusal | None:
        if not may_order(by, order.kind):
            return not_for(by)
        player = order.fields.get("player")
        return None if player is None else self._player_refusal(live, player, order.kind)

    async def _unfit(self, live: LiveRoom, order: Order, by: Identity) -> Refusal | None:
        """Why nobody could sign this, as far as that can be said before."""
        try:
            asked = order.at(live.moment(), by)
        except msgspec.ValidationError as error:
            return unreadable(order, error)
        match asked:
            case CountTable(table=table):
                return bookkeeping.table_refusal(live.room, table)
            case Correct():
                correction = await self._correction(live, asked)
                return correction if isinstance(correction, Refusal) else None
        return None

    async def _given(
        self, live: LiveRoom, order: Order, by: Identity, second: Identity | None, *, given_as: str
    ) -> Done | Refusal:
        try:
            asked = order.at(live.moment(), by, second)
        except msgspec.ValidationError as error:
            return unreadable(order, error)
        signers = {"by": by.id, "role": by.role.value, "second": None if second is None else second.id}
        LOG.info("order", **signers, order=order.kind.__name__, table=order.table)
        try:
            answer: Done | Refusal = await self._carry_out(live, asked, by, second, order, id=given_as)
        except StoreBusy:
            return Refusal(Code.BUSY)
        except StreamHalted:
            return Refusal(Code.RECORD_HALTED)
        return answer

    def _player_refusal(self, live: LiveRoom, player: object, kind: type[Any]) -> Refusal | None:
        """In a licensed room there are players with accounts, and nobody else."""
        if not isinstance(player, str) or not is_name(player):
            return Refusal(Code.NOT_A_PLAYER)
        if live.play_chips:
            return None
        account = self._desk.account(player)
        if account is None or is_bot(player):
            return Refusal(Code.NO_SUCH_PLAYER, facts={"id": repr(player)})
        if kind is at_table.TakeSeat and account.role is not Role.PLAYER:
            return Refusal(Code.TAKES_NO_SEAT, facts={"role": term(account.role)})
        live.remember(player, account.name)
        return None

    async def _carry_out(
        self,
        live: LiveRoom,
        asked: Any,
        by: Identity,
        second: Identity | None,
        order: Order,
        *,
        id: str,  # noqa: A002
    ) -> Any:
        match asked:
            case Fill(table=table) if table not in live.room.states(TABLES):
                return bookkeeping.table_refusal(live.room, table)
            case BeginDay(date=date, by=signer):
                today = self._house.settings.gaming_date(live.moment())
                if abs(date - today) > A_DAY:
                    return Refusal(Code.OTHER_DAY, facts={"today": str(today)})
                return await live.begin_day(date, signer, id=id, asked=order.asked)
            case CloseDay():
                return await live.close_day(asked, id=id, asked=order.asked)
            case CountTable():
                return await live.submit(
                    lambda moment: bookkeeping.counted(live.room, replace(asked, at=moment)), id=id, asked=order.asked
                )
            case Correct():
                return await self._correct(live, asked, order, id=id)
            case Silence(player=player, until=until):
                return await self._house.talk.silence(live, player, until, id=id, asked=order.asked)
            case AtTable(command=at_table.TakeSeat() as seating):
                return await self._seat(live, by, order, seating, id=id)
            case AtTable():
                return await self._at_table(live, by, order, id=id)
            case OnConduct(command=conduct.RequireToLeave()):
                return await live.send_away(lambda moment: order.at(moment, by), id=id, asked=order.asked)
            case _:
                return await live.submit(lambda moment: order.at(moment, by, second), id=id, asked=order.asked)

    async def _seat(
        self,
        live: LiveRoom,
        by: Identity,
        order: Order,
        asked: at_table.TakeSeat,
        *,
        id: str,  # noqa: A002
    ) -> Any:
        """The lists say whose seat it is, then the table takes the player."""
        player, table = asked.player, order.table
        if live.room.state(LISTS).seat_of(player) is not None:
            return Refusal(Code.SEATED_ALREADY, facts={"name": live.name_of(player)})
        return await hold_and_take(live, player, table, asked.seat, lambda: self._at_table(live, by, order, id=id))

    async def _correct(self, live: LiveRoom, asked: Correct, order: Order, *, id: str) -> Any:  # noqa: A002
        correction = await self._correction(live, asked)
        if isinstance(correction, Refusal):
            return correction
        return await live.submit(
            lambda moment: bookkeeping.corrected(live.room, replace(asked, at=moment), correction),
            id=id,
            asked=order.asked,
        )

    async def _correction(self, live: LiveRoom, asked: Correct) -> bookkeeping.Correction | Refusal:
        correction = await live.world.threads.run(bookkeeping.understood, live.store, asked)
        if isinstance(correction, Refusal):
            return correction
        whys = (self._player_refusal(live, player, Correct) for player in sorted(correction.players))
        return next((why for why in whys if why is not None), correction)

    async def _at_table(self, live: LiveRoom, by: Identity, order: Order, *, id: str) -> Any:  # noqa: A002
        """By the inbox of the table, like everything else; one that is opened has an actor from then on."""
        name = order.table
        actor = self._house.actors.get(name)
        if actor is not None and actor.live is live:
            answer = await actor.ask(lambda _table, moment: order.at(moment, by), id=id, asked=order.asked)
        elif actor is None and order.kind is at_table.OpenTable:
            answer = await live.submit(lambda moment: order.at(moment, by), id=id, asked=order.asked)
        else:
            return Refusal(Code.NO_TABLE_IN_ROOM, facts={"table": repr(name)})
        if isinstance(answer, Done):
            await follow_table(live, name)
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


def needs_second(live: LiveRoom, order: Order) -> bool:
    """Whether two people sign it."""
    when = orders.OF_TWO.get(order.kind)
    if when is None or when == orders.ALWAYS or order.kind is not filing.Withdraw:
        return when is not None
    subject, number = order.fields.get("subject"), order.fields.get("version")
    known = isinstance(subject, str) and isinstance(number, int)
    version = live.room.state(FILING).version(subject, number) if known else None  # type: ignore[arg-type]  # as asked above
    return version is not None and version.approved is not None


def not_for(by: Identity) -> Refusal:
    return Refusal(Code.NOT_FOR_THE_ROLE, facts={"role": term(by.role)})


def unreadable(order: Order, error: msgspec.ValidationError) -> Refusal:
    return Refusal(Code.ORDER_UNFIT, facts={"order": order.kind.__name__, "error": str(error)})
