"""A fault that passes is waited out: nothing is lost, nothing is written twice, and every stream keeps its order."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from datetime import timedelta
from random import Random

import pytest

from pokerroom.log import beginning
from pokerroom.room.ports import Batch, EventStore, Fenced, StoreAway, shard_for
from pokerroom.store import LoopWriter, MemoryStore, Writer, audit_log, writer as writing
from pokerroom.store.signing import now
from pokerroom.store.writer import WriterClosed
from tests.contract.flaky import AFTER, BEFORE, FENCED, Flaky
from tests.contract.recording import batch, bodies

SEEDS = 25
TABLES, COMMANDS = 6, 8


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for long."""
    monkeypatch.setattr(writing, "FIRST_WAIT", 0.0005)
    monkeypatch.setattr(writing, "LONGEST_WAIT", 0.002)
    monkeypatch.setattr(writing, "CLOSING", 0.2)


@pytest.fixture
def flaky(store: EventStore) -> Flaky:
    return Flaky(store)


def until(is_so: Callable[[], object]) -> None:
    give_up = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < give_up, "it does not come to pass"
        time.sleep(0.001)


def failing(flaky: Flaky, writer: Writer) -> Future[int]:
    """One batch that was taken and cannot be written."""
    flaky.is_away = True
    taken = writer.submit(batch("taken", "c", 1))
    until(lambda: writer.refuses)
    return taken


@pytest.mark.parametrize("fates", [[BEFORE], [AFTER], [BEFORE, AFTER], [AFTER, BEFORE, BEFORE], [BEFORE] * 5])
def test_what_was_taken_is_written_once_the_fault_has_passed(flaky: Flaky, fates: list[str]) -> None:
    with Writer(flaky) as writer:
        flaky.coming.extend(fates)
        assert writer.append(batch("table/1", "c-1", 1, 2)) == 2
        assert writer.trouble is None
        assert writer.append(batch(flaky.heads()["table/1"], "c-2", 3)) == 3
        assert writer.halted == {}
    assert bodies(flaky, "table/1") == [b'{"amount":1}', b'{"amount":2}', b'{"amount":3}']


def test_new_submissions_are_refused_in_words_while_those_taken_wait(flaky: Flaky) -> None:
    with Writer(flaky) as writer:
        taken = failing(flaky, writer)
        for submit in (writer.submit, writer.append):
            with pytest.raises(StoreAway, match="the disk is full") as refused:
                submit(batch("table/1", "new", 1))
            assert refused.value.reason == "the disk is full"
        assert not taken.done()
        assert writer.trouble is not None
        assert writer.trouble.reason == "the disk is full"
        flaky.is_away = False
        assert taken.result(20) == 1
        assert writer.append(batch("table/1", "again", 1)) == 2
        assert writer.trouble is None
    assert [each.envelope.cause for each in flaky.read_all()] == ["c", "again"]


def test_since_when_it_fails_is_known_and_how_often_it_was_tried(flaky: Flaky) -> None:
    with Writer(flaky) as writer:
        failing(flaky, writer)
        first = writer.trouble
        until(lambda: writer.trouble is not None and writer.trouble.tries > 5)
        assert first is not None
        assert writer.trouble is not None
        assert writer.trouble.since == first.since
        flaky.is_away = False


def test_a_fault_may_last_for_as_long_as_it_likes(flaky: Flaky, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "sleep", lambda _: None)
    with Writer(flaky) as writer:
        taken = failing(flaky, writer)
        until(lambda: writer.trouble is not None and writer.trouble.tries > 1100)
        flaky.is_away = False
        assert taken.result(20) == 1


def test_a_loop_goes_on_while_what_it_submitted_waits(flaky: Flaky) -> None:
    async def play(writer: Writer) -> None:
        together = LoopWriter(writer)
        await together.append(batch("table/0", "c", 1))
        loop_thread, threads = threading.current_thread().name, set()
        flaky.on_attempt = lambda: threads.add(threading.current_thread().name)
        flaky.is_away = True
        waiting = [asyncio.ensure_future(together.append(batch(f"table/{each}", "c", 1))) for each in range(1, 4)]
        await asyncio.to_thread(until, lambda: writer.refuses)
        threads.clear()
        attempts = flaky.attempts
        await asyncio.to_thread(until, lambda: flaky.attempts > attempts + 5)
        assert loop_thread not in threads, "the loop tried again itself"
        assert not any(each.done() for each in waiting)
        with pytest.raises(StoreAway):
            await together.append(batch("table/9", "c", 1))
        with pytest.raises(StoreAway):
            together.submit(batch("table/9", "c", 1)).result()
        flaky.is_away = False
        assert sorted(await asyncio.gather(*waiting)) == [2, 3, 4]

    with Writer(flaky) as writer:
        asyncio.run(asyncio.wait_for(play(writer), 30))
    assert "table/9" not in flaky.heads()


def test_a_commit_that_does_not_end_is_a_fault_like_any_other_until_it_does(
    flaky: Flaky, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database machine that vanished after it had heard everything, or one that waits for its replica."""
    monkeypatch.setattr(writing, "LONG", 0.05)
    goes_on = threading.Event()

    def waits() -> None:
        goes_on.wait(20)

    flaky.on_attempt = waits
    with Writer(flaky) as writer:
        began = now()
        taken = writer.submit(batch("table/1", "c", 1))
        assert writer.trouble is None, "it has only begun"
        until(lambda: writer.refuses)
        assert writer.trouble is not None
        assert writer.trouble.reason == "the database does not answer"
        assert abs(writer.trouble.since - began) < timedelta(seconds=1)
        with pytest.raises(StoreAway, match="the database does not answer"):
            writer.submit(batch("table/2", "c", 1))
        goes_on.set()
        assert taken.result(20) == 1
        assert writer.trouble is None
        assert writer.append(batch("table/2", "c", 1)) == 2


def test_a_loop_that_others_wait_for_makes_no_commit_itself(flaky: Flaky) -> None:
    threads = set()
    flaky.on_attempt = lambda: threads.add(threading.current_thread())

    async def play(writer: Writer) -> None:
        together = LoopWriter(writer)
        for number in range(5):
            await together.append(batch(f"table/{number}", "c", 1))

    with Writer(flaky) as writer:
        writer.lets_loops_write = False
        asyncio.run(asyncio.wait_for(play(writer), 30))
    assert threading.current_thread() not in threads


def fates_of(rng: Random) -> Iterator[str]:
    while True:
        yield rng.choices(["", BEFORE, AFTER], [5, 2, 2])[0]


async def a_table(writer: LoopWriter, name: str, rng: Random, told: list[tuple[str, str]]) -> None:
    """Plays on, and asks again for what was refused."""
    head, number = beginning(name), 0
    while number < COMMANDS:
        following = batch(head, f"{name}/{number}", *range(rng.randrange(1, 4)))
        try:
            await writer.append(following)
        except StoreAway:
            await asyncio.sleep(0.001)
            continue
        head, number = following.heads[name], number + 1
        told.append((name, following.envelopes[-1].cause))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_fails_before_and_after_a_commit_every_order_is_recorded_once(seed: int) -> None:
    rng, told = Random(seed), list[tuple[str, str]]()
    flaky = Flaky(MemoryStore())
    fates = fates_of(rng)
    flaky.on_attempt = lambda: flaky.coming.append(next(fates))

    async def play(writer: Writer) -> None:
        together = LoopWriter(writer)
        tables = [a_table(together, f"table/{each}", Random(f"{seed} {each}"), told) for each in range(TABLES)]
        await asyncio.gather(*tables)

    with Writer(flaky) as writer:
        asyncio.run(asyncio.wait_for(play(writer), 60))
        assert writer.halted == {}
    stored = [(each.envelope.stream, each.envelope.cause) for each in flaky.store.read_all()]
    assert sorted(set(stored)) == sorted(told)
    assert len(told) == TABLES * COMMANDS
    for number in range(TABLES):
        causes = list(dict.fromkeys(cause for stream, cause in stored if stream == f"table/{number}"))
        assert causes == [f"table/{number}/{each}" for each in range(COMMANDS)]
    assert audit_log(flaky.store).clean


def test_a_conflict_after_a_fault_halts_its_stream_and_no_other(flaky: Flaky) -> None:
    with Writer(flaky) as writer:
        taken = failing(flaky, writer)
        flaky.store.append(batch("taken", "somebody else's", 7))
        flaky.is_away = False
        assert taken.exception(20) is not None
        assert set(writer.halted) == {"taken"}
        assert writer.append(batch("table/1", "c", 1)) == 2


def test_closing_while_it_fails_ends_with_a_refusal_of_what_waits(
    flaky: Flaky, caplog: pytest.LogCaptureFixture
) -> None:
    writer = Writer(flaky)
    taken = failing(flaky, writer)
    began = time.monotonic()
    writer.close()
    assert time.monotonic() - began < 20
    assert isinstance(taken.exception(0), WriterClosed)
    assert "1 batches could not be written" in caplog.text


def test_closing_waits_for_a_fault_that_is_about_to_pass(flaky: Flaky, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "CLOSING", 20.0)
    writer = Writer(flaky)
    taken = failing(flaky, writer)
    threading.Timer(0.05, lambda: setattr(flaky, "is_away", False)).start()
    writer.close()
    assert taken.result(0) == 1


def test_a_writer_that_was_fenced_refuses_everything_from_then_on(flaky: Flaky) -> None:
    with Writer(flaky) as writer:
        writer.append(batch("table/1", "c", 1))
        flaky.coming.append(FENCED)
        for number in range(3):
            with pytest.raises(Fenced, match="the other server"):
                writer.append(batch("table/2", f"c-{number}", 1))
        assert writer.trouble is not None
        assert writer.trouble.is_final
        assert writer.refuses
    assert flaky.attempts == 2
    assert set(flaky.heads()) == {"table/1"}


def test_what_was_stored_before_the_fence_is_answered_as_stored(flaky: Flaky) -> None:
    with Writer(flaky) as writer:
        flaky.coming.extend([AFTER, FENCED])
        assert writer.append(batch("table/1", "c", 1)) == 1
        with pytest.raises(Fenced):
            writer.append(batch("table/2", "c", 1))


class LosesOneShard(Flaky):
    """A record of three, of which that of a batch is lost when it is fenced."""

    @property
    def shards(self) -> int:
        return 3

    def append(self, *batches: Batch) -> tuple[int, ...]:
        try:
            return super().append(*batches)
        except Fenced as error:
            raise Fenced(str(error), {shard_for(each, self.shards) for each in batches}) from None


def test_a_shard_that_was_lost_while_the_database_was_away_keeps_the_others_from_nothing() -> None:
    flaky = LosesOneShard(MemoryStore())
    with Writer(flaky) as writer:
        flaky.coming.extend([BEFORE, BEFORE, BEFORE, FENCED])
        with pytest.raises(Fenced, match="the other server"):
            writer.append(batch("table/1", "c-1", 1))
        until(lambda: writer.trouble is None)
        assert writer.append(batch("table/1", "c-2", 1)), "it is ours again"


def test_a_writer_without_a_thread_tries_again_when_it_is_told_to(flaky: Flaky) -> None:
    asked: list[Callable[[], None]] = []
    writer = Writer(flaky, later=asked.append)
    flaky.is_away = True
    taken = writer.submit(batch("table/1", "c", 1))
    for _ in range(3):
        asked.pop()()
        assert not taken.done()
    with pytest.raises(StoreAway):
        writer.submit(batch("table/2", "c", 1))
    flaky.is_away = False
    asked.pop()()
    assert taken.result(0) == 1
    assert not asked
    flaky.is_away = True
    refused = writer.submit(batch("table/2", "c", 1))
    writer.close()
    assert isinstance(refused.exception(0), WriterClosed)
