"""The command of a version to come: it has another name, and one more version of the tables.

`python -m tests.faults.next_version serve ...` is `pokerroom serve ...` of that version; with `POKERROOM_TOMORROW=same`
it leaves the tables of the database as they are.
"""

import os
import tempfile
from pathlib import Path

from pokerroom.room import software
from pokerroom.store import migrations

VERSION = "9999"
SOFTWARE = "pokerroom of tomorrow"
MIGRATION = """
import sqlalchemy

from alembic import op

revision = {new!r}
down_revision = {old!r}


def upgrade():
    op.create_table("of_tomorrow", sqlalchemy.Column("what", sqlalchemy.Text))
"""


def become(folder: Path) -> None:
    """From here on this process is of the version to come; its migration lies in the folder."""
    software.version_of = lambda: SOFTWARE
    if os.environ.get("POKERROOM_TOMORROW") == "same":
        return
    migration = MIGRATION.format(new=VERSION, old=migrations.current_version())
    (folder / f"v{VERSION}_of_tomorrow.py").write_text(migration, encoding="utf-8")
    migrations.FOLDERS = (*migrations.FOLDERS, folder)
    migrations.versions.cache_clear()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        become(Path(made))
        # Only now: modules take names out of one another when they are first read.
        from pokerroom.cli import main

        main()
