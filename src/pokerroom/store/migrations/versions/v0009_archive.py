"""Version 9: the order ids of days that lie in files. They are refused as those of the events are."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

SQLITE = """
    CREATE TRIGGER event_archived_order BEFORE INSERT ON event
    WHEN NEW.leads AND EXISTS (SELECT 1 FROM archived_order WHERE stream = NEW.stream AND cause = NEW.cause)
    BEGIN SELECT RAISE(ABORT, 'the order was stored on a day that is archived'); END
"""
POSTGRESQL = (
    """
    CREATE FUNCTION refuse_archived_order() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (SELECT 1 FROM archived_order WHERE stream = NEW.stream AND cause = NEW.cause) THEN
            RAISE EXCEPTION 'the order was stored on a day that is archived' USING ERRCODE = 'unique_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER event_archived_order BEFORE INSERT ON event
    FOR EACH ROW WHEN (NEW.leads) EXECUTE FUNCTION refuse_archived_order()
    """,
)


def upgrade() -> None:
    name = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "archived_order",
        sa.Column("stream", name, nullable=False),
        sa.Column("cause", name, nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False, comment="of the event that leads it"),
        sa.Column("asked", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("stream", "cause"),
        sqlite_with_rowid=False,
    )
    for statement in POSTGRESQL if op.get_bind().dialect.name == "postgresql" else (SQLITE,):
        op.execute(statement)
