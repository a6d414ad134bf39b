"""A casino takes part in a system: by the payout that it offers, the agreement it executed, and what it posts."""

from pokerroom.jackpot import Payout
from pokerroom.jackpot.state import Standing
from pokerroom.linked.agreement import agreement_digest, rules_digest
from pokerroom.linked.member.commands import Command, Join, TrustHostKey
from pokerroom.linked.people import Official
from pokerroom.live.link.settings import LinkedCasino
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.room.link import LINK
from pokerroom.room.link.commands import OnLink
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.software import digest

OPERATOR = Official(id="link.toml", name="whoever runs the room")
"""The file that names the system and its agreement is an act of whoever runs the room."""


async def join(live: LiveRoom, linked: LinkedCasino) -> Refusal | None:
    """Have it recorded, where it is not; why it cannot be, or nothing."""
    payout = payout_of(live, linked.agreement.system)
    if payout is None:
        return Refusal(Code.NO_LINKED_PAYOUT, facts={"system": linked.agreement.system})
    for command in commands(live, linked, payout):
        answer = await live.submit(OnLink(command))
        if isinstance(answer, Refusal):
            return answer
    member = live.room.state(LINK)
    if member.is_to_join or member.agreement != linked.agreement:
        return Refusal(Code.NOT_IN_FORCE, facts={"system": linked.agreement.system})
    return None


def payout_of(live: LiveRoom, system: str) -> Payout | None:
    """The casino's own payout that is the system's."""
    offered = live.room.state(PAYOUTS).by_name.values()
    of_system = (each for each in offered if each.rules.system == system)
    return next((each for each in of_system if each.standing is not Standing.DISCONTINUED), None)


def commands(live: LiveRoom, linked: LinkedCasino, payout: Payout) -> list[Command]:
    member, at = live.room.state(LINK), live.moment()
    if member.may_join_by(linked.agreement, agreement_digest(linked.agreement)):
        joining = Join(
            at=at,
            by=OPERATOR,
            casino=linked.settings.casino,
            payout=payout.rules.name,
            rules=rules_digest(payout.rules),
            agreement=linked.agreement,
            software=digest(),
            host_keys=linked.host_keys,
            signs=(linked.sign,),
        )
        return [joining]
    known, listed = member.host_keys, linked.host_keys
    changed = [key for key in dict.fromkeys((*listed, *known)) if listed.get(key) != known.get(key)]
    return [TrustHostKey(at=at, by=OPERATOR, key=key, public=listed.get(key, "")) for key in changed]
