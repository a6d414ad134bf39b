"""The pots of a round and how each is divided: table stakes, side pots, halves and odd units.

An all-in player wins only from what they contributed to, 14.7(c)4; every pot is split on its own (AMB-76).
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from pokerroom.cards import UNKNOWN, Card, ace_low
from pokerroom.play import former
from pokerroom.play.commands import Seat
from pokerroom.play.events import Pot, PotAwarded
from pokerroom.play.procedure import SharePlan
from pokerroom.play.state import FromPot, Round, first_seat, live_from
from pokerroom.ranking import Strength, best_cards
from pokerroom.rules.citation import Citation
from pokerroom.rules.clauses import OddUnitTo

CardOrder = tuple[tuple[int, ...], ...]


TOP = 1 << 62
"""Higher than any stake."""


class Chips(NamedTuple):
    """What each seat has put in: antes that belong to the main pot (R-11), and everything else."""

    antes: tuple[int, ...]
    stakes: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.antes) + sum(self.stakes)


class Layer(NamedTuple):
    """The chips of every seat between two heights of its ante and of its stakes, and who may win them."""

    antes: tuple[int, int]
    stakes: tuple[int, int]
    claimants: tuple[Seat, ...]

    def part(self, chips: Chips, seat: int) -> int:
        """How many of this seat's chips are in the layer."""
        return between(chips.antes[seat], *self.antes) + between(chips.stakes[seat], *self.stakes)

    def holds(self, chips: Chips) -> int:
        return sum([self.part(chips, seat) for seat in range(len(chips.stakes))])


def between(amount: int, low: int, high: int) -> int:
    """How much of an amount lies above one height and up to another."""
    return min(amount, high) - min(amount, low)


def gathered(state: Round) -> Chips:
    """The chips in the pots; bets still in front of players are not included."""
    return Chips(state.main_pot_antes or (0,) * len(state.paid), state.paid)


def build_pots(state: Round) -> tuple[Pot, ...]:
    """The main pot first, then a side pot for each all-in player's stake that others exceed, each minus its rake."""
    pots = gross_pots(state)
    if state.raked:
        pots = less_rake(pots, raked_of(state, pots))
    return tuple([pot for pot in pots if pot.amount])


def gross_pots(state: Round) -> list[Pot]:
    """The pots before any rake."""
    if state.procedure.first_rulebook:
        return former.gross_pots(state, state.paid)
    return divided(state, gathered(state))


def divided(state: Round, counted: Chips) -> list[Pot]:
    """The present pots, counting only the chips in `counted`."""
    if nobody_is_capped(state):
        return [Pot(counted.total, live_from(state, 0))]
    return [Pot(layer.holds(counted), layer.claimants) for layer in layers(state, gathered(state))]


def nobody_is_capped(state: Round) -> bool:
    """Whether every live player could still bet: then there is one pot, however much each paid, 14.1 "Side pot"."""
    stacks = state.stacks
    if not state.apart.frozen and 0 not in stacks:
        return True
    return not any(is_capped(state, seat) for seat in live_from(state, 0))


def is_capped(state: Round, seat: int) -> bool:
    """Whether the player is all-in, or has stopped wagering after an exposed last card (AMB-116)."""
    return not state.stacks[seat] or bool(state.apart.frozen >> seat & 1)


def layers(state: Round, chips: Chips) -> list[Layer]:
    """The chips divided by who may win them, 14.7(c)4i, lowest first.

    Stakes are divided at what each capped player has put in. Antes of the main pot are for everybody, but a player who
    is all-in on part of the ante contends for only that much of every other ante (R-11). Chips of hands that are out
    belong to the layers they reach; those above every live stake go with the last players who matched a part of them.
    """
    claimants = live_from(state, 0)
    found: list[Layer] = []
    antes, most = 0, max(chips.antes)
    short = {seat: chips.antes[seat] for seat in claimants if on_the_ante(state, chips, seat)}
    for ante in sorted(set(short.values()) - {most}):
        found.append(Layer((antes, ante), (0, 0), claimants))
        claimants = tuple([seat for seat in claimants if short.get(seat, most) > ante])
        antes = ante
    below = 0
    for stake in sorted({chips.stakes[seat] for seat in claimants if is_capped(state, seat)}):
        found.append(Layer((antes, TOP), (below, stake), claimants))
        claimants = tuple([seat for seat in claimants if chips.stakes[seat] > stake or not is_capped(state, seat)])
        antes, below = TOP, stake
    if claimants:
        found.append(Layer((antes, TOP), (below, TOP), claimants))
    else:
        last = found.pop()
        found.append(Layer((last.antes[0], TOP), (last.stakes[0], TOP), last.claimants))
    return [layer for layer in found if layer.holds(chips)]


def on_the_ante(state: Round, chips: Chips, seat: int) -> bool:
    """Whether this player's last chips went into the ante."""
    return not (state.stacks[seat] or chips.stakes[seat] or state.bets[seat])


def unmatched_ante(state: Round) -> tuple[Seat, int] | None:
    """By how much the one full ante exceeds the next where everybody else is all-in on less (AMB-82)."""
    antes = state.main_pot_antes or state.paid
    most = max(antes)
    if state.procedure.first_rulebook or antes.count(most) != 1:
        return None
    seat = antes.index(most)
    others = [other for other in range(state.seats) if other != seat]
    if any(state.stacks[other] for other in others):
        return None
    return Seat(seat), most - max([antes[other] for other in others])


def raked_of(state: Round, pots: list[Pot]) -> tuple[int, ...]:
    """What was taken from each of these pots. A pot is identified by its claimants, or those of them who are left."""
    if state.procedure.first_rulebook:
        return state.raked
    return by_pot(state.live, pots, state.taken.from_pots)


def by_pot(live: int, pots: list[Pot], taken: Iterable[FromPot]) -> tuple[int, ...]:
    claims = [claim_of(pot) for pot in pots]
    raked = [0] * len(pots)
    for claim, amount, _ in taken:
        left = claim & live
        # The last pot that all of them may win; the main pot if none of them is left.
        place = max([place for place, each in enumerate(claims) if left and left & each == left], default=0)
        raked[place] += amount
    return tuple(raked)


def claim_of(pot: Pot) -> int:
    """The claimants of a pot as bits."""
    return sum([1 << seat for seat in pot.claimants])


def less_rake(pots: list[Pot], raked: tuple[int, ...]) -> list[Pot]:
    """Each pot pays its own rake; what a pot cannot pay, or a merged pot owed, the first pot that can pays."""
    owed = list(raked[: len(pots)]) + [0] * (len(pots) - len(raked))
    owed[0] += sum(raked[len(pots) :])
    borne = bearable(owed, [pot.amount for pot in pots])
    return [replace(pot, amount=pot.amount - part) for pot, part in zip(pots, borne, strict=True)]


def bearable(owed: list[int], held: list[int]) -> list[int]:
    """What each pot pays of what is owed, never more than it holds; the main pot makes up shortfalls first."""
    borne = [min(due, amount) for due, amount in zip(owed, held, strict=True)]
    short = sum(owed) - sum(borne)
    for number, amount in enumerate(held):
        more = min(short, amount - borne[number])
        borne[number] += more
        short -= more
    assert not short, "more was taken than the pots hold"
    return borne


class Win(NamedTuple):
    """A share of a pot, and who wins it."""

    plan: SharePlan
    strength: "Strength | None"
    """None where the dealer says so, and no cards do."""
    seats: tuple[Seat, ...]


def divide_pots(state: Round, strengths: "Strengths") -> list[PotAwarded]:
    """Divide each pot separately, the last side pot first and the pot in the center last, 14.6(e)6."""
    return divide_among(state, [winners(state, pot, strengths) for pot in state.pots])


def divide_among(state: Round, wins: list[list[Win]]) -> list[PotAwarded]:
    """Divide each pot among those who win it."""
    joined = [[number] for number in range(len(wins))]
    if state.procedure.house.pots_of_same_winners == "joined":
        joined = same_winners(wins)
    return [award for numbers in reversed(joined) for award in divide(state, numbers, wins[numbers[0]])]


def same_winners(wins: list[list[Win]]) -> list[list[int]]:
    """Once losing hands are in the muck, neighboring pots that the same hands win are one (AMB-76)."""
    joined: list[list[int]] = []
    for number in range(len(wins)):
        if number and wins[number] == wins[number - 1]:
            joined[-1].append(number)
        else:
            joined.append([number])
    return joined


def winners(state: Round, pot: Pot, strengths: "Strengths") -> list[Win]:
    """The best hand of each share among the claimants of a pot; a low share without a qualifying hand is left out."""
    claimants = tuple([seat for seat in pot.claimants if state.live >> seat & 1])
    return [
        Win(plan, *best)
        for plan, of_share in zip(state.procedure.shares, strengths, strict=True)
        if (best := best_of(claimants, of_share))
    ]


def divide(state: Round, numbers: list[int], wins: list[Win]) -> list[PotAwarded]:
    """What each share of a pot, or of pots joined, pays; odd units go where the text says."""
    first, *others = numbers
    amounts = halve(state, sum([state.pots[number].amount for number in numbers]), len(wins))
    awards = [award(state, first, *win, part) for win, part in zip(wins, amounts, strict=True)]
    if others:
        awards = [replace(each, joined=tuple(others)) for each in awards]
    plans = state.procedure.shares
    if len(wins) < len(plans):
        qualifier = plans[-1].share.qualifier
        if qualifier is None:
            return awards  # Pushed whole to whoever wins both halves.
        awards[0] = replace(awards[0], rule=qualifier.rule)
    elif len(set(amounts)) > 1 and awards[0].odd_rule is None:
        awards[0] = replace(awards[0], odd_rule=state.procedure.game.halves)
    return awards


Strengths = tuple[dict[Seat, Strength], ...]
"""For each share, the strength of every live hand that may win it."""


def rank_hands(state: Round) -> Strengths:
    board = state.board
    live = live_from(state, 0)
    hands = [(seat, state.down[seat] + state.up[seat]) for seat in live]
    return tuple(
        [qualified(plan, {seat: plan.rank(cards, board) for seat, cards in hands}) for plan in state.procedure.shares]
    )


def qualified(plan: SharePlan, strengths: dict[Seat, Strength]) -> dict[Seat, Strength]:
    floor = plan.floor
    if floor is None:
        return strengths
    return {seat: strength for seat, strength in strengths.items() if strength >= floor}


def best_of(claimants: tuple[Seat, ...], strengths: dict[Seat, Strength]) -> tuple[Strength, tuple[Seat, ...]] | None:
    ranked = [(strengths[seat], seat) for seat in claimants if seat in strengths]
    if not ranked:
        return None
    best = max(ranked)[0]
    return best, tuple([seat for strength, seat in ranked if strength == best])


def halve(state: Round, amount: int, shares: int) -> list[int]:
    """Equal shares in whole odd units; what cannot be divided goes to the first, the high hand."""
    if shares == 1:
        return [amount]
    unit = state.procedure.house.odd_unit
    equal = amount // (shares * unit) * unit
    return [amount - equal * (shares - 1)] + [equal] * (shares - 1)


def award(
    state: Round, number: int, plan: SharePlan, strength: Strength | None, seats: tuple[Seat, ...], amount: int
) -> PotAwarded:
    rule, name = plan.share.rule, plan.share.name
    if len(seats) == 1:
        return PotAwarded(rule, number, name, seats, (amount,), strength, None)
    unit = state.procedure.house.odd_unit
    equal = amount // (len(seats) * unit) * unit
    odd = amount - equal * len(seats)
    if not odd:
        return PotAwarded(state.procedure.general.tie, number, name, seats, (equal,) * len(seats), strength, None)
    order = odd_order(state, plan, seats)
    extra = spread(odd, unit, len(seats), policy=state.procedure.house.odd_unit_policy)
    amounts = tuple([equal + part for part in extra])
    return PotAwarded(state.procedure.general.tie, number, name, order, amounts, strength, odd_rule(plan))


def odd_order(state: Round, plan: SharePlan, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who gets an odd unit first. Cards that nobody has named cannot decide by suit: then the dealer says who (R-45);
    in a record from another room the position does.
    """
    unnamed = state.by_dealer and any(UNKNOWN in state.cards(seat) for seat in seats)
    if state.unnamed and plan.odd_unit is not OddUnitTo.LEFT_OF_BUTTON and (unnamed or UNKNOWN in state.board):
        return seats
    return by_position(state, plan, seats) if unnamed else ODD_UNITS[plan.odd_unit](state, plan, seats)


def odd_rule(plan: SharePlan) -> Citation:
    if plan.odd_unit is plan.share.odd_unit:
        return plan.share.odd_rule
    return replace(plan.share.odd_rule, reading="AMB-75")


def spread(odd: int, unit: int, players: int, *, policy: str) -> list[int]:
    """One odd unit each in order (AMB-71); an amount below a unit goes to the first (R-04)."""
    if policy == "all-to-first":
        return [odd] + [0] * (players - 1)
    units, rest = divmod(odd, unit)
    parts = [unit if place < units else 0 for place in range(players)]
    parts[0] += rest
    return parts


def by_position(state: Round, plan: SharePlan, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:  # noqa: ARG001
    start = first_seat(state)
    players = len(state.stacks)
    return tuple(sorted(seats, key=lambda seat: (seat - start) % players))


def by_highest_card(state: Round, plan: SharePlan, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The highest card of the winning hand, spades over hearts over diamonds over clubs; equal cards are skipped."""

    def descending(cards: tuple[Card, ...]) -> list[int]:
        return sorted(cards, reverse=True)

    def standing(seat: Seat) -> list[int]:
        return max(descending(cards) for cards in odd_card_scope(state, plan, seat))

    return tuple(sorted(seats, key=standing, reverse=True))


def by_lowest_card(state: Round, plan: SharePlan, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The lowest card of the winning hand, ace low, clubs under diamonds under hearts under spades (AMB-73)."""
    worst_first = state.procedure.house.low_odd_card == "worst"

    def standing(seat: Seat) -> list[int]:
        hands = odd_card_scope(state, plan, seat)
        if worst_first:
            # The worst card of the hand decides, and of equal ranks the lower suit takes the unit.
            return min(sorted(map(ace_low, cards), reverse=True) for cards in hands)
        return min(sorted(map(ace_low, cards)) for cards in hands)

    return tuple(sorted(seats, key=standing))


def odd_card_scope(state: Round, plan: SharePlan, seat: Seat) -> tuple[tuple[Card, ...], ...]:
    """The cards that decide an odd unit: every best way to form the hand, or all the player's cards (AMB-72)."""
    own = state.cards(seat)
    if state.procedure.house.suit_card_scope == "all-cards":
        return (own,)
    return best_cards(plan.share.ranking, plan.share.formation, own, state.board)


ODD_UNITS: dict[OddUnitTo, Callable[[Round, SharePlan, tuple[Seat, ...]], tuple[Seat, ...]]] = {
    OddUnitTo.LEFT_OF_BUTTON: by_position,
    OddUnitTo.HIGHEST_CARD_BY_SUIT: by_highest_card,
    OddUnitTo.LOWEST_CARD_BY_SUIT: by_lowest_card,
}
