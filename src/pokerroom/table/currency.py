"""Bills and coin on the table: what may be wagered with them, and what the dealer changes into gaming chips, 14.7(c).

Currency counts only if it lay on the table when the round of play began, and is converted as soon as it is bet. Coin
pays antes below a dollar, and every dollar of it in the pot is swapped for a $1 chip.
"""

from collections import Counter
from enum import StrEnum

import msgspec

from pokerroom.play.commands import Seat
from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.house import HouseRules
from pokerroom.table.refusals import Code, Refusal

cite = NJAC_13_69F.cite

COIN = cite("14.7(c)", reading="AMB-79")
CONVERSION = cite("14.7(c)2")

DOLLAR = 100
COINS = (25, 50)


class Kind(StrEnum):
    CHIPS = "chip"
    CURRENCY = "bill"
    COIN = "coin"


class CurrencyConverted(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Bills became chips, for the wager they were put in for: so much of it went to the pot, the rest back."""

    rule: Citation
    seat: Seat
    bills: tuple[int, ...]
    to_the_pot: int
    back: int


class CoinExchanged(msgspec.Struct, frozen=True, gc=False, tag=True):
    """These coins left the pot for a $1 chip."""

    rule: Citation
    coins: tuple[int, ...]


class AnteCoin(msgspec.Struct, frozen=True, gc=False):
    """What the antes have left in the pot: coins, and the $1 chips that others were exchanged for."""

    coins: tuple[int, ...] = ()
    chips: int = 0

    @property
    def amount(self) -> int:
        return sum(self.coins) + self.chips * DOLLAR


def convert(seat: Seat, bills: tuple[int, ...], change: int) -> CurrencyConverted | None:
    """The conversion that goes with a wager: change comes out of the bills first, and always in chips."""
    worth = sum(bills)
    back = min(change, worth)
    return CurrencyConverted(CONVERSION, seat, bills, worth - back, back) if bills else None


def missing(bills: tuple[int, ...], on_the_table: tuple[int, ...]) -> tuple[int, ...]:
    """The bills that did not lie on the table."""
    return tuple((Counter(bills) - Counter(on_the_table)).elements())


def remaining(on_the_table: tuple[int, ...], bills: tuple[int, ...]) -> tuple[int, ...]:
    return tuple((Counter(on_the_table) - Counter(bills)).elements())


def pay_ante_in_coin(
    house: HouseRules, pot: AnteCoin, seat: Seat, coins: tuple[int, ...]
) -> tuple[AnteCoin, tuple[CoinExchanged, ...]] | Refusal:
    """The pot's coin after one player's ante, and the exchanges that it made due."""
    refusal = coin_refusal(house, seat, coins)
    if refusal is not None:
        return refusal
    held, exchanges = (*pot.coins, *coins), []
    while sum(held) >= DOLLAR:
        dollar = dollar_of(held)
        held = remaining(held, dollar)
        exchanges.append(CoinExchanged(CONVERSION, dollar))
    return AnteCoin(held, pot.chips + len(exchanges)), tuple(exchanges)


def coin_refusal(house: HouseRules, seat: Seat, coins: tuple[int, ...]) -> Refusal | None:
    if not house.allow_coin_antes or not 0 < house.ante < DOLLAR:
        return Refusal(Code.COIN_NOT_TAKEN, COIN, {"ante": house.ante})
    for coin in coins:
        if type(coin) is not int or coin not in COINS:
            return Refusal(Code.NOT_A_PIECE, COIN, {"what": str(coin), "kind": Kind.COIN.value})
    if sum(coins) != house.ante:
        return Refusal(Code.NOT_THE_ANTE, COIN, {"seat": seat, "amount": sum(coins), "ante": house.ante})
    return None


def dollar_of(coins: tuple[int, ...]) -> tuple[int, ...]:
    """Coins worth exactly a dollar. Halves first: then quarters fill whatever is left."""
    taken: tuple[int, ...] = ()
    for coin in sorted(coins, reverse=True):
        if sum(taken) + coin <= DOLLAR:
            taken = (*taken, coin)
    return taken
