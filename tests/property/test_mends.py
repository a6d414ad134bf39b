"""The referee would have found each correction of the second rulebook: with one taken out, a round of the sweep fails.

What replaces it is what the engine did before, or the plainest form of the same mistake.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from pokerroom.games import game
from pokerroom.play import betting, blinds, dealing, former, opening, pots, rake, supply
from pokerroom.play.commands import OpenRound
from pokerroom.play.pots import Chips, Layer
from pokerroom.play.procedure import Procedure
from pokerroom.play.state import Round
from pokerroom.play.supply import Supply
from pokerroom.rules.clauses import Blinds, CommonCard, Game, ReshuffleMuck
from pokerroom.rules.editions import NJAC_19_47_2006, SUPER_STUD_AMENDMENT
from pokerroom.rules.house import Fixed
from tests import irregular
from tests.irregular import DROPPING_CARDS, EXPOSING_CARDS
from tests.property.auditor import audited
from tests.sweep import LIMITS, LOADED, SIGNS, Case, Step, play

HOLD_EM = game("hold-em")
STUD, STUD_OF_2006 = game("seven-card-stud-high"), game("seven-card-stud-high", NJAC_19_47_2006)
SUPER_STUD = game("super-seven-card-stud-high", SUPER_STUD_AMENDMENT)
FIVE_STUD, MAMBO = game("five-card-stud"), game("mambo-stud")
OMAHA, OMAHA_EIGHT = game("omaha-high"), game("omaha-high-low-eight")
TRIPLE_DRAW, BADUGI = game("triple-draw-deuce-to-seven"), game("badugi")

MOST_ROUNDS = 600
"""So many are played at most before a mistake counts as not found."""

Played = Callable[[Case], Iterator[Step]]


def dropping(case: Case) -> Iterator[Step]:
    return irregular.play(case, lucks=DROPPING_CARDS)


def exposing(case: Case) -> Iterator[Step]:
    return irregular.play(case, lucks=EXPOSING_CARDS)


class Mend(NamedTuple):
    """What is taken out, and the rounds in which that must show."""

    put_back: tuple[tuple[Any, Any, Any], ...]
    games: tuple[Game, ...]
    played: Played = play
    full: bool = False
    """At the fullest table only."""
    limits: tuple[str, ...] = tuple(LIMITS)


def without_reuse(state: Round, cards: Supply, due: int) -> Supply:  # noqa: ARG001
    """What is dealt is gone: no burn card or discard ever comes back."""
    return cards._replace(stub=cards.stub - due - 1)


def raked_as_called(state: Round) -> Chips:
    return pots.gathered(state)


def spare_in_the_main_pot(state: Round, chips: Chips) -> list[Any]:
    """Chips above every live stake in the main pot."""
    found = LAYERS(state, chips)
    highest = max([chips.stakes[seat] for seat in range(state.seats) if state.is_live(seat)])
    last = found[-1]
    if last.stakes[1] <= highest or max(chips.stakes) <= highest:
        return found
    cut = last._replace(stakes=(last.stakes[0], max(highest, last.stakes[0])))
    return [WithSpare(found[0] if len(found) > 1 else cut, highest), *found[1:-1], *([cut] if len(found) > 1 else [])]


class WithSpare:
    """A layer that holds what lies above a height, too."""

    def __init__(self, layer: Layer, height: int) -> None:
        self.layer, self.height = layer, height
        self.claimants = layer.claimants

    def holds(self, chips: Chips) -> int:
        return self.layer.holds(chips) + sum([max(0, stake - self.height) for stake in chips.stakes])


LAYERS = pots.layers


def no_burn_credited(*at_table: Any) -> Supply:
    return WITH_EXPOSED(*at_table)._replace(burn_ready=False)


WITH_EXPOSED = dealing.with_exposed


def by_place_from_the_button(state: Round, plan: Any) -> tuple[int, Any]:
    return former.after_the_blinds(state, blinds.posters(state)) + 1, plan.opens.turn


def usual_places(table: Procedure, command: OpenRound) -> list[int]:
    due, kill = opening.usual_blinds(table, command), command.kill
    if kill is not None and kill.seat is not None:
        due[kill.seat] = table.sizes[kill.option].minimum
    return due


def in_the_first_draw_only(state: Round) -> bool:
    return state.procedure.house.burn_each_draw or former.burns_this_draw(state)


def over_the_blind(state: Round, seat: int) -> tuple[int, int]:  # noqa: ARG001
    """A raise over a short all-in measured from the forced money, full bet or not."""
    if not state.bet or state.incomplete:
        return state.increment, state.increment
    short = state.bet - state.full
    to = state.bet + state.increment if 2 * short >= state.increment or not short else state.full + state.increment
    return to, to


MENDS = {
    "lost cards at full stud tables": Mend(
        ((supply.COVERED, CommonCard, without_reuse),), (STUD, STUD_OF_2006), dropping, full=True
    ),
    "lost cards at a full super stud table": Mend(
        ((supply.COVERED, ReshuffleMuck, without_reuse),), (SUPER_STUD,), dropping, full=True
    ),
    "rake on what nobody called": Mend(((rake, "called", raked_as_called),), (STUD, FIVE_STUD)),
    "chips above every stake": Mend(((pots, "layers", spare_in_the_main_pot),), (FIVE_STUD, MAMBO, STUD)),
    "the exposed burn card at omaha": Mend(
        ((dealing, "with_exposed", no_burn_credited),), (OMAHA,), exposing, full=True
    ),
    "an unmatched ante": Mend(((opening, "unmatched_ante", lambda _: None),), (STUD, HOLD_EM)),
    "short antes of the main pot": Mend(((pots, "on_the_ante", lambda *_: False),), (STUD, HOLD_EM, BADUGI)),
    "a side pot without an all-in": Mend(
        ((pots, "nobody_is_capped", lambda _: False), (pots, "is_capped", lambda *_: True)), (HOLD_EM, STUD)
    ),
    "the turn beside a dead small blind": Mend(
        ((betting.OPENERS, Blinds, by_place_from_the_button),), (OMAHA_EIGHT,), limits=("fixed", "spread")
    ),
    "who is left out beside a dead small blind": Mend(((opening, "blinds_due", usual_places),), (HOLD_EM, OMAHA_EIGHT)),
    "the one burn of a draw game": Mend(((dealing, "burns_this_draw", in_the_first_draw_only),), (TRIPLE_DRAW, BADUGI)),
    "a fixed raise over a short all-in": Mend(
        ((betting.RANGES, Fixed, over_the_blind),), (HOLD_EM, OMAHA), limits=("fixed",)
    ),
}


def cases_of(mend: Mend) -> Iterator[Case]:
    for seed in range(MOST_ROUNDS):
        for law in mend.games:
            most = law.seats.most
            for limit in mend.limits:
                seats = most if mend.full else 2 + seed % (most - 1)
                sign = (LOADED, LOADED, *SIGNS)[seed % (2 + len(SIGNS))]
                yield Case(law.edition, law.key, limit, seats, sign, seed)


def found(mend: Mend) -> str:
    """What the referee says of the first round that is wrong."""
    for number, case in enumerate(cases_of(mend)):
        if number >= MOST_ROUNDS:
            break
        try:
            for _ in audited(mend.played(case)):
                pass
        except AssertionError as error:
            return str(error)
    return ""


@pytest.mark.parametrize("what", MENDS)
def test_the_referee_finds_a_mend_that_is_taken_out(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mend = MENDS[what]
    for place, name, before in mend.put_back:
        if isinstance(place, dict):
            monkeypatch.setitem(place, name, before)
        else:
            monkeypatch.setattr(place, name, before)
    assert found(mend), f"nothing was wrong in {MOST_ROUNDS} rounds without it"
