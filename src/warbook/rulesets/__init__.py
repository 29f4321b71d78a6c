"""The rulesets: each a package of its own, found by the entry point group ``warbook.rulesets``.

A ruleset that somebody else publishes is found in the same way as ours: its package names an object of
`warbook.core.ruleset.Ruleset` under this group, and nothing here has to change.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from functools import lru_cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points

from ..core.errors import WarbookError, nearest
from ..core.ruleset import Ruleset
from ..core.traces import describe_fault

GROUP = "warbook.rulesets"


def _points() -> EntryPoints:
    """What packages name as their rulesets."""
    return _points_within(tuple(sys.path))


@lru_cache(maxsize=1)
def _points_within(folders: tuple[str, ...]) -> EntryPoints:
    """The same, read once: whoever installs a package starts Python anew, or has it look in another folder."""
    return entry_points(group=GROUP)


def names() -> list[str]:
    """The ids of all rulesets that are installed, ours and others'."""
    return sorted(_points().names)


def modules() -> list[tuple[str, str]]:
    """The id and the module of each ruleset that is installed; none of them is imported."""
    return sorted((point.name, point.module) for point in _points())


def find(name: str) -> Ruleset:
    """The ruleset of this id.

    Raises `WarbookError` where none is installed under it, where two packages claim it, and where what is installed
    cannot be loaded.
    """
    points = {point.value: point for point in _points().select(name=name)}
    if not points:
        known = names()
        raise WarbookError(f"no ruleset {name!r}{nearest(name, known)}; installed: {', '.join(known) or 'none'}")
    if len(points) > 1:
        raise WarbookError(f"two packages call their ruleset {name!r}: {' and '.join(sorted(points))}; uninstall one")
    return _loaded(next(iter(points.values())))


def _loaded(point: EntryPoint) -> Ruleset:
    try:
        with redirect_stdout(sys.stderr):  # what a module prints must not stand in the answer of a command
            ruleset = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as fault:  # whatever somebody else's module does when it is imported, SystemExit too
        raise WarbookError(f"ruleset {point.name} ({point.value}) cannot be loaded: {describe_fault(fault)}") from fault
    if not isinstance(ruleset, Ruleset):
        found = type(ruleset).__name__
        raise WarbookError(f"ruleset {point.name}: {point.value} is of type {found}; wanted a Ruleset")
    return ruleset
