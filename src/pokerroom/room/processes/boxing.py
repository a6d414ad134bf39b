"""From a table that a dealer deals to the dealer's box: seats taken and left, rounds of play begun and ended.

The commands to the box are in one commit with what happened at the table. Where the box refuses one, such as a round
from a deck that is not cut, nothing has happened at the table either.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pokerroom.play import Round, Seat
from pokerroom.play.events import PotAwarded, RoundDied
from pokerroom.rules.staff import Official, Position
from pokerroom.table.box import Box, Command
from pokerroom.table.box.commands import LeaveToClear
from pokerroom.table.clearing import HandOut, PotOut, pots_out
from pokerroom.table.decks import commands as of_decks
from pokerroom.table.ending import Ending
from pokerroom.table.seating import Table
from pokerroom.table.seating.commands import By, DealtBy
from pokerroom.table.seating.events import (
    ButtonDrawn,
    GamingClosed,
    GamingOpened,
    PlayerSeated,
    RoundFinished,
    RoundStarted,
    SeatVacated,
)

ROOM = Official("the room", Position.DEALER)
"""Who signs for what follows from what a player does."""


class AtTheTable(NamedTuple):
    """What has just happened at a table, with the box as it was."""

    box: Box
    table: Table
    """Afterwards."""
    events: Sequence[Any]
    by: By
    at: datetime

    @property
    def signed(self) -> dict[str, Any]:
        return {"by": self.by if isinstance(self.by, Official) else ROOM, "at": self.at}


def to_box(seen: AtTheTable) -> list[Command]:
    """The commands to the box that follow, in order; none where the room deals."""
    if seen.table.dealt_by is not DealtBy.DEALER:
        return []
    found: list[Command] = []
    for event in seen.events:
        follow = FOLLOWS.get(type(event))
        if follow is not None:
            found += follow(seen, event)
    return found


def opened(seen: AtTheTable, event: GamingOpened) -> Iterator[Command]:
    if seen.box.decks is None:
        yield of_decks.SetUpTable(table=event.table, **seen.signed)


def closed(seen: AtTheTable, event: GamingClosed) -> Iterator[Command]:  # noqa: ARG001
    if seen.box.is_open:
        yield of_decks.CloseTable(**seen.signed)


def seated(seen: AtTheTable, event: PlayerSeated) -> Iterator[Command]:
    yield of_decks.TakeSeat(player=event.player, **seen.signed)


def vacated(seen: AtTheTable, event: SeatVacated) -> Iterator[Command]:
    yield of_decks.LeaveSeat(player=event.player, **seen.signed)


def drawn(seen: AtTheTable, event: ButtonDrawn) -> Iterator[Command]:  # noqa: ARG001
    yield of_decks.DealForButton(**seen.signed)


def started(seen: AtTheTable, event: RoundStarted) -> Iterator[Command]:  # noqa: ARG001
    yield of_decks.BeginRound(game=seen.table.posting.plan.game.family, **seen.signed)


def died(seen: AtTheTable, event: RoundDied) -> Iterator[Command]:
    """A deck that is found incomplete leaves the table, 14.15(g); a count may have shown it before."""
    decks = seen.box.decks
    dealing = None if decks is None else decks.dealing
    if dealing is not None and dealing.died is None:
        yield of_decks.ReportWrongCards(deck=dealing.deck, what=event.cause.value, **seen.signed)


def finished(seen: AtTheTable, event: RoundFinished) -> Iterator[Command]:
    yield of_decks.EndRound(ending=event.ending, **seen.signed)
    state = seen.table.round
    assert state is not None
    awards = [each for each in seen.events if isinstance(each, PotAwarded)]
    hands = hands_out(state, awards, event.lineup) if event.ending is Ending.COMPLETED else ()
    pots = tuple(
        PotOut(each.pot, tuple(Seat(event.lineup[seat]) for seat in each.seats), each.amounts)
        for each in pots_out(awards)
    )
    yield LeaveToClear(
        round=event.number,
        hands=hands,
        pots=pots,
        rake=sum(event.raked),
        contribution=event.contributed,
        **seen.signed,
    )


def hands_out(state: Round, awards: Iterable[PotAwarded], lineup: tuple[int, ...]) -> tuple[HandOut, ...]:
    """How many cards each seat gives back in all: its hand, and what it discarded or drew for."""
    winners = {seat for award in awards for seat, amount in zip(award.seats, award.amounts, strict=True) if amount}
    held = [len(state.cards(seat)) + len(state.muck[seat]) for seat in range(state.seats)]
    return tuple(HandOut(Seat(lineup[seat]), cards, seat in winners) for seat, cards in enumerate(held) if cards)


FOLLOWS: dict[type[Any], Callable[[AtTheTable, Any], Iterable[Command]]] = {
    GamingOpened: opened,
    GamingClosed: closed,
    PlayerSeated: seated,
    SeatVacated: vacated,
    ButtonDrawn: drawn,
    RoundStarted: started,
    RoundDied: died,
    RoundFinished: finished,
}
