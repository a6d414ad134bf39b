"""The audit of a system's records: it finds nothing in an honest one, and what was forged in another."""

from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.linked.host import events
from pokerroom.linked.host.state import Host
from pokerroom.linked.letters import Contributed
from pokerroom.linked.member.commands import WriteLetters
from pokerroom.room.auditing.linked import examine_host, letters_examined, wrong_at_host
from pokerroom.room.linked_host import LINKED_HOST
from tests.linked.quiet import QuietSystem, found_beside_rounds


@pytest.fixture(scope="module")
def system() -> QuietSystem:
    """An evening with a hit that was paid."""
    found = QuietSystem()
    for casino, amount in (("A", 600_00), ("B", 270_00)):
        found.contribute(casino, amount)
    found.passes(2.0)
    found.hit("A")
    for _ in range(12):
        found.work()
    return found


def test_an_honest_evening_has_no_findings(system: QuietSystem) -> None:
    assert examine_host(system.host.store, LINKED_HOST).findings == ()
    for casino in system.casinos.values():
        assert found_beside_rounds(casino) == []


def forged(event: Any) -> Any:
    """The same event with something in it that cannot be."""
    match event:
        case events.LetterTaken():
            return replace(event, letter=replace(event.letter, number=event.letter.number + 1))
        case events.NoticeIssued():
            return replace(event, notice=replace(event.notice, before="another"))
        case events.JackpotDecided():
            return replace(event, amount=event.amount + 1)
        case events.PayoutDocumented():
            return replace(event, awards=event.awards[1:])
        case events.MetersRead():
            return replace(event, primary=event.primary - 1_00)
    return event


@pytest.mark.parametrize(
    "kind",
    [events.LetterTaken, events.NoticeIssued, events.JackpotDecided, events.PayoutDocumented, events.MetersRead],
)
def test_what_was_forged_at_the_host_is_found(system: QuietSystem, kind: type[Any]) -> None:
    host, found = Host(), 0
    for _, event in LINKED_HOST.events(system.host.store):
        if isinstance(event, kind):
            wrong = forged(event)
            found += bool(list(wrong_at_host(with_more_shown(host, kind), wrong, LINKED_HOST.apply(host, wrong))))
        host = LINKED_HOST.apply(host, event)
    assert found > 0


def with_more_shown(host: Host, kind: type[Any]) -> Host:
    """For a display that falls: one that said more before."""
    if kind is not events.MetersRead:
        return host
    return replace(host, meters={level: replace(each, shown=10**9) for level, each in host.meters.items()})


def test_a_letter_about_something_that_did_not_happen_is_found() -> None:
    system = QuietSystem()
    system.contribute("A", 6_00)
    casino = system.casinos["A"]
    invented = Contributed(table="1", round=99, at=system.now, primary=1_000_00)
    casino.order(WriteLetters(at=system.now, bodies=(invented,), event=casino.link.followed))
    (finding,) = letters_examined(casino.store).findings
    assert "did not happen" in finding.what
