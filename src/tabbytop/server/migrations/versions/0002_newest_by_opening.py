"""Tables are listed by when they were opened: an index on when they last changed was written with every move."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.drop_index("tables_by_state", "tables")
    op.create_index("tables_by_state", "tables", ["state", "listed", "opened"])
