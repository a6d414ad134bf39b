"""The link of a room to the host of a multi-casino system, for those who watch over it: its standing and its debts."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from litestar import get

from pokerroom.linked.letters import PayoutConfirmed, at_home
from pokerroom.linked.member.posting import outdated
from pokerroom.linked.member.state import Member
from pokerroom.live.link.client import LinkClient
from pokerroom.room.link import LINK
from pokerroom.web.api.answers import Answer
from pokerroom.web.api.serving import FromServices
from pokerroom.web.api.staff import READ, RoomName, floor_of
from pokerroom.words import said, saying

Names = Mapping[str, str]
"""Of the members, by what they are called on letters."""


class OwedRead(Answer, frozen=True, kw_only=True):
    casino: str
    name: str
    amount: int
    """What it owes this casino; below zero, what this casino owes it."""
    on_the_way: int
    """What this casino has paid of that and the other has not confirmed yet."""


class AnnouncedRead(Answer, frozen=True, kw_only=True):
    """What another casino says it has paid to this one, where nobody here has confirmed it."""

    notice: int
    name: str
    amount: int
    reference: str


class AwardThereRead(Answer, frozen=True, kw_only=True):
    """What another casino owes one of its patrons: every member is liable for it, 14.20(d)2."""

    casino: str
    player: str
    """As the system calls them: casino and number."""
    part: str
    amount: int
    payer: str
    """Who has asked to pay it in that casino's place, or has paid it; empty for nobody."""
    paid: bool
    """Whether it is known here that it was paid."""


class PendingRead(Answer, frozen=True, kw_only=True):
    claim: str
    casino: str
    amount: int
    standing: str
    """`pending`; `decided` of a claim of this casino that waits for somebody to authorise it; or `confirmed`."""
    there: tuple[AwardThereRead, ...]
    """Of a confirmed payout, what patrons of other casinos have of it."""


class LinkRead(Answer, frozen=True, kw_only=True):
    """A casino's part in a system: nothing of it where it takes part in none."""

    system: str
    casino: str
    payout: str
    host: str
    host_address: str
    members: tuple[str, ...]
    standing: str
    told: str
    """What the host said last."""
    why: str
    since: datetime | None
    is_heard: bool
    sign_lacks: tuple[str, ...]
    """What the sign in the poker rooms does not say of the agreement that the casino has executed, 14.20(d)1."""
    trouble: str
    """Why the host cannot be reached."""
    unjoined: str
    """What keeps the casino from taking part by the agreement in force."""
    written: int
    received: int
    outbox: int
    """Letters that the host has not taken yet."""
    notices: int
    offset_seconds: float
    error_seconds: float
    shown: int
    secondary: int
    pending: tuple[PendingRead, ...]
    owed: tuple[OwedRead, ...]
    announced: tuple[AnnouncedRead, ...]
    calls: int
    answers: int


@get("/rooms/{room:str}/link", name="link", responses=READ)
async def link(services: FromServices, room: RoomName) -> tuple[LinkRead, ...]:
    """The system that the room takes part in: its outbox, notices, standing, clock and debts."""
    floor, live = floor_of(services, room)
    member = live.room.state(LINK)
    client = floor.link
    if member.agreement is None:
        return ()
    return (link_read(member, client if client is not None and client.live is live else None),)


def link_read(member: Member, client: LinkClient | None) -> LinkRead:
    agreement = member.agreement
    assert agreement is not None
    names = {each.casino: each.name for each in agreement.members}
    host = agreement.host_member
    return LinkRead(
        system=agreement.system,
        casino=member.casino,
        payout=member.payout,
        host="" if host is None else host.name,
        host_address="" if host is None else host.address,
        members=tuple(names.values()),
        standing=member.offering.value,
        told=member.told.value,
        why=in_words("detail-linked", member.why_suspended),
        since=member.suspended_since,
        sign_lacks=() if client is None else outdated(member, client.linked.agreement),
        is_heard=client is not None and client.is_heard,
        trouble="the room was opened without its link" if client is None else client.trouble,
        unjoined=unjoined(member, client),
        written=member.written,
        received=member.received,
        outbox=len(member.out),
        notices=member.notices,
        offset_seconds=0.0 if client is None else client.line.offset_seconds,
        error_seconds=0.0 if client is None else client.line.error_seconds,
        shown=member.shown.primary,
        secondary=member.shown.secondary,
        pending=tuple(payouts_read(member, names)),
        owed=tuple(
            OwedRead(casino=casino, name=names.get(casino, casino), amount=amount, on_the_way=member.on_the_way(casino))
            for casino, amount in member.owed.items()
            if amount
        ),
        announced=tuple(
            AnnouncedRead(
                notice=notice, name=names.get(each.debtor, each.debtor), amount=each.amount, reference=each.reference
            )
            for notice, each in member.announced.items()
        ),
        calls=0 if client is None else client.calls,
        answers=0 if client is None else client.answers,
    )


def unjoined(member: Member, client: LinkClient | None) -> str:
    """As the host says it, where it turned the casino away; otherwise as the casino knows it itself."""
    here = "" if client is None else client.unjoined
    return in_words("refused-linked", member.turned_away, casino=member.casino) or here


def in_words(where: str, key: str, **facts: str) -> str:
    return said(saying(f"{where}.{key}", **facts)) if key else ""


def payouts_read(member: Member, names: Names) -> Iterator[PendingRead]:
    for claim, pending in member.pending.items():
        if claim not in member.decided:
            yield pending_read(names, claim, pending.casino, pending.amount, "pending")
    for claim, amount in member.decided.items():
        yield pending_read(names, claim, member.casino, amount, "decided")
    for claim, confirmed in member.confirmed.items():
        there = tuple(awards_there(member, names, confirmed))
        yield pending_read(names, claim, confirmed.casino, confirmed.amount, "confirmed", there)


def awards_there(member: Member, names: Names, confirmed: PayoutConfirmed) -> Iterator[AwardThereRead]:
    for each in confirmed.awards:
        casino, _ = at_home(each.player)
        if casino != member.casino:
            paid = member.paid_by(confirmed.claim, each.player)
            payer = paid or member.payer_of(confirmed.claim, each.player)
            yield AwardThereRead(
                casino=names.get(casino, casino),
                player=each.player,
                part=each.part,
                amount=each.amount,
                payer=names.get(payer, payer),
                paid=bool(paid),
            )


def pending_read(
    names: Names, claim: str, casino: str, amount: int, standing: str, there: tuple[AwardThereRead, ...] = ()
) -> PendingRead:
    return PendingRead(claim=claim, casino=names.get(casino, casino), amount=amount, standing=standing, there=there)


HANDLERS = (link,)
