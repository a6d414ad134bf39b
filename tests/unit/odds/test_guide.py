"""The examples of docs/odds.md are true."""

import doctest
import re
import shlex

import pytest
import typer
from typer.testing import CliRunner

from pokerroom.cli.odds import odds
from pokerroom.odds.notation import read_holding
from tests.conftest import ROOT

GUIDE = ROOT / "docs/odds.md"
TEXT = GUIDE.read_text(encoding="utf-8")


def test_the_python_of_the_guide_does_what_it_says() -> None:
    results = doctest.testfile(str(GUIDE), module_relative=False)
    assert (results.failed, results.attempted > 5) == (0, True)


@pytest.mark.parametrize("line", re.findall(r"^\$ pokerroom odds (.+)$", TEXT, re.MULTILINE))
def test_the_commands_of_the_guide_run(line: str) -> None:
    app = typer.Typer()
    app.command()(odds)
    assert CliRunner().invoke(app, shlex.split(line)).exit_code == 0


def rows(heading: str) -> list[tuple[str, int]]:
    """The texts and numbers of hands in the table under a heading."""
    table = TEXT.split(heading)[1].split("\n#")[0]
    found: list[tuple[str, int]] = []
    for texts, numbers in re.findall(r"^\| (`[^|]+) \| ([\d, ]+) \|", table, re.MULTILINE):
        written = re.findall(r"`([^`]+)`", texts)
        counts = [int(each.replace(",", "")) for each in re.split(r", ", numbers)]
        found += zip(written, counts * len(written) if len(counts) == 1 else counts, strict=False)
    return found


@pytest.mark.parametrize(
    ("heading", "size"), [("### Ranges of hold 'em", 2), ("### Patterns of omaha, badugi and mambo stud", 4)]
)
def test_ranges_hold_as_many_hands_as_the_guide_says(heading: str, size: int) -> None:
    examples = rows(heading)
    assert len(examples) > 8
    for text, hands in examples:
        holding = read_holding(text, size)
        # Cards named alone leave the rest open; the guide counts the hands they leave.
        assert (holding.choices if not holding.missing else 1225) == hands, text
