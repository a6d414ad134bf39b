"""The room: one thread decides, the writer's thread makes it durable, and only then has it happened.

`prepare` decides an order and hands what follows to the recorder; `finish` waits until that is durable and lets it take
effect; `do` does both. Orders of different streams may be under way together, so that they share a commit; a stream
with one under way takes no other. What events mean for other streams is done afterwards by `post`, process by process:
its records carry the events they follow from, so a room that stopped in between goes on where the target ends.

The room holds what each stream has come to and knows none of them: they are declared in `registry.py`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from pokerroom.log import Envelope, Head, beginning, enclose
from pokerroom.room.answers import NOT_SAID, Answers, said_in
from pokerroom.room.commands import Command, Order, asked_of, order_refusal
from pokerroom.room.ports import Batch, CommandRepeated, Row
from pokerroom.room.processes import Process, Recorded
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.shards import shards_of
from pokerroom.room.streams import State, Stream
from pokerroom.shuffle import Generator
from pokerroom.shuffle.seal import Keys


class Durable(Protocol):
    """What was submitted: it has a result once it cannot be lost, and raises what went wrong otherwise."""

    def result(self) -> int: ...


class Recorder(Protocol):
    """Takes what is to be recorded."""

    def submit(self, batch: Batch) -> Durable: ...


class Change(NamedTuple):
    """What an order adds to one stream, and the states of that stream before and after."""

    stream: Stream[Any]
    table: str
    name: str
    """Of the stream, or of the one that the table has."""
    events: tuple[Any, ...]
    before: Any
    after: Any
    secret: bytes = b""
    """Of the commitment to a deck among the events."""
    settled: bool = False
    """Whether what it means for other streams is recorded with it."""
    beside: tuple[Row, ...] = ()
    """Rows stored with it that do not follow from its events."""


class Pending(NamedTuple):
    id: str
    at: datetime
    changes: tuple[Change, ...]
    heads: dict[str, Head]
    recorded: Durable
    asked: bytes = NOT_SAID
    held: frozenset[str] = frozenset()
    """Streams that take no order until this is durable, though nothing is added to them."""
    done: tuple[Process, int] | None = None
    """The process it belongs to, and how many of the entries due it settles."""


class Done(NamedTuple):
    """What an order led to, by stream; nothing where it had been answered before."""

    id: str
    events: tuple[tuple[str, Any], ...] = ()
    repeated: bool = False


class UnderWay(Exception):
    """The stream has an order under way that is not durable yet."""


class Declared(Protocol):
    """What the room is told of its streams, orders and processes."""

    @property
    def streams(self) -> Sequence[Stream[Any]]: ...

    @property
    def processes(self) -> Sequence[Process]: ...

    @property
    def orders(self) -> "Mapping[type[Any], tuple[Stream[Any], Handler]]": ...

    def stream(self, name: str) -> Stream[Any]: ...


class Room:
    def __init__(self, recorder: Recorder, declared: Declared, *, keys: Keys, chance: Generator, software: str) -> None:
        self.recorder, self.declared = recorder, declared
        self.keys, self.chance, self.software = keys, chance, software
        self._states: dict[str, dict[str, Any]] = {
            each.name: {} if each.of_tables else {"": each.first("")} for each in declared.streams
        }
        self.heads: dict[str, Head] = {}
        self.answered = Answers()
        self._asking: dict[str, bytes] = {}
        """What each order under way asks, by its id."""
        self.due: dict[str, list[Any]] = {each.name: [] for each in declared.processes}
        """By process: what recorded events lead to and its target does not hold yet."""
        self.opened: dict[str, int] = {}
        """For streams that a checkpoint keeps only in part: the event from which the rest is folded."""
        self.ends: dict[int, int] = {}
        """By shard of the record, the position up to which everything is in here. Others where the room is read again.
        """
        self.in_clear = 0
        """Events that hold hidden cards in clear: an earlier version recorded them so, and their chain keeps them."""
        self.shards = 1
        """Of the record: no commit spans two."""
        self._under_way: set[str] = set()
        processes = declared.processes
        self._reading = {each.name: [of for of in processes if of.source is each] for each in declared.streams}
        self._writing = {each.name: [of for of in processes if of.target is each] for each in declared.streams}

    # What each stream has come to.

    def state(self, stream: Stream[State], table: str = "") -> State:
        found: State | None = self._states[stream.name].get(table)
        return stream.first(table) if found is None else found

    def states(self, stream: Stream[State]) -> Mapping[str, State]:
        """By the names of the tables."""
        return self._states[stream.name]

    def put(self, stream: Stream[State], table: str, state: State) -> None:
        self._states[stream.name][table] = state

    def sort_tables(self) -> None:
        """By name, so that a room reopened goes through its tables in the same order."""
        self._states = {name: dict(sorted(states.items())) for name, states in self._states.items()}

    def head(self, stream: str) -> Head:
        return self.heads.get(stream) or beginning(stream)

    def stream_of(self, command: Command) -> str:
        """The stream an order is answered in."""
        stream = self.declared.orders[type(command)][0]
        return f"{stream.prefix}{command.table}" if stream.of_tables else stream.name

    def take_over(self, other: "Room") -> None:
        """Become what another has read from the record. No order is under way, here or there."""
        assert not self._under_way, "an order is under way"
        self._states = other._states  # noqa: SLF001  it is another of us
        self.heads, self.answered = other.heads, other.answered
        self.due, self.opened, self.in_clear = other.due, other.opened, other.in_clear
        self.ends = other.ends

    # Orders.

    def do(self, order: Order) -> Done | Refusal:
        """Decide an order, and come back when it is durable."""
        answer = self.prepare(order)
        return self.finish(answer) if isinstance(answer, Pending) else answer

    def prepare(self, order: Order) -> Pending | Done | Refusal:
        """Decide an order and hand it to the recorder."""
        command, name = order.command, self.stream_of(order.command)
        stream, decide = self.declared.orders[type(command)]
        is_known = stream.of_tables and name in self.heads
        refusal = order_refusal(order, is_known=is_known) or (None if is_known else self.name_refusal(stream, command))
        if refusal is not None:
            return refusal
        said = said_in(command) if order.asked is None else order.asked
        before = self.answer_before(order.id, said, name)
        if before is not None:
            return before
        changes = decide(self, command)
        if isinstance(changes, Refusal):
            return changes
        asked, held = asked_of(command), frozenset[str]()
        for process in self._writing[stream.name]:
            held |= self._held(process, asked)
        return self.record(order.id, changes, at=asked.at, by=str(asked.by), held=held, said=said)

    @property
    def sources(self) -> frozenset[str]:
        """The streams whose events move money, by their names."""
        return frozenset(each.source.name for each in self.declared.processes)

    def name_refusal(self, stream: Stream[Any], command: Command) -> Refusal | None:
        """Tables of different games have different names: their money is in accounts under these."""
        if not stream.of_tables or stream.name not in self.sources:
            return None
        table = command.table
        for process in self.declared.processes:
            other = process.source
            if other is not stream and (table in self.states(other) if other.of_tables else table == other.name):
                return Refusal(Code.NAME_IN_USE, facts={"table": table})
        return None

    def would(self, command: Command) -> list[Change] | Refusal:
        """What an order would lead to now, decided and not recorded; of orders that need no chance and no bank."""
        _, decide = self.declared.orders[type(command)]
        return decide(self, command)

    def answer_before(self, id: str, asked: bytes, stream: str = "") -> Done | Refusal | None:  # noqa: A002
        """The answer if the id was used before, as far as the room remembers; None if it was not.

        The same is answered as done. Anything else is refused, also while the order that has the id is under way.
        """
        known = self.answered.asked(id, stream)
        if known is not None:
            return asked_again(id, asked, known)
        under_way = self._asking.get(id, asked)
        return None if under_way == asked else ID_TAKEN

    @property
    def under_way(self) -> Collection[str]:
        """The streams with an order that is not durable yet, and those that wait for it."""
        return self._under_way

    def is_under_way(self, id: str) -> bool:  # noqa: A002
        """Whether an order of this id waits to be durable."""
        return id in self._asking

    def finish(self, pending: Pending) -> Done | Refusal:
        """Wait until it is durable, and let it take effect. A failed commit is raised, and nothing has happened.

        Nothing has either where the record holds an order of this id from further back than the room remembers.
        """
        try:
            position = pending.recorded.result()
        except CommandRepeated as repeated:
            return asked_again(pending.id, pending.asked, repeated.asked or NOT_SAID)
        finally:
            self._under_way -= pending.heads.keys() | pending.held
            self._asking.pop(pending.id, None)
        self.heads |= pending.heads
        if len(self.ends) > 1:
            self.has_come_to(position)
        for change in pending.changes:
            self._take(change, pending)
        if pending.done is not None:
            process, done = pending.done
            del self.due[process.name][:done]
        return Done(pending.id, tuple((change.name, event) for change in pending.changes for event in change.events))

    def has_come_to(self, position: int) -> None:
        """Everything of its shard up to there is in here."""
        shard = position % len(self.ends)
        self.ends[shard] = max(self.ends[shard], position)

    def ask(self, stream: Stream[Any], *commands: Any, table: str = "") -> Change | Refusal:
        """Put these commands to a stream, one after the other."""
        before = after = self.state(stream, table)
        events: tuple[Any, ...] = ()
        for command in commands:
            outcome = stream.perform(after, command)
            if isinstance(outcome, Refusal):
                return outcome
            after, more = outcome
            events += more
        return Change(stream, table, stream.prefix + table, events, before, after)

    def noted(self, stream: Stream[Any], event: Any, table: str = "") -> Change:
        """An event that nobody has to be asked about."""
        before = self.state(stream, table)
        return Change(stream, table, stream.prefix + table, (event,), before, stream.apply(before, event))

    def settled(self, change: Change, at: datetime) -> list[Change] | Refusal:
        """A change together with what it means for other streams, where it may not be recorded without that."""
        changes = [change]
        for process in self._concerned(change):
            if process.at_once(change.events) and not self.spans(change.name, process.target.name):
                self.post(process)  # Ids of a stream rise: what happened before is done first.
                recorded = recorded_as(change, at, first=self.head(change.name).sequence + 1)
                due = list(process.due(recorded, self.state(process.target)))
                follows = self.ask(process.target, *process.commands(due))
                if not isinstance(follows, Change):
                    return follows
                changes = [change._replace(settled=True), *changes[1:], *([follows] if follows.events else [])]
        return changes

    def spans(self, *streams: str) -> bool:
        """Whether streams belong to several shards, so that no commit can have events of all of them."""
        return self.shards > 1 and len(shards_of(streams, self.shards)) > 1

    # Processes.

    def post(self, *processes: Process) -> Done | None:
        """Bring the targets of these processes, or of all, up to date with their sources."""
        done: Done | None = None
        for process in processes or self.declared.processes:
            pending = self.prepare_post(process)
            if pending is not None:
                answer = self.finish(pending)
                assert isinstance(answer, Done) and not answer.repeated, f"{process.name} was posted before"  # noqa: PT018
                done = answer
        return done

    def prepare_post(self, process: Process) -> Pending | None:
        due = tuple(self.due[process.name])
        if not due or not process.is_open(self.state(process.target)):
            return None
        change = self.ask(process.target, *process.commands(due))
        assert isinstance(change, Change), f"{process.target.name} does not follow {process.source.name}: {change}"
        cause = f"{process.name}/{self.head(change.name).sequence + 1}"
        pending = self.record(cause, [change], at=max(each.at for each in due), by=process.by)
        return pending._replace(done=(process, len(due)))

    def _concerned(self, change: Change) -> list[Process]:
        """The processes that may have something to do after this change."""
        kinds = set(map(type, change.events))
        return [each for each in self._reading[change.stream.name] if not kinds <= each.idle]

    def _held(self, process: Process, asked: Any) -> frozenset[str]:
        """The streams that wait while a command divides what came before it from what comes after."""
        source = process.source
        return frozenset(map(source.named, self.states(source))) if process.divides(asked) else frozenset()

    # The record.

    def record(
        self,
        cause: str,
        changes: list[Change],
        *,
        at: datetime,
        by: str,
        held: frozenset[str] = frozenset(),
        said: bytes = NOT_SAID,
    ) -> Pending:
        streams = {change.name for change in changes}
        busy = (streams | held) & self._under_way
        if busy:
            raise UnderWay(f"{', '.join(sorted(busy))}: the order before is not durable yet")
        heads: dict[str, Head] = {}
        envelopes: list[Envelope] = []
        for change in changes:
            enclosed = self._enclosed(change, cause=cause, at=at, by=by)
            envelopes += enclosed
            last = enclosed[-1] if enclosed else self.head(change.name)
            heads[change.name] = Head(change.name, last.sequence, last.hash)
        before = {stream: self.head(stream) for stream in streams}
        batch = Batch(tuple(envelopes), rows_of(changes), after=before, asked=said or None)
        recorded = self.recorder.submit(batch)
        self._under_way |= streams | held
        self._asking[cause] = said
        return Pending(cause, at, tuple(changes), heads, recorded, said, held)

    def _enclosed(self, change: Change, *, cause: str, at: datetime, by: str) -> list[Envelope]:
        stream, head = change.stream, self.head(change.name)
        sealing, envelopes = stream.sealing, []
        for event in change.events:
            stored = event
            if sealing is not None and sealing.hides(event):
                stored = sealing.close(event, head.stream, head.sequence + 1, self.keys, change.secret)
            coded = stream.codec.encode(stored)
            envelope = enclose(head, at=at, by=by, cause=cause, tag=coded.tag, version=coded.version, body=coded.body)
            envelopes.append(envelope)
            head = Head(head.stream, envelope.sequence, envelope.hash)
        return envelopes

    def _take(self, change: Change, pending: Pending) -> None:
        """It has happened."""
        stream, name = change.stream, change.name
        self.put(stream, change.table, change.after)
        self.answered.remember(name, pending.id, pending.asked)
        first = self.heads[name].sequence - len(change.events) + 1
        self.note_opening(stream, name, first, change.events)
        for process in () if change.settled else self._concerned(change):
            recorded = recorded_as(change, pending.at, first=first)
            self.due[process.name] += process.due(recorded, self.state(process.target))

    def note_opening(self, stream: Stream[Any], name: str, first: int, events: Sequence[Any]) -> None:
        """Remember the event from which a stream that is kept only in part is folded again."""
        opens = None if stream.kept is None else stream.kept.opens
        if opens is not None:
            found = [first + place for place, event in enumerate(events) if isinstance(event, opens)]
            self.opened |= {name: found[-1]} if found else {}


Handler = Callable[[Room, Any], "list[Change] | Refusal"]

ID_TAKEN = Refusal(Code.ID_TAKEN)


def asked_again(id: str, asked: bytes, before: bytes) -> Done | Refusal:  # noqa: A002
    """The answer to an id that was used before: done, unless it is known to have asked for something else."""
    return ID_TAKEN if before and before != asked else Done(id, repeated=True)


def recorded_as(change: Change, at: datetime, *, first: int) -> Recorded:
    return Recorded(change.table, first, at, change.before, change.events, change.after)


def rows_of(changes: Sequence[Change]) -> tuple[Row, ...]:
    """What is kept beside the events."""
    kept = (each.stream.rows(each.before, each.events) for each in changes if each.stream.rows is not None)
    return (*(row for rows in kept for row in rows), *(row for each in changes for row in each.beside))


def refused(answer: Any) -> bool:
    """Whether an order was refused."""
    return not isinstance(answer, Done | Pending)
