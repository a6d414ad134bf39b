"""One account: who somebody is, how they prove it, and what they may do; `decide` chooses, `apply` folds.

Whether a password matched arrives with the command, as a deck does: checking one takes time and memory on purpose.
Three failures in a row lock an account until staff release it or the time is over. A role is granted by two people,
neither of whom receives it.
"""

from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.names import folded, name_refusal
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.words import Value, saying, term

FAILURES_ALLOWED = 3
LOCKED_FOR = timedelta(minutes=15)

MAY_GRANT = frozenset({Role.SHIFT_SUPERVISOR, Role.ACCOUNTING})
"""Who proposes and approves roles."""

MAY_RELEASE = frozenset({Role.FLOORPERSON, Role.SHIFT_SUPERVISOR, Role.SECURITY})

GRANTABLE = frozenset(Role) - {Role.VISITOR}

SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 200


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
    role: Role = Role.PLAYER
    opened: datetime
    failures: int = 0
    """Since the last time the password matched."""
    locked_until: datetime | None = None
    proposal: RoleProposal | None = None

    @property
    def identity(self) -> Identity:
        return Identity(self.id, self.name, self.role, guest=False)

    def is_locked(self, at: datetime) -> bool:
        return self.locked_until is not None and at < self.locked_until


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    at: datetime


class OpenAccount(Asked, frozen=True, tag=True, kw_only=True):
    """A guest who opens an account keeps their id, and with it their seat and chips."""

    id: str
    name: str
    password: PasswordHash


class LogIn(Asked, frozen=True, tag=True, kw_only=True):
    against: PasswordHash
    """What the password was checked against."""
    matched: bool


class ChangePassword(Asked, frozen=True, tag=True, kw_only=True):
    """Needs the old password, so that somebody who finds an open session cannot do it."""

    against: PasswordHash
    matched: bool
    password: PasswordHash


class Release(Asked, frozen=True, tag=True, kw_only=True):
    by: Identity


class ProposeRole(Asked, frozen=True, tag=True, kw_only=True):
    role: Role
    by: Identity


class ApproveRole(Asked, frozen=True, tag=True, kw_only=True):
    by: Identity


class RevokeRole(Asked, frozen=True, tag=True, kw_only=True):
    """Back to a player's account, by one person: taking authority away must not wait for a second."""

    by: Identity


class Appoint(Asked, frozen=True, tag=True, kw_only=True):
    """The first two people who may grant roles, named by whoever runs the machine."""

    role: Role
    officers: int
    """How many people may already grant roles."""


Command = OpenAccount | LogIn | ChangePassword | Release | ProposeRole | ApproveRole | RevokeRole | Appoint


class OfAccount(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    at: datetime


class AccountOpened(OfAccount, frozen=True, tag=True, kw_only=True):
    name: str
    password: PasswordHash


class LoggedIn(OfAccount, frozen=True, tag=True, kw_only=True):
    pass


class PasswordFailed(OfAccount, frozen=True, tag=True, kw_only=True):
    pass


class AccountLocked(OfAccount, frozen=True, tag=True, kw_only=True):
    until: datetime


class AccountReleased(OfAccount, frozen=True, tag=True, kw_only=True):
    by: Identity


class PasswordChanged(OfAccount, frozen=True, tag=True, kw_only=True):
    password: PasswordHash


class RoleProposed(OfAccount, frozen=True, tag=True, kw_only=True):
    role: Role
    by: Identity


class RoleGranted(OfAccount, frozen=True, tag=True, kw_only=True):
    role: Role
    proposed_by: Identity
    approved_by: Identity


class RoleRevoked(OfAccount, frozen=True, tag=True, kw_only=True):
    role: Role
    by: Identity


class OfficerAppointed(OfAccount, frozen=True, tag=True, kw_only=True):
    role: Role


Event = (
    AccountOpened
    | LoggedIn
    | PasswordFailed
    | AccountLocked
    | AccountReleased
    | PasswordChanged
    | RoleProposed
    | RoleGranted
    | RoleRevoked
    | OfficerAppointed
)
Decision = tuple[Event, ...] | Refusal


def password_refusal(password: str, name: str) -> Refusal | None:
    what = None
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        what = saying("detail-entrance.password-length", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
    elif len(set(password)) < SHORTEST_PASSWORD // 2:
        what = saying("detail-entrance.password-repeats")
    elif folded(name) and folded(name) in folded(password):
        what = saying("detail-entrance.password-holds-name")
    return None if what is None else Refusal(AccountCode.PASSWORD_UNFIT, facts={"what": what})


def decide(account: Account | None, command: Command) -> Decision:
    """What a command leads to. For opening one, `account` is whoever has the name or the id already."""
    if isinstance(command, OpenAccount):
        return open_account(account, command)
    if account is None:
        return Refusal(AccountCode.NOT_RECOGNIZED if isinstance(command, LogIn) else AccountCode.NO_SUCH_ACCOUNT)
    match command:
        case LogIn() | ChangePassword():
            return with_password(account, command)
        case Release():
            return release(account, command)
        case ProposeRole():
            return propose_role(account, command)
        case ApproveRole():
            return approve_role(account, command)
        case RevokeRole():
            return revoke_role(account, command)
        case Appoint():
            return appoint(account, command)


def open_account(taken: Account | None, command: OpenAccount) -> Decision:
    refusal = name_refusal(command.name)
    if refusal is not None:
        return refusal
    if taken is not None:
        return Refusal(AccountCode.NAME_TAKEN, facts={"name": command.name})
    return (AccountOpened(id=command.id, at=command.at, name=command.name, password=command.password),)


def with_password(account: Account, command: LogIn | ChangePassword) -> Decision:
    # First of all: of guesses made at the same time only the first three count, whatever the others found.
    if account.is_locked(command.at):
        return locked(account)
    if not command.matched or command.against != account.password:
        return failed(account, command.at)
    if isinstance(command, LogIn):
        return (LoggedIn(id=account.id, at=command.at),)
    return (PasswordChanged(id=account.id, at=command.at, password=command.password),)


def locked(account: Account) -> Refusal:
    assert account.locked_until is not None
    until = account.locked_until.strftime("%H:%M:%S UTC")
    return Refusal(AccountCode.LOCKED, facts={"failures": FAILURES_ALLOWED, "until": until})


def failed(account: Account, at: datetime) -> tuple[Event, ...]:
    failure = PasswordFailed(id=account.id, at=at)
    if apply(account, failure).failures < FAILURES_ALLOWED:
        return (failure,)
    return (failure, AccountLocked(id=account.id, at=at, until=at + LOCKED_FOR))


def release(account: Account, command: Release) -> Decision:
    refusal = authority_refusal(command.by, MAY_RELEASE)
    if refusal is not None:
        return refusal
    if not account.is_locked(command.at):
        return Refusal(AccountCode.NOT_LOCKED, facts={"name": account.name})
    return (AccountReleased(id=account.id, at=command.at, by=command.by),)


def propose_role(account: Account, command: ProposeRole) -> Decision:
    refusal = role_refusal(account, command.by)
    if refusal is not None:
        return refusal
    if command.role not in GRANTABLE:
        return Refusal(AccountCode.NOT_GRANTABLE, facts={"role": term(command.role)})
    if command.role is account.role:
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
    granted = RoleGranted(
        id=account.id, at=command.at, role=proposal.role, proposed_by=proposal.by, approved_by=command.by
    )
    return (granted,)


def revoke_role(account: Account, command: RevokeRole) -> Decision:
    refusal = role_refusal(account, command.by)
    if refusal is not None:
        return refusal
    if account.role is Role.PLAYER and account.proposal is None:
        return Refusal(AccountCode.ROLE_HELD, facts={"name": account.name, "role": term(Role.PLAYER)})
    return (RoleRevoked(id=account.id, at=command.at, role=account.role, by=command.by),)


def appoint(account: Account, command: Appoint) -> Decision:
    if command.role not in MAY_GRANT:
        return Refusal(AccountCode.NOT_GRANTABLE, facts={"role": term(command.role)})
    if account.role in MAY_GRANT:
        return Refusal(AccountCode.ROLE_HELD, facts={"name": account.name, "role": term(account.role)})
    if command.officers >= 2:
        return Refusal(AccountCode.OFFICERS_APPOINTED)
    return (OfficerAppointed(id=account.id, at=command.at, role=command.role),)


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
    match event:
        case LoggedIn() | AccountReleased():
            return replace(account, failures=0, locked_until=None)
        case PasswordFailed():
            return replace(account, failures=earlier_failures(account, event.at) + 1, locked_until=None)
        case AccountLocked():
            return replace(account, locked_until=event.until)
        case PasswordChanged():
            return replace(account, password=event.password, failures=0, locked_until=None)
        case RoleProposed():
            return replace(account, proposal=RoleProposal(event.role, event.by))
        case RoleGranted() | OfficerAppointed():
            return replace(account, role=event.role, proposal=None)
        case RoleRevoked():
            return replace(account, role=Role.PLAYER, proposal=None)


def earlier_failures(account: Account, at: datetime) -> int:
    """The failures that still count: a lock that is over has cleared them."""
    over = account.locked_until is not None and at >= account.locked_until
    return 0 if over else account.failures
