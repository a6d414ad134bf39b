"""Attacks on the letters, the notices and the calls of a system: each is refused, and stands in the record."""

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.rules import Level
from pokerroom.jackpot.sharing import Award
from pokerroom.linked.exchange import SignedCall
from pokerroom.linked.host import commands, events
from pokerroom.linked.host.state import Offering
from pokerroom.linked.letters import (
    AwardsPaid,
    CensusTaken,
    Claimed,
    Contributed,
    MeterSet,
    Notice,
    SettlementPaid,
    Shown,
    SignedLetter,
)
from pokerroom.linked.member import commands as to_member
from pokerroom.linked.member.events import NoticeRefused
from pokerroom.linked.signing import Signer, public_text, sign_letter, sign_notice, signer
from pokerroom.room.link import LINK
from tests.linked.parties import NOON, OPERATOR, key_of
from tests.linked.quiet import QuietSystem

MALLORY = signer(key_of("mallory"))
AWARD = Award(player="A:1", part="losing", amount=5_00)


def contributed(**said: Any) -> Contributed:
    of: dict[str, Any] = {"table": "1", "round": 1, "at": NOON, "primary": 50}
    return Contributed(**of | said)


def claimed(**said: Any) -> Claimed:
    of: dict[str, Any] = {
        "hit": 9,
        "level": Level.PRIMARY,
        "table": "1",
        "round": 1,
        "game": "hold-em",
        "completed_at": NOON,
    }
    return Claimed(**of | {"losing": ("1",), "winning": ("2",)} | said)


@pytest.fixture
def system() -> QuietSystem:
    found = QuietSystem()
    found.contribute("A", 500_00)
    found.passes(3.0)
    found.cut = {"A"}  # What it writes from here on is given to the host by hand.
    found.contribute("A", 7_00)
    return found


def waiting(system: QuietSystem, by: Signer | None = None) -> SignedLetter:
    """The next letter of casino A, signed by itself or by somebody else."""
    casino = system.casinos["A"]
    return sign_letter(casino.link.out[casino.link.received + 1], by or casino.signer)


def give(system: QuietSystem, *letters: SignedLetter, casino: str = "A") -> None:
    system.host.order(commands.TakeLetters(at=system.now, casino=casino, letters=letters))


def refused(system: QuietSystem) -> list[str]:
    return [each.code for each in system.recorded(events.LetterRefused)]


def in_all(system: QuietSystem) -> int:
    return system.state.meters[Level.PRIMARY].contributed


def test_a_forged_casino_is_refused(system: QuietSystem) -> None:
    give(system, waiting(system, MALLORY))
    give(system, replace(waiting(system, MALLORY), key=system.casinos["A"].signer.key))
    give(system, waiting(system), casino="B")
    give(system, waiting(system), casino="Z")
    assert refused(system) == ["unknown key", "altered", "wrong casino", "unknown casino"]
    assert in_all(system) == 500_00


@pytest.mark.parametrize("changed", [{"primary": 700_000_00}, {"primary": 0}, {"table": "9"}, {"round": 1}])
def test_an_altered_amount_is_refused(system: QuietSystem, changed: dict[str, Any]) -> None:
    honest = waiting(system)
    assert isinstance(honest.letter.body, Contributed)
    body = replace(honest.letter.body, **changed)
    give(system, replace(honest, letter=replace(honest.letter, body=body)))
    assert refused(system) == ["altered"]
    assert in_all(system) == 500_00
    give(system, honest)
    assert in_all(system) == 507_00


def test_a_replayed_hit_makes_no_second_claim(system: QuietSystem) -> None:
    system.hit("A")
    casino = system.casinos["A"]
    letters = tuple(sign_letter(each, casino.signer) for each in casino.link.out.values())
    hit = next(each for each in letters if isinstance(each.letter.body, Claimed))
    give(system, *letters)
    give(system, *letters)
    give(system, hit)
    assert len(system.state.claims) == 1
    assert refused(system) == []
    renumbered = replace(hit.letter, number=system.state.member("A").letters + 1)
    give(system, replace(hit, letter=renumbered))
    assert refused(system) == ["altered"]
    assert len(system.state.claims) == 1


def test_a_casino_that_tells_two_stories_under_one_number_is_found_out(system: QuietSystem) -> None:
    casino, honest = system.casinos["A"], waiting(system)
    give(system, honest)
    assert isinstance(honest.letter.body, Contributed)
    other = replace(honest.letter, body=replace(honest.letter.body, primary=1))
    give(system, sign_letter(other, casino.signer))
    other = replace(honest.letter, number=honest.letter.number + 1)
    give(system, sign_letter(other, casino.signer))
    assert refused(system) == ["other content", "chain broken"]
    assert in_all(system) == 507_00


def test_a_stolen_key_is_of_no_use_once_it_is_revoked(system: QuietSystem) -> None:
    casino = system.casinos["A"]
    stolen, letter = casino.signer, waiting(system)
    system.host.order(
        commands.RevokeKey(at=system.now, by=OPERATOR, casino="A", key=stolen.key, why="the machine was stolen")
    )
    give(system, letter)
    call = casino.calls(system.now, system.passed)
    answer = system.host.answers(call, system.now)
    assert refused(system) == ["revoked key"]
    assert (answer.answer.refused, answer.answer.notices, answer.answer.offered) == ("revoked key", (), False)
    replaced = key_of("A, the second")
    system.host.order(commands.RegisterKey(at=system.now, by=OPERATOR, casino="A", public=public_text(replaced)))
    casino.signer = signer(replaced)
    system.cut = set()
    system.passes(3.0)
    assert in_all(system) == 507_00, "what it had written is sent under its new key, and nothing is lost"
    assert casino.link.revoked == (stolen.key,)
    assert system.state.offering is Offering.OFFERED


def test_a_replayed_call_does_not_keep_a_dead_casino_alive(system: QuietSystem) -> None:
    """Somebody plays back what a casino once said, again and again, after its line was cut."""
    system.cut = set()
    system.passes(2.0)
    recorded = system.casinos["C"].calls(system.now, system.passed)
    system.host.answers(recorded, system.now)
    system.cut = {"C"}
    for _ in range(20):
        system.passes(0.4)
        answer = system.host.answers(recorded, system.now)
        assert not answer.answer.offered
    assert system.state.offering is Offering.SUSPENDED


def test_an_answer_to_another_call_does_not_extend_the_lease(system: QuietSystem) -> None:
    casino = system.casinos["B"]
    old = system.host.answers(casino.calls(system.now, system.passed), system.now)
    heard = casino.line.heard
    casino.calls(system.now, system.passed + 1)
    casino.hears(old, system.now, system.passed + 1)
    assert casino.line.heard == heard


@pytest.mark.parametrize("by", [MALLORY, signer(key_of("B"))], ids=["a stranger", "another casino"])
def test_a_forged_notice_is_not_taken(system: QuietSystem, by: Signer) -> None:
    casino = system.casinos["B"]
    last = system.host.state
    notice = next_notice(system, MeterSet(shown=Shown(primary=1)))
    casino.order(to_member.TakeNotices(at=system.now, notices=(sign_notice(notice, by),)))
    forged = replace(sign_notice(notice, by), key=system.host.signer.key)
    casino.order(to_member.TakeNotices(at=system.now, notices=(forged,)))
    found = [event.code for _, event in LINK.events(casino.store) if isinstance(event, NoticeRefused)]
    assert found == ["unknown key", "altered"]
    assert casino.link.shown == last.shown


def next_notice(system: QuietSystem, body: MeterSet) -> Notice:
    """The next notice that the host might issue."""
    host = system.state
    return Notice(
        system=system.agreement.system,
        number=host.notices + 1,
        before=host.last_notice,
        issued_at=system.now,
        body=body,
    )


def test_a_flood_of_refused_letters_and_calls_does_not_fill_the_record(system: QuietSystem) -> None:
    before = system.host.store.end()
    bad = waiting(system, MALLORY)
    call = system.casinos["A"].calls(system.now, system.passed)
    forged = SignedCall(call=call.call, key=MALLORY.key, signature=b"x" * 64)
    for number in range(300):
        give(system, bad)
        stranger = replace(call.call, casino=f"stranger {number}")
        for each in (forged, replace(forged, call=stranger)):
            system.host.answers(each, system.now)
    assert system.host.store.end() - before == 3, "one of each kind, and the same again a minute later"
    assert set(system.state.members) == {"A", "B", "C"}
    assert refused(system) == ["unknown key"]
    assert {each.why for each in system.recorded(events.CallRefused)} == {"unknown key", "unknown casino"}
    system.cut = set()
    system.passes(2.0)
    assert in_all(system) == 507_00


NAIVE = NOON.replace(tzinfo=None)
IMPLAUSIBLE: dict[str, Any] = {
    "a time without its zone": {"written_at": NAIVE},
    "a letter of another century": {"written_at": NOON.replace(year=1)},
    "less than nothing": {"body": contributed(primary=-50)},
    "nothing": {"body": contributed(primary=0)},
    "more than there is": {"body": contributed(primary=2**80)},
    "pots at no time": {"body": contributed(primary=5_00, at=NAIVE)},
    "a clock that is an age off": {"body": claimed(offset_seconds=1e300)},
    "a round at no time": {"body": claimed(completed_at=NAIVE)},
    "a round at the end of all time": {"body": claimed(completed_at=datetime.max.replace(tzinfo=UTC))},
    "a player twice": {"body": claimed(losing=("1", "1"))},
    "a player by name": {"body": claimed(others=("Ann",))},
    "a hit without a number": {"body": claimed(hit=0)},
    "a room full of the same": {"body": CensusTaken(claim="A.1.primary", players=("room 1", "room 1"))},
    "a debt the wrong way round": {"body": SettlementPaid(to="B", amount=-5, reference="slip")},
    "an award twice": {"body": AwardsPaid(claim="A.1.primary", awards=(AWARD, AWARD), by=OPERATOR)},
}


@pytest.mark.parametrize("said", IMPLAUSIBLE.values(), ids=IMPLAUSIBLE)
def test_a_letter_that_says_what_cannot_be_is_refused_though_its_key_is_right(
    system: QuietSystem, said: dict[str, Any]
) -> None:
    casino, honest = system.casinos["A"], waiting(system)
    before = system.state.meters
    give(system, sign_letter(replace(honest.letter, **said), casino.signer))
    assert refused(system) == ["implausible"]
    assert system.state.meters == before
    give(system, honest)
    assert in_all(system) == 507_00, "the casino's own letter is the next one all the same"


def test_a_claim_of_a_payout_that_the_rules_do_not_have_is_without_effect(system: QuietSystem) -> None:
    casino, honest = system.casinos["A"], waiting(system)
    give(system, sign_letter(replace(honest.letter, body=claimed(level=Level.SECONDARY)), casino.signer))
    assert [each.code for each in system.recorded(events.LetterWithoutEffect)] == ["no such level"]
    assert not system.state.claims


def test_a_replayed_call_does_not_take_the_place_of_the_casino_itself(system: QuietSystem) -> None:
    """Somebody on the line plays everything back that a casino says, again and again."""
    system.cut = set()
    system.passes(3.0)
    recorded: list[SignedCall] = []
    for _ in range(20):
        for casino in system.casinos.values():
            call = casino.calls(system.now, system.passed)
            casino.hears(system.host.answers(call, system.now), system.now, system.passed)
            recorded += [call] if casino.casino == "C" else []
            for each in recorded[-5:]:
                assert not system.host.answers(each, system.now).answer.offered
        system.host.watches(system.now)
        system.passed += 0.4
        assert system.state.offering is Offering.OFFERED
    assert all(each.offers(system.passed) for each in system.casinos.values())
