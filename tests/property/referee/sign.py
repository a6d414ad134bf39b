"""What a sign says in amounts: the bet of a street, a kill's limits, who posts which blind, 14.10(d), 14.17."""

from collections.abc import Sequence

from pokerroom.play import KillButton, OpenRound
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, HouseRules, KillOption, NoLimit, PotLimit, Spread


def minimum(house: HouseRules, kill: KillButton | None) -> int:
    """The posted minimum wager, as a kill in effect has increased it."""
    limits = house.limits
    return increased(house, limits.small if isinstance(limits, Fixed) else limits.least, kill)


def unit(game: Game, house: HouseRules, kill: KillButton | None, street: int) -> int:
    """One bet on this street; without a posted street the larger limit begins half-way."""
    match house.limits:
        case Fixed(small=small, big=big, big_from=posted):
            from_street = len(game.streets) // 2 if posted is None else posted
            return increased(house, big if street >= from_street else small, kill)
        case Spread(least=least) | PotLimit(least=least) | NoLimit(least=least):
            return increased(house, least, kill)


def increased(house: HouseRules, amount: int, kill: KillButton | None) -> int:
    """Twice the amount under a kill, half as much again under a half-kill, 14.1; odd halves as filed (AMB-102)."""
    if kill is None:
        return amount
    if kill.option is KillOption.KILL:
        return amount + amount
    chips, rest = divmod(3 * amount, 2 * house.odd_unit)
    return (chips + (rest > 0 and house.half_kill_rounding == "up")) * house.odd_unit


def from_left_of_button(players: int, button: int, house: HouseRules) -> list[int]:
    """The order in which blinds are posted: two players may have the button post first (AMB-36)."""
    first = button if players == 2 and house.heads_up_button_small_blind else button + 1
    return [(first + step) % players for step in range(players)]


def regular_blinds(house: HouseRules, button: int, players: int, by_seat: Sequence[int] | None) -> dict[int, int]:
    """What each seat owes by its place, in the order of posting; whoever holds a kill button owes that one instead."""
    order = from_left_of_button(players, button, house)
    if by_seat is not None:
        return {seat: by_seat[seat] for seat in order if by_seat[seat]}
    return {seat: blind for seat, blind in zip(order, house.blinds, strict=False) if blind}


def blinds_owed(house: HouseRules, kill: KillButton | None, regular: dict[int, int]) -> dict[int, int]:
    """What each seat is to post: its blind, or the kill blind alone, 14.11(i)."""
    if kill is None or kill.seat is None:
        return regular
    return {**regular, int(kill.seat): minimum(house, kill)}


def needed_to_be_dealt_in(game: Game, house: HouseRules, opening: OpenRound) -> list[int]:
    """Ante, the bet this very seat may have to make, and one more at the minimum, 14.7(c)3 (AMB-78)."""
    players = len(opening.stacks)
    if house.short_stack_dealt_in:
        return [1] * players
    least = house.ante + minimum(house, opening.kill)
    if not game.has_button:
        return [house.forced_bet + least] * players
    button = players - 1 if opening.button is None else int(opening.button)
    owed = blinds_owed(house, opening.kill, regular_blinds(house, button, players, opening.blinds))
    return [owed.get(seat, 0) + least for seat in range(players)]
