"""Tests of a game run on one worker, which compiles what they need of it once; those of a file with browsers, too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browsers import browsing
from servers import Server, serving
from tabbytop.games import IDS


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("xdist_group") is None and (group := _group(item)) is not None:
            item.add_marker(pytest.mark.xdist_group(group))


def _group(item: pytest.Item) -> str | None:
    """The file if it has a browser and a server; else the game it is about: named by a parameter, or by the file."""
    if item.path.stem.startswith("test_browser"):
        return item.path.stem
    given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    named = getattr(given.get("case"), "game", given.get("game"))
    names = (named, item.path.stem.removeprefix("test_"))
    return next((name for name in names if name in IDS), None)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the browsers of a file."""
    with serving(f"sqlite:///{tmp_path_factory.mktemp('tables')}/tables.sqlite") as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as running:
        yield running
