"""The architecture, held by tests: which way imports point, and that every clause is tested."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tabbytop
from tabbytop.games import IDS

SOURCES = Path(tabbytop.__file__).parent
TESTS = Path(__file__).parent
LAYERS = ["core", "games", "play", "bots", "lab", "envs", "server", "cli"]  # each may import itself and those before it
BESIDE = {"envs": {"lab"}, "server": {"envs"}, "cli": {"envs"}}  # but these: what they need is not always installed


def imported(source: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.startswith("tabbytop.")}


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_those_before_it(layer: str) -> None:
    allowed = set(LAYERS[: LAYERS.index(layer) + 1]) - BESIDE.get(layer, set())
    for source in (SOURCES / layer).rglob("*.py"):
        for name in imported(source):
            part = name.split(".")[1]
            # What the package itself offers comes from `play`, but for its version.
            home = part if part in LAYERS else "core" if part == "__version__" else "play"
            assert home in allowed, f"{source.relative_to(SOURCES)} imports {name}"


@pytest.mark.parametrize("game", IDS)
def test_a_game_imports_no_other_game(game: str) -> None:
    for source in (SOURCES / "games" / game).glob("*.py"):
        others = {name for name in imported(source) if name.startswith("tabbytop.games.")}
        assert all(name.split(".")[2] == game for name in others), source.name


@pytest.mark.parametrize("game", IDS)
def test_all_games_have_the_same_files(game: str) -> None:
    files = {path.name for path in (SOURCES / "games" / game).iterdir() if path.name != "__pycache__"}
    assert files == {
        "__init__.py", "components.toml", "config.py", "game.py", "notation.py", "observation.py", "rules.md",
        "rules.py", "view.py", "worlds.py",
    }  # fmt: skip


@pytest.mark.parametrize("game", IDS)
def test_every_game_has_rules_of_thumb_and_a_terminal_table(game: str) -> None:
    assert (SOURCES / "bots" / "heuristics" / f"{game}.py").exists()
    assert (SOURCES / "cli" / "tables" / f"{game}.py").exists()


@pytest.mark.parametrize("game", IDS)
def test_every_clause_of_the_rules_page_has_a_test(game: str) -> None:
    page = (SOURCES / "games" / game / "rules.md").read_text(encoding="utf-8")
    clauses = set(re.findall(r"\*\*([A-Z]\d+\.\d+)\*\*", page))
    assert len(clauses) > 10
    tests = (TESTS / f"test_{game}.py").read_text(encoding="utf-8")
    tested = {f"{a}{b}.{c}" for a, b, c in re.findall(r"def test_([A-Z])(\d+)_(\d+)_", tests)}
    assert clauses <= tested, f"no test for {', '.join(sorted(clauses - tested))}"
    assert tested <= clauses, f"no such clause: {', '.join(sorted(tested - clauses))}"
