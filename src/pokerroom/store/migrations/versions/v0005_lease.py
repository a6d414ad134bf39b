"""Version 5: the lease of the database stands beside the position of its last event."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger()
    for column in (
        sa.Column("epoch", number, nullable=False, server_default="0", comment="how often the lease was taken"),
        sa.Column("owner", sa.Text(), nullable=False, server_default="", comment="who took it last, in words"),
        sa.Column("since", number, nullable=False, server_default="0", comment="microseconds since 1970, UTC"),
        sa.Column("until", number, nullable=False, server_default="0", comment="likewise; in PostgreSQL alone"),
    ):
        op.add_column("log_end", column)
