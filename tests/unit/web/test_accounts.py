"""Accounts: names, passwords, the lock after three failures, and roles that two people grant."""

from collections.abc import Sequence
from datetime import timedelta

from pokerroom.live.entrance.accounts import (
    FAILURES_OF_STAFF,
    Account,
    AccountHeld,
    AccountLocked,
    ApproveRole,
    ChangePassword,
    ClaimOffice,
    Command,
    Event,
    LoggedIn,
    LogIn,
    LogInFailed,
    MakeRecoveryCodes,
    OpenAccount,
    PasswordFailed,
    PasswordHash,
    ProposeRole,
    Recover,
    Release,
    RevokeRole,
    apply,
    decide,
)
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.places import Place
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.rules.refusal import RefusalCode
from tests.unit.web.front import NOON

NOWHERE = Place()
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


def log_in(*, matched: bool, minutes: float = 0, place: Place = NOWHERE, filed: bool = False) -> LogIn:
    return LogIn(against=HASH, matched=matched, at=NOON + timedelta(minutes=minutes), place=place, filed=filed)


def test_an_account_is_a_players_until_a_role_is_granted() -> None:
    assert opened().role is Role.PLAYER
    assert opened().identity == PLAYER


def test_a_taken_name_cannot_be_taken_again() -> None:
    assert refused(opened(), OpenAccount(id="q", name="Pat Lee", password=HASH, at=NOON)) is AccountCode.NAME_TAKEN


def test_an_unfit_name_is_refused_before_a_taken_one() -> None:
    assert refused(opened(), OpenAccount(id="q", name="!", password=HASH, at=NOON)) is AccountCode.NAME_UNFIT


def test_whoever_has_no_account_is_not_recognized() -> None:
    assert refused(None, log_in(matched=True)) is AccountCode.NOT_RECOGNIZED


def tried(account: Account, times: int, *, filed: bool = False) -> Account:
    for _ in range(times):
        account = done(account, log_in(matched=False, filed=filed))
    return account


def staff() -> Account:
    return done(done(opened(), ProposeRole(role=Role.DEALER, by=ADA, at=NOON)), ApproveRole(by=BO, at=NOON))


def test_no_number_of_failures_locks_a_players_account_for_its_owner() -> None:
    account = tried(opened(), 100)
    assert not account.is_locked(NOON)
    assert done(account, log_in(matched=True)).failures == 0


def test_an_account_of_staff_is_locked_altogether_after_twenty_failures() -> None:
    account = tried(staff(), FAILURES_OF_STAFF - 1)
    assert not account.is_locked(NOON)
    events = decide(account, log_in(matched=False))
    assert not isinstance(events, Refusal)
    assert events[-1] == AccountHeld(id="p", at=NOON, failures=FAILURES_OF_STAFF)
    assert folded(account, events).is_locked(NOON + timedelta(days=1000)), "until staff release it"


def test_where_the_house_has_filed_it_three_failures_lock_every_account() -> None:
    assert not tried(opened(), 2, filed=True).is_locked(NOON)
    assert tried(opened(), 3, filed=True).is_locked(NOON)


def held() -> Account:
    return tried(opened(), 3, filed=True)


def test_a_locked_account_fails_like_any_other_even_with_the_right_password() -> None:
    change = ChangePassword(against=HASH, matched=True, password=PasswordHash("new"), at=NOON)
    codes = MakeRecoveryCodes(against=HASH, matched=True, digests=("x",), at=NOON)
    for command in (log_in(matched=True), change, codes):
        events = decide(held(), command)
        assert not isinstance(events, Refusal)
        assert [type(each) for each in events] == [LogInFailed]


def test_staff_release_a_locked_account() -> None:
    account = done(held(), Release(by=FLOOR, at=NOON))
    assert done(account, log_in(matched=True)).failures == 0


def test_only_certain_staff_release() -> None:
    assert refused(held(), Release(by=PLAYER, at=NOON)) is AccountCode.NO_AUTHORITY
    assert refused(opened(), Release(by=FLOOR, at=NOON)) is AccountCode.NOT_LOCKED
    assert done(opened(), Release(by=FLOOR, places=1, at=NOON)) == opened()


def test_the_locks_of_earlier_versions_hold_as_they_did() -> None:
    account = opened()
    for _ in range(3):
        account = apply(account, PasswordFailed(id="p", at=NOON))
    assert account.failures == 3
    until = NOON + timedelta(minutes=15)
    account = apply(account, AccountLocked(id="p", at=NOON, until=until))
    assert account.is_locked(NOON)
    assert not account.is_locked(until)
    assert apply(account, PasswordFailed(id="p", at=until)).failures == 1
    assert not apply(account, LoggedIn(id="p", at=NOON)).is_locked(NOON)


def test_a_match_forgets_the_failures_before_it() -> None:
    account = done(done(opened(), log_in(matched=False)), log_in(matched=True))
    assert account.failures == 0


def test_a_password_checked_against_an_older_hash_does_not_match() -> None:
    change = ChangePassword(against=HASH, matched=True, password=PasswordHash("new"), at=NOON)
    account = done(opened(), change)
    assert done(account, log_in(matched=True)).failures == 1


def test_guessing_by_way_of_a_password_change_locks_too() -> None:
    account = opened()
    change = ChangePassword(against=HASH, matched=False, password=PasswordHash("new"), filed=True, at=NOON)
    for _ in range(3):
        account = done(account, change)
    assert account.is_locked(NOON)
    assert account.password == HASH


def test_a_recovery_code_sets_a_new_password_once() -> None:
    account = done(opened(), MakeRecoveryCodes(against=HASH, matched=True, digests=("one", "two"), at=NOON))
    recover = Recover(digest="one", password=PasswordHash("new"), at=NOON)
    account = done(account, recover)
    assert (account.password, account.recovery) == (PasswordHash("new"), ("two",))
    assert done(account, recover).failures == 1, "a code is used once"


def test_the_owner_is_told_of_failures_and_of_new_devices() -> None:
    home, phone, thief = Place("192.0.2.1", "home"), Place("192.0.2.2", "phone"), Place("198.51.100.7")
    account = done(opened(), log_in(matched=True, place=home))
    for minutes in (1, 2, 3):
        account = done(account, log_in(matched=False, place=thief, minutes=minutes))
    account = done(account, log_in(matched=True, place=phone, minutes=10))
    assert account.failed is None
    assert account.failed_before is not None
    assert (account.failed_before.count, account.failed_before.addresses) == (3, ("198.51.100.7",))
    assert account.failed_before.last == NOON + timedelta(minutes=3)
    account = done(account, log_in(matched=True, place=home, minutes=11))
    assert account.failed_before is None, "told once"
    assert [each.new_device for each in account.log_ins[-3:]] == [True, True, False]
    assert account.devices == ("phone", "home")


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
    assert refused(opened(), ProposeRole(role=Role.PLAYER, by=ADA, at=NOON)) is AccountCode.NOT_GRANTABLE
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


def test_the_first_two_officers_claim_their_office_and_no_third() -> None:
    claim = ClaimOffice(role=Role.SHIFT_SUPERVISOR, digest="code", officers=1, at=NOON)
    account = done(opened(), claim)
    assert account.role is Role.SHIFT_SUPERVISOR
    assert refused(account, claim) is AccountCode.ROLE_HELD
    third = ClaimOffice(role=Role.ACCOUNTING, digest="code", officers=2, at=NOON)
    assert refused(opened(), third) is AccountCode.OFFICERS_APPOINTED


def test_what_is_printed_of_an_account_shows_no_hash() -> None:
    assert "argon2" not in repr(opened())
    assert "argon2" not in repr(OpenAccount(id="p", name="Pat Lee", password=HASH, at=NOON))
