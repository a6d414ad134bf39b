"""Whether there are enough cards: deals the rest of a round on paper, as its section does, with nobody folding.

A card lost from the deck, 14.15(h) and (n), or exchanged for an exposed one, is refused only where the later streets
could not be dealt without it, even with the section's common cards and reshuffles.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from pokerroom.play.procedure import StreetPlan
from pokerroom.play.state import Round, Stage
from pokerroom.rules.clauses import CommonCard, Community, Draw, ReshuffleDiscards, ReshuffleMuck, Shortage


class Supply(NamedTuple):
    """How many cards are where; a negative stub is the number of cards missing."""

    stub: int
    burns: int
    discards: int
    players: int
    owed: int = 0
    """To players who are drawing, or whose drawn card came face up."""
    burn_ready: bool = False

    @property
    def outside(self) -> int:
        """Every card that no player holds."""
        return self.stub + self.burns + self.discards


def supply_of(state: Round) -> Supply:
    discards = sum([len(cards) for cards in state.muck]) + len(state.apart.mistaken)
    return Supply(
        stub=len(state.deck) - state.dealt,
        burns=len(state.burns),
        discards=discards,
        players=state.live.bit_count(),
        owed=state.owed + len(state.late),
        burn_ready=state.apart.burn_ready,
    )


def missing(state: Round, supply: Supply, *, after: int, waiting: int) -> int:
    """How many cards are missing for street `after` and the streets that follow."""
    shortage, streets = state.procedure.game.shortage, state.procedure.streets
    if waiting and supply.stub >= 0:
        supply = COVERED[type(shortage)](state, supply, waiting)
    entering = streets[0].discard * (state.live & ~state.entered).bit_count()
    for plan in streets[after + 1 :]:
        if plan.index == 1:
            supply = supply._replace(discards=supply.discards + entering)
        supply = dealt(state, supply, plan)
    if is_drawing(state, after):
        supply = drawn(state, supply)
    return max(-supply.stub, 0)


def is_drawing(state: Round, after: int) -> bool:
    """Whether a draw with cards still due is under way."""
    drawing = after >= 0 and isinstance(state.procedure.streets[after].cards, Draw)
    return drawing and state.stage in {Stage.DRAWING, Stage.SHUFFLING}


def dealt(state: Round, supply: Supply, plan: StreetPlan) -> Supply:
    """The supply once this street has been dealt."""
    if supply.stub < 0:
        return supply
    cards, shortage = plan.cards, state.procedure.game.shortage
    if isinstance(cards, Draw):
        return drawn(state, supply)
    if isinstance(cards, Community):
        burn = 0 if supply.burn_ready else 1
        return supply._replace(stub=supply.stub - cards.count - burn, burns=supply.burns + burn, burn_ready=False)
    burn, due = int(cards.burn is not None), supply.players * len(cards.faces)
    if isinstance(shortage, CommonCard) and supply.stub == due and not state.procedure.house.stud_burn_counts:
        burn = 0  # The house leaves the burn out rather than run short (AMB-51).
    if supply.stub >= due + burn or not is_covered(shortage, plan):
        return supply._replace(stub=supply.stub - due - burn, burns=supply.burns + burn)
    return COVERED[type(shortage)](state, supply, due)


def is_covered(shortage: Shortage | None, plan: StreetPlan) -> bool:
    """Whether the section says what to do when the deck is too short for this street."""
    if shortage is None or isinstance(shortage, ReshuffleDiscards):
        return False
    return plan.street.name in shortage.streets


def drawn(state: Round, supply: Supply) -> Supply:  # noqa: ARG001
    """Each drawer is served from everything nobody holds, their own discards last (R-02); one card must be left to
    burn.
    """
    left = supply.outside - supply.owed - 1
    return supply if left >= 0 else supply._replace(stub=left)


def with_common_card(state: Round, supply: Supply, due: int) -> Supply:  # noqa: ARG001
    """One card burned and one for everybody; from the burn cards where one card or none is left, 14.9(h)."""
    stub, burns = supply.stub, supply.burns
    if stub < 2:
        stub, burns = stub + burns, 0
    return supply._replace(stub=stub - 2, burns=burns + 1)


def with_muck_reshuffled(state: Round, supply: Supply, due: int) -> Supply:
    """The deck to its last card, then muck and burn cards, a new burn, and the rest of the street, 14.9B."""
    stub, burns, discards = supply.stub, supply.burns, supply.discards
    if state.procedure.house.super_reshuffle == "mid-street" and 0 < stub < due + 1:
        due, burns, stub = due - (stub - 1), burns + 1, 0
    if stub < due + 1:
        stub, burns, discards = stub + burns + discards, 0, 0
    return supply._replace(stub=stub - due - 1, burns=burns + 1, discards=discards)


COVERED: dict[type[Any], Callable[[Round, Supply, int], Supply]] = {
    CommonCard: with_common_card,
    ReshuffleMuck: with_muck_reshuffled,
}
"""What happens to the supply where a street cannot be dealt in full to everybody due a card."""
