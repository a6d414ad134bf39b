"""The papers of a bad beat payout that the text asks for, each made from its rules: a change of these changes them.

Posted rules and the notice at the table, 14.19(b); the appendix to the submission, (c) to (p); and how a payout is
discontinued, (l). Each section has the paragraph that it answers.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pokerroom.jackpot.rules import BothLevels, PayoutRules, Route, Several, Shares, Step
from pokerroom.live.forms.filling import Letterhead
from pokerroom.live.forms.form import Form
from pokerroom.ranking.bad_beats import HoleCards
from pokerroom.words import Saying, said, saying, term

HEADS_UP = 2
"""Players without whom there is no hand that loses."""


class Section(NamedTuple):
    paragraph: str
    head: str
    text: Saying


def section(paragraph: str, head: str, text: str, **values: Any) -> Section:
    return Section(paragraph, head, saying(f"payout-papers.{text}", **values))


def posted(rules: PayoutRules) -> Iterator[Section]:
    """What patrons read in the poker room, 14.19(b)."""
    yield section("14.19(a)", "head-all-to-players", "all-to-players")
    yield where_offered(rules)
    yield from contributions(rules)
    yield from qualifying(rules)
    yield from bonuses(rules)
    yield from lesser(rules)
    yield several(rules)
    yield section("14.19(o)", "head-display", "display")
    yield from next_payout(rules)
    yield section("14.19(q)", "head-changes", "changes")


def where_offered(rules: PayoutRules) -> Section:
    return section("14.19(b)", "head-tables", "tables", tables=", ".join(rules.tables), games=", ".join(rules.games))


def contributions(rules: PayoutRules) -> Iterator[Section]:
    own = rules.contribution
    yield section("14.19(b)1", "head-contribution", "contribution", amount=own.amount, method=own.method)
    lesser = rules.own_secondary
    if lesser is not None:
        yield section("14.19(m)1", "head-contribution", "own-secondary", amount=lesser.amount, method=lesser.method)
    yield section("14.19(b)2", "head-least-pot", "least-pot", least=own.least_pot)


def qualifying(rules: PayoutRules) -> Iterator[Section]:
    yield section("14.19(b)3", "head-qualifier", "qualifier", qualifier=str(rules.qualifier))
    for step in rules.ladder:
        yield stepped(step)
    yield section("14.19(b)3", "head-shares", "shares", shares=divided(rules.shares))
    if rules.has_room_share and rules.census is not None:
        yield section("14.19(b)3", "head-census", "census", count=rules.census.minutes)


def stepped(step: Step) -> Section:
    amount, days, qualifier = step.from_amount, step.after_days, str(step.qualifier)
    if amount and days:
        return section("14.19(b)3", "head-step", "step-either", amount=amount, count=days, qualifier=qualifier)
    if amount:
        return section("14.19(b)3", "head-step", "step-amount", amount=amount, qualifier=qualifier)
    return section("14.19(b)3", "head-step", "step-days", count=days, qualifier=qualifier)


def divided(shares: Shares) -> tuple[Saying, ...]:
    """Whoever has a share, and which."""
    parts = {"losing": shares.losing, "winning": shares.winning, "table": shares.table, "room": shares.room}
    return tuple(saying(f"payout-papers.share-{part}", percent=percent) for part, percent in parts.items() if percent)


def bonuses(rules: PayoutRules) -> Iterator[Section]:
    if not rules.bonuses:
        yield section("14.19(b)4", "head-bonuses", "no-bonus")
    for each in rules.bonuses:
        yield section("14.19(b)4", "head-bonuses", "bonus", name=each.name, terms=each.terms, amount=each.amount)


def lesser(rules: PayoutRules) -> Iterator[Section]:
    found = rules.secondary
    if found is None:
        return
    values = {"qualifier": str(found.qualifier), "shares": divided(found.shares)}
    yield section("14.19(m)", "head-secondary", "secondary", **values)
    if rules.carved_out:
        yield section("14.19(m)2iii", "head-secondary", "carved-out", amount=rules.carved_out)
    yield section("14.19(m)2i", "head-both", BOTH_LEVELS[rules.both_levels])


def several(rules: PayoutRules) -> Section:
    return section("14.19(n)", "head-several", SEVERAL[rules.several])


def next_payout(rules: PayoutRules) -> Iterator[Section]:
    if rules.reset is None:
        yield section("14.19(p)", "head-reset", "no-reset")
    else:
        yield section("14.19(p)", "head-reset", "reset", percent=rules.reset.percent)
    if rules.limit:
        yield section("14.19(a)", "head-limit", "limit", limit=rules.limit)
    yield from customs(rules)


def customs(rules: PayoutRules) -> Iterator[Section]:
    """What of the rules is practice of rooms, and not asked for by the text."""
    secondary = () if rules.secondary is None else (rules.secondary.qualifier,)
    hands = (rules.qualifier, *secondary, *(step.qualifier for step in rules.ladder))
    holds = {
        "both-play": any(each.hole_cards is not HoleCards.ANY for each in hands),
        "pocket-pair": any(each.pocket_pair_for_quads for each in hands),
        "least-number": any(each.minimum_players > HEADS_UP for each in hands),
        "takes-pot": any(each.takes_pot for each in hands),
        "ladder": bool(rules.ladder),
        "limit": bool(rules.limit),
        "held": rules.holds_table,
    }
    found = tuple(saying(f"payout-papers.custom-{custom}") for custom, is_one in holds.items() if is_one)
    if found:
        yield section("14.19(b)3", "head-customs", "customs", customs=found)


BOTH_LEVELS: Mapping[BothLevels | None, str] = {
    BothLevels.PRIMARY_ONLY: "both-primary",
    BothLevels.BOTH: "both-both",
    None: "both-primary",
}
SEVERAL: Mapping[Several | None, str] = {
    Several.HIGHEST: "several-highest",
    Several.SPLIT: "several-split",
    None: "several-highest",
}
COUNTED: Mapping[Route, str] = {
    Route.CLOSED_TABLE: "count-closed-table",
    Route.CAGE: "count-cage",
    Route.SATELLITE_CAGE: "count-satellite-cage",
    Route.TABLE_ON_VIDEO: "count-table-on-video",
    Route.TABLE_WITH_WITNESS: "count-table-with-witness",
}


def at_the_table(rules: PayoutRules) -> Iterator[Section]:
    """The notice that each table bears, 14.19(b)."""
    yield section("14.19(b)", "head-eligible", "qualifier", qualifier=rules.table_notice.rstrip("."))
    yield section("14.19(b)3", "head-qualifier", "qualifier", qualifier=str(rules.qualifier))
    yield from contributions(rules)
    if rules.carved_out:
        yield section("14.19(m)2iii", "head-secondary", "carved-out", amount=rules.carved_out)
    yield section("14.19(b)", "head-changes", "ask")


def internal_controls(rules: PayoutRules) -> Iterator[Section]:
    """The appendix to the submission: how it is collected, counted, verified, paid and recorded."""
    yield where_offered(rules)
    yield from contributions(rules)
    yield section("14.19(c)", "head-collecting", "collecting")
    yield section(rules.route.rule.paragraph, "head-counting", COUNTED[rules.route], capacity=rules.capacity)
    yield from after_counting(rules)
    yield section("14.19(i)", "head-verifying", "verifying")
    yield section("14.19(k)", "head-record", "record")
    yield from qualifying(rules)
    yield from lesser(rules)
    yield several(rules)
    yield from next_payout(rules)
    if rules.reset is not None:
        controls, approved = rules.reset.internal_controls, rules.reset.manner_approved
        yield section("14.19(p)", "head-reset", "reset-approved", controls=controls, approved=approved)
    yield from discontinued(rules)


def after_counting(rules: PayoutRules) -> Iterator[Section]:
    if not rules.route.is_at_the_table:
        yield section("14.19(e)", "head-cage", "cage")
        return
    if rules.route is Route.TABLE_WITH_WITNESS:
        positions = "; ".join(said(term(each)) for each in rules.witnesses)
        yield section("14.19(f)2ii", "head-witnesses", "witnesses", positions=positions)
    yield section("14.19(f)3", "head-forms", "forms")


def discontinued(rules: PayoutRules) -> Iterator[Section]:
    """How a payout ends with all of it paid to patrons, 14.19(l)."""
    yield section("14.19(l)", "head-procedure", "procedure", procedure=rules.discontinuing.rstrip("."))
    yield section("14.19(c)", "head-ending", "ending")
    yield section("14.19(d)", "head-boxes", "boxes")
    yield section("14.19(l)", "head-transfer", "transfer")


PAPERS: Mapping[str, Callable[[PayoutRules], Iterator[Section]]] = {
    "rules": posted,
    "notice": at_the_table,
    "appendix": internal_controls,
    "discontinuing": discontinued,
}


def paper_of(which: str, rules: PayoutRules, filing: str, head: Letterhead) -> Form:
    values = {
        "room": head.room,
        "title": said(saying(f"payout-papers.{which}")),
        "payout": rules.name,
        "filing": filing,
        "sections": [
            [each.paragraph, said(saying(f"payout-papers.{each.head}")), said(each.text)]
            for each in PAPERS[which](rules)
        ],
    }
    template = "payout-notice" if which == "notice" else "payout-paper"
    return Form(template, f"{rules.name} {which}", values, head.leads_to(f"papers/{rules.name}", "payouts"))
