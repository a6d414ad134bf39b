"""The auditor of a room's week finds what is wrong: each thing forged in a record that was kept is found there."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

import msgspec
import pytest
from msgspec.structs import replace

from pokerroom.log import Envelope
from tests.property.test_weeks import CASES, played
from tests.property.week_accounts import Event, Wrong
from tests.property.week_auditor import Auditor

Forge = Callable[[Event], Event | None]
"""An event as somebody would have liked it; None where they would rather it had not been."""

LONG_AGO = "2026-01-01T00:00:00Z"
CAUGHT_BEFORE = {Wrong.FAILED, Wrong.REOPENED}
"""What the week itself finds: it gives the orders, and stops the room."""


def with_first(name: str, more: int) -> Forge:
    """The first of several amounts is higher."""

    def forge(event: Event) -> Event:
        first, *others = event[name]
        return event | {name: [first + more, *others]}

    return forge


def charged(**changes: object) -> Forge:
    def forge(event: Event) -> Event:
        return event | {"charges": [charge | changes for charge in event["charges"]]}

    return forge


def without_notice(event: Event) -> Event:
    """The sign of a table loses its line about the bad beat payout."""
    return event | {"rotation": [posting | {"bad_beat": ""} for posting in event["rotation"]]}


def with_other_ante(event: Event) -> Event:
    return event | {"house": event["house"] | {"ante": event["house"]["ante"] + 100}}


def of_more(event: Event) -> Event:
    first, *others = event["transfers"]
    return event | {"transfers": [first | {"amount": first["amount"] + 1}, *others]}


FORGERIES: tuple[tuple[Wrong, str, Forge], ...] = (
    (Wrong.UNPOSTED, "RoundOpened", with_other_ante),
    (Wrong.NOT_FILED, "RoundStarted", lambda event: event | {"settings": "sign 9/1"}),
    (Wrong.NOT_FILED, "SettingsApproved", lambda _: None),
    (Wrong.RAKE_NOT_FILED, "RakeTaken", with_first("amounts", 5_000)),
    (Wrong.TEN_PERCENT, "RakeTaken", with_first("amounts", 300)),
    (Wrong.TWICE, "TimeCollected", lambda event: event | {"until": LONG_AGO}),
    (Wrong.NOT_SEATED, "TimeCollected", charged(player="nobody")),
    (Wrong.CAUGHT_UP, "TimeCollected", lambda event: event | {"until": LONG_AGO}),
    (Wrong.NEVER_SAT, "TimeCollected", charged(owed=9_000)),
    (Wrong.FEE, "TimeCollected", charged(owed=9_000)),
    (Wrong.ESCAPED, "TimeCollected", lambda _: None),
    (Wrong.NO_NOTICE, "ChangePosted", lambda event: event | {"notice": " "}),
    (Wrong.NOT_UNANIMOUS, "MinimumAgreed", lambda _: None),
    (Wrong.NOT_ELIGIBLE, "GamingOpened", without_notice),
    (Wrong.CONTRIBUTION, "ContributionTaken", with_first("amounts", 100)),
    (Wrong.REQUIRED_TO_LEAVE, "PlayerSeated", lambda event: event | {"player": "a player sent away"}),
    (Wrong.TWO_TABLES, "PlayerSeated", lambda event: event | {"player": "ann"}),
    (Wrong.STAKES_REDUCED, "RoundOpened", with_first("stacks", -100)),
    (Wrong.STAKES_REDUCED, "CameBack", lambda event: event | {"amount": event["recorded"] - 100, "reason": ""}),
    (Wrong.NO_SUCH_CHIPS, "PlayerSeated", lambda event: event | {"amount": event["amount"] + 37}),
    (Wrong.CHIPS, "RoundFinished", with_first("stakes", 100)),
    (Wrong.CHIPS, "PotAwarded", with_first("amounts", 100)),
    (Wrong.BOOKS_DIFFER, "TransfersPosted", of_more),
    (Wrong.BOOKS_DIFFER, "DayClosed", lambda event: event | {"report": event["report"] | {"lines": []}}),
    (Wrong.NO_DAY, "DayOpened", lambda _: None),
)


@cache
def records() -> tuple[tuple[Envelope, ...], ...]:
    """Weeks whose books were kept to the end."""
    whole = [week for week in map(played, CASES[:8]) if not week.failures]
    return tuple(tuple(each.envelope for each in week.house.store.read_all()) for week in whole)


def audited(record: Iterable[Envelope]) -> Counter[Wrong]:
    auditor = Auditor()
    auditor.required_to_leave.add("a player sent away")
    for envelope in record:
        auditor.enter(envelope)
    auditor.finish()
    return Counter(finding.wrong for finding in auditor.findings)


def forged(record: tuple[Envelope, ...], tag: str, forge: Forge) -> Iterable[Envelope]:
    for envelope in record:
        event = forge(msgspec.json.decode(envelope.body)) if envelope.tag == tag else None
        if envelope.tag != tag:
            yield envelope
        elif event is not None:
            yield replace(envelope, body=msgspec.json.encode(event))


@pytest.mark.parametrize(
    ("wrong", "tag", "forge"), FORGERIES, ids=[f"{wrong.name} {tag}" for wrong, tag, _ in FORGERIES]
)
def test_what_is_forged_in_a_record_is_found(wrong: Wrong, tag: str, forge: Forge) -> None:
    assert any(audited(forged(record, tag, forge))[wrong] > audited(record)[wrong] for record in records())


def test_everything_that_can_be_wrong_is_forged_once() -> None:
    assert {wrong for wrong, _, _ in FORGERIES} == set(Wrong) - CAUGHT_BEFORE
