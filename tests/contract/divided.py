"""A divided store of each kind: `from tests.contract.divided import SHARDS, shared` makes the fixture known."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pokerroom.room.ports import EventStore
from pokerroom.store import MemoryStore, open_store
from pokerroom.store.dividing import divide

SHARDS = 4


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventStore]:
    """A store of each kind that is divided."""
    if request.param == "memory":
        yield MemoryStore(SHARDS)
        return
    named = request.param == "postgresql"
    url = str(request.getfixturevalue("postgres_url")) if named else f"sqlite:///{tmp_path}/log.db"
    divide(url, SHARDS)
    with closing(open_store(url)) as store:
        yield store
