"""Rules and search mean the same compiled and as plain Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tabbytop.games import IDS
from uncompiled import told


@pytest.mark.parametrize("game", IDS)
def test_uncompiled_matches_and_thoughts_are_the_same_to_the_letter(game: str) -> None:
    script = Path(__file__).parent / "uncompiled.py"
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script), game],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()] == list(told(game))
