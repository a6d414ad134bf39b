"""Version 6: rulings and who witnessed them; their rows are made from the events when a room opens."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    name = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    number = sa.BigInteger()
    op.create_table(
        "ruling",
        sa.Column("table", name, nullable=False),
        sa.Column("number", number, nullable=False),
        sa.Column("round", number, nullable=False),
        sa.Column("at", number, nullable=False),
        sa.Column("by", name, nullable=False),
        sa.Column("paragraph", name, nullable=False),
        sa.Column("reason", name, nullable=False),
        sa.Column("moved", number, nullable=False),
        sa.Column("witness", name, nullable=False),
        sa.Column("witnessed", number, nullable=True),
        sa.PrimaryKeyConstraint("table", "number"),
        sqlite_with_rowid=False,
    )
    op.create_index("ruling_witness_table_number", "ruling", ["witness", "table", "number"])
    op.create_table(
        "rulings_counted",
        sa.Column("table", name, nullable=False),
        sa.Column("rulings", number, nullable=False),
        sa.PrimaryKeyConstraint("table"),
        sqlite_with_rowid=False,
    )
