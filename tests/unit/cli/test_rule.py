"""`pokerroom rule` reads for a person: what a paragraph requires, and nothing of how we test it."""

import json
import re

import pytest
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.rules.explain import explain, find

ASKED = ["14.9(d)4", "14.15", "N.J.A.C. 19:47-14.9(d)3", "pot", "14.8(a)1-6 [2006]", "14.14"]


def told(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["rule", *arguments], env={"COLUMNS": "300"})
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("asked", ASKED)
def test_every_requirement_is_told_and_how_it_is_tested_is_not(asked: str) -> None:
    text = told(asked)
    rows = [row for each in find(asked) for row in explain(each).obligations]
    assert rows
    for row in rows:
        assert f"• {row.summary}" in text
        assert row.observable not in text
        assert not re.search(rf"{re.escape(row.id)}\b", text)
    assert "seen by" not in text


@pytest.mark.parametrize("asked", ASKED)
def test_no_line_has_a_hole(asked: str) -> None:
    for line in told(asked).splitlines():
        assert "()" not in line
        assert "None" not in line


def test_games_are_named_where_a_requirement_is_not_for_all_of_them() -> None:
    assert "ace counted highest. (seven-card stud high-low 8)" in told("14.9(d)4")
    assert "(seven-card stud)" in told("14.9(b)")
    assert "all poker" not in told("14.15(b)")


def test_the_text_it_stands_in_is_told() -> None:
    assert told("14.9(d)4").startswith("N.J.A.C. 13:69F-14.9(d)4  the text in force\n")
    assert told("19:47-14.9(d)3").startswith("N.J.A.C. 19:47-14.9(d)3 [2006]  sections 14.7 to 14.10(d) as amended")


def test_programs_still_read_how_a_requirement_is_seen() -> None:
    (read,) = json.loads(told("14.9(d)4", "--json"))
    assert read["obligations"][0]["observable"]
