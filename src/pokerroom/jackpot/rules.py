"""The rules of a payout as data: what each pot contributes, which hand must lose, and who receives what, 14.19(b).

`missing` says what keeps a payout from being offered: the text wants several things on file and posted before that.
What comes from practice and not from the text, such as a least number of players dealt in, is in the qualifier.
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import chain, pairwise, product
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from pokerroom.jackpot.people import StaffPosition
from pokerroom.ranking.bad_beats import Qualifier
from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.house import BadBeatContribution
from pokerroom.rules.wording import is_said

cite = NJAC_13_69F.cite

Cents = Annotated[int, Meta(ge=0)]
Percent = Annotated[int, Meta(ge=0, le=100)]
WHOLE = 100
MOST = 10**10
"""In cents, what a fund comes to at most, and a count that goes into it; no number of the rules is larger."""


class Level(StrEnum):
    PRIMARY = "primary"
    SECONDARY = "secondary"


class Contribution(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What leaves each pot for a payout, after the rake and before the award, 14.19(b)1 and 2, (c)."""

    amount: Cents
    """The most that a pot contributes."""
    least_pot: Cents
    method: str
    """How the amount is calculated, as it is posted."""


class Shares(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Who receives which percentage of a payout; what cannot be divided goes to the losing hand (AMB-131)."""

    losing: Percent
    winning: Percent
    table: Percent
    """To everybody else who was dealt in."""
    room: Percent = 0
    """To everybody dealt in at the other participating tables."""

    @property
    def total(self) -> int:
        return self.losing + self.winning + self.table + self.room


class Census(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Who has a part in the room share: everybody dealt into a round in progress at another participating table, and
    where none is in progress into the last one there, if it ended so many minutes ago at most (R-56).
    """

    minutes: Annotated[int, Meta(ge=0)]
    """None: a table counts only while a round is in progress."""


class OwnContribution(msgspec.Struct, frozen=True, gc=False, tag="own"):
    """A prescribed contribution from each pot, 14.19(m)1."""

    contribution: Contribution


class CarvedOut(msgspec.Struct, frozen=True, gc=False, tag="carved out"):
    """A portion of the primary payout, which is lowered by it when it is won, 14.19(m)2."""

    amount: Cents


class Secondary(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A payout for a lesser hand, 14.19(m)."""

    qualifier: Qualifier
    shares: Shares
    funded_by: OwnContribution | CarvedOut


class Bonus(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Another award from the same fund, such as for the high hand of an hour, 14.19(a), (b)4."""

    name: str
    terms: str
    amount: Cents


class Several(StrEnum):
    """What happens where several players hold a qualifying hand, 14.19(n) (AMB-132)."""

    HIGHEST = "highest"
    SPLIT = "split"


class BothLevels(StrEnum):
    """What happens where one round has a primary and a secondary hand, 14.19(m)2i (AMB-133)."""

    PRIMARY_ONLY = "primary only"
    BOTH = "both"


class Reset(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The part of each day's contributions that begins the next payout, 14.19(p)."""

    percent: Percent
    internal_controls: str
    """Where the internal controls set it forth."""
    manner_approved: str
    """The Division's approval of how it is accounted for."""


class Route(StrEnum):
    """Where and by whom contributions are counted: one way for all tables of a payout."""

    CLOSED_TABLE = "closed table"
    CAGE = "cage"
    SATELLITE_CAGE = "satellite cage"
    TABLE_ON_VIDEO = "at the table, on video"
    TABLE_WITH_WITNESS = "at the table, with a second department"

    @property
    def rule(self) -> Citation:
        return ROUTE_RULES[self]

    @property
    def is_at_the_table(self) -> bool:
        return self in {Route.TABLE_ON_VIDEO, Route.TABLE_WITH_WITNESS}


ROUTE_RULES = {
    Route.CLOSED_TABLE: cite("14.19(d)1"),
    Route.CAGE: cite("14.19(d)2"),
    Route.SATELLITE_CAGE: cite("14.19(d)2"),
    Route.TABLE_ON_VIDEO: cite("14.19(f)2"),
    Route.TABLE_WITH_WITNESS: cite("14.19(f)2"),
}


class Step(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """From this amount on, or so many days after the last payout, a lesser hand qualifies."""

    from_amount: Cents = 0
    after_days: Annotated[int, Meta(ge=0)] = 0
    qualifier: Qualifier


class PayoutRules(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    name: str
    games: tuple[str, ...]
    tables: tuple[str, ...]
    contribution: Contribution
    qualifier: Qualifier
    shares: Shares
    route: Route
    capacity: Annotated[int, Meta(ge=1)]
    """Chips that a container takes; it is counted before it is full, 14.19(f)1."""
    discontinuing: str = ""
    """The procedure for discontinuing it, as submitted to the Division, 14.19(l)."""
    table_notice: str = ""
    """What the notice at each table says of eligibility, 14.19(b)."""
    several: Several | None = None
    both_levels: BothLevels | None = None
    secondary: Secondary | None = None
    bonuses: tuple[Bonus, ...] = ()
    reset: Reset | None = None
    ladder: tuple[Step, ...] = ()
    limit: Cents = 0
    """The most that is offered at a time, where the house sets a limit; what is contributed beyond it is for the next
    payouts. A custom of rooms: the text knows no limit, and takes nothing from players by one, 14.19(a)."""
    witnesses: tuple[StaffPosition, ...] = ()
    """Positions that the internal controls name as witnesses of a second department, 14.19(f)2ii."""
    census: Census | None = None
    """How the players of the other tables are determined, where the room has a share."""
    holds_table: bool = False
    """Whether the table of a hit is kept as evidence until play is resumed by order: practice of the house (R-57)."""
    system: str = ""
    """The multi-casino system that it is a part of, 14.20; none where it is the casino's own."""

    def qualifier_at(self, amount: int, days: float) -> Qualifier:
        """The primary qualifier at this amount, so many days after the last payout."""
        found = self.qualifier
        for step in self.ladder:
            by_amount = step.from_amount and amount >= step.from_amount
            by_days = step.after_days and days >= step.after_days
            if by_amount or by_days:
                found = step.qualifier
        return found

    def shares_of(self, level: Level) -> Shares:
        if level is Level.PRIMARY:
            return self.shares
        assert self.secondary is not None
        return self.secondary.shares

    @property
    def has_room_share(self) -> bool:
        return any(shares.room for shares in all_shares(self))

    @property
    def own_secondary(self) -> Contribution | None:
        """What each pot contributes to a secondary payout of its own."""
        found = self.secondary.funded_by if self.secondary is not None else None
        return found.contribution if isinstance(found, OwnContribution) else None

    @property
    def from_each_pot(self) -> BadBeatContribution:
        """What the sign of a participating table takes, for both levels together."""
        return BadBeatContribution(
            amount=sum(each.amount for each in all_contributions(self)), least_pot=self.contribution.least_pot
        )

    @property
    def chips_each(self) -> int:
        """Chips that a pot puts into the container, 14.19(f)1: each level's, in as few as come to it (R-101)."""
        return max(1, sum(fewest_chips(each.amount) for each in all_contributions(self)))

    def paying(self, level: Level) -> Level:
        """Whose money a payout of this level is: a secondary one may come out of the primary, 14.19(m)2ii."""
        is_carved = self.secondary is not None and isinstance(self.secondary.funded_by, CarvedOut)
        return Level.PRIMARY if is_carved else level

    @property
    def carved_out(self) -> int:
        """What of the primary payout stands for the secondary."""
        found = self.secondary.funded_by if self.secondary is not None else None
        return found.amount if isinstance(found, CarvedOut) else 0


class Missing(NamedTuple):
    """Something without which a payout is not offered, as `words/en/detail-jackpot.toml` says it."""

    what: str
    rule: Citation


def missing(rules: PayoutRules) -> Iterator[Missing]:
    """What keeps a payout from being offered."""
    reset = rules.reset
    checks = (
        (not is_said(rules.name), "name", "14.19(a)"),
        (not rules.tables or len({*rules.tables}) < len(rules.tables), "tables", "14.19(c)"),
        (any(number > MOST for number in numbers(msgspec.to_builtins(rules))), "numbers", "14.19(b)1"),
        (any(not is_said(each.method) for each in all_contributions(rules)), "method", "14.19(b)1"),
        (len({each.least_pot for each in all_contributions(rules)}) > 1, "one-least-pot", "14.19(b)2"),
        (not is_said(rules.table_notice), "table-notice", "14.19(b)"),
        (not is_said(rules.discontinuing), "discontinuing", "14.19(l)"),
        (rules.several is None, "several", "14.19(n)"),
        (rules.secondary is not None and rules.both_levels is None, "both-levels", "14.19(m)2i"),
        (any(level.total != WHOLE for level in all_shares(rules)), "shares", "14.19(a)"),
        (rules.has_room_share and rules.census is None, "census", "14.19(b)3"),
        (any(not is_said(bonus.name) or not is_said(bonus.terms) for bonus in rules.bonuses), "bonus", "14.19(b)4"),
        (reset is not None and not is_said(reset.internal_controls), "reset-controls", "14.19(p)"),
        (reset is not None and not is_said(reset.manner_approved), "reset-manner", "14.19(p)"),
        (any(not (step.from_amount or step.after_days) for step in rules.ladder), "ladder-step", "14.19(b)3"),
        (not is_descending(rules), "ladder", "14.19(q)"),
        (rules.capacity < rules.chips_each, "capacity", "14.19(f)1"),
        (rules.route is Route.TABLE_WITH_WITNESS and not rules.witnesses, "witnesses", "14.19(f)2ii"),
    )
    return (Missing(what, cite(paragraph)) for fails, what, paragraph in checks if fails)


CHIPS = (100_000, 50_000, 10_000, 2_500, 500, 100, 50, 25, 10, 5, 1)
"""What chips and coin are worth, in cents."""


def fewest_chips(amount: int) -> int:
    """How many chips and coins an amount comes in, where it comes in as few as can be."""
    found = 0
    for value in CHIPS:
        more, amount = divmod(amount, value)
        found += more
    return found


def numbers(value: Any) -> Iterator[int]:
    """Every number that is said in rules, however deep."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, dict):
        yield from chain.from_iterable(map(numbers, value.values()))
    elif isinstance(value, list | tuple):
        yield from chain.from_iterable(map(numbers, value))


def all_contributions(rules: PayoutRules) -> tuple[Contribution, ...]:
    return (rules.contribution, *(() if rules.own_secondary is None else (rules.own_secondary,)))


def all_shares(rules: PayoutRules) -> tuple[Shares, ...]:
    return (rules.shares, *(() if rules.secondary is None else (rules.secondary.shares,)))


def is_descending(rules: PayoutRules) -> bool:
    """A ladder asks less with each step: until a payout is won its requirements are not increased, 14.19(q)."""
    steps = [rules.qualifier, *(step.qualifier for step in rules.ladder)]
    return all(not asks_more(later, earlier) for earlier, later in pairwise(steps))


def asks_more(new: Qualifier, old: Qualifier) -> bool:
    """Whether some hand that qualified does not any more; a further condition is an increase, too (AMB-140)."""
    return (
        new.least > old.least
        or new.beaten_by > old.beaten_by
        or HARDNESS[new.hole_cards] > HARDNESS[old.hole_cards]
        or new.minimum_players > old.minimum_players
        or (new.pocket_pair_for_quads and not old.pocket_pair_for_quads)
        or (new.takes_pot and not old.takes_pot)
        or (old.loser_only and not new.loser_only and has_conditions(new))
    )


def increased(old: PayoutRules, new: PayoutRules, *, amount: int, days: float) -> Iterator[Level]:
    """The levels at which a hand must be more than before, of a payout of this amount and age, 14.19(q)."""
    if asks_more_on_ladder(new, old, amount, days):
        yield Level.PRIMARY
    if old.secondary and new.secondary and asks_more(new.secondary.qualifier, old.secondary.qualifier):
        yield Level.SECONDARY


def asking(rules: PayoutRules, other: PayoutRules) -> PayoutRules:
    """These rules with what the other ones ask of a hand."""
    secondary = rules.secondary
    if secondary is not None and other.secondary is not None:
        secondary = replace(secondary, qualifier=other.secondary.qualifier)
    return replace(rules, qualifier=other.qualifier, ladder=other.ladder, secondary=secondary)


def asks_more_on_ladder(new: PayoutRules, old: PayoutRules, amount: int, days: float) -> bool:
    """Whether some hand would not qualify that would have, now or by a step of the ladder that is yet to come."""
    steps = (*old.ladder, *new.ladder)
    amounts = {amount, *(step.from_amount for step in steps if step.from_amount > amount)}
    ages = {days, *(step.after_days for step in steps if step.after_days > days)}
    return any(asks_more(new.qualifier_at(*when), old.qualifier_at(*when)) for when in product(amounts, ages))


def has_conditions(qualifier: Qualifier) -> bool:
    """Whether a hand must meet conditions on its player's own cards."""
    return HARDNESS[qualifier.hole_cards] > 0 or qualifier.pocket_pair_for_quads


HARDNESS = {"any": 0, "play": 1, "needed": 2}
"""A hand that needs both hole cards is one in which both play."""
