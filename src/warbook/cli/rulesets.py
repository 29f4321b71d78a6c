"""``warbook rulesets``: the rulesets that are installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .output import json_option, print_json, print_rows, say

if TYPE_CHECKING:
    from ..core.ruleset import Ruleset

EPILOG = """\b
Examples:
  warbook rulesets
  warbook rules necromunda-2023
"""


@click.command("rulesets", epilog=EPILOG)
@json_option
def command(as_json: bool) -> None:
    """List the rulesets that are installed, Warbook's own and those of other packages.

    A ruleset that cannot be loaded is listed as broken, with the faulty line.  With --json, the reason is in "broken".
    """
    from .. import table
    from . import show_traceback

    found, broken = table.all_rulesets()
    if as_json:
        print_json([*map(_data, found), *({"id": name, "broken": str(fault)} for name, fault in broken.items())])
        return
    if found:
        print_rows(
            ("RULESET", "VERSION", "ACTIONS", "TITLE"),
            [(r.id, r.version, str(len(r.actions)), r.title) for r in found]
            + [(name, "broken", "", "see below") for name in broken],
        )
    elif not broken:
        say("No ruleset is installed.  `warbook new ruleset NAME` makes a new one.")
    for fault in broken.values():
        show_traceback(fault)
        say(f"warbook: {fault}", err=True)


def _data(ruleset: Ruleset) -> dict[str, Any]:
    shelf = ruleset.shelf
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "seats": ruleset.seats,
        "actions": len(ruleset.actions),
        "reactions": len(ruleset.reactions),
        "options": len(ruleset.options),
        "house_rules": [rule.id for rule in ruleset.house_rules],
        "scenarios": [row.id for row in shelf.scenarios()] if shelf is not None else [],
        "broken": None,
    }
