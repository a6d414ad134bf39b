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
from pokerroom.live.payouts import subject_of
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Given, Second, Submission
from pokerroom.play.procedure import SharePlan
from pokerroom.room import filing
from pokerroom.room.filing.settings import PayoutSubmission
from pokerroom.room.filing.stream import FILING
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.processes.contributing import high_share
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.table.seating import Table
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
    version = filing.in_force(submission.live.room.state(FILING), subject_of(asked.payout), moment)
    if version is None or not isinstance(version.settings, PayoutSubmission):
        return Refusal(Code.NO_FILING, cite("14.19(c)"), {"payout": asked.payout})
    return OnPayouts(
        of_payouts.OfferPayout(
            payout=asked.payout, by=asked.by, at=moment, rules=version.settings.rules, filing=filed_as(version)
        )
    )


def filed_as(version: filing.Version) -> str:
    return f"{version.document}, version {version.number}"


async def announce(submission: Submission) -> Done | Refusal:
    return await submission.live.submit(partial(announced, submission), id=submission.id, asked=submission.asked)


def announced(submission: Submission, moment: datetime) -> OnPayouts | Refusal:
    """The version last approved, whether it is in force already or will be."""
    asked: house_orders.AnnounceChange = as_signed(submission, moment)
    versions = submission.live.room.state(FILING).approved(subject_of(asked.payout))
    settings = versions[-1].settings if versions else None
    if not isinstance(settings, PayoutSubmission):
        return Refusal(Code.NO_FILING, cite("14.19(q)"), {"payout": asked.payout})
    return OnPayouts(
        of_payouts.PostNotice(
            payout=asked.payout, by=asked.by, at=moment, rules=settings.rules, filing=filed_as(versions[-1])
        )
    )


async def declare(submission: Submission) -> Done | Refusal:
    return await submission.live.submit(partial(declared, submission), id=submission.id, asked=submission.asked)


def declared(submission: Submission, moment: datetime) -> OnPayouts | Refusal:
    """What a dealer names at the showdown of a round that is not over yet."""
    asked: house_orders.DeclareBadBeat = as_signed(submission, moment)
    found = showdown_named(submission.live, asked)
    if isinstance(found, Refusal):
        return found
    return OnPayouts(of_payouts.ReportHit(payout=asked.payout, by=asked.by, at=moment, showdown=found))


def showdown_named(live: LiveRoom, asked: house_orders.DeclareBadBeat) -> Showdown | Refusal:
    name = asked.table
    table = live.room.states(TABLES).get(name)
    plan = None if table is None or table.round is None else high_share(table.round)
    if table is None or table.dealing is None or plan is None:
        return Refusal(Code.NO_SHOWDOWN, cite("14.19(a)"), {"table": name})
    try:
        board = typed_cards(asked.board)
        hands = tuple(hand_named(table, plan, each, board) for each in asked.hands)
    except (CardError, LookupError) as error:
        return Refusal(Code.CARDS_UNFIT, cite("14.19(a)"), {"error": str(error)})
    dealt_in = tuple(table.place(seat).player for seat in table.dealing.lineup)
    number = table.dealing.number
    return Showdown(table=name, round=number, game=table.posting.game, board=board, hands=hands, dealt_in=dealt_in)


def hand_named(table: Table, plan: SharePlan, named: house_orders.HandNamed, board: tuple[Card, ...]) -> TabledHand:
    assert table.dealing is not None
    if named.seat not in table.dealing.lineup:
        raise LookupError(f"nobody was dealt in at seat {named.seat + 1}")
    own = typed_cards(named.cards)
    return TabledHand(player=table.place(named.seat).player, own=own, strength=plan.rank(own, board))


PRESENT = Second(saying("orders.second in presence"), who=STAFF, presence=True)
"""Both sign in one sitting: who may be the other is the text's to say, and refused by its paragraph."""

PAYOUTS = Counter("payouts", lambda command, _given: OnPayouts(command, notifies=True))

ORDERS = (
    Declaration(PAYOUTS, house_orders.OfferPayout, SUPERVISORS, becomes=of_payouts.OfferPayout, carry_out=offer),
    Declaration(PAYOUTS, house_orders.AnnounceChange, SUPERVISORS, becomes=of_payouts.PostNotice, carry_out=announce),
    Declaration(PAYOUTS, of_payouts.ChangeRules, SUPERVISORS),
    Declaration(PAYOUTS, of_payouts.StopCollecting, SUPERVISORS),
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
    Declaration(PAYOUTS, of_payouts.AdjustDisplay, ACCOUNTING, second=PRESENT),
    Declaration(PAYOUTS, house_orders.DeclareBadBeat, DEALERS, becomes=of_payouts.ReportHit, carry_out=declare),
    Declaration(PAYOUTS, of_payouts.VerifyHit, SUPERVISORS),
    Declaration(PAYOUTS, of_payouts.RejectHit, SUPERVISORS),
    Declaration(PAYOUTS, of_payouts.ResumePlay, FLOOR),
    Declaration(PAYOUTS, of_payouts.PreparePayout, ACCOUNTING),
    Declaration(PAYOUTS, of_payouts.PayAward, SECURITY | ACCOUNTING | CAGE),
    Declaration(PAYOUTS, of_payouts.AwardBonus, SUPERVISORS),
)
