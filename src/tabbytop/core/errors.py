"""Every error a caller may want to catch. Each says what was expected and what came."""

from __future__ import annotations


class TabbytopError(ValueError):
    """The base of all errors below: something handed in was wrong, and nothing was changed by it."""


class UnknownGame(TabbytopError):
    """No game has that id."""


class BadOption(TabbytopError):
    """A player count, an option's name or an option's value is not one the game has."""


class BadComponents(TabbytopError):
    """A components file is not usable; the message names the line and the reason."""


class IllegalMove(TabbytopError):
    """The move is not legal at this decision; the message lists what is."""


class BotFailed(TabbytopError):
    """Somebody's program, asked for a move, did not give one; the message says what it did."""


class BadRecord(TabbytopError):
    """A record cannot be read or replayed; the message names the event and the reason."""
