"""`pokerroom odds` as a person types it."""

import json
import subprocess
import sys

import pytest
import typer
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from pokerroom.cli.odds import how, odds
from pokerroom.odds import equity

app = typer.Typer(add_completion=False)
app.command()(odds)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, [*words])


def test_a_table_of_equities() -> None:
    result = run("hold-em", "AsAh", "KdKc")
    assert result.exit_code == 0
    assert "81.26%" in result.stdout
    assert "exact: all 1,712,304 deals" in result.stdout
    assert "scoop" not in result.stdout


def test_a_split_pot_has_its_shares() -> None:
    result = run("omaha-high-low-eight", "As2s3hKh", "8d7d6c5c", "--board", "Kd7c2h", "--bars")
    assert all(word in result.stdout for word in ("scoop", "high", "low", "board Kd 7c 2h", "█"))


def test_a_sample_says_so_with_its_errors() -> None:
    result = run("hold-em", "random", "random", "--samples", "20000", "--seed", "9")
    assert "20,000 deals sampled (seed 9)" in result.stdout
    assert "±0.3" in result.stdout


def test_one_sample_has_no_error_and_says_so() -> None:
    result = run("hold-em", "AsAh", "KdKc", "--samples", "1")
    assert result.exit_code == 0
    assert "1 deal sampled (seed 0), too few to know the error" in result.stdout
    assert "±?" in result.stdout
    assert "±0" not in result.stdout
    answer = json.loads(run("hold-em", "AsAh", "KdKc", "--samples", "1", "--json").stdout)
    assert {player[name]["error"] for player in answer["players"] for name in ("equity", "win", "tie")} == {None}


def test_a_few_samples_alike_are_not_told_as_certain() -> None:
    answer = json.loads(run("hold-em", "AsAh", "7d2c", "--samples", "3", "--seed", "1", "--json").stdout)
    assert answer["players"][0]["equity"] == {"value": 1, "error": pytest.approx(1 / 3)}


def test_json_has_everything() -> None:
    answer = json.loads(run("hold-em", "AsAh", "KdKc", "--json").stdout)
    assert (answer["method"], answer["deals"], answer["players"][0]["wins"]) == ("exact", 1712304, 1388072)
    assert answer["players"][0]["equity"] == {"value": pytest.approx(0.81255, abs=1e-5), "error": 0}


def test_a_game_of_another_text_is_found() -> None:
    result = run("super-seven-card-stud-high", "AsAdKs/2c3c", "random", "--samples", "1000")
    assert result.exit_code == 0
    assert "dead 2c 3c" in result.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("hold-em", "AsAh", "AsKd"), "As is in the hand of player 1 and in the hand of player 2"),
        (("hold-em", *["random"] * 24), "24 players: Hold 'em is played by 2 to 11"),
        (("hold-em", "AsAh", "KK", "--samples", "0"), "0 samples say nothing"),
        (("hold-em", "AsAh", "KK", "--chart", "odds.pdf"), "does not end in .png"),
    ],
)
def test_mistakes_are_told_in_one_line(words: tuple[str, ...], why: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("pokerroom: ")
    assert why in result.stderr
    assert result.stdout == ""


def test_an_interrupted_answer_is_marked() -> None:
    whole = equity("hold-em", ["AsAh", "KdKc"])
    assert how(whole).startswith("exact: all 1,712,304 deals, in ")
    assert how(replace(whole, complete=False)).startswith("interrupted: 1,712,304 deals counted of all")


def test_the_command_line_starts_without_numpy() -> None:
    """A command to play or to look up a rule does not wait for what it does not need."""
    script = "import sys, pokerroom.cli.odds; print('numpy' in sys.modules)"
    started = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert started.stdout.strip() == "False"
