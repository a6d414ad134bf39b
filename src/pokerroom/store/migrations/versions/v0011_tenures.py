"""Version 11: how long a lease lasts stands in a row of its own, so that a renewal waits for no commit."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

GROWS, COUNTED = "grows whenever the lease is taken", "how often the lease was taken"


def upgrade() -> None:
    # Nobody else has any of the record while it is changed.
    for column in ("until", "session"):
        op.drop_column("shard", column)
    if op.get_context().dialect.name == "postgresql":
        op.alter_column("shard", "epoch", comment=GROWS, existing_comment=COUNTED)
    number = sa.BigInteger()
    op.create_table(
        "tenure",
        sa.Column("shard", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("epoch", number, nullable=False, comment="of the lease; of another one it says nothing"),
        sa.Column("until", number, nullable=False, comment="microseconds since 1970, UTC; 0 once it was given back"),
        sa.Column("session", sa.Integer(), nullable=False, comment="of its owner; 0 until it is back after an outage"),
        sa.Column("run", sa.Text(), nullable=False, comment="of the database's server, when it was renewed last"),
        sa.PrimaryKeyConstraint("shard"),
    )
