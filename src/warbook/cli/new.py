"""``warbook new``: the beginning of something of one's own."""

from __future__ import annotations

import keyword
import re
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .output import json_option, print_json, say

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

EPILOG = """\b
Examples:
  warbook new ruleset my-skirmish
  cd my-skirmish && pip install -e . && warbook play my-skirmish-duel
"""


@click.group("new")
def command() -> None:
    """Begin a ruleset of your own."""


@command.command("ruleset", epilog=EPILOG)
@click.argument("name")
@click.option("--into", metavar="FOLDER", help="The new folder (default: NAME in the current folder).")
@json_option
def ruleset(name: str, into: str | None, as_json: bool) -> None:
    """Write the skeleton of a ruleset as a package of its own.

    It holds the smallest game that shows every part, plays at once, and is replaced part by part.  NAME is made of
    small letters, digits and hyphens, and is nobody else's: no keyword, no module of Python, nothing installed.
    """
    _accept(name)
    folder = Path(into if into is not None else name)
    written = _write(name, folder)
    if as_json:
        print_json({"name": name, "package": _package(name), "folder": str(folder), "files": written})
    else:
        say(f"{folder}: {len(written)} files.  Next:")
        say(f"  cd {folder} && pip install -e . && warbook play {name}-duel")


def _accept(name: str) -> None:
    """Raises `WarbookError` for a name that no ruleset can have, or that something else has."""
    from ..core.errors import WarbookError

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise WarbookError(
            f"ruleset name {name!r}: wanted small letters, digits and hyphens, a letter first, such as "
            f"{_suggestion(name)!r}"
        )
    taken = _taken_by(name)
    if taken:
        raise WarbookError(f"ruleset name {name!r} is taken by {taken}; wanted a name of its own, such as 'my-{name}'")


def _suggestion(name: str) -> str:
    """The nearest name that a ruleset could have."""
    nearest = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "skirmish"
    return nearest if len(nearest) > 1 and nearest[0].isalpha() and nearest != "skirmish" else f"my-{nearest}"


def _taken_by(name: str) -> str:
    """What has the name of a ruleset, or of its package, already; nothing where it is free."""
    from .. import rulesets

    package = _package(name)
    if keyword.iskeyword(package):
        return f"Python's keyword {package}"
    if name in rulesets.names():
        return f"the ruleset {name}, which is installed"
    if package in sys.stdlib_module_names:
        return f"Python's own module {package}"
    try:
        return f"the package {metadata.distribution(name).name}, which is installed"
    except metadata.PackageNotFoundError:
        pass
    spec = find_spec(package)
    if spec is not None and spec.origin is not None:  # a bare folder of that name has no origin and is in nobody's way
        return f"the module {package}, which is installed ({spec.origin})"
    return ""


def _package(name: str) -> str:
    return name.replace("-", "_")


def _write(name: str, folder: Path) -> list[str]:
    """Write every template with its names filled in, all or nothing; answers the files, in order."""
    import os
    import shutil
    import tempfile
    from importlib.resources import files

    from ..core.errors import BadData

    if folder.exists():
        raise BadData(str(folder), "", "something of that name", "a folder that does not exist yet")
    beside = folder.absolute().parent
    try:
        aside = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=beside))
    except OSError as fault:
        raise BadData(str(beside), "", fault.strerror or str(fault), "a folder that can be written to") from fault
    try:
        written = _fill(files(__package__).joinpath("templates", "ruleset"), aside, name)
        aside.chmod(0o755)
        os.rename(aside, folder)
    except OSError as fault:
        raise BadData(str(folder), "", fault.strerror or str(fault), "a folder that can be written to") from fault
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return sorted(written)


def _fill(template: Traversable, into: Path, name: str) -> list[str]:
    written: list[str] = []
    into.mkdir(exist_ok=True)
    for part in template.iterdir():
        target = into / _named(part.name, name).removesuffix(".txt")
        if part.is_dir():
            written += [f"{target.name}/{below}" for below in _fill(part, target, name)]
        else:
            target.write_text(_named(part.read_text("utf-8"), name), "utf-8")
            written.append(target.name)
    return written


def _named(text: str, name: str) -> str:
    title = name.replace("-", " ").capitalize()
    return text.replace("PACKAGE", _package(name)).replace("NAME", name).replace("TITLE", title)
