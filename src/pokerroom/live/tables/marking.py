"""A player's own hand as it stands, for each way the pot is won: what it is, which cards count, what it is short of.

It is made of the player's own cards and the board, and sent to nobody else.
"""

from pokerroom.cards import UNKNOWN, Card
from pokerroom.history.narration import texts
from pokerroom.play import Round, Stage
from pokerroom.play.procedure import SharePlan
from pokerroom.ranking import NO_HAND, Ranking, Strength, counting, is_worse_than, named, one_card_from, short_of_low
from pokerroom.rules.clauses import Community, Deal, Draw
from pokerroom.wire import messages as wire
from pokerroom.words import Saying, saying


def marked(state: Round, own: tuple[Card, ...]) -> tuple[wire.HandNow, ...]:
    cards = tuple([card for card in own if card != UNKNOWN])
    if not cards or state.stage is Stage.SHUFFLING:  # In the middle of a draw a hand is not whole.
        return ()
    found = [hand_now(state, plan, cards) for plan in state.procedure.shares]
    return tuple([each for each in found if each is not None])


def hand_now(state: Round, plan: SharePlan, own: tuple[Card, ...]) -> wire.HandNow | None:
    share, board = plan.share, state.board
    strength = plan.rank(own, board)
    if share.qualifier is not None and (strength == NO_HAND or strength < (plan.floor or 0)):
        short = short_of_low(share.ranking, share.formation, own, board, share.qualifier.worst)
        if short.possible and short.missing <= to_come(state):
            says, counts = saying("marks.no-low-yet", count=short.missing), texts(short.cards)
        else:
            says, counts = saying("marks.no-low"), ()
        return wire.HandNow(share=share.name, says=says, stands=False, cards=counts)
    if strength == NO_HAND:
        return None
    return wire.HandNow(
        share=share.name,
        says=named(share.ranking, strength),
        stands=True,
        cards=texts(counting(share.ranking, share.formation, own, board)),
        near=near(state, plan, own, strength),
    )


def to_come(state: Round) -> int:
    """Cards that every player may still get or share."""
    later = [street.cards for street in state.procedure.game.streets[state.street + 1 :]]
    dealt = sum([len(cards.faces) for cards in later if isinstance(cards, Deal)])
    return dealt + sum([cards.count for cards in later if isinstance(cards, Community)])


def may_draw(state: Round) -> bool:
    drawing = state.street if state.stage is Stage.DRAWING else state.street + 1
    return any(isinstance(street.cards, Draw) for street in state.procedure.game.streets[drawing:])


def near(state: Round, plan: SharePlan, own: tuple[Card, ...], strength: Strength) -> Saying | None:
    """A straight or a flush that one card more could make, where there is none yet and a card may come."""
    if plan.share.ranking is not Ranking.HIGH_FIVE or not (to_come(state) or may_draw(state)):
        return None
    straight, flush = one_card_from(plan.share.formation, own, state.board)
    worse = is_worse_than(strength)
    found = straight and worse.straight, flush and worse.flush
    return None if found not in NEAR else saying(NEAR[found])


NEAR = {
    (True, True): "marks.near-both",
    (True, False): "marks.near-straight",
    (False, True): "marks.near-flush",
}
