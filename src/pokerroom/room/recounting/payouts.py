"""What bad beat payouts add to the reports: awards, boxes that hold other than the rounds have put in, and forms whose
original is missing.

Each contribution is compared with the pots of its round, each count with what the rounds contributed since the last,
and the record of a day with what was counted since the last.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pokerroom.jackpot import events
from pokerroom.ledger.accounts import is_name
from pokerroom.money import dollars
from pokerroom.room.recounting.adding import Added

POKER = "poker"


class PayoutBoxes:
    """The boxes of the tables, from the pots on."""

    def __init__(self, contributed: Callable[[str, int], int]) -> None:
        self._contributed = contributed
        """What the pots of a round gave, by table and number."""
        self._boxes: dict[str, int] = {}
        self._followed: dict[str, int] = {}
        """By table: the last round that a payout was told of; another one that is told, too, was given nothing."""
        self._containers: dict[tuple[str, int], Mapping[str, int]] = {}
        """On their way to a cage, by payout and number: what should be of each table."""
        self._places: dict[tuple[str, int], str] = {}
        """Where a container was counted before it travelled."""
        self._counted: dict[str, list[int]] = {}
        """By payout, of the primary and the secondary fund, since its last day was recorded."""
        self._forms: dict[int, int] = {}
        """What was counted, by the serial of the form."""
        self._in_revenue: set[int] = set()
        """Serials of forms whose value has been added to poker revenue and is there."""
        self.wrong: list[str] = []

    def added(self, event: Any) -> Iterator[Added]:
        return HEARD[type(event)](self, event)

    def pots(self, event: events.PotsContributed) -> Iterator[Added]:
        given = event.primary + event.secondary
        if self._followed.get(event.table) != event.round:
            what = f"the contributions of round {event.round} at table {event.table}"
            self._compare(what, given, self._contributed(event.table, event.round))
        elif given:
            self._compare(f"what round {event.round} at table {event.table} contributed twice", given, 0)
        self._followed[event.table] = event.round
        self._boxes[event.table] = self._boxes.get(event.table, 0) + given
        return iter(())

    def form(self, event: events.FormCompleted) -> Iterator[Added]:
        counted = sum(each.value * each.count for each in event.chips)
        self._compare(f"form {event.serial}", event.amount, counted)
        self._forms[event.serial] = counted
        more = counted - self._boxes.pop(event.table, 0)
        self._difference(f"form {event.serial}", event, more)
        yield Added("variance", more, event.table, POKER)

    def locked(self, event: events.BoxesCounted) -> Iterator[Added]:
        self._places[event.payout, event.container] = event.place
        return self._sent(event, [table for table, _ in event.boxes])

    def sent(self, event: events.BoxesAccountedFor) -> Iterator[Added]:
        return self._sent(event, event.tables)

    def _sent(self, event: Any, tables: Any) -> Iterator[Added]:
        self._containers[event.payout, event.container] = {table: self._boxes.pop(table, 0) for table in tables}
        return iter(())

    def container(self, event: events.ContainerCounted) -> Iterator[Added]:
        inside = self._containers.pop((event.payout, event.container))
        place = self._places.pop((event.payout, event.container), "")
        more = event.amount - sum(inside.values())
        self._difference(f"container {event.container}", event, more)
        for table, found in event.counts:
            yield Added("variance", found - inside[table], table, POKER)
        left = more - sum(found - inside[table] for table, found in event.counts)
        yield Added("variance", left, place if is_name(place) else event.boxes[0][0], POKER)

    def _difference(self, what: str, event: Any, more: int) -> None:
        self._compare(f"the variance of {what}", event.variance, more)
        counted = self._counted.setdefault(event.payout, [0, 0])
        counted[0] += event.primary
        counted[1] += event.secondary

    def day(self, event: events.DayRecorded) -> Iterator[Added]:
        primary, secondary = self._counted.pop(event.payout, (0, 0))
        said = sum(event.contributions) + sum(event.advanced)
        self._compare(f"the record of {event.day}", said, primary + secondary)
        return iter(())

    def matched(self, event: events.FormsMatched) -> Iterator[Added]:
        """A duplicate without its original adds its value once, and what is found takes out what was added, (h)."""
        missing = [serial for serial in event.without_original if serial not in self._in_revenue]
        found = [serial for serial in event.matched if serial in self._in_revenue]
        self._in_revenue = (self._in_revenue | {*missing}) - {*found}
        into, out = (sum(self._forms.get(serial, 0) for serial in serials) for serials in (missing, found))
        self._compare(f"what the forms of {event.day} add to revenue", event.to_revenue, into)
        self._compare(f"what the forms of {event.day} take out of revenue", event.from_revenue, out)
        yield Added("unmatched_forms", into, game=POKER)
        yield Added("forms_found", out, game=POKER)

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
    events.FormsMatched: PayoutBoxes.matched,
    events.AwardPaid: PayoutBoxes.award,
    events.BonusAwarded: PayoutBoxes.award,
}
