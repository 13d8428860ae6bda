"""Known vulnerabilities of what is installed. Exit code 1 if there are any; where nobody can be asked, it says so.

pip-audit's own exit code cannot be relied on: it is 0 where an index answers that it has no such list.
"""

from __future__ import annotations

import json
import subprocess
import sys


def main() -> int:
    options = ("--format=json", "--progress-spinner=off", "--timeout=10", "--skip-editable")
    asked = subprocess.run([sys.executable, "-m", "pip_audit", *options], capture_output=True, text=True, check=False)
    try:
        packages = json.loads(asked.stdout)["dependencies"]
    except ValueError:
        why = asked.stderr.strip().splitlines() or ["no answer"]
        print(f"dependencies NOT audited: {why[-1]}", file=sys.stderr)
        return 0
    known = [package for package in packages if "vulns" in package]
    if not known:
        print("dependencies NOT audited: the index has no list of vulnerabilities", file=sys.stderr)
        return 0
    found = [(package, flaw) for package in known for flaw in package["vulns"]]
    for package, flaw in found:
        mended = ", ".join(flaw["fix_versions"]) or "no version yet"
        print(f"{package['name']} {package['version']}: {flaw['id']}, mended in {mended}", file=sys.stderr)
    print(f"dependencies audited: {len(known)}, vulnerabilities: {len(found)}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
