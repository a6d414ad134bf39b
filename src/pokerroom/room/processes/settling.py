"""From a casino's record of a multi-casino system to the books: money that casinos pay one another, 14.20(c)2."""

from collections.abc import Iterator
from typing import Any

from pokerroom.ledger import CAGE, Reason, member
from pokerroom.linked.letters import SettlementNoted
from pokerroom.linked.member.events import NoticeTaken, SettlementMade
from pokerroom.linked.member.state import Member
from pokerroom.room.link import LINK
from pokerroom.room.processes.banking import Banked
from pokerroom.room.processes.posting import Movement


def moved(_place: str, before: Member, event: Any) -> Iterator[Movement]:
    if isinstance(event, SettlementMade):
        yield Movement(member(event.to), CAGE, event.amount, Reason.MEMBER_SETTLED)
    elif isinstance(event, NoticeTaken):
        yield from told(before.casino, event.notice.body)


def told(here: str, body: Any) -> Iterator[Movement]:
    match body:
        case SettlementNoted(debtor=debtor, creditor=creditor, amount=amount) if creditor == here:
            yield Movement(CAGE, member(debtor), amount, Reason.MEMBER_SETTLED)


SETTLING = Banked(game="poker", stream=LINK, moved=moved)
