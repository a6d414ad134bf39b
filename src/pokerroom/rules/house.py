"""House rules: what the licensee posts at a table, and how it reads the text where the text leaves a choice.

Two presets answer the open questions. `letter` follows the words as far as they go; `customary` does what card rooms do
where the words are silent or odd. Each setting names the entry of docs/readings that explains it.

House rules are used and recorded by their values; `preset` is only a label. In a document that somebody submits the
label counts: `filled_in` adds the preset's value for every setting that the document does not name.
"""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.words import Saying, said, saying


class HouseRulesError(ValueError):
    """House rules that no table could be opened with, and why."""

    def __init__(self, why: Saying) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return said(self.why)


class Fixed(msgspec.Struct, frozen=True, gc=False, tag="fixed"):
    """Every bet and raise has one size: `small` on the early streets, `big` from street `big_from` on."""

    small: int
    big: int
    big_from: int | None = None


class Spread(msgspec.Struct, frozen=True, gc=False, tag="spread"):
    """A bet or raise adds anything from `least` to `most`."""

    least: int
    most: int


class PotLimit(msgspec.Struct, frozen=True, gc=False, tag="pot"):
    """A bet or raise adds at least `least` and at most the pot."""

    least: int


class NoLimit(msgspec.Struct, frozen=True, gc=False, tag="no"):
    """A bet or raise adds at least `least`."""

    least: int


Limits = Fixed | Spread | PotLimit | NoLimit


class KillOption(StrEnum):
    KILL = "kill"
    HALF_KILL = "half-kill"


class Reopens(StrEnum):
    """When an all-in of less than a full raise lets players who have acted raise again (AMB-77)."""

    NEVER = "never"
    HALF = "half"
    FULL = "full"
    CUMULATIVE = "cumulative"


class OddUnits(StrEnum):
    """Who receives a tied odd unit in a game with a button (AMB-75)."""

    AS_WRITTEN = "as-written"
    LEFT_OF_BUTTON = "left-of-button"
    CARD_BY_SUIT = "card-by-suit"


class ShowFirst(StrEnum):
    """Who shows first when the last betting round was checked (AMB-117)."""

    LAST_AGGRESSOR_ANY_ROUND = "last-aggressor-any-round"
    FIRST_TO_ACT = "first-to-act"


class Showing(StrEnum):
    """At the showdown each player shows or concedes in turn, or the house has all live hands shown at once."""

    IN_TURN = "in-turn"
    ALL = "all"


PERCENT_DECIMALS = 4
_LAST_DECIMAL = Decimal(1).scaleb(-PERCENT_DECIMALS)


def exact_percent(value: object) -> int | Decimal:
    """A percentage in its one form: an int where it is whole, else a Decimal without trailing zeros.

    Equal percentages are thus recorded in the same bytes, and whole ones as they were before fractions were allowed.
    """
    if type(value) is int:
        return value
    try:
        # A float is taken as written: 7.1 is exactly 7.1, and no arithmetic is done with floats.
        written = Decimal(str(value)) if isinstance(value, float | str) else value
        rounded = written.quantize(_LAST_DECIMAL) if isinstance(written, Decimal) else None
    except InvalidOperation:  # Infinite, or with more digits than anybody posts.
        rounded = written = None
    if rounded is None or rounded != written:
        shown = value if isinstance(value, Decimal) else f"{value!r}, a {type(value).__name__}"
        rule = str(NJAC_13_69F.cite("14.14(b)1i"))
        raise HouseRulesError(saying("sign.percentage", decimals=PERCENT_DECIMALS, value=str(shown), rule=rule))
    whole = int(rounded)
    return whole if whole == rounded else rounded.normalize()


Percent = Annotated[
    int | Decimal,
    Meta(description=f'Above 0 and up to 10, with at most {PERCENT_DECIMALS} decimals: 10, 7.5 or "7.5".'),
]


class PercentageRake(msgspec.Struct, frozen=True, gc=False, tag="percentage"):
    """A percentage of what is bet in each betting round, rounded down to `unit`, 14.14(b)1."""

    percent: Percent
    most: int
    """The filed maximum of a round of play (AMB-94)."""
    unit: int = 100  # AMB-91
    antes_included: bool = False  # AMB-90

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "percent", exact_percent(self.percent))

    def taken_from(self, amount: int) -> int:
        """The percentage of an amount, rounded down to whole units."""
        numerator, denominator = self.percent.as_integer_ratio()
        return amount * numerator // (100 * denominator) // self.unit * self.unit


class RakeLevel(msgspec.Struct, frozen=True, gc=False):
    """What is taken when the pot reaches an amount."""

    reached: int
    amount: int


class IncrementalRake(msgspec.Struct, frozen=True, gc=False, tag="incremental"):
    """Posted amounts as the pot reaches posted levels, 14.14(b)2."""

    levels: tuple[RakeLevel, ...]
    most: int
    scope: Literal["aggregate", "per-pot"] = "aggregate"  # AMB-95


class TimeCharge(msgspec.Struct, frozen=True, gc=False):
    """An hourly fee collected every 20 or 30 minutes, 14.14(b)3."""

    hourly: int
    every: int
    """Minutes."""
    per: Literal["player", "table"] = "player"


class BadBeatContribution(msgspec.Struct, frozen=True, gc=False):
    """What each pot of at least a certain size contributes to the bad beat payout fund after the rake, 14.19(c)
    (AMB-137).
    """

    amount: int
    least_pot: int


class HouseRules(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """The sign on the table, and the settings behind it, with amounts in cents. A document that does not name a setting
    gets its preset's value.
    """

    preset: Literal["letter", "customary"] = "letter"

    limits: Limits
    ante: int = 0
    blinds: tuple[int, ...] = ()
    forced_bet: int = 0
    max_raises: int | None = None
    check_raise: bool = True
    max_seats: int | None = None
    kill: KillOption | None = None
    odd_unit: int = 100
    showing: Showing = Showing.IN_TURN
    rake: tuple[PercentageRake | IncrementalRake, ...] = ()
    rake_most: int | None = None
    """The filed maximum of all methods together (AMB-98)."""
    time_charge: TimeCharge | None = None
    bad_beat: BadBeatContribution | None = None

    enforce_seats: bool = True  # AMB-04
    short_stack_dealt_in: bool = False  # AMB-78
    posts_may_differ: bool = False
    partly_shown_hands: bool = False
    antes_to_main_pot: bool = False
    allow_coin_antes: bool = True  # AMB-79
    two_seven_wheel_is_straight: bool = False  # AMB-16
    stud_low_opener_ace: Literal["low", "high"] = "low"  # AMB-30
    opener_may_bet_full: bool = True  # AMB-32
    completion_counts_as_raise: bool = True  # AMB-32
    five_stud_opener_may_check: bool = False  # AMB-33
    repost_blinds_each_round: bool = False  # AMB-34
    heads_up_button_small_blind: bool = False  # AMB-36
    common_card_counts_for_order: bool = False  # AMB-39
    exposed_river_counts_for_order: bool = True  # AMB-40
    warn_on_free_fold: bool = True  # AMB-43
    stud_burn_counts: bool = True  # AMB-51
    lone_card_joins_burns: bool = True  # AMB-52
    draw_reshuffle: Literal["remaining-first", "mixed"] = "remaining-first"  # AMB-54
    own_discards_excluded: Literal["all-draws", "this-draw"] = "all-draws"  # AMB-54
    burn_each_draw: bool = True  # AMB-55
    super_reshuffle: Literal["mid-street", "before-street"] = "mid-street"  # AMB-58
    super_own_discards_excluded: bool = False  # AMB-58
    forced_bettor_discard: Literal["on-close", "with-bet"] = "on-close"  # AMB-59
    heads_up_unlimited: bool = False  # AMB-64
    odd_unit_policy: Literal["spread", "all-to-first"] = "spread"  # AMB-71
    suit_card_scope: Literal["hand", "all-cards"] = "hand"  # AMB-72
    low_odd_card: Literal["lowest", "worst"] = "lowest"  # AMB-73
    pots_of_same_winners: Literal["apart", "joined"] = "apart"  # AMB-76
    odd_unit_button_games: OddUnits = OddUnits.AS_WRITTEN  # AMB-75
    min_raise: Literal["last-increment", "any-amount"] = "last-increment"  # AMB-77
    short_all_in_reopens: Reopens = Reopens.NEVER  # AMB-77
    short_all_in_counts_as_raise: bool = True
    half_kill_rounding: Literal["refuse", "up", "down"] = "refuse"  # AMB-102
    kill_acts: Literal["in-turn", "last"] = "in-turn"  # AMB-103
    exposed_limit_misdeal: int | None = None  # AMB-113
    exposed_card_use: Literal["burn", "discard"] = "burn"  # AMB-113
    show_first_if_checked: ShowFirst = ShowFirst.LAST_AGGRESSOR_ANY_ROUND  # AMB-117
    conceded_hands_disclosed: bool = False


CUSTOMARY: dict[str, Any] = {
    "preset": "customary",
    "enforce_seats": False,
    "short_stack_dealt_in": True,
    "posts_may_differ": True,
    "partly_shown_hands": True,
    "completion_counts_as_raise": False,
    "five_stud_opener_may_check": True,
    "heads_up_button_small_blind": True,
    "pots_of_same_winners": "joined",
    "odd_unit_button_games": OddUnits.LEFT_OF_BUTTON,
    "short_all_in_reopens": Reopens.CUMULATIVE,
    "short_all_in_counts_as_raise": False,
    "show_first_if_checked": ShowFirst.FIRST_TO_ACT,
}
"""Where card rooms today differ from the words."""


def letter(limits: Limits, **posted: Any) -> HouseRules:
    """The text as written, plus what the house posts."""
    return HouseRules(limits=limits, **posted)


def customary(limits: Limits, **posted: Any) -> HouseRules:
    """What card rooms do today, plus what the house posts."""
    return HouseRules(limits=limits, **{**CUSTOMARY, **posted})


PRESETS = {"letter": letter, "customary": customary}
SETTLED: Mapping[str, Mapping[str, Any]] = {"letter": {}, "customary": CUSTOMARY}
"""What each preset sets, where it differs from the fields' defaults."""


def filled_in(document: Mapping[str, Any], settled: Mapping[str, Mapping[str, Any]] = SETTLED) -> dict[str, Any]:
    """A document completed with its preset's value for every setting that it does not name."""
    preset = document.get("preset")
    return {**(settled.get(preset, {}) if isinstance(preset, str) else {}), **document}
