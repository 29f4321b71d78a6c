"""Files: shipped battles with fewer models, as somebody would bring them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, NamedTuple

from warbook import table
from warbook.core.ruleset import Ruleset

FEW = 3  # models of a side in a small battle


class Small(NamedTuple):
    """A scenario of a ruleset as files."""

    ruleset: str
    title: str
    scenario: Path
    rosters: tuple[Path, ...]


def rulesets() -> list[Ruleset]:
    """Every ruleset that ships a scenario."""
    return [rules for rules in table.all_rulesets()[0] if rules.shelf is not None and rules.shelf.scenarios()]


def small(rules: Ruleset, folder: Path) -> Small:
    """A ruleset's first scenario with few models, as files in a folder."""
    shelf = table.shelf_of(rules)
    row = shelf.scenarios()[0]
    written = [_written(rules, "roster", roster, folder) for roster in row.rosters]
    for roster in written:
        roster.write_text(fewer(roster.read_text()))
    return Small(rules.id, row.title, _written(rules, "scenario", row.id, folder), tuple(written))


def _written(rules: Ruleset, kind: Literal["board", "roster", "scenario"], id: str, folder: Path) -> Path:
    file = folder / f"{id}.toml"
    file.write_text(table.shelf_of(rules).text(kind, id)[0])
    return file


def fewer(roster: str, most: int = FEW) -> str:
    """A roster with the first few of its models."""
    head, *models = re.split(r"(?m)^(?=\[\[)", roster)
    return "".join((head, *models[:most]))
