"""What a table posts: game, edition, house rules, and how the table is run between rounds of play.

`TableRules` holds what is decided for a round before it starts: where the button goes, what starts a kill, who may be
away and for how long. Each setting names the entry of docs/readings that explains it.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import gcd
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from pokerroom.games import CATALOGUE
from pokerroom.play import Procedure, procedure
from pokerroom.play.procedure import COIN_ANTES, compiled
from pokerroom.rules.citation import Citation
from pokerroom.rules.clauses import BORROWED
from pokerroom.rules.editions import EDITIONS, NJAC_13_69F
from pokerroom.rules.house import HouseRules, HouseRulesError
from pokerroom.rules.rulebook import CURRENT, Rulebook
from pokerroom.rules.wording import is_said
from pokerroom.table.acts import WordRules
from pokerroom.table.refusals import Code, Refusal
from pokerroom.words import saying, term


class KillAmount(msgspec.Struct, frozen=True, gc=False, tag="amount"):
    """A pot of at least this amount starts a kill."""

    amount: int

    def threshold(self, minimum: int) -> int:  # noqa: ARG002  an amount is what it is
        return self.amount


class KillMultiple(msgspec.Struct, frozen=True, gc=False, tag="multiple"):
    """A pot of at least this many times the minimum wager in force starts a kill (AMB-105)."""

    times: int

    def threshold(self, minimum: int) -> int:
        return self.times * minimum


class TableRules(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """How the table is run between rounds of play. Amounts are cents."""

    preset: Literal["letter", "customary"] = "letter"

    first_button: Literal["dealers-right", "dealt-card"] = "dealers-right"
    button_rule: Literal["moving", "dead"] = "moving"  # AMB-37
    missed_blinds: Literal["none", "post"] = "none"  # AMB-37
    button_draw_tie: Literal["suit", "redraw"] = "suit"  # AMB-38
    kill_at: KillAmount | KillMultiple | None = None
    kill_amount_basis: Literal["net", "gross"] = "net"  # AMB-100
    kill_on_uncontested: bool = True  # AMB-101
    kill_if_absent: Literal["stay-on-limits", "cancel"] = "stay-on-limits"  # AMB-104
    leave_max_minutes: int | None = None  # AMB-80
    short_return: Literal["floor", "refuse"] = "floor"  # AMB-80
    buy_in_least: int = 1
    buy_in_most: int | None = None
    open_cards: Literal["as-entered", "named"] = "as-entered"
    """Where a dealer deals: whether every card that lies face up must be named when it is dealt."""
    words: WordRules = WordRules()
    """What words and chips mean where a dealer deals, and which pieces are in use there."""
    rejoin_minutes: int = 60
    """How long a player who gave up a seat may come back only with at least what they left with."""


CUSTOMARY: dict[str, Any] = {
    "preset": "customary",
    "button_rule": "dead",
    "missed_blinds": "post",
    "kill_if_absent": "cancel",
}
"""Where card rooms today differ from the words."""


def letter_table(**posted: Any) -> TableRules:
    """The text as written, plus what the house posts."""
    return TableRules(**posted)


def customary_table(**posted: Any) -> TableRules:
    """What card rooms do today, plus what the house posts."""
    return TableRules(**{**CUSTOMARY, **posted})


TABLE_PRESETS = {"letter": letter_table, "customary": customary_table}
TABLE_SETTLED: Mapping[str, Mapping[str, Any]] = {"letter": {}, "customary": CUSTOMARY}
"""What each preset sets, where it differs from the fields' defaults."""


class Posting(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One game as posted at a table."""

    game: str
    house: HouseRules
    rules: TableRules = TableRules()
    edition: str = NJAC_13_69F.key
    rounds: int = 0
    """How many rounds of play before the next game of a rotation; 0 where the table has one game."""
    bad_beat: str = ""
    """The notice of eligibility for a bad beat payout; a table that contributes to one must have it, 14.19(b)."""

    @property
    def plan(self) -> Procedure:
        return self.plan_under(CURRENT)

    def plan_under(self, rulebook: Rulebook, *, collects: bool = True) -> Procedure:
        """How a round started under this rulebook is played; `sign_refusal` checks whether it may be."""
        house = self.house if collects else replace(self.house, bad_beat=None)
        return compiled(CATALOGUE[self.edition, self.game], house, rulebook)


Rotation = tuple[Posting, ...]
"""The games of a table in the order in which they are played; usually one."""


@lru_cache(maxsize=512)
def law(edition: str, paragraph: str, reading: str | None = None) -> Citation:
    """The paragraph in the table's edition, or the current one, marked as borrowed, where that text has none (R-01)."""
    text = EDITIONS.get(edition, NJAC_13_69F)
    if text.holds(paragraph):
        return text.cite(paragraph, reading=reading)
    return NJAC_13_69F.cite(paragraph, reading=f"{reading}, {BORROWED}" if reading else BORROWED)


def smallest_piece(rotation: Rotation) -> int:
    """The smallest unit of table stakes: the smallest chip of the sign, or coin for its ante (R-38)."""
    return gcd(*(piece_of(posting.house) for posting in rotation))


def piece_of(house: HouseRules) -> int:
    coin = house.allow_coin_antes and house.ante in COIN_ANTES
    return gcd(house.odd_unit, house.ante) if coin else house.odd_unit


def in_pieces(rotation: Rotation, amount: int) -> int:
    """As much of an amount as can be paid in the pieces of the table."""
    piece = smallest_piece(rotation)
    return amount // piece * piece


def seats_of(rotation: Rotation) -> int:
    """How many players the table seats: as many as every one of its games allows."""
    return min(posting.plan.seats for posting in rotation)


def posting_refusal(rotation: Rotation) -> Refusal | None:
    """Why these games cannot be posted as they are."""
    if not rotation:
        return Refusal(Code.SIGN_INCOMPLETE, NJAC_13_69F.cite("14.17"), {"what": saying("detail-table.no-game")})
    for posting in rotation:
        refusal = game_refusal(posting) or sign_refusal(posting, len(rotation)) or rules_refusal(posting)
        if refusal is not None:
            return refusal
    return None


def game_refusal(posting: Posting) -> Refusal | None:
    if (posting.edition, posting.game) in CATALOGUE:
        return None
    facts = {"game": posting.game, "edition": posting.edition}
    return Refusal(Code.NOT_PERMITTED, law(posting.edition, "14.8(b)"), facts)


def sign_refusal(posting: Posting, games: int, rulebook: Rulebook = CURRENT) -> Refusal | None:
    """Refuses a sign that cannot be played, or that leaves out what a sign must say."""
    house, edition = posting.house, posting.edition
    try:
        plan = procedure(CATALOGUE[edition, posting.game], house, rulebook)
    except HouseRulesError as error:
        return Refusal(Code.SIGN_INCOMPLETE, law(edition, "14.17"), {"what": error.why})
    if not house.rake and house.time_charge is None:
        return Refusal(Code.NO_RAKE, law(edition, "14.14(b)", "AMB-98"), {"game": plan.game.name})
    # The first rulebook let a table take contributions without saying so.
    silent = not is_said(posting.bad_beat) and rulebook >= Rulebook.SECOND
    if silent and (house.bad_beat is not None or posting.bad_beat):
        what = saying("detail-table.no-bad-beat-notice", game=plan.game.name)
        return Refusal(Code.SIGN_INCOMPLETE, law(edition, "14.19(b)"), {"what": what})
    kill_at = posting.rules.kill_at
    if house.kill is not None and (kill_at is None or kill_at.threshold(1) <= 0):
        what = saying("detail-table.no-kill-pot", kill=term(house.kill))
        return Refusal(Code.SIGN_INCOMPLETE, law(edition, "14.11(b)"), {"what": what})
    if games > 1 and posting.rounds < 1:
        what = saying("detail-table.no-number-of-rounds", game=plan.game.name)
        return Refusal(Code.SIGN_INCOMPLETE, law(edition, "14.17"), {"what": what})
    return None


def rules_refusal(posting: Posting) -> Refusal | None:
    """Refuses settings of the table that its own house rules do not allow."""
    house, rules = posting.house, posting.rules
    missed = rules.missed_blinds == "post" and posting.plan.game.has_button
    conflicts = (
        (
            (rules.button_rule == "dead" or rules.missed_blinds == "post") and not house.posts_may_differ,
            "posts-differ",
        ),
        (missed and not house.antes_to_main_pot, "antes-to-main-pot"),
        (rules.buy_in_least < 1, "buy-in-above-zero"),
        (
            rules.buy_in_most is not None and rules.buy_in_most < rules.buy_in_least,
            "buy-in-in-order",
        ),
        (rules.rejoin_minutes < 0, "rejoin-minutes"),
        (rules.leave_max_minutes is not None and rules.leave_max_minutes < 1, "leave-minutes"),
    )
    for conflict, name in conflicts:
        if conflict:
            what = saying(f"detail-table.conflict-{name}")
            return Refusal(Code.RULES_CONFLICT, law(posting.edition, "14.15(r)"), {"what": what})
    return None
