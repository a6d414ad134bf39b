"""A pytest plugin that disables one clause of the engine before any test runs: `POKERROOM_MUTATE='ODD_UNITS:...'`.

Disabled means that the engine plays as if nobody had written the clause: the seat by the dealer opens, nothing is
reshuffled, every low qualifies, all chips lie in one pot, odd units go by seat.
"""

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pokerroom.play
from pokerroom.play import betting, dealing, discards, pots
from pokerroom.play.decide import HANDLERS
from pokerroom.play.events import Pot
from pokerroom.play.procedure import SharePlan, StreetPlan
from pokerroom.play.state import Round, live_from
from pokerroom.rules.citation import Citation

VARIABLE = "POKERROOM_MUTATE"

Key = Any
"""A clause type, a command type or a value of an enumeration, as the registry has it."""


def first_seat_opens(state: Round, plan: StreetPlan) -> tuple[int, Citation]:  # noqa: ARG001
    return 0, plan.opens.rule


def nothing_comes_back(state: Round) -> dealing.Pool:
    return dealing.Pool(state.stub, state.burns, state.muck)


def in_seat_order(state: Round, plan: SharePlan, seats: tuple[Any, ...]) -> tuple[Any, ...]:  # noqa: ARG001
    return tuple(sorted(seats))


def nothing_due(state: Round, seat: int) -> None:  # noqa: ARG001
    return None


def all_qualify(plan: SharePlan, strengths: dict[Any, Any]) -> dict[Any, Any]:  # noqa: ARG001
    return strengths


def one_pot(state: Round) -> tuple[Pot, ...]:
    return (Pot(state.pot, live_from(state, 0)),)


REGISTRIES: dict[str, tuple[dict[Key, Any], Any]] = {
    "OPENERS": (betting.OPENERS, first_seat_opens),
    "POOLS": (dealing.POOLS, nothing_comes_back),
    "ODD_UNITS": (pots.ODD_UNITS, in_seat_order),
}
"""Handlers looked up by clause, and what stands in for a disabled one."""

FUNCTIONS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "entry_due": (discards.entry_due, nothing_due),
    "qualified": (pots.qualified, all_qualify),
    "build_pots": (pots.build_pots, one_pot),
}
"""Clauses with one handler, and what stands in for it."""

WITHOUT_STAND_IN: dict[str, dict[Key, Any]] = {"HANDLERS": HANDLERS, "SHORT_PARCELS": dealing.SHORT_PARCELS}
"""Handlers without which play cannot go on: asking for one is the failure."""


def disable(mutation: str) -> None:
    """`OPENERS:ForcedBet` replaces an entry of a registry, `HANDLERS:Draw` removes one, `qualified` is a function."""
    where, _, name = mutation.partition(":")
    if where in WITHOUT_STAND_IN:
        registry = WITHOUT_STAND_IN[where]
        del registry[key_named(registry, name)]
    elif where in REGISTRIES:
        registry, stand_in = REGISTRIES[where]
        registry[key_named(registry, name)] = stand_in
    else:
        replace_everywhere(*FUNCTIONS[where])


def key_named(registry: dict[Key, Any], name: str) -> Key:
    names = {getattr(key, "__name__", None) or key.name: key for key in registry}
    return names[name]


def replace_everywhere(function: Callable[..., Any], stand_in: Callable[..., Any]) -> None:
    """A function is known in every module that imported it."""
    for module in engine_modules():
        for name, value in list(vars(module).items()):
            if value is function:
                setattr(module, name, stand_in)


def engine_modules() -> Iterator[Any]:
    prefix = f"{pokerroom.play.__name__}."
    return (module for name, module in list(sys.modules.items()) if name.startswith(prefix))


def pytest_configure() -> None:
    disable(os.environ[VARIABLE])
