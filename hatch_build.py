"""The wheel carries the browser table: it is built before the wheel is packed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "scripts"))
import build_web


class BrowserTable(BuildHookInterface):  # type: ignore[misc]  # hatchling is there while the wheel is built
    def dependencies(self) -> list[str]:
        return [] if build_web.has_node() else [build_web.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":  # in a checkout, ./play and ./test build it
            build_web.build(Path(self.root))
            build_data["artifacts"].append("src/tabbytop/web")
