"""Each check of the simulator finds the fault that it is for: the code is broken on purpose, and a run says so."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.census import tables_counted
from pokerroom.ledger import OWN_PART
from pokerroom.linked import exchange, letters
from pokerroom.linked.host import apply as at_host, claiming, events, taking, watching
from pokerroom.linked.host.acting import Acting
from pokerroom.linked.host.commands import TakeLetters
from pokerroom.linked.host.decide import HANDLERS
from pokerroom.linked.host.effects import move_on
from pokerroom.linked.host.state import Host, Offering
from pokerroom.linked.member import apply as at_member, events as of_member
from pokerroom.room.orders import link as of_link
from pokerroom.room.processes import paying
from tests.linked.checks import wrong_with
from tests.linked.simulator import Simulation

SEEDS = range(40)
Broken = Callable[[pytest.MonkeyPatch], None]


def put(patch: pytest.MonkeyPatch, table: Any, key: Any, value: Any) -> None:
    patch.setitem(table, key, value)


def letters_are_taken_again(patch: pytest.MonkeyPatch) -> None:
    def takes_all(acting: Acting, command: Any) -> None:
        for signed in command.letters:
            taking.take(acting, signed, 0.0)
        move_on(acting)

    handler = HANDLERS[TakeLetters]._replace(does=takes_all)
    put(patch, HANDLERS, TakeLetters, handler)


def letters_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    """A casino takes what it has sent for received, though the host has not said so."""

    def received(member: Any, _event: Any) -> Any:
        return replace(member, received=member.written, out={})

    put(patch, at_member.FOLDS, of_member.LettersReceived, received)


def a_payment_leaves_the_meter_alone(patch: pytest.MonkeyPatch) -> None:
    def completed(host: Host, event: Any) -> Host:
        after = at_host.completed(host, event)
        level = after.paying(after.claims[event.claim].level)
        return at_host.metered(after, level, current=after.claims[event.claim].amount)

    put(patch, at_host.FOLDS, events.PayoutCompleted, completed)


def a_tie_pays_everybody_in_full(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(claiming, "exactly", lambda amount, count: (amount,) * count)
    patch.setattr(claiming, "leading", lambda claims: claims)


def stamps_ignore_the_measured_clock(patch: pytest.MonkeyPatch) -> None:
    def stamped(body: letters.Claimed, _now: Any) -> Any:
        return body.completed_at

    patch.setattr(claiming, "stamped", stamped)


def whoever_is_dealt_in_when_it_is_asked_has_a_part(patch: pytest.MonkeyPatch) -> None:
    def census_now(payout: Any, moment: Any) -> Any:
        return tables_counted(payout.rules, payout.rounds, moment)

    patch.setattr(of_link, "census_elsewhere", census_now)


def a_casino_does_not_follow_its_meter(patch: pytest.MonkeyPatch) -> None:
    put(patch, at_member.TOLD, letters.PayoutPaid, lambda member, _body: member)


def the_display_falls_when_a_payout_is_decided(patch: pytest.MonkeyPatch) -> None:
    def decided(host: Host, event: Any) -> Host:
        after = at_host.jackpot_decided(host, event)
        return at_host.metered(after, after.paying(event.level), shown=-event.amount)

    put(patch, at_host.FOLDS, events.JackpotDecided, decided)


def a_casino_forgets_what_was_settled(patch: pytest.MonkeyPatch) -> None:
    put(patch, at_member.TOLD, letters.SettlementNoted, lambda member, _body: member)


def a_debt_is_not_booked(patch: pytest.MonkeyPatch) -> None:
    """What others owe is taken for the casino's own part: the fund has it, or nothing could be paid out of it."""
    patch.setattr(paying, "member", lambda _casino: OWN_PART)


def the_system_never_comes_back(patch: pytest.MonkeyPatch) -> None:
    once = watching.resume

    def resume(acting: Acting) -> None:
        if acting.host.offering is Offering.NOT_YET:
            once(acting)

    patch.setattr(watching, "resume", resume)


def the_lease_never_ends(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(exchange, "is_heard", lambda _member, line, _passed: line.heard is not None)


def nobody_minds_a_notice_that_does_not_arrive(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(watching, "overdue", lambda *_: ())
    patch.setattr(watching, "silent", lambda *_: ())


def something_happens_that_is_not_recorded(patch: pytest.MonkeyPatch) -> None:
    honest = Acting.tells

    def tells(self: Acting, body: Any, paragraph: str = "14.20(e)4i") -> int:
        self.host = replace(self.host, metered_at=None)
        return honest(self, body, paragraph)

    patch.setattr(Acting, "tells", tells)


FAULTS: tuple[tuple[Broken, str], ...] = (
    (letters_are_taken_again, "every_contribution_counts_once"),
    (letters_are_forgotten, "every_contribution_counts_once"),
    (a_payment_leaves_the_meter_alone, "meters_are_the_sum_of_all_books"),
    (a_tie_pays_everybody_in_full, "no_jackpot_is_paid_twice"),
    (stamps_ignore_the_measured_clock, "the_earliest_claim_is_paid"),
    (whoever_is_dealt_in_when_it_is_asked_has_a_part, "the_census_is_of_the_moment_of_the_hit"),
    (a_casino_does_not_follow_its_meter, "displays_agree"),
    (the_display_falls_when_a_payout_is_decided, "displays_fall_only_by_payment"),
    (a_casino_forgets_what_was_settled, "debts_cancel_out"),
    (a_debt_is_not_booked, "books_say_who_owes_whom"),
    (the_system_never_comes_back, "everything_is_operational"),
    (the_lease_never_ends, "no_offer_while_a_notice_does_not_arrive"),
    (nobody_minds_a_notice_that_does_not_arrive, "no_offer_while_a_notice_does_not_arrive"),
    (something_happens_that_is_not_recorded, "records_hold"),
)


def found_by(seed: int) -> list[str]:
    """What a run finds; one that cannot go on has found the fault, too, but not by a check."""
    try:
        return wrong_with(Simulation(seed).run())
    except (AssertionError, KeyError):
        return []


@pytest.mark.parametrize(("broken", "check"), FAULTS, ids=lambda each: getattr(each, "__name__", ""))
def test_a_check_finds_the_fault_that_it_is_for(broken: Broken, check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch)
    found = next((seed for seed in SEEDS if any(each.startswith(check) for each in found_by(seed))), None)
    assert found is not None, f"{check} noticed nothing in {len(SEEDS)} runs"
