"""Finds the record that a form is printed from: a transfer, a count, a drawer, a gaming day, or one of a payout."""

from collections.abc import Callable, Mapping
from datetime import date

from pokerroom.ledger import RecordId
from pokerroom.live.forms.filling import Letterhead, of_count, of_day, of_drawer, of_transfer
from pokerroom.live.forms.form import Form
from pokerroom.live.forms.payouts import PAYOUT_FORMS
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff.gaming_days import NoSuchDay, report_of
from pokerroom.room.projections import journal


class NoSuchForm(LookupError):
    """The record has nothing of this number to be printed."""


def form_of(live: LiveRoom, kind: str, key: str, head: Letterhead) -> Form:
    """By its key: `ledger:12.1` of a transfer, `2026-01-31.2` of the second count or drawer of a day, a day by date.

    A contribution form is found by its serial, a container or a hit as `NAME.2`, papers of rules by the payout's name.
    """
    find = KINDS.get(kind)
    if find is None:
        raise NoSuchForm(f"there are no forms of the kind {kind!r}")
    try:
        return find(live, key, head)
    except (ValueError, IndexError, NoSuchDay) as error:
        raise NoSuchForm(f"the record has no {kind} {key!r} to be printed: {error}") from None


def transfer(live: LiveRoom, key: str, head: Letterhead) -> Form:
    found = journal.by_id(live.store.projected.caught_up(), RecordId.parse(key))
    if found is None:
        raise NoSuchForm(f"the journal has no transfer {key!r}")
    return of_transfer(found, head)


def place_in_day(key: str) -> tuple[date, int]:
    """`2026-01-31.2` is the second of its day."""
    day, _, number = key.rpartition(".")
    if not number.isdigit() or not int(number):
        raise ValueError(f"{key!r} is written like 2026-01-31.2")
    return date.fromisoformat(day), int(number)


def count(live: LiveRoom, key: str, head: Letterhead) -> Form:
    day, number = place_in_day(key)
    return of_count(report_of(live, day).slips[number - 1], key, head)


def drawer(live: LiveRoom, key: str, head: Letterhead) -> Form:
    day, number = place_in_day(key)
    return of_drawer((report_of(live, day).drawers or ())[number - 1], key, head)


def gaming_day(live: LiveRoom, key: str, head: Letterhead) -> Form:
    return of_day(report_of(live, date.fromisoformat(key)), head)


KINDS: Mapping[str, Callable[[LiveRoom, str, Letterhead], Form]] = {
    "transfer": transfer,
    "count": count,
    "drawer": drawer,
    "day": gaming_day,
    **PAYOUT_FORMS,
}
