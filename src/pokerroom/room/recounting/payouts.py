"""What bad beat payouts add to the reports: awards, and boxes that hold other than the rounds have put in.

Each contribution is compared with the pots of its round, each count with what the rounds contributed since the last,
and the record of a day with what was counted since the last.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pokerroom.jackpot import events
from pokerroom.money import dollars
from pokerroom.room.recounting.adding import Added

POKER = "poker"


class PayoutBoxes:
    """The boxes of the tables, from the pots on."""

    def __init__(self, contributed: Callable[[str, int], int]) -> None:
        self._contributed = contributed
        """What the pots of a round gave, by table and number."""
        self._boxes: dict[str, int] = {}
        self._containers: dict[tuple[str, int], int] = {}
        """On their way to a cage, by payout and number."""
        self._counted: dict[str, list[int]] = {}
        """By payout, of the primary and the secondary fund, since its last day was recorded."""
        self.wrong: list[str] = []

    def added(self, event: Any) -> Iterator[Added]:
        return HEARD[type(event)](self, event)

    def pots(self, event: events.PotsContributed) -> Iterator[Added]:
        given = event.primary + event.secondary
        what = f"the contributions of round {event.round} at table {event.table}"
        self._compare(what, given, self._contributed(event.table, event.round))
        self._boxes[event.table] = self._boxes.get(event.table, 0) + given
        return iter(())

    def form(self, event: events.FormCompleted) -> Iterator[Added]:
        counted = sum(each.value * each.count for each in event.chips)
        self._compare(f"form {event.serial}", event.amount, counted)
        yield from self._difference(f"form {event.serial}", event, counted - self._boxes.pop(event.table, 0))

    def locked(self, event: events.BoxesCounted) -> Iterator[Added]:
        return self._sent(event, [table for table, _ in event.boxes])

    def sent(self, event: events.BoxesAccountedFor) -> Iterator[Added]:
        return self._sent(event, event.tables)

    def _sent(self, event: Any, tables: Any) -> Iterator[Added]:
        inside = sum(self._boxes.pop(table, 0) for table in tables)
        self._containers[event.payout, event.container] = inside
        return iter(())

    def container(self, event: events.ContainerCounted) -> Iterator[Added]:
        inside = self._containers.pop((event.payout, event.container))
        yield from self._difference(f"container {event.container}", event, event.amount - inside)

    def _difference(self, what: str, event: Any, more: int) -> Iterator[Added]:
        self._compare(f"the variance of {what}", event.variance, more)
        counted = self._counted.setdefault(event.payout, [0, 0])
        counted[0] += event.primary
        counted[1] += event.secondary
        table = event.table if isinstance(event, events.FormCompleted) else event.boxes[0][0]
        yield Added("variance", more, table, POKER)

    def day(self, event: events.DayRecorded) -> Iterator[Added]:
        primary, secondary = self._counted.pop(event.payout, (0, 0))
        self._compare(f"the record of {event.day}", sum(event.contributions), primary + secondary)
        return iter(())

    def award(self, event: events.AwardPaid | events.BonusAwarded) -> Iterator[Added]:
        yield Added("bad_beat_payouts", event.award.amount, game=POKER)

    def _compare(self, what: str, said: int, found: int) -> None:
        if said != found:
            self.wrong.append(f"{what} says {dollars(said)}, and the rounds and counts come to {dollars(found)}")


HEARD: Mapping[type[Any], Callable[[PayoutBoxes, Any], Iterator[Added]]] = {
    events.PotsContributed: PayoutBoxes.pots,
    events.FormCompleted: PayoutBoxes.form,
    events.BoxesCounted: PayoutBoxes.locked,
    events.BoxesAccountedFor: PayoutBoxes.sent,
    events.ContainerCounted: PayoutBoxes.container,
    events.DayRecorded: PayoutBoxes.day,
    events.AwardPaid: PayoutBoxes.award,
    events.BonusAwarded: PayoutBoxes.award,
}
