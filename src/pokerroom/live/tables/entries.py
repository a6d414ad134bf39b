"""The last events of a table's record, ready to be told: from memory, and further back from the store."""

from collections import deque
from collections.abc import Iterable
from typing import Any

from pokerroom import play
from pokerroom.live.tables.telling import Entry, seconds
from pokerroom.play import Round
from pokerroom.play.events import RoundOpened
from pokerroom.room.ports import EventStore
from pokerroom.room.room import Room
from pokerroom.room.streams import DeckCommitted, codec_of, deals_stream, table_stream
from pokerroom.shuffle.seal import Place, Sealed, from_store
from pokerroom.table.seating.events import Fact, RoundStarted

KEPT = 400
"""Events kept in memory for each table: some rounds of play."""
AT_FIRST = 64
"""Of these those are read that a room opens with: a round of play or so."""
MOST_TOLD = 1000
"""Further back than this nobody is told again; he sees the table as it is."""


class Entries:
    """Only ever added to, at its end."""

    def __init__(self, room: Room, store: EventStore, table: str) -> None:
        self._room, self._store, self._table = room, store, table
        self._kept: deque[Entry] = deque(maxlen=KEPT)
        self._kept.extend(self._last_rounds())

    @property
    def last(self) -> int:
        return self._room.head(table_stream(self._table)).sequence

    @property
    def kept(self) -> tuple[Entry, ...]:
        return tuple(self._kept)

    def add(self, events: Iterable[Any], *, first: int, at: float) -> tuple[Entry, ...]:
        """What has just happened, told from the events before it."""
        before = self._kept[-1] if self._kept else None
        new = tuple(following(before, ((first + place, at, event) for place, event in enumerate(events))))
        self._kept.extend(new)
        return new

    def after(self, sequence: int) -> tuple[Entry, ...]:
        """The entries that come after this one, as far as anybody is told again."""
        if self._kept and sequence >= self._kept[0].sequence - 1:
            return tuple(entry for entry in self._kept if entry.sequence > sequence)
        return tuple(self._read(after=max(sequence, self.last - MOST_TOLD), lead=KEPT))

    def commitment(self) -> DeckCommitted | None:
        """The promise of the last deck."""
        stream = deals_stream(self._table)
        head = self._room.head(stream).sequence
        found = None
        for committed in self._store.read(stream, after=max(0, head - 1)):
            envelope = committed.envelope
            found = codec_of(stream).decode(envelope.tag, envelope.version, envelope.body)
        return found

    @property
    def opened(self) -> int | None:
        """Where the last round of play was opened, if that is in memory."""
        return next((entry.sequence for entry in reversed(self._kept) if isinstance(entry.event, RoundOpened)), None)

    def _last_rounds(self) -> Iterable[Entry]:
        """From the start of a round on, a little way back: further back it is read when somebody asks for it."""
        back = AT_FIRST
        while True:
            found = self._events(after=max(0, self.last - back))
            starts = (place for place, (_, _, event) in enumerate(found) if isinstance(event, RoundStarted))
            start = next(starts, None)
            if start is not None or back >= self.last:
                return following(None, found[start or 0 :])
            back *= 4

    def _read(self, *, after: int, lead: int) -> Iterable[Entry]:
        """From the store; some events before are read too, for a round can only be told from its start."""
        found = self._events(after=max(0, after - lead))
        return [entry for entry in following(None, found) if entry.sequence > after]

    def _events(self, *, after: int) -> list[tuple[int, float, Any]]:
        stream = table_stream(self._table)
        codec = codec_of(stream)
        found = []
        for committed in self._store.read(stream, after=after):
            envelope = committed.envelope
            event = codec.decode(envelope.tag, envelope.version, envelope.body)
            if isinstance(event, Sealed):
                event = from_store(event, Place(stream, envelope.sequence), self._room.keys)
            found.append((envelope.sequence, seconds(envelope.at), event))
        return found


def following(before: Entry | None, events: Iterable[tuple[int, float, Any]]) -> Iterable[Entry]:
    """Entries for these events, each told from the one before it."""
    for sequence, at, event in events:
        before = next_entry(before, sequence, at, event)
        yield before


def next_entry(before: Entry | None, sequence: int, at: float, event: Any) -> Entry:
    number, lineup, players = (0, (), ()) if before is None else (before.round, before.lineup, before.players)
    state: Round | None = None if before is None else before.state
    if isinstance(event, RoundStarted):
        number, lineup, players, state = event.number, event.lineup, event.players, None
    elif isinstance(event, RoundOpened):
        state = play.replay([event])
    elif not isinstance(event, Fact) and state is not None:
        state = play.apply(state, event)
    return Entry(sequence, at, event, number, lineup, players, state)
