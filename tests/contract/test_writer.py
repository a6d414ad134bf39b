"""Many tables share a commit; nobody hears of his before it is durable; who fails, fails alone."""

import asyncio
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pokerroom.log import Head, beginning, head_of
from pokerroom.room.ports import (
    FOLLOWED_AT_ONCE,
    Batch,
    CommandRepeated,
    Committed,
    EventStore,
    Row,
    Since,
    StoreBusy,
    StoreFailed,
    StreamConflict,
    StreamHalted,
)
from pokerroom.room.shards import Layout
from pokerroom.store import HeadsFile, LoopWriter, Writer, audit_log, open_store, read_heads
from pokerroom.store.lease import RecordHeld
from pokerroom.store.writer import WriterClosed
from tests.contract.recording import NOON, batch, bodies, events, record


class Faulty:
    """A store whose disk can be held up, refuse a stream, or lose the answer to a commit that went through."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.commits: list[tuple[Batch, ...]] = []
        self.open = threading.Event()
        self.open.set()
        self.entered = threading.Semaphore(0)
        self.refusing: set[str] = set()
        self.answers_lost = 0
        self.slow = 0.0
        self.threads: list[str] = []

    def append(self, *batches: Batch) -> tuple[int, ...]:
        self.threads.append(threading.current_thread().name)
        self.entered.release()
        time.sleep(self.slow)
        assert self.open.wait(20)
        if self.refusing & {stream for each in batches for stream in each.heads}:
            raise StoreFailed("the disk is full")
        positions = self.store.append(*batches)
        self.commits.append(batches)
        if self.answers_lost:
            self.answers_lost -= 1
            raise StoreFailed("the connection was lost")
        return positions

    @property
    def shards(self) -> int:
        return self.store.shards

    def layouts(self) -> Sequence[Layout]:
        return self.store.layouts()

    def make_durable(self) -> None:
        """What is in memory is all there is."""

    def settle(self, *, patience: float = 0.0) -> bool:
        return self.store.settle(patience=patience)

    def saw(self, position: int) -> None:
        self.store.saw(position)

    def read(self, stream: str, *, after: int = 0) -> Iterator[Committed]:
        return self.store.read(stream, after=after)

    def read_all(self, *, after: int = 0, tags: Collection[str] = ()) -> Iterator[Committed]:
        return self.store.read_all(after=after, tags=tags)

    def end(self) -> int:
        return self.store.end()

    def ends(self) -> Mapping[int, int]:
        return self.store.ends()

    def read_since(self, ends: Mapping[int, int], *, page: int = FOLLOWED_AT_ONCE) -> Since:
        return self.store.read_since(ends, page=page)

    def heads(self) -> Mapping[str, Head]:
        return self.store.heads()

    def caused(self, stream: str, cause: str) -> tuple[Committed, ...]:
        return self.store.caused(stream, cause)

    def row(self, name: str, key: str) -> bytes | None:
        return self.store.row(name, key)

    def rows(self, name: str) -> Iterator[tuple[str, bytes]]:
        return self.store.rows(name)

    def damage(self, *, thorough: bool = True) -> Iterator[str]:
        return self.store.damage(thorough=thorough)

    def close(self) -> None:
        self.store.close()


@pytest.fixture
def faulty(store: EventStore) -> Faulty:
    return Faulty(store)


def held(faulty: Faulty, writer: Writer) -> Future[int]:
    """One batch in a commit that does not come to its end, so that what follows has to wait."""
    while faulty.entered.acquire(blocking=False):
        pass
    faulty.open.clear()
    first = writer.submit(batch("held", "c", 1))
    assert faulty.entered.acquire(timeout=20)
    return first


def test_what_is_acknowledged_is_stored(store: EventStore) -> None:
    with Writer(store) as writer:
        for number in range(20):
            head = store.heads().get("table/1", beginning("table/1"))
            assert writer.append(batch(head, f"c-{number}", number)) == number + 1
            assert len(bodies(store, "table/1")) == number + 1


def test_nothing_is_acknowledged_before_it_is_durable(faulty: Faulty) -> None:
    with Writer(faulty) as writer:
        future = held(faulty, writer)
        time.sleep(0.05)
        assert not future.done()
        assert list(faulty.read_all()) == []
        faulty.open.set()
        assert future.result(20) == 1


def test_many_tables_share_one_commit(faulty: Faulty) -> None:
    with Writer(faulty) as writer:
        held(faulty, writer)
        waiting = [writer.submit(batch(f"table/{number}", "c", 1, 2)) for number in range(50)]
        faulty.open.set()
        assert [each.result(20) for each in waiting] == list(range(3, 103, 2))
    assert [len(each) for each in faulty.commits] == [1, 50]


def test_a_position_is_that_of_the_last_event_of_the_batch(faulty: Faulty) -> None:
    with Writer(faulty) as writer:
        held(faulty, writer)
        futures = {stream: writer.submit(batch(stream, "c", *range(size))) for stream, size in (("a", 3), ("b", 1))}
        faulty.open.set()
        for stream, future in futures.items():
            position = future.result(20)
            *_, last = faulty.read(stream)
            assert position == last.position


def test_a_stream_may_submit_again_before_its_last_batch_is_durable(faulty: Faulty) -> None:
    with Writer(faulty) as writer:
        held(faulty, writer)
        head, futures = beginning("table/1"), []
        for number in range(10):
            following = batch(head, f"c-{number}", number)
            futures.append(writer.submit(following))
            head = following.heads["table/1"]
        faulty.open.set()
        assert [each.result(20) for each in futures] == list(range(2, 12))


def test_a_full_queue_makes_the_caller_wait(faulty: Faulty) -> None:
    with Writer(faulty, most_waiting=2) as writer, ThreadPoolExecutor(1) as people:
        held(faulty, writer)
        for number in range(2):
            writer.submit(batch(f"table/{number}", "c", 1))
        third = people.submit(writer.submit, batch("table/3", "c", 1))
        time.sleep(0.05)
        assert not third.done()
        faulty.open.set()
        assert third.result(20).result(20) > 0


def test_who_does_not_want_to_wait_is_told_the_store_is_busy(faulty: Faulty) -> None:
    with Writer(faulty, most_waiting=2) as writer:
        held(faulty, writer)
        for number in range(2):
            writer.submit(batch(f"table/{number}", "c", 1))
        with pytest.raises(StoreBusy, match="2 batches wait"):
            writer.submit(batch("table/3", "c", 1), timeout=0.01)
        faulty.open.set()
    assert "table/3" not in faulty.heads()


def test_a_failed_commit_halts_the_streams_concerned_and_no_others(faulty: Faulty) -> None:
    faulty.refusing = {"table/2"}
    with Writer(faulty) as writer:
        held(faulty, writer)
        futures = [writer.submit(batch(f"table/{number}", "c", 1)) for number in range(4)]
        faulty.open.set()
        failures = [future.exception(20) for future in futures]
        assert [type(each) for each in failures] == [type(None), type(None), StoreFailed, type(None)]
        assert set(writer.halted) == {"table/2"}
    assert sorted(faulty.heads()) == ["held", "table/0", "table/1", "table/3"]


def test_a_halted_stream_takes_nothing_until_it_is_reopened(faulty: Faulty) -> None:
    head = record(faulty.store, "table/2", (1,))
    faulty.refusing = {"table/2"}
    with Writer(faulty) as writer:
        assert isinstance(writer.submit(batch(head, "c-2", 2)).exception(20), StoreFailed)
        faulty.refusing = set()
        with pytest.raises(StreamHalted, match="the disk is full"):
            writer.append(batch(head, "c-3", 3))
        writer.append(batch("table/1", "c", 1))
        assert writer.reopen("table/2") == head
        writer.append(batch(head, "c-3", 3))
        assert writer.halted == {}
    assert bodies(faulty, "table/2") == [b'{"amount":1}', b'{"amount":3}']


def test_what_was_submitted_after_a_failure_of_its_stream_fails_with_it(faulty: Faulty) -> None:
    with Writer(faulty) as writer:
        held(faulty, writer)
        stale = writer.submit(batch(head_of(events(beginning("table/1"), "lost", 0)[0]), "c-1", 1))
        after = writer.submit(batch("table/1", "c-2", 2))
        faulty.open.set()
        assert isinstance(stale.exception(20), StreamConflict)
        assert isinstance(after.exception(20), StreamHalted)


def test_streams_that_share_a_batch_are_halted_together(faulty: Faulty) -> None:
    faulty.refusing = {"table/1"}
    both = Batch((*events(beginning("table/1"), "c", 1), *events(beginning("ledger"), "c", 2)))
    with Writer(faulty) as writer:
        assert isinstance(writer.submit(both).exception(20), StoreFailed)
        assert set(writer.halted) == {"table/1", "ledger"}
    assert faulty.heads() == {}


def test_a_command_that_comes_twice_is_answered_and_halts_nothing(faulty: Faulty) -> None:
    with Writer(faulty) as writer:
        writer.append(batch("table/1", "bet-7", 1))
        again = batch(faulty.heads()["table/1"], "bet-7", 1)
        with pytest.raises(CommandRepeated):
            writer.append(again)
        assert writer.halted == {}
        writer.append(batch(faulty.heads()["table/1"], "bet-8", 2))
    assert len(bodies(faulty, "table/1")) == 2


def test_two_tables_that_both_went_wrong_do_not_stop_a_third(faulty: Faulty) -> None:
    with Writer(faulty) as writer:
        writer.append(batch("table/1", "bet-7", 1))
        held(faulty, writer)
        repeated = writer.submit(batch(faulty.heads()["table/1"], "bet-7", 1))
        stale = writer.submit(batch(head_of(events(beginning("table/2"), "lost", 0)[0]), "c-1", 1))
        sound = writer.submit(batch("table/3", "c-1", 1))
        faulty.open.set()
        assert isinstance(repeated.exception(20), CommandRepeated)
        assert isinstance(stale.exception(20), StreamConflict)
        assert sound.result(20)


def test_a_commit_whose_answer_was_lost_is_not_made_twice(faulty: Faulty) -> None:
    with Writer(faulty) as writer:
        held(faulty, writer)
        futures = [writer.submit(batch(f"table/{number}", "c", 1)) for number in range(3)]
        # Of the commit that is held up, and of the one the three are in.
        faulty.answers_lost = 2
        faulty.open.set()
        assert [future.result(20) for future in futures] == [2, 3, 4]
        assert writer.halted == {}
    assert [each.position for each in faulty.read_all()] == [1, 2, 3, 4]


def test_closing_writes_all_that_was_submitted(faulty: Faulty) -> None:
    writer = Writer(faulty, most_together=7)
    held(faulty, writer)
    futures = [writer.submit(batch(f"table/{number}", "c", 1)) for number in range(30)]
    threading.Timer(0.05, faulty.open.set).start()
    writer.close()
    assert all(future.done() and future.result() for future in futures)
    assert len(faulty.heads()) == 31


def test_a_closed_writer_takes_nothing(store: EventStore) -> None:
    writer = Writer(store)
    writer.close()
    with pytest.raises(WriterClosed):
        writer.submit(batch("table/1", "c", 1))


def test_a_batch_nobody_waits_for_any_more_is_not_written(faulty: Faulty) -> None:
    with Writer(faulty) as writer:
        held(faulty, writer)
        given_up = writer.submit(batch("table/1", "c", 1))
        assert given_up.cancel()
        faulty.open.set()
    assert "table/1" not in faulty.heads()


def test_many_threads_and_a_loop_write_at_once(store: EventStore) -> None:
    async def table(writer: LoopWriter, number: int) -> None:
        head = beginning(f"loop/{number}")
        for command in range(10):
            following = batch(head, f"c-{command}", 1, 2, rows=(Row("last", head.stream, b"%d" % command),))
            await writer.append(following)
            head = following.heads[head.stream]

    def thread(writer: Writer, number: int) -> None:
        head = beginning(f"thread/{number}")
        for command in range(10):
            following = batch(head, f"c-{command}", 1, 2)
            writer.append(following)
            head = following.heads[head.stream]

    async def loop(writer: Writer) -> None:
        together = LoopWriter(writer)
        await asyncio.gather(*(table(together, number) for number in range(10)))

    with Writer(store, most_waiting=20) as writer, ThreadPoolExecutor(8) as people:
        waiting = [people.submit(thread, writer, number) for number in range(8)]
        people.submit(asyncio.run, loop(writer)).result()
        for each in waiting:
            each.result()
    audit = audit_log(store)
    assert (audit.streams, audit.events, audit.clean) == (18, 360, True)
    assert [value for _, value in store.rows("last")] == [b"9"] * 10


def test_a_loop_is_told_of_failures_and_of_a_full_queue(faulty: Faulty) -> None:
    async def play(writer: Writer) -> None:
        together = LoopWriter(writer)
        await together.append(batch("table/1", "bet-7", 1))
        with pytest.raises(CommandRepeated):
            await together.append(batch(faulty.heads()["table/1"], "bet-7", 1))
        held(faulty, writer)
        given_up = asyncio.ensure_future(together.append(batch("table/2", "c", 1)))
        # Both go over in one turn of the loop; there is room for one.
        await asyncio.sleep(0)
        with pytest.raises(StoreBusy):
            await together.append(batch("table/3", "c", 1))
        given_up.cancel()
        faulty.open.set()
        await asyncio.to_thread(writer.append, batch("table/4", "c", 1))
        assert await together.append(batch(faulty.heads()["table/1"], "bet-8", 1))
        assert "table/2" not in faulty.heads()

    with Writer(faulty, most_waiting=1) as writer:
        asyncio.run(play(writer))


def test_a_loop_writes_itself_until_the_disk_is_slow(faulty: Faulty) -> None:
    async def play(writer: Writer) -> None:
        together = LoopWriter(writer)
        await together.append(batch("table/1", "c", 1))
        faulty.slow = 0.1
        for number in range(2, 8):
            await together.append(batch(f"table/{number}", "c", 1))

    with Writer(faulty) as writer:
        asyncio.run(play(writer))
    assert faulty.threads[0] == threading.current_thread().name
    assert faulty.threads[-1] == "event log writer"


def test_a_loop_writes_itself_again_when_the_disk_is_no_longer_slow(faulty: Faulty) -> None:
    async def play(writer: Writer) -> None:
        together = LoopWriter(writer)
        faulty.slow = 0.05
        for number in range(1, 4):
            await together.append(batch(f"table/{number}", "c", 1))
        assert faulty.threads[-1] == "event log writer"
        faulty.slow = 0.0
        number = 4
        while faulty.threads[-1] == "event log writer":
            await together.append(batch(f"table/{number}", "c", 1))
            number += 1

    with Writer(faulty) as writer:
        asyncio.run(asyncio.wait_for(play(writer), 60))


@pytest.mark.parametrize("slow", [0.0, 0.1])
def test_what_a_loop_submitted_can_be_had_at_once(faulty: Faulty, slow: float) -> None:
    async def play(writer: Writer) -> list[int]:
        together = LoopWriter(writer)
        faulty.slow = slow
        await together.append(batch("table/1", "c", 1))
        first, second = (together.submit(batch(f"table/{number}", "c", 1)) for number in (2, 3))
        # Nothing of it is written by the loop, which stands still.
        found = [second.result(), first.result()]
        repeated = together.submit(batch(faulty.heads()["table/2"], "c", 1))
        with pytest.raises(CommandRepeated):
            repeated.result()
        return found

    with Writer(faulty) as writer:
        assert asyncio.run(play(writer)) == [3, 2]


def signed_up_to(path: Path, key: Ed25519PrivateKey, position: int) -> bool:
    reaches = read_heads(path, key.public_key()).reaches
    return bool(reaches) and reaches[-1].reach.position == position


def test_the_heads_are_signed_while_it_runs_and_when_it_closes(store: EventStore, tmp_path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    path = tmp_path / "elsewhere"
    record(store, "table/0", (1,))
    heads = HeadsFile(path, key)
    with Writer(store, heads=heads, heads_every=0.05, clock=lambda: NOON) as writer:
        writer.append(batch("table/1", "c", 1))
        deadline = time.monotonic() + 20
        while not signed_up_to(path, key, 2) and time.monotonic() < deadline:
            time.sleep(0.01)
        running = read_heads(path, key.public_key())
        assert signed_up_to(path, key, 2)
        time.sleep(0.15)
        # Nothing new, nothing signed.
        assert read_heads(path, key.public_key()).records == running.records
        writer.append(batch("table/2", "c", 1))
    heads.close()
    closed = read_heads(path, key.public_key())
    assert {stream: each.head for stream, each in closed.latest.items()} == store.heads()
    assert closed.reaches[-1].reach.position == 3
    assert audit_log(store, closed).clean


def test_heads_that_cannot_be_signed_stop_no_table_but_are_told_at_the_end(store: EventStore, tmp_path: Path) -> None:
    heads = HeadsFile(tmp_path / "elsewhere", Ed25519PrivateKey.generate())
    heads.close()
    writer = Writer(store, heads=heads, heads_every=0.0)
    for number in range(3):
        writer.append(batch(f"table/{number}", "c", 1))
    with pytest.raises(ValueError, match="closed file"):
        writer.close()


def test_two_writers_on_one_database_cannot_both_write(database_url: str) -> None:
    ours, theirs = open_store(database_url), open_store(database_url)
    head = record(ours, "table/1", (1,))
    with Writer(ours) as mine, Writer(theirs) as other:
        mine.append(batch(head, "mine", 2))
        with pytest.raises(RecordHeld):
            other.append(batch(head, "theirs", 3))
        mine.close()
        ours.close()
        other.append(batch(other.reopen("table/1"), "theirs", 3))
    assert bodies(theirs, "table/1") == [b'{"amount":1}', b'{"amount":2}', b'{"amount":3}']
    theirs.close()


def test_two_owners_of_one_table_cannot_both_write(database: EventStore) -> None:
    head = record(database, "table/1", (1,))
    with Writer(database) as mine, Writer(database) as other:
        mine.append(batch(head, "mine", 2))
        with pytest.raises(StreamConflict):
            other.append(batch(head, "theirs", 3))
        assert set(other.halted) == {"table/1"}
        other.append(batch(other.reopen("table/1"), "theirs", 3))
    assert bodies(database, "table/1") == [b'{"amount":1}', b'{"amount":2}', b'{"amount":3}']


def test_owners_of_different_tables_write_at_once_in_one_order(database: EventStore) -> None:
    def play(number: int) -> None:
        with Writer(database) as writer:
            head = beginning(f"table/{number}")
            for command in range(30):
                following = batch(head, f"c-{command}", 1)
                writer.append(following)
                head = following.heads[head.stream]

    with ThreadPoolExecutor(3) as people:
        list(people.map(play, range(3)))
    assert [each.position for each in database.read_all()] == list(range(1, 91))
    assert audit_log(database).clean


def test_a_writer_without_a_thread_writes_when_it_is_told_to(faulty: Faulty) -> None:
    asked: list[Callable[[], None]] = []
    writer = Writer(faulty, later=asked.append)
    first, second = (writer.submit(batch(f"table/{number}", "c", 1)) for number in range(2))
    assert len(asked) == 1, "one commit is enough for all that waits"
    assert not first.done()
    asked.pop()()
    assert (first.result(0), second.result(0)) == (1, 2)
    assert [len(each) for each in faulty.commits] == [2]
    assert writer.append(batch("table/3", "c", 1)) == 3
    assert set(faulty.threads) == {threading.current_thread().name}
    writer.submit(batch("table/4", "c", 1))
    writer.close()
    assert "table/4" in faulty.heads()
    asked.pop()()
    assert not asked, "what is closed asks for nothing more"


def test_a_writer_without_a_thread_keeps_nobody_waiting_for_room(faulty: Faulty) -> None:
    with Writer(faulty, most_waiting=1, later=lambda _write: None) as writer:
        kept = writer.submit(batch("table/1", "c", 1))
        with pytest.raises(StoreBusy):
            writer.submit(batch("table/2", "c", 1))
    assert kept.result(0)
    assert "table/2" not in faulty.heads()


def test_a_loop_that_needs_a_result_at_once_has_a_writer_without_a_thread_write(faulty: Faulty) -> None:
    async def play(writer: Writer) -> None:
        together = LoopWriter(writer)
        writer.submit(batch("table/1", "c", 1))
        assert together.submit(batch("table/2", "c", 1)).result() == 2

    with Writer(faulty, later=lambda _write: None) as writer:
        asyncio.run(play(writer))
