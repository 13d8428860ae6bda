"""Tests of a game run on one worker, so that what they need of it is compiled once."""

from __future__ import annotations

import pytest

from tabbytop.games import IDS


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("xdist_group") is None and (game := _game(item)) is not None:
            item.add_marker(pytest.mark.xdist_group(game))


def _game(item: pytest.Item) -> str | None:
    """The one it is about: named by a parameter, or by the file."""
    given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    named = getattr(given.get("case"), "game", given.get("game"))
    names = (named, item.path.stem.removeprefix("test_"))
    return next((name for name in names if name in IDS), None)
