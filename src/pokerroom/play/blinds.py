"""The blinds that are due: from whom, in which order, and how much."""

from typing import NamedTuple

from pokerroom.play.commands import Seat
from pokerroom.play.state import Round, clockwise
from pokerroom.rules.citation import Citation
from pokerroom.rules.house import HouseRules


def posting_order(seats: int, button: int, house: HouseRules) -> tuple[Seat, ...]:
    """From the left of the button; heads-up the button posts first if the house rules say so (AMB-36)."""
    heads_up = seats == 2 and house.heads_up_button_small_blind
    return clockwise(seats, button if heads_up else button + 1)


def posters(state: Round) -> tuple[Seat, ...]:
    """Who posts blinds, in order; on a later street only players still in the round."""
    order = posting_order(len(state.stacks), state.button or 0, state.procedure.house)
    return order if state.street < 1 else tuple([seat for seat in order if state.live >> seat & 1])


class Due(NamedTuple):
    """A blind that is to be posted."""

    rule: Citation
    seat: Seat
    amount: int
    kill: bool = False
    instead: bool = False


def blinds_due(state: Round, blinds: tuple[int, ...]) -> list[Due]:
    order, rule = posters(state), state.procedure.streets[0].opens.rule
    holder = None if state.kill is None else state.kill.seat
    regular = [(seat, amount) for seat, amount in zip(order, blinds, strict=False) if amount]
    due = [Due(rule, seat, amount) for seat, amount in regular if seat != holder]
    if holder is None:
        return due
    clause = state.procedure.game.kill
    assert clause is not None
    instead = holder in [seat for seat, _ in regular]
    return [*due, Due(clause.rule, holder, state.sizes.minimum, kill=True, instead=instead)]
