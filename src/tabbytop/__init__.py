"""Five small-box tabletop games on one copy of the rules.

import tabbytop

match = tabbytop.new("catsle", players=4, seed=7)
while not match.over:
    match.play(match.legal()[0])
print(match.scores, match.winners)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabbytop.core.errors import (
        BadComponents,
        BadOption,
        BadRecord,
        IllegalMove,
        TabbytopError,
        UnknownGame,
    )
    from tabbytop.core.view import SPECTATOR, View
    from tabbytop.play.batch import Batch, batch
    from tabbytop.play.match import Match, new
    from tabbytop.play.record import from_record, read_records

__version__ = "0.1.0"

# Where each name lives. They are imported when first used: the compiler takes longer than printing a help text may.
_HOMES = {
    "BadComponents": "core.errors",
    "BadOption": "core.errors",
    "BadRecord": "core.errors",
    "IllegalMove": "core.errors",
    "TabbytopError": "core.errors",
    "UnknownGame": "core.errors",
    "SPECTATOR": "core.view",
    "View": "core.view",
    "Batch": "play.batch",
    "batch": "play.batch",
    "Match": "play.match",
    "new": "play.match",
    "from_record": "play.record",
    "read_records": "play.record",
}

__all__ = [
    "SPECTATOR",
    "BadComponents",
    "BadOption",
    "BadRecord",
    "Batch",
    "IllegalMove",
    "Match",
    "TabbytopError",
    "UnknownGame",
    "View",
    "batch",
    "from_record",
    "new",
    "read_records",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"tabbytop has {', '.join(_HOMES)}; not {name!r}")
    return getattr(importlib.import_module(f"tabbytop.{_HOMES[name]}"), name)
