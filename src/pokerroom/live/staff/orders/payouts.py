"""Orders about bad beat payouts: offering one, counting, forms, the display, and hits until all is paid."""

from datetime import datetime
from functools import partial
from typing import Any

from pokerroom.cards import Card, CardError, typed_cards
from pokerroom.jackpot import Code, commands as of_payouts
from pokerroom.jackpot.qualifying import Showdown, TabledHand
from pokerroom.jackpot.rules import cite
from pokerroom.live import house_orders
from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.permissions import CAGE, FLOOR, STAFF, SUPERVISORS
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Given, Order, Second, Submission
from pokerroom.play.procedure import SharePlan
from pokerroom.room import filing
from pokerroom.room.filing.settings import PayoutSubmission
from pokerroom.room.filing.stream import FILING
from pokerroom.room.payouts import PAYOUTS as PAYOUTS_STREAM
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.processes.contributing import high_share
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.table.seating.state import DealtIn
from pokerroom.words import saying

DEALERS = frozenset({Role.DEALER})
SECURITY = frozenset({Role.SECURITY})
ACCOUNTING = frozenset({Role.ACCOUNTING})


def as_signed(submission: Submission, moment: datetime) -> Any:
    """As whoever gives the order signs it: it says less than the command that follows."""
    order = submission.order
    return order.declaration.signed(
        order.fields, Given(order.table, order.subject, submission.by, moment, submission.second)
    )


async def offer(submission: Submission) -> Done | Refusal:
    return await submission.live.submit(partial(offered, submission), id=submission.id, asked=submission.asked)


def offered(submission: Submission, moment: datetime) -> OnPayouts | Refusal:
    """By the rules that are filed, approved and in force at this moment."""
    asked: house_orders.OfferPayout = as_signed(submission, moment)
    found = in_force(submission, asked.payout, moment)
    if found is None:
        return Refusal(Code.NO_FILING, cite("14.19(c)"), {"payout": asked.payout})
    settings, filed = found
    return collected(settings, asked.payout) or OnPayouts(
        of_payouts.OfferPayout(payout=asked.payout, by=asked.by, at=moment, rules=settings.rules, filing=filed)
    )


def in_force(submission: Submission, payout: str, moment: datetime) -> tuple[PayoutSubmission, str] | None:
    """What is filed for a payout and in force at this moment, and where it is filed."""
    version = filing.in_force(submission.live.room.state(FILING), filing.payout_subject(payout), moment)
    if version is None or not isinstance(version.settings, PayoutSubmission):
        return None
    return version.settings, filed_as(version)


def collected(settings: PayoutSubmission, payout: str) -> Refusal | None:
    """Nothing is offered by an amendment that ends the contributions."""
    return None if settings.collects else Refusal(Code.NOT_COLLECTING, cite("14.19(c)"), {"payout": payout})


def filed_as(version: filing.Version) -> str:
    return f"{version.document}, version {version.number}"


async def announce(submission: Submission) -> Done | Refusal:
    return await submission.live.submit(partial(announced, submission), id=submission.id, asked=submission.asked)


def announced(submission: Submission, moment: datetime) -> OnPayouts | Refusal:
    """The version last approved, whether it is in force already or will be."""
    asked: house_orders.AnnounceChange = as_signed(submission, moment)
    versions = submission.live.room.state(FILING).approved(filing.payout_subject(asked.payout))
    settings = versions[-1].settings if versions else None
    if not isinstance(settings, PayoutSubmission):
        return Refusal(Code.NO_FILING, cite("14.19(q)"), {"payout": asked.payout})
    return collected(settings, asked.payout) or OnPayouts(
        of_payouts.PostNotice(
            payout=asked.payout, by=asked.by, at=moment, rules=settings.rules, filing=filed_as(versions[-1])
        )
    )


async def change(submission: Submission) -> Done | Refusal:
    return await submission.live.submit(partial(changed, submission), id=submission.id, asked=submission.asked)


def changed(submission: Submission, moment: datetime) -> OnPayouts | Refusal:
    """What was announced, once it is in force: not before it takes effect, nor after it was withdrawn or replaced."""
    asked: of_payouts.ChangeRules = as_signed(submission, moment)
    payout = submission.live.room.state(PAYOUTS_STREAM).by_name.get(asked.payout)
    announced, found = None if payout is None else payout.announced, in_force(submission, asked.payout, moment)
    if announced is not None and (found is None or (found[0].rules, found[1]) != (announced.rules, announced.filing)):
        facts = {"payout": asked.payout, "filing": announced.filing}
        return Refusal(Code.NOT_IN_FORCE, cite("14.19(c)"), facts)
    return OnPayouts(asked)


async def stop(submission: Submission) -> Done | Refusal:
    return await submission.live.submit(partial(stopped, submission), id=submission.id, asked=submission.asked)


def stopped(submission: Submission, moment: datetime) -> OnPayouts | Refusal:
    """Contributions end by amended rules that say so, filed, approved and in force."""
    asked: house_orders.StopCollecting = as_signed(submission, moment)
    found = in_force(submission, asked.payout, moment)
    rule, facts = cite("14.19(c)", reading="AMB-130"), {"payout": asked.payout}
    if found is None:
        return Refusal(Code.NO_FILING, rule, facts)
    settings, filed = found
    if settings.collects:
        return Refusal(Code.NOT_AMENDED, rule, facts)
    return OnPayouts(of_payouts.StopCollecting(payout=asked.payout, by=asked.by, at=moment, filing=filed))


async def declare(submission: Submission) -> Done | Refusal:
    return await submission.live.submit(partial(declared, submission), id=submission.id, asked=submission.asked)


def declared(submission: Submission, moment: datetime) -> OnPayouts | Refusal:
    """What a dealer names at the showdown of a round, or afterwards until the next one begins (R-77)."""
    asked: house_orders.DeclareBadBeat = as_signed(submission, moment)
    found = showdown_named(submission.live, asked)
    if isinstance(found, Refusal):
        return found
    dealt = submission.live.room.states(TABLES)[asked.table].dealt_in
    began = None if dealt is None else dealt.began
    return OnPayouts(of_payouts.ReportHit(payout=asked.payout, by=asked.by, at=moment, showdown=found, began=began))


def showdown_named(live: LiveRoom, asked: house_orders.DeclareBadBeat) -> Showdown | Refusal:
    name = asked.table
    table = live.room.states(TABLES).get(name)
    plan = None if table is None or table.round is None else high_share(table.round)
    if table is None or table.dealt_in is None or plan is None:
        return Refusal(Code.NO_SHOWDOWN, cite("14.19(a)"), {"table": name})
    dealt = table.dealt_in
    if asked.round not in {None, dealt.number}:
        return Refusal(Code.NO_SHOWDOWN, cite("14.19(a)", reading="R-77"), {"table": name})
    try:
        board = typed_cards(asked.board)
        hands = tuple(hand_named(dealt, plan, each, board) for each in asked.hands)
    except (CardError, LookupError) as error:
        return Refusal(Code.CARDS_UNFIT, cite("14.19(a)"), {"error": str(error)})
    return Showdown(table=name, round=dealt.number, game=dealt.game, board=board, hands=hands, dealt_in=dealt.players)


def hand_named(dealt: DealtIn, plan: SharePlan, named: house_orders.HandNamed, board: tuple[Card, ...]) -> TabledHand:
    player = dealt.player_at(named.seat)
    if player is None:
        raise LookupError(f"nobody was dealt in at seat {named.seat + 1}")
    own = typed_cards(named.cards)
    return TabledHand(player=player, own=own, strength=plan.rank(own, board))


PRESENT = Second(saying("orders.second in presence"), who=STAFF, presence=True, rule=cite("14.19(f)2"))
"""Both sign in one sitting: who may be the other is the text's to say, and refused by its paragraph."""
ADJUSTED = PRESENT._replace(rule=cite("14.19(k)1"))
PREPARED = PRESENT._replace(who=ACCOUNTING, rule=cite("14.19(j)", reading="R-81"))
"""What accounting prepares for whoever verifies it, in one sitting (R-81)."""


def goes_to_table(live: LiveRoom, order: Order) -> bool:  # noqa: ARG001
    return order.fields.get("paid_at") == of_payouts.PaidAt.TABLE


GIVES_IT_OUT = Second(
    saying("orders.second gives it out"),
    needed=goes_to_table,
    who=CAGE,
    presence=True,
    rule=cite("14.19(j)", reading="R-75"),
)
"""What is taken to a table leaves a cashier's drawer, and the cashier signs for it (R-75)."""

PAYOUTS = Counter("payouts", lambda command, _given: OnPayouts(command, notifies=True))

ORDERS = (
    Declaration(PAYOUTS, house_orders.OfferPayout, SUPERVISORS, becomes=of_payouts.OfferPayout, carry_out=offer),
    Declaration(PAYOUTS, house_orders.AnnounceChange, SUPERVISORS, becomes=of_payouts.PostNotice, carry_out=announce),
    Declaration(PAYOUTS, of_payouts.ChangeRules, SUPERVISORS, carry_out=change),
    Declaration(PAYOUTS, house_orders.StopCollecting, SUPERVISORS, becomes=of_payouts.StopCollecting, carry_out=stop),
    Declaration(PAYOUTS, of_payouts.Discontinue, ACCOUNTING),
    Declaration(PAYOUTS, of_payouts.CountAtTable, DEALERS, second=PRESENT),
    Declaration(PAYOUTS, of_payouts.CountAtClosedTable, DEALERS, second=PRESENT),
    Declaration(PAYOUTS, of_payouts.AccountForBoxes, FLOOR),
    Declaration(PAYOUTS, of_payouts.Carry, SECURITY),
    Declaration(PAYOUTS, of_payouts.CountInCage, CAGE),
    Declaration(PAYOUTS, of_payouts.VoidForm, DEALERS, second=PRESENT),
    Declaration(PAYOUTS, of_payouts.DropOriginal, DEALERS),
    Declaration(PAYOUTS, of_payouts.BoxDuplicate, FLOOR | {Role.SECOND_DEPARTMENT}),
    Declaration(PAYOUTS, of_payouts.MatchForms, ACCOUNTING),
    Declaration(PAYOUTS, of_payouts.RecordDay, ACCOUNTING),
    Declaration(PAYOUTS, of_payouts.AdjustDisplay, ACCOUNTING, second=ADJUSTED),
    Declaration(PAYOUTS, house_orders.DeclareBadBeat, DEALERS, becomes=of_payouts.ReportHit, carry_out=declare),
    Declaration(PAYOUTS, of_payouts.VerifyHit, SUPERVISORS),
    Declaration(PAYOUTS, of_payouts.RejectHit, SUPERVISORS),
    Declaration(PAYOUTS, of_payouts.ResumePlay, FLOOR),
    Declaration(PAYOUTS, of_payouts.PreparePayout, ACCOUNTING, second=GIVES_IT_OUT),
    Declaration(PAYOUTS, of_payouts.PayAward, SECURITY | ACCOUNTING | CAGE),
    Declaration(PAYOUTS, of_payouts.AwardBonus, SUPERVISORS, second=PREPARED),
)
