"""What was wrong with a request that could not be read, in a sentence that names the field.

The framework and its decoder say it in their own terms, "Expected `str` of length <= 64": here each of these has its
sentence in the catalogue. What has none is told as a value that is not fit.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pokerroom.words import Saying, saying

WHAT: Mapping[str, str] = {
    r"Object missing required field `(?P<field>[^`]+)`": "missing",
    r"Expected `str` of length <= (?P<most>\d+)": "longer",
    r"Expected `str` of length >= (?P<least>\d+)": "shorter",
    r"Expected `(?:int|float|number)` <= (?P<most>[\d.]+)": "above",
    r"Expected `(?:int|float|number)` >= (?P<least>[\d.]+)": "below",
    r"Expected `(?:str)[^`]*`, got .*": "no-text",
    r"Expected `(?:int)[^`]*`, got .*": "no-number",
    r"Expected `(?:object|dict)[^`]*`, got .*": "no-object",
    r"Invalid enum value '?(?P<given>[^']*)'?": "no-choice",
    r"Invalid RFC3339 encoded (?:datetime|date|time)": "no-time",
    r"Expected `datetime` with a timezone component": "no-zone",
    r"'data'|.*[Ee]mpty.*": "empty",
}
"""Sentences of the catalogue by what the decoder says."""


def sentence(problems: object) -> Saying:
    """Of the first thing that was wrong."""
    first = next(iter(listed(problems)), {})
    message, field = str(first.get("message", "")), str(first.get("key", ""))
    for pattern, name in WHAT.items():
        found = re.match(rf"(?:{pattern})(?: - at `\$\.?(?P<at>[^`]*)`)?$", message)
        if found is not None:
            return said_of(name, {"field": field, **{key: each for key, each in found.groupdict().items() if each}})
    return saying("unreadable.unfit", field=field) if field else saying("unreadable.nothing")


def said_of(name: str, values: dict[str, str]) -> Saying:
    at = values.pop("at", "")
    field = at if at and name != "missing" else values["field"]
    return saying(f"unreadable.{name}", **(values | {"field": field}))


def listed(problems: object) -> Iterable[Mapping[str, Any]]:
    return [each for each in problems if isinstance(each, dict)] if isinstance(problems, list) else []
