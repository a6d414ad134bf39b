"""A gaming day killed at any moment and gone on with is the same day: nothing lost, nothing twice, every cent there."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from pokerroom.bots.day import Day, digests
from pokerroom.cli import app
from pokerroom.shuffle.seal import create_keys, read_keys
from pokerroom.store import MemoryStore, Writer, create_signing_key, open_store
from pokerroom.store.keys import verifying_path
from tests.conftest import ROOT
from tests.contract.day_victim import OVER, SMALL_DAY, acknowledged
from tests.sampling import sampled

KILLS = sampled(8, whole=30)


class Undisturbed(NamedTuple):
    orders: int
    digests: dict[str, str]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """The same day, run in one piece."""
    store, keys = MemoryStore(), create_keys(tmp_path_factory.mktemp("keys") / "deck-keys")
    with Writer(store) as writer:
        day = Day(SMALL_DAY, store, writer, keys=keys)
        day.run()
    assert not day.unbalanced
    return Undisturbed(day.tally.orders, digests(store, keys))


@pytest.mark.sampled
@pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED: this machine has no fork to make victims with")
def test_a_day_killed_again_and_again_is_the_same_day(
    undisturbed: Undisturbed, database_url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    create_signing_key(folder / "key")
    create_keys(folder / "deck-keys")
    open_store(database_url).close()
    ended = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.contract.day_victim",
            database_url,
            folder,
            str(undisturbed.orders),
            str(KILLS),
        ],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert ended.returncode == 0, ended.stderr
    assert int(ended.stdout) >= KILLS * 3 // 4, "hardly anybody was killed"

    store = open_store(database_url)
    told = set(acknowledged(folder)) - {OVER}
    assert told <= {each.envelope.cause for each in store.read_all()}, "what was acknowledged is lost"
    assert len(told) > undisturbed.orders // 2, "hardly anything was acknowledged"
    assert digests(store, read_keys(folder / "deck-keys")) == undisturbed.digests
    store.close()
    audited = CliRunner().invoke(
        app,
        [
            "audit",
            database_url,
            *("--heads", str(folder / "heads")),
            *("--key", str(verifying_path(folder / "key"))),
            *("--deck-keys", str(folder / "deck-keys")),
        ],
    )
    assert audited.exit_code == 0, audited.output
