"""What the house may take, 14.14: after each betting round, from the pots as they are then, not on what nobody called.

A percentage is of what was bet in the betting round, each pot's share rounded down by itself (AMB-91, AMB-92); levels
are reached by all chips in the pots, each taken once (AMB-95). What was taken stays with the chips it was taken from:
when two pots become one because an all-in hand has left, the rake of both is that pot's.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, product

from pokerroom.rules.house import HouseRules, IncrementalRake, PercentageRake
from tests.property.referee.books import Books
from tests.property.referee.met import Met
from tests.property.referee.pots import NOBODY, Claim, Formed, Kind, Run, pots, runs

Taken = tuple[int, tuple[int, ...]]
"""The number of a method on the sign, and what it takes from each pot, the main pot first."""

Numbers = range
"""Chips of one player's bets by their numbers, from the first that was bet in the round of play."""


class Rake:
    """The rake of one round of play as it is taken."""

    def __init__(self, house: HouseRules, met: set[Met]) -> None:
        self.house, self.met = house, met
        self.by_method: Counter[int] = Counter()
        self.by_pot: Counter[Claim] = Counter()
        self.levels: dict[int, set[tuple[Claim, int]]] = {}
        """For each method the levels that were reached: for all pots together, or for each."""
        self.unanswered: dict[int, list[Numbers]] = {}
        """Chips that nobody called of players who were out by then: they stay in the pot and are never raked."""
        self.antes_bet = False
        self.claims: list[Claim] = []
        self.merged = False
        """Two pots have become one: whether that reaches a level of each pot's own, no paragraph says."""
        self.ruled = False
        """A ruling has moved chips: whether those were bet, reach a level, or which pot bears a rake taken before, no
        paragraph says."""

    def leave_out(self, seat: int, numbers: Numbers) -> None:
        self.unanswered.setdefault(seat, []).append(numbers)

    def first_round_is_over(self) -> None:
        """Antes count with the bets of the first betting round (AMB-90): where nobody could bet in it, with none."""
        self.antes_bet = True

    def due(self, books: Books, bet_now: Sequence[Numbers], told: Sequence[Taken]) -> list[Taken]:
        """What each method takes now that a betting round is over in which these chips were bet.

        Only where no paragraph decides it, it is what was `told`.
        """
        if not self.house.rake:
            return []
        laid, formed = list(runs(books.stakes)), pots(books.stakes)
        self.follow(books.live, formed)
        taken: list[Taken] = []
        for number, method in enumerate(self.house.rake):
            if isinstance(method, PercentageRake):
                wanted = self.percentage(method, laid, formed, bet_now)
            else:
                wanted = self.reached(number, method, laid, formed)
            each_by_itself = isinstance(method, IncrementalRake) and method.scope == "per-pot"
            if self.ruled or (each_by_itself and self.merged):
                wanted = list(enumerate(dict(told).get(number, ())))[: len(formed)]
            amounts = self.take(number, method.most, formed, wanted)
            if any(amounts):
                taken.append((number, amounts))
                self.met.add(Met.PERCENTAGE if isinstance(method, PercentageRake) else Met.LEVEL)
            self.met |= {Met.RAKED_SIDE_POT} if any(amounts[1:]) else set()
        self.antes_bet = True
        return taken

    def percentage(
        self, method: PercentageRake, laid: list[Run], formed: list[Formed], bet_now: Sequence[Numbers]
    ) -> list[tuple[int, int]]:
        bets: Counter[Claim] = Counter()
        for run in laid:
            if run.kind is Kind.BET:
                bets[run.claim] += self.called(run, bet_now[run.owner])
            elif method.antes_included and not self.antes_bet:
                bets[run.claim] += run.chips
        fees = [int(bets[pot.claim] * Fraction(method.percent) / 100) for pot in formed]
        return [(place, fee - fee % method.unit) for place, fee in enumerate(fees)]

    def called(self, run: Run, among: Numbers) -> int:
        """How many chips of this run are among those bet, without those that nobody called."""
        chips = range(max(run.first, among.start), min(run.first + run.chips, among.stop))
        return len(chips) - sum(overlap(chips, numbers) for numbers in self.unanswered.get(run.owner, ()))

    def reached(
        self, number: int, method: IncrementalRake, laid: list[Run], formed: list[Formed]
    ) -> list[tuple[int, int]]:
        """The amounts of levels not reached before, each with the pot in which the dollar lies that reached it."""
        chips: Counter[Claim] = Counter()
        for run in laid:
            whole = range(run.first, run.first + run.chips)
            chips[run.claim] += self.called(run, whole) if run.kind is Kind.BET else run.chips
        sizes = [chips[pot.claim] for pot in formed]
        wanted: list[tuple[int, int]] = []
        for level, (each, amount) in enumerate((level.reached, level.amount) for level in method.levels):
            if method.scope == "aggregate":
                places = [place for place, size in enumerate(accumulate(sizes)) if size >= each][:1]
            else:
                places = [place for place, size in enumerate(sizes) if size >= each]
            for place in places:
                mark = (NOBODY if method.scope == "aggregate" else formed[place].claim), level
                if mark not in self.levels.setdefault(number, set()):
                    self.levels[number].add(mark)
                    wanted.append((place, amount))
        return wanted

    def take(self, number: int, most: int, formed: list[Formed], wanted: list[tuple[int, int]]) -> tuple[int, ...]:
        """From each pot, the main pot first, what is wanted of it, within every maximum."""
        amounts = [0] * len(formed)
        for place, fee in sorted(wanted, key=lambda each: each[0]):
            left = most - self.by_method[number]
            if self.house.rake_most is not None:
                left = min(left, self.house.rake_most - self.by_method.total())
            self.met |= {Met.MAXIMUM} if fee > left else set()
            for source, given in self.sources(place, max(0, min(fee, left)), formed):
                amounts[source] += given
                self.by_pot[formed[source].claim] += given
                self.by_method[number] += given
        return tuple(amounts)

    def sources(self, place: int, fee: int, formed: list[Formed]) -> list[tuple[int, int]]:
        """Where a fee comes from: its own pot, and what that does not hold from the others, the main pot first."""
        if self.ruled:
            return [(place, fee)]  # As it was told.
        given: list[tuple[int, int]] = []
        holds = self.left(formed)
        for source in (place, *(other for other in range(len(formed)) if other != place)):
            given.append((source, min(fee - sum(amount for _, amount in given), holds[source])))
        self.met |= {Met.HELPED_OUT} if given[0][1] < fee else set()
        return given

    def follow(self, live: set[int], formed: list[Formed]) -> None:
        """Whose claim a raked pot is, now that some who had one are out."""

        def now(claim: Claim) -> Claim:
            left = claim & live
            there = [pot.claim for pot in formed if left and pot.claim >= left]
            return min(there, key=len) if there else formed[0].claim

        if not formed:
            return
        self.merged = self.merged or len({now(claim) for claim in self.claims}) < len(self.claims)
        self.claims = [pot.claim for pot in formed]
        moved: Counter[Claim] = Counter()
        for claim, amount in self.by_pot.items():
            moved[now(claim)] += amount
        self.by_pot = moved
        self.levels = {
            number: {(claim and now(claim), level) for claim, level in marks} for number, marks in self.levels.items()
        }

    def left(self, formed: list[Formed]) -> list[int]:
        """What each pot holds after what was taken; one that holds too little leaves the rest to the others."""
        sizes = [pot.chips - self.by_pot[pot.claim] for pot in formed]
        for place, other in product(range(len(sizes)), repeat=2):
            if sizes[place] < 0 < sizes[other]:
                moved = min(-sizes[place], sizes[other])
                sizes[place] += moved
                sizes[other] -= moved
        assert min(sizes, default=0) >= 0, f"more was taken than lies in the pots: {sizes}"
        return sizes

    def left_in(self, books: Books) -> list[Formed]:
        """The pots after what was taken from them."""
        formed = pots(books.stakes)
        self.follow(books.live, formed)
        return [Formed(pot.claim, size) for pot, size in zip(formed, self.left(formed), strict=True)]


def overlap(chips: range, others: range) -> int:
    return len(range(max(chips.start, others.start), min(chips.stop, others.stop)))
