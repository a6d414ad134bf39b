"""docs/batch.md is true: its Python runs from top to bottom, and its commands succeed."""

import re
import shlex

import pytest
import typer
from typer.testing import CliRunner

from pokerroom.cli.simulate import simulate
from tests.conftest import ROOT

GUIDE = ROOT / "docs/batch.md"
TEXT = GUIDE.read_text(encoding="utf-8")
PYTHON = re.compile(r"^```python\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_python_of_the_guide_runs_from_top_to_bottom(capsys: pytest.CaptureFixture[str]) -> None:
    namespace: dict[str, object] = {"__name__": "guide"}
    blocks = [*PYTHON.finditer(TEXT)]
    assert len(blocks) > 4
    for block in blocks:
        # Blank lines in front, so that a failure names the line of the guide.
        before = "\n" * TEXT.count("\n", 0, block.start("body"))
        exec(compile(before + block["body"], str(GUIDE), "exec"), namespace)  # noqa: S102  that is the test
    assert "lane 0: check" in capsys.readouterr().out


@pytest.mark.parametrize("line", re.findall(r"^\$ pokerroom simulate (.+)$", TEXT, re.MULTILINE))
def test_the_commands_of_the_guide_run(line: str) -> None:
    app = typer.Typer()
    app.command()(simulate)
    done = CliRunner().invoke(app, shlex.split(line))
    assert done.exit_code == 0, done.output
