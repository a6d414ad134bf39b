"""A payout of a multi-casino system: it shows what the host says and awards what the host confirmed, 14.20.

Boxes, counts, forms and hits are this casino's own, as at any other (14.19). What is displayed, whether the payout is
offered, and what a hit is worth come from the host's notices: they are followed under the number of the event that
took them, and never refused.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from msgspec.structs import replace

from pokerroom.jackpot import commands, events
from pokerroom.jackpot.census import (
    HEALED_WITHIN,
    TOLD_WITHIN,
    RoundNoted,
    TableCensus,
    last_round_counts,
    tables_counted,
)
from pokerroom.jackpot.commands import SystemAward
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.qualifying import Showdown
from pokerroom.jackpot.recording import Answer, fact
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import Level, cite
from pokerroom.jackpot.sharing import Award
from pokerroom.jackpot.state import Fund, Handed, Hit, Payout, SystemStanding

AT_THE_TABLE = "#"
"""A player by number: the third of those dealt in at the table of a hit is `#3`."""


def follow(_payout: Payout, command: commands.FollowSystem) -> Answer:
    return (fact(events.SystemFollowed, command, cite("14.20(e)4i")),)


def take_awards(payout: Payout, command: commands.TakeSystemAwards) -> Answer:
    hit = payout.hits.get(command.hit)
    return (
        fact(
            events.SystemAwardsTaken,
            command,
            cite("14.20(d)2"),
            hit=command.hit or max(payout.hits, default=0) + 1,
            here=command.hit != 0,
            awards=tuple(named(each, hit) for each in command.awards),
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
    theirs = [each for claim, each in hit.called if claim == command.claim and each.called in command.called]
    unpaid = {each.player for each in hit.unpaid}
    awards = tuple(plain(each) for each in theirs if each.player in unpaid)
    left = sum(each.amount for each in hit.unpaid) - sum(each.amount for each in awards)
    return (
        fact(
            events.SystemAwardsCovered,
            command,
            cite("14.20(d)2"),
            hit=hit.number,
            awards=awards,
            twice=sum(each.amount for each in theirs if each.player not in unpaid),
            settled=not left,
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
    shown = funds[Level.PRIMARY].shown
    followed = replace(payout, funds=funds, system=standing, is_pending=bool(event.pending), displayed_at=event.at)
    if event.won:
        return replace(followed, reached=shown, since=event.at)
    return replace(followed, reached=max(payout.reached, shown))


def remembered(payout: Payout, event: events.PlayersDealtIn) -> Mapping[str, tuple[RoundNoted, ...]]:
    """The round before is kept while notice of a hit may come that was completed before now (R-86)."""
    last, system = payout.rounds.get(event.table), payout.system
    if not payout.rules.system or last is None:
        return payout.earlier
    within = TOLD_WITHIN if system.offered and not system.pending else HEALED_WITHIN
    rounds = (*payout.earlier.get(event.table, ()), last)
    kept = tuple(
        each for each in rounds if event.at - (each.over or event.at) <= within + last_round_counts(payout.rules)
    )
    return {**payout.earlier, event.table: kept}


def census_elsewhere(payout: Payout, moment: datetime) -> tuple[TableCensus, ...]:
    """Who was dealt in here at the moment of a hit in another casino, whenever that is asked (R-56, R-86)."""
    return tables_counted(payout.rules, payout.rounds_at(moment), moment)


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
    net, paying = mine - event.part, payout.rules.paying(event.level)
    fund = payout.funds[paying]
    changed = replace(
        fund,
        current=fund.current + net + event.uncounted,
        from_members=fund.from_members + net,
        uncounted=fund.uncounted + event.uncounted,
    )
    payout = replace(payout, funds={**payout.funds, paying: changed})
    return replace(payout, hits={**payout.hits, event.hit: settled})


def awards_covered(payout: Payout, event: events.SystemAwardsCovered) -> Payout:
    """Whoever is owed a part besides, of the other level, is paid that here."""
    hit = payout.hits[event.hit]
    theirs = {each.player: each.amount for each in event.awards}
    awards = tuple(replace(each, amount=each.amount - theirs.get(each.player, 0)) for each in hit.awards)
    over = {each.player for each in awards if not each.amount}
    there = tuple(Handed(player=each, by=event.by, at=event.at, payer=event.payer) for each in theirs if each in over)
    awards = tuple(before if before.player in over else after for before, after in zip(hit.awards, awards, strict=True))
    after = replace(hit, awards=awards, handed=(*hit.handed, *there))
    return replace(payout, hits={**payout.hits, event.hit: after})


def counted(payout: Payout) -> Payout:
    """What the fund had before it was counted leaves it, now that the count has brought it in."""
    for level, fund in payout.funds.items():
        back = due_back(fund)
        if back:
            less = replace(
                fund,
                counted=fund.counted - back,
                uncounted=fund.uncounted - back,
                advanced=fund.advanced + back,
            )
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
