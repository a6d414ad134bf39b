"""Bad Beat Payout Contribution Forms, 14.19(f)3, (g), (h): numbered before use, in two parts, matched by accounting.

The serials are the room's, not a payout's: each is used once, by a count or by a form that was spoiled, and the next
one is known before anybody signs it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime

import msgspec

from pokerroom.jackpot import commands, events
from pokerroom.jackpot.presence import same_person, spoiled_refusals
from pokerroom.jackpot.recording import Answer, fact
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import cite
from pokerroom.jackpot.state import Form, Part, Payout, Payouts
from pokerroom.rules.wording import is_said
from pokerroom.words import saying

FIRST_SERIAL = 1001
PAD = 25
"""Forms that lie ready: a serial further ahead has not been given out."""


def used_serials(payouts: Payouts) -> frozenset[int]:
    return frozenset(serial for each in payouts.by_name.values() for serial in each.forms)


def next_serial(payouts: Payouts) -> int:
    """The serial on the form that lies on top of the pad."""
    return max(used_serials(payouts), default=FIRST_SERIAL - 1) + 1


def gaps(payouts: Payouts) -> tuple[int, ...]:
    """Serials that were passed over: their forms are missing until they are used or recorded as spoiled."""
    used = used_serials(payouts)
    return tuple(serial for serial in range(FIRST_SERIAL, next_serial(payouts)) if serial not in used)


def serial_refusal(payouts: Payouts, serial: int | None) -> Refusal | None:
    """Why no form with this serial can be completed; None is the next one of the pad."""
    if serial is None:
        return None
    if serial in used_serials(payouts):
        return Refusal(Code.SERIAL_USED, cite("14.19(f)3"), {"serial": serial})
    if not FIRST_SERIAL <= serial < next_serial(payouts) + PAD:
        return no_such_form("14.19(f)3", serial)
    return None


def void_form(payouts: Payouts, command: commands.VoidForm) -> Answer:
    """A form that was spoiled keeps its serial: both parts are marked, signed by two and matched like any other."""
    refusal = next(void_refusals(payouts.by_name[command.payout], command), None)
    refusal = refusal or serial_refusal(payouts, command.serial)
    if refusal is not None:
        return refusal
    serial = command.serial or next_serial(payouts)
    return (fact(events.FormVoided, command, cite("14.19(f)3"), serial=serial, witness=command.second),)


def void_refusals(payout: Payout, command: commands.VoidForm) -> Iterator[Refusal]:
    if command.second is None:
        yield Refusal(Code.NOBODY_PRESENT, cite("14.19(f)2"))
        return
    if command.table not in payout.to_count:
        yield Refusal(Code.NOT_PARTICIPATING, cite("14.19(f)"), {"payout": command.payout, "table": command.table})
    yield from same_person(command.by, command.second)
    yield from spoiled_refusals(payout, command.second)
    if not is_said(command.reason):
        yield Refusal(Code.NO_WORDS, cite("14.19(f)3"), {"what": saying("detail-jackpot.why-voided")})


def drop_original(payout: Payout, command: commands.DropOriginal) -> Answer:
    refusal = part_refusal(payout, command, "dealer", "original_dropped")
    return refusal or (fact(events.OriginalDropped, command, cite("14.19(g)")),)


def box_duplicate(payout: Payout, command: commands.BoxDuplicate) -> Answer:
    refusal = part_refusal(payout, command, "witness", "duplicate_boxed")
    return refusal or (fact(events.DuplicateBoxed, command, cite("14.19(g)")),)


def part_refusal(
    payout: Payout, command: commands.DropOriginal | commands.BoxDuplicate, whose: str, placed: str
) -> Refusal | None:
    """Each part is placed once, by whoever signed it."""
    form = payout.forms.get(command.serial)
    if form is None:
        return no_such_form("14.19(g)", command.serial)
    signer = getattr(form, whose)
    if command.by.id != signer.id:
        return Refusal(Code.NOT_THEIR_PART, cite("14.19(g)"), {"serial": command.serial, "who": signer.saying})
    if getattr(form, placed):
        return Refusal(Code.PART_PLACED, cite("14.19(g)"), {"serial": command.serial})
    return None


def no_such_form(paragraph: str, serial: int) -> Refusal:
    return Refusal(Code.NO_SUCH_FORM, cite(paragraph), {"serial": serial})


def match_forms(payout: Payout, command: commands.MatchForms) -> Answer:
    """Duplicates against originals by serial, with the parts that accounting has already, (h).

    A duplicate without its original adds its value to revenue; an original found later takes it out again (R-78).
    """
    refusal = next(matching_refusals(payout, command), None)
    if refusal is not None:
        return refusal
    forms, now = payout.forms, {*command.duplicates, *command.originals}
    originals = {*command.originals, *(serial for serial, form in forms.items() if form.original_received)}
    duplicates = {*command.duplicates, *(serial for serial, form in forms.items() if form.duplicate_collected)}
    unmatched = now - originals
    found = payout.in_revenue & originals
    return (
        fact(
            events.FormsMatched,
            command,
            cite("14.19(h)", reading="AMB-135"),
            matched=tuple(sorted(now & duplicates & originals)),
            without_original=tuple(sorted(unmatched)),
            without_duplicate=tuple(sorted(now - duplicates)),
            to_revenue=value_of(payout, unmatched - payout.in_revenue),
            found=tuple(sorted(found)),
            from_revenue=value_of(payout, found),
        ),
    )


def value_of(payout: Payout, serials: Iterable[int]) -> int:
    return sum(payout.forms[serial].amount for serial in serials)


def matching_refusals(payout: Payout, command: commands.MatchForms) -> Iterator[Refusal]:
    """Every form is one of this payout, and whoever signed one does not match it (R-55)."""
    for serial in (*command.duplicates, *command.originals):
        form = payout.forms.get(serial)
        if form is None:
            yield no_such_form("14.19(h)", serial)
        elif command.by.id in form.signed_by:
            yield Refusal(Code.SAME_PERSON, cite("14.19(h)", reading="R-55"), {"who": command.by.saying})


class DayOfForms(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What accounting has of the forms of a day, 14.19(h), by serial."""

    day: date
    forms: tuple[Form, ...]
    missing_originals: tuple[int, ...]
    """Accounting has collected the duplicate, and the count room received no original."""
    missing_duplicates: tuple[int, ...]
    unmatched: tuple[int, ...]
    """Not compared yet, or one part is missing."""


def by_day(forms: Mapping[int, Form], day_of: Callable[[datetime], date]) -> tuple[DayOfForms, ...]:
    """The forms day by day, the latest first."""
    days: dict[date, list[Form]] = {}
    for form in sorted(forms.values(), key=lambda each: each.serial):
        days.setdefault(day_of(form.at), []).append(form)
    return tuple(day_of_forms(day, tuple(days[day])) for day in sorted(days, reverse=True))


def day_of_forms(day: date, forms: tuple[Form, ...]) -> DayOfForms:
    return DayOfForms(
        day=day,
        forms=forms,
        missing_originals=tuple(each.serial for each in forms if each.original is Part.MISSING),
        missing_duplicates=tuple(each.serial for each in forms if each.duplicate is Part.MISSING),
        unmatched=tuple(each.serial for each in forms if not each.matched),
    )
