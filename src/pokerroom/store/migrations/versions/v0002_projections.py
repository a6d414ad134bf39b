"""Version 2: rows derived from the events and kept with them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    name = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "projection",
        sa.Column("name", name, primary_key=True),
        sa.Column("key", name, primary_key=True),
        sa.Column("value", sa.LargeBinary(), nullable=False),
    )
