"""Files: shipped battles with fewer models and rounds, as somebody would bring them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from warbook import table
from warbook.core.errors import WarbookError
from warbook.core.ruleset import Ruleset

FEW = (2, 3)  # models of a side in a small battle: the first number that its ruleset takes
ROUNDS = 3  # of a battle whose scenario says how many


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
    """A ruleset's first scenario with few models and rounds, as files in a folder."""
    shelf = table.shelf_of(rules)
    row = shelf.scenarios()[0]
    scenario = re.sub(r"(?m)^rounds = \d+", f"rounds = {ROUNDS}", shelf.text("scenario", row.id)[0])
    for few in FEW:
        rosters = [fewer(shelf.text("roster", id)[0], few) for id in row.rosters]
        given = {seat: (text, "roster.toml") for seat, text in enumerate(rosters)}
        try:
            shelf.content("", text=scenario, source="scenario.toml", rosters=given)
        except WarbookError:
            continue
        files = [
            _written(text, id, folder) for text, id in zip((scenario, *rosters), (row.id, *row.rosters), strict=True)
        ]
        return Small(rules.id, row.title, files[0], tuple(files[1:]))
    raise AssertionError(f"{row.id} takes no rosters of {FEW} models")


def _written(text: str, id: str, folder: Path) -> Path:
    file = folder / f"{id}.toml"
    file.write_text(text)
    return file


def fewer(roster: str, most: int) -> str:
    """A roster with the first few of its models."""
    head, *models = re.split(r"(?m)^(?=\[\[)", roster)
    return "".join((head, *models[:most]))
