"""Orders about a multi-casino system: a casino joins by the rules that its own payout has in force."""

from msgspec.structs import replace

from pokerroom.linked.agreement import rules_digest
from pokerroom.linked.member.commands import Join
from pokerroom.linked.member.refusals import MemberCode, Refusal
from pokerroom.room.link import LINK
from pokerroom.room.link.commands import OnLink
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.room import Change, Room
from pokerroom.rules.editions import NJAC_13_69F


def on_the_link(room: Room, order: OnLink) -> list[Change] | Refusal:
    command = order.command
    if isinstance(command, Join):
        payout = room.state(PAYOUTS).by_name.get(command.payout)
        if payout is None:
            return Refusal(MemberCode.NO_PAYOUT_HERE, NJAC_13_69F.cite("14.20(a)"), {"payout": command.payout})
        command = replace(command, rules=rules_digest(payout.rules))
    change = room.ask(LINK, command)
    return [change] if isinstance(change, Change) else change
