"""The audit of a whole record: chains and heads by the store, the rest by the room, table by table."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import closing, contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import msgspec

from pokerroom.live.entrance.auditing import examine_accounts
from pokerroom.log import Fault, Head, Tampering
from pokerroom.room.auditing import Check, Examined, Finding, Means
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import examine, learned, strangers, to_examine
from pokerroom.room.ports import EventStore, StoreError
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.room.recounting import recounted
from pokerroom.room.streams import kind_of, table_of
from pokerroom.shuffle.seal import Keys
from pokerroom.store import Audit, SignedHeads, audit_log
from pokerroom.store.archived import archive_faults
from pokerroom.store.audit import WHOLE_LOG, Reading, head_faults
from pokerroom.store.comparing import Compared, compare
from pokerroom.store.reading import Readable, open_to_read

T = TypeVar("T")

BY_SIGNED_HEADS = {
    Tampering.CUT_OFF,
    Tampering.STREAM_MISSING,
    Tampering.REWRITTEN,
    Tampering.HEADS_FORGED,
    Tampering.ROLLED_BACK,
}
"""What only heads signed outside the database can tell."""

Progress = Callable[[int, int], None]
"""How many events of how many have been replayed."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be audited, and the keys and heads for it."""

    source: Readable
    heads: SignedHeads | None = None
    keys: Keys | None = None
    stream: str | None = None
    """Only this stream, if named: a table with its decks and what the books hold about it."""
    workers: int = 1
    decide_again: bool = False


class Task(msgspec.Struct, frozen=True):
    """One stream to be examined, in any process."""

    source: Readable
    stream: str
    means: Means


class Chains(NamedTuple):
    audit: Audit
    findings: tuple[Finding, ...]


class Step(NamedTuple):
    """The result of one part of the audit, and how long it took."""

    value: Any
    seconds: float


class Inquiry(NamedTuple):
    """All parts of an audit."""

    chains: Step
    tables: Step
    books: Step
    reports: Step
    registers: Step
    projections: Step
    table_count: int
    seconds: float
    is_short: bool = False
    """Whether only chains and heads could be looked at, because a file of archived days is away."""

    @property
    def examined(self) -> Examined:
        compared: Compared = self.projections.value
        parts = (self.books, self.reports, self.registers)
        whole: Examined = sum((each.value for each in parts), self.tables.value) + compared.examined
        return whole

    @property
    def findings(self) -> tuple[Finding, ...]:
        order = {check: place for place, check in enumerate(Check)}
        found = (*self.chains.value.findings, *self.examined.findings)
        return tuple(sorted(found, key=lambda each: (order[each.check], each.stream, each.sequence)))


def step(work: Callable[..., Any], *given: Any) -> Step:
    started = perf_counter()
    return Step(work(*given), perf_counter() - started)


def audit_chains(source: Readable, heads: SignedHeads | None, stream: str | None) -> Chains:
    """The chains and heads of all streams, or of one."""
    with closing(open_to_read(source)) as store:
        found = audit_log(store, heads) if stream is None else audit_stream(store, heads, stream)
        return Chains(found, tuple(located(store, fault) for fault in found.faults))


def audit_stream(store: EventStore, heads: SignedHeads | None, stream: str) -> Audit:
    reading = Reading(store, stream, heads)
    reading.verify()
    present, signed = store.heads().get(stream), heads.latest.get(stream) if heads else None
    faults = [*(heads.faults if heads else ()), *reading.faults]
    if signed is not None:
        faults += head_faults(present, signed)
    return Audit(int(present is not None), reading.events, heads.records if heads else 0, tuple(faults))


def located(store: EventStore, fault: Fault) -> Finding:
    """The fault with its time: that of the event itself, or of the one before it if it is missing."""
    before = max(fault.sequence - 2, 0)
    try:
        reading = store.read_all(after=before) if fault.stream == WHOLE_LOG else store.read(fault.stream, after=before)
        near = [each.envelope for each in islice(reading, 2)]
    except StoreError:
        near = []
    times = {each.sequence: each.at for each in near} if fault.stream != WHOLE_LOG else {}
    at = times.get(fault.sequence, near[0].at if near else None)
    check = Check.HEADS if fault.what in BY_SIGNED_HEADS else Check.CHAINS
    return Finding(check, fault.stream, fault.sequence, at, f"{fault.what.value}: {fault.detail}")


def audit_one(task: Task) -> Examined:
    with closing(open_to_read(task.source)) as store:
        return examine(store, task.stream, task.means)


def learn(source: Readable) -> dict[str, Any]:
    with closing(open_to_read(source)) as store:
        return learned(store)


def audit_alone(store: EventStore, tasks: list[Task], *, all_of_it: bool) -> Examined:
    """The streams that the room has only one of."""
    examined = strangers(store) if all_of_it else Examined()
    for task in tasks:
        examined += examine(store, task.stream, task.means)
    return examined


def audit_reports(store: EventStore, stream: str | None) -> Examined:
    """All of them together, where no one stream is asked for, or that of the books."""
    return recounted(store) if stream in (None, LEDGER.name) else Examined()


def audit_projections(store: ProjectingStore, stream: str | None) -> Compared:
    """All of them together, where no one stream is asked for."""
    return compare(store) if stream is None else Compared(Examined())


class Here:
    """Work done immediately, in this process."""

    def submit(self, work: Callable[..., T], *given: Any) -> Future[T]:
        future: Future[T] = Future()
        future.set_result(work(*given))
        return future


@contextmanager
def workshop(workers: int) -> Iterator[Here | ProcessPoolExecutor]:
    if workers == 1:
        yield Here()
        return
    # New processes, not forks of this one: a connection to a database cannot be shared.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield pool


def audit_record(asked: Asked, progress: Progress) -> Inquiry:
    """Everything that can be checked with the given keys and heads."""
    started = perf_counter()
    with closing(open_to_read(asked.source)) as store, workshop(asked.workers) as shop:
        streams = store.heads()
        chains = shop.submit(step, audit_chains, asked.source, asked.heads, asked.stream)
        if any(archive_faults(store)):
            # What follows from events that cannot be read would look wrong everywhere.
            return chains_alone(chains.result(), started)
        # The other parts need the books first, which takes as long as the books are.
        known: Step = shop.submit(step, learn, asked.source).result()
        means = Means(keys=asked.keys, decide_again=asked.decide_again, known=known.value)
        tasks = [
            (entry, Task(asked.source, name, means))
            for entry, name in to_examine(streams, means)
            if concerns(name, asked.stream)
        ]
        of_tables = [task for entry, task in tasks if entry.stream.of_tables]
        books = [task for _, task in tasks if task.stream == LEDGER.name]
        others = [task for entry, task in tasks if not entry.stream.of_tables and task not in books]
        replayed = step(replay, shop, of_tables, streams, progress)
        registers = step(partial(audit_alone, store, others, all_of_it=asked.stream is None))
        return Inquiry(
            chains=chains.result(),
            tables=replayed,
            books=Step(audit_alone(store, books, all_of_it=False), known.seconds),
            reports=step(audit_reports, store, asked.stream),
            registers=registers,
            projections=step(audit_projections, store, asked.stream),
            table_count=len(of_tables),
            seconds=perf_counter() - started,
        )


def chains_alone(chains: Step, started: float) -> Inquiry:
    nothing = Step(Examined(), 0.0)
    return Inquiry(
        chains=chains,
        tables=nothing,
        books=nothing,
        reports=nothing,
        registers=nothing,
        projections=Step(Compared(Examined()), 0.0),
        table_count=0,
        seconds=perf_counter() - started,
        is_short=True,
    )


def audit_accounts(asked: Asked, _progress: Progress) -> Inquiry:
    """The record of accounts and sessions, likewise."""
    started = perf_counter()
    nothing = Step(Examined(), 0.0)
    with closing(open_to_read(asked.source)) as store:
        return Inquiry(
            chains=step(audit_chains, asked.source, asked.heads, asked.stream),
            tables=nothing,
            books=nothing,
            reports=nothing,
            registers=step(examine_accounts, store),
            projections=Step(Compared(Examined()), 0.0),
            table_count=0,
            seconds=perf_counter() - started,
        )


AuditRecord = Callable[[Asked, Progress], Inquiry]


def concerns(name: str, stream: str | None) -> bool:
    """Whether a stream is to be examined; the decks of a table have their own stream."""
    if stream is None or name == stream:
        return True
    return kind_of(name) != name and kind_of(stream) != stream and table_of(stream) == table_of(name)


def replay(
    shop: Here | ProcessPoolExecutor, tasks: list[Task], streams: Mapping[str, Head], progress: Progress
) -> Examined:
    size = {task.stream: streams[task.stream].sequence if task.stream in streams else 0 for task in tasks}
    # The longest first, so that no worker is left with it at the end.
    tasks = sorted(tasks, key=lambda task: -size[task.stream])
    examined, done = Examined(), 0
    for stream, result in finished(shop, tasks):
        examined += result
        done += size[stream]
        progress(done, sum(size.values()))
    return examined


def finished(shop: Here | ProcessPoolExecutor, tasks: list[Task]) -> Iterator[tuple[str, Examined]]:
    """The tables as they are finished."""
    if isinstance(shop, Here):
        yield from ((task.stream, audit_one(task)) for task in tasks)
        return
    under_way = {shop.submit(audit_one, task): task.stream for task in tasks}
    for future in as_completed(under_way):
        yield under_way[future], future.result()
