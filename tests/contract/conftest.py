from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.store import open_store
from pokerroom.store.opening import sqlite_module
from tests.postgres import postgres, postgres_url

__all__ = ["postgres", "postgres_url"]

RawSql = Callable[..., int]
"""Runs a statement in the database without our knowledge; how many rows it touched."""


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        (tmp_path / "database").mkdir()
        return f"sqlite:///{tmp_path}/database/log.db"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def database(database_url: str) -> Iterator[ProjectingStore]:
    store = open_store(database_url)
    yield store
    store.close()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ProjectingStore]:
    match request.param:
        case "memory":
            url = "memory:"
        case "sqlite":
            url = f"sqlite:///{tmp_path}/log.db"
        case _:
            url = str(request.getfixturevalue("postgres_url"))
    opened = open_store(url)
    yield opened
    opened.close()


@pytest.fixture
def raw_sql(database_url: str) -> RawSql:
    """What somebody with the password of the database can do. Values are written %s."""

    def run(statement: str, *values: object) -> int:
        if database_url.startswith("sqlite"):
            # By the same library: two SQLites in one process take each other's locks on a file away.
            with sqlite_module().connect(database_url.removeprefix("sqlite:///")) as connection:
                touched = connection.execute(statement.replace("%s", "?"), values).rowcount
            connection.close()
            return int(touched)
        with psycopg.connect(database_url) as connection:
            return connection.execute(statement.encode(), values).rowcount

    return run
