"""Payout odds, 13.6: at least those of the table in (b), the same in the whole casino, printed with "to" or "win".

Odds are fractions, and a payment is whole cents or refused. What the house keeps of each wager follows exactly.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from math import lcm

import msgspec

from pokerroom.dice.refusals import Code, Refusal
from pokerroom.dice.wagers import DECIDED_BY, Bet, chance
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.words import Value, term

PRINTED = NJAC_13_69F.cite("13.6(a)")
AT_LEAST = NJAC_13_69F.cite("13.6(b)")
PAYABLE = NJAC_13_69F.cite("13.6(b)1", reading="AMB-152")
NO_COMMISSION = NJAC_13_69F.cite("13.6(b)2")

ODDS_TEXT = re.compile(r"(?P<pays>[1-9]\d{0,4}) (?:to|win) (?P<on>[1-9]\d{0,4})")
FOR = re.compile(r"\bfor\b", re.IGNORECASE)


class Odds(msgspec.Struct, frozen=True, gc=False, order=True):
    """`9 to 5` pays nine for every five staked, and the five are returned too."""

    pays: int
    on: int

    def __str__(self) -> str:
        return f"{self.pays} to {self.on}"

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.pays, self.on)


class Pays(msgspec.Struct, frozen=True, gc=False):
    """What a betting area pays; on some totals it may pay more."""

    odds: Odds
    on_totals: Mapping[int, Odds] = {}

    def on(self, total: int) -> Odds:
        return self.on_totals.get(total, self.odds)

    @property
    def all(self) -> tuple[Odds, ...]:
        return (self.odds, *self.on_totals.values())


PayTable = Mapping[Bet, Pays]

EVEN = Odds(1, 1)

LEAST: PayTable = {
    Bet.PLACE_4: Pays(Odds(9, 5)),
    Bet.PLACE_5: Pays(Odds(7, 5)),
    Bet.PLACE_6: Pays(Odds(7, 6)),
    Bet.PLACE_8: Pays(Odds(7, 6)),
    Bet.PLACE_9: Pays(Odds(7, 5)),
    Bet.PLACE_10: Pays(Odds(9, 5)),
    Bet.FIELD: Pays(EVEN, {2: Odds(2, 1), 12: Odds(2, 1)}),
    Bet.ANY_7: Pays(Odds(4, 1)),
    Bet.OVER_7: Pays(EVEN),
    Bet.UNDER_7: Pays(EVEN),
}
"""The odds that no casino may go below, 13.6(b)."""


def parse(text: str) -> Odds | Refusal:
    """Odds as they are printed: "9 to 5" or "9 win 5"; never "for", 13.6(a)."""
    found = ODDS_TEXT.fullmatch(text.strip())
    if found is not None:
        return Odds(int(found["pays"]), int(found["on"]))
    code = Code.ODDS_SAY_FOR if FOR.search(text) else Code.NOT_ODDS
    return Refusal(code, PRINTED, {"text": text})


def pay_table(printed: Mapping[str, str], *, commission: int = 0) -> PayTable | Refusal:
    """The odds of a house, by what its layout and brochures print; what it does not print it pays as the text has it.

    `field 2` and `field 12` are what the field pays on these totals.
    """
    if commission:
        return Refusal(Code.COMMISSION, NO_COMMISSION, {"commission": commission})
    found = dict(LEAST)
    for name, text in printed.items():
        where = area_of(name)
        odds = parse(text)
        if isinstance(odds, Refusal):
            return odds
        if where is None:
            return Refusal(Code.UNKNOWN_WAGER, AT_LEAST, {"wager": name})
        bet, total = where
        area = found[bet]
        more = dict(area.on_totals) | ({} if total is None else {total: odds})
        found[bet] = Pays(area.odds if total is not None else odds, more)
    return below_refusal(found) or found


def area_of(name: str) -> tuple[Bet, int | None] | None:
    """The betting area that a printed line is about, and the total it is about where that pays more."""
    for bet in Bet:
        if name == bet.value:
            return bet, None
        if any(name == f"{bet.value} {total}" for total in LEAST[bet].on_totals):
            return bet, int(name.rpartition(" ")[2])
    return None


def below_refusal(table: PayTable) -> Refusal | None:
    """Why these odds may not be offered: some wager would be paid less than the text requires."""
    for bet, area in table.items():
        for total in DECIDED_BY[bet].wins:
            least = LEAST[bet].on(total)
            if area.on(total).ratio < least.ratio:
                facts: dict[str, Value] = {"wager": term(bet), "odds": str(area.on(total)), "least": str(least)}
                return Refusal(Code.BELOW_LEAST_ODDS, AT_LEAST, facts)
    return None


def printed(table: PayTable) -> dict[str, str]:
    """As a layout prints them; `pay_table` reads it back."""
    lines = {bet.value: str(area.odds) for bet, area in table.items()}
    return lines | {
        f"{bet.value} {total}": str(odds) for bet, area in table.items() for total, odds in area.on_totals.items()
    }


def payment(area: Pays, amount: int, total: int) -> int:
    """What a winning wager is paid beside being returned. It was accepted because this is exact."""
    won = amount * area.on(total).ratio
    assert won.denominator == 1, f"{amount} cents cannot be paid at {area.on(total)}"
    return won.numerator


def amount_refusal(bet: Bet, area: Pays, amount: int, *, unit: int) -> Refusal | None:
    """Why a wager of this size may not be accepted: it could not be paid exactly in chips of the table, 13.6(b)1."""
    step = payable_step(area, unit=unit)
    if amount % step == 0:
        return None
    facts: dict[str, Value] = {"wager": term(bet), "amount": amount, "step": step, "payable": amount // step * step}
    return Refusal(Code.NOT_PAYABLE, PAYABLE, facts)


def payable_step(area: Pays, *, unit: int) -> int:
    """The smallest amount of whole chips that can be paid exactly; so can every multiple of it, and nothing else."""
    return unit * lcm(*(odds.ratio.denominator for odds in area.all))


def edge(bet: Bet, area: Pays) -> Fraction:
    """What the house keeps on average of a wager, for each time one is decided."""
    decides = DECIDED_BY[bet]
    decided = chance(decides.wins | decides.loses)
    won = sum((chance(frozenset({total})) * area.on(total).ratio for total in decides.wins), Fraction(0))
    return (chance(decides.loses) - won) / decided
