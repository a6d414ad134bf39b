"""What others have recorded since one last looked: nothing is left out or comes twice, each shard in its order."""

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from random import Random
from typing import Any

import psycopg
import pytest
from sqlalchemy.engine import make_url

from pokerroom.log import Head, beginning
from pokerroom.room.ports import Committed, EventStore, StoreAway, StoreFailed
from pokerroom.room.shards import shard_of
from pokerroom.store import Writer, open_store
from pokerroom.store.counting import counting
from pokerroom.store.dividing import divide
from pokerroom.store.following import SINCE_POSTGRESQL
from pokerroom.store.opening import join_database, open_database
from pokerroom.store.sql import as_psycopg, inserting
from tests.contract.divided import SHARDS, shared
from tests.contract.recording import batch, events, record
from tests.postgres import OwnServer, own_postgres

__all__ = ["own_postgres", "shared"]


def stream_in(shard: int) -> str:
    streams = ("ledger", *map("table/{}".format, range(100)))
    return next(each for each in streams if shard_of(each, SHARDS) == shard)


class Follower:
    """Reads what there is since the last time, and holds it against the chain."""

    def __init__(self, store: EventStore, *shards: int) -> None:
        self.store = store
        self.ends: Mapping[int, int] = {shard: store.ends()[shard] for shard in shards or range(SHARDS)}
        self.heads: dict[str, Head] = {}
        self.read: list[Committed] = []

    def look(self, *, page: int = 500) -> list[Committed]:
        found: list[Committed] = []
        while True:
            news = self.store.read_since(self.ends, page=page)
            for each in news.events:
                stream, sequence = each.envelope.stream, each.envelope.sequence
                before = self.heads.get(stream, beginning(stream))
                assert sequence == before.sequence + 1, f"event {sequence} of {stream} after {before.sequence}"
                self.heads[stream] = Head(stream, sequence, each.envelope.hash)
            assert all(news.ends[shard] >= end for shard, end in self.ends.items())
            found += news.events
            self.ends = news.ends
            if news.is_all:
                self.read += found
                return found


def test_each_look_finds_what_is_new_once_and_in_the_order_of_each_shard(shared: EventStore) -> None:
    lot, follower, count = Random(1), Follower(shared), 0
    for _ in range(30):
        for _ in range(lot.randint(0, 4)):
            record(shared, stream_in(lot.randrange(SHARDS)), tuple(range(lot.randint(1, 5))))
        if lot.random() < 0.3:
            shared.settle()
        follower.look(page=lot.choice((1, 3, 500)))
        count = sum(head.sequence for head in shared.heads().values())
        assert len(follower.read) == count
    assert follower.look() == []
    assert follower.heads == shared.heads()


def test_only_the_shards_that_were_named_are_read(shared: EventStore) -> None:
    follower = Follower(shared, 1, 3)
    for shard in range(SHARDS):
        record(shared, stream_in(shard), (1,), (2, 3))
    assert {each.envelope.stream for each in follower.look()} == {stream_in(1), stream_in(3)}
    assert follower.ends.keys() == {1, 3}


def test_no_command_is_divided_by_a_page(shared: EventStore) -> None:
    follower = Follower(shared)
    commands = [(stream_in(shard), f"c{number}", number + 2) for shard in range(SHARDS) for number in range(3)]
    for stream, cause, size in sorted(commands, key=lambda each: each[1]):
        head = shared.heads().get(stream, beginning(stream))
        shared.append(batch(head, cause, *range(size)))
    sizes = {(stream, cause): size for stream, cause, size in commands}
    while True:
        news = shared.read_since(follower.ends, page=5)
        for each in news.events:
            of = each.envelope.stream, each.envelope.cause
            assert sum((other.envelope.stream, other.envelope.cause) == of for other in news.events) == sizes[of]
        follower.ends = news.ends
        if news.is_all:
            break


def test_what_was_read_stands_before_what_is_recorded_then(postgres_url: str) -> None:
    """Also where the order over all shards is not settled so far."""
    divide(postgres_url, SHARDS)
    with closing(open_store(postgres_url)) as one, closing(open_store(postgres_url)) as other:
        follower = Follower(other)
        record(one, stream_in(2), *(((1,),) * 50))
        (last,) = one.append(batch(stream_in(3), "last", 1))
        follower.look()
        one.close()
        (after,) = other.append(batch("ledger", "booked", 1))
        assert after > last


def test_a_record_of_one_shard_is_followed_alike(database_url: str) -> None:
    with closing(open_store(database_url)) as store:
        ends = store.ends()
        record(store, "ledger", (1,), (2, 3))
        record(store, "table/1", (4,))
        news = store.read_since(ends)
        assert [each.position for each in news.events] == [1, 2, 3, 4]
        assert news.ends == {0: 4}
        assert store.read_since(news.ends).events == ()


def test_whoever_follows_a_record_that_is_divided_anew_is_told(database_url: str) -> None:
    divide(database_url, SHARDS)
    with closing(open_store(database_url)) as store:
        follower = Follower(store)
        assert follower.look() == []
        divide(database_url, 2)
        with pytest.raises(StoreFailed, match="the record was divided into 2 shards and had 4: whoever follows it"):
            follower.look()


def test_a_shard_that_stands_still_is_not_read_again_and_again(postgres_url: str) -> None:
    """Its end is raised with the others', as soon as its row was carried along."""
    divide(postgres_url, SHARDS)
    with closing(open_store(postgres_url)) as store:
        follower = Follower(store)
        record(store, stream_in(1), *(((1,),) * 20))
        store.settle()
        follower.look()
        lowest = min(follower.ends.values())
        assert lowest > max(follower.ends.values()) - SHARDS


def test_a_look_is_one_range_of_the_index_of_positions(postgres_url: str) -> None:
    divide(postgres_url, SHARDS)
    with closing(open_database(postgres_url)) as store:
        record(store, stream_in(1), tuple(range(900)), tuple(range(900)))
        store.give_back_space()
        with psycopg.connect(plain(postgres_url)) as connection:
            explained = connection.execute(
                f"EXPLAIN {SINCE_POSTGRESQL}".encode(), (7000, "{7000,7000,7000,7000}", 4, 500)
            )
            plan = "\n".join(line for (line,) in explained)
    assert "event_pkey" in plan
    assert "Seq Scan" not in plan


def test_a_look_goes_on_after_its_session_ended_or_the_database_was_away(own_postgres: OwnServer) -> None:
    divide(own_postgres.url, SHARDS)
    with closing(open_store(own_postgres.url)) as store:
        follower = Follower(store)
        record(store, stream_in(1), (1,))
        assert len(follower.look()) == 1
        with psycopg.connect(own_postgres.url, autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        assert follower.look() == []
        own_postgres.stop()
        with pytest.raises(StoreAway, match="the store could not be read"):
            follower.look()
        own_postgres.start()
        with Writer(store) as writer:
            writer.append(batch(follower.heads[stream_in(1)], "after", 2))
        assert len(follower.look()) == 1


# Within a shard commits become visible in their order.


def committing(url: str, shard: int, times: int, turn: threading.Barrier, lot: Random, failed: list[Any]) -> None:
    """One of several sessions that count in one shard, as no two processes do: the row alone keeps their order."""
    try:
        with psycopg.connect(url) as connection:
            turn.wait()
            for _ in range(times):
                (position,) = connection.execute(
                    as_psycopg(counting("postgresql")), (0, SHARDS, 1, shard, 0)
                ).fetchone() or (0,)
                stream = f"session-{shard}"
                (made,) = events(Head(stream, position, bytes(32)), f"c-{position}", 1)
                values = (position, stream, position, 0, "ada", made.cause, "Paid", 1, made.body, made.hash, True, None)
                connection.execute(as_psycopg(inserting(1, 0)), values)
                if lot.random() < 0.3:
                    connection.execute("SELECT pg_sleep(%s)", (lot.random() / 500,))
                connection.commit()
    except BaseException as error:  # noqa: BLE001  the test tells
        failed.append(error)


def test_where_an_event_of_a_shard_is_seen_all_before_it_are(postgres_url: str) -> None:
    """Six sessions commit in two shards as fast as they can, and somebody looks all the time."""
    divide(postgres_url, SHARDS)
    url, lot = plain(postgres_url), Random(58)
    failed: list[Any] = []
    turn, times, sessions = threading.Barrier(7), 40, [1, 1, 1, 2, 2, 2]
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE shard SET epoch = 0")
    threads = [
        threading.Thread(target=committing, args=(url, shard, times, turn, Random(lot.random()), failed))
        for shard in sessions
    ]
    for each in threads:
        each.start()
    with closing(open_database(postgres_url)) as store:
        ends, read = store.ends(), dict[int, list[int]]({1: [], 2: []})
        turn.wait()
        goes_on = True
        while goes_on:
            goes_on = any(each.is_alive() for each in threads)
            news = store.read_since(ends, page=10)
            for seen in news.events:
                read[seen.position % SHARDS].append(seen.position)
            ends, goes_on = news.ends, goes_on or not news.is_all
    assert not failed
    for positions in read.values():
        first = positions[0]
        assert positions == [first + SHARDS * step for step in range(3 * times)], "one was seen before the one before"


def plain(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def test_several_processes_that_follow_each_other_have_all_of_it(postgres_url: str) -> None:
    divide(postgres_url, SHARDS)
    with ExitStack() as stack:
        stores = [stack.enter_context(closing(join_database(postgres_url, owner=f"process {n}"))) for n in range(2)]
        for store, ours in zip(stores, ((0, 1), (2, 3)), strict=True):
            assert store.lease is not None
            assert all(store.lease.take(shard) for shard in ours)
        followers = [Follower(stores[0], 2, 3), Follower(stores[1], 0, 1)]
        lot = Random(7)
        for _ in range(40):
            which = lot.randrange(2)
            record(stores[which], stream_in(lot.randrange(2) + 2 * which), (1, 2))
            followers[lot.randrange(2)].look(page=lot.choice((2, 500)))
        for each in followers:
            each.look()
        together = followers[0].heads | followers[1].heads
        assert together == stores[0].heads()


SESSIONS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


def test_whoever_reads_while_a_record_is_closed_is_told_and_leaves_no_session_behind(postgres_url: str) -> None:
    def until_told(read: Callable[[], object]) -> str:
        try:
            while True:
                read()
        except StoreFailed as error:
            return str(error)

    with psycopg.connect(plain(postgres_url), autocommit=True) as watching, ThreadPoolExecutor(4) as threads:
        (before,) = watching.execute(SESSIONS).fetchone() or (0,)
        store = open_database(postgres_url)
        record(store, "ledger", (1,), (2, 3))
        ends = store.ends()
        reads: list[Callable[[], object]] = [
            lambda: store.read_since(ends),
            lambda: list(store.read_all()),
            store.heads,
            store.projected.up_to,
        ]
        reading = [threads.submit(until_told, each) for each in reads]
        time.sleep(0.05)
        store.close()
        for each in reading:
            assert each.result(20) == "the database was closed here, and is read no more"
        give_up = time.monotonic() + 20
        while watching.execute(SESSIONS).fetchone() != (before,):
            assert time.monotonic() < give_up, "a session is left behind"
            time.sleep(0.02)
