"""The official record of accounting, and the amounts that patrons see, 14.19(k), (o), (p)."""

from pokerroom.jackpot import commands, events
from pokerroom.jackpot.people import POKER_SUPERVISORS
from pokerroom.jackpot.recording import Answer, fact
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import WHOLE, Level, cite
from pokerroom.jackpot.state import Fund, Payout


def record_day(payout: Payout, command: commands.RecordDay) -> Answer:
    counted = (payout.primary.counted, payout.secondary.counted)
    if not sum(counted):
        return Refusal(Code.NOTHING_TO_RECORD, cite("14.19(k)"), {"payout": command.payout})
    percent = 0 if payout.rules.reset is None else payout.rules.reset.percent
    reset = counted[0] * percent // WHOLE
    return (
        fact(
            events.DayRecorded,
            command,
            cite("14.19(p)" if percent else "14.19(k)"),
            contributions=counted,
            reset=reset,
            overflow=beyond_limit(payout, counted[0] - reset),
        ),
    )


def beyond_limit(payout: Payout, more: int) -> int:
    """What of an amount no longer fits under the limit of the payout, where it has one."""
    if not payout.rules.limit:
        return 0
    return more - min(more, max(0, payout.rules.limit - payout.primary.current))


def adjust_display(payout: Payout, command: commands.AdjustDisplay) -> Answer:
    if command.second is None:
        return Refusal(Code.NOBODY_PRESENT, cite("14.19(k)1"))
    if command.second.acts_as not in POKER_SUPERVISORS:
        return Refusal(Code.NO_POKER_SUPERVISOR, cite("14.19(k)1"), {"who": command.second.saying})
    if command.second.id == command.by.id:
        return Refusal(Code.SAME_PERSON, cite("14.19(k)1"), {"who": command.by.saying})
    return (
        fact(
            events.DisplayAdjusted,
            command,
            cite("14.19(k)1"),
            supervisor=command.second,
            shown=tuple(to_show(payout, payout.funds[level]) for level in Level),
            recorded=tuple(payout.funds[level].current for level in Level),
        ),
    )


def to_show(payout: Payout, fund: Fund) -> int:
    """What the host says, where the payout is of several casinos: it is compared here, and set there, 14.20(e)5."""
    return fund.shown if payout.rules.system else displayable(fund)


def displayable(fund: Fund) -> int:
    """The official amount; never less than what is displayed, except for what has been paid of it, 14.19(o)."""
    return max(fund.current, fund.shown - fund.may_fall)


def variance(fund: Fund) -> int:
    """By how much the display promises more than the official record holds, 14.19(k)2."""
    return max(0, fund.shown - fund.may_fall - fund.current)
