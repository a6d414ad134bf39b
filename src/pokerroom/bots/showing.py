"""The end of a round: whether a hand is worth showing, given what others have shown."""

from pokerroom.bots.spot import known
from pokerroom.cards import UNKNOWN
from pokerroom.play import View
from pokerroom.play.views import SeatView
from pokerroom.ranking import Ranking, form, worst_qualifying
from pokerroom.rules.clauses import Game, Share

READINGS = {Ranking.LOW_DEUCE_TO_SEVEN: (Ranking.LOW_DEUCE_TO_SEVEN, Ranking.LOW_INVERSE_OF_HIGH)}
"""The house chooses between these rankings (AMB-16) and the view does not say which: a
hand is beaten if it is in each.
"""


def is_beaten(view: View, game: Game, seat: int) -> bool:
    """Whether hands already shown take every share of every pot that this seat contends for."""
    mine = view.seats[seat]
    if UNKNOWN in (*mine.down, *mine.up):
        return False
    shown = [other for other in view.seats if other.live and other.seat != seat and UNKNOWN not in other.down]
    pots = [{*pot.claimants} for pot in view.pots if seat in pot.claimants]
    return bool(pots) and all(
        any(other.seat in claimants and beats(view, share, other, mine) for other in shown)
        for claimants in pots
        for share in game.shares
    )


def beats(view: View, share: Share, other: SeatView, mine: SeatView) -> bool:
    for ranking in READINGS.get(share.ranking, (share.ranking,)):
        rank = form(ranking, share.formation)
        floor = worst_qualifying(ranking, share.qualifier.worst) if share.qualifier else 0
        theirs, own = (rank(known((*each.down, *each.up)), view.board) for each in (other, mine))
        if own >= floor and own >= theirs:
            return False
    return True
