"""What docs/researchers.md says is so: its examples run, its tables are those of the games."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import researchers

PAGE = (researchers.DOCS / "researchers.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
OPTIONAL = ("pettingzoo", "gymnasium", "pyspiel")


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_runs(example: str) -> None:
    if example.startswith("# cuda"):
        pytest.importorskip("torch")
        if not pytest.importorskip("numba.cuda").is_available():
            pytest.skip("needs a GPU")
    for package in OPTIONAL:  # skipped where the extra `tabbytop[envs]` is not installed
        if package in example:
            pytest.importorskip(package)
    exec(compile(example, "researchers.md", "exec"), {})


def test_every_interface_has_an_example() -> None:
    for name in ("tabbytop.new", "tabbytop.batch", "pettingzoo.env", "parallel_env", "make(", "make_vec(", "load_game"):
        assert any(name in example for example in EXAMPLES), name


def test_the_tables_are_up_to_date() -> None:
    assert researchers.page(PAGE) == PAGE, "run scripts/researchers.py"
    observations = (researchers.DOCS / "observations.md").read_text(encoding="utf-8")
    assert researchers.layouts() == observations, "run scripts/researchers.py"


def test_a_change_of_observations_is_a_new_version() -> None:
    before = researchers.layouts()
    assert researchers.stale(before, before) == []
    changed = re.sub(r"\((\w{12})\)", "(000000000000)", before, count=1)
    assert researchers.stale(before, changed) == ["Festival of Thousand Cats"]
    assert researchers.stale(before, changed.replace("Version 1 (0000", "Version 2 (0000")) == []


def test_its_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!http)([^)]+)\)", PAGE):
        assert (researchers.DOCS / target).exists(), target


def test_the_citation_names_this_version() -> None:
    text = (Path(researchers.DOCS).parent / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {importlib.import_module('tabbytop').__version__}\n" in text
