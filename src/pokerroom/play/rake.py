"""The rake of a round of play: what leaves each pot after a betting round, 14.14(b)1 and 2.

A percentage is taken of what was bet in that betting round, an increment when the pot reaches a posted level. An
uncalled bet is part of neither, 14.14(d): it has been returned by then or, if its hand is out, stays in the pot without
being counted. Time charges belong to the table, not to a round.
"""

from collections.abc import Callable
from itertools import accumulate
from typing import Any

from pokerroom.play import former
from pokerroom.play.apply import from_pots
from pokerroom.play.events import Pot, RakeTaken
from pokerroom.play.pots import Chips, bearable, by_pot, claim_of, divided, gathered, gross_pots, less_rake
from pokerroom.play.state import Round
from pokerroom.rules.house import IncrementalRake, PercentageRake

Amounts = list[int]
"""One amount for each pot, the main pot first."""


def rake_due(before: Round, after: Round) -> list[RakeTaken]:
    """What is taken when a betting round closes; in `before` its bets are still in front of the players."""
    house, general = after.procedure.house, after.procedure.general
    taken: list[RakeTaken] = []
    total = sum(after.raked)
    for number, method in enumerate(house.rake):
        had = after.taken.by_method[number] if after.taken.by_method else 0
        room = min(method.most - had, _unbounded(house.rake_most) - total)
        pots = gross_pots(after)
        held = [pot.amount for pot in less_rake(pots, raked_so_far(after, pots, taken))]
        amounts = bearable(within(METHODS[type(method)](before, after, method, number), room), held)
        if any(amounts):
            rule = general.percentage_rake if isinstance(method, PercentageRake) else general.incremental_rake
            claims = () if after.procedure.first_rulebook else tuple(map(claim_of, pots))
            taken.append(RakeTaken(rule, number, tuple(amounts), claims))
            total += sum(amounts)
    return taken


def raked_so_far(after: Round, pots: list[Pot], taken: list[RakeTaken]) -> tuple[int, ...]:
    """What has left each pot; under the first rulebook without what other methods have just taken."""
    if after.procedure.first_rulebook:
        return after.raked
    just_now = [each for event in taken for each in from_pots(event)]
    return by_pot(after.live, pots, [*after.taken.from_pots, *just_now])


def _unbounded(most: int | None) -> int:
    return 1 << 62 if most is None else most


def within(amounts: Amounts, room: int) -> Amounts:
    """No more than what is left of the filed maximum, the main pot first (AMB-94)."""
    bounded: Amounts = []
    for amount in amounts:
        bounded.append(min(amount, max(room, 0)))
        room -= bounded[-1]
    return bounded


def percentage(before: Round, after: Round, method: PercentageRake, number: int) -> Amounts:  # noqa: ARG001
    """The percentage of each pot's share of the betting round, each rounded down separately (AMB-91, AMB-92)."""
    since_antes = after.street == 0 and method.antes_included
    sums = [pot.amount - earlier.amount for earlier, pot in zip(*then_and_now(before, after, since_antes), strict=True)]
    return [method.taken_from(amount) for amount in sums]


def then_and_now(before: Round, after: Round, from_the_start: bool) -> tuple[list[Pot], list[Pot]]:
    """The pots without uncalled bets, before the betting round and now; before it they are
    empty if `from_the_start`.
    """
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


def incremental(before: Round, after: Round, method: IncrementalRake, number: int) -> Amounts:
    """Each posted level that the pot has now reached (AMB-95), none of them twice."""
    # Antes are in the pot and count toward its levels, but nothing was taken before the first betting round.
    pots_then, pots_now = then_and_now(before, after, after.street == 0)
    then, now = [pot.amount for pot in pots_then], [pot.amount for pot in pots_now]
    had = had_before(after, number, pots_now)
    if method.scope == "per-pot":
        low = then if had is None else [last_paid(method, each) for each in had]
        return [reached(method, *each) for each in zip(low, now, strict=True)]
    amounts: Amounts = []
    paid_up_to = sum(then) if had is None else last_paid(method, sum(had))
    bottom = 0
    for pot in now:
        # The dollars of the main pot are counted first, then those of each side pot.
        top = bottom + pot
        amounts.append(reached(method, max(bottom, paid_up_to), top))
        bottom = top
    return amounts


def had_before(after: Round, number: int, pots: list[Pot]) -> tuple[int, ...] | None:
    """What this method has taken from each pot; the first rulebook looked at the chips of the betting round instead."""
    if after.procedure.first_rulebook:
        return None
    return by_pot(after.live, pots, [each for each in after.taken.from_pots if each.method == number])


def last_paid(method: IncrementalRake, had: int) -> int:
    """The highest level already paid for: no level is taken twice, even if chips have left the pot."""
    paid_for = accumulate([level.amount for level in method.levels])
    paid = [level.reached for level, amount in zip(method.levels, paid_for, strict=True) if amount <= had]
    return paid[-1] if paid else 0


def reached(method: IncrementalRake, low: int, high: int) -> int:
    """What the levels above `low` and up to `high` cost."""
    return sum([level.amount for level in method.levels if low < level.reached <= high])


METHODS: dict[type[Any], Callable[[Round, Round, Any, int], Amounts]] = {
    PercentageRake: percentage,
    IncrementalRake: incremental,
}
