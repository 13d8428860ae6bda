"""Known vulnerabilities of what is installed, and of what the browser table is built with. Exit code 1 if there is any.

Where nobody can be asked, it says so; with AUDIT=strict in the environment the exit code is 1 then, too. Exit codes
of others cannot be relied on: pip-audit's is 0 where an index answers that it has no such list, npm's is 1 where
something is known as where nobody answers, and 0 where it may not go online.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from build_web import environment

WEB = Path(__file__).resolve().parent.parent / "web"


class NotAudited(Exception):
    """Nobody could be asked."""


def installed() -> tuple[int, list[str]]:
    """How many Python packages were audited, and what is known of them."""
    options = ("--format=json", "--progress-spinner=off", "--timeout=10", "--skip-editable")
    asked = subprocess.run([sys.executable, "-m", "pip_audit", *options], capture_output=True, text=True, check=False)
    try:
        packages = json.loads(asked.stdout)["dependencies"]
    except ValueError:
        raise NotAudited(_last_line(asked.stderr)) from None
    known = [package for package in packages if "vulns" in package]
    if not known:
        raise NotAudited("the index has no list of vulnerabilities")
    flaws = []
    for package in known:
        for flaw in package["vulns"]:
            mended = ", ".join(flaw["fix_versions"]) or "no version yet"
            flaws.append(f"{package['name']} {package['version']}: {flaw['id']}, mended in {mended}")
    return len(known), flaws


def locked() -> tuple[int, list[str]]:
    """The same of the packages in the browser table's lock file, those included that only build or check it."""
    options = ("--json", "--package-lock-only", "--offline=false", "--fetch-timeout=10000")
    try:
        asked = subprocess.run(
            ["npm", "audit", *options], cwd=WEB, env=environment(), capture_output=True, text=True, check=False
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise NotAudited(str(error)) from None
    try:
        report = json.loads(asked.stdout)
    except ValueError:
        raise NotAudited(_last_line(asked.stderr)) from None
    if "auditReportVersion" not in report:
        raise NotAudited(report.get("message", "npm gave no report"))
    causes = [cause for package in report["vulnerabilities"].values() for cause in package["via"]]
    flaws = [cause for cause in causes if isinstance(cause, dict)]  # the others are packages that have a flaw
    texts = [f"{flaw['name']} {flaw['range']}: {flaw['title']}, {flaw['url']}" for flaw in flaws]
    return report["metadata"]["dependencies"]["total"], texts


def _last_line(said: str) -> str:
    return (said.strip().splitlines() or ["no answer"])[-1]


def main() -> int:
    clean = True
    for what, audit in (("installed packages", installed), ("packages of the browser table", locked)):
        try:
            audited, flaws = audit()
        except NotAudited as why:
            print(f"{what} NOT audited: {why}", file=sys.stderr)
            clean = clean and os.environ.get("AUDIT") != "strict"
            continue
        for flaw in flaws:
            print(flaw, file=sys.stderr)
        print(f"{what} audited: {audited}, vulnerabilities: {len(flaws)}", file=sys.stderr)
        clean = clean and not flaws
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
