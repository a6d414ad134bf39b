"""`pokerroom shuffle`, and the generator behind `pokerroom play`, as a person uses them."""

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from pokerroom.cards import DECK, Card, parse_cards
from pokerroom.cli import app
from pokerroom.cli.shuffle import report
from pokerroom.shuffle import Evidence, LabRefusedError, Mode, lab_generator
from pokerroom.shuffle.lab import MODE


@pytest.fixture(autouse=True)
def _no_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(MODE, raising=False)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments])


def test_the_report_says_what_it_tested_and_how_sure_it_is() -> None:
    done = run("shuffle", "report", "--decks", "10000", "--seed", "7")
    assert done.exit_code == 0, done.output
    for words in (
        "10,000 decks of seed '7'",
        "every card in every position",
        "The shuffle passes.",
        "once in 1,000,000",
    ):
        assert words in done.output


def test_the_report_as_json_has_every_test() -> None:
    done = run("shuffle", "report", "--decks", "10000", "--json")
    found = json.loads(done.output)
    assert (found["decks"], found["passed"], found["seed"]) == (10_000, True, None)
    assert all(0 <= test["p"] <= 1 for test in found["tests"])


def test_a_shuffle_that_fails_is_named_and_the_command_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerroom.shuffle.generator.Generator.shuffled", lambda _, cards: tuple(cards))
    done = run("shuffle", "report", "--decks", "10000")
    assert done.exit_code == 1
    assert "The shuffle fails: every card in every position" in done.output


def test_too_few_decks_are_refused() -> None:
    done = run("shuffle", "report", "--decks", "99")
    assert done.exit_code == 2
    assert "99 decks prove nothing" in done.output


def test_without_numpy_the_report_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "pokerroom.shuffle.report", raising=False)
    done = run("shuffle", "report")
    assert done.exit_code == 2
    assert "install pokerroom[odds]" in done.output
    assert callable(report)


def test_raw_bytes_go_to_the_terminal_or_to_a_new_file(tmp_path: Path) -> None:
    expected = lab_generator("7", otherwise=Mode.LAB).randbytes(10_000)
    done = run("shuffle", "lab", "raw", "--seed", "7", "--count", "10000")
    assert done.stdout_bytes == expected
    path = tmp_path / "raw"
    arguments = ("shuffle", "lab", "raw", "--seed", "7", "--count", "10000", "--output", str(path))
    assert run(*arguments).exit_code == 0
    assert path.read_bytes() == expected
    again = run(*arguments)
    assert again.exit_code == 2
    assert "cannot be written: File exists" in again.output


def test_outcomes_are_one_a_line() -> None:
    lines = run("shuffle", "lab", "decks", "--seed", "7", "--count", "3").stdout_bytes.decode().splitlines()
    generator = lab_generator("7", otherwise=Mode.LAB)
    assert [parse_cards(line) for line in lines] == [generator.shuffled(DECK) for _ in range(3)]
    records = run("shuffle", "lab", "cuts", "--count", "3", "--json").stdout_bytes.splitlines()
    assert [json.loads(line)["number"] for line in records] == [0, 1, 2]


def test_a_reader_that_has_had_enough_ends_an_endless_export() -> None:
    program = Path(sys.executable).with_name("pokerroom")
    with subprocess.Popen(
        [program, "shuffle", "lab", "raw"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as endless:
        assert endless.stdout is not None
        assert len(endless.stdout.read(100_000)) == 100_000
        endless.stdout.close()
        assert endless.stderr is not None
        assert endless.stderr.read() == b""
    assert endless.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("shuffle", "lab", "raw", "--output", "never"), "a file needs a --count"),
        (("shuffle", "lab", "raw", "--json"), "not written as JSON"),
        (("shuffle", "lab", "dice"), "dice"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: tuple[str, ...], sentence: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert sentence in done.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("shuffle", "lab", "raw", "--count", "1"),
        ("shuffle", "lab", "decks", "--seed", "1", "--count", "1"),
        ("shuffle", "report", "--seed", "1"),
        ("play", "--seed", "1"),
    ],
    ids=" ".join,
)
def test_production_refuses_a_seed_and_an_export(monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
    monkeypatch.setenv(MODE, "production")
    done = run(*arguments)
    assert isinstance(done.exception, LabRefusedError)
    assert not done.output


def test_production_plays_without_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODE, "production")
    assert run("play", "hold-em").exit_code == 0


def test_a_seed_repeats_a_demonstration() -> None:
    first, again, other = (run("play", "badugi", "--seed", seed).output for seed in ("7", "7", "8"))
    assert first == again != other


PROOF = ("play", "triple-draw-deuce-to-seven", "--seats", "6", "--seed")


def proof_in(folder: Path, seed: int = 7) -> Path:
    path = folder / "proof.json"
    assert run(*PROOF, str(seed), "--proof", str(path)).exit_code == 0
    return path


@pytest.mark.parametrize("seed", range(5))
def test_what_a_demonstration_proves_is_verified(tmp_path: Path, seed: int) -> None:
    done = run("shuffle", "verify", str(proof_in(tmp_path, seed)))
    assert done.exit_code == 0, done.output
    assert "table 'demonstration', round 0, deck 0: 52 cards, root " in done.output
    assert " proved" in done.output
    assert done.output.endswith("Everything matches the commitments.\n")


def test_a_proof_that_was_changed_is_not(tmp_path: Path) -> None:
    path = proof_in(tmp_path)
    held = msgspec.json.decode(path.read_bytes(), type=Evidence)
    first = held.openings[0][0]
    changed = replace(first, card=Card((first.card + 1) % 52))
    for log in (held.log, ()):
        openings = ((changed, *held.openings[0][1:]), *held.openings[1:])
        path.write_bytes(msgspec.json.encode(replace(held, openings=openings, log=log)))
        done = run("shuffle", "verify", str(path))
        assert done.exit_code == 1
        assert "NOT PROVED" in done.output
        assert "Something is wrong." in done.output


def test_openings_without_a_log_are_verified_for_what_they_are(tmp_path: Path) -> None:
    path = proof_in(tmp_path)
    held = msgspec.json.decode(path.read_bytes(), type=Evidence)
    path.write_bytes(msgspec.json.encode(replace(held, log=())))
    done = run("shuffle", "verify", str(path))
    assert done.exit_code == 0
    assert "There is no log" in done.output


def test_nothing_to_check_is_not_a_success(tmp_path: Path) -> None:
    path = tmp_path / "empty.json"
    path.write_text('{"commitments": [], "cuts": [], "openings": []}')
    assert run("shuffle", "verify", str(path)).exit_code == 1


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"commitments": 3}'])
def test_a_file_that_holds_something_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    done = run("shuffle", "verify", str(path))
    assert done.exit_code == 2
    assert "does not hold commitments and openings" in done.output
