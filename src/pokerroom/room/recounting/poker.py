"""What a poker table adds to the reports: its rounds of play, what left its pots, what its players paid for time.

The sign says which method of rake is which, and what a round took is remembered until the round is over: it goes back
when the round is undone, or when a dealer takes the entry back that led to it.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pokerroom.play.events import ContributionTaken, Entered, EntryTakenBack, RakeReturned, RakeTaken
from pokerroom.room.recounting.adding import Added
from pokerroom.rules.house import PercentageRake
from pokerroom.table.seating import Rotation
from pokerroom.table.seating.events import (
    GameChanged,
    GamingOpened,
    PostingChanged,
    RoundFinished,
    RoundStarted,
    TimeCollected,
    TimePaid,
)


class PokerTable:
    """One table while the record is read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._rotation: Rotation = ()
        self._turn = 0
        self._taken: list[Added] = []
        """From the pots of the round, as far as it stands."""
        self._entry = 0
        """How much of it was taken before the dealer's last entry."""
        self.contributed: dict[int, int] = {}
        """By the number of the round, until the payout has been told."""

    def added(self, event: Any) -> Iterator[Added]:
        return HEARD[type(event)](self, event)

    def _of_game(self, figure: str, amount: int) -> Added:
        return Added(figure, amount, self.name, self._rotation[self._turn].game)

    def opened(self, event: GamingOpened | PostingChanged) -> Iterator[Added]:
        self._rotation, self._turn = event.rotation, 0
        return iter(())

    def game_changed(self, event: GameChanged) -> Iterator[Added]:
        self._turn = event.turn
        return iter(())

    def started(self, _event: RoundStarted) -> Iterator[Added]:
        self._taken, self._entry = [], 0
        return iter(())

    def entered(self, event: Entered) -> Iterator[Added]:
        if not event.along:
            self._entry = len(self._taken)
        return iter(())

    def raked(self, event: RakeTaken) -> Iterator[Added]:
        method = self._rotation[self._turn].house.rake[event.method]
        figure = "percentage_rake" if isinstance(method, PercentageRake) else "incremental_rake"
        return self._took(figure, sum(event.amounts))

    def contribution(self, event: ContributionTaken) -> Iterator[Added]:
        return self._took("bad_beat_contributions", sum(event.amounts))

    def _took(self, figure: str, amount: int) -> Iterator[Added]:
        self._taken.append(self._of_game(figure, amount))
        yield self._taken[-1]

    def returned(self, _event: RakeReturned) -> Iterator[Added]:
        return self._given_back(0)

    def taken_back(self, _event: EntryTakenBack) -> Iterator[Added]:
        return self._given_back(self._entry)

    def _given_back(self, since: int) -> Iterator[Added]:
        back, self._taken = self._taken[since:], self._taken[:since]
        yield from (each.taken_back for each in back)

    def finished(self, event: RoundFinished) -> Iterator[Added]:
        given = sum(each.amount for each in self._taken if each.figure == "bad_beat_contributions")
        if given:
            self.contributed[event.number] = given
        yield self._of_game("rounds_dealt", 1)

    def time_collected(self, event: TimeCollected) -> Iterator[Added]:
        yield self._of_game("time_charges", sum(charge.paid for charge in event.charges))

    def time_paid(self, event: TimePaid) -> Iterator[Added]:
        yield self._of_game("time_charges", event.amount)


HEARD: Mapping[type[Any], Callable[[PokerTable, Any], Iterator[Added]]] = {
    GamingOpened: PokerTable.opened,
    PostingChanged: PokerTable.opened,
    GameChanged: PokerTable.game_changed,
    RoundStarted: PokerTable.started,
    Entered: PokerTable.entered,
    RakeTaken: PokerTable.raked,
    ContributionTaken: PokerTable.contribution,
    RakeReturned: PokerTable.returned,
    EntryTakenBack: PokerTable.taken_back,
    RoundFinished: PokerTable.finished,
    TimeCollected: PokerTable.time_collected,
    TimePaid: PokerTable.time_paid,
}
