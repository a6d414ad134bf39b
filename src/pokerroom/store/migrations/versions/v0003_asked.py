"""Version 3: what an order asked, as a digest beside the event that leads it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "event",
        sa.Column("asked", sa.LargeBinary(), nullable=True, comment="of one that leads, a digest of what was asked"),
    )
