"""Orders about a multi-casino system: what they say of the casino's own payout is taken from that payout."""

from datetime import timedelta

from msgspec.structs import replace

from pokerroom.jackpot import Payout
from pokerroom.jackpot.census import TableCensus, players_in
from pokerroom.jackpot.hits import is_concerned
from pokerroom.jackpot.linking import census_elsewhere
from pokerroom.linked.agreement import rules_digest
from pokerroom.linked.letters import PayoutPending, claim_of
from pokerroom.linked.member.commands import AnswerCensus, Authorise, Join
from pokerroom.linked.member.refusals import MemberCode, Refusal
from pokerroom.linked.member.state import Member
from pokerroom.room.link import LINK
from pokerroom.room.link.commands import OnLink
from pokerroom.room.orders.tables import payouts_now
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.processes.linking import own_hit
from pokerroom.room.room import Change, Room
from pokerroom.rules.editions import NJAC_13_69F


def on_the_link(room: Room, order: OnLink) -> list[Change] | Refusal:
    command = order.command
    if isinstance(command, Join):
        payout = room.state(PAYOUTS).by_name.get(command.payout)
        if payout is None:
            return Refusal(MemberCode.NO_PAYOUT_HERE, NJAC_13_69F.cite("14.20(a)"), {"payout": command.payout})
        command = replace(command, rules=rules_digest(payout.rules))
    if isinstance(command, AnswerCensus):
        command = with_census(room, command)
    refusal = authoriser_refusal(room, command) if isinstance(command, Authorise) else None
    if refusal is not None:
        return refusal
    change = room.ask(LINK, command)
    return [change] if isinstance(change, Change) else change


def authoriser_refusal(room: Room, command: Authorise) -> Refusal | None:
    """Another employee than took a step of the payout before authorises it, and none who may have a part (R-80)."""
    member = room.state(LINK)
    payout = room.state(PAYOUTS).by_name.get(member.payout)
    hits = {} if payout is None or command.claim not in member.decided else payout.hits
    own = {
        claim_of(member.casino, hit.number, beat.level): hit
        for hit in hits.values()
        for beat in hit.beats
        if not hit.is_elsewhere
    }
    hit = own.get(command.claim)
    return None if hit is None else is_concerned(hit, command.by.id, command.by.name, "14.20(e)4ii")


def with_census(room: Room, command: AnswerCensus) -> AnswerCensus:
    """The census is what the casino noted as its rounds were played, whenever the notice has come (R-56, R-86)."""
    member = room.state(LINK)
    asked, payout = member.pending.get(command.claim), payouts_now(room).by_name.get(member.payout)
    if asked is None or payout is None:
        return command
    players, tables = census_of(member, payout, asked)
    return replace(command, players=players, tables=tables)


def census_of(member: Member, payout: Payout, asked: PayoutPending) -> tuple[tuple[str, ...], tuple[TableCensus, ...]]:
    """A hit of this casino has its census already; of another's, the moment is told in host time."""
    hit = payout.hits.get(own_hit(member, asked.casino, asked.claim, asked.level))
    if hit is not None:
        return hit.room, hit.census
    tables = census_elsewhere(payout, asked.completed_at - timedelta(seconds=member.offset_seconds))
    return players_in(tables), tables
