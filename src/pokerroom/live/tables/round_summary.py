"""What is remembered of the round in progress or the last one, for the eye: what each player did, and who won what."""

from collections.abc import Callable
from typing import Any

import msgspec

from pokerroom.money import dollars
from pokerroom.play import Round, events
from pokerroom.ranking import Strength, describe
from pokerroom.table.seating import events as at_table
from pokerroom.wire import messages as wire


class RoundSummary(msgspec.Struct):
    """What is remembered of the round in progress or the last one, for the eye: it decides nothing."""

    round: int = 0
    lineup: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    actions: dict[int, str] = {}
    """By seat of the table: what its player did last."""
    won: dict[int, int] = {}
    awards: tuple[wire.Award, ...] = ()
    ending: str = ""
    hands: dict[tuple[object, ...], tuple[str, str]] = {}
    """The names of hands as they stand, by their cards and the board: nobody is told but who holds them."""


def noted(notes: RoundSummary, event: Any, state: Round | None) -> RoundSummary:
    """The notes after an event that led to this state of the round."""
    match event:
        case at_table.RoundStarted(number=number, lineup=lineup, players=players):
            return RoundSummary(round=number, lineup=lineup, players=players)
        case at_table.RoundFinished(ending=ending):
            notes.ending = ending.value
        case events.BettingRoundClosed():
            notes.actions = {seat: action for seat, action in notes.actions.items() if action in LASTING}
        case events.PotAwarded():
            award(notes, event, state)
        case _:
            act(notes, event)
    return notes


LASTING = ("folds",)
ACTIONS: dict[type[Any], Callable[[Any], str]] = {
    events.BlindPosted: lambda event: f"blind {dollars(event.amount)}",
    events.ForcedBetPosted: lambda event: f"forced bet {dollars(event.amount)}",
    events.Folded: lambda _: "folds",
    events.Checked: lambda _: "checks",
    events.Called: lambda event: f"calls {dollars(event.amount)}",
    events.BetMade: lambda event: f"bets {dollars(event.to)}",
    events.Raised: lambda event: f"raises to {dollars(event.to)}",
    events.StoodPat: lambda _: "stands pat",
    events.Drew: lambda event: f"draws {len(event.cards)}",
    events.Discarded: lambda event: f"discards {len(event.cards)}",
    events.HandShown: lambda _: "shows",
    events.HandConceded: lambda _: "concedes",
    events.Frozen: lambda _: "stops wagering",
    events.PlayedOn: lambda _: "plays on",
}


def act(notes: RoundSummary, event: Any) -> None:
    say = ACTIONS.get(type(event))
    if say is not None and event.seat < len(notes.lineup):
        notes.actions[notes.lineup[event.seat]] = say(event)


def award(notes: RoundSummary, event: events.PotAwarded, state: Round | None) -> None:
    if not notes.lineup:  # The round began before anything that is remembered.
        return
    seats = tuple(notes.lineup[seat] for seat in event.seats)
    for seat, amount in zip(seats, event.amounts, strict=True):
        notes.won[seat] = notes.won.get(seat, 0) + amount
    hand = ""
    if event.strength is not None and state is not None:
        ranking = next(plan.share.ranking for plan in state.procedure.shares if plan.share.name == event.share)
        hand = describe(ranking, Strength(event.strength))
    notes.awards += (wire.Award(pot=event.pot, share=event.share, seats=seats, amounts=event.amounts, hand=hand),)
