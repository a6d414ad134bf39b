"""A table's running clock: the time of the player to act, and the one timer that wakes the table."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from pokerroom.live.ports import Clock
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import is_bot
from pokerroom.live.tables.clock import ClockRules
from pokerroom.live.tables.people import People
from pokerroom.live.tables.views import Clockwork
from pokerroom.play import Stage
from pokerroom.table.seating import Table
from pokerroom.table.seating.commands import DealtBy


class Turns:
    """Whose turn it is and until when. Nothing waits on this: the table asks it."""

    def __init__(self, rules: ClockRules, people: People) -> None:
        self._rules, self._people = rules, people
        self.clock: Clockwork | None = None
        self.decision = -1
        """The decision that the clock runs for."""
        self._bank_from: float | None = None

    def follow(self, table: Table, decision: int, now: float) -> None:
        """Start the time of the player to act, unless it is already running."""
        seat, state = table.turn_to_act, table.round
        if self.clock is not None and self.clock.seat == seat and self.decision == decision:
            return
        self._settle_bank(table, now)
        if seat is None or state is None or state.stage is Stage.SHUFFLING:
            self.stop()
            return
        self.decision = decision
        unhurried = is_bot(table.place(seat).player) or table.dealt_by is DealtBy.DEALER
        deadline = None if unhurried else now + time_for(state.stage, self._rules)
        self.clock = Clockwork(seat, now, deadline, on_bank=False)

    def stop(self) -> None:
        self.clock, self._bank_from = None, None

    def put_off(self, since: float, now: float) -> None:
        """The time from one moment to another does not count against the player to act."""
        clock = self.clock
        if clock is None or clock.deadline is None:
            return
        lost = max(0.0, now - max(since, clock.since))
        self.clock = clock._replace(deadline=clock.deadline + lost)
        self._bank_from = None if self._bank_from is None else self._bank_from + lost

    def use_bank(self, table: Table, player: str, now: float) -> Refusal | None:
        """More time for the current turn, from the player's time bank."""
        clock = self.clock
        if clock is None or clock.deadline is None or table.place(clock.seat).player != player:
            return Refusal(Code.NOT_YOUR_TURN)
        bank = self._people[player].bank
        if clock.on_bank or bank < 1:
            return Refusal(Code.NO_TIME_BANK)
        self._bank_from = max(now, clock.deadline)
        self.clock = clock._replace(deadline=clock.deadline + bank, on_bank=True)
        return None

    def give_back(self, lost: float) -> bool:
        """So many seconds of the current turn were not the player's; returns whether anybody's time runs."""
        if self.clock is None or self.clock.deadline is None:
            return False
        self.clock = self.clock._replace(deadline=self.clock.deadline + lost)
        if self._bank_from is not None:
            self._bank_from += lost
        return True

    def _settle_bank(self, table: Table, now: float) -> None:
        """Deduct what the last player to act used of their time bank."""
        if self._bank_from is None or self.clock is None:
            return
        place = table.places[self.clock.seat]
        if place is not None:
            person = self._people[place.player]
            person.bank = max(0.0, person.bank - max(0.0, now - self._bank_from))
        self._bank_from = None


def time_for(stage: Stage, rules: ClockRules) -> float:
    return rules.show if stage is Stage.SHOWDOWN else rules.act


LAST_WORD = 0.02
"""Seconds in which what a player sent in time is still read, once their time is over."""


class Due(NamedTuple):
    at: float
    what: Callable[[], Awaitable[None]]
    last_word: bool = False
    """Whether somebody's time is over then: what they have sent is read first."""


class Strike(NamedTuple):
    """The time for what was due has come; stale if the table has gone on since."""

    number: int


LOOK = Strike(-1)
"""Nothing was due, but the table should check whether there is something to do."""


class Alarm:
    """What is due next at a table, and the timer that puts it into its inbox.

    Every move puts off what is due, so a running timer is left alone: if it is too early, it is set again.
    `listened` is called before anybody's time is taken to be over, and puts it off if nobody was heard.
    """

    def __init__(self, strike: Callable[[Strike], None], clock: Clock, listened: Callable[[], None]) -> None:
        self._strike, self._clock, self._listened = strike, clock, listened
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at = 0.0
        self._heard_out = False
        self._number = 0
        self._due: Due | None = None

    def set(self, due: Due | None) -> None:
        self._due = due
        if due is None:
            self.stop()
            return
        self._number += 1
        if self._timer is None or due.at < self._rings_at:
            self._wind(due)

    def _wind(self, due: Due) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._rings_at, self._heard_out = due.at, False
        wait = max(0.0, due.at - self._clock.time())
        self._timer = self._clock.call_later(wait, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._listened()
        if self._due is None or self._timer is not None:
            return
        if self._due.at > self._rings_at:
            self._wind(self._due)
        elif self._due.last_word and not self._heard_out:
            self._heard_out = True
            self._timer = self._clock.call_later(LAST_WORD, self._ring)
        else:
            self._strike(Strike(self._number))

    def take(self, strike: Strike) -> Due | None:
        """What is to be done now; None if the strike is stale."""
        if strike.number != self._number:
            return None
        due, self._due = self._due, None
        return due

    def stop(self) -> None:
        self._due = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
