"""How rules are compiled: by Numba, cached on disk, or not at all with NUMBA_DISABLE_JIT=1.

Numba's cache does not notice a change in a function that is called, so the cache lives in a folder named by a hash
of all sources that may be compiled. Numba's own setting is only borrowed while a function is being declared: a
program that uses Numba for itself keeps its own cache where it was.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numba
import platformdirs
from numba.core import config

F = TypeVar("F", bound=Callable[..., object])

_PACKAGE = Path(__file__).parent.parent
_NEVER_COMPILED = {"cli", "envs", "lab", "server"}
_PROCESS = secrets.token_hex(4)
_KEEP_SECONDS = 14 * 24 * 3600


def _cache_folder() -> Path:
    digest = hashlib.sha256()
    for source in sorted(_PACKAGE.rglob("*.py")):
        if source.relative_to(_PACKAGE).parts[0] not in _NEVER_COMPILED:
            digest.update(source.read_bytes())
    home = Path(platformdirs.user_cache_dir("tabbytop")) / "compiled"
    folder = home / digest.hexdigest()[:16]
    try:
        if not folder.exists():
            _drop_unused(home)
            folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)  # in use
    except OSError:  # nowhere to keep it: compile anew each time, but do run
        folder = Path(tempfile.mkdtemp(prefix="tabbytop-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _drop_unused(home: Path) -> None:
    """Forget what older versions of the sources left behind."""
    for other in home.glob("*"):
        if time.time() - other.stat().st_mtime > _KEEP_SECONDS:
            shutil.rmtree(other, ignore_errors=True)


CACHE = _cache_folder()


def _named_apart(dispatcher: F) -> F:
    """Let no other process write to the files that this one keeps compiled code in.

    Numba counts them, so two processes that compile a function for different games at the same time choose the same
    name, and whoever comes later loads the wrong game's code.
    """
    if not config.DISABLE_JIT:
        kept = dispatcher._cache._cache_file  # type: ignore[attr-defined]  # Numba has no setting for it
        counted = kept._data_name
        kept._data_name = lambda number: f"{_PROCESS}-{os.getpid()}-{counted(number)}"  # a fork has the same _PROCESS
    return dispatcher


def compiled(function: F, *, nogil: bool = False) -> F:
    """Declare a function to be compiled when first called, and cached from then on."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE)
    try:
        # Without Numba's runtime: no compiled function allocates (a GPU could not), so no references are counted.
        dispatcher: F = numba.njit(cache=True, nogil=nogil, _nrt=False)(function)
    finally:
        config.CACHE_DIR = before
    return _named_apart(dispatcher)


def unlocked(function: F) -> F:
    """The same for one that several threads run at once."""
    return compiled(function, nogil=True)


def direct(function: F, *example: object) -> F:
    """The machine code of a compiled function for arguments like these.

    Calling it costs a third of calling the function, which looks up the types of its arguments each time; so whoever
    calls it has to bring arguments of just these types.
    """
    if config.DISABLE_JIT:
        return function
    types = tuple(numba.typeof(argument) for argument in example)
    return function.compile(types)  # type: ignore[attr-defined,no-any-return]  # a dispatcher, for the type checker
