"""From an empty database, or one of any earlier version, to the current tables."""

from functools import cache
from pathlib import Path
from threading import Lock

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Column, Connection, MetaData, Table, Text, inspect, select

from pokerroom.room.ports import StoreFailed

# Alembic keeps its state in its own modules.
ONE_AT_A_TIME = Lock()

VERSION = Table("alembic_version", MetaData(), Column("version_num", Text))
"""As Alembic names it."""

UNKNOWN = (CommandError, AssertionError, AttributeError, LookupError, TypeError)
"""What Alembic raises where its table holds anything but the version of ours."""


def settings(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection, *, to: str = "head") -> None:
    """Brings the tables to a version, in the transaction of the connection."""
    try:
        with ONE_AT_A_TIME:
            if to != "head" or not is_current(connection):
                command.upgrade(settings(connection), to)
    except UNKNOWN as error:
        said = " ".join(str(error).split()) or "its table alembic_version does not say which"
        raise StoreFailed(f"the database is of a version this software does not know: {said}") from None


def is_current(connection: Connection) -> bool:
    """Asked first: to load every migration takes longer than all else that opens a small record."""
    if not inspect(connection).has_table(VERSION.name):
        return False
    return connection.execute(select(VERSION.c.version_num)).scalars().all() == [current_version()]


@cache
def current_version() -> str | None:
    return ScriptDirectory.from_config(settings()).get_current_head()


def is_known(version: str) -> bool:
    """Whether there is a way from this version to the current one."""
    return any(each.revision == version for each in ScriptDirectory.from_config(settings()).walk_revisions())
