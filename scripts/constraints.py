"""Writes `docs/hosting/constraints.txt`: the exact versions of everything that a deployment installs, which are those
that are installed here, with which the tests were run.

    make constraints

What a deployment installs is what `warbook[web,postgres,fast]` asks for, and what that asks for in turn.
"""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HOME = Path(__file__).resolve().parents[1]
FILE = HOME / "docs" / "hosting" / "constraints.txt"
WANTED = "warbook[web,postgres,fast]"
HEAD = """\
# What a deployment installs, in the versions with which the tests were run (Python {python}).
# Written by `make constraints`; used by the Containerfile, audited by `make audit`:
#   pip install -c docs/hosting/constraints.txt '.[web,postgres,fast]'
"""


def main() -> int:
    """Write the file, and say what is missing here."""
    missing: set[str] = set()
    found = pinned(missing)
    if missing:
        print(
            f"Not installed here, so that their versions are not known: {', '.join(sorted(missing))}", file=sys.stderr
        )
        return 1
    FILE.write_text(text(found))
    print(f"{FILE.relative_to(HOME)}: {len(found)} packages")
    return 0


def text(found: dict[str, str]) -> str:
    """The file that pins these."""
    head = HEAD.format(python=".".join(map(str, sys.version_info[:2])))
    return head + "".join(f"{name}=={version}\n" for name, version in sorted(found.items()))


def pinned(missing: set[str]) -> dict[str, str]:
    """The versions of all that is wanted, directly or not; the names of what is not installed go to `missing`."""
    found: dict[str, str] = {}
    todo, done = [Requirement(WANTED)], set[tuple[str, frozenset[str]]]()
    while todo:
        wanted = todo.pop()
        name, extras = canonicalize_name(wanted.name), frozenset(wanted.extras)
        if (name, extras) in done:
            continue
        done.add((name, extras))
        try:
            package = distribution(name)
        except PackageNotFoundError:
            missing.add(name)
            continue
        if name != "warbook":
            found[name] = package.version
        todo += [each for each in map(Requirement, package.requires or ()) if asked_for(each, extras)]
    return found


def asked_for(wanted: Requirement, extras: frozenset[str]) -> bool:
    """Whether a package with these extras asks for this, on this machine."""
    return wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in (*extras, ""))


if __name__ == "__main__":
    sys.exit(main())
