"""Mini-dice held against its rules: odds at least those of the text, every wager settled as its shake decides it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pokerroom.dice import DiceTable, events as happened
from pokerroom.dice.commands import ShakenBy
from pokerroom.dice.odds import amount_refusal, pay_table, payment
from pokerroom.dice.refusals import Refusal
from pokerroom.dice.state import MIXED, Phase
from pokerroom.dice.wagers import DECIDED_BY, SEVEN
from pokerroom.room.auditing.banked import Played
from pokerroom.room.dice.drawing import is_proved


def wrong_at_dice(played: Played) -> Iterator[str]:
    look = LOOKS.get(type(played.event))
    if look is not None:
        yield from look(played)
    yield from wrong_chips(played.after)


def wrong_chips(table: DiceTable) -> Iterator[str]:
    if any(place.chips < 0 for _, place in table.seated):
        yield "there are fewer than no chips before a player"


def wrong_odds(played: Played) -> Iterator[str]:
    found = pay_table(played.event.odds)
    if isinstance(found, Refusal):
        yield f"odds were offered that may not be: {found}"


def wrong_wager(played: Played) -> Iterator[str]:
    table, event = played.before, played.event
    if table.phase is not Phase.BETTING:
        yield f'a wager on {event.bet.value} was placed after "No more bets"'
    if table.seat_of(event.player) != event.seat:
        yield f"a wager on {event.bet.value} was placed by somebody who is not seated"
    amount = played.after.at(event.seat).wagers[event.bet].amount
    refusal = amount_refusal(event.bet, table.odds[event.bet], amount, unit=table.unit)
    if refusal is not None:
        yield f"a wager was accepted that could not be paid: {refusal}"


def wrong_result(played: Played) -> Iterator[str]:
    table, event = played.before, played.event
    if event.total != sum(event.faces):
        yield f"the dice show {sum(event.faces)} and {event.total} was called"
    shaken = table.phase is Phase.RETURNED or (table.phase is Phase.BY_DEALER and table.shakes >= MIXED)
    if not shaken:
        yield f"round {event.number} was read before it was shaken as it must be"
    if table.shaken_by is ShakenBy.ROOM and not is_proved(table.name, played.after.result):
        yield f"the dice of round {event.number} are not those that were promised before its wagers"
    shaker = table.shaker
    if shaker is not None and event.at > shaker.until:
        yield f"dice were used that had lain at the table since {shaker.placed}"


def wrong_loss(played: Played) -> Iterator[str]:
    result, event = played.before.result, played.event
    if result is None or result.total not in DECIDED_BY[event.bet].loses:
        yield f"{event.bet.value} was collected, and had not lost"


def wrong_win(played: Played) -> Iterator[str]:
    table, event = played.before, played.event
    if table.losing:
        yield f"{event.bet.value} was paid before every losing wager was collected"
    if table.result is None or table.result.total not in DECIDED_BY[event.bet].wins:
        yield f"{event.bet.value} was paid, and had not won"
        return
    due = payment(table.odds[event.bet], event.amount, table.result.total)
    if event.won != due:
        yield f"{event.bet.value} was paid {event.won} cents; its odds make it {due}"


def wrong_end(played: Played) -> Iterator[str]:
    if played.before.losing or played.before.winning:
        yield f"round {played.event.number} ended before every wager was settled"


def wrong_acceptance(played: Played) -> Iterator[str]:
    """Whoever has shaken a seven has had to pass it, 13.7(a)1i."""
    table, event = played.before, played.event
    result = table.result
    if result is not None and result.total == SEVEN and result.shaken_by == event.seat and table.holder == event.seat:
        yield "the shaker stayed with a player after a seven"


LOOKS: Mapping[type[Any], Callable[[Played], Iterator[str]]] = {
    happened.DiceTableOpened: wrong_odds,
    happened.OddsTaken: wrong_odds,
    happened.WagerPlaced: wrong_wager,
    happened.DiceRead: wrong_result,
    happened.WagerLost: wrong_loss,
    happened.WagerWon: wrong_win,
    happened.DiceRoundFinished: wrong_end,
    happened.ShakerAccepted: wrong_acceptance,
}
