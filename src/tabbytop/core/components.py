"""Component tables: what is printed on the cards and boards of a box, in a TOML file that its owner can replace.

A wrong file is refused with the line and the reason, so the reader of a value names it by its place in the file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from tabbytop.core.errors import BadComponents


class Sheet:
    """The tables of one components file, and where in it each value stands."""

    def __init__(self, tables: Mapping[str, object], text: str = "", name: str = "components") -> None:
        self.tables = tables
        self._lines = text.splitlines()
        self._name = name

    @classmethod
    def read(cls, path: Path) -> Sheet:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not a text file"
            raise BadComponents(f"{path}: cannot be read: {reason}") from None
        try:
            return cls(tomllib.loads(text), text, path.name)
        except RecursionError:
            raise BadComponents(f"{path.name}: not TOML: nested too deep") from None
        except ValueError as error:  # TOML's own errors, and numbers of thousands of digits
            raise BadComponents(f"{path.name}: not TOML: {error}") from None

    def expect(self, tables: set[str]) -> None:
        """Exactly these tables are in the file."""
        for name in self.tables:
            if name not in tables:
                self.fail((name,), f"unknown table; expected {', '.join(sorted(tables))}")
        for name in sorted(tables - set(self.tables)):
            self.fail((), f"table [{name}] is missing")

    def keys(self, table: str, expected: list[str]) -> None:
        """Exactly these keys are in a table."""
        found = self.tables.get(table)
        if not isinstance(found, dict):
            self.fail((table,), f"expected a table [{table}]")
        for key in found:
            if key not in expected:
                self.fail((table, key), f"unknown key; expected {', '.join(expected)}")
        for key in expected:
            if key not in found:
                self.fail((table,), f"{key} is missing")

    def number(self, table: str, key: str, least: int, most: int) -> int:
        return self._whole(self._value(table, key), (table, key), least, most)

    def numbers(self, table: str, key: str, length: int, least: int, most: int) -> list[int]:
        """A list of whole numbers."""
        value = self._value(table, key)
        if not isinstance(value, list) or len(value) != length:
            self.fail((table, key), f"expected {length} numbers, got {self._size(value)}")
        return [self._whole(item, (table, key), least, most) for item in value]

    def rows(self, table: str, key: str, length: int) -> list[list[object]]:
        """A list of rows, each a list, one to a line."""
        value = self._value(table, key)
        if not isinstance(value, list) or len(value) != length:
            self.fail((table, key), f"expected {length} rows, got {self._size(value)}")
        for i, row in enumerate(value):
            if not isinstance(row, list):
                self.fail((table, key, i), f"expected a row in brackets, got {row!r}")
        return value

    def fail(self, place: tuple[str | int, ...], reason: str) -> NoReturn:
        where = ".".join(str(part) for part in place if isinstance(part, str))
        rows = "".join(f" row {part + 1}" for part in place if isinstance(part, int))
        line = f", line {self._line(place)}" if self._lines else ""
        raise BadComponents(f"{self._name}{line}: {where + rows + ': ' if where else ''}{reason}")

    def _value(self, table: str, key: str) -> object:
        found = self.tables.get(table)
        if not isinstance(found, dict) or key not in found:
            self.fail((table,), f"{key} is missing")
        return found[key]

    def _whole(self, value: object, place: tuple[str | int, ...], least: int, most: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.fail(place, f"expected whole numbers from {least} to {most}, got {value!r}")
        return value

    @staticmethod
    def _size(value: object) -> str:
        return str(len(value)) if isinstance(value, list) else repr(value)

    def _line(self, place: tuple[str | int, ...]) -> int:
        """The line of a table, of a key in it, or of a row of that key's list, as well as it can be told."""
        line = 0
        for part in place:
            if isinstance(part, int):
                rows = [i for i in range(line + 1, len(self._lines)) if self._lines[i].lstrip().startswith("[")]
                line = rows[part] if part < len(rows) else line
            else:
                pattern = re.compile(rf'\s*(\[{re.escape(part)}\]|"?{re.escape(part)}"?\s*=)')
                line = next((i for i in range(line, len(self._lines)) if pattern.match(self._lines[i])), line)
        return line + 1
