"""From a game that the house banks to the books: what players stake against it, lose to it and win from it.

Such a game declares what each of its events moves, and everything else follows: the process to the books, its audit,
and which of its events stand only together with the transfer that pays for them. The tray of its table, or the bank of
its booth, is the account `inventory` of that name; what is staked and not decided yet is in `wagers`.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from pokerroom.ledger import Books, CloseDay, Dealt, RecordId, Transfer
from pokerroom.room.books import LEDGER
from pokerroom.room.processes import Process, Recorded
from pokerroom.room.processes.posting import (
    ROUNDS,
    SCRIBE,
    Movement,
    commands,
    dealt,
    is_booked,
    last_number,
    transfers_of,
)
from pokerroom.room.streams import Stream

Moved = Callable[[str, Any, Any], Iterable[Movement]]
"""What an event moves: given the name of the accounts, the state before the event, and the event."""


class Banked(NamedTuple):
    """A game that the house banks."""

    game: str
    """Its name in the day report."""
    stream: Stream[Any]
    moved: Moved
    paid_for: tuple[type[Any], ...]
    """Events that take money out of a player's bank: recorded only together with the transfer."""
    from_bank: frozenset[type[Any]]
    """The commands that lead to them."""
    ends_round: type[Any]
    """The event that ends a round of play: it has a `number` and a time, `at`."""

    def place(self, table: str) -> str:
        """The name of its accounts: the table's, or its own where the whole room has one."""
        return table or self.stream.name

    def transfers(self, before: Any, event: Any, *, table: str, id: RecordId, at: datetime) -> list[Transfer]:  # noqa: A002
        """The transfers that follow from one event of its record, in order."""
        moved = self.moved(self.place(table), before, event)
        return transfers_of(moved, id=id, at=at, rule=getattr(event, "rule", None), game=self.game)

    def due(self, recorded: Recorded, books: Books) -> Iterator[Transfer | Dealt]:
        """What follows from events of the game and is not in the books yet."""
        stream, state, place = self.stream.named(recorded.table), recorded.before, self.place(recorded.table)
        posted, noted = last_number(books, stream), last_number(books, f"{ROUNDS}{place}")
        for number, event in enumerate(recorded.events, start=recorded.first):
            if number > posted:
                id_ = RecordId(stream, number)
                yield from self.transfers(state, event, table=recorded.table, id=id_, at=recorded.at)
            if isinstance(event, self.ends_round) and event.number > noted:
                yield dealt(place, self.game, event.number, event.at)
            state = self.stream.apply(state, event)

    @property
    def process(self) -> Process:
        return Process(
            name=f"books of {self.stream.name}",
            by=str(SCRIBE),
            source=self.stream,
            target=LEDGER,
            kinds=(Transfer, Dealt),
            idle=frozenset(),
            due=self.due,
            is_done=is_booked,
            commands=commands,
            is_open=lambda books: books.open_day is not None,
            at_once=lambda events: any(isinstance(event, self.paid_for) for event in events),
            divides=lambda command: isinstance(command, CloseDay),
            from_bank=self.from_bank,
        )
