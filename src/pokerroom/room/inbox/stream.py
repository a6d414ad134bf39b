"""The stream of orders that wait for a second signature.

It is chained like everything else: a proposal that somebody laid into the database would be a signature that nobody
gave. What is over is kept until its time has passed, so that whoever signs it again is told what became of it.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from pokerroom.log import Codec
from pokerroom.room.inbox.commands import Command, ProposeOrder, Settled, SettleProposal, Signer
from pokerroom.room.keeping import kept_whole
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.streams import Stream, kinds_of


class OrderProposed(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    by: Signer
    at: datetime
    id: str
    counter: str
    order: str
    says: str
    where: str
    subject: str
    given_as: str
    until: datetime


class ProposalSettled(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    by: Signer
    at: datetime
    id: str
    how: Settled


Event = OrderProposed | ProposalSettled


class Waiting(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    proposed: OrderProposed
    settled: ProposalSettled | None = None

    @property
    def is_open(self) -> bool:
        return self.settled is None


class Inbox(msgspec.Struct, frozen=True, gc=False):
    by_id: Mapping[str, Waiting] = {}
    """The oldest first."""


def perform(inbox: Inbox, command: Command) -> Any:
    decided = propose(inbox, command) if isinstance(command, ProposeOrder) else settle(inbox, command)
    return decided if isinstance(decided, Refusal) else (apply(inbox, decided), (decided,))


def propose(inbox: Inbox, command: ProposeOrder) -> Event | Refusal:
    if command.id in inbox.by_id:
        return Refusal(Code.ID_TAKEN)
    return OrderProposed(**asdict(command))


def settle(inbox: Inbox, command: SettleProposal) -> Event | Refusal:
    """Once, and never signed by the one who proposed it, in whatever position."""
    found = inbox.by_id.get(command.id)
    if found is None or not found.is_open:
        return Refusal(Code.NO_LONGER_WAITING)
    if command.how is Settled.SIGNED and command.by.id == found.proposed.by.id:
        return Refusal(Code.SAME_PERSON, facts={"who": str(command.by), "maker": str(found.proposed.by)})
    return ProposalSettled(**asdict(command))


def apply(inbox: Inbox, event: Event) -> Inbox:
    kept = {id_: each for id_, each in inbox.by_id.items() if each.proposed.until > event.at}
    if isinstance(event, OrderProposed):
        return Inbox({**kept, event.id: Waiting(proposed=event)})
    return Inbox({**kept, event.id: replace(inbox.by_id[event.id], settled=event)})


INBOX: Stream[Inbox] = Stream(
    name="inbox",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Inbox(),
    perform=perform,
    apply=apply,
    kept=kept_whole(Inbox),
)
