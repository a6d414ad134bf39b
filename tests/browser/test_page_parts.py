"""The parts of the page that need no browser: their types, their style, and what their own tests show to hold."""

import shutil
import subprocess
from pathlib import Path

import pytest

from pokerroom.games import CATALOGUE

SOURCES = Path(__file__).parents[2] / "page"


@pytest.mark.parametrize("script", ["check", "lint", "test"])
def test_the_sources_of_the_page_pass(script: str) -> None:
    npm = shutil.which("npm")
    if npm is None or not (SOURCES / "node_modules").is_dir():
        pytest.skip("NOT TESTED: the parts of the page, which need Node and npm (`make page`)")
    done = subprocess.run([npm, "run", "--silent", script], cwd=SOURCES, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("family", sorted({game.family for game in CATALOGUE.values()}))
def test_the_lobby_has_a_kind_for_every_family_of_games(family: str) -> None:
    assert f'"{family}"' in (SOURCES / "src/lobby/kinds.ts").read_text(encoding="utf-8")
