"""Offering a payout, changing its rules and ending it: 14.19(b), (c), (l) to (n), (p), (q)."""

from datetime import datetime

from msgspec.structs import replace

from pokerroom.jackpot import commands, events, rules
from pokerroom.jackpot.recording import Answer, fact
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import Level, PayoutRules, cite, missing
from pokerroom.jackpot.state import Payout, Payouts, Standing
from pokerroom.rules.wording import is_said
from pokerroom.words import Value, saying


def offer(payouts: Payouts, command: commands.OfferPayout) -> Answer:
    known = payouts.by_name.get(command.payout)
    if known is not None and known.standing is Standing.DISCONTINUED:
        # Its forms, hits and counts are found under its name, by the codes on their papers.
        return Refusal(Code.NAME_USED, cite("14.19(l)"), {"payout": command.payout})
    if known is not None:
        return Refusal(Code.PAYOUT_OFFERED, cite("14.19(a)"), {"payout": command.payout})
    refusal = unfit(command.rules, command.filing) or misnamed(command.payout, command.rules)
    refusal = refusal or taken(payouts, command.rules)
    if refusal is not None:
        return refusal
    return (
        fact(
            events.PayoutOffered,
            command,
            cite("14.19(a)"),
        ),
    )


def misnamed(payout: str, rules: PayoutRules) -> Refusal | None:
    """A payout goes by one name: what pots contribute to and hits are of is found by that of its rules."""
    if rules.name == payout:
        return None
    return Refusal(Code.NAMED_OTHERWISE, cite("14.19(c)"), {"payout": payout, "named": rules.name})


def unfit(rules: PayoutRules, filing: str) -> Refusal | None:
    """What keeps rules from being put into force: not on file, or not complete."""
    if not is_said(filing):
        return Refusal(Code.NO_FILING, cite("14.19(c)"), {"payout": rules.name})
    first = next(missing(rules), None)
    if first is None:
        return None
    what = saying(f"detail-jackpot.{first.what}")
    return Refusal(Code.NOT_COMPLETE, first.rule, {"payout": rules.name, "what": what})


def taken(payouts: Payouts, rules: PayoutRules) -> Refusal | None:
    """A pot contributes to one payout: no table takes part in another that still collects."""
    for other in payouts.by_name.values():
        shared = [table for table in rules.tables if table in other.rules.tables]
        if shared and other.standing is Standing.OFFERED and other.rules.name != rules.name:
            facts = {"tables": ", ".join(shared), "other": other.rules.name}
            return Refusal(Code.TABLE_TAKEN, cite("14.19(c)"), facts)
    return None


def post_notice(payouts: Payouts, command: commands.PostNotice) -> Answer:
    payout, new = payouts.by_name[command.payout], command.rules
    refusal = misnamed(command.payout, new) or taken(payouts, new) or unfit(new, command.filing)
    refusal = refusal or increased(payout, new, command.at) or lowered(payout, new)
    if refusal is not None:
        return refusal
    return (
        fact(
            events.ChangeAnnounced,
            command,
            cite("14.19(q)"),
        ),
    )


def increased(payout: Payout, new: PayoutRules, at: datetime) -> Refusal | None:
    """What a hand must be may not be increased until the payout has been won, 14.19(q): from then on it may, until the
    next one is displayed.
    """
    old = payout.rules
    levels = rules.increased(old, new, amount=payout.reached, days=payout.days(at))
    if not any(payout.unwon(level) > 0 for level in levels):
        return None
    now = payout.qualifier(at)
    return Refusal(
        Code.REQUIREMENTS_INCREASED, cite("14.19(q)", reading="AMB-140"), {"payout": old.name, "now": str(now)}
    )


def lowered(payout: Payout, new: PayoutRules) -> Refusal | None:
    """What is displayed of a secondary payout stays, until it is paid, 14.19(o)."""
    shown, after = payout.shown(Level.SECONDARY), replace(payout, rules=new).shown(Level.SECONDARY)
    if after >= shown - payout.secondary.may_fall:
        return None
    facts: dict[str, Value] = {"payout": payout.rules.name, "shown": shown, "after": after}
    return Refusal(Code.DISPLAY_LOWERED, cite("14.19(o)", reading="R-79"), facts)


def change_rules(payouts: Payouts, command: commands.ChangeRules) -> Answer:
    payout = payouts.by_name[command.payout]
    found = payout.announced
    if found is None or found.at >= command.at:
        return Refusal(Code.NO_NOTICE, cite("14.19(q)"), {"payout": command.payout})
    new = found.rules
    refusal = misnamed(command.payout, new) or taken(payouts, new) or increased(payout, new, command.at)
    refusal = refusal or lowered(payout, new) or unfinished(payout, new)
    if refusal is not None:
        return refusal
    return (
        fact(
            events.RulesChanged,
            command,
            cite("14.19(q)"),
            rules=new,
            filing=found.filing,
        ),
    )


def unfinished(payout: Payout, new: PayoutRules) -> Refusal | None:
    """What the new rules would leave without an owner: a hit under the old ones, or money of theirs, 14.19(a)."""
    name = payout.rules.name
    if payout.open_hits:
        return Refusal(Code.HIT_PENDING, cite("14.19(i)"), {"payout": name})
    if any(box.amount for table, box in payout.boxes.items() if table not in new.tables):
        return Refusal(Code.COUNT_DUE, cite("14.19(d)"), {"payout": name})
    if new.own_secondary is None and payout.secondary.held:
        return Refusal(Code.FUND_NOT_EMPTY, cite("14.19(a)"), {"payout": name, "amount": payout.secondary.held})
    return None


def stop_collecting(payout: Payout, command: commands.StopCollecting) -> Answer:
    if payout.standing is not Standing.OFFERED:
        return Refusal(Code.NOT_COLLECTING, cite("14.19(c)"), {"payout": command.payout})
    if not is_said(command.filing):
        return Refusal(Code.NO_FILING, cite("14.19(c)", reading="AMB-130"), {"payout": command.payout})
    return (
        fact(
            events.CollectionStopped,
            command,
            cite("14.19(c)", reading="AMB-130"),
        ),
    )


def discontinue(payouts: Payouts, command: commands.Discontinue) -> Answer:
    """All of it goes on to players: to another payout of the room, never to the house, 14.19(l)."""
    payout, heir = payouts.by_name[command.payout], payouts.by_name.get(command.to)
    rule = cite("14.19(l)")
    if payout.standing is Standing.OFFERED and not payout.rules.system:
        return Refusal(Code.STILL_COLLECTING, cite("14.19(c)", reading="AMB-130"), {"payout": command.payout})
    if payout.open_hits:
        return Refusal(Code.HIT_PENDING, cite("14.19(i)"), {"payout": command.payout})
    boxed = sum(box.amount for box in payout.boxes.values())
    on_the_way = [each for each in payout.containers.values() if not each.verified]
    if boxed or on_the_way:
        return Refusal(Code.COUNT_DUE, cite("14.19(d)"), {"payout": command.payout})
    primary, secondary = (promised(payout, level) for level in Level)
    amounts = (payout.primary.held + primary, payout.secondary.held + secondary)
    if sum(amounts) and (heir is None or heir.standing is not Standing.OFFERED or command.to == command.payout):
        return Refusal(Code.FUND_NOT_EMPTY, rule, {"payout": command.payout, "amount": sum(amounts)})
    ended = fact(events.PayoutDiscontinued, command, rule, amounts=amounts, made_up=(primary, secondary))
    if not sum(amounts):
        return (ended,)
    received = fact(events.FundsReceived, command, rule, payout=command.to, left_by=command.payout, amounts=amounts)
    return (ended, received)


def promised(payout: Payout, level: Level) -> int:
    """What is displayed and not on record: the house adds it, so that all of it goes on to players, 14.19(o) (AMB-134).
    What a system displays is not this casino's alone.
    """
    return 0 if payout.rules.system else max(0, payout.funds[level].at_stake - payout.official(level))
