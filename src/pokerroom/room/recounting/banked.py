"""What the games that the house banks add to the reports; and keno's own reports, worked out from its tickets."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pokerroom.dice.events import DiceRoundFinished, WagerLost, WagerWon
from pokerroom.keno.events import KenoGameDrawn, TicketIssued, TicketRedeemed, TicketVoided, WinnersReported
from pokerroom.keno.requests import KenoPosition
from pokerroom.keno.rules import REPORTED_UP_TO
from pokerroom.keno.tickets import Ticket
from pokerroom.money import dollars
from pokerroom.room.recounting.adding import Added

MINI_DICE = "mini-dice"
KENO = "keno"

DICE_HEARD = frozenset({DiceRoundFinished, WagerLost, WagerWon})


def added_at_dice(table: str, event: DiceRoundFinished | WagerLost | WagerWon) -> Iterator[Added]:
    match event:
        case DiceRoundFinished():
            yield Added("rounds_dealt", 1, table, MINI_DICE)
        case WagerLost():
            yield Added("house_win", event.amount, table, MINI_DICE)
        case WagerWon():
            yield Added("house_win", -event.won, table, MINI_DICE)


class KenoTickets:
    """Tickets sold for games that are not drawn yet, and the winners of those that were."""

    def __init__(self) -> None:
        self._sold: dict[str, Ticket] = {}
        self._winners: dict[int, list[tuple[Ticket, int]]] = {}
        """By game, until their report has come."""
        self.wrong: list[str] = []

    def added(self, event: Any) -> Iterator[Added]:
        return KENO_HEARD[type(event)](self, event)

    def issued(self, event: TicketIssued) -> Iterator[Added]:
        self._sold[event.ticket.id] = event.ticket
        return iter(())

    def voided(self, event: TicketVoided) -> Iterator[Added]:
        ticket = self._sold.pop(event.ticket)
        self._compare("the refund of a ticket", event.amount, ticket.rate * ticket.games)
        return iter(())

    def drawn(self, event: KenoGameDrawn) -> Iterator[Added]:
        playing = [each for each in self._sold.values() if each.first <= event.number < each.first + each.games]
        won = [(ticket, amount) for ticket in playing if (amount := pay(ticket, event.balls))]
        self._compare(f"wagers on game {event.number}", event.wagered, sum(each.rate for each in playing))
        said = sorted((win.ticket, win.amount) for win in event.wins)
        if said != sorted((ticket.id, amount) for ticket, amount in won):
            self.wrong.append(f"the winners of game {event.number} are not those whose spots were drawn")
        self._winners[event.number] = won
        self._sold = {id_: each for id_, each in self._sold.items() if each.first + each.games - 1 > event.number}
        yield Added("rounds_dealt", 1, KENO, KENO)
        yield Added("house_win", sum(each.rate for each in playing), KENO, KENO)

    def redeemed(self, event: TicketRedeemed) -> Iterator[Added]:
        yield Added("house_win", -event.amount, KENO, KENO)

    def reported(self, event: WinnersReported) -> Iterator[Added]:
        """The report lists what runners sold, up to $500 a ticket."""
        due: dict[str, list[int]] = {}
        for ticket, amount in self._winners.get(event.report.game, ()):
            if ticket.by.position is KenoPosition.RUNNER and amount <= REPORTED_UP_TO:
                due.setdefault(ticket.by.code, []).append(amount)
        said = {each.code: sorted(line.payout for line in each.lines) for each in event.report.runners}
        if said != {code: sorted(amounts) for code, amounts in due.items()}:
            self.wrong.append(f"the winning ticket report of game {event.report.game} is not what its tickets come to")
        return iter(())

    def _compare(self, what: str, said: int, found: int) -> None:
        if said != found:
            self.wrong.append(f"{what} are recorded as {dollars(said)}, and the tickets come to {dollars(found)}")


def pay(ticket: Ticket, balls: tuple[int, ...]) -> int:
    """By the card that the ticket was sold by, for one."""
    caught = sum(spot in balls for spot in ticket.spots)
    return ticket.rate * {each.caught: each.pays for each in ticket.pays}.get(caught, 0)


KENO_HEARD: Mapping[type[Any], Callable[[KenoTickets, Any], Iterator[Added]]] = {
    TicketIssued: KenoTickets.issued,
    TicketVoided: KenoTickets.voided,
    KenoGameDrawn: KenoTickets.drawn,
    TicketRedeemed: KenoTickets.redeemed,
    WinnersReported: KenoTickets.reported,
}
