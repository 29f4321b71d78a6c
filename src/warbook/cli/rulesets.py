"""``warbook rulesets``: which games are installed."""

from __future__ import annotations

import click

from .output import json_option, print_json, print_rows

EPILOG = """\b
Examples:
  warbook rulesets
  warbook rules necromunda-2023
"""


@click.command("rulesets", epilog=EPILOG)
@json_option
def command(as_json: bool) -> None:
    """List the rulesets that are installed, Warbook's own and those of other packages."""
    from .. import table

    found, broken = table.all_rulesets()
    for fault in broken:
        click.echo(f"warbook: {fault}", err=True)
    if as_json:
        print_json(
            [
                {
                    "id": r.id,
                    "title": r.title,
                    "version": r.version,
                    "seats": r.seats,
                    "actions": len(r.actions),
                    "reactions": len(r.reactions),
                    "options": len(r.options),
                    "house_rules": [rule.id for rule in r.house_rules],
                    "scenarios": [row.id for row in r.shelf.scenarios()] if r.shelf is not None else [],
                }
                for r in found
            ]
        )
    elif found:
        print_rows(
            ("RULESET", "VERSION", "ACTIONS", "TITLE"),
            [(r.id, r.version, str(len(r.actions)), r.title) for r in found],
        )
    else:
        click.echo("No ruleset is installed.  `warbook new ruleset NAME` begins one.")
