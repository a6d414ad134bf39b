"""What a table took from a bank in a divided record: it was held for it before, by that name and to the cent.

That a hold is used or released once and never both, the ledger shows by itself; that what was used is what the table
took, the comparison of the two.
"""

from collections.abc import Iterator
from typing import Any

from pokerroom.ledger import Reason, Transfer, held_for
from pokerroom.log import CodecError
from pokerroom.money import dollars
from pokerroom.room.auditing.findings import Check
from pokerroom.room.books import LEDGER
from pokerroom.room.ports import Committed, EventStore, StoreError
from pokerroom.room.processes.booking import PAID_FOR, cost_of
from pokerroom.room.shards import layout_at

HOLDS_OPEN = "holds that are still open"


class HeldFor:
    """What was held for one table."""

    def __init__(self, store: EventStore, table: str) -> None:
        self._store, self._table = store, table
        self._layouts = store.layouts()

    def wrong(self, event: Any, committed: Committed) -> Iterator[tuple[Check, str]]:
        """What is wrong with how an event of the table was paid for."""
        if not isinstance(event, PAID_FOR) or not cost_of(event):
            return
        what = f"{dollars(cost_of(event))} of {event.player}"
        if not event.held:
            if layout_at(committed.position, self._layouts).shards > 1:
                yield Check.BOOKS, f"{what} came here without a hold, though table and books belong to two shards"
            return
        found = hold_in(self._store, event.held)
        if found is None:
            yield Check.BOOKS, f"{what} came from the hold {event.held!r}, which was never made"
            return
        made, transfer = found
        if (transfer.credit, transfer.amount) != (held_for(self._table, event.player), cost_of(event)):
            held = f"{dollars(transfer.amount)} at {transfer.credit}"
            yield Check.BOOKS, f"{what} came from the hold {event.held!r}, which is of {held}"
        if made.position > committed.position:
            yield Check.BOOKS, f"{what} was here before it was held as {event.held!r}"


def hold_in(store: EventStore, hold: str) -> tuple[Committed, Transfer] | None:
    """Where a hold was made: the order for it has its name."""
    try:
        for committed in store.caused(LEDGER.name, hold):
            for transfer in getattr(LEDGER.read(committed.envelope), "transfers", ()):
                if transfer.reason is Reason.HOLD and transfer.hold == hold:
                    return committed, transfer
    except (CodecError, StoreError):
        return None  # The ledger's own examination says what is wrong.
    return None
