"""Rounds that were played, out of the record: which were mine, each in words, as a PHH file, and what proves its deck.

Only somebody who was dealt in gets a round, and only as his own seat saw it. The index is made from the record when
somebody first asks, and reads on from there.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from threading import Lock
from typing import Any, NamedTuple

from pokerroom import play
from pokerroom.history import phh
from pokerroom.history.record import IrregularRoundError, record
from pokerroom.live.tables.telling import Entry, seconds, told, viewer_of
from pokerroom.play import Event, Round, events, seen_by
from pokerroom.room.ports import Committed, EventStore
from pokerroom.room.streams import table_of
from pokerroom.room.tables import DEALS, TABLES
from pokerroom.shuffle import Evidence, Shuffle
from pokerroom.shuffle.openings import evidence
from pokerroom.shuffle.seal import Keys, Place, Sealed, unseal
from pokerroom.table.seating.events import Fact, RoundFinished, RoundStarted
from pokerroom.wire.messages import Told

ROUNDS_KEPT = 200_000
"""Rounds that can be looked up: the latest; the record itself holds them all."""

INDEXED = frozenset(kind.__name__ for kind in (RoundStarted, events.RoundOpened, RoundFinished))

NO_ROUND = "no round of play of this number in which you were dealt in has been finished at this table"


class NoSuchRound(LookupError):
    """Not played, not finished, or not by whoever asks: he is not told which."""


class NotProvable(ValueError):
    """The deck of a round was not committed to as a whole, so there is nothing to check."""


class Hall(NamedTuple):
    """A room's record, and the keys of its decks."""

    store: EventStore
    keys: Keys


class ArchivedRound(NamedTuple):
    """A round in the index."""

    hall: Hall
    table: str
    number: int
    first: int
    """The sequence of its first event in the table's stream."""
    game: str
    edition: str
    at: datetime
    lineup: tuple[int, ...]
    players: tuple[str, ...]
    nets: tuple[int, ...]
    """What each player won or lost, by his number in the round."""
    ending: str

    @property
    def key(self) -> tuple[str, int]:
        return self.table, self.number


class Started(NamedTuple):
    """A round of which the end has not been read yet."""

    sequence: int
    event: RoundStarted
    stakes: tuple[int, ...] = ()


class Replayed(NamedTuple):
    """A round read again in full, which only the room itself may see."""

    found: ArchivedRound
    entries: tuple[Entry, ...]
    secrets: tuple[bytes, ...]

    @property
    def log(self) -> tuple[Event, ...]:
        return tuple(entry.event for entry in self.entries if not isinstance(entry.event, Fact))


class Archive:
    """Of rooms in which no two tables have one name. It may be asked by several threads."""

    def __init__(self, halls: Sequence[Hall]) -> None:
        self._halls = tuple(halls)
        self._lock = Lock()
        self._read: dict[tuple[int, str], int] = {}
        self._started: dict[str, Started] = {}
        self._rounds: dict[tuple[str, int], ArchivedRound] = {}
        self._of: dict[str, list[tuple[str, int]]] = {}
        self._deals: dict[tuple[str, int], int] = {}

    def rounds_of(self, player: str, *, before: datetime | None = None, most: int = 50) -> tuple[ArchivedRound, ...]:
        """The rounds a player was dealt into, the latest first."""
        self._catch_up()
        with self._lock:
            found = [self._rounds[key] for key in self._of.get(player, ()) if key in self._rounds]
        if before is not None:
            found = [each for each in found if each.at < before]
        return tuple(sorted(found, key=lambda each: (each.at, each.key), reverse=True)[:most])

    def find(self, table: str, number: int, player: str) -> ArchivedRound:
        self._catch_up()
        with self._lock:
            found = self._rounds.get((table, number))
        if found is None or player not in found.players:
            raise NoSuchRound(NO_ROUND)
        return found

    def told(self, found: ArchivedRound, player: str, names: Callable[[str], str]) -> tuple[Told, ...]:
        """The round in words, as its table told it to this player."""
        return tuple(told(entry, player, names) for entry in self._replayed(found).entries)

    def phh(self, found: ArchivedRound, player: str, names: Callable[[str], str]) -> str:
        """A hand history with the cards this player saw; `IrregularRoundError` where the format has no words."""
        viewer = viewer_of(found.players, player)
        log = [seen_by(event, viewer) for event in self._replayed(found).log]
        return phh.write(record(log, players=[names(each) for each in found.players]))

    def evidence(self, found: ArchivedRound, player: str) -> Evidence:
        """What lets this player check the deck: his own log, and the openings of the cards it shows him."""
        replayed = self._replayed(found)
        decks = self._decks(replayed)
        try:
            return evidence(replayed.log, viewer_of(found.players, player), decks)
        except ValueError as error:
            raise NotProvable(f"this round cannot be checked: {error}") from None

    def _decks(self, replayed: Replayed) -> list[Shuffle]:
        found = replayed.found
        dealt = [event.deck for event in replayed.log if isinstance(event, events.DeckShuffled | events.DeckReshuffled)]
        with self._lock:
            first = self._deals.get(found.key)
        promises = [] if first is None else list(promised(found, first, len(dealt)))
        if len(promises) != len(dealt):
            raise NotProvable("this round cannot be checked: not every deck of it was committed to")
        return [
            Shuffle(
                promise.commitment.context, uncut(deck[: promise.commitment.count], promise.cut), secret, promise.cut
            )
            for promise, deck, secret in zip(promises, dealt, replayed.secrets, strict=True)
        ]

    def _replayed(self, found: ArchivedRound) -> Replayed:
        entries: list[Entry] = []
        secrets: list[bytes] = []
        state: Round | None = None
        stream = TABLES.named(found.table)
        for committed in found.hall.store.read(stream, after=found.first - 1):
            envelope = committed.envelope
            event = decoded(committed)
            if isinstance(event, Sealed):
                is_deck = event.is_deck
                event, secret = unseal_at(event, Place(stream, envelope.sequence), found.hall.keys)
                secrets += [secret] if is_deck else []
            if not isinstance(event, Fact):
                state = play.replay([event]) if state is None else play.apply(state, event)
            entry = Entry(
                envelope.sequence, seconds(envelope.at), event, found.number, found.lineup, found.players, state
            )
            entries.append(entry)
            if isinstance(event, RoundFinished):
                break
        return Replayed(found, tuple(entries), tuple(secrets))

    def _catch_up(self) -> None:
        with self._lock:
            for place, hall in enumerate(self._halls):
                for stream, head in hall.store.heads().items():
                    if head.sequence > self._read.get((place, stream), 0):
                        self._read_on(place, stream)

    def _read_on(self, place: int, stream: str) -> None:
        note = self._note if TABLES.holds(stream) else self._note_deal if DEALS.holds(stream) else None
        if note is None:
            return
        hall = self._halls[place]
        for committed in hall.store.read(stream, after=self._read.get((place, stream), 0)):
            note(hall, table_of(stream), committed)
            self._read[place, stream] = committed.envelope.sequence

    def _note_deal(self, _hall: Hall, table: str, committed: Committed) -> None:
        envelope = committed.envelope
        promise = DEALS.read(envelope)
        self._deals.setdefault((table, promise.round), envelope.sequence)

    def _note(self, hall: Hall, table: str, committed: Committed) -> None:
        if committed.envelope.tag not in INDEXED:
            return
        match decoded(committed):
            case RoundStarted() as event:
                self._started[table] = Started(committed.envelope.sequence, event)
            case events.RoundOpened(stacks=stacks) if table in self._started:
                self._started[table] = self._started[table]._replace(stakes=stacks)
            case RoundFinished() as event if table in self._started:
                self._keep(finished(hall, table, self._started.pop(table), event))

    def _keep(self, found: ArchivedRound) -> None:
        if len(self._rounds) >= ROUNDS_KEPT:
            self._forget(next(iter(self._rounds.values())))
        self._rounds[found.key] = found
        for player in found.players:
            self._of.setdefault(player, []).append(found.key)

    def _forget(self, oldest: ArchivedRound) -> None:
        del self._rounds[oldest.key]
        self._deals.pop(oldest.key, None)
        for player in oldest.players:
            self._of[player].remove(oldest.key)


def finished(hall: Hall, table: str, started: Started, event: RoundFinished) -> ArchivedRound:
    before = started.stakes or event.stakes
    return ArchivedRound(
        hall=hall,
        table=table,
        number=event.number,
        first=started.sequence,
        game=started.event.game,
        edition=started.event.edition,
        at=event.at,
        lineup=event.lineup,
        players=started.event.players,
        nets=tuple(after - had for after, had in zip(event.stakes, before, strict=True)),
        ending=event.ending.value,
    )


def decoded(committed: Committed) -> Any:
    envelope = committed.envelope
    return TABLES.read(envelope)


def unseal_at(sealed: Sealed, place: Place, keys: Keys) -> tuple[Any, bytes]:
    opened = unseal(sealed, place, keys)
    return opened.event, opened.secret


def promised(found: ArchivedRound, first: int, decks: int) -> Iterator[Any]:
    """The commitments to the decks of a round, which stand together in the stream of its table's deals."""
    stream = DEALS.named(found.table)
    for number, committed in enumerate(found.hall.store.read(stream, after=first - 1)):
        envelope = committed.envelope
        promise = DEALS.read(envelope)
        if number >= decks or promise.round != found.number:
            return
        yield promise


def uncut(dealt: tuple[Any, ...], cut: int) -> tuple[Any, ...]:
    """The order before the cut that gave this one."""
    return dealt[len(dealt) - cut :] + dealt[: len(dealt) - cut]


__all__ = ["Archive", "ArchivedRound", "Hall", "IrregularRoundError", "NoSuchRound", "NotProvable"]
