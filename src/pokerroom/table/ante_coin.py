"""Antes paid in coin, 14.7(c): coin pays antes below a dollar, and each dollar of it in the pot becomes a $1 chip."""

import msgspec

from pokerroom.play.commands import Seat
from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.house import HouseRules
from pokerroom.table.currency import CONVERSION, Kind, remaining
from pokerroom.table.refusals import Code, Refusal
from pokerroom.words import term

COIN = NJAC_13_69F.cite("14.7(c)", reading="AMB-79")

DOLLAR = 100
COINS = (25, 50)


class CoinExchanged(msgspec.Struct, frozen=True, gc=False, tag=True):
    """These coins left the pot for a $1 chip."""

    rule: Citation
    coins: tuple[int, ...]


class AnteCoin(msgspec.Struct, frozen=True, gc=False):
    """What the antes have left in the pot: coins, and the $1 chips that coins were exchanged for."""

    coins: tuple[int, ...] = ()
    chips: int = 0

    @property
    def amount(self) -> int:
        return sum(self.coins) + self.chips * DOLLAR


def pay_ante_in_coin(
    house: HouseRules, pot: AnteCoin, seat: Seat, coins: tuple[int, ...]
) -> tuple[AnteCoin, tuple[CoinExchanged, ...]] | Refusal:
    """The pot's coin after one player's ante, and the exchanges due because of it."""
    refusal = coin_refusal(house, seat, coins)
    if refusal is not None:
        return refusal
    held, exchanges = (*pot.coins, *coins), []
    while sum(held) >= DOLLAR:
        dollar = dollar_of(held)
        held = remaining(held, dollar)
        exchanges.append(CoinExchanged(CONVERSION, dollar))
    return AnteCoin(held, pot.chips + len(exchanges)), tuple(exchanges)


def takes_coin(house: HouseRules) -> bool:
    return house.allow_coin_antes and 0 < house.ante < DOLLAR


def coin_refusal(house: HouseRules, seat: Seat, coins: tuple[int, ...]) -> Refusal | None:
    if not takes_coin(house):
        return Refusal(Code.COIN_NOT_TAKEN, COIN, {"ante": house.ante})
    for coin in coins:
        if type(coin) is not int or coin not in COINS:
            return Refusal(Code.NOT_A_PIECE, COIN, {"what": str(coin), "kind": term(Kind.COIN)})
    if sum(coins) != house.ante:
        return Refusal(Code.NOT_THE_ANTE, COIN, {"seat": seat, "amount": sum(coins), "ante": house.ante})
    return None


def dollar_of(coins: tuple[int, ...]) -> tuple[int, ...]:
    """Coins worth exactly a dollar: halves first, then quarters."""
    taken: tuple[int, ...] = ()
    for coin in sorted(coins, reverse=True):
        if sum(taken) + coin <= DOLLAR:
            taken = (*taken, coin)
    return taken
