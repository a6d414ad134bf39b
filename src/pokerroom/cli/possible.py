"""What a round waits for, told to somebody who wrote something else."""

from collections.abc import Callable
from typing import Any

from pokerroom.money import dollars
from pokerroom.play import (
    MayBet,
    MayCall,
    MayCheck,
    MayConcede,
    MayDraw,
    MayFold,
    MayFreeze,
    MayPlayOn,
    MayPostForcedBet,
    MayRaise,
    MayShow,
    MustDiscard,
    Round,
    Stage,
    legal_actions,
)
from pokerroom.play.dealing import awaited
from pokerroom.rules import clauses


def seat_text(of: int) -> str:
    return f"S{of + 1}"


OFFERED: dict[type[Any], Callable[[Any], str]] = {
    MayFold: lambda _: "folds",
    MayCheck: lambda _: "checks",
    MayCall: lambda offer: f"calls ({dollars(offer.amount)}){entering(offer)}",
    MayBet: lambda offer: f"bets {between(offer)}{entering(offer)}",
    MayRaise: lambda offer: f"raises to {between(offer)}{entering(offer)}",
    MayPostForcedBet: lambda offer: f"posts ({dollars(offer.amount)}){entering(offer)}",
    MayDraw: lambda offer: f"draws up to {offer.most} cards, stands pat",
    MustDiscard: lambda offer: f"gives up {cards_counted(offer.count)}",
    MayShow: lambda _: "shows",
    MayConcede: lambda _: "concedes",
    MayFreeze: lambda _: "stops wagering",
    MayPlayOn: lambda _: "plays on",
}


def between(offer: MayBet | MayRaise) -> str:
    least, most = dollars(offer.least), dollars(offer.most)
    return least if least == most else f"{least} up to {most}"


def entering(offer: MayCall | MayBet | MayRaise | MayPostForcedBet) -> str:
    return f" giving up {cards_counted(offer.discard)}" if offer.discard else ""


def possible(state: Round) -> str:
    """What the round waits for."""
    if state.over:
        return "the round of play is over"
    if state.stage is Stage.SHUFFLING:
        return "the deck has run short: reshuffle"
    if awaited(state) is not None:
        return awaited_text(state)
    turn = state.turn
    assert turn is not None, "a round that is not over waits for somebody"
    return f"{seat_text(turn)} {', '.join(OFFERED[type(offer)](offer) for offer in legal_actions(state, turn))}"


def awaited_text(state: Round) -> str:
    """What the dealer deals next, for somebody who got it wrong."""
    due = awaited(state)
    assert due is not None, "cards are awaited"
    plan, parcel = due
    burn = "burns a card, then " if parcel.burn is not None else ""
    if parcel.center:
        what = f"{cards_counted(parcel.center)} to the board"
    elif isinstance(plan.cards, clauses.Deal):
        faces = ", ".join(face.value for face in plan.cards.faces)
        what = f"{cards_counted(parcel.rounds)} ({faces}) to each of {', '.join(map(seat_text, parcel.seats))}"
    else:
        what = f"{cards_counted(parcel.rounds)} to {seat_text(parcel.seats[0])}"
    return f"the dealer {burn}deals {what} ({plan.street.name})"


def cards_counted(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
