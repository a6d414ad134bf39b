"""A PostgreSQL with a replica: nobody loses a shard because that is away, or because it takes the server's place."""

import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager

import psycopg
import pytest

from pokerroom.log import beginning
from pokerroom.room.ports import StoreAway, StoreError
from pokerroom.store import SqlStore, Writer, audit_log, open_store
from pokerroom.store.dividing import divide
from pokerroom.store.lease import Lease, Terms
from pokerroom.store.opening import join_database
from tests.contract.recording import batch
from tests.contract.shard_holder import SHARDS, stream_in
from tests.postgres import Replicated, replicated

__all__ = ["replicated"]

LASTS = 0.9
TERMS = Terms(LASTS, LASTS / 3, LASTS * 2 / 3, returns_within=2 * LASTS)
PATIENCE = 30.0
END_WHAT_WAITS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query = 'COMMIT'
"""
"""The commit that waits for the replica."""


class Member:
    """A process that shares the record, with the shards that it took."""

    def __init__(self, store: SqlStore, shards: tuple[int, ...]) -> None:
        self.store, self.writer = store, Writer(store)
        assert store.lease is not None
        self.lease: Lease = store.lease
        assert all(map(self.lease.take, shards))
        self.epochs = self.lease.epochs
        self._heads = {shard: beginning(stream_in(shard)) for shard in shards}
        self.number = 0

    def writes(self) -> list[Future[int]]:
        """An event in each of its shards."""
        self.number += 1
        made = {shard: batch(head, f"c-{self.number}", 1) for shard, head in self._heads.items()}
        self._heads = {shard: each.heads[stream_in(shard)] for shard, each in made.items()}
        return [self.writer.submit(each) for each in made.values()]


@contextmanager
def member(url: str, *shards: int) -> Iterator[Member]:
    with closing(join_database(url, terms=TERMS)) as store:
        found = Member(store, shards)
        with found.writer:
            yield found


def found_free(lease: Lease, *, seconds: float) -> set[int]:
    """Whatever seems free meanwhile, looked for as a standby looks."""
    give_up, found = time.monotonic() + seconds, set[int]()
    while (left := give_up - time.monotonic()) > 0:
        try:
            found |= lease.await_free(range(SHARDS), timeout=left)
        except StoreAway:
            time.sleep(0.05)
    return found


@pytest.fixture
def url(replicated: Replicated) -> Iterator[str]:
    divide(replicated.url, SHARDS)
    yield replicated.url
    with closing(open_store(replicated.url)) as store:
        assert audit_log(store).faults == ()


def test_while_a_replica_is_frozen_orders_wait_and_every_shard_stays_where_it_is(
    replicated: Replicated, url: str
) -> None:
    with member(url, 0, 1) as one, member(url, 2) as two, member(url) as standby:
        assert all(each.result(PATIENCE) for each in one.writes() + two.writes())
        assert standby.lease.take(3)
        standby.lease.release([3])
        replicated.replica.signal(signal.SIGSTOP)
        try:
            waiting = one.writes() + two.writes()
            assert found_free(standby.lease, seconds=4 * LASTS) == {3}
            assert not any(each.done() for each in waiting)
            assert all(map(one.lease.holds, one.epochs))
            began = time.monotonic()
            assert standby.lease.take(3), "what is free is had all the same"
            assert time.monotonic() - began < LASTS
        finally:
            replicated.replica.signal(signal.SIGCONT)
        assert all(each.result(PATIENCE) for each in waiting)
        assert (one.lease.epochs, two.lease.epochs) == (one.epochs, two.epochs)
        assert all(each.result(PATIENCE) for each in one.writes() + two.writes())


@pytest.mark.soak
def test_the_shards_of_a_server_that_died_are_had_though_its_last_commit_waits_for_the_replica(
    replicated: Replicated, url: str
) -> None:
    with ExitStack() as living, member(url, 2) as other:
        dies = living.enter_context(member(url, 1))
        assert all(each.result(PATIENCE) for each in dies.writes() + other.writes())
        replicated.replica.signal(signal.SIGSTOP)
        try:
            dies.writes()
            time.sleep(LASTS / 3)
            dies.lease._hold.close()
            dies.lease.renews_while = lambda: False
            assert other.lease.await_free({1}, timeout=PATIENCE) == {1}
            give_up = time.monotonic() + PATIENCE
            while not other.lease.take(1):
                assert time.monotonic() < give_up
            assert other.lease.holds(2), "it was renewed meanwhile"
        finally:
            replicated.replica.signal(signal.SIGCONT)
        with pytest.raises(StoreError):
            dies.writes()[0].result(PATIENCE)


def test_a_replica_that_takes_the_servers_place_leaves_every_shard_with_its_owner(
    replicated: Replicated, url: str
) -> None:
    with ExitStack() as living, member(url, 0, 1) as one, member(url) as standby:
        two = living.enter_context(member(url, 2))
        assert all(each.result(PATIENCE) for each in one.writes() + two.writes())
        two.lease.renews_while = lambda: False
        two.lease._hold.close()
        replicated.fail_over()
        began = time.monotonic()
        found = found_free(standby.lease, seconds=TERMS.returns_within + LASTS)
        assert found <= {2, 3}, "its owner was not there, or nobody had it"
        assert 2 in found
        assert time.monotonic() - began < PATIENCE
        assert all(each.result(PATIENCE) for each in one.writes())
        assert one.lease.epochs == one.epochs
        assert standby.lease.take(2)
        with pytest.raises(StoreError):
            two.writes()[0].result(PATIENCE)


@pytest.mark.soak
def test_what_a_commit_left_that_was_ended_is_acknowledged_once_it_is_on_both_machines(
    replicated: Replicated, url: str
) -> None:
    """It can be read at once, and would be gone with its server."""
    with member(url, 1) as one, psycopg.connect(replicated.primary.url, autocommit=True) as database:
        assert one.writes()[0].result(PATIENCE)
        replicated.replica.signal(signal.SIGSTOP)
        try:
            (waiting,) = one.writes()
            give_up = time.monotonic() + PATIENCE
            while not database.execute(END_WHAT_WAITS).fetchall():
                assert time.monotonic() < give_up
            while len(list(one.store.read(stream_in(1)))) < 2:
                assert time.monotonic() < give_up
            with pytest.raises(TimeoutError):
                waiting.result(1.0)
        finally:
            replicated.replica.signal(signal.SIGCONT)
        assert waiting.result(PATIENCE)
        assert len(list(one.store.read(stream_in(1)))) == 2


@pytest.mark.soak
def test_a_lease_that_the_replica_never_heard_of_is_not_taken_again(replicated: Replicated, url: str) -> None:
    """Two who had one epoch could both commit."""
    with member(url) as lost, member(url) as later:
        replicated.say_nothing()
        assert lost.lease.take(1)
        taken = lost.lease.epochs[1]
        replicated.fail_over()
        give_up = time.monotonic() + PATIENCE
        while 1 not in found_free(later.lease, seconds=0.2) or not later.lease.take(1):
            assert time.monotonic() < give_up
        assert later.lease.epochs[1] != taken
        lost._heads = {1: beginning(stream_in(1))}
        with pytest.raises(StoreError):
            lost.writes()[0].result(PATIENCE)
