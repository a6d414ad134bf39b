"""From a casino's record of a multi-casino system to the books: what members pay one another, 14.20(c)2, (d)2."""

from collections.abc import Iterator

from pokerroom.ledger import CAGE, Reason, member
from pokerroom.linked.letters import SettlementNoted
from pokerroom.linked.member import events
from pokerroom.linked.member.state import Member
from pokerroom.room.link import LINK
from pokerroom.room.processes.banking import Banked
from pokerroom.room.processes.posting import Movement


def moved(_place: str, before: Member, event: events.Event) -> Iterator[Movement]:
    match event:
        case events.SettlementMade(to=to, amount=amount):
            yield Movement(member(to), CAGE, amount, Reason.BETWEEN_MEMBERS)
        case events.AwardsCovered(casino=casino, awards=awards):
            yield Movement(member(casino), CAGE, sum(each.amount for each in awards), Reason.BETWEEN_MEMBERS)
        case events.SettlementReceived(debtor=debtor, amount=amount):
            yield Movement(CAGE, member(debtor), amount, Reason.BETWEEN_MEMBERS)
        case events.NoticeTaken(notice=notice) if isinstance(notice.body, SettlementNoted):
            # By earlier versions the debtor's word was enough, and no notice announced it.
            if notice.body.creditor == before.casino and not notice.body.announced:
                yield Movement(CAGE, member(notice.body.debtor), notice.body.amount, Reason.BETWEEN_MEMBERS)


SETTLING = Banked(game="poker", stream=LINK, moved=moved)
