"""What leaves each pot after a betting round, 14.14(b)1 and 2."""

from typing import Any

from pokerroom.batch.kernel.pots import bear, claim_of, holds, layers, less_rake, rake_by_pot
from pokerroom.batch.kernel.seats import place_of
from pokerroom.batch.layout import (
    ANTE_PAID,
    DENOMINATOR,
    LEVELS,
    LEVELS_AT,
    METHODS_AT,
    NUMERATOR,
    PAID,
    PER_POT,
    RAKE_BY_LEVELS,
    RAKE_LIMIT,
    RAKE_MOST,
    RAKE_UNIT,
    RAKE_WIDTH,
    RAKED,
    RAKES,
    RAKES_AT,
    SEATS,
    STREET,
    TAKEN,
    TAKEN_BY,
    TAKEN_CLAIM,
    TAKING_WIDTH,
    TAKINGS,
    TAKINGS_AT,
    UNCALLED,
    WITH_ANTES,
    WORK_AMOUNTS,
    WORK_ANTES,
    WORK_BEFORE,
    WORK_OWED,
    WORK_STAKES,
    WORK_THEN,
)
from pokerroom.batch.pieces import piece, within


@piece
def method_at(rules: Any, number: Any) -> Any:
    return rules[RAKES_AT] + number * RAKE_WIDTH


@piece
def then_and_now(rules: Any, lane: Any, work: Any, pots: Any, from_the_start: Any) -> None:
    """The pots without uncalled bets, before the betting round and now; before it they are empty if
    `from_the_start`. Uncalled bets count for no rake, 14.14(d).
    """
    for seat in range(rules[SEATS]):
        place = place_of(rules, seat)
        called = lane[place + PAID] - lane[place + UNCALLED]
        work[WORK_ANTES + seat] = 0 if from_the_start else lane[place + ANTE_PAID]
        work[WORK_STAKES + seat] = 0 if from_the_start else min(work[WORK_BEFORE + seat], called)
    for pot in range(pots):
        work[WORK_THEN + pot] = holds(rules, work, pot)
    for seat in range(rules[SEATS]):
        place = place_of(rules, seat)
        work[WORK_ANTES + seat] = lane[place + ANTE_PAID]
        work[WORK_STAKES + seat] = lane[place + PAID] - lane[place + UNCALLED]
    for pot in range(pots):
        work[WORK_AMOUNTS + pot] = holds(rules, work, pot)


@within
def percentage(rules: Any, lane: Any, work: Any, pots: Any, at: Any) -> None:
    """The percentage of each pot's share of the betting round, each rounded down separately (AMB-91, AMB-92)."""
    then_and_now(rules, lane, work, pots, lane[STREET] == 0 and rules[at + WITH_ANTES] != 0)
    for pot in range(pots):
        bet = work[WORK_AMOUNTS + pot] - work[WORK_THEN + pot]
        part = bet * rules[at + NUMERATOR] // (100 * rules[at + DENOMINATOR])
        work[WORK_AMOUNTS + pot] = part // rules[at + RAKE_UNIT] * rules[at + RAKE_UNIT]


@piece
def last_paid(rules: Any, at: Any, had: Any) -> Any:
    """The highest level already paid for: no level is taken twice, even if chips have left the pot."""
    paid_for, last = 0, 0
    for level in range(rules[at + LEVELS]):
        paid_for += rules[rules[at + LEVELS_AT] + 2 * level + 1]
        if paid_for <= had:
            last = rules[rules[at + LEVELS_AT] + 2 * level]
    return last


@piece
def reached(rules: Any, at: Any, low: Any, high: Any) -> Any:
    """What the levels above `low` and up to `high` cost."""
    cost = 0
    for level in range(rules[at + LEVELS]):
        if low < rules[rules[at + LEVELS_AT] + 2 * level] <= high:
            cost += rules[rules[at + LEVELS_AT] + 2 * level + 1]
    return cost


@within
def by_levels(rules: Any, lane: Any, work: Any, pots: Any, number: Any) -> None:
    """Each posted level that the pot has now reached (AMB-95); the dollars of the main pot are counted first, then
    those of each side pot, unless each pot has its own levels.
    """
    at = method_at(rules, number)
    then_and_now(rules, lane, work, pots, lane[STREET] == 0)
    rake_by_pot(rules, lane, work, pots, number)
    had = 0
    for pot in range(pots):
        had += work[WORK_OWED + pot]
    paid_up_to, bottom = last_paid(rules, at, had), 0
    for pot in range(pots):
        top = bottom + work[WORK_AMOUNTS + pot]
        if rules[at + PER_POT]:
            low = last_paid(rules, at, work[WORK_OWED + pot])
            work[WORK_AMOUNTS + pot] = reached(rules, at, low, work[WORK_AMOUNTS + pot])
        else:
            work[WORK_AMOUNTS + pot] = reached(rules, at, max(bottom, paid_up_to), top)
        bottom = top


@within
def keep_within(rules: Any, lane: Any, work: Any, pots: Any, number: Any) -> Any:
    """No more than what is left of the filed maximum, the main pot first (AMB-94); returns how much that is."""
    room = rules[method_at(rules, number) + RAKE_LIMIT] - lane[rules[METHODS_AT] + number]
    room = min(room, rules[RAKE_MOST] - lane[RAKED])
    total = 0
    for pot in range(pots):
        amount = min(work[WORK_AMOUNTS + pot], max(room, 0))
        work[WORK_AMOUNTS + pot] = amount
        room -= amount
        total += amount
    return total


@piece
def take_rake(rules: Any, lane: Any, work: Any) -> None:
    """Each method of the sign in its order; in the workspace is what each seat had in the pots before this betting
    round.
    """
    for number in range(rules[RAKES]):
        pots = layers(rules, lane, work)
        if rules[method_at(rules, number) + RAKE_BY_LEVELS]:
            by_levels(rules, lane, work, pots, number)
        else:
            percentage(rules, lane, work, pots, method_at(rules, number))
        total = keep_within(rules, lane, work, pots, number)
        if total == 0:
            continue
        less_rake(rules, lane, work, pots)
        bear(work, WORK_AMOUNTS, pots)
        for pot in range(pots):
            if work[WORK_AMOUNTS + pot]:
                at = rules[TAKINGS_AT] + lane[TAKINGS] * TAKING_WIDTH
                lane[at + TAKEN_CLAIM] = claim_of(work, pot)
                lane[at + TAKEN] = work[WORK_AMOUNTS + pot]
                lane[at + TAKEN_BY] = number
                lane[TAKINGS] += 1
        lane[rules[METHODS_AT] + number] += total
        lane[RAKED] += total
