"""Run as a script, uncompiled: one match of every case of a game, and what a search finds there, one to a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from cases import CASES, SHORT
from tabbytop.bots.players import Search
from tabbytop.bots.seat import Seat
from tabbytop.games import find
from tabbytop.play.crowd import Crowd
from tabbytop.play.match import Match
from tabbytop.play.setup import prepare


def told(game: str) -> Iterator[dict[str, Any]]:
    for case in CASES:
        if case.game == game:
            for match in Crowd(prepare(game, case.players, case.options, None, 17)).matches(0, 1):
                yield match.record(legal=True)
    for players in find(game).players:
        yield thought(game, players)
        yield counted(game, players)


def counted(game: str, players: int) -> dict[str, Any]:
    """What a small crowd comes to."""
    done = Crowd(prepare(game, players, SHORT.get(game, {}), None, 17)).play(0, 4)
    return {what: counted.tolist() for what, counted in vars(done).items()}


def thought(game: str, players: int) -> dict[str, Any]:
    """What a short search finds at the tenth decision that leaves a choice."""
    match = Match(prepare(game, players, {}, None, 17))
    choices = 0
    while choices < 10:
        match.play(match.legal()[-1])
        choices += len(match.legal()) > 1
    found = Search("short", 8).think(Seat(match), 1)
    worth = [round(float(found.worth[i]), 9) for i in range(found.choices)]
    return {"tried": found.tried[: found.choices].tolist(), "worth": worth, "moves": int(found.moves)}


if __name__ == "__main__":
    for line in told(sys.argv[1]):
        print(json.dumps(line))
