"""The recorded rounds come out as they did, byte for byte, on every machine and in every process."""

import json
import os
import subprocess
import sys

import msgspec
import pytest

from pokerroom.games import PERMITTED
from pokerroom.play import Event, replay
from pokerroom.play.events import RoundClosed, RoundOpened
from pokerroom.rules.rulebook import Rulebook
from tests.conftest import ROOT
from tests.golden.recorded import EDITIONS, FIRST_HASHES, HASHES, HERE, digest, log_file, performed, recorded, written

every_game = pytest.mark.parametrize("key", sorted(EDITIONS))


def golden_hashes() -> dict[str, str]:
    return msgspec.json.decode(HASHES.read_bytes(), type=dict[str, str])


def first_hashes() -> dict[str, str]:
    """Of the games that the first rulebook had; one added later was never dealt under it."""
    return msgspec.json.decode(FIRST_HASHES.read_bytes(), type=dict[str, str])


@every_game
def test_the_recorded_commands_bring_about_the_recorded_log(key: str) -> None:
    log = written(performed(recorded(key)))
    # Line by line first: a failure then shows the event that differs.
    assert log.splitlines() == log_file(key).read_bytes().splitlines()
    assert log == log_file(key).read_bytes()


@every_game
def test_the_recorded_log_is_the_one_that_was_hashed(key: str) -> None:
    assert digest(log_file(key).read_bytes()) == golden_hashes()[key]


@pytest.mark.parametrize(("key", "then"), sorted(first_hashes().items()))
def test_under_the_first_rulebook_the_log_is_the_one_of_then(key: str, then: str) -> None:
    assert digest(written(performed(recorded(key), Rulebook.FIRST))) == then


@every_game
def test_a_log_of_old_folds_into_the_round_it_tells_of(key: str) -> None:
    log = [msgspec.json.decode(line, type=Event) for line in log_file(key).read_bytes().splitlines()]
    opened, closed = log[0], log[-1]
    assert isinstance(opened, RoundOpened)
    assert isinstance(closed, RoundClosed)
    state = replay(log)
    assert state.over
    assert state.stacks == closed.stacks
    assert sum(closed.stacks) == sum(opened.stacks)


def test_every_game_has_a_recorded_round_and_no_record_is_of_another() -> None:
    keys = {game.key for game in PERMITTED}
    assert set(golden_hashes()) == keys
    assert {path.name.removesuffix(".log.jsonl") for path in HERE.glob("*.log.jsonl")} == keys
    assert {path.name.removesuffix(".round.jsonl") for path in HERE.glob("*.round.jsonl")} == keys


@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_the_logs_do_not_depend_on_how_a_process_orders_its_sets(seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == golden_hashes()
