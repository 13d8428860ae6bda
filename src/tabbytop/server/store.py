"""What the server writes down and finds again. A write is acknowledged when it is committed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Connection, Delete, Select, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tabbytop.core.errors import TabbytopError
from tabbytop.server.database import Database
from tabbytop.server.entries import ENTRY, Entry
from tabbytop.server.errors import NotFound
from tabbytop.server.schema import choices, keys, log, tables
from tabbytop.server.table import Agreed, Held, Table

HOST = -1  # the seat of a key that opens the table, not a hand
PRUNED = 100  # tables that are forgotten in one commit


class Unreadable(Exception):
    """Another version of the program wrote it. What it holds is secret, so no log may tell."""

    def __init__(self, table_id: str, what: str) -> None:
        super().__init__(f"table {table_id}: this version of the program cannot read {what}")
        self.table_id = table_id


@dataclass(frozen=True, slots=True)
class Key:
    seat: int
    digest: str
    seen: float


# Made once: to build a statement costs more than to execute it.
KNOWN = (tables.c.id == bindparam("which"), tables.c.number == bindparam("known"))
GROW = update(tables).where(*KNOWN).values(number=bindparam("then"), changed=bindparam("at"), due=bindparam("due"))
GROW_AND_TURN = GROW.values(state=bindparam("now"))  # apart, for an index is written whenever a column of it is
ADD = insert(log)
CHOICES = select(choices).where(choices.c.table_id == bindparam("which"))
LENGTH = select(tables.c.number).where(tables.c.id == bindparam("which"))
NUMBER = LENGTH.with_for_update()
KEYS = select(keys).where(keys.c.table_id == bindparam("which"))


class Store:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def alive(self) -> None:
        """Fails if the database does not answer."""
        await self._database.read(lambda connection: connection.execute(select(1)).scalar())

    # Writing

    async def open(self, table: Table, entries: Sequence[Entry], listed: Sequence[Key]) -> None:
        """A new table, with its first entries and the keys to it."""
        await self._database.write(self.opening(table, entries, listed))

    def opening(self, table: Table, entries: Sequence[Entry], listed: Sequence[Key]) -> Callable[[Connection], None]:
        """The same, to be done within another write."""
        row = {
            "id": table.id, "setup": asdict(table.agreed), "opened": table.opened, "number": len(entries),
            "state": table.state, "listed": table.agreed.listed, "changed": table.opened, "due": None,
        }  # fmt: skip
        rows = _rows(table.id, 0, entries, table.opened)

        def work(connection: Connection) -> None:
            connection.execute(insert(tables), row)
            if rows:
                connection.execute(ADD, rows)
            self._add_keys(connection, table.id, listed)

        return work

    async def append(
        self,
        table: Table,
        entries: Sequence[Entry],
        at: float,
        state: str,
        due: float | None,
        new_keys: Sequence[Key] = (),
        lost_keys: Sequence[int] = (),
        also: Callable[[Connection], None] | None = None,
    ) -> bool:
        """Write entries behind those that `table` knows, and reveal what lies face down.

        False if somebody else was faster, or has just chosen otherwise: then nothing is written.
        """
        moves = any(entry.kind == "moved" for entry in entries)
        reveals = moves and table.at_once  # only where all choose at once does anything lie face down
        first, turn, chosen = table.number, table.turn, dict(table.chosen)
        grown = {"which": table.id, "known": first, "then": first + len(entries), "now": state, "at": at, "due": due}
        grow = GROW if state == table.state else GROW_AND_TURN
        rows = _rows(table.id, first, entries, at)

        def work(connection: Connection) -> bool:
            if reveals and not self._stands(connection, table.id, first):
                return False
            if reveals and self._choices(connection, table.id, turn) != chosen:
                return False
            if connection.execute(grow, grown).rowcount != 1:  # somebody else wrote; otherwise now nobody else can
                return False
            connection.execute(ADD, rows)
            for seat in lost_keys:
                connection.execute(delete(keys).where(keys.c.table_id == table.id, keys.c.seat == seat))
            self._add_keys(connection, table.id, new_keys)
            if reveals:
                connection.execute(delete(choices).where(choices.c.table_id == table.id))
            if also is not None:
                also(connection)
            self._announce(connection, table.id)
            return True

        return await self._database.write(work)

    async def choose(self, table: Table, seat: int, held: Held | None) -> dict[int, Held] | None:
        """Lay a choice face down, or take it back; what lies there then.

        None if the log has grown meanwhile, or something else lies before the seat than `table` knows.
        """
        number, turn, mine = table.number, table.turn, table.chosen.get(seat)

        def work(connection: Connection) -> dict[int, Held] | None:
            if not self._stands(connection, table.id, number):
                return None
            if self._choices(connection, table.id, turn).get(seat) != mine:
                return None
            if held is None:
                here = (choices.c.table_id == table.id, choices.c.turn == turn, choices.c.seat == seat)
                connection.execute(delete(choices).where(*here))
                self._announce(connection, table.id)
                return self._choices(connection, table.id, turn)
            row = {"table_id": table.id, "turn": turn, "seat": seat, "actions": list(held.actions), "by": held.by}
            statement = _inserts(connection)(choices).values(row)
            changed = {"actions": row["actions"], "by": row["by"]}
            connection.execute(
                statement.on_conflict_do_update(index_elements=["table_id", "turn", "seat"], set_=changed)
            )
            self._announce(connection, table.id)
            return self._choices(connection, table.id, turn)

        return await self._database.write(work)

    @staticmethod
    def _stands(connection: Connection, table_id: str, number: int) -> bool:
        """Whether nobody else wrote meanwhile; from here on nobody can, before this is committed."""
        return connection.execute(NUMBER, {"which": table_id}).scalar() == number

    async def due(self, table: Table, when: float | None) -> None:
        """Something is due then, or nothing by itself, unless the log has grown: whoever wrote knows better."""
        about = {"which": table.id, "known": table.number}
        statement = update(tables).where(*KNOWN).values(due=when)
        await self._database.write(lambda connection: connection.execute(statement, about).rowcount)

    async def seen(self, present: Iterable[tuple[str, int]], now: float) -> None:
        """These seats' people are connected."""
        rows = [{"which": table_id, "who": seat} for table_id, seat in present]

        def work(connection: Connection) -> None:
            statement = update(keys).where(keys.c.table_id == bindparam("which"), keys.c.seat == bindparam("who"))
            connection.execute(statement.values(seen=now), rows)

        if rows:
            await self._database.write(work)

    async def prune(self, before: float) -> int:
        """Forget tables that nobody touched since then; a few at a time, so that others can write meanwhile."""
        old = select(tables.c.id).where(tables.c.changed < before).limit(PRUNED)
        gone = 0
        while (some := await self._database.write(lambda connection: connection.execute(_forget(old)).rowcount)) > 0:
            gone += some
        return gone

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
            lambda connection: connection.execute(select(tables).where(tables.c.id == table_id)).one_or_none()
        )
        if row is None:
            raise _no_table(table_id)
        try:
            table = Table(table_id, Agreed(**row.setup), row.opened)
        except TypeError:
            raise Unreadable(table_id, "what was agreed") from None
        await self.catch_up(table)
        return table

    async def catch_up(self, table: Table) -> bool:
        """Add what others wrote, and see what lies face down; whether anything was new."""
        after = (log.c.table_id == table.id, log.c.number >= table.number)
        query = select(log.c.at, log.c.entry).where(*after).order_by(log.c.number)

        def work(connection: Connection) -> tuple[bool, Any, Any]:
            which = {"which": table.id}
            there = connection.execute(LENGTH, which).scalar() is not None
            return there, connection.execute(query).all(), connection.execute(CHOICES, which).all()

        there, written, laid = await self._database.read(work)
        if not there:
            raise _no_table(table.id)
        for row in written:
            number = table.number
            try:
                table.add(ENTRY.validate_python(row.entry), row.at)
            except (ValidationError, TabbytopError, LookupError):
                table.number = number
                raise Unreadable(table.id, f"entry {number} of its log") from None
        before, table.chosen = table.chosen, _held(laid, table.turn)
        return bool(written) or table.chosen != before

    async def choices(self, table: Table) -> dict[int, Held]:
        return await self._database.read(lambda connection: self._choices(connection, table.id, table.turn))

    @staticmethod
    def _choices(connection: Connection, table_id: str, turn: int) -> dict[int, Held]:
        return _held(connection.execute(CHOICES, {"which": table_id}).all(), turn)

    async def keys(self, table_id: str) -> list[Key]:
        rows = await self._database.read(lambda connection: connection.execute(KEYS, {"which": table_id}).all())
        return [Key(row.seat, row.digest, row.seen) for row in rows]

    async def overdue(self, before: float, most: int) -> list[str]:
        """Tables where something was to happen before that time."""
        query = select(tables.c.id).where(tables.c.due < before).order_by(tables.c.due).limit(most)
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def listed(self, state: str, most: int) -> list[str]:
        """The newest tables that anyone may find."""
        query = select(tables.c.id).where(tables.c.state == state, tables.c.listed).order_by(tables.c.opened.desc())
        return await self._database.read(lambda connection: list(connection.execute(query.limit(most)).scalars()))

    async def numbers(self, ids: Sequence[str]) -> tuple[Mapping[str, int], Mapping[str, Any]]:
        """How many entries the logs of these tables have, and what lies face down there, to be compared."""
        query = select(tables.c.id, tables.c.number).where(tables.c.id.in_(ids))
        lying = select(choices).where(choices.c.table_id.in_(ids)).order_by(choices.c.turn, choices.c.seat)
        rows, laid = await self._database.read(
            lambda connection: (connection.execute(query).all(), connection.execute(lying).all())
        )
        found: dict[str, list[Any]] = {}
        for row in laid:
            found.setdefault(row.table_id, []).append((row.turn, row.seat, row.actions))
        return {row.id: row.number for row in rows}, found


def _no_table(table_id: str) -> NotFound:
    return NotFound("no_table", f"there is no table {table_id!r:.40}")  # perhaps forgotten just now


def _rows(table_id: str, first: int, entries: Sequence[Entry], at: float) -> list[dict[str, Any]]:
    return [
        {"table_id": table_id, "number": number, "at": at, "entry": entry.model_dump()}
        for number, entry in enumerate(entries, first)
    ]


def _forget(some: Select[tuple[str]]) -> Delete:
    return delete(tables).where(tables.c.id.in_(some))


def _held(rows: Iterable[Any], turn: int) -> dict[int, Held]:
    return {row.seat: Held(tuple(row.actions), row.by) for row in rows if row.turn == turn}


def _inserts(connection: Connection) -> Any:
    """The insertion that may also change what is there: each database has its own words for it."""
    return (postgresql if connection.dialect.name == "postgresql" else sqlite).insert
