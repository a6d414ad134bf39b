"""What mini-dice moves in the books: chips on the layout are staked until a shake decides them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pokerroom.dice import DiceTable, commands as asked, events as happened
from pokerroom.ledger import Reason, bank, inventory, stakes, wagers
from pokerroom.room.dice.stream import DICE
from pokerroom.room.processes.banking import Banked
from pokerroom.room.processes.posting import Movement


def bought(table: str, event: happened.SatDown | happened.ChipsBought) -> Iterator[Movement]:
    yield Movement(bank(event.player), stakes(table, event.player), event.amount, Reason.BUY_IN)


def got_up(table: str, event: happened.GotUp) -> Iterator[Movement]:
    own = stakes(table, event.player)
    yield Movement(wagers(table), own, event.returned, Reason.REFUND)
    yield Movement(own, bank(event.player), event.amount, Reason.CASH_OUT)


def placed(table: str, event: happened.WagerPlaced) -> Iterator[Movement]:
    yield Movement(stakes(table, event.player), wagers(table), event.amount, Reason.WAGER)


def taken_back(table: str, event: happened.WagerRemoved) -> Iterator[Movement]:
    yield Movement(wagers(table), stakes(table, event.player), event.amount, Reason.REFUND)


def lost(table: str, event: happened.WagerLost) -> Iterator[Movement]:
    yield Movement(wagers(table), inventory(table), event.amount, Reason.WAGER_LOST)


def won(table: str, event: happened.WagerWon) -> Iterator[Movement]:
    own = stakes(table, event.player)
    yield Movement(wagers(table), own, event.amount, Reason.REFUND)
    yield Movement(inventory(table), own, event.won, Reason.WAGER_WON)


MOVES: Mapping[type[Any], Callable[[str, Any], Iterator[Movement]]] = {
    happened.SatDown: bought,
    happened.ChipsBought: bought,
    happened.GotUp: got_up,
    happened.WagerPlaced: placed,
    happened.WagerRemoved: taken_back,
    happened.WagerLost: lost,
    happened.WagerWon: won,
}


def moved(table: str, _before: DiceTable, event: Any) -> Iterator[Movement]:
    move = MOVES.get(type(event))
    return iter(()) if move is None else move(table, event)


DICE_MONEY = Banked(
    game="mini-dice",
    stream=DICE,
    moved=moved,
    paid_for=(happened.SatDown, happened.ChipsBought),
    from_bank=frozenset({asked.SitDown, asked.BuyChips}),
    ends_round=happened.DiceRoundFinished,
)
