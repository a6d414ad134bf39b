"""Accounts: names, passwords, the lock after three failures, and roles that two people grant."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given, strategies as st

from pokerroom.live.entrance.accounts import (
    LOCKED_FOR,
    Account,
    AccountLocked,
    Appoint,
    ApproveRole,
    ChangePassword,
    Command,
    Event,
    LogIn,
    OpenAccount,
    PasswordHash,
    ProposeRole,
    Release,
    RevokeRole,
    apply,
    decide,
    password_refusal,
)
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.rules.refusal import RefusalCode
from tests.unit.web.front import NOON

HASH = PasswordHash("$argon2id$one")
ADA = Identity("a", "Ada Park", Role.SHIFT_SUPERVISOR, guest=False)
BO = Identity("b", "Bo Ek", Role.ACCOUNTING, guest=False)
FLOOR = Identity("f", "Flo Reyes", Role.FLOORPERSON, guest=False)
PLAYER = Identity("p", "Pat Lee", Role.PLAYER, guest=False)


def opened() -> Account:
    return done(None, OpenAccount(id="p", name="Pat Lee", password=HASH, at=NOON))


def done(account: Account | None, command: Command) -> Account:
    events = decide(account, command)
    assert not isinstance(events, Refusal), str(events)
    return folded(account, events)


def folded(account: Account | None, events: Sequence[Event]) -> Account:
    for event in events:
        account = apply(account, event)
    assert account is not None
    return account


def refused(account: Account | None, command: Command) -> RefusalCode:
    refusal = decide(account, command)
    assert isinstance(refusal, Refusal)
    assert str(refusal), "a refusal says why"
    return refusal.code


def log_in(*, matched: bool, minutes: float = 0) -> LogIn:
    return LogIn(against=HASH, matched=matched, at=NOON + timedelta(minutes=minutes))


def test_an_account_is_a_players_until_a_role_is_granted() -> None:
    assert opened().role is Role.PLAYER
    assert opened().identity == PLAYER


@pytest.mark.parametrize("password", ["short", "x" * 201, "aaaaaaaaaaaa", "ababababab", "my name is adapark", ""])
def test_weak_passwords_are_refused(password: str) -> None:
    refusal = password_refusal(password, "Ada Park")
    assert refusal is not None
    assert refusal.code is AccountCode.PASSWORD_UNFIT


def test_a_taken_name_cannot_be_taken_again() -> None:
    assert refused(opened(), OpenAccount(id="q", name="Pat Lee", password=HASH, at=NOON)) is AccountCode.NAME_TAKEN


def test_an_unfit_name_is_refused_before_a_taken_one() -> None:
    assert refused(opened(), OpenAccount(id="q", name="!", password=HASH, at=NOON)) is AccountCode.NAME_UNFIT


def test_whoever_has_no_account_is_not_recognized() -> None:
    assert refused(None, log_in(matched=True)) is AccountCode.NOT_RECOGNIZED


def test_the_third_failure_locks() -> None:
    account = opened()
    for _ in range(2):
        account = done(account, log_in(matched=False))
    assert not account.is_locked(NOON)
    events = decide(account, log_in(matched=False))
    assert not isinstance(events, Refusal)
    assert isinstance(events[-1], AccountLocked)
    assert folded(account, events).is_locked(NOON)


def locked() -> Account:
    account = opened()
    for _ in range(3):
        account = done(account, log_in(matched=False))
    return account


def test_a_locked_account_refuses_even_the_right_password() -> None:
    assert refused(locked(), log_in(matched=True)) is AccountCode.LOCKED
    change = ChangePassword(against=HASH, matched=True, password=PasswordHash("new"), at=NOON)
    assert refused(locked(), change) is AccountCode.LOCKED


def test_the_lock_ends_by_itself_and_three_more_failures_are_allowed() -> None:
    later = LOCKED_FOR / timedelta(minutes=1)
    assert refused(locked(), log_in(matched=True, minutes=later - 0.01)) is AccountCode.LOCKED
    account = done(locked(), log_in(matched=False, minutes=later))
    assert account.failures == 1
    assert not account.is_locked(NOON + LOCKED_FOR)
    assert done(account, log_in(matched=True, minutes=later)).failures == 0


def test_staff_release_a_locked_account() -> None:
    account = done(locked(), Release(by=FLOOR, at=NOON))
    assert done(account, log_in(matched=True)).failures == 0


def test_only_certain_staff_release() -> None:
    assert refused(locked(), Release(by=PLAYER, at=NOON)) is AccountCode.NO_AUTHORITY
    assert refused(opened(), Release(by=FLOOR, at=NOON)) is AccountCode.NOT_LOCKED


def test_a_match_forgets_the_failures_before_it() -> None:
    account = done(done(opened(), log_in(matched=False)), log_in(matched=True))
    assert account.failures == 0


def test_a_password_checked_against_an_older_hash_does_not_match() -> None:
    change = ChangePassword(against=HASH, matched=True, password=PasswordHash("new"), at=NOON)
    account = done(opened(), change)
    assert done(account, log_in(matched=True)).failures == 1


def test_guessing_by_way_of_a_password_change_locks_too() -> None:
    account = opened()
    for _ in range(3):
        account = done(account, ChangePassword(against=HASH, matched=False, password=PasswordHash("new"), at=NOON))
    assert account.is_locked(NOON)
    assert account.password == HASH


def test_a_role_takes_two_people() -> None:
    account = done(opened(), ProposeRole(role=Role.DEALER, by=ADA, at=NOON))
    assert account.role is Role.PLAYER
    assert refused(account, ApproveRole(by=ADA, at=NOON)) is AccountCode.SAME_PERSON
    assert done(account, ApproveRole(by=BO, at=NOON)).role is Role.DEALER


def test_nobody_decides_on_his_own_role() -> None:
    account = done(opened(), ProposeRole(role=Role.SHIFT_SUPERVISOR, by=ADA, at=NOON))
    account = done(account, ApproveRole(by=BO, at=NOON))
    for command in (
        ProposeRole(role=Role.CAGE, by=account.identity, at=NOON),
        ApproveRole(by=account.identity, at=NOON),
        RevokeRole(by=account.identity, at=NOON),
    ):
        assert refused(account, command) is AccountCode.OWN_ROLE


def test_roles_are_proposed_by_those_who_may() -> None:
    assert refused(opened(), ProposeRole(role=Role.DEALER, by=FLOOR, at=NOON)) is AccountCode.NO_AUTHORITY
    assert refused(opened(), ProposeRole(role=Role.VISITOR, by=ADA, at=NOON)) is AccountCode.NOT_GRANTABLE
    assert refused(opened(), ProposeRole(role=Role.PLAYER, by=ADA, at=NOON)) is AccountCode.ROLE_HELD
    assert refused(opened(), ApproveRole(by=BO, at=NOON)) is AccountCode.NO_PROPOSAL
    assert refused(None, ApproveRole(by=BO, at=NOON)) is AccountCode.NO_SUCH_ACCOUNT


def test_one_person_takes_a_role_away() -> None:
    account = done(done(opened(), ProposeRole(role=Role.DEALER, by=ADA, at=NOON)), ApproveRole(by=BO, at=NOON))
    assert done(account, RevokeRole(by=BO, at=NOON)).role is Role.PLAYER
    assert refused(opened(), RevokeRole(by=BO, at=NOON)) is AccountCode.ROLE_HELD


def test_a_later_proposal_replaces_an_earlier_one() -> None:
    account = done(opened(), ProposeRole(role=Role.DEALER, by=ADA, at=NOON))
    account = done(account, ProposeRole(role=Role.CAGE, by=BO, at=NOON))
    assert refused(account, ApproveRole(by=BO, at=NOON)) is AccountCode.SAME_PERSON
    assert done(account, ApproveRole(by=ADA, at=NOON)).role is Role.CAGE


def test_the_first_two_officers_are_appointed_and_no_third() -> None:
    account = done(opened(), Appoint(role=Role.SHIFT_SUPERVISOR, officers=1, at=NOON))
    assert account.role is Role.SHIFT_SUPERVISOR
    assert refused(opened(), Appoint(role=Role.ACCOUNTING, officers=2, at=NOON)) is AccountCode.OFFICERS_APPOINTED
    assert refused(opened(), Appoint(role=Role.DEALER, officers=0, at=NOON)) is AccountCode.NOT_GRANTABLE


def test_what_is_printed_of_an_account_shows_no_hash() -> None:
    assert "argon2" not in repr(opened())
    assert "argon2" not in repr(OpenAccount(id="p", name="Pat Lee", password=HASH, at=NOON))


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 40))))
def test_no_more_than_three_guesses_are_looked_at_between_a_match_and_a_lock(tries: list[tuple[bool, float]]) -> None:
    """Whatever comes when: a guess is looked at only if fewer than three have failed since the last match or lock."""
    account, minutes, failures = opened(), 0.0, 0
    for matched, passed in tries:
        minutes += passed
        at = NOON + timedelta(minutes=minutes)
        was_locked = account.is_locked(at)
        if account.locked_until is not None and not was_locked:
            failures = 0
        outcome = decide(account, log_in(matched=matched, minutes=minutes))
        if isinstance(outcome, Refusal):
            assert was_locked
            continue
        assert not was_locked
        assert failures < 3
        account = folded(account, outcome)
        failures = 0 if matched else failures + 1
