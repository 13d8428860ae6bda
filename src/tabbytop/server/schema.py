"""What the database holds. Only `log` tells what happened; beside it who may, what is due and what is not open yet."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("setup", JSON, nullable=False),  # what was agreed when it was opened; never changes
    Column("opened", Float, nullable=False),
    # Found in the log, too, but here it can be asked for.
    Column("number", Integer, nullable=False),  # of entries in the log
    Column("state", String(8), nullable=False),  # open, playing, over
    Column("listed", Boolean, nullable=False),
    Column("changed", Float, nullable=False),
    Column("due", Float),  # when something has to happen by itself: a bot moves, a clock runs out
    Index("tables_by_state", "state", "listed", "opened"),  # a move changes none of these
    Index("tables_by_due", "due"),
)

log = Table(
    "log",
    metadata,
    # A number can be written once: two who write at the same time cannot both win.
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("entry", JSON, nullable=False),
)

# Choices that lie face down: nobody's entry in the log, so that not even their order can be read from it.
choices = Table(
    "choices",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("turn", Integer, primary_key=True),  # how many moves were made before
    Column("seat", Integer, primary_key=True),
    Column("actions", JSON, nullable=False),
    Column("by", String(8), nullable=False),  # a person, a bot or the clock
)

keys = Table(
    "keys",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),  # -1: who opened the table
    Column("digest", String(64), nullable=False),  # of the secret, which is nowhere else than with its owner
    Column("seen", Float, nullable=False),  # when the owner was last connected
)
