"""The bus of a PostgreSQL: NOTIFY after the commit, on a connection of its own.

Never in the commit itself: a transaction that notifies holds one lock of the whole server until it is over, so that
commits would wait for one another. One thread has the connection, tells and listens, and connects again when the
database was away.
"""

import logging
import selectors
import socket
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from threading import Event, Thread
from time import monotonic
from typing import Any

from pokerroom.room.ports import Hears
from pokerroom.store.bus import CLOSING, FIRST_WAIT, LONGEST_WAIT, PAUSE, Listeners, Outbox, read, written
from pokerroom.store.failures import said_by
from pokerroom.store.lease_postgresql import NOTICE_THE_VANISHED, PROMPT
from pokerroom.store.opening import engine_for

LOG = logging.getLogger(__name__)

CHANNEL = "SELECT 'pokerroom_' || 'shard'::regclass::oid"
"""Of this record: a database may have several, each in a schema of its own."""
NOTIFY = "SELECT pg_notify(%s, %s)"
SETS_UP = "; ".join((*NOTICE_THE_VANISHED, "SET synchronous_commit TO off"))


class PostgresBus:
    """A `Bus`."""

    def __init__(self, url: str) -> None:
        self._engine = engine_for(url, durable=False)
        self._listeners, self._outbox = Listeners(), Outbox()
        self._bell, self._ringer = socket.socketpair()
        for each in (self._bell, self._ringer):
            each.setblocking(False)
        self._closing, self.connected = Event(), Event()
        self._thread = Thread(target=self._run, name="bus of the record", daemon=True)
        self._thread.start()

    def publish(self, ends: Mapping[int, int]) -> None:
        if self._outbox.put(ends):
            self._ring()

    def listen(self, hears: Hears) -> Callable[[], None]:
        return self._listeners.add(hears)

    def close(self) -> None:
        self._closing.set()
        self._ring()
        self._thread.join(CLOSING)

    def _ring(self) -> None:
        with suppress(OSError):  # It rings already, or is closed.
            self._ringer.send(b"!")

    def _run(self) -> None:
        wait = 0.0
        while not self._closing.wait(wait):
            try:
                with closing(self._connect()) as connection:
                    self._serve(connection)
            except Exception as error:  # noqa: BLE001  whatever it was, those who follow look by themselves meanwhile
                if self.connected.is_set() or not wait:
                    LOG.warning("nobody is woken by the database, which is tried again: %s", said_by(error))
                    wait = FIRST_WAIT
                wait = min(2 * wait, LONGEST_WAIT)
            finally:
                self.connected.clear()
        self._engine.dispose()
        self._bell.close()
        self._ringer.close()

    def _connect(self) -> Any:
        dialect = self._engine.dialect
        given, named = dialect.create_connect_args(self._engine.url)
        prompt = {**PROMPT, **named, "autocommit": True}
        connection = dialect.connect(*given, **prompt)
        connection.execute(SETS_UP)
        return connection

    def _serve(self, connection: Any) -> None:
        """Until it fails, or the bus is closed."""
        (channel,) = connection.execute(CHANNEL).fetchone()
        connection.execute(f'LISTEN "{channel}"')
        self.connected.set()
        self._listeners.tell({})  # Something may have been missed.
        told = 0.0
        with selectors.DefaultSelector() as either:
            either.register(connection, selectors.EVENT_READ)
            either.register(self._bell, selectors.EVENT_READ)
            while not self._closing.is_set():
                either.select()
                if self._has_rung():
                    self._closing.wait(max(0.0, told + PAUSE - monotonic()))
                    for message in written(self._outbox.take()):
                        connection.execute(NOTIFY, (channel, message))
                    told = monotonic()
                self._hear(connection)

    def _has_rung(self) -> bool:
        try:
            return bool(self._bell.recv(4096))
        except BlockingIOError:
            return False

    def _hear(self, connection: Any) -> None:
        for each in connection.notifies(timeout=0):
            if each.pid != connection.info.backend_pid:
                self._listeners.tell(read(each.payload))
