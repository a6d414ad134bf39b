"""The lease of a database: one process at a time may write to it, and every commit says under which lease.

The epoch stands beside the position in `log_end` and grows by one whenever somebody takes the lease. A commit counts
its positions only where the epoch is still its own, in the same statement: whoever was frozen or cut off, and has lost
the lease meanwhile, writes nothing any more. What tells that an owner is gone is the database's own matter:
`lease_postgresql`, `lease_sqlite`.
"""

import logging
import os
import socket
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Event, Lock, Thread
from time import monotonic
from typing import NamedTuple, Protocol

from pokerroom.room.ports import Fenced, StoreError

LOG = logging.getLogger(__name__)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Terms(NamedTuple):
    """How long a lease lasts, in seconds."""

    lasts: float = 3.0
    """After its last renewal, by the clock of the database."""
    renewed_every: float = 1.0
    lapses_after: float = 2.0
    """Without a renewal, by our own clock: sooner than others may take it."""


class Held(NamedTuple):
    """Who holds a lease, or held it last."""

    epoch: int
    owner: str
    since: int
    """Microseconds since 1970."""

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
    """How a database keeps its lease. Whatever the database says of an error is raised as it is."""

    extends: str
    """What a commit sets besides the position, to renew a lease that has run out."""

    def refuse_held(self) -> None:
        """Raises `RecordHeld` if another process holds the lease; nothing is changed."""

    def take(self, owner: str) -> int:
        """The new epoch; or `RecordHeld`."""

    def renew(self, epoch: int) -> bool:
        """Whether the lease is still of this epoch; it then lasts longer."""

    def held(self) -> Held: ...

    def release(self, epoch: int) -> None:
        """Others need not wait."""


def owner_of(address: str = "") -> str:
    """In words, the process we are."""
    serving = f", serving {address}" if address else ""
    return f"process {os.getpid()} on {socket.gethostname()}{serving}"


class Lease:
    """A lease that was taken; a thread of its own renews it."""

    def __init__(
        self, hold: Hold, *, owner: str = "", terms: Terms | None = None, seconds: Callable[[], float] = monotonic
    ) -> None:
        self._hold, self._terms, self._seconds = hold, terms or Terms(), seconds
        self._renewed = seconds()
        self.extends = hold.extends
        self.epoch = hold.take(owner or owner_of())
        self.fenced = ""
        """Who has taken the lease from us; empty while it is ours."""
        self._using, self._closing = Lock(), Event()
        self._thread = Thread(target=self._run, name="lease of the database", daemon=True)
        self._thread.start()

    def holds(self) -> bool:
        """Whether it was renewed lately, by our own clock. If not, it may be ours still: the next commit finds out."""
        return not self.fenced and self._seconds() - self._renewed < self._terms.lapses_after

    def confirm(self, since: float) -> None:
        """A commit begun then found the lease to be ours, and renewed it."""
        self._renewed = max(self._renewed, since)

    def renew(self) -> None:
        with self._using:
            began = self._seconds()
            if self._hold.renew(self.epoch):
                self.confirm(began)
                return
        self.lose()

    def lose(self) -> Fenced:
        """Somebody else has taken it: for this process that is final."""
        try:
            with self._using:
                taken_by = str(self._hold.held())
        except Exception as error:  # noqa: BLE001  that it is lost is known; by whom is only said
            taken_by = f"another process ({error})"
        if not self.fenced:
            self.fenced = f"the record has been taken over by {taken_by}: nothing more is written from here"
            LOG.error(self.fenced)
        return Fenced(self.fenced)

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        with self._using:
            try:
                self._hold.release(self.epoch)
            except Exception as error:  # noqa: BLE001  it ends by itself
                LOG.warning("the lease could not be given back: %s", error)

    def _run(self) -> None:
        while not self.fenced and not self._closing.wait(self._terms.renewed_every):
            try:
                self.renew()
            except Exception as error:  # noqa: BLE001  a fault may pass: it is tried again
                LOG.warning("the lease could not be renewed: %s", error)
