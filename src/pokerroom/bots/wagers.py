"""From an estimate to a wager: whether to fold, call, bet or raise, and how much."""

from math import exp, log
from random import Random
from typing import NamedTuple

from pokerroom.bots.personality import Personality
from pokerroom.bots.spot import Spot
from pokerroom.play import (
    MayBet,
    MayCall,
    MayCheck,
    MayFold,
    MayPostForcedBet,
    MayRaise,
    Offer,
)

OPEN_ABOVE, RAISE_ABOVE, EACH_RAISE_MORE = 0.12, 0.3, 0.12
"""The edge at which a hand bets, at which it raises, and how much more it needs for each earlier raise."""
STRONG = 0.45
"""The edge of a hand that may be slow-played, or for which everything may be wagered."""
LARGE = 0.4
"""The part of the table stakes beyond which a wager needs a strong hand."""
MOST_CALLERS_OF_A_BLUFF = 2
ROUND = (1, 5, 10, 50, 100)
"""People wager multiples of this many chips, if that is at most a tenth of the wager."""
LEAST = 0.01


class Leaning(NamedTuple):
    """What an opponent thinks of a situation."""

    equity: float
    """The part of the pot its hand wins on average."""
    edge: float
    """0 for a fair share of the pot, 1 for all of it; negative below a fair share."""


def leaning(equity: float, rivals: int) -> Leaning:
    return Leaning(equity, 1 + log(max(LEAST, equity)) / log(rivals + 1))


def misjudged(equity: float, personality: Personality, chance: Random) -> float:
    return min(1.0, equity * exp(chance.gauss(0, personality.whim)))


def chosen(spot: Spot, lean: Leaning, personality: Personality, chance: Random) -> tuple[Offer, int]:
    """Which offer of a betting round is chosen, and the amount if it needs one."""
    offers = spot.offers
    wager = offers.get(MayRaise) or offers.get(MayBet)
    fold, call, post = offers.get(MayFold), offers.get(MayCall), offers.get(MayPostForcedBet)
    if isinstance(wager, MayBet | MayRaise) and wants_to_wager(spot, lean, personality, chance):
        amount = sized(spot, wager, chance.uniform(*personality.sizing), lean)
        if amount is not None:
            return wager, amount
    if post is not None:
        return post, 0
    check = offers.get(MayCheck)
    if check is not None:
        return check, 0
    if isinstance(call, MayCall):
        if lean.equity >= spot.need * patience(spot, personality):
            return call, 0
        assert fold is not None, "whoever may call may fold"
        return fold, 0
    # A compulsory bet is owed either way: folding would only lose the hand as well.
    assert isinstance(wager, MayBet), f"none of {[*offers]} is a wager"
    return wager, wager.least


def patience(spot: Spot, personality: Personality) -> float:
    return personality.entry if spot.entering else personality.stay


def wants_to_wager(spot: Spot, lean: Leaning, personality: Personality, chance: Random) -> bool:
    callers = sum(rival.can_call for rival in spot.rivals)
    if not callers:
        return False
    if lean.edge > bar(spot) + personality.reserve:
        hides = lean.edge > STRONG and spot.streets_left > 0 and chance.random() < personality.trap
        return not hides and chance.random() < personality.boldness
    may_bluff = not spot.raises and not spot.entering and callers <= MOST_CALLERS_OF_A_BLUFF
    return may_bluff and chance.random() < personality.bluff


def bar(spot: Spot) -> float:
    """The edge a hand needs to bet, or to raise."""
    return RAISE_ABOVE + EACH_RAISE_MORE * (spot.raises - 1) if spot.raises else OPEN_ABOVE


def sized(spot: Spot, offer: MayBet | MayRaise, part: float, lean: Leaning) -> int | None:
    """A wager of this part of the pot, in whole chips; None if that would risk too much for such a hand."""
    if offer.most == offer.least:
        return offer.least
    target = spot.bet + part * (spot.pot + spot.to_call)
    stakes = spot.stack + spot.bet - spot.to_call
    if target > LARGE * stakes and lean.edge < STRONG:
        return None if spot.raises else whole(offer, offer.least)
    # Chips that would be of no use if kept back go in as well.
    return whole(offer, offer.most if target > 2 * LARGE * stakes else target)


def whole(offer: MayBet | MayRaise, target: float) -> int:
    """The nearest amount that may be wagered, a round one where the chips allow."""
    if target >= offer.most:
        return offer.most
    chip = max(offer.step * times for times in ROUND if times == 1 or offer.step * times * 10 <= target)
    return max(offer.least, min(offer.most, round(target / chip) * chip))
