"""The seats of a table as they are sent: what has not changed since the last message is not encoded again."""

from typing import NamedTuple, TypeVar, cast

import msgspec

from pokerroom.cards import Card
from pokerroom.live.tables.views import Own, Scene, SeatFacts, facts_of, own_of, own_seat, seat_view, with_own
from pokerroom.wire import messages as wire

ENCODER = msgspec.json.Encoder()
Part = TypeVar("Part")


def encoded(part: Part) -> Part:
    """A part of several messages, encoded once: the encoder takes it over as it is."""
    return cast("Part", msgspec.Raw(ENCODER.encode(part)))


class Seen(NamedTuple):
    """A seat as everybody sees it, and the same encoded."""

    facts: SeatFacts
    view: wire.SeatView
    encoded: wire.SeatView


class OwnSeat(NamedTuple):
    """A seat as its player sees it, encoded, and what it was made from."""

    seen: Seen
    down: tuple[Card, ...] | None
    discards: tuple[Card, ...]
    encoded: wire.SeatView


class SeatCache:
    """Of one table. It remembers the seats as they were last sent."""

    def __init__(self) -> None:
        self._seats: dict[int, Seen] = {}
        self._own: dict[int, OwnSeat] = {}
        self._taken: list[int] = []

    def seats(self, scene: Scene) -> tuple[wire.SeatView, ...]:
        """As everybody sees them."""
        seated = scene.table.seated
        self._taken = [seat for seat, _ in seated]
        return tuple([self._seen(facts_of(scene, seat, place)).encoded for seat, place in seated])

    def of_player(self, common: wire.TableView, scene: Scene, seat: int, player: str) -> wire.TableView:
        """What everybody sees, with the seats last asked for, and what the player at this seat sees of his own."""
        own, place = own_of(scene, seat, player), self._taken.index(seat)
        seats = (*common.seats[:place], self._own_seat(seat, own), *common.seats[place + 1 :])
        return with_own(common, seat, seats, own)

    def _seen(self, facts: SeatFacts) -> Seen:
        last = self._seats.get(facts.seat)
        if last is not None and last.facts == facts:
            return last
        view = seat_view(facts)
        seen = self._seats[facts.seat] = Seen(facts, view, encoded(view))
        return seen

    def _own_seat(self, seat: int, own: Own) -> wire.SeatView:
        seen, last = self._seats[seat], self._own.get(seat)
        if last is not None and last.seen is seen and (last.down, last.discards) == (own.down, own.discards):
            return last.encoded
        part = encoded(own_seat(seen.view, own))
        self._own[seat] = OwnSeat(seen, own.down, own.discards, part)
        return part
