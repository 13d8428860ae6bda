"""What the log of a table holds. Append-only: a table is what its entries, one after the other, make of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Sat(_Entry):
    """A person took a seat."""

    kind: Literal["sat"] = "sat"
    seat: int
    name: str
    colour: int | None = None  # logs of old have none


class Changed(_Entry):
    """A person looks different now: before the start, another name or colour."""

    kind: Literal["changed"] = "changed"
    seat: int
    name: str
    colour: int


class Hired(_Entry):
    """A seat was given to a bot."""

    kind: Literal["hired"] = "hired"
    seat: int
    bot: str


class Left(_Entry):
    """A seat is free again: the person stood up, or who opened the table sent them away."""

    kind: Literal["left"] = "left"
    seat: int


class Started(_Entry):
    """All seats are taken and the first cards are dealt."""

    kind: Literal["started"] = "started"


class Moved(_Entry):
    """A move, by number. Choices made at once follow each other here as soon as the last one is in."""

    kind: Literal["moved"] = "moved"
    seat: int
    action: int
    by: Literal["person", "bot", "clock"]


class Away(_Entry):
    """A person has been gone for long: a bot plays for them."""

    kind: Literal["away"] = "away"
    seat: int


class Back(_Entry):
    """The person is there again."""

    kind: Literal["back"] = "back"
    seat: int


class Said(_Entry):
    kind: Literal["said"] = "said"
    seat: int
    text: str


class Reacted(_Entry):
    kind: Literal["reacted"] = "reacted"
    seat: int
    what: str


class Rematch(_Entry):
    """The same people meet again at another table."""

    kind: Literal["rematch"] = "rematch"
    table: str


Entry = Annotated[
    Sat | Changed | Hired | Left | Started | Moved | Away | Back | Said | Reacted | Rematch, Field(discriminator="kind")
]
ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)
