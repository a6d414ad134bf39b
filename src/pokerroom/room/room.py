"""The room: one thread decides, the writer's thread makes it durable, and only then has it happened.

`prepare` decides an order and hands what follows to the recorder; `finish` waits until that is durable and lets it take
effect; `do` does both. Orders of different tables may be under way together, so that they share a commit; a stream with
one under way takes no other. What table events mean in money is posted to the ledger afterwards, by `post`: its
records carry the events they follow from, so a room that stopped in between goes on where the books end.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from pokerroom import ledger
from pokerroom.ledger import Books, Dealt, NoteRounds, Post, RecordId, Transfer
from pokerroom.log import Head, beginning, enclose
from pokerroom.play.events import DeckReshuffled, DeckShuffled
from pokerroom.room import filing, lists
from pokerroom.room.admission import order_refusal, table_refusal
from pokerroom.room.books import NEEDS_THE_BANK, SCRIBE, are_quiet, transfers
from pokerroom.room.commands import Command, Order, closes_a_day, moment_of, stream_of, who_asks
from pokerroom.room.ports import Batch, Row
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.streams import LEDGER, ROUNDS, codec_of, table_stream
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.shuffle import Generator
from pokerroom.shuffle.seal import Keys, Place, to_store
from pokerroom.table import seating
from pokerroom.table.conduct import Conduct
from pokerroom.table.seating import Table, commands as at_table
from pokerroom.table.seating.events import ChangePosted, GamingOpened, PostingChanged, RoundFinished

Refused = Any
"""Why not: of the room, a table, a round or the books; each says so in a sentence with its paragraph."""

FILED = NJAC_13_69F.cite("14.14(a)")
TAKES_RAKE = (at_table.StartRound, at_table.CollectTime)
"""What a table takes rake by: only as filed and in force at that moment."""

ANSWERS_KEPT = 1024
"""Ids of orders remembered for each stream: further back than anybody repeats himself."""


class Durable(Protocol):
    """What was submitted: it has a result once it cannot be lost, and raises what went wrong otherwise."""

    def result(self) -> int: ...


class Recorder(Protocol):
    """Takes what is to be recorded."""

    def submit(self, batch: Batch) -> Durable: ...


class Change(NamedTuple):
    """What an order adds to one stream, and what the room knows once it is there."""

    stream: str
    events: tuple[Any, ...]
    take_effect: Callable[[], None]
    secret: bytes = b""
    """Of the commitment to a deck among the events."""


class Pending(NamedTuple):
    id: str
    changes: tuple[Change, ...]
    heads: dict[str, Head]
    recorded: Durable
    held: frozenset[str] = frozenset()
    """Streams that take no order meanwhile, though nothing is added to them."""


class Done(NamedTuple):
    """What an order led to, by stream; nothing where it had been answered before."""

    id: str
    events: tuple[tuple[str, Any], ...] = ()
    repeated: bool = False


class UnderWay(Exception):
    """The stream has an order under way that is not durable yet."""


class Room:
    def __init__(
        self,
        recorder: Recorder,
        handlers: "Mapping[type[Any], Handler]",
        *,
        keys: Keys,
        chance: Generator,
        software: str,
        cut: tuple[int, int] = (10, 42),
    ) -> None:
        self.tables: dict[str, Table] = {}
        self.books = Books()
        self.register = filing.Register()
        self.lists = lists.Lists()
        self.conduct = Conduct()
        self.settings: dict[str, str] = {}
        """The filed version by which each table posts what it does."""
        self.next_settings: dict[str, str] = {}
        """The filed version of a change that a table has posted for its next round."""
        self.recorder, self.handlers = recorder, handlers
        self.keys, self.chance = keys, chance
        self.software, self.cut = software, cut
        self.heads: dict[str, Head] = {}
        self.answered: dict[str, dict[str, None]] = {}
        """Of each stream the ids of the last orders, oldest first."""
        self._under_way: set[str] = set()
        self.decks: dict[str, int] = {}
        self.unposted: list[Transfer] = []
        self.dealt: dict[tuple[str, str], Dealt] = {}

    def do(self, order: Order) -> Done | Refused:
        """Decide an order, and come back when it is durable."""
        answer = self.prepare(order)
        return self.finish(answer) if isinstance(answer, Pending) else answer

    def prepare(self, order: Order) -> Pending | Done | Refused:
        """Decide an order and hand it to the recorder."""
        refusal = order_refusal(order)
        if refusal is not None:
            return refusal
        stream = stream_of(order.command)
        if order.id in self.answered.get(stream, ()):
            return Done(order.id, repeated=True)
        changes = self.handlers[type(order.command)](self, order.command)
        if not isinstance(changes, list):
            return changes
        return self._submit(order.id, changes, order.command)

    def finish(self, pending: Pending) -> Done:
        """Wait until it is durable, and let it take effect. A failed commit is raised, and nothing has happened."""
        try:
            pending.recorded.result()
        finally:
            self._under_way -= pending.heads.keys() | pending.held
        self.heads |= pending.heads
        for change in pending.changes:
            change.take_effect()
            self.remember(change.stream, pending.id)
        return Done(pending.id, tuple((change.stream, event) for change in pending.changes for event in change.events))

    def post(self) -> Done | None:
        """Bring the books up to what the tables have recorded; between two gaming days that waits for the next."""
        answer = self.prepare_post()
        return None if answer is None else self.finish(answer)

    def prepare_post(self) -> Pending | None:
        if (not self.unposted and not self.dealt) or self.books.open_day is None:
            return None
        moved, dealt = tuple(self.unposted), dict(self.dealt)
        # Stream by stream, in an order that does not tell which table was quicker: a room reopened posts the same.
        by_stream = groupby(sorted(moved, key=lambda each: each.id), key=lambda each: each.id.stream)
        commands: list[Any] = [Post(tuple(of_one)) for _, of_one in by_stream]
        change = self.in_ledger(
            [*commands, *(NoteRounds(each) for each in sorted(dealt.values(), key=lambda each: each.id))]
        )
        assert isinstance(change, Change), f"the books do not follow the tables: {change}"
        moments = [each.at for each in moved] + [each.at for each in dealt.values()]
        posted = change._replace(take_effect=lambda: self._posted(change, len(moved), dealt))
        return self.record(f"books/{self.head(LEDGER).sequence + 1}", [posted], at=max(moments), by=str(SCRIBE))

    def _posted(self, change: Change, moved: int, dealt: Mapping[tuple[str, str], Dealt]) -> None:
        """The books hold this now; what happened at the tables meanwhile is still to be posted."""
        change.take_effect()
        del self.unposted[:moved]
        for game, before in dealt.items():
            now = self.dealt.pop(game)
            if now.rounds > before.rounds:
                self.dealt[game] = replace(now, rounds=now.rounds - before.rounds)

    def head(self, stream: str) -> Head:
        return self.heads.get(stream) or beginning(stream)

    def _submit(self, order: str, changes: list[Change], command: Command) -> Pending:
        # A day is closed between what happened at the tables in it and what happens there afterwards.
        held = frozenset(map(table_stream, self.tables)) if closes_a_day(command) else frozenset[str]()
        return self.record(order, changes, at=moment_of(command), by=str(who_asks(command)), held=held)

    def record(
        self, cause: str, changes: list[Change], *, at: datetime, by: str, held: frozenset[str] = frozenset()
    ) -> Pending:
        streams = {change.stream for change in changes}
        busy = (streams | held) & self._under_way
        if busy:
            raise UnderWay(f"{', '.join(sorted(busy))}: the order before is not durable yet")
        before = {stream: self.head(stream) for stream in streams}
        heads: dict[str, Head] = {}
        envelopes = []
        for change in changes:
            head, codec = self.head(change.stream), codec_of(change.stream)
            for event in change.events:
                place = Place(change.stream, head.sequence + 1)
                if isinstance(event, DeckShuffled | DeckReshuffled):
                    event = to_store(event, place, self.keys.current, secret=change.secret)  # noqa: PLW2901
                coded = codec.encode(event)
                envelope = enclose(
                    head, at=at, by=by, cause=cause, tag=coded.tag, version=coded.version, body=coded.body
                )
                envelopes.append(envelope)
                head = Head(change.stream, envelope.sequence, envelope.hash)
            heads[change.stream] = head
        recorded = self.recorder.submit(Batch(tuple(envelopes), self._rows(changes), after=before))
        self._under_way |= streams | held
        return Pending(cause, tuple(changes), heads, recorded, held)

    def _rows(self, changes: Sequence[Change]) -> tuple[Row, ...]:
        """What each account touched holds afterwards."""
        moved = [
            transfer
            for change in changes
            if change.stream == LEDGER
            for event in change.events
            for transfer in getattr(event, "transfers", ())
        ]
        if not moved:
            return ()
        balances: dict[Any, int] = {}
        for transfer in moved:
            for account, amount in ((transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)):
                balances[account] = balances.get(account, self.books.balance(account)) + amount
        return tuple(Row("balance", str(account), str(amount).encode()) for account, amount in balances.items())

    def remember(self, stream: str, cause: str) -> None:
        """That an order has been answered in a stream."""
        causes = self.answered.setdefault(stream, {})
        causes[cause] = None
        if len(causes) > ANSWERS_KEPT:
            del causes[next(iter(causes))]

    def asked_of_table(self, name: str, command: at_table.Command, *, subject: str = "") -> list[Change] | Refused:
        """An order to a table; where it takes money out of a bank, together with the transfer that pays for it."""
        table = self.tables.get(name) or seating.new_table(name)
        refusal = table_refusal(self, name, command)
        if refusal is not None:
            return refusal
        if isinstance(command, at_table.OpenTable | at_table.PostChange):
            # Nothing is posted that is not filed and in force, 14.14(a).
            version = filing.may_post(self.register, subject, command.rotation, command.at)
            if not isinstance(version, filing.Version):
                return version
            command = replace(command, settings=version.id)
        if isinstance(command, TAKES_RAKE):
            refusal = self._unfiled(table, command.at)
            if refusal is not None:
                return refusal
        if isinstance(command, at_table.StartRound):
            # What a round was dealt by is the room's to say, whoever starts it.
            command = replace(command, settings=self.settings.get(name, ""), software=self.software)
        outcome = seating.perform(table, command)
        if not isinstance(outcome, tuple):
            return outcome
        after, events = outcome
        if any(isinstance(event, NEEDS_THE_BANK) for event in events):
            return self._paid_for(table, after, events, command)
        first = self.head(table_stream(name)).sequence + 1
        return [Change(table_stream(name), events, lambda: self._table_takes(table, after, events, command.at, first))]

    def _unfiled(self, table: Table, at: datetime) -> Refusal | None:
        """Why nothing may be raked by what the table posts: another version is in force, or none, or not that rake."""
        settings = self.settings.get(table.name, "")
        version = filing.in_force(self.register, settings.rpartition("/")[0], at)
        if not table.is_open:
            return None
        if version is not None and version.id == settings:
            return filing.rake_refusal(version.subject, table.rotation, filing.rake_in_force(self.register, at))
        facts = {"table": table.name, "settings": settings or "nothing that is filed"}
        return Refusal(Code.SUPERSEDED, FILED, {**facts, "now": "none" if version is None else version.id})

    def _paid_for(
        self, table: Table, after: Table, events: tuple[Any, ...], command: at_table.Command
    ) -> list[Change] | Refused:
        self.post()  # Ids of a stream rise: what happened before is booked first.
        moved = list(self.moved(table, events, command.at, first=self.head(table_stream(table.name)).sequence + 1))
        booked = self.in_ledger([Post(tuple(moved))] if moved else [])
        if not isinstance(booked, Change):
            return booked
        name = table.name
        changes = [Change(table_stream(name), events, lambda: self.tables.__setitem__(name, after))]
        return [*changes, booked] if booked.events else changes

    def _table_takes(self, before: Table, after: Table, events: Sequence[Any], at: datetime, first: int) -> None:
        self.unposted += self.moved(before, events, at, first=first)
        for event in events:
            self.note(before, event)
        self.tables[after.name] = after

    def moved(self, table: Table, events: Sequence[Any], at: datetime, *, first: int) -> Iterator[Transfer]:
        """The transfers of these events, the first of which has this number in the table's stream."""
        if are_quiet(events):
            return
        stream = table_stream(table.name)
        for number, event in enumerate(events, start=first):
            after = seating.apply(table, event)
            yield from transfers(table, event, after, id=RecordId(stream, number), at=at)
            table = after

    def note(self, table: Table, event: Any) -> None:
        """What the room remembers of an event besides the table: rounds dealt, and the filed version in force."""
        match event:
            case RoundFinished():
                self.count_round(table, event)
            case GamingOpened(settings=version):
                self.settings[table.name] = version
            case ChangePosted(settings=version):
                self.next_settings[table.name] = version
            case PostingChanged():
                self.settings[table.name] = self.next_settings.pop(table.name)

    def count_round(self, table: Table, event: RoundFinished) -> None:
        game = table.posting.game
        before = self.dealt.get((table.name, game))
        self.dealt[table.name, game] = Dealt(
            id=RecordId(f"{ROUNDS}{table.name}", event.number),
            table=table.name,
            game=game,
            rounds=1 if before is None else before.rounds + 1,
            at=event.at,
            by=SCRIBE,
        )

    def in_ledger(self, commands: Sequence[Any]) -> Change | Refused:
        books: Books = self.books
        events: list[Any] = []
        for command in commands:
            outcome = ledger.perform(books, command)
            if isinstance(outcome, ledger.Refusal):
                return outcome
            books = outcome.books
            events += outcome.events
        return Change(LEDGER, tuple(events), lambda: setattr(self, "books", books))


Handler = Callable[[Room, Any], "list[Change] | Refused"]


def refused(answer: Any) -> bool:
    """Whether an order was refused."""
    return not isinstance(answer, Done | Pending)
