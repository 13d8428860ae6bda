"""Compiled code that is kept on disk, with several processes at it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# One of two processes that keep code of the same function at the same time: both have read what there is, then the
# first one writes the list, the second one its list and its code, and then the first one its code.
RIVAL = """
import sys, time
from pathlib import Path
from numba.core.caching import IndexDataCacheFile as Kept
import numpy as np
from tabbytop.core.bits import leaders

role, kind, flags = sys.argv[1], sys.argv[2], Path(sys.argv[3])
save_index, save_data = Kept._save_index, Kept._save_data

def tell(kept, what):
    (flags / f"{kept._index_name} {what}").touch()

def wait(kept, what):
    while not (flags / f"{kept._index_name} {what}").exists():
        time.sleep(0.01)

def index(kept, overloads):
    tell(kept, f"{role} has read")
    wait(kept, "second has read" if role == "first" else "first has listed")
    save_index(kept, overloads)
    tell(kept, f"{role} has listed")

def data(kept, name, code):
    if role == "first":
        wait(kept, "second has written")
    save_data(kept, name, code)
    tell(kept, f"{role} has written")

Kept._save_index, Kept._save_data = index, data
assert leaders(np.array([3, 7, 7], kind), 3, 1) == 0b110
"""

LATER = """
import numpy as np
from tabbytop.core.bits import leaders
for kind in ("int16", "int64"):
    assert leaders(np.array([3, 7, 7], kind), 3, 1) == 0b110
"""


@pytest.mark.parametrize("kinds", [("int16", "int64"), ("int64", "int16")], ids=" first, then ".join)
def test_two_processes_that_compile_a_function_for_different_things_leave_both_usable(
    kinds: tuple[str, str], tmp_path: Path
) -> None:
    here = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    (tmp_path / "flags").mkdir()
    rivals = [
        subprocess.Popen([sys.executable, "-c", RIVAL, role, kind, str(tmp_path / "flags")], env=here)
        for role, kind in zip(("first", "second"), kinds, strict=True)
    ]
    try:
        assert [rival.wait(120) for rival in rivals] == [0, 0]
    finally:
        for rival in rivals:
            rival.kill()
    subprocess.run([sys.executable, "-c", LATER], env=here, check=True, timeout=120)
