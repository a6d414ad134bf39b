"""What keno moves in the books: the price of a ticket is staked until its games are drawn, and the booth pays winners.

A pay is "for one", so the whole wager goes to the booth when its game is drawn, and a winner gets the pay.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pokerroom.keno import Keno
from pokerroom.keno.events import KenoGameDrawn, TicketIssued, TicketRedeemed, TicketVoided
from pokerroom.ledger import CAGE, Account, Reason, bank, inventory, wagers
from pokerroom.room.keno.commands import Sell
from pokerroom.room.keno.stream import KENO
from pokerroom.room.processes.banking import Banked
from pokerroom.room.processes.posting import Movement


def purse(patron: str) -> Account:
    """A player's bank; cash over the counter is the cage's."""
    return bank(patron) if patron else CAGE


def sold(place: str, event: TicketIssued) -> Movement:
    ticket = event.ticket
    return Movement(purse(ticket.patron), wagers(place), ticket.price, Reason.WAGER)


def voided(place: str, event: TicketVoided) -> Movement:
    return Movement(wagers(place), purse(event.patron), event.amount, Reason.REFUND)


def drawn(place: str, event: KenoGameDrawn) -> Movement:
    return Movement(wagers(place), inventory(place), event.wagered, Reason.WAGER_LOST)


def redeemed(place: str, event: TicketRedeemed) -> Movement:
    return Movement(inventory(place), purse(event.patron), event.amount, Reason.WAGER_WON)


MOVES: Mapping[type[Any], Callable[[str, Any], Movement]] = {
    TicketIssued: sold,
    TicketVoided: voided,
    KenoGameDrawn: drawn,
    TicketRedeemed: redeemed,
}


def moved(place: str, _before: Keno, event: Any) -> Iterator[Movement]:
    move = MOVES.get(type(event))
    if move is not None:
        yield move(place, event)


KENO_MONEY = Banked(
    game="keno",
    stream=KENO,
    moved=moved,
    paid_for=(TicketIssued,),
    from_bank=frozenset({Sell}),
    ends_round=KenoGameDrawn,
)
