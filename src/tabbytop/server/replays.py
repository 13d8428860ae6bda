"""A match, step by step: a finished one as any seat saw it, one that goes on as far as a seat has seen it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabbytop.core.view import SPECTATOR
from tabbytop.play import engine
from tabbytop.play.match import Match
from tabbytop.server.messages import News, ReplayMatch, ReplayStep, SeenStep

MISSED = 60  # steps that somebody who was long away is shown


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
                    news=_news(told),
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


def missed(match: Match, viewer: int, since: int) -> list[SeenStep]:
    """What the viewer was shown from the decision after `since` moves on, and no more.

    While choices lie face down nobody is shown anything, so nothing of that is here.
    """
    again = Match(match.setup)
    steps: list[SeenStep] = []
    heard = 0
    for made, action in enumerate([*match.history, None]):
        if not engine.face_down(again.slots):
            view = again.view(viewer, since=heard)
            heard += len(view.log)
            step = SeenStep(news=_news(view.log), table=view.table)
            if made <= since:
                steps = [step]
            elif view.log or step.table != steps[-1].table:
                steps.append(step)
        if action is not None:
            again.play(action)
    return steps[-MISSED:]


def _news(told: Sequence[tuple[int, str]]) -> list[News]:
    return [News(at=0, kind="told", seat=seat, text=text) for seat, text in told]


def _hands(match: Match) -> list[list[str]]:
    tables: list[Any] = [match.table(seat) for seat in range(match.players)]
    return [list(getattr(table, "hand", ())) for table in tables]
