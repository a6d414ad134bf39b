"""docs/envs.md is true: its Python runs from top to bottom, and its tables name what there is."""

import re
from importlib.util import find_spec

import pytest

from pokerroom.envs import loops
from pokerroom.envs.fields import GENERAL
from tests.conftest import ROOT
from tests.unit.envs.playing import dealt

GUIDE = ROOT / "docs/envs.md"
TEXT = GUIDE.read_text(encoding="utf-8")
PYTHON = re.compile(r"^```python\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_python_of_the_guide_runs_from_top_to_bottom(capsys: pytest.CaptureFixture[str]) -> None:
    namespace: dict[str, object] = {"__name__": "guide"}
    blocks = [*PYTHON.finditer(TEXT)]
    assert len(blocks) > 7
    for block in blocks:
        if "pyspiel" in block["body"] and not find_spec("pyspiel"):
            continue
        # Blank lines in front, so that a failure names the line of the guide.
        before = "\n" * TEXT.count("\n", 0, block.start("body"))
        exec(compile(before + block["body"], str(GUIDE), "exec"), namespace)  # noqa: S102  that is the test
    told = capsys.readouterr().out
    assert "[  500   700  1000 20000]" in told
    assert "lane 2: action 9" in told
    assert "VPIP" in told


def test_every_part_of_an_observation_is_in_the_guide() -> None:
    section = TEXT.partition("### Observations")[2].partition("### Rewards")[0]
    assert set(dealt("badugi", "fixed", 1).parts) == set(re.findall(r"`(\w+)`", section.partition("| part |")[2])) - {
        "Kind"
    }


def test_the_names_of_a_row_are_in_the_order_in_which_it_is_written() -> None:
    assert len(GENERAL) == loops.GENERAL
    named = {"seat": loops.SEAT, "to_call": loops.COST, "most": loops.MOST_TOTAL, "kill": loops.KILLED}
    assert {name: [each for each, _ in GENERAL].index(name) for name in named} == named
