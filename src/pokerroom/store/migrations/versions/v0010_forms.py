"""Version 10: the figures of a gaming day have contribution forms without their original; their rows are made again."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    name = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    number = sa.BigInteger()
    op.drop_table("day_figures")
    op.create_table(
        "day_figures",
        sa.Column("date", name, nullable=False),
        sa.Column("table", name, nullable=False),
        sa.Column("game", name, nullable=False),
        sa.Column("shift", name, nullable=False),
        sa.Column("rounds_dealt", number, nullable=False),
        sa.Column("drop", number, nullable=False),
        sa.Column("percentage_rake", number, nullable=False),
        sa.Column("incremental_rake", number, nullable=False),
        sa.Column("time_charges", number, nullable=False),
        sa.Column("bad_beat_contributions", number, nullable=False),
        sa.Column("bad_beat_payouts", number, nullable=False),
        sa.Column("unmatched_forms", number, nullable=False),
        sa.Column("forms_found", number, nullable=False),
        sa.Column("house_win", number, nullable=False),
        sa.Column("variance", number, nullable=False),
        sa.PrimaryKeyConstraint("date", "table", "game", "shift"),
        sqlite_with_rowid=False,
    )
