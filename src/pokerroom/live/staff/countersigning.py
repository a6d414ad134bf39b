"""Orders that two people sign: one gives it, and nothing has happened until another has signed the same.

Proposals are in the record of their room (`room/inbox`), so that they outlive a restart. One that moves a player's
money waits as long as the player may be asked, any other until the next day's shift has had its chance.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import msgspec

from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff.orders import BY_NAME, Order
from pokerroom.room.answers import digest_of
from pokerroom.room.inbox import INBOX, Waiting
from pokerroom.room.inbox.commands import OnInbox, ProposeOrder, Settled, SettleProposal, Signer
from pokerroom.room.room import ID_TAKEN, Done

ASKED_FOR = timedelta(minutes=30)
"""How long a player is asked."""
KEPT_FOR = timedelta(hours=24)
MOST_EACH = 20
"""Proposals of one person that wait at a time."""

AS_WRITTEN = msgspec.json.Encoder(decimal_format="number")
READ = msgspec.json.Decoder(dict[str, Any], float_hook=Decimal)


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    order: Order
    by: Identity
    given_as: str
    """The id of the order: under it the room carries it out once."""
    at: datetime
    until: datetime
    settled: Settled | None = None
    settled_by: str = ""
    """The id of whoever has signed it, taken it back or declined."""
    settled_name: str = ""

    @property
    def waits_for(self) -> str:
        """The player who may agree to it, if one may."""
        return player_of(self.order)


def player_of(order: Order) -> str:
    second = order.declaration.second
    return str(order.fields.get("player", "")) if second is not None and second.or_player else ""


class Proposals:
    """Those of one room, out of its record."""

    def __init__(self, live: LiveRoom) -> None:
        self._live = live

    async def propose(self, order: Order, by: Identity, *, given_as: str) -> Proposal | Refusal:
        """Keep an order until another signs it; proposed again under the same id, it is the same one."""
        known = self._given(given_as)
        if known is not None:
            return known if known.order == order else ID_TAKEN
        mine = [each for each in self.waiting() if each.by.id == by.id]
        if len(mine) >= MOST_EACH:
            return Refusal(Code.TOO_MANY_PROPOSALS, facts={"most": MOST_EACH})
        live, id_ = self._live, self._live.world.entropy.token(9)
        answer = await live.submit(
            lambda at: OnInbox(asked(order, by, id_, given_as, at)), id=f"{given_as}/proposed", asked=order.asked
        )
        return answer if isinstance(answer, Refusal) else self._given(given_as) or ID_TAKEN

    def taken(self, order: Order, *, given_as: str) -> Refusal | None:
        """Why an order cannot be given under this id: another is proposed under it."""
        found = self._given(given_as)
        return None if found is None or found.order == order else ID_TAKEN

    def _given(self, given_as: str) -> Proposal | None:
        return next((each for each in self._all() if each.given_as == given_as), None)

    def waiting(self) -> Iterator[Proposal]:
        """Those that nobody has signed yet, oldest first."""
        return (each for each in self._all() if each.settled is None and not self.is_done(each))

    def is_done(self, proposal: Proposal) -> bool:
        """Whether it was carried out: a room may stop after that, and before it has noted that it was signed."""
        answer = self._live.room.answer_before(proposal.given_as, proposal.order.asked)
        return isinstance(answer, Done)

    def _all(self) -> Iterator[Proposal]:
        now = self._live.moment()
        kept = self._live.room.state(INBOX).by_id.values()
        return (read_back(each) for each in kept if each.proposed.until > now and name_of(each) in BY_NAME)

    def find(self, id: str) -> Proposal | Refusal:  # noqa: A002
        found = next((each for each in self._all() if each.id == id), None)
        if found is None or found.settled is Settled.TAKEN_BACK:
            return Refusal(Code.NO_SUCH_PROPOSAL)
        return Refusal(Code.CONSENT_DECLINED) if found.settled is Settled.DECLINED else found

    async def settle(self, proposal: Proposal, by: Identity, how: Settled) -> Done | Refusal:
        """It has happened, or will not. Kept on for whoever signs it again."""
        return await self._live.submit(
            lambda at: OnInbox(SettleProposal(by=signer(by), at=at, id=proposal.id, how=how)),
            id=f"{proposal.given_as}/{how.value}",
            asked=digest_of("settle", proposal.id, by.id),
        )


def asked(order: Order, by: Identity, id_: str, given_as: str, at: datetime) -> ProposeOrder:
    return ProposeOrder(
        by=signer(by),
        at=at,
        id=id_,
        counter=order.counter,
        order=order.kind.__name__,
        says=AS_WRITTEN.encode(order.fields).decode(),
        where=order.table,
        subject=order.subject,
        given_as=given_as,
        until=at + (ASKED_FOR if player_of(order) else KEPT_FOR),
    )


def signer(by: Identity) -> Signer:
    return Signer(by.id, by.name, by.role.value, by.scope)


def name_of(kept: Waiting) -> str:
    """Of its order; a version that knows no such order has nothing to sign."""
    return f"{kept.proposed.counter}.{kept.proposed.order}"


def read_back(kept: Waiting) -> Proposal:
    told, settled = kept.proposed, kept.settled
    order = Order(BY_NAME[name_of(kept)], READ.decode(told.says), told.where, told.subject)
    return Proposal(
        id=told.id,
        order=order,
        by=Identity(told.by.id, told.by.name, Role(told.by.position), guest=False, scope=told.by.scope),
        given_as=told.given_as,
        at=told.at,
        until=told.until,
        settled=None if settled is None else settled.how,
        settled_by="" if settled is None else settled.by.id,
        settled_name="" if settled is None else settled.by.name,
    )
