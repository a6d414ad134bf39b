"""The examples and the numbers of docs/shuffle.md are true."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.shuffle import Evidence, health, report
from tests.conftest import ROOT

GUIDE = ROOT / "docs/shuffle.md"
TEXT = GUIDE.read_text(encoding="utf-8")


def test_the_python_of_the_guide_does_what_it_says() -> None:
    results = doctest.testfile(str(GUIDE), module_relative=False)
    assert (results.failed, results.attempted > 5) == (0, True)


def test_the_commands_of_the_guide_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^\$ pokerroom (.+)$", TEXT, re.MULTILINE)
    assert len(commands) == 5
    for command in commands:
        done = CliRunner().invoke(app, shlex.split(command, comments=True))
        assert done.exit_code == 0, (command, done.output)


def test_the_numbers_of_the_guide_are_those_of_the_code() -> None:
    for words in (
        f"| {health.REPETITION} equal bytes come in a row",
        f"a window of {health.WINDOW} comes {health.PROPORTION} times or more",
        f"{health.BLOCK} bytes at a time",
        f"the first {health.MARK} bytes since the start",
        f"expected fewer than {report.LEAST_EXPECTED} times",
        f"At least {report.LEAST_DECKS:,} decks",
        f"lag 1 to {report.LAGS}",
    ):
        assert words in TEXT


def test_the_file_of_the_guide_has_the_fields_that_are_read() -> None:
    block = re.search(r"```json\n(.*?)```", TEXT, re.DOTALL)
    assert block is not None
    assert set(re.findall(r'"(commitments|cuts|openings|log)":', block[1])) == set(Evidence.__struct_fields__)
