"""The table of a recorded hand, as far as its file says: limits, antes, blinds, table stakes."""

from decimal import Decimal

import msgspec

from pokerroom.history.hand import Hand, HistoryError, Verb, by_seat, decimal_places, finite_amounts
from pokerroom.history.variants import variant
from pokerroom.play import KillButton, OpenRound, Procedure, Seat, procedure
from pokerroom.rules.house import PRESETS, Fixed, HouseRules, HouseRulesError, Limits, NoLimit, PotLimit, Spread

CENTS = 2
"""Decimal places of the engine's money. The unit of a file counts as one dollar."""

WAGERS = (Verb.FOLD, Verb.CHECK_OR_CALL, Verb.POST_FORCED_BET, Verb.BET_TO)


class Money:
    """Converts amounts of one file to the whole numbers the engine counts in, and back."""

    def __init__(self, hand: Hand) -> None:
        written = decimal_places(hand)
        unit = Decimal(1) if hand.odd_unit is None else hand.odd_unit
        self.places = max(CENTS, written, -int(unit.as_tuple().exponent))
        self.smallest = 10 ** (self.places - written)
        """The last decimal place of the file: the smallest part its pots can be divided into."""

    def whole(self, amount: Decimal | None) -> int:
        return 0 if amount is None else int(amount.scaleb(self.places))

    def amount(self, whole: int) -> Decimal:
        units, rest = divmod(whole, 10**self.places)
        return Decimal(whole).scaleb(-self.places).normalize() if rest else Decimal(units)


def table_for(hand: Hand, money: Money, preset: str) -> Procedure:
    """The table as the file posts it; the preset decides what the file does not post."""
    whole = money.whole
    rules = PRESETS[preset](
        limits_of(hand, money),
        ante=whole(max(hand.antes, default=None)),
        forced_bet=whole(hand.bring_in),
        kill=hand.kill,
        odd_unit=money.smallest if hand.odd_unit is None else whole(hand.odd_unit),
        antes_to_main_pot=not hand.ante_trimming,
    )
    try:
        return procedure(hand.game, with_blinds(rules, hand, tuple(map(whole, hand.blinds or ()))))
    except HouseRulesError as error:
        raise HistoryError("posted limits", str(error)) from None


def with_blinds(rules: HouseRules, hand: Hand, blinds: tuple[int, ...]) -> HouseRules:
    """With two players the file names the button's blind first, as in a house whose button posts first.

    A table whose button posted the larger blind and acted last follows 14.10(d), whatever the preset (AMB-36).
    """
    button_was_last = len(blinds) == 2 and blinds[0] > blinds[1] and first_to_act(hand) == 0
    if rules.heads_up_button_small_blind and not button_was_last:
        return msgspec.structs.replace(rules, blinds=blinds)
    return msgspec.structs.replace(rules, blinds=by_seat(blinds), heads_up_button_small_blind=False)


def first_to_act(hand: Hand) -> Seat | None:
    return next((action.seat for action in hand.actions if action.verb in WAGERS), None)


def limits_of(hand: Hand, money: Money) -> Limits:
    _, structure = variant(hand.variant)
    least = money.whole(hand.min_bet)
    if structure is Fixed:
        return Fixed(money.whole(hand.small_bet), money.whole(hand.big_bet))
    if structure is Spread:
        return Spread(least, money.whole(hand.max_bet))
    return PotLimit(least) if structure is PotLimit else NoLimit(least)


def opening(hand: Hand, money: Money) -> OpenRound:
    enough = sum(finite_amounts(hand), start=Decimal(1))
    antes = by_seat(hand.antes)
    return OpenRound(
        stacks=tuple(money.whole(stack if stack.is_finite() else enough) for stack in hand.starting_stacks),
        kill=None if hand.kill is None else KillButton(hand.kill, hand.kill_button),
        antes=tuple(map(money.whole, antes)) if len(set(antes)) > 1 else None,
    )
