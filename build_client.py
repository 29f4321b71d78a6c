"""Builds the pages of the table, ``src/warbook/web/built``, from ``src/warbook/web/client``.

Called by ``make client`` and, as a hook of hatchling, when a wheel is made.  Without npm a wheel has everything but the
pages, and ``warbook serve`` says how to get them; with WARBOOK_RELEASE in the environment it is not made at all.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
CLIENT = ROOT / "src/warbook/web/client"
BUILT = ROOT / "src/warbook/web/built"
SCHEMA = CLIENT / "src/protocol.schema.json"


class Without(Exception):
    """The pages cannot be built here."""


def build() -> None:
    """Install what the client is built with, make its types from the protocol, and build it.  Raises `Without`."""
    npm = shutil.which("npm")
    if npm is None:
        raise Without("npm is not installed; it comes with Node (20.19, 22.12, or 24 and later): https://nodejs.org")
    _run(npm, "ci", "--engine-strict", "--no-audit", "--no-fund", "--loglevel=error")
    write_types()
    _run(npm, "run", "--silent", "build")


def write_types() -> None:
    """Write the protocol's JSON Schema, and the client's types made from it.  Raises `Without`."""
    path = [str(ROOT / "src"), *filter(None, sys.path)]  # pip's environment for a build is nothing but a path
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    _called([sys.executable, "-m", "warbook.web.schema", str(SCHEMA)], ROOT, environment)
    _run("node", "types.mjs")


def _run(*command: str) -> None:
    _called(list(command), CLIENT, dict(os.environ))


def _called(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Without(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")


class ClientHook(BuildHookInterface[Any]):
    """What hatchling calls."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages into the wheel; an editable installation is served from where ``make client`` puts them."""
        if version == "editable":
            return
        try:
            build()
        except Without as why:
            if os.environ.get("WARBOOK_RELEASE"):
                raise SystemExit(f"A release needs the pages of the table. {why}") from why
            self.app.display_warning(f"Without the pages of the table. {why}")


if __name__ == "__main__":
    try:
        write_types() if sys.argv[1:] == ["types"] else build()
    except Without as why:
        sys.exit(f"The pages of the table cannot be built here. {why}")
