"""Positions: an account may hold several and a session acts in one; what is forbidden follows the person."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from pokerroom.live.entrance import accounts
from pokerroom.live.entrance.accounts import Account, ApproveRole, PasswordHash, ProposeRole, RevokeRole, RoleGranted
from pokerroom.live.entrance.auditing import examine_accounts
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import NO_STAFF, Identity, Role
from pokerroom.live.entrance.passkeys import VALID_FOR, Challenges
from pokerroom.live.entrance.permissions import CASINO_SUPERVISORS, FLOOR, ROUTES, may_ask
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.live.entrance.sessions import LOCKED, Opened
from pokerroom.live.machine import ENTROPY
from pokerroom.live.staff.orders import ORDERS, may_order
from pokerroom.rules.staff import Official, Position
from pokerroom.store import MemoryStore
from tests.unit.web.front import PASSWORD, Clock, desk_of
from tests.unit.web.officers import appointed

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ADA = Identity("a", "Ada Park", Role.SHIFT_SUPERVISOR, guest=False)
BO = Identity("b", "Bo Ek", Role.ACCOUNTING, guest=False)
PAT = Account(id="p", name="Pat Lee", password=PasswordHash("x"), opened=NOON)


def after(account: Account, *commands: accounts.Command) -> Account:
    for command in commands:
        events = accounts.decide(account, command)
        assert not isinstance(events, Refusal), str(events)
        for event in events:
            account = accounts.apply(account, event)
    return account


def granted(account: Account, *positions: Role) -> Account:
    for each in positions:
        account = after(account, ProposeRole(role=each, by=ADA, at=NOON), ApproveRole(by=BO, at=NOON))
    return account


def test_positions_add_up_and_are_taken_away_one_by_one() -> None:
    account = granted(PAT, Role.DEALER, Role.CAGE)
    assert (account.positions, account.role) == ((Role.DEALER, Role.CAGE), Role.CAGE)
    assert account.acting_as(Role.DEALER).role is Role.DEALER
    assert account.acting_as(Role.DIVISION).role is Role.CAGE, "nobody acts in a position that they do not hold"
    account = after(account, RevokeRole(by=BO, role=Role.CAGE, at=NOON))
    assert account.positions == (Role.DEALER,)
    refused = accounts.decide(account, RevokeRole(by=BO, role=Role.CAGE, at=NOON))
    assert isinstance(refused, Refusal)
    assert refused.code is AccountCode.POSITION_NOT_HELD
    again = accounts.decide(account, ProposeRole(role=Role.DEALER, by=ADA, at=NOON))
    assert isinstance(again, Refusal)
    assert again.code is AccountCode.ROLE_HELD
    assert after(account, RevokeRole(by=BO, at=NOON)).positions == ()


def test_an_account_of_an_earlier_version_holds_the_role_that_it_had_last() -> None:
    """A role replaced the one before it then: nobody gets back what was taken from them."""
    account = PAT
    for role in (Role.CAGE, Role.DEALER):
        event = RoleGranted(id="p", at=NOON, role=role, proposed_by=ADA, approved_by=BO)
        account = accounts.apply(account, event)
    assert account.positions == (Role.DEALER,)
    player = RoleGranted(id="p", at=NOON, role=Role.PLAYER, proposed_by=ADA, approved_by=BO)
    assert accounts.apply(account, player).positions == ()


@pytest.mark.parametrize("position", sorted(set(Role) - NO_STAFF))
def test_every_position_can_be_granted_and_acts_by_itself_alone(position: Role) -> None:
    held = granted(PAT, position, Role.DEALER if position is not Role.DEALER else Role.CAGE)
    acting = held.acting_as(position)
    assert {each.name for each in ORDERS if may_order(acting, each.command)} == {
        each.name for each in ORDERS if position in each.who
    }
    assert {name for name in ROUTES if may_ask(acting, name)} == {
        name for name, roles in ROUTES.items() if position in roles
    }


def test_whoever_supervises_dealers_has_the_authority_of_the_floor() -> None:
    for position in (Position.POKER_SUPERVISOR, Position.CASINO_SUPERVISOR):
        official = Official("Pat Lee", position)
        assert official.is_at_least(Position.FLOORPERSON)
        assert not official.is_at_least(Position.SHIFT_SUPERVISOR)
    assert Role.POKER_SUPERVISOR in FLOOR
    assert Role.CASINO_SUPERVISOR in CASINO_SUPERVISORS - FLOOR


async def with_two_positions(desk: Desk) -> Opened:
    for name, role in (("Ada Park", Role.SHIFT_SUPERVISOR), ("Bo Ek", Role.ACCOUNTING)):
        await desk.register(name, PASSWORD)
        await appointed(desk, name, role)
    await desk.register("Pat Lee", PASSWORD)
    ada, bo, pat = (desk.named(name) for name in ("Ada Park", "Bo Ek", "Pat Lee"))
    assert ada is not None
    assert bo is not None
    assert pat is not None
    for position in (Role.DEALER, Role.CAGE):
        await desk.ask(pat.id, ProposeRole(role=position, by=ada.identity, at=desk.now), by=ada.id)
        await desk.ask(pat.id, ApproveRole(by=bo.identity, at=desk.now), by=bo.id)
    opened = await desk.log_in("Pat Lee", PASSWORD)
    assert isinstance(opened, Opened)
    return opened


def test_a_session_changes_its_position_and_lasts_no_longer_for_it() -> None:
    async def story() -> None:
        clock, store = Clock(), MemoryStore()
        desk = desk_of(store, clock=clock)
        opened = await with_two_positions(desk)
        ended: list[str] = []
        desk.ended.append(lambda each: ended.append(each.key))
        clock.at += timedelta(minutes=30)
        dealing = await desk.act_as(opened.token, Role.DEALER)
        assert isinstance(dealing, Opened)
        assert dealing.session.until == opened.session.until
        assert ended == [opened.session.key], "its sockets close, and open again in the other position"
        assert desk.identify(opened.token) is None
        identity = desk.identify(dealing.token)
        assert identity is not None
        assert (identity.role, set(identity.positions)) == (Role.DEALER, {Role.DEALER, Role.CAGE})
        refused = await desk.act_as(dealing.token, Role.ACCOUNTING)
        assert isinstance(refused, Refusal)
        again = desk_of(store, clock=clock)
        assert again.identify(dealing.token) == identity, "after a restart as well"
        assert not examine_accounts(store).findings

    asyncio.run(story())


def test_a_position_that_is_taken_away_ends_every_session() -> None:
    async def story() -> None:
        desk = desk_of()
        opened = await with_two_positions(desk)
        pat, ada = desk.named("Pat Lee"), desk.named("Ada Park")
        assert pat is not None
        assert ada is not None
        await desk.ask(pat.id, RevokeRole(by=ada.identity, role=Role.CAGE, at=desk.now), by=ada.id)
        assert desk.identify(opened.token) is None
        entered = await desk.log_in("Pat Lee", PASSWORD)
        assert isinstance(entered, Opened)
        identity = desk.identify(entered.token)
        assert identity is not None
        assert identity.positions == (Role.DEALER,)

    asyncio.run(story())


def test_a_challenge_is_good_once_for_whom_it_was_made_and_not_for_long() -> None:
    clock = Clock()
    challenges = Challenges(clock, ENTROPY)
    once = challenges.new("pat")
    assert challenges.take(once, "pat")
    assert not challenges.take(once, "pat")
    assert not challenges.take(challenges.new("pat"), "another")
    late = challenges.new("pat")
    clock.at += VALID_FOR
    assert not challenges.take(late, "pat")
    assert not challenges.take(b"made up", "pat")


def test_a_locked_session_stays_locked_for_its_token_alone() -> None:
    async def story() -> None:
        desk = desk_of()
        opened = await with_two_positions(desk)
        other = await desk.log_in("Pat Lee", PASSWORD)
        assert isinstance(other, Opened)
        await desk.lock(opened.token)
        assert desk.is_locked(opened.token)
        assert not desk.is_locked(other.token)
        await desk.unlock(opened.token)
        assert not desk.is_locked(opened.token)

    asyncio.run(story())


def test_a_console_that_was_left_stays_locked_when_the_house_starts_again() -> None:
    async def story() -> None:
        store = MemoryStore()
        desk = desk_of(store)
        opened = await with_two_positions(desk)
        await desk.lock(opened.token)
        again = desk_of(store)
        assert again.is_locked(opened.token)
        await again.unlock(opened.token)
        assert not desk_of(store).is_locked(opened.token)

    asyncio.run(story())


def test_nothing_is_kept_of_the_lock_of_a_session_that_is_over() -> None:
    async def story() -> None:
        store = MemoryStore()
        desk = desk_of(store)
        opened = await with_two_positions(desk)
        await desk.lock(opened.token)
        await desk.log_out(opened.token)
        assert dict(store.rows(LOCKED)) == {}

    asyncio.run(story())
