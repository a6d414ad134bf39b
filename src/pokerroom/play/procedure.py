"""A game and its house rules, compiled once per table into what each street needs.

The interpreter never searches clauses while it plays: openers, bet sizes, cards to deal and the functions that rank a
hand are looked up here once.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any

import msgspec

from pokerroom.cards import DECK, Card
from pokerroom.play.offered import MayCheck, MayFold
from pokerroom.ranking import Ranking, Strength, form, worst_qualifying
from pokerroom.rules.citation import Citation
from pokerroom.rules.clauses import (
    BestShowing,
    Community,
    Deal,
    Draw,
    Game,
    General,
    LeftOfButton,
    Like,
    OddUnitTo,
    ReshuffleDiscards,
    Share,
    Street,
)
from pokerroom.rules.house import (
    Fixed,
    HouseRules,
    HouseRulesError,
    KillOption,
    NoLimit,
    OddUnits,
    PercentageRake,
    PotLimit,
    Reopens,
    Spread,
)
from pokerroom.rules.rulebook import CURRENT, Rulebook
from pokerroom.words import Saying, saying

RankHand = Callable[[Sequence[Card], Sequence[Card]], Strength]

DOLLAR = 100
MOST_PERCENT = 10
CHARGE_MINUTES = (20, 30)
COIN_ANTES = (25, 50, 75)


class StreetPlan(msgspec.Struct, frozen=True, gc=False):
    """One street as the interpreter needs it."""

    index: int
    street: Street
    cards: Deal | Community | Draw
    opens: Any
    answers: Citation
    discard: int
    """Down cards that entering on this street costs."""
    compulsory: bool
    """The opener may not check."""
    last: bool
    fold: MayFold
    free_fold: MayFold
    check: MayCheck


class SharePlan(msgspec.Struct, frozen=True, gc=False):
    share: Share
    rank: RankHand
    floor: Strength | None
    """The weakest strength that qualifies."""
    odd_unit: OddUnitTo


class BetSizes(msgspec.Struct, frozen=True, gc=False):
    """The full bet of each street, the most a spread allows, and the posted minimum."""

    units: tuple[int, ...]
    most: int
    minimum: int


class Procedure(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    game: Game
    house: HouseRules
    general: General
    streets: tuple[StreetPlan, ...]
    shares: tuple[SharePlan, ...]
    sizes: dict[KillOption | None, BetSizes]
    structure: type
    reopens: Reopens
    seats: int
    seats_the_deck_serves: int
    ample: int
    """Stakes that are enough for any seat, whatever it has to post."""
    rulebook: Rulebook
    first_rulebook: bool
    """Whether the corrections of the second rulebook do not apply yet."""

    def __repr__(self) -> str:
        return f"procedure({self.game.key!r}, {self.game.edition!r}, preset={self.house.preset!r})"


@lru_cache(maxsize=256)
def procedure(game: Game, house: HouseRules, rulebook: Rulebook = CURRENT) -> Procedure:
    """How this game is played at this table; raises `HouseRulesError` where the sign cannot be posted."""
    check_house_rules(game, house, rulebook)
    return compiled(game, house, rulebook)


@lru_cache(maxsize=256)
def compiled(game: Game, house: HouseRules, rulebook: Rulebook = CURRENT) -> Procedure:
    """The same for a sign that has been checked already, even if it would be refused today."""
    streets = tuple(_street_plan(game, house, index, rulebook) for index in range(len(game.streets)))
    sizes = _all_sizes(house, len(streets))
    return Procedure(
        game=game,
        house=house,
        general=game.general,
        streets=streets,
        shares=tuple(_share_plan(game, house, share) for share in game.shares),
        sizes=sizes,
        structure=type(house.limits),
        reopens=_reopening(house),
        seats=min(game.seats.most, house.max_seats or game.seats.most),
        seats_the_deck_serves=_seats_the_deck_serves(game),
        ample=_ample(house, sizes),
        rulebook=rulebook,
        first_rulebook=rulebook < Rulebook.SECOND,
    )


def _seats_the_deck_serves(game: Game) -> int:
    """How many players 52 cards are enough for, on the streets where the game has no rule for a short deck."""
    covered = () if game.shortage is None or isinstance(game.shortage, ReshuffleDiscards) else game.shortage.streets
    each, for_all = 0, 0
    for street in game.streets:
        cards = street.cards
        if isinstance(cards, Deal) and street.name not in covered:
            each += len(cards.faces)
            for_all += cards.burn is not None
        elif isinstance(cards, Community):
            for_all += cards.count + 1
    return (len(DECK) - for_all) // each


def _ample(house: HouseRules, sizes: dict[KillOption | None, BetSizes]) -> int:
    minimum = max(size.minimum for size in sizes.values())
    return house.ante + max(house.forced_bet, minimum, *house.blinds) + minimum


def _street_plan(game: Game, house: HouseRules, index: int, rulebook: Rulebook) -> StreetPlan:
    # The first rulebook posted blinds again wherever the text speaks of the first betting round.
    reposting = {Like.BLINDS, Like.TURNS} if rulebook < Rulebook.SECOND else {Like.BLINDS}
    street = game.streets[index]
    opens = street.opens
    compulsory = isinstance(opens, BestShowing) and opens.compulsory and not house.five_stud_opener_may_check
    if house.repost_blinds_each_round and isinstance(opens, LeftOfButton) and opens.like_first_round in reposting:
        opens = game.streets[0].opens
    return StreetPlan(
        index=index,
        street=street,
        cards=street.cards,
        opens=opens,
        answers=street.answers,
        discard=0 if street.discard is None else street.discard.count,
        compulsory=compulsory,
        last=index == len(game.streets) - 1,
        fold=MayFold(game.general.fold, free=False),
        free_fold=MayFold(game.general.fold, free=house.warn_on_free_fold),
        check=MayCheck(street.answers),
    )


def _share_plan(game: Game, house: HouseRules, share: Share) -> SharePlan:
    ranking = share.ranking
    if ranking is Ranking.LOW_DEUCE_TO_SEVEN and house.two_seven_wheel_is_straight:
        ranking = Ranking.LOW_INVERSE_OF_HIGH
    qualifier = share.qualifier
    return SharePlan(
        share=msgspec.structs.replace(share, ranking=ranking),
        rank=form(ranking, share.formation),
        floor=worst_qualifying(ranking, qualifier.worst) if qualifier else None,
        odd_unit=_odd_unit_to(game, house, share),
    )


def _odd_unit_to(game: Game, house: HouseRules, share: Share) -> OddUnitTo:
    if not game.has_button or house.odd_unit_button_games is OddUnits.AS_WRITTEN:
        return share.odd_unit
    if house.odd_unit_button_games is OddUnits.LEFT_OF_BUTTON:
        return OddUnitTo.LEFT_OF_BUTTON
    low = share.name == "low" or share.ranking is Ranking.BADUGI
    return OddUnitTo.LOWEST_CARD_BY_SUIT if low else OddUnitTo.HIGHEST_CARD_BY_SUIT


def _reopening(house: HouseRules) -> Reopens:
    """Card rooms measure a short all-in against half a bet at fixed limit, cumulatively elsewhere (AMB-77)."""
    if isinstance(house.limits, Fixed) and house.short_all_in_reopens is Reopens.CUMULATIVE:
        return Reopens.HALF
    return house.short_all_in_reopens


def _all_sizes(house: HouseRules, streets: int) -> dict[KillOption | None, BetSizes]:
    posted = _sizes(house, streets, lambda amount: amount)
    if house.kill is None:
        return {None: posted}
    return {None: posted, house.kill: _sizes(house, streets, lambda amount: _increased(house, amount))}


def _sizes(house: HouseRules, streets: int, scale: Callable[[int], int]) -> BetSizes:
    limits = house.limits
    if isinstance(limits, Fixed):
        big_from = streets // 2 if limits.big_from is None else limits.big_from
        units = tuple(scale(limits.small if index < big_from else limits.big) for index in range(streets))
        return BetSizes(units, 0, scale(limits.small))
    most = limits.most if isinstance(limits, Spread) else 0
    return BetSizes((scale(limits.least),) * streets, scale(most), scale(limits.least))


def _increased(house: HouseRules, amount: int) -> int:
    """A kill doubles the limits, a half-kill adds half of them, 14.1."""
    if house.kill is KillOption.KILL:
        return 2 * amount
    exact, unit = 3 * amount, 2 * house.odd_unit
    if house.half_kill_rounding == "up":
        return -(-exact // unit) * house.odd_unit
    return exact // unit * house.odd_unit


def check_house_rules(game: Game, house: HouseRules, rulebook: Rulebook = CURRENT) -> None:
    for name, value in _numbers(house):
        if type(value) is not int:
            what = saying(f"sign.number-{name}")
            raise unpostable(game, saying("sign.whole-number", what=what, value=repr(value)), game.general.limits)
    for holds, why, rule in _conditions(game, house, rulebook):
        if not holds:
            raise unpostable(game, why, rule)


def unpostable(game: Game, why: Saying, rule: Citation) -> HouseRulesError:
    return HouseRulesError(saying("sign.of-game", game=game.name, why=why, rule=str(rule)))


def _conditions(game: Game, house: HouseRules, rulebook: Rulebook) -> list[tuple[bool, Saying, Citation]]:
    """What a sign must satisfy, each with its reason and paragraph."""
    general, limits = game.general, house.limits
    foreign = house.posts_may_differ
    minimum = limits.small if isinstance(limits, Fixed) else limits.least
    amounts = (house.ante, house.forced_bet, *house.blinds, *_amounts(house))
    conditions = [
        (min(amounts) >= 0, saying("sign.amounts"), general.limits),
        (minimum > 0, saying("sign.minimum"), general.limits),
        (_ordered(house), saying("sign.limits-in-order"), general.limits),
        (0 < house.odd_unit <= DOLLAR, saying("sign.odd-unit"), game.halves or general.tie),
        (
            foreign or house.odd_unit <= 0 or not any(amount % house.odd_unit for amount in amounts[1:]),
            saying("sign.whole-chips"),
            general.stakes,
        ),
        (house.max_raises is None or house.max_raises >= 0, saying("sign.raise-cap"), general.limits),
        (
            foreign or _ante_is_payable(house),
            saying("sign.ante-payable"),
            general.stakes,
        ),
        (
            house.max_seats is None or 2 <= house.max_seats <= game.seats.most,
            saying("sign.seats", most=game.seats.most),
            game.seats.rule,
        ),
        (house.kill is None or game.kill is not None, saying("sign.no-kill"), general.limits),
        (
            house.kill is None or isinstance(limits, (Fixed, Spread)),
            saying("sign.kill-limits"),
            game.kill.rule if game.kill else general.limits,
        ),
        (
            house.kill is not KillOption.HALF_KILL or _half_kill_is_payable(house),
            saying("sign.half-kill-payable"),
            game.kill.rule if game.kill else general.limits,
        ),
    ]
    conditions += _rake_conditions(game, house, rulebook)
    if game.has_button:
        conditions += [
            (
                house.forced_bet == 0,
                saying("sign.blinds-only"),
                game.streets[0].opens.rule,
            ),
            (foreign or any(house.blinds), saying("sign.a-blind"), game.streets[0].opens.rule),
        ]
    else:
        conditions += [
            (not any(house.blinds), saying("sign.no-blinds"), game.streets[0].opens.rule),
            (foreign or house.forced_bet > 0, saying("sign.a-forced-bet"), game.streets[0].opens.rule),
            (
                house.forced_bet <= minimum,
                saying("sign.forced-bet-small"),
                game.streets[0].opens.rule,
            ),
        ]
    return conditions


def _rake_conditions(game: Game, house: HouseRules, rulebook: Rulebook) -> list[tuple[bool, Saying, Citation]]:
    """What 14.14 lets a sign say of the rake."""
    general, charge = game.general, house.time_charge
    conditions = [(house.rake_most is None or house.rake_most >= 0, saying("sign.rake-maximum"), general.rake)]
    for method in house.rake:
        conditions.append((method.most > 0, saying("sign.rake-needs-maximum"), general.rake))
        if isinstance(method, PercentageRake):
            most, posted = general.most_percentage, method.percent
            conditions += [
                (posted > 0, saying("sign.percentage-above", posted=str(posted)), most),
                (posted <= MOST_PERCENT, saying("sign.percentage-most", most=MOST_PERCENT, posted=str(posted)), most),
                (method.unit > 0, saying("sign.rake-unit"), general.percentage_rake),
            ]
        else:
            levels = [level.reached for level in method.levels]
            payable = all(0 < level.amount < level.reached for level in method.levels)
            conditions += [
                (
                    bool(levels) and levels == sorted(set(levels)),
                    saying("sign.rake-levels-rise"),
                    general.rake,
                ),
                (payable, saying("sign.rake-level"), general.rake),
            ]
    in_all = percent_in_all(house)
    # The first rulebook limited each percentage separately.
    bounded = in_all <= MOST_PERCENT or rulebook < Rulebook.SECOND
    what = saying("sign.percentage-in-all", most=MOST_PERCENT, posted=str(in_all))
    conditions.append((bounded, what, general.most_percentage))
    drop = house.bad_beat
    if drop is not None:
        sound = type(drop.amount) is int and type(drop.least_pot) is int and 0 < drop.amount < drop.least_pot
        conditions.append((sound, saying("sign.contribution"), general.contribution))
    if charge is not None:
        divides = charge.hourly > 0 and charge.hourly * charge.every % (60 * house.odd_unit) == 0
        conditions += [
            (charge.every in CHARGE_MINUTES, saying("sign.charge-every"), general.time_charge),
            (divides, saying("sign.charge-divides"), general.time_charge),
        ]
    return conditions


def percent_in_all(house: HouseRules) -> int | Decimal:
    """The sum of the percentage rakes of a sign: each is a percentage of the same bets (AMB-98)."""
    return sum([method.percent for method in house.rake if isinstance(method, PercentageRake)])


def _numbers(house: HouseRules) -> list[tuple[str, object]]:
    """Everything on a sign that is counted, under what it is called there."""
    numbers: list[tuple[str, object]] = [
        ("ante", house.ante),
        ("forced-bet", house.forced_bet),
        ("odd-unit", house.odd_unit),
        *(("blind", blind) for blind in house.blinds),
        *(("limit", amount) for amount in _amounts(house)),
    ]
    numbers += [("rake", amount) for amount in _rake_amounts(house)]
    optional = (
        ("raise-cap", house.max_raises),
        ("seat-cap", house.max_seats),
        ("rake-maximum", house.rake_most),
    )
    return numbers + [(name, value) for name, value in optional if value is not None]


def _rake_amounts(house: HouseRules) -> list[int]:
    amounts: list[int] = []
    for method in house.rake:
        amounts.append(method.most)
        if isinstance(method, PercentageRake):
            amounts.append(method.unit)
        else:
            amounts += [amount for level in method.levels for amount in (level.reached, level.amount)]
    if house.time_charge is not None:
        amounts += (house.time_charge.hourly, house.time_charge.every)
    return amounts


def _amounts(house: HouseRules) -> tuple[int, ...]:
    match house.limits:
        case Fixed(small=small, big=big):
            return (small, big)
        case Spread(least=least, most=most):
            return (least, most)
        case PotLimit(least=least) | NoLimit(least=least):
            return (least,)


def _ordered(house: HouseRules) -> bool:
    amounts = _amounts(house)
    return amounts[0] <= amounts[-1]


def _ante_is_payable(house: HouseRules) -> bool:
    whole = house.ante % DOLLAR == 0
    return whole or (house.allow_coin_antes and house.ante in COIN_ANTES)


def _half_kill_is_payable(house: HouseRules) -> bool:
    if house.half_kill_rounding != "refuse":
        return True
    return all(3 * amount % (2 * house.odd_unit) == 0 for amount in _amounts(house))
