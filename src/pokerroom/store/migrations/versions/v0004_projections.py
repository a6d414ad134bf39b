"""Version 4: projections, for whoever lists or reports; their rows are made from the events when a room opens."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    name = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    number = sa.BigInteger()
    op.create_table(
        "projected_up_to",
        sa.Column("name", name, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("position", number, nullable=False, comment="of the last event that is in its rows"),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "gaming_day",
        sa.Column("date", name, nullable=False),
        sa.Column("opened", number, nullable=False),
        sa.Column("opened_by", name, nullable=False),
        sa.Column("shifts", name, nullable=False),
        sa.Column("first", number, nullable=False),
        sa.Column("closed", number, nullable=True),
        sa.Column("closed_by", name, nullable=True),
        sa.Column("last", number, nullable=True),
        sa.PrimaryKeyConstraint("date"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "day_under_way",
        sa.Column("room", name, nullable=False),
        sa.Column("date", name, nullable=False),
        sa.PrimaryKeyConstraint("room"),
        sqlite_with_rowid=False,
    )
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
        sa.Column("variance", number, nullable=False),
        sa.PrimaryKeyConstraint("date", "table", "game", "shift"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "journal",
        sa.Column("position", number, nullable=False),
        sa.Column("line", number, nullable=False),
        sa.Column("id", name, nullable=False),
        sa.Column("day", name, nullable=True),
        sa.Column("at", number, nullable=False),
        sa.Column("debit", name, nullable=False),
        sa.Column("credit", name, nullable=False),
        sa.Column("amount", number, nullable=False),
        sa.Column("reason", name, nullable=False),
        sa.Column("edition", name, nullable=True),
        sa.Column("paragraph", name, nullable=True),
        sa.Column("reading", name, nullable=True),
        sa.Column("by", name, nullable=False),
        sa.Column("role", name, nullable=False),
        sa.Column("game", name, nullable=False),
        sa.Column("note", name, nullable=False),
        sa.Column("corrects", name, nullable=True),
        sa.PrimaryKeyConstraint("position", "line"),
        sqlite_with_rowid=False,
    )
    op.create_index("journal_credit_position_line", "journal", ["credit", "position", "line"])
    op.create_index("journal_day_position_line", "journal", ["day", "position", "line"])
    op.create_index("journal_debit_position_line", "journal", ["debit", "position", "line"])
    op.create_index("journal_id_position_line", "journal", ["id", "position", "line"])
    op.create_table(
        "incident",
        sa.Column("position", number, nullable=False),
        sa.Column("day", name, nullable=True),
        sa.Column("at", number, nullable=False),
        sa.Column("table", name, nullable=False),
        sa.Column("round", number, nullable=False),
        sa.Column("kind", name, nullable=False),
        sa.Column("player", name, nullable=False),
        sa.Column("by", name, nullable=False),
        sa.Column("paragraph", name, nullable=False),
        sa.Column("reason", name, nullable=False),
        sa.PrimaryKeyConstraint("position"),
        sqlite_with_rowid=False,
    )
    op.create_index("incident_day_position", "incident", ["day", "position"])
    op.create_index("incident_player_position", "incident", ["player", "position"])
    op.create_index("incident_table_position", "incident", ["table", "position"])
    op.create_table(
        "round_under_way",
        sa.Column("table", name, nullable=False),
        sa.Column("number", number, nullable=False),
        sa.Column("first", number, nullable=False),
        sa.Column("game", name, nullable=False),
        sa.Column("edition", name, nullable=False),
        sa.Column("settings", name, nullable=False),
        sa.Column("started", number, nullable=False),
        sa.Column("players", name, nullable=False),
        sa.Column("stacks", name, nullable=False),
        sa.Column("awarded", number, nullable=False),
        sa.PrimaryKeyConstraint("table"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "round_played",
        sa.Column("table", name, nullable=False),
        sa.Column("number", number, nullable=False),
        sa.Column("game", name, nullable=False),
        sa.Column("edition", name, nullable=False),
        sa.Column("settings", name, nullable=False),
        sa.Column("first", number, nullable=False),
        sa.Column("last", number, nullable=False),
        sa.Column("started", number, nullable=False),
        sa.Column("ended", number, nullable=False),
        sa.Column("ending", name, nullable=False),
        sa.Column("pot", number, nullable=False),
        sa.Column("rake", number, nullable=False),
        sa.Column("contributed", number, nullable=False),
        sa.Column("lineup", name, nullable=False),
        sa.Column("players", name, nullable=False),
        sa.Column("nets", name, nullable=False),
        sa.PrimaryKeyConstraint("table", "number"),
        sqlite_with_rowid=False,
    )
    op.create_index("round_played_ended_table_number", "round_played", ["ended", "table", "number"])
    op.create_index("round_played_table_ended_number", "round_played", ["table", "ended", "number"])
    op.create_table(
        "round_player",
        sa.Column("player", name, nullable=False),
        sa.Column("ended", number, nullable=False),
        sa.Column("table", name, nullable=False),
        sa.Column("number", number, nullable=False),
        sa.PrimaryKeyConstraint("player", "ended", "table", "number"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "round_decks",
        sa.Column("table", name, nullable=False),
        sa.Column("number", number, nullable=False),
        sa.Column("first", number, nullable=False),
        sa.PrimaryKeyConstraint("table", "number"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "table_summary",
        sa.Column("table", name, nullable=False),
        sa.Column("area", name, nullable=False),
        sa.Column("opened", number, nullable=False),
        sa.Column("closed", number, nullable=True),
        sa.Column("rotation", name, nullable=False),
        sa.Column("turn", number, nullable=False),
        sa.Column("game", name, nullable=False),
        sa.Column("edition", name, nullable=False),
        sa.Column("limits", name, nullable=False),
        sa.Column("seats", number, nullable=False),
        sa.Column("settings", name, nullable=False),
        sa.Column("next_settings", name, nullable=False),
        sa.Column("seated", number, nullable=False),
        sa.Column("rounds", number, nullable=False),
        sa.Column("last_activity", number, nullable=False),
        sa.PrimaryKeyConstraint("table"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "player_seen",
        sa.Column("player", name, nullable=False),
        sa.Column("first_seen", number, nullable=False),
        sa.Column("last_seen", number, nullable=False),
        sa.Column("rounds", number, nullable=False),
        sa.Column("net", number, nullable=False),
        sa.Column("deposits", number, nullable=False),
        sa.Column("withdrawals", number, nullable=False),
        sa.Column("buy_ins", number, nullable=False),
        sa.Column("cash_outs", number, nullable=False),
        sa.PrimaryKeyConstraint("player"),
        sqlite_with_rowid=False,
    )
    op.create_index("player_seen_last_seen_player", "player_seen", ["last_seen", "player"])
    op.create_table(
        "player_at_table",
        sa.Column("player", name, nullable=False),
        sa.Column("table", name, nullable=False),
        sa.Column("since", number, nullable=True),
        sa.Column("seconds", number, nullable=False),
        sa.Column("rounds", number, nullable=False),
        sa.PrimaryKeyConstraint("player", "table"),
        sqlite_with_rowid=False,
    )
