"""Bad beat payouts as people see them, and the fund of the play-chip room, which runs by itself.

In a licensed room accounting adjusts the display, 14.19(k). A meter that ticks with every pot is for play chips: there
the room itself counts, records, verifies and pays, each step recorded as that of whoever the text names.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pokerroom.cards import card_text
from pokerroom.jackpot import Hit, Payout, events
from pokerroom.jackpot.commands import (
    AccountForBoxes,
    AdjustDisplay,
    BoxContents,
    Carry,
    Chips,
    Command,
    CountInCage,
    Instrument,
    OfferPayout,
    PaidAt,
    PayAward,
    PreparePayout,
    RecordDay,
    RejectHit,
    VerifyHit,
)
from pokerroom.jackpot.displaying import displayable
from pokerroom.jackpot.duties import is_display_due
from pokerroom.jackpot.hits import standing
from pokerroom.jackpot.people import StaffPosition, the_room_as
from pokerroom.jackpot.qualifying import Showdown
from pokerroom.jackpot.rules import BothLevels, Contribution, Level, PayoutRules, Route, Several, Shares
from pokerroom.jackpot.state import Standing
from pokerroom.live.link.showing import system_shown
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.tables.telling import seconds
from pokerroom.ranking.bad_beats import qualifier
from pokerroom.room.books import LEDGER
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.room import Done
from pokerroom.rules.house import BadBeatContribution
from pokerroom.wire.payouts import AwardShown, HitShown, PayoutNews, PayoutShown, TabledShown
from pokerroom.words import saying

COUNTED_EVERY = 3600.0
"""Seconds after which the boxes of a play-chip room are counted, though nobody has won."""

OUTDONE = "an earlier hit has won the payout, and the next one asks for more"
NAME = "Bad beat"
FROM_EACH_POT = BadBeatContribution(amount=1_00, least_pot=10_00)
NOTICE = "A full house or better that loses, any cards: half to the losing hand."


def demonstration_rules(tables: tuple[str, ...]) -> PayoutRules:
    """A payout of play chips, for a hand that somebody may see beaten in an evening."""
    return PayoutRules(
        name=NAME,
        games=("hold-em",),
        tables=tables,
        contribution=Contribution(
            amount=FROM_EACH_POT.amount, least_pot=FROM_EACH_POT.least_pot, method="one dollar from each pot"
        ),
        qualifier=qualifier("any full house"),
        shares=Shares(losing=50, winning=25, table=25),
        route=Route.CAGE,
        capacity=10_000,
        discontinuing="play chips go to the next payout of the room",
        table_notice=NOTICE,
        several=Several.HIGHEST,
        both_levels=BothLevels.PRIMARY_ONLY,
    )


def shown(live: LiveRoom) -> tuple[PayoutShown, ...]:
    """What the wall, the lobby and the tables say of each payout that can be won."""
    by_name = live.room.state(PAYOUTS).by_name
    return tuple(as_shown(live, each) for each in by_name.values() if each.standing is not Standing.DISCONTINUED)


def as_shown(live: LiveRoom, payout: Payout) -> PayoutShown:
    ticking = uncounted(payout) if live.play_chips and not payout.rules.system else 0
    secondary = payout.rules.secondary
    return PayoutShown(
        name=payout.rules.name,
        amount=payout.shown(Level.PRIMARY) + ticking,
        secondary=None if secondary is None else payout.shown(Level.SECONDARY),
        from_primary=bool(payout.rules.carved_out),
        pending=payout.is_pending,
        stopped=payout.standing is Standing.STOPPED,
        qualifier=str(payout.qualifier(live.moment())),
        tables=payout.rules.tables,
        play_chips=live.play_chips,
        hit=last_hit(live, payout),
        open=tuple(hit_shown(live, hit) for hit in payout.open_hits if not hit.is_elsewhere),
        system=system_shown(live, payout),
    )


def last_hit(live: LiveRoom, payout: Payout) -> HitShown | None:
    """At a table of this casino: of a hit elsewhere the notices of the system tell (`system_shown`)."""
    here = [hit for hit in payout.hits.values() if not hit.rejected and not hit.is_elsewhere]
    standing = [hit for hit in here if not hit.is_without_award]
    return None if not standing else hit_shown(live, standing[-1])


def hit_shown(live: LiveRoom, hit: Hit) -> HitShown:
    showdown = hit.showdown
    return HitShown(
        number=hit.number,
        table=showdown.table,
        round=showdown.round,
        at=seconds(hit.at),
        step=hit.step,
        amount=sum(amount for _, amount in hit.amounts),
        losing=tuple(tabled(live, showdown, player) for beat in hit.beats for player in beat.losing),
        winning=tuple(tabled(live, showdown, player) for player in hit.beats[0].winning),
        board=tuple(map(card_text, showdown.board)),
        awards=tuple(
            AwardShown(who=live.name_of(award.player), part=award.part, amount=award.amount) for award in hit.awards
        ),
    )


def tabled(live: LiveRoom, showdown: Showdown, player: str) -> TabledShown:
    own = next(hand.own for hand in showdown.hands if hand.player == player)
    return TabledShown(who=live.name_of(player), cards=tuple(map(card_text, own)))


def concerned(live: LiveRoom, done: Done) -> set[str]:
    """The tables to which something that has happened makes a difference."""
    by_name = live.room.state(PAYOUTS).by_name
    happened = (event for stream, event in done.events if stream == PAYOUTS.name)
    return {table for event in happened for table in by_name[event.payout].rules.tables}


TOLD: dict[type[Any], str] = {
    events.HitReported: "payout-reported",
    events.HitVerified: "payout-verified",
    events.HitRejected: "payout-rejected",
    events.PayoutPrepared: "payout-prepared",
    events.PlayResumed: "payout-resumed",
    events.PayoutSettled: "payout-settled",
}


def news_of(live: LiveRoom, done: Done) -> Iterator[PayoutNews]:
    """What everybody is told of a hit: that a strong hand has lost, and every step until all of it is paid."""
    for _, event in done.events:
        if type(event) in TOLD:
            yield told(live, event)


def told(live: LiveRoom, event: Any) -> PayoutNews:
    payout = live.room.state(PAYOUTS).by_name[event.payout]
    hit = payout.hits[event.hit]
    amount = sum(each for _, each in hit.amounts) or as_shown(live, payout).amount
    players = tuple(live.name_of(player) for beat in hit.beats for player in beat.losing)
    table = "" if hit.is_elsewhere else hit.showdown.table
    # Where a payout of a system ends, its host says: here it is only paid to those who share it here.
    key = "linked-settled" if payout.rules.system and isinstance(event, events.PayoutSettled) else TOLD[type(event)]
    says = saying(f"table.{key}", payout=event.payout, amount=amount, who=players, table=table)
    return PayoutNews(
        payout=event.payout,
        table=table,
        says=says,
        rule=event.rule.paragraph,
        edition=event.rule.edition,
        reading=event.rule.reading,
        amount=amount,
        shown=as_shown(live, payout),
        hit=None if hit.rejected or hit.is_elsewhere or hit.is_without_award else hit_shown(live, hit),
    )


def uncounted(payout: Payout) -> int:
    """What pots have contributed and the display does not show yet."""
    boxed = sum(box.primary for box in payout.boxes.values())
    on_the_way = sum(each.expected.primary for each in payout.containers.values() if not each.verified)
    return boxed + on_the_way + payout.primary.counted


SHIFT, FLOOR = the_room_as(StaffPosition.SHIFT_SUPERVISOR), the_room_as(StaffPosition.POKER_SUPERVISOR)
SECURITY, CASHIER = the_room_as(StaffPosition.SECURITY), the_room_as(StaffPosition.CAGE)
ACCOUNTING = the_room_as(StaffPosition.ACCOUNTING)


async def offer(live: LiveRoom, rules: PayoutRules) -> None:
    filing = "play chips, version 1"
    await do(live, OfferPayout(payout=rules.name, by=SHIFT, at=live.moment(), rules=rules, filing=filing))


async def keep(live: LiveRoom) -> None:
    """Pay what was hit, and count what has been collected for long."""
    for name, payout in live.room.state(PAYOUTS).by_name.items():
        if is_due(payout, live.moment()):
            await settle(live, name)


async def count_all(live: LiveRoom) -> None:
    """A gaming day ends with every box counted in it, 14.19(d), and the display set, (k)."""
    for name, payout in live.room.state(PAYOUTS).by_name.items():
        if uncounted(payout) or is_daily_due(live, payout):
            await settle(live, name)


def is_daily_due(live: LiveRoom, payout: Payout) -> bool:
    day = live.room.state(LEDGER).open_day
    return day is not None and is_display_due(payout, day.opened)


def is_due(payout: Payout, now: datetime) -> bool:
    """Whether somebody has won, or contributions have lain uncounted for long."""
    waited = (now - (payout.displayed_at or payout.since)).total_seconds()
    return bool(payout.open_hits) or (uncounted(payout) > 0 and waited > COUNTED_EVERY)


async def settle(live: LiveRoom, name: str) -> None:
    """Step by step, each recorded: a room that stops in between goes on with the next one."""
    while (step := next(steps(live, name), None)) is not None:
        if isinstance(await do(live, step), Refusal):
            return


def steps(live: LiveRoom, name: str) -> Iterator[Command]:
    """What is to be done next, from how the payout stands."""
    payout, at, day = live.room.state(PAYOUTS).by_name[name], live.moment(), live.room.state(LEDGER).open_day
    waiting = [each for each in payout.containers.values() if not each.verified]
    if not waiting and any(box.amount for box in payout.boxes.values()):
        yield AccountForBoxes(payout=name, by=FLOOR, at=at, tables=payout.to_count)
    for each in waiting:
        if not each.carried:
            yield Carry(payout=name, by=SECURITY, at=at, container=each.number)
        boxes = tuple(BoxContents(table, (Chips(1, box.amount),)) for table, box in each.boxes.items())
        yield CountInCage(payout=name, by=CASHIER, at=at, container=each.number, boxes=boxes)
    if any(fund.counted or fund.advanced for fund in payout.funds.values()):
        yield RecordDay(payout=name, by=ACCOUNTING, at=at, day=at.date() if day is None else day.date)
    shows_its_own = not payout.rules.system
    is_behind = payout.primary.shown != displayable(payout, Level.PRIMARY)
    if shows_its_own and not payout.is_pending and (is_behind or is_daily_due(live, payout)):
        yield AdjustDisplay(payout=name, by=ACCOUNTING, at=at, second=FLOOR)
    yield from paying(payout, name, at)
    if shows_its_own and payout.is_pending and not payout.open_hits:
        yield AdjustDisplay(payout=name, by=ACCOUNTING, at=at, second=FLOOR)


def paying(payout: Payout, name: str, at: datetime) -> Iterator[Command]:
    for hit in payout.open_hits:
        if hit.verified_by is None and not standing(payout, hit):
            yield RejectHit(payout=name, by=SHIFT, at=at, hit=hit.number, reason=OUTDONE)
        if hit.verified_by is None:
            yield VerifyHit(payout=name, by=SHIFT, at=at, hit=hit.number)
        if payout.rules.system and not hit.awarded:
            continue  # The host of the system says what it is worth.
        if hit.paid_at is None:
            yield PreparePayout(
                payout=name, by=ACCOUNTING, at=at, hit=hit.number, instrument=Instrument.CHIPS, paid_at=PaidAt.CAGE
            )
        for award in hit.unpaid:
            yield PayAward(payout=name, by=CASHIER, at=at, hit=hit.number, player=award.player, on_account=True)


async def do(live: LiveRoom, command: Command) -> Refusal | None:
    answer = await live.submit(OnPayouts(command))
    return answer if isinstance(answer, Refusal) else None
