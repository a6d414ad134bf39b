"""The marks that tie a test to the rows of the regulation it shows to hold, and to the examples it plays.

    @spec("R-14.9-d-4")
    @scenario("ST-01")
    def test_the_lowest_up_card_opens_and_clubs_rank_lowest() -> None: ...

An id that does not exist stops the import.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from pokerroom.rules.explain import obligations

Test = TypeVar("Test", bound=Callable[..., object] | type)

_SCENARIOS = Path(__file__).with_name("spec") / "scenarios.md"


def _scenario_ids() -> frozenset[str]:
    return frozenset(re.findall(r"^### ([A-Z0-9]+-\d+) ", _SCENARIOS.read_text(encoding="utf-8"), re.MULTILINE))


REQUIREMENT_IDS = frozenset(row.id for row in obligations())
SCENARIO_IDS = _scenario_ids()


def _mark(name: str, ids: tuple[str, ...], known: frozenset[str], where: str) -> Callable[[Test], Test]:
    if not ids:
        raise LookupError(f"@{name} names nothing")
    unknown = [each for each in ids if each not in known]
    if unknown:
        raise LookupError(f"@{name} names {', '.join(unknown)}, not found in {where}")
    return getattr(pytest.mark, name)(*ids)  # type: ignore[no-any-return]


def spec(*ids: str) -> Callable[[Test], Test]:
    """Claims that the test would fail if one of these rows of requirements.csv did not hold."""
    return _mark("spec", ids, REQUIREMENT_IDS, "requirements.csv")


def scenario(*ids: str) -> Callable[[Test], Test]:
    """Says that the test plays these worked examples of scenarios.md."""
    return _mark("scenario", ids, SCENARIO_IDS, _SCENARIOS.name)
