"""The leases of a database: each shard is written by one process at a time, and every commit says under which lease.

The epoch stands beside the position in the row of a shard and grows by one whenever somebody takes the lease. A commit
counts its positions only where the epoch is still its own, in the same statement: whoever was frozen or cut off, and
has lost the lease meanwhile, writes nothing any more. What tells that an owner is gone is the database's own matter:
`lease_postgresql`, `lease_sqlite`. A process has one thread that renews all it holds. What may wait for
a commit or for a replica is never done by that one.
"""

import logging
import os
import secrets
import socket
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from threading import Event, Lock, Thread
from typing import NamedTuple, Protocol

from pokerroom.room.ports import Fenced, StoreError, StoreFailed
from pokerroom.store.faults import failure
from pokerroom.store.steady import steady

LOG = logging.getLogger(__name__)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
CLOSING = 1.0
"""Seconds that a lease which closes waits for the order to be settled: that may be as long as a replica is away."""
LOOKS_EVERY = 0.05
"""Seconds between two looks at whether a lease is free."""
MARK = "POKERROOM_PROCESS_MARK"
"""In the environment of a process that has replaced itself."""
NOT_HELD = "this process does not hold the shard that it belongs to: nothing of it is written from here"


class Terms(NamedTuple):
    """How long a lease lasts, in seconds."""

    lasts: float = 3.0
    """After its last renewal, by the clock of the database."""
    renewed_every: float = 1.0
    lapses_after: float = 2.0
    """Without a renewal, by our own clock: sooner than others may take it."""
    returns_within: float = 6.0
    """For which owners have their leases yet once another server of the database has taken its place, or it was started
    anew: to find it takes as long as others of its machines do not answer.
    """


class Held(NamedTuple):
    """Who holds the lease of a shard, or held it last."""

    epoch: int
    owner: str
    since: int
    """Microseconds since 1970."""
    shard: int = 0
    address: str = ""
    position: int = 0
    """The last that the shard counted or passed over."""
    is_free: bool = False
    until: int = 0
    """Microseconds since 1970; 0 once it was given back, and where the database notes none."""

    @property
    def is_abandoned(self) -> bool:
        """Free, and its owner never said so: it died, froze, or was cut off."""
        return self.is_free and self.until > 0

    def __str__(self) -> str:
        if not self.owner:
            return "another process"
        return f"{self.owner}, since {EPOCH + timedelta(microseconds=self.since):%Y-%m-%d %H:%M:%S} UTC"


class RecordHeld(StoreError):
    """Another process writes to the database."""

    def __init__(self, database: object, held: Held, terms: Terms) -> None:
        super().__init__(
            f"{database} is written by {held}. Two never write one record: stop that process first. "
            f"If it does not answer, end it: its place is free {terms.lasts:g} seconds later at the latest"
        )


class Hold(Protocol):
    """How a database keeps its leases. Whatever the database says of an error is raised as it is."""

    def refuse_held(self) -> None:
        """Raises `RecordHeld` if another process holds any shard; nothing is changed."""

    def take(self, shard: int, owner: str, address: str) -> int | None:
        """The new epoch; None while another holds it, or takes it at this moment. Nobody is waited for, and renewals
        do not wait for this.
        """

    def await_free(self, shard: int) -> None:
        """Returns when it can be taken; raises `RecordHeld` if its owner lives."""

    def renew(self, epochs: Mapping[int, int]) -> Collection[int]:
        """Which of these shards are still of these epochs; they then last longer. No commit is waited for."""

    def settle(self) -> None:
        """Carry along the shards that stand still, so that readers go on (`counting.py`). It may take long."""

    def free(self) -> frozenset[int]:
        """The shards that can be taken."""

    def held(self) -> tuple[Held, ...]:
        """Every shard, in order."""

    def release(self, epochs: Mapping[int, int]) -> None:
        """Others need not wait."""

    def beside(self) -> "Hold":
        """Another, to look with while this one renews; it takes nothing."""

    def close(self) -> None: ...


@cache
def own_mark() -> str:
    """Of this process alone: in containers the number, the machine and the address of two may be alike.

    One that replaces itself hands it on, and is the same to the others.
    """
    return os.environ.get(MARK) or secrets.token_hex(4)


def owner_of(address: str = "") -> str:
    """In words, the process we are."""
    serving = f", serving {address}" if address else ""
    return f"process {os.getpid()} on {socket.gethostname()}{serving}, marked {own_mark()}"


def always() -> bool:
    return True


@contextmanager
def told(what: str) -> Iterator[None]:
    """What the database says of an error, as the record's."""
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        raise failure(what, error) from error


class Lease:
    """The shards that this process holds; a thread of its own renews them all."""

    def __init__(
        self,
        hold: Hold,
        *,
        owner: str = "",
        address: str = "",
        shards: Iterable[int] | None = None,
        terms: Terms | None = None,
        seconds: Callable[[], float] = steady,
    ) -> None:
        """Takes these shards, or else every one of the record: `RecordHeld`, if another process has any of them."""
        self._hold, self._terms, self._seconds = hold, terms or Terms(), seconds
        self._owner, self._address = owner or owner_of(), address
        self.epochs: Mapping[int, int] = {}
        """Of each shard that is ours. Replaced, never changed: whoever commits reads it without a lock."""
        self.lost: Mapping[int, str] = {}
        """Who has taken which shard from us."""
        self.renews_while: Callable[[], bool] = always
        """Whether this process does what its leases are for; otherwise it lets them run out."""
        self._renewed: dict[int, float] = {}
        self._using, self._taking, self._looking = Lock(), Lock(), Lock()
        self._closing, self._due = Event(), Event()
        self._beside: Hold | None = None
        try:
            there = [each.shard for each in hold.held()]
            for shard in there if shards is None else shards:
                self._take_patiently(shard)
        except BaseException:
            hold.close()
            raise
        self._renewing = Thread(target=self._renew_on, name="lease of the database", daemon=True)
        self._renewing.start()
        self._settling = Thread(target=self._settle_on, name="order of the record", daemon=True)
        if len(there) > 1:
            self._settling.start()

    @property
    def fenced(self) -> str:
        """Who has taken from us all that we held; empty while something is ours."""
        return "" if self.epochs else next(iter(self.lost.values()), "")

    def holds(self, shard: int = 0) -> bool:
        """Whether it was renewed lately, by our own clock. If not, it may be ours still: the next commit finds out."""
        renewed = self._renewed.get(shard)
        return renewed is not None and self._seconds() - renewed < self._terms.lapses_after

    def hurry(self) -> None:
        """Renew at once: a commit has found that leases which had run out are ours still."""
        self._due.set()

    def held(self) -> tuple[Held, ...]:
        """Who has which shard, ours and the others'."""
        with self._looking, told("the shards could not be looked at"):
            return self._look().held()

    def await_free(self, shards: Collection[int], *, timeout: float) -> frozenset[int]:
        """Those of these shards that can be taken, as soon as there is one; none after so many seconds."""
        give_up, wanted = self._seconds() + timeout, frozenset(shards)
        while not (found := self._free() & wanted):
            if self._seconds() >= give_up or self._closing.wait(LOOKS_EVERY):
                break
        return found

    def _free(self) -> frozenset[int]:
        with self._looking, told("the shards could not be looked at"):
            return self._look().free()

    def take(self, shard: int) -> bool:
        """Take a shard that is free; whether it is ours now."""
        with self._taking, told("the shard could not be taken"):
            self._refuse_closed()
            return shard in self.epochs or self._take(shard)

    def release(self, shards: Iterable[int]) -> None:
        """Give shards back: whoever waits for them has them at once. Nothing of theirs may be under way."""
        with self._using:
            if self._closing.is_set():
                return  # Whoever closes it gives all of them back.
            given = {shard: self.epochs[shard] for shard in shards if shard in self.epochs}
            self._forget(given)
            with told("the shards could not be given back"):
                self._hold.release(given)

    def renew(self) -> None:
        with self._using:
            began, epochs = self._seconds(), self.epochs
            if not epochs or self._closing.is_set():
                return
            ours = self._hold.renew(epochs)
            self._renewed |= dict.fromkeys(ours, began)
        for shard in epochs.keys() - ours:
            self.lose(shard)

    def lose(self, shard: int) -> Fenced:
        """Somebody else has taken it: it concerns the streams of that shard, and for them it is final."""
        with self._using:
            if shard in self.epochs:
                self._forget({shard})
                try:
                    # Not by the session that renews: whoever took the lease from us may have ended that.
                    taken_by = str(next(each for each in self.held() if each.shard == shard))
                except Exception as error:  # noqa: BLE001  that it is lost is known; by whom is only said
                    taken_by = f"another process ({error})"
                why = f"the record has been taken over by {taken_by}: nothing more is written from here"
                self.lost = {**self.lost, shard: why}
                LOG.error("shard %d: %s", shard, why)
        return Fenced(self.lost.get(shard, NOT_HELD), {shard})

    def close(self) -> None:
        self._closing.set()
        self._due.set()
        self._renewing.join()
        if self._settling.ident is not None:
            self._settling.join(CLOSING)
        with self._taking, self._using, self._looking:
            try:
                self._hold.release(self.epochs)
            except Exception as error:  # noqa: BLE001  it ends by itself
                LOG.warning("the lease could not be given back: %s", error)
            for each in (self._hold, self._beside):
                if each is not None:
                    each.close()

    def _take_patiently(self, shard: int) -> None:
        self._hold.await_free(shard)
        while not self._take(shard):
            self._closing.wait(LOOKS_EVERY)
            self._hold.await_free(shard)

    def _take(self, shard: int) -> bool:
        began = self._seconds()
        epoch = self._hold.take(shard, self._owner, self._address)
        if epoch is None:
            return False
        with self._using:
            self._renewed[shard] = began
            self.lost = {each: why for each, why in self.lost.items() if each != shard}
            self.epochs = {**self.epochs, shard: epoch}
        return True

    def _forget(self, shards: Collection[int]) -> None:
        self.epochs = {each: epoch for each, epoch in self.epochs.items() if each not in shards}
        for each in shards:
            self._renewed.pop(each, None)

    def _refuse_closed(self) -> None:
        if self._closing.is_set():
            raise StoreFailed("the record is closed: nobody looks at its shards any more")

    def _look(self) -> Hold:
        self._refuse_closed()
        if self._beside is None:
            self._beside = self._hold.beside()
        return self._beside

    def _is_due(self) -> bool:
        """Returns when the next renewal is; whether there is one more."""
        self._due.wait(self._terms.renewed_every)
        self._due.clear()
        return not self._closing.is_set()

    def _settle_on(self) -> None:
        """By a thread of its own: that waits for replicas, and renewals must not."""
        while not self._closing.wait(self._terms.renewed_every):
            if not self.epochs:
                continue
            try:
                self._hold.settle()
            except Exception as error:  # noqa: BLE001  a fault may pass: it is tried again
                LOG.warning("the order of the record could not be settled: %s", error)

    def _renew_on(self) -> None:
        while self._is_due():
            if not self.renews_while():
                LOG.warning("the lease is not renewed: this process answers nobody at the moment")
                continue
            try:
                self.renew()
            except Exception as error:  # noqa: BLE001  a fault may pass: it is tried again
                LOG.warning("the lease could not be renewed: %s", error)
