"""Version 8: positions are counted by a row a shard, and events say under which lease they were committed."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

TAKEN_OVER = """
    INSERT INTO shard (shard, position, events, epoch, owner, since, until)
    SELECT 0, position, position, epoch, owner, since, until FROM log_end ORDER BY position DESC LIMIT 1
"""


def upgrade() -> None:
    number = sa.BigInteger()
    op.add_column("event", sa.Column("epoch", number, nullable=True, comment="of the lease it was committed under"))
    op.create_table(
        "shard",
        sa.Column("shard", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("position", number, nullable=False, comment="the last that it counted or passed over"),
        sa.Column("events", number, nullable=False, comment="how many it has counted"),
        sa.Column("epoch", number, nullable=False, server_default="0", comment="how often the lease was taken"),
        sa.Column("owner", sa.Text(), nullable=False, server_default="", comment="who took it last, in words"),
        sa.Column("address", sa.Text(), nullable=False, server_default="", comment="where its owner is reached"),
        sa.Column("since", number, nullable=False, server_default="0", comment="microseconds since 1970, UTC"),
        sa.Column("until", number, nullable=False, server_default="0", comment="likewise; in PostgreSQL alone"),
        sa.Column("session", sa.Integer(), nullable=False, server_default="0", comment="of its owner, in PostgreSQL"),
        sa.PrimaryKeyConstraint("shard"),
        # Renewed each second and raised by every commit: room on its page keeps both from touching an index.
        postgresql_with={"fillfactor": 50},
    )
    op.execute(TAKEN_OVER)
    op.drop_table("log_end")
    op.create_table(
        "lease",
        sa.Column("shard", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("epoch", number, nullable=False, autoincrement=False),
        sa.Column("after", number, nullable=False, comment="the last position that was counted before it was taken"),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("since", number, nullable=False, comment="microseconds since 1970, UTC"),
        sa.PrimaryKeyConstraint("shard", "epoch"),
    )
    op.create_table(
        "layout",
        sa.Column("after", number, nullable=False, autoincrement=False),
        sa.Column("shards", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("after"),
    )
