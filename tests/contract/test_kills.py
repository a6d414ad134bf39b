"""A process killed at any moment loses nothing it acknowledged, and nothing is stored twice."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from pokerroom.store import audit_log, create_signing_key, open_store, read_heads, read_verifying_key
from pokerroom.store.keys import verifying_path
from tests.conftest import ROOT
from tests.contract.victim import TABLES, acknowledged, cause
from tests.sampling import sampled

KILLS = sampled(9, whole=24)


@pytest.mark.sampled
@pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED: this machine has no fork to make victims with")
def test_nothing_acknowledged_is_lost_and_nothing_is_stored_twice(database_url: str, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    create_signing_key(folder / "key")
    ended = subprocess.run(
        [sys.executable, "-m", "tests.contract.victim", database_url, folder, str(KILLS), "7"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stderr

    store = open_store(database_url)
    stored = [each.envelope for each in store.read_all()]
    told = acknowledged(folder)
    assert len(told) > KILLS, "the children hardly lived"
    # A command is acknowledged twice only where the note of the first time was lost with the process.
    for table, command in set(told):
        assert len(store.caused(f"table/{table}", cause(table, command))) == 1 + command % 3, (table, command)
    counts = Counter((each.stream, each.cause) for each in stored)
    for table in range(TABLES):
        commands = sum(1 for stream, _ in counts if stream == f"table/{table}")
        last = max(command for of, command in told if of == table)
        # What was stored without an answer is at most the one command each table had under way.
        assert last <= commands <= last + 1
        for command in range(1, commands + 1):
            assert counts[f"table/{table}", cause(table, command)] == 1 + command % 3
    heads = read_heads(folder / "heads", read_verifying_key(verifying_path(folder / "key")))
    assert heads.records
    audit = audit_log(store, heads)
    assert audit.clean, str(audit)
    assert [each.position for each in store.read_all()] == list(range(1, len(stored) + 1))
    store.close()
