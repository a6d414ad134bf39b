"""Who was kept from the game, and between which events of the record: none of them may play meanwhile, 14.16(b).

In a divided record a table hears of it by an order of its own, which has a minute; and whether somebody may have a seat
that is paid from a hold is decided where the hold is made.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from pokerroom.log import CodecError
from pokerroom.room.auditing.findings import Check
from pokerroom.room.auditing.holds import hold_in
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.ports import Committed, EventStore, StoreError
from pokerroom.room.shards import layout_at
from pokerroom.table.conduct import PlayerReinstated, PlayerRequiredToLeave
from pokerroom.table.seating import Table
from pokerroom.table.seating.events import PlayerRemoved, PlayerSeated, RoundStarted

NOT_TOLD = "removals that a table has not carried out yet"
TOLD_WITHIN = timedelta(minutes=1)
"""How long a table of another shard may take to hear of a removal, or of its end."""


class Span(NamedTuple):
    """A removal, by position and time, and the reinstatement that ended it; None while it is in force."""

    start: int
    since: datetime
    end: int | None = None
    until: datetime | None = None


class Removals(msgspec.Struct, frozen=True, gc=False):
    """For each player the removals that took effect; those of early records did not, and bind nobody."""

    spans: Mapping[str, tuple[Span, ...]] = {}

    def standing(self, player: str, position: int) -> Span | None:
        """What kept the player from the game at this point of the record."""
        spans = self.spans.get(player, ())
        return next((s for s in spans if s.start < position and (s.end is None or position < s.end)), None)

    def wrong(self, event: Any, committed: Committed, store: EventStore) -> Iterator[tuple[Check, str]]:
        """What is wrong with an event of a table at that point."""
        match event:
            case RoundStarted(number=number, players=players):
                for player in players:
                    span = self.standing(player, committed.position)
                    if span is not None and not has_yet_to_hear(store, committed, span.since):
                        yield Check.CONDUCT, f"{player} was dealt into round {number}, {WHILE_AWAY}"
            case PlayerSeated(player=player):
                span = self.standing(player, committed.position)
                if span is not None and not self._was_let_in(store, event):
                    yield Check.CONDUCT, f"{player} was given a seat, {WHILE_AWAY}"
            case PlayerRemoved(player=player) if self.standing(player, committed.position) is None:
                ended = max((s.until for s in self.spans.get(player, ()) if s.until is not None), default=None)
                if ended is None or not has_yet_to_hear(store, committed, ended):
                    yield Check.CONDUCT, f"{player} was removed and had not been required to leave the game"

    def _was_let_in(self, store: EventStore, event: PlayerSeated) -> bool:
        """Whether nothing kept the player from the game when the money for the seat was held."""
        made = hold_in(store, event.held) if event.held else None
        return made is not None and self.standing(event.player, made[0].position) is None

    def owed_by(self, table: Table) -> int:
        """How many players still have a seat who were required to leave, and whom the table was not told to remove."""
        still = [place.player for _, place in table.seated if not place.must_leave]
        return sum(any(span.end is None for span in self.spans.get(player, ())) for player in still)


WHILE_AWAY = "having been required to leave the game and not reinstated"


def has_yet_to_hear(store: EventStore, committed: Committed, since: datetime) -> bool:
    """Whether a table of another shard may not have heard of something that happened at this time."""
    is_apart = layout_at(committed.position, store.layouts()).shards > 1
    return is_apart and committed.envelope.at - since <= TOLD_WITHIN


def removals_in(store: EventStore) -> Removals:
    """As far as the record of conduct can be read; faults in it are found when that record itself is examined."""
    spans: dict[str, tuple[Span, ...]] = {}
    for position, event in events_of(store):
        match event:
            case PlayerRequiredToLeave(player=player, hand=hand) if hand is not None:
                spans[player] = (*spans.get(player, ()), Span(position, event.at))
            case PlayerReinstated(player=player, at=at):
                spans[player] = tuple(
                    span if span.end else span._replace(end=position, until=at) for span in spans.get(player, ())
                )
    return Removals(spans)


def events_of(store: EventStore) -> Iterator[tuple[int, Any]]:
    try:
        for committed in store.read(CONDUCT.name):
            try:
                event = CONDUCT.read(committed.envelope)
            except CodecError:
                continue
            yield committed.position, event
    except StoreError:
        return
