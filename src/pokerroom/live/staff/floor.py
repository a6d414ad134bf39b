"""What staff do in the rooms of the house: one gate for every order, and what each may read."""

from collections.abc import Iterator

import msgspec
import structlog

from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.house import House
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import Proposal, Proposals
from pokerroom.live.staff.orders import Declaration, Order, Submission, may_order
from pokerroom.live.talk import CHAT
from pokerroom.live.unrecorded import of_record
from pokerroom.room.ports import StoreError
from pokerroom.room.room import Done
from pokerroom.wire import messages as wire
from pokerroom.words import term

LOG = structlog.get_logger(__name__)


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
        submission = Submission(self._house, self._desk, live, order, by, None, given_as)
        second = order.declaration.second
        if second is None or not second.needed(live, order):
            return await given(submission)
        why = unreadable(submission) or await second.unfit(submission)
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
            answer = await given(Submission(self._house, self._desk, live, order, maker, by, proposal.given_as))
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
        """What waits for a second signature and is of somebody's role, their own proposals included."""
        return (each for each in self.proposals.waiting(self._name(live)) if may_order(by, each.order.kind))

    def _name(self, live: LiveRoom) -> str:
        return next(name for name, each in self._house.rooms.items() if each is live)

    def _refusal(self, by: Identity, live: LiveRoom, order: Order) -> Refusal | None:
        if not may_order(by, order.kind):
            return not_for(by)
        player = order.fields.get("player")
        if player is None:
            return None
        return orders.player_refusal(self._desk, live, player, takes_seat=order.declaration.takes_seat)

    # What staff read.

    def may_give(self, by: Identity) -> Iterator[Declaration]:
        """The orders of somebody's role."""
        return (each for each in orders.ORDERS if by.role in each.who)

    def said(self, live: LiveRoom, table: str) -> tuple[wire.Said, ...]:
        """What was said at a table, oldest first."""
        kept = sorted((key, value) for key, value in live.store.rows(CHAT) if key.startswith(f"{table}/"))
        return tuple(msgspec.json.decode(value, type=wire.Said) for _, value in kept)


async def given(submission: Submission) -> Done | Refusal:
    """An order that whoever signs it may give."""
    order = submission.order
    why = unreadable(submission)
    if why is not None:
        return why
    by, second = submission.by, submission.second
    signers = {"by": by.id, "role": by.role.value, "second": None if second is None else second.id}
    LOG.info("order", **signers, order=order.kind.__name__, table=order.table)
    carry_out = order.declaration.carry_out or order.declaration.counter.carry_out
    try:
        return await carry_out(submission)
    except StoreError as error:
        LOG.warning("an order was not recorded", order=order.kind.__name__, error=repr(error))
        return of_record(error)


def not_for(by: Identity) -> Refusal:
    return Refusal(Code.NOT_FOR_THE_ROLE, facts={"role": term(by.role)})


def unreadable(submission: Submission) -> Refusal | None:
    """Why no command can be made of what was said."""
    try:
        _ = submission.now
    except msgspec.ValidationError as error:
        return Refusal(Code.ORDER_UNFIT, facts={"order": submission.order.kind.__name__, "error": str(error)})
    return None
