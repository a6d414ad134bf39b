"""One account: who somebody is, how they prove it, and what they may do; `decide` chooses, `apply` folds.

Whether a password matched arrives with the command, as a deck does: checking one takes time and memory on purpose.
Failures close an account to the device or address they came from (`tries`); an account of staff is locked altogether
after twenty, every account after three where the house has filed that. Its owner is told of failures and log-ins. A
position is granted by two people, neither of whom receives it; an account may hold several.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from math import inf
from typing import Any

import msgspec
from msgspec.structs import replace

from pokerroom.live.entrance.identity import NO_STAFF, Identity, Role
from pokerroom.live.entrance.names import name_refusal
from pokerroom.live.entrance.passkeys import Passkey, PasskeyAdded, PasskeyRemoved, PasskeyUsed
from pokerroom.live.entrance.places import Failures, LogInSeen, Place, one_more
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.words import Value, term

FAILURES_OF_STAFF = 20
FAILURES_FILED = 3
"""For every account, in the stricter form of 13:69O-1.4(i), R-41."""
DEVICES_KEPT, LOG_INS_KEPT = 10, 10
RECOVERY_CODES = 8

MAY_GRANT = frozenset({Role.SHIFT_SUPERVISOR, Role.ACCOUNTING})
"""Who proposes and approves roles."""

MAY_RELEASE = frozenset({Role.FLOORPERSON, Role.POKER_SUPERVISOR, Role.SHIFT_SUPERVISOR, Role.SECURITY})

OFFICERS = 2
"""It takes two to grant a role: no more are appointed by whoever runs the machine."""

GRANTABLE = frozenset(Role) - NO_STAFF


class PasswordHash(msgspec.Struct, frozen=True):
    """Salted and slow to compute; still, nobody may read it."""

    text: str

    def __repr__(self) -> str:
        # Whatever is printed may end up in a log.
        return "PasswordHash(...)"


class RoleProposal(msgspec.Struct, frozen=True):
    role: Role
    by: Identity


class Account(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    password: PasswordHash
    positions: tuple[Role, ...] = ()
    """Of staff, the latest last; none for a player."""
    opened: datetime
    failures: int = 0
    """Since the last time the password matched."""
    locked_until: datetime | None = None
    """A lock of earlier versions, which ended by itself."""
    held: bool = False
    """Locked altogether, until staff release it."""
    proposal: RoleProposal | None = None
    devices: tuple[str, ...] = ()
    """From which its owner has logged in, the latest last."""
    failed: Failures | None = None
    """Since the last log-in."""
    failed_before: Failures | None = None
    """Between the last log-in and the one before it."""
    log_ins: tuple[LogInSeen, ...] = ()
    recovery: tuple[str, ...] = ()
    """The digests of the recovery codes that are left."""
    passkeys: tuple[Passkey, ...] = ()

    @property
    def role(self) -> Role:
        """The one they act in unless they choose another: the latest position."""
        return self.positions[-1] if self.positions else Role.PLAYER

    @property
    def identity(self) -> Identity:
        return self.acting_as(self.role)

    def acting_as(self, position: Role | None) -> Identity:
        """As somebody who acts in a position that they hold; in no other can they act."""
        role = position if position in self.positions else self.role
        return Identity(self.id, self.name, role, guest=False, positions=self.positions)

    @property
    def is_staff(self) -> bool:
        return bool(self.positions)

    @property
    def may_grant(self) -> bool:
        return not MAY_GRANT.isdisjoint(self.positions)

    def is_locked(self, at: datetime) -> bool:
        return self.held or (self.locked_until is not None and at < self.locked_until)


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    at: datetime


class OpenAccount(Asked, frozen=True, tag=True, kw_only=True):
    """A guest who opens an account keeps their id, and with it their seat and chips."""

    id: str
    name: str
    password: PasswordHash
    place: Place = Place()
    recovery: tuple[str, ...] = ()


class Proving(Asked, frozen=True, kw_only=True):
    """Whoever asks shows that the account is theirs; a failure counts wherever they tried."""

    place: Place = Place()
    filed: bool = False
    """Whether three failures lock the account altogether."""


class LogIn(Proving, frozen=True, tag=True, kw_only=True):
    against: PasswordHash
    """What the password was checked against."""
    matched: bool


class ChangePassword(LogIn, frozen=True, tag=True, kw_only=True):
    """Needs the old password, so that somebody who finds an open session cannot do it."""

    password: PasswordHash


class MakeRecoveryCodes(LogIn, frozen=True, tag=True, kw_only=True):
    """New ones, instead of those that are left; needs the password, likewise."""

    digests: tuple[str, ...]


class AddPasskey(LogIn, frozen=True, tag=True, kw_only=True):
    """Needs the password, likewise: whoever finds an open session cannot keep a key to it."""

    passkey: Passkey


class UsePasskey(Proving, frozen=True, tag=True, kw_only=True):
    """Whether the device signed what it was asked arrives with the command, as with a password."""

    credential: str
    count: int | None
    """None where it did not."""


class RemovePasskey(Asked, frozen=True, tag=True, kw_only=True):
    credential: str


class Recover(Proving, frozen=True, tag=True, kw_only=True):
    """A new password by one of the codes that were shown once."""

    digest: str
    password: PasswordHash


class Release(Asked, frozen=True, tag=True, kw_only=True):
    by: Identity
    places: int = 0
    """The devices and addresses to which the account is closed."""


class ProposeRole(Asked, frozen=True, tag=True, kw_only=True):
    role: Role
    by: Identity


class ApproveRole(Asked, frozen=True, tag=True, kw_only=True):
    by: Identity


class RevokeRole(Asked, frozen=True, tag=True, kw_only=True):
    """By one person: taking authority away must not wait for a second."""

    by: Identity
    role: Role | None = None
    """One position of several; none for all of them, and whatever is proposed."""


class ClaimOffice(Asked, frozen=True, tag=True, kw_only=True):
    """The first two people who may grant roles have a code each from whoever runs the machine."""

    role: Role
    digest: str
    officers: int
    """How many people may already grant roles."""


Command = (
    OpenAccount
    | LogIn
    | ChangePassword
    | MakeRecoveryCodes
    | AddPasskey
    | UsePasskey
    | RemovePasskey
    | Recover
    | Release
    | ProposeRole
    | ApproveRole
    | RevokeRole
    | ClaimOffice
)


class OfAccount(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    at: datetime


class AccountOpened(OfAccount, frozen=True, tag=True, kw_only=True):
    name: str
    password: PasswordHash


class LoggedIn(OfAccount, frozen=True, tag=True, kw_only=True):
    """As earlier versions recorded it."""


class LoggedInFrom(OfAccount, frozen=True, tag=True, kw_only=True):
    place: Place


class PasswordFailed(OfAccount, frozen=True, tag=True, kw_only=True):
    """As earlier versions recorded it."""


class LogInFailed(OfAccount, frozen=True, tag=True, kw_only=True):
    place: Place


class AccountLocked(OfAccount, frozen=True, tag=True, kw_only=True):
    """For a while, as earlier versions did."""

    until: datetime


class AccountHeld(OfAccount, frozen=True, tag=True, kw_only=True):
    """Locked altogether, until staff release it."""

    failures: int


class AccountReleased(OfAccount, frozen=True, tag=True, kw_only=True):
    by: Identity


class PasswordChanged(OfAccount, frozen=True, tag=True, kw_only=True):
    password: PasswordHash


class RecoveryCodesMade(OfAccount, frozen=True, tag=True, kw_only=True):
    digests: tuple[str, ...]


class RecoveryCodeUsed(OfAccount, frozen=True, tag=True, kw_only=True):
    digest: str


class RoleProposed(OfAccount, frozen=True, tag=True, kw_only=True):
    role: Role
    by: Identity


class RoleGranted(OfAccount, frozen=True, tag=True, kw_only=True):
    """In place of whatever they held, as earlier versions did."""

    role: Role
    proposed_by: Identity
    approved_by: Identity


class PositionGranted(OfAccount, frozen=True, tag=True, kw_only=True):
    """Besides those that they hold."""

    position: Role
    proposed_by: Identity
    approved_by: Identity


class RoleRevoked(OfAccount, frozen=True, tag=True, kw_only=True):
    """Every position: a player again."""

    role: Role
    by: Identity


class PositionRevoked(OfAccount, frozen=True, tag=True, kw_only=True):
    """One position; the others stay."""

    position: Role
    by: Identity


class OfficerAppointed(OfAccount, frozen=True, tag=True, kw_only=True):
    role: Role


class OfficerCodeUsed(OfAccount, frozen=True, tag=True, kw_only=True):
    """Recorded, so that a code is used once whatever becomes of the file that it came from."""

    digest: str


Event = (
    AccountOpened
    | LoggedIn
    | LoggedInFrom
    | PasswordFailed
    | LogInFailed
    | AccountLocked
    | AccountHeld
    | AccountReleased
    | PasswordChanged
    | RecoveryCodesMade
    | RecoveryCodeUsed
    | PasskeyAdded
    | PasskeyUsed
    | PasskeyRemoved
    | RoleProposed
    | RoleGranted
    | PositionGranted
    | RoleRevoked
    | PositionRevoked
    | OfficerAppointed
    | OfficerCodeUsed
)
Decision = tuple[Event, ...] | Refusal


def decide(account: Account | None, command: Command) -> Decision:
    """What a command leads to. For opening one, `account` is whoever has the name or the id already."""
    if isinstance(command, OpenAccount):
        return open_account(account, command)
    if account is None:
        return Refusal(AccountCode.NOT_RECOGNIZED if isinstance(command, Proving) else AccountCode.NO_SUCH_ACCOUNT)
    match command:
        case LogIn() | Recover() | UsePasskey():
            return prove(account, command)
        case RemovePasskey():
            return remove_passkey(account, command)
        case Release():
            return release(account, command)
        case ProposeRole():
            return propose_role(account, command)
        case ApproveRole():
            return approve_role(account, command)
        case RevokeRole():
            return revoke_role(account, command)
        case ClaimOffice():
            return claim_office(account, command)


def open_account(taken: Account | None, command: OpenAccount) -> Decision:
    refusal = name_refusal(command.name)
    if refusal is not None:
        return refusal
    if taken is not None:
        return Refusal(AccountCode.NAME_TAKEN, facts={"name": command.name})
    return (
        AccountOpened(id=command.id, at=command.at, name=command.name, password=command.password),
        RecoveryCodesMade(id=command.id, at=command.at, digests=command.recovery),
        LoggedInFrom(id=command.id, at=command.at, place=command.place),
    )


def prove(account: Account, command: LogIn | Recover | UsePasskey) -> Decision:
    # A locked account fails whatever is given, and like any other: nobody learns that it exists, or a password.
    if account.is_locked(command.at) or not is_proof(account, command):
        return failed(account, command)
    entered = LoggedInFrom(id=account.id, at=command.at, place=command.place)
    match command:
        case ChangePassword():
            return (PasswordChanged(id=account.id, at=command.at, password=command.password), entered)
        case MakeRecoveryCodes():
            return (RecoveryCodesMade(id=account.id, at=command.at, digests=command.digests),)
        case AddPasskey(passkey=passkey):
            return (passkey_added(account, passkey, command.at),)
        case UsePasskey(credential=credential, count=int(count)):
            return (PasskeyUsed(id=account.id, at=command.at, credential=credential, count=count), entered)
        case Recover():
            used = RecoveryCodeUsed(id=account.id, at=command.at, digest=command.digest)
            return (PasswordChanged(id=account.id, at=command.at, password=command.password), used, entered)
    return (entered,)


def passkey_added(account: Account, passkey: Passkey, at: datetime) -> PasskeyAdded:
    return PasskeyAdded(
        id=account.id, at=at, credential=passkey.credential, public_key=passkey.public_key, count=passkey.count
    )


def remove_passkey(account: Account, command: RemovePasskey) -> Decision:
    if command.credential not in {each.credential for each in account.passkeys}:
        return Refusal(AccountCode.NO_SUCH_PASSKEY)
    return (PasskeyRemoved(id=account.id, at=command.at, credential=command.credential),)


def is_proof(account: Account, command: LogIn | Recover | UsePasskey) -> bool:
    if isinstance(command, UsePasskey):
        return command.count is not None and command.credential in {each.credential for each in account.passkeys}
    if isinstance(command, Recover):
        return command.digest in account.recovery
    return command.matched and command.against == account.password


def failed(account: Account, command: LogIn | Recover | UsePasskey) -> tuple[Event, ...]:
    failure = LogInFailed(id=account.id, at=command.at, place=command.place)
    count = apply(account, failure).failures
    if account.held or count < failures_allowed(account, filed=command.filed):
        return (failure,)
    return (failure, AccountHeld(id=account.id, at=command.at, failures=count))


def failures_allowed(account: Account, *, filed: bool) -> float:
    """How many failures in a row, from wherever they come, lock the account altogether."""
    if filed:
        return FAILURES_FILED
    return FAILURES_OF_STAFF if account.is_staff else inf


def release(account: Account, command: Release) -> Decision:
    refusal = authority_refusal(command.by, MAY_RELEASE)
    if refusal is not None:
        return refusal
    if not account.is_locked(command.at) and not command.places:
        return Refusal(AccountCode.NOT_LOCKED, facts={"name": account.name})
    return (AccountReleased(id=account.id, at=command.at, by=command.by),)


def propose_role(account: Account, command: ProposeRole) -> Decision:
    refusal = role_refusal(account, command.by)
    if refusal is not None:
        return refusal
    if command.role not in GRANTABLE:
        return Refusal(AccountCode.NOT_GRANTABLE, facts={"role": term(command.role)})
    if command.role in account.positions:
        return Refusal(AccountCode.ROLE_HELD, facts={"name": account.name, "role": term(command.role)})
    return (RoleProposed(id=account.id, at=command.at, role=command.role, by=command.by),)


def approve_role(account: Account, command: ApproveRole) -> Decision:
    refusal, proposal = role_refusal(account, command.by), account.proposal
    if refusal is not None:
        return refusal
    if proposal is None:
        return Refusal(AccountCode.NO_PROPOSAL, facts={"name": account.name})
    if proposal.by.id == command.by.id:
        facts: dict[str, Value] = {"who": command.by.name, "role": term(proposal.role), "name": account.name}
        return Refusal(AccountCode.SAME_PERSON, facts=facts)
    granted = PositionGranted(
        id=account.id, at=command.at, position=proposal.role, proposed_by=proposal.by, approved_by=command.by
    )
    return (granted,)


def revoke_role(account: Account, command: RevokeRole) -> Decision:
    refusal = role_refusal(account, command.by)
    if refusal is not None:
        return refusal
    if command.role is not None:
        return revoke_position(account, command.role, command)
    if not account.is_staff and account.proposal is None:
        return Refusal(AccountCode.ROLE_HELD, facts={"name": account.name, "role": term(Role.PLAYER)})
    return (RoleRevoked(id=account.id, at=command.at, role=account.role, by=command.by),)


def revoke_position(account: Account, position: Role, command: RevokeRole) -> Decision:
    if position not in account.positions:
        return Refusal(AccountCode.POSITION_NOT_HELD, facts={"name": account.name, "role": term(position)})
    return (PositionRevoked(id=account.id, at=command.at, position=position, by=command.by),)


def claim_office(account: Account, command: ClaimOffice) -> Decision:
    if account.may_grant:
        return Refusal(AccountCode.ROLE_HELD, facts={"name": account.name, "role": term(account.role)})
    if command.officers >= OFFICERS:
        return Refusal(AccountCode.OFFICERS_APPOINTED)
    return (
        OfficerAppointed(id=account.id, at=command.at, role=command.role),
        OfficerCodeUsed(id=account.id, at=command.at, digest=command.digest),
    )


def role_refusal(account: Account, by: Identity) -> Refusal | None:
    refusal = authority_refusal(by, MAY_GRANT)
    if refusal is not None:
        return refusal
    return Refusal(AccountCode.OWN_ROLE, facts={"who": by.name}) if by.id == account.id else None


def authority_refusal(by: Identity, needed: frozenset[Role]) -> Refusal | None:
    if by.role in needed and not by.guest:
        return None
    roles = tuple(map(term, sorted(needed)))
    return Refusal(AccountCode.NO_AUTHORITY, facts={"who": by.name, "needed": roles})


def apply(account: Account | None, event: Event) -> Account:
    """The account after an event; the first one opens it."""
    if isinstance(event, AccountOpened):
        return Account(id=event.id, name=event.name, password=event.password, opened=event.at)
    assert account is not None, f"{event.id} was never opened"
    return FOLDS[type(event)](account, event)


def entered_from(account: Account, event: LoggedInFrom) -> Account:
    """Its owner is in: what happened before is told to them, and counted no more."""
    device = event.place.device
    seen = LogInSeen(at=event.at, address=event.place.address, new_device=device not in account.devices)
    others = tuple(each for each in account.devices if each != device)
    return replace(
        account,
        failures=0,
        locked_until=None,
        failed=None,
        failed_before=account.failed,
        devices=(*others, device)[-DEVICES_KEPT:] if device else account.devices,
        log_ins=(*account.log_ins, seen)[-LOG_INS_KEPT:],
    )


def earlier_failures(account: Account, at: datetime) -> int:
    """The failures that still count: a lock that is over has cleared them."""
    over = account.locked_until is not None and at >= account.locked_until
    return 0 if over else account.failures


def failed_from(account: Account, event: LogInFailed) -> Account:
    failures = one_more(account.failed, event.place, event.at)
    return replace(account, failures=account.failures + 1, failed=failures)


def without(codes: tuple[str, ...], digest: str) -> tuple[str, ...]:
    return tuple(each for each in codes if each != digest)


def but(passkeys: tuple[Passkey, ...], credential: str) -> tuple[Passkey, ...]:
    return tuple(each for each in passkeys if each.credential != credential)


def with_passkey(account: Account, event: PasskeyAdded) -> Account:
    added = Passkey(event.credential, event.public_key, event.count, event.at)
    return replace(account, passkeys=(*but(account.passkeys, event.credential), added))


def with_passkey_used(account: Account, event: PasskeyUsed) -> Account:
    used = (
        replace(each, count=event.count) if each.credential == event.credential else each for each in account.passkeys
    )
    return replace(account, passkeys=tuple(used))


def released(account: Account, _: Event) -> Account:
    return replace(account, failures=0, locked_until=None, held=False)


def given_role(account: Account, event: RoleGranted | OfficerAppointed) -> Account:
    return replace(account, positions=() if event.role in NO_STAFF else (event.role,), proposal=None)


def given_position(account: Account, event: PositionGranted) -> Account:
    return replace(account, positions=(*account.positions, event.position), proposal=None)


def lost_position(account: Account, event: PositionRevoked) -> Account:
    return replace(account, positions=tuple(each for each in account.positions if each is not event.position))


FOLDS: Mapping[type[Any], Callable[[Account, Any], Account]] = {
    LoggedIn: released,
    LoggedInFrom: entered_from,
    PasswordFailed: lambda account, event: replace(
        account, failures=earlier_failures(account, event.at) + 1, locked_until=None
    ),
    LogInFailed: failed_from,
    AccountLocked: lambda account, event: replace(account, locked_until=event.until),
    AccountHeld: lambda account, _: replace(account, held=True),
    AccountReleased: released,
    PasswordChanged: lambda account, event: replace(account, password=event.password, failures=0, locked_until=None),
    RecoveryCodesMade: lambda account, event: replace(account, recovery=event.digests),
    RecoveryCodeUsed: lambda account, event: replace(account, recovery=without(account.recovery, event.digest)),
    PasskeyAdded: with_passkey,
    PasskeyUsed: with_passkey_used,
    PasskeyRemoved: lambda account, event: replace(account, passkeys=but(account.passkeys, event.credential)),
    RoleProposed: lambda account, event: replace(account, proposal=RoleProposal(event.role, event.by)),
    RoleGranted: given_role,
    OfficerAppointed: given_role,
    OfficerCodeUsed: lambda account, _: account,
    PositionGranted: given_position,
    PositionRevoked: lost_position,
    RoleRevoked: lambda account, _: replace(account, positions=(), proposal=None),
}
"""What each event does to an account, and nothing else."""
