"""Where each integer stands: in the tables of a game, in a lane, its deck and its offer, and in the kernel's workspace.

A lane is one round of play as a row of integers: what everybody may know first, then each seat with its cards, then the
pile of burn cards and discards. What nobody may know, the order of the deck, is in a row of its own beside it.
"""

from enum import IntEnum

MOST_SEATS = 24
UNKNOWN_CARD = 52


class Stage(IntEnum):
    """What a lane waits for."""

    UNOPENED = 0
    DEALING = 1
    SHUFFLING = 2
    BETTING = 3
    DISCARDING = 4
    DRAWING = 5
    SHOWDOWN = 6
    CLOSED = 7


UNOPENED, DEALING, SHUFFLING, BETTING, DISCARDING, DRAWING, SHOWDOWN, CLOSED = map(int, Stage)


class Kind(IntEnum):
    """What the player whose turn it is may do."""

    FOLD = 0
    CHECK = 1
    CALL = 2
    BET = 3
    RAISE = 4
    POST = 5
    """Post the forced bet."""
    DRAW = 6
    """Exchange cards, none of them to stand pat."""
    DISCARD = 7
    """Give up the down cards that it costs to enter."""
    SHOW = 8
    CONCEDE = 9


FOLD, CHECK, CALL, BET_TO, RAISE_TO, POST, DRAW, DISCARD, SHOW, CONCEDE = map(int, Kind)

# A lane: what the round waits for, and who is in it. Sets of seats are bits.
(
    STAGE,
    STREET,
    TURN,
    BUTTON,
    LIVE,
    WAGERED,
    ENTERED,
    SHOWN,
    KILL,
    KILL_SEAT,
    # The betting round.
    POT,
    BET,
    FULL,
    INCREMENT,
    INCOMPLETE,
    IN_BLIND,
    RAISES,
    CHECKED,
    OBLIGED,
    OPENER,
    AGGRESSOR,
    STREET_AGGRESSOR,
    LINE_AT,
    LINE,
    # The cards.
    OWED,
    DISCARDED,
    BURNED,
    WAITING,
    DEALT,
    DECK_SIZE,
    BOARD_CARDS,
    PILE_CARDS,
    # The pots.
    POTS,
    AWARDED,
    RAKED,
    CONTRIBUTED,
    TAKINGS,
    ON_TABLE,
    BOARD,
) = range(39)
BOARD_MOST = 5
SEATS_AT = BOARD + BOARD_MOST

# A seat of a lane, from `SEATS_AT + seat * rules[SEAT_WIDTH]` on. NEXT, POT_AMOUNT and POT_CLAIM are of the player who
# is so many places down the line, and of the pot of that number.
STACK, SEAT_BET, PAID, ANTE_PAID, LEVEL, UNCALLED, NEXT, POT_AMOUNT, POT_CLAIM, DOWNS, UPS, CARDS = range(12)

OWNER = 6
"""A card in the pile is `owner << OWNER | card`."""
BURNS = 31
"""The owner of the burn cards."""

# What a rake method took from a pot, from `rules[TAKINGS_AT]` on.
TAKEN_CLAIM, TAKEN, TAKEN_BY, TAKING_WIDTH = range(4)

# A deck: which one it is, and its cards.
DECK_KEY, DECK_ROUND, DECK_SHUFFLES, DECK_CARDS = range(4)
DECK_WIDTH = DECK_CARDS + 52

# An offer to the player whose turn it is.
OFFERED, TO_CALL, LEAST, MOST, STEP, CARDS_DUE, PAYS, FREE, POSTS, DRAWS, OFFER_WIDTH = range(11)

# A move in the history of a lane.
MOVED, MOVE_KIND, MOVE_AMOUNT, MOVE_CARDS, MOVE_WIDTH = range(5)

# The tables of a game: the sign, and the settings behind it.
(
    SEATS,
    STREETS,
    SHARES,
    HAS_BUTTON,
    ANTE,
    FORCED_BET,
    CHIP,
    STRUCTURE,
    REOPENS,
    MAX_RAISES,
    HEADS_UP_UNLIMITED,
    CHECK_RAISE,
    RAISE_ANY_AMOUNT,
    COMPLETION_COUNTS,
    SHORT_COUNTS,
    MAY_BET_FULL,
    DISCARD_WITH_BET,
    BUTTON_SMALL_BLIND,
    ANTES_TO_MAIN,
    KILL_LAST,
    COMMON_FOR_ORDER,
    BURN_COUNTS,
    LONE_CARD_JOINS,
    REMAINING_FIRST,
    EARLIER_DISCARDS_BACK,
    BURN_EACH_DRAW,
    MID_STREET,
    OWN_DISCARDS_KEPT,
    ALL_TO_FIRST,
    ALL_CARDS_DECIDE,
    WORST_DECIDES,
    JOINED,
    SHOW_ALL,
    SHOW_ANY_ROUND,
    DISCLOSED,
    WARNED,
    SHORTAGE,
    CONTRIBUTION,
    LEAST_POT,
    CARDS_WANTED,
    BLINDS,
    BLINDS_AT,
    SIZES_AT,
    SIZES_WIDTH,
    STREETS_AT,
    SHARES_AT,
    RAKES,
    RAKES_AT,
    RAKE_MOST,
    SEAT_WIDTH,
    DOWN_MOST,
    PILE_AT,
    PILE_MOST,
    METHODS_AT,
    TAKINGS_AT,
    LANE_WIDTH,
    RULES_WIDTH,
) = range(57)

FIXED, SPREAD, POT_LIMIT, NO_LIMIT = range(4)
NEVER, HALF, FULL_RAISE, CUMULATIVE = range(4)
NO_SHORTAGE, COMMON_CARD, RESHUFFLE_DISCARDS, RESHUFFLE_MUCK = range(4)

# Bet sizes: the posted ones, then those of a kill.
SIZE_MOST, SIZE_MINIMUM, SIZE_UNITS = range(3)

# A street.
ARRIVE, FACE_DOWN, FACE_UP, IN_CENTER, BURN, OPENS, OPENS_LOWEST, ACES_HIGH, BOARD_RANKED, MUST_BET, COSTS, LAST = (
    range(12)
)
STREET_WIDTH = 12
DEAL, COMMUNITY, DRAW_CARDS = range(3)
AFTER_BLINDS, BY_UPCARD, BY_SHOWING, BY_PAIR, BY_HIGHEST, BY_BUTTON = range(6)

# A share of the pot.
RANKED, HAND_CARDS, FROM_OWN, FROM_BOARD, FLOOR, ODD_TO, SHARE_WIDTH = range(7)
BY_POSITION, BY_HIGHEST_CARD, BY_LOWEST_CARD = range(3)

# A rake method, followed by its levels.
RAKE_BY_LEVELS, RAKE_LIMIT, NUMERATOR, DENOMINATOR, RAKE_UNIT, WITH_ANTES, PER_POT, LEVELS, LEVELS_AT, RAKE_WIDTH = (
    range(10)
)

# Rankings.
(
    HIGH_FIVE,
    LOW_ACE_TO_FIVE,
    LOW_DEUCE_TO_SEVEN,
    LOW_INVERSE_OF_HIGH,
    HIGH_THREE,
    LOW_THREE,
    BADUGI,
    BOARD_HIGH,
    BOARD_LOW,
    OMAHA_HIGH,
    OMAHA_LOW,
) = range(11)

# The workspace of a kernel: lists by seat, by pot or by card that last no longer than a call.
WORK_ANTES = 0
WORK_STAKES = MOST_SEATS
WORK_BEFORE = 2 * MOST_SEATS
WORK_LAYERS = 3 * MOST_SEATS
LAYER_ANTE, LAYER_ANTE_TOP, LAYER_STAKE, LAYER_STAKE_TOP, LAYER_CLAIM, LAYER_WIDTH = range(6)
WORK_HELD = WORK_LAYERS + LAYER_WIDTH * MOST_SEATS
WORK_THEN = WORK_HELD + MOST_SEATS
WORK_OWED = WORK_THEN + MOST_SEATS
WORK_AMOUNTS = WORK_OWED + MOST_SEATS
WORK_STRENGTHS = WORK_AMOUNTS + MOST_SEATS
WORK_WINNERS = WORK_STRENGTHS + 2 * MOST_SEATS
WORK_ORDER = WORK_WINNERS + 2 * MOST_SEATS
WORK_STANDINGS = WORK_ORDER + MOST_SEATS
WORK_CARDS = WORK_STANDINGS + MOST_SEATS
WORK_CHOICE = WORK_CARDS + 64
WORK_WIDTH = WORK_CHOICE + 16

TOP = 1 << 62
"""Higher than any stake."""
