"""From an empty database, or one of any earlier version, to the current tables."""

from pathlib import Path
from threading import Lock

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from pokerroom.room.ports import StoreFailed

# Alembic keeps its state in its own modules.
ONE_AT_A_TIME = Lock()


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
            command.upgrade(settings(connection), to)
    except CommandError as error:
        raise StoreFailed(f"the database is of a version this software does not know: {error}") from None


def current_version() -> str | None:
    return ScriptDirectory.from_config(settings()).get_current_head()


def is_known(version: str) -> bool:
    """Whether there is a way from this version to the current one."""
    return any(each.revision == version for each in ScriptDirectory.from_config(settings()).walk_revisions())
