"""Looks for known holes in what a deployment installs (pip-audit) and in what builds its pages (npm audit).

    make audit

Both ask an index on the net.  What it does not know, or where it cannot be reached, nothing was audited, and that is
what is said.  The exit code is 1 where a hole is known, else 0.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from .constraints import FILE, HOME

CLIENT = HOME / "src" / "warbook" / "web" / "client"
PATIENCE = 300  # seconds for one of the two


class Audit(NamedTuple):
    """What one audit found: the holes, what it could not look at, and how much it did."""

    name: str
    holes: list[str]
    skipped: list[str]
    audited: int

    def __str__(self) -> str:
        lines = [f"{self.name}: {hole}" for hole in self.holes]
        lines += [f"{self.name}: NOT AUDITED: {why}" for why in self.skipped]
        if self.audited:
            lines.append(f"{self.name}: {self.audited} packages audited, {len(self.holes) or 'no'} known holes")
        return "\n".join(lines)


def main() -> int:
    """Run both, and say what they found."""
    audits = (python(), pages())
    for audit in audits:
        print(audit)
    return int(any(audit.holes for audit in audits))


def python() -> Audit:
    """What `constraints.txt` pins."""
    words = ["pip_audit", "-r", str(FILE), "--no-deps", "--disable-pip", "-f", "json", "--progress-spinner", "off"]
    return of_pip(*answer([sys.executable, "-m", *words], HOME))


def of_pip(said: str, complained: str) -> Audit:
    """What pip-audit says: a package that the index did not know was not audited, though pip-audit calls that well."""
    found = parsed(said)
    if "dependencies" not in found:
        return Audit("pip-audit", [], [last_line(complained)], 0)
    packages = found["dependencies"]
    holes = [
        f"{each['name']} {each['version']}: {hole['id']}, mended in {' or '.join(hole['fix_versions']) or 'no version'}"
        for each in packages
        for hole in each.get("vulns", ())
    ]
    unknown = [each["name"] for each in packages if "skip_reason" in each]
    audited = len(packages) - len(unknown)
    skipped = [f"the index does not know {', '.join(unknown)}"] if unknown and audited else []
    if unknown and not audited:
        skipped = ["the index of advisories cannot be reached from here; it knew none of the packages"]
    return Audit("pip-audit", holes, skipped, audited)


def pages() -> Audit:
    """What builds the pages."""
    try:
        return of_npm(*answer(["npm", "audit", "--json"], CLIENT))
    except OSError as fault:
        return Audit("npm audit", [], [f"npm cannot be run: {fault.strerror}"], 0)


def of_npm(said: str, complained: str) -> Audit:
    """What npm says."""
    found = parsed(said)
    if "vulnerabilities" not in found:
        return Audit("npm audit", [], [found.get("message") or last_line(complained)], 0)
    holes = [f"{name}: {each['severity']}, in {each['range']}" for name, each in found["vulnerabilities"].items()]
    return Audit("npm audit", holes, [], found["metadata"]["dependencies"]["total"])


def answer(command: list[str], folder: Path) -> tuple[str, str]:
    """What a program says, and what it complains of."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return "", f"{command[0]} did not come to an end within {PATIENCE} s"
    return done.stdout, done.stderr


def parsed(said: str) -> dict[str, Any]:
    """An object in JSON; where there is none, an empty one."""
    try:
        found = json.loads(said)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def last_line(complained: str) -> str:
    """The last thing that was complained of."""
    return next((line for line in reversed(complained.splitlines()) if line.strip()), "it gave no answer")


if __name__ == "__main__":
    sys.exit(main())
