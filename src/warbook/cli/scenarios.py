"""``warbook scenarios``: what can be played at once."""

from __future__ import annotations

import click

from .output import json_option, print_json, print_rows, say

EPILOG = """\b
Examples:
  warbook scenarios
  warbook scenarios necromunda-2023 --json
  warbook play SCENARIO
"""


@click.command("scenarios", epilog=EPILOG)
@click.argument("ruleset", required=False)
@json_option
def command(ruleset: str | None, as_json: bool) -> None:
    """List the scenarios of RULESET, or of every ruleset that is installed.

    A ruleset that cannot be loaded is told after the list; `warbook rulesets --json` lists it too.
    """
    from .. import table
    from . import show_traceback

    listed = table.scenarios(ruleset)
    if as_json:
        print_json(
            [{"id": row.id, "ruleset": name, "title": row.title, "summary": row.summary} for name, row in listed]
        )
    elif listed:
        print_rows(
            ("SCENARIO", "RULESET", "WHAT IT IS"),
            [(row.id, name, f"{row.title}. {row.summary}") for name, row in listed],
        )
    else:
        say("No ruleset that is installed ships a scenario.")
    if ruleset is None:
        for fault in table.all_rulesets()[1].values():
            show_traceback(fault)
            say(f"warbook: {fault}", err=True)
