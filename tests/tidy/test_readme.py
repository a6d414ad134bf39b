"""The README is true: its Python runs, and its commands succeed."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

README = ROOT / "README.md"
BLOCK = re.compile(r"^```(?P<language>python|console)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.skipif(not README.exists(), reason="NOT TESTED: README.md does not exist yet")


def blocks(language: str) -> Iterator[tuple[int, str]]:
    """Each fenced block in this language, and the line of the README it starts after."""
    text = README.read_text(encoding="utf-8") if README.exists() else ""
    for block in BLOCK.finditer(text):
        if block["language"] == language:
            yield text.count("\n", 0, block.start("body")), block["body"]


def commands() -> list[str]:
    return [
        line.removeprefix("$ ")
        for _, body in blocks("console")
        for line in body.splitlines()
        if line.startswith("$ pokerroom ")
    ]


def test_the_readme_shows_python_and_commands() -> None:
    assert list(blocks("python"))
    assert commands()


def test_the_python_of_the_readme_runs_from_top_to_bottom() -> None:
    namespace: dict[str, object] = {"__name__": "readme"}
    for line, body in blocks("python"):
        # Blank lines in front, so that a failure names the line of the README.
        exec(compile("\n" * line + body, str(README), "exec"), namespace)


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_readme_succeeds(command: str) -> None:
    program, *arguments = shlex.split(command, comments=True)
    done = subprocess.run(
        [Path(sys.executable).with_name(program), *arguments],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
