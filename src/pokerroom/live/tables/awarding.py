"""An award as it is shown: who won which share of a pot, with which hand, and the cards that make it."""

from msgspec.structs import replace

from pokerroom.history.narration import texts
from pokerroom.history.reasons import shown_hands
from pokerroom.play import Round, events
from pokerroom.play.procedure import SharePlan
from pokerroom.ranking import Strength, best_cards, named
from pokerroom.wire import messages as wire


def award_of(event: events.PotAwarded, state: Round | None, lineup: tuple[int, ...]) -> wire.Award:
    """With the seats of the table; `state` is the round after it, as far as it is known."""
    award = wire.Award(
        pot=event.pot,
        share=event.share,
        seats=tuple([lineup[seat] for seat in event.seats]),
        amounts=event.amounts,
        hand=None,
    )
    if state is None or event.strength is None:
        return award
    plan = next(each for each in state.procedure.shares if each.share.name == event.share)
    hand = named(plan.share.ranking, Strength(event.strength))
    return replace(award, hand=hand, cards=winning_cards(event, state, plan))


def winning_cards(event: events.PotAwarded, state: Round, plan: SharePlan) -> tuple[tuple[str, ...], ...]:
    """For each winner the cards that make the hand; none of a hand that not everybody has seen whole."""
    hands, share = shown_hands(state), plan.share
    ways = [
        best_cards(share.ranking, share.formation, hands[seat], state.board) if seat in hands else ()
        for seat in event.seats
    ]
    return tuple([texts(each[0]) if each else () for each in ways])
