"""Servers of a divided record without a room: each says that it is there, and takes and gives shards as it should.

They live in threads, so that a test sees what commands make of them, in the rows of a real database.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Event, Thread

from pokerroom.live.placement import placement
from pokerroom.room.shards import DESK
from pokerroom.store.opening import join_database
from pokerroom.store.servers import Asked, Doing, Servers

LOOKS_EVERY = 0.05


class RunningServer:
    def __init__(self, url: str, name: str) -> None:
        self.name, self._closing, self._ended = name, Event(), Event()
        self._process = f"process of {name}"
        self._servers = Servers(url)
        self._store = join_database(url, owner=self._process, address=f"http://{name}/")
        self._servers.join(name, self._process, f"http://{name}/", "pokerroom")
        self._thread = Thread(target=self._run, name=name)
        self._thread.start()

    def _run(self) -> None:
        lease, does = self._store.lease, Doing.TABLES
        assert lease is not None
        while not self._closing.wait(LOOKS_EVERY):
            asked = self._servers.say(self.name, self._process, does, tables=3, rounds=2)
            listed, held = self._servers.listed(), lease.held()
            if asked is Asked.GIVE_UP and DESK in lease.epochs:
                lease.release([DESK])
                self._servers.ask(self.name, Asked.NOTHING)
                continue
            wanted = placement(listed, held, self.name)
            lease.release(wanted.give)
            for shard in wanted.take:
                lease.take(shard)
            if held[DESK].is_free and asked is Asked.TAKE and lease.take(DESK):
                self._servers.ask(self.name, Asked.NOTHING)
            elif held[DESK].is_free and not any(each.asked is Asked.TAKE or each.drained for each in listed):
                lease.take(DESK)
            does = Doing.SERVING if DESK in lease.epochs else Doing.TABLES

    def vanish(self) -> None:
        """As if its process had died: nothing is given back."""
        self._end()
        assert self._store.lease is not None
        self._store.lease.epochs = {}
        self._store.close()
        self._servers.close()

    def stop(self) -> None:
        if not self._ended.is_set():
            self._end()
            self._servers.leave(self.name, self._process)
            self._store.close()
            self._servers.close()

    def _end(self) -> None:
        self._ended.set()
        self._closing.set()
        self._thread.join()


@contextmanager
def serving(url: str, *names: str) -> Iterator[dict[str, RunningServer]]:
    with ExitStack() as stopping:
        servers = {}
        for name in names:
            servers[name] = RunningServer(url, name)
            stopping.callback(servers[name].stop)
        yield servers
