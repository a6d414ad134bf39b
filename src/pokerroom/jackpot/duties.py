"""What is owed to a payout each gaming day: boxes counted, 14.19(d), (f)1, forms compared, (h), record and display (k).

The day does not end before (R-54, R-82). Forms lie in drop boxes until the count room has them, so those of a day may
be compared in the next.
"""

from collections.abc import Iterator
from datetime import datetime

from pokerroom.jackpot.counting import not_counted_since
from pokerroom.jackpot.displaying import displayable
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import cite
from pokerroom.jackpot.state import Payout, Standing


def duties(payout: Payout, opened: datetime) -> Iterator[Refusal]:
    """What is still to be done before the gaming day that was opened then may end."""
    name, boxes, forms = payout.rules.name, not_counted_since(payout, opened), forms_due(payout, opened)
    if boxes:
        yield boxes_refusal(payout, boxes, "14.19(f)1" if payout.rules.route.is_at_the_table else "14.19(d)")
    if forms:
        facts = {"payout": name, "serials": ", ".join(map(str, forms))}
        yield Refusal(Code.FORMS_DUE, cite("14.19(h)", reading="R-82"), facts)
    if any(fund.counted or fund.advanced for fund in payout.funds.values()):
        yield Refusal(Code.RECORD_DUE, cite("14.19(k)", reading="R-82"), {"payout": name})
    if is_display_due(payout, opened):
        yield Refusal(Code.DISPLAY_DUE, cite("14.19(k)1", reading="R-82"), {"payout": name})


def boxes_refusal(payout: Payout, tables: tuple[str, ...], paragraph: str) -> Refusal:
    return Refusal(Code.BOXES_DUE, cite(paragraph), {"payout": payout.rules.name, "tables": ", ".join(tables)})


def forms_due(payout: Payout, opened: datetime) -> tuple[int, ...]:
    """Forms of earlier days of which accounting has neither part."""
    return tuple(
        form.serial
        for form in payout.forms.values()
        if form.at < opened and not (form.original_received or form.duplicate_collected)
    )


def is_display_due(payout: Payout, opened: datetime) -> bool:
    """Whether it has not been set in this gaming day, or not since the record changed; while a hit is open it waits
    (R-52), and what is shown of a multi-casino payout its host says.
    """
    if payout.open_hits or payout.rules.system or payout.standing is Standing.DISCONTINUED:
        return False
    is_behind = any(displayable(payout, level) != fund.shown for level, fund in payout.funds.items())
    return is_behind or (payout.displayed_at or payout.since) < opened
