"""A payout of a multi-casino system: it shows what the host says and awards what the host confirmed, 14.20.

Boxes, counts, forms and hits are this casino's own, as at any other (14.19). What is displayed, whether the payout is
offered, and what a hit is worth come from the host's notices: they are followed under the number of the event that
took them, and never refused.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from pokerroom.jackpot import commands, events
from pokerroom.jackpot.commands import SystemAward
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.qualifying import Showdown
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import Level, cite
from pokerroom.jackpot.sharing import Award
from pokerroom.jackpot.state import Fund, Handed, Hit, Payout, SystemStanding

Answer = tuple[events.Event, ...] | Refusal

AT_THE_TABLE = "#"
"""A player by number: the third of those dealt in at the table of a hit is `#3`."""


def follow(_payout: Payout, command: commands.FollowSystem) -> Answer:
    return (
        events.SystemFollowed(
            rule=cite("14.20(e)4i"),
            payout=command.payout,
            by=command.by,
            at=command.at,
            event=command.event,
            offered=command.offered,
            why=command.why,
            shown=command.shown,
            pending=command.pending,
        ),
    )


def take_awards(payout: Payout, command: commands.TakeSystemAwards) -> Answer:
    hit = payout.hits.get(command.hit)
    return (
        events.SystemAwardsTaken(
            rule=cite("14.20(d)2"),
            payout=command.payout,
            by=command.by,
            at=command.at,
            event=command.event,
            claim=command.claim,
            casino=command.casino,
            level=command.level,
            hit=command.hit or max(payout.hits, default=0) + 1,
            here=command.hit != 0,
            awards=tuple(named(each, hit) for each in command.awards),
            part=command.part,
            owed=command.owed,
            uncounted=max(0, command.part - max(0, at_hand(payout))),
        ),
    )


def at_hand(payout: Payout) -> int:
    """What the fund holds and has not promised to hits that are not settled yet."""
    promised = sum(amount for hit in payout.open_hits for _, amount in hit.amounts)
    return sum(fund.held for fund in payout.funds.values()) - promised


def note_covered(payout: Payout, command: commands.NoteCovered) -> Answer:
    hit = next((each for each in payout.hits.values() if is_of(each, command)), None)
    if hit is None:
        return ()
    players = {each.player for claim, each in hit.called if claim == command.claim and each.called in command.called}
    awards = tuple(each for each in hit.unpaid if each.player in players)
    return (
        events.SystemAwardsCovered(
            rule=cite("14.20(d)2"),
            payout=command.payout,
            by=command.by,
            at=command.at,
            event=command.event,
            claim=command.claim,
            payer=command.payer,
            hit=hit.number,
            awards=awards,
            settled=len(awards) == len(hit.unpaid),
        ),
    )


def is_of(hit: Hit, command: commands.NoteCovered) -> bool:
    return any(claim == command.claim and each.called in command.called for claim, each in hit.called)


def named(award: SystemAward, hit: Hit | None) -> SystemAward:
    """The player whom a number stands for; the others are named already."""
    if hit is None or not award.player.startswith(AT_THE_TABLE):
        return award
    place = int(award.player.removeprefix(AT_THE_TABLE)) - 1
    return replace(award, player=hit.showdown.dealt_in[place])


def number_of(player: str, showdown: Showdown) -> str:
    """How a player at the table of a hit is called outside this casino."""
    return f"{showdown.dealt_in.index(player) + 1}"


def system_followed(payout: Payout, event: events.SystemFollowed) -> Payout:
    funds = {level: replace(payout.funds[level], shown=shown) for level, shown in zip(Level, event.shown, strict=True)}
    standing = SystemStanding(offered=event.offered, why=event.why, pending=event.pending)
    return replace(payout, funds=funds, system=standing, is_pending=bool(event.pending), displayed_at=event.at)


def awards_taken(payout: Payout, event: events.SystemAwardsTaken) -> Payout:
    """The hit has its awards; what others give for them comes into the fund, and what is given to others leaves it."""
    hit = payout.hits.get(event.hit) or elsewhere(event)
    mine = sum(award.amount for award in event.awards)
    hit = replace(
        hit,
        amounts=(*hit.amounts, (event.level, mine)),
        awards=together((*hit.awards, *map(plain, event.awards))),
        called=(*hit.called, *((event.claim, each) for each in event.awards)),
        awarded=True,
    )
    settled = replace(hit, settled=not hit.awards)
    net, paying = mine - event.part, paying_level(payout, event.level)
    fund = payout.funds[paying]
    changed = replace(
        fund,
        current=fund.current + net + event.uncounted,
        from_members=fund.from_members + net,
        uncounted=fund.uncounted + event.uncounted,
    )
    payout = replace(payout, funds={**payout.funds, paying: changed})
    return replace(payout, hits={**payout.hits, event.hit: settled})


def paying_level(payout: Payout, level: Level) -> Level:
    """Whose money a payout is: a secondary one may come out of the primary, 14.19(m)2ii."""
    return level if payout.rules.own_secondary is not None else Level.PRIMARY


def awards_covered(payout: Payout, event: events.SystemAwardsCovered) -> Payout:
    hit = payout.hits[event.hit]
    there = (Handed(player=each.player, by=event.by, at=event.at, payer=event.payer) for each in event.awards)
    return replace(payout, hits={**payout.hits, event.hit: replace(hit, handed=(*hit.handed, *there))})


def counted(payout: Payout) -> Payout:
    """What the fund had before it was counted leaves it, now that the count has brought it in."""
    for level, fund in payout.funds.items():
        back = due_back(fund)
        if back:
            less = replace(fund, counted=fund.counted - back, uncounted=fund.uncounted - back)
            payout = replace(payout, funds={**payout.funds, level: less})
    return payout


def due_back(fund: Fund) -> int:
    return min(fund.uncounted, fund.counted)


def plain(award: SystemAward) -> Award:
    return Award(player=award.player, part=award.part, amount=award.amount)


def elsewhere(event: events.SystemAwardsTaken) -> Hit:
    """A hit in another casino, of which players here have a part."""
    showdown = Showdown(table=event.casino, round=0, game="", board=(), hands=(), dealt_in=())
    return Hit(number=event.hit, at=event.at, showdown=showdown, beats=(), room=(), verified_by=ROOM, claim=event.claim)


def together(awards: Iterable[Award]) -> tuple[Award, ...]:
    """One award a player: whoever has parts of two levels receives them together."""
    found: dict[str, Award] = {}
    for award in awards:
        before = found.get(award.player)
        more = award.amount + (0 if before is None else before.amount)
        found[award.player] = replace(award if before is None else before, amount=more)
    return tuple(found.values())


def not_awarded(payout: Payout, hit: Hit) -> Refusal | None:
    """A hit of a system is paid once the host has confirmed it, 14.20(e)4."""
    if not payout.rules.system or hit.awarded:
        return None
    return Refusal(Code.HOST_DECIDES, cite("14.20(e)4iii"), {"hit": hit.number})


def suspended(payout: Payout) -> Refusal | None:
    """While the system is suspended no round qualifies and none contributes, 14.20(e)4i (AMB-139)."""
    if not payout.rules.system or payout.system.offered:
        return None
    return Refusal(Code.SYSTEM_SUSPENDED, cite("14.20(e)4i", reading="AMB-139"), {"payout": payout.rules.name})
