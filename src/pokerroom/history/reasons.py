"""Why it came out so: the reasons of an event, from the hands and the clauses that decided it.

A reason is made of what whoever asks may see: hands that were shown, up-cards and the board, and their own hand where
they conceded it unseen.
"""

from collections.abc import Callable, Iterator
from typing import Any

from pokerroom.cards import UNKNOWN, Card
from pokerroom.history.narration import Names, texts
from pokerroom.play import Role, Round, Seat, Viewer, events
from pokerroom.play.procedure import SharePlan
from pokerroom.play.views import own_cards, seat_view
from pokerroom.ranking import Ranking, Strength, classes, compared, named, unqualified
from pokerroom.rules.clauses import (
    BestShowing,
    Blinds,
    Extreme,
    ForcedBet,
    HighestUpcard,
    LeftOfButton,
    Opener,
    PairWithCommunity,
)
from pokerroom.words import Saying, saying

MOST_COMPARED = 4
"""Beaten hands that are compared one by one, the strongest first."""


def reasons(event: events.Event, state: Round, names: Names, viewer: Viewer = Role.SPECTATOR) -> tuple[Saying, ...]:
    """Why the event came out so, beyond the paragraph it rests on; `state` is the round after it."""
    why = REASONS.get(type(event))
    return () if why is None else tuple(why(event, state, names, viewer))


# Awards.


def _awarded(event: events.PotAwarded, state: Round, names: Names, viewer: Viewer) -> Iterator[Saying]:
    if event.strength is None:
        yield saying("compared.unshown")
        return
    plan = next(each for each in state.procedure.shares if each.share.name == event.share)
    hands = shown_hands(state) | conceded_hand(state, viewer)
    claimants = state.pots[event.pot].claimants
    beaten = {seat: hand for seat, hand in hands.items() if seat in claimants and seat not in event.seats}
    if len(event.seats) > 1:
        yield saying("compared.tied", who=tuple(map(names, event.seats)))
    yield from _beaten(plan, event, state, beaten, names)
    outside = [seat for seat in hands if seat not in claimants]
    if outside:
        yield saying("compared.out-of-pot", who=tuple(map(names, outside)))
    yield from _unclaimed(event, state, hands, names)


def shown_hands(state: Round) -> dict[Seat, tuple[Card, ...]]:
    """The live hands that everybody has seen whole."""
    seats = [seat_view(state, Seat(seat), Role.SPECTATOR) for seat in range(state.seats) if state.is_live(Seat(seat))]
    return {each.seat: each.down + each.up for each in seats if UNKNOWN not in each.down + each.up}


def conceded_hand(state: Round, viewer: Viewer) -> dict[Seat, tuple[Card, ...]]:
    """The viewer's own, where they came to the showdown and did not show it."""
    came = isinstance(viewer, int) and any(viewer in pot.claimants for pot in state.pots)
    if not came or not isinstance(viewer, int) or state.is_live(viewer):
        return {}
    # Given up last, it lies on top of what they discarded before; at a showdown all hands have as many cards.
    size = next(len(state.cards(Seat(seat))) for seat in range(state.seats) if state.is_live(Seat(seat)))
    hand = own_cards(state, viewer).discards[-size:]
    return {} if UNKNOWN in hand or len(hand) < size else {viewer: hand}


def _beaten(
    plan: SharePlan,
    event: events.PotAwarded,
    state: Round,
    beaten: dict[Seat, tuple[Card, ...]],
    names: Names,
) -> Iterator[Saying]:
    assert event.strength is not None
    ranking, best = plan.share.ranking, Strength(event.strength)
    ranked = sorted(((plan.rank(hand, state.board), seat) for seat, hand in beaten.items()), reverse=True)
    ordered = False
    for strength, seat in ranked[:MOST_COMPARED]:
        if plan.floor is not None and strength < plan.floor:
            assert plan.share.qualifier is not None
            why = unqualified(ranking, strength, plan.share.qualifier.worst)
            yield saying("compared.no-low", who=names(seat), why=why)
            continue
        decided = compared(ranking, best, strength)
        yield saying(
            "compared.beats",
            winner=names(event.seats[0]),
            hand=named(ranking, best),
            loser=names(seat),
            other=named(ranking, strength),
            why=decided,
        )
        ordered = ordered or decided.key in BY_CLASS
    if ordered:
        yield saying("compared.order", classes=classes(ranking))


BY_CLASS = {"compared.class", "compared.class-low", "compared.badugi-count"}
"""One hand was of a better class than the other: then the order of the classes is told too."""


def _unclaimed(
    event: events.PotAwarded, state: Round, hands: dict[Seat, tuple[Card, ...]], names: Names
) -> Iterator[Saying]:
    """Why the other half of the pot found nobody."""
    for plan in state.procedure.shares:
        qualifier = plan.share.qualifier
        if qualifier is None or plan.floor is None or event.rule != qualifier.rule:
            continue
        yield saying("compared.nobody-low")
        for seat, hand in list(hands.items())[:MOST_COMPARED]:
            why = unqualified(plan.share.ranking, plan.rank(hand, state.board), qualifier.worst)
            yield saying("compared.no-low", who=names(seat), why=why)


# Who acts first.


def _opened(event: events.BettingRoundOpened, state: Round, names: Names, viewer: Viewer) -> Iterator[Saying]:  # noqa: ARG001
    opener = state.procedure.game.streets[event.street].opens
    first = event.to_act[0]
    yield saying(opening(opener), who=names(first), cards=texts(state.up[first]))


def opening(opener: Opener) -> str:
    """The key of the sentence that says who acts first."""
    match opener:
        case ForcedBet(upcard=Extreme.LOWEST):
            return "compared.opens-forced-lowest"
        case ForcedBet():
            return "compared.opens-forced-highest"
        case BestShowing(board=Ranking.BOARD_LOW):
            return "compared.opens-showing-low"
        case BestShowing():
            return "compared.opens-showing"
        case PairWithCommunity():
            return "compared.opens-pair-with-community"
        case HighestUpcard():
            return "compared.opens-highest-upcard"
        case Blinds():
            return "compared.opens-blinds"
        case LeftOfButton():
            return "compared.opens-left-of-button"


REASONS: dict[type[Any], Callable[[Any, Round, Names, Viewer], Iterator[Saying]]] = {
    events.PotAwarded: _awarded,
    events.BettingRoundOpened: _opened,
}
