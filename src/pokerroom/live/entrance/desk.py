"""The front desk: who enters, as a guest or with an account, and what happens with accounts and sessions.

Accounts and sessions are kept in a separate record, apart from the rooms: one person is the same in all of them. As
everywhere, events take effect only once they are durable.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
import structlog

from pokerroom.live.entrance import accounts, sessions
from pokerroom.live.entrance.accounts import Account, Command, folded
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.passwords import Passwords
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.live.entrance.sessions import Opened, Session, SessionEnded, SessionOpened, Sessions, Why
from pokerroom.live.machine import CLOCK, ENTROPY
from pokerroom.live.ports import Entropy, Record, World
from pokerroom.log import Codec, Head, beginning, enclose
from pokerroom.room.ports import Batch, EventStore, Row
from pokerroom.room.streams import kinds_of
from pokerroom.store import LoopWriter, Writer

LOG = structlog.get_logger(__name__)

ACCOUNTS, SESSIONS = "accounts", "sessions"
CODECS = {ACCOUNTS: Codec(kinds_of(accounts.Event)), SESSIONS: Codec(kinds_of(sessions.Event))}
GUEST_NUMBERS = 9000
TIDY_EVERY = timedelta(minutes=10)

Append = Callable[[Batch], Awaitable[int]]
"""Makes a batch durable: `LoopWriter.append`."""


class Turn:
    """One at a time; nobody waits for theirs while nothing can be recorded."""

    def __init__(self, refuse: Callable[[], None]) -> None:
        self._refuse, self._lock = refuse, asyncio.Lock()

    async def __aenter__(self) -> None:
        self._refuse()
        await self._lock.acquire()

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()


class Desk:
    """Create it in the event loop. `ended` is called for every session that ends: its sockets must close."""

    def __init__(
        self,
        store: EventStore,
        append: Append,
        *,
        passwords: Passwords | None = None,
        clock: Callable[[], datetime] = CLOCK.now,
        entropy: Entropy = ENTROPY,
        refuse: Callable[[], None] = lambda: None,
    ) -> None:
        """`refuse` raises while nothing can be recorded."""
        self._store, self._append, self._clock = store, append, clock
        self._entropy, self._chance = entropy, entropy.generator()
        self._passwords = Passwords() if passwords is None else passwords
        self._turn = Turn(refuse)
        self.ended: list[Callable[[SessionEnded], None]] = []
        self._tidied: datetime | None = None
        self._read()

    def _read(self) -> None:
        """Everything from the record."""
        self._accounts: dict[str, Account] = {}
        self._ids: dict[str, str] = {}
        self._heads: dict[str, Head] = dict(self._store.heads())
        for committed in self._store.read(ACCOUNTS):
            self._fold(CODECS[ACCOUNTS].read(committed.envelope))
        kept = (msgspec.json.decode(value, type=Session) for _, value in self._store.rows(sessions.ROW))
        self._sessions = Sessions(kept, at=self._clock())

    @classmethod
    def over(cls, record: Record, world: World) -> "Desk":
        """The desk of a house."""
        passwords = Passwords(entropy=world.entropy, threads=world.threads)
        writer = LoopWriter(record.writer)

        async def append(batch: Batch) -> int:
            # What is durable takes effect, also where whoever asked for it has gone meanwhile.
            promised = writer.submit(batch)
            await promised.settled()
            return promised.result()

        refuse, now = record.writer.refuse_new, world.clock.now
        return cls(record.store, append, passwords=passwords, clock=now, entropy=world.entropy, refuse=refuse)

    async def reopen(self, writer: Writer) -> None:
        """Read the record again, after a failure that halted it."""
        async with self._turn:
            in_use = self._sessions.in_use
            self._read()
            self._sessions.in_use = in_use
            for stream in writer.halted:
                writer.reopen(stream)

    def identify(self, token: str | None) -> Identity | None:
        """Whose session it is, with the role they have now."""
        session = self._sessions.find(token, self._clock())
        return None if session is None else self._holder(session)

    def session_of(self, token: str | None) -> Session | None:
        return self._sessions.find(token, self._clock())

    def account(self, who: str) -> Account | None:
        return self._accounts.get(who)

    def named(self, name: str) -> Account | None:
        return self._accounts.get(self._ids.get(folded(name), ""))

    def name_of(self, who: str) -> str | None:
        """The name of somebody known here; None for a bot or a guest who has gone."""
        account = self._accounts.get(who)
        if account is not None:
            return account.name
        return next((session.guest_name for session in self._sessions.of(who)), None)

    def keep_while(self, in_use: Callable[[str], bool]) -> None:
        """Keep a session alive while this says that its key has a socket open."""
        self._sessions.in_use = in_use

    @property
    def sessions_open(self) -> int:
        return len(self._sessions)

    @property
    def officers(self) -> int:
        return sum(account.role in accounts.MAY_GRANT for account in self._accounts.values())

    async def admit_guest(self, name: str = "", *, token: str | None = None) -> Opened | Refusal:
        """A visitor who plays for play chips under a free name."""
        async with self._turn:
            if not name:
                name = self._guest_name()
            refusal = accounts.name_refusal(name)
            if refusal is not None:
                return refusal
            if self._is_taken(name):
                return Refusal(AccountCode.NAME_TAKEN, facts={"name": name})
            at = self._clock()
            opened = self._open_session(self._entropy.hex(8), at, sessions.GUESTS, guest_name=name)
            await self._record(by=opened.session.holder, at=at, opened=opened, ended=self._ending(token, Why.REPLACED))
            return opened

    async def register(self, name: str, password: str, *, token: str | None = None) -> Opened | Refusal:
        """Open an account and log in; a guest keeps their identity."""
        refusal = accounts.name_refusal(name) or accounts.password_refusal(password, name)
        if refusal is not None:
            return refusal
        hashed = await self._passwords.hashed(password)
        async with self._turn:
            session = self.session_of(token)
            who = session.holder if session is not None and session.is_guest else self._entropy.hex(8)
            is_own_name = session is not None and folded(session.guest_name) == folded(name)
            if self._sessions.has_guest(name) and not is_own_name:
                return Refusal(AccountCode.NAME_TAKEN, facts={"name": name})
            asked = accounts.OpenAccount(id=who, name=name, password=hashed, at=self._clock())
            return await self._let_in(self.named(name) or self.account(who), asked, token)

    async def log_in(self, name: str, password: str, *, token: str | None = None) -> Opened | Refusal:
        account = self.named(name)
        if account is None:
            await self._passwords.match_nobody(password)
            return Refusal(AccountCode.NOT_RECOGNIZED)
        matched = await self._matched(account, password)
        async with self._turn:
            asked = accounts.LogIn(against=account.password, matched=matched, at=self._clock())
            return await self._let_in(self.account(account.id), asked, token)

    async def change_password(self, who: str, old: str, new: str, *, token: str | None = None) -> Opened | Refusal:
        """Every session of the account ends, and this one continues with another token."""
        account = self.account(who)
        if account is None:
            return Refusal(AccountCode.NO_SUCH_ACCOUNT)
        refusal = accounts.password_refusal(new, account.name)
        if refusal is not None:
            return refusal
        matched = await self._matched(account, old)
        hashed = await self._passwords.hashed(new)
        async with self._turn:
            asked = accounts.ChangePassword(
                against=account.password, matched=matched, password=hashed, at=self._clock()
            )
            return await self._let_in(self.account(who), asked, token)

    async def log_out(self, token: str | None) -> None:
        async with self._turn:
            ending = self._ending(token, Why.LOGGED_OUT)
            if ending:
                await self._record(by=ending[0].holder, at=self._clock(), ended=ending)

    async def ask(self, who: str, command: Command, *, by: str) -> Account | Refusal:
        """What staff do with an account; a new role ends its sessions."""
        async with self._turn:
            events = accounts.decide(self.account(who), command)
            if isinstance(events, Refusal):
                return events
            changed = any(isinstance(each, accounts.RoleGranted | accounts.RoleRevoked) for each in events)
            ended = self._ending_all(who, Why.ROLE_CHANGED) if changed else ()
            await self._record(by=by, at=command.at, events=events, ended=ended)
            return self._accounts[who]

    async def appoint(self, name: str, role: Role) -> Account | Refusal:
        """Whoever runs the machine names the first two people who may grant roles."""
        account = self.named(name)
        if account is None:
            return Refusal(AccountCode.NO_SUCH_ACCOUNT)
        command = accounts.Appoint(role=role, officers=self.officers, at=self._clock())
        return await self.ask(account.id, command, by="whoever runs the machine")

    async def appoint_all(self, officers: Mapping[str, Role]) -> None:
        """Appoint those named in the settings when the room opens; one who already has the role keeps it."""
        for name, role in officers.items():
            outcome = await self.appoint(name, role)
            if isinstance(outcome, Refusal) and outcome.code is not AccountCode.ROLE_HELD:
                LOG.warning("officer not appointed", name=name, role=role.value, why=str(outcome))

    async def end_sessions(self, who: str, *, by: Identity) -> int:
        """Log somebody out everywhere; returns how many sessions ended."""
        async with self._turn:
            ended = self._ending_all(who, Why.REVOKED)
            if ended:
                await self._record(by=by.id, at=self._clock(), ended=ended)
            return len(ended)

    def _holder(self, session: Session) -> Identity | None:
        if session.is_guest:
            return Identity(session.holder, session.guest_name, Role.VISITOR, guest=True)
        account = self._accounts.get(session.holder)
        return None if account is None else account.identity

    async def _matched(self, account: Account, password: str) -> bool:
        # A locked account is refused whatever the password is.
        if account.is_locked(self._clock()):
            return False
        return await self._passwords.match(password, account.password)

    async def _let_in(self, account: Account | None, command: Command, token: str | None) -> Opened | Refusal:
        """Open a session if the command succeeds. A failed password is recorded as well."""
        events = accounts.decide(account, command)
        if isinstance(events, Refusal):
            return events
        if isinstance(events[0], accounts.PasswordFailed):
            await self._record(by=events[0].id, at=command.at, events=events)
            after = self._accounts[events[0].id]
            return accounts.locked(after) if after.is_locked(command.at) else Refusal(AccountCode.NOT_RECOGNIZED)
        who, role = events[0].id, Role.PLAYER if account is None else account.role
        opened = self._open_session(who, command.at, sessions.lifetime_of(role))
        is_new_password = isinstance(events[0], accounts.PasswordChanged)
        ended = self._ending_all(who, Why.PASSWORD_CHANGED) if is_new_password else self._ending(token, Why.REPLACED)
        await self._record(by=who, at=command.at, events=events, opened=opened, ended=ended)
        return opened

    def _open_session(self, who: str, at: datetime, lifetime: sessions.Lifetime, *, guest_name: str = "") -> Opened:
        return sessions.open_session(
            self._entropy.token(sessions.TOKEN_BYTES), who, at, lifetime, guest_name=guest_name
        )

    def _ending(self, token: str | None, why: Why) -> tuple[SessionEnded, ...]:
        session = self.session_of(token)
        return () if session is None else (sessions.end(session, why, self._clock()),)

    def _ending_all(self, who: str, why: Why) -> tuple[SessionEnded, ...]:
        return tuple(sessions.end(session, why, self._clock()) for session in self._sessions.of(who))

    def _is_taken(self, name: str) -> bool:
        return folded(name) in self._ids or self._sessions.has_guest(name)

    def _guest_name(self) -> str:
        names = (f"Guest {1000 + self._chance.below(GUEST_NUMBERS)}" for _ in range(GUEST_NUMBERS))
        free = next((name for name in names if not self._is_taken(name)), None)
        return free or f"Guest {self._entropy.hex(5)}"

    async def _record(
        self,
        *,
        by: str,
        at: datetime,
        events: Sequence[accounts.Event] = (),
        opened: Opened | None = None,
        ended: Sequence[SessionEnded] = (),
    ) -> None:
        """Make it durable, then apply it."""
        ended = (*ended, *self._expired(at, {each.key for each in ended}))
        of_sessions: list[sessions.Event] = [*ended, *([] if opened is None else [SessionOpened(opened.session)])]
        batch = self._batch({ACCOUNTS: events, SESSIONS: of_sessions}, by=by, at=at)
        await self._append(batch)
        self._heads |= batch.heads
        for event in events:
            self._fold(event)
        for each in of_sessions:
            self._sessions.fold(each)
        for told in self.ended:
            for each in ended:
                told(each)

    def _expired(self, at: datetime, ended: set[str]) -> tuple[SessionEnded, ...]:
        """Expired sessions are removed now and then, with whatever else is recorded."""
        if self._tidied is not None and at < self._tidied + TIDY_EVERY:
            return ()
        self._tidied = at
        over = [session for session in self._sessions.over(at) if session.key not in ended]
        return tuple(sessions.end(session, Why.EXPIRED, at) for session in over)

    def _batch(self, changes: dict[str, Sequence[Any]], *, by: str, at: datetime) -> Batch:
        cause, envelopes = self._entropy.hex(8), []
        for stream, events in changes.items():
            head = self._heads.get(stream) or beginning(stream)
            for event in events:
                coded = CODECS[stream].encode(event)
                envelope = enclose(
                    head, at=at, by=by, cause=cause, tag=coded.tag, version=coded.version, body=coded.body
                )
                envelopes.append(envelope)
                head = Head(stream, envelope.sequence, envelope.hash)
        return Batch(tuple(envelopes), tuple(rows_of(changes[SESSIONS])))

    def _fold(self, event: accounts.Event) -> None:
        account = accounts.apply(self._accounts.get(event.id), event)
        self._accounts[account.id] = account
        self._ids[folded(account.name)] = account.id


def rows_of(events: Iterable[sessions.Event]) -> Iterable[Row]:
    """The stored rows of the open sessions."""
    for event in events:
        if isinstance(event, SessionOpened):
            yield Row(sessions.ROW, event.session.key, msgspec.json.encode(event.session))
        else:
            yield Row(sessions.ROW, event.key, None)
