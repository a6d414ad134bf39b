"""Who may win which chips: each chip in the pot is asked for itself, and chips with the same answer are one pot.

14.1 "Side pot", 14.7(c)4: only an all-in player's claim is cut, at what that player put in. A player who has stopped
wagering (14.15(k)1) counts as one who is all-in (AMB-116). Where antes belong to the main pot they are for everybody,
but a player all-in on the ante itself has a claim to no more of anybody's ante than was paid for it (R-11). A chip that
lies higher than any claim reaches is with the last players whose claims reach a part of its owner's stake.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

Claim = frozenset[int]
"""The live players who may win a chip."""

NOBODY: Claim = frozenset()


class Kind(Enum):
    ANTE = "ante"
    """Antes, and dead posts for missed blinds."""
    BET = "bet"
    """Blinds, forced bets, calls, bets and raises of all betting rounds, in the order they were made."""


class Stake(NamedTuple):
    """What one player has in the pot, and how far the claim goes."""

    ante: int = 0
    bet: int = 0
    live: bool = True
    capped: bool = False
    """All-in, or has stopped wagering."""
    all_in_on_ante: bool = False
    """No table stakes were left once the antes were posted."""
    antes_apart: bool = False
    """Antes lie in the main pot, and are no part of what claims are cut by."""

    def paid(self, kind: Kind) -> int:
        return self.ante if kind is Kind.ANTE else self.bet


class Run(NamedTuple):
    """Chips of one player, one after the other, that the same players may win."""

    owner: int
    kind: Kind
    first: int
    chips: int
    claim: Claim


class Formed(NamedTuple):
    """A pot: its chips before anything is taken from it, and who may win it."""

    claim: Claim
    chips: int


def reach(stake: Stake, kind: Kind) -> int | None:
    """How many chips of each opponent this player may win; None where there is no limit."""
    if not stake.antes_apart:
        return stake.ante + stake.bet if stake.capped else None
    if kind is Kind.BET:
        return stake.bet if stake.capped else None
    return stake.ante if stake.all_in_on_ante and stake.capped and not stake.bet else None


def claims(stakes: Sequence[Stake], kind: Kind) -> Iterator[tuple[int, int | None, Claim]]:
    """For chips of each number from one up to another, whoever put them in: whose claims reach them."""
    reaches = [(seat, reach(stake, kind)) for seat, stake in enumerate(stakes) if stake.live]
    first = 0
    while True:
        claim = frozenset([seat for seat, limit in reaches if limit is None or first < limit])
        stop = min([limit for _, limit in reaches if limit is not None and limit > first], default=None)
        yield first, stop, claim
        if stop is None:
            return
        first = stop


def runs(stakes: Sequence[Stake]) -> Iterator[Run]:
    """Every chip in the pot, with who may win it; one that no claim reaches is in the last pot."""
    reached = [(kind, *each) for kind in Kind for each in claims(stakes, kind)]
    last_pot = min([claim for *_, claim in reached if claim], key=len)
    for kind, first, stop, claim in reached:
        for owner, stake in enumerate(stakes):
            # Where antes are stakes like any other, a player's bets lie upon the ante.
            below = 0 if kind is Kind.ANTE or stake.antes_apart else stake.ante
            start, paid = max(first - below, 0), stake.paid(kind)
            last = paid if stop is None else min(paid, stop - below)
            if last > start:
                yield Run(owner, kind, start, last - start, claim or last_pot)


def pots(stakes: Sequence[Stake]) -> list[Formed]:
    """The main pot, then the side pots."""
    chips: Counter[Claim] = Counter()
    for run in runs(stakes):
        chips[run.claim] += run.chips
    formed = [Formed(claim, count) for claim, count in sorted(chips.items(), key=lambda pot: -len(pot[0]))]
    assert all(main.claim > side.claim for main, side in pairwise(formed)), formed
    return formed


def unmatched_ante(antes: Sequence[int], stacks: Sequence[int]) -> tuple[int, int] | None:
    """Whose ante nobody else could match, and by how much: everybody else is all-in on less of it (AMB-82)."""
    for seat, ante in enumerate(antes):
        others = [place for place in range(len(antes)) if place != seat]
        surplus = ante - max([antes[place] for place in others])
        if surplus > 0 and not any(stacks[place] for place in others):
            return seat, surplus
    return None


def uncalled(bets: Sequence[int]) -> tuple[int, int] | None:
    """Whose bet of this betting round nobody else reached, and by how much, 14.14(d) (AMB-93)."""
    for seat, bet in enumerate(bets):
        called = max([other for place, other in enumerate(bets) if place != seat], default=0)
        if bet > called:
            return seat, bet - called
    return None
