"""A dealer who listens at a test's table: acts by seat name, pieces in dollars, every binding action carried out.

dealer = Dealer(table)
bound = dealer.binds(says("S2", "raise to 30"), puts("S2", 25))
assert dollars(bound.due) == 5
"""

from collections.abc import Sequence

from pokerroom.table.acts import (
    Act,
    Bound,
    Heard,
    NotComplete,
    OutOfTurn,
    Placing,
    PutIn,
    Rested,
    Settled,
    Spoke,
    ThrewAway,
    TurnedDown,
    WordRules,
)
from pokerroom.table.currency import Kind
from pokerroom.table.refusals import Refusal
from pokerroom.table.words import POSTED, Answer, hear, turn_comes
from tests.tables import Table, cents, seat


def says(who: str, words: str, *, audible: bool = True, to_the_dealer: bool = True) -> Spoke:
    return Spoke(seat(who), words, audible, to_the_dealer)


def puts(who: str, *pieces: float, manner: Placing = Placing.PUSHED, kind: Kind = Kind.CHIPS) -> PutIn:
    return PutIn(seat(who), tuple(map(cents, pieces)), manner, kind)


def is_not_done(who: str) -> NotComplete:
    return NotComplete(seat(who))


def rests(who: str) -> Rested:
    return Rested(seat(who))


def throws_away(who: str) -> ThrewAway:
    return ThrewAway(seat(who))


def turns_down(who: str) -> TurnedDown:
    return TurnedDown(seat(who))


class Dealer:
    """What the dealer keeps in mind, beside the round of play."""

    def __init__(self, table: Table, *, rules: WordRules = POSTED, bills: Sequence[Sequence[float]] = ()) -> None:
        self.table = table
        self.rules = rules
        self.heard = Heard(bills=tuple(tuple(map(cents, of_seat)) for of_seat in bills))

    def hears(self, *acts: Act) -> Answer:
        """What the last of these acts comes to; what binds on the way is carried out."""
        answer: Answer = self.heard
        for act in acts:
            answer = hear(self.table.state, self.heard, act, rules=self.rules)
            self._keep(answer)
        return answer

    def binds(self, *acts: Act) -> Bound:
        answer = self.hears(*acts)
        assert isinstance(answer, Bound), str(answer)
        return answer

    def holds_to_it(self) -> Heard | Bound:
        """What the player whose turn has come did before it."""
        answer = turn_comes(self.table.state, self.heard, rules=self.rules)
        self._keep(answer)
        return answer

    def keeps(self, *acts: Act) -> Heard:
        answer = self.hears(*acts)
        assert isinstance(answer, Heard), str(answer)
        return answer

    def notes(self, act: Act) -> OutOfTurn:
        answer = self.hears(act)
        assert isinstance(answer, OutOfTurn), str(answer)
        return answer

    def refuses(self, *acts: Act) -> Refusal:
        answer = self.hears(*acts)
        assert isinstance(answer, Refusal), str(answer)
        return answer

    def _keep(self, answer: Answer) -> None:
        match answer:
            case Heard():
                self.heard = answer
            case Bound(command=command, then=then):
                self.table.do(command)
                self.heard = then
            case Settled(then=then) | OutOfTurn(then=then):
                self.heard = then
            case _:
                pass
