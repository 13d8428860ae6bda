"""Run as a script, uncompiled: the records of one match of every case of a game, one to a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from cases import CASES
from tabbytop.play.crowd import Crowd
from tabbytop.play.setup import prepare


def records(game: str) -> Iterator[dict[str, Any]]:
    for case in CASES:
        if case.game == game:
            for match in Crowd(prepare(game, case.players, case.options, None, 17)).matches(0, 1):
                yield match.record(legal=True)


if __name__ == "__main__":
    for record in records(sys.argv[1]):
        print(json.dumps(record))
