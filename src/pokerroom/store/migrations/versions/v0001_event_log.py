"""Version 1: the event log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    name = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "event",
        sa.Column(
            "position",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("stream", name, nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False, comment="microseconds since 1970, UTC"),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("cause", name, nullable=False),
        sa.Column("tag", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("leads", sa.Boolean(), nullable=False, comment="the first event of its cause in its stream"),
        sa.UniqueConstraint("stream", "sequence", name="event_stream_sequence"),
    )
    op.create_index(
        "event_stream_cause",
        "event",
        ["stream", "cause"],
        unique=True,
        sqlite_where=sa.text("leads"),
        postgresql_where=sa.text("leads"),
    )
    log_end = op.create_table("log_end", sa.Column("position", sa.BigInteger(), nullable=False))
    op.bulk_insert(log_end, [{"position": 0}])
