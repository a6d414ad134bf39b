"""`pokerroom simulate` as a person uses it."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from pokerroom.cli.simulate import count, simulate

app = typer.Typer()
app.command()(simulate)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments])


def test_it_shows_hands_winners_ties_and_scoops() -> None:
    done = run("omaha-high-low-eight", "--seats", "6", "--rounds", "5k", "--seed", "7")
    assert done.exit_code == 0, done.output
    assert "Omaha high-low split eight or better, 6 seats, nobody folds: 5,000 rounds" in done.output
    for words in ("full house", "8-high", "low qualifies", "high divided between 2", "one player wins everything"):
        assert words in done.output


def test_it_shows_a_bad_beat_with_its_error() -> None:
    done = run(
        "hold-em", "--seats", "10", "--rounds", "3M", "--bad-beat", "AAATT", "--both-hole-cards", "--pocket-pair"
    )
    assert done.exit_code == 0, done.output
    assert "aces full of tens or better beaten, both hole cards play, pocket pair for quads" in done.output
    assert " in 3,000,000 rounds: 1 in 1" in done.output
    assert "with 95 % confidence (rate " in done.output
    assert "full house" not in done.output


def test_a_bad_beat_never_seen_is_said_to_be_rarer_than_could_be_missed() -> None:
    done = run("hold-em", "--seats", "2", "--rounds", "3000", "--bad-beat", "quad kings", "--both-needed")
    assert "0 in 3,000 rounds: rarer than 1 in 1,000 with 95 % confidence" in done.output


def test_one_round_has_no_error_and_says_so() -> None:
    done = run("hold-em", "--seats", "2", "--rounds", "1")
    assert "100 ± ?" in done.output
    report = json.loads(run("hold-em", "--seats", "2", "--rounds", "1", "--json").output)
    assert {line["error"] for line in report["lines"]} == {None}
    two = json.loads(run("hold-em", "--seats", "2", "--rounds", "2", "--json").output)
    assert all(line["error"] > 0 for line in two["lines"])


def test_too_few_rounds_say_nothing_of_a_bad_beat() -> None:
    done = run("hold-em", "--seats", "2", "--rounds", "2", "--bad-beat", "quad kings")
    assert "0 in 2 rounds: too few to say how rare" in done.output


def test_json_has_every_figure_and_can_be_resumed(tmp_path: Path) -> None:
    short = run("five-card-stud", "--seats", "8", "--rounds", "2000", "--json")
    report = json.loads(short.output)
    assert (report["rounds"], report["partial"]) == (2000, False)
    assert {"share", "what", "which", "times", "squares", "rate", "error"} == report["lines"][0].keys()
    (tmp_path / "short.json").write_text(short.output)
    resumed = run(
        "five-card-stud", "--seats", "8", "--rounds", "5000", "--json", "--resume", str(tmp_path / "short.json")
    )
    assert resumed.output == run("five-card-stud", "--seats", "8", "--rounds", "5000", "--json").output


def test_ctrl_c_prints_what_is_done_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def interrupting_bar(_rounds: int) -> Iterator[Callable[[int], None]]:
        def advance(done: int) -> None:
            if done == 4000:
                raise KeyboardInterrupt

        yield advance

    monkeypatch.setattr("pokerroom.odds.simulation.ROUNDS_AT_ONCE", 1000)
    monkeypatch.setattr(import_module("pokerroom.cli.simulate"), "bar", interrupting_bar)
    done = run("five-card-stud", "--seats", "8", "--rounds", "1G", "--workers", "1")
    assert done.exit_code == 130
    assert "4,000 rounds of 1,000,000,000, interrupted" in done.output


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("hold-em", "--seats", "24"), "24 players: Hold 'em is played by 2 to 11"),
        (("hold-em", "--seats", "6", "--rounds", "0"), "'0' is not a number of rounds"),
        (("hold-em", "--seats", "6", "--rounds", "many"), "'many' is not a number of rounds"),
        (("hold-em", "--seats", "6", "--rounds", "1.5"), "'1.5' is not a number of rounds"),
        (("hold-em", "--seats", "6", "--bad-beat", "a flush"), "'a flush' is not a hand for a qualifier"),
        (("hold-em", "--seats", "6", "--bad-beat", ""), "'' is not a hand for a qualifier"),
        (("badugi", "--seats", "6", "--bad-beat", "TTTT"), "Badugi has no five-card high hand"),
        (("hold-em", "--seats", "6", "--pocket-pair"), "need --bad-beat to say which hand must lose"),
        (("hold-em", "--seats", "6", "--draws", "wild"), "wild"),
    ],
)
def test_nonsense_is_refused(arguments: tuple[str, ...], why: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert why in " ".join(done.output.replace("│", " ").split())


def test_a_file_that_is_not_a_report_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("{}")
    done = run("hold-em", "--seats", "6", "--resume", str(tmp_path / "other.json"))
    assert done.exit_code == 2
    assert "is not a report of a simulation" in done.output


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("500000", 500_000),
        ("10M", 10_000_000),
        ("2.5k", 2500),
        ("1e9", 10**9),
        ("1G", 10**9),
        ("1,000", 1000),
        ("3b", 3 * 10**9),
    ],
)
def test_rounds_are_written_short(text: str, rounds: int) -> None:
    assert count(text) == rounds
