"""What the server writes down and finds again. A write is acknowledged when it is committed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tabbytop.server.database import Database
from tabbytop.server.entries import ENTRY, Entry
from tabbytop.server.schema import choices, keys, log, tables
from tabbytop.server.table import Agreed, Held, Table

HOST = -1  # the seat of a key that opens the table, not a hand


@dataclass(frozen=True, slots=True)
class Key:
    seat: int
    digest: str
    seen: float


@dataclass(frozen=True, slots=True)
class Row:
    """A table as a list of tables shows it."""

    id: str
    agreed: Agreed
    opened: float
    state: str
    changed: float


# Made once: to build a statement costs more than to execute it.
GROW = (
    update(tables)
    .where(tables.c.id == bindparam("which"), tables.c.number == bindparam("known"))
    .values(number=bindparam("then"), state=bindparam("state"), changed=bindparam("at"), due=bindparam("due"))
)
ADD = insert(log)
CHOICES = select(choices).where(choices.c.table_id == bindparam("which"))
NUMBER = select(tables.c.number).where(tables.c.id == bindparam("which")).with_for_update()
KEYS = select(keys).where(keys.c.table_id == bindparam("which"))


class Store:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def alive(self) -> None:
        """Fails if the database does not answer."""
        await self._database.read(lambda connection: connection.execute(select(1)))

    # Writing

    async def open(self, table: Table, listed: Sequence[Key]) -> None:
        """A new table, with the keys to it."""

        def work(connection: Connection) -> None:
            row = {
                "id": table.id, "setup": asdict(table.agreed), "opened": table.opened, "number": 0,
                "state": table.state, "listed": table.agreed.listed, "changed": table.opened, "due": None,
            }  # fmt: skip
            connection.execute(insert(tables), row)
            self._add_keys(connection, table.id, listed)

        await self._database.write(work)

    async def append(
        self,
        table: Table,
        entries: Sequence[Entry],
        at: float,
        state: str,
        due: float | None,
        new_keys: Sequence[Key] = (),
        lost_keys: Sequence[int] = (),
    ) -> bool:
        """Write entries behind those that `table` knows, and reveal what lies face down.

        False if somebody else was faster, or has just chosen otherwise: then nothing is written.
        """
        moves = any(entry.kind == "moved" for entry in entries)
        reveals = moves and table.at_once  # only where all choose at once does anything lie face down
        first = table.number
        grown = {
            "which": table.id, "known": first, "then": first + len(entries), "state": state, "at": at, "due": due,
        }  # fmt: skip
        rows = [
            {"table_id": table.id, "number": first + i, "at": at, "entry": entry.model_dump()}
            for i, entry in enumerate(entries)
        ]
        chosen = dict(table.chosen)

        def work(connection: Connection) -> bool:
            if reveals and not (self._is_up_to_date(connection, table) and self._choices(connection, table) == chosen):
                return False
            if connection.execute(GROW, grown).rowcount != 1:  # somebody else wrote; otherwise now nobody else can
                return False
            connection.execute(ADD, rows)
            for seat in lost_keys:
                connection.execute(delete(keys).where(keys.c.table_id == table.id, keys.c.seat == seat))
            self._add_keys(connection, table.id, new_keys)
            if reveals:
                connection.execute(delete(choices).where(choices.c.table_id == table.id))
            self._announce(connection, table.id)
            return True

        return await self._database.write(work)

    async def choose(self, table: Table, seat: int, held: Held | None) -> dict[int, Held] | None:
        """Lay a choice face down, or take it back; what lies there then. None if the log has grown meanwhile."""
        turn = table.turn

        def work(connection: Connection) -> dict[int, Held] | None:
            if not self._is_up_to_date(connection, table):
                return None
            mine = (choices.c.table_id == table.id, choices.c.turn == turn, choices.c.seat == seat)
            if held is None:
                connection.execute(delete(choices).where(*mine))
                return self._choices(connection, table)
            row = {"table_id": table.id, "turn": turn, "seat": seat, "actions": list(held.actions), "by": held.by}
            statement = _inserts(connection)(choices).values(row)
            changed = {"actions": row["actions"], "by": row["by"]}
            connection.execute(
                statement.on_conflict_do_update(index_elements=["table_id", "turn", "seat"], set_=changed)
            )
            return self._choices(connection, table)

        return await self._database.write(work)

    @staticmethod
    def _is_up_to_date(connection: Connection, table: Table) -> bool:
        """Whether nobody else wrote meanwhile; from here on nobody can, before this is committed."""
        return connection.execute(NUMBER, {"which": table.id}).scalar() == table.number

    async def due(self, table_id: str, when: float | None) -> None:
        def work(connection: Connection) -> None:
            connection.execute(update(tables).where(tables.c.id == table_id).values(due=when))

        await self._database.write(work)

    async def seen(self, present: Iterable[tuple[str, int]], now: float) -> None:
        """These seats' people are connected."""
        rows = [{"which": table_id, "who": seat} for table_id, seat in present]

        def work(connection: Connection) -> None:
            statement = update(keys).where(keys.c.table_id == bindparam("which"), keys.c.seat == bindparam("who"))
            connection.execute(statement.values(seen=now), rows)

        if rows:
            await self._database.write(work)

    async def prune(self, before: float) -> int:
        """Forget tables that nobody touched since then."""

        def work(connection: Connection) -> int:
            return connection.execute(delete(tables).where(tables.c.changed < before)).rowcount

        return await self._database.write(work)

    @staticmethod
    def _add_keys(connection: Connection, table_id: str, listed: Sequence[Key]) -> None:
        if listed:
            connection.execute(insert(keys), [{"table_id": table_id, **asdict(key)} for key in listed])

    @staticmethod
    def _announce(connection: Connection, table_id: str) -> None:
        """Tell other processes, when this is committed; who shares a file asks by itself."""
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_notify("tabbytop", table_id)))

    # Reading

    async def game(self, table_id: str) -> str | None:
        """What is played at a table, if there is one."""

        def work(connection: Connection) -> str | None:
            setup = connection.execute(select(tables.c.setup).where(tables.c.id == table_id)).scalar()
            return setup and str(setup["game"])

        return await self._database.read(work)

    async def load(self, table_id: str) -> Table:
        """A table as its log makes it."""
        row = await self._database.read(
            lambda connection: connection.execute(select(tables).where(tables.c.id == table_id)).one()
        )
        table = Table(table_id, Agreed(**row.setup), row.opened)
        await self.catch_up(table)
        return table

    async def catch_up(self, table: Table) -> bool:
        """Add what others wrote; whether there was anything."""
        after = (log.c.table_id == table.id, log.c.number >= table.number)
        query = select(log.c.at, log.c.entry).where(*after).order_by(log.c.number)

        written, laid = await self._database.read(
            lambda connection: (connection.execute(query).all(), connection.execute(CHOICES, {"which": table.id}).all())
        )
        for row in written:
            table.add(ENTRY.validate_python(row.entry), row.at)
        table.chosen = _held(laid, table.turn)
        return bool(written)

    async def choices(self, table: Table) -> dict[int, Held]:
        return await self._database.read(lambda connection: self._choices(connection, table))

    @staticmethod
    def _choices(connection: Connection, table: Table) -> dict[int, Held]:
        return _held(connection.execute(CHOICES, {"which": table.id}).all(), table.turn)

    async def keys(self, table_id: str) -> list[Key]:
        rows = await self._database.read(lambda connection: connection.execute(KEYS, {"which": table_id}).all())
        return [Key(row.seat, row.digest, row.seen) for row in rows]

    async def overdue(self, before: float, most: int) -> list[str]:
        """Tables where something was to happen before that time."""
        query = select(tables.c.id).where(tables.c.due < before).order_by(tables.c.due).limit(most)
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def listed(self, state: str, most: int) -> list[Row]:
        """The newest tables that anyone may find."""
        query = select(tables).where(tables.c.state == state, tables.c.listed).order_by(tables.c.opened.desc())
        rows = await self._database.read(lambda connection: connection.execute(query.limit(most)).all())
        return [Row(row.id, Agreed(**row.setup), row.opened, row.state, row.changed) for row in rows]

    async def numbers(self, ids: Sequence[str]) -> Mapping[str, int]:
        """How many entries the logs of these tables have."""
        query = select(tables.c.id, tables.c.number).where(tables.c.id.in_(ids))
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {row.id: row.number for row in rows}


def _held(rows: Iterable[Any], turn: int) -> dict[int, Held]:
    return {row.seat: Held(tuple(row.actions), row.by) for row in rows if row.turn == turn}


def _inserts(connection: Connection) -> Any:
    """The insertion that may also change what is there: each database has its own words for it."""
    return (postgresql if connection.dialect.name == "postgresql" else sqlite).insert
