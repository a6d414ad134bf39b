"""A mini-dice table for tests: commands given in a line each, and what came of them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from pokerroom import dice
from pokerroom.dice import DiceTable, commands as asked
from pokerroom.dice.commands import ShakenBy
from pokerroom.dice.odds import LEAST, printed
from pokerroom.rules.refusal import Refusal
from pokerroom.rules.staff import Official, Position

MONDAY = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
DEALER = Official("Dora", Position.DEALER)
FLOOR = Official("Flo", Position.FLOORPERSON)
SEATS = ("s1", "s2", "s3", "s4", "s5", "s6")


class Pit:
    """One table: every command is given at its time, and must be accepted unless `refused` is asked for."""

    def __init__(self, table: DiceTable | None = None) -> None:
        self.table = table or dice.new_table("Dice 1")
        self.at = MONDAY
        self.events: list[Any] = []

    def give(self, kind: type[Any], by: Official | str = DEALER, **said: Any) -> "Pit":
        outcome = dice.perform(self.table, kind(by=by, at=self.at, **said))
        assert not isinstance(outcome, Refusal), outcome
        self.table, events = outcome
        self.events = list(events)
        return self

    def refused(self, kind: type[Any], by: Official | str = DEALER, **said: Any) -> Refusal:
        before = self.table
        outcome = dice.perform(before, kind(by=by, at=self.at, **said))
        assert isinstance(outcome, Refusal), f"{kind.__name__} was accepted"
        assert outcome.rule is not None
        assert str(outcome)
        return outcome

    def bring_shaker(self) -> "Pit":
        return self.give(
            asked.PlaceShaker, shaker="K-7", dice="D-12", shaker_reference="1.13I/88", dice_reference="1.15/41"
        )

    def open(self, *, seated: int = 0, chips: int = 100_000, unit: int = 100) -> "Pit":
        """With a shaker inspected and a dealer on."""
        self.bring_shaker().give(asked.InspectShaker, FLOOR, works=True).give(asked.TakeOver)
        self.give(
            asked.OpenDiceTable,
            FLOOR,
            least=100,
            most=100_000,
            unit=unit,
            shaken_by=ShakenBy.DEALER,
            odds=printed(LEAST),
        )
        for seat in range(seated):
            self.sit(seat, chips)
        return self

    def sit(self, seat: int, chips: int = 100_000) -> "Pit":
        return self.give(asked.SitDown, player=SEATS[seat], seat=seat, amount=chips)

    def bet(self, seat: int, **wagers: int) -> "Pit":
        """In dollars, by the name of the wager: `place_6=12`."""
        for name, amount in wagers.items():
            self.give(
                asked.PlaceWager, SEATS[seat], player=SEATS[seat], bet=name.replace("_", " "), amount=amount * 100
            )
        return self

    def close_bets(self) -> "Pit":
        return self.give(asked.NoMoreBets).give(asked.Cover).give(asked.Shake, times=3)

    def answer(self, seat: int, *, accept: bool) -> "Pit":
        return self.give(asked.AnswerShaker, SEATS[seat], player=SEATS[seat], accept=accept)

    def shaken_by_players(self, accepts: int | None = None) -> "Pit":
        """Offered round the table until somebody accepts and shakes; without one the dealer shakes again."""
        self.close_bets().give(asked.OfferShaker)
        while self.table.phase is dice.Phase.OFFERED:
            assert self.table.offered is not None
            self.answer(self.table.offered, accept=self.table.offered == accepts)
        if self.table.phase is dice.Phase.HELD:
            assert self.table.holder is not None
            return self.give(asked.Shake, times=3, player=SEATS[self.table.holder])
        return self.give(asked.Shake, times=3)

    def read(self, *faces: int) -> "Pit":
        return self.give(asked.Uncover, faces=faces)

    def settle(self) -> "Pit":
        if self.table.losing:
            self.give(asked.CollectLosing)
        if self.table.winning:
            self.give(asked.PayWinners)
        return self

    def throw(self, *faces: int, accepts: int | None = None) -> "Pit":
        return self.shaken_by_players(accepts).read(*faces).settle()

    def chips(self, seat: int) -> int:
        return self.table.at(seat).chips

    def later(self, **time: float) -> "Pit":
        self.at += timedelta(**time)
        return self
