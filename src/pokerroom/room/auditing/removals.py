"""Who was kept from the game, and between which events of the record: none of them may play meanwhile, 14.16(b)."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pokerroom.log import CodecError
from pokerroom.room.auditing.findings import Check
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.ports import EventStore, StoreError
from pokerroom.table.conduct import PlayerReinstated, PlayerRequiredToLeave
from pokerroom.table.seating.events import PlayerRemoved, PlayerSeated, RoundStarted

Span = tuple[int, int | None]
"""The positions of a removal and of the reinstatement that ended it; None while it is in force."""


class Removals(msgspec.Struct, frozen=True, gc=False):
    """For each player the removals that took effect; those of early records did not, and bind nobody."""

    spans: Mapping[str, tuple[Span, ...]] = {}

    def stands(self, player: str, position: int) -> bool:
        """Whether the player was kept from the game at this point of the record."""
        return any(start < position and (end is None or position < end) for start, end in self.spans.get(player, ()))

    def wrong(self, event: Any, position: int) -> Iterator[tuple[Check, str]]:
        """What is wrong with an event of a table at that point."""
        match event:
            case RoundStarted(number=number, players=players):
                for player in players:
                    if self.stands(player, position):
                        yield Check.CONDUCT, f"{player} was dealt into round {number}, {WHILE_AWAY}"
            case PlayerSeated(player=player) if self.stands(player, position):
                yield Check.CONDUCT, f"{player} was given a seat, {WHILE_AWAY}"
            case PlayerRemoved(player=player) if not self.stands(player, position):
                yield Check.CONDUCT, f"{player} was removed and had not been required to leave the game"


WHILE_AWAY = "having been required to leave the game and not reinstated"


def removals_in(store: EventStore) -> Removals:
    """As far as the record of conduct can be read; faults in it are found when that record itself is examined."""
    spans: dict[str, tuple[Span, ...]] = {}
    for position, event in events_of(store):
        match event:
            case PlayerRequiredToLeave(player=player, hand=hand) if hand is not None:
                spans[player] = (*spans.get(player, ()), (position, None))
            case PlayerReinstated(player=player):
                spans[player] = tuple((start, end or position) for start, end in spans.get(player, ()))
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
