"""A procedure compiled into a table of integers that the kernel reads: streets, openers, limits, shares, rake.

What the kernel does not play is refused here by name.
"""

from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from pokerroom.batch import layout
from pokerroom.play.commands import OpenRound
from pokerroom.play.opening import open_proceedings
from pokerroom.play.procedure import Procedure, SharePlan, StreetPlan
from pokerroom.play.supply import missing, supply_of
from pokerroom.ranking import Exactly, Ranking
from pokerroom.rules.clauses import (
    Aces,
    BestShowing,
    Blinds,
    CommonCard,
    Community,
    Deal,
    Draw,
    Extreme,
    Face,
    ForcedBet,
    HighestUpcard,
    LeftOfButton,
    OddUnitTo,
    PairWithCommunity,
    ReshuffleDiscards,
    ReshuffleMuck,
)
from pokerroom.rules.house import (
    Fixed,
    HouseRules,
    IncrementalRake,
    NoLimit,
    PercentageRake,
    PotLimit,
    Reopens,
    ShowFirst,
    Showing,
    Spread,
)

Table = npt.NDArray[np.int64]

MOST_CHIPS = 1 << 40
"""All stakes of a round together, in cents: a percentage of them, before it is divided, fits an integer of a lane."""


class BatchError(ValueError):
    """What the kernel does not play, or a move or a deck it was given that cannot be; it has changed nothing."""


class CompiledGame(msgspec.Struct, frozen=True, eq=False):
    """A procedure for a number of seats, as the kernel reads it."""

    procedure: Procedure
    seats: int
    rules: Table

    @property
    def width(self) -> int:
        """Integers in a lane."""
        return int(self.rules[layout.LANE_WIDTH])

    def place(self, seat: int) -> int:
        """Where a seat begins in a lane or a view."""
        return int(layout.SEATS_AT + seat * self.rules[layout.SEAT_WIDTH])

    @property
    def down_most(self) -> int:
        """Places for down cards in a seat; its up-cards come after them."""
        return int(self.rules[layout.DOWN_MOST])

    @property
    def up_most(self) -> int:
        return int(self.rules[layout.SEAT_WIDTH]) - layout.CARDS - self.down_most


ARRIVALS: dict[type[Any], int] = {Deal: layout.DEAL, Community: layout.COMMUNITY, Draw: layout.DRAW_CARDS}
OPENINGS: dict[type[Any], int] = {
    Blinds: layout.AFTER_BLINDS,
    ForcedBet: layout.BY_UPCARD,
    BestShowing: layout.BY_SHOWING,
    PairWithCommunity: layout.BY_PAIR,
    HighestUpcard: layout.BY_HIGHEST,
    LeftOfButton: layout.BY_BUTTON,
}
STRUCTURES: dict[type[Any], int] = {
    Fixed: layout.FIXED,
    Spread: layout.SPREAD,
    PotLimit: layout.POT_LIMIT,
    NoLimit: layout.NO_LIMIT,
}
SHORTAGES: dict[type[Any], int] = {
    type(None): layout.NO_SHORTAGE,
    CommonCard: layout.COMMON_CARD,
    ReshuffleDiscards: layout.RESHUFFLE_DISCARDS,
    ReshuffleMuck: layout.RESHUFFLE_MUCK,
}
REOPENINGS = {
    Reopens.NEVER: layout.NEVER,
    Reopens.HALF: layout.HALF,
    Reopens.FULL: layout.FULL_RAISE,
    Reopens.CUMULATIVE: layout.CUMULATIVE,
}
RANKINGS = {
    Ranking.HIGH_FIVE: layout.HIGH_FIVE,
    Ranking.LOW_ACE_TO_FIVE: layout.LOW_ACE_TO_FIVE,
    Ranking.LOW_DEUCE_TO_SEVEN: layout.LOW_DEUCE_TO_SEVEN,
    Ranking.LOW_INVERSE_OF_HIGH: layout.LOW_INVERSE_OF_HIGH,
    Ranking.HIGH_THREE: layout.HIGH_THREE,
    Ranking.LOW_THREE: layout.LOW_THREE,
    Ranking.BADUGI: layout.BADUGI,
    Ranking.BOARD_HIGH: layout.BOARD_HIGH,
    Ranking.BOARD_LOW: layout.BOARD_LOW,
}
OF_BOTH = {Ranking.HIGH_FIVE: layout.OMAHA_HIGH, Ranking.LOW_ACE_TO_FIVE: layout.OMAHA_LOW}
ODD_UNITS = {
    OddUnitTo.LEFT_OF_BUTTON: layout.BY_POSITION,
    OddUnitTo.HIGHEST_CARD_BY_SUIT: layout.BY_HIGHEST_CARD,
    OddUnitTo.LOWEST_CARD_BY_SUIT: layout.BY_LOWEST_CARD,
}


def compile_game(procedure: Procedure, seats: int) -> CompiledGame:
    """The tables of a game and its house rules for this many players; raises `BatchError` for what is not played."""
    refuse_what_is_not_played(procedure, seats)
    tables = _Tables(procedure, seats)
    return CompiledGame(procedure, seats, tables.written())


def refuse_what_is_not_played(procedure: Procedure, seats: int) -> None:
    game, house = procedure.game, procedure.house
    most = procedure.seats if house.enforce_seats else procedure.seats_the_deck_serves
    if not 2 <= seats <= min(most, layout.MOST_SEATS):
        raise BatchError(f"{game.key} is played by 2 to {min(most, layout.MOST_SEATS)} players here, not by {seats}")
    if procedure.first_rulebook:
        raise BatchError("the batch plays by the current rulebook: rounds of the first one are for the engine")
    for plan in procedure.shares:
        paired = plan.share.ranking is Ranking.LOW_ACE_TO_FIVE and plan.floor is None
        if isinstance(plan.share.formation, Exactly) and (paired or plan.share.ranking not in OF_BOTH):
            raise BatchError(f"the batch does not rank {plan.share.ranking.value} of own cards and board")
    if cards_missing(procedure, seats):
        raise BatchError(f"the deck is too short for {seats} players of {game.key}, even shuffled again")


def cards_missing(procedure: Procedure, seats: int) -> int:
    """How many cards would be missing if nobody folded, as the engine counts them."""
    stacks = (procedure.ample,) * seats
    state = open_proceedings(procedure, OpenRound(stacks=stacks)).state
    return missing(state, supply_of(state), after=-1, waiting=0)


class _Tables:
    """The integers of one game, filled in section by section."""

    def __init__(self, procedure: Procedure, seats: int) -> None:
        self.procedure, self.seats = procedure, seats
        self.values: list[int] = [0] * layout.RULES_WIDTH

    def written(self) -> Table:
        house = self.procedure.house
        self.write_sign(house)
        self.write_settings(house)
        self[layout.STREETS_AT] = self.append(
            [each for plan in self.procedure.streets for each in street_row(self.procedure, plan)]
        )
        self[layout.SHARES_AT] = self.append([each for plan in self.procedure.shares for each in share_row(plan)])
        self.write_sizes()
        self.write_rake(house)
        self.write_lane()
        table = np.array(self.values, np.int64)
        table.flags.writeable = False
        return table

    def __setitem__(self, field: int, value: int) -> None:
        self.values[field] = int(value)

    def append(self, rows: list[int]) -> int:
        """Add integers at the end; returns where they begin."""
        at = len(self.values)
        self.values += map(int, rows)
        return at

    def write_sign(self, house: HouseRules) -> None:
        game = self.procedure.game
        self[layout.SEATS] = self.seats
        self[layout.STREETS] = len(game.streets)
        self[layout.SHARES] = len(game.shares)
        self[layout.HAS_BUTTON] = game.has_button
        self[layout.ANTE] = house.ante
        self[layout.FORCED_BET] = house.forced_bet
        self[layout.CHIP] = house.odd_unit
        self[layout.STRUCTURE] = STRUCTURES[self.procedure.structure]
        self[layout.REOPENS] = REOPENINGS[self.procedure.reopens]
        self[layout.MAX_RAISES] = -1 if house.max_raises is None else house.max_raises
        self[layout.SHORTAGE] = SHORTAGES[type(game.shortage)]
        # A blind for which there is no seat is not posted.
        blinds = house.blinds[: self.seats]
        self[layout.BLINDS] = len(blinds)
        self[layout.BLINDS_AT] = self.append(list(blinds))
        if house.bad_beat is not None:
            self[layout.CONTRIBUTION] = house.bad_beat.amount
            self[layout.LEAST_POT] = house.bad_beat.least_pot

    def write_settings(self, house: HouseRules) -> None:
        settings = {
            layout.HEADS_UP_UNLIMITED: house.heads_up_unlimited,
            layout.CHECK_RAISE: house.check_raise,
            layout.RAISE_ANY_AMOUNT: house.min_raise == "any-amount",
            layout.COMPLETION_COUNTS: house.completion_counts_as_raise,
            layout.SHORT_COUNTS: house.short_all_in_counts_as_raise,
            layout.MAY_BET_FULL: house.opener_may_bet_full,
            layout.DISCARD_WITH_BET: house.forced_bettor_discard == "with-bet",
            layout.BUTTON_SMALL_BLIND: house.heads_up_button_small_blind,
            layout.ANTES_TO_MAIN: house.antes_to_main_pot,
            layout.KILL_LAST: house.kill_acts == "last",
            layout.COMMON_FOR_ORDER: house.common_card_counts_for_order,
            layout.BURN_COUNTS: house.stud_burn_counts,
            layout.LONE_CARD_JOINS: house.lone_card_joins_burns,
            layout.REMAINING_FIRST: house.draw_reshuffle == "remaining-first",
            layout.EARLIER_DISCARDS_BACK: house.own_discards_excluded == "this-draw",
            layout.BURN_EACH_DRAW: house.burn_each_draw,
            layout.MID_STREET: house.super_reshuffle == "mid-street",
            layout.OWN_DISCARDS_KEPT: house.super_own_discards_excluded,
            layout.ALL_TO_FIRST: house.odd_unit_policy == "all-to-first",
            layout.ALL_CARDS_DECIDE: house.suit_card_scope == "all-cards",
            layout.WORST_DECIDES: house.low_odd_card == "worst",
            layout.JOINED: house.pots_of_same_winners == "joined",
            layout.SHOW_ALL: house.showing is Showing.ALL,
            layout.SHOW_ANY_ROUND: house.show_first_if_checked is ShowFirst.LAST_AGGRESSOR_ANY_ROUND,
            layout.DISCLOSED: house.conceded_hands_disclosed,
            layout.WARNED: house.warn_on_free_fold,
        }
        for field, value in settings.items():
            self[field] = value

    def write_sizes(self) -> None:
        """The posted sizes, then the kill's where one may be in effect."""
        sizes = self.procedure.sizes
        rows = [[each.most, each.minimum, *each.units] for each in (sizes[None], sizes[self.procedure.house.kill])]
        self[layout.SIZES_WIDTH] = len(rows[0])
        self[layout.SIZES_AT] = self.append([*rows[0], *rows[1]])

    def write_rake(self, house: HouseRules) -> None:
        levels = [
            self.append([each for level in method.levels for each in (level.reached, level.amount)])
            if isinstance(method, IncrementalRake)
            else 0
            for method in house.rake
        ]
        self[layout.RAKES] = len(house.rake)
        self[layout.RAKE_MOST] = layout.TOP if house.rake_most is None else house.rake_most
        self[layout.RAKES_AT] = self.append(
            [each for method, at in zip(house.rake, levels, strict=True) for each in rake_row(method, at)]
        )

    def write_lane(self) -> None:
        """How wide a lane is: seats, then the pile, then what the rake took."""
        downs, ups = hand_places(self.procedure)
        width = layout.CARDS + downs + ups
        wanted = cards_wanted(self.procedure, self.seats)
        methods = len(self.procedure.house.rake)
        pile_at = layout.SEATS_AT + self.seats * width
        takings_at = pile_at + wanted + methods
        takings = methods * len(self.procedure.streets) * self.seats
        self[layout.SEAT_WIDTH] = width
        self[layout.DOWN_MOST] = downs
        self[layout.CARDS_WANTED] = wanted
        self[layout.PILE_AT], self[layout.PILE_MOST] = pile_at, wanted
        self[layout.METHODS_AT], self[layout.TAKINGS_AT] = pile_at + wanted, takings_at
        self[layout.LANE_WIDTH] = takings_at + takings * layout.TAKING_WIDTH


def hand_places(procedure: Procedure) -> tuple[int, int]:
    """The most down and up-cards that a player can hold."""
    faces = [face for plan in procedure.streets if isinstance(plan.cards, Deal) for face in plan.cards.faces]
    return faces.count(Face.DOWN), faces.count(Face.UP)


def cards_wanted(procedure: Procedure, seats: int) -> int:
    """The most cards that can leave the first deck, and so lie in the pile: all of them in a game that reshuffles."""
    if procedure.game.shortage is not None:
        return 52
    cards = [plan.cards for plan in procedure.streets]
    each = sum(len(deal.faces) for deal in cards if isinstance(deal, Deal))
    center = sum(deal.count for deal in cards if isinstance(deal, Community))
    burns = sum(deal.burn is not None for deal in cards)
    return seats * each + center + burns


def street_row(procedure: Procedure, plan: StreetPlan) -> list[int]:
    row = [0] * layout.STREET_WIDTH
    cards, opens = plan.cards, plan.opens
    row[layout.ARRIVE] = ARRIVALS[type(cards)]
    row[layout.BURN] = cards.burn is not None
    if isinstance(cards, Deal):
        row[layout.FACE_DOWN] = cards.faces.count(Face.DOWN)
        row[layout.FACE_UP] = cards.faces.count(Face.UP)
        # Down cards come before up cards in every deal.
        assert [*cards.faces] == sorted(cards.faces), cards.faces
    elif isinstance(cards, Community):
        row[layout.IN_CENTER] = cards.count
    row[layout.OPENS] = OPENINGS[type(opens)]
    if isinstance(opens, ForcedBet):
        by_house = opens.aces_by_house and procedure.house.stud_low_opener_ace == "high"
        row[layout.OPENS_LOWEST] = opens.upcard is Extreme.LOWEST
        row[layout.ACES_HIGH] = by_house or opens.aces is Aces.HIGH
    elif isinstance(opens, BestShowing):
        row[layout.BOARD_RANKED] = RANKINGS[opens.board]
    row[layout.MUST_BET] = plan.compulsory
    row[layout.COSTS] = plan.discard
    row[layout.LAST] = plan.last
    return row


def share_row(plan: SharePlan) -> list[int]:
    row = [0] * layout.SHARE_WIDTH
    formation, ranking = plan.share.formation, plan.share.ranking
    if isinstance(formation, Exactly):
        row[layout.RANKED] = OF_BOTH[ranking]
        row[layout.FROM_OWN], row[layout.FROM_BOARD] = formation.own, formation.board
    else:
        row[layout.RANKED], row[layout.HAND_CARDS] = RANKINGS[ranking], formation.count
    row[layout.FLOOR] = 0 if plan.floor is None else plan.floor
    row[layout.ODD_TO] = ODD_UNITS[plan.odd_unit]
    return row


def rake_row(method: PercentageRake | IncrementalRake, levels_at: int) -> list[int]:
    row = [0] * layout.RAKE_WIDTH
    row[layout.RAKE_LIMIT] = method.most
    if isinstance(method, PercentageRake):
        row[layout.NUMERATOR], row[layout.DENOMINATOR] = method.percent.as_integer_ratio()
        row[layout.RAKE_UNIT] = method.unit
        row[layout.WITH_ANTES] = method.antes_included
    else:
        row[layout.RAKE_BY_LEVELS] = 1
        row[layout.PER_POT] = method.scope == "per-pot"
        row[layout.LEVELS], row[layout.LEVELS_AT] = len(method.levels), levels_at
    return row
