"""Junk of every kind is answered by a named error, never by an accident, and changes nothing."""

from __future__ import annotations

import copy
import json
import random
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tabbytop
from tabbytop import TabbytopError, games
from tabbytop.core.components import Sheet
from tabbytop.games import IDS, find
from tabbytop.play.record import from_record

JUNK = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
every_game = pytest.mark.parametrize("game", IDS)


@cache
def sample(game: str) -> str:
    """A whole record of a short match."""
    choose = random.Random(1)
    match = tabbytop.new(game, seed=1)
    while not match.over:
        match.play(choose.choice(match.legal()))
    return json.dumps(match.record(legal=True))


def spots(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in a piece of JSON."""
    found = [path]
    if isinstance(value, dict):
        found += [spot for key, inner in value.items() for spot in spots(inner, (*path, key))]
    elif isinstance(value, list):
        found += [spot for key, inner in enumerate(value) for spot in spots(inner, (*path, key))]
    return found


def put(value: Any, path: tuple[str | int, ...], junk: object) -> Any:
    """A copy with something else at one place."""
    if not path:
        return junk
    changed = copy.deepcopy(value)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = junk
    return changed


@JUNK
@given(plain)
def test_any_json_as_a_record(junk: object) -> None:
    with suppress(TabbytopError):
        from_record(junk)


@every_game
@JUNK
@given(data=st.data())
def test_a_record_with_something_else_in_one_place(game: str, data: st.DataObject) -> None:
    record = json.loads(sample(game))
    path = data.draw(st.sampled_from(spots(record)))
    with suppress(TabbytopError):
        from_record(put(record, path, data.draw(plain)))


@every_game
@JUNK
@given(text=st.text(max_size=12) | st.text("playswt edcohrfi RBGYKW0123456789LS", max_size=14))
def test_any_text_as_a_move(game: str, text: str) -> None:
    match = tabbytop.new(game, seed=1)
    before = match.state
    if text not in match.moves():
        with pytest.raises(tabbytop.IllegalMove):
            match.play(text)
        assert match.state == before


@every_game
@JUNK
@given(data=st.data())
def test_any_value_as_an_option(game: str, data: st.DataObject) -> None:
    names = [option.name for option in find(game).options]
    options = data.draw(st.dictionaries(st.sampled_from(names) | st.text(max_size=6), plain, max_size=3))
    with suppress(TabbytopError):
        find(game).check_options(find(game).players[0], options)


@every_game
@JUNK
@given(
    texts=st.lists(
        st.text(max_size=12) | st.builds("{}={}".format, st.text(max_size=8), st.text(max_size=8)), max_size=3
    )
)
def test_any_text_as_an_option(game: str, texts: list[str]) -> None:
    with suppress(TabbytopError):
        find(game).parse_options(texts)


@every_game
@JUNK
@given(data=st.data())
def test_components_with_something_else_in_one_place(game: str, data: st.DataObject) -> None:
    tables = json.loads(json.dumps(games.components(game).tables))
    path = data.draw(st.sampled_from(spots(tables)[1:]))
    with suppress(TabbytopError):
        match = tabbytop.new(game, seed=1, components=put(tables, path, data.draw(plain)))
        while not match.over:
            match.play(match.legal()[0])


@every_game
@JUNK
@given(data=st.data())
def test_a_components_file_with_a_line_changed(
    game: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lines = (Path(games.__file__).parent / game / "components.toml").read_text(encoding="utf-8").splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    lines[number] = data.draw(st.text(max_size=20) | st.just("") | st.just(lines[number] * 2))
    file = tmp_path_factory.mktemp("junk") / "mine.toml"
    file.write_text("\n".join(lines), encoding="utf-8", errors="replace")
    with suppress(TabbytopError):
        games.parts(game).config.check(Sheet.read(file))
