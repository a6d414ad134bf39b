"""The bus: whoever follows a record is woken soon after a commit, and nothing is lost where they are not."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from typing import Any

import psycopg
import pytest

from pokerroom.room.ports import StoreFailed
from pokerroom.store.bus import read, written
from pokerroom.store.bus_nats import NatsBus
from pokerroom.store.bus_postgresql import PostgresBus
from pokerroom.store.buses import open_bus
from pokerroom.store.dividing import divide
from pokerroom.store.opening import join_database, open_database
from tests.bus import MemoryBus
from tests.contract.divided import SHARDS
from tests.contract.recording import batch
from tests.contract.test_following import stream_in
from tests.nats import NatsServer, nats_server
from tests.postgres import OwnServer, empty_schema, own_postgres

__all__ = ["nats_server", "own_postgres"]

PATIENCE = 30.0


class Ear:
    """Remembers what it heard."""

    def __init__(self) -> None:
        self.heard: list[Mapping[int, int]] = []
        self._changed = threading.Condition()

    def __call__(self, ends: Mapping[int, int]) -> None:
        with self._changed:
            self.heard.append(dict(ends))
            self._changed.notify_all()

    def hears(self, what: Callable[[Mapping[int, int]], bool], after: int = 0) -> bool:
        """Waits until something of this kind was heard."""
        with self._changed:
            return self._changed.wait_for(lambda: any(what(each) for each in self.heard[after:]), PATIENCE)

    def latest(self) -> dict[int, int]:
        with self._changed:
            return {shard: end for each in self.heard for shard, end in each.items()}


Connected = PostgresBus | NatsBus
Pair = tuple[Connected, Connected]


@pytest.fixture(params=["postgresql", "nats"])
def two(request: pytest.FixtureRequest) -> Iterator[Pair]:
    """A bus of each of two processes that share a record."""
    if request.param == "nats":
        address = request.getfixturevalue("nats_server").address
        one: Connected = NatsBus(address, "play-chips")
        other: Connected = NatsBus(address, "play-chips")
    else:
        url = str(request.getfixturevalue("postgres_url"))
        divide(url, SHARDS)
        one, other = PostgresBus(url), PostgresBus(url)
    with closing(one), closing(other):
        assert one.connected.wait(PATIENCE)
        assert other.connected.wait(PATIENCE)
        yield one, other


def test_whoever_listens_is_told_how_far_a_shard_has_come(two: Pair) -> None:
    one, other = two
    ear, own = Ear(), Ear()
    other.listen(ear)
    one.listen(own)
    one.publish({1: 41, 3: 43})
    assert ear.hears(lambda ends: ends == {1: 41, 3: 43})
    other.publish({2: 46})
    assert own.hears(lambda ends: ends == {2: 46})
    assert {1: 41, 3: 43} not in own.heard, "nobody is woken by what they committed themselves"


def test_what_is_told_at_once_is_told_together_and_the_latest_counts(two: Pair) -> None:
    one, other = two
    ear = Ear()
    other.listen(ear)
    for position in range(400):
        one.publish({position % SHARDS: position})
    assert ear.hears(lambda ends: ends.get(3) == 399)
    assert ear.latest() == {0: 396, 1: 397, 2: 398, 3: 399}
    assert len(ear.heard) < 400, "fewer messages than commits"


def test_every_shard_is_told_of_however_many_there_are(two: Pair) -> None:
    one, other = two
    ear = Ear()
    other.listen(ear)
    ends = {shard: 10**15 + shard for shard in range(1024)}
    one.publish(ends)
    assert ear.hears(lambda _: ear.latest() == ends)


def test_nobody_is_told_who_listens_no_more(two: Pair) -> None:
    one, other = two
    left, stays = Ear(), Ear()
    end = other.listen(left)
    other.listen(stays)
    end()
    one.publish({1: 5})
    assert stays.hears(lambda ends: ends == {1: 5})
    assert {1: 5} not in left.heard


def test_one_who_cannot_be_told_keeps_nobody_else_from_it(two: Pair) -> None:
    one, other = two
    ear = Ear()

    def fails(_ends: Mapping[int, int]) -> None:
        raise RuntimeError("its loop is closed")

    other.listen(fails)
    other.listen(ear)
    one.publish({1: 5})
    one.publish({1: 9})
    assert ear.hears(lambda ends: ends.get(1) == 9)


def test_two_records_of_one_database_do_not_wake_each_other(postgres_url: str, postgres: str) -> None:
    divide(postgres_url, SHARDS)
    with ExitStack() as stack:
        elsewhere = stack.enter_context(empty_schema(postgres))
        divide(elsewhere, SHARDS)
        one, other, third = (
            stack.enter_context(closing(PostgresBus(url))) for url in (postgres_url, postgres_url, elsewhere)
        )
        assert all(each.connected.wait(PATIENCE) for each in (one, other, third))
        ear = Ear()
        other.listen(ear)
        third.publish({2: 77})
        one.publish({1: 5})
        assert ear.hears(lambda ends: ends == {1: 5})
    assert {2: 77} not in ear.heard


def test_a_commit_wakes_whoever_follows_and_says_where_it_ended(postgres_url: str) -> None:
    divide(postgres_url, SHARDS)
    with ExitStack() as stack:
        store = stack.enter_context(closing(join_database(postgres_url, owner="one")))
        bus = store.bus = PostgresBus(postgres_url)
        other = stack.enter_context(closing(PostgresBus(postgres_url)))
        ear = Ear()
        other.listen(ear)
        assert bus.connected.wait(PATIENCE)
        assert other.connected.wait(PATIENCE)
        assert store.lease is not None
        assert store.lease.take(1)
        assert store.lease.take(2)
        ends = store.append(batch(stream_in(1), "a", 1, 2), batch(stream_in(2), "b", 3))
        assert ear.hears(lambda told: told == {end % SHARDS: end for end in ends})


def goes_on_after(away: Callable[[], object], again: Callable[[], object], one: Connected, other: Connected) -> None:
    """A bus whose server is away for a while, and what is published meanwhile."""
    ear = Ear()
    other.listen(ear)
    assert one.connected.wait(PATIENCE)
    assert other.connected.wait(PATIENCE)
    before = len(ear.heard)
    away()
    for position in range(10_000):
        one.publish({0: position})  # Nobody waits for it.
    again()
    assert ear.hears(lambda ends: ends == {}, after=before), "something may have been missed, and it is said"
    said, give_up = iter(range(10_000, 1_000_000)), time.monotonic() + PATIENCE
    while not ear.heard[-1]:
        one.publish({0: next(said)})  # Until its own line is there, too.
        assert time.monotonic() < give_up
        time.sleep(0.01)


def test_it_goes_on_after_the_database_was_started_again(own_postgres: OwnServer) -> None:
    open_database(own_postgres.url).close()
    with closing(PostgresBus(own_postgres.url)) as one, closing(PostgresBus(own_postgres.url)) as other:
        goes_on_after(own_postgres.stop, own_postgres.start, one, other)


def test_it_goes_on_after_the_nats_server_was_killed_and_started_again(nats_server: NatsServer) -> None:
    address = nats_server.address
    with closing(NatsBus(address, "licensed")) as one, closing(NatsBus(address, "licensed")) as other:
        goes_on_after(nats_server.stop, nats_server.start, one, other)


def test_a_server_that_is_not_there_yet_is_waited_for(nats_server: NatsServer) -> None:
    nats_server.stop()
    with closing(NatsBus(nats_server.address, "licensed")) as bus:
        assert not bus.connected.is_set()
        nats_server.start()
        assert bus.connected.wait(PATIENCE)


def test_a_bus_whose_server_never_comes_can_be_closed(nats_server: NatsServer) -> None:
    nats_server.stop()
    NatsBus(nats_server.address, "licensed").close()


def test_records_of_other_names_are_not_woken(nats_server: NatsServer) -> None:
    with ExitStack() as stack:
        one, other, third = (
            stack.enter_context(closing(NatsBus(nats_server.address, name))) for name in ("a b", "a b", "c")
        )
        assert all(each.connected.wait(PATIENCE) for each in (one, other, third))
        ear = Ear()
        other.listen(ear)
        third.publish({2: 77})
        one.publish({1: 5})
        assert ear.hears(lambda ends: ends == {1: 5})
    assert {2: 77} not in ear.heard


def test_an_address_that_is_none_is_refused_and_the_database_is_the_bus_where_no_other_is_named(
    postgres_url: str, nats_server: NatsServer
) -> None:
    for strange in ("localhost", "http://localhost", "nats://one, nats://two", "nats://one,"):
        with pytest.raises(StoreFailed, match="is not the address of a NATS server: expected nats://HOST:PORT"):
            open_bus(postgres_url, "play-chips", at=strange)
    with (
        closing(open_bus(postgres_url, "play-chips")) as one,
        closing(open_bus("", "play-chips", at=nats_server.address)) as other,
    ):
        assert (type(one), type(other)) == (PostgresBus, NatsBus)


def test_a_bus_whose_database_has_fallen_silent_can_be_closed(own_postgres: OwnServer) -> None:
    open_database(own_postgres.url).close()
    with psycopg.connect(own_postgres.url) as connection:
        bus = PostgresBus(own_postgres.url)
        assert bus.connected.wait(PATIENCE)
        found = connection.execute("SELECT pid FROM pg_stat_activity WHERE query ILIKE 'LISTEN%'").fetchone()
        assert found is not None
        os.kill(found[0], signal.SIGSTOP)
        try:
            bus.publish({0: 1})
            bus.close()
        finally:
            os.kill(found[0], signal.SIGCONT)
        bus.close()


def test_a_commit_does_not_notify_in_its_own_transaction(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """That would take a lock of the whole server."""
    divide(postgres_url, SHARDS)
    asked: list[str] = []
    execute = psycopg.Cursor.execute

    def noting(self: Any, query: Any, *values: Any, **named: Any) -> Any:
        asked.append(str(query))
        return execute(self, query, *values, **named)

    with closing(open_database(postgres_url, writing=True)) as store:
        store.bus = MemoryBus()
        monkeypatch.setattr(psycopg.Cursor, "execute", noting)
        store.append(batch(stream_in(1), "a", 1))
    assert any("INSERT INTO event" in each for each in asked)
    assert not any("notify" in each.lower() for each in asked)


def test_the_bus_of_one_process_tells_at_once() -> None:
    bus, ear = MemoryBus(), Ear()
    bus.listen(ear)
    bus.publish({1: 5})
    assert ear.heard == [{1: 5}]
    bus.close()


def test_messages_hold_positions_and_anything_else_only_wakes() -> None:
    ends = {0: 12, 3: 10**17}
    assert list(written(ends)) == [f"0:12 3:{10**17}"]
    assert read(f"0:12 3:{10**17}") == ends
    for strange in ("", "1", "1:", ":1", "1:2 ", " 1:2", "1:2,3:4", "1:2\n", "x:1", "-1:2", f"1:{10**40}"):
        assert read(strange) == {}
