"""What a casino shows of a multi-casino payout: members and host, 14.20(d)1, its standing, and its news, (e)4i."""

from collections.abc import Callable, Iterator
from typing import Any

from pokerroom.jackpot import Payout
from pokerroom.jackpot.rules import cite
from pokerroom.linked import letters
from pokerroom.linked.agreement import Agreement
from pokerroom.linked.member.events import HostHeard, HostLost, NoticeTaken
from pokerroom.linked.member.state import Member
from pokerroom.live.room import LiveRoom
from pokerroom.room.link import LINK
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.room import Done
from pokerroom.wire.payouts import PayoutNews, PayoutShown, SystemShown
from pokerroom.words import Saying, saying

RULE = cite("14.20(e)4i")


def system_shown(live: LiveRoom, payout: Payout) -> SystemShown | None:
    """Nothing for a payout of this casino alone."""
    member = live.room.state(LINK)
    agreement = member.agreement
    if not payout.rules.system or agreement is None or member.payout != payout.rules.name:
        return None
    host = agreement.host_member
    return SystemShown(
        name=agreement.system,
        standing=member.offering.value,
        information=agreement.posted,
        members=tuple(each.name for each in agreement.members),
        host="" if host is None else host.name,
        host_address="" if host is None else host.address,
        pending=tuple(name_of(agreement, each.casino) for each in member.pending.values()),
        confirmed=tuple(
            saying("table.linked-confirmed", amount=each.amount, casino=name_of(agreement, each.casino))
            for each in member.confirmed.values()
        ),
    )


def name_of(agreement: Agreement, casino: str) -> str:
    found = agreement.member(casino)
    return casino if found is None else found.name


def news_of_link(live: LiveRoom, done: Done, shows: Callable[[Payout], PayoutShown]) -> Iterator[PayoutNews]:
    """What everybody here is told as soon as the host says it, with what the display shows then."""
    member = live.room.state(LINK)
    payout = live.room.state(PAYOUTS).by_name.get(member.payout)
    for stream, event in done.events:
        told = said_of(member, event) if stream == LINK.name else None
        if told is not None and payout is not None:
            amount = member.shown.primary
            yield PayoutNews(
                payout=member.payout,
                table="",
                says=told,
                rule=RULE.paragraph,
                edition=RULE.edition,
                reading=RULE.reading,
                amount=amount,
                shown=shows(payout),
            )


def said_of(member: Member, event: Any) -> Saying | None:
    assert member.agreement is not None
    if isinstance(event, HostLost):
        return saying("table.linked-suspended", payout=member.payout)
    if isinstance(event, HostHeard) and member.told.value == "offered":
        return saying("table.linked-operational", payout=member.payout, amount=member.shown.primary)
    if not isinstance(event, NoticeTaken):
        return None
    match event.notice.body:
        case letters.PayoutPending(casino=casino, amount=amount):
            name = name_of(member.agreement, casino)
            return saying("table.linked-pending", payout=member.payout, casino=name, amount=amount)
        case letters.PayoutConfirmed(casino=casino, amount=amount):
            return saying("table.linked-confirmed", amount=amount, casino=name_of(member.agreement, casino))
        case letters.PayoutPaid(amount=amount):
            return saying("table.linked-paid", payout=member.payout, amount=amount)
        case letters.Suspended():
            return saying("table.linked-suspended", payout=member.payout)
        case letters.Operational(shown=shown):
            return saying("table.linked-operational", payout=member.payout, amount=shown.primary)
    return None
