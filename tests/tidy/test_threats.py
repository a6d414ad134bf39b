"""docs/threats.md names a test for each line: it exists, and is run."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINES = [line for line in (ROOT / "docs/threats.md").read_text(encoding="utf-8").splitlines() if line.startswith("| ")][
    1:
]
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?")


def test_there_are_lines() -> None:
    assert len(LINES) > 30


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[2:60])
def test_what_stops_a_threat_is_shown_by_a_test_that_exists(line: str) -> None:
    *_, shown = line.strip("| ").split(" | ")
    named = NAMED.findall(shown)
    assert named or shown == "-", "no test is named"
    for file, function in named:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        tests = {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
        assert not function or function in tests, f"{file} has no {function}"
