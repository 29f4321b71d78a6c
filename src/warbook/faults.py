"""Faults: who wrote the line that broke down.

A battle runs code of several authors: Warbook's, a ruleset's with its house rules, a bot's.  What breaks down is told
to whoever can mend it: the last line that is not Warbook's, unless Warbook's own players or odds were at work behind
it.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from . import rulesets
from .core.errors import WarbookError
from .core.files import DISK_FULL
from .core.ruleset import HouseRule, Ruleset
from .core.traces import OWN, Frame, frames, is_installed, is_python, summary

_AT_WORK = tuple(f"{OWN}{part}{os.sep}" for part in ("players", "odds", "sim", "web", "testing"))


class Fault(NamedTuple):
    """What broke down: whose it is, what was said, and the line; None where no line is known."""

    whose: str
    said: str
    frame: Frame | None

    def __str__(self) -> str:
        where = f"\n  {self.frame}" if self.frame is not None else ""
        return f"this is a fault in {self.whose}: {self.said}{where}"

    @property
    def line(self) -> str:
        """The same in one line, for where it is a part of another sentence."""
        where = f" ({self.frame})" if self.frame is not None else ""
        return f"this is a fault in {self.whose}: {self.said}{where}"


def of_exception(fault: BaseException) -> Fault:
    """Whose fault an exception is."""
    seen = [frame for frame in frames(fault) if not is_python(frame.file)]
    bot = _bot(seen)
    if bot is not None:
        return Fault("the bot, not in Warbook", summary(fault), bot)
    packages = dict(_packages())
    for frame in reversed(seen):
        if frame.file.startswith(_AT_WORK):
            break
        if (name := _package_of(frame.file, packages)) is not None:
            return Fault(f"{_part(name, frame)}, not in Warbook", summary(fault), frame)
        if not frame.file.startswith(OWN) and not is_installed(frame.file):
            return Fault("the program that calls Warbook", summary(fault), frame)
    own = [frame for frame in seen if frame.file.startswith(OWN)] or seen
    return Fault("Warbook, not in what you wrote", summary(fault), own[-1] if own else None)


def of_system(fault: BaseException) -> str:
    """What the machine refused (a full disk, a file that may not be read, too little memory), or nothing."""
    if isinstance(fault, MemoryError):
        return "there is not enough memory for this"
    if isinstance(fault, OSError):
        what = "the disk is full" if fault.errno in DISK_FULL else fault.strerror or summary(fault)
        return f"{fault.filename}: {what}" if fault.filename is not None else what
    if type(fault).__module__.split(".")[0] in ("sqlalchemy", "sqlite3"):
        said = str(getattr(fault, "orig", None) or fault)
        return "the database: the disk is full" if "disk is full" in said else f"the database: {said}"
    return ""


def _bot(seen: list[Frame]) -> Frame | None:
    """The last line of a bot that is not Warbook's: Warbook has called its `choose`, and nothing of Warbook's players
    or odds has run since."""
    calls = [
        number
        for number, (caller, called) in enumerate(pairwise(seen), 1)
        if called.function == "choose" and caller.file.startswith(OWN) and not called.file.startswith(OWN)
    ]
    if not calls:
        return None
    since = seen[calls[-1] :]
    own = [number for number, frame in enumerate(since) if frame.file.startswith(OWN)]
    if any(since[number].file.startswith(_AT_WORK) for number in own):
        return None
    within = since[: own[0]] if own else since
    folder = f"{Path(since[0].file).parent}{os.sep}"
    return [f for f in within if f.file.startswith(folder) or not is_installed(f.file)][-1]


def _packages() -> Iterator[tuple[str, str]]:
    """The id and the place (a folder, or a file) of each ruleset that is not Warbook's."""
    for name, module in rulesets.modules():
        top = module.split(".")[0]
        if top == "warbook":
            continue
        try:
            spec = find_spec(top)
        except (ImportError, ValueError):
            continue
        if spec is None:
            continue
        for place in spec.submodule_search_locations or [spec.origin or ""]:
            yield name, place


def _package_of(file: str, packages: dict[str, str]) -> str | None:
    for name, place in packages.items():
        if place and (file == place or Path(place) in Path(file).parents):
            return name
    return None


def _part(name: str, frame: Frame) -> str:
    """The ruleset, or the house rule of it in which a line stands."""
    try:
        ruleset = rulesets.find(name)
    except WarbookError:
        return f"the ruleset {name}"
    rules = [rule for rule in ruleset.house_rules if _file(rule.patch) == frame.file]
    for rule in rules:
        if frame.line in _lines(rule):
            return f"the house rule {rule.id} of {name}"
    if rules and not _has_rules(ruleset, frame.file):
        return f"the house rule {rules[0].id} of {name}" if len(rules) == 1 else f"a house rule of {name}"
    return f"the ruleset {name}"


def _file(function: object) -> str | None:
    code = getattr(function, "__code__", None)
    return code.co_filename if code is not None else None


def _lines(rule: HouseRule) -> range:
    try:
        text, first = inspect.getsourcelines(rule.patch)
    except (OSError, TypeError):
        return range(0)
    return range(first, first + len(text))


def _has_rules(ruleset: Ruleset, file: str) -> bool:
    """Whether rules stand in a file that are in force without any house rule."""
    rules = (ruleset.turn, ruleset.table, ruleset.result, *(action.rule for action in ruleset.actions))
    return any(_file(rule) == file for rule in rules)
