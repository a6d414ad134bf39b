"""The rake of a round of play: what leaves each pot after a betting round, 14.14(b)1 and 2.

A percentage is taken of what was bet in that betting round, an increment when the pot reaches a posted level. An
uncalled bet is part of neither, 14.14(d): it has gone back by then, or stays in the pot of a hand that is out without
being counted. Time charges are the table's, not a round's.
"""

from collections.abc import Callable
from typing import Any

from pokerroom.play import former
from pokerroom.play.events import Pot, RakeTaken
from pokerroom.play.pots import Chips, bearable, divided, gathered, gross_pots, less_rake
from pokerroom.play.state import Round
from pokerroom.rules.house import IncrementalRake, PercentageRake

Amounts = list[int]
"""One amount for each pot, the main pot first."""


def rake_due(before: Round, after: Round) -> list[RakeTaken]:
    """What is taken once a betting round is closed: `before` has its bets still before the players."""
    house, general = after.procedure.house, after.procedure.general
    taken: list[RakeTaken] = []
    total = sum(after.raked)
    for number, method in enumerate(house.rake):
        room = min(
            method.most - (after.taken.by_method[number] if after.taken.by_method else 0),
            _unbounded(house.rake_most) - total,
        )
        held = [pot.amount for pot in less_rake(gross_pots(after), after.raked)]
        amounts = bearable(within(METHODS[type(method)](before, after, method), room), held)
        if any(amounts):
            rule = general.percentage_rake if isinstance(method, PercentageRake) else general.incremental_rake
            taken.append(RakeTaken(rule, number, tuple(amounts)))
            total += sum(amounts)
    return taken


def _unbounded(most: int | None) -> int:
    return 1 << 62 if most is None else most


def within(amounts: Amounts, room: int) -> Amounts:
    """No more than the filed maximum leaves over, the main pot first (AMB-94)."""
    bounded: Amounts = []
    for amount in amounts:
        bounded.append(min(amount, max(room, 0)))
        room -= bounded[-1]
    return bounded


def percentage(before: Round, after: Round, method: PercentageRake) -> Amounts:
    """So much of every pot's share of the betting round, each rounded down by itself (AMB-91, AMB-92)."""
    since_antes = after.street == 0 and method.antes_included
    sums = [pot.amount - earlier.amount for earlier, pot in zip(*then_and_now(before, after, since_antes), strict=True)]
    return [method.taken_from(amount) for amount in sums]


def then_and_now(before: Round, after: Round, from_the_start: bool) -> tuple[list[Pot], list[Pot]]:
    """The pots without what nobody called: holding what lay in them before the betting round, or nothing; and now."""
    nothing = (0,) * len(after.paid)
    if after.procedure.first_rulebook:
        then = nothing if from_the_start else before.paid
        return former.gross_pots(after, then), former.gross_pots(after, after.paid)
    now = called(after)
    if from_the_start:
        return divided(after, Chips(nothing, nothing)), divided(after, now)
    earlier = gathered(before)
    stakes = tuple([min(chips, most) for chips, most in zip(earlier.stakes, now.stakes, strict=True)])
    return divided(after, Chips(earlier.antes, stakes)), divided(after, now)


def called(state: Round) -> Chips:
    """The chips in the pots that count for the rake."""
    chips, uncalled = gathered(state), state.apart.uncalled
    if not uncalled:
        return chips
    return Chips(chips.antes, tuple([paid - part for paid, part in zip(chips.stakes, uncalled, strict=True)]))


def incremental(before: Round, after: Round, method: IncrementalRake) -> Amounts:
    """Each posted level that the pot has now reached (AMB-95)."""
    # Antes are in the pot and count toward its levels, but nothing was taken before the first betting round.
    pots_then, pots_now = then_and_now(before, after, after.street == 0)
    then, now = [pot.amount for pot in pots_then], [pot.amount for pot in pots_now]
    if method.scope == "per-pot":
        return [reached(method, low, high) for low, high in zip(then, now, strict=True)]
    amounts: Amounts = []
    bottom, had = 0, sum(then)
    for pot in now:
        # The dollars of the main pot are counted first, then those of each side pot.
        top = bottom + pot
        amounts.append(reached(method, max(bottom, had), top))
        bottom = top
    return amounts


def reached(method: IncrementalRake, low: int, high: int) -> int:
    """What the levels above `low` and up to `high` cost."""
    return sum([level.amount for level in method.levels if low < level.reached <= high])


METHODS: dict[type[Any], Callable[[Round, Round, Any], Amounts]] = {
    PercentageRake: percentage,
    IncrementalRake: incremental,
}
