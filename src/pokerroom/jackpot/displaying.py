"""The official record of accounting, and the amounts that patrons see, 14.19(k), (o), (p)."""

from pokerroom.jackpot import commands, events
from pokerroom.jackpot.people import POKER_SUPERVISORS, Person
from pokerroom.jackpot.recording import Answer, fact
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import WHOLE, Level, cite
from pokerroom.jackpot.state import Payout


def record_day(payout: Payout, command: commands.RecordDay) -> Answer:
    refusal = undecided(payout, command.by)
    if refusal is not None:
        return refusal
    counted = (payout.primary.counted, payout.secondary.counted)
    advanced = (payout.primary.advanced, payout.secondary.advanced)
    if not sum(counted) + sum(advanced):
        return Refusal(Code.NOTHING_TO_RECORD, cite("14.19(k)"), {"payout": command.payout})
    percent = 0 if payout.rules.reset is None else payout.rules.reset.percent
    reset = counted[0] * percent // WHOLE
    return (
        fact(
            events.DayRecorded,
            command,
            cite("14.19(p)" if percent else "14.19(k)"),
            contributions=counted,
            advanced=advanced,
            reset=reset,
            overflow=beyond_limit(payout, counted[0] - reset),
        ),
    )


def beyond_limit(payout: Payout, more: int) -> int:
    """What of an amount no longer fits under the limit of the payout, where it has one."""
    if not payout.rules.limit:
        return 0
    return more - min(more, max(0, payout.rules.limit - payout.official(Level.PRIMARY)))


def undecided(payout: Payout, by: Person) -> Refusal | None:
    """What a hit wins is what was at stake when its round was over: nothing of that changes until somebody has decided
    about it (R-98). Where the room does everything itself, it decides at once.
    """
    hit = payout.undecided
    if hit is None or payout.rules.system or by.is_the_room:
        return None
    return Refusal(Code.NOT_DECIDED, cite("14.19(i)", reading="R-98"), {"hit": hit.number})


def adjust_display(payout: Payout, command: commands.AdjustDisplay) -> Answer:
    if command.second is None:
        return Refusal(Code.NOBODY_PRESENT, cite("14.19(k)1"))
    if command.second.acts_as not in POKER_SUPERVISORS:
        return Refusal(Code.NO_POKER_SUPERVISOR, cite("14.19(k)1"), {"who": command.second.saying})
    if command.second.id == command.by.id:
        return Refusal(Code.SAME_PERSON, cite("14.19(k)1"), {"who": command.by.saying})
    refusal = undecided(payout, command.by)
    if refusal is not None:
        return refusal
    return (
        fact(
            events.DisplayAdjusted,
            command,
            cite("14.19(k)1"),
            supervisor=command.second,
            shown=tuple(to_show(payout, level) for level in Level),
            recorded=tuple(payout.official(level) for level in Level),
        ),
    )


def to_show(payout: Payout, level: Level) -> int:
    """What the host says, where the payout is of several casinos: it is compared here, and set there, 14.20(e)5."""
    return payout.funds[level].shown if payout.rules.system else displayable(payout, level)


def displayable(payout: Payout, level: Level) -> int:
    """The official amount; never less than what is displayed, except for what has been paid of it, 14.19(o)."""
    fund = payout.funds[level]
    return max(payout.official(level), fund.shown - fund.may_fall)


def variance(payout: Payout, level: Level) -> int:
    """By how much the display promises more than the official record holds, 14.19(k)2."""
    fund = payout.funds[level]
    promised = fund.shown - fund.may_fall if payout.rules.system else fund.at_stake
    return max(0, promised - payout.official(level))
