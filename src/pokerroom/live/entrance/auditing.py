"""The record of accounts and sessions, examined: every event can be read and fits what came before it.

Whoever gave a role had the authority then, of two people neither was the one who got it, nobody has a session who has
no account and is no guest, and the rows of open sessions are those that the events leave open.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from pokerroom.live.entrance import accounts, sessions
from pokerroom.live.entrance.accounts import MAY_GRANT, Account
from pokerroom.live.entrance.desk import ACCOUNTS, CODECS, SESSIONS
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.names import folded
from pokerroom.live.entrance.resuming import read
from pokerroom.live.entrance.sessions import Session, SessionKeptOn, SessionOpened
from pokerroom.log import CodecError, Envelope
from pokerroom.room.auditing.findings import UNFIT, Check, Examined, Finding, Notes, reason
from pokerroom.room.ports import EventStore, StoreError

CHECKS = {ACCOUNTS: Check.ACCOUNTS, SESSIONS: Check.SESSIONS}
OFFICERS = 2
"""So many are appointed by whoever runs the machine; the others by those."""


def examine_accounts(store: EventStore) -> Examined:
    return Examining(store).examined()


class Examining:
    """Both streams in the order of their commits: a session is opened for an account that exists by then."""

    def __init__(self, store: EventStore) -> None:
        self._store, self._notes = store, Notes()
        self._accounts: dict[str, Account] = {}
        self._names: dict[str, str] = {}
        self._open: dict[str, tuple[Session, Envelope]] = {}

    def examined(self) -> Examined:
        for envelope in self._envelopes():
            check = CHECKS[envelope.stream]
            self._notes.counts[f"{envelope.stream} events"] += 1
            try:
                event = CODECS[envelope.stream].read(envelope)
                for what in self._passed(event, envelope):
                    self._notes.find(check, envelope, what)
            except CodecError as error:
                self._notes.find(check, envelope, f"the record cannot be read: {error}")
            except UNFIT as error:
                self._notes.find(check, envelope, f"{envelope.tag} does not fit what came before it: {reason(error)}")
        self._notes.counts["accounts open"] += len(self._accounts)
        self._compare_rows()
        return self._notes.told()

    def _envelopes(self) -> Iterator[Envelope]:
        """Streams that are not of this record are named; the chains say what cannot be read."""
        strangers: set[str] = set()
        try:
            for committed in self._store.read_all():
                envelope = committed.envelope
                if envelope.stream in CHECKS:
                    yield envelope
                elif envelope.stream not in strangers:
                    strangers.add(envelope.stream)
                    self._notes.find(Check.ACCOUNTS, envelope, "no stream of the accounts is called so")
        except StoreError:
            return

    def _passed(self, event: Any, envelope: Envelope) -> Iterator[str]:
        """What is wrong with an event, which counts all the same."""
        if envelope.stream == SESSIONS:
            yield from self._pass_session(event, envelope)
            return
        before = self._accounts.get(event.id)
        wrong = WRONG.get(type(event))
        if wrong is not None:
            yield from wrong(self._accounts, before, event)
        after = accounts.apply(before, event)
        if self._names.setdefault(folded(after.name), after.id) != after.id:
            yield f"{after.name} is the name of another account"
        self._accounts[after.id] = after

    def _pass_session(self, event: sessions.Event, envelope: Envelope) -> Iterator[str]:
        if isinstance(event, SessionOpened):
            if not event.session.is_guest and event.session.holder not in self._accounts:
                yield f"a session was opened for {event.session.holder}, who has no account and is no guest"
            self._open[event.session.key] = event.session, envelope
            return
        if isinstance(event, SessionKeptOn):
            yield from self._kept_on(event.session, envelope)
            return
        ended, _ = self._open.pop(event.key, (None, None))
        if ended is None:
            yield "a session was ended that was not open"
        elif ended.holder != event.holder:
            yield f"a session of {ended.holder} was ended as one of {event.holder}"

    def _kept_on(self, session: Session, envelope: Envelope) -> Iterator[str]:
        before, _ = self._open.get(session.key, (None, None))
        if before is None or replace(session, until=before.until) != before:
            yield "a session goes on that was not open, or is not the same"
        elif not session.is_guest:
            yield f"the session of {session.holder} goes on, who is no guest"
        self._open[session.key] = session, envelope

    def _compare_rows(self) -> None:
        """A row is a key to the house: each must be of a session that the events leave open."""
        rows = dict(self._store.rows(sessions.ROW))
        self._notes.counts["open sessions"] += len(rows)
        for key in sorted(rows.keys() - self._open.keys()):
            self._notes.add(Finding(Check.SESSIONS, SESSIONS, 0, None, f"the row of session {key[:12]} is of no event"))
        for key, (session, envelope) in self._open.items():
            if key not in rows:
                self._notes.find(Check.SESSIONS, envelope, f"the row of session {key[:12]} is missing")
            elif read(rows[key]) != session:
                self._notes.find(Check.SESSIONS, envelope, f"the row of session {key[:12]} is not what was recorded")


Known = Mapping[str, Account]


def opened(known: Known, before: Account | None, event: accounts.AccountOpened) -> Iterator[str]:  # noqa: ARG001
    if before is not None:
        yield f"the account of {before.name} was opened a second time"


def proposed(known: Known, before: Account | None, event: accounts.RoleProposed) -> Iterator[str]:
    yield from without_authority(known, before, event.by)


def granted(
    known: Known, before: Account | None, event: accounts.RoleGranted | accounts.PositionGranted
) -> Iterator[str]:
    proposal = None if before is None else before.proposal
    role = event.role if isinstance(event, accounts.RoleGranted) else event.position
    if proposal is None or (proposal.role, proposal.by.id) != (role, event.proposed_by.id):
        yield f"{role.value} was granted, and {event.proposed_by.name} had not proposed that"
    if event.approved_by.id == event.proposed_by.id:
        yield f"{event.approved_by.name} both proposed and approved it"
    yield from without_authority(known, before, event.approved_by)


def revoked(known: Known, before: Account | None, event: accounts.RoleRevoked) -> Iterator[str]:
    if before is not None and before.role is not event.role:
        yield f"{event.role.value} was revoked, and they were {before.role.value}"
    yield from without_authority(known, before, event.by)


def position_revoked(known: Known, before: Account | None, event: accounts.PositionRevoked) -> Iterator[str]:
    if before is not None and event.position not in before.positions:
        yield f"{event.position.value} was revoked, and they did not hold it"
    yield from without_authority(known, before, event.by)


def appointed(known: Known, before: Account | None, event: accounts.OfficerAppointed) -> Iterator[str]:  # noqa: ARG001
    if event.role not in MAY_GRANT:
        yield f"{event.role.value} is nobody whom whoever runs the machine appoints"
    if sum(each.may_grant for each in known.values()) >= OFFICERS:
        yield f"{OFFICERS} people could grant roles already"


def without_authority(known: Known, subject: Account | None, by: Identity) -> Iterator[str]:
    """Whoever decided about a role was somebody else, and had the role then that it takes."""
    giver = known.get(by.id)
    role = Role.VISITOR if giver is None else giver.acting_as(by.role).role
    if role not in MAY_GRANT:
        yield f"{by.name} was {role.value} then, and may not decide who has which role"
    if subject is not None and subject.id == by.id:
        yield f"{by.name} decided about their own role"


WRONG: Mapping[type[Any], Callable[[Known, Account | None, Any], Iterator[str]]] = {
    accounts.AccountOpened: opened,
    accounts.RoleProposed: proposed,
    accounts.RoleGranted: granted,
    accounts.PositionGranted: granted,
    accounts.RoleRevoked: revoked,
    accounts.PositionRevoked: position_revoked,
    accounts.OfficerAppointed: appointed,
}
"""What would be wrong with an event, given the accounts before it; the others are only folded."""
