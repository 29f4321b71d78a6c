"""The table of rulings: a pytest plugin that knows which test shows what of which rule.

Load it in ``conftest.py`` with ``pytest_plugins = ["warbook.testing.rulings"]`` and mark the tests::

    @pytest.mark.covers("necromunda-2023", "charge", "works")

Every action of a ruleset needs a test that it works, one that it is refused with its reason, and one of its numbers.
Where an edition has the very rule of another one with the same conditions, the tests of either show it.
When a whole suite has run and passed, the session fails where one of the three is missing.  ``--rulings`` runs the
marked tests alone and prints the table; ``build/rulings.json`` is written either way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from ..core.action import Action
from ..core.errors import WarbookError, nearest
from ..rulesets import find, names

ASPECTS = ("works", "refused", "numbers")
MARK = "covers(ruleset, entry, aspect): the ruling that a test shows; aspect is works, refused or numbers"

Rulings: TypeAlias = dict[str, dict[str, dict[str, list[str]]]]
"""Tests by ruleset, entry and aspect."""


Ruling: TypeAlias = tuple[str, str, str, str]
"""What a test shows: ruleset, entry, aspect, test."""


def tabled(entries: Mapping[str, Iterable[str]], shown: Iterable[Ruling]) -> Rulings:
    """The table of rulesets with their entries, filled with what tests show: (ruleset, entry, aspect, test)."""
    table: Rulings = {
        ruleset: {entry: {aspect: [] for aspect in ASPECTS} for entry in listed} for ruleset, listed in entries.items()
    }
    for ruleset, entry, aspect, test in sorted(set(shown)):
        row = table.setdefault(ruleset, {}).setdefault(entry, {aspect: [] for aspect in ASPECTS})
        row[aspect].append(test)
    return table


def missing(table: Rulings) -> list[tuple[str, str, str]]:
    """What no test shows: (ruleset, entry, aspect)."""
    return [
        (ruleset, entry, aspect)
        for ruleset, entries in table.items()
        for entry, aspects in entries.items()
        for aspect in ASPECTS
        if not aspects[aspect]
    ]


def misnamed(known: Iterable[str], ruleset: str, entry: str, aspect: str) -> str:
    """What is wrong with a mark; empty where nothing is.  `known` are the rulesets that are installed."""
    if aspect not in ASPECTS:
        return f"aspect {aspect!r}; wanted one of {', '.join(ASPECTS)}{nearest(aspect, ASPECTS)}"
    if ruleset not in known:
        return f"ruleset {ruleset!r} is not installed{nearest(ruleset, known)}"
    return ""


class Rulebook:
    """The plugin of one session."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.shown: set[Ruling] = set()
        self.deselected = False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        marked = []
        for item in items:
            marks = [mark.args for mark in item.iter_markers("covers")]
            for args in marks:
                item.user_properties.append(("covers", list(args)))
            marked += [item] if marks else []
        if self.config.getoption("rulings"):
            items[:] = marked

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.deselected = self.deselected or bool(items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            for name, args in report.user_properties:
                if name == "covers" and isinstance(args, list) and len(args) == 3:
                    self.shown.add((str(args[0]), str(args[1]), str(args[2]), report.nodeid.split("[")[0]))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if hasattr(self.config, "workerinput") or exitstatus != 0 or not self.whole():
            return
        table = self.table()
        lacking = missing(table)
        self.write(table, lacking)
        if lacking or self.wrong_marks():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any, exitstatus: int) -> None:
        for wrong in self.wrong_marks():
            terminalreporter.write_line(f"covers: {wrong}", red=True)
        if not self.whole():
            return
        table = self.table()
        if self.config.getoption("rulings"):
            for line in printed(table):
                terminalreporter.write_line(line)
        for ruleset, entry, aspect in missing(table) if exitstatus in (0, 1) else []:
            terminalreporter.write_line(f"{ruleset}: no test shows {entry}: {aspect}", red=True)

    def whole(self) -> bool:
        """Whether everything there is was asked to run."""
        asked = self.config.args_source is not pytest.Config.ArgsSource.ARGS
        options = self.config.option
        return asked and not (options.keyword or options.markexpr or self.deselected or options.collectonly)

    def table(self) -> Rulings:
        """The table of rulings, filled with what the tests of this session show."""
        actions = {ruleset: _actions(ruleset) for ruleset in self.judged()}
        shown = self.rightly_shown()
        entries = {ruleset: [action.id for action in listed] for ruleset, listed in actions.items()}
        return tabled(entries, [*shown, *shown_by_others(actions, shown)])

    def judged(self) -> list[str]:
        """The rulesets whose tests live here: those that are named in the ini file, or all that are installed."""
        return list(self.config.getini("rulings")) or names()

    def rightly_shown(self) -> list[Ruling]:
        """What tests show under marks that are right."""
        known = names()
        return [(r, e, a, test) for r, e, a, test in self.shown if not misnamed(known, r, e, a)]

    def wrong_marks(self) -> list[str]:
        """What is wrong with marks, each with its test."""
        known = names()
        return [f"{test}: {wrong}" for r, e, a, test in sorted(self.shown) if (wrong := misnamed(known, r, e, a))]

    def write(self, table: Rulings, lacking: list[tuple[str, str, str]]) -> None:
        """Writes ``build/rulings.json``."""
        path = Path(self.config.rootpath) / "build" / "rulings.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"rulings": table, "missing": lacking}, indent=1) + "\n", "utf-8")


def printed(table: Rulings) -> list[str]:
    """The table in lines: how many tests show each aspect of each entry."""
    lines: list[str] = []
    for ruleset, entries in table.items():
        wide = max((len(entry) for entry in entries), default=5)
        lines.append(f"{ruleset:<{wide + 2}}" + "".join(f"{aspect:>9}" for aspect in ASPECTS))
        for entry, aspects in entries.items():
            counts = "".join(f"{len(aspects[aspect]) or '-':>9}" for aspect in ASPECTS)
            lines.append(f"  {entry:<{wide}}{counts}")
    return lines


def shown_by_others(actions: Mapping[str, Iterable[Action[Any]]], shown: Iterable[Ruling]) -> list[Ruling]:
    """What tests of one ruleset show of others that have the very same rule, with the same conditions."""
    same: dict[tuple[Any, ...], list[tuple[str, str]]] = {}
    for ruleset, listed in actions.items():
        for action in listed:
            same.setdefault((action.rule, *map(id, action.requires)), []).append((ruleset, action.id))
    others = {each: alike for alike in same.values() for each in alike}
    return [
        (*other, aspect, test)
        for ruleset, entry, aspect, test in shown
        for other in others.get((ruleset, entry), ())
        if other != (ruleset, entry)
    ]


def _actions(ruleset: str) -> Sequence[Action[Any]]:
    try:
        return find(ruleset).actions
    except WarbookError as fault:
        raise pytest.UsageError(str(fault)) from fault


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rulings", action="store_true", help="run the tests that show rulings and print their table")
    parser.addini(
        "rulings", type="args", default=[], help="the rulesets whose tests live here (default: all installed)"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARK)
    config.pluginmanager.register(Rulebook(config), "warbook-rulings")
