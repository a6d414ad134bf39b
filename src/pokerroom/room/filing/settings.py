"""What is filed with the Division: the rake of the house, what a table posts, and rules for irregularities.

14.14(a) requires the types of rake, how each is calculated and the most that may be taken. A table's posting keeps to
that: its methods are among those filed, and never take more.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pokerroom.games import game
from pokerroom.jackpot.rules import PayoutRules, missing
from pokerroom.keno.rate_card import RateCard, card_refusal
from pokerroom.keno.rules import RATE_CARD
from pokerroom.ledger.accounts import is_name
from pokerroom.play.procedure import procedure
from pokerroom.room.filing.difference import FieldChange, difference
from pokerroom.room.refusals import Code, Facts, Refusal
from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.house import HouseRules, HouseRulesError, IncrementalRake, NoLimit, PercentageRake, TimeCharge
from pokerroom.rules.rulebook import CURRENT, Rulebook
from pokerroom.rules.wording import is_said
from pokerroom.table.seating.posting import Posting, Rotation, posting_refusal
from pokerroom.table.seating.presets import by_preset, mere_label, rotation_handed_in
from pokerroom.words import Saying, saying

cite = NJAC_13_69F.cite

RAKE = "rake"
"""The subject under which the house files its rake."""

FILED = cite("14.14(a)")
TYPES = cite("14.14(a)1")
METHODS = cite("14.14(a)2")
MAXIMUM = cite("14.14(a)3")
SUPPLEMENTS = cite("14.15(r)")
PAYOUTS = cite("14.19(c)")

Method = PercentageRake | IncrementalRake


class RakeSubmission(msgspec.Struct, frozen=True, gc=False, tag="rake", kw_only=True):
    """The rake of the house as filed: every method with its own maximum, and the most of all together."""

    methods: tuple[Method, ...] = ()
    time_charges: tuple[TimeCharge, ...] = ()
    most: int = 0
    """The most from one round of play, by all methods that take from the pot."""


class TableSettings(msgspec.Struct, frozen=True, gc=False, tag="table"):
    """What a table posts, and the settings behind it."""

    rotation: Rotation


class Supplement(msgspec.Struct, frozen=True, gc=False, tag="supplement"):
    """A rule of the internal controls that clarifies or adds to those for irregularities."""

    title: str
    text: str


class PayoutSubmission(msgspec.Struct, frozen=True, gc=False, tag="payout"):
    """The appendix about a bad beat payout: its rules as they are posted, 14.19(c), (l) to (n)."""

    rules: PayoutRules
    collects: bool = True
    """False for an amendment by which no further contributions are taken, 14.19(c)."""


class KenoSettings(msgspec.Struct, frozen=True, gc=False, tag="keno", kw_only=True):
    """The rate card that keno is sold by, 15.2(b)."""

    card: RateCard
    automatic_reports: bool = True
    """Whether the winning ticket report is made after each game without a supervisor's request."""


Settings = RakeSubmission | TableSettings | Supplement | PayoutSubmission | KenoSettings

KINDS: dict[type[Settings], Saying] = {
    PayoutSubmission: saying("detail-room.kind-payout"),
    RakeSubmission: saying("detail-room.kind-rake"),
    TableSettings: saying("detail-room.kind-table"),
    Supplement: saying("detail-room.kind-supplement"),
    KenoSettings: saying("detail-room.kind-keno"),
}


RULES: dict[type[Settings], Citation] = {
    Supplement: SUPPLEMENTS,
    PayoutSubmission: PAYOUTS,
    KenoSettings: RATE_CARD,
}


def handed_in(document: Any) -> Any:
    """Settings as somebody submits them, with the presets of a table's games applied: the resulting values are
    recorded.
    """
    if not isinstance(document, Mapping) or "rotation" not in document:
        return document
    return {**document, "rotation": rotation_handed_in(document["rotation"])}


def departures(settings: Settings) -> tuple[FieldChange, ...]:
    """Where the games of a table differ from their preset: before is the preset's value, after the house's own."""
    if not isinstance(settings, TableSettings):
        return ()
    return difference(TableSettings(tuple(map(by_preset, settings.rotation))), settings)


def rule_of(settings: Settings) -> Citation:
    return RULES.get(type(settings), FILED)


def settings_refusal(subject: str, settings: Settings) -> Refusal | None:
    """Why these settings could never be in force, even if approved."""
    match settings:
        case RakeSubmission():
            return _unpostable(subject, FILED, _wrong_with_rake(settings))
        case TableSettings(rotation=rotation):
            refusal = posting_refusal(rotation)
            if refusal is None:
                return _unpostable(subject, SUPPLEMENTS, _wrong_with_labels(rotation))
            return _unpostable(subject, refusal.cited, refusal.saying)
        case Supplement(title=title, text=text):
            wanting = None if is_said(title) and is_said(text) else saying("detail-room.no-title")
            return _unpostable(subject, SUPPLEMENTS, wanting)
        case PayoutSubmission(rules=rules):
            return _wrong_with_payout(subject, rules)
        case KenoSettings(card=card):
            refusal = card_refusal(card)
            return None if refusal is None else _unpostable(subject, refusal.cited, refusal.saying)


def _wrong_with_payout(subject: str, rules: PayoutRules) -> Refusal | None:
    """What the text wants on file and is not; a payout goes by the name that it is filed under, and its tables by
    theirs.
    """
    lacking = next(missing(rules), None)
    if lacking is not None:
        return _unpostable(subject, lacking.rule, saying(f"detail-jackpot.{lacking.what}"))
    if subject != payout_subject(rules.name):
        what = saying("detail-room.filed-otherwise", payout=rules.name, wanted=payout_subject(rules.name))
        return _unpostable(subject, PAYOUTS, what)
    wrong = next((table for table in rules.tables if not is_name(table)), None)
    return None if wrong is None else _unpostable(subject, PAYOUTS, saying("detail-jackpot.not-a-table", table=wrong))


def payout_subject(payout: str) -> str:
    """Under which the rules of a payout are filed."""
    return f"payout {payout}"


def _unpostable(subject: str, rule: Citation, what: Saying | None) -> Refusal | None:
    return None if what is None else Refusal(Code.CANNOT_BE_POSTED, rule, {"subject": subject, "what": what})


def _wrong_with_labels(rotation: Rotation) -> Saying | None:
    """A label that says one thing where every value says another; None if none does."""
    for posting in rotation:
        label = mere_label(posting)
        if label:
            return saying("detail-room.mere-label", game=posting.game, label=label)
    return None


def _wrong_with_rake(filed: RakeSubmission) -> Saying | None:
    """What keeps a table from ever posting this rake; None if nothing does."""
    if not filed.methods and not filed.time_charges:
        return saying("detail-room.no-type-of-rake")
    if filed.methods and (type(filed.most) is not int or filed.most <= 0):
        return saying("detail-room.no-most-raked")
    try:
        # Each on its own: a house files what its tables choose from; their signs decide what may be combined.
        for method in filed.methods:
            procedure(game("hold-em"), _sign_with((method,), None))
        for charge in filed.time_charges:
            procedure(game("hold-em"), _sign_with((), charge))
    except HouseRulesError as error:
        return error.why
    return None


def _sign_with(rake: tuple[Method, ...], charge: TimeCharge | None) -> HouseRules:
    # The smallest possible unit, so that a fee is judged by the paragraph and not by the chips of some table.
    return HouseRules(limits=NoLimit(200), blinds=(100, 200), odd_unit=1, rake=rake, time_charge=charge)


def rake_refusal(
    subject: str, rotation: Rotation, filed: RakeSubmission | None, rulebook: Rulebook = CURRENT
) -> Refusal | None:
    """Why what these games rake is not what the house has filed."""
    for posting in rotation:
        refusal = _posting_rake_refusal(subject, posting, filed or RakeSubmission(), rulebook)
        if refusal is not None:
            return refusal
    return None


def _posting_rake_refusal(subject: str, posting: Posting, filed: RakeSubmission, rulebook: Rulebook) -> Refusal | None:
    house = posting.house
    for method in house.rake:
        refusal = _method_refusal(subject, posting.game, method, filed)
        if refusal is not None:
            return refusal
    most = most_raked(house)
    if most > filed.most:
        return _above(subject, most, filed.most, saying("detail-room.all-methods", game=posting.game))
    charge = house.time_charge
    return None if charge is None else _charge_refusal(subject, posting.game, charge, filed, rulebook)


def most_raked(house: HouseRules) -> int:
    """The most that can be taken from the pots of one round of play."""
    of_all = sum(method.most for method in house.rake)
    return of_all if house.rake_most is None else min(of_all, house.rake_most)


def _method_refusal(subject: str, played: str, method: Method, filed: RakeSubmission) -> Refusal | None:
    alike = [each for each in filed.methods if type(each) is type(method)]
    of_game: Facts = {"kind": saying(f"detail-room.rake-{method.__struct_config__.tag}"), "game": played}
    if not alike:
        return _not_filed(subject, TYPES, saying("detail-room.type-not-filed", **of_game))
    calculated = [each.most for each in alike if replace(each, most=method.most) == method]
    if not calculated:
        return _not_filed(subject, METHODS, saying("detail-room.calculated-otherwise", **of_game))
    if method.most > max(calculated):
        return _above(subject, method.most, max(calculated), saying("detail-room.rake-of", **of_game))
    return None


def _charge_refusal(
    subject: str, played: str, charge: TimeCharge, filed: RakeSubmission, rulebook: Rulebook
) -> Refusal | None:
    """A fee is exactly the one that was filed: another is calculated differently (R-34)."""
    if not filed.time_charges:
        return _not_filed(subject, TYPES, saying("detail-room.no-time-charge", game=played))
    alike = [each.hourly for each in filed.time_charges if (each.every, each.per) == (charge.every, charge.per)]
    if not alike:
        per = saying(f"detail-room.per-{charge.per}")
        what = saying("detail-room.time-charge-differs", per=per, every=charge.every, game=played)
        return _not_filed(subject, METHODS, what)
    if charge.hourly > max(alike):
        return _above(subject, charge.hourly, max(alike), saying("detail-room.hourly-fee", game=played))
    # The first rulebook took the filed fee for a maximum.
    if charge.hourly not in alike and rulebook >= Rulebook.SECOND:
        what = saying("detail-room.fee-differs", amount=charge.hourly, game=played)
        return _not_filed(subject, METHODS, what)
    return None


def _not_filed(subject: str, rule: Citation, what: Saying) -> Refusal:
    return Refusal(Code.RAKE_NOT_FILED, rule, {"subject": subject, "what": what})


def _above(subject: str, amount: int, most: int, what: Saying) -> Refusal:
    facts: Facts = {"subject": subject, "amount": amount, "most": most, "what": what}
    return Refusal(Code.ABOVE_FILED_MAXIMUM, MAXIMUM, facts)
