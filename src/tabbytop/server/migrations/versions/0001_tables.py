"""Tables, their log, choices face down, and keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("setup", sa.JSON, nullable=False),
        sa.Column("opened", sa.Float, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("due", sa.Float),
    )
    op.create_index("tables_by_state", "tables", ["state", "listed", "changed"])
    op.create_index("tables_by_due", "tables", ["due"])
    op.create_table(
        "log",
        _table(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("entry", sa.JSON, nullable=False),
    )
    op.create_table(
        "choices",
        _table(),
        sa.Column("turn", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("actions", sa.JSON, nullable=False),
        sa.Column("by", sa.String(8), nullable=False),
    )
    op.create_table(
        "keys",
        _table(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("keys", "choices", "log", "tables"):
        op.drop_table(name)


def _table() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
