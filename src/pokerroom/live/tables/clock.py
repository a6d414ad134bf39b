"""The rules of a table's clock: how long a player has, and what happens on their turn when they do nothing.

A time-out never takes a wager back and never saves one: a forced or compulsory bet is made, a free check is made, and
only a bet that must be answered is folded to. Nothing here knows of timers; the table's actor asks.
"""

from collections.abc import Sequence

import msgspec

from pokerroom.bots.plain import answer
from pokerroom.play import (
    Bet,
    Draw,
    MayBet,
    MayCheck,
    MayConcede,
    MayDraw,
    MayFold,
    MayFreeze,
    MayPostForcedBet,
    MayShow,
    MustDiscard,
    Offer,
    PlayerCommand,
    Round,
    Seat,
    View,
)


class ClockRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All in seconds."""

    act: float = 20.0
    """To bet, draw, discard or choose."""
    show: float = 3.0
    """To show or concede before the room does it by preference."""
    bank: float = 30.0
    """The time bank of a player who sits down."""
    bank_most: float = 60.0
    bank_refill: float = 2.0
    """Added to the bank for each round of play dealt in."""
    round_pause: float = 4.0
    """Between rounds of play."""
    step_pause: float = 1.0
    """Before the room reshuffles, or deals for the button."""
    grace: float = 60.0
    """How long a lost connection may last before the player sits out."""
    keep_seat: float = 300.0
    """How long a seat is kept for somebody who sits out without a connection, or, at a play-chip table, who sits out at
    all.
    """
    rebuy: float = 180.0
    """How long a seat is kept for somebody who has too few chips to be dealt in."""


LATE_TURNS = 2
"""Turns in a row that may run out before a player sits out."""

ON_TIME_OUT = (MayPostForcedBet, MayCheck, MayDraw, MustDiscard, MayFreeze, MayShow, MayFold)
"""What the room does for a player whose time ran out: the first of these that is offered."""


def on_time_out(seen: View, *, concedes: bool = False) -> PlayerCommand:
    """The move of a player who did nothing, from their own view."""
    assert isinstance(seen.viewer, int), "only a seat has a turn"
    seat = Seat(seen.viewer)
    offers: dict[type[Offer], Offer] = {type(offer): offer for offer in seen.offers}
    if concedes and MayConcede in offers:
        return answer(seen, seat, offers[MayConcede])
    fold, bet = offers.get(MayFold), offers.get(MayBet)
    if isinstance(fold, MayFold) and fold.pays and isinstance(bet, MayBet) and MayPostForcedBet not in offers:
        # A compulsory bet is owed either way: folding would only lose the hand as well.
        chosen = answer(seen, seat, bet)
        assert isinstance(chosen, Bet)
        return chosen
    for kind in ON_TIME_OUT:
        if kind in offers:
            return Draw(seat) if kind is MayDraw else answer(seen, seat, offers[kind])
    raise ValueError(f"seat {seat + 1} is offered nothing")


def on_leaving(seen: View, *, concedes: bool = False) -> PlayerCommand:
    """The move of a player who has asked to leave: the hand is given up at the first turn, even if a check is free."""
    assert isinstance(seen.viewer, int), "only a seat has a turn"
    fold = next((offer for offer in seen.offers if isinstance(offer, MayFold)), None)
    return on_time_out(seen, concedes=concedes) if fold is None else answer(seen, Seat(seen.viewer), fold)


def is_beaten(state: Round, seat: Seat) -> bool:
    """Whether hands already shown take every share of every pot that this player contends for."""
    rivals = [
        other for other in range(state.seats) if other != seat and state.is_live(other) and state.shown >> other & 1
    ]
    mine = [pot.claimants for pot in state.pots if seat in pot.claimants]
    return bool(mine) and all(
        any(other in claimants and beats(state, other, seat, share) for other in rivals)
        for claimants in mine
        for share in range(len(state.procedure.shares))
    )


def beats(state: Round, other: int, seat: int, share: int) -> bool:
    plan = state.procedure.shares[share]
    theirs, own = (plan.rank(state.cards(each), state.board) for each in (other, seat))
    floor = plan.floor or 0
    return own < floor or (theirs >= floor and theirs > own)


def refilled(bank: float, rules: ClockRules) -> float:
    return min(rules.bank_most, bank + rules.bank_refill)


def late_too_often(late: Sequence[bool]) -> bool:
    """Whether the last turns of a player all ran out."""
    return len(late) >= LATE_TURNS and all(late[-LATE_TURNS:])
