"""What each event does to a payout, and nothing else."""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pokerroom.jackpot import events, linking
from pokerroom.jackpot.census import RoundNoted
from pokerroom.jackpot.rules import Level, PayoutRules, asking, increased
from pokerroom.jackpot.state import (
    SYSTEM,
    Announced,
    BonusGiven,
    Container,
    ContributionBox,
    Form,
    Former,
    Handed,
    Hit,
    Payout,
    Payouts,
    Standing,
)

Fold = Callable[[Payout, Any], Payout]


def apply(payouts: Payouts, event: events.Event) -> Payouts:
    if isinstance(event, events.PayoutOffered):
        joined = dict.fromkeys(event.rules.tables, event.at)
        changed = Payout(rules=as_named(event), filing=event.filing, since=event.at, joined=joined)
    else:
        changed = FOLDS[type(event)](payouts.by_name[event.payout], event)
    return Payouts({**payouts.by_name, event.payout: changed}, followed(payouts, event))


def as_named(event: events.PayoutOffered | events.RulesChanged) -> PayoutRules:
    """By the name that it was offered under: rules put into force by earlier versions may say another."""
    return event.rules if event.rules.name == event.payout else replace(event.rules, name=event.payout)


def followed(payouts: Payouts, event: events.Event) -> Mapping[str, int]:
    match event:
        case events.PotsContributed(table=table, event=number) | events.PlayersDealtIn(table=table, event=number):
            return {**payouts.followed, table: number}
        case events.HitReported(showdown=showdown, event=number) if number:
            return {**payouts.followed, showdown.table: number}
        case (
            events.SystemFollowed(event=number)
            | events.SystemAwardsTaken(event=number)
            | events.SystemAwardsCovered(event=number)
        ):
            return {**payouts.followed, SYSTEM: number}
        case _:
            return payouts.followed


def announced(payout: Payout, event: events.ChangeAnnounced) -> Payout:
    return replace(payout, announced=Announced(rules=event.rules, filing=event.filing, at=event.at))


def changed(payout: Payout, event: events.RulesChanged) -> Payout:
    before, after = payout.rules.tables, event.rules.tables
    joined = dict.fromkeys((table for table in after if table not in before), event.at)
    left = dict.fromkeys((table for table in before if table not in after), event.at)
    return replace(
        payout,
        rules=as_named(event),
        filing=event.filing,
        announced=None,
        former=former(payout, event),
        standing=Standing.OFFERED,
        joined={**payout.joined, **joined},
        left={**payout.left, **left},
    )


def former(payout: Payout, event: events.RulesChanged) -> Former | None:
    """A change that asks more of a hand leaves what was asked before to rounds that were dealt until then."""
    old = payout.rules
    if not any(increased(old, event.rules, amount=payout.reached, days=payout.days(event.at))):
        return payout.former
    return Former(rules=asking(as_named(event), old), until=event.at)


def stopped(payout: Payout, event: events.CollectionStopped) -> Payout:
    return replace(payout, standing=Standing.STOPPED, filing=event.filing)


def discontinued(payout: Payout, event: events.PayoutDiscontinued) -> Payout:
    ended = replace(payout, standing=Standing.DISCONTINUED)
    for level, left, made_up in zip(Level, event.amounts, event.made_up, strict=True):
        fund = payout.funds[level]
        emptied = {meter: -getattr(fund, meter) for meter in ("counted", "current", "reset", "overflow")}
        ended = moved(ended, level, **emptied, left=left, made_up=made_up)
    return ended


def received(payout: Payout, event: events.FundsReceived) -> Payout:
    """All of it is the primary payout's from here on, and in the official record."""
    amount = sum(event.amounts)
    return moved(payout, Level.PRIMARY, contributed=amount, current=amount)


def contributed(payout: Payout, event: events.PotsContributed) -> Payout:
    box = payout.box(event.table)
    added = ContributionBox(
        primary=box.primary + event.primary,
        secondary=box.secondary + event.secondary,
        chips=box.chips + event.chips,
    )
    return replace(payout, boxes={**payout.boxes, event.table: added}, rounds=ended(payout, event))


def ended(payout: Payout, event: events.PotsContributed) -> Mapping[str, RoundNoted]:
    noted = payout.rounds.get(event.table)
    if noted is None or noted.round != event.round:
        return payout.rounds
    return {**payout.rounds, event.table: replace(noted, over=event.at)}


def dealt_in(payout: Payout, event: events.PlayersDealtIn) -> Payout:
    noted = RoundNoted(round=event.round, players=event.players, began=event.at)
    earlier = linking.remembered(payout, event)
    return replace(payout, rounds={**payout.rounds, event.table: noted}, earlier=earlier)


def form_completed(payout: Payout, event: events.FormCompleted) -> Payout:
    form = Form(
        serial=event.serial,
        table=event.table,
        at=event.at,
        amount=event.amount,
        dealer=event.by,
        witness=event.witness,
        chips=event.chips,
        variance=event.variance,
        recording=event.recording,
    )
    counted = with_form(emptied(payout, (event.table,), event.at), form)
    return funded(counted, event.primary, event.secondary)


def form_voided(payout: Payout, event: events.FormVoided) -> Payout:
    spoiled = Form(
        serial=event.serial,
        table=event.table,
        at=event.at,
        amount=0,
        dealer=event.by,
        witness=event.witness,
        voided=event.reason,
    )
    return with_form(payout, spoiled)


def boxes_counted(payout: Payout, event: events.BoxesCounted) -> Payout:
    tables = [table for table, _ in event.boxes]
    container = Container(
        number=event.container,
        boxes=boxes_of(payout, tables),
        packed_at=event.at,
        signed=(event.by, event.supervisor),
        counts=event.boxes,
        place=event.place,
        recording=event.recording,
    )
    return with_container(emptied(payout, tables, event.at), container)


def boxes_accounted_for(payout: Payout, event: events.BoxesAccountedFor) -> Payout:
    boxes = boxes_of(payout, event.tables)
    container = Container(number=event.container, boxes=boxes, packed_at=event.at, signed=(event.by,))
    return with_container(emptied(payout, event.tables, event.at), container)


def boxes_of(payout: Payout, tables: Iterable[str]) -> Mapping[str, ContributionBox]:
    return {table: payout.box(table) for table in tables}


def emptied(payout: Payout, tables: Collection[str], at: datetime) -> Payout:
    boxes = {table: box for table, box in payout.boxes.items() if table not in tables}
    return replace(payout, boxes=boxes, emptied_at={**payout.emptied_at, **dict.fromkeys(tables, at)})


def carried(payout: Payout, event: events.ContainerCarried) -> Payout:
    return with_container(payout, replace(payout.containers[event.container], carried_by=event.by))


def container_counted(payout: Payout, event: events.ContainerCounted) -> Payout:
    verified = replace(
        payout.containers[event.container],
        verified_by=event.by,
        verified_at=event.at,
        amount=event.amount,
        found=event.counts,
        variance=event.variance,
    )
    return funded(with_container(payout, verified), event.primary, event.secondary)


def with_container(payout: Payout, container: Container) -> Payout:
    return replace(payout, containers={**payout.containers, container.number: container})


def funded(payout: Payout, primary: int, secondary: int) -> Payout:
    after = moved(payout, Level.PRIMARY, contributed=primary, counted=primary)
    return linking.counted(moved(after, Level.SECONDARY, contributed=secondary, counted=secondary))


def moved(payout: Payout, level: Level, **by: int) -> Payout:
    """The meters of one level, each changed by so much."""
    fund = payout.funds[level]
    meters = {meter: getattr(fund, meter) + change for meter, change in by.items()}
    return replace(payout, funds={**payout.funds, level: replace(fund, **meters)})


def original_dropped(payout: Payout, event: events.OriginalDropped) -> Payout:
    return with_form(payout, replace(payout.forms[event.serial], original_dropped=True))


def duplicate_boxed(payout: Payout, event: events.DuplicateBoxed) -> Payout:
    return with_form(payout, replace(payout.forms[event.serial], duplicate_boxed=True))


def with_form(payout: Payout, form: Form) -> Payout:
    return replace(payout, forms={**payout.forms, form.serial: form})


def matched(payout: Payout, event: events.FormsMatched) -> Payout:
    forms = {serial: compared(form, event) for serial, form in payout.forms.items()}
    in_revenue = (payout.in_revenue | {*event.without_original}) - {*event.found}
    to_revenue = payout.to_revenue + event.to_revenue - event.from_revenue
    return replace(payout, forms=forms, in_revenue=in_revenue, to_revenue=to_revenue)


def compared(form: Form, event: events.FormsMatched) -> Form:
    """A form with the parts of it that accounting has."""
    original = form.serial in (*event.matched, *event.without_duplicate)
    duplicate = form.serial in (*event.matched, *event.without_original)
    if not original and not duplicate:
        return form
    return replace(
        form,
        original_received=form.original_received or original,
        duplicate_collected=form.duplicate_collected or duplicate,
    )


def day_recorded(payout: Payout, event: events.DayRecorded) -> Payout:
    primary, secondary = event.contributions
    after = moved(
        payout,
        Level.PRIMARY,
        counted=-primary,
        current=primary - event.reset - event.overflow,
        reset=event.reset,
        overflow=event.overflow,
        advanced=-event.advanced[0],
    )
    return moved(after, Level.SECONDARY, counted=-secondary, current=secondary, advanced=-event.advanced[1])


def display_adjusted(payout: Payout, event: events.DisplayAdjusted) -> Payout:
    for level, shown in zip(Level, event.shown, strict=True):
        fund = payout.funds[level]
        payout = moved(payout, level, shown=shown - fund.shown, may_fall=-fund.may_fall)
    waiting = any(hit.verified_by is not None for hit in payout.open_hits)
    adjusted = replace(payout, is_pending=waiting, displayed_at=event.at)
    return as_recorded(adjusted) if waiting else as_shown(adjusted)


def as_shown(payout: Payout) -> Payout:
    """All that is displayed can be won."""
    for level, fund in payout.funds.items():
        payout = staked(payout, level, fund.shown)
    return payout


def as_recorded(payout: Payout) -> Payout:
    """What accounting has on record and nobody has won can be won, though the sign still says what is to be paid: the
    displays would be adjusted at once, 14.19(k)1, if they could be before that, (o) (R-98).
    """
    for level, fund in payout.funds.items():
        payout = staked(payout, level, max(fund.at_stake, payout.official(level)))
    return payout


def staked(payout: Payout, level: Level, amount: int) -> Payout:
    fund = replace(payout.funds[level], at_stake=max(0, amount))
    reached = max(payout.reached, fund.at_stake) if level is Level.PRIMARY else payout.reached
    return replace(payout, funds={**payout.funds, level: fund}, reached=reached)


def hit_reported(payout: Payout, event: events.HitReported) -> Payout:
    hit = Hit(
        number=event.hit,
        at=event.at,
        showdown=event.showdown,
        beats=event.beats,
        room=event.room,
        census=event.census,
        reported_by=event.by,
        began=event.began,
    )
    held = {**payout.held, event.showdown.table: event.hit} if payout.rules.holds_table else payout.held
    return replace(with_hit(payout, hit), held=held)


def hit_verified(payout: Payout, event: events.HitVerified) -> Payout:
    hit = payout.hits[event.hit]
    verified = replace(
        hit,
        verified_by=event.by,
        amounts=event.amounts,
        awards=event.awards,
        beats=event.beats or hit.beats,
        begun=event.begins_next,
    )
    pending = replace(with_hit(payout, verified), is_pending=True)
    for level, shortfall in event.shortfalls:
        pending = moved(pending, level, made_up=shortfall, current=shortfall)
    for level, amount in event.amounts:
        paying = pending.rules.paying(level)
        pending = staked(pending, paying, pending.funds[paying].at_stake - amount)
    if not event.begins_next:
        return pending
    if dict(event.amounts).get(Level.PRIMARY):
        pending = won(pending, hit.at)
    return as_recorded(pending)


def won(payout: Payout, at: datetime) -> Payout:
    """The next payout begins, and its ladder with it."""
    return replace(begun_anew(payout), since=at, reached=0)


def hit_rejected(payout: Payout, event: events.HitRejected) -> Payout:
    return with_hit(payout, replace(payout.hits[event.hit], rejected=event.reason))


def resumed(payout: Payout, event: events.PlayResumed) -> Payout:
    return replace(payout, held={table: hit for table, hit in payout.held.items() if table != event.table})


def prepared(payout: Payout, event: events.PayoutPrepared) -> Payout:
    ready = replace(
        payout.hits[event.hit],
        instrument=event.instrument,
        paid_at=event.paid_at,
        prepared_by=event.by,
        cashier=event.second,
    )
    return with_hit(payout, ready)


def award_paid(payout: Payout, event: events.AwardPaid) -> Payout:
    hit = payout.hits[event.hit]
    handed = Handed(player=event.award.player, by=event.by, at=event.at, on_account=event.on_account)
    return with_hit(payout, replace(hit, handed=(*hit.handed, handed)))


def settled(payout: Payout, event: events.PayoutSettled | events.SystemAwardsCovered) -> Payout:
    """The fund is lowered by what was paid; after a primary payout the next one begins, (p)."""
    hit = replace(payout.hits[event.hit], settled=True)
    payout = with_hit(payout, hit)
    for level, amount in hit.amounts:
        payout = paid(payout, payout.rules.paying(level), amount)
        if level is Level.PRIMARY and not hit.begun:
            payout = as_recorded(won(payout, event.at))
    return payout


def begun_anew(payout: Payout) -> Payout:
    """The reset amount begins the next payout, and what was beyond the limit, as far as the limit lets it."""
    fund = payout.primary
    reset = moved(payout, Level.PRIMARY, current=fund.reset, reset=-fund.reset)
    room = max(0, payout.rules.limit - reset.official(Level.PRIMARY)) if payout.rules.limit else fund.overflow
    more = min(fund.overflow, room)
    return moved(reset, Level.PRIMARY, current=more, overflow=-more)


def paid(payout: Payout, level: Level, amount: int) -> Payout:
    return moved(payout, level, current=-amount, paid=amount, may_fall=amount)


def bonus_awarded(payout: Payout, event: events.BonusAwarded) -> Payout:
    given = BonusGiven(bonus=event.bonus, player=event.award.player, table=event.table, round=event.round)
    noted = replace(payout, bonuses_given=payout.bonuses_given | {given})
    awarded = paid(noted, event.level, event.award.amount)
    before, is_there = payout.funds[event.level].at_stake, awarded.official(event.level)
    left = max(before - event.award.amount, min(before, is_there))
    is_pending = payout.is_pending or left < payout.funds[event.level].shown
    return replace(staked(awarded, event.level, left), is_pending=is_pending)


def covered(payout: Payout, event: events.SystemAwardsCovered) -> Payout:
    """Paid by another member: for this casino's fund it is the same as if it had been paid here."""
    after = linking.awards_covered(payout, event)
    return settled(after, event) if event.settled else after


def with_hit(payout: Payout, hit: Hit) -> Payout:
    return replace(payout, hits={**payout.hits, hit.number: hit})


FOLDS: Mapping[type[Any], Fold] = {
    events.ChangeAnnounced: announced,
    events.RulesChanged: changed,
    events.CollectionStopped: stopped,
    events.PayoutDiscontinued: discontinued,
    events.FundsReceived: received,
    events.PotsContributed: contributed,
    events.PlayersDealtIn: dealt_in,
    events.FormCompleted: form_completed,
    events.FormVoided: form_voided,
    events.BoxesCounted: boxes_counted,
    events.BoxesAccountedFor: boxes_accounted_for,
    events.ContainerCarried: carried,
    events.ContainerCounted: container_counted,
    events.OriginalDropped: original_dropped,
    events.DuplicateBoxed: duplicate_boxed,
    events.FormsMatched: matched,
    events.DayRecorded: day_recorded,
    events.DisplayAdjusted: display_adjusted,
    events.HitReported: hit_reported,
    events.HitVerified: hit_verified,
    events.HitRejected: hit_rejected,
    events.PlayResumed: resumed,
    events.PayoutPrepared: prepared,
    events.AwardPaid: award_paid,
    events.PayoutSettled: settled,
    events.BonusAwarded: bonus_awarded,
    events.SystemFollowed: linking.system_followed,
    events.SystemAwardsTaken: linking.awards_taken,
    events.SystemAwardsCovered: covered,
}
