"""What staff do in the rooms of the house: one gate for every order, and what each may read."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import msgspec
import structlog

from pokerroom.live.behind_the_scenes import COLLEAGUE_SIGNS_AFTER, colleague, open_demonstration
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.house import ENCODER, House
from pokerroom.live.link.client import LinkClient
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import DEMONSTRATION, LiveRoom
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import Proposal, Proposals
from pokerroom.live.staff.foretelling import foretold, unread
from pokerroom.live.staff.orders import Declaration, Order, Submission, may_order
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.tables.telling import seconds
from pokerroom.live.unrecorded import of_record
from pokerroom.room.inbox.commands import Settled
from pokerroom.room.ports import StoreError
from pokerroom.room.room import Done
from pokerroom.room.talk.words import remarks_in
from pokerroom.wire import messages as wire
from pokerroom.words import Saying, term

LOG = structlog.get_logger(__name__)


class RemarkRead(msgspec.Struct, frozen=True, kw_only=True):
    """What was said, as staff read it: by its number it can be erased."""

    number: int
    table: str
    name: str
    text: str
    at: float


class Floor:
    """The gate between staff and the rooms of a house."""

    def __init__(self, house: House, desk: Desk) -> None:
        self._house, self._desk = house, desk
        self._being_settled: set[str] = set()
        house.consents = self

    def room(self, name: str) -> LiveRoom | None:
        """By its name in an address: `play-chips`, `licensed` or `demonstration`."""
        return self._house.rooms.get(name.replace("-", " "))

    @property
    def link(self) -> LinkClient | None:
        """To the host of a multi-casino system, where a room takes part in one."""
        return self._house.link

    def actor(self, live: LiveRoom, table: str) -> TableActor | None:
        """A table of this room that runs."""
        found = self._house.actors.get(table)
        return found if found is not None and found.live is live else None

    async def order(
        self,
        by: Identity,
        live: LiveRoom,
        order: Order,
        *,
        id: str,  # noqa: A002
        beside: Identity | None = None,
        expected: str = "",
    ) -> Done | Proposal | Refusal:
        """Carry out an order, if whoever gives it may; one that two people sign waits for the other.

        `beside` is the other where both sign in one sitting, at one screen; `expected` the digest of what whoever gives
        it has read that it does.
        """
        why = self._refusal(by, live, order) or orders.words_refusal(order)
        if why is not None:
            return why
        given_as, proposals = f"{by.id}/{id}", Proposals(live)
        before = live.room.answer_before(given_as, order.asked) or proposals.taken(order, given_as=given_as)
        if before is not None:
            return before
        submission = Submission(self._house, self._desk, live, order, by, None, given_as)
        if expected:
            submission = submission._replace(unread=partial(unread, submission, expected))
        why = submission.unread()
        if why is not None:
            return why
        second = order.declaration.second
        if second is None or not second.needed(live, order):
            return await given(submission)
        why = unreadable(submission) or await second.unfit(submission)
        if why is not None or beside is not None or second.presence:
            return why or await self._in_one_sitting(submission, beside)
        answer = await proposals.propose(order, by, given_as=given_as)
        if isinstance(answer, Proposal):
            self._proposed(live, answer)
        return answer

    async def _in_one_sitting(self, submission: Submission, beside: Identity | None) -> Done | Refusal:
        """Both are there, and nothing waits for anybody."""
        order, by = submission.order, submission.by
        if beside is None and by.scope:
            beside = colleague(min(order.declaration.who))
        if beside is None:
            return Refusal(Code.IN_PRESENCE)
        why = self._may_sign(beside, order) or same_person(by, beside, order)
        return why or await given(submission._replace(second=beside))

    def _proposed(self, live: LiveRoom, proposal: Proposal) -> None:
        if proposal.waits_for:
            self._house.news.tell_person(proposal.waits_for, self._wanted(proposal))
        self._tell_inboxes(live)

    def foretell(self, by: Identity, live: LiveRoom, order: Order) -> tuple[wire.Told, ...] | Refusal:
        """What an order would lead to, and by which paragraphs; nothing is done."""
        why = self._refusal(by, live, order) or orders.words_refusal(order)
        if why is not None:
            return why
        submission = Submission(self._house, self._desk, live, order, by, None, "")
        return unreadable(submission) or foretold(submission)

    async def countersign(self, by: Identity, live: LiveRoom, id: str) -> Done | Refusal:  # noqa: A002
        """Sign what somebody else has proposed, and carry it out. Both must be who may give such an order."""
        proposal = Proposals(live).find(id)
        if isinstance(proposal, Refusal):
            return proposal
        order = proposal.order
        why = self._may_sign(by, order) or self._named(live, order)
        return why or await self._sign(by, live, proposal)

    async def _sign(self, by: Identity, live: LiveRoom, proposal: Proposal) -> Done | Refusal:
        """Whoever proposed it still holds the role, is another person, and nobody else is signing."""
        maker, id = proposal.by, proposal.id  # noqa: A001
        if proposal.settled is not None and proposal.settled_by != by.id:
            return Refusal(Code.SIGNED, facts={"name": proposal.settled_name})
        why = same_person(maker, by, proposal.order)
        if why is not None:
            return why
        account = self._desk.account(maker.id)
        if account is not None and not maker.scope and maker.role not in account.positions:
            return Refusal(Code.ROLE_LOST, facts={"name": maker.name, "role": term(maker.role)})
        if id in self._being_settled:
            return Refusal(Code.BEING_SIGNED)
        with self._alone_with(id):
            submission = Submission(self._house, self._desk, live, proposal.order, maker, by, proposal.given_as)
            answer = await given(submission)
            if isinstance(answer, Done) and not answer.repeated and proposal.settled is None:
                await self._settle(live, proposal, by, Settled.SIGNED)
        return answer

    @contextmanager
    def _alone_with(self, proposal: str) -> Iterator[None]:
        """One at a time signs a proposal, takes it back or declines it."""
        self._being_settled.add(proposal)
        try:
            yield
        finally:
            self._being_settled.discard(proposal)

    # Players, whose money some orders move.

    def wanted_from(self, player: str) -> Iterator[wire.ConsentWanted]:
        return (self._wanted(each) for _, each in self._waiting_for(player))

    def _waiting_for(self, player: str) -> Iterator[tuple[LiveRoom, Proposal]]:
        """What moves this player's money, with the room in which it does."""
        for live in self._house.rooms.values():
            yield from ((live, each) for each in Proposals(live).waiting() if each.waits_for == player)

    async def answer(self, by: Identity, proposal: str, *, agrees: bool) -> Done | Refusal:
        """A player agrees to what staff would do with their money, or declines it."""
        live, found = next((each for each in self._waiting_for(by.id) if each[1].id == proposal), (None, None))
        if live is None or found is None:
            return Refusal(Code.NO_SUCH_PROPOSAL)
        if proposal in self._being_settled:
            return Refusal(Code.BEING_SIGNED)
        if agrees:
            return await self._sign(by, live, found)
        with self._alone_with(proposal):
            declined = await self._settle(live, found, by, Settled.DECLINED)
        return declined if isinstance(declined, Refusal) else Done(proposal)

    def _wanted(self, proposal: Proposal) -> wire.ConsentWanted:
        order = proposal.order
        facts = {name: order.fields[name] for name in ("seat", "amount") if name in order.fields}
        return wire.ConsentWanted(
            proposal=proposal.id,
            says=Saying(f"consent.{order.declaration.name}", {"table": order.table, **facts}),
            by=str(orders.signature(proposal.by)),
            until=seconds(proposal.until),
        )

    async def _settle(self, live: LiveRoom, proposal: Proposal, by: Identity, how: Settled) -> Done | Refusal:
        """Recorded, and nobody needs to be asked any more."""
        settled = await Proposals(live).settle(proposal, by, how)
        if proposal.waits_for:
            self._house.news.tell_person(proposal.waits_for, wire.ConsentSettled(proposal=proposal.id))
        self._tell_inboxes(live)
        return settled

    def _tell_inboxes(self, live: LiveRoom) -> None:
        """Whoever works in the room is told how many signatures it waits for from them."""
        waiting = list(Proposals(live).waiting())
        for connection in self._house.connections:
            who = connection.identity
            if who.works_in(live.name):
                mine = sum(orders.may_sign(who, each.order.declaration) and each.by.id != who.id for each in waiting)
                connection.send(ENCODER.encode(wire.InboxChanged(room=live.name, waiting=mine)))

    async def drop(self, by: Identity, live: LiveRoom, id: str) -> Proposal | Refusal:  # noqa: A002
        """Take back what was proposed; any of those who could sign it may."""
        proposal = Proposals(live).find(id)
        if isinstance(proposal, Refusal):
            return proposal
        why = self._may_sign(by, proposal.order)
        if why is not None:
            return why
        if proposal.settled is not None:
            return Refusal(Code.SIGNED, facts={"name": proposal.settled_name})
        if id in self._being_settled:
            return Refusal(Code.BEING_SIGNED)
        with self._alone_with(id):
            dropped = await self._settle(live, proposal, by, Settled.TAKEN_BACK)
        return dropped if isinstance(dropped, Refusal) else proposal

    def to_sign(self, by: Identity, live: LiveRoom) -> Iterator[Proposal]:
        """What waits for a second signature and is of somebody's role, their own proposals included."""
        return (each for each in Proposals(live).waiting() if orders.may_sign(by, each.order.declaration))

    def _refusal(self, by: Identity, live: LiveRoom, order: Order) -> Refusal | None:
        return self._named(live, order) if may_order(by, order.kind) else not_for(by)

    def _may_sign(self, by: Identity, order: Order) -> Refusal | None:
        return None if orders.may_sign(by, order.declaration) else not_for(by)

    def _named(self, live: LiveRoom, order: Order) -> Refusal | None:
        """Why the order cannot name the player it names."""
        player = order.fields.get("player")
        if player is None:
            return None
        return orders.player_refusal(self._desk, live, player, takes_seat=order.declaration.takes_seat)

    # Behind the scenes.

    @property
    def has_behind_the_scenes(self) -> bool:
        return self._house.has_behind_the_scenes

    async def open_behind_the_scenes(self) -> None:
        await open_demonstration(self._house)

    async def sign_as_colleague(self) -> None:
        """Behind the scenes, where one person is alone, somebody else signs after a moment."""
        live = self._house.rooms.get(DEMONSTRATION)
        if live is None:
            return
        due = live.moment() - COLLEAGUE_SIGNS_AFTER
        for each in [each for each in Proposals(live).waiting() if each.at <= due]:
            await self.countersign(colleague(min(each.order.declaration.who)), live, each.id)

    # What staff read.

    def may_give(self, by: Identity) -> Iterator[Declaration]:
        """The orders of somebody's role."""
        return (each for each in orders.ORDERS if by.role in each.who)

    def said(self, live: LiveRoom, table: str) -> tuple[RemarkRead, ...]:
        """What was said at a table, oldest first."""
        return tuple(
            RemarkRead(number=number, table=each.table, name=each.name, text=each.text, at=each.at)
            for number, each in remarks_in(live.store)
            if each.table == table
        )


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


def same_person(maker: Identity, by: Identity, order: Order) -> Refusal | None:
    """Nobody signs twice, whatever positions they hold: by a paragraph, or by a rule of the house."""
    if by.id != maker.id and not orders.signature(by).same_person(orders.signature(maker)):
        return None
    second = order.declaration.second
    rule = None if second is None else second.rule
    return Refusal(Code.SAME_PERSON if rule else Code.SAME_PERSON_HERE, rule, {"name": maker.name})


def not_for(by: Identity) -> Refusal:
    return Refusal(Code.NOT_FOR_THE_ROLE, facts={"role": term(by.role)})


def unreadable(submission: Submission) -> Refusal | None:
    """Why no command can be made of what was said."""
    try:
        _ = submission.now
    except msgspec.ValidationError as error:
        return Refusal(Code.ORDER_UNFIT, facts={"order": submission.order.kind.__name__, "error": str(error)})
    return None
