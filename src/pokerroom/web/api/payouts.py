"""Bad beat payouts for those who count, carry, record, verify and pay them: how each stands."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import TypeVar

from litestar import get

from pokerroom.cards import card_text
from pokerroom.jackpot import Payout, Refusal
from pokerroom.jackpot.census import TableCensus
from pokerroom.jackpot.displaying import variance
from pokerroom.jackpot.duties import duties
from pokerroom.jackpot.forms import DayOfForms, by_day, gaps, next_serial
from pokerroom.jackpot.linking import not_awarded
from pokerroom.jackpot.people import Person
from pokerroom.jackpot.qualifying import TabledHand
from pokerroom.jackpot.rules import Level
from pokerroom.jackpot.state import Container, Form, Hit, Standing
from pokerroom.live.room import LiveRoom
from pokerroom.ranking import Ranking
from pokerroom.ranking.names import describe
from pokerroom.room.books import LEDGER
from pokerroom.room.payouts import PAYOUTS
from pokerroom.web.api.answers import Answer
from pokerroom.web.api.serving import FromServices
from pokerroom.web.api.staff import READ, RoomName, floor_of

Numbered = TypeVar("Numbered")


class FundRead(Answer, frozen=True, kw_only=True):
    """The meters of one level."""

    level: str
    contributed: int
    counted: int
    current: int
    reset: int
    overflow: int
    shown: int
    paid: int
    made_up: int
    variance: int


class BoxRead(Answer, frozen=True, kw_only=True):
    table: str
    amount: int
    chips: int
    capacity: int
    takes_part: bool
    """Whether the rules name its table; one that has left is here until its box is counted."""


class DifferingRead(Answer, frozen=True, kw_only=True):
    table: str
    more: int
    """Than the record says; below zero what is missing."""


class ContainerRead(Answer, frozen=True, kw_only=True):
    number: int
    tables: tuple[str, ...]
    said: int | None
    carried: bool
    verified: bool
    differing: tuple[DifferingRead, ...]
    """Boxes that held other than the record says, once a cashier has verified them."""


class FormRead(Answer, frozen=True, kw_only=True):
    serial: int
    table: str
    at: str
    amount: int
    dealer: str
    witness: str
    original: str
    duplicate: str
    voided: str


class DayOfFormsRead(Answer, frozen=True, kw_only=True):
    """The forms of a gaming day, as accounting matches them, 14.19(h)."""

    day: date
    forms: tuple[FormRead, ...]
    missing_originals: tuple[int, ...]
    missing_duplicates: tuple[int, ...]
    unmatched: tuple[int, ...]


class BonusRead(Answer, frozen=True, kw_only=True):
    name: str
    terms: str
    amount: int


class AwardRead(Answer, frozen=True, kw_only=True):
    player: str
    name: str
    part: str
    amount: int
    paid: bool
    on_account: bool
    """Whether the player left it in their bank."""


class CensusRead(Answer, frozen=True, kw_only=True):
    """Everybody dealt in at another participating table when a bad beat was hit."""

    table: str
    round: int
    players: tuple[str, ...]
    in_progress: bool


class TabledRead(Answer, frozen=True, kw_only=True):
    name: str
    cards: tuple[str, ...]
    hand: str
    """What they make, in words."""


class HitRead(Answer, frozen=True, kw_only=True):
    number: int
    table: str
    round: int
    at: str
    losing: tuple[str, ...]
    winning: tuple[str, ...]
    verified_by: str
    rejected: str
    prepared: str
    settled: bool
    step: str
    amount: int
    held: bool
    """Whether its table is kept as evidence."""
    waits_for_host: bool
    """Whether the host of a system has still to say what it is for, 14.20(e)4: nothing is prepared before."""
    board: tuple[str, ...]
    hands: tuple[TabledRead, ...]
    dealt_in: tuple[str, ...]
    census: tuple[CensusRead, ...]
    awards: tuple[AwardRead, ...]


class DueRead(Answer, frozen=True, kw_only=True):
    """What is still to be done before the gaming day ends."""

    says: str
    rule: str


class PayoutRead(Answer, frozen=True, kw_only=True):
    name: str
    standing: str
    filing: str
    route: str
    rule: str
    qualifier: str
    pending: bool
    due: tuple[DueRead, ...]
    funds: tuple[FundRead, ...]
    boxes: tuple[BoxRead, ...]
    containers: tuple[ContainerRead, ...]
    days: tuple[DayOfFormsRead, ...]
    hits: tuple[HitRead, ...]
    hits_in_all: int
    to_revenue: int
    bonuses: tuple[BonusRead, ...]
    limit: int
    announced: bool
    """Whether a change of its rules is posted."""
    next_serial: int
    gaps: tuple[int, ...]
    """Serials of the room's forms that were passed over."""


LAST = 50
"""Containers and hits that are told, the newest first."""
DAYS = 31
"""Gaming days whose forms are told."""


@get("/rooms/{room:str}/payouts", name="payouts", responses=READ)
async def payouts(services: FromServices, room: RoomName) -> tuple[PayoutRead, ...]:
    """Every bad beat payout of the room: funds, boxes, containers, forms and hits."""
    _, live = floor_of(services, room)
    gaming_date = services.settings.gaming_date
    return tuple(payout_read(live, each, gaming_date) for each in live.room.state(PAYOUTS).by_name.values())


def payout_read(live: LiveRoom, payout: Payout, gaming_date: Callable[[datetime], date]) -> PayoutRead:
    rules = payout.rules
    return PayoutRead(
        name=rules.name,
        standing=payout.standing.value,
        filing=payout.filing,
        route=rules.route.value,
        rule=rules.route.rule.paragraph,
        qualifier=str(payout.qualifier(live.moment())),
        pending=payout.is_pending,
        due=tuple(DueRead(says=each.sentence, rule=each.paragraph) for each in due_today(live, payout)),
        funds=tuple(fund_read(payout, level) for level in Level if has_level(payout, level)),
        boxes=tuple(box_read(payout, table) for table in payout.to_count),
        containers=tuple(map(container_read, newest(payout.containers))),
        days=tuple(day_read(each) for each in by_day(payout.forms, gaming_date)[:DAYS]),
        hits=tuple(hit_read(live, payout, each) for each in newest(payout.hits)),
        hits_in_all=sum(each.settled for each in payout.hits.values()),
        to_revenue=payout.to_revenue,
        bonuses=tuple(BonusRead(name=each.name, terms=each.terms, amount=each.amount) for each in rules.bonuses),
        limit=rules.limit,
        announced=payout.announced is not None,
        next_serial=next_serial(live.room.state(PAYOUTS)),
        gaps=gaps(live.room.state(PAYOUTS)),
    )


def due_today(live: LiveRoom, payout: Payout) -> tuple[Refusal, ...]:
    day = live.room.state(LEDGER).open_day
    return () if day is None else tuple(duties(payout, day.opened))


def day_read(day: DayOfForms) -> DayOfFormsRead:
    return DayOfFormsRead(
        day=day.day,
        forms=tuple(map(form_read, day.forms)),
        missing_originals=day.missing_originals,
        missing_duplicates=day.missing_duplicates,
        unmatched=day.unmatched,
    )


def has_level(payout: Payout, level: Level) -> bool:
    return level is Level.PRIMARY or payout.rules.own_secondary is not None


def newest(of: Mapping[int, Numbered]) -> list[Numbered]:
    return [of[number] for number in sorted(of, reverse=True)[:LAST]]


def fund_read(payout: Payout, level: Level) -> FundRead:
    fund = payout.funds[level]
    is_displayed = payout.standing is not Standing.DISCONTINUED
    return FundRead(
        level=level.value,
        contributed=fund.contributed,
        counted=fund.counted,
        current=payout.official(level),
        reset=fund.reset,
        overflow=fund.overflow,
        shown=fund.shown if is_displayed else 0,
        paid=fund.paid,
        made_up=fund.made_up,
        variance=variance(payout, level) if is_displayed else 0,
    )


def box_read(payout: Payout, table: str) -> BoxRead:
    box = payout.box(table)
    rules = payout.rules
    takes_part = table in rules.tables
    return BoxRead(table=table, amount=box.amount, chips=box.chips, capacity=rules.capacity, takes_part=takes_part)


def container_read(each: Container) -> ContainerRead:
    return ContainerRead(
        number=each.number,
        tables=tuple(each.boxes),
        said=each.said,
        carried=each.carried,
        verified=each.verified,
        differing=tuple(DifferingRead(table=table, more=more) for table, more in each.differing),
    )


def form_read(form: Form) -> FormRead:
    return FormRead(
        serial=form.serial,
        table=form.table,
        at=form.at.isoformat(),
        amount=form.amount,
        dealer=signed(form.dealer),
        witness=signed(form.witness),
        original=form.original.value,
        duplicate=form.duplicate.value,
        voided=form.voided,
    )


def hit_read(live: LiveRoom, payout: Payout, hit: Hit) -> HitRead:
    on_account = {each.player for each in hit.handed if each.on_account}
    return HitRead(
        number=hit.number,
        table=hit.showdown.table,
        round=hit.showdown.round,
        at=hit.at.isoformat(),
        losing=tuple(live.name_of(player) for beat in hit.beats for player in beat.losing),
        winning=tuple(live.name_of(player) for beat in hit.beats for player in beat.winning),
        verified_by=signed(hit.verified_by),
        rejected=hit.rejected,
        prepared=""
        if hit.instrument is None or hit.paid_at is None
        else f"{hit.instrument.value}, {hit.paid_at.value}",
        settled=hit.settled,
        step=hit.step,
        amount=sum(amount for _, amount in hit.amounts),
        held=hit.number in payout.held.values(),
        waits_for_host=not_awarded(payout, hit) is not None,
        board=tuple(map(card_text, hit.showdown.board)),
        hands=tuple(tabled_read(live, each) for each in hit.showdown.hands),
        dealt_in=tuple(map(live.name_of, hit.showdown.dealt_in)),
        census=tuple(census_read(live, each) for each in hit.census),
        awards=tuple(
            AwardRead(
                player=award.player,
                name=live.name_of(award.player),
                part=award.part,
                amount=award.amount,
                paid=award.player in hit.paid,
                on_account=award.player in on_account,
            )
            for award in hit.awards
        ),
    )


def tabled_read(live: LiveRoom, hand: TabledHand) -> TabledRead:
    return TabledRead(
        name=live.name_of(hand.player),
        cards=tuple(map(card_text, hand.own)),
        hand=describe(Ranking.HIGH_FIVE, hand.strength),
    )


def census_read(live: LiveRoom, each: TableCensus) -> CensusRead:
    players = tuple(map(live.name_of, each.players))
    return CensusRead(table=each.table, round=each.round, players=players, in_progress=each.in_progress)


def signed(person: Person | None) -> str:
    return "" if person is None else f"{person.name} ({person.acts_as.value})"


HANDLERS = (payouts,)
