"""Accounts over HTTP: enter as a guest, register, log in and out; what staff do with accounts and roles."""

from datetime import timedelta
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from pokerroom.live.behind_the_scenes import TRIED
from pokerroom.live.entrance import accounts
from pokerroom.live.entrance.accounts import Account
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.places import Failures
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.live.entrance.sessions import Opened
from pokerroom.live.room import DEMONSTRATION
from pokerroom.web.api.answers import (
    AccountState,
    BehindTheScenes,
    EnterAsGuest,
    Entered,
    Failed,
    LogIn,
    LogInTold,
    Me,
    Mine,
    NewPasskey,
    NewPassword,
    NewRole,
    OfficerCode,
    PasskeyTold,
    Person,
    Recover,
    RecoveryCodes,
    Register,
    Unlock,
    WithPasskey,
    WithPassword,
)
from pokerroom.web.api.serving import (
    FromIdentity,
    FromPlace,
    FromServices,
    FromToken,
    Missing,
    Refused,
    Services,
    may_answer,
    site_of,
)
from pokerroom.web.security import Rules
from pokerroom.words import term

DEVICE_SECONDS = int(timedelta(days=400).total_seconds())
"""As long as browsers keep a cookie."""


def person(identity: Identity) -> Person:
    return Person(
        id=identity.id,
        name=identity.name,
        role=identity.role,
        guest=identity.guest,
        positions=identity.positions,
        scope=identity.scope,
    )


def cookies_of(opened: Opened, rules: Rules) -> list[Cookie]:
    """The secrets for their browser: no script can read them, and no other site can send them."""
    seconds = int((opened.session.until - opened.session.opened).total_seconds())
    session = private_cookie(rules, rules.cookie, opened.token, seconds)
    if not opened.device:
        return [session]
    return [session, private_cookie(rules, rules.device_cookie, opened.device, DEVICE_SECONDS)]


def private_cookie(rules: Rules, key: str, value: str, seconds: int) -> Cookie:
    return Cookie(key=key, value=value, max_age=seconds, path="/", secure=rules.https, httponly=True, samesite="lax")


def entered(services: Services, outcome: Opened | Refusal, how: str) -> Response[Entered]:
    """The person who was let in, with their cookies; a refusal is raised."""
    result = outcome.code.value if isinstance(outcome, Refusal) else how
    services.metrics.sign_ins.labels(outcome=result).inc()
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    identity = services.desk.identify(outcome.token)
    account = services.desk.account(outcome.session.holder)
    told = Entered(
        person=None if identity is None else person(identity),
        recovery_codes=outcome.recovery,
        failed=None if account is None else failures(account.failed_before),
    )
    return Response(told, cookies=cookies_of(outcome, services.rules))


def failures(found: Failures | None) -> Failed | None:
    return None if found is None else Failed(**msgspec.structs.asdict(found))


@get("/accounts/me", name="me")
async def me(services: FromServices, token: FromToken) -> Me:
    """Who this browser is to the room."""
    known = person_of(services, token)
    return Me(person=known, locked=services.desk.is_locked(token), lock_after=services.rules.lock_after)


@post("/accounts/guest", name="guest", status_code=HTTP_200_OK, responses=may_answer(400, 409))
async def guest(services: FromServices, token: FromToken, data: JSONBody[EnterAsGuest]) -> Response[Entered]:
    """Enter as a guest, to play for play chips."""
    current = services.desk.session_of(token)
    if current is not None and current.is_guest and data.name in {None, current.guest_name}:
        # Sent twice, as by two tabs at once: they stay who they are.
        return Response(Entered(person=person_of(services, token)))
    return entered(services, await services.desk.admit_guest(data.name or "", token=token), "guest")


def person_of(services: Services, token: str | None) -> Person | None:
    identity = services.desk.identify(token)
    return None if identity is None else person(identity)


@post("/accounts/register", name="register", status_code=HTTP_200_OK, responses=may_answer(400, 409))
async def register(
    services: FromServices, token: FromToken, place: FromPlace, data: JSONBody[Register]
) -> Response[Entered]:
    """Open an account, and be logged in; a guest keeps their seat and chips."""
    outcome = await services.desk.register(data.name, data.password, token=token, place=place)
    return entered(services, outcome, "registered")


@post("/accounts/login", name="login", status_code=HTTP_200_OK, responses=may_answer(400, 401, 403))
async def login(services: FromServices, token: FromToken, place: FromPlace, data: JSONBody[LogIn]) -> Response[Entered]:
    """Log in; after three failures the name is locked for this device or address for a while."""
    outcome = await services.desk.log_in(data.name, data.password, token=token, place=place)
    return entered(services, outcome, "logged in")


@post("/accounts/recover", name="recover", status_code=HTTP_200_OK, responses=may_answer(400, 401, 403, 409))
async def recover(
    services: FromServices, token: FromToken, place: FromPlace, data: JSONBody[Recover]
) -> Response[Entered]:
    """Choose a new password by a recovery code, which ends every other session; the locks are those of logging in."""
    outcome = await services.desk.recover(data.name, data.code, data.new, token=token, place=place)
    return entered(services, outcome, "recovered")


@post("/accounts/logout", name="logout", status_code=HTTP_200_OK)
async def logout(services: FromServices, token: FromToken) -> Response[Me]:
    """End this session."""
    await services.desk.log_out(token)
    return out(services)


@post(
    "/accounts/logout-everywhere",
    name="log out everywhere",
    status_code=HTTP_200_OK,
    responses=may_answer(401, 403),
)
async def log_out_everywhere(services: FromServices, identity: FromIdentity) -> Response[Me]:
    """End every session of this account, on every device."""
    await services.desk.end_sessions(identity.id, by=identity)
    return out(services)


def out(services: Services) -> Response[Me]:
    return Response(Me(person=None), cookies=[private_cookie(services.rules, services.rules.cookie, "", 0)])


@get("/accounts/mine", name="mine", responses=may_answer(401, 403))
async def mine(services: FromServices, identity: FromIdentity) -> Mine:
    """Log-ins, failures and passkeys of this account, for its owner."""
    account = services.desk.account(identity.id)
    assert account is not None, identity
    return told_of(services, account)


def told_of(services: Services, account: Account) -> Mine:
    return Mine(
        log_ins=tuple(LogInTold(**msgspec.structs.asdict(each)) for each in reversed(account.log_ins)),
        failed_before=failures(account.failed_before),
        failed=failures(account.failed),
        sessions=services.desk.sessions_of(account.id),
        recovery_codes_left=len(account.recovery),
        passkeys=tuple(PasskeyTold(credential=each.credential, added=each.added) for each in account.passkeys),
    )


@post(
    "/accounts/password",
    name="password",
    status_code=HTTP_200_OK,
    responses=may_answer(400, 401, 403, 404, 409),
)
async def password(
    services: FromServices, token: FromToken, place: FromPlace, identity: FromIdentity, data: JSONBody[NewPassword]
) -> Response[Entered]:
    """Change the password, which ends every other session."""
    outcome = await services.desk.change_password(identity.id, data.old, data.new, token=token, place=place)
    return entered(services, outcome, "password changed")


@post(
    "/accounts/recovery-codes",
    name="recovery codes",
    status_code=HTTP_200_OK,
    responses=may_answer(400, 401, 403, 404),
)
async def recovery_codes(
    services: FromServices, place: FromPlace, identity: FromIdentity, data: JSONBody[WithPassword]
) -> RecoveryCodes:
    """New recovery codes, shown this once; those from before are worth nothing any more."""
    outcome = await services.desk.new_recovery_codes(identity.id, data.password, place=place)
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    return RecoveryCodes(recovery_codes=outcome)


@post(
    "/accounts/officer",
    name="claim office",
    status_code=HTTP_200_OK,
    responses=may_answer(400, 401, 403, 404, 409),
)
async def claim_office(
    services: FromServices, identity: FromIdentity, data: JSONBody[OfficerCode]
) -> Response[Entered]:
    """Become one of the first two officers, by a one-time code from whoever runs the machine."""
    return entered(services, await services.desk.claim_office(identity.id, data.code), "appointed")


def options(outcome: dict[str, Any] | Refusal) -> dict[str, Any]:
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    return outcome


@post("/accounts/passkeys/options", name="new passkey", status_code=HTTP_200_OK, responses=may_answer(401, 403, 404))
async def new_passkey(
    services: FromServices, identity: FromIdentity, request: Request[Any, Any, Any]
) -> dict[str, Any]:
    """What a browser needs to make a passkey for this account."""
    return options(services.desk.passkey_options(site_of(request), identity.id))


@post("/accounts/passkeys", name="add passkey", status_code=HTTP_200_OK, responses=may_answer(400, 401, 403, 404))
async def add_passkey(
    services: FromServices,
    place: FromPlace,
    identity: FromIdentity,
    request: Request[Any, Any, Any],
    data: JSONBody[NewPasskey],
) -> Mine:
    """Keep a passkey that a device has made; the password says that it is the owner who asks."""
    site = site_of(request)
    outcome = await services.desk.add_passkey(identity.id, data.password, data.passkey, site, place=place)
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    return told_of(services, outcome)


Credential = Annotated[str, PathParameter(description="Of a passkey, as `mine` lists them.", max_length=1400)]


@delete(
    "/accounts/passkeys/{credential:str}",
    name="remove passkey",
    status_code=HTTP_200_OK,
    responses=may_answer(400, 401, 403, 404),
)
async def remove_passkey(services: FromServices, identity: FromIdentity, credential: Credential) -> Mine:
    """Take a passkey away, as when its device was lost."""
    command = accounts.RemovePasskey(credential=credential, at=services.desk.now)
    outcome = await services.desk.ask(identity.id, command, by=identity.id)
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    return told_of(services, outcome)


@post("/accounts/login/passkey/options", name="use passkey", status_code=HTTP_200_OK)
async def use_passkey(services: FromServices, request: Request[Any, Any, Any]) -> dict[str, Any]:
    """What a browser needs to log in by a passkey; the device says whose it is."""
    return options(services.desk.passkey_options(site_of(request)))


@post(
    "/accounts/login/passkey",
    name="log in by passkey",
    status_code=HTTP_200_OK,
    responses=may_answer(400, 401, 403),
)
async def log_in_by_passkey(
    services: FromServices,
    token: FromToken,
    place: FromPlace,
    request: Request[Any, Any, Any],
    data: JSONBody[WithPasskey],
) -> Response[Entered]:
    """Log in by a passkey, under the locks of a password."""
    outcome = await services.desk.log_in_by_passkey(data.passkey, site_of(request), token=token, place=place)
    return entered(services, outcome, "logged in")


@post("/accounts/lock", name="lock", status_code=HTTP_200_OK, responses=may_answer(401, 403))
async def lock(services: FromServices, token: FromToken) -> Me:
    """Lock this session until its holder shows again who they are: nobody works at a console that was left."""
    await services.desk.lock(token)
    return Me(person=person_of(services, token), locked=True, lock_after=services.rules.lock_after)


@post("/accounts/unlock", name="unlock", status_code=HTTP_200_OK, responses=may_answer(400, 401, 403, 404))
async def unlock(
    services: FromServices,
    token: FromToken,
    place: FromPlace,
    identity: FromIdentity,
    request: Request[Any, Any, Any],
    data: JSONBody[Unlock],
) -> Me:
    """Go on, by the password or a passkey of the same account."""
    desk = services.desk
    if data.passkey is not None:
        known = await desk.vouch_by_passkey(data.passkey, site_of(request), place=place)
    else:
        known = await desk.vouch(identity.name, data.password, place=place)
    if isinstance(known, Refusal):
        raise Refused(known)
    if known.id != identity.id:
        raise Refused(Refusal(AccountCode.PASSKEY_NOT_RECOGNIZED))
    await desk.unlock(token)
    return Me(person=person(identity), lock_after=services.rules.lock_after)


@post("/accounts/acting", name="act as", status_code=HTTP_200_OK, responses=may_answer(400, 401, 403, 404))
async def act_as(services: FromServices, token: FromToken, data: JSONBody[NewRole]) -> Response[Entered]:
    """Go on in another position that one holds; this session is replaced, and lasts no longer."""
    return entered(services, await services.desk.act_as(token, data.role), "acts as")


@post(
    "/accounts/behind-the-scenes",
    name="behind the scenes",
    status_code=HTTP_200_OK,
    responses=may_answer(400, 401, 403, 404),
)
async def behind_the_scenes(
    services: FromServices, token: FromToken, data: JSONBody[BehindTheScenes]
) -> Response[Entered]:
    """Try a position of staff in the room set apart for it, or come back from there."""
    if services.floor is None or not services.floor.has_behind_the_scenes:
        raise Missing("this room has no such door")
    if data.position is not None and data.position not in TRIED:
        raise Refused(Refusal(AccountCode.NOT_GRANTABLE, facts={"role": term(data.position)}))
    await services.floor.open_behind_the_scenes()
    return entered(services, await services.desk.show_around(token, data.position, DEMONSTRATION), "shown around")


AccountName = Annotated[str, PathParameter(description="The name of an account.", min_length=1, max_length=64)]
STAFF_ANSWERS = may_answer(400, 401, 403, 404, 409)


def account_named(services: Services, name: str) -> Account:
    account = services.desk.named(name)
    if account is None:
        raise Refused(Refusal(AccountCode.NO_SUCH_ACCOUNT))
    return account


def account_state(services: Services, account: Account) -> AccountState:
    proposal = account.proposal
    return AccountState(
        person=person(account.identity),
        opened=account.opened,
        locked=account.held,
        locked_until=account.locked_until,
        locked_places=len(services.desk.locked_places(account.id)),
        proposed=None if proposal is None else proposal.role,
        proposed_by=None if proposal is None else proposal.by.name,
    )


async def asked(services: Services, name: str, by: Identity, command: accounts.Command) -> AccountState:
    return after(services, await services.desk.ask(account_named(services, name).id, command, by=by.id))


def after(services: Services, outcome: Account | Refusal) -> AccountState:
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    return account_state(services, outcome)


@get("/accounts/staff", name="staff", responses=may_answer(401, 403))
async def staff(services: FromServices) -> tuple[AccountState, ...]:
    """Everybody who holds a position or is proposed for one, and whose account is locked."""
    return tuple(account_state(services, each) for each in services.desk.staff)


@get("/accounts/named/{name:str}", name="account", responses=may_answer(400, 401, 403, 404))
async def account(services: FromServices, name: AccountName) -> AccountState:
    """An account, for staff."""
    return account_state(services, account_named(services, name))


@post("/accounts/named/{name:str}/release", name="release", status_code=HTTP_200_OK, responses=STAFF_ANSWERS)
async def release(services: FromServices, name: AccountName, identity: FromIdentity) -> AccountState:
    """Release an account that is locked, altogether or for some devices and addresses."""
    return after(services, await services.desk.release(account_named(services, name).id, by=identity))


@post("/accounts/named/{name:str}/role", name="propose role", status_code=HTTP_200_OK, responses=STAFF_ANSWERS)
async def propose_role(
    services: FromServices, name: AccountName, identity: FromIdentity, data: JSONBody[NewRole]
) -> AccountState:
    """Propose a role for somebody; another person must approve it."""
    command = accounts.ProposeRole(role=data.role, by=identity, at=services.desk.now)
    return await asked(services, name, identity, command)


@post(
    "/accounts/named/{name:str}/role/approve",
    name="approve role",
    status_code=HTTP_200_OK,
    responses=STAFF_ANSWERS,
)
async def approve_role(services: FromServices, name: AccountName, identity: FromIdentity) -> AccountState:
    """Approve the role that another person proposed; its holder must log in again."""
    return await asked(services, name, identity, accounts.ApproveRole(by=identity, at=services.desk.now))


OnePosition = Annotated[Role | None, QueryParameter(description="One of several; without it, all of them.")]


@delete("/accounts/named/{name:str}/role", name="revoke role", status_code=HTTP_200_OK, responses=STAFF_ANSWERS)
async def revoke_role(
    services: FromServices, name: AccountName, identity: FromIdentity, position: OnePosition = None
) -> AccountState:
    """Take one position away, or all of them: then they are a player again. They must log in again."""
    return await asked(services, name, identity, accounts.RevokeRole(by=identity, role=position, at=services.desk.now))


@delete(
    "/accounts/named/{name:str}/sessions",
    name="end sessions",
    status_code=HTTP_204_NO_CONTENT,
    responses=may_answer(400, 401, 403, 404),
)
async def end_sessions(services: FromServices, name: AccountName, identity: FromIdentity) -> None:
    """Log somebody out everywhere."""
    await services.desk.end_sessions(account_named(services, name).id, by=identity)


HANDLERS = (
    me,
    guest,
    register,
    login,
    recover,
    logout,
    log_out_everywhere,
    mine,
    password,
    recovery_codes,
    claim_office,
    new_passkey,
    add_passkey,
    remove_passkey,
    use_passkey,
    log_in_by_passkey,
    lock,
    unlock,
    act_as,
    behind_the_scenes,
    staff,
    account,
    release,
    propose_role,
    approve_role,
    revoke_role,
    end_sessions,
)
