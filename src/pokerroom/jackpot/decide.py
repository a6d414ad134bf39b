"""`perform` chooses: the events a command leads to, or why it is refused. Whose act it is stands in one table."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pokerroom.jackpot import bonuses, commands, counting, displaying, events, forms, hits, linking, offering
from pokerroom.jackpot.apply import apply
from pokerroom.jackpot.people import CASHIERS, POKER_SUPERVISORS, StaffPosition
from pokerroom.jackpot.recording import Answer
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import cite
from pokerroom.jackpot.state import Payout, Payouts, Standing
from pokerroom.rules.citation import Citation
from pokerroom.words import term

Outcome = tuple[Payouts, tuple[events.Event, ...]] | Refusal


class Handler(NamedTuple):
    who: frozenset[StaffPosition]
    """Whose act it is."""
    rule: Citation
    does: Callable[[Any, Any], Answer]
    to_all: bool = False
    """Whether it looks at every payout of the room."""


DEALER = frozenset({StaffPosition.DEALER})
SHIFT = frozenset({StaffPosition.SHIFT_SUPERVISOR})
ACCOUNTING = frozenset({StaffPosition.ACCOUNTING})
BY_ITSELF = frozenset({StaffPosition.NOBODY})

HANDLERS: Mapping[type[Any], Handler] = {
    commands.OfferPayout: Handler(SHIFT, cite("14.19(a)"), offering.offer, to_all=True),
    commands.PostNotice: Handler(SHIFT, cite("14.19(q)"), offering.post_notice, to_all=True),
    commands.ChangeRules: Handler(SHIFT, cite("14.19(q)"), offering.change_rules, to_all=True),
    commands.StopCollecting: Handler(SHIFT, cite("14.19(c)"), offering.stop_collecting),
    commands.Discontinue: Handler(ACCOUNTING, cite("14.19(l)"), offering.discontinue, to_all=True),
    commands.Contribute: Handler(BY_ITSELF, cite("14.19(c)"), counting.contribute),
    commands.NoteDealtIn: Handler(BY_ITSELF, cite("14.19(b)3"), counting.note_dealt_in),
    commands.CountAtTable: Handler(DEALER, cite("14.19(f)2"), counting.count_at_table, to_all=True),
    commands.CountAtClosedTable: Handler(DEALER, cite("14.19(d)1"), counting.count_at_closed_table),
    commands.AccountForBoxes: Handler(POKER_SUPERVISORS, cite("14.19(d)2"), counting.account_for_boxes),
    commands.Carry: Handler(frozenset({StaffPosition.SECURITY}), cite("14.19(d)"), counting.carry),
    commands.CountInCage: Handler(CASHIERS, cite("14.19(e)"), counting.count_in_cage),
    commands.VoidForm: Handler(DEALER, cite("14.19(f)3"), forms.void_form, to_all=True),
    commands.DropOriginal: Handler(DEALER, cite("14.19(g)"), forms.drop_original),
    commands.BoxDuplicate: Handler(frozenset(StaffPosition) - BY_ITSELF, cite("14.19(g)"), forms.box_duplicate),
    commands.MatchForms: Handler(ACCOUNTING, cite("14.19(h)"), forms.match_forms),
    commands.RecordDay: Handler(ACCOUNTING, cite("14.19(k)"), displaying.record_day),
    commands.AdjustDisplay: Handler(ACCOUNTING, cite("14.19(k)1"), displaying.adjust_display),
    commands.ReportHit: Handler(BY_ITSELF | DEALER, cite("14.19(a)"), hits.report),
    commands.VerifyHit: Handler(SHIFT, cite("14.19(i)"), hits.verify),
    commands.RejectHit: Handler(SHIFT, cite("14.19(i)"), hits.reject),
    commands.ResumePlay: Handler(POKER_SUPERVISORS, cite("14.19(i)"), hits.resume),
    commands.PreparePayout: Handler(ACCOUNTING, cite("14.19(j)"), hits.prepare),
    commands.PayAward: Handler(frozenset(StaffPosition) - BY_ITSELF, cite("14.19(j)"), hits.pay),
    commands.FollowSystem: Handler(BY_ITSELF, cite("14.20(e)4i"), linking.follow),
    commands.TakeSystemAwards: Handler(BY_ITSELF, cite("14.20(d)2"), linking.take_awards),
    commands.NoteCovered: Handler(BY_ITSELF, cite("14.20(d)2"), linking.note_covered),
    commands.AwardBonus: Handler(SHIFT, cite("14.19(b)4"), bonuses.award_bonus),
}


def perform(payouts: Payouts, command: commands.Command) -> Outcome:
    """Every payout afterwards and the events that led there, or why nothing happened."""
    found = decide(payouts, command)
    if isinstance(found, Refusal):
        return found
    for event in found:
        payouts = apply(payouts, event)
    return payouts, found


def decide(payouts: Payouts, command: commands.Command) -> Answer:
    handler, payout = HANDLERS[type(command)], payouts.by_name.get(command.payout)
    refusal = not_theirs(handler, command) or unknown(payout, command) or ended(payout, command)
    if refusal is not None:
        return refusal
    answer: Answer = handler.does(payouts if handler.to_all else payout, command)
    return answer


def not_theirs(handler: Handler, command: commands.Command) -> Refusal | None:
    if command.by.acts_as in handler.who:
        return None
    needed = term(min(handler.who - BY_ITSELF or BY_ITSELF))
    return Refusal(Code.NOT_THEIR_POSITION, handler.rule, {"who": command.by.saying, "needed": needed})


def unknown(payout: Payout | None, command: commands.Command) -> Refusal | None:
    if payout is not None or isinstance(command, commands.OfferPayout):
        return None
    return Refusal(Code.NO_SUCH_PAYOUT, cite("14.19(a)"), {"payout": command.payout})


AFTER_THE_END = (
    commands.OfferPayout,
    commands.DropOriginal,
    commands.BoxDuplicate,
    commands.VoidForm,
    commands.MatchForms,
    commands.ReportHit,
    commands.ResumePlay,
)
"""What may be asked of a payout that was discontinued: its forms go their way, and no table waits for it."""


def ended(payout: Payout | None, command: commands.Command) -> Refusal | None:
    """A payout that was discontinued is never offered, counted or displayed again, 14.19(l)."""
    if payout is None or payout.standing is not Standing.DISCONTINUED:
        return None
    if isinstance(command, AFTER_THE_END) or BY_ITSELF & {command.by.acts_as}:
        return None
    return Refusal(Code.HAS_ENDED, cite("14.19(l)"), {"payout": command.payout})
