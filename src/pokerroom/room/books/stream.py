"""The stream of the ledger: one for the whole room."""

from collections.abc import Iterable
from typing import Any

from pokerroom import ledger
from pokerroom.ledger import Account, Books
from pokerroom.ledger.events import Event
from pokerroom.log import Codec
from pokerroom.room.books.keeping import KEPT_BOOKS
from pokerroom.room.ports import Row
from pokerroom.room.streams import Stream, kinds_of

BALANCE = "balance"
"""The name of the rows with the balance of each account."""


def balance_rows(books: Books, events: Iterable[Any]) -> tuple[Row, ...]:
    """The new balance of each account that was touched."""
    balances: dict[Account, int] = {}
    for transfer in (each for event in events for each in getattr(event, "transfers", ())):
        for account, amount in ((transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)):
            balances[account] = balances.get(account, books.balance(account)) + amount
    return tuple(Row(BALANCE, str(account), str(amount).encode()) for account, amount in balances.items())


LEDGER: Stream[Books] = Stream(
    name="ledger",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Books(),
    perform=ledger.perform,
    apply=ledger.apply,
    fold=ledger.fold,
    kept=KEPT_BOOKS,
    rows=balance_rows,
)
