"""Who owes whom: every member holds what its own pots contributed, and all are liable for every payout, 14.20(d)2."""

from collections.abc import Iterable, Mapping, Sequence

from pokerroom.jackpot.sharing import Award
from pokerroom.linked.letters import Owing, at_home


def parts_of(amount: int, held: Mapping[str, int]) -> dict[str, int]:
    """Each member's part of a payout, in proportion to what it holds of the fund; the odd cents go to the first."""
    whole = sum(held.values())
    assert 0 <= amount <= whole, "a payout is never more than the fund"
    if not whole:
        return dict.fromkeys(held, 0)
    parts = {casino: amount * has // whole for casino, has in held.items()}
    left = amount - sum(parts.values())
    for casino in sorted(held, key=lambda each: -held[each]):
        more = min(left, held[casino] - parts[casino])
        parts[casino] += more
        left -= more
    return parts


def to_pay(awards: Iterable[Award]) -> dict[str, int]:
    """What each casino pays to its own patrons."""
    found: dict[str, int] = {}
    for award in awards:
        casino, _ = at_home(award.player)
        found[casino] = found.get(casino, 0) + award.amount
    return found


def owed_for(parts: Mapping[str, int], paying: Mapping[str, int]) -> tuple[Owing, ...]:
    """Whoever pays more than its part is owed the rest by those who pay less."""
    balance = {each: parts.get(each, 0) - paying.get(each, 0) for each in {*parts, *paying}}
    left = {each: balance[each] for each in sorted(balance) if balance[each] > 0}
    found = []
    for creditor in sorted(each for each in balance if balance[each] < 0):
        due = -balance[creditor]
        for debtor, owes in left.items():
            given = min(due, owes)
            if given:
                found.append(Owing(debtor=debtor, creditor=creditor, amount=given))
                left[debtor], due = owes - given, due - given
    return tuple(found)


def netted(debts: Sequence[Owing], more: Iterable[Owing]) -> tuple[Owing, ...]:
    """All debts, of any two casinos in one direction only."""
    between: dict[tuple[str, str], int] = {}
    for each in (*debts, *more):
        one, other = sorted((each.debtor, each.creditor))
        sign = 1 if each.debtor == one else -1
        between[one, other] = between.get((one, other), 0) + sign * each.amount
    return tuple(
        Owing(debtor=one, creditor=other, amount=amount)
        if amount > 0
        else Owing(debtor=other, creditor=one, amount=-amount)
        for (one, other), amount in sorted(between.items())
        if amount
    )
