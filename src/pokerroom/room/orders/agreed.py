"""What the casinos of a system do together about their payout, and none of them alone: 14.20(a), (c).

The rules are the same everywhere and all that is collected is one fund, so nothing of it changes or leaves it but by an
agreement in force or by what the host has confirmed (R-83).
"""

from collections.abc import Callable, Mapping
from typing import Any

from pokerroom.jackpot import Code, Payout
from pokerroom.jackpot.commands import AwardBonus, ChangeRules, Command, Discontinue, StopCollecting
from pokerroom.jackpot.rules import cite
from pokerroom.linked.agreement import rules_digest
from pokerroom.linked.host.state import Offering
from pokerroom.linked.member.state import Member
from pokerroom.room.link import LINK
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.room import Room
from pokerroom.rules.refusal import Refusal


def not_alone(room: Room, command: Command) -> Refusal | None:
    """Why this casino may not do so by itself, where its payout is a system's that it has joined."""
    link, payouts = room.state(LINK), room.state(PAYOUTS).by_name
    payout = payouts.get(link.payout) if link.agreement is not None else None
    concerned = {command.payout, getattr(command, "to", "")}
    may = MAY.get(type(command))
    if payout is None or may is None or link.payout not in concerned or may(payout, link, command):
        return None
    return Refusal(Code.SYSTEM_DECIDES, cite("14.20(a)", reading="R-83"), {"payout": link.payout})


def may_change(payout: Payout, link: Member, _command: ChangeRules) -> bool:
    """To the rules that the agreement in force gives everybody; the tables are the casino's own."""
    return payout.announced is None or rules_digest(payout.announced.rules) == link.rules_in_force


def may_end(payout: Payout, link: Member, command: Discontinue) -> bool:
    """Once nothing of the fund is here, and while the system does not offer it: nothing goes to another payout."""
    return command.payout == link.payout and payout.is_empty and link.told is not Offering.OFFERED


def never(_payout: Payout, _link: Member, _command: Any) -> bool:
    return False


MAY: Mapping[type[Any], Callable[[Payout, Member, Any], bool]] = {
    ChangeRules: may_change,
    Discontinue: may_end,
    StopCollecting: never,
    AwardBonus: never,
}
