"""What has happened at a table lately: its last events ready to be sent, its current round in brief, and the last pots.

Events come from memory, and older ones from the store. Nothing is decided from this: it is only for display.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from pokerroom import play
from pokerroom.live.tables.awarding import award_of
from pokerroom.live.tables.telling import Entry, seconds
from pokerroom.play import Round, events
from pokerroom.play.events import RoundOpened
from pokerroom.room.ports import ArchiveAway, EventStore
from pokerroom.room.room import Room
from pokerroom.room.tables import DEALS, TABLES, DeckCommitted
from pokerroom.table.seating import events as at_table
from pokerroom.table.seating.events import Fact, RoundStarted
from pokerroom.wire import messages as wire
from pokerroom.words import Saying

KEPT = 400
"""Events kept in memory for each table: a few rounds of play."""
AT_FIRST = 64
"""How many of these are read when a room opens: about one round of play."""
MOST_TOLD = 1000
"""Nobody is sent events further back than this; they get the table as it is."""
ROUNDS_REMEMBERED = 20


class PlayedRound(NamedTuple):
    """A finished round of play, and how large its pot was at most."""

    at: float
    pot: int


class Recent:
    """The recent events of one table; only ever appended to."""

    def __init__(self, room: Room, store: EventStore, table: str) -> None:
        self._room, self._store, self._table = room, store, table
        self._stream = TABLES.named(table)
        self.last = room.head(self._stream).sequence
        """The sequence of the last event."""
        self.decision = self.last
        """The last event of the round of play: what a move must have seen."""
        self._kept: deque[Entry] = deque(self._last_rounds(), maxlen=KEPT)
        first = self._kept[0] if self._kept else None
        # What is kept may start in the middle of a round.
        self.summary = RoundSummary() if first is None else RoundSummary(first.round, first.lineup, first.players)
        for entry in self._kept:
            self.summary = summed_up(self.summary, entry.event, entry.state)
        self._rounds: deque[PlayedRound] = deque(maxlen=ROUNDS_REMEMBERED)
        self._largest_pot = 0

    @property
    def kept(self) -> tuple[Entry, ...]:
        return tuple(self._kept)

    def add(self, happened: Sequence[Any], after: Round | None, *, at: float) -> tuple[Entry, ...]:
        """Add what has just happened, with the round as the table has it afterwards: it is not folded again."""
        sequence = self._room.head(self._stream).sequence - len(happened)
        lasts = max((place for place, event in enumerate(happened) if not isinstance(event, Fact)), default=-1)
        new = []
        for place, event in enumerate(happened):
            sequence += 1
            before = self._kept[-1] if self._kept else None
            entry = next_entry(before, sequence, at, event, after=after if place == lasts else None)
            self._kept.append(entry)
            self._note(entry)
            new.append(entry)
        self.last = sequence
        return tuple(new)

    def _note(self, entry: Entry) -> None:
        event, state = entry.event, entry.state
        self.summary = summed_up(self.summary, event, state)
        if not isinstance(event, Fact):
            self.decision = entry.sequence
        if isinstance(event, RoundStarted):
            self._largest_pot = 0
        elif state is not None and state.pot > self._largest_pot:
            self._largest_pot = state.pot
        if isinstance(event, at_table.RoundFinished):
            self._rounds.append(PlayedRound(entry.at, self._largest_pot))

    def after(self, sequence: int) -> tuple[Entry, ...]:
        """The entries after this one, as far back as anybody is sent."""
        if self._kept and sequence >= self._kept[0].sequence - 1:
            return tuple(entry for entry in self._kept if entry.sequence > sequence)
        return tuple(self._read(after=max(sequence, self.last - MOST_TOLD), lead=KEPT))

    # The last rounds, for the lobby: how large the pots are and how fast they come.

    @property
    def ended_at(self) -> float:
        """When the last round of play ended."""
        return self._rounds[-1].at if self._rounds else 0.0

    @property
    def average_pot(self) -> int:
        return sum(each.pot for each in self._rounds) // len(self._rounds) if self._rounds else 0

    @property
    def rounds_per_hour(self) -> int:
        if len(self._rounds) < 2:
            return 0
        span = self._rounds[-1].at - self._rounds[0].at
        return round(3600 * (len(self._rounds) - 1) / span) if span > 0 else 0

    # From the store.

    def commitment(self) -> DeckCommitted | None:
        """The commitment to the last deck."""
        head, found = self._room.head(DEALS.named(self._table)).sequence, None
        for _, event in DEALS.events(self._store, self._table, after=max(0, head - 1)):
            found = event
        return found

    def _last_rounds(self) -> Iterable[Entry]:
        """From the start of a round on, a short way back: older ones are read when somebody asks for them."""
        back, found = AT_FIRST, []
        while True:
            try:
                found = self._events(after=max(0, self.last - back))
            except ArchiveAway:
                return following(found)  # What came before lies in a file that is gone: the table opens without it.
            starts = (place for place, (_, _, event) in enumerate(found) if isinstance(event, RoundStarted))
            start = next(starts, None)
            if start is not None or back >= self.last:
                return following(found[start or 0 :])
            back *= 4

    def _read(self, *, after: int, lead: int) -> Iterable[Entry]:
        """Some earlier events are read too, because a round can only be told from its start."""
        found = self._events(after=max(0, after - lead))
        return [entry for entry in following(found) if entry.sequence > after]

    def _events(self, *, after: int) -> list[tuple[int, float, Any]]:
        """Up to the last that is in effect here: another server may have recorded more."""
        read = TABLES.events(self._store, self._table, after=after, keys=self._room.keys)
        known = takewhile(lambda each: each[0].sequence <= self.last, read)
        return [(envelope.sequence, seconds(envelope.at), event) for envelope, event in known]


def following(found: Iterable[tuple[int, float, Any]]) -> Iterable[Entry]:
    """Entries for these events, each told from the one before it."""
    before: Entry | None = None
    for sequence, at, event in found:
        before = next_entry(before, sequence, at, event)
        yield before


def next_entry(before: Entry | None, sequence: int, at: float, event: Any, *, after: Round | None = None) -> Entry:
    """`after` is the round after the event, if it has been folded already."""
    number, lineup, players, state = (0, (), (), None) if before is None else before[3:]
    if isinstance(event, RoundStarted):
        number, lineup, players, state = event.number, event.lineup, event.players, None
    elif isinstance(event, RoundOpened):
        state = play.replay([event])
    elif state is not None and not isinstance(event, Fact):
        state = play.apply(state, event) if after is None else after
    return Entry(sequence, at, event, number, lineup, players, state)


class RoundSummary(msgspec.Struct):
    """The current round or the last one: what each player did, and who won what."""

    round: int = 0
    lineup: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    actions: dict[int, wire.LastAction] = {}
    """By seat of the table: what its player did last."""
    won: dict[int, int] = {}
    awards: tuple[wire.Award, ...] = ()
    ending: str = ""
    before: dict[int, wire.LastAction] = {}
    """The same before the last entry of a dealer, which may be taken back."""
    hands: dict[tuple[object, ...], tuple[Saying | None, Saying | None, tuple[wire.HandNow, ...]]] = {}
    """Hands as they stand, by their cards and the board: nobody is told but who holds them."""


def summed_up(summary: RoundSummary, event: Any, state: Round | None) -> RoundSummary:
    """The summary after an event that led to this state of the round."""
    if isinstance(event, ACTIONS):
        if event.seat < len(summary.lineup):
            summary.actions[summary.lineup[event.seat]] = action_of(event)
        return summary
    match event:
        case RoundStarted(number=number, lineup=lineup, players=players):
            return RoundSummary(number, lineup, players)
        case at_table.RoundFinished(ending=ending):
            summary.ending = ending.value
        case events.Entered(along=False):
            summary.before = dict(summary.actions)
        case events.EntryTakenBack():
            summary.actions = dict(summary.before)
        case events.BettingRoundClosed():
            summary.actions = {seat: action for seat, action in summary.actions.items() if action.kind in LASTING}
        case events.PotAwarded():
            award(summary, event, state)
    return summary


LASTING = ("Folded",)
ACTIONS = (
    events.BlindPosted,
    events.ForcedBetPosted,
    events.Folded,
    events.Checked,
    events.Called,
    events.BetMade,
    events.Raised,
    events.StoodPat,
    events.Drew,
    events.Discarded,
    events.HandShown,
    events.HandConceded,
    events.Frozen,
    events.PlayedOn,
)
"""What a player does that stays to be seen at the seat until something else is done."""


def action_of(event: Any) -> wire.LastAction:
    return wire.LastAction(kind=type(event).__name__, amount=amount_of(event))


def amount_of(event: Any) -> int | None:
    match event:
        case events.BlindPosted() | events.ForcedBetPosted() | events.Called():
            return event.amount
        case events.BetMade() | events.Raised():
            return event.to
        case events.Drew() | events.Discarded():
            return len(event.cards)
    return None


def award(summary: RoundSummary, event: events.PotAwarded, state: Round | None) -> None:
    if not summary.lineup:  # The round started before anything that is remembered.
        return
    awarded = award_of(event, state, summary.lineup)
    for seat, amount in zip(awarded.seats, awarded.amounts, strict=True):
        summary.won[seat] = summary.won.get(seat, 0) + amount
    summary.awards += (awarded,)
