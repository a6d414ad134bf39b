"""What one seat may see: its lane with every card turned over that lies face down for it, as `play.views`."""

from typing import Any

from pokerroom.batch.kernel.pots import build_pots
from pokerroom.batch.kernel.seats import place_of
from pokerroom.batch.layout import (
    ANTE_PAID,
    CARDS,
    DOWNS,
    LANE_WIDTH,
    OWNER,
    PAID,
    PILE_AT,
    PILE_CARDS,
    POTS,
    SEATS,
    SHOWN,
    UNKNOWN_CARD,
)
from pokerroom.batch.pieces import piece, within


@piece
def write_view(rules: Any, lane: Any, work: Any, viewer: Any, view: Any) -> None:
    """The pots are those gathered so far; bets of the betting round are still in front of the players."""
    for field in range(rules[LANE_WIDTH]):
        view[field] = lane[field]
    if lane[POTS] == 0 and is_gathered(rules, lane):
        build_pots(rules, lane, work, view)
    hide(rules, view, viewer)


@piece
def is_gathered(rules: Any, lane: Any) -> Any:
    for seat in range(rules[SEATS]):
        place = place_of(rules, seat)
        if lane[place + PAID] or lane[place + ANTE_PAID]:
            return True
    return False


@within
def hide(rules: Any, view: Any, viewer: Any) -> None:
    """Down cards of others that are not shown, the burn cards, and the discards of others."""
    for seat in range(rules[SEATS]):
        if seat != viewer and not (view[SHOWN] >> seat) & 1:
            place = place_of(rules, seat)
            for number in range(view[place + DOWNS]):
                view[place + CARDS + number] = UNKNOWN_CARD
    for number in range(view[PILE_CARDS]):
        at = rules[PILE_AT] + number
        owner = view[at] >> OWNER
        if owner != viewer:
            view[at] = (owner << OWNER) | UNKNOWN_CARD
