"""Offering a payout, changing its rules and ending it: 14.19(b), (c), (l) to (n), (p), (q)."""

from pokerroom.jackpot import commands, events
from pokerroom.jackpot.recording import Answer, fact
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import Level, PayoutRules, asks_more, cite, missing
from pokerroom.jackpot.state import Payout, Payouts, Standing
from pokerroom.rules.wording import is_said
from pokerroom.words import saying


def offer(payouts: Payouts, command: commands.OfferPayout) -> Answer:
    known = payouts.by_name.get(command.payout)
    if known is not None and known.standing is not Standing.DISCONTINUED:
        return Refusal(Code.PAYOUT_OFFERED, cite("14.19(a)"), {"payout": command.payout})
    refusal = unfit(command.rules, command.filing)
    if refusal is not None:
        return refusal
    return (
        fact(
            events.PayoutOffered,
            command,
            cite("14.19(a)"),
        ),
    )


def unfit(rules: PayoutRules, filing: str) -> Refusal | None:
    """What keeps rules from being put into force: not on file, or not complete."""
    if not is_said(filing):
        return Refusal(Code.NO_FILING, cite("14.19(c)"), {"payout": rules.name})
    first = next(missing(rules), None)
    if first is None:
        return None
    what = saying(f"detail-jackpot.{first.what}")
    return Refusal(Code.NOT_COMPLETE, first.rule, {"payout": rules.name, "what": what})


def post_notice(payout: Payout, command: commands.PostNotice) -> Answer:
    refusal = unfit(command.rules, command.filing) or increased(payout, command.rules)
    if refusal is not None:
        return refusal
    return (
        fact(
            events.ChangeAnnounced,
            command,
            cite("14.19(q)"),
        ),
    )


def increased(payout: Payout, new: PayoutRules) -> Refusal | None:
    """What a hand must be may not be increased until the payout has been won, 14.19(q)."""
    old = payout.rules
    now = old.ladder[-1].qualifier if old.ladder else old.qualifier
    harder = asks_more(new.qualifier, now) and payout.primary.shown > 0
    lesser = (
        old.secondary is not None
        and new.secondary is not None
        and payout.shown(Level.SECONDARY) > 0
        and asks_more(new.secondary.qualifier, old.secondary.qualifier)
    )
    if not harder and not lesser:
        return None
    return Refusal(
        Code.REQUIREMENTS_INCREASED, cite("14.19(q)", reading="AMB-140"), {"payout": old.name, "now": str(now)}
    )


def change_rules(payout: Payout, command: commands.ChangeRules) -> Answer:
    found = payout.announced
    if found is None or found.at >= command.at:
        return Refusal(Code.NO_NOTICE, cite("14.19(q)"), {"payout": command.payout})
    refusal = increased(payout, found.rules)
    if refusal is not None:
        return refusal
    return (
        fact(
            events.RulesChanged,
            command,
            cite("14.19(q)"),
            rules=found.rules,
            filing=found.filing,
        ),
    )


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
    if payout.open_hits:
        return Refusal(Code.HIT_PENDING, cite("14.19(i)"), {"payout": command.payout})
    boxed = sum(box.amount for box in payout.boxes.values())
    on_the_way = [each for each in payout.containers.values() if not each.verified]
    if boxed or on_the_way:
        return Refusal(Code.COUNT_DUE, cite("14.19(d)"), {"payout": command.payout})
    amounts = (payout.primary.held, payout.secondary.held)
    if sum(amounts) and (heir is None or heir.standing is not Standing.OFFERED or command.to == command.payout):
        return Refusal(Code.FUND_NOT_EMPTY, rule, {"payout": command.payout, "amount": sum(amounts)})
    ended = fact(events.PayoutDiscontinued, command, rule, amounts=amounts)
    if not sum(amounts):
        return (ended,)
    received = fact(events.FundsReceived, command, rule, payout=command.to, left_by=command.payout, amounts=amounts)
    return (ended, received)
