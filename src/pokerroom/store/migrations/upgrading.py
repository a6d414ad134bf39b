"""Running the migrations with Alembic."""

from collections.abc import Iterable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from pokerroom.room.ports import StoreFailed

UNKNOWN = (CommandError, AssertionError, AttributeError, LookupError, TypeError)
"""What Alembic raises where its table holds anything but the version of ours."""


def upgrade(connection: Connection, to: str, folders: Iterable[Path]) -> None:
    try:
        command.upgrade(settings(folders, connection), to)
    except UNKNOWN as error:
        said = " ".join(str(error).split()) or "its table alembic_version does not say which"
        raise StoreFailed(f"the database is of a version this software does not know: {said}") from None


def settings(folders: Iterable[Path], connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", as_option(Path(__file__).parent))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(map(as_option, folders)))
    config.attributes["connection"] = connection
    return config


def as_option(path: Path) -> str:
    """A percent sign begins a reference to another option."""
    return str(path).replace("%", "%%")
