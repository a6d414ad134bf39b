"""The front desk: who enters, as a guest or with an account, and what happens with accounts and sessions.

Accounts and sessions are kept in a separate record, apart from the rooms: one person is the same in all of them. As
everywhere, events take effect only once they are durable.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pokerroom.live.entrance import accounts, passkeys, sessions, tries
from pokerroom.live.entrance.accounts import Account, Command, PasswordHash
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.names import folded, looks, name_refusal
from pokerroom.live.entrance.officers import OfficerCodes
from pokerroom.live.entrance.one_time import digest_of, new_code
from pokerroom.live.entrance.passkeys import Challenges, Site
from pokerroom.live.entrance.passwords import Passwords
from pokerroom.live.entrance.places import Place
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.live.entrance.resuming import confirmed, latest_in
from pokerroom.live.entrance.sessions import (
    Opened,
    Session,
    SessionEnded,
    SessionKeptOn,
    SessionOpened,
    Sessions,
    Why,
    kept_on,
)
from pokerroom.live.entrance.tries import AllTries
from pokerroom.live.machine import CLOCK, ENTROPY
from pokerroom.live.ports import Entropy, Record, T, World
from pokerroom.log import Codec, Head, beginning, enclose
from pokerroom.room.ports import Batch, EventStore, Row
from pokerroom.room.streams import kinds_of
from pokerroom.store import LoopWriter, Writer
from pokerroom.words import Value, term

ACCOUNTS, SESSIONS = "accounts", "sessions"
CODECS = {ACCOUNTS: Codec(kinds_of(accounts.Event)), SESSIONS: Codec(kinds_of(sessions.Event))}
NOWHERE = Place()
NOBODY, ROOM = "nobody", "the room"
GUEST_NUMBERS, GUEST_TRIES = 9000, 20
TIDY_EVERY = timedelta(minutes=10)

Append = Callable[[Batch], Awaitable[int]]
"""Makes a batch durable: `LoopWriter.append`."""


class Device(NamedTuple):
    """A browser: where it asks from, and what it is to keep, if it is new."""

    place: Place
    token: str


NO_DEVICE = Device(NOWHERE, "")
NO_PASSWORD = PasswordHash("")
"""Of a name that nobody has."""

Asking = Callable[[Account | None, Device], Awaitable[accounts.LogIn | accounts.Recover | accounts.UsePasskey]]
"""Makes the command by which somebody proves who they are, with whatever work that takes."""


class Proof(NamedTuple):
    """What follows once somebody has shown that an account is theirs."""

    account: Account | None
    events: Sequence[accounts.Event]
    at: datetime
    device: Device
    rows: Sequence[Row]


ENDS_ALL: Mapping[type[Any], Why] = {
    accounts.PasswordChanged: Why.PASSWORD_CHANGED,
    accounts.PositionGranted: Why.ROLE_CHANGED,
    accounts.RoleRevoked: Why.ROLE_CHANGED,
    accounts.PositionRevoked: Why.ROLE_CHANGED,
    accounts.OfficerAppointed: Why.ROLE_CHANGED,
}
"""What ends every session of an account."""


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
        folder: Path | None = None,
        filed: bool = False,
        refuse: Callable[[], None] = lambda: None,
    ) -> None:
        """`folder` holds the one-time codes of officers; `filed`: three failures lock an account altogether; `refuse`
        raises while nothing can be recorded.
        """
        self._store, self._append, self._clock = store, append, clock
        self._filed = filed
        self.officer_codes = OfficerCodes(folder, entropy=entropy, clock=clock)
        self._entropy, self._chance = entropy, entropy.generator()
        self._passwords = Passwords() if passwords is None else passwords
        self._turn = Turn(refuse)
        self._challenges = Challenges(clock, entropy)
        self.locked: list[Callable[[str], None]] = []
        """Called with the key of a session whose console was locked: its sockets close."""
        self.ended: list[Callable[[SessionEnded], None]] = []
        self._tidied: datetime | None = None
        self._read()

    def _read(self) -> None:
        """Everything from the record."""
        self._accounts: dict[str, Account] = {}
        self._ids: dict[str, str] = {}
        self._looks: set[str] = set()
        self._devices: set[str] = set()
        self._codes_used: set[str] = set()
        self.had_officers = False
        store, now = self._store, self._clock()
        self._heads: dict[str, Head] = dict(store.heads())
        for committed in store.read(ACCOUNTS):
            self._fold(CODECS[ACCOUNTS].read(committed.envelope))
        self._sessions = Sessions(confirmed(store, SESSIONS, CODECS[SESSIONS], now), at=now)
        self._locked_consoles = {key for key, _ in store.rows(sessions.LOCKED)}
        self._tries = AllTries(store.rows(tries.ROW))
        self._kept_on = kept_on(self._sessions, now, latest_in(store) or now)
        """Recorded with whatever is recorded first: until then nothing says that time has passed."""
        for each in self._kept_on:
            self._sessions.fold(each)

    @classmethod
    def over(cls, record: Record, world: World, *, folder: Path | None = None, filed: bool = False) -> "Desk":
        """The desk of a house."""
        passwords = Passwords(entropy=world.entropy, threads=world.threads)
        writer = LoopWriter(record.writer)

        async def append(batch: Batch) -> int:
            # What is durable takes effect, also where whoever asked for it has gone meanwhile.
            promised = writer.submit(batch)
            await promised.settled()
            return promised.result()

        refuse, now = record.writer.refuse_new, world.clock.now
        return cls(
            record.store,
            append,
            passwords=passwords,
            clock=now,
            entropy=world.entropy,
            folder=folder,
            filed=filed,
            refuse=refuse,
        )

    async def reopen(self, writer: Writer) -> None:
        """Read the record again, after a failure that halted it."""
        async with self._turn:
            in_use = self._sessions.in_use
            self._read()
            self._sessions.in_use = in_use
            for stream in writer.halted:
                writer.reopen(stream)

    @property
    def now(self) -> datetime:
        """The time of day, as the desk records it."""
        return self._clock()

    def identify(self, token: str | None, *, used: bool = True) -> Identity | None:
        """Whose session it is, with the role they have now."""
        session = self._sessions.find(token, self._clock(), used=used)
        return None if session is None else self._holder(session)

    def holder_of(self, key: str) -> Identity | None:
        """Whose sockets those of a session are, by its key; a console that is locked has none."""
        session = None if key in self._locked_consoles else self._sessions.open_under(key, self._clock())
        return None if session is None else self._holder(session)

    def session_of(self, token: str | None) -> Session | None:
        return self._sessions.find(token, self._clock())

    def account(self, who: str) -> Account | None:
        return self._accounts.get(who)

    def everybody(self) -> Iterable[Account]:
        """All accounts, for staff who look for somebody."""
        return tuple(self._accounts.values())

    def named(self, name: str) -> Account | None:
        return self._accounts.get(self._ids.get(folded(name), ""))

    @property
    def staff(self) -> tuple[Account, ...]:
        """Whom those look after who grant positions and release accounts, by name."""
        found = (each for each in self._accounts.values() if each.is_staff or each.proposal is not None or each.held)
        return tuple(sorted(found, key=lambda each: each.name.casefold()))

    def name_of(self, who: str) -> str | None:
        """The name of somebody known here; None for a bot or a guest who has gone."""
        account = self._accounts.get(who)
        if account is not None:
            return account.name
        return next((session.guest_name for session in self._sessions.of(who)), None)

    def keep_while(self, in_use: Callable[[str], bool]) -> None:
        """Keep a session alive while this says that its key has a socket open; not that of staff who do nothing."""
        self._sessions.in_use = lambda session: not self._is_staff(session.holder) and in_use(session.key)

    def _is_staff(self, who: str) -> bool:
        account = self._accounts.get(who)
        return account is not None and account.is_staff

    def is_open(self, key: str, *, used: bool = False) -> bool:
        """Whether a session goes on and its console is not locked, asked for everything that comes by its sockets;
        `used` by a person.
        """
        return key not in self._locked_consoles and self._sessions.goes_on(key, self._clock(), used=used)

    async def end_expired(self) -> None:
        """End the sessions whose time is over, so that their sockets close; asked for every few seconds."""
        async with self._turn:
            at = self._clock()
            over = [sessions.end(session, Why.EXPIRED, at) for session in self._sessions.over(at)]
            if over:
                await self._record(by=ROOM, at=at, ended=over)

    @property
    def sessions_open(self) -> int:
        return len(self._sessions)

    def sessions_of(self, who: str) -> int:
        at = self._clock()
        return sum(not self._sessions.is_over(session, at) for session in self._sessions.of(who))

    @property
    def officers(self) -> int:
        return sum(account.may_grant for account in self._accounts.values())

    async def admit_guest(self, name: str = "", *, token: str | None = None) -> Opened | Refusal:
        """A visitor who plays for play chips under a free name."""
        async with self._turn:
            refusal = (name_refusal(name) or self._taken(name)) if name else None
            if refusal is not None:
                return refusal
            at, name = self._clock(), name or self._guest_name()
            opened = self._open_session(self._entropy.hex(8), at, sessions.GUESTS, guest_name=name)
            await self._record(by=opened.session.holder, at=at, opened=opened, ended=self._ending(token, Why.REPLACED))
            return opened

    async def register(
        self, name: str, password: str, *, token: str | None = None, place: Place = NOWHERE
    ) -> Opened | Refusal:
        """Open an account and log in; a guest keeps their identity."""
        refusal = name_refusal(name) or await self._passwords.refusal(password, name)
        if refusal is not None:
            return refusal
        hashed = await self._passwords.hashed(password)
        async with self._turn:
            session = self.session_of(token)
            who = session.holder if session is not None and session.is_guest else self._entropy.hex(8)
            taken = self._taken(name, own="" if session is None else session.guest_name)
            if taken is not None:
                return taken
            codes, device = self._codes(), self._device(place)
            asked = accounts.OpenAccount(
                id=who,
                name=name,
                password=hashed,
                at=self._clock(),
                place=device.place,
                recovery=tuple(map(digest_of, codes)),
            )
            opened = await self._let_in(self.named(name) or self.account(who), asked, token, device)
            return opened if isinstance(opened, Refusal) else opened._replace(recovery=codes)

    async def log_in(
        self, name: str, password: str, *, token: str | None = None, place: Place = NOWHERE
    ) -> Opened | Refusal:
        async def command(account: Account | None, device: Device) -> accounts.LogIn:
            matched = await self._passwords.match(password, None if account is None else account.password)
            return accounts.LogIn(matched=matched, against=against(account), **self._proving(device))

        return await self._prove(name, place, command, lambda proof: self._enter(proof, token))

    async def vouch(self, name: str, password: str, *, place: Place = NOWHERE) -> Account | Refusal:
        """Whose name and password these are, where somebody signs at another's screen; no session is opened."""

        async def command(account: Account | None, device: Device) -> accounts.LogIn:
            matched = await self._passwords.match(password, against(account))
            return accounts.LogIn(matched=matched, against=against(account), **self._proving(device))

        return await self._prove(name, place, command, self._note)

    async def change_password(
        self, who: str, old: str, new: str, *, token: str | None = None, place: Place = NOWHERE
    ) -> Opened | Refusal:
        """Every session of the account ends, and this one continues with another token."""
        account = self.account(who)
        if account is None:
            return Refusal(AccountCode.NO_SUCH_ACCOUNT)
        refusal = await self._passwords.refusal(new, account.name)
        if refusal is not None:
            return refusal

        async def command(account: Account | None, device: Device) -> accounts.ChangePassword:
            matched = await self._passwords.match(old, against(account))
            hashed = await self._passwords.hashed(new)
            return accounts.ChangePassword(
                matched=matched, against=against(account), password=hashed, **self._proving(device)
            )

        return await self._prove(account.name, place, command, lambda proof: self._enter(proof, token))

    async def recover(
        self, name: str, code: str, new: str, *, token: str | None = None, place: Place = NOWHERE
    ) -> Opened | Refusal:
        """A new password by a recovery code, under the locks of the password."""
        refusal = await self._passwords.refusal(new, name)
        if refusal is not None:
            return refusal

        async def command(_: Account | None, device: Device) -> accounts.Recover:
            hashed = await self._passwords.hashed(new)
            return accounts.Recover(digest=digest_of(code), password=hashed, **self._proving(device))

        return await self._prove(name, place, command, lambda proof: self._enter(proof, token))

    async def new_recovery_codes(self, who: str, password: str, *, place: Place = NOWHERE) -> tuple[str, ...] | Refusal:
        """Others, instead of those that are left."""
        account, codes = self.account(who), self._codes()
        if account is None:
            return Refusal(AccountCode.NO_SUCH_ACCOUNT)

        async def command(account: Account | None, device: Device) -> accounts.MakeRecoveryCodes:
            matched = await self._passwords.match(password, against(account))
            digests = tuple(map(digest_of, codes))
            return accounts.MakeRecoveryCodes(
                matched=matched, against=against(account), digests=digests, **self._proving(device)
            )

        async def keep(proof: Proof) -> tuple[str, ...]:
            await self._record(by=who, at=proof.at, events=proof.events, rows=proof.rows)
            return codes

        return await self._prove(account.name, place, command, keep)

    # A console that was left.

    async def lock(self, token: str | None) -> None:
        """Until its holder shows again who they are, a session is answered nothing, whether the house restarts or not.

        It is locked at once, even where nothing can be recorded.
        """
        session = self.session_of(token)
        if session is None or session.is_guest or session.key in self._locked_consoles:
            return
        self._locked_consoles.add(session.key)
        for told in self.locked:
            told(session.key)
        await self._keep_lock(session, b"locked")

    async def unlock(self, token: str | None) -> None:
        session = self.session_of(token)
        if session is None or session.key not in self._locked_consoles:
            return
        await self._keep_lock(session, None)
        self._locked_consoles.discard(session.key)

    async def _keep_lock(self, session: Session, value: bytes | None) -> None:
        async with self._turn:
            row = Row(sessions.LOCKED, session.key, value)
            await self._record(by=session.holder, at=self._clock(), rows=(row,))

    def is_locked(self, token: str | None) -> bool:
        return bool(self._locked_consoles) and sessions.key_of(token or "") in self._locked_consoles

    # Passkeys.

    def passkey_options(self, site: Site, who: str = "") -> dict[str, Any] | Refusal:
        """What a browser needs: to make a passkey for an account, or without one to log in."""
        if not who:
            return passkeys.options_to_use(site, self._challenges.new(""))
        account = self.account(who)
        if account is None:
            return Refusal(AccountCode.NO_SUCH_ACCOUNT)
        return passkeys.options_to_add(site, self._challenges.new(who), who, account.name, account.passkeys)

    async def add_passkey(
        self, who: str, password: str, answer: dict[str, Any], site: Site, *, place: Place = NOWHERE
    ) -> Account | Refusal:
        """Keep the passkey that a device has made for an account."""
        account, made = self.account(who), passkeys.made(site, self._challenges, who, answer, self._clock())
        if account is None or made is None:
            return Refusal(AccountCode.PASSKEY_NOT_RECOGNIZED)

        async def command(account: Account | None, device: Device) -> accounts.AddPasskey:
            matched = await self._passwords.match(password, against(account))
            proving = self._proving(device)
            return accounts.AddPasskey(matched=matched, against=against(account), passkey=made, **proving)

        return await self._prove(account.name, place, command, self._note)

    async def _note(self, proof: Proof) -> Account:
        """Record a proof that opens no session."""
        assert proof.account is not None
        await self._record(by=proof.account.id, at=proof.at, events=proof.events, rows=proof.rows)
        return self._accounts[proof.account.id]

    async def log_in_by_passkey(
        self, answer: dict[str, Any], site: Site, *, token: str | None = None, place: Place = NOWHERE
    ) -> Opened | Refusal:
        return await self._by_passkey(answer, site, place, lambda proof: self._enter(proof, token))

    async def vouch_by_passkey(
        self, answer: dict[str, Any], site: Site, *, place: Place = NOWHERE
    ) -> Account | Refusal:
        return await self._by_passkey(answer, site, place, self._note)

    async def _by_passkey(
        self, answer: dict[str, Any], site: Site, place: Place, enter: Callable[[Proof], Awaitable[T]]
    ) -> T | Refusal:
        """Under the locks of the password; a passkey that nobody has goes the same way."""
        credential = str(answer.get("id", ""))
        found = ((each, key) for each in self._accounts.values() for key in each.passkeys)
        account, passkey = next((pair for pair in found if pair[1].credential == credential), (None, None))
        count = passkeys.used(site, self._challenges, passkey, answer)
        if account is None:
            return Refusal(AccountCode.PASSKEY_NOT_RECOGNIZED)

        async def command(_: Account | None, device: Device) -> accounts.UsePasskey:
            return accounts.UsePasskey(credential=credential, count=count, **self._proving(device))

        return await self._prove(account.name, place, command, enter)

    async def claim_office(self, who: str, code: str) -> Opened | Refusal:
        """Become an officer by a one-time code; every session of the account ends, and another one begins."""
        async with self._turn:
            found, account = self.officer_codes.find(code), self.account(who)
            if found is None or found.digest in self._codes_used:
                return Refusal(AccountCode.NO_SUCH_CODE)
            asked = accounts.ClaimOffice(role=found.role, digest=found.digest, officers=self.officers, at=self._clock())
            opened = await self._let_in(account, asked, None)
            if not isinstance(opened, Refusal):
                self.officer_codes.forget(found)
            return opened

    async def act_as(self, token: str | None, position: Role) -> Opened | Refusal:
        """Go on in another position that one holds. The session is replaced, and lasts no longer for it."""
        async with self._turn:
            session = self.session_of(token)
            account = None if session is None else self.account(session.holder)
            if session is None or account is None:
                return Refusal(AccountCode.NO_SUCH_ACCOUNT)
            if position not in account.positions:
                return Refusal(AccountCode.POSITION_NOT_HELD, facts={"name": account.name, "role": term(position)})
            return await self._act(session, position)

    async def show_around(self, token: str | None, position: Role | None, room: str) -> Opened | Refusal:
        """Let a guest or a player try a position in the room set apart for that, or come back from it."""
        async with self._turn:
            session = self.session_of(token)
            if session is None or self._is_staff(session.holder):
                return Refusal(AccountCode.NOT_SHOWN_AROUND)
            return await self._act(session, position, scope="" if position is None else room)

    async def _act(self, session: Session, position: Role | None, *, scope: str = "") -> Opened:
        at = self._clock()
        opened = sessions.acting(session, self._entropy.token(sessions.TOKEN_BYTES), at, position, scope=scope)
        await self._record(by=session.holder, at=at, opened=opened, ended=[sessions.end(session, Why.REPLACED, at)])
        return opened

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
            ended = self._ending_all(who, Why.ROLE_CHANGED) if any(type(each) in ENDS_ALL for each in events) else ()
            await self._record(by=by, at=command.at, events=events, ended=ended)
            return self._accounts[who]

    async def release(self, who: str, *, by: Identity) -> Account | Refusal:
        """Open an account again that is locked, altogether or for some devices and addresses."""
        account = self.account(who)
        async with self._turn:
            at, keys = self._clock(), self.locked_places(who)
            events = accounts.decide(account, accounts.Release(by=by, places=len(keys), at=at))
            if isinstance(events, Refusal):
                return events
            await self._record(by=by.id, at=at, events=events, rows=[tries.forgotten(key) for key in keys])
            return self._accounts[who]

    def locked_places(self, who: str) -> list[str]:
        """The devices and addresses to which an account is closed."""
        account = self.account(who)
        return [] if account is None else self._tries.of(account.name, self._clock())

    async def end_sessions(self, who: str, *, by: Identity) -> int:
        """Log somebody out everywhere, staff or they themselves; returns how many sessions ended."""
        async with self._turn:
            ended = self._ending_all(who, Why.LOGGED_OUT_EVERYWHERE if by.id == who else Why.REVOKED)
            if ended:
                await self._record(by=by.id, at=self._clock(), ended=ended)
            return len(ended)

    def _holder(self, session: Session) -> Identity | None:
        if session.is_guest:
            known = Identity(session.holder, session.guest_name, Role.VISITOR, guest=True)
            return shown_around(known, session)
        account = self._accounts.get(session.holder)
        return None if account is None else shown_around(account.acting_as(session.acting), session)

    async def _prove(self, name: str, place: Place, ask: Asking, enter: Callable[[Proof], Awaitable[T]]) -> T | Refusal:
        """Let somebody do what takes a proof that the account is theirs. A name that nobody has goes the same way."""
        account = self.named(name)
        key, device = self._key(name, account, place), self._device(place)
        locked = self._locked(key)
        if locked is not None:
            return locked
        command = await ask(account, device)
        async with self._turn:
            # First of all: of guesses made at the same time only the first three count, whatever the others found.
            locked = self._locked(key)
            if locked is not None:
                return locked
            account, command = self.named(name), replace(command, at=self._clock())
            events = () if account is None else accounts.decide(account, command)
            assert not isinstance(events, Refusal), events
            if account is None or isinstance(events[0], accounts.LogInFailed):
                return await self._turned_away(key, command, events)
            return await enter(Proof(account, events, command.at, device, (tries.forgotten(key),)))

    def _key(self, name: str, account: Account | None, place: Place) -> str:
        """Of the failures that count here: those of a device that the owner has logged in from, or of an address."""
        known = account is not None and place.device in account.devices
        return tries.key_of(name, f"device {place.device}" if known else f"address {place.address}")

    def _locked(self, key: str) -> Refusal | None:
        until = self._tries.locked(key, self._clock())
        if until is None:
            return None
        facts: dict[str, Value] = {"failures": tries.FAILURES_ALLOWED, "until": until.isoformat()}
        return Refusal(AccountCode.LOCKED, facts=facts)

    async def _turned_away(self, key: str, command: Command, events: Sequence[accounts.Event]) -> Refusal:
        by = events[0].id if events else NOBODY
        row = self._tries.one_more(key, command.at)
        await self._record(by=by, at=command.at, events=events, rows=[row])
        coded = isinstance(command, accounts.Recover)
        why = AccountCode.CODE_NOT_RECOGNIZED if coded else AccountCode.NOT_RECOGNIZED
        return self._locked(key) or Refusal(why)

    async def _let_in(
        self, account: Account | None, command: Command, token: str | None, device: Device = NO_DEVICE
    ) -> Opened | Refusal:
        """Open a session if the command succeeds."""
        events = accounts.decide(account, command)
        if isinstance(events, Refusal):
            return events
        return await self._enter(Proof(account, events, command.at, device, ()), token)

    async def _enter(self, proof: Proof, token: str | None) -> Opened:
        """Open a session of somebody whose account it is."""
        who, account = proof.events[0].id, proof.account
        for event in proof.events:
            account = accounts.apply(account, event)
        assert account is not None
        opened = self._open_session(who, proof.at, sessions.lifetime_of(account.role))
        why = next((ENDS_ALL[type(each)] for each in proof.events if type(each) in ENDS_ALL), None)
        ended = self._ending(token, Why.REPLACED) if why is None else self._ending_all(who, why)
        await self._record(by=who, at=proof.at, events=proof.events, opened=opened, ended=ended, rows=proof.rows)
        return opened._replace(device=proof.device.token)

    def _proving(self, device: Device) -> dict[str, Any]:
        return {"place": device.place, "filed": self._filed, "at": self._clock()}

    def _codes(self) -> tuple[str, ...]:
        return tuple(new_code(self._entropy) for _ in range(accounts.RECOVERY_CODES))

    def _device(self, place: Place) -> Device:
        """The browser as it is known, or a new token for it: nobody chooses what they are known by."""
        if place.device in self._devices:
            return Device(place, "")
        token = self._entropy.token(sessions.TOKEN_BYTES)
        return Device(replace(place, device=sessions.key_of(token)), token)

    def _open_session(self, who: str, at: datetime, lifetime: sessions.Lifetime, *, guest_name: str = "") -> Opened:
        return sessions.open_session(
            self._entropy.token(sessions.TOKEN_BYTES), who, at, lifetime, guest_name=guest_name
        )

    def _ending(self, token: str | None, why: Why) -> tuple[SessionEnded, ...]:
        session = self.session_of(token)
        return () if session is None else (sessions.end(session, why, self._clock()),)

    def _ending_all(self, who: str, why: Why) -> tuple[SessionEnded, ...]:
        return tuple(sessions.end(session, why, self._clock()) for session in self._sessions.of(who))

    def _taken(self, name: str, *, own: str = "") -> Refusal | None:
        """Whether it is the name of somebody else, or would be taken for it. A guest may keep their own."""
        is_own = looks(own) == looks(name)
        if looks(name) in self._looks or (self._sessions.has_guest(name) and not is_own):
            return Refusal(AccountCode.NAME_TAKEN, facts={"name": name})
        return None

    def _guest_name(self) -> str:
        """Of ten times as many numbers as there are sessions a few tries find a free one, however many have come."""
        numbers = max(GUEST_NUMBERS, 10 * len(self._sessions))
        names = (f"Guest {1000 + self._chance.below(numbers)}" for _ in range(GUEST_TRIES))
        free = next((name for name in names if self._taken(name) is None), None)
        return free or f"Guest {self._entropy.hex(5)}"

    async def _record(
        self,
        *,
        by: str,
        at: datetime,
        events: Sequence[accounts.Event] = (),
        opened: Opened | None = None,
        ended: Sequence[SessionEnded] = (),
        rows: Sequence[Row] = (),
    ) -> None:
        """Make it durable, then apply it."""
        more, stale = self._tidy(at, {each.key for each in ended})
        ended = (*ended, *more)
        forgotten = {each.key for each in ended} & self._locked_consoles
        rows = (*stale, *rows, *(Row(sessions.LOCKED, key, None) for key in forgotten))
        begun = () if opened is None else (SessionOpened(opened.session),)
        of_sessions: list[sessions.Event] = [*self._kept_on, *ended, *begun]
        batch = self._batch({ACCOUNTS: events, SESSIONS: of_sessions}, by=by, at=at, rows=rows)
        await self._append(batch)
        self._heads |= batch.heads
        self._kept_on = ()
        for event in events:
            self._fold(event)
        for each in of_sessions:
            self._sessions.fold(each)
        for row in rows:
            if row.name == tries.ROW:
                self._tries.fold(row)
        self._locked_consoles -= forgotten
        for told in self.ended:
            for each in ended:
                told(each)

    def _tidy(self, at: datetime, ended: set[str]) -> tuple[Sequence[SessionEnded], Sequence[Row]]:
        """What has expired is removed now and then, with whatever else is recorded."""
        if self._tidied is not None and at < self._tidied + TIDY_EVERY:
            return (), ()
        self._tidied = at
        over = [session for session in self._sessions.over(at) if session.key not in ended]
        return [sessions.end(session, Why.EXPIRED, at) for session in over], self._tries.over(at)

    def _batch(self, changes: dict[str, Sequence[Any]], *, by: str, at: datetime, rows: Sequence[Row] = ()) -> Batch:
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
        return Batch(tuple(envelopes), (*rows_of(changes[SESSIONS]), *rows))

    def _fold(self, event: accounts.Event) -> None:
        account = accounts.apply(self._accounts.get(event.id), event)
        self._accounts[account.id] = account
        self._ids[folded(account.name)] = account.id
        self._looks.add(looks(account.name))
        if isinstance(event, accounts.LoggedInFrom) and event.place.device:
            self._devices.add(event.place.device)
        self.had_officers |= account.may_grant
        if isinstance(event, accounts.OfficerCodeUsed):
            self._codes_used.add(event.digest)


def shown_around(known: Identity, session: Session) -> Identity:
    """As a session says that has a scope: the position it tries, which counts there and nowhere else."""
    if not session.scope or session.acting is None:
        return known
    return replace(known, role=session.acting, positions=(session.acting,), scope=session.scope)


def against(account: Account | None) -> PasswordHash:
    return NO_PASSWORD if account is None else account.password


def rows_of(events: Iterable[sessions.Event]) -> Iterable[Row]:
    """The stored rows of the open sessions."""
    for event in events:
        if isinstance(event, SessionOpened | SessionKeptOn):
            yield Row(sessions.ROW, event.session.key, msgspec.json.encode(event.session))
        else:
            yield Row(sessions.ROW, event.key, None)
