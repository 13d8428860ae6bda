"""A finished match, step by step, as any seat saw it."""

from __future__ import annotations

from typing import Any

from tabbytop.core.view import SPECTATOR
from tabbytop.play.match import Match
from tabbytop.server.messages import News, ReplayMatch, ReplayStep


def replay(match: Match, viewer: int = SPECTATOR, *, hands: bool = False) -> ReplayMatch:
    """All that the viewer saw change, from the first deal on; with `hands`, everybody's cards beside it."""
    again = Match(match.setup)
    steps: list[ReplayStep] = []
    heard = 0
    moved: tuple[int, int] | None = None
    for action in [*match.history, None]:
        told = again.view(viewer, since=heard).log
        heard += len(told)
        table = again.table(viewer)
        if told or not steps or table != steps[-1].table:
            steps.append(
                ReplayStep(
                    seat=moved[0] if moved else SPECTATOR,
                    move=again.text(moved[1]) if moved else None,
                    news=[News(at=0, kind="told", seat=seat, text=text) for seat, text in told],
                    table=table,
                    acting=again.seat,
                    legal=[] if again.over else again.moves(),
                    hands=_hands(again) if hands else [],
                )
            )
        if action is not None:
            moved = (again.seat, action)
            again.play(action)
    return ReplayMatch(
        game=match.game.id, players=match.players, options=match.options, seat=viewer, steps=steps,
        result=match.result if match.over else None,
    )  # fmt: skip


def _hands(match: Match) -> list[list[str]]:
    tables: list[Any] = [match.table(seat) for seat in range(match.players)]
    return [list(getattr(table, "hand", ())) for table in tables]
