"""Who is dealt in, where the button is and which blinds are due: the input of a round of play, 14.7(c)3, 14.10(c).

The button of a round is a player dealt in. A dead button is at a seat where nobody is dealt in: the round then gets the
last player before it, and cards and turns still start from that player's left.
"""

from typing import NamedTuple

from pokerroom.play import KillButton, OpenRound, Procedure, Seat
from pokerroom.play.blinds import posting_order
from pokerroom.play.opening import needed_to_be_dealt_in
from pokerroom.rules.house import HouseRules
from pokerroom.rules.rulebook import CURRENT, Rulebook
from pokerroom.table.seating.events import LeftOut, Why
from pokerroom.table.seating.posting import Posting
from pokerroom.table.seating.state import Kill, Place, Status, Table


class Positions(NamedTuple):
    """The button and the blinds, by the seats of the table."""

    button: int | None
    round_button: int | None
    blinds: tuple[int, ...]
    """The seat of each posted blind, whether its player is dealt in or not."""


class Lineup(NamedTuple):
    seats: tuple[int, ...]
    positions: Positions
    command: OpenRound
    made_good: tuple[int, ...]
    left_out: tuple[LeftOut, ...]
    kill: Kill | None
    """The kill that it is played under."""


def willing(table: Table) -> list[int]:
    """The seats of players who want to be dealt in at once and owe nothing."""
    return [seat for seat in ready(table) if not table.place(seat).waits]


def ready(table: Table) -> list[int]:
    """Those, and the players who are dealt in when the last blind comes round."""
    return [seat for seat, place in table.seated if place.status is Status.PLAYING and not place.owes]


def next_lineup(table: Table, rulebook: Rulebook = CURRENT) -> Lineup | None:
    """The line-up of the next round of play; None where fewer than two players can be dealt in."""
    kill, plan = table.kill, table.posting.plan_under(rulebook)
    cancelled = table.posting.rules.kill_if_absent == "cancel"
    if kill is not None and cancelled and table.seat_of(kill.player) not in willing(table):
        kill = None
    lineup = all_who_can(table, plan, kill)
    if kill is not None and cancelled and (lineup is None or table.seat_of(kill.player) not in lineup.seats):
        return all_who_can(table, plan, None)  # At the posted limits other players may be able to play.
    return lineup


def all_who_can(table: Table, plan: Procedure, kill: Kill | None) -> Lineup | None:
    """Players who wait for the last blind join when it reaches them, or when without them no round could be dealt."""
    at_once = willing(table)
    lineup = with_enough(table, plan, kill, joined_by_waiting(table, at_once))
    if lineup is not None or len(at_once) == len(everybody := ready(table)):
        return lineup
    return with_enough(table, plan, kill, everybody)


def joined_by_waiting(table: Table, seats: list[int]) -> list[int]:
    """These seats, and that of the waiting player whom the last blind would reach in the next round, if any."""
    waiting = [seat for seat in ready(table) if seat not in seats]
    for seat in clockwise_from(waiting, table.blinds[-1] + 1 if table.blinds else 0) if seats else ():
        among = sorted([*seats, seat])
        if positions_among(table, among).blinds[-1:] == (seat,):
            return among
    return seats


def with_enough(table: Table, plan: Procedure, kill: Kill | None, seats: list[int]) -> Lineup | None:
    """One player with too few stakes is left out at a time, because the blinds then fall on others."""
    seats = [*seats]
    while len(seats) >= 2:
        lineup = arranged(table, seats, kill)
        short = first_short(plan, lineup)
        if short is None:
            return lineup
        seats.remove(short)
    return None


def arranged(table: Table, seats: list[int], kill: Kill | None) -> Lineup:
    """The round of play with exactly these players."""
    house, positions = table.posting.house, positions_among(table, seats)
    button = None if positions.round_button is None else Seat(seats.index(positions.round_button))
    making_good = who_makes_good(table, seats)
    # A player who comes back in the last blind has only that to post, and whoever waited for it owes nothing else.
    dead = [
        missed_amount(house, table.place(seat).missed)
        if seat in making_good and seat not in positions.blinds[-1:] and not table.place(seat).waits
        else 0
        for seat in seats
    ]
    command = OpenRound(
        stacks=tuple([table.place(seat).stakes for seat in seats]),
        button=button,
        kill=None if kill is None else kill_button(table, seats, kill),
        antes=tuple([house.ante + amount for amount in dead]) if any(dead) else None,
        blinds=uneven_blinds(seats, positions, button, house),
    )
    return Lineup(tuple(seats), positions, command, making_good, left_out(table, seats), kill)


def who_makes_good(table: Table, seats: list[int]) -> tuple[int, ...]:
    """Players with missed blinds, who make them good wherever blinds are posted."""
    posting = table.posting
    if posting.rules.missed_blinds == "none" or not posting.plan.game.has_button:
        return ()
    return tuple([seat for seat in seats if table.place(seat).missed])


def kill_button(table: Table, seats: list[int], kill: Kill) -> KillButton:
    """Nobody posts the kill blind while its holder is not dealt in (AMB-104)."""
    holder = table.seat_of(kill.player)
    return KillButton(kill.option, Seat(seats.index(holder)) if holder in seats else None)


def left_out(table: Table, seats: list[int]) -> tuple[LeftOut, ...]:
    return tuple(
        [
            LeftOut(seat, place.player, why_left_out(place))
            for seat, place in table.seated
            if seat not in seats and place.status is Status.PLAYING
        ]
    )


def why_left_out(place: Place) -> Why:
    if place.owes:
        return Why.OWES_TIME
    return Why.WAITS if place.waits else Why.STAKES


def missed_amount(house: HouseRules, missed: int) -> int:
    return sum([blind for number, blind in enumerate(house.blinds) if missed >> number & 1])


def uneven_blinds(
    seats: list[int], positions: Positions, button: Seat | None, house: HouseRules
) -> tuple[int, ...] | None:
    """What each player posts, where that is not simply the blinds one after the other from the left of the button."""
    if button is None:
        return None
    due, usual = [0] * len(seats), [0] * len(seats)
    for seat, blind in zip(positions.blinds, house.blinds, strict=False):
        if seat in seats:
            due[seats.index(seat)] = blind
    for place, blind in zip(posting_order(len(seats), button, house), house.blinds, strict=False):
        usual[place] = blind
    return None if due == usual else tuple(due)


def first_short(plan: Procedure, lineup: Lineup) -> int | None:
    """The first player, in the order of the deal, whose stakes do not cover what they must post and one minimum bet."""
    command = lineup.command
    needed = needed_to_be_dealt_in(plan, command)
    if not plan.house.short_stack_dealt_in:
        needed = with_dead_posts(plan, command, needed)
    first = 0 if command.button is None else command.button + 1
    for turn in range(len(needed)):
        place = (first + turn) % len(needed)
        if command.stacks[place] < needed[place]:
            return lineup.seats[place]
    return None


def with_dead_posts(plan: Procedure, command: OpenRound, needed: list[int]) -> list[int]:
    """What a player needs to be dealt in, including missed blinds that they make good."""
    antes = command.antes or (plan.house.ante,) * len(needed)
    if not plan.first_rulebook:
        return [usual + ante - plan.house.ante for usual, ante in zip(needed, antes, strict=True)]
    minimum = plan.sizes[None if command.kill is None else command.kill.option].minimum
    blinds = command.blinds or (0,) * len(needed)
    return [max(usual, ante + blind + minimum) for usual, ante, blind in zip(needed, antes, blinds, strict=True)]


def positions_among(table: Table, seats: list[int]) -> Positions:
    posting = table.posting
    if not posting.plan.game.has_button:
        return Positions(None, None, ())
    return dead_button(table, seats) if table.blinds and is_led_by_blinds(posting) else moving_button(table, seats)


def is_led_by_blinds(posting: Posting) -> bool:
    """Whether the button follows the blinds, rather than the blinds the button."""
    return posting.rules.button_rule == "dead" and bool(posting.house.blinds)


def moving_button(table: Table, seats: list[int]) -> Positions:
    """The first seat dealt in from where the button is; the very first button goes to the dealer's right."""
    button = seats[-1] if table.button is None else clockwise_from(seats, table.button)[0]
    return Positions(button, button, blinds_from(table.posting.house, seats, button))


def blinds_from(house: HouseRules, seats: list[int], button: int) -> tuple[int, ...]:
    order = posting_order(len(seats), seats.index(button), house)
    return tuple([seats[place] for place, _ in zip(order, house.blinds, strict=False)])


def dead_button(table: Table, seats: list[int]) -> Positions:
    """The last blind moves to the next player; the others, and the button, follow it seat by seat (AMB-37)."""
    house, last = table.posting.house, table.blinds
    target = clockwise_from(seats, last[-1] + 1)[0]
    button, blinds = last[0], (*last[1:], target)
    several = len(seats) > max(2, len(last)) and len(last) == len(house.blinds)
    if several and are_clockwise((button, *blinds), len(table.places)):
        return Positions(button, clockwise_from(seats, button + 1)[-1], blinds)
    # Too few players, a two-player round before this one, or another sign: the last blind fixes every other place.
    button = next(seat for seat in seats if blinds_from(house, seats, seat)[-1] == target)
    return Positions(button, button, blinds_from(house, seats, button))


def are_clockwise(seats: tuple[int, ...], size: int) -> bool:
    """Whether these are different seats, met in this order on one way round the table."""
    way = [(seat - seats[0]) % size for seat in seats]
    return way == sorted(set(way))


def clockwise_from(seats: list[int], start: int) -> list[int]:
    """The same seats, those from `start` on first."""
    return [seat for seat in seats if seat >= start] + [seat for seat in seats if seat < start]


def blinds_passed(table: Table, lineup: tuple[int, ...], blinds: tuple[int, ...]) -> dict[int, int]:
    """For each player not dealt in, the blinds that have just passed their seat or were dead at it, as bits."""
    missed: dict[int, int] = {}
    if len(table.blinds) != len(blinds):
        return missed
    for number, (last, now) in enumerate(zip(table.blinds, blinds, strict=True)):
        way = (now - last) % len(table.places)
        for seat, _ in table.seated:
            if seat not in lineup and 0 < (seat - last) % len(table.places) <= way:
                missed[seat] = missed.get(seat, 0) | 1 << number
    return missed
