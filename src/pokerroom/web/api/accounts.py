"""Accounts over HTTP: enter as a guest, register, log in and out; what staff do with accounts and roles."""

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from pokerroom.live.entrance import accounts
from pokerroom.live.entrance.accounts import Account
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.live.entrance.sessions import Opened
from pokerroom.web.api.answers import AccountState, EnterAsGuest, LogIn, Me, NewPassword, NewRole, Person, Register
from pokerroom.web.api.serving import (
    FromIdentity,
    FromServices,
    FromToken,
    MaybeIdentity,
    Refused,
    Services,
    may_answer,
)
from pokerroom.web.security import Rules


def person(identity: Identity) -> Person:
    return Person(id=identity.id, name=identity.name, role=identity.role, guest=identity.guest)


def cookie_of(opened: Opened, rules: Rules) -> Cookie:
    """The token for its browser: no script can read it, and no other site can send it."""
    seconds = int((opened.session.until - opened.session.opened).total_seconds())
    return session_cookie(rules, opened.token, seconds)


def session_cookie(rules: Rules, token: str, seconds: int) -> Cookie:
    return Cookie(
        key=rules.cookie,
        value=token,
        max_age=seconds,
        path="/",
        secure=rules.https,
        httponly=True,
        samesite="lax",
    )


def entered(services: Services, outcome: Opened | Refusal, how: str) -> Response[Me]:
    """The person who was let in, with their cookie; a refusal is raised."""
    result = outcome.code.value if isinstance(outcome, Refusal) else how
    services.metrics.sign_ins.labels(outcome=result).inc()
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    identity = services.desk.identify(outcome.token)
    return Response(
        Me(person=None if identity is None else person(identity)), cookies=[cookie_of(outcome, services.rules)]
    )


@get("/accounts/me", name="me")
async def me(identity: MaybeIdentity) -> Me:
    """Who this browser is to the room."""
    return Me(person=None if identity is None else person(identity))


@post("/accounts/guest", name="guest", status_code=HTTP_200_OK, responses=may_answer(400, 409))
async def guest(services: FromServices, token: FromToken, data: JSONBody[EnterAsGuest]) -> Response[Me]:
    """Enter as a guest, to play for play chips."""
    current = services.desk.session_of(token)
    if current is not None and current.is_guest and data.name in {None, current.guest_name}:
        # Sent twice, as by two tabs at once: they stay who they are.
        return Response(Me(person=person_of(services, token)))
    return entered(services, await services.desk.admit_guest(data.name or "", token=token), "guest")


def person_of(services: Services, token: str | None) -> Person | None:
    identity = services.desk.identify(token)
    return None if identity is None else person(identity)


@post("/accounts/register", name="register", status_code=HTTP_200_OK, responses=may_answer(400, 409))
async def register(services: FromServices, token: FromToken, data: JSONBody[Register]) -> Response[Me]:
    """Open an account, and be logged in; a guest keeps their seat and chips."""
    return entered(services, await services.desk.register(data.name, data.password, token=token), "registered")


@post("/accounts/login", name="login", status_code=HTTP_200_OK, responses=may_answer(400, 401, 403))
async def login(services: FromServices, token: FromToken, data: JSONBody[LogIn]) -> Response[Me]:
    """Log in; after three failures the account is locked for a while."""
    return entered(services, await services.desk.log_in(data.name, data.password, token=token), "logged in")


@post("/accounts/logout", name="logout", status_code=HTTP_200_OK)
async def logout(services: FromServices, token: FromToken) -> Response[Me]:
    """End this session."""
    await services.desk.log_out(token)
    return Response(Me(person=None), cookies=[session_cookie(services.rules, "", 0)])


@post(
    "/accounts/password",
    name="password",
    status_code=HTTP_200_OK,
    responses=may_answer(400, 401, 403, 404, 409),
)
async def password(
    services: FromServices, token: FromToken, identity: FromIdentity, data: JSONBody[NewPassword]
) -> Response[Me]:
    """Change the password, which ends every other session."""
    outcome = await services.desk.change_password(identity.id, data.old, data.new, token=token)
    return entered(services, outcome, "password changed")


AccountName = Annotated[str, PathParameter(description="The name of an account.", min_length=1, max_length=64)]
STAFF_ANSWERS = may_answer(400, 401, 403, 404, 409)


def account_named(services: Services, name: str) -> Account:
    account = services.desk.named(name)
    if account is None:
        raise Refused(Refusal(AccountCode.NO_SUCH_ACCOUNT))
    return account


def account_state(account: Account) -> AccountState:
    proposal = account.proposal
    return AccountState(
        person=person(account.identity),
        opened=account.opened,
        locked_until=account.locked_until,
        proposed=None if proposal is None else proposal.role,
        proposed_by=None if proposal is None else proposal.by.name,
    )


async def asked(services: Services, name: str, by: Identity, command: accounts.Command) -> AccountState:
    outcome = await services.desk.ask(account_named(services, name).id, command, by=by.id)
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    return account_state(outcome)


@get("/accounts/named/{name:str}", name="account", responses=may_answer(400, 401, 403, 404))
async def account(services: FromServices, name: AccountName) -> AccountState:
    """An account, for staff."""
    return account_state(account_named(services, name))


@post("/accounts/named/{name:str}/release", name="release", status_code=HTTP_200_OK, responses=STAFF_ANSWERS)
async def release(services: FromServices, name: AccountName, identity: FromIdentity) -> AccountState:
    """Release an account that is locked."""
    return await asked(services, name, identity, accounts.Release(by=identity, at=services.desk.now()))


@post("/accounts/named/{name:str}/role", name="propose role", status_code=HTTP_200_OK, responses=STAFF_ANSWERS)
async def propose_role(
    services: FromServices, name: AccountName, identity: FromIdentity, data: JSONBody[NewRole]
) -> AccountState:
    """Propose a role for somebody; another person must approve it."""
    command = accounts.ProposeRole(role=data.role, by=identity, at=services.desk.now())
    return await asked(services, name, identity, command)


@post(
    "/accounts/named/{name:str}/role/approve",
    name="approve role",
    status_code=HTTP_200_OK,
    responses=STAFF_ANSWERS,
)
async def approve_role(services: FromServices, name: AccountName, identity: FromIdentity) -> AccountState:
    """Approve the role that another person proposed; its holder must log in again."""
    return await asked(services, name, identity, accounts.ApproveRole(by=identity, at=services.desk.now()))


@delete("/accounts/named/{name:str}/role", name="revoke role", status_code=HTTP_200_OK, responses=STAFF_ANSWERS)
async def revoke_role(services: FromServices, name: AccountName, identity: FromIdentity) -> AccountState:
    """Take somebody's role away; they are a player again, and must log in again."""
    return await asked(services, name, identity, accounts.RevokeRole(by=identity, at=services.desk.now()))


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
    logout,
    password,
    account,
    release,
    propose_role,
    approve_role,
    revoke_role,
    end_sessions,
)
