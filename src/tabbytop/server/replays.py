"""A match, step by step: a finished one as any seat saw it, one that goes on as far as a seat has seen it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tabbytop.core.view import SPECTATOR, Entry
from tabbytop.play import engine, together
from tabbytop.play.match import Match
from tabbytop.server.messages import News, ReplayMatch, ReplayStep, SeenStep

MISSED = 60  # steps that somebody who was long away is shown


def replay(match: Match, viewer: int = SPECTATOR, *, hands: bool = False) -> ReplayMatch:
    """All that the viewer saw change, from the first deal on; with `hands`, everybody's cards beside it."""
    again = Match(match.setup)
    steps: list[ReplayStep] = []
    chosen: list[str] = []
    heard = 0
    for moves, action in enumerate([*match.history, None]):
        log = again.log()
        told, heard = _told(log[heard:], viewer), len(log)
        table = again.table(viewer)
        if told or not steps or table != steps[-1].table:
            acting = viewer if viewer in together.asked(again) else again.seat
            decision = together.decision(again, acting)
            steps.append(
                ReplayStep(
                    moves=moves,
                    news=told,
                    table=table,
                    acting=acting,
                    legal=decision.moves() if decision else [],
                    chosen=chosen,
                    played=None,
                    hands=_hands(again) if hands else [],
                )
            )
        if action is not None:
            seat, move = again.seat, again.text(action)
            if seat == steps[-1].acting:  # if not, it is another who chooses face down: the viewer's turn is to come
                steps[-1].played = move
            again.play(action)
            if not engine.face_down(again.slots):
                chosen = []
            elif seat == viewer:
                chosen = [*chosen, move]
    return ReplayMatch(
        game=match.game.id, players=match.players, options=match.options, seat=viewer, steps=steps,
        result=match.result if match.over else None,
    )  # fmt: skip


def missed(match: Match, viewer: int, since: int) -> list[SeenStep]:
    """What the viewer was shown from the decision after `since` moves on, and no more; of very much, the last.

    The first step is where it begins: it has no news. While choices lie face down nobody is shown anything, so nothing
    of that is here.
    """
    moves = match.history
    shown = _open_after(match, moves)
    first = max(bisect_right(shown, since) - 1, len(shown) - MISSED)
    again = Match(match.setup, moves[: shown[first]])
    steps, heard = [SeenStep(news=[], table=again.table(viewer))], len(again.log())
    for made, then in pairwise(shown[first:]):
        for action in moves[made:then]:
            again.play(action)
        log, table = again.log(), again.table(viewer)
        told, heard = _told(log[heard:], viewer), len(log)
        if told or table != steps[-1].table:
            steps.append(SeenStep(news=told, table=table))
    return steps


def _open_after(match: Match, moves: Sequence[int]) -> list[int]:
    """After how many of the moves nothing lies face down."""
    again, found = Match(match.setup), [0]
    for made, action in enumerate(moves, 1):
        again.play(action)
        if not engine.face_down(again.slots):
            found.append(made)
    return found


def _told(log: Sequence[Entry], viewer: int) -> list[News]:
    return [
        News(at=0, kind="told", seat=entry.seat, text=entry.text)
        for entry in log
        if entry.to is None or viewer in entry.to
    ]


def _hands(match: Match) -> list[list[str]]:
    tables: list[Any] = [match.table(seat) for seat in range(match.players)]
    return [list(getattr(table, "hand", ())) for table in tables]
