"""What the server refuses: a code, which a page puts into its own language, and a sentence for everyone else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from typing_extensions import TypeAliasType

from tabbytop.core.errors import BadComponents, BadOption, BadRecord, IllegalMove, TabbytopError, UnknownGame

Code = TypeAliasType(
    "Code",
    Literal[
        # The table does not allow that now
        "all_taken", "seat_taken", "name_taken", "no_such_seat", "begun", "not_begun", "over", "not_over",
        "not_your_turn", "too_late", "nothing_to_decide", "hint_pending", "no_talk", "crowded",
        # Not with that token, or not from there
        "wrong_token", "no_seat", "not_host", "strange_page",
        # Not what is there
        "no_table", "no_page", "unknown_game", "bad_option", "bad_components", "illegal_move", "bad_record",
        "bad_request",
        # Too much of it
        "too_often", "too_long", "too_many_connections", "no_hello",
    ],
)  # fmt: skip

CODES: dict[type[TabbytopError], Code] = {
    UnknownGame: "unknown_game",
    BadOption: "bad_option",
    BadComponents: "bad_components",
    IllegalMove: "illegal_move",
    BadRecord: "bad_record",
}


class Refused(TabbytopError):
    """The table does not allow that now; the message says why."""

    status = 409

    def __init__(self, code: Code, why: str) -> None:
        super().__init__(why)
        self.code: Code = code


class Forbidden(Refused):
    """Not with that token."""

    status = 403


class NotFound(Refused):
    """No such table."""

    status = 404


def code_of(error: Exception) -> Code:
    if isinstance(error, Refused):
        return error.code
    return next((code for kind, code in CODES.items() if isinstance(error, kind)), "bad_request")


def status_of(error: Exception) -> int:
    if isinstance(error, Refused):
        return error.status
    return 422 if isinstance(error, RequestValidationError) else 400


def explain(error: Exception) -> str:
    """What was wrong, for who sent it."""
    if isinstance(error, ValidationError | RequestValidationError):
        first = error.errors()[0]
        return sendable(f"{'.'.join(str(part) for part in first['loc']) or 'the message'}: {first['msg']}")
    return sendable(str(error)) if isinstance(error, TabbytopError) else "that is no JSON"


def sendable(text: str) -> str:
    """JSON can write half a character (an escaped surrogate), but no answer can."""
    return text.encode(errors="replace").decode()


def problem(code: Code, why: str, status: int, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """The answer to a request that is refused: messages.Problem."""
    return JSONResponse({"detail": why, "code": code}, status, headers)
