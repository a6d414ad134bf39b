"""What a preset fills in when somebody submits, as a document, what a table is to post.

The label of the house rules also applies to the table's own rules, unless these name another. Every document from a
person is read through here, and the resulting values are recorded. A recorded event is never filled in: its values are
those that were played by, whatever its label.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pokerroom.games import CATALOGUE
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.house import PRESETS, SETTLED, HouseRules, filled_in
from pokerroom.table.seating.posting import TABLE_PRESETS, TABLE_SETTLED, Posting, TableRules

CUSTOMARY = "customary"


def rotation_handed_in(document: Any) -> Any:
    """The submitted games of a table, each with its presets applied. A document that is not a rotation is left as it
    is.
    """
    return [posting_handed_in(each) for each in document] if isinstance(document, list | tuple) else document


def posting_handed_in(document: Any) -> Any:
    if not isinstance(document, Mapping):
        return document
    house, rules = document.get("house"), document.get("rules", {})
    if not isinstance(house, Mapping) or not isinstance(rules, Mapping):
        return document
    label = {"preset": house["preset"]} if "preset" in house else {}
    rules = filled_in({**label, **rules}, TABLE_SETTLED)
    house = filled_in(house)
    if house.get("preset") == CUSTOMARY and rules.get("missed_blinds") == "post" and has_blinds(document):
        # A missed blind is made good into the main pot.
        house.setdefault("antes_to_main_pot", True)
    return {**document, "house": house, "rules": rules}


def has_blinds(document: Mapping[str, Any]) -> bool:
    named = (document.get("edition", NJAC_13_69F.key), document.get("game"))
    return any(game.has_button for key, game in CATALOGUE.items() if key == named)


def by_preset(posting: Posting) -> Posting:
    """The same game with its own preset's value for every setting in which presets differ."""
    house, rules = posting.house, posting.rules
    customs = PRESETS[house.preset](house.limits), TABLE_PRESETS[rules.preset]()
    return replace(
        posting,
        house=replace(house, **{name: getattr(customs[0], name) for name in SETTLED[CUSTOMARY]}),
        rules=replace(rules, **{name: getattr(customs[1], name) for name in TABLE_SETTLED[CUSTOMARY]}),
    )


def mere_label(posting: Posting) -> str:
    """The preset that these settings are labelled with but follow in nothing; empty if they follow it."""
    parts: tuple[tuple[HouseRules | TableRules, Mapping[str, Mapping[str, Any]]], ...] = (
        (posting.house, SETTLED),
        (posting.rules, TABLE_SETTLED),
    )
    for part, settled in parts:
        said = {name: value for name, value in settled[part.preset].items() if name != "preset"}
        if said and not any(getattr(part, name) == value for name, value in said.items()):
            return part.preset
    return ""
