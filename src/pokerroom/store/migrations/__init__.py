"""From an empty database, or one of any earlier version, to the current tables.

Alembic is loaded where there is something to migrate and nowhere else: that takes longer than all else that opens a
small record.
"""

from functools import cache
from pathlib import Path
from threading import Lock

from sqlalchemy import Column, Connection, MetaData, Table, Text, inspect, select

# Alembic keeps its state in its own modules.
ONE_AT_A_TIME = Lock()

VERSION = Table("alembic_version", MetaData(), Column("version_num", Text))
"""As Alembic names it."""

FOLDERS: tuple[Path, ...] = (Path(__file__).parent / "versions",)
"""Where the migrations lie, a file for each version: `v0009_archive.py` leads to version 0009."""


@cache
def versions() -> tuple[str, ...]:
    """All that there were, in their order."""
    return tuple(sorted(each.name[1:5] for folder in FOLDERS for each in folder.glob("v????_*.py")))


def current_version() -> str:
    return versions()[-1]


def is_known(version: str) -> bool:
    """Whether there is a way from this version to the current one."""
    return version in versions()


def migrate(connection: Connection, *, to: str = "head") -> None:
    """Brings the tables to a version, in the transaction of the connection."""
    with ONE_AT_A_TIME:
        if to != "head" or not is_current(connection):
            from pokerroom.store.migrations.upgrading import upgrade  # noqa: PLC0415  it imports Alembic

            upgrade(connection, to, FOLDERS)


def is_current(connection: Connection) -> bool:
    if not inspect(connection).has_table(VERSION.name):
        return False
    return connection.execute(select(VERSION.c.version_num)).scalars().all() == [current_version()]
